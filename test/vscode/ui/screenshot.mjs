// The picture of the README, taken from the real editor: a draft with its squiggles, a card, and the results beside it.
// CITEWRIGHT_SCREENSHOT=1 writes it to media/; without it the scenario only sees that such a picture can be taken.
import fs from 'node:fs';
import path from 'node:path';
import { startServer } from '../../start/server.mjs';
import { endpointsAt, EXAMPLES, examplesFor } from '../../start/workspace.mjs';
import { remove, tempFolder } from '../lib/host.mjs';
import { sitDown } from '../lib/person.mjs';

const SHOTS = path.resolve(import.meta.dirname, '../shots');
const PICTURE = path.resolve(import.meta.dirname, '../../../media/screenshot.png');

const settingsFor = ({ host, origin }) => ({
  'workbench.colorTheme': 'Light Modern',
  'workbench.sideBar.location': 'right',
  'editor.minimap.enabled': false,
  'editor.fontSize': 13,
  'editor.lineNumbers': 'off',
  'editor.hover.delay': 100,
  'citewright.network.allowHosts': [host],
  'citewright.network.endpoints': endpointsAt(origin),
  'citewright.model.provider': 'openai-compatible',
  'citewright.model.id': 'demo',
  'citewright.model.baseUrl': `${origin}/v1`,
});

async function verifyAndShow({ command, dialog, toast, results }) {
  await command('Citewright: Verify Document');
  await dialog.locator('.monaco-button', { hasText: /^Fetch Sources$/ }).click();
  await dialog.filter({ hasText: 'claims and passages go to' }).waitFor();
  await dialog.locator('.monaco-button', { hasText: /^Send$/ }).click();
  await toast.filter({ hasText: 'Checked:' }).waitFor();
  await command('Citewright: Show Results');
  await results.locator('tr.row').first().waitFor();
  await command('Notifications: Clear All Notifications');
  await command('View: Toggle Primary Side Bar Visibility');
  await results.locator('.chip', { hasText: 'Problems' }).click();
  await results.locator('tr.row', { hasText: 'Overstated' }).locator('.toggle').click();
  await results.locator('tr.details button', { hasText: 'Go to Text' }).click();
}

export async function scenario({ host, vsix }) {
  const server = await startServer({ root: path.join(EXAMPLES, 'sources'), port: 0, demo: true });
  const folder = tempFolder('picture');
  examplesFor(Number(new URL(server.origin).port), folder);
  const person = await sitDown(host, {
    vsix,
    folder,
    file: 'lighthouse.md',
    settings: settingsFor(server),
    name: 'screenshot',
  });
  try {
    const { page, hover } = person;
    await page.locator('.codelens-decoration a', { hasText: /citations .* verify/ }).waitFor();
    await verifyAndShow(person);
    await page.locator('.squiggly-warning').first().waitFor();
    await hover(page.locator('.squiggly-warning').first(), 'derivable');
    await page.waitForTimeout(400);
    await person.shot('readme');
    if (process.env.CITEWRIGHT_SCREENSHOT === '1')
      fs.copyFileSync(path.join(SHOTS, 'screenshot-readme.png'), PICTURE);
  } catch (error) {
    await person.shot('failed');
    throw error;
  } finally {
    await person.leave();
    await server.stop();
    remove(folder);
  }
}
