/** What a finding is called, how it is said, and what can be told of its layers. */
import { fail, reason, say } from '../../../src/core/causes';
import { CODES } from '../../../src/core/codes';
import { describe, expect, test } from 'vitest';
import { explain, factsOf, grade, layers, type UngradedFinding } from '../../../src/core/findings/finding';
import { why } from '../../../src/core/findings/why';
import { createOpenCounter, spentOn, summary } from '../../../src/core/findings/tally';
import type {
  Citation,
  FailureKind,
  Notice,
  Screen,
  Source,
  Style,
  Support,
  Target,
  Verdict,
} from '../../../src/core/model';
import { acceptedIn, decide } from '../../../src/core/findings/suppression';
import { markOf, readMarks } from '../../../src/core/findings/accepted';
import { identityOf } from '../../../src/core/verify/jobs';
import { citationOf, judgedOf, sourceOf, unjudgedOf } from '../../fakes';

const span = { start: 0, end: 0 };
const cited = (target: Target, style: Style = 'url', more: Partial<Citation> = {}) =>
  citationOf({
    style,
    target,
    raw: 'raw',
    identifier: 'identifier',
    claim: { text: 'So it is.', span },
    ...more,
  });
const source = (more: Partial<Source> = {}) =>
  sourceOf({
    target: { kind: 'guess' },
    location: 'https://a.example/x',
    title: 'T',
    text: 'It is so.',
    ...more,
  });
const URL_TARGET: Target = { kind: 'url', url: 'https://a.example/x' };
const FILE: Target = { kind: 'file', path: 'a.ts', lines: [2, 4] };
const WORK: Target = { kind: 'work', title: 'T' };
const DANGLING: Target = { kind: 'dangling', label: '7' };
type Missed = Extract<UngradedFinding, { stage: 'unresolved' }>;
const missed = (kind: FailureKind, target: Target, style?: Style, archived?: string): Missed => ({
  citation: cited(target, style),
  stage: 'unresolved',
  ...fail('internal_error', { message: 'as it is', count: 2 }, kind),
  ...(archived !== undefined && { archived }),
});
const screen = (result: Screen['result'] = 'related'): Screen => ({
  result,
  score: 0.5,
  why: reason('negated'),
});
const unjudged = (why: 'no-model' | 'budget', given: Source = source(), result?: Screen['result']) =>
  unjudgedOf({
    citation: cited(URL_TARGET),
    source: given,
    screen: screen(result),
    why,
    ...reason('cost_cap'),
  });
const judged = (support: Support, more: Partial<Verdict> = {}, given = source()) =>
  judgedOf(
    { citation: cited(URL_TARGET), source: given, screen: screen() },
    {
      support,
      confidence: 0.9,
      rationale: 'The page says so.',
      usage: { input: 10, output: 2, cached: 0 },
      ...more,
    },
  );
const beside = (support: Support, result: Screen['result']): UngradedFinding =>
  ({ ...judged(support), screen: screen(result) }) as UngradedFinding;
const noticed = (kind: Notice['kind'], said: string) =>
  source({ notices: [{ kind, ...reason('model_says', { said }) }] });
const ARCHIVED = source({ via: 'wayback' });
const RETRACTED = noticed('retracted', 'Retracted.');

describe('the code of a finding', () => {
  test.each<[string, UngradedFinding, string]>([
    ['a missing page', missed('not-found', URL_TARGET), 'not-found'],
    [
      'a missing page with an archived copy',
      missed('not-found', URL_TARGET, 'url', 'https://web.archive.org/x'),
      'dead',
    ],
    ['a page with an error status', missed('bad-status', URL_TARGET), 'dead'],
    ['a missing file', missed('not-found', FILE), 'file-not-found'],
    ['several files', missed('ambiguous', FILE), 'ambiguous-file'],
    ['several works', missed('ambiguous', WORK), 'ambiguous'],
    ['a work in no registry', { ...missed('not-found', WORK), cause: 'unlisted' }, 'no-match'],
    ['a key without an entry', missed('dangling', DANGLING, 'cite-key'), 'unknown-key'],
    ['a number without an entry', missed('dangling', DANGLING, 'numbered'), 'dangling'],
    ['a time-out', missed('timeout', URL_TARGET), 'timeout'],
    ['a source not judged without a model', unjudged('no-model'), 'related'],
    ['a source not judged because of the budget', unjudged('budget'), 'unjudged'],
    ['a screening more severe than that', unjudged('budget', source(), 'figure-differs'), 'figure-differs'],
    ['a screening more severe than an unsure verdict', beside('unsure', 'figure-differs'), 'figure-differs'],
    ['a missing quotation beside an unsure verdict', beside('unsure', 'quote-not-found'), 'quote-not-found'],
    ['an unsure verdict more severe than the screening', beside('unsure', 'related'), 'unsure'],
    ['a difference beside a supporting verdict', beside('supported', 'figure-differs'), 'figure-differs'],
    ['few shared words beside a supporting verdict', beside('supported', 'no-related-passage'), 'supported'],
    ['a verdict more severe than the screening', beside('contradicted', 'figure-differs'), 'contradicted'],
    ['an archived copy', unjudged('no-model', ARCHIVED), 'dead'],
    ['a retracted work', judged('supported', {}, RETRACTED), 'retracted'],
    ['a withdrawn work', judged('supported', {}, noticed('withdrawn', 'W.')), 'retracted'],
    ['a contradiction', judged('contradicted'), 'contradicted'],
    ['a contradiction by a retracted work', judged('contradicted', {}, RETRACTED), 'contradicted'],
    ['an overstatement of an archived copy', judged('overstated', {}, ARCHIVED), 'overstated'],
    ['a retracted work not judged because of the budget', unjudged('budget', RETRACTED), 'retracted'],
    ['an identifier in no registry', missed('not-found', { ...WORK, doi: '10.1/x' }), 'not-found'],
    ['a server that fails', missed('network', URL_TARGET), 'network'],
  ])('of %s', (_, outcome, code) => expect(grade(outcome).code).toBe(code));

  test('depends on the severities of the user', () => {
    expect(grade(judged('supported', {}, ARCHIVED), { dead: 'none' }).code).toBe('supported');
    expect(grade(missed('timeout', URL_TARGET), { timeout: 'error' }).severity).toBe('error');
  });

  test('is no error for a source that was not judged', () => {
    expect([unjudged('no-model'), unjudged('budget')].map((one) => grade(one).severity)).toEqual([
      'none',
      'info',
    ]);
  });
});

