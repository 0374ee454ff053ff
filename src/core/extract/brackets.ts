/** Square brackets: links, images, references, numbers, footnotes and cite keys. Each content is read once, at its closing bracket. */
import { isAlnum, isAlpha, isDigit, isLetter, isSpace, isUpperAscii, isWordUnit } from './chars';
import type { Part } from './hits';
import type { Bracket, Cursor } from './cursor';
import { keysIn } from './keys';
import { addLink, inlineDestination } from './links';
import { residueLink } from './residue';
import { worksIn } from './works';

export function openBracket(s: Cursor, i: number): number {
  if (s.options.latex) return i + 1;
  const last = s.brackets.at(-1);
  if (last) last.nested = true;
  s.brackets.push({ at: i, image: s.at(i - 1) === 33, hits: s.hits.length, nested: false });
  return i + 1;
}

export function closeBracket(s: Cursor, i: number): number {
  const open = s.brackets.pop();
  if (!open) return i + 1;
  const depth = s.brackets.length;
  const canLink = open.image || depth >= s.linkFloor;
  if (s.linkFloor > depth) s.linkFloor = depth;
  if (s.at(i + 1) === 40 && canLink) {
    const end = link(s, open, i);
    if (end > i) return end;
  }
  if (open.image) return i + 1;
  return open.nested ? nestedBracket(s, open, i) : plainBracket(s, open, i);
}

/** `[text](destination)`; an image is only stepped over. */
function link(s: Cursor, open: Bracket, i: number): number {
  const found = inlineDestination(s, i + 1);
  if (!found) return residueLink(s, open.at, i);
  s.floor = found.end;
  // A picture is no source; a page in a picture's place is.
  if (open.image && PICTURE.test(found.destination)) {
    s.opaque.push({ start: i, end: found.end });
    return found.end;
  }
  const text = s.text(open.at + 1, Math.min(i, open.at + 400)).trim();
  const at = { start: open.at, end: found.end };
  if (text.startsWith('oai_citation'))
    s.faults.push({ ...at, code: 'chat-residue', facts: { label: 'oai_citation' } });
  const inside = s.hits.length;
  const number = /^\[?\\?\[?(\d{1,4})\\?\]?\]?$/.exec(text)?.[1];
  if (number !== undefined && found.destination.startsWith('#')) {
    s.hits.length = open.hits;
    s.add({ kind: 'numbers', parts: [{ ...at, label: number }], superscript: false, ...at });
  } else if (addLink(s, found.destination, at, text, innerNumber(s, open.at + 1, i)))
    s.hits.splice(open.hits, inside - open.hits);
  else s.opaque.push({ start: i, end: found.end });
  s.linkFloor = s.brackets.length;
  return found.end;
}

