/** Sources that are not works of a registry: addresses and their archived copies, places of the workspace, what was given. */
import { reason, fail } from '../../../src/core/causes';
import { isFailure } from '../../../src/core/model';
import { describe, expect, it } from 'vitest';
import type { Failure, Source, Target, Work } from '../../../src/core/model';
import type { LocalFile, Then } from '../../../src/core/ports';
import { find, probe, resolve, type ResolveOptions } from '../../../src/core/resolve';
import { lineSpan } from '../../../src/core/resolve/local';
import { matchWork } from '../../../src/core/resolve/match';
import { failureOf } from '../../../src/core/resolve/registry';
import { type CannedPage, fakePorts, MemoryWorkspace, never } from '../../fakes';
import { RegistryWeb, type Reply } from './registryWeb';

const URL_OF = 'https://gone.example/a';
const GONE: Failure = fail('not_found');
const url: Target = { kind: 'url', url: URL_OF };
const archive = (closest: object, more: Readonly<Record<string, CannedPage>> = {}) => {
  const body = JSON.stringify({ archived_snapshots: { closest } });
  return new RegistryWeb({ 'wayback /wayback/available': body }, { [URL_OF]: GONE, ...more });
};
const COPY = 'https://web.archive.org/web/20150129034904/https://gone.example/a';
const BARE = 'https://web.archive.org/web/20150129034904id_/https://gone.example/a';
const at = (web: RegistryWeb, options: ResolveOptions = {}, signal = never) =>
  resolve(url, fakePorts({ web }), options, signal);

describe('a dead URL', () => {
  const closest = {
    available: true,
    url: COPY.replace('https:', 'http:'),
    timestamp: '20150129034904',
    status: '200',
  };

  it('is read from its archived copy, with a dated notice', async () => {
    expect(await at(archive(closest, { [BARE]: 'Tides rise.' }))).toMatchObject({
      text: 'Tides rise.',
      via: 'wayback',
      location: COPY,
      notices: [
        { kind: 'archived', url: COPY, date: '2015-01-29', cause: 'archived', facts: { date: '2015-01-29' } },
      ],
    });
  });

  it('is sent to no archive if only an exception of the user allows it', async () => {
    const web = Object.assign(archive(closest, { [BARE]: 'Tides rise.' }), { isPrivate: () => true });
    expect(await at(web)).toEqual(GONE);
    expect(web.calls.filter(({ url: asked }) => asked.includes('wayback'))).toEqual([]);
  });

  it('is a failure with the URL of a copy that cannot be read', async () => {
    expect(await at(archive(closest))).toEqual({ ...GONE, archived: COPY });
  });

  it('may have a copy without a date', async () => {
    const source = await at(archive({ ...closest, timestamp: '' }, { [BARE]: 'Tides.' }));
    expect(source).toMatchObject({ notices: [{ cause: 'archived', facts: { date: '?' } }] });
    expect(isFailure(source) || source.notices[0]).not.toHaveProperty('date');
  });

  it.each([
    [{}],
    [{ ...closest, available: false }],
    [{ ...closest, url: 'ftp://web.archive.org/x' }],
    [{ ...closest, status: '404' }],
  ])('has no copy in %j', async (none) => {
    expect(await at(archive(none))).toEqual(GONE);
  });

  it('is not looked up if archives are off, or the archive does not answer', async () => {
    const web = archive(closest);
    expect(await at(web, { archive: false })).toEqual(GONE);
    expect(web.asked).toEqual([URL_OF]);
    expect(await at(new RegistryWeb({ wayback: 503 }, { [URL_OF]: GONE }))).toEqual(GONE);
  });

  it.each([
    fail('access_denied'),
    fail('access_denied', {}, 'paywalled'),
    fail('timeout'),
    fail('blocked_private'),
    fail('disabled'),
  ])('is not looked up if the source did not say that it is gone: $kind', async (blocked) => {
    const web = archive(closest, { [URL_OF]: blocked });
    expect(await at(web)).toEqual(blocked);
    expect(web.asked).toEqual([URL_OF]);
  });

  it('is not looked up after a cancel', async () => {
    const stop = new AbortController();
    const page = () => {
      stop.abort();
      return Promise.resolve(GONE);
    };
    const web = archive(closest, { [URL_OF]: page });
    expect(await at(web, {}, stop.signal)).toMatchObject({ kind: 'cancelled' });
    expect(web.asked).toEqual([URL_OF]);
    expect(await at(web, {}, stop.signal)).toMatchObject({ kind: 'cancelled' });
  });

  it('has the URL of its copy if only links are checked', async () => {
    const ports = (web: RegistryWeb) => fakePorts({ web });
    expect(await probe(url, ports(archive(closest)), never)).toEqual({ ...GONE, archived: COPY });
    expect(await probe(url, ports(archive({})), never)).toEqual(GONE);
    expect(await probe(url, ports(archive(closest)), never, { archive: false })).toEqual(GONE);
    expect(await probe(url, ports(archive(closest)), AbortSignal.abort())).toMatchObject({
      kind: 'cancelled',
    });
  });
});

