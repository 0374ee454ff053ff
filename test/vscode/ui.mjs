// Tests as a person: packages the extension, installs it, and lets every scenario of ui/ use it in a browser window.
// `node test/vscode/ui.mjs [scenario …]`
import fs from 'node:fs';
import path from 'node:path';
import { installVsix, provision, remove, tempFolder } from './lib/host.mjs';
import { packageExtension } from '../../scripts/package.mjs';

const HOME = path.join(import.meta.dirname, 'ui');
const asked = process.argv.slice(2);
/** Each scenario has a window, a server and folders of its own and mostly waits, so two run side by side. */
const LANES = 2;
const files = fs
  .readdirSync(HOME)
  .filter((f) => f.endsWith('.mjs') && (asked.length === 0 || asked.includes(f.slice(0, -4))));

const host = provision('newest');
const extensionsDir = tempFolder('extensions');
installVsix(host, packageExtension(), extensionsDir);
let passed = 0;
let failed = 0;

/** Plays one scenario. A click lost on a busy machine costs a second attempt, which the log shows, and no more than one. */
async function play(file) {
  const { scenario } = await import(path.join(HOME, file));
  const name = file.slice(0, -4);
  for (let attempt = 1; attempt <= 2; attempt++) {
    const start = Date.now();
    try {
      await scenario({ host, extensionsDir });
      passed++;
      console.log(`  ✓ ${name} (${Date.now() - start} ms)`);
      return;
    } catch (error) {
      console.error(`  ✗ ${name}, attempt ${attempt}\n`, error);
    }
  }
  failed++;
}

// Long ones go first, so that neither lane ends idle.
const size = (file) => fs.statSync(path.join(HOME, file)).size;
const waiting = files.toSorted((a, b) => size(b) - size(a));
await Promise.all(
  Array.from({ length: LANES }, async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) await play(file);
  }),
);
remove(extensionsDir);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed === files.length && passed > 0 ? 0 : 1);
