/** Reads a name and a year without brackets, as notes cite: `Thompson 1963, 12–15`, `Turney and Lee, 1990`. They cite only if the list has the work. */
import { namesBefore } from '../authorYear/narrative';
import { familyOf, stops } from '../authorYear/lexicon';
import { isLetter, isLowerAscii, oneOf } from '../../text/chars';
import type { Cursor } from './cursor';
import { workPart } from './authorYears';

const YEAR = /^(?:1[5-9]|20)\d\d[a-h]?$/;
/** How far back names are read, in UTF-16 units. */
const FARTHEST = 80;
/** No range, decimal or part of a word. */
const BEHIND = /^(?:$|[\s,:;)\]]|\.(?!\d))/;
/** `Berg J. 1963. On rivers`: an entry of a list. */
const ENTRY = /^[.:]\s+["“*_]{0,2}\p{Lu}/u;

/** Adds the marker whose year is from `i` to `after`; returns the offset after it, or `i`. */
export function nameYear(s: Cursor, i: number, after: number): number {
  // Inside brackets and other markers they are read already; most others follow a small word.
  if (s.at(i - 1) !== 32 || s.lastEnd > i || s.brackets.length > 0 || (s.at(i) !== 49 && s.at(i) !== 50))
    return i;
  const edge = s.at(i - 2) === 44 ? i - 2 : i - 1;
  const word = s.runBack(edge, isNamePart, 40);
  const first = s.at(word);
  if (isLowerAscii(first) ? !/ al\.(?:['’]s)?$/.test(s.behind(edge, 6)) : !isLetter(first)) return i;
  const year = s.text(i, after);
  if (!YEAR.test(year) || !BEHIND.test(s.ahead(after, 2))) return i;
  const last = s.text(word, edge);
  if (stops(last)) return i;
  const from = Math.max(s.floor, s.start, i - FARTHEST, s.lastEnd);
  // Most names are alone behind a mark.
  const isAlone = partsNames(s.at(s.at(word - 1) === 32 ? word - 2 : word - 1)) && !isLowerAscii(first);
  const names = isAlone
    ? { from: word - from, authors: [last], etAl: false }
    : namesBefore(s.text(from, edge), '');
  const [name = ''] = names?.authors ?? [];
  if (!names || name === '') return i;
  const start = from + names.from;
  if (/(?:^|\n)[\s>*_-]*$/.test(s.behind(start, 8)) && ENTRY.test(s.ahead(after, 8))) return i;
  const family = familyOf(name.replace(/['’]s?$/, ''));
  const { authors, etAl } = names;
  const parts = [workPart({ from: start, to: after, family, date: year, authors, etAl })];
  const doubt = !etAl || s.leaf?.kind === 'heading';
  s.add({ start, end: after, leaf: s.leafIndex, kind: 'works', parts, doubt, quiet: true, isBare: doubt });
  return after;
}

const partsNames = oneOf('\0\n;:(');
const isNamePart = (c: number): boolean => isLetter(c) || c === 46 || c === 39 || c === 0x2019 || c === 45;
