// The writer's day: a draft is verified, edited while its findings follow, a missing reference is added by a quick fix, an overstated
// claim is looked into, and the report leaves as one file.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { atDesk, exportAs, verifyAndAgree } from '../lib/desk.mjs';

const SENTENCE = ' Nobody has counted the gulls [9].';

/** Types a sentence at the end of the draft's first section, and mends what is underlined in it. */
async function typeAndMend({ page, command, shot, folder }) {
  await page.locator('.view-line', { hasText: 'Few things in Aldermouth' }).first().click();
  await page.keyboard.press('End');
  await page.keyboard.press('End'); // of the paragraph, not of the line as it is wrapped
  await page.keyboard.type(SENTENCE);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.locator('.squiggly-error').first().waitFor();
  await page.waitForTimeout(800);
  const fixes = page.locator('.action-widget .monaco-list-row');
  for (let i = 0; i < 5 && !(await fixes.first().isVisible()); i++) {
    await page.keyboard.press('Control+.');
    await fixes
      .first()
      .waitFor({ timeout: 3000 })
      .catch(() => undefined);
  }
  await shot('02-quick-fix');
  await fixes.filter({ hasText: '[9]' }).first().click();
  const saved = () => fs.readFileSync(`${folder}/lighthouse.md`, 'utf8');
  for (let i = 0; i < 5 && !/\n\[9\]/.test(saved()); i++) {
    await page.waitForTimeout(500);
    await command('File: Save');
    await page.waitForTimeout(500);
  }
  assert.match(saved(), /\n\[9\]/);
}

/** A claim that is changed loses its finding; undone, it has it again. */
async function editAndUndo({ page, status, results }) {
  const judged = await status.innerText();
  await results.locator('.chip', { hasText: 'Problems' }).click();
  await results.locator('tr.row.bad').first().waitFor();
  assert.equal(await results.locator('tr.row.good').count(), 0);
  const row = results.locator('tr.row', { hasText: 'Overstated' }).first();
  await row.locator('.toggle').click();
  await results.locator('tr.details blockquote').first().waitFor();
  await results.locator('tr.details .layers', { hasText: 'claims more than the source' }).waitFor();
  await results.locator('tr.details button', { hasText: 'Go to Text' }).click();
  await page.locator('.editor-instance .monaco-editor.focused').waitFor();
  await page.waitForTimeout(500);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('x');
  await status.filter({ hasNotText: judged.trim() }).waitFor();
  await row.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await status.filter({ hasText: judged.trim() }).waitFor();
  await results.locator('tr.row', { hasText: 'Overstated' }).first().waitFor();
}

/** The exported page asks nobody for anything, and shows what the table shows. */
async function readReport({ context, shot }, file) {
  const text = fs.readFileSync(file, 'utf8');
  assert.match(text, /Overstated|overstated/);
  assert.doesNotMatch(text, /<script|<link|<img|@import|url\(/i);
  const page = await context.newPage();
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.setContent(text);
  await page.waitForTimeout(300);
  assert.deepEqual(
    asked.filter((url) => /^https?:/.test(url)),
    [],
  );
  await page.close();
  await shot('05-exported');
}

export const scenario = (given) =>
  atDesk({ ...given, file: 'lighthouse.md', name: 'writer' }, async (person) => {
    const { page, command, results, hover, shot } = person;
    await page.locator('.codelens-decoration a', { hasText: /citations/ }).waitFor();
    await shot('01-open');
    await typeAndMend(person);
    await verifyAndAgree(person);
    await command('Citewright: Show Results');
    await results.locator('tr.row').first().waitFor();
    await editAndUndo(person);
    await shot('03-followed');
    await hover(page.locator('.squiggly-warning, .squiggly-error'), /checked/);
    await shot('04-hover');
    await page.keyboard.press('Escape');
    await readReport(person, await exportAs(person, 'HTML', 'html'));
  });
