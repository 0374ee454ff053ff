/**
 * Parses comments that suppress findings: `<!-- citewright-ignore-line -->`, `…-ignore-next-line`, `…-ignore-file`, in LaTeX after `%`.
 * Codes may follow (`citewright-ignore-line overstated, dead`), and a note after a colon. Comments inside code are ignored.
 */
import { CODES, type Code } from '../codes';
import type { Span, Suppressed } from '../model';
import { countBefore } from './search';
import { getOrMake } from './maps';

const WORD = 'citewright-ignore-';
const KINDS = ['next-line', 'line', 'file'] as const;
/** Most characters read after the keyword. */
const LONGEST = 400;

/** An ignore comment. */
export type IgnoreComment = {
  readonly suppressed: Suppressed;
  /** Start of its first word. */
  readonly at: number;
  /** Its codes and note. */
  readonly said: Span;
};

type Rule = IgnoreComment & {
  readonly span: Span;
  readonly codes: readonly string[];
  /** Words in the place of codes that are none. */
  readonly unknown: readonly string[];
};

/** The comment that applies to a code at a place; without a code, the one that applies to all codes there. */
export type Ignores = (span: Span, code?: Code) => IgnoreComment | undefined;

/** The ignore comments of a text; undefined if there are none, which costs a single search. */
export function ignoresIn(text: string): Ignores | undefined {
  // No codes means all codes; a mistyped one must not suppress everything.
  const rules = readRules(text).filter(({ codes, unknown }) => codes.length > 0 || unknown.length === 0);
  return rules.length === 0 ? undefined : lookup(rules);
}

/** Mistyped codes of ignore comments. */
export const unknownCodes = (text: string): readonly string[] =>
  readRules(text).flatMap(({ unknown }) => unknown);

/** Key of rules about all codes. */
const EVERY = '';

/** Each rule applies to the whole text or to one line, so a lookup only visits the rules of its line. */
function lookup(rules: readonly Rule[]): Ignores {
  const byStart = new Map<number, Map<string, Rule>>();
  for (const rule of rules) {
    const { start, end } = rule.span;
    const key = end === Infinity && start === 0 ? WHOLE : start;
    const known = getOrMake(byStart, key, () => new Map<string, Rule>());
    for (const code of rule.codes.length === 0 ? [EVERY] : rule.codes)
      if (!known.has(code)) known.set(code, rule);
  }
  const starts = [...byStart.keys()].sort((a, b) => a - b);
  return ({ start }, code) => {
    const line = starts[countBefore(starts.length, (i) => (starts[i] ?? 0) <= start) - 1] ?? WHOLE;
    const found = [WHOLE, line].flatMap((key) =>
      [code ?? EVERY, EVERY].flatMap((name) => byStart.get(key)?.get(name) ?? []),
    );
    return found.filter(({ span }) => start < span.end).sort((a, b) => a.at - b.at)[0];
  };
}
/** Key of the rules for the whole text. */
const WHOLE = -1;

/** A line, and where the next one ends. */
type Line = Span & { readonly text: string; readonly next: number };

function readRules(text: string): Rule[] {
  if (!text.includes(WORD)) return [];
  const rules: Rule[] = [];
  const lines = text.match(/[^\r\n]*(?:\r\n?|\n|$)/g) ?? [];
  let fence = '';
  let start = 0;
  lines.forEach((line, i) => {
    const end = start + line.length;
    // Formatters put a blank line between a comment and a paragraph.
    const ahead = BLANK.test(lines[i + 1] ?? '') ? 2 : 1;
    const next = end + lines.slice(i + 1, i + 1 + ahead).join('').length;
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    const isFence = mark !== '' && (fence === '' || mark.startsWith(fence));
    if (isFence) fence = fence === '' ? mark : '';
    else if (fence === '')
      for (let at = line.indexOf(WORD); at >= 0; at = line.indexOf(WORD, at + 1))
        rules.push(...ruleAt({ text: line, start, end, next: next === text.length ? Infinity : next }, at));
    start = end;
  });
  return rules;
}

const BLANK = /^[ \t]*[\r\n]/;

const LONGEST_OPENING = 12;
/** Whether a comment starts at `at`, and not code that shows one. */
function opens(line: string, at: number): boolean {
  const before = line.slice(Math.max(0, at - LONGEST_OPENING), at).trimEnd();
  return before.endsWith('%') || (before.endsWith('<!--') && before.at(-5) !== '`');
}

function ruleAt({ text, start: base, end, next }: Line, at: number): Rule[] {
  const rest = text.slice(at + WORD.length, at + LONGEST);
  const kind = KINDS.find((name) => rest.startsWith(name));
  if (kind === undefined || !opens(text, at)) return [];
  const close = rest.indexOf('-->');
  const said = rest.slice(kind.length, close < 0 ? undefined : close);
  const start = base + at + WORD.length + kind.length;
  const colon = said.indexOf(':');
  const words = (colon < 0 ? said : said.slice(0, colon)).split(/[\s,]+/).filter((word) => word !== '');
  const isCode = (word: string) => Object.hasOwn(CODES, word);
  const note = colon < 0 ? '' : said.slice(colon + 1).trim();
  const spans = {
    file: { start: 0, end: Infinity },
    line: { start: base, end },
    'next-line': { start: end, end: next },
  };
  return [
    {
      at: base + at,
      said: { start, end: start + said.trimEnd().length },
      span: spans[kind],
      codes: words.filter(isCode),
      unknown: words.filter((word) => !isCode(word)),
      suppressed: { by: `ignore-${kind === 'next-line' ? 'line' : kind}`, ...(note !== '' && { note }) },
    },
  ];
}
