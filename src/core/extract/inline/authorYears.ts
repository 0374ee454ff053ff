/** Author-year markers in round and square brackets, and the narrative form `Smith et al. (2020)`. */
import { EDITORS } from '../../text/works/nameParts';
import { CITED_IN } from '../../text/works/signals';
import { UNDATED } from '../../text/works/undated';
import { isDigit, isEmphasis, isUpperAscii } from '../../text/chars';
import type { Content, Dated, WorkPart } from '../model/markers';
import type { Cursor } from './cursor';
import { authorPages } from './authorPages';
import { sameWork } from './sameWork';
import { roundNumbers } from './numbers';
import { bareArxiv } from './identifierWords';
import { placeBefore } from './paths';
import { isHanPerson } from '../authorYear/cjkNames';
import {
  INSIDE,
  NAMED_AFTER,
  SAYS,
  familyOf,
  isBody,
  isFullName,
  isImpersonal,
  isSystem,
  leadsToName,
  readsAsName,
} from '../authorYear/lexicon';
import { namesBefore } from '../authorYear/narrative';
import { namesOnly, worksOf, yearsOnly, type NamedWork } from '../authorYear/parser';

/** Reads up to the next bracket of either direction; these stretches don't overlap, so the whole is linear. */
export function openParen(s: Cursor, i: number): number {
  const place = s.at(i) === 40 ? Math.max(placeBefore(s, i), bareArxiv(s, i)) : i;
  if (place > i) return place;
  let j = i + 1;
  while (j < s.end && !isRound(s.codes[j] ?? 0)) j++;
  const year = mayDate(s, i + 1, j);
  const c = s.at(j);
  if (!year && c === 41) {
    if (isDigit(s.at(i + 1)) || (s.at(i + 1) === 42 && isDigit(s.at(i + 2)))) roundNumbers(s, i, j);
    else if (!sameWork(s, i, j)) authorPages(s, i, j);
  }
  if (!year || (c !== 41 && c !== 0xff09)) return i + 1;
  const text = s.text(i + 1, j);
  const content = contentOf(s, text);
  const dated = content.years.length > 0 ? content : { years: yearOfVenue(s, i, text), works: [] };
  if (dated.years.length === 0 || !narrative(s, i, j, dated)) add(s, i, j + 1, content, text);
  return i + 1;
}

const isRound = (c: number): boolean => c === 40 || c === 41 || c === 0xff08 || c === 0xff09;

/** Whether a year, or words in its place, may begin between two offsets: `2020`, `n.d.`, `in press`, `submitted`, `forthcoming`. */
function mayDate(s: Cursor, from: number, to: number): boolean {
  for (let j = from; j < to; j++) {
    const c = s.codes[j] ?? 0;
    if (c === 49 || c === 50) {
      if (s.run(j, isDigit, 4) === j + 4) return true;
    } else if (
      (c === 46 && (s.at(j - 2) === 46 || s.at(j - 3) === 46)) ||
      (c === 115 && (s.at(j + 1) === 115 || s.at(j + 1) === 117)) ||
      (c === 102 && s.at(j + 1) === 111)
    )
      if (undated(s, j)) return true;
  }
  return false;
}

/** `Smith et al. (CHI 2024)` */
function yearOfVenue(s: Cursor, open: number, text: string): Dated[] {
  const from = text.length - 4;
  return s.behind(open, 5).endsWith(' al. ') && VENUE.test(text)
    ? [{ date: text.slice(from), from, to: text.length, counted: true }]
    : [];
}
const VENUE = /^\p{L}[\p{L}@.-]{1,30}(?: [\p{L}&.]{1,20}){0,4},? (?:19|20)\d\d$/u;

/**
 * Reads `Smith et al. [2020]`, from the bracket at `open` to that at `close`; `[2020] UKSC 5` cites a case by its court. Returns true if
 * the bracket can only be a year. After a single name it may also be a number or a link.
 */
