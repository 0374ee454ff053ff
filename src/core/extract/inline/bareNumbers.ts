/**
 * Reads numbers that lost their superscript: `word.3`, `word3.`, `word. 3 Then`. They look like decimals, names and quantities; markers
 * only if the document cites like this.
 */
import {
  isAlnum,
  isCjk,
  isDigit,
  isEmphasis,
  isLetter,
  isSpace,
  isUpperAscii,
  oneOf,
} from '../../text/chars';
import { abbreviated } from '../../text/sentences';
import { wordSet } from '../../text/wordSet';
import { opens, stops } from '../authorYear/lexicon';
import type { BareForm, Part } from '../model/markers';
import type { Cursor } from './cursor';
import { isDash, onlyNumbers, readNumbers } from './numberParts';
import { NUMBERED } from './numbers';

/** `Fig.3`: the number belongs to the abbreviation, not to the end of a sentence (`state of the art.3`). */
const PLACE = /(?<!\p{L})(?:figs?|eqn?s?|nos?|n|secs?|vols?|pp?|chs?|refs?|nr)\.$/iu;

/** `。` */
const WIDE_STOP = 0x3002;
/** The stops of Chinese and Japanese, and what ends words before one. */
export const isWideStop = oneOf('。、，；');
const endsWide = oneOf('）》」』”%');
/** `见表1`: the number is part of a name; a word that ends with these (`代表`, `地图`) has no number. */
const isFigure = oneOf('表图圖');
const leadsTo = oneOf('见見如在由附与和及');
/** Letters but the large ones of ASCII. */
const isSmall = (c: number): boolean => isLetter(c) && !isUpperAscii(c);

/**
 * `inference.3 This`, `costs.1, 4`, `costs,3 which` at the stop `i`: superscripts that lost their form in chatbot reports. Markers if the
 * document cites like this.
 */
export function bareNumbers(s: Cursor, i: number): number {
  const isComma = s.at(i) === 44;
  if (isDigit(s.at(i - 1)) && suffix(s, i)) return i + 1;
  if (s.at(i) === 59 || (isWideStop(s.at(i)) && s.at(i) !== WIDE_STOP)) return i + 1;
  if (!isComma && !isDigit(s.at(i + 1))) return spaced(s, i);
  if (!isDigit(s.at(i + 1)) || !(isComma ? endsClause(s, i) : endsWords(s, i))) return i + 1;
  const end = numbersEnd(s, i + 1);
  if (isComma || ET_AL.test(s.behind(i, 6)) ? s.at(end) !== 32 : !opensSentence(s, end)) return i + 1;
  if (PLACE.test(s.behind(i + 1, 12))) return i + 1;
  return add(s, i + 1, end, 'glued') ? end : i + 1;
}

