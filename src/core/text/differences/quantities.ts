/** Finds the numbers of a text: value, unit, what is counted, and whether it is a year or an ordinal. */
import type { Span } from '../../model';
import { foldWithMap, isFoldedWordUnit } from '../fold';
import { isUnspaced, numberEnd, wordEnd } from '../relevance/words';

const isDigit = (c: number) => c >= 48 && c <= 57;

/** A number with its unit. `value` is canonical (`4812`, `3.4`, `7000000000`); `unit` is folded and singular, or empty. */
export type Quantity = Span & {
  readonly value: string;
  readonly unit: string;
  readonly year: boolean;
  /** Significant digits of a number in thousands, millions, …, which may be rounded. */
  readonly rounded?: number;
  /** Specific enough that another text hardly contains it by chance. */
  readonly distinctive: boolean;
  /** `digits`: 12. `word`: twelve. `ordinal`: 12th, twelfth. `fraction`: half, two thirds; its value is in percent. */
  readonly form: 'digits' | 'word' | 'ordinal' | 'fraction';
};

const CARDINALS: Readonly<Record<string, number>> = {
  two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12, thirteen: 13,
  fourteen: 14, fifteen: 15, sixteen: 16, seventeen: 17, eighteen: 18, nineteen: 19, twenty: 20, thirty: 30, forty: 40,
  fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90, hundred: 100, dozen: 12,
}; // prettier-ignore
const ORDINALS: Readonly<Record<string, number>> = {
  second: 2, third: 3, fourth: 4, fifth: 5, sixth: 6, seventh: 7, eighth: 8, ninth: 9, tenth: 10, eleventh: 11, twelfth: 12,
  thirteenth: 13, fourteenth: 14, fifteenth: 15, sixteenth: 16, seventeenth: 17, eighteenth: 18, nineteenth: 19, twentieth: 20,
}; // prettier-ignore
/** In percent, with the context that all but `half` need: `a third of`, `two thirds`. */
const FRACTIONS: Readonly<Record<string, readonly [before: RegExp, percent: number, after: RegExp]>> = {
  half: [/^(?!.*(?:cond|irst|ther|tter|'s)[ -]$)/, 50, /^/], third: [/\b(?:a|one)[ -]$/, 33.3, /^ of /], thirds: [/\btwo[ -]$/, 66.7, /^/],
  quarter: [/\b(?:a|one)[ -]$/, 25, /^ of /], quarters: [/\bthree[ -]$/, 75, /^/], fifth: [/\b(?:a|one)[ -]$/, 20, /^ of /],
  fifths: [/\btwo[ -]$/, 40, /^/],
}; // prettier-ignore
/** The second word of `twenty-one`. */
const DIGITS: Readonly<Record<string, number>> = { one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9,
}; // prettier-ignore
const SCALES: Readonly<Record<string, number>> = {
  thousand: 1e3, million: 1e6, mn: 1e6, billion: 1e9, bn: 1e9, trillion: 1e12, k: 1e3, m: 1e6, lakh: 1e5, b: 1e9, crore: 1e7,
  tausend: 1e3, mio: 1e6, millionen: 1e6, mrd: 1e9, milliarde: 1e9, milliarden: 1e9, milliard: 1e9,
}; // prettier-ignore
const UNITS: Readonly<Record<string, string>> = {
  '%': '%', percent: '%', 'per cent': '%', pct: '%', prozent: '%', percentage: '%', '$': 'usd', usd: 'usd', dollar: 'usd', '€': 'eur',
  eur: 'eur', euro: 'eur', '£': 'gbp', gbp: 'gbp', pound: 'gbp', km: 'km', kilometre: 'km', kilometer: 'km', m: 'm', metre: 'm',
  meter: 'm', cm: 'cm', centimetre: 'cm', centimeter: 'cm', mm: 'mm', millimetre: 'mm', millimeter: 'mm', mile: 'mile',
  foot: 'ft', feet: 'ft', ft: 'ft', kg: 'kg', kilogram: 'kg', g: 'g', gram: 'g', mg: 'mg', second: 's', minute: 'min',
  hour: 'h', day: 'day', week: 'week', month: 'month', year: 'year', decade: 'decade', century: 'century', '°c': '°c', '°f': '°f',
  gb: 'gb', mb: 'mb', kb: 'kb', tb: 'tb', ms: 'ms',
}; // prettier-ignore

type Reading = { readonly scale: number; readonly unit: string; readonly stop: number };

/** The numbers of `text` in order: digits with scale words, spelled-out cardinals up to a hundred, ordinals and common fractions. */
export function quantities(text: string): Quantity[] {
  const { text: folded, starts, ends } = foldWithMap(text);
  const found: Quantity[] = [];
  for (let i = 0; i < folded.length;) {
    const c = folded.charCodeAt(i);
    if (!isFoldedWordUnit(c) || isUnspaced(c)) {
      i++;
      continue;
    }
    const end = isDigit(c) ? numberEnd(folded, i) : wordEnd(folded, i);
    const said = isDigit(c) ? fromDigits(folded, i, end) : fromWord(folded, i, end);
    if (said) {
      const { till = end, stop, ...quantity } = said;
      found.push({ start: starts[i] ?? 0, end: ends[till - 1] ?? 0, ...quantity });
      i = Math.max(till, stop);
    } else i = end;
  }
  return found;
}

/** `stop` is the end of the unit, `till` the end of a number of two words. */
type Said = Omit<Quantity, keyof Span> & { readonly stop: number; readonly till?: number };

/** What is before a year of two digits in `2018–19` and `the 1980s and 90s`. */
const CENTURY = /(?:^|\D)(1\d|20)(\d)\d(?:[-/]| [-/] |s ?[-/] ?|s,? (?:and|or|to|through) (?:the )?'?)$/;

function fromDigits(folded: string, at: number, end: number): Said | undefined {
  const piece = folded.slice(at, end);
  const earlier = piece.length === 2 ? CENTURY.exec(folded.slice(Math.max(0, at - 20), at)) : null;
  const since = earlier && piece.charAt(0) >= (earlier[2] ?? '') ? earlier[1] : undefined;
  // `the 90s` may be of any century, or ages.
  if (since === undefined && piece.length === 2 && /^'?s(?![a-z])/.test(folded.slice(end, end + 3)))
    return undefined;
  const written = canonical((since ?? '') + piece);
  const ordinal = /^(?:st|nd|rd|th)(?![a-z])/.test(folded.slice(end, end + 3));
  const { scale, unit, stop } = ordinal ? nothing(end) : readUnit(folded, end);
  const counted = unit || (UNITS[folded[at - 1] ?? ''] ?? '');
  const digits = written.replace(/\D/g, '').replace(/^0+/, '').length;
  const base = Number(written);
  const year =
    /^(1[0-9]|20)\d\d$/.test(written) &&
    (since !== undefined || piece.length === 4) &&
    scale === 1 &&
    counted === '';
  return {
    value: Number.isFinite(base) ? String(roundOff(base * scale)) : written,
    unit: counted,
    year,
    distinctive: !year && (digits >= 4 || (digits >= 2 && written.includes('.'))),
    ...(scale > 1 && { rounded: digits }),
    form: ordinal ? 'ordinal' : 'digits',
    stop,
  };
}

function fromWord(folded: string, at: number, end: number): Said | undefined {
  const word = folded.slice(at, end);
  const rest = { year: false, distinctive: false };
  const fraction = FRACTIONS[word];
  if (
    fraction?.[0].test(folded.slice(Math.max(0, at - 6), at)) &&
    fraction[2].test(folded.slice(end, end + 4))
  )
    return { ...rest, value: String(fraction[1]), unit: '%', form: 'fraction', stop: end };
  const cardinal = CARDINALS[word];
  if (cardinal !== undefined) {
    const till = wordEnd(folded, end + 1);
    const ones = /^[- ]$/.test(folded.charAt(end)) ? (DIGITS[folded.slice(end + 1, till)] ?? 0) : 0;
    const isCompound = ones > 0 && cardinal >= 20 && cardinal < 100;
    const { scale, unit, stop } = readUnit(folded, isCompound ? till : end);
    const value = String((cardinal + (isCompound ? ones : 0)) * scale);
    return { ...rest, value, unit, form: 'word', stop, ...(isCompound && { till }) };
  }
  const ordinal = ORDINALS[word];
  return ordinal === undefined
    ? undefined
    : { ...rest, value: String(ordinal), unit: '', form: 'ordinal', stop: end };
}

const nothing = (stop: number): Reading => ({ scale: 1, unit: '', stop });
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

/** The scale word and unit after a number. */
function readUnit(folded: string, at: number): Reading {
  let scale = 1;
  let stop = at;
  for (let turn = 0; turn < 2; turn++) {
    let k = stop;
    if (folded[k] === ' ' || folded[k] === '-') k++;
    const end = tokenEnd(folded, k);
    const token = folded.slice(k, end);
    const times = SCALES[token] ?? SCALES[token.replace(/(?<=[a-z]{4})s$/, '')];
    if (turn === 0 && times !== undefined && !(token.length === 1 && k > stop)) {
      scale = times;
      stop = end;
      continue;
    }
    const unit = UNITS[token] ?? UNITS[token.replace(/s$/, '')];
    if (unit === 'decade' || unit === 'century')
      return { scale: scale * (unit === 'decade' ? 10 : 100), unit: 'year', stop: end };
    if (unit !== undefined && token !== '') return { scale, unit, stop: end };
    if (token === 'per' && folded.startsWith('per cent', k)) return { scale, unit: '%', stop: k + 8 };
    break;
  }
  return { scale, unit: '', stop };
}

function tokenEnd(folded: string, from: number): number {
  if (folded[from] === '%' || folded[from] === '€') return from + 1;
  let k = folded[from] === '°' ? from + 1 : from;
  while (k < folded.length && isFoldedWordUnit(folded.charCodeAt(k)) && k - from < 20) k++;
  return k;
}

/** Whether two quantities agree: the same unit if both have one, and the same or a rounded value. */
export const agrees = (q: Quantity, h: Quantity): boolean =>
  (h.unit === q.unit || h.unit === '' || q.unit === '') && (h.value === q.value || isRounding(q, h));

/** In percent, either way: tolerance of a fraction in words. */
const FRACTION_SLACK = 2.5;

/** Whether one value is a rounding of the other: in millions, with fewer decimals, a fraction in words. */
function isRounding(q: Quantity, h: Quantity): boolean {
  const [stated, held] = [Number(q.value), Number(h.value)];
  if (q.form === 'fraction' || h.form === 'fraction')
    return q.unit === h.unit && Math.abs(stated - held) <= FRACTION_SLACK;
  if (q.rounded !== undefined && q.rounded > 1) return Number(held.toPrecision(q.rounded)) === stated;
  const digits = q.value.replace(/0+$/, '').length;
  if (q.unit === h.unit && stated >= 1000 && q.value.length >= digits + 3)
    return Number(held.toPrecision(digits)) === stated;
  if (q.unit === '' || q.unit !== h.unit) return false;
  const [few, many] = [decimals(q.value), decimals(h.value)];
  if (few > many && many > 0) return Math.abs(stated - held) <= 0.51 * 10 ** -many;
  return many > few && Number(held.toFixed(few)) === stated;
}
const decimals = (value: string) => value.split('.')[1]?.length ?? 0;

/** Numbers that the claim writes in digits and the text doesn't contain. */
export function missingFigures(claim: string, text: string): Quantity[] {
  const held = quantities(text);
  return quantities(claim).filter(
    (q) => /\d/.test(claim.slice(q.start, q.end)) && !held.some((h) => agrees(q, h)),
  );
}
