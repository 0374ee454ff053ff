/** No format lets a text of others act: on a terminal, in a browser, in a code host's renderer, in a spreadsheet, in the log of a CI system. */
import markdownIt from 'markdown-it';
import { parse } from 'parse5';
import { describe, expect, it, test } from 'vitest';
import { fail, reason } from '../../../src/core/causes';
import { grade } from '../../../src/core/findings/finding';
import { summary } from '../../../src/core/findings/tally';
import type { Finding, Problem, Source } from '../../../src/core/model';
import { FORMAT_NAMES, jsonText, printable, printableLines, render } from '../../../src/core/report';
import type { Report } from '../../../src/core/report';
import { escapeHtml, escapeMarkdown, escapeXml, plural, webAddress } from '../../../src/core/report/escape';
import { citationOf, judgedOf, sourceOf } from '../../fakes';

const ACTS: readonly string[] = [
  '<img src=x onerror=alert(1)>',
  '</td><script>alert(1)</script>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  '[x](http://evil.example/a)',
  '![x](http://evil.example/a.png)',
  '<http://evil.example/b>',
  'http://evil.example/c www.evil.example me@evil.example',
  '`x` **y** | z ~~w~~ \\',
  '# head',
  '- item',
  '1. item',
  '=cmd|"/C calc"!A1',
  '+1',
  '-1+1',
  '@SUM(A1)',
  '\u001b\t=1',
  '\u200b=1\nx;=1; \uff1d1;"=1;',
  '::error title=forged::boo',
  '##[error]forged',
  '##vso[task.setvariable variable=x]y',
  '##teamcity[buildStatus status="FAILURE"]',
  '\u001b[31mred\u0007 \u009b2J',
  '\u202eesrever \u2066x\u2069 \u200bzero \u061c',
  ']]> -->',
  'tab\there',
  'line\n::error::second line\r\n##[group]third',
  '\u{e0041}\u{e0042}\ufeff\u0000\u2028',
  '&lt;b&gt; &amp;',
];

/** A report in which every text of others is `act`. */
function reportOf(act: string): Report {
  const text = `${act} [1]`;
  const part = { start: 0, end: act.length };
  const citation = citationOf({
    style: 'numbered',
    raw: act,
    marker: part,
    identifier: act,
    label: act,
    claim: { text: act, span: part },
    context: act,
    target: { kind: 'url', url: act },
  });
  const source = sourceOf({
    target: citation.target,
    location: act,
    title: act,
    text: act,
    notices: [{ kind: 'changed', ...reason('as_seen', { tool: act }), url: act }],
  });
  const quote = { text: act, span: part, match: 'exact' } as const;
  const said = { support: 'overstated', rationale: act, quote, suggestion: act, model: act } as const;
  const judged = grade(judgedOf({ citation, source }, said));
  const missed = grade({ citation, stage: 'unresolved', ...fail('thin_page', { host: act, what: act }) });
  const findings: Finding[] = [judged, { ...judged, suppressed: { by: act, note: act } }, missed];
  const problem: Problem = {
    code: 'dangling',
    severity: 'error',
    span: part,
    facts: { label: act, marker: act },
  };
  return {
    documents: [{ path: act, text, problems: [problem], findings }],
    errors: [{ path: act, message: act }],
    summary: summary(findings),
  };
}

const LOOK = { version: '1.0.0', failOn: 'error' } as const;
const ACTING =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e007f}]/u;

