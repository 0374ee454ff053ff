/** Finds numbers of a claim that a passage replaces by others. */
import type { Span } from '../../model';
import { language } from '../relevance/words';
import { ALIKE_FACTOR, frameOf, isDay, isExcluded, isLabel, isOfDate, isRange, OR_MORE } from './bounds';
import { isBeside, isPart, isSameThing } from './counted';
import { agrees, type Quantity } from './quantities';
import { isContent, pair, spanOf, type Difference, type Side, type Whole } from './sides';
import { beside, inSlot, sameSlot } from './slots';
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
    if (slot) return own.some((h) => isPart(passage, h)) ? [] : [inSlot('number', q, slot, passage)];
    if (isResult(claim, q)) return [];
    const others = rivals.filter((h) => isExcluded(bound, q, frameOf(passage, h), h));
    if (isLabel(claim, q)) return otherLabel(claim, q, passage, others, whole);
    const counted = others.find((h) => isBeside(claim, q, passage, h));
    if (counted && own.length === 0) return [pair('number', q, counted)];
    const held = whole.quantities.filter((h) => isHeld(h) && !isOfDate(whole, h));
    const same =
      others.find((h) => isSameThing(claim, q, passage, h)) ??
      others.find((h) => isOtherScale(q, h) || isOfYear(claim, q, passage, h));
    if (held.length === 0)
      return same ? [pair('number', q, same)] : missing(claim, q, passage, others, rivals, isOther);
    const unlike = otherUnit(q, passage, others, own, held);
    if (unlike) return [pair('number', q, unlike, false)];
    const isElse = own.length === 0 && !isShort(whole) && held.every((h) => isOfElse(claim, whole, h));
    return same && isElse ? [pair('number', q, same)] : [];
  });
}
type All = readonly Quantity[];

/** The only number with the unit of `q` in the passage, where the source has `q` in other units. */
function otherUnit(q: Quantity, { text }: Side, others: All, own: All, held: All): Quantity | undefined {
  const [only, ...more] = others.filter((h) => q.unit !== '' && h.unit === q.unit);
  const isAlone = only && more.length === 0 && !own.some((h) => TO.test(text.slice(h.end, only.start)));
  return isAlone && !held.some((h) => h.unit === q.unit) ? only : undefined;
}

/** What the passage may have in place of a number that its source lacks, and nothing of the same thing. */
function missing(claim: Side, q: Quantity, passage: Side, others: All, rivals: All, isOther: boolean) {
  if (isRange(claim, q) || rivals.some((h) => isSameThing(claim, q, passage, h))) return [];
  if (isThreshold(claim, q)) return otherThreshold(claim, q, passage, rivals);
  if (isOther && (q.form !== 'digits' || Number(q.value) <= IN_WORDS)) return [];
  if (/^ times\b/.test(claim.text.slice(q.end, q.end + 8))) return [];
  const like = others.find((h) => !isLabel(passage, h) && !isRange(passage, h) && isLikeSize(q, h));
  return like || q.distinctive || q.unit !== '' || isCount(q) ? [pair('number', q, like, false)] : [];
}
/** Between the numbers of a range: `thirteen to fourteen weeks`. */
const TO = /^ ?(?:[–-]|to) ?$/;
/** Numbers up to this are often written in words, which are read in English only. */
const IN_WORDS = 100;

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
  // `In 4.0 it took eight seconds, in 4.3 six.`
  if (alike.some((h) => claim.quantities.some((c) => agrees(c, h)))) return [];
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

/** Whether the number counts the items that follow a colon, `four minerals: a, b, c and d`, or the time since then, `five months ago`. */
function isItemCount({ text }: Side, { end, value }: Quantity): boolean {
  if (/^[ -]?\p{L}+ ago\b/u.test(text.slice(end, end + 20))) return true;
  const list = /^[^.;:!?\n]{1,60}: ?([^.;:!?\n]{3,300})/.exec(text.slice(end, end + 400))?.[1];
  return list !== undefined && list.split(/, (?:and |or )?| and | or /).length >= Number(value);
}

/** The word directly before a number: `type 2`, `no. 5`, `I-95`. */
const labelOf = ({ words: all, text }: Side, { start }: Span) =>
  all.findLast((w) => w.end <= start && /^(?:[-–]|\.? ?)$/.test(text.slice(w.end, start)));

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
