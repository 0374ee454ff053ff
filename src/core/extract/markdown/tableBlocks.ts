/** Tables of GitHub Flavored Markdown. */
import { decode } from '../../text/chars';
import type { BlockState } from './blockState';
import type { LineCursor } from './lineCursor';

/** Starts a table if the line is a delimiter row and the last line of the open paragraph has as many cells. */
export function startTable(s: BlockState, at: number): boolean {
  const { line, open } = s;
  if (open?.kind !== 'paragraph') return false;
  const columns = countColumns(line, at);
  const { leaf, last, before } = open;
  const { end } = leaf;
  if (columns === 0 || columns !== countCells(line, last, end)) return false;
  if (open.lines > 1) leaf.end = before;
  else s.blocks.leaves.pop();
  addRow(s, last, end);
  s.open = { kind: 'table' };
  return true;
}

const DELIMITERS = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/;
/** The number of columns of a delimiter row such as `|:--|--:|`, or 0 if the line is not one. */
function countColumns(line: LineCursor, at: number): number {
  const row = decode(line.codes, at, line.end);
  return row.includes('|') && DELIMITERS.test(row) ? (row.match(/-+/g)?.length ?? 0) : 0;
}

// Pipes separate the cells of a row, even in code spans, unless a backslash escapes them. Outer pipes and white space are optional.

function countCells(line: LineCursor, start: number, end: number): number {
  const to = line.trimEnd(start, end);
  let count = 0;
  for (let from = firstCell(line, start, to); from < to; from = cellEnd(line, from, to) + 1) count++;
  return count;
}

/** Adds the cells of a row of the open table. Empty cells are not leaves. */
export function addRow(s: BlockState, start: number, end: number): void {
  const { line } = s;
  const to = line.trimEnd(start, end);
  let from = firstCell(line, start, to);
  while (from < to) {
    const pipe = cellEnd(line, from, to);
    const textEnd = line.trimEnd(from, pipe);
    const text = line.skipBlanks(from, textEnd);
    if (text < textEnd) s.addLeaf('cell', text, textEnd);
    from = pipe + 1;
  }
}

function firstCell(line: LineCursor, start: number, to: number): number {
  const from = line.skipBlanks(start, to);
  return from < to && line.codes[from] === 124 ? from + 1 : from;
}

function cellEnd(line: LineCursor, from: number, to: number): number {
  for (let i = from; i < to; i++) {
    const c = line.codes[i];
    if (c === 92) i++;
    else if (c === 124) return i;
  }
  return to;
}
