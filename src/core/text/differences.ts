/**
 * Finds where a passage disagrees with a claim by wording alone: another year, month or number, the opposite direction, a negation on one
 * side only, another name, a claim that says more. Each difference has both sides. The caller must first make sure that the passage is
 * about the claim.
 */
import type { Span } from '../model';
import { highest } from './highest';
import { isRelativeYear, months, type MonthDay } from './dates';
import { directionsOf } from './opposites';
import { agrees, quantities, type Quantity } from './quantities';
import { isStop, words, type Word } from './words';

export type Difference = {
  readonly kind: 'year' | 'month' | 'number' | 'direction' | 'negation' | 'name' | 'scope';
  /** In the claim. */
  readonly claim: Span;
  /** In the passage: the differing words, if known. */
  readonly passage?: Span;
  /** Backed by its context. Otherwise the source merely lacks it, and the passage must be close to the claim. */
  readonly sure: boolean;
};

/** Numbers and dates of a text. */
export type Figures = { readonly quantities: readonly Quantity[]; readonly months: readonly MonthDay[] };
export const figuresOf = (text: string): Figures => ({ quantities: quantities(text), months: months(text) });
/** What a comparison needs to know about the source. */
export type Whole = Figures & {
  /** True if the source has a word with this stem. */
  readonly holds: (key: string) => boolean;
};

type Side = Figures & { readonly text: string; readonly words: readonly Word[] };
/** Figures of a claim and of a passage that are compared: more are no statement but a table. */
const MOST_FIGURES = 60;
function sideOf(text: string): Side {
  const figures = figuresOf(text);
  return {
    text,
    words: words(text, true),
    quantities: figures.quantities.slice(0, MOST_FIGURES),
    months: figures.months.slice(0, MOST_FIGURES),
  };
}

/** Compares a claim with the passage about it. `whole` has the numbers of the passage's source. */
export function differences(claim: string, passage: string, whole: Whole): Difference[] {
  const [stated, held] = [sideOf(claim), sideOf(passage)];
  return [
    ...years(stated, held, whole),
    ...otherMonths(stated, held, whole),
    ...numbers(stated, held, whole),
    ...directions(stated, held),
    ...negations(stated, held),
    ...names(stated, held, whole),
  ];
}

const spanOf = ({ start, end }: Span): Span => ({ start, end });
const pair = (kind: Difference['kind'], claim: Span, passage?: Span, sure = true): Difference => ({
  kind,
  sure,
  claim: spanOf(claim),
  ...(passage && { passage: spanOf(passage) }),
});

/** A year that isn't in the source, nor next to one in it if the passage says "last year". */
function years(claim: Side, passage: Side, whole: Figures): Difference[] {
  const own = claim.quantities.filter((q) => q.year);
  const rival = passage.quantities.find((h) => h.year && !own.some((q) => agrees(q, h)));
  const dated = isRelativeYear(passage.text) ? whole.months.flatMap(({ year }) => year ?? []) : [];
  const isHeld = (q: Quantity) =>
    whole.quantities.some((h) => h.value === q.value) ||
    dated.some((year) => Math.abs(year - Number(q.value)) === 1);
  return own.filter((q) => !isHeld(q)).map((q) => pair('year', q, rival));
}

/** A month that isn't in the source, or another day of a month that is. */
function otherMonths(claim: Side, passage: Side, whole: Figures): Difference[] {
  return claim.months.flatMap((m) => {
    const named = whole.months.filter((h) => h.month === m.month);
    if (named.length === 0) {
      const rival = passage.months.find((h) => !claim.months.some((own) => own.month === h.month));
      return [pair('month', m, rival, rival !== undefined)];
    }
    if (m.day === undefined || named.some((h) => h.day === m.day) || RELATIVE_DAY.test(passage.text))
      return [];
    const rival = passage.months.find((h) => h.month === m.month && h.day !== undefined);
    return rival ? [pair('month', m, rival)] : [];
  });
}

