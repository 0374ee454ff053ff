// Every surface, brought up as a person would. With CITEWRIGHT_THEMES=all, pictures to look at are taken in four themes. What can be said
// without eyes is asserted: nothing is cut off, nothing lies outside the window, axe finds nothing.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { allow, atDesk, exportAs } from '../lib/desk.mjs';
import { THEMES, violations, webviewFrame } from '../lib/axe.mjs';

const LOG = [
  { type: 'user', message: { role: 'user', content: 'How often does the bell strike?' } },
  {
    type: 'assistant',
    message: {
      role: 'assistant',
      content: [
        {
          type: 'text',
          text: 'The bell is struck once every twenty seconds (replica/bell.ts:4), and it never stops (replica/bell.ts:99).',
        },
      ],
    },
  },
];

const isLookedAt = process.env.CITEWRIGHT_THEMES === 'all';

/** Takes a picture of the screen in each theme; `again` shows what a change of theme hides. Without pictures, it is only shown. */
async function inThemes({ page, theme, shot }, name, again = async () => undefined) {
  if (!isLookedAt) return again();
  for (const [id, css, label] of THEMES) {
    await theme(id, css);
    await again();
    await page.waitForTimeout(350);
    await shot(`${name}-${label}`);
  }
}

/* global getComputedStyle -- runs in the page */
/** No button or line of the element is wider than what holds it. */
async function wholly(locator, what) {
  const cut = await locator.evaluate((element) =>
    [...element.querySelectorAll('button, .monaco-button, p, h2, .dialog-message-detail')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflow !== 'visible')
      .map((one) => one.textContent),
  );
  assert.deepEqual(cut, [], `${what}: cut off`);
}

/** Nothing that the selector picks stands out of the element. */
async function within(locator, selector, what) {
  const out = await locator.evaluate((element, inner) => {
    const { right } = element.getBoundingClientRect();
    return [...element.querySelectorAll(inner)]
      .filter((one) => one.getBoundingClientRect().right > right)
      .map((one) => one.textContent);
  }, selector);
  assert.deepEqual(out, [], `${what}: cut off`);
}

async function walkthrough(person) {
  const { page, command, quick } = person;
  await command('Welcome: Open Walkthrough...');
  await quick.locator('.monaco-list-row', { hasText: 'Check your first draft' }).click();
  const steps = page.locator('.gettingStartedContainer .step-title');
  await steps.first().waitFor();
  for (const [i, name] of ['open', 'verify', 'model', 'results'].entries()) {
    await steps.nth(i).click();
    const step = page.locator('.getting-started-step.expanded');
    await wholly(step, `the step ${name} of the walkthrough`);
    await within(step, '.monaco-keybinding', `a key in the step ${name} of the walkthrough`);
    await inThemes(person, `01-walkthrough-${name}`);
    // Its colours are the editor's own, in every theme.
    const found = await violations(page, '.getting-started-step.expanded .step-description-container');
    assert.deepEqual(found, [], `axe-core, the step ${name}`);
  }
  await command('View: Close Editor');
}

async function consent(person) {
  const { page, command, quick, toast } = person;
  await command('Citewright: Verify Document');
  await quick.locator('.monaco-list-row', { hasText: 'Send claims' }).waitFor();
  await within(
    quick,
    '.monaco-list-row .label-description, .quick-input-list-label-meta',
    'the page of consent',
  );
  await inThemes(person, '02-consent');
  await allow(person);
  await toast.filter({ hasText: 'Checked:' }).waitFor();
  await page.waitForTimeout(300);
  await inThemes(person, '04-toast');
  await command('Notifications: Clear All Notifications');
}

async function picks(person) {
  const { page, command, quick } = person;
  const look = async (title, row, name) => {
    await command(title);
    await quick.locator('.monaco-list-row', { hasText: row }).first().waitFor();
    await inThemes(person, name);
    await page.keyboard.press('Escape');
  };
  await look('Citewright: Manage Models and Keys…', 'Automatic', '05-model-picker');
  await look('Citewright: Manage Consent…', 'Reset all answers', '06-manage-consent');
  await command('Citewright: Manage Models and Keys…');
  await quick.locator('.monaco-list-row', { hasText: 'Set API Key…' }).click();
  await quick.locator('.monaco-list-row', { hasText: 'OpenAI' }).first().waitFor();
  await inThemes(person, '07-set-key');
  await page.keyboard.press('Escape');
  await look('Citewright: Export Report…', 'HTML', '08-export');
}

