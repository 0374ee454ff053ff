/** Reads inline code: only places in files and a sha that is the whole code are citations. */
import { decode, isAlnum, isHex, isSpace } from '../../text/chars';
import { roleKeys } from './citeKeys';
import type { Cursor } from './cursor';
import { placesIn } from './paths';
import { getOrMake } from '../../text/maps';

/** A run of backticks at `i`: skips to after its counterpart, or after the run if it has none. */
export function codeSpan(s: Cursor, i: number): number {
  const { codes, end } = s;
  let after = i;
  while (after < end && codes[after] === 96) after++;
  const length = after - i;
  const runs = (s.ticks ??= readRuns(codes, i, end)).get(length);
  if (!runs) return after;
  while (runs.next < runs.at.length && (runs.at[runs.next] ?? 0) < after) runs.next++;
  const close = runs.at[runs.next];
  if (close === undefined) return after;
  s.opaque.push({ start: i, end: close + length });
  const path = inCode(s, i, after, close, close + length);
  s.lastCode = { start: i, end: close + length, path };
  s.floor = close + length;
  return close + length;
}

function readRuns(codes: Uint16Array, from: number, end: number): NonNullable<Cursor['ticks']> {
  const runs: NonNullable<Cursor['ticks']> = new Map();
  for (let i = from; i < end; i++) {
    if (codes[i] !== 96) continue;
    const start = i;
    while (i < end && codes[i] === 96) i++;
    getOrMake(runs, i - start, () => ({ at: [], next: 0 })).at.push(start);
  }
  return runs;
}

/** Places in files within code; returns the content if it may be a path that words after it complete (`a.ts` lines 3–5). */
function inCode(s: Cursor, outer: number, start: number, end: number, outerEnd: number): string | undefined {
  let from = start;
  let to = end;
  while (from < to && isSpace(s.codes[from] ?? 0)) from++;
  while (to > from && isSpace(s.codes[to - 1] ?? 0)) to--;
  if (to - from > 400 || to === from) return undefined;
  if (roleKeys(s, outer, from, to, outerEnd)) return undefined;
  placesIn(s, from, to);
  const stop = shaEnd(s.codes, to);
  const length = stop - from;
  // A hash of 13 to 39 digits is more often an identifier of another program.
  if ((length < 13 || length === 40) && isSha(s.codes, from, stop) && !OTHER_ID.test(s.behind(outer, 32))) {
    s.commit(from, stop);
    return undefined;
  }
  if (s.codes[from] === 103 || isHex(s.codes[from] ?? 0)) shasIn(s, from, to);
  return outer < from && outerEnd > to ? s.text(from, to) : undefined;
}

/** Ends with a word for an identifier of another kind. */
const OTHER_ID =
  /\b(?:md5|sha-?(?:256|512)|crc\d*|checksum|digest|etag|uuid|guid|container|image|session|request|trace|span|task|job|run|agent|build|message|token|key|colou?r|salt|nonce|address)s?(?:[ _]ids?)?[^.\p{L}]{0,6}$/iu;

/** Not `44fda738...20f41`, a shortened checksum. */
const COMMITS = /^(?:git |commit |[0-9a-f]{7,40}\.{2,3}(?![.]|[\da-f]{1,6}$))/;

/** The shas of a command or a range: `git show abc1234`, `abc1234..def5678`. */
function shasIn(s: Cursor, start: number, end: number): void {
  if (!COMMITS.test(s.text(start, Math.min(end, start + 44)))) return;
  for (let i = start; i < end; i++) {
    if (!isAlnum(s.codes[i] ?? 0)) continue;
    const from = i;
    while (i < end && (isAlnum(s.codes[i] ?? 0) || s.codes[i] === 45 || s.codes[i] === 95)) i++;
    if (isSha(s.codes, from, i)) s.commit(from, i);
  }
}

/** A sha may be shortened by dots: `c18385f…`. */
function shaEnd(codes: Uint16Array, to: number): number {
  if (codes[to - 1] === 0x2026) return to - 1;
  return codes[to - 1] === 46 && codes[to - 2] === 46 && codes[to - 3] === 46 ? to - 3 : to;
}

/** Maximum length of a shortened hash; a full one has 40 digits, and 32 are a checksum. */
const LONGEST_SHORT = 20;

/** A binary literal, the name of a signature, or an identifier that begins with a date: `20231127a1b2`. */
const OTHER_HEX = /^(?:0b|ed25519$|20\d\d[01]\d[0-3]\d)/;

/** A commit's hash: lowercase hexadecimal, letters and digits mixed; not a number with an exponent or something of `OTHER_HEX`. */
export function isSha(codes: Uint16Array, start: number, end: number): boolean {
  const length = end - start;
  if (length < 7 || (length > LONGEST_SHORT && length !== 40)) return false;
  let digits = 0;
  let others = 0;
  for (let i = start; i < end; i++) {
    const c = codes[i] ?? 0;
    if (!isHex(c)) return false;
    if (c < 58) digits++;
    else if (c !== 101 || i === start || i === end - 1) others++;
  }
  const isNumber = others === 0 && length - digits === 1;
  if (digits === 0 || digits === length || isNumber) return false;
  return !OTHER_HEX.test(decode(codes, start, Math.min(end, start + 8)));
}
