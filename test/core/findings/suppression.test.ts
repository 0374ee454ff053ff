import { describe, expect, test } from 'vitest';
import { markOf } from '../../../src/core/findings/accepted';
import { scan } from '../../../src/core/extract';
import type { Finding, Problem } from '../../../src/core/model';
import {
  acceptedIn,
  baselineKey,
  commentProblems,
  commentsOf,
  decide,
} from '../../../src/core/findings/suppression';
import { screenedFinding } from '../../fakes';

const span = { start: 0, end: 1 };
const dangling = (label: string): Problem => ({
  code: 'dangling',
  severity: 'error',
  span,
  facts: { label },
});

describe('an accepted mark', () => {
  const accepted = acceptedIn([markOf(screenedFinding('a', 'text'), 'checked by hand')]);
  const by = (found: Finding) => decide(found, { accepted }).suppressed;

  test('suppresses its finding, with its note', () => {
    expect(by(screenedFinding('a', 'text'))).toEqual({ by: 'accepted', note: 'checked by hand' });
  });

  test('becomes stale if the claim, the source or the code changes', () => {
    expect(by(screenedFinding('b', 'text'))).toBeUndefined();
    expect(by(screenedFinding('a', 'another text'))).toBeUndefined();
    expect(by(screenedFinding('a', 'text', 'no-related-passage'))).toBeUndefined();
  });
});

describe('a rule', () => {
  const rules = [
    { citation: '9' },
    { citation: '^8' },
    { citation: 'src/gone.ts' },
    { code: 'uncited', note: 'by habit' },
  ] as const;
  const by = (what: Problem) => decide(what, { rules }).suppressed;

  test.each(['[9]', '[^8]'])('applies to the label %s', (label) => {
    expect(by(dangling(label))).toEqual({ by: 'ignore' });
  });

  test.each(['[19]', '[^9]', '[8]'])('does not apply to the label %s', (label) => {
    expect(by(dangling(label))).toBeUndefined();
  });

  test('applies to a path and to a code', () => {
    expect(by({ ...dangling(''), code: 'file-not-found', facts: { path: 'src/gone.ts' } })).toEqual({
      by: 'ignore',
    });
    expect(by({ ...dangling('[1]'), code: 'uncited' })).toEqual({ by: 'ignore', note: 'by habit' });
  });

  test('applies to a finding by the id and the identifier of its citation', () => {
    for (const citation of ['a', 'x'])
      expect(decide(screenedFinding('a', 't'), { rules: [{ citation }] }).suppressed).toEqual({
        by: 'ignore',
      });
    expect(decide(screenedFinding('a', 't'), { rules: [{ citation: 'b' }] }).suppressed).toBeUndefined();
  });
});

describe('an ignore comment', () => {
  const text =
    'One [1] and none [7]. <!-- citewright-ignore-line dangling: agreed -->\n\n## References\n\n[1] X. https://x.example\n';
  const [problem] = scan(text).problems.filter(({ code }) => code === 'dangling');

  test('suppresses a problem of the scan before any rule', () => {
    const given = { comments: commentsOf({ text }), rules: [{ code: 'dangling' }] as const };
    expect(decide(problem!, given).suppressed).toEqual({ by: 'ignore-line', note: 'agreed' });
  });

  test('has no effect in a transcript', () => {
    expect(commentsOf({ text, log: new Map() })).toBeUndefined();
  });

  test('is a problem where it is mistyped, except in a transcript', () => {
    const wrong = text.replace('dangling:', 'danglign:');
    const start = wrong.indexOf('danglign');
    const problem = { code: 'unknown-ignore', severity: 'warning', facts: { label: 'danglign' } };
    expect(commentProblems({ text: wrong })).toEqual([{ ...problem, span: { start, end: start + 8 } }]);
    expect(commentProblems({ text: wrong, log: new Map() })).toEqual([]);
  });
});

describe('a baseline', () => {
  test('suppresses what the earlier report has, except findings that are no problem', () => {
    const bad = screenedFinding('a', 't');
    const good = screenedFinding('a', 't', 'quote-found');
    const baseline = new Set([
      baselineKey('figure-differs', 'a'),
      baselineKey('quote-found', 'a'),
      baselineKey('dangling', { label: '[9]' }),
    ]);
    expect(decide(bad, { baseline }).suppressed).toEqual({ by: 'baseline' });
    expect(decide(good, { baseline })).toMatchObject({ code: 'quote-found', severity: 'none' });
    expect(decide(good, { baseline }).suppressed).toBeUndefined();
    expect(decide(dangling('[9]'), { baseline }).suppressed).toEqual({ by: 'baseline' });
    expect(decide(dangling('[8]'), { baseline }).suppressed).toBeUndefined();
  });
});

test('decide applies the user’s severities, and drops an earlier decision', () => {
  const severities = { dangling: 'info', 'figure-differs': 'none' } as const;
  expect(decide({ ...dangling('[9]'), suppressed: { by: 'x' } }, { severities })).toEqual({
    ...dangling('[9]'),
    severity: 'info',
  });
  expect(decide({ ...screenedFinding('a', 't'), suppressed: { by: 'x' } }, { severities })).toEqual({
    ...screenedFinding('a', 't'),
    severity: 'none',
  });
});
