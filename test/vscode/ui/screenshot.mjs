// The pictures of the README, taken from the real editor: an animation of a first verification, and the results in light and dark.
// CITEWRIGHT_SCREENSHOT=1 writes them down; without it the scenario only sees that such pictures can be taken.
import fs from 'node:fs';
import path from 'node:path';
import { animate } from '../lib/apng.mjs';
import { atDesk, verifyAndAgree } from '../lib/desk.mjs';

const SHOTS = path.resolve(import.meta.dirname, '../shots');
const ROOT = path.resolve(import.meta.dirname, '../../..');
const isKept = process.env.CITEWRIGHT_SCREENSHOT === '1';
/** The README links to both; neither is in the package. */
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

const ANIMATION = 'media/animation.png';
const MOST_BYTES = 600_000;

/** Verifies the draft and returns the animation of it: the draft, its squiggles, the hover of one with its quotation. */
async function firstVerification(person) {
  const { page, command, hover } = person;
  const size = page.viewportSize();
  await page.setViewportSize({ width: 900, height: 560 });
  await command('View: Toggle Primary Side Bar Visibility');
  const frames = [];
  const frame = async (ms) => {
    await page.waitForTimeout(700);
    frames.push({ png: await page.screenshot(), ms });
  };
  await frame(2000);
  await verifyAndAgree(person);
  await page.locator('.codelens-decoration a', { hasText: /claims supported/ }).waitFor();
  await frame(2000);
  await hover(page.locator('.squiggly-error').first(), 'The families moved');
  await frame(5000);
  await page.keyboard.press('Escape');
  await command('View: Toggle Primary Side Bar Visibility');
  await page.setViewportSize(size);
  return animate(frames);
}

async function show(person) {
  const { command, results } = person;
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
    const animation = await firstVerification(person);
    if (animation.length > MOST_BYTES) throw new Error(`The animation has ${animation.length} bytes.`);
    fs.writeFileSync(path.join(SHOTS, 'screenshot-animation.png'), animation);
    if (isKept) fs.writeFileSync(path.join(ROOT, ANIMATION), animation);
    await show(person);
    for (const [id, css, name, file] of PICTURES) {
      await theme(id, css);
      await page.locator('.squiggly-warning').first().waitFor();
      await hover(await overstated(page), 'In clear weather');
      await page.waitForTimeout(600);
      await shot(name);
      if (isKept) fs.copyFileSync(path.join(SHOTS, `screenshot-${name}.png`), path.join(ROOT, file));
    }
  });
