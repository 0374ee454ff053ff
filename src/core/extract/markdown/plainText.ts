/** Collects ranges of text and returns their words without Markdown markup. */
import { Fingerprint } from '../../text/hash';
import { decode, isAlnum, isAlpha, isEmphasis, isLetter, isSpace, isWord, oneOf } from '../../text/chars';
import type { Chunk } from '../model/chunk';
import { SIGNAL } from '../../text/works/signals';
import { decodeEntities } from '../../text/entities';

/** Most UTF-16 units collected: thousands of markers may share one sentence. */
const LONGEST = 2_000;

/** Gathers ranges and returns their words. Cuts strings only where something was left out: most results are one range, or two. */
class Words {
  /** The gathered units; after the words were taken, the units of the words. */
  private readonly codes = new Uint16Array(LONGEST);
  private length = 0;
  /** The ranges among them, in reused lists: where each begins, the string it was cut from, and where. */
  private readonly starts: number[] = [];
  private readonly texts: string[] = [];
  private readonly froms: number[] = [];
  private count = 0;
  /** How many units were taken last. */
  private taken = 0;
  /** Whether the next unit is code, and the units that an earlier one decides: one behind a backslash, the end of a wiki link. */
  private isCode = false;
  private escaped = -1;
  private wikiEnd = -1;

  get full(): boolean {
    return this.length === LONGEST;
  }

  /** Adds a range of `text`, whose units are `codes`. */
  add(codes: Uint16Array, start: number, end: number, text: string): void {
    const { codes: into, length } = this;
    const to = Math.min(LONGEST, length + end - start);
    if (to <= length) return;
    for (let i = start, n = length; n < to; i++, n++) into[n] = codes[i] ?? 0;
    this.end(to, start, text);
  }

  /** Ends a range at `to`, which was cut from `text` at `from`. */
  private end(to: number, from: number, text: string): void {
    this.starts[this.count] = this.length;
    this.texts[this.count] = text;
    this.froms[this.count++] = from;
    this.length = to;
  }

  /** How many units were gathered. */
  get size(): number {
    return this.length;
  }

  trimEnd(): void {
    while (this.length > 0 && isSpace(this.codes[this.length - 1] ?? 0)) this.length--;
    while (this.count > 0 && (this.starts[this.count - 1] ?? 0) >= this.length) this.texts[--this.count] = '';
  }

  /** Whether the text ends with marks that begin emphasis. */
  opens(): boolean {
    let start = this.length;
    while (start > 0 && isEmphasis(this.codes[start - 1] ?? 0) && this.length - start < 3) start--;
    return start < this.length && (start === 0 || isSpace(this.codes[start - 1] ?? 0));
  }

  addText(text: string): void {
    const { codes, length } = this;
    const to = Math.min(LONGEST, length + text.length);
    for (let n = length; n < to; n++) codes[n] = text.charCodeAt(n - length);
    if (to > length) this.end(to, 0, text);
  }

  /** A marker leaves behind it a full stop too many, or the dash or arrow that set it apart: `Annual report – https://a.example`. */
  endOnce(): void {
    const { codes } = this;
    this.trimEnd();
    this.length = beforeSignal(codes, this.length);
    this.trimEnd();
    while (this.length > 1 && isApart(codes[this.length - 1] ?? 0) && isSpace(codes[this.length - 2] ?? 0)) {
      this.length--;
      this.trimEnd();
    }
    const { length } = this;
    const [last, before, third] = [codes[length - 1], codes[length - 2], codes[length - 3]];
    if (length < 2 || (last !== 46 && last !== 0x3002)) return;
    if (isStop(before) ? before !== 46 || last !== 46 : before === 32 && length > 2 && isStop(third))
      this.length--;
  }