const PICTURE = /\.(?:png|jpe?g|gif|svg|webp|avif|bmp|ico|tiff?)(?:$|[?#])|^data:|\/badge/i;

/** The `[3]` that is all of a link's text. */
function innerNumber(s: Cursor, start: number, end: number): Part | undefined {
  if (s.at(start) !== 91 || s.at(end - 1) !== 93 || end - start > 7) return undefined;
  const label = s.text(start + 1, end - 1);
  return /^\d+$/.test(label) ? { start, end, label } : undefined;
}

/** A bracket with others inside: the text of a full or collapsed reference, or the cite keys of pandoc with `[sic]` in them. */
function nestedBracket(s: Cursor, open: Bracket, i: number): number {
  if (i - open.at > 1_000) return i + 1;
  if (nestedKeys(s, open.at, i) && keysIn(s, open.at, i)) {
    // What was read inside is part of this marker.
    s.hits.splice(open.hits, s.hits.length - 1 - open.hits);
    return i + 1;
  }
  return s.at(i + 1) === 91 ? fullReference(s, open, i) : i + 1;
}

/** `[@key [p. 3]]`, `[see @key, who writes "[sic]"]`: a key before the inner bracket, and no link. */
function nestedKeys(s: Cursor, open: number, close: number): boolean {
  let at = open + 1;
  while (at < close && s.at(at) !== 64 && s.at(at) !== 91) at++;
  return s.at(at) === 64 && s.at(close + 1) !== 91 && !s.text(open, close).includes('](');
}

function plainBracket(s: Cursor, open: Bracket, i: number): number {
  const from = open.at + 1;
  const first = s.at(from);
  const note = s.at(open.at - 1) === 94;
  if (i === from || i - from > 1_000) return i + 1;
  if (note) return inlineNote(s, open, i);
  if (first === 94) return footnoteMark(s, open, i);
  if (isDigit(first)) {
    const end = numbers(s, open.at, i);
    if (end > i) return end;
  }
  if (i - from === 1 && (first === 32 || first === 120 || first === 88) && s.at(i + 1) !== 58) return i + 1;
  if (keysIn(s, open.at, i) || words(s, open.at, i)) return i + 1;
  if (worksIn(s, open.at, i)) return i + 1;
  return fullReference(s, open, i);
}

/** `[see 3]`, `[e.g., 4, 5]`, `[Ref. 7]`: a word or two before the numbers. */
function words(s: Cursor, open: number, close: number): boolean {
  let i = open + 1;
  while (i < close && i - open < 16 && !isDigit(s.at(i))) i++;
  if (i === open + 1 || !isDigit(s.at(i))) return false;
  const lead = s
    .text(open + 1, i)
    .trim()
    .toLowerCase();
  if (!/^(?:see|see also|e\.g\.,?|cf\.?|refs?\.?|vgl\.|siehe|voir|in)$/.test(lead)) return false;
  return numbers(s, open, close, i) > close;
}

function inlineNote(s: Cursor, open: Bracket, i: number): number {
  const text = s.text(open.at + 1, i);
  s.add({ kind: 'inline-note', text, start: open.at - 1, end: i + 1 });
  return i + 1;
}

function footnoteMark(s: Cursor, open: Bracket, i: number): number {
  for (let j = open.at + 2; j < i; j++) if (isSpace(s.at(j))) return i + 1;
  if (i > open.at + 2) s.add({ kind: 'note', label: s.text(open.at + 2, i), start: open.at, end: i + 1 });
  return i + 1;
}

/** `[text][label]`, `[label][]` and `[label]`: known to be links only when the definitions are. */
function fullReference(s: Cursor, open: Bracket, i: number): number {
  const text = s.text(open.at + 1, i);
  let label = text;
  let end = i + 1;
  if (s.at(end) === 91) {
    let j = end + 1;
    while (j < s.end && j - end < 1_000 && s.at(j) !== 93 && s.at(j) !== 91) j++;
    if (s.at(j) === 93) {
      if (j > end + 1) label = s.text(end + 1, j);
      end = j + 1;
    }
  } else if (open.nested) return i + 1;
  if (text.trim() !== '' && s.at(open.at - 1) !== 33)
    s.add({ kind: 'reference', label, text, short: i + 1, start: open.at, end });
  // What follows the first bracket is read again: it may be a marker of its own.
  return i + 1;
}

const LOCATOR = new Set(
  'p pp page pages sec sect section sections ch chap chapter chapters fig figure figs table tab eq eqs thm theorem lemma prop proposition cor corollary def definition app appendix vol no line lines l ll para note remark example ex ann art s kap bd §'.split(
    ' ',
  ),
);

/** `[1]`, `[1, 2]`, `[1–3]`, `[2,5-7]`, `[3, p. 12]`: gives the offset behind the bracket, or `close` when it is none. */
function numbers(s: Cursor, open: number, close: number, from = open + 1): number {
  const parts: Part[] = [];
  const locator = readNumbers(s, from, close, parts);
  if (locator < 0 || parts.length === 0) return close;
  const attached = isWordUnit(s.at(open - 1)) && s.at(open - 1) < 128;
  // `calix[4]arene`, `a[1].b`: inside a word, a marker never stands.
  if (attached && (isAlnum(s.at(close + 1)) || (s.at(close + 1) === 46 && isLetter(s.at(close + 2)))))
    return close + 1;
  // An index into an array looks the same as a marker behind a word.
  const index = s.lastCode?.end === open || s.indexEnd === open || (attached && codeWord(s, open));
  if (index) s.indexEnd = close + 1;
  const only = parts.length === 1 ? Number(parts[0]?.label) : 0;
  const value =
    parts.some((p) => p.label === '0') ||
    (only >= 1500 && only <= 2100) ||
    (only < 25 && time(s, locator, close)) ||
    equation(s, close + 1) ||
    interval(s, open, parts);
  const doubt = value ? 'value' : index ? 'index' : undefined;
  if (parts.some((p) => p.label.length > 4)) return close;
  s.add({ kind: 'numbers', parts, superscript: false, start: open, end: close + 1, ...(doubt && { doubt }) });
  return close + 1;
}

/** `[10:30]` is a time, unless an entry answers it. */
const time = (s: Cursor, i: number, close: number): boolean =>
  s.at(i) === 58 && close === i + 3 && s.at(i + 1) <= 53 && isDigit(s.at(i + 1)) && isDigit(s.at(i + 2));

/** Reads numbers and ranges into `parts`; gives the offset of a locator, `end` without one, or -1 when anything else stands there. */
function readNumbers(s: Cursor, from: number, end: number, parts: Part[]): number {
  let i = from;
  for (;;) {
    i = blanks(s, i, end);
    const start = i;
    while (i < end && isDigit(s.at(i))) i++;
    if (i === start) return isLocator(s, i, end) && parts.length > 0 ? i : -1;
    const low = s.text(start, i);
    const suffix = i < end && s.at(i) >= 97 && s.at(i) <= 122 && !isLetter(s.at(i + 1)) ? s.text(i, ++i) : '';
    const dash = blanks(s, i, end);
    if (isDash(s.at(dash)) && dash < end && suffix === '') {
      let j = blanks(s, dash + (s.at(dash + 1) === s.at(dash) ? 2 : 1), end);
      const high = j;
      while (j < end && isDigit(s.at(j))) j++;
      if (!addRange(parts, low, s.text(high, j), start, j)) return -1;
      i = j;
    } else parts.push({ start, end: i, label: low + suffix });
    i = blanks(s, i, end);
    if (i >= end) return end;
    const c = s.at(i);
    if (c === 0x2020 || c === 124) return i;
    if (c !== 44 && c !== 59 && c !== 0xff0c && c !== 0x3001)
      return c === 58 && isDigit(s.at(blanks(s, i + 1, end))) ? i : -1;
    i++;
    if (parts.length > 200) return -1;
  }
}

const blanks = (s: Cursor, from: number, end: number): number => {
  let i = from;
  while (i < end && isSpace(s.at(i))) i++;
  return i;
};
const isDash = (c: number): boolean =>
  c === 45 || (c >= 0x2010 && c <= 0x2015) || c === 0x2212 || c === 0xff5e || c === 126;

function addRange(parts: Part[], low: string, high: string, start: number, end: number): boolean {
  const from = Number(low);
  const to = Number(high);
  if (high === '' || low.length > 4 || high.length > 4 || to <= from || to - from > 150) return false;
  if (from === 0 || (from >= 1500 && from <= 2100)) return false;
  for (let n = from; n <= to; n++) parts.push({ start, end, label: String(n) });
  return true;
}

function isLocator(s: Cursor, i: number, end: number): boolean {
  if (s.at(i) === 0xa7) return true;
  let j = i;
  while (j < end && isLetter(s.at(j))) j++;
  return LOCATOR.has(s.text(i, Math.min(j, i + 12)).toLowerCase());
}

/** `[5] = 3 mM`: a concentration, or the value of an element. */
const equation = (s: Cursor, i: number): boolean =>
  s.at(i) === 32 && (s.at(i + 1) === 61 || s.at(i + 1) === 0x2248) && s.at(i + 2) === 32;

/** `[1, 10]` after `in`, `range`, `=`, `∈` is an interval or a list of values. */
function interval(s: Cursor, open: number, parts: readonly Part[]): boolean {
  let i = open - 1;
  while (s.at(i) === 32) i--;
  const c = s.at(i);
  if (c === 61 || c === 0x2208 || c === 60 || c === 0x2286 || c === 0x2282) return true;
  if (parts.length !== 2) return false;
  const from = Math.max(s.start, i - 12);
  return /(?:interval|range|between|bounds?|∈)$/i.test(s.text(from, i + 1));
}

const PROGRAMMING = new Set(
  'arr array args argv list data item items row rows col cols matrix vector vec tuple buf buffer str string index idx values vals params lst dict map tab elements nums stack queue node nodes words lines tokens parts result results input output'.split(
    ' ',
  ),
);

/** Is the word that ends at `open` the name of an array rather than a word of a sentence? Reads 40 units at most. */
function codeWord(s: Cursor, open: number): boolean {
  let i = open;
  let upper = false;
  let code = false;
  while (i > s.start && open - i < 40) {
    const c = s.at(i - 1);
    if (!isWordUnit(c) && c !== 36) break;
    if (c === 95 || c === 36) code = true;
    if (upper && c >= 97 && c <= 122) code = true;
    upper = isUpperAscii(c);
    i--;
  }
  const word = s.text(i, open);
  if (s.at(i - 1) === 46 && isAlpha(s.at(i - 2))) return true;
  return code || (word.length === 1 && !isDigit(word.charCodeAt(0))) || PROGRAMMING.has(word.toLowerCase());
}
