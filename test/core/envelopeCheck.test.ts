import { fail } from '../../src/core/causes';
import { describe, expect, test } from 'vitest';
import { checkEnvelope, readEnvelope, type Envelope } from '../../src/core/envelopeCheck';
import type { Ports } from '../../src/core/ports';
import { CannedWeb, fakePorts, MemoryWorkspace, ScriptedModel } from '../fakes';

const never = new AbortController().signal;
const FILE = 'export const one = 1;\nexport const two = 2;\nexport const three = 3;\n';
const PAGE = 'The bridge over the river was opened to traffic in 1932 by the mayor of the town.';
const ports = (model?: ScriptedModel) =>
  fakePorts({
    web: new CannedWeb({
      'https://site.example/bridge': PAGE,
      'https://site.example/wall': fail('access_denied'),
    }),
    workspace: new MemoryWorkspace({ 'src/a.ts': FILE }),
    ...(model && { model }),
  });
type Claim = Envelope['claims'][number];
const claim = (source: string, more: Partial<Claim> = {}): Claim => ({
  claim: 'The second constant is two.',
  source,
  evidence: 'export const two = 2;',
  ...more,
});
const check = (
  claims: readonly Claim[],
  given: Ports = ports(),
  asked?: readonly string[],
  unverified: Envelope['unverified'] = [],
) => checkEnvelope({ claims: [...claims], unverified }, given, asked ? { asked } : {}, never);
const namesOf = async (one: Claim, given?: Ports) =>
  (await check([one], given)).claims[0]?.failures.map(({ name }) => name);

describe('an envelope is read', () => {
  test('with keys of its own maker, and with unverified claims as words or as objects', () => {
    const envelope = { claims: [claim('guess')], unverified: ['a', { claim: 'b', why: 'c' }], made: 'by x' };
    expect(readEnvelope(JSON.stringify(envelope))).toMatchObject({
      claims: [{ source: 'guess' }],
      unverified: ['a', { claim: 'b' }],
    });
  });

  test.each([
    ['{"claims":1,"unverified":[]}', 'not an envelope: claims '],
    ['{"claims":[{"claim":"a"}],"unverified":[]}', 'not an envelope: claims.0.source '],
    ['[]', 'not an envelope: '],
    ['{', 'not JSON: '],
  ])('%s is refused with the place of the fault', (text, told) => {
    expect(readEnvelope(text)).toEqual({ error: expect.stringContaining(told) as string });
  });
});

describe('a claim of an envelope', () => {
  test('passes when its excerpt stands in the lines given, and says where', async () => {
    const { claims, passed } = await check([claim('file:src/a.ts:2')]);
    expect(passed).toBe(true);
    expect(claims[0]).toMatchObject({
      layers: { exists: 'pass', resolves: 'pass', derivable: 'pass', scoped: 'unknown' },
      failures: [],
      evidenceAt: { line: 2, span: { start: 22, end: 43 } },
    });
  });

  test('names an invented place when the excerpt stands in other lines', async () => {
    const { claims, passed } = await check([claim('file:src/a.ts:3')]);
    expect(passed).toBe(false);
    expect(claims[0]).toMatchObject({
      layers: { derivable: 'fail' },
      evidenceAt: { line: 2 },
      failures: [{ name: 'invented-place', cause: 'envelope_other_line', facts: { line: 2 } }],
    });
  });

  test('may give an excerpt shorter than a quotation, word for word', async () => {
    expect(await namesOf(claim('file:src/a.ts', { evidence: ' two = 2 ' }))).toEqual([]);
  });

  test.each([
    ['no excerpt', claim('file:src/a.ts:2', { evidence: ' ' }), 'no-evidence'],
    ['no key for it', { claim: 'x', source: 'file:src/a.ts:2' }, 'no-evidence'],
    ['a paraphrase', claim('file:src/a.ts:2', { evidence: 'two equals two' }), 'paraphrased-evidence'],
    ['a file that is not there', claim('file:src/none.ts:2'), 'invented-place'],
    ['no source', claim('  '), 'empty-source'],
    ['a guess', claim('guess'), 'guess-as-claim'],
    ['a scheme that nobody can open', claim('ftp://site.example/a'), 'invented-place'],
    ['a site that refuses readers', claim('web:https://site.example/wall'), 'unreachable'],
    ['a page that is not there', claim('web:https://site.example/none'), 'invented-place'],
  ])('with %s is %#', async (_, one, name) => {
    expect(await namesOf(one)).toEqual([name]);
  });

  test('that could not be reached does not fail the envelope: nothing is known against it', async () => {
    expect((await check([claim('web:https://site.example/wall')])).passed).toBe(true);
  });

  test('reaches too far when it speaks of all from one place, unless its scope is told', async () => {
    const wide = { claim: 'All constants are exported.' };
    expect(await namesOf(claim('file:src/a.ts:2', wide))).toEqual(['universal-claim']);
    expect(await namesOf(claim('file:src/a.ts:2', { ...wide, scope: 'everywhere' }))).toEqual([
      'universal-claim',
    ]);
    expect(await namesOf(claim('file:src/a.ts:2', { ...wide, scope: 'in this file' }))).toEqual([]);
    const page = { claim: 'The mayor opened all of it.', evidence: 'opened to traffic in 1932' };
    expect(await namesOf(claim('web:https://site.example/bridge', page))).toEqual([]);
  });

  test.each([
    ['supported', [], 'pass'],
    ['partly', ['overstated'], 'fail'],
    ['overstated', ['overstated'], 'fail'],
    ['contradicted', ['contradicted'], 'fail'],
    ['absent', ['absent'], 'fail'],
    ['unsure', [], 'unknown'],
  ])('that a judge finds %s has the scope %j %s', async (support, names, scoped) => {
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

describe('what a tool was asked to show', () => {
  test('and stands in neither list is told as dropped, however it is set', async () => {
    const asked = ['the second constant is TWO', 'Nobody knows!', 'Nor this.', 'This was dropped.'];
    const { dropped, passed, unverified } = await check([claim('file:src/a.ts:2')], ports(), asked, [
      'Nobody knows.',
      { claim: 'Nor this' },
    ]);
    expect(dropped).toEqual(['This was dropped.']);
    expect([passed, unverified]).toEqual([false, 2]);
  });
});
