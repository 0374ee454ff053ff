import { fail } from '../../../src/core/causes';
import { describe, expect, test } from 'vitest';
import { checkEnvelope } from '../../../src/core/envelope/envelopeCheck';
import { readEnvelope } from '../../../src/core/envelope/envelopeClaims';
import type { Ports } from '../../../src/core/ports';
import { CannedWeb, fakePorts, MemoryWorkspace, never, ScriptedModel } from '../../fakes';

const FILE = 'export const one = 1;\nexport const two = 2;\nexport const three = 3;\n';
const PAGE = 'The bridge over the river was opened to traffic in 1932 by the mayor of the town.';
const ports = (model?: ScriptedModel) =>
  fakePorts({
    web: new CannedWeb({
      'https://site.example/bridge': PAGE,
      'https://site.example/wall': fail('access_denied'),
    }),
    workspace: new MemoryWorkspace({
      'src/a.ts': FILE,
      'src/b.ts': 'const TTL_SECONDS = 60;\nconst RETRIES = 3;\nconst WAIT = 600;\n',
      'src/note.ts': '// never retries\n',
      'src/gap.ts': 'a\n\n\n\nb\n',
    }),
    ...(model && { model }),
  });
/** As another tool writes it: any field may be anything. */
type Claim = Readonly<Record<string, unknown>>;
const claim = (source: unknown, more: Claim = {}): Claim => ({
  claim: 'The second constant is two.',
  source,
  evidence: 'export const two = 2;',
  ...more,
});
const readAs = (envelope: unknown) => {
  const read = readEnvelope(JSON.stringify(envelope));
  if ('error' in read) throw new Error(read.error);
  return read;
};
const check = (
  claims: readonly unknown[],
  given: Ports = ports(),
  asked?: readonly string[],
  unverified?: readonly unknown[],
) => checkEnvelope(readAs({ claims, unverified }), given, asked ? { asked } : {}, never);
const namesOf = async (one: unknown, given?: Ports) =>
  (await check([one], given)).claims[0]?.failures.map(({ name }) => name);

describe('readEnvelope', () => {
  test('ignores unknown keys, and reads unverified claims as strings or objects', () => {
    const envelope = {
      claims: [claim('guess')],
      unverified: ['a', { claim: 'b', why: 'c' }, 7],
      made: 'by x',
    };
    expect(readAs(envelope)).toMatchObject({ claims: [{ source: 'guess' }], unverified: ['a', 'b', ''] });
  });

  test('accepts an envelope without unverified claims', () => {
    expect(readAs({ claims: [] })).toEqual({ claims: [], unverified: [] });
    expect(readAs({ claims: [], unverified: null })).toEqual({ claims: [], unverified: [] });
  });

  test.each([
    ['one claim', claim('guess'), ['guess']],
    ['a table', { a: claim('guess'), b: 7 }, ['guess', '']],
    ['a text', 'The second constant is two.', ['']],
    ['nothing', null, []],
  ])(
    'reads %s in place of a list of claims, and a malformed claim fails by itself',
    async (_, claims, sources) => {
      const read = readAs({ claims, unverified: 'a' });
      expect(read.claims.map(({ source }) => source)).toEqual(sources);
      expect(read.unverified).toEqual(['a']);
      const { passed, claims: checked } = await checkEnvelope(read, ports(), {}, never);
      expect(passed).toBe(sources.length === 0 ? null : false);
      for (const { source, failures } of checked)
        expect(failures.some(({ name }) => name === 'malformed-claim')).toBe(source === '');
    },
  );

  test('accepts a bare list of claims', () => {
    expect(readAs([claim('guess'), 7])).toMatchObject({ claims: [{ source: 'guess' }, { source: '' }] });
    expect(readAs({ unverified: ['a'] })).toEqual({ claims: [], unverified: ['a'] });
  });

  test.each([
    ['{"name":"x"}', 'not an envelope: '],
    ['7', 'not an envelope: '],
    ['null', 'not an envelope: '],
    ['{', 'not valid JSON'],
  ])('rejects what has no claims: %s', (text, told) => {
    expect(readEnvelope(text)).toEqual({ error: expect.stringContaining(told) as string });
  });
});

