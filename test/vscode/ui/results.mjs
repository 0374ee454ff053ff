// The results view with a thousand findings: fluent, driven by keys alone, kept over a reload, accessible in four themes and in a
// narrow window; and safe against what it shows.
/* global document, window, Event, requestAnimationFrame -- functions given to the page run there */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { resultsFrame, THEMES, violations } from '../lib/axe.mjs';
import { allow, sitting } from '../lib/desk.mjs';
import { tempFolder } from '../lib/host.mjs';

const MANY = 1000;
/** One link of so many is dead. */
const DEAD = 5;
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
      `${i % 100 === 0 ? `## Part ${i / 100 + 1}\n\n` : ''}The tide of day ${i + 1} rose by ${(i % 7) + 1} metres ([day ${i + 1}](${origin}/p/${i + 1})).\n`,
  ).join('\n');

/** Does something in the page and gives the milliseconds until it is painted. */
const timed = (frame, act, argument) =>
  frame.evaluate(
    async ([source, value]) => {
      const start = performance.now();
      new Function('value', source)(value);
      await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
      return performance.now() - start;
    },
    [act, argument],
  );

const SEARCH = `const s = document.getElementById('search'); s.value = value; s.dispatchEvent(new Event('input'));`;

/** Milliseconds of what is done all the time. */
async function measure(frame) {
  const times = {};
  for (const word of ['d', 'da', 'day', 'day 1', ''])
    times[`search “${word}”`] = await timed(frame, SEARCH, word);
  times['group by section'] = await timed(
    frame,
    `const s = document.getElementById('group'); s.value = value; s.dispatchEvent(new Event('change'));`,
    'section',
  );
  times['sort by verdict'] = await timed(frame, `document.querySelector('th.verdict button').click()`);
  times['open a row'] = await timed(frame, `document.querySelector('.toggle').click()`);
  times['close it'] = await timed(frame, `document.querySelector('.toggle[aria-expanded=true]').click()`);
  times['every row'] = await timed(
    frame,
    `document.querySelector('.toggle').focus(); document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }))`,
  );
  return Object.entries(times);
}

/** Fivefold slack over an idle machine, where each takes less than a tenth of a second; the best of three rounds, as others work here too. */
async function fluent(frame) {
  const isSlow = ([name, ms]) => ms >= (name === 'every row' ? 2000 : 500);
  let times = await measure(frame);
  for (let round = 2; round <= 3 && times.some(isSlow); round++) {
    const again = await measure(frame);
    times = times.map(([name, ms], i) => [name, Math.min(ms, again[i][1])]);
  }
  const told = times.map(([name, ms]) => `${name} ${Math.round(ms)} ms`).join(', ');
  console.log(`    ${MANY} findings: ${told}`);
  assert.deepEqual(times.filter(isSlow), []);
}

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
  assert.notEqual((await active()).key, first.key);
  assert.equal(await results.locator('tr.row').count(), MANY);
  await page.keyboard.press('Home');
  assert.equal((await active()).key, first.key);
  await page.keyboard.press('/');
  assert.equal((await active()).id, 'search');
  await page.keyboard.type('day 777');
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
  const { page, command, toast, results, shot, theme } = person;
  await command('Citewright: Show Results');
  await results.locator('#nothing').waitFor();
  await shot('01-empty');
  await command('Citewright: Check Links Only (No Model)');
  await allow(person);
  await results.locator('#bar').waitFor();
  await shot('02-running');
  const start = Date.now();
  await toast.filter({ hasText: 'Checked:' }).waitFor({ timeout: 120_000 });
  console.log(`    the run took ${Date.now() - start} ms`);
  await command('Notifications: Clear All Notifications');
  await until(async () => (await results.locator('.chip').first().innerText()) === `All ${MANY}`);
  const nonces = new Set();
  const frame = await resultsFrame(page);
  await fluent(frame);
  await results.locator('#group').selectOption('none');
  await byKeys(person, frame);
  await results.locator('.toggle').first().click();
  for (const [id, css, name] of THEMES) {
    await theme(id, css);
    assert.deepEqual(await violations(page), [], `axe-core, ${id}`);
    await shot(`03-${name}`);
  }
  await theme('Dark Modern', 'vs-dark');
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
    if (name === 'zoomed') assert.deepEqual(await violations(page), [], 'axe-core, narrow');
    await shot(`04-${name}`);
  }
  await survivesReload(person);
  await shot('05-reloaded');
  await safe(await resultsFrame(page), nonces);
  await reloaded(person);
  await safe(await resultsFrame(page), nonces);
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
  };
  await sitting({ ...given, folder, server, file: 'tides.md', settings, name: 'results' }, look);
}