export function yearIn(s: Cursor, open: number, close: number): boolean {
  if (close - open < 5 || close - open > 60 || !/^[12]\d{3}(?!\d)/.test(s.ahead(open + 1, 5))) return false;
  const [next, then] = [s.at(close + 1), s.at(close + 2)];
  const court = next === 32 && (isDigit(then) || (isUpperAscii(then) && isUpperAscii(s.at(close + 3))));
  const link = next === 40 || (next === 91 && !isDigit(then));
  if (court || link) return false;
  const content = contentOf(s, s.text(open + 1, close));
  if (content.years.length === 0 || !narrative(s, open, close, content)) return false;
  const hit = s.hits.at(-1);
  return hit?.kind === 'works' && !hit.doubt;
}

const YEAR = /[12]\d{3}/;

/** Most bracket contents that are cached. */
const MANY = 1_000;

/** Reads the content of brackets, cached because the same works are cited repeatedly. */
function contentOf(s: Cursor, raw: string): Content {
  const known = s.contents.get(raw);
  if (known) return known;
  const text = spellAnd(raw);
  const years = yearsOnly(text);
  const content = { years, works: years.length > 0 ? worksBehind(text, years) : worksOfAll(text) };
  if (s.contents.size >= MANY) s.contents.clear();
  s.contents.set(raw, content);
  return content;
}

/** Writes out `\\&` of converted papers and `&amp;` of HTML, in the same length, so offsets stay. */
const spellAnd = (text: string): string =>
  text.includes('&') ? text.replaceAll('\\&', '& ').replaceAll('&amp;', '&    ') : text;

/** `2020; see also Jones, 2011`, `2019, as cited in Jones, 2011`: the works after the years. */
function worksBehind(text: string, years: readonly Dated[]): WorkPart[] {
  const behind = years.at(-1)?.to ?? 0;
  const cited = SECONDHAND.exec(text.slice(behind))?.[0].length;
  const at = cited === undefined ? text.indexOf(';', behind) + 1 : behind + cited;
  if (at === 0) return [];
  return worksOfAll(text.slice(at)).map((w) => ({ ...w, start: at + w.start, end: at + w.end }));
}

const SECONDHAND = new RegExp(`^[,;:]? (?:as )?${CITED_IN} `);

/** `n.d.`, `in press`, `forthcoming` near `j`. */
const undated = (s: Cursor, j: number): boolean =>
  NO_YEAR.test(s.text(Math.max(s.start, j - 8), Math.min(s.end, j + 11)));
const NO_YEAR = new RegExp(UNDATED);

/** `[Smith, 2020; Lee 2019]`. */
export function worksIn(s: Cursor, open: number, close: number): boolean {
  const last = s.hits.at(-1);
  // `[Smith (2020)]`: the marker inside was read already.
  if (last?.kind === 'works' && last.start > open) return false;
  const text = s.text(open + 1, close);
  return YEAR.test(text) && add(s, open, close + 1, contentOf(s, text), text);
}

/** Parts works; `2020a;b` are years of one author. */
const SEPARATOR = /[;；؛](?! ?[b-h](?:[;,]|$))/;

/** The works of all segments between semicolons. */
function worksOfAll(content: string): WorkPart[] {
  const parts: WorkPart[] = [];
  let from = 0;
  // `SMITH; JONES, 2020`: if semicolons separate authors, names wait for their year.
  let waiting = '';
  for (const segment of content.split(SEPARATOR)) {
    const joined = waiting === '' ? [] : worksOf(`${waiting},${segment}`);
    const works = joined.length > 0 ? joined : worksOf(segment);
    const at = joined.length > 0 ? from - waiting.length - 1 : from;
    for (const work of works) parts.push(workPart(work, at));
    const last = parts.at(-1);
    // `Smith et al., 2010a; 2010b`: bare years belong to the authors before them.
    if (works.length === 0 && last)
      for (const year of yearsOnly(segment))
        parts.push(workPart({ ...last, secondhand: false, ...year }, from));
    waiting =
      works.length === 0 && waiting.length < 200 && namesOnly(segment) && sameCase(content, segment)
        ? waiting === ''
          ? segment
          : `${waiting},${segment}`
        : '';
    from += segment.length + 1;
  }
  return parts;
}