describe('a malformed claim', () => {
  const good = claim('file:src/a.ts:2');

  test.each([
    ['a null source', { ...good, source: null }, ['empty-source']],
    ['no source', { claim: 'x', evidence: 'y' }, ['empty-source']],
    [
      'a source that is not a string',
      { ...good, source: ['file:src/a.ts:2'] },
      ['malformed-claim', 'empty-source'],
    ],
    ['an unknown confidence', { ...good, confidence: 'sure' }, ['malformed-claim']],
    ['a numeric confidence', { ...good, confidence: 0.9 }, ['malformed-claim']],
    ['a scope that is not a string', { ...good, scope: {} }, ['malformed-claim']],
    ['evidence of an unknown type', { ...good, evidence: [1] }, ['malformed-claim', 'no-evidence']],
    ['no claim', { source: 'file:src/a.ts:2', evidence: 'export const two = 2;' }, ['malformed-claim']],
    ['null in its place', null, ['malformed-claim', 'empty-source']],
  ])('with %s fails by itself, and the others are checked', async (_, bad, names) => {
    const { claims, passed } = await check([good, bad, good]);
    expect(claims.map(({ failures }) => failures.map(({ name }) => name))).toEqual([[], names, []]);
    expect(passed).toBe(false);
  });
});

describe('evidence that names a place', () => {
  const lines = (evidence: unknown, source = 'file:src/a.ts') => claim(source, { evidence });

  test.each([
    ['a place in the documented format', 'file:src/a.ts:2'],
    ['a path with its line', 'src/a.ts:2'],
    ['a line in words', 'line 2'],
    ['lines with letters', 'L2-L3'],
    ['a line by name', { line: 2 }],
    ['lines by name', { lines: [2, 2] }],
    ['offsets', { start: 22, end: 43 }],
    ['an excerpt by name', { excerpt: 'export const two = 2;' }],
  ])('is read there: %s', async (_, evidence) => {
    const { claims } = await check([lines(evidence)]);
    expect(claims[0]).toMatchObject({ failures: [], layers: { derivable: 'pass' }, evidenceAt: { line: 2 } });
  });

  test.each([
    ['a line after the end', lines('line 40'), 'invented-place'],
    ['offsets after the end', lines({ start: 5, end: 5_000 }), 'invented-place'],
    ['an empty line', lines('line 4', 'file:src/gap.ts'), 'no-evidence'],
    ['a file that does not exist', lines('file:src/none.ts:2'), 'invented-place'],
    ['lines beside those of the source', lines('line 3', 'file:src/a.ts:1'), 'invented-place'],
    ['a site that refuses readers', lines('web:https://site.example/wall'), 'unreachable'],
  ])('fails: %s', async (_, one, name) => {
    expect(await namesOf(one)).toEqual([name]);
  });

  test('may be in another file, whose figures are compared', async () => {
    const other = lines('file:src/b.ts:1', 'file:src/a.ts:2');
    expect(await namesOf({ ...other, claim: 'The time to live is 60 seconds.' })).toEqual([]);
    expect(await namesOf({ ...other, claim: 'The time to live is 61 seconds.' })).toEqual(['figure-differs']);
  });

  test('in a file with credentials is neither confirmed nor denied', async () => {
    const workspace = new MemoryWorkspace({
      'src/key.ts': 'const k = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";',
    });
    const given = { ...ports(), workspace };
    const guess = (evidence: string) => check([lines(evidence, 'file:src/key.ts:1')], given);
    const [right, wrong] = await Promise.all([guess('k = "ghp_ab'), guess('k = "ghp_zz')]);
    expect(right.claims[0]).toMatchObject({
      failures: [{ name: 'unreachable', cause: 'credentials_text' }],
      layers: { derivable: 'unknown' },
    });
    expect(right.claims[0]?.failures).toEqual(wrong.claims[0]?.failures);
    expect(right.claims[0]?.evidenceAt).toBeUndefined();
  });

  test('is read only for claims within the limit', async () => {
    const pages = ['a', 'b', 'c'].map((name) => `https://site.example/${name}`);
    const web = new CannedWeb(Object.fromEntries(pages.map((page) => [page, PAGE])));
    const claims = pages.map((page) => lines(`web:${page}`, 'file:src/a.ts:2'));
    const envelope = readAs({ claims });
    await checkEnvelope(envelope, { ...ports(), web }, { maxCitations: 1 }, never);
    expect(web.calls).toHaveLength(1);
  });

  test('shows nothing in particular if it is a whole page', async () => {
    const { claims } = await check([
      lines('web:https://site.example/bridge', 'web:https://site.example/bridge'),
    ]);
    expect(claims[0]).toMatchObject({ failures: [], layers: { derivable: 'unknown' } });
  });
});