/** All that Citewright says in a hover is seen without scrolling; below it the editor has a line of its own. */
async function fits(card, what) {
  const hidden = await card.evaluate((element) => {
    const last = [...element.querySelectorAll('.hover-contents')].at(-1);
    return last.getBoundingClientRect().bottom - element.getBoundingClientRect().bottom;
  });
  assert.ok(hidden <= 0, `${what}: ${hidden} px are below the edge`);
}

async function inText(person) {
  const { page, command, hover } = person;
  const away = () => page.keyboard.press('Escape');
  await command('Explorer: Focus on Citation Sources View');
  await page.locator('.pane', { hasText: 'Sources' }).locator('.monaco-list-row').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await inThemes(person, '10-verified-with-sources');
  const squiggle = () => page.locator('.squiggly-warning').first();
  await inThemes(person, '11-hover-marker', async () => {
    await away();
    await fits(await hover(squiggle(), /checked/), 'the hover of a marker');
  });
  const claim = () => page.locator('.view-line', { hasText: 'December the new burner' }).first();
  await inThemes(person, '12-hover-claim', async () => {
    await away();
    await fits(await hover(claim(), /checked/), 'the hover of a claim');
  });
  await away();
  await command('Problems: Focus on Problems View');
  await page.locator('.markers-panel .monaco-list-row').first().waitFor();
  await inThemes(person, '13-problems');
  await page.locator('.markers-panel a', { hasText: 'overstated' }).first().click();
  await page.locator('.tab.active', { hasText: 'overstated.md' }).waitFor();
  const doc = page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
  await doc.locator('h1').first().waitFor();
  await inThemes(person, '14-code-page');
  await command('View: Close Editor');
  await command('View: Toggle Panel Visibility');
}

/** The HTML report as a browser shows it, in both of its colours. */
async function report(person) {
  const { context, shot } = person;
  const file = await exportAs(person, 'HTML', 'html');
  const page = await context.newPage();
  await page.goto(pathToFileURL(file).href);
  for (const colorScheme of ['light', 'dark'])
    for (const width of [1200, 420]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 1000 });
      if (isLookedAt) await shot(`60-report-${colorScheme}-${width}`, page);
      for (const forcedColors of width > 500 ? ['active', 'none'] : ['none']) {
        await page.emulateMedia({ colorScheme, forcedColors });
        assert.deepEqual(await violations(page), [], `axe-core, report, ${colorScheme}, ${forcedColors}`);
      }
    }
  await page.close();
}

async function atOverstated({ page, results, command }) {
  await command('Citewright: Show Results');
  await results.locator('tr.row').first().waitFor();
  await results.locator('.chip', { hasText: 'Problems' }).click();
  const row = results.locator('tr.row', { hasText: 'Overstated' }).first();
  if ((await results.locator('tr.details').count()) === 0) await row.locator('.toggle').click();
  await results.locator('tr.details button', { hasText: 'Go to Text' }).first().click();
  await page.locator('.editor-instance .monaco-editor.focused').waitFor();
}

async function fixes(person) {
  const { page, pressUntil } = person;
  await atOverstated(person);
  const menu = page.locator('.action-widget .monaco-list-row');
  await inThemes(person, '20-quick-fix', async () => {
    await page.keyboard.press('Escape');
    await page.locator('.editor-instance .view-line', { hasText: 'missed the harbour' }).first().click();
    await page.keyboard.press('Escape');
    await atOverstated(person);
    await pressUntil('Control+.', menu.first());
  });
  await menu.filter({ hasText: 'Narrow claim to match [2]: “During the trial' }).click();
  await page.locator('.view-line', { hasText: 'During the trial' }).first().waitFor();
  await page.keyboard.press('Control+z');
  await page.locator('.squiggly-warning').first().waitFor();
}

