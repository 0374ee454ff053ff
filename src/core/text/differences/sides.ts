/** A claim or passage as the comparisons of `differences.ts` read it, without inline citations; and what they find. */
import type { Span } from '../../model';
import { directionsOf } from './opposites';
import { months, type MonthDay } from './dates';
import { MOST_FIGURES, quantities, type Quantity } from './quantities';
import { isStop, language, words, type Word } from '../relevance/words';
import { SIGNAL } from '../works/signals';

export type Difference = {
  readonly kind: 'year' | 'month' | 'number' | 'direction' | 'negation' | 'name';
  /** In the claim. */
  readonly claim: Span;
  /** The differing words in the passage, if known. */
  readonly passage?: Span;
  /** In the text of the whole source, if they are elsewhere. */
  readonly source?: Span;
  /** Backed by its context. Otherwise the source merely lacks it, and the passage must be close to the claim. */
  readonly sure: boolean;
};

export const spanOf = ({ start, end }: Span): Span => ({ start, end });
export const pair = (kind: Difference['kind'], claim: Span, passage?: Span, sure = true): Difference => ({
  kind,
  sure,
  claim: spanOf(claim),
  ...(passage && { passage: spanOf(passage) }),
});

/** A text with its numbers, dates and names. */
export type Figures = {
  readonly text: string;
  readonly quantities: readonly Quantity[];
  /** Periods that are a number by themselves: `a decade`, `an hour`. They are never compared, but may be what the other side counts. */
  readonly periods: readonly Quantity[];
  readonly months: readonly MonthDay[];
  /** Read when first asked for, because few claims name what the source does not. */
  readonly names: () => readonly Name[];
};
function figuresOf(text: string): Figures {
  let names: readonly Name[] | undefined;
  const all = quantities(text);
  return {
    text,
    quantities: all.filter((q) => q.form !== 'unit'),
    periods: all.filter((q) => q.form === 'unit'),
    months: months(text),
    names: () => (names ??= namesIn({ text, words: words(text, true) })),
  };
}
/** What a comparison needs to know about the source. */
export type Whole = Figures & {
  /** The language; English if it is not clear. */
  readonly spoken: () => string;
  /** The ends of axes that its words express, as `axis end`. */
  readonly directions: () => ReadonlySet<string>;
  /** Whether the source has a word with this stem. */
  readonly holds: (key: string) => boolean;
};

const ROOT = 4;
/** Peoples whose country begins otherwise. */
const COUNTRIES = new Map('dane denm|dani denm|fren fran|span spai|pole pola|poli pola|wels wale|dutc neth|swis swit|iris irel|fili phil|flem flan'.split('|').map((row) => row.split(' ') as [string, string])); // prettier-ignore
/** The letters that forms of one word have in common: `India`, `Indian`. */
export const rootOf = (key: string): string => {
  const root = key.slice(0, ROOT);
  return COUNTRIES.get(root) ?? root;
};

/** Reads a source once for several claims. `keys` are the stems of its words. */
export function wholeOf(text: string, keys: Iterable<string>): Whole {
  const roots = new Set([...keys].map(rootOf));
  let [spoken, directions]: [string?, ReadonlySet<string>?] = [];
  const read = () => (spoken ??= language(text) ?? 'en');
  return {
    ...figuresOf(text),
    holds: (key) => roots.has(rootOf(key)),
    spoken: read,
    directions: () =>
      (directions ??= new Set(
        (text.match(/\p{L}+/gu) ?? []).flatMap((w) =>
          directionsOf(w, read()).map((d) => `${d.axis} ${d.end}`),
        ),
      )),
  };
}

type Read = { readonly text: string; readonly words: readonly Word[] };
export type Side = Figures & Read;
/** Inline citations become spaces, so that their years and numbers are not compared. Spans refer to `text`. */
export function sideOf(text: string): Side {
  const bare = withoutCitations(text);
  const figures = figuresOf(bare);
  return {
    ...figures,
    words: words(bare, true),
    quantities: figures.quantities.slice(0, MOST_FIGURES),
    months: figures.months.slice(0, MOST_FIGURES),
  };
}

