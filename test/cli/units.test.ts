/** `plan`, `work` and `merge`: one verification on several machines. */
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/node/clock';
import { openStore } from '../../src/node/store';
import { reach as reachServers, registriesAt, runInProcess, serve } from '../support/cli';
import {
  findParallel,
  judge,
  openFleet,
  reach,
  repeated,
  runFleet,
  timeless,
  writePlan,
  writeTexts,
  type Fleet,
} from '../support/fleet';
import { runGit } from '../support/gitRepo';
import { newFolder } from '../support/newFolder';

let folder: string;
let fleet: Fleet;
beforeEach(() => void (folder = newFolder()));
afterEach(() => fleet.close());

const run = (args: readonly string[], input?: string) =>
  runInProcess(args, { cwd: folder, ...(input !== undefined && { input }) });
const lines = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map(
      (line) =>
        JSON.parse(line) as {
          unit: string;
          state?: string;
          id: string;
          place: string;
          cited: { target: { url: string } }[];
          after: string[];
        },
    );
const plan = () => readFile(path.join(folder, 'plan.jsonl'), 'utf8');
const verify = (args: readonly string[]) =>
  run(['verify', '--json', '--cache', 'off', '--max-citations', '100000', ...args, 'one.md', 'two.md']);

test('each source is in one unit, all sources of a host in the same one, equal for equal texts', async () => {
  fleet = await openFleet(3, 0);
  await writePlan(folder, writeTexts(folder, fleet, 3));
  const [first, ...units] = lines(await plan());
  expect([first?.unit, units.length]).toEqual(['plan', 3]);
  const sources = units.flatMap(({ cited }) => cited.map(({ target }) => target.url));
  expect(new Set(sources).size).toBe(9);
  expect(sources).toHaveLength(9);
  for (const { place, cited } of units) {
    const hosts = cited.map(({ target }) => new URL(target.url).host);
    expect([...new Set(hosts)]).toEqual([place]);
  }
  const before = await plan();
  await writePlan(folder, ['one.md', 'two.md']);
  expect(await plan()).toBe(before);
});

describe('merge', () => {
  test.each([
    ['sources', [], []],
    ['links', ['--links-only'], ['--links-only']],
    ['verdicts', ['--judge', 'test-model', '--provider', 'openai-compatible'], ['judge']],
  ])('returns what one run returns: %s', async (_, planned, more) => {
    fleet = await openFleet(3, 0);
    const isJudged = more[0] === 'judge';
    const asked = isJudged ? judge(fleet) : more;
    const names = writeTexts(folder, fleet, 3);
    await writePlan(folder, [...planned, ...names]);
    const one = await verify([...reach(fleet), ...asked]);
    const paid = fleet.paid.size;
    fleet.forget();
    const work = () =>
      plan().then((text) => run(['work', ...reach(fleet), ...(isJudged ? asked : [])], text));
    expect((await work()).code).toBe(0);
    const merged = await run(['merge', '--json', 'plan.jsonl']);
    expect(merged.code).toBe(one.code);
    expect(timeless(merged.out)).toBe(timeless(one.out));
    expect(merged.out.includes('"groupVerdict"')).toBe(isJudged);
    expect((await run(['merge', '--json'])).out).toBe(merged.out);
    expect(fleet.paid.size).toBe(paid);
    const again = await work();
    expect(lines(again.out).map(({ state }) => state)).toEqual(lines(again.out).map(() => 'known'));
    expect([...fleet.fetched.values(), ...fleet.paid.values()].every((n) => n === 1)).toBe(true);
  });

  test('names missing units, and counts nothing of them', async () => {
    fleet = await openFleet(3, 0);
    await writePlan(folder, writeTexts(folder, fleet, 2));
    const [head = '', first = '', second = ''] = (await plan()).split('\n');
    await run(['work', ...reach(fleet)], [head, first, second].join('\n'));
    const merged = await run(['merge', '--json']);
    expect(merged.code).toBe(5);
    const [, , , third] = lines(await plan());
    expect(merged.err).toContain(third!.id.slice(0, 12));
    expect(merged.err).toContain(third!.place);
    const { documents } = JSON.parse(merged.out) as {
      documents: { findings: { cause: string; stage: string; citation: { target: { url: string } } }[] }[];
    };
    const own = documents
      .flatMap(({ findings }) => findings)
      .filter(({ citation }) => citation.target.url.includes(third!.place));
    expect(own.length).toBeGreaterThan(1);
    expect(own.map(({ cause, stage }) => [cause, stage])).toEqual(
      own.map(() => ['unit_missing', 'unresolved']),
    );
  });

  test('reads a plan that is longer than any document, and names an invalid one', async () => {
    fleet = await openFleet(1, 0);
    await writePlan(folder, writeTexts(folder, fleet, 2));
    await writeFile(path.join(folder, 'long.jsonl'), (await plan()) + 'x'.repeat(70_000_000));
    expect((await run(['merge', 'long.jsonl'])).code).toBe(5);
    for (const name of ['one.md', 'none.jsonl', '.'])
      expect([name, (await run(['merge', name])).code]).toEqual([name, 2]);
  });

  test('rejects texts that have changed since the plan', async () => {
    fleet = await openFleet(1, 0);
    await writePlan(folder, writeTexts(folder, fleet, 2));
    await writeFile(path.join(folder, 'one.md'), 'Other words.\n');
    const { code, err } = await run(['merge', 'plan.jsonl']);
    expect([code, err.includes('one.md')]).toEqual([2, true]);
  });
});

