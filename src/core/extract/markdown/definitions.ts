/** Link reference definitions at the head of a paragraph: `[label]: destination "title"`. */
import { decode, isPunctuation } from '../../text/chars';
import { decodeEntities } from '../../text/entities';
import type { Definition } from '../model/blockTypes';

/** Labels are compared without case, with white space collapsed. */
export const normal = (label: string): string => label.trim().replace(/\s+/g, ' ').toLowerCase();

/** Reads the definitions that begin at `start`; returns the offset after the last one. */
export function readDefinitions(codes: Uint16Array, start: number, end: number, found: Definition[]): number {
  let at = start;
  while (codes[at] === 91 && at < end) {
    const definition = readOne(codes, at, end);
    if (!definition) break;
    found.push(definition.found);
    at = definition.next;
  }
  return at;
}

const BLANK = (c: number | undefined): boolean => c === 32 || c === 9;
const EOL = (c: number | undefined): boolean => c === 10 || c === 13;

function readOne(codes: Uint16Array, at: number, end: number) {
  let i = at + 1;
  while (i < end && codes[i] !== 93 && codes[i] !== 91 && i - at < 1_000) i += codes[i] === 92 ? 2 : 1;
  if (codes[i] !== 93 || codes[i + 1] !== 58 || i === at + 1 || codes[at + 1] === 94) return undefined;
  const label = normal(decode(codes, at + 1, i));
  i = blanks(codes, i + 2, end, true);
  const from = i;
  i = destinationEnd(codes, i, end);
  if (i === from || i > end) return undefined;
  const angled = codes[from] === 60;
  const url = unescape(decode(codes, angled ? from + 1 : from, angled ? i - 1 : i));
  const stop = blanks(codes, i, end, false);
  const title = stop > i ? titleEnd(codes, stop, end) : 0;
  const below = title === 0 && EOL(codes[stop]) ? titleEnd(codes, blanks(codes, stop, end, true), end) : 0;
  const last = Math.max(title, below, stop);
  if (label === '' || (last < end && !EOL(codes[last]))) return undefined;
  let next = last;
  while (next < end && (EOL(codes[next]) || BLANK(codes[next]))) next++;
  return { found: { start: at, end: last, label, url }, next };
}

function blanks(codes: Uint16Array, from: number, end: number, line: boolean): number {
  let i = from;
  let lines = 0;
  while (i < end && (BLANK(codes[i]) || (line && EOL(codes[i]) && lines < 2))) {
    if (codes[i] === 10 || (codes[i] === 13 && codes[i + 1] !== 10)) lines++;
    i++;
  }
  return i;
}

function destinationEnd(codes: Uint16Array, from: number, end: number): number {
  let i = from;
  if (codes[from] === 60) {
    for (i++; i < end && !EOL(codes[i]); i++) {
      if (codes[i] === 62) return i + 1;
      if (codes[i] === 60) return from;
    }
    return from;
  }
  let depth = 0;
  for (; i < end; i++) {
    const c = codes[i] ?? 0;
    if (c <= 32 || c === 127) break;
    if (c === 92 && isPunctuation(codes[i + 1] ?? 0)) i++;
    else if (c === 40) depth++;
    else if (c === 41 && --depth < 0) return from;
  }
  return depth === 0 ? i : from;
}

/** After a complete title at the end of its line, or 0. A title ends at the first blank line or its closing mark. */
function titleEnd(codes: Uint16Array, at: number, end: number): number {
  const open = codes[at];
  if (open !== 34 && open !== 39 && open !== 40) return 0;
  const close = open === 40 ? 41 : open;
  for (let i = at + 1; i < end && i - at < 2_000; i++) {
    if (codes[i] === 92) i++;
    else if (codes[i] === close) {
      const stop = blanks(codes, i + 1, end, false);
      return stop >= end || EOL(codes[stop]) ? stop : 0;
    }
  }
  return 0;
}

/** Backslash escapes and the common entities resolved. */
export function unescape(text: string): string {
  if (!text.includes('\\') && !text.includes('&')) return text;
  return decodeEntities(text.replace(/\\([!-/:-@[-`{-~])/g, '$1'));
}
