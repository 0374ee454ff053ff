// The newcomer's first run: opens a draft, stores a key, gives consent, verifies, and reads squiggle, hover, lens, evidence and results.
import assert from 'node:assert/strict';
import { atDesk } from '../lib/desk.mjs';

const KEY = 'canary-key-5f2c9d7e1b';

async function storeKey({ page, quick, command, toast, shot }) {
  await command('Citewright: Manage Models and Keys…');
  await quick.locator('.monaco-list-row', { hasText: 'Set API Key…' }).click();
  await quick.locator('.monaco-list-row', { hasText: 'OpenAI-compatible' }).click();
  const box = quick.locator('input[type=password]');
  await box.waitFor();
  await page.keyboard.type('short');
  await quick.getByText('Too short for an API key.').waitFor();
  await shot('02-key');
  await box.fill(KEY);
  await page.keyboard.press('Enter');
  const stored = toast.filter({ hasText: 'Saved the API key' });
  await stored.waitFor();
  await stored.locator('.monaco-button', { hasText: 'Test Key' }).click();
  await toast.filter({ hasText: 'responded. Models: 1' }).waitFor();
}

async function consentAndVerify({ page, command, dialog, toast, shot, status }) {
  await command('Citewright: Verify Document');
  await dialog.filter({ hasText: 'fetch cited sources' }).waitFor();
  await shot('03-consent');
  await dialog.locator('.monaco-button', { hasText: /^Fetch and Send$/ }).click();
  await toast.filter({ hasText: /Checked: \d+ of \d+ supported/ }).waitFor();
  await status.filter({ hasText: /\d+ citation problems?/ }).waitFor();
  await page.locator('.codelens-decoration a', { hasText: /of \d+ claims supported/ }).waitFor();
  await shot('05-verified');
}

async function readSquiggle({ page, hover, shot }) {
  const squiggle = page.locator('.squiggly-warning, .squiggly-error').first();
  await squiggle.waitFor();
  const card = await hover(squiggle, /checked/);
  const text = await card.innerText();
  await shot('06-hover');
  assert.match(text, /% confidence|Dead link|not found/i);
  await page.keyboard.press('Escape');
  return text;
}

async function readResults({ page, results, command, shot }) {
  await command('Citewright: Show Results');
  const rows = results.locator('tr.row');
  await rows.first().waitFor();
  await results.locator('.chip', { hasText: 'Problems' }).click();
  await results.locator('tr.row.bad').first().waitFor();
  assert.equal(await results.locator('tr.row.good').count(), 0);
  await results.locator('tr.row', { hasText: 'Overstated' }).first().locator('.toggle').click();
  await results.locator('tr.details blockquote').first().waitFor();
  await shot('07-results');
  await results.locator('tr.details button', { hasText: 'Go to Text' }).first().click();
  await results.locator('tr.details button', { hasText: 'Evidence' }).first().click();
  await page.locator('.tab', { hasText: '.txt' }).waitFor();
  await page.waitForTimeout(500);
  await shot('08-evidence');
}

async function seeThemes({ page, theme, results, shot }) {
  const themes = [
    ['Light Modern', 'vs', 'light'],
    ['Default High Contrast', 'hc-black', 'contrast'],
    ['Default High Contrast Light', 'hc-light', 'contrast-light'],
    ['Dark Modern', 'vs-dark', 'dark'],
  ];
  for (const [id, css, name] of themes) {
    await theme(id, css);
    await page.locator('.tab', { hasText: 'Citations' }).click();
    await results.locator('tr.row').first().waitFor();
    await page.waitForTimeout(300);
    await shot(`09-${name}`);
  }
}

export const scenario = (given) =>
  atDesk({ ...given, file: 'lighthouse.md', name: 'first-run' }, async (person) => {
    const { page, status, shot } = person;
    await status.filter({ hasText: /\d+/ }).waitFor();
    await page.locator('.codelens-decoration a', { hasText: /citations/ }).waitFor();
    await shot('01-open');
    await storeKey(person);
    await consentAndVerify(person);
    const hoverText = await readSquiggle(person);
    await readResults(person);
    await seeThemes(person);
    assert.ok(!hoverText.includes(KEY) && !(await page.content()).includes(KEY), 'the key is on the screen');
  });