describe.each(FORMAT_NAMES)('%s', (format) => {
  test.each(ACTS)('neutralizes %j', (act) => {
    const printed = render(reportOf(act), format, LOOK);
    expect(printed).not.toMatch(ACTING);
    expect(printed).not.toMatch(/^\s*::/m);
    expect(printed).not.toMatch(/##[\w-]*\[/);
  });
});

type HtmlNode = {
  readonly nodeName: string;
  readonly attrs?: readonly { name: string; value: string }[];
  readonly childNodes?: readonly HtmlNode[];
};
const below = (node: HtmlNode): readonly HtmlNode[] => [node, ...(node.childNodes ?? []).flatMap(below)];

describe('HTML', () => {
  test.each(ACTS)('contains only its own elements, with %j as input', (act) => {
    const nodes = below(parse(render(reportOf(act), 'html', LOOK)));
    const names = new Set(nodes.map(({ nodeName }) => nodeName).filter((name) => !name.startsWith('#')));
    for (const name of ['script', 'img', 'svg', 'iframe', 'form', 'link', 'b'])
      expect(names).not.toContain(name);
    const attributes = nodes.flatMap(({ attrs = [] }) => attrs.map(({ name }) => name));
    expect(attributes.filter((name) => name.startsWith('on'))).toEqual([]);
    expect(nodes.filter(({ nodeName }) => nodeName === 'a')).toHaveLength(
      webAddress(act) === undefined ? 0 : 2,
    );
    const shown = nodes.filter(
      ({ nodeName, childNodes = [] }) =>
        nodeName === 'article' || (nodeName === 'tr' && childNodes.some((cell) => cell.nodeName === 'td')),
    );
    expect(shown).toHaveLength(4);
  });
});

describe('Markdown', () => {
  const renderer = markdownIt({ html: true, linkify: true });
  test.each(ACTS)('renders as a table and text, with %j as input', (act) => {
    const nodes = below(parse(renderer.render(render(reportOf(act), 'markdown', LOOK))));
    const names = nodes.map(({ nodeName }) => nodeName);
    for (const name of ['script', 'img', 'svg', 'a', 'code', 'ol', 's']) expect(names).not.toContain(name);
    expect(names.filter((name) => name === 'tr')).toHaveLength(5);
    expect(names.filter((name) => name === 'td')).toHaveLength(20);
    expect(names.filter((name) => /^h\d$/.test(name))).toHaveLength(4);
  });
});

describe('JUnit', () => {
  test.each(ACTS)('contains only its own elements, with %j as input', (act) => {
    const xml = render(reportOf(act), 'junit', LOOK);
    const names = new Set([...xml.matchAll(/<\/?([^\s/>]*)/g)].map(([, name]) => name));
    expect([...names].sort()).toEqual(
      ['?xml', 'error', 'failure', 'system-out', 'testcase', 'testsuite', 'testsuites']
        .concat(xml.includes('<skipped') ? ['skipped'] : [])
        .sort(),
    );
    expect(xml.replace(/<[^<>]*>/g, '')).not.toMatch(/[<>]|&(?!#\d+;|\w+;)/);
  });
});

describe('CSV', () => {
  test.each(ACTS)('contains no formula, with %j as input', (act) => {
    const rows = render(reportOf(act), 'csv', LOOK);
    expect(rows).not.toMatch(/(?:^|[,;])["\s]*[=+\-@\uff1d]/m);
  });
});

describe('JSON', () => {
  it.each(ACTS)('returns %j unchanged', (act) => {
    const [document] = (
      JSON.parse(render(reportOf(act), 'json', LOOK)) as {
        documents: { path: string; findings: { source: Source }[] }[];
      }
    ).documents;
    expect(document?.path).toBe(act);
    expect(document?.findings[0]?.source.title).toBe(act);
    expect(JSON.parse(jsonText({ [act]: act }))).toEqual({ [act]: act });
  });
});

describe('a line', () => {
  it('is truncated at its limit, never inside a character', () => {
    expect(printable('abc', 3)).toBe('abc');
    expect(printable('abcd', 3)).toBe('ab…');
    expect(printable(`a${'😀'.repeat(5)}`, 3)).toBe('a…');
    expect(printable(`ab${'😀'.repeat(5)}`, 5)).toBe('ab😀…');
    expect(printable(`abc${'😀'.repeat(5)}`, 5)).toBe('abc…');
    expect(printable('äbc', 3)).toBe('äbc');
    expect(printable('x'.repeat(301))).toHaveLength(300);
    expect(printable('  a \n\t b\u2028c  ')).toBe('a b c');
  });
  it('contains no CI command, and is otherwise unchanged', () => {
    expect(printable('::error::x')).toBe(': :error::x');
    expect(printable('a ::b:: c')).toBe('a ::b:: c');
    expect(printable('x ##[error] ## [a]')).toBe('x # #[error] ## [a]');
    expect(printableLines('a\n ::b::\u001b[0m\n##vso[c]')).toBe('a\n : :b::[0m\n# #vso[c]');
  });
  it('is escaped for Markdown at its start and inside', () => {
    expect(escapeMarkdown('# a #b')).toBe('\\# a #b');
    expect(escapeMarkdown('12) a 3) b')).toBe('12\\) a 3) b');
    expect(escapeMarkdown('a_b&<c> www.x')).toBe('a\\_b&amp;&lt;c\\> www\\.x');
  });
  it('is a link only if it is a plain web address', () => {
    expect(webAddress('HTTPS://a.example/b?c')).toBe('HTTPS://a.example/b?c');
    for (const bad of [
      'ftp://a.example',
      'xhttps://a.example',
      'https://a b',
      'https://',
      "https://a'b",
      'https://a"b',
      'javascript:alert(1)',
    ])
      expect(webAddress(bad), bad).toBeUndefined();
  });
});

describe('text in a report', () => {
  it('has characters of HTML and XML escaped by number', () => {
    expect(escapeHtml(`<a b="c" d='e'>&\``)).toBe('&#60;a b=&#34;c&#34; d=&#39;e&#39;&#62;&#38;&#96;');
    expect(escapeHtml('##[error]x ## [a]')).toBe('#&#35;[error]x ## [a]');
    expect(escapeXml('a\tb\nc\rd')).toBe('a&#9;b&#10;c&#13;d');
    expect(escapeXml('a\u0001b\u202ec\ufffed')).toBe('abcd');
  });
  it('has Markdown escaped only at its start', () => {
    expect(escapeMarkdown('a - b + c 1. d')).toBe('a - b + c 1. d');
    expect(escapeMarkdown('+ a')).toBe('\\+ a');
  });
  it('has no invisible characters in a line', () => {
    expect(printable('a\u200bb\u200cc\u200d می\u200c\u200cخواهم 👩\u200d🚀')).toBe(
      'abc می\u200cخواهم 👩\u200d🚀',
    );
    expect(printableLines('a\u200bb\u200c\nc')).toBe('ab\nc');
    expect(webAddress('http://a.example')).toBe('http://a.example');
  });
  it('has a noun that agrees with its count', () =>
    expect([plural(0, 'x'), plural(1, 'x'), plural(2, 'x')]).toEqual(['0 xs', '1 x', '2 xs']));
});