describe('a page', () => {
  it('is read within the limits of the run, with its pages', async () => {
    const web = new RegistryWeb({}, { [URL_OF]: { text: 'Tides rise.', pages: [0, 5] } });
    const read = { text: 'Tides rise.', pages: [0, 5], depth: 'full', via: 'direct', location: URL_OF };
    expect(await at(web, { timeoutMs: 7, maxBytes: 9 })).toMatchObject(read);
    expect(web.calls[0]?.options).toEqual({ timeoutMs: 7, maxBytes: 9 });
  });

  it('is used but not stored if the run is cancelled meanwhile', async () => {
    const stop = new AbortController();
    const ports = fakePorts({
      web: new RegistryWeb(
        {},
        {
          [URL_OF]: () => {
            stop.abort();
            return Promise.resolve({ ...GONE, kind: 'timeout' });
          },
        },
      ),
    });
    expect(await resolve(url, ports, {}, stop.signal)).toMatchObject({ kind: 'cancelled' });
    expect(ports.cache.entries.size).toBe(0);
  });

  it('has a title of limited length', async () => {
    const web = new RegistryWeb({}, { [URL_OF]: { text: 'Tides rise.', title: 'x'.repeat(100_000) } });
    const found = await resolve(url, fakePorts({ web }), {}, never);
    expect(isFailure(found) ? found : found.title).toHaveLength(500);
  });

  it('is read for a work without identifiers', async () => {
    const web = new RegistryWeb({}, { [URL_OF]: 'Tides rise.' });
    const target: Target = { kind: 'work', title: 'Tides', url: URL_OF };
    expect(await resolve(target, fakePorts({ web }), {}, never)).toMatchObject({
      text: 'Tides rise.',
      target,
    });
    expect(await probe(target, fakePorts({ web }), never)).toEqual({ location: URL_OF, title: '' });
  });
});

describe('a page of a publisher', () => {
  const PAGE = 'https://journal.example/doi/full/10.1000/tides';
  const item = {
    DOI: '10.1000/tides',
    title: ['Tide tables of the northern harbour'],
    author: [{ family: 'Lee', given: 'Ann' }],
    abstract: 'Tides rise twice a day.',
    'updated-by': [{ type: 'retraction', DOI: '10.1000/notice' }],
  };
  const RECORD = { 'crossref /works/10.1000/tides': JSON.stringify({ message: item }) };
  const target: Target = { kind: 'url', url: PAGE };
  const read = (page: CannedPage, replies: Readonly<Record<string, Reply>> = RECORD, to: Target = target) =>
    resolve(to, fakePorts({ web: new RegistryWeb(replies, { [PAGE]: page }) }), {}, never);

  it('has the record and notices of the registry if it is readable', async () => {
    expect(await read('The whole text of the tides.')).toMatchObject({
      text: 'The whole text of the tides.',
      location: PAGE,
      record: { doi: '10.1000/tides' },
      notices: [{ kind: 'retracted' }],
    });
  });

  it.each(['access_denied', 'timeout', 'server_error'] as const)(
    'is read from the registry but keeps its URL if it fails with %s',
    async (cause) => {
      expect(await read(fail(cause))).toMatchObject({
        text: expect.stringContaining('Tides rise twice a day.') as string,
        depth: 'abstract',
        via: 'crossref',
        location: PAGE,
        record: { doi: '10.1000/tides' },
      });
    },
  );

  it('stays missing if it is gone', async () => {
    expect(await read(fail('not_found'))).toMatchObject({ kind: 'not-found' });
  });

  it('is unchanged if no registry knows the DOI', async () => {
    expect(await read(fail('access_denied'), {})).toMatchObject({ kind: 'blocked' });
    expect(await read('Some text.', {})).toMatchObject({ text: 'Some text.' });
  });

  it('is wrong-work if it is unreadable and the reference names another work', async () => {
    const cited: Target = {
      kind: 'work',
      title: 'The sleep of coastal gulls',
      authors: ['Ray, Jo'],
      url: PAGE,
    };
    expect(await read(fail('access_denied'), RECORD, cited)).toMatchObject({ kind: 'wrong-work' });
  });

  it('counts as reachable for a link check although it refuses readers', async () => {
    const web = new RegistryWeb(RECORD, { [PAGE]: fail('access_denied') });
    expect(await probe(target, fakePorts({ web }), never)).toMatchObject({
      location: PAGE,
      record: { doi: '10.1000/tides' },
    });
  });
});

