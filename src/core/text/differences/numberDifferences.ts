/** Finds numbers of a claim that a passage replaces by others. */
import type { Span } from '../../model';
import { highest } from '../highest';
import { getOrMake } from '../maps';
import { remembered } from '../remembered';
import { language, words, type Word } from '../relevance/words';
import { frameOf, isDay, isLabel, isOfDate, isRange, OR_MORE, precision } from './bounds';
import { isBeside, isPart, isSameThing } from './counted';
import { agrees, isEqual, type Quantity } from './quantities';
import { isContent, pair, spanOf, type Difference, type Side, type Whole } from './sides';
import { isDerived, isFraction, isResult, isShort } from './derived';

/** A number replaced by another: before the same noun or unit, or of similar size if the claim's number isn't in the source. */
export function numbers(claim: Side, passage: Side, whole: Whole): Difference[] {
  const rivals = passage.quantities.filter(
    (h) => !h.year && !isDay(passage, h) && !claim.quantities.some((c) => agrees(c, h)),
  );
  const isOther = (language(claim.text) ?? language(passage.text) ?? 'en') !== 'en';
  return claim.quantities.flatMap((q) => {
    if (q.year || isDay(claim, q) || isOfList(claim, q) || isItemCount(claim, q)) return [];
    const bound = frameOf(claim, q);
    // `her 31st nomination` says nothing about an age.
    const isHeld = (h: Quantity) => agrees(q, h) && !(bound === 'age' && h.form === 'ordinal');
    const own = passage.quantities.filter(isHeld);
    const slot = sameSlot(claim, q, whole);
    if (isDerived(claim, q, passage, whole, slot) || (isOther && isFraction(q, whole))) return [];
    if (slot) return own.some((h) => isPart(passage, h)) ? [] : [inSlot(q, slot, passage)];
    if (isResult(claim, q)) return [];
    const others = rivals.filter((h) => isExcluded(bound, q, frameOf(passage, h), h));
    if (isLabel(claim, q)) return otherLabel(claim, q, passage, others, whole);
    const counted = others.find((h) => isBeside(claim, q, passage, h));
    if (counted && own.length === 0) return [pair('number', q, counted)];
    const held = whole.quantities.filter((h) => isHeld(h) && !isOfDate(whole, h));
    const [only, ...more] = others.filter((h) => q.unit !== '' && h.unit === q.unit);
    const isUnitOfOwn = own.some((h) => only && TO.test(passage.text.slice(h.end, only.start)));
    if (held.length > 0 && only && more.length === 0 && !isUnitOfOwn && !held.some((h) => h.unit === q.unit))
      return [pair('number', q, only, false)];
    if (
      held.length > 0 &&
      (own.length > 0 || isShort(whole) || !held.every((h) => isOfElse(claim, whole, h)))
    )
      return [];
    const isSame = (all: readonly Quantity[]) => all.find((h) => isSameThing(claim, q, passage, h));
    const same = isSame(others) ?? others.find((h) => isOtherScale(q, h) || isOfYear(claim, q, passage, h));
    if (same) return [pair('number', q, same)];
    if (held.length > 0) return [];
    if (isRange(claim, q) || isSame(rivals)) return [];
    if (isThreshold(claim, q)) return otherThreshold(claim, q, passage, rivals);
    if (isOther && (q.form !== 'digits' || Number(q.value) <= IN_WORDS)) return [];
    if (/^ times\b/.test(claim.text.slice(q.end, q.end + 8))) return [];
    const like = others.find((h) => !isLabel(passage, h) && !isRange(passage, h) && isLikeSize(q, h));
    return like || q.distinctive || q.unit !== '' || isCount(q) ? [pair('number', q, like, false)] : [];
  });
}
/** Between the numbers of a range: `thirteen to fourteen weeks`. */
const TO = /^ ?(?:[–-]|to) ?$/;
/** Both sides, in the passage if that has the number. */
const inSlot = (q: Quantity, slot: Quantity, { quantities: all }: Side): Difference => {
  const near = all.find((h) => isEqual(h, slot));
  return near ? pair('number', q, near) : { ...pair('number', q), source: spanOf(slot) };
};
/** Numbers up to this are often written in words, which are read in English only. */
const IN_WORDS = 100;
/**
 * The number, no ordinal, that the source has between the words next to `q`. Undefined if it is a rounding of `q`, or if the source has `q`
 * itself between nearly as many of these words.
 */