describe('the message of a finding', () => {
  test('gives the screening first if it is more severe, then the verdict', () => {
    const { detail } = factsOf(grade(beside('unsure', 'figure-differs')));
    expect(detail).toMatchObject({
      cause: 'negated',
      also: { cause: 'model_answered', facts: { answer: { cause: 'answer_is_unsure' } } },
    });
  });

  const said = (outcome: UngradedFinding) => explain(grade(outcome));

  test('has the cause of a failure in words', () => {
    expect(said(missed('timeout', URL_TARGET))).toContain('as it is');
    expect(said(missed('timeout', URL_TARGET))).not.toContain('internal_error');
  });

  test('fills its placeholders from the failure', () => {
    expect(said(missed('line-out-of-range', FILE))).toMatch(/a\.ts.*2.*4/);
    expect(said(missed('ambiguous', FILE))).toMatch(/a\.ts.*2/);
  });

  test('says why a work is retracted, or why a page counts as dead', () => {
    expect(said(judged('supported', {}, RETRACTED))).toContain('Retracted.');
    expect(said(unjudged('no-model', noticed('soft-404', 'Gone, in words.')))).toContain('Gone, in words.');
  });

  test('has the rationale, the screening, or why nothing was judged', () => {
    expect(said(judged('partly'))).toContain('The page says so.');
    expect(said(unjudged('no-model', source(), 'figure-differs'))).toContain(say(reason('negated')));
    expect(said(unjudged('budget'))).toContain(say(reason('cost_cap')));
  });

  test('beside its label: does not repeat it, and gives the reason of its code', () => {
    const reason = (outcome: UngradedFinding) => why(grade(outcome));
    expect(reason(judged('partly', { rationale: 'nothing is said of it.' }))).toBe('Nothing is said of it.');
    expect(reason(judged('supported', {}, RETRACTED))).toBe('Retracted.');
    expect(reason(missed('not-found', URL_TARGET))).toBe('Internal error: as it is');
    const { facts } = fail('not_found', { host: 'a.example', status: 404 });
    expect(reason({ ...missed('not-found', URL_TARGET), cause: 'not_found', facts })).toBe(
      'a.example returned HTTP 404',
    );
    expect(reason(missed('blocked', URL_TARGET))).toBe(said(missed('blocked', URL_TARGET)));
  });

  test('is translated', () => {
    const translated = (template: string) => `<${template}>`;
    expect(explain(grade(missed('ambiguous', URL_TARGET)), translated)).toBe(
      `<${CODES.ambiguous.message.replace('{detail}', '<internal error: as it is>')}>`,
    );
  });

  test.each<[Style, string | undefined, string]>([
    ['numbered', '7', '[7]'],
    ['footnote', '^note', '[^note]'],
    ['cite-key', 'key', 'key'],
    ['url', undefined, 'raw'],
  ])('names a marker of style %s with label %s as %s', (style, label, expected) => {
    const citation = cited(FILE, style, label === undefined ? {} : { label });
    expect(factsOf(grade({ ...missed('timeout', FILE), citation }))).toMatchObject({
      label: expected,
      path: 'a.ts',
      line: 4,
    });
  });
});

