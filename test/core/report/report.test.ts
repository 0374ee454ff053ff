import { fail, reason } from '../../../src/core/causes';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { grade } from '../../../src/core/findings/finding';
import { summary } from '../../../src/core/findings/tally';
import { problemOf } from '../../../src/core/model';
import type { Citation, Finding, Problem, Source, Support, Target, Verdict } from '../../../src/core/model';
import { FORMAT_NAMES, fails, render, resolvedJson, rows } from '../../../src/core/report';
import type { DocumentReport, Report } from '../../../src/core/report';
import { problemJson } from '../../../src/core/report/json';
import { offlineMessage } from '../../../src/core/report/table';
import { positions } from '../../../src/core/text/lines';
import { citationOf, judgedOf, sourceOf, unjudgedOf } from '../../fakes';

const HOSTILE =
  '<img src=x onerror=alert(1)> [x](http://evil.example) ![y](http://evil.example/p) | `a` \u001b[31m\u202e\u0000</script>';
const TEXT = `One claim [1]. Another [2].\r\n=cmd|' /C calc' [3] ${HOSTILE} [4]\n`;

function cite(label: string, target: Target, claim = `Claim ${label}.`): Citation {
  const raw = `[${label}]`;
  const start = TEXT.indexOf(raw);
  return citationOf({
    id: `id${label}`,
    style: 'numbered',
    raw,
    marker: { start, end: start + raw.length },
    identifier: label,
    label,
    claim: { text: claim, span: { start: 0, end: 9 } },
    target,
  });
}

const source = (more: Partial<Source> = {}) =>
  sourceOf({
    target: { kind: 'url', url: 'https://site.example/1' },
    location: 'https://site.example/1',
    title: 'A title',
    text: 'The whole text of the source.',
    fetchedAt: '2026-01-02T03:04:05.000Z',
    ...more,
  });
const QUOTE = { text: 'The whole text of', span: { start: 0, end: 17 }, match: 'exact' } as const;
const url: Target = { kind: 'url', url: 'https://site.example/1' };

const judged = (label: string, support: Support, more: Partial<Verdict> = {}, from = source()): Finding =>
  grade(
    judgedOf(
      { citation: cite(label, url), source: from },
      {
        support,
        confidence: 0.8,
        rationale: 'Because.',
        ...(support !== 'absent' && support !== 'unsure' && { quote: QUOTE }),
        model: 'stub',
        usage: { input: 100, output: 10, cached: 0 },
        costUsd: 0.001,
        latencyMs: 5,
        ...more,
      },
    ),
  );
const missed = (label: string, more: object = {}): Finding =>
  grade({ citation: cite(label, url), stage: 'unresolved', ...fail('not_found'), ...more });
const unjudged = (label: string, more: object = {}): Finding =>
  grade(unjudgedOf({ citation: cite(label, url), source: source(), ...more }));

const reportOf = (findings: Finding[], path = 'draft.md'): Report => ({
  documents: [{ path, text: TEXT, problems: [], findings }],
  errors: [],
  summary: summary(findings),
});
type Envelope = Readonly<Record<'claims' | 'unverified', readonly Record<string, string>[]>>;
const look = { version: '1.2.3', failOn: 'error' } as const;

test('a document whose sources were not looked up offline has citations', () => {
  const offline = missed('1', fail('offline', { host: 'site.example' }));
  const out = render(reportOf([offline]), 'text', look);
  expect([out.includes('no citations'), out.includes(offlineMessage(1))]).toEqual([false, true]);
});