describe('a figure of a claim', () => {
  const about = (text: string, evidence: string, source = 'file:src/b.ts') =>
    namesOf(claim(source, { claim: text, evidence }));

  test('fails if the evidence differs', async () => {
    expect(await about('The limit is 61.', '= 60')).toEqual(['figure-differs']);
    expect(await about('The time to live is 61 seconds.', 'TTL_SECONDS = 60')).toEqual(['figure-differs']);
    expect(await about('It tries five times.', 'RETRIES = 3')).toEqual(['figure-differs']);
    const page = 'web:https://site.example/bridge';
    expect(await about('It opened 4812 days late.', 'opened 4700 days late', page)).toEqual(
      expect.not.arrayContaining(['figure-differs']) as unknown,
    );
  });

  test('passes if the evidence has it, has it in other units, or has none', async () => {
    expect(await about('The limit is 60.', '= 60')).toEqual([]);
    expect(await about('It lives for 1 minute.', 'TTL_SECONDS = 60')).toEqual([]);
    expect(await about('It lives for 10 minutes.', 'WAIT = 600')).toEqual([]);
    expect(await about('The time to live is set in b.ts:1.', 'TTL_SECONDS = 60')).toEqual([]);
    expect(await about('One of 12 settings is the time to live.', 'TTL_SECONDS')).toEqual([]);
  });
});