describe('the layers of a finding', () => {
  test.each<[UngradedFinding, string]>([
    [missed('guess', { kind: 'guess' }), 'fail unknown unknown unknown'],
    [missed('dangling', DANGLING), 'fail fail unknown unknown'],
    [missed('not-found', URL_TARGET), 'pass fail unknown unknown'],
    [{ ...missed('bad-status', URL_TARGET), cause: 'server_error' }, 'pass unknown unknown unknown'],
    [unjudged('no-model', source(), 'quote-found'), 'pass pass pass unknown'],
    [unjudged('no-model'), 'pass pass unknown unknown'],
    [judged('supported'), 'pass pass pass pass'],
    [judged('partly'), 'pass pass pass fail'],
    [judged('overstated'), 'pass pass pass fail'],
    [judged('contradicted'), 'pass pass fail unknown'],
    [judged('absent'), 'pass pass fail unknown'],
    [judged('unsure'), 'pass pass unknown unknown'],
  ])('%#', (outcome, expected) => {
    const { exists, resolves, derivable, scoped } = layers(grade(outcome));
    expect([exists, resolves, derivable, scoped].join(' ')).toBe(expected);
  });
});

describe('the summary of a run', () => {
  const graded = (...outcomes: readonly UngradedFinding[]) => outcomes.map((o) => grade(o));

  test('has an unknown cost if a price is unknown, unless nothing was spent', () => {
    expect(summary(graded(judged('supported'))).costUsd).toBeNull();
    expect(summary(graded(unjudged('no-model'))).costUsd).toBe(0);
    expect(summary(graded(judged('supported', { costUsd: 0.5 }))).costUsd).toBe(0.5);
    expect(
      spentOn(graded(judged('supported', { costUsd: 0.25 }), judged('absent', { costUsd: 0.5 }))),
    ).toMatchObject({ costUsd: 0.75, usage: { input: 20, output: 4 } });
  });

  test('has a score of judged and unsuppressed findings only', () => {
    expect(summary(graded(missed('timeout', URL_TARGET), unjudged('budget')))).toMatchObject({
      score: null,
      passed: null,
    });
    expect(summary(graded(judged('supported'), judged('unsure'), judged('absent')))).toMatchObject({
      score: 0.33,
      passed: false,
    });
    const [half, aside] = graded(judged('supported'), judged('absent'));
    expect(summary([half!, aside!])).toMatchObject({ score: 0.5, passed: true });
    expect(summary([half!, { ...aside!, suppressed: { by: 'accepted' } }])).toMatchObject({
      ...{ judged: 1, score: 1, suppressed: 1, found: 2 },
    });
  });

  test.each<[string, readonly UngradedFinding[], number, boolean, readonly string[]]>([
    ['nothing', [judged('supported'), judged('absent')], 0, true, []],
    ['a dead link, which is a problem', [judged('supported'), missed('not-found', URL_TARGET)], 0, true, []],
    ['pages that can’t be read', [judged('supported'), missed('timeout', URL_TARGET)], 1, true, []],
    ['nothing that a model was to judge', [unjudgedOf(), missed('timeout', URL_TARGET)], 0, false, []],
    [
      'what a cancel left',
      [{ ...missed('cancelled', URL_TARGET), ...fail('cancelled') }],
      1,
      false,
      ['cancelled'],
    ],
    ['what a budget left', [judged('supported'), unjudged('budget')], 1, true, ['cost_cap']],
    [
      'what a failed model left',
      [unjudgedOf({ why: 'model-error', ...reason('overloaded') })],
      1,
      true,
      ['overloaded'],
    ],
  ])('leaves open %s', (_, outcomes, count, isJudging, causes) => {
    const counter = createOpenCounter();
    for (const finding of graded(...outcomes)) counter.add(finding);
    const { why, ...rest } = counter.counts();
    expect({ ...rest, causes: why.map(({ cause }) => cause) }).toEqual({ count, isJudging, causes });
  });
});

describe('an accepted mark', () => {
  test('of a finding without a source holds for any source', () => {
    const finding = grade(missed('timeout', URL_TARGET));
    expect(markOf(finding, 'known')).toEqual({
      citation: 'c',
      code: 'timeout',
      claim: 'So it is.',
      note: 'known',
    });
    expect(decide(finding, { accepted: acceptedIn([markOf(finding)]) }).suppressed).toEqual({
      by: 'accepted',
    });
  });

  test.each([
    ['{"version":1}', 'accepted must be of type array'],
    ['{"version":1,"accepted":[{"citation":7}]}', 'accepted[0].citation must be of type string'],
    ['[]', 'the file must be of type object'],
    ['{', 'not valid JSON at position 1'],
  ])('cannot be read from %s', (text, told) => {
    const read = readMarks(text);
    expect('error' in read && say(read.error)).toBe(told);
  });
});

describe('the identity of a target', () => {
  test('is equal for equal sources only', () => {
    const same: readonly (readonly [Target, Target])[] = [
      [
        { kind: 'work', doi: '10.1/A', raw: 'x' },
        { kind: 'work', doi: '10.1/a', title: 'T' },
      ],
      [
        { kind: 'commit', sha: 'abc' },
        { kind: 'commit', sha: 'abc' },
      ],
    ];
    for (const [a, b] of same) expect(identityOf(a)).toBe(identityOf(b));
    const others: readonly Target[] = [
      { kind: 'commit', sha: 'abc' },
      { kind: 'memory', id: 'abc' },
      { kind: 'url', url: 'abc' },
      { kind: 'work', title: 'abc' },
      { kind: 'file', path: 'abc' },
    ];
    expect(new Set(others.map((t) => identityOf(t))).size).toBe(others.length);
  });
});
