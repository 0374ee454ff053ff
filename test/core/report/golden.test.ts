/**
 * The formats for people and for other programs, character by character, for reports with each kind of row. `npx vitest run test/core/report/golden.test.ts -u` renews the
 * files. Messages of the tables of codes and causes are replaced by their names, so that rewording one changes no file.
 */
import { expect, test } from 'vitest';
import { fail, reason, say } from '../../../src/core/causes';
import { CODES } from '../../../src/core/codes';
import { grade, type UngradedFinding } from '../../../src/core/findings/finding';
import { summary } from '../../../src/core/findings/tally';
import type { Citation, Finding, Problem, Target, Verdict } from '../../../src/core/model';
import { FORMAT_NAMES, render, rows, type DocumentReport, type Report } from '../../../src/core/report';
import { escapeHtml, escapeMarkdown, escapeXml } from '../../../src/core/report/escape';
import { LIST_FORMATS, renderList } from '../../../src/core/report/list';
import { citationOf, judgedOf, sourceOf, unjudgedOf } from '../../fakes';

const NAMES = 'abcdefghijklmn'.split('');
const TEXT = NAMES.map((name) => `Claim ${name} of the draft [${name}].\n`).join('');

function cite(name: string, claim = `Claim ${name} of the draft.`): Citation {
  const start = TEXT.indexOf(`[${name}]`);
  const part = { start, end: start + 3 };
  const span = { start: TEXT.lastIndexOf('\n', start) + 1, end: start };
  const target: Target = { kind: 'url', url: `https://${name}.example/` };
  return citationOf({
    id: `id-${name}`,
    style: 'numbered',
    raw: `[${name}]`,
    marker: part,
    identifier: name,
    claim: { text: claim, span },
    target,
  });
}

const PAGES = 'The first page says little.\nThe second page says more of it.\n';
const source = (title: string, location: string, pages?: readonly number[]) =>
  sourceOf({ title, location, text: PAGES, ...(pages && { pages }) });
const QUOTE = { text: 'second page says more', span: { start: 32, end: 53 }, match: 'exact' } as const;
const screen = { result: 'related', score: 0.5 } as const;
const judged = (name: string, more: Partial<Verdict>, from = source('A title', 'https://a.example/x')) =>
  grade(
    judgedOf(
      { citation: cite(name), source: from, evidence: { passages: [], tokens: 1 } },
      {
        confidence: 0.84,
        model: 'a model',
        usage: { input: 10, output: 2, cached: 0 },
        costUsd: 0.0125,
        latencyMs: 1,
        ...more,
      },
    ),
  );
const screened = (name: string, more: Partial<Extract<UngradedFinding, { stage: 'unjudged' }>> = {}) =>
  grade(
    unjudgedOf({ citation: cite(name), source: source('A screened page', 'https://s.example/'), ...more }),
  );
const missed = (name: string, cause: Parameters<typeof fail>[0], more: object = {}) =>
  grade({ citation: cite(name), stage: 'unresolved', ...fail(cause), ...more });

