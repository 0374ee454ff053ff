/** Where a URL or a DOI ends in running text. Each function reads every unit once. */
import { isUrl } from '../../text/url';
import { isAlnum, isCjk, isDigit, isMark, isSpace, oneOf } from '../../text/chars';

/**
 * The end of the URL that begins at `start`; `from` is where its host begins. Brackets count only in pairs; sentence marks, emphasis and
 * quotes at the end are excluded; CJK marks end it, CJK letters too unless they open a path segment.
 */
export function urlEnd(codes: Uint16Array, from: number, end: number): number {
  const open = new Balance();
  let i = from;
  for (; i < end; i++) {
    const c = codes[i] ?? 0;
    if (c <= 32 || c === 127 || c === 34 || c === 60 || c === 62 || c === 96) break;
    if (c === 42 && codes[i + 1] === 42) break;
    if (c === 124 && (i + 1 >= end || (codes[i + 1] ?? 0) <= 32)) break;
    if ((c === 44 || c === 59 || c === 124) && beginsUrl(codes, i + 1, end)) break;
    if (c > 127 ? endsHere(codes, i, end) : open.closesNothing(c)) break;
  }
  return trimmed(codes, from, i, open);
}

/** Pairs of brackets seen so far. */
class Balance {
  round = 0;
  square = 0;
  curly = 0;
  /** Counts a bracket; true when it closes one that was never opened. */
  closesNothing(c: number): boolean {
    if (c === 40) this.round++;
    else if (c === 91) this.square++;
    else if (c === 123) this.curly++;
    else if (c === 41) return --this.round < 0;
    else if (c === 93) return --this.square < 0;
    else if (c === 125) return --this.curly < 0;
    return false;
  }
}

function endsHere(codes: Uint16Array, i: number, end: number): boolean {
  const c = codes[i] ?? 0;
  // A long dash separates clauses; a short one may be in a title.
  if (c === 0x2014 || c === 0x2015) return true;
  // Hosts may contain symbols: `http://✪df.ws`.
  if ((c >= 0x2010 && c <= 0x2013) || (c >= 0x2600 && c <= 0x27bf))
    return i + 1 >= end || !isAlnum(codes[i + 1] ?? 0);
  // Joiners belong to letters of Indic scripts.
  if (c === 0x200c || c === 0x200d) return false;
  if (isSpace(c) || isMark(c) || c === 0xab || c === 0xbb || c < 0xa0) return true;
  if (!isCjk(c)) return false;
  const before = codes[i - 1] ?? 0;
  return !(isCjk(before) || (before < 128 && '/=_#?&-%('.includes(String.fromCharCode(before))));
}

const beginsUrl = (codes: Uint16Array, i: number, end: number): boolean =>
  i + 7 < end && codes[i] === 104 && codes[i + 1] === 116 && codes[i + 2] === 116 && codes[i + 3] === 112;

function trimmed(codes: Uint16Array, from: number, to: number, open: Balance): number {
  let i = to;
  for (; i > from; i--) {
    const c = codes[i - 1] ?? 0;
    if (c === 59) i = entityStart(codes, from, i);
    else if (c === 40) open.round--;
    else if (c === 91) open.square--;
    else if (c === 123) open.curly--;
    else if (!isTail(c)) break;
  }
  return i;
}

/** `&amp;` at the end of an address is punctuation that was escaped. Returns the offset after the unit to drop next. */
function entityStart(codes: Uint16Array, from: number, i: number): number {
  let j = i - 2;
  while (j > from && i - j < 10 && isAlnum(codes[j] ?? 0)) j--;
  return codes[j] === 38 && j < i - 2 ? j + 1 : i;
}

const isTail = oneOf('.,:;!?\'"*_~\\|');

/**
 * The end of the DOI that begins at `start` (its `10.`), or `start` if there is none. SICI forms keep their angle brackets
 * (`…<693::AID-ASI4>3.0.CO;2-O`); brackets count in pairs, marks at the end are excluded.
 */
export function doiEnd(codes: Uint16Array, start: number, end: number): number {
  const from = behindPrefix(codes, start, end);
  if (from === start) return start;
  let i = from;
  const open = new Balance();
  let angle = 0;
  for (; i < end; i++) {
    const c = codes[i] ?? 0;
    if (c <= 32 || c === 127 || c === 34 || c === 96 || c === 124) break;
    if (c === 60) {
      if (!isDigit(codes[i + 1] ?? 0)) break;
      angle++;
    } else if (c === 62 && --angle < 0) break;
    if (c > 127 ? c < 0xc0 || isSpace(c) || isMark(c) || isCjk(c) : open.closesNothing(c)) break;
    if (c === 42 && codes[i + 1] === 42) break;
  }
  const to = trimmed(codes, from, i, open);
  return to > from ? to : start;
}

/** The offset after the prefix of a DOI, `10.1000/`, or `start`. */
function behindPrefix(codes: Uint16Array, start: number, end: number): number {
  let i = start + 3;
  let digits = 0;
  while (i < end && (isDigit(codes[i] ?? 0) || (codes[i] === 46 && digits >= 4))) {
    if (codes[i] !== 46) digits++;
    i++;
  }
  return digits < 4 || i - start > 24 || codes[i] !== 47 ? start : i + 1;
}

/** A URL whose host begins with a letter: a cheap test. */
const ORDINARY = /^(?:https?|ftp):\/\/[a-z](?:[a-z\d-]|\.(?!\.)){0,252}(?=[/?#]|$)/i;

/** Whether `text` parses as a URL whose host is a name with a dot, an IP address or `localhost`. */
export function wellFormed(url: string): boolean {
  if (ORDINARY.test(url)) return true;
  const host = /^(?:https?|ftp):\/\/([A-Za-z0-9.-]{1,253})(?=[/?#]|$)/i.exec(url)?.[1];
  if (host === undefined || /^[\d.]+$/.test(host)) return isUrl(url);
  return /^[A-Za-z0-9]/.test(host) && !host.includes('..');
}
