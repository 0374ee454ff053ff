/** The figures of a text: value, unit, and whether it is a year. */
import type { Span } from '../model';
import { foldWithMap, isWordUnit } from './fold';
import { isUnspaced, numberEnd, wordEnd } from './words';

const isDigit = (c: number) => c >= 48 && c <= 57;

/** A number with what it counts. `value` is canonical (`4812`, `3.4`, `7000000000`), `unit` folded and singular, or empty. */
export type Quantity = Span & {
  readonly value: string;
  readonly unit: string;
  readonly year: boolean;
  /** Significant digits of a number given in thousands, millions, …: it may be a rounding. */
  readonly rounded?: number;
  /** Specific enough that it hardly stands in another text by chance. */
  readonly distinctive: boolean;
};

const CARDINALS: Readonly<Record<string, number>> = {
  two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12, thirteen: 13,
  fourteen: 14, fifteen: 15, sixteen: 16, seventeen: 17, eighteen: 18, nineteen: 19, twenty: 20, thirty: 30, forty: 40,
  fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90, hundred: 100, dozen: 12,
}; // prettier-ignore
const SCALES: Readonly<Record<string, number>> = {
  thousand: 1e3, million: 1e6, mn: 1e6, billion: 1e9, bn: 1e9, trillion: 1e12, k: 1e3, m: 1e6, lakh: 1e5, b: 1e9, crore: 1e7,
}; // prettier-ignore
const UNITS: Readonly<Record<string, string>> = {
  '%': '%', percent: '%', 'per cent': '%', pct: '%', percentage: '%', '$': 'usd', usd: 'usd', dollar: 'usd', '€': 'eur',
  eur: 'eur', euro: 'eur', '£': 'gbp', gbp: 'gbp', pound: 'gbp', km: 'km', kilometre: 'km', kilometer: 'km', m: 'm', metre: 'm',
  meter: 'm', cm: 'cm', centimetre: 'cm', centimeter: 'cm', mm: 'mm', millimetre: 'mm', millimeter: 'mm', mile: 'mile',
  foot: 'ft', feet: 'ft', ft: 'ft', kg: 'kg', kilogram: 'kg', g: 'g', gram: 'g', mg: 'mg', second: 's', minute: 'min',
  hour: 'h', day: 'day', week: 'week', month: 'month', year: 'year', decade: 'decade', century: 'century', '°c': '°c', '°f': '°f',
  gb: 'gb', mb: 'mb', kb: 'kb', tb: 'tb',
}; // prettier-ignore

/** The numbers of `text` in order: digits with scale words, and spelled-out cardinals up to a hundred. */
export function quantities(text: string): Quantity[] {
  const { text: folded, starts, ends } = foldWithMap(text);
  const found: Quantity[] = [];
  for (let i = 0; i < folded.length;) {
    const c = folded.charCodeAt(i);
    if (!isWordUnit(c) || isUnspaced(c)) {
      i++;
      continue;
    }
    const isNumber = isDigit(c);
    const end = isNumber ? numberEnd(folded, i) : wordEnd(folded, i);
    const piece = folded.slice(i, end);
    const spelled = isNumber ? undefined : CARDINALS[piece];
    if (isNumber || spelled !== undefined) {
      const read = readUnit(folded, end);
      const span = { start: starts[i] ?? 0, end: ends[end - 1] ?? 0 };
      found.push({ ...span, ...describe(piece, spelled, read, currencyBefore(folded, i)) });
      i = Math.max(end, read.stop);
      continue;
    }
    i = end;
  }
  return found;
}

function describe(
  piece: string,
  spelled: number | undefined,
  { scale, unit }: { scale: number; unit: string },
  sign: string,
): Omit<Quantity, keyof Span> {
  const written = canonical(piece);
  const base = spelled ?? Number(written);
  const digits = written.replace(/\D/g, '').replace(/^0+/, '').length;
  const year = spelled === undefined && /^(1[0-9]|20)\d\d$/.test(piece) && scale === 1 && unit + sign === '';
  return {
    value: Number.isFinite(base) ? String(roundOff(base * scale)) : written,
    unit: unit || sign,
    year,
    distinctive: !year && spelled === undefined && (digits >= 4 || (digits >= 2 && written.includes('.'))),
    ...(scale > 1 && spelled === undefined && { rounded: digits }),
  };
}

const roundOff = (n: number) => Number(n.toPrecision(12));

/** `4,812` and `4_812` are 4812; `3,5` is 3.5; `1.234.567` is 1234567. */
function canonical(number: string): string {
  const digits = number.replaceAll('_', '');
  const commas = digits.split(',');
  if (commas.length > 1 && commas.slice(1).every((p) => /^\d{3}(\.|$)/.test(p))) return commas.join('');
  const dots = digits.split('.');
  if (dots.length > 2 && dots.slice(1).every((p) => p.length === 3)) return dots.join('');
  return commas.length === 2 && dots.length === 1 ? commas.join('.') : digits.replaceAll(',', '');
}

function currencyBefore(folded: string, i: number): string {
  return UNITS[folded[i - 1] ?? ''] ?? '';
}

/** The scale word and the unit that follow a number. */
function readUnit(folded: string, at: number): { scale: number; unit: string; stop: number } {
  let scale = 1;
  let stop = at;
  for (let turn = 0; turn < 2; turn++) {
    let k = stop;
    if (folded[k] === ' ' || folded[k] === '-') k++;
    const end = tokenEnd(folded, k);
    const token = folded.slice(k, end);
    const times = SCALES[token];
    if (turn === 0 && times !== undefined && !(token.length === 1 && k > stop)) {
      scale = times;
      stop = end;
      continue;
    }
    const unit = UNITS[token] ?? UNITS[token.replace(/s$/, '')];
    if (unit !== undefined && token !== '') return { scale, unit, stop: end };
    if (token === 'per' && folded.startsWith('per cent', k)) return { scale, unit: '%', stop: k + 8 };
    break;
  }
  return { scale, unit: '', stop };
}

function tokenEnd(folded: string, from: number): number {
  if (folded[from] === '%' || folded[from] === '€') return from + 1;
  let k = folded[from] === '°' ? from + 1 : from;
  while (k < folded.length && isWordUnit(folded.charCodeAt(k)) && k - from < 20) k++;
  return k;
}

/** Do two quantities agree: value (a number in millions may be a rounding of the other), and unit where both name one? */
export const agrees = (q: Quantity, h: Quantity): boolean =>
  (h.unit === q.unit || h.unit === '' || q.unit === '') &&
  (h.value === q.value ||
    (q.rounded !== undefined &&
      q.rounded > 1 &&
      Number(Number(h.value).toPrecision(q.rounded)) === Number(q.value)));

/** Figures that the claim writes in digits and the text does not hold. */
export function missingFigures(claim: string, text: string): Quantity[] {
  const held = quantities(text);
  return quantities(claim).filter(
    (q) => /\d/.test(claim.slice(q.start, q.end)) && !held.some((h) => agrees(q, h)),
  );
}
