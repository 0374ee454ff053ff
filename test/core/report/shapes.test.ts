/** Reports of a scan alone, of nothing at all, in colours and in few columns, and of suppressed findings. */
import { fail, reason, say } from '../../../src/core/causes';
import { describe, expect, test } from 'vitest';
import { scan } from '../../../src/core/extract';
import { grade, type UngradedFinding } from '../../../src/core/findings/finding';
import { summary } from '../../../src/core/findings/tally';
import type { Finding, Problem, Source, Verdict } from '../../../src/core/model';
import { render, resolvedJson, type Report } from '../../../src/core/report';
import { sourceOf } from '../../fakes';

const look = { version: '1.2.3', failOn: 'error' } as const;
const TEXT =
  'Tides rise https://site.example/tides. So it is [7].\n\n## References\n\n[1] https://site.example/one\n';
const { citations, problems } = scan(TEXT);
const [citation] = citations;
if (!citation) throw new Error('nothing found');
const source = (more: Partial<Source> = {}) =>
  sourceOf({
    target: citation.target,
    location: 'https://site.example/tides',
    title: 'Tides',
    text: 'Tides rise.',
    ...more,
  });
const screen = { result: 'related', score: 0.5 } as const;
const read = (more: Partial<Source> = {}): Finding =>
  grade({
    citation,
    stage: 'unjudged',
    source: source(more),
    screen,
    why: 'no-model',
    ...reason('no_model'),
  });
const judged = (costUsd?: number, refused?: Verdict['refused']): Finding => {
  const outcome: UngradedFinding = {
    citation,
    stage: 'judged',
    source: source(),
    screen,
    evidence: { passages: [], tokens: 0 },
    verdict: {
      support: 'unsure',
      confidence: 0.5,
      rationale: 'Perhaps.',
      model: 'm',
      usage: { input: 100, output: 11, cached: 0 },
      latencyMs: 1,
      ...(costUsd !== undefined && { costUsd }),
      ...(refused && { refused }),
    },
  };
  return grade(outcome);
};
const reportOf = (findings: readonly Finding[], more: Partial<Report['documents'][number]> = {}): Report => ({
  documents: [{ path: 'a.md', text: TEXT, problems: [], findings: [...findings], ...more }],
  errors: [],
  summary: summary(findings),
});
const scanned = (more: Partial<Report['documents'][number]> = {}): Report => ({
  documents: [{ path: 'a.md', text: TEXT, problems, findings: [], unchecked: citations, ...more }],
  errors: [],
});
const told = (report: Report, format: Parameters<typeof render>[1], more = {}) =>
  render(report, format, { ...look, ...more });