describe('a store', () => {
  const store = () => path.join(folder, 'citewright-store');
  const refused = async (told: string) => {
    for (const args of [['work'], ['merge', 'plan.jsonl']]) {
      const { code, err } = await run(args, await plan());
      expect([args[0], code, err]).toEqual([args[0], 2, expect.stringContaining(told)]);
    }
  };
  const git = (...args: string[]) => runGit(folder, args);
  beforeEach(async () => {
    fleet = await openFleet(1, 0);
    await writePlan(folder, writeTexts(folder, fleet, 1));
  });

  test('is a folder', async () => {
    await writeFile(store(), '');
    await refused('must be a folder');
  });

  test('is not a link from a checkout to another folder', async () => {
    const elsewhere = newFolder();
    await symlink(elsewhere, store());
    await refused('link');
    expect(await readdir(elsewhere)).toEqual([]);
  });

  test('is rejected inside a repository, which could contain forged results', async () => {
    git('init', '-q');
    git('add', 'one.md');
    git('commit', '-q', '-m', 'one');
    await run(['work', ...reach(fleet)], await plan());
    expect((await run(['merge', 'plan.jsonl'])).code).not.toBe(2);
    git('add', '.');
    git('commit', '-q', '-m', 'two');
    await refused('committed');
  });

  test('and a cache inside a repository give no verdicts', async () => {
    git('init', '-q');
    await mkdir(path.join(folder, 'kept/verdict'), { recursive: true });
    await writeFile(path.join(folder, 'kept/verdict/ab.json'), '{}');
    const verify = (cache: string) => run(['verify', '--cache', cache, '--fail-on', 'never', 'one.md']);
    expect((await verify('kept')).code).toBe(0);
    git('add', 'kept');
    git('commit', '-q', '-m', 'one');
    await symlink('kept', path.join(folder, 'link'));
    for (const [cache, told] of [
      ['kept', 'committed'],
      ['kept/verdict', 'committed'],
      ['.', 'committed'],
      ['link', 'link'],
      ['link/new', 'link'],
      ['one.md', 'must be a folder'],
    ] as const) {
      const { code, err } = await verify(cache);
      expect([cache, code, err]).toEqual([cache, 2, expect.stringContaining(told)]);
    }
    expect((await verify('none/yet')).code).toBe(0);
  });

  test('with an impossible time gives no finished unit', async () => {
    const at = openStore(store(), systemClock);
    await at.finish('a', { startedAt: 1e300, mayPass: false });
    expect(await at.done('a')).toBeUndefined();
    await at.finish('a', { startedAt: 1, mayPass: false });
    expect(await at.done('a')).toEqual({ startedAt: 1, mayPass: false });
  });
});

describe('work', () => {
  test('skips a unit that was changed, needs another judge, or needs the network while it is off', async () => {
    fleet = await openFleet(2, 0);
    const names = writeTexts(folder, fleet, 2);
    await writePlan(folder, names);
    const good = await plan();
    const changed = await run(['work', ...reach(fleet)], good.replaceAll('/1"', '/2"'));
    expect([changed.code, changed.out]).toEqual([2, '']);
    const off = await run(['work'], good);
    expect([off.code, lines(off.out).map(({ state }) => state)]).toEqual([5, ['open', 'open']]);
    await writePlan(folder, ['--judge', 'test-model', '--provider', 'openai-compatible', ...names]);
    const unpaid = await run(['work', ...reach(fleet)], await plan());
    expect([unpaid.code, unpaid.out, fleet.paid.size]).toEqual([2, '', 0]);
    expect(fleet.fetched.size).toBe(0);
    expect((await run(['merge', '--json', 'plan.jsonl'])).code).toBe(5);
  });

  test('says that the store can’t be written, and begins no other unit', async () => {
    fleet = await openFleet(2, 0);
    await writePlan(folder, writeTexts(folder, fleet, 2));
    await mkdir(path.join(folder, 'citewright-store'));
    await writeFile(path.join(folder, 'citewright-store/v1'), ''); // where its folders would be
    const { code, err } = await run(['work', ...reach(fleet)], await plan());
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/^citewright: --store: .+ can’t be written \(\w+\)\n$/),
    ]);
  });

  test('leaves a unit open when the budget is spent, and does not pay again for its answers', async () => {
    fleet = await openFleet(2, 0);
    await writePlan(folder, [
      '--judge',
      'test-model',
      '--provider',
      'openai-compatible',
      ...writeTexts(folder, fleet, 3),
    ]);
    const asked = [...reach(fleet), ...judge(fleet)];
    const poor = await run(['work', ...asked, '--max-tokens', '0'], await plan());
    expect([poor.code, fleet.paid.size]).toEqual([5, 0]);
    expect((await run(['work', ...asked], await plan())).code).toBe(0);
    expect([...fleet.fetched.values()].every((n) => n === 1)).toBe(true);
  });
});