  /**
   * The words: without emphasis and code marks, backslashes that escape a mark, HTML tags, the brackets of wiki links and the lines that open
   * and close a pandoc block; code stays as written; white space is collapsed, and removed before a mark and at the ends; empty brackets are removed. One pass. Ends the gathering.
   */
  take(): string {
    const { codes, length } = this;
    let out = '';
    let size = 0;
    let from = 0;
    let pending = false;
    this.isCode = false;
    this.escaped = this.wikiEnd = -1;
    for (let i = 0; i < length; i++) {
      if (!pending) i = runEnd(codes, i, length, from < i);
      if (i === length) break;
      const c = codes[i] ?? 0;
      const drop = this.dropAt(i, c);
      if (drop === 0) {
        if (pending && !closes(codes, i, length)) {
          out += ' ';
          codes[size++] = 32;
        }
        pending = false;
        continue;
      }
      if (from < i) {
        out += this.cut(from, i);
        size = this.keep(size, from, i);
      }
      const sign = c === 38 ? decodeEntities(decode(codes, i, i + drop)) : isBreak(codes, i) ? ' ' : '';
      i += drop - 1;
      from = i + 1;
      if (isSpace(c) || sign === ' ') pending = size > 0;
      else if (sign !== '') {
        if (pending) codes[size++] = 32;
        out += pending ? ` ${sign}` : sign;
        pending = false;
        codes[size++] = sign.charCodeAt(0);
      }
    }
    if (from < length) {
      out += this.cut(from, length);
      size = this.keep(size, from, length);
    }
    // No text of a document outlives it here.
    for (let k = 0; k < this.count; k++) this.texts[k] = '';
    this.length = this.count = 0;
    this.taken = size;
    return out;
  }

  /** How many units to leave out at `i`, after all before it. */
  private dropAt(i: number, c: number): number {
    const { codes, length } = this;
    const isEscaped = i === this.escaped;
    if (c === 96 && codes[i - 1] !== 96 && !isEscaped) this.isCode = !this.isCode;
    if (i === this.wikiEnd) return 2;
    const isOfCode = this.isCode && c !== 96 && !isSpace(c);
    if ((KINDS[c] ?? 0) < BLANK || isEscaped || isOfCode) return 0;
    if (calls(codes, i) && !this.cutAt(i + 1)) return 0;
    const drop = dropped(codes, i, c, length);
    if (drop > 1 && c === 91 && codes[i + 1] === 91) this.wikiEnd = wikiClose(codes, i, length);
    if (c === BACKSLASH && drop > 0 && !isSpace(codes[i + 1] ?? 0)) this.escaped = i + 1;
    return drop;
  }

  /** Whether the words added last contain a letter or digit. */
  hasWords(): boolean {
    for (let i = 0; i < this.taken; i++) if (isWord(this.codes[i] ?? 0)) return true;
    return false;
  }

  /** The fingerprint of the words that were taken last. */
  fingerprint(): Fingerprint {
    return new Fingerprint().addUnits(this.codes, this.taken);
  }

  /** Whether a range begins at `i`: what was before it was left out. */
  private cutAt(i: number): boolean {
    for (let k = 1; k < this.count; k++) if (this.starts[k] === i) return true;
    return false;
  }

  private cut(start: number, end: number): string {
    let out = '';
    for (let k = 0; k < this.count; k++) {
      const at = this.starts[k] ?? 0;
      if (at >= end) break;
      const to = Math.min(end, k + 1 < this.count ? (this.starts[k + 1] ?? end) : end);
      const from = Math.max(start, at);
      if (from >= to) continue;
      const shift = (this.froms[k] ?? 0) - at;
      out += this.texts[k]?.slice(from + shift, to + shift) ?? '';
    }
    return out;
  }

  /** Moves a range down to `to`; returns where it ends there. */
  private keep(to: number, start: number, end: number): number {
    const { codes } = this;
    if (to < start) for (let i = start, j = to; i < end; i++, j++) codes[j] = codes[i] ?? 0;
    return to + end - start;
  }
}

/** The words of a range as `Words` returns them. In most ranges nothing is left out: they are a slice of the text, and nothing is copied. */
export function wordsIn({ codes, words }: Chunk, start: number, end: number): string {
  const to = Math.min(end, start + LONGEST);
  if (isPlain(codes, start, to)) return words.slice(start, to);
  gathered.add(codes, start, to, words);
  return gathered.take();
}

/** Whether a range has nothing to leave out. */
function isPlain(codes: Uint16Array, start: number, end: number): boolean {
  for (let i = runEnd(codes, start, end, false); i < end; i = runEnd(codes, i + 1, end, true)) {
    const c = codes[i] ?? 0;
    if (isSpace(c) || i === start || dropped(codes, i, c, end) > 0) return false;
  }
  return true;
}

/** Where the words of one claim, context or heading after another are gathered. */
export const gathered = new Words();

/** The words of a string, as `Words` returns them. */
export function plain(text: string): string {
  gathered.addText(text);
  return gathered.take();
}

