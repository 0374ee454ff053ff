/**
 * Parses comments that suppress findings: `<!-- citewright-ignore-line -->`, `…-ignore-next-line`, `…-ignore-file`, in LaTeX after `%`.
 * Codes may follow (`citewright-ignore-line overstated, dead`), and a note after a colon. Comments inside code are ignored.
 */
import { CODES, type Code } from '../codes';
import type { Span, Suppressed } from '../model';

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

type Rule = IgnoreComment & { readonly span: Span; readonly codes: readonly string[] };

/** The comment that applies to a code at a place; without a code, the one that applies to all codes there. */
export type Ignores = (span: Span, code?: Code) => IgnoreComment | undefined;

/** The ignore comments of a text; undefined if there are none, which costs a single search. */
export function ignoresIn(text: string): Ignores | undefined {
  if (!text.includes(WORD)) return undefined;
  const rules = readRules(text);
  return rules.length === 0 ? undefined : lookup(rules);
}

/** Key of rules about all codes. */
const EVERY = '';

/** Each rule applies to the whole text or to one line, so a lookup only visits the rules of its line. */
function lookup(rules: readonly Rule[]): Ignores {
  type Nth = { readonly n: number; readonly rule: Rule };
  const byStart = new Map<number, Map<string, Nth>>();
  rules.forEach((rule, n) => {
    const { start, end } = rule.span;
    const key = end === Infinity && start === 0 ? -1 : start;
    const known = byStart.get(key) ?? new Map<string, Nth>();
    byStart.set(key, known);
    for (const code of rule.codes.length === 0 ? [EVERY] : rule.codes)
      if (!known.has(code)) known.set(code, { n, rule });
  });
  const starts = [...byStart.keys()].sort((a, b) => a - b);
  return ({ start }, code) => {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const mid = (low + high) >> 1;
      if ((starts[mid] ?? 0) <= start) low = mid + 1;
      else high = mid;
    }
    let first: Nth | undefined;
    for (const key of [-1, starts[low - 1] ?? -1])
      for (const name of [code ?? EVERY, EVERY]) {
        const found = byStart.get(key)?.get(name);
        if (found && start < found.rule.span.end && (!first || found.n < first.n)) first = found;
      }
    return first?.rule;
  };
}

function readRules(text: string): Rule[] {
  const rules: Rule[] = [];
  const lineEnd = lineEnds(text);
  let fence = '';
  let at = text.indexOf(WORD);
  for (let start = 0; at >= 0 && start < text.length;) {
    const end = lineEnd(start);
    const mark = fenceAt(text, start);
    const isFence = mark !== '' && (fence === '' || mark.startsWith(fence));
    if (isFence) fence = fence === '' ? mark : '';
    for (; at >= 0 && at < end; at = text.indexOf(WORD, at + 1))
      if (!isFence && fence === '') rules.push(...ruleAt(text, at, { start, end }, lineEnd));
    start = end;
  }
  return rules;
}

/**
 * Makes a function that returns the offset after the line break of the line starting at an offset: LF, CR LF or CR. Call it with increasing
 * offsets, so that the text is searched only once.
 */
function lineEnds(text: string): (start: number) => number {
  let feed = -1;
  let back = -1;
  const next = (mark: string, known: number, start: number): number => {
    const found = known < start ? text.indexOf(mark, start) : known;
    return found < 0 ? text.length : found;
  };
  return (start) => {
    feed = next('\n', feed, start);
    back = next('\r', back, start);
    return Math.min(text.length, back + 1 === feed ? feed + 1 : Math.min(feed, back) + 1);
  };
}

/** The code fence at the start of a line, or ''. */
function fenceAt(text: string, start: number): string {
  const head = text.slice(start, start + 40);
  return /^ {0,3}(`{3,}|~{3,})/.exec(head)?.[1] ?? '';
}

/** Whether a comment starts here, and not code that shows one. */
function opens(text: string, at: number, line: Span): boolean {
  const before = text.slice(Math.max(line.start, at - 12), at).trimEnd();
  if (before.endsWith('%')) return true;
  return (
    before.endsWith('<!--') &&
    text.charAt(at - (text.slice(Math.max(line.start, at - 12), at).length - before.length) - 5) !== '`'
  );
}

function ruleAt(text: string, at: number, line: Span, lineEnd: (start: number) => number): Rule[] {
  const rest = text.slice(at + WORD.length, Math.min(line.end, at + LONGEST));
  const kind = KINDS.find((name) => rest.startsWith(name));
  if (kind === undefined || !opens(text, at, line)) return [];
  const close = rest.indexOf('-->');
  const said = rest.slice(kind.length, close < 0 ? undefined : close);
  const start = at + WORD.length + kind.length;
  const colon = said.indexOf(':');
  const words = (colon < 0 ? said : said.slice(0, colon)).split(/[\s,]+/).filter((word) => word !== '');
  const codes = words.filter((word) => Object.hasOwn(CODES, word));
  // No codes means all codes; a mistyped one must not suppress everything.
  if (words.length > 0 && codes.length === 0) return [];
  const note = colon < 0 ? '' : said.slice(colon + 1).trim();
  return [
    {
      at,
      said: { start, end: start + said.trimEnd().length },
      span: spanOf(kind, line, lineEnd, text.length),
      codes,
      suppressed: { by: `ignore-${kind === 'next-line' ? 'line' : kind}`, ...(note !== '' && { note }) },
    },
  ];
}

function spanOf(
  kind: (typeof KINDS)[number],
  line: Span,
  lineEnd: (start: number) => number,
  length: number,
): Span {
  if (kind === 'file') return { start: 0, end: Infinity };
  if (kind === 'line') return line;
  const end = lineEnd(line.end);
  return { start: line.end, end: end === length ? Infinity : end };
}
