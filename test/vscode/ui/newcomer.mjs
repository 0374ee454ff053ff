// The newcomer's day: the walkthrough leads from an empty window to the first verdicts. A draft is opened and scanned, consent is asked
// for in plain words, sources are found without a model, a model of a server is chosen and its key stored and tested, the estimate is
// seen before anything is spent, the verdicts are read, and consent is taken back.
import assert from 'node:assert/strict';
import path from 'node:path';
import { allow, atDesk } from '../lib/desk.mjs';

const KEY = 'canary-key-70c1de93ab';

/** A price for the demo model, which nobody has set yet. */
const SETTINGS = {
  'citewright.models': [{ id: 'demo', provider: 'openai-compatible', input: 3, output: 15 }],
};

const STEPS = {
  open: 'Open a draft with citations',
  verify: 'Allow fetching sources',
  model: 'Select a model',
};

/** Goes to a step of the walkthrough, and gives its part of the page. */
async function step({ page, command, quick }, name) {
  const title = page.locator('.gettingStartedContainer .getting-started-step', { hasText: STEPS[name] });
  if (!(await title.first().isVisible())) {
    await command('Welcome: Open Walkthrough...');
    await quick.locator('.monaco-list-row', { hasText: 'Check your first draft' }).click();
    await title.first().waitFor();
  }
  if (!(await title.first().locator('.monaco-button').first().isVisible()))
    await title.first().locator('.step-title').click();
  return title.first();
}

/** The number of problems on each surface: lens, status bar, Problems badge, heading of the results, their chips. */
async function counts({ page, status, results }) {
  const number = (text, pattern) => Number(pattern.exec(text)?.[1] ?? (/\d/.test(text) ? 0 : NaN));
  const [lens] = await page.locator('.codelens-decoration a', { hasText: /problem/ }).allInnerTexts();
  const chips = await results.locator('.chip').allInnerTexts();
  const filters = await results.locator('.chip').evaluateAll((all) => all.map((one) => one.dataset.filter));
  const codes = chips
    .filter((_, i) => filters[i].startsWith('code:'))
    .map((text) => Number(/\d+$/.exec(text)));
  const badge = await page.locator('[id="status.problems"] a').getAttribute('aria-label');
  return {
    lens: number(lens ?? '', /(\d+) problems?/),
    status: number(await status.innerText(), /(\d+) citation problems?/),
    badge: [...(badge ?? '').matchAll(/(?:Errors|Warnings): (\d+)/g)].reduce(
      (sum, [, n]) => sum + Number(n),
      0,
    ),
    heading: number(await results.locator('#summary').innerText(), /(\d+) problems?/),
    chip: number(chips[filters.indexOf('bad')] ?? '', /(\d+)$/),
    // A single code has no chip of its own.
    codes: codes.length > 0 ? codes.reduce((sum, n) => sum + n, 0) : undefined,
  };
}

/** Waits until every surface shows this number of problems, for example that of the message at the end of a run. */
async function agree(person, expected) {
  const { page, command, results } = person;
  await page.locator('.tab', { hasText: 'lighthouse.md' }).click();
  // The editor puts off its question for lenses, and forgets it when the text loses the keys.
  const lens = page.locator('.codelens-decoration a', { hasText: /problem/ }).first();
  await lens.filter({ hasText: new RegExp(`(?:^|\\D)${expected} problems?`) }).waitFor();
  await command('Citewright: Show Results');
  await results.locator('tr.row').first().waitFor();
  let shown;
  for (let i = 0; i < 60; i++) {
    shown = await counts(person);
    if (Object.values(shown).every((n) => n === expected || n === undefined)) break;
    await page.waitForTimeout(250);
  }
  const { codes, ...others } = shown;
  const all = Object.fromEntries(Object.keys(others).map((name) => [name, expected]));
  assert.deepEqual(shown, { ...all, codes: codes === undefined ? undefined : expected });
  await page.locator('.tab', { hasText: 'Citations' }).click({ button: 'middle' });
  await page.locator('.tab', { hasText: 'Citations' }).waitFor({ state: 'detached' });
}

/** Waits for the check mark of a step that is done. */
const isChecked = ({ page }, name) =>
  page.locator(`.gettingStartedContainer .complete[data-done-step-id$="#${name}"]`).waitFor();

/** Step one: a draft is opened by the walkthrough's own button, and what is wrong in it shows at once. */
async function openDraft(person, file) {
  const { page, shot, requests, status } = person;
  const first = await step(person, 'open');
  await shot('01-walkthrough');
  await first.locator('.monaco-button', { hasText: 'Open a File' }).click();
  await person.nameFile(file, page.locator('.tab', { hasText: path.basename(file) }));
  await page.locator('.codelens-decoration a', { hasText: /1 problem · 16 citations/ }).waitFor();
  await status.filter({ hasText: '1 citation problem' }).waitFor();
  await shot('02-scanned');
  await agree(person, 1);
  assert.ok(requests.length > 0);
}

