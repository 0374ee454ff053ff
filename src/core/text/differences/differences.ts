/**
 * Finds where a passage disagrees with a claim by wording alone: another year, month or number, the opposite direction, a negation on one
 * side only, another name. Each difference has both sides if the passage has a counterpart. The caller must first make sure that the passage
 * is about the claim.
 */
import { daysOf, isRelativeYear, type MonthDay } from './dates';
import { directions } from './directions';
import { names, negations } from './wordDifferences';
import { numbers } from './numberDifferences';
import type { Quantity } from './quantities';
import { inSlot, sameSlot } from './slots';
import { neighbours, pair, sharedNeighbours, sideOf, spanOf } from './sides';
import type { Difference, Side, Whole } from './sides';

export { wholeOf, type Difference, type Whole } from './sides';

/** Compares a claim with the passage about it. `whole` has the numbers and words of the passage's source. */
export function differences(claim: string, passage: string, whole: Whole): Difference[] {
  const [stated, held] = [sideOf(claim), sideOf(passage)];
  return [
    ...years(stated, held, whole),
    ...otherMonths(stated, held, whole),
    ...numbers(stated, held, whole),
    ...directions(stated, held, whole),
    ...negations(stated, held, whole),
    ...names(stated, held, whole),
  ];
}

/** A year that isn't in the source and doesn't follow from its dates, or in whose place the source has another. */
function years(claim: Side, passage: Side, whole: Whole): Difference[] {
  const own = claim.quantities.filter((q) => q.year);
  const all = whole.quantities.flatMap((h) => (h.year ? Number(h.value) : []));
  // A text without years leaves them to its page.
  if (all.length === 0) return [];
  const rival = passage.quantities.find((h) => h.year && !own.some((q) => q.value === h.value));
  const isHeld = (q: Quantity) =>
    whole.quantities.some((h) => h.value === q.value || isOfDecade(claim, q, h)) ||
    isBetween(passage, Number(q.value)) ||
    new RegExp(`\\d\\.${q.value}\\b`).test(whole.text) ||
    (isReckoned(claim, q, passage) && isOfPage(Number(q.value), whole, all));
  return own.flatMap((q) => {
    const isInPassage = passage.quantities.some((h) => h.value === q.value);
    const slot = isInPassage ? undefined : sameSlot(claim, q, whole);
    if (slot) return [inSlot('year', q, slot, passage)];
    return isAmount(claim, q) || isHeld(q) || isOfName(claim, q, rival) ? [] : [pair('year', q, rival)];
  });
}
/** Whether the page may be of that year: one beside its dates or, without dates, beside its years or after them. */
function isOfPage(year: number, { months }: Whole, all: readonly number[]): boolean {
  const dated = months.flatMap((m) => m.year ?? []);
  const [held, most] = dated.length > 0 ? [dated, 1] : [all, 2];
  return held.some((y) => Math.abs(y - year) <= most) || (dated.length === 0 && all.every((y) => y < year));
}
/** `The total was 2063`: hardly a year. */
const isAmount = ({ text }: Side, { start }: Quantity): boolean =>
  /\b(?:is|are|was|were) $/.test(text.slice(Math.max(0, start - 6), start));
/** Whether the passage has a range of years around it: `from 1990 to 2000`. */
const isBetween = ({ text }: Side, year: number): boolean =>
  [
    ...text.matchAll(/\b(?:from|between) (1\d{3}|20\d\d) (?:and|to|until|till|through) (1\d{3}|20\d\d)\b/g),
  ].some(([, from, to]) => Number(from) <= year && year <= Number(to));
/** Whether the year only identifies a thing: `the 2017 film`, `the 2019-nCoV virus`, `coronavirus disease 2019`. */
const isOfName = ({ text }: Side, { start, end }: Quantity, rival?: Quantity): boolean =>
  /^-\p{L}/u.test(text.slice(end, end + 2)) ||
  NAMED.test(text.slice(Math.max(0, start - 20), start)) ||
  (rival === undefined && OF_WORK.test(text.slice(end, end + 40)));
