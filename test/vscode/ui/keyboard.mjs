// By keys alone. The lenses tell how a run has ended wherever the keys go meanwhile. From the text to the tree of sources, through its
// rows, to a claim in the text and to the evidence; the tree keeps the row, its branches and the keys while the text is verified anew.
/* global document, MutationObserver -- functions given to the page run there */
import { atDesk } from '../lib/desk.mjs';

/** Takes the keys out of the text in the very moment in which the status bar, after its progress, tells the end of a run. */
const leaveAtTheEnd = (page) =>
  page.evaluate(() => {
    const said = () => document.getElementById('citewright.citewright.citewright.status')?.textContent ?? '';
    let isRunning = false;
    new MutationObserver((_, observer) => {
      isRunning ||= /\d\/\d/.test(said());
      if (!isRunning || !/citation/.test(said())) return;
      observer.disconnect();
      document.activeElement.blur();
      document.body.dataset.left = 'yes';
    }).observe(document.querySelector('.part.statusbar'), {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });

/** A command of the palette without the mouse. */
async function typed({ page, pressUntil }, title) {
  await pressUntil('F1', page.locator('.quick-input-widget:visible input[type=text]'));
  await page.keyboard.type(title);
  const first = page.locator('.quick-input-list .monaco-list-row').first();
  await first.locator('.label-name').getByText(title, { exact: true }).waitFor();
  await page.keyboard.press('Enter');
}

/** Turns both switches on, and accepts. */
const agree = async ({ page, quick, pressUntil }) => {
  for (const name of ['Fetch cited', 'Send claims']) {
    const one = quick.locator('.monaco-list-row', { hasText: name });
    await one.and(page.locator('[aria-checked=false]')).waitFor();
    await pressUntil('ArrowDown', one.and(page.locator('.focused')), null);
    await page.keyboard.press('Space');
    await one.and(page.locator('[aria-checked=true]')).waitFor();
  }
  await page.keyboard.press('Enter');
  await quick.locator('.monaco-list-row').first().waitFor({ state: 'detached' });
};

/** The editor puts off its question for lenses, and forgets it when the text loses the keys. */
async function lensesTellTheEnd(person) {
  const { page, command, toast } = person;
  const lens = page.locator('.codelens-decoration').first();
  await lens.filter({ hasText: /citations/ }).waitFor();
  await leaveAtTheEnd(page);
  await typed(person, 'Citewright: Verify Document');
  await agree(person);
  await toast.filter({ hasText: 'Checked:' }).waitFor();
  await page.locator('body[data-left=yes]').waitFor();
  await lens.filter({ hasText: 'supported' }).waitFor();
  await command('Notifications: Clear All Notifications');
}

const trees = (page) => page.locator('.customview-tree .monaco-list');
/** The row that has the keys. */
const focused = (page) => page.locator('.customview-tree .monaco-list:focus .monaco-list-row.focused');

/** Goes to a row by as many presses as it takes: on a busy machine one is lost, or shows after the next. */
async function walkTo(page, text) {
  const row = trees(page).locator('.monaco-list-row', { hasText: text }).first();
  const indexOf = async (one) =>
    (await one.count()) > 0 ? Number(await one.getAttribute('data-index')) : -1;
  for (let i = 0; i < 30; i++) {
    await row.waitFor();
    const ahead = (await indexOf(row)) - (await indexOf(focused(page)));
    if (ahead === 0) return;
    await page.keyboard.press(ahead > 0 ? 'ArrowDown' : 'ArrowUp');
    await page.waitForTimeout(100);
  }
  throw new Error(`The keys don’t lead to ${text}`);
}

/** The tree is brought up for the first time, and its rows take the keys. */
async function reachTree(person) {
  const { page, pressUntil } = person;
  await typed(person, 'Explorer: Focus on Citation Sources View');
  await page.locator('.customview-tree').waitFor();
  await trees(page).locator('.monaco-list-row').first().waitFor({ timeout: 1500 });
  await walkTo(page, 'The lighthouse on the north pier');
  await walkTo(page, 'Standing orders');
  await pressUntil('ArrowRight', trees(page).locator('.monaco-list-row', { hasText: 'line 11' }), null);
  await walkTo(page, 'line 11');
}

/** A run that begins while the tree has the keys: each finding refreshes it, and the row and its branch stay. */
async function keepRow(person) {
  const { page, toast } = person;
  await typed(person, 'Citewright: Verify Document');
  await toast.filter({ hasText: 'Checked:' }).waitFor();
  await page.waitForTimeout(500); // the tree is shown anew once the findings have come
  await focused(page).filter({ hasText: 'line 11' }).waitFor();
  await page.keyboard.press('ArrowUp');
  await focused(page).and(page.locator('[aria-expanded=true]')).waitFor();
  await page.keyboard.press('ArrowDown');
}

/** Enter leads from a claim to its place in the text; the menu key to what can be done with it. */
async function openRow(person) {
  const { page } = person;
  await page.keyboard.press('Enter');
  await page.locator('.editor-instance .monaco-editor.focused').waitFor();
  await page.locator('.statusbar-item', { hasText: /Ln 11, Col \d+ \(9 selected\)/ }).waitFor(); // [^orders]
  await typed(person, 'Citewright: Show Citation Sources');
  await focused(page).filter({ hasText: 'line 11' }).waitFor();
  await page.keyboard.press('Shift+F10');
  const item = page.locator('.monaco-menu .action-item', { hasText: 'Show Evidence' });
  await item.waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await item.and(page.locator('.focused')).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.tab', { hasText: '.txt' }).waitFor();
}

/** A window that begins with the tree in view fills it, and says so where there is nothing to show. */
async function cameBack(person) {
  const { page, command, reload } = person;
  await reload();
  await trees(page).locator('.monaco-list-row', { hasText: 'The lighthouse on the north pier' }).waitFor();
  await command('File: New Untitled Text File');
  await page.locator('.pane .welcome-view', { hasText: 'has no citations' }).waitFor();
}

export const scenario = (given) =>
  atDesk({ ...given, file: 'lighthouse.md', name: 'keyboard' }, async (person) => {
    await lensesTellTheEnd(person);
    await reachTree(person);
    await keepRow(person);
    await openRow(person);
    await cameBack(person);
  });
