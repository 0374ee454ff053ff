/**
 * Reads names, titles and pages in round brackets, as MLA cites: `(Long 45-46; Sebald, *Austerlitz* 101)`, `(*Rings* 3)`, `(Pane)`. They cite
 * only if the list has exactly one such work, and a name or title alone only in a text that cites by page.
 */
import { familyOf, stops } from '../authorYear/lexicon';
import type { WorkPart } from '../model/markers';
import { isDigit, oneOf } from '../../text/chars';
import { CITED_IN, SIGNAL } from '../../text/works/signals';
import type { Cursor } from './cursor';

const LONGEST = 200;
const NAME = "\\p{Lu}[\\p{L}’'-]{1,30}";
const PAGE = '(?:\\d{1,4}|[ivxlc]{1,7})(?:[-–](?:\\d{1,4}|[ivxlc]{1,7}))?';
const LEAD = new RegExp(`^(?:${SIGNAL}|${CITED_IN}) `);
const NAMES = new RegExp(
  `^((?:(?:de|del|la|van|von|der|den) ){0,2}${NAME})(?:,? (?:and|&) (${NAME})| et al\\.)?(?=$|,? )`,
  'u',
);
const TITLE = /^(?:, )?[*_"“]{1,2}([^*_"“”]{2,80})[*_"”]{1,2}/;
const PLACE = new RegExp(`^(?:,? ?(?:(?:pp?|chs?|sec|pars?|ll?)\\. )?(${PAGE}(?:, ${PAGE}){0,3}))?$`);
/** What may begin a piece: a capital, an emphasized or quoted title, or the words before a name. */
const mayOpen = oneOf('*_"“scqdlv');
const endsClause = oneOf('.,;:?!');

/** Adds the marker in the bracket from `open` to `close`, if it is one. */
export function authorPages(s: Cursor, open: number, close: number): void {
  if (close - open > LONGEST || s.at(open - 1) !== 32) return;
  // Other brackets within a sentence are remarks.
  if (!isDigit(s.at(close - 1)) && !endsClause(s.at(close + 1))) return;
  const first = s.at(open + 1);
  if (first > 96 && first < 128 && !mayOpen(first)) return;
  const parts: WorkPart[] = [];
  let from = open + 1;
  for (const piece of s.text(open + 1, close).split(';')) {
    const work = workIn(piece.trim());
    if (!work) return;
    parts.push({ start: from, end: from + piece.length, ...work });
    from += piece.length + 1;
  }
  s.add({ kind: 'works', start: open, end: close + 1, leaf: s.leafIndex, parts, doubt: true, quiet: false });
}

/** Reads one work; undefined if there is anything else. */
function workIn(piece: string): Omit<WorkPart, 'start' | 'end'> | undefined {
  let rest = piece.replace(LEAD, '');
  const [names = '', name = '', other] = NAMES.exec(rest) ?? [];
  rest = rest.slice(names.length);
  const [emphasised = '', title] = TITLE.exec(rest) ?? [];
  const place = PLACE.exec(rest.slice(emphasised.length));
  if (!place || stops(name)) return undefined;
  const [, page = ''] = place;
  if (title === undefined && (name === '' || (page === '' && !/\p{Ll}/u.test(name)))) return undefined;
  const family = familyOf(name);
  const label = `${(family || (title ?? '')).toLowerCase()}-p${/^\w*/.exec(page)?.[0] ?? ''}`;
  const authors = other === undefined ? [name] : [name, other];
  return { label, family, page, authors, ...(title !== undefined && { title }) };
}