const OF_WORK = /^ (?:\p{L}+ ){0,2}(?:film|movie|novel|book|album|song|single|series|documentary|game)\b/u;
const NAMED = /\b(?:disease|virus|coronavirus|covid|sars|pandemic) $/i;
/** `the 1990s` and `the 1900s` include each of their years. */
const isOfDecade = ({ text }: Side, { value, end }: Quantity, h: Quantity): boolean =>
  h.year &&
  /^['’]?s\b/.test(text.slice(end, end + 3)) &&
  value.endsWith('0') &&
  h.value.startsWith(value.slice(0, value.endsWith('00') ? 2 : 3));
/** Whether the passage leaves the year to the page's date: `last year`, or the month of the claim without a year. */
const isReckoned = (claim: Side, { value }: Quantity, passage: Side): boolean =>
  isRelativeYear(passage.text) ||
  claim.months.some(
    (m) =>
      m.year === Number(value) && passage.months.some((h) => h.month === m.month && h.year === undefined),
  );

/** A month that isn't in the source, or another day of a month that is. */
function otherMonths(claim: Side, passage: Side, whole: Whole): Difference[] {
  return claim.months.flatMap((m) => {
    const named = whole.months.filter((h) => h.month === m.month);
    // `May` at the head of a table's column has no date around it.
    if (named.length === 0 && whole.text.includes(claim.text.slice(m.start, m.end))) return [];
    if (named.length > 0) return otherDay(claim, m, named, passage);
    const rival = passage.months.find((h) => !claim.months.some((own) => own.month === h.month));
    if (rival)
      return rival.day !== undefined && isReckonedDay(m, rival, passage) ? [] : [pair('month', m, rival)];
    const other = whole.months.find((h) => m.day !== undefined && h.day === m.day && isSameYear(m, h));
    if (other) return [{ ...pair('month', m), source: spanOf(other) }];
    return m.year === undefined || hasDated(m.year, whole) ? [pair('month', m, undefined, false)] : [];
  });
}
/** Whether the source has a month with the year. It may give only the year, or another source may have the date. */
const hasDated = (year: number, whole: Whole): boolean =>
  whole.months.some((h) => h.year === year) && whole.quantities.some((h) => h.value === String(year));

const isSameYear = (a: MonthDay, b: MonthDay): boolean => (a.year ?? b.year) === (b.year ?? a.year);

function otherDay(claim: Side, m: MonthDay, named: readonly MonthDay[], passage: Side): Difference[] {
  const { day } = m;
  if (day === undefined) return [];
  const isOn = (h: MonthDay) => isWithin(day, h) || (h.day !== undefined && isWithin(h.day, m));
  const isDated = (h: MonthDay) => h.month === m.month && h.day !== undefined && isSameYear(m, h);
  const near = passage.months.filter(isDated);
  const own = neighbours(claim, m);
  const isBeside = (h: MonthDay) => sharedNeighbours(own, neighbours(passage, h)) > 0;
  const same = near.find((h) => !isOn(h) && isBeside(h));
  if (same && !near.some((h) => isOn(h) && isBeside(h))) return [pair('month', m, same)];
  const dated = named.filter(isDated);
  if (!dated[0] || named.some(isOn) || dated.some((h) => isReckonedDay(m, h, passage))) return [];
  return [
    near[0] ? pair('month', m, near[0]) : { ...pair('month', m, undefined, false), source: spanOf(dated[0]) },
  ];
}
/** Whether a date or range of days has the day. */
const isWithin = (wanted: number, { day = 0, other = day }: MonthDay): boolean =>
  Math.min(day, other) <= wanted && wanted <= Math.max(day, other);
/** `Monday, 3 May`, `Monday, May 3`: the date is given. */
const DATED_DAY =
  /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day,? (?=\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/gi;
/** Words that refer to the page's date for the day: weekdays and weeks within a week, the others beside it. */
const RELATIVE_DAY =
  /\b(?:(sun|mon|tues|wednes|thurs|fri|satur)day|((?:days|nights) (?:ago|later|earlier|after|before)|(?:last|this|past) week)|yesterday|today|tonight|last night|tomorrow|(?:next|following|previous) day|day (?:later|earlier|after|before))\b/gi;
const WEEKDAYS = ['thurs', 'fri', 'satur', 'sun', 'mon', 'tues', 'wednes'];

/** Whether the passage may leave the claim's date to the date `h` of its page: `yesterday`, or `Saturday` if it was one. */
function isReckonedDay(m: MonthDay, h: MonthDay, passage: Side): boolean {
  if (m.day === undefined) return false;
  const year = m.year ?? h.year;
  const [own, held] = [daysOf(m, year), daysOf(h, h.year ?? year)];
  const isOn = (weekday = '') =>
    year === undefined || WEEKDAYS[((own % 7) + 7) % 7] === weekday.toLowerCase();
  return [...passage.text.replace(DATED_DAY, '').matchAll(RELATIVE_DAY)].some(
    ([, weekday, week]) =>
      Math.abs(own - held) <= ((weekday ?? week) ? 7 : 1) && (weekday === undefined || isOn(weekday)),
  );
}
