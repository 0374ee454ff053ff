/** Numbers that follow from a source without standing in it: reckoned from two others, counts of a list, values of a table. */
import { allows, frameOf, isDay, isLabel } from './bounds';
import { isPart, isSameThing } from './counted';
import { daysOf, type MonthDay } from './dates';
import { factor } from './measures';
import { agrees, isEqual, isWithin, type Quantity } from './quantities';
import type { Figures, Side, Whole } from './sides';

/**
 * Whether the number follows from others in the source, or the claim gives it loosely. `slot` is the number that the source has in its place:
 * only with others that count the same does another follow from it.
 */
export function isDerived(claim: Side, q: Quantity, passage: Side, whole: Whole, slot?: Quantity): boolean {
  const held = !isShort(whole) || q.unit === '%' ? passage : whole;
  return (
    whole.periods.some((h) => agrees(q, h)) ||
    (isReckoned(claim, q, held) && !(slot && isByChance(claim, q, passage, held, slot))) ||
    isRest(q, held) ||
    isClock(claim, q, whole) ||
    isTabled(q, whole) ||
    (slot ? [slot] : held.quantities).some(
      (h) => h.unit === q.unit && allows(claim, q, Number(h.value), false),
    )
  );
}
/** A source with no more numbers is compared as a whole, except for shares, which any two numbers have. */
const FEW = 12;
export const isShort = ({ quantities: all }: Figures): boolean => all.length <= FEW;

/** Whether the number follows without `slot`, or only with others that don't count the same. */
function isByChance(claim: Side, q: Quantity, passage: Side, held: Figures, slot: Quantity): boolean {
  const follows = (side: Figures, isUsed: (h: Quantity) => boolean) =>
    isReckoned(claim, q, { ...side, quantities: side.quantities.filter(isUsed) });
  const isRate = RATE.test(claim.text.slice(q.end, q.end + 30));
  const isAlike = (h: Quantity) => isRate || isPart(passage, h) || isSameThing(claim, q, passage, h);
  return follows(held, (h) => !isEqual(h, slot)) || !follows(passage, (h) => isEqual(h, slot) || isAlike(h));
}

/** What the author of a claim reckons from numbers anywhere in a source, such as a table. `per share of` and `a total of` are none. */
const RESULT =
  /\b(?:averaged?|mean|median|difference|fluctuation|percentage|ratio|margin|gap|cumulative|altogether|in all|sum of|total(?! of| number)|(?:proportion|fraction|portion|(?<!per )share) of|(?:percent|net) (?:change|increase|decrease|growth)|(?:change|increase|decrease|growth|decline|reduction)(?: ?\/ ?\(\w+\))? (?:in|of|between|from))\b/i;
const REACH = 160;
/** Whether the claim says that the number is such a result: in its sentence and behind the number before it. */
export function isResult({ text, months, quantities: all }: Side, { start }: Quantity): boolean {
  const isNumber = (h: Quantity) =>
    (h.unit !== '' || h.distinctive || h.rounded !== undefined) && factor(h.unit, 'year') === undefined;
  const last = all.findLast(
    (h) => h.end <= start && !h.year && isNumber(h) && !isDay({ text, months }, h) && !isLabel({ text }, h),
  );
  const lead = text.slice(Math.max(last?.end ?? 0, start - REACH), start);
  return (
    !/\b(?:last|next|past) (?:\S+ ){0,2}$/.test(lead) &&
    RESULT.test(lead.replace(/^[^]*[.!?;] (?=\p{Lu})/u, ''))
  );
}

/** How far apart two numbers of a text may be, in numbers, to be reckoned with each other. */
const APART = 2;

