// By keys alone. The lenses tell how a run has ended wherever the keys go meanwhile.
/* global document, MutationObserver -- functions given to the page run there */
import { atDesk } from '../lib/desk.mjs';

/** Takes the keys out of the text in the very moment in which the status bar tells the end of a run. */
const leaveAtTheEnd = (page) =>
  page.evaluate(() => {
    const item = document.getElementById('citewright.citewright.citewright.status');
    new MutationObserver((_, observer) => {
      if (!/\d+\/\d+ ·/.test(item.textContent)) return;
      observer.disconnect();
      document.activeElement.blur();
    }).observe(item, { childList: true, subtree: true, characterData: true });
  });

/** The editor puts off its question for lenses, and forgets it when the text loses the keys. */
async function lensesTellTheEnd({ page, command, dialog, toast }) {
  const lens = page.locator('.codelens-decoration').first();
  await lens.filter({ hasText: /citations .* verify/ }).waitFor();
  await leaveAtTheEnd(page);
  await command('Citewright: Verify Document');
  await dialog.locator('.monaco-button', { hasText: /^Fetch Sources$/ }).click();
  await dialog.locator('.monaco-button', { hasText: /^Send$/ }).click();
  await toast.filter({ hasText: 'Checked:' }).waitFor();
  await lens.filter({ hasText: 'supported' }).waitFor({ timeout: 8000 });
}

export const scenario = (given) =>
  atDesk({ ...given, file: 'lighthouse.md', name: 'keyboard' }, lensesTellTheEnd);