/** Step two: what leaves the computer is said in plain words; without a model the sources are found all the same. */
async function fetchSources(person) {
  const { toast, quick, shot, clickUntil } = person;
  const second = await step(person, 'verify');
  await isChecked(person, 'open');
  await second.locator('.monaco-button', { hasText: 'Verify Document' }).click();
  const rows = quick.locator('.monaco-list-row');
  await rows.filter({ hasText: 'Fetch cited sources' }).waitFor();
  assert.equal(await rows.count(), 1); // no model is known yet
  const words = await quick.innerText();
  for (const part of ['Crossref', 'your document isn’t sent']) assert.ok(words.includes(part), part);
  assert.match(await quick.locator('input[type=text]').getAttribute('placeholder'), /Manage Consent…/);
  assert.doesNotMatch(words, /\bAPI|\bJSON|HTTP|endpoint|token/i);
  await shot('03-consent');
  await allow(person);
  const found = toast.filter({ hasText: /Checked without a model: \d+ of 16 sources found/ });
  await found.waitFor();
  await shot('04-without-model');
  await agree(person, Number(/(\d+) problems?/.exec(await found.innerText())[1]));
  await clickUntil(
    found.locator('.monaco-button', { hasText: 'Manage Models and Keys' }),
    quick.locator('.monaco-list-row', { hasText: 'No model' }),
  );
}

/** The picker: who there is, at which price, and who wants a key; then a server of one's own. */
async function pickModel({ page, quick, toast, shot }, origin) {
  await quick.locator('.monaco-list-row', { hasText: 'No model' }).waitFor();
  await quick
    .getByText(/\$\d+ in, \$\d+ out per million tokens/)
    .first()
    .waitFor();
  await quick.getByText('needs a key').first().waitFor();
  await shot('05-models');
  await page.keyboard.type('OpenAI-compatible');
  await quick.locator('.monaco-list-row', { hasText: 'OpenAI-compatible' }).first().click();
  const box = page.locator('.quick-input-widget:visible input[type=text]');
  await quick.getByText('Model server URL').first().waitFor();
  await box.fill('http://models.example/v1');
  await quick.getByText('Invalid: ').first().waitFor(); // plain http to another computer
  await box.fill(`${origin}/v1`);
  await page.keyboard.press('Enter');
  await quick.locator('.monaco-list-row', { hasText: 'demo' }).first().click();
  await toast.filter({ hasText: 'Citewright will use' }).waitFor();
  await page.waitForTimeout(1000); // the editor writes its settings down
}

/** Step three: a key, kept and tested live. */
async function storeKey(person) {
  const { page, quick, toast, shot } = person;
  const third = await step(person, 'model');
  for (const name of ['verify', 'model', 'results']) await isChecked(person, name);
  await shot('06-step-three');
  await third.locator('.monaco-button', { hasText: 'Set API Key' }).click();
  await quick.locator('.monaco-list-row', { hasText: 'OpenAI-compatible' }).click();
  const box = quick.locator('input[type=password]');
  await box.waitFor();
  await page.keyboard.type('short');
  await quick.getByText('Too short for an API key.').waitFor();
  await box.fill(KEY);
  await page.keyboard.press('Enter');
  const stored = toast.filter({ hasText: 'Saved the API key' });
  await stored.locator('.monaco-button', { hasText: 'Test Key' }).click();
  await toast.filter({ hasText: 'responded. Models: 1' }).waitFor();
  await shot('07-key-tested');
}

/** The second question with its estimate, and the verdicts with what they have cost. */
async function judge(person) {
  const { page, command, quick, toast, hover, status, shot } = person;
  await command('Notifications: Clear All Notifications');
  await page.locator('.tab', { hasText: 'lighthouse.md' }).click();
  await command('Citewright: Verify Document');
  const sending = quick.locator('.monaco-list-row', { hasText: 'Send claims' });
  await sending.filter({ hasText: 'stays on this computer' }).waitFor();
  assert.match(await sending.innerText(), /Estimated cost: .+ to \$0\.\d+\. The run stops at \$1\.00/);
  await shot('08-estimate');
  await allow(person);
  await toast
    .filter({ hasText: /Checked: \d+ of \d+ claims supported.* · 6 problems · \$0\.\d\d/ })
    .waitFor();
  await status.filter({ hasText: /6 citation problems/ }).waitFor();
  await page.locator('.codelens-decoration a', { hasText: /of \d+ claims supported/ }).waitFor();
  const card = await hover(page.locator('.squiggly-warning'), /checked/);
  assert.match(await card.innerText(), /% confidence/);
  await shot('09-verdicts');
  await page.keyboard.press('Escape');
  await agree(person, 6);
}

/** What was agreed to is shown and taken back; the next run asks anew. */
async function takeBack({ page, command, quick, shot }) {
  await command('Citewright: Manage Consent…');
  await quick.locator('.monaco-list-row', { hasText: 'Fetch sources' }).waitFor();
  await shot('10-consent-given');
  await quick.locator('.monaco-list-row', { hasText: 'Reset all answers' }).click();
  await page.locator('.tab', { hasText: 'lighthouse.md' }).click();
  await command('Citewright: Verify Document');
  await quick.locator('.monaco-list-row', { hasText: 'Fetch cited sources' }).waitFor();
  await page.keyboard.press('Escape');
}

export const scenario = (given) =>
  atDesk({ ...given, name: 'newcomer', judge: false, settings: SETTINGS }, async (person) => {
    const { folder, server } = person;
    await openDraft(person, path.join(folder, 'lighthouse.md'));
    await fetchSources(person);
    await pickModel(person, server.origin);
    await storeKey(person);
    await judge(person);
    await takeBack(person);
    assert.ok(!(await person.page.content()).includes(KEY), 'the key is on the screen');
    assert.deepEqual(
      person.requests.filter((url) => url.includes(server.host)),
      [],
      'the window itself asked the sources’ server',
    );
  });
