/**
 * Scans one leaf, once from left to right. A table says which finder handles which unit; a finder takes the offset it was called at and
 * returns the offset to continue from (its own offset + 1 or the end of the word if it found nothing).
 */
import type { Leaf } from '../model/blockTypes';
import { closeBracket, openBracket } from './brackets';
import { isAlnum, superscript } from '../../text/chars';
import { codeSpan } from './codeSpans';
import type { Cursor } from './cursor';
import { angle } from './inlineHtml';
import { dollar } from './math';
import { bareNumbers, isWideStop, numbersWithin } from './bareNumbers';
import { wideBracket } from './numbers';
import { pathBefore } from './paths';
import { chatBracket, privateMarker, raisedFormula, superscripts, tail } from './chatArtifacts';
import { mayOpen, word } from './openingWords';
import { openParen } from './authorYears';
import { nameYear } from './nameYears';
import { atSign, brace, latexCommand } from './citeKeys';

/** Tests one place; returns the offset to continue from. */
type Finder = (s: Cursor, i: number) => number;

const FINDERS: (Finder | undefined)[] = Array.from({ length: 128 }, () => undefined);
const rows: readonly (readonly [string, Finder])[] = [
  ['`', (s, i) => (s.options.latex ? i + 1 : codeSpan(s, i))],
  ['\\', (s, i) => latexCommand(s, i)],
  ['<', angle],
  ['[', openBracket],
  [']', closeBracket],
  ['(', openParen],
  ['@', atSign],
  [':#', (s, i) => pathBefore(s, i)],
  ['^', tail],
  ['{', brace],
  ['$', (s, i) => Math.max(raisedFormula(s, i), dollar(s, i))],
  ['.,;!?', bareNumbers],
];
for (const [marks, finder] of rows) for (const mark of marks) FINDERS[mark.charCodeAt(0)] = finder;

function beyondAscii(s: Cursor, i: number, c: number): number {
  if (isWideStop(c)) return bareNumbers(s, i);
  if (c === 0x3010) return chatBracket(s, i);
  if (c === 0xff08) return openParen(s, i);
  if (c === 0xff3b || c === 0x3014) return wideBracket(s, i);
  if (c >= 0xe200 && c <= 0xe2ff) return privateMarker(s, i);
  if (superscript(c) >= 0) return superscripts(s, i);
  return i + 1;
}

/** ASCII letters and digits, as a table over all units to skip words quickly. */
const WORDS = new Uint8Array(65_536);
for (let c = 0; c < 128; c++) WORDS[c] = isAlnum(c) ? 1 : 0;

/** Reads one leaf, where no marker begins with words before `floor`; hits and faults are added to the cursor's, in no particular order. */
export function readLeaf(s: Cursor, leaf: Leaf, index: number, floor: number): void {
  if (s.stopped) return;
  s.enter(leaf, index, floor);
  const { codes, end } = s;
  for (let i = leaf.start; i < end;) {
    const c = codes[i] ?? 0;
    if (WORDS[c] === 1) {
      let after = i + 1;
      while (after < end && WORDS[codes[after] ?? 0] === 1) after++;
      const number =
        c > 57 ? i : after - i < 4 ? numbersWithin(s, i, after) : after - i < 6 ? nameYear(s, i, after) : i;
      if (number > i) i = number;
      else if (mayOpen(codes, i, after)) i = word(s, i, after);
      else i = codes[after] === 32 ? after + 1 : after;
      continue;
    }
    if (c > 127) {
      // Letters of most scripts never begin a marker.
      if (c >= 0x3040 && c < 0xe200) i++;
      else i = beyondAscii(s, i, c);
      continue;
    }
    const finder = FINDERS[c];
    i = finder === undefined ? i + 1 : finder(s, i);
    if (s.crowded) return;
  }
}
