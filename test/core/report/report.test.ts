import { fail, reason, say } from '../../../src/core/causes';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { grade, layers, type UngradedFinding } from '../../../src/core/findings/finding';
import { summary } from '../../../src/core/findings/tally';
import type { Citation, Finding, Source, Support, Target, Verdict } from '../../../src/core/model';
import { FORMAT_NAMES, render, resolvedJson, rows, fails, type Report } from '../../../src/core/report';
import { sourceOf } from '../../fakes';

const HOSTILE =
  '<img src=x onerror=alert(1)> [x](http://evil.example) ![y](http://evil.example/p) | `a` \u001b[31m\u202e\u0000</script>';
const TEXT = `One claim [1]. Another [2].\r\n=cmd|' /C calc' [3] ${HOSTILE} [4]\n`;

function cite(label: string, target: Target, claim = `Claim ${label}.`): Citation {
  const raw = `[${label}]`;
  const start = TEXT.indexOf(raw);
  const marker = { start, end: start + raw.length };
  return {
    id: `id${label}`,
    style: 'numbered',
    raw,
    marker,
    part: marker,
    identifier: label,
    label,
    claim: { text: claim, span: { start: 0, end: 9 } },
    context: '',
    target,
  };
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
const verdict = (support: Support, more: Partial<Verdict> = {}): Verdict => ({
  support,
  confidence: 0.8,
  rationale: 'Because.',
  ...(support === 'absent' || support === 'unsure'
    ? {}
    : { quote: { text: 'The whole text of', span: { start: 0, end: 17 }, match: 'exact' as const } }),
  model: 'stub',
  usage: { input: 100, output: 10, cached: 0 },
  costUsd: 0.001,
  latencyMs: 5,
  ...more,
});
const screen = { result: 'related', score: 0.5 } as const;
const url: Target = { kind: 'url', url: 'https://site.example/1' };

const judged = (label: string, support: Support, more: Partial<Verdict> = {}, from = source()): Finding =>
  grade({
    citation: cite(label, url),
    stage: 'judged',
    source: from,
    screen,
    evidence: { passages: [], tokens: 0 },
    verdict: verdict(support, more),
  });
const missed = (
  label: string,
  more: Partial<Extract<UngradedFinding, { stage: 'unresolved' }>> = {},
): Finding =>
  grade({
    citation: cite(label, url),
    stage: 'unresolved',
    ...fail('not_found'),
    ...more,
  });
const unjudged = (
  label: string,
  more: Partial<Extract<UngradedFinding, { stage: 'unjudged' }>> = {},
): Finding =>
  grade({
    citation: cite(label, url),
    stage: 'unjudged',
    source: source(),
    screen,
    why: 'no-model',
    ...reason('no_model'),
    ...more,
  });

const reportOf = (findings: Finding[], path = 'draft.md'): Report => ({
  documents: [{ path, text: TEXT, problems: [], findings }],
  errors: [],
  summary: summary(findings),
});
type Envelope = Readonly<Record<'claims' | 'unverified', readonly Record<string, string>[]>>;
const look = { version: '1.2.3', failOn: 'error' } as const;

describe('the code of a finding', () => {
  const codes = (...findings: Finding[]) => findings.map((f) => `${f.code} ${f.severity}`);
  test('is the most severe one that applies', () => {
    const retracted = source({ notices: [{ kind: 'retracted', ...reason('retraction', { by: 'PubMed' }) }] });
    const archived = source({ via: 'wayback' });
    expect(
      codes(
        judged('1', 'supported', {}, retracted),
        judged('1', 'contradicted', {}, retracted),
        judged('1', 'supported', {}, archived),
        judged('1', 'overstated', {}, archived),
        unjudged('1', { source: retracted, why: 'budget' }),
      ),
    ).toEqual([
      'retracted error',
      'contradicted error',
      'dead warning',
      'overstated warning',
      'retracted error',
    ]);
  });

  test('tells a failed judgment from a screening', () => {
    const differs = { result: 'figure-differs', score: 0.7 } as const;
    expect(
      codes(
        unjudged('1'),
        unjudged('1', { why: 'budget' }),
        unjudged('1', { why: 'budget', screen: differs }),
      ),
    ).toEqual(['related none', 'unjudged info', 'figure-differs warning']);
  });

  test('is never an error for a work without identifier that no registry lists', () => {
    const work: Target = { kind: 'work', title: 'On bridges', year: 2020 };
    const registered: Target = { ...work, doi: '10.1/x' };
    expect(
      codes(
        missed('1', { citation: cite('1', work) }),
        missed('1', { citation: cite('1', registered) }),
        missed('1'),
        missed('1', { archived: 'https://web.archive.example/1' }),
        missed('1', fail('unexpected_status')),
        missed('1', fail('server_error')),
        missed('1', {
          ...fail('dangling'),
          citation: { ...cite('1', { kind: 'dangling', label: 'k' }), style: 'cite-key' },
        }),
      ),
    ).toEqual([
      'no-match warning',
      'not-found error',
      'not-found error',
      'dead warning',
      'dead warning',
      'network info',
      'unknown-key error',
    ]);
  });
});

describe('the four layers', () => {
  const of = (f: Finding) => Object.values(layers(f)).join(' ');
  test.each([
    ['supported', 'pass pass pass pass'],
    ['partly', 'pass pass pass fail'],
    ['overstated', 'pass pass pass fail'],
    ['contradicted', 'pass pass fail unknown'],
    ['absent', 'pass pass fail unknown'],
    ['unsure', 'pass pass unknown unknown'],
  ] as const)('of a verdict %s', (support, expected) => expect(of(judged('1', support))).toBe(expected));

  test('a failure to reach a source proves nothing against it', () => {
    expect(of(missed('1', fail('timeout')))).toBe('pass unknown unknown unknown');
    expect(of(missed('1'))).toBe('pass fail unknown unknown');
    expect(of(missed('1', fail('dangling')))).toBe('fail fail unknown unknown');
    expect(of(unjudged('1'))).toBe('pass pass unknown unknown');
  });
});

describe('the score', () => {
  test('is supported ÷ judged with two decimals, without errors', () => {
    const all = [
      judged('1', 'supported'),
      judged('2', 'absent'),
      judged('3', 'unsure'),
      missed('4'),
      unjudged('1'),
    ];
    expect(summary(all)).toMatchObject({
      found: 5,
      resolved: 4,
      judged: 3,
      supported: 1,
      score: 0.33,
      passed: false,
    });
  });
  test('is null, like `passed`, if nothing was judged', () => {
    expect(summary([missed('1')])).toMatchObject({ score: null, passed: null, costUsd: 0 });
  });
  test('passes from one half', () => {
    expect(summary([judged('1', 'supported'), judged('2', 'absent')])).toMatchObject({
      score: 0.5,
      passed: true,
    });
  });
  test('excludes suppressed findings and counts them separately', () => {
    const aside: Finding = { ...judged('2', 'absent'), suppressed: { by: 'accepted' } };
    expect(summary([judged('1', 'supported'), aside])).toMatchObject({
      judged: 1,
      score: 1,
      suppressed: 1,
      found: 2,
    });
  });
  test('has no cost if a price is unknown', () => {
    const { costUsd: _, ...unpriced } = verdict('supported');
    const finding = judged('1', 'supported');
    if (finding.stage !== 'judged') throw new Error('judged');
    expect(summary([{ ...finding, verdict: unpriced }]).costUsd).toBeNull();
  });
});

describe('every format', () => {
  test.each(['text', 'markdown', 'html'] as const)('%s names each judge once, as text', (format) => {
    const findings = [
      judged('1', 'supported'),
      judged('2', 'absent', { model: '*demo*: <b>recorded' }),
      judged('3', 'absent'),
    ];
    const out = render(reportOf(findings), format, look);
    expect(out.match(/judged by/g)).toHaveLength(1);
    expect(out).toContain('judged by stub, ');
    expect(out.includes('<b>recorded')).toBe(format === 'text');
  });
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
    grade({
      citation: cite('3', url, "=cmd|' /C calc'"),
      stage: 'unresolved',
      ...fail('timeout'),
    }),
  ];

  test.each(FORMAT_NAMES.map((f) => [f]))(
    '%s ends with a line break, and prints an empty report',
    (format) => {
      expect(render({ documents: [], errors: [], summary: summary([]) }, format, look)).toMatch(/\n$/);
      expect(render(reportOf(hostile), format, look)).toMatch(/\n$/);
    },
  );

  test('terminal output contains no escapes and no direction overrides', () => {
    const text = render({ ...reportOf(hostile), errors: [] }, 'text', look);
    expect(text).not.toMatch(/[\u001b\u202e\u0000]/);
  });

  test('HTML escapes markup and loads nothing', () => {
    const html = render(reportOf(hostile), 'html', look);
    expect(html).not.toMatch(/<img|<script|onerror=alert\(1\)>|javascript:alert\(1\)"/);
    expect(html).toContain("default-src 'none'");
    expect(html).not.toMatch(/(?:src|href)="(?!https:)/);
  });

  test('HTML is a page for people: scope, day, outcome, problems before what is supported, no names of layers', () => {
    const findings = [judged('1', 'supported'), judged('2', 'contradicted'), missed('3', fail('timeout'))];
    const page = render(reportOf(findings), 'html', { ...look, date: '2026-01-31' });
    expect(page).toMatch(/<h1>Citations in \S+<\/h1>/);
    expect(page).toContain('<time datetime="2026-01-31">');
    expect(page).toContain('3 citations. 1 problem to look at, 1 supported by the source');
    const order = ['Problems (1)', 'Supported by the source (1)', 'Neither supported nor contradicted (1)'];
    const places = order.map((heading) => page.indexOf(heading));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(page).toMatch(
      /<h5>The text<\/h5><p>Claim 2\.[^]*<h5>The source<\/h5><blockquote>The whole text of/,
    );
    expect(page).not.toMatch(/exists (?:pass|fail)|derivable|scoped/);
    expect(render(reportOf(findings), 'html', { ...look, date: '"><script>' })).not.toContain('<time');
  });

  test('HTML marks the words of a claim that the source lacks, escaped', () => {
    const one = unjudged('1', {
      screen: { ...screen, result: 'figure-differs', unsupported: [{ start: 6, end: 17 }] },
    });
    const claim = { ...one.citation.claim, text: 'Lamps <b>fail</b> early.' };
    const finding: Finding = { ...one, citation: { ...one.citation, claim } };
    const page = render(reportOf([finding]), 'html', look);
    expect(page).toContain(
      '<p>Lamps <u title="not in the source">&#60;b&#62;fail&#60;/b&#62;</u> early.</p>',
    );
  });

  test('Markdown escapes links, images and cells', () => {
    const markdown = render(reportOf(hostile), 'markdown', look);
    expect(markdown).not.toMatch(/(?<!\\)!\[|(?<!\\)\[x(?<!\\)\]|<img/);
    const cells = markdown.split('\n').filter((l) => l.startsWith('|'));
    for (const line of cells) expect(line.match(/(?<!\\)\|/g)).toHaveLength(6);
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
    expect(markdown).toContain(`> ${shown}\n`);
  });

  const said = say(reason('match_damaged'));
  test.each([
    ['markdown', said],
    ['html', said],
    ['json', '"match": "damaged"'],
    ['sarif', '"match": "damaged"'],
    ['csv', ',damaged'],
  ] as const)('%s reports that a quotation was found in damaged text', (format, grade) => {
    const quote = { text: 'The whole text of', span: { start: 0, end: 17 }, match: 'damaged' } as const;
    const shown = render(reportOf([judged('1', 'overstated', { quote })]), format, look);
    expect(shown).toContain(grade);
  });

  test('SARIF messages contain no links from documents', () => {
    const told = missed('1', fail('wrong_work', { work: '“[read this](https://evil.example)”' }));
    const { runs } = JSON.parse(render(reportOf([told]), 'sarif', look)) as {
      runs: { results: { message: { text: string } }[] }[];
    };
    expect(runs[0]!.results[0]!.message.text).toContain('[read this] (https://evil.example)');
  });

  test('CSV contains no formula', () => {
    const csv = render(reportOf(hostile), 'csv', look);
    expect(csv).toContain("'=cmd|");
    expect(csv.split('\r\n')[0]).toMatch(/^path,line,column,severity,code/);
    expect(csv).not.toMatch(/(?:^|,)"?[=+@]/m);
  });

  test('CSV contains no terminal escapes and no invisible characters', () => {
    const path = '\u001b[31m\t=a\u202e.md';
    const csv = render({ documents: [], errors: [{ path, message: 'gone' }] }, 'csv', look);
    expect(csv.split('\r\n')[1]).toMatch(/^\[31m=a\.md,/);
    expect(render({ documents: [], errors: [{ path: '\u200b=a', message: '' }] }, 'csv', look)).toContain(
      "'=a,",
    );
  });

  test('JUnit is well-formed and fails cases at the threshold', () => {
    const xml = render(reportOf(hostile), 'junit', look);
    expect(xml).toContain('tests="4" failures="1" errors="0" skipped="2"');
    expect(xml).not.toMatch(/[\u001b\u0000]|<img/);
    expect(xml.match(/<testcase /g)).toHaveLength(4);
  });

  test('JUnit gives the reason of a lowered verdict, whether its case fails or not', () => {
    const refused = { asked: 'contradicted', ...reason('quote_missing') } as const;
    const lowered = [judged('1', 'unsure', { refused }), judged('2', 'overstated', { refused })];
    const xml = render(reportOf(lowered), 'junit', look);
    expect(xml.match(/<system-out>(?:[^<]*&#10;)?Lowered: /g)).toHaveLength(2);
  });

  test('JUnit gives the message of a warning whose case passes', () => {
    const xml = render(reportOf([judged('1', 'overstated')]), 'junit', { ...look, failOn: 'error' });
    expect(xml).toContain('failures="0"');
    expect(xml).toContain('<system-out>warning: ');
  });

  test('SARIF has rules, positions in UTF-16 units, stable fingerprints, a fix and suppressions', () => {
    const report = reportOf(hostile, 'my drafts/ä#.md');
    type Log = {
      runs: {
        columnKind: string;
        tool: { driver: { rules: { id: string }[] } };
        results: {
          ruleId: string;
          ruleIndex: number;
          level: string;
          suppressions: unknown[];
          fixes?: unknown[];
          partialFingerprints: Record<string, string>;
          locations: {
            physicalLocation: { artifactLocation: { uri: string }; region: Record<string, number> };
          }[];
        }[];
      }[];
    };
    const { runs } = JSON.parse(render(report, 'sarif', look)) as Log;
    const [run] = runs;
    expect(run!.columnKind).toBe('utf16CodeUnits');
    const [overstated, missing, third, aside] = run!.results;
    for (const r of run!.results) expect(run!.tool.driver.rules[r.ruleIndex]!.id).toBe(r.ruleId);
    expect(overstated).toMatchObject({
      ruleId: 'overstated',
      level: 'warning',
      partialFingerprints: { 'citation/v1': 'id1' },
    });
    expect(overstated!.fixes).toHaveLength(1);
    // The words before the marker are replaced, the marker stays.
    expect(overstated!.fixes).toMatchObject([
      {
        artifactChanges: [
          {
            replacements: [
              {
                deletedRegion: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 11 },
                insertedContent: { text: 'Less ' },
              },
            ],
          },
        ],
      },
    ]);
    expect(missing!.locations[0]!.physicalLocation).toEqual({
      artifactLocation: { uri: 'my%20drafts/%C3%A4%23.md' },
      region: { startLine: 1, startColumn: 24, endLine: 1, endColumn: 27 },
    });
    expect(third!.locations[0]!.physicalLocation.region).toMatchObject({ startLine: 2 });
    expect(aside!.suppressions).toHaveLength(1);
    expect(missing!.suppressions).toEqual([]);
  });

  test('SARIF is valid for any text', () => {
    const schema = path.resolve(import.meta.dirname, '../../fixtures/schemas/sarif-2.1.0.json');
    const validate = new Ajv({ allErrors: true }).compile(JSON.parse(readFileSync(schema, 'utf8')) as object);
    const problem = {
      code: 'dangling',
      severity: 'error',
      span: { start: 10, end: 13 },
      facts: { label: '[1]' },
    } as const;
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
    const { runs } = log as { runs: { results: { partialFingerprints: Record<string, string> }[] }[] };
    const names = runs[0]!.results.map((r) => r.partialFingerprints['citation/v1']);
    expect(names.filter((name) => name?.startsWith('dangling'))).toEqual(['dangling [1]', 'dangling [1]#2']);
    expect(validate({ version: '2.1.0', runs: [{ tool: { driver: { name: 'x' } }, results: [{}] }] })).toBe(
      false,
    );
  });

  test('SARIF has no fix that removes a marker, distinguishes comments from accepted findings, and has complete rules', () => {
    const middle = judged('1', 'overstated', { suggestion: 'Less.' });
    const citation = { ...middle.citation, claim: { text: 'x', span: { start: 0, end: 27 } } };
    const findings = [
      { ...middle, citation },
      judged('2', 'absent'),
      { ...judged('3', 'absent'), suppressed: { by: 'ignore-line' } },
      { ...judged('4', 'absent'), suppressed: { by: 'accepted' } },
    ];
    const { runs } = JSON.parse(render(reportOf(findings), 'sarif', look)) as {
      runs: {
        tool: { driver: { rules: { shortDescription: { text: string } }[] } };
        results: { fixes?: unknown[]; suppressions: { kind: string }[] }[];
      }[];
    };
    expect(runs[0]!.results.flatMap(({ fixes = [] }) => fixes)).toEqual([]);
    expect(runs[0]!.results.flatMap(({ suppressions }) => suppressions.map(({ kind }) => kind))).toEqual([
      'inSource',
      'external',
    ]);
    for (const { shortDescription } of runs[0]!.tool.driver.rules)
      expect(shortDescription.text).toMatch(/^\S(?:(?!\{| {2}| \.).)*\.$|^\S.*: …\.?$/);
  });

  test('every format but text reports a file that could not be read', () => {
    const report = {
      ...reportOf([judged('1', 'supported')]),
      errors: [{ path: 'x.png', message: 'no text' }],
    };
    for (const format of FORMAT_NAMES.filter((name) => name !== 'text')) {
      expect(render(report, format, look), format).toContain('x.png');
      expect(render(report, format, look), format).toContain('no text');
    }
  });

  test('an envelope claims only what a quotation supports, and drops nothing', () => {
    const all = [judged('1', 'supported'), judged('2', 'overstated'), missed('3'), unjudged('4')];
    const { claims, unverified } = JSON.parse(render(reportOf(all), 'envelope', look)) as Envelope;
    expect(claims).toEqual([
      {
        claim: 'Claim 1.',
        source: 'web:https://site.example/1',
        evidence: 'The whole text of',
        scope: 'as of 2026-01-02',
        confidence: 'high',
      },
    ]);
    expect(unverified).toHaveLength(3);
    for (const one of unverified)
      expect(one).toMatchObject({
        claim: expect.any(String) as string,
        source: 'web:https://site.example/1',
      });
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

  test('an envelope of a scan lists each citation as unverified, with its problem or as not checked', () => {
    const [fine, dangling] = [missed('1').citation, missed('2').citation];
    const report: Report = {
      documents: [
        {
          path: 'a.md',
          text: '',
          findings: [],
          unchecked: [fine, dangling],
          problems: [
            { code: 'dangling', severity: 'error', span: dangling.part, facts: {}, citation: dangling.id },
          ],
        },
      ],
      errors: [],
    };
    expect(JSON.parse(render(report, 'envelope', look))).toEqual({
      claims: [],
      unverified: [
        {
          claim: 'Claim 1.',
          source: 'web:https://site.example/1',
          reason: expect.stringMatching(/^unjudged: /) as string,
        },
        {
          claim: 'Claim 2.',
          source: 'web:https://site.example/1',
          reason: expect.stringMatching(/^dangling: /) as string,
        },
      ],
    });
  });

  test('JSON has the stable shape, in text order', () => {
    const report = reportOf([missed('2'), judged('1', 'supported')]);
    const { documents, ...rest } = JSON.parse(render(report, 'json', look)) as {
      documents: { findings: Record<string, unknown>[] }[];
    };
    expect(rest).toEqual({ version: 1, summary: { ...summary(report.documents[0]!.findings) } });
    expect(documents[0]!.findings.map((f) => (f['citation'] as Citation).id)).toEqual(['id1', 'id2']);
    expect(documents[0]!.findings[0]).toMatchObject({
      citation: { line: 1, column: 11 },
      source: { text: 'The whole text of the source.' },
    });
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

describe('JSON of scan and resolve', () => {
  test('scan has flat spans and filled messages', () => {
    const problem = {
      code: 'dangling',
      severity: 'error',
      span: { start: 10, end: 13 },
      facts: { label: '[1]' },
    } as const;
    const scanned = {
      path: '-',
      text: TEXT,
      findings: [],
      unchecked: [cite('1', url)],
      problems: [problem],
      scanMs: 1.5,
    };
    const { documents } = JSON.parse(render({ documents: [scanned], errors: [] }, 'json', look)) as {
      documents: Record<string, unknown[]>[];
    };
    expect(documents[0]).toMatchObject({
      path: '-',
      scanMs: 1.5,
      citations: [{ line: 1, column: 11, raw: '[1]' }],
    });
    expect(documents[0]!['problems']![0]).toMatchObject({
      code: 'dangling',
      message: 'No reference found for [1].',
      start: 10,
      end: 13,
      line: 1,
      column: 11,
    });
  });
  test('resolve returns the targets in order', () => {
    const results = [
      { asked: 'https://site.example/1', target: url, outcome: source() },
      {
        asked: 'x:y',
        target: { kind: 'url', url: 'x:y' } as const,
        outcome: fail('bad_scheme'),
      },
    ];
    expect(results.map((one) => resolvedJson(one, false))).toMatchObject([
      { ok: true, source: { title: 'A title' } },
      { asked: 'x:y', target: { url: 'x:y' }, ok: false, miss: 'bad-scheme', cause: 'bad_scheme' },
    ]);
  });
});
