/**
 * Reads a name and a page in round brackets, as MLA cites: `(Long 45-46; Sebald, *Austerlitz* 101)`. They cite only if the list has exactly
 * one work of that person.
 */
import { familyOf, stops } from '../authorYear/lexicon';
import type { WorkPart } from '../model/markers';
import { isDigit } from '../../text/chars';
import { SIGNAL } from '../../text/works/signals';
import type { Cursor } from './cursor';

const LONGEST = 200;
const NAME = "\\p{Lu}[\\p{L}’'-]{1,30}";
const PIECE = new RegExp(
  `^\\s*(?:(?:${SIGNAL}|qtd\\. in|quoted in) )?((?:(?:de|del|la|van|von|der|den) ){0,2}${NAME})(?:,? (?:and|&) (${NAME})| et al\\.)?(?:, [*_"“]{1,2}([^*_"“”]{2,80})[*_"”]{1,2})? (?:(?:pp?|chs?|sec)\\. )?(\\d{1,4})(?:[-–]\\d{1,4})?(?:, \\d{1,4}(?:[-–]\\d{1,4})?){0,3}\\s*$`,
  'u',
);

/** Adds the marker in the bracket from `open` to `close`, if it is one. */
export function authorPages(s: Cursor, open: number, close: number): void {
  if (close - open > LONGEST || !isDigit(s.at(close - 1)) || s.at(open - 1) !== 32) return;
  const parts: WorkPart[] = [];
  let from = open + 1;
  for (const piece of s.text(open + 1, close).split(';')) {
    const [, name = '', other, title, page = ''] = PIECE.exec(piece) ?? [];
    if (page === '' || stops(name)) return;
    const family = familyOf(name);
    parts.push({
      start: from,
      end: from + piece.length,
      label: `${family.toLowerCase()}-p${page}`,
      family,
      isPaged: true,
      authors: other === undefined ? [name] : [name, other],
      ...(title !== undefined && { title }),
    });
    from += piece.length + 1;
  }
  s.add({ kind: 'works', start: open, end: close + 1, leaf: s.leafIndex, parts, doubt: true, quiet: false });
}