/** Whether two numbers near each other give it: by their sum or difference, or by how many times or percent one is of the other. */
function isReckoned(claim: Side, q: Quantity, passage: Figures): boolean {
  if (q.form === 'ordinal') return false;
  // `three of the 14` has three numbers.
  const held = passage.quantities
    .filter((h) => !isDay(passage, h) && !isLabel(passage, h))
    .flatMap((h) => [h, ...h.also.map((also) => ({ ...h, ...also }))]);
  const isAge =
    (q.unit === '' || factor(q.unit, 'year') !== undefined) &&
    Number(q.value) < OLDEST &&
    /\b(?:aged?(?: of)?|was|at|turn(?:s|ed)|lived to (?:be|the age of))(?: about| almost| nearly)? $/i.test(
      claim.text.slice(Math.max(0, q.start - 30), q.start),
    );
  const own = claim.quantities.filter((h) => h !== q && !isLabel(claim, h));
  const near = held.flatMap((a, i) => held.slice(i + 1, i + 1 + APART).map((b) => [a, b] as const));
  const all = [...own, ...held].filter(({ year }) => year);
  const isTime = isAge || factor(q.unit, 'year') !== undefined;
  const years = isTime ? all.flatMap((a) => all.map((b) => Number(b.value) - Number(a.value))) : [];
  // `41 in 2018` where the source has `aged 47 in 2024`.
  const ages = isAge ? held.filter((h) => frameOf(passage, h) === 'age').map((h) => Number(h.value)) : [];
  const dates = passage.months.slice(0, MOST_DATES);
  return (
    years.some(
      (n) => isPeriod(q, n, isAge) || ages.some((age) => Math.abs(age + n - Number(q.value)) <= 1),
    ) ||
    (isTime && dates.some((a) => dates.some((b) => isBetween(q, a, b)))) ||
    (!isAge && near.some(([a, b]) => !a.year && !b.year && gives(claim, q, a, b, isJoined(passage, a, b)))) ||
    (q.unit === '%' &&
      own.some((a) => !a.year && held.some((b) => !b.year && a.unit === b.unit && isShare(claim, q, a, b))))
  );
}
/** No one is older. */
const OLDEST = 120;
/** Whether two years so far apart may be as many years apart, or decades. */
function isPeriod(q: Quantity, years: number, isAge: boolean): boolean {
  const value = Number(q.value) * (isAge ? 1 : (factor(q.unit, 'year') ?? 0));
  return value === years || value === years - 1 || (value > Number(q.value) && isWithin(LOOSE, value, years));
}
/** Whether two dates are so far apart, give or take one. */
function isBetween(q: Quantity, a: MonthDay, b: MonthDay): boolean {
  const days = factor(q.unit, 'day');
  return (
    days !== undefined &&
    (a.year === undefined) === (b.year === undefined) &&
    Math.abs(daysOf(b, b.year) - daysOf(a, a.year) - Number(q.value) * days) <= days
  );
}

const MOST_DATES = 20;

/** Small numbers follow from others by chance, unless `and` is between those: `five adults and three children`. */
const LEAST = 10;
const isJoined = ({ text }: Figures, a: Quantity, b: Quantity): boolean =>
  /^[^.;]{1,30} and $/.test(text.slice(a.end, b.start));
function gives(claim: Side, q: Quantity, a: Quantity, b: Quantity, isSum: boolean): boolean {
  if (q.unit === '%' && a.unit !== '%') return isShare(claim, q, a, b) || isShare(claim, q, b, a);
  const [x, y] = [Number(a.value), Number(b.value)];
  // `$87 million, a third of which …`
  if (q.unit !== '%' && (a.unit === '%') !== (b.unit === '%')) {
    const [part, all] = a.unit === '%' ? [a, y] : [b, x];
    const isOf =
      part.form === 'fraction'
        ? isPartOf(q, Number(part.value), all)
        : isWithin(ROUNDED, Number(q.value), (Number(part.value) * all) / 100);
    return isOf && Number(q.value) >= LEAST;
  }
  const after = claim.text.slice(q.end, q.end + 30);
  const ratio = Math.max(x / y, y / x);
  if (a.unit === b.unit && /^(?: times\b|-?fold)/i.test(after)) return allows(claim, q, ratio, true);
  if (Number(q.value) >= LEAST && isWithin(ROUNDED, Number(q.value), ratio) && RATE.test(claim.text))
    return true;
  // `3.8 million euros, of which the state pays 1.5 million`
  const own = a.unit === '' ? b.unit : a.unit;
  const isAnyUnit = q.unit === '' && q.rounded !== undefined;
  const per = b.unit === own || b.unit === '' ? factor(own, isAnyUnit ? own : q.unit) : undefined;
  const isChange =
    CHANGE.test(after) ||
    /\bby (?:\p{L}+ )?[$€£]?$/u.test(claim.text.slice(Math.max(0, q.start - 20), q.start));
  if (per === undefined || !(isChange || isSum || Number(q.value) >= LEAST)) return false;
  const rest = q.unit === '%' ? [100 - x - y] : [];
  return [x + y, Math.abs(x - y), ...rest].some((value) => allows(claim, q, value * per, true));
}
/** Whether it is that percentage of a number, or the number with it added, taken away, or before that. */
function isPartOf({ value, unit, also }: Quantity, percent: number, all: number): boolean {
  const [more, less] = [1 + percent / 100, 1 - percent / 100];
  const shares = [percent / 100, more, less, 1 / more, 1 / less].map((times) => times * all);
  return (
    !unit.startsWith('°') &&
    [value, ...also.map((a) => a.value)].some((v) => shares.some((s) => isWithin(ROUNDED / 2, Number(v), s)))
  );
}
/** `2,000 visitors a day` */
const RATE = /\b(?:per|each|every|average|an? (?:day|week|month|year|hour|minute))\b/i;
/** `12 feet lower` */
const CHANGE = /^ (?:\p{L}+ )?(?:\p{L}+er|more|less|ahead|behind|clear|above|below)\b/iu;
const [ROUNDED, LOOSE] = [0.02, 0.12];
/** `30 %` for 36 of 120, and for a rise from 100 to 130. */
function isShare(claim: Side, q: Quantity, a: Quantity, b: Quantity): boolean {
  if (a.unit !== b.unit && a.unit !== '' && b.unit !== '') return false;
  const share = (100 * Number(a.value)) / Number(b.value);
  return [share, Math.abs(100 - share)].some((value) => allows(claim, q, value, true));
}

