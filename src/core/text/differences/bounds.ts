/** What a number is said to be: a bound, an age, part of a date, name or range, or only about right. */
import type { Span } from '../../model';
import { isWithin, type Quantity } from './quantities';
import { MOST_DIGITS } from './readNumbers';
import type { Figures } from './sides';

type Text = Pick<Figures, 'text'>;

/** Words before a number, in the languages of common sources. */
const BEFORE = {
  more: 'more than|over|above|at least|exceeding|upwards of|mehr als|über|mindestens|plus de|au moins|más de|al menos|mais de|pelo menos|più di|oltre|almeno|meer dan|minstens',
  less: 'less than|fewer than|under|below|at most|no more than|(?:not|n[\'’]t) (?:more than|reach|exceed|surpass)|weniger als|unter|höchstens|moins de|au plus|menos de|meno di|minder dan|hooguit',
  about: 'nearly|almost|about|around|approximately|approx\\.?|roughly|some|circa|ca\\.?|close to|rund|etwa|ungefähr|knapp|fast|gut|environ|près de|presque|cerca de|alrededor de|unos|unas|casi|quase|quasi|aproximada?mente|ongeveer|bijna|ruim',
} as const; // prettier-ignore
const SIGNS = { more: '>≥+', less: '<≤', about: '~≈' } as const;
const before = (kind: keyof typeof BEFORE): RegExp =>
  new RegExp(`(?:(?<![\\p{L}])(?:${BEFORE[kind]})|[${SIGNS[kind]}]) ?(?:[$€£] ?)?$`, 'iu');
const [MORE, LESS, ABOUT] = [before('more'), before('less'), before('about')];
/** Longer than any of these words. */
const REACH = 20;
const ahead = ({ text }: Text, { start }: Span): string => text.slice(Math.max(0, start - REACH), start);

export const OR_MORE =
  /^[ %\p{L}]{0,12} or (?:(more|higher|greater|above|over|longer|older)|less|lower|fewer|below|under|younger)\b/iu;

/** `more`, `less`, `age`, or the words that make a number a part of something. Empty for a plain number. */
export function frameOf(side: Text, span: Span): string {
  const [earlier, after] = [ahead(side, span), side.text.slice(span.end, span.end + 24)];
  const orMore = OR_MORE.exec(after);
  if (orMore) return orMore[1] === undefined ? 'less' : 'more';
  if (LESS.test(earlier)) return 'less';
  if (MORE.test(earlier)) return 'more';
  if (/\b(?:aged? (?:of )?|d(?:ies|ied|ead|eath) at )$/i.test(earlier)) return 'age';
  if (
    /^[- ]years?[- ](?:old|of age)\b/i.test(after) ||
    (/(?:\b(?:he|she) was|, at) $/i.test(earlier) && /^[.,;]/.test(after))
  )
    return 'age';
  if (/^ (?:other|more|additional|further|remaining)\b/i.test(after)) return 'other ';
  const limit = /\b(up to|maximum|minimum)(?: of)? ?[$€£]?$/i.exec(earlier)?.[1];
  return (
    limit ??
    /\b(?:first|last|final|next|other|remaining|another|additional|previous|further|(?:\d|one|two|three|some|most|many|all|each|none|half) of the) $/i
      .exec(earlier)?.[0]
      .toLowerCase() ??
    ''
  );
}

/** The bound that a round number is. Nobody sums up numbers to a threshold such as `three or more`. */
export const roundBound = (claim: Text, q: Quantity): string =>
  Number(q.value) % 10 === 0 ? frameOf(claim, q) : '';

/** How far an approximate number may be off, if it has no more digits than the other: more if it has one. */
const [SLACK, SLACK_OF_ONE] = [0.05, 0.12];
/** How far a bound may be from what it bounds, as a share. */
const FAR = 0.25;
/** In percent, either way: rounding to a whole one and to a tenth, and the tolerance of a fraction in words. */
const WHOLE = 0.5;
const TENTH = 0.06;
const FRACTION = 2.5;

