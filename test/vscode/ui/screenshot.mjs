// The pictures of the README, taken from the real editor, light and dark: a draft with its squiggles, a card, and the results beside it.
// CITEWRIGHT_SCREENSHOT=1 writes them down; without it the scenario only sees that such pictures can be taken.
import fs from 'node:fs';
import path from 'node:path';
import { atDesk, verifyAndAgree } from '../lib/desk.mjs';

const SHOTS = path.resolve(import.meta.dirname, '../shots');
const ROOT = path.resolve(import.meta.dirname, '../../..');
/** The light one ships with the package, the dark one is for readers of the repository. */
const PICTURES = [
  ['Light Modern', 'vs', 'light', 'media/screenshot.png'],
  ['Dark Modern', 'vs-dark', 'dark', 'docs/screenshot-dark.png'],
];

const SETTINGS = {
  'workbench.colorTheme': 'Light Modern',
  'workbench.sideBar.location': 'right',
  'editor.minimap.enabled': false,
  'editor.fontSize': 13,
  'editor.lineNumbers': 'off',
  'editor.hover.delay': 100,
};

async function verifyAndShow(person) {
  const { command, results } = person;
  await verifyAndAgree(person);
  await command('Citewright: Show Results');
  await results.locator('tr.row').first().waitFor();
  await command('View: Toggle Primary Side Bar Visibility');
  await results.locator('.chip', { hasText: 'Problems' }).click();
  await results.locator('tr.row', { hasText: 'Overstated' }).locator('.toggle').click();
  await results.locator('tr.details button', { hasText: 'Go to Text' }).click();
}

/** The squiggle under the overstated claim's marker: the first that is as narrow as `[2]`. */
async function overstated(page) {
  for (const squiggle of await page.locator('.squiggly-warning').all()) {
    const box = await squiggle.boundingBox();
    if (box && box.width < 40) return squiggle;
  }
  throw new Error('No marker is underlined.');
}

export const scenario = (given) =>
  atDesk({ ...given, file: 'lighthouse.md', name: 'screenshot', settings: SETTINGS }, async (person) => {
    const { page, hover, theme, shot } = person;
    await page.locator('.codelens-decoration a', { hasText: /citations/ }).waitFor();
    await verifyAndShow(person);
    for (const [id, css, name, file] of PICTURES) {
      await theme(id, css);
      await page.locator('.squiggly-warning').first().waitFor();
      await hover(await overstated(page), 'In clear weather');
      await page.waitForTimeout(600);
      await shot(name);
      if (process.env.CITEWRIGHT_SCREENSHOT === '1')
        fs.copyFileSync(path.join(SHOTS, `screenshot-${name}.png`), path.join(ROOT, file));
    }
  });