describe('a source that the user gave', () => {
  it('takes precedence over everything else', async () => {
    const given = { target: url, text: 'Given.' } as Source;
    const web = new RegistryWeb({}, {});
    expect(await at(web, { given: () => Promise.resolve(given) })).toBe(given);
    expect(web.calls).toEqual([]);
  });
});

describe('a file of the workspace', () => {
  const file: LocalFile = { path: 'src/a.ts', text: 'one\ntwo\n', lines: 2, truncated: false };
  const place: Target = { kind: 'file', path: 'src/a.ts', lines: [2, 2] };
  /** A workspace whose file is as given now, and was as given then. */
  const read = (now: LocalFile | Failure, past?: Then, options: ResolveOptions = {}) => {
    const workspace = Object.assign(new MemoryWorkspace(), {
      file: () => Promise.resolve(now),
      stateAt: () => Promise.resolve(past),
    });
    return resolve(place, fakePorts({ workspace }), options, never);
  };
  const from = { path: 'talk.jsonl', marker: 'src/a.ts:2', at: '2026-01-01T00:00:00Z' };
  const absent: Failure = fail('not_found');

  it('is focused on its lines, and marked as sensitive if it is', async () => {
    expect(await read({ ...file, sensitive: 'credentials_file' })).toMatchObject({
      location: 'src/a.ts:2',
      focus: { start: 4, end: 7 },
      sensitive: 'credentials_file',
      notices: [],
    });
  });

  it('follows lines that have moved, and reports lines that have changed', async () => {
    const drift = { state: 'moved', lines: [1, 2], commit: 'abc' } as const;
    expect(await read({ ...file, drift })).toMatchObject({
      location: 'src/a.ts:1-2',
      focus: { start: 0, end: 7 },
      notices: [{ kind: 'moved', url: 'src/a.ts:1-2' }],
    });
    expect(await read({ ...file, drift: { state: 'gone', commit: 'abc' } })).toMatchObject({
      kind: 'drifted',
    });
    expect(await read({ ...file, drift: { state: 'changed', commit: 'abc' } })).toMatchObject({
      cause: 'lines_changed',
      facts: { commit: 'abc' },
    });
  });

  it('has been removed since, or never existed, if it is missing', async () => {
    expect(await read(absent, { state: 'ok', commit: 'abc' }, { from })).toMatchObject({ kind: 'drifted' });
    expect(await read(absent, { state: 'missing', commit: 'abc' }, { from })).toMatchObject({
      kind: 'not-found',
      also: reason('nor_then', { commit: 'abc' }),
    });
    for (const past of [undefined, { state: 'ambiguous', commit: 'abc' } as const])
      expect(await read(absent, past, { from })).toEqual(absent);
    const { at: _, ...undated } = from;
    expect(await read(absent, { state: 'ok', commit: 'abc' }, { from: undated })).toEqual(absent);
    const closed: Failure = fail('untrusted');
    expect(await read(closed, { state: 'ok', commit: 'abc' }, { from })).toEqual(closed);
  });

  it.each([
    ['missing', 'no_file_then'],
    ['line-out-of-range', 'no_line_then'],
  ] as const)('has a notice if it was %s when it was cited', async (state, cause) => {
    expect(await read(file, { state, commit: 'abc' }, { from })).toMatchObject({
      notices: [{ kind: 'changed', ...reason(cause, { commit: 'abc' }) }],
    });
  });

  it('is read without a notice if it has no history', async () => {
    const ports = fakePorts({ workspace: new MemoryWorkspace({ 'src/a.ts': 'one\ntwo\n' }) });
    expect(await resolve(place, ports, { from }, never)).toMatchObject({ notices: [] });
    const whole = await resolve({ kind: 'file', path: 'src/a.ts' }, ports, {}, never);
    expect(whole).toMatchObject({ location: 'src/a.ts' });
    expect(whole).not.toHaveProperty('focus');
  });

  it('has no credential in its title', async () => {
    const message = `revoke ghp_${'a1B2c3D4e5'.repeat(4)}`;
    const workspace = new MemoryWorkspace({}, { deadbeef: { message, diff: '+a' } });
    const source = await resolve({ kind: 'commit', sha: 'deadbeef' }, fakePorts({ workspace }), {}, never);
    expect(source).toMatchObject({ title: 'deadbeef' });
  });

  it('may be a commit or a memory', async () => {
    const workspace = new MemoryWorkspace(
      {},
      { deadbeef: { message: '\n', diff: '+a' }, abc1234: { message: 'Why\n\nBecause.', diff: '+x' } },
      { m: 'It is so.' },
    );
    const ports = fakePorts({ workspace });
    expect(await resolve({ kind: 'commit', sha: 'deadbeef' }, ports, {}, never)).toMatchObject({
      title: '',
      text: '\n\n+a',
    });
    expect(await resolve({ kind: 'commit', sha: 'abc1234' }, ports, {}, never)).toMatchObject({
      title: 'Why',
    });
    expect(await resolve({ kind: 'memory', id: 'm' }, ports, {}, never)).toMatchObject({ text: 'It is so.' });
    expect(await probe({ kind: 'memory', id: 'm' }, ports, never)).toEqual({
      location: 'memory:m',
      title: 'm',
    });
    for (const target of [
      { kind: 'commit', sha: 'aa' },
      { kind: 'memory', id: 'x' },
    ] as const)
      expect(await resolve(target, ports, {}, never)).toMatchObject({ kind: 'not-found' });
    expect(await probe({ kind: 'commit', sha: 'aa' }, ports, never)).toMatchObject({ kind: 'not-found' });
    expect(await resolve({ kind: 'guess' }, ports, {}, never)).toMatchObject({ kind: 'guess' });
    expect(await resolve({ kind: 'dangling', label: '7' }, ports, {}, never)).toMatchObject({
      kind: 'dangling',
    });
  });
});