function add(s: Cursor, start: number, end: number, { works }: Content, text: string): boolean {
  const [first] = works;
  if (!first) return false;
  const parts = works.map((work) => ({ ...work, start: start + 1 + work.start, end: start + 1 + work.end }));
  const [name = ''] = first.authors;
  const alone = works.length === 1 && !first.etAl;
  const single = alone && first.authors.length === 1;
  const comma = text.includes(',');
  const doubt =
    (alone && isNoWork(first, text)) ||
    (single &&
      (isImpersonal(name) ||
        s.leaf?.kind === 'heading' ||
        PUBLISHER.test(name) ||
        (isSystem(name) && !comma))) ||
    abbreviates(s, start, text) ||
    SECTION.test(s.behind(start, 24)) ||
    isLinkText(s, start, end);
  const quiet =
    (alone && (first.authors.some((author) => SMALL.test(author)) || followsTitle(s, start))) ||
    // `(ACL 2024)`: a conference as often as an institution.
    (single &&
      (NAME_BEFORE.test(s.behind(start, 24)) || !readsAsName(name) || (ABBREVIATED.test(text) && !comma)));
  s.add({ kind: 'works', start, end, leaf: s.leafIndex, parts, doubt, quiet });
  return true;
}

/** Whether the only work of a bracket may be a title or a thing with a year. */
const isNoWork = ({ authors, start, end }: WorkPart, text: string): boolean =>
  TITLE.test(text.slice(start, end)) ||
  authors.some((author) => NAMED_AFTER.test(author) || (LONG.test(author) && !readsAsName(author)));

/** Whether an emphasized title is before the bracket with its publisher and year. */
const followsTitle = (s: Cursor, start: number): boolean =>
  s.at(start - 1) === 32 && isEmphasis(s.at(start - 2)) && TITLE_BEFORE.test(s.behind(start, 120));