describe('a claim of an envelope', () => {
  test('is required for the envelope to pass', async () => {
    expect((await check([])).passed).toBeNull();
  });

  test('passes if its excerpt is in the given lines, with its place', async () => {
    const { claims, passed } = await check([claim('file:src/a.ts:2')]);
    expect(passed).toBe(true);
    expect(claims[0]).toMatchObject({
      layers: { exists: 'pass', resolves: 'pass', derivable: 'pass', scoped: 'unknown' },
      failures: [],
      evidenceAt: { line: 2, span: { start: 22, end: 43 } },
    });
  });

  test('has an invented place if its excerpt is in other lines', async () => {
    const { claims, passed } = await check([claim('file:src/a.ts:3')]);
    expect(passed).toBe(false);
    expect(claims[0]).toMatchObject({
      layers: { derivable: 'fail' },
      evidenceAt: { line: 2 },
      failures: [{ name: 'invented-place', cause: 'envelope_other_line', facts: { line: 2 } }],
    });
  });

  test('may have an excerpt shorter than a quotation if it is verbatim', async () => {
    expect(await namesOf(claim('file:src/a.ts', { evidence: ' two = 2 ' }))).toEqual([]);
  });

  test.each([
    ['no excerpt', claim('file:src/a.ts:2', { evidence: ' ' }), 'no-evidence'],
    ['no key for it', { claim: 'x', source: 'file:src/a.ts:2' }, 'no-evidence'],
    ['a paraphrase', claim('file:src/a.ts:2', { evidence: 'two equals two' }), 'paraphrased-evidence'],
    ['a missing file', claim('file:src/none.ts:2'), 'invented-place'],
    ['no source', claim('  '), 'empty-source'],
    ['a guess', claim('guess'), 'guess-as-claim'],
    ['an unsupported scheme', claim('ftp://site.example/a'), 'invented-place'],
    ['a site that refuses readers', claim('web:https://site.example/wall'), 'unreachable'],
    ['a missing page', claim('web:https://site.example/none'), 'invented-place'],
  ])('with %s fails under the name of its fault', async (_, one, name) => {
    expect(await namesOf(one)).toEqual([name]);
  });

  test('neither passes nor fails the envelope if its source is unreachable', async () => {
    expect((await check([claim('web:https://site.example/wall')])).passed).toBeNull();
    expect((await check([claim('web:https://site.example/wall'), claim('file:src/a.ts:2')])).passed).toBe(
      true,
    );
  });

  test('is universal if it speaks of all from one place, whatever its scope', async () => {
    const wide = { claim: 'All constants are exported.' };
    for (const scope of [undefined, '', 'everywhere', 'file', 'in this file'])
      expect(await namesOf(claim('file:src/a.ts:2', { ...wide, scope }))).toEqual(['universal-claim']);
    const page = { claim: 'The mayor opened all of it.', evidence: 'opened to traffic in 1932' };
    expect(await namesOf(claim('web:https://site.example/bridge', page))).toEqual([]);
  });

  test('may speak of all within its place, of a name in code, or as its evidence does', async () => {
    const of = (text: string, evidence = 'export const two = 2;') =>
      namesOf(claim('file:src/a.ts', { claim: text, evidence }));
    expect(await of('All constants in this file are exported.')).toEqual([]);
    expect(await of('It calls `Promise.all` once.')).toEqual([]);
    expect(
      await namesOf(claim('file:src/note.ts', { claim: 'It never retries.', evidence: '// never retries' })),
    ).toEqual([]);
  });

  test.each([
    ['supported', [], 'pass'],
    ['partly', ['overstated'], 'fail'],
    ['overstated', ['overstated'], 'fail'],
    ['contradicted', ['contradicted'], 'fail'],
    ['absent', ['absent'], 'fail'],
    ['unsure', [], 'unknown'],
  ])('that a model finds %s fails with %j, and its scope is %s', async (support, names, scoped) => {
    const model = new ScriptedModel(() =>
      JSON.stringify({
        rationale: 'So it says.',
        sentences: [1],
        quote: support === 'absent' ? '' : 'opened to traffic in 1932 by the mayor',
        support,
        confidence: 0.9,
        suggestion: null,
      }),
    );
    const one = claim('web:https://site.example/bridge', {
      claim: 'The bridge was opened to traffic in 1932 by the mayor.',
      evidence: 'opened to traffic in 1932',
    });
    const { claims } = await check([one], ports(model));
    expect(model.calls.length).toBeGreaterThan(0);
    expect(claims[0]?.failures.map(({ name }) => name)).toEqual(names);
    expect(claims[0]?.layers.scoped).toBe(scoped);
  });
});

describe('the claims that a tool was asked about', () => {
  test('are dropped if they are in neither list, in any spelling', async () => {
    const asked = ['the second constant is TWO', 'Nobody knows!', 'Nor this.', 'This was dropped.'];
    const { dropped, passed, unverified } = await check([claim('file:src/a.ts:2')], ports(), asked, [
      'Nobody knows.',
      { claim: 'Nor this' },
    ]);
    expect(dropped).toEqual(['This was dropped.']);
    expect([passed, unverified]).toEqual([false, 2]);
  });
});