const notice = {
  kind: 'corrected',
  ...reason('correction', { by: 'PubMed' }),
  url: 'https://n.example/',
} as const;
const elsewhere = { kind: 'place', ...reason('page_elsewhere', { page: 2, cited: '9' }) } as const;
const errors = [{ registry: 'Crossref', failure: fail('refused') }];
const findings: readonly Finding[] = [
  judged(
    'a',
    { quote: QUOTE },
    { ...source('A "paged" title', 'https://p.example/', [0, 28]), notices: [elsewhere] },
  ),
  judged(
    'b',
    {
      support: 'overstated',
      quote: QUOTE,
      suggestion: 'Less of it.',
      refused: { asked: 'supported', ...reason('quote_missing') },
    },
    source('', 'file.pdf', [0, 28]),
  ),
  judged('c', { support: 'unsure', refused: { asked: 'contradicted', ...reason('quote_missing') } }),
  { ...judged('d', { support: 'absent' }), suppressed: { by: 'accepted', note: 'known' } },
  screened('e', {
    screen: { ...screen, passage: { start: 28, end: 60 } },
    source: source('P', 'p', [0, 28]),
  }),
  screened('f', {
    citation: cite('f', 'Lamps <b>fail</b> early.'),
    screen: {
      result: 'figure-differs',
      score: 0.6,
      passage: { start: 0, end: 27 },
      unsupported: [{ start: 6, end: 17 }],
    },
  }),
  screened('g', { source: { ...source('Only a title', ''), notices: [notice, notice], errors } }),
  screened('h', { screen: { result: 'quote-found', score: 1, passage: { start: 0, end: 5 } } }),
  missed('i', 'not_found', { archived: 'https://old.example/i' }),
  missed('j', 'timeout', { errors }),
  missed('k', 'disabled'),
  missed('l', 'offline'),
  screened('m', { citation: cite('m', '') }),
  { ...missed('n', 'not_found'), suppressed: { by: 'ignore-line' } },
];
const problem = (code: Problem['code'], start: number, more: Partial<Problem> = {}): Problem => ({
  code,
  severity: CODES[code].severity,
  span: { start, end: start + 5 },
  facts: { label: '[x]' },
  ...more,
});
const REPORTS: Readonly<Record<string, Report>> = {
  full: {
    documents: [
      {
        path: 'folder/draft.md',
        text: TEXT,
        problems: [problem('dangling', 0), problem('uncited', 6, { suppressed: { by: 'baseline' } })],
        findings,
      },
      { path: 'empty.md', text: '', problems: [], findings: [] },
    ],
    errors: [
      { path: 'gone.md', message: 'it is gone' },
      { path: 'b\\c\ud800.md', message: 'no text' },
    ],
    summary: summary([...findings]),
  },
  scanned: {
    documents: [
      {
        ...{ path: 'a b.md', text: TEXT, findings: [], scanMs: 1.5 },
        problems: [problem('uncited', 0, { citation: 'id-b' })],
        unchecked: [cite('a'), cite('b')],
      },
    ],
    errors: [],
    isInterrupted: true,
  },
  proven: {
    documents: [{ path: '-', text: TEXT, problems: [], findings: [judged('a', { quote: QUOTE })] }],
    errors: [],
    summary: summary([judged('a', { quote: QUOTE })]),
  },
  off: {
    documents: [
      {
        path: 'b\\c/\ud800 d.md',
        text: TEXT,
        problems: [],
        findings: [missed('a', 'disabled'), missed('b', 'offline'), missed('c', 'offline')],
      },
    ],
    errors: [],
    summary: summary([missed('a', 'disabled')]),
  },
};

const ESCAPES = [
  (text: string) => text,
  escapeHtml,
  escapeXml,
  escapeMarkdown,
  (text: string) => JSON.stringify(text).slice(1, -1),
];
/** Replaces the words of tables by their names. */
function nameWords(text: string, documents: readonly DocumentReport[]): string {
  const refused = documents.flatMap(({ findings: all }) =>
    all.flatMap((one) => (one.stage === 'judged' && one.verdict.refused ? [say(one.verdict.refused)] : [])),
  );
  const words: [string, string][] = [
    ...documents.flatMap((one) =>
      rows(one).map(({ code, message }): [string, string] => [message, `{message of ${code}}`]),
    ),
    ...documents.flatMap((one) =>
      one.findings.flatMap((f) => ('cause' in f ? [[say(f), `{${f.cause}}`] as [string, string]] : [])),
    ),
    ...refused.map((word): [string, string] => [word, '{refused}']),
    ...errors.map(({ failure }): [string, string] => [say(failure), `{${failure.cause}}`]),
    [say(notice), '{notice}'],
    [say(reason('match_exact')), '{exact}'],
    ...Object.entries(CODES).flatMap(([code, { label }]): [string, string][] => [
      [` ${label} <`, ` {label of ${code}} <`],
      [`<td>${label}<`, `<td>{label of ${code}}<`],
    ]),
  ];
  let shown = text
    .replaceAll('\r\n', '\n')
    .replace(/\p{Surrogate}/gu, '{surrogate}')
    .replace(/"rules": \[[^]*?\n {10}\]/, '"rules": []')
    .replace(/"ruleIndex": \d+/g, '"ruleIndex": 0')
    .replace(/<style>[^]*<\/style>/, '<style></style>');
  for (const [word, name] of words.sort(([a], [b]) => b.length - a.length))
    for (const escape of ESCAPES) shown = shown.replaceAll(escape(word), name);
  return shown.replace(/(?<=^|,)"(\{message of [\w-]+\})"(?=,|$)/gm, '$1'); // CSV quotes some messages
}

