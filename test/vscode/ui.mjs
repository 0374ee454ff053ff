// Tests as a person: packages the extension, installs it, and lets every scenario of ui/ use it in a browser window.
// `node test/vscode/ui.mjs [scenario …]`
import fs from 'node:fs';
import path from 'node:path';
import { provision } from './lib/host.mjs';
import { packageExtension } from './lib/package.mjs';

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
  const start = Date.now();
  try {
    const { scenario } = await import(path.join(HOME, file));
    await scenario({ host, vsix });
    passed++;
    console.log(`  ✓ ${file.slice(0, -4)} (${Date.now() - start} ms)`);
  } catch (error) {
    failed++;
    console.error(`  ✗ ${file.slice(0, -4)}\n`, error);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed === files.length && passed > 0 ? 0 : 1);
