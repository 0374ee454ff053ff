/** Finds months in a text, spelled out (English, German, French, Spanish) or in numeric dates. */
import type { Span } from '../../model';
import { defined, num } from '../jsonFields';
import { MONTH, monthOf, OTHER_MONTH } from '../months';

/** A month, 1 to 12, with the day and year next to it, if any. */
export type MonthDay = Span & {
  readonly month: number;
  readonly day?: number;
  /** The other end of `3–10 May`. */
  readonly other?: number;
  readonly year?: number;
};

const NAME = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|${MONTH}|${OTHER_MONTH})(?![\\p{L}\\p{N}_])`,
  'giu',
);
const OTHER = new RegExp(`^(?:${OTHER_MONTH})$`);
/** Only German months have a capital: `Julio` and `Mars` are other names. */
const GERMAN = /^(?:januar|februar|märz|mai|juni|juli|oktober|dezember)$/;
const ISO = /\b((?:19|20)\d\d)-(\d\d)-(\d\d)(?!\d)/g;
const YEAR_AFTER = /^(?: \d{1,2}(?:st|nd|rd|th)?)?(?:,| de)? (\d{4})\b/;
/** Names that are also words; they need a date around them. */
const AMBIGUOUS = new Set(['may', 'mar', 'march', 'sep', 'dec', 'jan', 'oct', 'nov', 'aug', 'jun']);
const DAY_BEFORE =
  /(?:^|[^\d.,:])(?:(\d{1,2})(?:st|nd|rd|th|er|\.)?(?: ?[-–] ?| (?:to|and|bis|und|au|et|al|y) ))?(\d{1,2})(?:st|nd|rd|th|er|\.)?(?: of| de)? $/;
const DAY_AFTER =
  /^ (\d{1,2})(?:st|nd|rd|th)?(?:(?: ?[-–] ?| to | and )(\d{1,2})(?:st|nd|rd|th)?)?(?![\d:%]|[.,]\d)/;
const IN_DATE =
  /(?:\b(?:in|of|on|by|since|until|till|from|to|early|late|mid|last|this|next|every|during|between|and|im|seit|ab|bis|en|depuis|entre|et|desde|hasta)[ -]|[-–/])$/i;

/** The months of `text`, in order. Linear time; spans are UTF-16 offsets. */
export function months(text: string): MonthDay[] {
  const found: MonthDay[] = [];
  for (const { 0: name, index } of text.matchAll(NAME)) {
    const end = index + name.length;
    const [before, after] = [
      text.slice(Math.max(0, index - 20), index),
      text.slice(end, end + 15).replace(/^\./, ''),
    ];
    const [earlier, later] = [DAY_BEFORE.exec(before), DAY_AFTER.exec(after)];
    const day = earlier?.[2] ?? later?.[1];
    const other = earlier ? earlier[1] : later?.[2];
    const year = YEAR_AFTER.exec(after)?.[1];
    const word = name.toLowerCase();
    const isCapital = name.charAt(0) !== name.charAt(0).toLowerCase();
    const isDated = day !== undefined || IN_DATE.test(before) || year !== undefined;
    const isOther = OTHER.test(word);
    const isInDate = day !== undefined && IN_DATE.test(before);
    if (isOther ? isCapital && !GERMAN.test(word) : AMBIGUOUS.has(word) && !isCapital && !isInDate) continue;
    if (!isDated && (!isCapital || isOther || AMBIGUOUS.has(word))) continue;
    found.push({
      start: index,
      end,
      month: monthOf(word),
      ...defined({ day: num(day), other: num(other), year: num(year) }),
    });
  }
  for (const { 0: date, 1: year, 2: month, 3: day, index } of text.matchAll(ISO))
    if (Number(month) >= 1 && Number(month) <= 12)
      found.push({
        start: index,
        end: index + date.length,
        month: Number(month),
        day: Number(day),
        year: Number(year),
      });
  return found;
}

/** Days since 1970, a Thursday. */
export const daysOf = ({ month, day = 1 }: Omit<MonthDay, keyof Span>, year = 1970): number =>
  Date.UTC(year, month - 1, day) / 86_400_000;

const RELATIVE = new RegExp(
  [
    `\\b(?:last|past|previous|next|coming|earlier this|later this) (?:year|season|spring|summer|autumn|fall|winter|month|week|${MONTH})\\b`,
    '\\b(?:december|november|october|year|summer) last year\\b|\\b(?:that|the following|the same) year\\b',
    '\\byears? (?:ago|later|earlier|before|after)\\b',
    'vorjahr|\\bjahre? (?:zuvor|davor|später|danach)|(?:vorige|vergangene|vorangegangene|folgende|letzte)[nms]? jahr',
    '\\b(?:an|ans|année|ann[oi]|años?|anos?) (?:plus tôt|auparavant|avant|précédent|derni|suivant|antes|anterior|pass?ado|después|depois|seguinte|siguiente|prima|precedente|scorso|successivo|dopo)',
    '\\b(?:vorig|volgend) jaar|\\bjaar (?:ervoor|daarvoor|eerder|later|erna)|\\b(?:rok|lata?) (?:wcześniej|później|temu)|poprzedni\\p{L}* rok',
  ].join('|'),
  'iu',
);

/** Whether the text refers to a year relative to the page's date (`last December`): that year or an adjacent one. */
export const isRelativeYear = (text: string): boolean => RELATIVE.test(text);
