/** What an agent has seen, beside what is there now. */
import { reason, say, fail, type FailureCause } from '../../../src/core/causes';
import { describe, expect, test } from 'vitest';
import { fileSeen, pageSeen, screenCode } from '../../../src/core/agentLog/observedSource';
import { createMemory } from '../../../src/core/transcript/circumstances';
import { isFailure, type Failure, type Source, type Target } from '../../../src/core/model';
import type { Seen } from '../../../src/core/transcript';
import { sourceOf } from '../../fakes';

const URL_TARGET: Target = { kind: 'url', url: 'https://a.example/x' };
const FILE: Target = { kind: 'file', path: 'src/a.ts', lines: [2, 2] };
const NOW = '2026-06-01T00:00:00.000Z';
const seen = (text: string, more: Partial<Seen> = {}): Seen => ({
  kind: 'url',
  name: 'https://a.example/x',
  text,
  tool: 'WebFetch',
  offset: 0,
  ...more,
});
const source = (text: string, more: Partial<Source> = {}) =>
  sourceOf({
    target: URL_TARGET,
    location: 'https://a.example/x',
    title: 'Tides',
    text,
    fetchedAt: NOW,
    ...more,
  });
const CLAIM = 'The bridge over the river was opened to traffic in 1932.';
const BRIDGE = 'The bridge over the river was opened to traffic in 1932 by the mayor of the town.';

describe('a page as the agent saw it', () => {
  const resolved = (live: Source | Failure, given = seen(BRIDGE)) => {
    const found = pageSeen(URL_TARGET, given, live, NOW);
    if (isFailure(found)) throw new Error(say(found));
    return found;
  };

  test('names the tool that showed it, and the date', () => {
    expect(resolved(source(BRIDGE)).source).toMatchObject({
      title: 'Tides',
      text: BRIDGE,
      fetchedAt: NOW,
      notices: [{ kind: 'as-seen', ...reason('as_seen', { tool: 'WebFetch' }) }],
    });
    expect(resolved(source(BRIDGE), seen(BRIDGE, { at: '2026-01-02T00:00:00Z' })).source).toMatchObject({
      fetchedAt: '2026-01-02T00:00:00Z',
      notices: [{ cause: 'as_seen', date: '2026-01-02' }],
    });
  });

  test.each<[FailureCause, readonly string[]]>([
    ['not_found', ['as-seen', 'soft-404']],
    ['server_error', ['as-seen', 'incomplete']],
    ['disabled', ['as-seen']],
  ])('of a page that fails with %s has the notices %j', (cause, kinds) => {
    const { source: got } = resolved(fail(cause));
    expect(got.notices.map(({ kind }) => kind)).toEqual(kinds);
    expect(got).toMatchObject({ title: '', location: 'https://a.example/x' });
  });

  test('is a failure if the run was cancelled', () => {
    const cancelled: Failure = fail('cancelled');
    expect(pageSeen(URL_TARGET, seen(BRIDGE), cancelled, NOW)).toBe(cancelled);
  });

  test('has a notice if the live page differs at the claim', () => {
    const { about } = resolved(
      source(
        'The library of the town was closed for repair in the winter, as the chronicle tells. Readers borrowed novels from a school instead, and joiners built new shelves, ladders, desks and lamps. A flood had soaked maps, ledgers, letters and newspapers in the cellar. Volunteers dried pages by stoves, and nurses brought soup.',
      ),
    );
    expect(about(CLAIM).source.notices.map(({ kind }) => kind)).toContain('changed');
    expect(resolved(source(BRIDGE)).about(CLAIM).source.notices).toHaveLength(1);
    expect(resolved(source('')).about(CLAIM).source.notices).toHaveLength(1);
    expect(resolved(fail('timeout')).about(CLAIM).source.notices).toHaveLength(2);
  });
});