/** Units that stay, with a space before them: letters, digits and most marks. */
const WORD = 0;
/** Marks that stay, usually without the space before them. */
const CLOSING = 1;
const BLANK = 2;
/** Other white space, and marks that may be left out. */
const CHECKED = 3;
const KINDS = new Uint8Array(65_536).fill(WORD);
for (const mark of '.,;!?)），。：；＜＝＞？') KINDS[mark.charCodeAt(0)] = CLOSING;
for (let c = 0; c < 65_536; c++) if (isSpace(c) || c < 32) KINDS[c] = c === 32 ? BLANK : CHECKED;
for (const mark of '*_`([（<:\\]&') KINDS[mark.charCodeAt(0)] = CHECKED;

/** Whether a unit of one kind ends a run after one of another. A table, as a branch at each space takes twice as long. */
const ENDS = Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 1);
/** The end of a run of words that stay, with one space between two; it may begin with a space `within` a range. */
function runEnd(codes: Uint16Array, from: number, end: number, within: boolean): number {
  if (!within && codes[from] === 32) return from;
  let last = WORD;
  let i = from;
  for (; i < end; i++) {
    const kind = KINDS[codes[i] ?? 0] ?? 0;
    if (ENDS[4 * last + kind] === 1) break;
    last = kind;
  }
  return last === BLANK ? i - 1 : i;
}

const BACKSLASH = 92;
/** What a backslash may precede: marks that programs escape when they write Markdown, and a line break. `\,` is a space in a formula. */
const isDroppedBefore = oneOf('!"#$%&\'()*+-./<=>?@[]^_`{|}~\r\n');

/** How many units to leave out at `i`: white space, a mark of emphasis or code, a tag, or an empty pair of brackets. */
function dropped(codes: Uint16Array, i: number, c: number, end: number): number {
  if (isSpace(c) || c === 96) return 1;
  switch (c) {
    case BACKSLASH:
      return i + 1 < end && isDroppedBefore(codes[i + 1] ?? 0) ? 1 : indexEntry(codes, i, end);
    case 40:
    case 0xff08:
      return emptyBracket(codes, i, end) || signals(codes, i, end);
    case 91:
      return (
        wikiOpen(codes, i, end) || (i > 0 && isSpace(codes[i - 1] ?? 0) ? emptyBracket(codes, i, end) : 0)
      );
    case 38:
      return entity(codes, i, end);
    case 60:
      return tag(codes, i, end);
    case 58:
      return fence(codes, i, end);
    default:
      return isEmphasis(c) ? emphasis(codes, i, end) : 0;
  }
}

/** The length of a mark of emphasis: 0 if it is none, as in `a * b` and `snake_case`. */
function emphasis(codes: Uint16Array, i: number, end: number): number {
  const before = i === 0 ? 32 : (codes[i - 1] ?? 0);
  const after = i + 1 >= end ? 32 : (codes[i + 1] ?? 0);
  if (isSpace(before) && isSpace(after)) return 0;
  return codes[i] === 95 && isWord(before) && isWord(after) ? 0 : 1;
}

/** The length of `\index{tide!spring}`, which prints nothing. */
function indexEntry(codes: Uint16Array, i: number, end: number): number {
  if (codes[i + 1] !== 105 || decode(codes, i, Math.min(end, i + 7)) !== '\\index{') return 0;
  let j = i + 7;
  while (j < end && j - i < 200 && codes[j] !== 125 && codes[j] !== 123) j++;
  return codes[j] === 125 && j < end ? j + 1 - i : 0;
}

/** Whether `()` follows a name: `retry()`. */
const calls = (codes: Uint16Array, i: number): boolean =>
  codes[i] === 40 && codes[i + 1] === 41 && i > 0 && isWord(codes[i - 1] ?? 0);

/** Where the brackets close that a wiki link opens at `i`: `[[Page]]`, `[[Page#Part|words]]`; else -1. */
function wikiClose(codes: Uint16Array, i: number, end: number): number {
  if (codes[i + 1] !== 91 || !isWord(codes[i + 2] ?? 0)) return -1;
  let named = false;
  for (let j = i + 2; j + 1 < end && j - i < 202; j++) {
    const c = codes[j] ?? 0;
    if (c === 93) return codes[j + 1] === 93 && named ? j : -1;
    if (c === 91 || c === 10) return -1;
    named ||= isLetter(c);
  }
  return -1;
}

/** The length of what a wiki link has before its words. */
function wikiOpen(codes: Uint16Array, i: number, end: number): number {
  const close = wikiClose(codes, i, end);
  if (close < 0) return 0;
  let from = close;
  while (from > i + 1 && codes[from] !== 124) from--;
  return from > i + 1 ? from + 1 - i : 2;
}