describe('a table', () => {
  test('of a scan counts citations and shows their problems', () => {
    expect(problems.map(({ code }) => code).sort()).toEqual(['dangling']);
    const text = told(scanned(), 'text');
    expect(text).toContain('dangling');
    expect(text).toContain(`${citations.length} citations · 1 error, `);
    expect(told(scanned({ problems: [] }), 'text')).toContain('nothing to report');
    expect(told(scanned({ problems: [], unchecked: [] }), 'text')).toContain('no citations');
    expect(
      told({ documents: [{ path: 'a.md', text: '', problems: [], findings: [] }], errors: [] }, 'text'),
    ).toContain('0 citations');
  });

  test('is colored only on a terminal that supports it', () => {
    expect(told(scanned(), 'text', { colour: true })).toContain('\u001b[31m✗ error');
    expect(told(scanned(), 'text')).not.toContain('\u001b');
  });

  test('fits the columns, with wide letters as two and combining marks as none', () => {
    const long: Problem = {
      code: 'malformed-doi',
      severity: 'error',
      span: { start: 0, end: 5 },
      facts: { label: 'a\u0301'.repeat(50) + '東京'.repeat(50), why: 'so' },
    };
    const row = told(scanned({ problems: [long] }), 'text', { columns: 80 })
      .split('\n')
      .find((line) => line.includes('malformed'));
    expect(row?.endsWith('…')).toBe(true);
    const width = Array.from(row ?? '').reduce(
      (sum, c) => sum + (/\p{Mn}/u.test(c) ? 0 : /[東京]/.test(c) ? 2 : 1),
      0,
    );
    expect(width).toBeLessThanOrEqual(80);
    expect(width).toBeGreaterThan(76);
  });

  test('shows the title of a source without problems, else where it was read', () => {
    expect(told(reportOf([read()]), 'text')).toContain('Tides');
    expect(told(reportOf([read({ title: '' })]), 'text')).toContain('https://site.example/tides');
  });

  test('shows the cost, or the tokens if the price is unknown', () => {
    expect(told(reportOf([judged(0.0213)]), 'text')).toContain('$0.0213');
    expect(told(reportOf([judged()]), 'text')).toContain('cost unknown (111 tokens)');
    expect(told(reportOf([read()]), 'text')).toContain('nothing judged');
    expect(told(reportOf([read()]), 'text')).toContain('no cost');
  });

  test('shows what suppresses a finding, and the note', () => {
    const aside: readonly Problem[] = problems.map((p) => ({
      ...p,
      suppressed: { by: 'ignore', note: 'known' },
    }));
    expect(told(scanned({ problems: aside }), 'text')).toContain('ignore: known');
    expect(
      told(scanned({ problems: problems.map((p) => ({ ...p, suppressed: { by: 'baseline' } })) }), 'text'),
    ).toMatch(/baseline$/m);
  });

  test('of a transcript begins with the places that its agent invented', () => {
    const invented: Problem = {
      code: 'file-not-found',
      severity: 'error',
      span: { start: 40, end: 45 },
      facts: { path: 'a.ts' },
    };
    const first: Problem = {
      code: 'dangling',
      severity: 'error',
      span: { start: 0, end: 5 },
      facts: { label: '7' },
    };
    const order = (more: object) =>
      told(scanned({ problems: [first, invented], ...more }), 'text').match(/file-not-found|dangling/g)?.[0];
    expect(order({})).toBe('dangling');
    expect(order({ log: new Map() })).toBe('file-not-found');
  });
});

describe('other formats', () => {
  test('say that there are no citations, or that nothing was checked', () => {
    const nothing = reportOf([]);
    expect(told(nothing, 'markdown')).toContain('No citations.');
    expect(told(nothing, 'html')).toContain('No citations.');
    expect(told(nothing, 'csv').trim().split('\n')).toHaveLength(1);
    expect(told(nothing, 'junit')).toContain('tests="0"');
  });

  test('have the problems of a scan, which have no source', () => {
    for (const format of ['markdown', 'html', 'csv', 'sarif', 'junit'] as const)
      expect(told(scanned(), format), format).toContain('dangling');
    expect(JSON.parse(told({ ...scanned(), summary: summary([]) }, 'json'))).toMatchObject({
      documents: [{ problems: [{ code: expect.any(String) as string, line: expect.any(Number) as number }] }],
    });
  });

  test('say why a verdict was lowered, and quote cells with commas', () => {
    const refused = { asked: 'supported', ...reason('quote_short') } as const;
    expect(told(reportOf([judged(0, refused)]), 'html')).toContain(say(refused));
    expect(told(reportOf([read({ title: 'Tides, "high"\nand low' })]), 'csv')).toContain(
      '"Tides, ""high"" and low"',
    );
  });

  test('name standard input, and what suppressed a finding', () => {
    const aside = problems.map((p): Problem => ({ ...p, suppressed: { by: 'baseline' } }));
    const sarif = told(scanned({ path: '-', problems: aside }), 'sarif');
    expect(sarif).toContain('"stdin"');
    expect(sarif).toContain('"justification": "baseline"');
  });

  test('of resolve leave out the text on request', () => {
    const outcomes = [
      { asked: 'a', target: citation.target, outcome: source() },
      { asked: 'b', target: citation.target, outcome: fail('timeout') },
    ];
    const whole = JSON.stringify(outcomes.map((one) => resolvedJson(one, false)));
    const short = outcomes.map((one) => resolvedJson(one, true));
    expect(whole).toContain('Tides rise.');
    expect(JSON.stringify(short)).not.toContain('Tides rise.');
    expect(short).toMatchObject([{ ok: true }, { ok: false, miss: 'timeout', cause: 'timeout' }]);
  });
});