/** Whether the claim's number allows for `value`, which may be exact: `nearly 300` for 297, `more than 200` for 225. */
export const allows = (claim: Text, q: Quantity, value: number, isReckoned: boolean): boolean =>
  [q, ...q.also].some((reading) => {
    if (reading.unit !== q.unit) return false;
    const own = Number(reading.value);
    if (
      isWithin(precision(q.value) > 1 ? SLACK : SLACK_OF_ONE, own, value) &&
      precision(q.value) <= precision(`${value}`) &&
      ABOUT.test(ahead(claim, q))
    )
      return true;
    if (!isReckoned) return false;
    const frame = isWithin(FAR, own, value) ? roundBound(claim, q) : '';
    if (frame === 'more') return value >= own;
    if (frame === 'less') return value <= own;
    if (q.form === 'fraction' && q.also.length === 0) return Math.abs(own - value) <= FRACTION;
    if (q.unit === '%') return Math.abs(own - value) <= (Number.isInteger(own) ? WHOLE : TENTH);
    return own === Number(value.toPrecision(12)) || (q.unit !== '' && own === Math.round(value));
  });

/** Significant digits, as `toPrecision` takes them. */
export const precision = (value: string): number =>
  Math.min(MOST_DIGITS, value.replace('.', '').replace(/^0+|0+$/g, '').length || 1);

/** Whether the number is part of a date or time: beside a month, or as in `25/11/1944` and `8:30`. */
export const isDay = (side: Pick<Figures, 'text' | 'months'>, { start, end, value }: Quantity): boolean =>
  isOfDate(side, { start, end }) ||
  (Number(value) <= LAST_DAY &&
    side.months.some(
      (m) =>
        m.day !== undefined &&
        (end <= m.start
          ? m.start - end <= 12 && DAYS.test(side.text.slice(end, m.start))
          : start >= m.start && start - m.end <= 8),
    ));
/** Between the first day and its month: `3rd to 5th of April`. */
const DAYS =
  /^(?:st|nd|rd|th|er|\.)?(?:[ ,–-]|and|to|of|the|bis|und|au|et|al|y|de|\d{1,2}(?!\d)(?:st|nd|rd|th|er|\.)?)*$/;
const LAST_DAY = 31;
export const isOfDate = ({ text }: Text, { start, end }: Span): boolean =>
  /\d[/:]$/.test(text.slice(Math.max(0, start - 2), start)) || /^[/:]\d/.test(text.slice(end, end + 2));

export const isRange = ({ text }: Text, { start, end }: Span): boolean =>
  /\d ?[–-] ?$/.test(text.slice(Math.max(0, start - 4), start)) ||
  /^ ?(?:[–-]|to) ?\d/.test(text.slice(end, end + 5));

const LABELS =
  /(?:^|[^\p{L}])(?:type|phase|passage|id|step|chapter|section|part|version|level|grade|stage|figure|fig|table|no|item|class|category|option|answer|question|article|page|volume|season|episode|position|seat|round|game|group|route)\.? $/iu;

/** Part of a name or label: `type 2`, `COVID-19`, `Windows 10`, `2D`. */
export function isLabel({ text }: Text, { start, end, rounded }: Quantity): boolean {
  if (rounded !== undefined) return false;
  const [before, after] = [text.slice(Math.max(0, start - 24), start), text.slice(end, end + 2)];
  if (/\p{L}[-–]?$/u.test(before) || /^[-–]?\p{Lu}/u.test(after) || LABELS.test(before)) return true;
  return /\p{L}[,;]? \p{Lu}[\p{L}'’]* $/u.test(before);
}

export const ALIKE_FACTOR = 5;
/** Whether two numbers cannot both be right of the same thing: `over 300` and 250, but not `over 200` and 250. */
export function isExcluded(bound: string, q: Quantity, other: string, h: Quantity): boolean {
  const ratio = Number(q.value) / Number(h.value);
  if (bound !== 'more' && bound !== 'less') return bound === other;
  const excess = bound === 'more' ? ratio : 1 / ratio;
  if (other === bound) return excess > 1 || (excess < 1 && precision(q.value) >= precision(h.value));
  return excess > 1 && other === '' && excess < ALIKE_FACTOR;
}
