// A window without Markdown or plain text does not start the extension; the first such text does, and so does a folder with citewright.json,
// in which an added language is scanned at once.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { sitting } from '../lib/desk.mjs';
import { tempFolder } from '../lib/host.mjs';

/** The log of the window's extension host. */
function hostLog(server) {
  const logs = path.join(server.dataDir, 'data/logs');
  const files = fs
    .readdirSync(logs, { recursive: true, encoding: 'utf8' })
    .filter((f) => f.endsWith('remoteexthost.log'));
  return files.map((f) => fs.readFileSync(path.join(logs, f), 'utf8')).join('\n');
}

const isActive = (server) => /activat\w* .*citewright\.citewright/i.test(hostLog(server));

export async function scenario(given) {
  await dormant(given);
  await configured(given);
}

async function configured(given) {
  const folder = tempFolder('configured');
  fs.writeFileSync(path.join(folder, 'citewright.json'), '{}\n');
  fs.writeFileSync(path.join(folder, 'tides.html'), 'Nothing answers this one [7].\n');
  const settings = { 'citewright.scan.languages': ['markdown', 'html'] };
  await sitting({ ...given, folder, settings, file: 'tides.html', name: 'configured' }, async ({ page }) => {
    await page.locator('.squiggly-error').first().waitFor();
  });
}

async function dormant(given) {
  const folder = tempFolder('dormant');
  fs.writeFileSync(path.join(folder, 'data.json'), '{}\n');
  fs.writeFileSync(path.join(folder, 'tides.md'), 'Nothing answers this one [7].\n');
  await sitting({ ...given, folder, name: 'dormant' }, async ({ page, server }) => {
    const open = (name) =>
      page.locator('.explorer-folders-view .monaco-list-row', { hasText: name }).dblclick();
    // Opened once the languages are known: a file of the first moment can pass as plain text until then.
    await page.waitForTimeout(3000);
    await open('data.json');
    await page.locator('.tab', { hasText: 'data.json' }).waitFor();
    await page.waitForTimeout(3000);
    assert.equal(isActive(server), false, 'active in a window without Markdown or plain text');
    await open('tides.md');
    await page.locator('.squiggly-error').first().waitFor();
    await page.waitForTimeout(1000);
    assert.equal(isActive(server), true, 'the log does not tell: the look above has shown nothing');
  });
}
