/** Numbers that a source states in another form: in another unit, as words, as a sum, or less rounded. */
import type { Quantity } from './quantities';
import type { Figures, Side, Whole } from './sides';

/** Whether the source has the number in another form, or the claim one that isn't read. */
export const isSaidOtherwise = (claim: Side, q: Quantity, passage: Side, whole: Whole): boolean =>
  isPower(claim, q) ||
  isRatio(claim, q) ||
  isWritten(claim, q, whole) ||
  isConverted(q, whole) ||
  isBetweenYears(claim, q, passage) ||
  isChange(claim, q, passage) ||
  isSum(claim, q, passage) ||
  isListed(q, passage) ||
  isClock(claim, q, whole) ||
  isTabled(q, whole) ||
  isNear(claim, q, passage);

/** `10^6`, `6 × 10⁶`. */
const isPower = ({ text }: Figures, { start, end }: Quantity): boolean =>
  /^ ?(?:\^|[×x] ?10|[⁰¹²³⁴-⁹⁻])/.test(text.slice(end, end + 5)) ||
  /\^\{?$/.test(text.slice(Math.max(0, start - 2), start));

/** `two of every five`, `three quarters`: a share. */
const isRatio = ({ text }: Figures, { start, end }: Quantity): boolean =>
  /^[ -](?:thirds|quarters|fifths|tenths)\b|^ (?:out of|in|of) (?:every )?(?:\d|two|three|four|five|six|seven|eight|nine|ten)\b/i.test(
    text.slice(end, end + 24),
  ) ||
  /(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine)) (?:out of|in|of) (?:every )?$/i.test(
    text.slice(Math.max(0, start - 24), start),
  );

/** With a blank within (`36, 000`, `98. 7`), with another separator (`2 500`), or as a word (`a decade`). */
function isWritten({ text }: Figures, { start, end, value, unit }: Quantity, whole: Whole): boolean {
  const written = text.slice(start, end);
  const [before = '', mark = '', after = ''] = written.split(/([.,])/);
  if (after !== '' && whole.text.includes(`${before}${mark} ${after}`)) return true;
  if (
    /^\d{4,}$/.test(value) &&
    new RegExp(`\\b${value.replace(/\B(?=(?:\d{3})+$)/g, "[ .'’\u00A0\u2009\u202F]")}\\b`).test(whole.text)
  )
    return true;
  return WORDS[`${value} ${unit}`]?.test(whole.text) ?? false;
}

const WORDS: Readonly<Record<string, RegExp>> = {
  '10 year': /\bdecade\b/i,
  '100 year': /\bcentury\b/i,
  '2 week': /\bfortnight/i,
  '14 day': /\bfortnight/i,
  '6 month': /\bhalf an? year\b/i,
  '18 month': /\byear and a half\b/i,
  '30 min': /\bhalf an hour\b/i,
  '90 min': /\bhour and a half\b/i,
  '500 g': /\bhalf a kilo/i,
};

/** Factors of units to the smallest of their kind. */
const KINDS: readonly Readonly<Record<string, number>>[] = [
  { ms: 1, s: 1e3, min: 6e4, h: 3.6e6, day: 8.64e7, week: 6.048e8 },
  { month: 1, year: 12 },
  { mm: 1, cm: 10, m: 1e3, km: 1e6, ft: 304.8, mile: 1_609_344 },
  { mg: 1, g: 1e3, kg: 1e6 },
  { kb: 1, mb: 1e3, gb: 1e6, tb: 1e9 },
];
/** Converted numbers are rounded, and a megabyte may have 1024 kilobytes. */
const CONVERTED = 0.03;

/** Whether the source has the number in another unit of its kind: 26 miles as 42 km. */
function isConverted(q: Quantity, whole: Whole): boolean {
  const kind = KINDS.find((units) => q.unit in units);
  const own = kind?.[q.unit];
  if (!kind || own === undefined) return false;
  const value = Number(q.value) * own;
  return whole.quantities.some((h) => {
    const [held, other] = [Number(h.value), kind[h.unit]];
    // Code writes times in seconds or milliseconds.
    if (h.unit === '') return 'ms' in kind && held >= 60 && (held === value || held * 1e3 === value);
    return other !== undefined && h.unit !== q.unit && isWithin(CONVERTED, value, held * other);
  });
}

