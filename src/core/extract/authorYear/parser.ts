/**
 * Author-year markers, word by word: `see Smith & Lee, 2020a, p. 5` → works. Pure string reading; every segment is bounded and
 * read once, each expression matches one token.
 */
import { HAN, isHanPerson } from './cjkNames';
import type { Dated } from '../model/markers';
import { etAl, namesEnding, readNames, type Names } from './nameRuns';
import { isLetterWord, isUpper, lowerAt, textAt, tokens, type Token } from './markerTokens';
import { AFTER_YEAR, JOINS, LEADS, PARTERS, SURNAMES, designates, familyOf, isPlace, stops } from './lexicon';
import { EDITORS } from '../../text/works/nameParts';
import { SIGNALS } from '../../text/works/signals';
import { wordSet } from '../../text/wordSet';

const YEAR = /^(1[5-9]\d\d|20\d\d)([a-z])?$/;
/** `1990s` is a decade. */
const isYear = (t: string): boolean => YEAR.test(t) && !t.endsWith('0s');
/** `PE (2026E)`: a value that is expected. */
const FORECAST = /^\d{4}[EFP]$/;
/** Separators of the years of one author. */
const PARTS = wordSet(', / ， & and und et ; ； 、');
const NO_DATE = /^(?:n\.d\.?(?:-[a-h])?|o\.j\.|s\.f\.|s\.d\.)$/;

export type NamedWork = {
  readonly family: string;
  readonly authors: readonly string[];
  /** Year with its suffix letter, or `n.d.`. */
  readonly date: string;
  readonly from: number;
  readonly to: number;
  /** More than one author or `et al.`: hardly anything else looks like this. */
  readonly strong: boolean;
  /** `et al.` after the named authors. */
  readonly etAl?: boolean;
  /** Known through the work after it, as in `as cited in Smith, 2020`: a list need not contain it. */
  readonly secondhand?: boolean;
};