/** `《书名》（某出版社，2020）` */
const PUBLISHER = /(?:出版社|出版公司|书店|書店|书局|書局)$/;
const SMALL = /^[^\p{Lu}\p{Lo}]+$/u;
/** Three words: `Key Market Cases, 2025`. */
const LONG = / .* /;
/** `*Mutual Banking*, 1850`: a title of several words. */
const TITLE = /[*_]\p{Lu}[^*_]* [^*_]*[*_]/u;
/** `Descartes (Meditations, 1641)` */
const NAME_BEFORE = /\s\p{Lu}\p{Ll}+\s$/u;
const TITLE_BEFORE = /[*_]["“]?\p{Lu}[^*_]*\s[^*_]*[*_]+\s*$/u;

/** `[Smith 2020][30]`, `[Smith 2020](…)`: the words of a link, which has its own target. */
const isLinkText = (s: Cursor, start: number, end: number): boolean =>
  s.at(start) === 91 && (s.at(end) === 91 || s.at(end) === 40);

/** `Restatement (Second) of Torts § 652A (Am. L. Inst. 1977)`: a statute. */
const SECTION = /§{1,2} ?[\w.()-]{1,16} $/;

const NAME = /\p{Lu}\p{Ll}{2}/u;
/** `WHO, 2020` */
const ABBREVIATED = /^(\p{Lu}{2,8}),? \d{4}$/u;

/** `ANOVA; Fisher, 1925`, `GPs; Lee, 2003`: a word that begins with capitals is a name only among names in capitals. */
const sameCase = (content: string, segment: string): boolean =>
  !/^\s?\p{Lu}{2}/u.test(segment) || !NAME.test(content);

/**
 * `International Health Regulations (IHR 2005)`: an abbreviation and its year, spelled out right before. With a comma it cites if the words
 * name an institution: `World Health Organization (WHO, 2020)`.
 */
function abbreviates(s: Cursor, open: number, content: string): boolean {
  const letters = ABBREVIATED.exec(content)?.[1]?.toLowerCase();
  if (letters === undefined) return false;
  const words = (s.behind(open, 160).match(/[\p{L}\p{M}'’]+/gu) ?? []).filter((word) => !INSIDE.has(word));
  const spelled = words.slice(-letters.length);
  const initials = spelled.map((word) => word.charAt(0).toLowerCase()).join('');
  return initials === letters && !(content.includes(',') && isBody(spelled.join(' ')));
}

/** One work of a marker, whose offsets count from `base`. */
export function workPart(work: Omit<NamedWork, 'strong'>, base = 0): WorkPart {
  const { from, to, family, date, authors, etAl, secondhand } = work;
  const year = Number(date.slice(0, 4));
  // Spread fields take several times as long, and a text may have thousands of works.
  const part: { -readonly [Key in keyof WorkPart]: WorkPart[Key] } = {
    start: base + from,
    end: base + to,
    label: labelOf(family, date),
    family,
    authors,
  };
  if (Number.isFinite(year)) part.year = year;
  if (etAl) part.etAl = etAl;
  if (secondhand) part.secondhand = secondhand;
  return part;
}

/** `smith-2020a`: the family name with its particles, lower case, and the year as written. */
export const labelOf = (family: string, date: string): string =>
  `${family.replace(/['’]s?$/, '').toLowerCase()}-${date}`;

/** The words of `text` that cite a work; if they are only a year or its letter (`2014a, b`), the authors before them with that year. */
export function writtenAs(text: string, { start, end, label, family, authors, etAl }: WorkPart): string {
  const words = text.slice(start, end);
  if (words.includes(family)) return words;
  const all = etAl || authors.length > 2 ? `${authors[0] ?? family} et al.` : authors.join(' & ');
  return `${all} (${label.slice(labelOf(family, '').length)})`;
}

/** `Berg (ed.) (2015)`, `World Health Organization [WHO] (2015)`: the role of the authors or their abbreviation. */
const EDITED = new RegExp(` (?:\\(${EDITORS}\\.?\\)|\\[[A-Z]{2,12}\\])$`, 'i');

/** What an author made, up to its year. */
const OWNED = /['’]s? (?:\p{Ll}[\p{Ll}-]* ){0,2}\p{Ll}[\p{Ll}-]+$/u;

const isGap = (c: number): boolean => c === 32 || c === 10 || c === 13 || c === 0xa0;

/** The authors before the bracket from `open` to `close`, with the years in it: their names, where these begin and end. */
function authorsBefore(s: Cursor, open: number, close: number, years: readonly Dated[]) {
  const gap = s.runBack(open, isGap);
  const edge = gap - (EDITED.exec(s.behind(gap, 16))?.[0].length ?? 0);
  // Names don't extend into the previous marker.
  const from = Math.max(s.floor, s.start, edge - 160, s.lastEnd > edge ? 0 : s.lastEnd);
  const behind = s.text(close + 1, Math.min(s.end, close + 24));
  const before = spellAnd(s.text(from, edge));
  const direct = namesBefore(before, behind);
  // `Smith et al.’s meta-analysis (2014)`: only of a work in the list.
  const owned = direct ? undefined : OWNED.exec(before);
  const names = owned ? namesBefore(before.slice(0, owned.index), behind) : direct;
  if (!names || (years.some((y) => y.counted) && !names.strong && !isHanPerson(names.authors[0] ?? '')))
    return undefined;
  const bare = from + names.from;
  // `Lim, C. C., Berg, A., and Holm, P. (2024)`: the authors of an entry.
  if (/\p{Lu}\., $/u.test(s.behind(bare, 4))) return undefined;
  // `Instance: Berg’s law (1905)` opens an entry.
  if (owned && /:[*_]{0,2} $/.test(s.behind(bare, 4))) return undefined;
  return { names, bare, edge, isOwned: !direct };
}
type Authors = NonNullable<ReturnType<typeof authorsBefore>>;

/** Reads `Smith et al. (2020)` before the bracket at `open`; returns whether it was one. */
function narrative(s: Cursor, open: number, close: number, { years, works }: Content): boolean {
  const found = authorsBefore(s, open, close, years);
  if (!found) return false;
  const { names, bare, edge } = found;
  const family = familyOf((names.authors[0] ?? '').replace(/['’]s?$/, ''));
  const start = emphasised(s, bare, edge);
  const isSecondhand = works.length > 0 && SECONDHAND.test(s.text(open + 1 + (years.at(-1)?.to ?? 0), close));
  const { authors, etAl } = names;
  const parts = years.map((y, n) => {
    const from = n === 0 ? start : open + 1 + y.from;
    const to = n === years.length - 1 && works.length === 0 ? close + 1 : open + 1 + y.to;
    return workPart({ family, authors, date: y.date, from, to, etAl, secondhand: isSecondhand });
  });
  works.forEach((work, n) =>
    parts.push({
      ...work,
      start: open + 1 + work.start,
      end: n === works.length - 1 ? close + 1 : open + 1 + work.end,
    }),
  );
  const weak = !names.strong && !isCited(s, bare, edge, close);
  const doubt =
    isDoubtful(s, found, start, open) ||
    (s.at(close + 1) === 46 && INVERTED.test(s.text(Math.max(bare, edge - 16), edge))) ||
    (weak && readsAsThing(s, names.authors[0] ?? '', bare));
  const quiet = weak || (!etAl && /^\d{4} ?[-–]/.test(s.text(open + 1, close))); // `Table 1: Berg & Lind (2015–18)`
  s.add({ kind: 'works', start, end: close + 1, leaf: s.leafIndex, parts, doubt, quiet });
  return true;
}

/** Whether names before the bracket at `open` may be a subject, a title or the words of an editor; their marker begins at `start`. */
function isDoubtful(s: Cursor, { names, bare, edge, isOwned }: Authors, start: number, open: number) {
  const { authors, strong, etAl, isUnsure = false } = names;
  const [name = ''] = authors;
  // A heading names its subject, with its year.
  const titled = s.leaf?.kind === 'heading' && !/\bet\.? al/.test(s.text(start, open));
  // `Smith [2020]` may also be an editor's remark, `*Nature Physics* (2020)` a title.
  const title =
    isEmphasis(s.at(edge - 1)) &&
    (start === bare || authors.length > 1 || (/^\p{Lu}.* /u.test(name) && !isFullName(name)));
  return (
    titled ||
    isUnsure ||
    isOwned ||
    (title && !etAl) ||
    authors.some((author) => WORK_OF.test(author)) ||
    (!strong && (s.at(open) === 91 || isImpersonal(name)))
  );
}

/** Whether a name that begins at `start`, with nothing around it that cites, may be that of a thing: `The Matrix`, `Windows`. */
const readsAsThing = (s: Cursor, name: string, start: number): boolean =>
  !readsAsName(name) || isSystem(name) || (ARTICLE.test(s.behind(start, 5)) && !isBody(name));

/** `Lee, K. M. (2018). A title`: an entry of a bibliography, which texts also show by itself. */
const INVERTED = /\p{L}, ?(?:\p{Lu}\.[ -]?){1,4}[*_]{0,3}$/u;
/** `Darwin's Descent of Man (1871)`: a title. */
const WORK_OF = /['’]s \p{Lu}/u;
/** `The Matrix (1999)` */
const ARTICLE = /(?<!\p{L})The $/u;

/** Whether the words around indicate an author: `by Smith (2020)`, `Smith’s (2020)`, `Smith (2020) argues`. */
function isCited(s: Cursor, start: number, end: number, close: number): boolean {
  if (/['’]s?$/.test(s.text(Math.max(start, end - 2), end))) return true;
  const before = /(\p{L}[\p{L}.]*),?\s$/u.exec(s.behind(start, 24))?.[1] ?? '';
  if (before === 'nach' && /e[lr]?n$/.test(s.text(start, end))) return false; // `nach Kreisen (2021)`: a plural
  return (before !== '' && leadsToName(before)) || SAYS.test(s.text(close + 1, Math.min(s.end, close + 24)));
}

/** `*Smith* (2020)`: the mark of emphasis before the names belongs to the marker when its partner does. */
function emphasised(s: Cursor, start: number, end: number): number {
  const mark = s.at(start - 1);
  if (!isEmphasis(mark)) return start;
  let from = start - 1;
  if (s.at(from - 1) === mark) from--;
  return s.text(start, end).includes(s.text(from, start)) ? from : start;
}
