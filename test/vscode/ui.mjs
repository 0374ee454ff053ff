// Tests as a person: packages the extension, installs it, and lets every scenario of ui/ use it in a browser window.
// `node test/vscode/ui.mjs [scenario …]`
import fs from 'node:fs';
import path from 'node:path';
import { provision } from './lib/host.mjs';
import { packageExtension } from '../../scripts/package.mjs';

const HOME = path.join(import.meta.dirname, 'ui');
const asked = process.argv.slice(2);
const files = fs
  .readdirSync(HOME)
  .filter((f) => f.endsWith('.mjs') && (asked.length === 0 || asked.includes(f.slice(0, -4))));

const host = provision('newest');
const vsix = packageExtension();
let passed = 0;
let failed = 0;
for (const file of files) {
  const { scenario } = await import(path.join(HOME, file));
  const name = file.slice(0, -4);
  // As in the extension host: a click lost on a busy machine costs a second attempt, which the log shows, and no more than one.
  for (let attempt = 1; ; attempt++) {
    const start = Date.now();
    try {
      await scenario({ host, vsix });
      passed++;
      console.log(`  ✓ ${name} (${Date.now() - start} ms)`);
      break;
    } catch (error) {
      console.error(`  ✗ ${name}, attempt ${attempt}\n`, error);
      if (attempt < 2) continue;
      failed++;
      break;
    }
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed === files.length && passed > 0 ? 0 : 1);