/** The length of a character reference, `&nbsp;`, that is read. */
function entity(codes: Uint16Array, i: number, end: number): number {
  let j = i + 1;
  while (j < end && j - i < 8 && (isAlnum(codes[j] ?? 0) || codes[j] === 35)) j++;
  if (codes[j] !== 59 || j >= end) return 0;
  const written = decode(codes, i, j + 1);
  return decodeEntities(written) === written ? 0 : written.length;
}

/** `(see`, `(vgl.`, `(see; cf.` at the end: what is left of the bracket around a marker. */
const OPENED = new RegExp(
  `^[(（](?:[\\s,;]*(?:${SIGNAL}|e\\.g\\.|por\\.|ver)(?![\\p{L}\\d]))+[\\s,;]*$`,
  'u',
);

/** The end of the words up to `end`, without the signals behind a bracket that never closes. */
function beforeSignal(codes: Uint16Array, end: number): number {
  let open = end - 1;
  while (open > 0 && end - open < LONGEST_SIGNALS && isOfSignal(codes[open] ?? 0)) open--;
  return open > 0 && isOpened(codes[open] ?? 0) && OPENED.test(decode(codes, open, end)) ? open : end;
}
const LONGEST_SIGNALS = 30;
const isOpened = (c: number): boolean => c === 40 || c === 0xff08;
const isOfSignal = (c: number): boolean => isLetter(c) || isSpace(c) || c === 44 || c === 46 || c === 59;

/** The length of the bracket at `i` with nothing but signals: `(see; cf.)`. */
function signals(codes: Uint16Array, i: number, end: number): number {
  let close = i + 1;
  while (close < end && close - i < LONGEST_SIGNALS && isOfSignal(codes[close] ?? 0)) close++;
  if (close === end || (codes[close] !== 41 && codes[close] !== 0xff09)) return 0;
  return OPENED.test(decode(codes, i, close)) ? close + 1 - i : 0;
}

function emptyBracket(codes: Uint16Array, i: number, end: number): number {
  for (let j = i + 1; j < end && j - i < 10; j++) {
    const c = codes[j] ?? 0;
    if (c === 41 || c === 0xff09) return j - i + 1;
    if (c === 93) return j + 1 < end && codes[j + 1] === 40 ? 0 : j - i + 1;
    if (c !== 44 && c !== 59 && c !== 96 && !isSpace(c)) return 0;
  }
  return 0;
}

/** `<b>`, `</td>`, `<br/>`. */
function tag(codes: Uint16Array, i: number, end: number): number {
  const name = codes[i + 1] === 47 ? i + 2 : i + 1;
  if (name >= end || !isAlpha(codes[name] ?? 0)) return 0;
  let j = name + 1;
  while (j < end && isName(codes[j] ?? 0)) j++;
  // A URL in angle brackets is not a tag.
  if (codes[j] !== 62 && codes[j] !== 47 && !isSpace(codes[j] ?? 0)) return 0;
  for (; j < end && j - name < 302; j++) {
    const c = codes[j];
    if (c === 62) return j + 1 - i;
    if (c === 60 || c === 96) return 0;
  }
  return 0;
}

/** Whether a tag is `<br>`. */
const isBreak = (codes: Uint16Array, i: number): boolean =>
  codes[i] === 60 && ((codes[i + 1] ?? 0) | 32) === 98 && ((codes[i + 2] ?? 0) | 32) === 114;

const isName = (c: number): boolean => isAlnum(c) || c === 45 || c === 95;

/** A line of colons opens or closes a pandoc block. */
function fence(codes: Uint16Array, i: number, end: number): number {
  if (codes[i + 1] !== 58 || codes[i + 2] !== 58 || i + 2 >= end || (i > 0 && codes[i - 1] !== 10)) return 0;
  let j = i + 3;
  while (j < end && codes[j] !== 10) j++;
  return j - i;
}

/** Whether the unit at `i` ends the words before it; in `.gitignore`, `:root` and `!important` it begins a word. */
function closes(codes: Uint16Array, i: number, end: number): boolean {
  const c = codes[i] ?? 0;
  const begins = (c === 46 || c === 58 || c === 33) && i + 1 < end && isAlnum(codes[i + 1] ?? 0);
  return !begins && (c === 58 || KINDS[c] === CLOSING);
}

const isApart = oneOf('-–—|→←');
const isStop = (c: number | undefined): boolean => c === 46 || c === 33 || c === 63 || c === 0x3002;
