// A window without Markdown or plain text doesn't start the extension. The first such text does, and so do a folder with citewright.json
// and, where the user has added a language, a link in the setting and the view that it opens.
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

const open = (page, name) =>
  page.locator('.explorer-folders-view .monaco-list-row', { hasText: name }).dblclick();

/** Opens a file once the languages are known, because until then it may pass as plain text, and waits for what that could start. */
async function openLater(page, name) {
  await page.waitForTimeout(3000);
  await open(page, name);
  await page.locator('.tab', { hasText: name }).waitFor();
  await page.waitForTimeout(3000);
}

export async function scenario(given) {
  await dormant(given);
  await configured(given);
  await added(given);
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

/** The setting's own link scans an added language at once, and from then on Citewright starts with the window. */
async function added(given) {
  const folder = tempFolder('added');
  fs.writeFileSync(path.join(folder, 'tides.html'), 'Nothing answers this one [7].\n');
  await sitting({ ...given, folder, name: 'added' }, async ({ page, server, command, reload }) => {
    await openLater(page, 'tides.html');
    const file = path.join(folder, '.vscode/settings.json');
    fs.mkdirSync(path.dirname(file));
    fs.writeFileSync(file, JSON.stringify({ 'citewright.scan.languages': ['markdown', 'html'] }));
    await page.locator('.pane-header', { hasText: 'Citation Sources' }).waitFor();
    assert.equal(isActive(server), false, 'active before anything asked for it');
    await command('Preferences: Open Settings (UI)');
    await page.locator('.settings-editor .suggest-input-container').click();
    await page.keyboard.type('citewright.scan.languages');
    await page.locator('.settings-editor a', { hasText: 'start it' }).first().click();
    await page.locator('.squiggly-error').first().waitFor();
    await reload();
    await page.locator('.squiggly-error').first().waitFor();
  });
}

async function dormant(given) {
  const folder = tempFolder('dormant');
  fs.writeFileSync(path.join(folder, 'data.json'), '{}\n');
  fs.writeFileSync(path.join(folder, 'tides.md'), 'Nothing answers this one [7].\n');
  await sitting({ ...given, folder, name: 'dormant' }, async ({ page, server }) => {
    await openLater(page, 'data.json');
    assert.equal(isActive(server), false, 'active in a window without Markdown or plain text');
    await open(page, 'tides.md');
    await page.locator('.squiggly-error').first().waitFor();
    await page.waitForTimeout(1000);
    assert.equal(isActive(server), true, 'the log does not tell: the look above has shown nothing');
  });
}
