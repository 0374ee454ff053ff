// A window whose language is German: every word of ours on the surfaces of a first run is German.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { allow, atDesk } from '../lib/desk.mjs';

const words = JSON.parse(
  fs.readFileSync(path.resolve(import.meta.dirname, '../../../l10n/bundle.l10n.de.json'), 'utf8'),
);

/** No text holds a sentence that the bundle translates. Short words may be the editor's own. */
function assertGerman(text, where) {
  const left = Object.entries(words).filter(
    ([english, german]) =>
      english.length > 12 && !english.includes('{') && english !== german && text.includes(english),
  );
  assert.deepEqual(left, [], where);
}

export const scenario = (given) =>
  atDesk({ ...given, file: 'lighthouse.md', language: 'de', name: 'german' }, async (person) => {
    const { page, command, toast, hover, shot, status, results, quick, pressUntil } = person;
    await page.locator('.codelens-decoration a', { hasText: '16 Belege' }).waitFor();
    await status.filter({ hasText: '1 Problem' }).waitFor();
    await page.locator('.codelens-decoration a', { hasText: /^Prüfen$/ }).click();
    await quick.locator('.monaco-list-row', { hasText: 'Quellen abrufen' }).waitFor();
    assertGerman(await quick.innerText(), 'the page of consent');
    await shot('01-consent');
    await allow(person, 'Citewright darf');
    await toast.filter({ hasText: /Geprüft/ }).waitFor();
    await shot('02-toast');
    const card = await hover(page.locator('.squiggly-warning'), /Konfidenz/);
    assertGerman(await card.innerText(), 'the hover');
    await shot('03-hover');
    await page.keyboard.press('Escape');
    await command('Citewright: Ergebnisse anzeigen');
    await results.locator('tr.row').first().waitFor();
    assertGerman(await results.locator('body').innerText(), 'the results');
    await shot('04-results');
    await results.locator('tr.row.bad .link').last().click();
    await page.locator('.editor-instance .monaco-editor.focused').waitFor();
    const menu = page.locator('.action-widget .monaco-list-row');
    await pressUntil('Control+.', menu.first());
    assertGerman(await menu.allInnerTexts().then((all) => all.join('\n')), 'the quick fixes');
    await shot('05-quick-fix');
    await page.keyboard.press('Escape');
    await command('View: Close All Editors');
    await command('Welcome: Open Walkthrough...');
    await quick.locator('.monaco-list-row', { hasText: 'Prüfen Sie Ihren ersten Entwurf' }).click();
    await page.locator('.getting-started-step', { hasText: 'Abrufen von Quellen erlauben' }).click();
    await page.getByText('fragt einmal je Arbeitsbereich').waitFor();
    await results.getByText('Zitierte Quellen abrufen').waitFor(); // the picture
    await shot('06-walkthrough');
  });