test.each(FORMAT_NAMES)('%s', async (format) => {
  for (const [name, report] of Object.entries(REPORTS)) {
    const look = { version: '1.2.3', failOn: 'warning', date: '2026-01-31', verbose: true } as const;
    const shown = nameWords(render(report, format, look), report.documents);
    await expect(shown).toMatchFileSnapshot(`golden/${name}.${format}.txt`);
  }
});

test.each([
  ['quiet', { quiet: true }],
  ['colour', { colour: true }],
])('text on a terminal: %s', async (name, look) => {
  const shown = Object.values(REPORTS).map((report) =>
    nameWords(render(report, 'text', { version: '1', ...look }), report.documents).replaceAll(
      '\u001b',
      '{esc}',
    ),
  );
  await expect(shown.join('---\n')).toMatchFileSnapshot(`golden/${name}.txt`);
});

test.each(LIST_FORMATS)('a list as %s', (format) => {
  const list = {
    head: ['A', 'B'],
    rows: [
      ['*a*', undefined],
      ['=b', 'c\u001b'],
    ],
    text: 'as text',
    json: { all: ['##[x]'] },
    parts: ['one', '##[x]'],
  } as const;
  const shown = {
    text: 'as text',
    json: '{\n  "all": [\n    "#\\u0023[x]"\n  ]\n}\n',
    jsonl: '"one"\n"#\\u0023[x]"\n',
    markdown: '| A | B |\n|---|---|\n| \\*a\\* |  |\n| \\=b | c |\n',
    csv: "A,B\r\n*a*,\r\n'=b,c\r\n",
  } as const;
  expect(renderList(list, format)).toBe(shown[format]);
});

const look = { version: '1' } as const;
const one = (given: Partial<DocumentReport>, format: Parameters<typeof render>[1], more = {}) =>
  render(
    { documents: [{ path: 'a.md', text: TEXT, problems: [], findings: [], ...given }], errors: [] },
    format,
    { ...look, ...more },
  );

test('HTML shows a claim over its limit without marks, and only a valid date', () => {
  const unsupported = [{ start: 6, end: 7 }];
  const page = (length: number) =>
    one(
      {
        findings: [
          screened('f', {
            citation: cite('f', 'Claim f '.padEnd(length, 'x')),
            screen: { ...screen, result: 'figure-differs', unsupported },
          }),
        ],
      },
      'html',
    );
  expect([
    page(600).includes('<u '),
    page(601).includes('<u '),
    page(601).includes(`${'x'.repeat(591)}…`),
  ]).toEqual([true, false, true]);
  expect(one({ findings: [screened('f')] }, 'html')).not.toContain('<u ');
  for (const date of ['2026-01-310', 'x2026-01-31', '', '"><script>'])
    expect(one({}, 'html', { date })).not.toContain('<time');
  expect(one({}, 'html')).toContain(`Citewright 1</p>`);
});

test('SARIF names the level of each rule, and at most 1,000 places of a problem', () => {
  const related = Array.from({ length: 1_200 }, (_, i) => ({
    start: i % 300,
    end: (i % 300) + 5,
    facts: {},
  }));
  const problems = [problem('uncited', 0, { related })];
  type Run = {
    readonly tool: {
      readonly driver: { readonly rules: readonly { id: string; defaultConfiguration: object }[] };
    };
    readonly results: readonly {
      relatedLocations?: readonly { physicalLocation: { artifactLocation: object } }[];
    }[];
  };
  const { runs } = JSON.parse(one({ problems }, 'sarif')) as { runs: readonly [Run] };
  const [{ tool, results }] = runs;
  expect(tool.driver.rules.find(({ id }) => id === 'uncited')?.defaultConfiguration).toEqual({
    level: 'note',
  });
  expect(results.map(({ relatedLocations }) => relatedLocations?.length)).toEqual([999]);
  expect(results[0]?.relatedLocations?.[0]?.physicalLocation.artifactLocation).toEqual({ uri: 'a.md' });
});

test('SARIF without a result is a valid report', () => {
  expect(JSON.parse(one({}, 'sarif'))).toMatchObject({ runs: [{ results: [] }] });
});

test('JUnit fails no case without a threshold', () => {
  expect(one({ problems: [problem('dangling', 0)] }, 'junit')).toContain('failures="0"');
});