function sameSlot(claim: Side, q: Quantity, whole: Whole): Quantity | undefined {
  // A text may say at what age somebody did several things.
  if (q.form === 'ordinal' || frameOf(claim, q) === 'age') return undefined;
  const own = beside(claim.text, q);
  const places = placesLike(claim, q, whole).map(({ h, near }) => {
    const other = near();
    const [before, after] = [sharedStart(own.before, other.before), sharedStart(own.after, other.after)];
    return { h, shared: [...before, ...after], isBetween: before.length > 0 && after.length > 0 };
  });
  const held = places.filter(({ h }) => agrees(q, h));
  // `book 3 of …`: the text has several.
  if (held.some(({ isBetween }) => isBetween)) return undefined;
  const least = LEAST_AHEAD + highest(held.map(({ shared }) => shared.length));
  return places.find(({ h, shared, isBetween }) => {
    const content = shared.filter(isContent).length;
    return (
      content > 0 &&
      shared.length >= least &&
      (shared.length >= LEAST_ON_SIDE || (isBetween && shared.length + content >= LEAST_BETWEEN)) &&
      !h.year &&
      !agrees(q, h) &&
      h.unit === q.unit &&
      h.form !== 'ordinal' &&
      Number(h.value).toPrecision(precision(q.value)) !== Number(q.value).toPrecision(precision(q.value)) &&
      isExcluded(frameOf(claim, q), q, frameOf(whole, h), h)
    );
  })?.h;
}
/** A number of a source, and the words next to it, read when first asked for. */
type Place = { readonly h: Quantity; readonly near: () => ReturnType<typeof beside> };
/** Most numbers of a source with one word before or after them that are compared. */
const MOST_PLACES = 300;

/** The words before and after a number, as keys. */
const keysOf = (text: string, q: Span): readonly string[] =>
  [[wordBefore(text, q), '_'] as const, ['_', wordAfter(text, q)] as const].flatMap(([a, b]) =>
    a !== undefined && b !== undefined ? [`${a} ${b}`] : [],
  );

/** The numbers of a source by their keys: a page may have thousands, and each number of a claim asks for its own. */
const indexOf = remembered(({ text, quantities: all }: Whole) => {
  const index = new Map<string, Place[]>();
  for (const h of all) {
    let read: ReturnType<typeof beside> | undefined;
    const place = { h, near: () => (read ??= beside(text, h)) };
    for (const key of keysOf(text, h)) {
      const known = getOrMake(index, key, () => []);
      if (known.length < MOST_PLACES) known.push(place);
    }
  }
  return index;
});

/** The numbers of a source with the same word before or after them, in order. */
function placesLike({ text }: Side, q: Quantity, whole: Whole): readonly Place[] {
  const all = new Set(keysOf(text, q).flatMap((key) => indexOf(whole).get(key) ?? []));
  return [...all].sort((a, b) => a.h.start - b.h.start);
}

const wordBefore = (text: string, { start }: Span) =>
  /(\p{L}+)\P{L}{0,3}$/u.exec(text.slice(Math.max(0, start - 24), start))?.[1]?.toLowerCase();
const wordAfter = (text: string, { end }: Span) =>
  /^\P{L}{0,3}(\p{L}+)/u.exec(text.slice(end, end + 24))?.[1]?.toLowerCase();

/** Most words on each side that are compared. */
const MOST_BESIDE = 6;
/** Fewest words that two places share: on both sides, content words counted twice; on one side alone; and more than a place with `q`. */
const LEAST_BETWEEN = 5;
const LEAST_ON_SIDE = 6;
const LEAST_AHEAD = 3;
/** The nearest words of the sentence on both sides, outward. */
const beside = (text: string, { start, end }: Span, most = MOST_BESIDE) => ({
  before: words(text.slice(Math.max(0, start - NEARBY), start).replace(/^[^]*(?:[.!?] |\n)/, ''), true)
    .slice(-most)
    .reverse(),
  after: words(text.slice(end, end + NEARBY).replace(/(?:[.!?] |\n)[^]*$/, ''), true).slice(0, most),
});
const NEARBY = 90;
function sharedStart(a: readonly Word[], b: readonly Word[]): readonly Word[] {
  const differs = a.findIndex((w, i) => w.key !== b[i]?.key);
  return differs < 0 ? a : a.slice(0, differs);
}

/** Whether a number of the source has none of the claim's words beside it. */
function isOfElse(claim: Side, whole: Whole, h: Quantity): boolean {
  const { before, after } = beside(whole.text, h, 20);
  return ![...before, ...after].some((w) => isContent(w) && claim.words.some((c) => c.key === w.key));
}