describe('lineSpan', () => {
  it.each([
    ['a\nb\nc', [2, 2], 'b'],
    ['a\r\nb\r\nc', [1, 2], 'a\r\nb'],
    ['a\nb', [2, 9], 'b'],
    ['a\nb', [5, 6], ''],
    ['a', [1, 1], 'a'],
  ] as const)('finds in %j the lines %j: %j', (text, lines, expected) => {
    const { start, end } = lineSpan(text, lines);
    expect(text.slice(start, end)).toBe(expected);
  });
});

describe('an answer of a registry', () => {
  it.each([
    [200, undefined],
    [404, undefined],
    [410, undefined],
    [401, 'blocked'],
    [403, 'blocked'],
    [429, 'blocked'],
    [302, 'bad-status'],
    [400, 'bad-status'],
    [503, 'bad-status'],
  ])('with status %i is %s', (status, miss) => {
    expect(failureOf({ url: '', status, body: '' })?.kind).toBe(miss);
  });
});

describe('find', () => {
  const crossref = (...items: readonly object[]) => JSON.stringify({ message: { items } });
  const found = (replies: Readonly<Record<string, Reply>>, options = {}, signal = never) =>
    find('tides', fakePorts({ web: new RegistryWeb(replies) }), options, signal);

  it('merges records of a work, and keeps the abstract of one', async () => {
    const replies = {
      'crossref /works?': crossref({ DOI: '10.1/a', title: ['Tides of spring'] }, { DOI: '10.1/b' }),
      'openalex /works?': JSON.stringify({
        results: [{ title: 'Tides of spring', abstract_inverted_index: { They: [0], rise: [1] } }],
      }),
    };
    expect(await found(replies)).toMatchObject({
      papers: [
        { record: { doi: '10.1/a' }, abstract: 'They rise', seenIn: ['crossref', 'openalex'] },
        { record: { doi: '10.1/b' } },
      ],
    });
  });

  it('excludes papers without a year from any span of years', async () => {
    const replies = { 'crossref /works?': crossref({ DOI: '10.1/a', title: ['Tides'] }) };
    expect(await found(replies, { from: 2000 })).toMatchObject({ papers: [] });
    expect(await found(replies, { to: 2020 })).toMatchObject({ papers: [] });
    expect(await found(replies)).toMatchObject({ papers: [{}] });
  });

  it('is cancelled by the signal', async () => {
    expect(await found({}, {}, AbortSignal.abort())).toMatchObject({ kind: 'cancelled' });
  });
});

describe('a match of titles', () => {
  const verdict = (cited: Work, record: Work) => matchWork(cited, { record }).fields.title;

  it('is unknown if one is missing or in another script', () => {
    expect(verdict({ title: 'Tides' }, {})).toBe('unknown');
    expect(verdict({}, { title: 'Tides of spring' })).toBe('unknown');
    expect(verdict({ title: '春の潮の満ち引き' }, { title: 'Tides of spring' })).toBe('unknown');
    expect(verdict({ title: 'Tides of spring' }, { title: 'Tides of spring' })).toBe('same');
  });

  it('ignores the name of an office before the title', () => {
    const cited = { title: 'Report on tides', authors: ['Harbour Office'] };
    expect(verdict(cited, { title: 'Harbour Office Report on tides' })).toBe('same');
    expect(verdict({ ...cited, title: 'Harbour Office Report' }, { title: 'Harbour Office Report' })).toBe(
      'same',
    );
  });
});