/** `4 of the 27` where the passage has the other 23, and `20 % lower` where it has a hazard ratio of 0.80. */
export const isRest = (
  q: Quantity,
  { text, quantities: all }: Pick<Figures, 'text' | 'quantities'>,
): boolean =>
  q.unit === '%' &&
  all.some(({ unit, value, start }) =>
    unit === '%'
      ? Math.abs(Number(q.value) + Number(value) - 100) < 0.05
      : unit === '' &&
        RATIO.test(text.slice(Math.max(0, start - 80), start)) &&
        Math.abs(Math.abs(100 - 100 * Number(value)) - Number(q.value)) < 0.51,
  );
const RATIO = /\b(?:ratio|risk|a?[HOR]R)\b[^.;\p{N}]{0,60}$/u;

/** Parts and multiples in words, which as numbers are read in English only: the percent of one part, and their names. */
const PARTS: readonly (readonly [percent: number, names: RegExp])[] = [
  [50, /hälfte|\bhalb|halv|moitié|mitad|\bmetà|metade|\bhelft|половин|połow|doub|dopp|dobl|dobro|duplic|dubbel|twice|by half|dwukrot|podw[oó]/i],
  [100 / 3, /drittel|\btiers\b|\bterci[oa]|\bterz[oi]\b|\bterço|\bderde|треть|трети|by a third|trip|treb|dreifach|drievoud|trzykrot/i],
  [25, /viertel|\bquarts?\b|\bcuart[oa]|\bquart[oi]\b|kwart|четверт|ćwierć|by a quarter|qua?dr[uú]pl|cuádrupl|vierfach/i],
  [20, /fünftel|cinquième|\bquint[oaie]\b|vijfde|\bпят|by a fifth|quintupl|fivefold|fünffach/i],
  [10, /zehntel|dixième|\bdécim[oa]|\bdecim[oaie]\b|tiende|десят|tenfold|zehnfach/i],
]; // prettier-ignore
const NEAR_PART = 1 / 13;
/** `50 %` where the source writes „die Hälfte“. */
export const isFraction = ({ unit, value }: Quantity, { text }: Figures): boolean =>
  unit === '%' &&
  PARTS.some(([percent, names]) => {
    const parts = Number(value) / percent;
    return Math.abs(parts - Math.round(parts)) <= NEAR_PART && names.test(text);
  });

/** `3 pm` where the source writes 15:00, and `’98`. */
const isClock = ({ text }: Figures, { start, end }: Quantity, whole: Whole): boolean =>
  /['’]/.test(text.charAt(start - 1)) ||
  (/^ ?(?:[ap]\.?m\b|o['’]clock)/i.test(text.slice(end, end + 9)) && /\d[:.]\d\d\b/.test(whole.text));

/** `(dollars in millions)`, `€m`, `$’000`: what the numbers of a table count. */
const COUNTED_IN =
  /(?:\b(?:[Ii]n|of)|[(,$€£'’]) ?([Tt]housand|[Mm]illion|[Bb]illion)s?\b|(?:[$€£(]|\b[A-Z]{2,3}) ?['’]?(000|M|m|mn|bn)\b/g;
const SCALES: Readonly<Record<string, number>> = { thousand: 1e3, '000': 1e3, billion: 1e9, bn: 1e9 };
/** Digits of a number that another text hardly has by chance. */
const MANY = 3;
/** Whether a table has the number in thousands, millions or billions. It may be cut off from what says so. */
function isTabled({ value, rounded }: Quantity, { text, quantities: all }: Whole): boolean {
  if (rounded === undefined) return false;
  const named = [...text.matchAll(COUNTED_IN)].map(
    ([, name, sign = '']) => SCALES[name?.toLowerCase() ?? sign] ?? 1e6,
  );
  const isBare = (h: Quantity) => rounded >= MANY && h.rounded === undefined && h.unit === '';
  return [1e3, 1e6, 1e9].some((scale) =>
    all.some(
      (h) =>
        (named.includes(scale) || isBare(h)) &&
        Number((Number(h.value) * scale).toPrecision(rounded)) === Number(value),
    ),
  );
}