/** Words that refer to the page's date for the day. */
const RELATIVE_DAY =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|yesterday|today|tonight|last night|tomorrow)\b/i;

/** A number replaced by another: before the same noun or unit, or of similar size if the claim's number isn't in the source. */
function numbers(claim: Side, passage: Side, whole: Figures): Difference[] {
  return claim.quantities.flatMap((q) => {
    if (q.year || isDay(claim, q) || isOfList(claim, q)) return [];
    const own = passage.quantities.filter((h) => agrees(q, h));
    const rivals = passage.quantities.filter(
      (h) => !h.year && !isDay(passage, h) && !claim.quantities.some((c) => agrees(c, h)),
    );
    const beside = rivals.find((h) => isBeside(claim, q, passage, h));
    if (beside && !own.some((h) => isBeside(claim, q, passage, h))) return [pair('number', q, beside)];
    if (own.length > 0 || whole.quantities.some((h) => agrees(q, h))) return [];
    const same = rivals.find((h) => isSameThing(claim, q, passage, h));
    if (same) return [pair('number', q, same)];
    if (isLabel(claim, q)) return [];
    const like = rivals.find((h) => !isLabel(passage, h) && isLikeSize(q, h));
    return like || q.distinctive || q.unit !== '' || isCount(q) ? [pair('number', q, like, false)] : [];
  });
}

/** "Two" occurs in too many idioms. */
const isCount = ({ form, value }: Quantity): boolean =>
  (form === 'word' || form === 'digits') && Number(value) > 2;

const isDay = ({ months: all }: Side, { start, end }: Span): boolean =>
  all.some(
    (m) =>
      m.day !== undefined && start >= m.start - 12 && end <= m.end + 8 && (end <= m.start || start >= m.end),
  );
const isOfList = ({ text }: Side, { start, end }: Span): boolean =>
  /^[.)](?:\s|$)/.test(text.slice(end, end + 2)) &&
  /(?:^|\n)\s*$/.test(text.slice(Math.max(0, start - 4), start));

const LABELS =
  /(?:^|[^\p{L}])(?:type|phase|passage|id|step|chapter|section|part|version|level|grade|stage|figure|fig|table|no|item|class|category|option|answer|question|article|page|volume|season|episode)\.? $/iu;