/** `words. 3 Then`, `words.” 1, 4 |`: the numbers behind the space after the stop `i`, as converters of PDF files and some chatbots write. */
function spaced(s: Cursor, i: number): number {
  const gap = s.run(i + 1, closesQuote, 4);
  const from = s.run(gap, isBlank, 2);
  if (from === gap || !isDigit(s.at(from)) || abbreviated(s.codes, i, s.start)) return i + 1;
  const end = numbersEnd(s, from);
  if (!endsWords(s, i) && !NAME.test(s.behind(i, 4))) return i + 1;
  return NEXT.test(s.ahead(end, 4)) && add(s, from, end, 'spaced') ? end : i + 1;
}
const closesQuote = oneOf('"”’)*_');
const isBlank = oneOf(' \u00a0');
/** A new sentence, the end of a line or of a cell. */
const NEXT = /^(?:$|[ \u00a0]*(?:\||[\r\n]|$)|[ \u00a0]{1,2}[\p{Lu}"“‘(*_`])/u;

/**
 * `systems 11 and`, `(AI) 24,` at the number: behind a word in lower case or a closing mark and before a mark or a small word, unlike a
 * count (`36 people`) or a part (`step 2`). Markers if the document cites with bare numbers after its sentences too.
 */
export function numbersWithin(s: Cursor, i: number, after: number): number {
  const before = s.at(i - 2);
  if (s.at(i - 1) !== 32 || !(isSmall(before) || closesWords(before)) || isAlnum(s.at(after))) return i;
  const end = numbersEnd(s, i);
  const rest = s.ahead(end, 12);
  if (!GOES_ON.test(rest) || (isDigit(before) && (end > i + 2 || !CELL_END.test(rest)))) return i;
  const words = s.behind(i, 32);
  const word = LAST_WORD.exec(words)?.[0].trimEnd();
  if (word === undefined ? !CLOSED.test(words) : stops(word) || opens(word) || COUNTING.has(word)) return i;
  if (NUMBERED.test(words.slice(-14))) return i;
  return add(s, i, end, 'within') ? end : i;
}

const closesWords = oneOf(')"”’*_]%0123456789');
/** A mark, the end of a cell or line, or a word that no count precedes. */
const GOES_ON =
  /^(?:[,;)—]|:(?:[\s*]|$)|[ \u00a0]*(?:\||$)| {2,}[\r\n]|[ \u00a0](?:and|or|but|which|that|who|is|are|was|were|has|have|had|can|could|may|might|will|would|should|to|for|in|on|by|with|as|from|at|via|into|through|within|while|when|where|because|if|also|using|including|rather)(?![\p{L}-])(?! \d))/u;
const CELL_END = /^ *(?:\||$)/;
const LAST_WORD = /(?<![\p{L}\d./_@#-])\p{Ll}[\p{Ll}'’-]{2,} $/u;
/** `"model collapse" 5`, `**Nested Learning** 1`, `12% 4`, `6,000 13 |`; not `**Epochs:** 1`, `i \* 2`. */
const CLOSED = /(?:[^\s:=+\\][)"”’*_\]%]{1,4}|\d) $/u;
/** Further words that a number of its own follows. */
const COUNTING = wordSet(
  'than least top up into below above near scored rank tier tiers column columns game games row rows layer layers epoch epochs age aged ages size score plus minus times equals number numbers von bis rund circa etwa unter über mindestens höchstens knapp hasta menos más casi cerca até mais quase environ presque moins plus fino meno più quasi',
);

/** `ref. 12`, `refs 6 and 7`, `reference 11` from `i` to `after`: markers if the list has the numbers. */
export function referenceWords(s: Cursor, i: number, after: number): number | undefined {
  if (after - i > 10 || (s.at(i + 2) | 32) !== 102 || (!isSpace(s.at(i - 1)) && s.at(i - 1) !== 40))
    return undefined;
  const [words, numbers = ''] = REFERENCES.exec(s.ahead(i, 80)) ?? [];
  if (words === undefined) return undefined;
  const end = i + words.length;
  const parts = onlyNumbers(s, end - numbers.length, end);
  if (parts.length === 0 || !(STOP.test(s.ahead(end, 2)) || GOES_ON.test(s.ahead(end, 12)))) return undefined;
  s.addNumbers(parts, i, end, { doubt: 'value' });
  return end;
}
const STOP = /^\.(?:\s|$)/;
const REFERENCES =
  /^ref(?:erence)?s?\.? (\d{1,3}(?:(?:, and | and | ?& ?|, ?| ?[-–] ?)\d{1,3}){0,9})(?![\d\p{L}%]|\.\d)/iu;

/** The end of the numbers from `from` on: `27,50,51`, `1, 4`, `4–6`, `4 5`. */
function numbersEnd(s: Cursor, from: number): number {
  let end = s.run(from, isDigit);
  while (end - from < 80) {
    const next = s.at(end) === 44 && s.at(end + 1) === 32 ? end + 2 : end + 1;
    if (!(joins(s.at(end)) && isDigit(s.at(next)))) break;
    end = s.run(next, isDigit);
  }
  return end;
}
const joins = (c: number): boolean => c === 32 || c === 44 || isDash(c);

/** Adds the numbers from `start` to `end` as a candidate. Returns false if there is anything else, or one that no list has. */
function add(s: Cursor, start: number, end: number, doubt: BareForm): boolean {
  const parts: Part[] = [];
  for (let from = start; from < end;) {
    let to = from;
    while (to < end && !(s.at(to) === 32 && s.at(to - 1) !== 44)) to++;
    if (readNumbers(s, from, to, parts) !== to) return false;
    from = to + 1;
  }
  if (parts.some(({ label }) => !/^[1-9]\d?\d?$/.test(label))) return false;
  s.addNumbers(parts, start, end, { doubt });
  return true;
}

/** Whether the full stop at `i` follows words or a year: not in another decimal, a version or an ellipsis. */
function endsWords(s: Cursor, i: number): boolean {
  const before = s.at(i - 1);
  if (!isDigit(before)) return before > 32 && before !== 46;
  return s.floor === i || YEAR.test(s.behind(i, 16)) || nameEnd(s, i) === i;
}

const ET_AL = /\bet al$/;
/** The end of a name before `i` whose number other digits may follow, as in `COVID-1921` and `COVID-19`; -1 if there is none. */
function nameEnd(s: Cursor, i: number): number {
  const words = s.behind(i, 32);
  const name = NAMED.exec(words);
  return name ? i - words.length + name.index + name[0].length : -1;
}
const NAMED = /(?:COVID-19|CoV-2)(?=[\d, –-]*$)/;
/** `in 2016`, `5 May, 2016`, `May 2016`; not `version 2016`. */
const YEAR =
  /(?:\s\p{Ll}{1,5}|\d,|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\p{Ll}{0,6},?)\s(?:1\d|20)\d\d$/u;
/** A name that ends in a number: `MIG-29. 3 The`. */
const NAME = /\p{L}-\d\d?$/u;

/** Whether the comma at `i` follows a word in lower case or a closing bracket or quotation mark. */
function endsClause(s: Cursor, i: number): boolean {
  const before = s.at(i - 1);
  return (isSmall(before) && isSmall(s.at(i - 2))) || before === 41 || before === 0x201d;
}

/** `Blender14.`, `disease43,44.`, `reports27,28, which`, `(2024)7.`, `条件36，`, `条件 36。`: digits after a lowercase word, bracket or mark. */
function suffix(s: Cursor, i: number): boolean {
  let start = i;
  while (i - start < 24 && (isDigit(s.at(start - 1)) || joinsDigits(s, start - 1))) start--;
  const name = s.at(start - 1) === 45 ? nameEnd(s, i) : -1;
  if (name > start && name < i) start = name;
  const isComma = s.at(i) === 44 || s.at(i) === 59;
  const isWord = name === start || s.runBack(start, isSmall, 4) <= start - (isComma ? 4 : 2);
  const isEnd = isComma
    ? isWord && s.at(i + 1) === 32
    : (isWord || isBehindMark(s, start)) && opensSentence(s, i + 1);
  const isFree = start >= Math.max(s.floor, s.hits.at(-1)?.end ?? 0);
  return isFree && (isEnd || isBehindWide(s, start, i)) && add(s, start, i, 'suffix');
}

/** Whether a closing bracket or mark is before `start`, but not only marks of emphasis: `**2. Title**` is an item. */
function isBehindMark(s: Cursor, start: number): boolean {
  const before = s.at(start - 1);
  const lead = before === 42 ? s.at(s.runBack(start, isEmphasis, 3) - 1) : 32;
  return before === 41 || before === 0x201d || (lead !== 0 && !isSpace(lead));
}

/** Whether digits follow words of a script without spaces, and a stop of such a script follows them; `图 36。` is a figure. */
function isBehindWide(s: Cursor, start: number, i: number): boolean {
  if (!isWideStop(s.at(i))) return false;
  const end = s.at(start - 1) === 32 ? start - 2 : start - 1;
  if (isFigure(s.at(end)) && (!isCjk(s.at(end - 1)) || leadsTo(s.at(end - 1)))) return false;
  return isCjk(s.at(end)) || endsWide(s.at(end));
}
/** The comma, dash or space of `43,44`. */
const joinsDigits = (s: Cursor, i: number): boolean =>
  joins(s.at(i)) && isDigit(s.at(i - 1)) && isDigit(s.at(i + 1));

/** Whether the text ends at `i` or continues with a new sentence or line. */
function opensSentence(s: Cursor, i: number): boolean {
  let at = i;
  while (isEmphasis(s.at(at))) at++;
  const gap = at;
  while (s.at(at) === 32) at++;
  const c = s.at(at);
  if (c === 0 || c === 10 || c === 13) return true;
  return at > gap && !isDigit(c) && !(c >= 97 && c <= 122);
}