const NUMBERED = /\[\d{1,4}(?: ?[,;–-] ?\d{1,4}){0,20}\]/g;
const BRACKETED = /\([^()\n]{4,300}\)/g;
const AUTHOR_YEAR = new RegExp(
  `^\\(?(?:(?:${SIGNAL}|e\\.g\\.,?) )?\\p{Lu}[^;\\d]{1,80}[ (](?:1[6-9]|20)\\d\\d[a-z]?\\)?$`,
  'u',
);
/** `Retrieved January 15, 2022`: when somebody looked, not when it happened. */
const LOOKED_UP =
  /(?:\b(?:Retrieved|Accessed|Archived)|\((?:retrieved|accessed|archived))\b[^.;()\n\d]{0,40}(?:\d{1,2}[^.;()\n\d]{1,12})?(?:19|20)\d\d(?!\d)/g;
const NARRATIVE = /\bet al\.?,? \((?:1[6-9]|20)\d\d[a-z]?\)/g;

/** Replaces `[3, 5–7]`, `(Smith et al., 2010; Lee, 2011)` and the year of `Smith et al. (2010)` with spaces; same length. */
function withoutCitations(text: string): string {
  const blank = (hit: string) => ' '.repeat(hit.length);
  const isCitation = (hit: string) =>
    hit
      .slice(1, -1)
      .split(/; ?/)
      .every((part) => AUTHOR_YEAR.test(part) && months(part).length === 0);
  return text
    .replace(NUMBERED, blank)
    .replace(NARRATIVE, blank)
    .replace(LOOKED_UP, blank)
    .replace(BRACKETED, (hit) => (isCitation(hit) ? blank(hit) : hit));
}

/** True for words that say what a statement is about: no stop words, no numbers. */
export const isContent = (w: Word): boolean =>
  w.kind === 'word' &&
  w.key.length > 2 &&
  !isStop(w.key) &&
  !/^(?:one|two|three|four|five|six|ten)$/.test(w.key);

/**
 * The nearest content word on each side of a span, at most this many words away and in the same phrase. A name counts with the words between
 * (`University of`), because names are near each other in many ways; beside a name, it counts whether there are any: `born Ada`, `born in Ohio`.
 */
const REACH = 4;
export type Neighbours = { readonly before: string | undefined; readonly after: string | undefined };
export function neighbours(side: Read, { start, end }: Span): Neighbours {
  const first = side.words.findIndex((w) => w.end > start);
  const next = side.words.findIndex((w) => w.start >= end);
  return around(side, first < 0 ? side.words.length : first, next < 0 ? side.words.length : next);
}
/** The neighbours of the words from `from` up to `next`. */
function around({ words: all, text }: Read, from: number, next: number, isName = false): Neighbours {
  const [start, end] = [all[from]?.start ?? text.length, all[next - 1]?.end ?? 0];
  const isApart = (a: number, b: number) => ENDS.test(text.slice(a, b));
  const earlier = all.slice(Math.max(0, from - REACH), from).filter((w) => !isApart(w.end, start));
  const later = all.slice(next, next + REACH).filter((w) => !isApart(end, w.start));
  return { before: nearest(text, earlier.reverse(), isName), after: nearest(text, later, isName) };
}
function nearest(text: string, outward: readonly Word[], isOfName: boolean): string | undefined {
  const at = outward.findIndex(isContent);
  const word = outward[at];
  if (!word) return undefined;
  const link = outward.slice(0, at + 1).map((w) => w.key);
  const telling = link.filter((key) => !/^(?:a|an|the)$/.test(key));
  if (/^\p{Lu}/u.test(text.charAt(word.start))) return telling.join(' ');
  return isOfName && telling.length > 1 ? `… ${word.key}` : word.key;
}
const ENDS = /[.,;:!?()[\]\n|“”"]/;

/** How many sides of two places have the same neighbour. */
export const sharedNeighbours = (a: Neighbours, b: Neighbours): number =>
  (a.before !== undefined && a.before === b.before ? 1 : 0) +
  (a.after !== undefined && a.after === b.after ? 1 : 0);

/** A run of capitalized words within a sentence, with its neighbors. */
export type Name = Span & { readonly words: readonly Word[]; readonly beside: Neighbours };

/** Typical names of people, places and things: letters only, one capital. */
const NAME = /^\p{Lu}\p{Ll}{2,}$/u;
const SENTENCE_START = /(?:^|[.!?:;\n"“#|•*)\]])\s*["“(]?$/;

function namesIn(side: Read): Name[] {
  const { text, words: all } = side;
  const found: Name[] = [];
  for (let i = 0; i < all.length; i++) {
    const [first, from] = [all[i], i];
    if (
      !first ||
      !isName(text, first) ||
      SENTENCE_START.test(text.slice(Math.max(0, first.start - 3), first.start))
    )
      continue;
    while (isName(text, all[i + 1]) && text.slice(all[i]?.end, all[i + 1]?.start) === ' ') i++;
    const run = all.slice(from, i + 1);
    found.push({
      start: first.start,
      end: all[i]?.end ?? first.end,
      words: run,
      beside: around(side, from, i + 1, true),
    });
  }
  return found;
}
const isName = (text: string, word: Word | undefined): boolean =>
  word !== undefined && !isStop(word.key) && NAME.test(text.slice(word.start, word.end));

/** Whether a word is within quotation marks: it is compared as part of the quotation. */
export function quotedIn(text: string): (at: number) => boolean {
  const found = [...text.matchAll(/["“„«][^"“”„«»]{1,900}["”“»]/g)];
  return (at) => found.some((m) => m.index < at && at < m.index + m[0].length);
}

/** UTF-16 units on each side within which a negative word may deny another. */
const NEAR = 80;
/** The clause of a word, as far as it is near. */
export function sentenceAt(text: string, { start, end }: Span): string {
  const [before, after] = [text.slice(Math.max(0, start - NEAR), start), text.slice(end, end + NEAR)];
  return before.replace(TO_STOP, '') + text.slice(start, end) + after.replace(FROM_STOP, '');
}
const TO_STOP =
  /^[^]*(?:[.!?][”"’)]* |\n(?=\s*[\n#>|•*-])|; |, (?:and|but|which|who|while|as|although|though) )/;
const FROM_STOP =
  /(?:[.!?][”"’)]* |\n(?=\s*[\n#>|•*-])|; |, (?:and|but|which|who|while|as|although|though) )[^]*$/;

/** What a text asks or sets out to find, and so doesn't state: a question, an aim, what was studied. */
const ASKS =
  /(?:^|[.:?!\n-]) {0,2}(?:(?:do|does|did|is|are|was|were|can|could|should|will|would|has|have|may)\b[^.?!\n]{2,200}\?|to (?:evaluate|determine|assess|investigate|examine|explore|compare|ascertain|analy[sz]e|study|test)\b)|\bwhether\b|\bhypothes[ie]|\b(?:study|trial|survey|review|paper|research|we)\b[^.?!\n]{0,60}\b(?:evaluat|determin|assess|investigat|examin|explor|compar|ascertain|analy[sz]|sought|aim)/i;
/** Whether the sentence of a word asks or, without a word, any of the text. */
export function asks(text: string, word?: Span): boolean {
  if (!word) return ASKS.test(text);
  const before = text
    .slice(Math.max(0, word.start - SENTENCE), word.start)
    .replace(/^[^]*(?:[.!?]\s|\n)/, '');
  const after = text.slice(word.start, word.end + SENTENCE).replace(/([.!?])\s[^]*$|\n[^]*$/, '$1');
  return ASKS.test(before + after);
}
const SENTENCE = 240;
