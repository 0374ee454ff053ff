// A window without Markdown or plain text doesn't start the extension. A folder with citewright.json does, and where the user has added a
// language, a link in the setting and the view that it opens.
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

const isActive = (server, id = 'citewright.citewright') =>
  new RegExp(`activat\\w* .*${id}`, 'i').test(hostLog(server));

const open = (page, name) =>
  page.locator('.explorer-folders-view .monaco-list-row', { hasText: name }).dblclick();

/**
 * Opens a file of a language, once the languages are known, because until then it may pass as plain text, and waits until it has started
 * the editor's own extension of that language.
 */
async function openLater({ page, server }, name, language) {
  await page.locator(`.explorer-folders-view .${language}-lang-file-icon`, { hasText: name }).waitFor();
  await open(page, name);
  await started(server, `vscode.${language}-language-features`);
}

async function started(server, id) {
  for (let i = 0; i < 200 && !isActive(server, id); i++) await new Promise((wake) => setTimeout(wake, 100));
  assert.ok(isActive(server, id), `${id} was not started`);
}

export async function scenario(given) {
  await configured(given);
  await added(given);
}

async function configured(given) {
  const folder = tempFolder('configured');
  fs.writeFileSync(path.join(folder, 'citewright.json'), '{}\n');
  fs.writeFileSync(path.join(folder, 'tides.html'), 'It is old [1]. It is wide [2]. It is deep [3].\n');
  const settings = { 'citewright.scan.languages': ['markdown', 'html'] };
  await sitting({ ...given, folder, settings, file: 'tides.html', name: 'configured' }, async ({ page }) => {
    await page.locator('.squiggly-error').first().waitFor();
  });
}

/** The setting's own link scans an added language at once, and from then on Citewright starts with the window. */
async function added(given) {
  const folder = tempFolder('added');
  fs.writeFileSync(path.join(folder, 'data.json'), '{}\n');
  fs.writeFileSync(path.join(folder, 'tides.html'), 'It is old [1]. It is wide [2]. It is deep [3].\n');
  await sitting({ ...given, folder, name: 'added' }, async ({ page, server, command, reload }) => {
    await openLater({ page, server }, 'data.json', 'json');
    await openLater({ page, server }, 'tides.html', 'html');
    const file = path.join(folder, '.vscode/settings.json');
    fs.mkdirSync(path.dirname(file));
    fs.writeFileSync(file, JSON.stringify({ 'citewright.scan.languages': ['markdown', 'html'] }));
    await page.locator('.pane-header', { hasText: 'Citation Sources' }).waitFor();
    assert.equal(isActive(server), false, 'active before anything asked for it');
    await command('Preferences: Open Settings (UI)');
    await page.locator('.settings-editor .suggest-input-container').click();
    await page.keyboard.type('citewright.scan.languages');
    await page.locator('.settings-editor a', { hasText: 'Show Citation Sources' }).first().click();
    await page.locator('.squiggly-error').first().waitFor();
    await started(server, 'citewright.citewright'); // so the log would have told above
    await reload();
    await page.locator('.squiggly-error').first().waitFor();
  });
}
