/**
 * Author-year markers, word by word: `see Smith & Lee, 2020a, p. 5` → works. Pure string reading; every segment is bounded and
 * read once, each expression matches one token.
 */
import { HAN, hanNames, hanNamesEnding, type HanNames } from './hanNames';
import type { Dated } from './hits';
import {
  INSIDE,
  JOINS,
  LEADS,
  LOCATORS,
  MONTH_NAMES,
  PARTICLES,
  designates,
  familyOf,
  opens,
  stops,
} from './nameWords';

/** A word, a number with its suffix letter, or any other single unit. */
const TOKEN =
  /\p{Script=Han}[\p{Script=Han}々・ら]*|\p{Script=Hiragana}+|[\p{L}][\p{L}\p{M}'’ʼ`´.\-‐‑]*|\d+[a-z]?(?![\p{L}\d])|\d[\p{L}\d]*|[^\s]/guy;

export type Token = { readonly text: string; readonly at: number };

export function tokens(text: string): Token[] {
  const found: Token[] = [];
  let i = 0;
  while (i < text.length) {
    TOKEN.lastIndex = i;
    const match = TOKEN.exec(text);
    if (!match) {
      i++;
      continue;
    }
    i = TOKEN.lastIndex;
    // Marks of emphasis: `Smith *et al.*, 2020`.
    if (match[0] !== '*' && match[0] !== '_') found.push({ text: match[0], at: match.index });
  }
  return found;
}

const YEAR = /^(1[5-9]\d\d|20\d\d)([a-z])?$/;
const isYear = (t: string): boolean => YEAR.test(t);
/** What parts the years of one author. */
const PARTS: ReadonlySet<string> = new Set(', / ， & and und et ; ； 、'.split(' '));
const NO_DATE: ReadonlySet<string> = new Set('n.d. n.d o.j. s.f. s.d.'.split(' '));

export type NamedWork = {
  readonly family: string;
  readonly authors: readonly string[];
  readonly year?: number;
  /** Year with its suffix letter, or `n.d.`. */
  readonly date: string;
  readonly from: number;
  readonly to: number;
  /** More than one author or `et al.`: hardly anything else looks like this. */
  readonly strong: boolean;
};

// Expressions with classes of Unicode are built each time they are met where a bundle spells them as constructors: here once.
const OTHER_LETTER = /^[\p{Lo}]/u;
const LETTER = /^\p{L}/u;
const LOWER_WORD = /^\p{Ll}[\p{L}'’-]+$/u;
const CAPITAL = /^\p{Lu}$/u;
const CAPITALS = /^\p{Lu}{1,2}$/u;
/** `J.`, `J.-P.`, `J.K`; all with their full stops; at most four. */
const INITIALS = /^(?:\p{Lu}\.[-‐]?)+\p{Lu}?$/u;
const DOTTED = /^(?:\p{Lu}\.[-‐]?)+$/u;
const FEW_DOTTED = /^(?:\p{Lu}\.[-‐]?){1,4}$/u;
const ONE_NAME = /^\s?\p{Lu}[\p{L}'’-]+\s?$/u;

const first = (word: string): string => word.charAt(0);
const isUpper = (word: string): boolean =>
  first(word) !== first(word).toLowerCase() || OTHER_LETTER.test(word);

type Names = {
  readonly authors: string[];
  readonly end: number;
  readonly strong: boolean;
  /** Some name stands in lower case, and which ones. */
  readonly lower: readonly boolean[];
  /** Names are parted by commas alone. */
  readonly commas: boolean;
  readonly etAl: boolean;
};

/** The names that begin at token `k`, or nothing. */
function readNames(ts: readonly Token[], k: number): Names | undefined {
  const han = hanNames(ts[k]?.text ?? '');
  if (han) return hanRun(ts, k, han);
  const authors: string[] = [];
  const lower: boolean[] = [];
  let strong = false;
  let commas = false;
  let i = k;
  for (;;) {
    const name = readName(ts, i);
    if (!name) break;
    authors.push(name.name);
    lower.push(name.lower);
    i = name.end;
    const more = etAl(ts, i);
    if (more > i) return { authors, end: more, strong: true, lower, commas, etAl: true };
    const next = joint(ts, i);
    if (next === i || !readName(ts, next)) break;
    const joined = JOINS.has(ts[next - 1]?.text.toLowerCase() ?? '');
    strong ||= joined;
    commas = !joined && ts[next - 1]?.text !== '/';
    i = next;
    if (authors.length > 30) return undefined;
  }
  return authors.length === 0 ? undefined : { authors, end: i, strong, lower, commas, etAl: false };
}

/** A run in Chinese or Japanese is one token. */
function hanRun(ts: readonly Token[], k: number, { authors, etAl: more }: HanNames): Names {
  const end = etAl(ts, k + 1);
  const etAlSaid = more || end > k + 1;
  const lower = authors.map(() => false);
  return {
    authors: [...authors],
    end,
    strong: etAlSaid || authors.length > 1,
    lower,
    commas: false,
    etAl: etAlSaid,
  };
}

/** The offset behind `,`, `and`, `, &` between two names, or `i`. */
function joint(ts: readonly Token[], i: number): number {
  let j = i;
  const c = ts[j]?.text;
  if (c === ',' || c === '、' || c === '，') j++;
  const word = ts[j]?.text.toLowerCase() ?? '';
  return JOINS.has(word) || word === '/' ? j + 1 : j;
}

/** Behind `et al.`, `and colleagues`, `u. a.`, `等`, or `i`. */
function etAl(ts: readonly Token[], i: number): number {
  let j = i;
  if (ts[j]?.text === ',') j++;
  const a = ts[j]?.text.toLowerCase() ?? '';
  const b = ts[j + 1]?.text.toLowerCase() ?? '';
  if ((a === 'et' || a === 'et.') && /^(?:al|alii|coll)\.?(?:['’]s)?$/.test(b))
    return j + (ts[j + 2]?.text === '.' ? 3 : 2);
  if (a === 'etal.' || a === 'etal' || a === 'u.a.' || a === '等' || a === '等人' || a === 'ら') return j + 1;
  if (a === 'u.' && b === 'a.') return j + 2;
  if (
    (a === 'and' || a === '&') &&
    /^(?:colleagues|others|coworkers|co-workers|collaborators|team)(?:['’]s?)?$/.test(b)
  )
    return j + 2;
  return i;
}

/** One author or institution: particles, capitalised words, initials before or behind. */
function readName(
  ts: readonly Token[],
  k: number,
): { name: string; end: number; lower: boolean } | undefined {
  const words: string[] = [];
  let i = k;
  let lower = false;
  for (; i < ts.length && words.length < 9; i++) {
    const word = ts[i]?.text ?? '';
    const low = word.toLowerCase();
    if (words.length === 0 && /^(?:U\.[SNK]|E\.U)\.$/.test(word) && isLetterWord(ts[i + 1]?.text)) {
      words.push(word);
      continue;
    }
    if (INITIALS.test(word) || (CAPITAL.test(word) && ts[i + 1]?.text === '.')) {
      if (word.length > 2 && !DOTTED.test(word)) break;
      continue; // an initial
    }
    if (word === '.' && i > k) continue;
    if (PARTICLES.has(low) && isLetterWord(ts[i + 1]?.text) && !isUpper(word)) words.push(word);
    else if (isUpper(word) && isLetterWord(word) && (!stops(word) || (words.length === 0 && joins(ts, i))))
      words.push(word.replace(/\.$/, ''));
    else if (words.length > 0 && words.some(isUpper) && INSIDE.has(low) && continues(ts, i)) words.push(word);
    else if (
      (plainLower(word) || (words.length === 0 && small(ts, i))) &&
      !JOINS.has(low) &&
      (words.length === 0 || lowerGoesOn(ts, i, words, lower))
    ) {
      words.push(word);
      lower = true;
    } else break;
  }
  if (words.length === 0) return undefined;
  // `Smith J, Jones KL`: so are capitals without points, where more names follow.
  if (words.length > 1 && CAPITALS.test(words.at(-1) ?? '') && ts[i]?.text === ',') {
    const next = ts[i + 1]?.text ?? '';
    if (isLetterWord(next) && CAPITALS.test(ts[i + 2]?.text ?? '')) words.pop();
  }
  // `Smith, J. K.`: initials behind a comma belong to the name.
  if (ts[i]?.text === ',' && FEW_DOTTED.test(ts[i + 1]?.text ?? '')) {
    i += 2;
    while (FEW_DOTTED.test(ts[i]?.text ?? '')) i++;
  }
  return { name: words.join(' '), end: i, lower };
}

/** A name that a careless copy has in lower case goes on: `san Martín`, `russo spena et al.`, `Velasquez serrano`. */
const lowerGoesOn = (ts: readonly Token[], i: number, words: readonly string[], lower: boolean): boolean =>
  words.length < 4 && (isUpper(words[0] ?? '') || !lower || (words.length === 1 && ts[i + 1]?.text === 'et'));

/** `March and Simon`, `May et al.` */
const joins = (ts: readonly Token[], i: number): boolean =>
  MONTH_NAMES.has(ts[i]?.text ?? '') &&
  (/^(?:and|&|und)$/.test(ts[i + 1]?.text ?? '')
    ? isUpper(ts[i + 2]?.text ?? '') && !stops(ts[i + 2]?.text ?? '')
    : etAl(ts, i + 1) > i + 1);

const isLetterWord = (word: string | undefined): boolean => word !== undefined && LETTER.test(word);
const plainLower = (word: string): boolean => LOWER_WORD.test(word) && !stops(word) && !LEADS.has(word);

/** An institution's inner word (`Ministry of Health`): a capital must follow, and `and` is one only inside a longer name. */
function continues(ts: readonly Token[], i: number): boolean {
  const word = ts[i]?.text.toLowerCase() ?? '';
  let next = ts[i + 1]?.text ?? '';
  if (next.toLowerCase() === 'the') next = ts[i + 2]?.text ?? '';
  if (!isLetterWord(next) || !isUpper(next)) return false;
  return !(JOINS.has(word) || word === 'de' || word === 'la' || word === 'du');
}

/** Years at token `k`: `2020`, `2020a`, `2019, 2020`, `2019a, b`, `n.d.`, `in press`. */
function readYears(
  ts: readonly Token[],
  k: number,
): { dates: { date: string; token: number }[]; end: number } | undefined {
  const dates: { date: string; token: number }[] = [];
  let i = k;
  for (;;) {
    const word = ts[i]?.text.toLowerCase() ?? '';
    if (isYear(word)) dates.push({ date: word, token: i++ });
    else if (NO_DATE.has(word)) {
      dates.push({ date: 'n.d.', token: i });
      i += word.endsWith('.') ? 1 : ts[i + 1]?.text === '.' ? 2 : 1;
    } else if (
      dates.length === 0 &&
      (word === 'in' || word === 'im') &&
      /^(?:press|prep\.?|preparation|review|druck)$/.test(ts[i + 1]?.text.toLowerCase() ?? '')
    ) {
      dates.push({ date: 'in press', token: i });
      i += 2;
    } else if (dates.length === 0 && /^(?:forthcoming|submitted|unpublished)$/.test(word))
      dates.push({ date: word, token: i++ });
    else if (dates.length > 0 && /^[b-h]$/.test(word)) {
      dates.push({ date: (dates[0]?.date ?? '').slice(0, 4) + word, token: i++ });
    } else break;
    const sep = ts[i]?.text ?? '';
    const then = ts[PARTS.has(sep) ? i + 1 : i]?.text.toLowerCase() ?? '';
    if (PARTS.has(sep) && (isYear(then) || /^[b-h]$/.test(then))) i++;
    else break;
  }
  return dates.length === 0 ? undefined : { dates, end: i };
}

/** Is a segment nothing but one family name, whose year stands behind other names? */
export function namesOnly(segment: string): boolean {
  if (segment.length > 60 || !ONE_NAME.test(segment)) return false;
  return !stops(segment.trim());
}

/** The works of one segment between semicolons, or nothing when it is anything else. */
export function worksOf(segment: string): NamedWork[] {
  if (segment.length > 400) return [];
  const ts = tokens(segment);
  let read = readWorks(ts, behindLeads(ts), segment);
  if (read.works.length === 0) read = readWorks(ts, behindWords(ts), segment);
  const { works } = read;
  if (works.length === 0 || !(locator(ts, read.end) || remark(ts, read.end, works))) return [];
  // `Smith, 2010, pp. 5–7, and Jones, 2011`: further works behind a page.
  for (let k = nextWork(ts, read.end); k > 0; k = nextWork(ts, read.end)) {
    read = readWorks(ts, k, segment);
    works.push(...read.works);
  }
  return works;
}

/** The first token behind the words that may open a bracket: `see e.g.`. */
function behindLeads(ts: readonly Token[]): number {
  let i = 0;
  while (
    LEADS.has(ts[i]?.text.toLowerCase() ?? '') ||
    (i > 0 && ts[i]?.text === ',') ||
    ts[i]?.text === ':'
  ) {
    if (isUpper(ts[i]?.text ?? '') && isYear(ts[i + 2]?.text ?? ts[i + 1]?.text ?? '')) break;
    i++;
  }
  return i;
}

/** Works one behind another from token `from` on, and the token behind them. */
function readWorks(
  ts: readonly Token[],
  from: number,
  segment: string,
): { readonly works: NamedWork[]; readonly end: number } {
  const works: NamedWork[] = [];
  let i = from;
  let end = from;
  while (i < ts.length) {
    const names = readNames(ts, i);
    const work = names && dated(ts, i, names, segment);
    if (!work) break;
    works.push(...work.works);
    i = end = work.end;
    const sep = ts[i]?.text.toLowerCase() ?? '';
    if (sep !== ',' && sep !== 'and' && sep !== '&' && sep !== '，' && sep !== '、') break;
    i++;
    if (sep !== ',') end = i;
    if (JOINS.has(ts[i]?.text.toLowerCase() ?? '')) i++;
    if (LEADS.has(ts[i]?.text.toLowerCase() ?? '')) i++;
  }
  return { works, end };
}

/**
 * Where names begin behind words of the author's own: `for a review, see Smith, 2010`, `Table 3, Smith 2010`, `task A – Lee & Kim,
 * 2010`. One name alone must be set apart by `see` or stand behind a table's or a page's number.
 */
function behindWords(ts: readonly Token[]): number {
  const year = ts.findIndex((t) => isYear(t.text));
  if (year < 2 || year > 40) return ts.length;
  const found = namesEnding(ts, ts[year - 1]?.text === ',' ? year - 1 : year);
  if (!found || found.k === 0) return ts.length;
  const before = ts[found.k - 1]?.text.toLowerCase() ?? '';
  const apart = /^(?:see|also|cf\.?|e\.g\.?|vgl\.?|siehe|voir|véase)$/.test(before);
  const place = LOCATORS.has(ts[0]?.text.toLowerCase() ?? '');
  return apart || (found.names.strong && !isLetterWord(before)) || place ? found.k : ts.length;
}

/** The token at which the next work begins that `and` joins to those before it, or 0. */
function nextWork(ts: readonly Token[], from: number): number {
  for (let year = from; year < ts.length; year++) {
    if (!isYear(ts[year]?.text ?? '')) continue;
    const found = namesEnding(ts, ts[year - 1]?.text === ',' ? year - 1 : year);
    const joined = found && found.k > from && JOINS.has(ts[found.k - 1]?.text.toLowerCase() ?? '');
    return joined ? found.k : 0;
  }
  return 0;
}

/** Behind `[WHO]` or `[1850]`, an abbreviation or first year set aside at token `k`, or `k`. */
function aside(ts: readonly Token[], k: number): number {
  if (ts[k]?.text !== '[') return k;
  const inner = ts[k + 1]?.text ?? '';
  return ts[k + 2]?.text === ']' && (isUpper(inner) || isYear(inner)) ? k + 3 : k;
}

function dated(
  ts: readonly Token[],
  k: number,
  names: Names,
  segment: string,
): { works: NamedWork[]; end: number } | undefined {
  let i = aside(ts, names.end);
  const comma = [',', '，', '、', ':', '('].includes(ts[i]?.text ?? '');
  if (comma) i++;
  const years = readYears(ts, i);
  if (!years) return undefined;
  const name = names.authors[0] ?? '';
  const sep = ts[i - 1];
  if (names.lower.includes(true) && !names.strong && !(comma && sep?.text !== ':')) return undefined;
  if (!comma && !names.strong && (designates(name) || touches(ts, i))) return undefined;
  if (names.authors.length === 1 && !names.strong && stops(name)) return undefined;
  const from = ts[k]?.at ?? 0;
  const works = years.dates.map((d, n): NamedWork => {
    const token = ts[d.token];
    const to =
      n === years.dates.length - 1 ? endOf(ts, years.end - 1) : (token?.at ?? 0) + (token?.text.length ?? 0);
    const year = Number(d.date.slice(0, 4));
    return {
      family: familyOf(name),
      authors: names.authors,
      ...(Number.isFinite(year) && { year }),
      date: d.date,
      from: n === 0 ? from : (token?.at ?? from),
      to: Math.min(to, segment.length),
      strong: names.strong || years.dates.length > 1,
    };
  });
  return { works, end: years.end };
}
/** `ES2019`: a number that a word runs into is part of its name. */
const touches = (ts: readonly Token[], i: number): boolean =>
  endOf(ts, i - 1) === ts[i]?.at && isLetterWord(ts[i - 1]?.text) && !HAN.test(ts[i - 1]?.text ?? '');
const endOf = (ts: readonly Token[], i: number): number => (ts[i]?.at ?? 0) + (ts[i]?.text.length ?? 0);

/** What may follow a year: nothing, a page, a section; not the rest of a sentence. */
function locator(ts: readonly Token[], k: number): boolean {
  if (k >= ts.length) return true;
  const comma = ts[k]?.text === ',';
  let i = k;
  if (comma || [':', '，', '：', ')', ']', '.'].includes(ts[i]?.text ?? '')) i++;
  if (i >= ts.length) return true;
  const word = ts[i]?.text.toLowerCase() ?? '';
  return (
    (LOCATORS.has(word) || /^\d/.test(word) || word === '§' || (i > k && !comma)) &&
    ts.length - i <= 24 &&
    !/^[-–—]$/.test(ts[k]?.text ?? '')
  );
}

/** Behind a comma, a few words on works that are sure to be works: `Smith et al., 2010, unpublished data`. */
const remark = (ts: readonly Token[], k: number, works: readonly NamedWork[]): boolean =>
  ts[k]?.text === ',' && ts.length - k <= 12 && works.every((w) => w.strong);

/** Is this all that stands in the brackets: years, with a page at most? Then the names stand before it. */
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
  const years = readYears(ts, 0);
  if (!years) return [];
  const rest = ts[years.end]?.text;
  const told = locator(ts, years.end) || rest === ',';
  if (rest !== undefined && (rest === '年' || rest === '-' || rest === '–' || !told)) return [];
  return years.dates.map((d) => {
    const at = base + (ts[d.token]?.at ?? 0);
    return { date: d.date, from: at, to: at + d.date.length };
  });
}

/** The names that end where `before` ends (`… as Smith et al.`): where they begin in it, or nothing. */
export function namesBefore(
  before: string,
): { from: number; authors: readonly string[]; strong: boolean } | undefined {
  const ts = tokens(before.replace(/['’]s?\s*$/, ''));
  // `Smith et al., (2020)`
  const comma = ts.at(-1)?.text === ',';
  const found = namesEnding(ts, comma ? ts.length - 1 : ts.length);
  if (!found || (comma && !found.names.etAl)) return undefined;
  const { names } = found;
  const best = { from: ts[found.k]?.at ?? 0, authors: names.authors, strong: names.strong };
  const last = ts.at(-1);
  if (!last || !HAN.test(last.text)) return best;
  const han = hanNamesEnding(last.text);
  return (
    han && { from: last.at + han.lead, authors: han.authors, strong: han.etAl || han.authors.length > 1 }
  );
}

/** The names that end at token `end`, and the token they begin at, or nothing. */
function namesEnding(ts: readonly Token[], end: number): { k: number; names: Names } | undefined {
  let best: { k: number; names: Names } | undefined;
  // From the nearest word outwards: the longest run that reads as one list of names wins.
  for (let k = end - 1; k >= 0 && end - k < 24; k--) {
    const word = ts[k]?.text ?? '';
    const low = word.toLowerCase();
    if (
      !isLetterWord(word) &&
      word !== '&' &&
      word !== ',' &&
      word !== '/' &&
      !(word === '.' && k === end - 1)
    )
      break;
    if (stops(word) && !JOINS.has(low) && !joins(ts, k) && !small(ts, k)) break;
    if (JOINS.has(low) || word === ',' || word === '.' || word === '/') continue;
    // Scripts without capitals: one word is the name, those before it may be any.
    if (best && /^\p{Lo}/u.test(word) && !isJoint(ts[k + 1]?.text)) break;
    if (best && isUpper(word) && opens(word) && !(isJoint(ts[k + 1]?.text) || etAl(ts, k + 1) > k + 1)) break;
    const names = readNames(ts, k);
    if (names?.end === end && plausible(names)) best = { k, names };
    else if (best) break;
  }
  return best;
}

/** What stands between two names; `with` joins an adverb as often as a name. */
const isJoint = (word = ''): boolean =>
  word === ',' || word === '/' || (word !== 'with' && JOINS.has(word.toLowerCase()));

/** `Oreg and nov`: a month in lower case is none where `and` joins it to a name. */
const small = (ts: readonly Token[], k: number): boolean =>
  /^(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)$/.test(ts[k]?.text ?? '') &&
  /^(?:and|&)$/.test(ts[k - 1]?.text ?? '') &&
  isUpper(ts[k - 2]?.text ?? '') &&
  !stops(ts[k - 2]?.text ?? '');

/** In running text a comma alone joins no names, one letter is none, and a name in lower case needs another, or `et al.`, to be told from a word. */
function plausible(names: Names): boolean {
  if (
    names.commas ||
    (!names.strong && /^\p{Lu}$/u.test(names.authors[0] ?? '') && !HAN.test(names.authors[0] ?? ''))
  )
    return false;
  const last = names.lower.length - 1;
  return names.lower.every((low, n) => !low || (names.etAl && last === 0) || (n === last && last > 0));
}
