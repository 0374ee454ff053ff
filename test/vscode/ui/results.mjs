// The results view with five thousand findings: only the rows in view are on the page, none is lost, driven by keys alone, kept over a
// reload, accessible in a wide and a narrow window; and safe against what it shows.
/* global document, window, Event, KeyboardEvent -- functions given to the page run there */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { webviewFrame, violations } from '../lib/axe.mjs';
import { allow, sitting } from '../lib/desk.mjs';
import { tempFolder } from '../lib/host.mjs';

const MANY = 5000;
/** The most rows on the page, whatever is asked of it: those of a chunk on each side. */
const MOST_ROWS = 240;
/** One link of so many is dead; they lead to so many pages, as each is fetched only once. */
const DEAD = 5;
const PAGES = 250;
const HOSTILE = '<img src=x onerror="document.title=1"></script><script>document.title=2</script>';

async function site() {
  const server = http.createServer((request, response) => {
    const [, number] = /^\/p\/(\d+)$/.exec(request.url ?? '') ?? [];
    const missing = number === undefined || Number(number) % DEAD === 0;
    response.writeHead(missing ? 404 : 200, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>Tides</title><p>Tides.</p>');
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return { origin, host: origin.slice(7), stop: () => new Promise((done) => server.close(done)) };
}

const draft = (origin) =>
  Array.from(
    { length: MANY },
    (_, i) =>
      `${i % 100 === 0 ? `## Part ${i / 100 + 1}\n\n` : ''}The tide of day ${i + 1} rose by ${(i % 7) + 1} metres ([day ${i + 1}](${origin}/p/${(i % PAGES) + 1})).\n`,
  ).join('\n');

/** Does what is done all the time: each step has the right number of matches, and few rows on the page. */
async function bounded({ results }, frame) {
  const change = (id, value) =>
    frame.evaluate(
      ([name, text]) => {
        const input = document.getElementById(name);
        input.value = text;
        input.dispatchEvent(new Event(name === 'search' ? 'input' : 'change'));
      },
      [id, value],
    );
  const click = (selector) => frame.evaluate((one) => document.querySelector(one).click(), selector);
  const steps = [
    [() => change('search', 'day 1'), 1111],
    [() => change('search', ''), MANY],
    [() => change('group', 'section'), MANY],
    [() => click('th.verdict button'), MANY],
    [() => click('[data-filter=bad]'), MANY / DEAD],
    [() => click('[data-filter=all]'), MANY],
    [() => click('th[data-sort=line] button'), MANY],
    [() => change('group', 'document'), MANY],
  ];
  for (const [i, [act, matches]] of steps.entries()) {
    await act();
    assert.equal(await results.locator('#count').textContent(), `${matches} rows shown`, `step ${i}`);
    const rows = await results.locator('tr.row').count();
    assert.ok(rows > 0 && rows <= MOST_ROWS, `step ${i}: ${rows} rows on the page`);
  }
}

/** Walks over all rows, page by page: how many different ones were on the page, and how many at once. */
const walked = (frame) =>
  frame.evaluate((count) => {
    const seen = new Set();
    let most = 0;
    const press = (key) =>
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    document.querySelector('.toggle').focus();
    for (let i = 0; i <= count / 10; i++, press('PageDown')) {
      const rows = document.querySelectorAll('tr.row');
      for (const row of rows) seen.add(row.dataset.key);
      most = Math.max(most, rows.length);
    }
    press('Home');
    return { seen: seen.size, most };
  }, MANY);

/** From the search to the last row and back, without a mouse. */
async function byKeys({ page, results }, frame) {
  const active = () =>
    frame.evaluate(() => ({
      id: document.activeElement?.id,
      key: document.activeElement?.closest('[data-key]')?.dataset.key,
      text: document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
      expanded: document.activeElement?.getAttribute('aria-expanded'),
    }));
  await results.locator('#search').focus();
  await page.keyboard.press('ArrowDown');
  const first = await active();
  assert.equal(first.expanded, 'false');
  await page.keyboard.press('ArrowRight');
  assert.equal((await active()).expanded, 'true');
  await results.locator('tr.details').first().waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  assert.match((await active()).text ?? '', /Go to Text/);
  await page.keyboard.press('Escape');
  assert.equal((await active()).key, first.key);
  await page.keyboard.press('ArrowLeft');
  assert.equal((await active()).expanded, 'false');
  await page.keyboard.press('End');
  const last = results.locator('tr.row').last();
  assert.equal(await last.getAttribute('data-key'), (await active()).key);
  await last.filter({ hasText: `day ${MANY}` }).waitFor();
  assert.ok((await results.locator('tr.row').count()) <= MOST_ROWS, 'too many rows on the page');
  await page.keyboard.press('ArrowUp');
  assert.match((await active()).text ?? '', new RegExp(`day ${MANY - 1}\\b`));
  await page.keyboard.press('Home');
  assert.equal((await active()).key, first.key);
  await page.keyboard.press('/');
  assert.equal((await active()).id, 'search');
  await page.keyboard.type('day 4777');
  await until(async () => (await results.locator('tr.row').count()) === 1);
  assert.equal(await results.locator('#count').textContent(), '1 row shown');
  await page.keyboard.press('Escape');
  await until(async () => (await results.locator('tr.row').count()) > 1);
  assert.equal(await results.locator('#count').textContent(), `${MANY} rows shown`);
}

async function until(ask) {
  for (let i = 0; i < 100; i++) {
    if (await ask()) return;
    await new Promise((wake) => setTimeout(wake, 100));
  }
  throw new Error(`Nothing came: ${ask}`);
}

async function reloaded({ reload, results }) {
  await reload();
  await results.locator('tr.row.bad').first().waitFor();
}

/** Findings are written down a moment after the run. */
const areStored = ({ dataDir }) => {
  const home = path.join(dataDir, 'data/User/workspaceStorage');
  const files = fs.readdirSync(home, { recursive: true }).filter((name) => /findings.\w+\.json$/.test(name));
  return files.some((name) => fs.readFileSync(path.join(home, name), 'utf8').split('"at":').length > MANY);
};

async function survivesReload(person) {
  const { results } = person;
  await results.locator('.chip', { hasText: 'Problems' }).click();
  await results.locator('#group').selectOption('section');
  await until(() => areStored(person));
  await reloaded(person);
  assert.equal(await results.locator('#group').inputValue(), 'section');
  assert.equal(await results.locator('.chip[aria-pressed=true]').innerText(), `Problems ${MANY / DEAD}`);
  assert.match(await results.locator('tr.group').first().innerText(), /Part 1 \(20\)/);
  assert.equal(await results.locator('tr.row').count(), MOST_ROWS / 2, 'rows asked for before any had come');
}

/** The policy is the strict one and its nonce is new; hostile strings stay text. */
async function safe(frame, nonces) {
  const policy = await frame.evaluate(
    () => document.querySelector('meta[http-equiv="Content-Security-Policy"]').content,
  );
  assert.match(
    policy,
    /^default-src 'none'; img-src \S+( \S+)*; style-src [^;]*; script-src 'nonce-[\w-]{20,}'$/,
  );
  assert.doesNotMatch(policy, /unsafe/);
  nonces.add(/'nonce-([^']+)'/.exec(policy)[1]);
  const seen = await frame.evaluate(async (text) => {
    const reports = [];
    document.addEventListener('securitypolicyviolation', (e) => reports.push(e.blockedURI));
    const nodes = () => document.querySelectorAll('img, script, iframe, object, svg, style, a').length;
    const before = nodes();
    const row = Object.fromEntries(
      'label marker claim why quote before after place suggestion source location depth layers judge confidence cost section'
        .split(' ')
        .map((name) => [name, text]),
    );
    const rows = [
      { ...row, id: 'x#1', line: 1, code: text, icon: text, severity: text, group: 'bad', at: 1 },
    ];
    const summary = Object.fromEntries(['citations', 'verdicts', 'problems', 'cost'].map((n) => [n, text]));
    for (const group of ['verdict', 'source', 'section', 'document']) {
      window.postMessage({
        type: 'rows',
        documents: [{ uri: text, name: text, order: ['x#1'], changed: rows }],
        summary: { ...summary, progress: { done: 1, total: 2, text } },
      });
      await new Promise((wake) => setTimeout(wake, 100));
      const select = document.getElementById('group');
      select.value = group;
      select.dispatchEvent(new Event('change'));
      if (!document.querySelector('tr.details')) document.querySelector('.toggle')?.click();
      await new Promise((wake) => setTimeout(wake, 100));
    }
    return {
      added: nodes() - before,
      reports,
      title: document.title,
      text: document.getElementById('rows').textContent,
      handlers: [...document.querySelectorAll('*')].flatMap((e) =>
        [...e.attributes].filter((a) => a.name.startsWith('on')),
      ).length,
    };
  }, HOSTILE);
  assert.equal(seen.added, 0);
  assert.deepEqual(seen.reports, []);
  assert.equal(seen.handlers, 0);
  assert.equal(seen.title, 'Citations');
  assert.ok(seen.text.includes(HOSTILE), 'the hostile text is not shown as text');
}

async function look(person) {
  const { page, command, toast, results, shot } = person;
  await command('Citewright: Show Results');
  await results.locator('#nothing', { hasText: `${MANY} citations, not verified yet.` }).waitFor();
  await page.keyboard.press('Tab'); // the page has the keys
  await results.locator('#nothing button:focus', { hasText: 'Verify' }).waitFor();
  await shot('01-empty');
  await command('Citewright: Check Links Only (No Model)');
  await allow(person);
  await results.locator('#bar').waitFor();
  await shot('02-running');
  await toast.filter({ hasText: 'Checked:' }).waitFor({ timeout: 240_000 });
  await command('Notifications: Clear All Notifications');
  await until(async () => (await results.locator('.chip').first().innerText()) === `All ${MANY}`);
  const nonces = new Set();
  const frame = await webviewFrame(page);
  await bounded(person, frame);
  await results.locator('#group').selectOption('none');
  const { seen, most } = await walked(frame);
  assert.equal(seen, MANY);
  assert.ok(most <= MOST_ROWS, `${most} rows on the page`);
  await byKeys(person, frame);
  await results.locator('.toggle').first().click();
  assert.deepEqual(await violations(frame), [], 'axe-core');
  for (const [width, name] of [
    [700, 'zoomed'],
    [1400, 'wide'],
  ]) {
    await page.setViewportSize({ width, height: 900 });
    await page.waitForTimeout(500);
    const overflow = await frame.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.ok(overflow <= 0, `${name}: ${overflow} px too wide`);
    if (name === 'zoomed') assert.deepEqual(await violations(frame), [], 'axe-core, narrow');
    await shot(`04-${name}`);
  }
  await survivesReload(person);
  await shot('05-reloaded');
  await safe(await webviewFrame(page), nonces);
  await reloaded(person);
  await safe(await webviewFrame(page), nonces);
  assert.equal(nonces.size, 2, 'the nonce is the same after a reload');
}

export async function scenario(given) {
  const server = await site();
  const folder = tempFolder('thousand');
  fs.writeFileSync(path.join(folder, 'tides.md'), draft(server.origin));
  const settings = {
    'citewright.network.allowHosts': [server.host],
    'citewright.network.endpoints': { wayback: `${server.origin}/wayback` },
    'citewright.model.provider': 'none',
    'citewright.limits.maxCitations': MANY,
    'citewright.network.timeoutMs': 120_000, // a link that times out on a busy machine isn't counted as dead
  };
  await sitting({ ...given, folder, server, file: 'tides.md', settings, name: 'results' }, look);
}