/** Whether two years of claim and passage are as far apart as the years that the claim counts. */
function isBetweenYears(claim: Side, q: Quantity, passage: Side): boolean {
  const isAge = /\b(?:aged?|was|at|turn(?:s|ed)) $/i.test(
    claim.text.slice(Math.max(0, q.start - 8), q.start),
  );
  if (q.unit !== 'year' && !isAge) return false;
  const years = new Set(
    [...claim.quantities, ...passage.quantities].filter((h) => h.year).map((h) => Number(h.value)),
  );
  return [...years].some((y) => years.has(y + Number(q.value)) || years.has(y + Number(q.value) + 1));
}

/** Whether the claim counts a change that two numbers of the passage give: `rose by 50 %`, from 200 to 300. */
function isChange({ text }: Figures, q: Quantity, passage: Side): boolean {
  if (!/\bby (?:\p{L}+ )?[$€£]?$/u.test(text.slice(Math.max(0, q.start - 20), q.start))) return false;
  const held = passage.quantities.map((h) => Number(h.value));
  const isOf = (a: number, b: number) =>
    Math.abs(a - b) === Number(q.value) ||
    (q.unit === '%' && isWithin(CONVERTED, Number(q.value), (100 * Math.abs(a - b)) / a));
  return held.some((a) => held.some((b) => isOf(a, b)));
}

/** `three goals` before a list of three items. */
const isListed = ({ value }: Quantity, { text }: Figures): boolean =>
  text.match(/^[ \t]*[-*•] /gm)?.length === Number(value);

/** `3 pm` where the source writes 15:00, and `’98`. */
const isClock = ({ text }: Figures, { start, end }: Quantity, whole: Whole): boolean =>
  /['’]/.test(text.charAt(start - 1)) ||
  (/^ ?(?:[ap]\.?m\b|o['’]clock)/i.test(text.slice(end, end + 9)) && /\d[:.]\d\d\b/.test(whole.text));

/** Whether the claim's total is the sum of two numbers of the passage before the same word: `seven cranes … and five cranes`. */
function isSum({ text }: Side, q: Quantity, passage: Side): boolean {
  if (
    !/\b(?:all|total|altogether|combined|together|overall)\b/i.test(
      text.slice(Math.max(0, q.start - 40), q.end + 60),
    )
  )
    return false;
  const wordAfter = ({ end }: Quantity) => /^ (\p{L}+)/u.exec(passage.text.slice(end, end + 24))?.[1];
  return passage.quantities.some((a, i) =>
    passage.quantities
      .slice(i + 1)
      .some((b) => Number(a.value) + Number(b.value) === Number(q.value) && wordAfter(a) === wordAfter(b)),
  );
}

/** Whether a table of the source has the number in thousands or millions. */
function isTabled({ value, rounded }: Quantity, whole: Whole): boolean {
  const unit = rounded && /[(,] ?(?:in )?(thousand|million|['’]000)/i.exec(whole.text)?.[1]?.toLowerCase();
  if (!unit) return false;
  const scale = unit === 'million' ? 1e6 : 1e3;
  return whole.quantities.some(
    (h) => Number((Number(h.value) * scale).toPrecision(rounded)) === Number(value),
  );
}

/** How far an approximate number may be off, as a share. */
const SLACK = 0.05;
const APPROXIMATE =
  /(?:\b(?:nearly|almost|about|around|approximately|approx\.?|roughly|some|circa|ca\.?|close to|rund|etwa|environ)|[~≈]) ?[$€£]?$/i;
/** `nearly 300` where the passage has 297. */
const isNear = ({ text }: Figures, q: Quantity, passage: Side): boolean =>
  APPROXIMATE.test(text.slice(Math.max(0, q.start - 18), q.start)) &&
  passage.quantities.some((h) => h.unit === q.unit && isWithin(SLACK, Number(q.value), Number(h.value)));

const isWithin = (slack: number, a: number, b: number): boolean => Math.abs(a - b) <= slack * Math.abs(b);