test('stays within the cap over all units and workers of a store, and pays nothing for kept answers', async () => {
  fleet = await openFleet(6, 0);
  await writePlan(folder, [...judge(fleet).slice(0, 4), ...writeTexts(folder, fleet, 3)]);
  const all = (await plan()).split('\n');
  const asked = [...reach(fleet), ...judge(fleet)];
  const poor = (half: number) =>
    run(['work', ...asked, '--max-tokens', '3000'], all.filter((_, i) => i % 2 === half).join('\n'));
  const codes = (await Promise.all([poor(0), poor(1)])).map(({ code }) => code);
  expect(codes).toEqual([5, 5]);
  expect(fleet.paid.size).toBeGreaterThan(0);
  expect(fleet.paid.size * 460).toBeLessThanOrEqual(3_000);
  const work = () => run(['work', ...asked, '--max-tokens', '100000'], all.join('\n'));
  await work(); // groups of several units wait for them
  expect((await work()).code).toBe(0);
  expect([...fleet.paid.values()].every((n) => n === 1)).toBe(true);
  const spent = await readFile(path.join(folder, 'citewright-store/spent-tokens.json'), 'utf8');
  expect(JSON.parse(spent)).toEqual({ date: '', spent: fleet.paid.size * 460, open: {} });
});

test('divides works too, and looks each up once', async () => {
  fleet = await openFleet(0, 0);
  const registry = await serve(({ url = '' }, _body, response) => {
    const doi = /10\.1000\/\d+/.exec(url)?.[0];
    const message = { DOI: doi, title: ['Walls'], URL: `https://doi.org/${doi}` };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
  });
  try {
    const text = Array.from({ length: 110 }, (_, i) => `The wall is ${i} m doi:10.1000/${i} long.`);
    await writeFile(path.join(folder, 'one.md'), text.join('\n\n'));
    await writePlan(folder, ['one.md']);
    const units = lines(await plan()).slice(1);
    expect(units.map(({ place, cited }) => [place, cited.length])).toEqual([
      ['registries', 100],
      ['registries', 10],
    ]);
    const network = [...reachServers(registry), ...registriesAt(registry)];
    const part = (i: number) => plan().then((all) => run(['work', ...network], all.split('\n')[i]));
    expect((await part(1)).code).toBe(0);
    const half = await run(['merge', '--json', 'plan.jsonl']);
    expect([half.code, half.out.split('"unit_missing"').length - 1]).toEqual([5, 10]);
    expect(half.err).toContain(units[1]!.id.slice(0, 12));
    await Promise.all([part(2), part(1)]);
    expect(registry.calls.filter((call) => call.includes('/crossref/'))).toHaveLength(110);
    expect(new Set(registry.calls).size).toBe(registry.calls.length);
    const one = await run(['verify', '--json', '--cache', 'off', ...network, 'one.md']);
    const merged = await run(['merge', '--json', 'plan.jsonl']);
    expect([merged.code, timeless(merged.out)]).toEqual([one.code, timeless(one.out)]);
  } finally {
    await registry.close();
  }
});

describe.runIf(findParallel())('GNU parallel', () => {
  test('with three workers, killed 4 times, gives the result of one run and repeats only calls that were running', async () => {
    fleet = await openFleet(5, 40);
    const names = writeTexts(folder, fleet, 8);
    const asked = [...reach(fleet), ...judge(fleet)];
    await writePlan(folder, ['--judge', 'test-model', '--provider', 'openai-compatible', ...names]);
    const one = await verify(asked);
    const [sources, questions] = [fleet.fetched.size, fleet.paid.size];
    fleet.forget();
    let seed = 7;
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const { kills } = await runFleet(folder, fleet, asked, { workers: 3, kills: 4, every: 4, random });
    expect(kills).toBe(4);
    const merged = await run(['merge', '--json', '--store', 'store']);
    expect(timeless(merged.out)).toBe(timeless(one.out));
    expect(merged.code).toBe(one.code);
    expect([fleet.fetched.size, fleet.paid.size]).toEqual([sources, questions]);
    // A worker has at most two requests to its host in flight, and as many pages in reading.
    expect(repeated(fleet.fetched)).toBeLessThanOrEqual(4 * kills);
    expect(repeated(fleet.paid)).toBeLessThanOrEqual(kills);
    expect(fleet.busiest()).toBeLessThanOrEqual(2);
  }, 300_000);
});
