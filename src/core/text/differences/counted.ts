/** What numbers count, and whether two of them count the same. */
import type { Span } from '../../model';
import { frameOf, isLabel } from './bounds';
import type { Quantity } from './quantities';
import { isContent, neighbours, type Side } from './sides';

/** Whether two numbers of one unit count the same thing. */
export function isSameThing(claim: Side, q: Quantity, passage: Side, h: Quantity): boolean {
  if (frameOf(claim, q) === 'age' && frameOf(passage, h) === 'age') return true;
  if (q.unit !== h.unit || (q.form === 'ordinal') !== (h.form === 'ordinal') || isLabel(passage, h))
    return false;
  const counted = new Set(countedBy(claim, q));
  return countedBy(passage, h).some((key) => counted.has(key));
}

/** Whether the next word of both is the same. */
export function isBeside(claim: Side, q: Quantity, passage: Side, h: Quantity): boolean {
  const next = ({ words: all }: Side, { end }: Span) => all.find((w) => w.start >= end && w.start <= end + 2);
  const [a, b] = [next(claim, q), next(passage, h)];
  if (a === undefined || b === undefined || !isContent(a) || a.key !== b.key || !isPlain(q) || !isPlain(h))
    return false;
  // `two-dimensional torus` counts no tori: the compound must be about the same thing.
  const isCompound = claim.text.charAt(q.end) === '-' || passage.text.charAt(h.end) === '-';
  return !isCompound || neighbours(claim, a).after === neighbours(passage, b).after;
}

/** `34 of its 210 branches`, `34 of which`: the number is a part of another, and counts the same. */
export const isPart = ({ text }: Side, { end }: Span): boolean =>
  /^ (?:out )?(?:(?:of|von|de[rs]?|sur) (?:[^\s,;.]+ ){0,2}\d|of (?:them|these|those|wh(?:ich|om))\b)/.test(
    text.slice(end, end + 40),
  );

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