describe('every format', () => {
  const hostile = [
    judged(
      '1',
      'overstated',
      {
        suggestion: 'Less.',
        rationale: HOSTILE,
        quote: { text: HOSTILE, span: { start: 0, end: 1 }, match: 'exact' },
      },
      source({ title: HOSTILE, location: 'javascript:alert(1)' }),
    ),
    missed('2', fail('not_found', { host: HOSTILE })),
    {
      ...unjudged('4', reason('provider_message', { said: HOSTILE })),
      suppressed: { by: 'accepted', note: HOSTILE },
    },
    grade({ citation: cite('3', url, "=cmd|' /C calc'"), stage: 'unresolved', ...fail('timeout') }),
  ];

  test.each(FORMAT_NAMES)('%s ends with a line break, and prints an empty report', (format) => {
    expect(render({ documents: [], errors: [], summary: summary([]) }, format, look)).toMatch(/\n$/);
    expect(render(reportOf(hostile), format, look)).toMatch(/\n$/);
  });

  test.each([
    ['# One', '\\# One'],
    ['- one', '\\- one'],
    ['1. one', '1\\. one'],
    ['12) one', '12\\) one'],
    ['===', '\\==='],
  ])('Markdown shows %j at the start of a quotation as text', (text, shown) => {
    const quote = { text, span: { start: 0, end: text.length }, match: 'exact' } as const;
    const markdown = render(reportOf([judged('1', 'overstated', { quote })]), 'markdown', look);
    expect(markdown).toContain(`> ${shown}\n\n`); // and no line about a lowered verdict
  });

  test('SARIF messages contain no links from documents', () => {
    const told = missed('1', fail('wrong_work', { work: '“[read this](https://evil.example)”' }));
    const { runs } = JSON.parse(render(reportOf([told]), 'sarif', look)) as {
      runs: { results: { message: { text: string } }[] }[];
    };
    expect(runs[0]!.results[0]!.message.text).toContain('[read this] (https://evil.example)');
  });

  test('SARIF is valid for any text', () => {
    const schema = path.resolve(import.meta.dirname, '../../fixtures/schemas/sarif-2.1.0.json');
    const validate = new Ajv({ allErrors: true }).compile(JSON.parse(readFileSync(schema, 'utf8')) as object);
    const problem = problemOf('dangling', { start: 10, end: 13 }, { label: '[1]' });
    const report = {
      ...reportOf([...hostile, judged('1', 'supported')], 'my "drafts"\\ä#|.md'),
      errors: [{ path: 'x.png', message: HOSTILE }],
    };
    const [document] = report.documents;
    const log: unknown = JSON.parse(
      render({ ...report, documents: [{ ...document!, problems: [problem, problem] }] }, 'sarif', look),
    );
    validate(log);
    expect(validate.errors).toBeNull();
    type Result = { ruleId: string; ruleIndex: number; partialFingerprints: Record<string, string> };
    const { runs } = log as { runs: { tool: { driver: { rules: { id: string }[] } }; results: Result[] }[] };
    const { rules } = runs[0]!.tool.driver;
    for (const { ruleId, ruleIndex } of runs[0]!.results) expect(rules[ruleIndex]!.id).toBe(ruleId);
    const names = runs[0]!.results.map((r) => r.partialFingerprints['citation/v1']);
    expect(names.filter((name) => name?.startsWith('dangling'))).toEqual(['dangling [1]', 'dangling [1]#2']);
    expect(validate({ version: '2.1.0', runs: [{ tool: { driver: { name: 'x' } }, results: [{}] }] })).toBe(
      false,
    );
  });

  test('SARIF has no fix that removes a marker, and complete descriptions of rules', () => {
    const middle = judged('1', 'overstated', { suggestion: 'Less.' });
    const citation = { ...middle.citation, claim: { text: 'x', span: { start: 0, end: 27 } } };
    const findings = [{ ...middle, citation }, judged('2', 'absent')];
    const { runs } = JSON.parse(render(reportOf(findings), 'sarif', look)) as {
      runs: {
        tool: { driver: { rules: { shortDescription: { text: string } }[] } };
        results: { fixes?: unknown[] }[];
      }[];
    };
    expect(runs[0]!.results.map(({ fixes }) => fixes)).toEqual([undefined, undefined]);
    expect(runs[0]!.tool.driver.rules.length).toBeGreaterThan(0);
    for (const { shortDescription } of runs[0]!.tool.driver.rules)
      expect(shortDescription.text).toMatch(/^\S(?:(?!\{| {2}| \.).)*\.$|^\S.*: …\.?$/);
  });

  test('an envelope names a file by the path that was read, not from the document’s folder', () => {
    const target = { kind: 'file', path: '../a.ts', lines: [3, 3] } as const;
    const read = source({ target, via: 'workspace', location: 'docs/a.ts:4' });
    const found = [judged('1', 'supported', {}, read), missed('2')].map((finding) =>
      finding.stage === 'judged' || finding.stage === 'unresolved'
        ? { ...finding, citation: { ...finding.citation, target } }
        : finding,
    );
    const { claims, unverified } = JSON.parse(render(reportOf(found), 'envelope', look)) as Envelope;
    expect([...claims, ...unverified].map((one) => one['source'])).toEqual([
      'file:docs/a.ts:4',
      'file:../a.ts:3',
    ]);
  });

  test('JSON has findings in text order, and no text of sources on request', () => {
    const report = reportOf([missed('2'), judged('1', 'supported')]);
    const { documents } = JSON.parse(render(report, 'json', look)) as {
      documents: { findings: { citation: Citation }[] }[];
    };
    expect(documents[0]!.findings.map(({ citation }) => citation.id)).toEqual(['id1', 'id2']);
    expect(render(report, 'json', { ...look, noText: true })).not.toContain('The whole text of the source.');
  });
});

describe('rows', () => {
  test('show a problem once, even if its citation has a finding', () => {
    const finding = grade({
      citation: cite('1', { kind: 'dangling', label: '1' }),
      stage: 'unresolved',
      ...fail('dangling'),
    });
    const { part } = finding.citation;
    const echo = {
      code: 'dangling',
      severity: 'error',
      span: part,
      facts: { label: '[1]' },
      citation: 'id1',
    } as const;
    const own = {
      code: 'numbering-gap',
      severity: 'warning',
      span: { start: 0, end: 1 },
      facts: { from: '1', to: '4' },
    } as const;
    const document = { path: 'a.md', text: TEXT, problems: [echo, own], findings: [finding] };
    expect(rows(document).map((r) => r.code)).toEqual(['numbering-gap', 'dangling']);
    expect(rows(document)[0]!.message).toBe('The numbering jumps from 1 to 4.');
  });

  test('count lines at every kind of line end', () => {
    const text = 'a\r\nb\rc\nd [1]';
    const at = text.indexOf('[1]');
    const span = { start: at, end: at + 3 };
    const problem = { code: 'dangling', severity: 'error', span, facts: {} } as const;
    expect(rows({ path: '', text, problems: [problem], findings: [] })[0]).toMatchObject({
      line: 4,
      column: 3,
    });
  });
});

describe('text', () => {
  const text = (report: Report, more = {}) => render(report, 'text', { ...look, ...more });
  const document = { path: 'a.md', text: TEXT, problems: [], findings: [] };
  const one = (more: Partial<DocumentReport>): Report => ({
    documents: [{ ...document, ...more }],
    errors: [],
  });

  test('distinguishes a scan without citations, one without problems, and a run without citations', () => {
    expect(text(one({ unchecked: [] }))).toContain('no citations');
    expect(text(one({ unchecked: [cite('1', url)] }))).toContain('nothing to report');
    expect(text(one({}))).toContain('0 citations');
  });

  test('calls a problem that counts for nothing neither right nor not judged', () => {
    const hidden: Problem = { code: 'uncited', severity: 'none', span: { start: 0, end: 5 }, facts: {} };
    expect(text(one({ problems: [hidden] }))).toMatch(/^ {2}1:1 {2}· none {2}uncited/m);
    expect(text({ documents: [], errors: [] })).toMatch(/^0 citations/);
  });

  test('fits the columns, with wide letters as two and combining marks as none', () => {
    const long: Problem = {
      code: 'malformed-doi',
      severity: 'error',
      span: { start: 0, end: 5 },
      facts: { label: 'a\u0301'.repeat(50) + '東京'.repeat(50), why: 'so' },
    };
    const row = text(one({ problems: [long] }), { columns: 80 })
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

  test('shows the tokens if the price is unknown', () => {
    const finding = judged('1', 'supported');
    if (finding.stage !== 'judged') throw new Error('judged');
    const { costUsd: _, ...unpriced } = finding.verdict;
    expect(text(reportOf([{ ...finding, verdict: unpriced }]))).toContain('cost unknown (110 tokens)');
  });

  test('of a transcript begins with the places that its agent invented', () => {
    const at = (code: Problem['code'], start: number): Problem => ({
      ...{ code, severity: 'error', span: { start, end: start + 5 }, facts: { path: 'a.ts', label: '7' } },
    });
    const problems = [at('dangling', 0), at('file-not-found', 20)];
    const first = (more: object) => /file-not-found|dangling/.exec(text(one({ problems, ...more })))?.[0];
    expect([first({}), first({ log: new Map() })]).toEqual(['dangling', 'file-not-found']);
  });

  test('does not repeat a notice that the finding states', () => {
    const notices = (['retraction', 'correction'] as const).map((cause) => ({
      kind: cause === 'retraction' ? ('retracted' as const) : ('corrected' as const),
      ...reason(cause, { by: 'PubMed' }),
    }));
    const shown = text(reportOf([unjudged('1', { source: source({ notices }) })]));
    expect(shown).toMatch(/\[corrected\] .*PubMed/);
    expect(shown).not.toContain('[retracted]');
  });
});

describe('failing', () => {
  test('depends on the threshold, and not on suppressed findings', () => {
    const warning = reportOf([judged('1', 'overstated')]);
    const [document] = warning.documents;
    expect([fails(document!, 'error'), fails(document!, 'warning')]).toEqual([false, true]);
    expect(fails(reportOf([{ ...missed('1'), suppressed: { by: 'baseline' } }]).documents[0]!, 'error')).toBe(
      false,
    );
  });
});

describe('JSON of resolve and of a folded problem', () => {
  test('resolve returns the targets in order', () => {
    const results = [
      { asked: 'https://site.example/1', target: url, outcome: source() },
      { asked: 'x:y', target: { kind: 'url', url: 'x:y' } as const, outcome: fail('bad_scheme') },
    ];
    expect(results.map((one) => resolvedJson(one, false))).toMatchObject([
      { ok: true, source: { title: 'A title', text: 'The whole text of the source.' } },
      { asked: 'x:y', target: { url: 'x:y' }, ok: false, miss: 'bad-scheme', cause: 'bad_scheme' },
    ]);
    const [short] = results.map((one) => resolvedJson(one, true));
    expect(JSON.stringify(short)).not.toContain('The whole text');
  });
  test('lists the places of a folded problem', () => {
    const folded = { start: 4, end: 7, facts: {} };
    const problem = {
      code: 'dangling',
      severity: 'error',
      span: folded,
      facts: {},
      related: [folded],
    } as const;
    expect(problemJson(problem, positions('[1]\n[2]')).related).toEqual([
      { start: 4, end: 7, line: 2, column: 1 },
    ]);
  });
});
