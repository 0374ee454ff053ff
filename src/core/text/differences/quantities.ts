/** Whether two numbers may be the same. */
import { factor } from './measures';
import { MOST_DIGITS, quantities, type Amount, type Quantity } from './readNumbers';

export { quantities, type Amount, type Quantity } from './readNumbers';

export const isEqual = (q: Amount, h: Amount): boolean => q.value === h.value && q.unit === h.unit;

/** Whether two numbers may be the same: in one of their readings, by value, rounded or in another unit. */
export const agrees = (q: Quantity, h: Quantity): boolean =>
  isSame(q, q, h, h) || h.also.some((b) => isSame(q, q, b, h)) || q.also.some((a) => isSame(a, q, h, h));

/** In percent, either way: tolerance of a fraction in words. */
const FRACTION_SLACK = 2.5;
/** Converted numbers are rounded, and a megabyte may have 1024 kilobytes. */
const CONVERTED = 0.03;

function isSame(a: Amount, q: Quantity, b: Amount, h: Quantity): boolean {
  const isPeriod = q.form === 'unit' || h.form === 'unit';
  if (isRatio(a, b) || isRatio(b, a)) return true;
  if (a.unit === b.unit || (!isPeriod && (a.unit === '' || b.unit === '')))
    return a.value === b.value || isRounding(a, q, b, h) || isInCode(a, b) || isInCode(b, a);
  const [own, other] = [Number(a.value), Number(b.value)];
  const times = factor(a.unit, b.unit);
  if (times !== undefined) return isWithin(CONVERTED, own * times, other);
  const celsius = (n: number, unit: string) => (unit === '°f' ? ((n - 32) * 5) / 9 : n);
  return (
    a.unit.startsWith('°') &&
    b.unit.startsWith('°') &&
    Math.abs(celsius(own, a.unit) - celsius(other, b.unit)) < 1
  );
}
/** `101 percent` is 1.01. */
const isRatio = (a: Amount, b: Amount): boolean =>
  a.unit === '%' &&
  b.unit === '' &&
  b.value.includes('.') &&
  isWithin(EXACT, 100 * Number(b.value), Number(a.value));
const EXACT = 1e-9;
/** Code writes times without their unit, in seconds or milliseconds. */
function isInCode(a: Amount, b: Amount): boolean {
  const seconds = b.unit === '' && a.unit !== '' ? factor(a.unit, 's') : undefined;
  const [held, value] = [Number(b.value), Number(a.value) * (seconds ?? 0)];
  return seconds !== undefined && held >= 60 && (held === value || held === value * 1e3);
}
/** Whether two numbers differ by at most a share of the second. */
export const isWithin = (slack: number, a: number, b: number): boolean =>
  Math.abs(a - b) <= slack * Math.abs(b);

/** Whether one value is a rounding of the other: in millions, with fewer decimals, a fraction in words. */
function isRounding(a: Amount, q: Quantity, b: Amount, h: Quantity): boolean {
  const [stated, held] = [Number(a.value), Number(b.value)];
  if (q.form === 'fraction' || h.form === 'fraction')
    return a.unit === b.unit && Math.abs(stated - held) <= FRACTION_SLACK;
  if (q.rounded !== undefined && q.rounded > 1) return Number(held.toPrecision(q.rounded)) === stated;
  const digits = a.value.replace(/0+$/, '').length;
  if (a.unit === b.unit && stated >= 1000 && a.value.length >= digits + 3)
    return Number(held.toPrecision(Math.min(MOST_DIGITS, digits))) === stated;
  if (a.unit === '' || a.unit !== b.unit) return false;
  const [few, many] = [decimals(a.value), decimals(b.value)];
  if (few > many && many > 0) return Math.abs(stated - held) <= 0.51 * 10 ** -many;
  return many > few && Number(held.toFixed(few)) === stated;
}
const decimals = (value: string) => Math.min(MOST_DIGITS, value.split('.')[1]?.length ?? 0);

/** Most figures of a claim that are compared closely; a text with more is a table. */
export const MOST_FIGURES = 60;

/** Numbers that the claim writes in digits and the text lacks. Of those not there as written, only the first may be in another form. */
export function missingFigures(claim: string, held: readonly Quantity[]): Quantity[] {
  const written = ({ value, unit }: Amount) => `${value} ${unit}`;
  const literal = new Set(held.map(written));
  return quantities(claim)
    .filter((q) => /\d/.test(claim.slice(q.start, q.end)) && !literal.has(written(q)))
    .filter((q, i) => i >= MOST_FIGURES || !held.some((h) => agrees(q, h)));
}