/** `50 % or more`: a definition, which a source may leave to others. */
const isThreshold = (side: Side, q: Quantity): boolean =>
  q.form === 'digits' && /^(?:more|less)$/.test(frameOf(side, q));

/** `4 % or higher` where the passage has one other number of the unit, `less than 11 %` where it has `less than 20 %`. */
function otherThreshold(claim: Side, q: Quantity, passage: Side, rivals: readonly Quantity[]) {
  const isDefinition = q.unit !== '' && OR_MORE.test(claim.text.slice(q.end, q.end + 24));
  const bound = frameOf(claim, q);
  const isBound = (h: Quantity) => frameOf(passage, h) === bound && isExcluded(bound, q, bound, h);
  const [other, ...more] = rivals.filter(
    (h) => h.unit === q.unit && !isRange(passage, h) && (isDefinition || isBound(h)),
  );
  return other && more.length === 0 ? [pair('number', q, other, isDefinition)] : [];
}

/** Another number after the same word: `type 2` for `type 4`. */
function otherLabel(claim: Side, q: Quantity, passage: Side, rivals: readonly Quantity[], whole: Whole) {
  const label = labelOf(claim, q);
  if (label === undefined) return [];
  const alike = whole.quantities.filter((h) => !h.year && isBehind(claim, label, q, whole, h));
  if (alike.some((h) => agrees(q, h))) return [];
  const rival = rivals.find((h) => labelOf(passage, h)?.key === label.key);
  if (rival) return [pair('number', q, rival)];
  return isContent(label) && alike[0] ? [{ ...pair('number', q), source: spanOf(alike[0]) }] : [];
}
/** Whether `h` follows the same label, written alike. */
function isBehind(claim: Side, label: Span, q: Span, { text }: Whole, h: Span): boolean {
  const words = claim.text.slice(label.start, q.start).toLowerCase();
  const from = h.start - words.length;
  return text.slice(from, h.start).toLowerCase() === words && !/[\p{L}\p{N}]/u.test(text.charAt(from - 1));
}

/** "Two" occurs in too many idioms. */
const isCount = ({ form, value }: Quantity): boolean =>
  (form === 'word' || form === 'digits') && Number(value) > 2;

const isOfList = ({ text }: Side, { start, end }: Span): boolean =>
  /^[.)](?:\s|$)/.test(text.slice(end, end + 2)) &&
  /(?:^|\n)\s*$/.test(text.slice(Math.max(0, start - 4), start));

/** Whether the number counts the items that follow a colon: `four minerals: a, b, c and d`. */
function isItemCount({ text }: Side, { end, value }: Quantity): boolean {
  const list = /^[^.;:!?\n]{1,60}: ?([^.;:!?\n]{3,300})/.exec(text.slice(end, end + 400))?.[1];
  return list !== undefined && list.split(/, (?:and |or )?| and | or /).length >= Number(value);
}

/** Whether two numbers cannot both be right of the same thing: `over 300` and 250, but not `over 200` and 250. */
function isExcluded(bound: string, q: Quantity, other: string, h: Quantity): boolean {
  const ratio = Number(q.value) / Number(h.value);
  if (bound !== 'more' && bound !== 'less') return bound === other;
  const excess = bound === 'more' ? ratio : 1 / ratio;
  if (other === bound) return excess > 1 || (excess < 1 && precision(q.value) >= precision(h.value));
  return excess > 1 && other === '' && excess < ALIKE_FACTOR;
}
const labelOf = ({ words: all }: Side, { start }: Span) =>
  all.findLast((w) => w.end <= start && w.end >= start - 2);

/** True for `1.2 million` and `1.2 billion`. */
function isOtherScale(q: Quantity, h: Quantity): boolean {
  const ratio = Math.log10(Number(q.value) / Number(h.value));
  return (q.rounded ?? 0) > 1 && Math.abs(ratio - Math.round(ratio)) < 1e-9 && Math.round(ratio) % 3 === 0;
}

/** Whether both are exact numbers of the same year: `in 1933 just 23,068 arrived`. */
function isOfYear(claim: Side, q: Quantity, passage: Side, h: Quantity): boolean {
  const near = ({ quantities: all }: Side, { start, end }: Span) =>
    all
      .filter((y) => y.year && y.end >= start - YEAR_REACH && y.start <= end + YEAR_REACH)
      .map((y) => y.value);
  if (!q.distinctive || !h.distinctive || q.unit !== h.unit || isRange(passage, h)) return false;
  const own = near(claim, q);
  return own.length === 1 && near(passage, h).some((year) => own.includes(year));
}
const YEAR_REACH = 60;

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