/** Part of a name or label: `type 2`, `COVID-19`, `Windows 10`, `2D`. */
function isLabel({ text }: Side, { start, end }: Span): boolean {
  const [before, after] = [text.slice(Math.max(0, start - 24), start), text.slice(end, end + 2)];
  if (/\p{L}[-–]?$/u.test(before) || /^[-–]?\p{Lu}/u.test(after) || LABELS.test(before)) return true;
  return /\p{Ll}[,;]? \p{Lu}[\p{L}'’]* $/u.test(before);
}

/** True if two numbers count the same thing or follow the same word (`Bill 344`). */
function isSameThing(claim: Side, q: Quantity, passage: Side, h: Quantity): boolean {
  if (q.unit !== h.unit) return false;
  const [label, other] = [wordBefore(claim, q), wordBefore(passage, h)];
  if (isLabel(claim, q) || isLabel(passage, h)) return label !== undefined && label === other;
  const counted = new Set(countedBy(claim, q));
  return countedBy(passage, h).some((key) => counted.has(key));
}
const wordBefore = ({ words: all }: Side, { start }: Span): string | undefined =>
  all.findLast((w) => w.end <= start && w.end >= start - 2)?.key;

/** True if the next word of both is the same. */
function isBeside(claim: Side, q: Quantity, passage: Side, h: Quantity): boolean {
  const next = ({ words: all }: Side, { end }: Span) => all.find((w) => w.start >= end && w.start <= end + 2);
  const [a, b] = [next(claim, q), next(passage, h)];
  return (
    a !== undefined && isContent(a) && a.key === b?.key && isPlain(q) && isPlain(h) && !isLabel(claim, q)
  );
}

const isPlain = ({ unit, form }: Quantity): boolean => unit === '' && form !== 'ordinal';

const COUNTED = 2;
/** The content words after a number: what it counts. */
function countedBy({ words: all, text }: Side, { end }: Quantity): string[] {
  const from = all.findIndex((w) => w.start >= end);
  if (from < 0) return [];
  const next = all.slice(from, from + 3).filter((w) => !/[.;:!?,]/.test(text.slice(end, w.start)));
  return next
    .filter(isContent)
    .slice(0, COUNTED)
    .map((w) => w.key);
}

const ALIKE_FACTOR = 5;
function isLikeSize(a: Quantity, b: Quantity): boolean {
  if (
    a.unit !== b.unit ||
    (a.form === 'ordinal') !== (b.form === 'ordinal') ||
    Number(a.value) < 10 !== Number(b.value) < 10
  )
    return false;
  if (a.unit === '' && Number(a.value) < 10) return false;
  const ratio = Number(a.value) / Number(b.value);
  return ratio > 1 / ALIKE_FACTOR && ratio < ALIKE_FACTOR;
}

const NEAR_WORDS = 2;
const isContent = (w: Word) => w.kind === 'word' && w.key.length > 2 && !isStop(w.key);
/** The content words nearest to the word at `at`, this many on each side. */
function beside(all: readonly Word[], at: number): string[] {
  const before = all
    .slice(Math.max(0, at - 6), at)
    .filter(isContent)
    .slice(-NEAR_WORDS);
  const after = all
    .slice(at + 1, at + 7)
    .filter(isContent)
    .slice(0, NEAR_WORDS);
  return [...before, ...after].map((w) => w.key);
}

/** A directional word whose opposite, and not the word itself, the passage uses for the same thing. */
function directions(claim: Side, passage: Side): Difference[] {
  const held = directed(passage);
  const stated = directed(claim);
  return stated.flatMap(({ axis, end, word, at }) => {
    if (stated.some((s) => s.axis === axis && s.end !== end)) return [];
    const near = new Set(beside(claim.words, at));
    const on = held
      .filter((h) => h.axis === axis)
      .map((h) => ({ ...h, shared: beside(passage.words, h.at).filter((key) => near.has(key)).length }));
    const same = highest(on.filter((h) => h.end === end).map((h) => h.shared));
    const rival = on.find((h) => h.end !== end && h.shared > same);
    if (rival) return [pair('direction', word, rival.word)];
    return on[0] && on.every((h) => h.end !== end) ? [pair('direction', word, on[0].word, false)] : [];
  });
}
const directed = ({ words: all }: Side) =>
  all.flatMap((word, at) => directionsOf(word.key).map((d) => ({ ...d, word, at })));

/** `was not`, `didn't`, `never`: negates the following verb, not just a part (`not only`, `not necessarily`). */
const NEGATION =
  /\b(?:is|are|was|were|be|been|has|had|have|can|could|will|would|do|does|did|should|must|shall)(?: not|n['’]t)\b(?! (?:only|just|merely|solely|the (?:only|sole)|necessarily|always|all|every|exceed|explicitly|fully|entirely|exclusively|limited|yet|possible|necessary|required|recommended|clear|known|certain|sure|enough|intended)\b)|\bcannot\b|\bnever\b/gi;
const CONDITIONAL = /\b(?:if|unless|whether|or not|without)\b/i;
const NEGATIVE =
  /\b(?:not|no|never|cannot|neither|nor|without|none|nobody|nothing|\w+n['’]t|fail\w*|refus\w+|declin\w+|lack\w*|unable|absen\w+|den(?:y|ied|ies|ial)|reject\w*|little|rarely|seldom|hardly|avoid\w*|prevent\w*|prohibit\w*|ban(?:ned|s)?|instead|rather|except|impossib\w+|cease[ds]?|halt\w*|stopp?\w*|false|myth|wrong|rule[ds]? out|exclud\w+|miss(?:ed|ing)|un(?:able|aware|clear|known|likely|related|successful\w*|willing)|far from|too \w+ to)\b/i;
const GOVERNED = 3;

/** A negation in the claim where the passage has none. */
function negations(claim: Side, passage: Side): Difference[] {
  if (CONDITIONAL.test(claim.text)) return [];
  return [...claim.text.matchAll(NEGATION)].flatMap((hit) => {
    const span = { start: hit.index, end: hit.index + hit[0].length };
    const at = claim.words.findIndex((w) => w.start >= span.end);
    const keys = new Set(
      claim.words
        .slice(at, at + GOVERNED)
        .filter(isContent)
        .map((w) => w.key),
    );
    const stating = passage.words.filter((w) => keys.has(w.key));
    const isDenied =
      stating.length > 0
        ? stating.some((w) => NEGATIVE.test(sentenceAt(passage.text, w)))
        : NEGATIVE.test(passage.text);
    return isDenied ? [] : [pair('negation', span, stating[0], stating.length > 0)];
  });
}
function sentenceAt(text: string, { start, end }: Span): string {
  const before = Math.max(text.lastIndexOf('. ', start), text.lastIndexOf('\n', start), start - 200, 0);
  const stops = [text.indexOf('. ', end), text.indexOf('\n', end)].filter((n) => n >= 0);
  return text.slice(before, Math.min(...stops, end + 200));
}

/** Typical names of people, places and things: letters only, one capital. */
const NAME = /^\p{Lu}\p{Ll}{2,}$/u;
const SENTENCE_START = /(?:^|[.!?:;\n"“#|•*)\]])\s*["“(]?$/;

/** Runs of capitalized words within a sentence. */
function namesIn({ text, words: all }: Side): (readonly [Word, ...Word[]])[] {
  const runs: [Word, ...Word[]][] = [];
  all.forEach((word, i) => {
    if (!NAME.test(text.slice(word.start, word.end)) || isStop(word.key)) return;
    const last = runs.at(-1);
    const before = all[i - 1];
    if (last && before && last.at(-1) === before && text.slice(before.end, word.start) === ' ')
      last.push(word);
    else if (!SENTENCE_START.test(text.slice(Math.max(0, word.start - 3), word.start))) runs.push([word]);
  });
  return runs;
}

/** Common letters that make `India` and `Indian` the same. */
const ROOT = 4;

/** A name of which no word is in the source, if the passage has another name next to the same words. */
function names(claim: Side, passage: Side, whole: Whole): Difference[] {
  const own = new Set(claim.words.map((w) => w.key.slice(0, ROOT)));
  const rivals = namesIn(passage).filter((run) => !run.some((w) => own.has(w.key.slice(0, ROOT))));
  return namesIn(claim).flatMap((run) => {
    const span = { start: run[0].start, end: run.at(-1)?.end ?? run[0].end };
    if (
      run.some((w) => whole.holds(w.key)) ||
      claim.months.some((m) => m.start < span.end && m.end > span.start)
    )
      return [];
    const beside = new Set(neighbours(claim.words, run));
    const rival = rivals.find((other) => neighbours(passage.words, other).some((key) => beside.has(key)));
    const other = rival && { start: rival[0].start, end: rival.at(-1)?.end ?? 0 };
    return [pair('name', span, other, other !== undefined)];
  });
}
function neighbours(all: readonly Word[], run: readonly Word[]): string[] {
  const [first, last] = [all.findIndex((w) => w === run[0]), all.findIndex((w) => w === run.at(-1))];
  const before = all
    .slice(Math.max(0, first - 4), first)
    .filter(isContent)
    .slice(-1);
  const after = all
    .slice(last + 1, last + 5)
    .filter(isContent)
    .slice(0, 1);
  return [...before, ...after].map((w) => w.key);
}
