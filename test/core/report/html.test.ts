/** The HTML report as a reader sees it: words instead of codes, in the reader's language. */
import { expect, test } from 'vitest';
import { fail, reason } from '../../../src/core/causes';
import { CODES, type Code } from '../../../src/core/codes';
import { scan } from '../../../src/core/extract';
import { grade } from '../../../src/core/findings/finding';
import { summary } from '../../../src/core/findings/tally';
import type { Finding, Problem } from '../../../src/core/model';
import { render, type Look } from '../../../src/core/report';
import { judgedOf, sourceOf } from '../../fakes';

const TEXT =
  'Tides rise https://site.example/tides. So it is [7].\n\n## References\n\n[1] https://site.example/one\n';
const { citations, problems } = scan(TEXT);
const [citation] = citations;
const [problem] = problems;
if (!citation || !problem) throw new Error('nothing found');
const source = sourceOf({ target: citation.target, location: 'https://site.example/tides', title: 'Tides' });

const page = (wrong: readonly Problem[], findings: readonly Finding[], look: Partial<Look> = {}) =>
  render(
    {
      documents: [{ path: 'a.md', text: TEXT, problems: wrong, findings }],
      errors: [],
      summary: summary(findings),
    },
    'html',
    { version: '1', ...look },
  );
const seen = (html: string) =>
  html
    .replace(/<style>[^]*?<\/style>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#\d+;/g, "'");

test('shows labels instead of codes and causes', () => {
  for (const code of Object.keys(CODES) as Code[]) {
    const text = seen(page([{ ...problem, code, facts: {}, suppressed: { by: 'ignore-line' } }], []));
    expect(text).toContain(CODES[code].label);
    const names = text.match(/[a-z]+(?:[-_][a-z]+)+/g) ?? [];
    expect(names.filter((name) => name in CODES || name.includes('_'))).toEqual([]);
    expect(text).not.toContain('ignore-line');
  }
});

test('counts problems', () => {
  expect(seen(page([problem], []))).toContain('1 problem to look at');
  expect(seen(page([problem, problem], []))).toContain('2 problems to look at');
});

test('counts what is not about a citation apart', () => {
  const uncited = { ...problem, code: 'uncited', severity: 'info' } as const;
  const finding = grade({ citation, stage: 'unresolved', ...fail('disabled') });
  const text = seen(page([uncited, problem], [finding]));
  expect(text).toContain(
    '1 problem to look at, 1 neither supported nor contradicted, 1 for information. Network access is off.',
  );
  expect(text.replace(/\s+/g, ' ')).toMatch(/For information \(1\) .* Uncited reference/);
});

test('is in the language of the reader', () => {
  const refused = { asked: 'supported', ...reason('quote_short') } as const;
  const lowered = grade(
    judgedOf(
      { citation, source },
      {
        support: 'unsure',
        rationale: 'Perhaps.',
        usage: { input: 100, output: 11, cached: 0 },
        latencyMs: 1,
        refused,
      },
    ),
  );
  const translate = (template: string) =>
    template.replace(/\{\w+\}|\p{L}+/gu, (one) => (one.startsWith('{') ? one : '*'));
  const html = page(problems, [lowered], { date: '2026-01-31', translate, language: 'de' });
  expect(html).toContain('<html lang="de">');
  expect(html).toContain('<time datetime="2026-01-31">31. Januar 2026</time>');
  const words = seen(html).match(/\p{L}{2,}/gu) ?? [];
  const own = `${TEXT} ${source.text} Citewright a.md Tides Perhaps Januar`;
  expect(words.filter((word) => !own.includes(word))).toEqual([]);
});
