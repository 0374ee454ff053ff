/** The number that a source has in the place of a claim's number: among the same words. */
import type { Span } from '../../model';
import { highest } from '../highest';
import { getOrMake, remembered } from '../maps';
import { words, type Word } from '../relevance/words';
import { frameOf, isExcluded, isLabel, precision } from './bounds';
import { agrees, isEqual, type Quantity } from './quantities';
import { isContent, pair, spanOf, type Difference, type Side, type Whole } from './sides';

/** Both sides, in the passage if that has the number. */
export const inSlot = (
  kind: Difference['kind'],
  q: Quantity,
  slot: Quantity,
  { quantities: all }: Side,
): Difference => {
  const near = all.find((h) => isEqual(h, slot));
  return near ? pair(kind, q, near) : { ...pair(kind, q), source: spanOf(slot) };
};
/**
 * The number, no ordinal, that the source has between the words next to `q`. Undefined if it is a rounding of `q`, or if the source has `q`
 * itself between nearly as many of these words.
 */
export function sameSlot(claim: Side, q: Quantity, whole: Whole): Quantity | undefined {
  // A text may say at what age somebody did several things.
  if (q.form === 'ordinal' || frameOf(claim, q) === 'age') return undefined;
  const own = beside(claim.text, q);
  const isOfLabel = isLabel(claim, q);
  const places = placesLike(claim, q, whole).map(({ h, near }) => {
    const other = near();
    const [before, after] = [sharedStart(own.before, other.before), sharedStart(own.after, other.after)];
    return { h, shared: [...before, ...after], isBetween: before.length > 0 && after.length > 0, before };
  });
  const held = places.filter(({ h }) => agrees(q, h));
  // `book 3 of …`: the text has several.
  if (held.some(({ isBetween }) => isBetween)) return undefined;
  const least = LEAST_AHEAD + highest(held.map(({ shared }) => shared.length));
  return places.find(({ h, shared, isBetween, before }) => {
    const content = shared.filter(isContent).length;
    return (
      content > 0 &&
      shared.length >= least &&
      (shared.length >= LEAST_ON_SIDE || (isBetween && shared.length + content >= LEAST_BETWEEN)) &&
      h.year === q.year &&
      !agrees(q, h) &&
      h.unit === q.unit &&
      h.form !== 'ordinal' &&
      (before.length > 0 || !isOfLabel) &&
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
function keysOf(text: string, { start, end }: Span): readonly string[] {
  const before = /(\p{L}+)\P{L}{0,3}$/u.exec(text.slice(Math.max(0, start - 24), start))?.[1];
  const after = /^\P{L}{0,3}(\p{L}+)/u.exec(text.slice(end, end + 24))?.[1];
  return [...(before ? [`${before} _`] : []), ...(after ? [`_ ${after}`] : [])].map((key) =>
    key.toLowerCase(),
  );
}

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

/** Most words on each side that are compared. */
const MOST_BESIDE = 6;
/** Fewest words that two places share: on both sides, content words counted twice; on one side alone; and more than a place with `q`. */
const LEAST_BETWEEN = 5;
const LEAST_ON_SIDE = 6;
const LEAST_AHEAD = 3;
/** The nearest words of the sentence on both sides, outward. */
export const beside = (text: string, { start, end }: Span, most = MOST_BESIDE) => ({
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