/** A word of a journal's or a conference's name, or a mark in it. */
const VENUE = /^(?:\p{Lu}.*|(?:bio|med)[rR]xiv|ar[xX]iv|of|the|and|in|on|[.,&])$/u;
const ONE_NAME = /^\s?\p{Lu}[\p{L}'’-]+\s?$/u;

type DateAt = { readonly date: string; readonly token: number };

/** Years at token `k`: `2020`, `2020a`, `2019, 2020`, `2019a, b`, `n.d.`, `in press`. */
function readYears(ts: readonly Token[], k: number): { dates: DateAt[]; end: number } | undefined {
  const dates: DateAt[] = [];
  let i = k;
  for (;;) {
    const one = dateAt(ts, i, dates.at(-1)?.date);
    if (!one) break;
    dates.push(one);
    i = one.end;
    const through = lettersThrough(ts, i, one.date);
    for (const date of through) dates.push({ date, token: i + 1 });
    if (through.length > 0) i += 2;
    const sep = textAt(ts, i);
    const then = lowerAt(ts, PARTS.has(sep) ? i + 1 : i);
    // `2017, 1518–1523`: pages.
    const isPage = Number(then) + 100 < Number.parseInt(dates[0]?.date ?? '', 10);
    if (PARTS.has(sep) && !isPage && (isYear(then) || /^[b-h]$/.test(then))) i++;
    else break;
  }
  return dates.length === 0 ? undefined : { dates, end: i };
}

/** One year at token `i`, behind the year `last` if that is given, or what is written in its place; and the token after it. */
function dateAt(ts: readonly Token[], i: number, last: string | undefined) {
  const edition = editionOf(ts, i);
  if (edition) return { ...edition, date: lowerAt(ts, edition.token) };
  const [word, then] = [lowerAt(ts, i), lowerAt(ts, i + 1)];
  const here = (date: string, length = 1) => ({ date, token: i, end: i + length });
  if (isYear(word) && !FORECAST.test(textAt(ts, i))) return here(word);
  if (NO_DATE.test(word))
    return here(word.startsWith('n.d.-') ? word : 'n.d.', !word.endsWith('.') && then === '.' ? 2 : 1);
  // `o. J.`, `s. d.`
  if (/^[os]\.$/.test(word) && /^[jdf]\.$/.test(then)) return here('n.d.', 2);
  if (last !== undefined) return /^[b-h]$/.test(word) ? here(last.slice(0, 4) + word) : undefined;
  if (/^i[nm]$/.test(word) && /^(?:press|prep\.?|preparation|review|druck)$/.test(then))
    return here('in press', 2);
  return /^(?:forthcoming|submitted|unpublished)$/.test(word) ? here(word) : undefined;
}

/** The edition or translation of an older work, by which a list sorts it: 1998 of `1781/1998`, 1976 of `1867 [1976]`. */
function editionOf(ts: readonly Token[], i: number): { token: number; end: number } | undefined {
  const [first = '', mark, second = '', close] = [0, 1, 2, 3].map((n) => textAt(ts, i + n));
  // `Regulation 1308/2013` and `Act 549/2016` are numbers of laws, so the older one must be a year as well.
  const isOlder =
    isYear(first) && isYear(second) && Number.parseInt(first, 10) + 20 < Number.parseInt(second, 10);
  if (!isOlder || (mark !== '/' && (mark !== '[' || close !== ']'))) return undefined;
  return { token: i + 2, end: mark === '/' ? i + 3 : i + 4 };
}

/** The years after `2020a` in `2020a–c`, whose dash is token `i`. */
function lettersThrough(ts: readonly Token[], i: number, last: string): string[] {
  const from = last.charCodeAt(4);
  const letter = textAt(ts, i + 1);
  const to = letter.charCodeAt(0);
  if (!/^[-–]$/.test(textAt(ts, i)) || !/^[b-h]$/.test(letter) || !(from < to)) return [];
  return Array.from({ length: to - from }, (_, n) => last.slice(0, 4) + String.fromCharCode(from + 1 + n));
}

/** The token after a range of years, `1951-53`; else `i`. */
function behindRange(ts: readonly Token[], i: number): number {
  const [from, to] = [Number(ts[i - 1]?.text), Number(ts[i + 1]?.text)];
  const years = (to < 100 ? from - (from % 100) + to : to) - from;
  return /^[-–]$/.test(textAt(ts, i)) && years > 0 && years <= 10 ? i + 2 : i;
}

/** Whether a segment is one family name whose year follows other names. */
export const namesOnly = (segment: string): boolean =>
  segment.length > 60 || !ONE_NAME.test(segment) ? false : !stops(segment.trim());

/** The works of one segment between semicolons; empty if it is something else. */
export function worksOf(segment: string): NamedWork[] {
  if (segment.length > 400) return [];
  const ts = tokens(segment.replace(GLUED, ' &'));
  let read = readWorks(ts, behindLeads(ts), segment);
  if (read.works.length === 0) read = readWorks(ts, behindWords(ts), segment);
  const { works } = read;
  if (works.length === 0 || !(locator(ts, read.end) || remark(ts, read.end, works))) return [];
  // `Smith, 2010, pp. 5–7, and Jones, 2011`: further works after a page.
  let secondhand = 0;
  for (let k = nextWork(ts, read.end); k > 0; k = nextWork(ts, read.end)) {
    if (IN.test(lowerAt(ts, k - 1))) secondhand = works.length;
    read = readWorks(ts, k, segment);
    works.push(...read.works);
  }
  return secondhand === 0 ? works : works.map((w, n) => (n < secondhand ? { ...w, secondhand: true } : w));
}

/**
 * `כהן ולוי, 2020`, `الخطيب والعمري، 2020`: Hebrew and Arabic write `and` as the first letter of a name; not that of `et al.`, nor where it may
 * be the name's own, `דן וייס` and `يوسف وهبي`.
 */
const GLUED = /(?<=[א-ת]) ו(?![ויא]|עמיתי)(?=[א-ת]{2,20}, ?\d{4})|(?<=[ء-ي]) و(?=ال[ء-ي]{3,20}[,،] ?\d{4})/g;

/** The first token after the words that may open a bracket: `see e.g.`. */
function behindLeads(ts: readonly Token[]): number {
  let i = 0;
  while (LEADS.has(lowerAt(ts, i)) || (i > 0 && textAt(ts, i) === ',') || textAt(ts, i) === ':') {
    if (isUpper(textAt(ts, i)) && isNamed(ts, i)) break;
    i++;
  }
  return i;
}

/** `See et al., 2017`, `So and Lee, 2019`, `Ver, 2010`: whether what follows a capitalised word makes it a name. */
const isNamed = (ts: readonly Token[], i: number): boolean =>
  isYear(textAt(ts, i + 2) || textAt(ts, i + 1)) ||
  etAl(ts, i + 1) > i + 1 ||
  (JOINS.has(textAt(ts, i + 1)) && isUpper(textAt(ts, i + 2)));

/** Works one after another from token `from` on, and the token after them. */
function readWorks(ts: readonly Token[], from: number, segment: string) {
  const works: NamedWork[] = [];
  let i = from;
  let end = from;
  while (i < ts.length) {
    const names = readNames(ts, i);
    const work = names && dated(ts, i, names, segment);
    if (!work) break;
    works.push(...work.works);
    i = end = work.end;
    const sep = lowerAt(ts, i);
    if (!PARTERS.has(sep)) break;
    i++;
    if (JOINS.has(lowerAt(ts, i))) i++;
    if (LEADS.has(lowerAt(ts, i))) i++;
  }
  return { works, end };
}

/**
 * Where names begin after words of the author: `for a review, see Smith, 2010`, `Table 3, Smith 2010`, `task A – Lee & Kim, 2010`. A single
 * name must follow `see`, or the number of a table or a page.
 */
function behindWords(ts: readonly Token[]): number {
  const year = ts.findIndex((t) => isYear(t.text));
  if (year < 2 || year > 40) return ts.length;
  const found = namesEnding(ts, year);
  if (!found || found.k === 0) return ts.length;
  const before = lowerAt(ts, found.k - 1);
  const apart = SIGNALS.has(before);
  const place = AFTER_YEAR.has(lowerAt(ts, 0).replace('.', ''));
  const led = OF.test(before) && !isUpper(textAt(ts, found.k - 2));
  // `London: Smith and Sons, 2020` is an imprint.
  const imprint = before === ':' && found.k === 2 && isUpper(textAt(ts, 0)) && !found.names.etAl;
  const told = found.names.strong && !imprint && (!isLetterWord(before) || led);
  return apart || told || place ? found.k : ts.length;
}

/** What leads to the authors of a work: `the method of Smith et al.`, `first seen by Lee and Kim`. */
const OF = /^(?:by|in|of|from|after|to|than|with)$/;

/** `cited in`, `zitiert nach`: the source of a secondhand citation. */
const CITED = /^(?:(?:re)?cited|quoted|zit\.?|zitiert|cité|citado|citada)$/;
const IN = /^(?:in|by|nach|dans|par|en|por|apud)$/;

/** The token at which the next work begins that `and`, `see` or `cited in` joins to those before it, or 0. */
function nextWork(ts: readonly Token[], from: number): number {
  for (let year = from; year < ts.length; year++) {
    if (!isYear(textAt(ts, year))) continue;
    const found = namesEnding(ts, year);
    const before = lowerAt(ts, (found?.k ?? 0) - 1);
    const secondhand = before === 'apud' || (IN.test(before) && CITED.test(lowerAt(ts, (found?.k ?? 0) - 2)));
    // `Smith, 2010, p. 7, Jones, 2011`
    const isBehindPage = before === ',' && /^\d/.test(textAt(ts, (found?.k ?? 0) - 2));
    return found && found.k > from && (JOINS.has(before) || SIGNALS.has(before) || isBehindPage || secondhand)
      ? found.k
      : 0;
  }
  return 0;
}

/** `Smith, Ed., 2010` */
const EDITOR = new RegExp(`^${EDITORS}\\.?$`, 'i');

/** Skips an abbreviation or first year in brackets (`[WHO]`, `[1850]`) at token `k`; `k` if there is none. */
function aside(ts: readonly Token[], k: number): number {
  if (EDITOR.test(textAt(ts, k + 1)) && textAt(ts, k) === ',') return k + 2;
  // `Berg (Hrsg., 2015)`: of the bracket with the year.
  if (k === 0 && textAt(ts, 0) === 'a' && textAt(ts, 1) === 'cura' && textAt(ts, 2) === 'di')
    return textAt(ts, 3) === ',' ? 4 : 3;
  if (k === 0 && EDITOR.test(textAt(ts, 0))) return textAt(ts, 1) === ',' ? 2 : 1;
  if (textAt(ts, k) !== '[') return k;
  const inner = textAt(ts, k + 1);
  if (!isUpper(inner) && !isYear(inner)) return k;
  // `[W3C]` is more than one word.
  let i = k + 2;
  while (i - k < 6 && ts[i] && textAt(ts, i) !== ']') i++;
  return textAt(ts, i) === ']' ? i + 1 : k;
}

function dated(ts: readonly Token[], k: number, names: Names, segment: string) {
  let i = aside(ts, names.end);
  const comma = [',', '，', '、', ':', '('].includes(textAt(ts, i));
  if (comma) i = aside(ts, i + 1);
  if (names.etAl && !isYear(textAt(ts, i))) i = behindVenue(ts, i);
  const years = readYears(ts, i);
  if (!years) return undefined;
  const counted = textAt(ts, years.end) === '年';
  if (!names.strong && isNoAuthor(ts, i, names, comma, counted)) return undefined;
  // `Berg & Lind, OOPSLA 2015`: a venue behind the last author.
  const isVenue =
    /^[A-Z]{4,}$/.test(textAt(ts, names.end - 1)) &&
    textAt(ts, names.end - 2) === ',' &&
    JOINS.has(textAt(ts, names.end - 4));
  const authors = isVenue ? names.authors.slice(0, -1) : names.authors;
  const from = ts[k]?.at ?? 0;
  const behind = names.strong ? behindRange(ts, years.end) : years.end;
  const works = years.dates.map((d, n): NamedWork => {
    const token = ts[d.token];
    const to =
      n === years.dates.length - 1 ? endOf(ts, behind - 1) : (token?.at ?? 0) + (token?.text.length ?? 0);
    return {
      family: familyOf(authors[0] ?? ''),
      authors,
      date: d.date,
      from: n === 0 ? from : (token?.at ?? from),
      to: Math.min(to, segment.length),
      strong: names.strong || years.dates.length > 1,
      etAl: names.etAl,
    };
  });
  return { works, end: counted ? years.end + 1 : behind };
}

/** Whether the words before the year at token `i`, with a comma between them or not, are no author: `Phase 2020`, `in March, 2020`. */
function isNoAuthor(
  ts: readonly Token[],
  i: number,
  { authors, lower }: Names,
  comma: boolean,
  counted: boolean,
): boolean {
  const [name = '', ...others] = authors;
  if (lower.includes(true) && !(comma && textAt(ts, i - 1) !== ':')) return true;
  if (!comma && (designates(name) || touches(ts, i))) return true;
  if (others.length === 0 ? stops(name) && !(comma && SURNAMES.has(name)) : isPlace(others.at(-1) ?? ''))
    return true;
  return counted && !isHanPerson(name);
}

/** After the venue that some name before the year, `Smith et al., Nature Physics 2020`: the token of the year, or `i`. */
function behindVenue(ts: readonly Token[], i: number): number {
  let k = i;
  while (k - i < 6 && VENUE.test(textAt(ts, k))) k++;
  return isYear(textAt(ts, k)) ? k : i;
}

/** `ES2019`: a number that a word runs into is part of its name. */
const touches = (ts: readonly Token[], i: number): boolean =>
  endOf(ts, i - 1) === ts[i]?.at && isLetterWord(textAt(ts, i - 1)) && !HAN.test(textAt(ts, i - 1));
const endOf = (ts: readonly Token[], i: number): number => (ts[i]?.at ?? 0) + (ts[i]?.text.length ?? 0);

/** Whether the rest may follow a year: nothing, a page or a section, not the rest of a sentence. */
function locator(ts: readonly Token[], k: number): boolean {
  if (k >= ts.length) return true;
  const comma = textAt(ts, k) === ',';
  let i = k;
  if (comma || [':', '，', '：', ')', ']', '[', '.'].includes(textAt(ts, i))) i++;
  if (i >= ts.length) return true;
  // `Smith 2020 [12]` contains another marker, `Smith 1900 [2020]` another year.
  if (textAt(ts, i - 1) === '[' && !isYear(textAt(ts, i))) return false;
  const word = lowerAt(ts, i);
  // `Smith, 2020, https://…`: the rest is its address.
  if (/^(?:https?|doi|arxiv)$/.test(word)) return true;
  if (comma && /^["“„«]$/.test(word)) return ts.length - i <= 24;
  const further = word === 'and' && /^ref(?:erence)?s\b/.test(lowerAt(ts, i + 1));
  return (
    (further ||
      AFTER_YEAR.has(word.replace('.', '')) ||
      /^\d/.test(word) ||
      word === '§' ||
      (i > k && !comma)) &&
    ts.length - i <= 24 &&
    !/^[-–—]$/.test(textAt(ts, k))
  );
}

/** A short remark on certain works: `Smith et al., 2010, unpublished data`; no range of years, no marker. */
const remark = (ts: readonly Token[], k: number, works: readonly NamedWork[]): boolean =>
  ts.length - k <= 12 &&
  works.every((w) => w.strong) &&
  !ts.some((t, n) => n >= k && t.text === '[') &&
  !(/^[-–—]$/.test(textAt(ts, k)) && /^\d/.test(textAt(ts, k + 1)));

/** The years of brackets that contain only years and pages; the names precede the brackets. */
export function yearsOnly(content: string): Dated[] {
  if (content.length > 120) return [];
  const whole = datesIn(content, 0);
  if (whole.length === 0 || !content.includes(';')) return whole;
  // `2010, p. 5; 2012, p. 7`: each with a page of its own.
  const each: Dated[][] = [];
  let from = 0;
  for (const piece of content.split(';')) {
    each.push(datesIn(piece, from));
    from += piece.length + 1;
  }
  return each.every((dates) => dates.length > 0) ? each.flat() : whole;
}

function datesIn(content: string, base: number): Dated[] {
  const ts = tokens(content);
  const years = readYears(ts, aside(ts, 0));
  if (!years) return [];
  const ranged = behindRange(ts, years.end);
  const counted = ranged > years.end || textAt(ts, years.end) === '年';
  const end = ranged > years.end ? ranged : counted ? years.end + 1 : years.end;
  const rest = ts[end]?.text;
  const told = locator(ts, end) || rest === ',' || rest === ';';
  if (rest !== undefined && (rest === '-' || rest === '–' || !told)) return [];
  return years.dates.map((d) => {
    const at = base + (ts[d.token]?.at ?? 0);
    return { date: d.date, from: at, to: at + d.date.length, counted };
  });
}