async function evidence(person) {
  const { page, results } = person;
  await atOverstated(person);
  await results.locator('tr.details button', { hasText: 'Evidence' }).first().click();
  await page.locator('.tab', { hasText: '.txt' }).waitFor();
  await page
    .locator('.codelens-decoration', { hasText: /Page 2 of/ })
    .first()
    .waitFor({ timeout: 90_000 }); // the editor waits up to a minute before it asks, if earlier answers were slow
  await inThemes(person, '30-evidence-pdf');
  await person.command('View: Close Editor');
}

async function table(person) {
  const { page, command, results } = person;
  await command('Citewright: Show Results');
  await command('View: Move Editor into Left Group'); // its text stays open behind it
  await results.locator('tr.row').first().waitFor();
  await command('View: Toggle Primary Side Bar Visibility');
  await results.locator('.chip', { hasText: 'Problems' }).click();
  await inThemes(person, '40-results-wide');
  await results.locator('#group').selectOption('source');
  await results.locator('.chip', { hasText: 'All' }).click();
  await inThemes(person, '41-results-by-source');
  const place = results.locator('tr.row td.line').first();
  assert.match(await place.innerText(), /^\d+$/);
  await page.setViewportSize({ width: 520, height: 900 });
  // The view lays itself out some time after its size has changed.
  for (let i = 0; i < 50 && !/^Line/.test(await place.innerText()); i++) await page.waitForTimeout(100);
  assert.match(await place.innerText(), /^Line \d+$/);
  await inThemes(person, '42-results-narrow');
  await page.setViewportSize({ width: 700, height: 450 }); // 1400 × 900 at 200 %
  await inThemes(person, '43-results-zoomed');
  await page.setViewportSize({ width: 1400, height: 900 });
  await results.locator('#group').selectOption('none');
  await command('View: Toggle Primary Side Bar Visibility');
}

async function setAside(person) {
  const { page, command, hover, pressUntil, results } = person;
  await atOverstated(person);
  const menu = page.locator('.action-widget .monaco-list-row');
  await pressUntil('Control+.', menu.first());
  await menu
    .filter({ hasText: /Ignore .* on this line/ })
    .first()
    .click();
  await page.locator('.view-line', { hasText: 'citewright-ignore-line' }).waitFor();
  await inThemes(person, '45-set-aside', async () => {
    await page.keyboard.press('Escape');
    await hover(page.locator('.view-line', { hasText: 'ship ever missed' }).first(), 'Ignored on this line');
  });
  await page.keyboard.press('Escape');
  await command('Citewright: Show Results');
  await results.locator('.chip', { hasText: 'All' }).click();
  await results.locator('tr.row', { hasText: 'Overstated (suppressed)' }).waitFor();
  await inThemes(person, '46-set-aside-result');
  assert.deepEqual(await violations(await webviewFrame(page)), [], 'axe-core, suppressed results');
}

async function transcript(person) {
  const { page, command, folder } = person;
  fs.writeFileSync(path.join(folder, 'session.jsonl'), LOG.map((line) => JSON.stringify(line)).join('\n'));
  await command('View: Close All Editors');
  await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'session.jsonl' }).dblclick();
  await page.locator('.tab', { hasText: 'session.jsonl' }).waitFor();
  await command('Citewright: Open as Citewright Transcript');
  await page.locator('.tab', { hasText: 'session.md' }).waitFor();
  await page.locator('.squiggly-error').first().waitFor();
  await inThemes(person, '50-transcript');
}

export const scenario = (given) =>
  atDesk(
    {
      ...given,
      file: 'lighthouse.md',
      name: 'surfaces',
      settings: { 'citewright.editor.marks': true, 'citewright.editor.gutter': true },
    },
    async (person) => {
      const { page } = person;
      await page.locator('.codelens-decoration a', { hasText: /citations/ }).waitFor();
      await inThemes(person, '00-scanned');
      await walkthrough(person);
      await consent(person);
      await picks(person);
      await inText(person);
      await fixes(person);
      await evidence(person);
      await table(person);
      await report(person);
      await setAside(person);
      await transcript(person);
    },
  );