describe('a file beside what the agent read', () => {
  const now = source('one\ntwo\nthree\n', { target: FILE, focus: { start: 4, end: 7 } });
  const read = (text: string, more: Partial<Seen> = {}) =>
    seen(text, { kind: 'file', name: 'src/a.ts', tool: 'Read', ...more });

  test('is unchanged if the agent read the same lines or none', () => {
    expect(fileSeen(now, undefined)).toBe(now);
    expect(fileSeen(now, read('one\n  two  \nthree'))).toBe(now);
    expect(fileSeen(now, read('two', { line: 2 }))).toBe(now);
    expect(fileSeen(now, read('', { line: 2 }))).toBe(now);
    const { focus: _, ...whole } = now;
    expect(fileSeen(whole, read('other'))).toBe(whole);
  });

  test('has the notice changed if the agent read other text at its lines', () => {
    expect(fileSeen(now, read('one\n2\nthree', { at: '2026-01-02' }))).toMatchObject({
      notices: [{ kind: 'changed', cause: 'lines_read_differ' }],
    });
  });

  test('is a failure that says the agent was shown a file of this name, if it is missing', () => {
    const missing: Failure = fail('not_found');
    expect(fileSeen(missing, read('one'))).toMatchObject({ also: { cause: 'shown_to_agent' } });
    const closed: Failure = fail('untrusted');
    expect(fileSeen(closed, read('one'))).toBe(closed);
  });

  test.each([
    ['second\nthird', 'quote-found', 1],
    ['second\n// ...\nother', 'figure-differs', 0.5],
    ['…\n}', undefined, undefined],
  ])('screens code shown under its path: %j is %s', (code, result, score) => {
    const found = screenCode(
      code,
      source('  second\nthird\nfourth', { target: FILE, focus: { start: 0, end: 3 } }),
    );
    expect([found?.result, found?.score]).toEqual([result, score]);
  });
});

describe('the memory of what was seen', () => {
  const file = (name: string, offset: number, more: Partial<Seen> = {}) =>
    seen('a\nb\nc', { kind: 'file', name, offset, ...more });

  test('returns the latest reading before the citation, else the first after it', () => {
    const all = [file('/p/src/a.ts', 10), file('src/a.ts', 20), file('src/a.ts', 30)];
    const recall = createMemory(all);
    expect(recall(FILE, 25)).toBe(all[1]);
    expect(recall(FILE, 99)).toBe(all[2]);
    expect(recall(FILE, 5)).toBe(all[0]);
  });

  test('finds a file by the end of its path, and a page without its fragment', () => {
    const page = seen('x', { name: 'https://a.example/x/#top' });
    const other = file('lib/a.ts', 0);
    const recall = createMemory([page, other]);
    expect(recall({ kind: 'url', url: 'https://a.example/x' }, 9)).toBe(page);
    expect(recall(FILE, 9)).toBeUndefined();
    expect(recall({ kind: 'file', path: '.\\a.ts' }, 9)).toBe(other);
    expect(recall({ kind: 'commit', sha: 'abc' }, 9)).toBeUndefined();
    expect(recall({ kind: 'url', url: 'https://b.example' }, 9)).toBeUndefined();
  });

  test('returns only a reading that shows the cited lines', () => {
    const [late, early] = [file('src/a.ts', 0, { line: 10 }), file('src/a.ts', 5)];
    expect(createMemory([late, early])(FILE, 99)).toBe(early);
    expect(createMemory([late])(FILE, 99)).toBeUndefined();
    expect(createMemory([late])({ kind: 'file', path: 'src/a.ts', lines: [10, 12] }, 99)).toBe(late);
    expect(createMemory([late])({ kind: 'file', path: 'src/a.ts', lines: [10, 13] }, 99)).toBeUndefined();
    expect(createMemory([late])({ kind: 'file', path: 'src/a.ts' }, 99)).toBe(late);
  });

  test('counts the lines of a reading once, however many places are looked up', () => {
    let looks = 0;
    const counted = {
      ...file('src/a.ts', 0),
      get text() {
        looks += 1;
        return 'a\nb\nc';
      },
    };
    const recall = createMemory([counted]);
    for (let line = 1; line < 50; line++) recall({ kind: 'file', path: 'src/a.ts', lines: [line, line] }, 99);
    expect(looks).toBe(1);
  });
});
