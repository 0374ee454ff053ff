/** Tables of GitHub Flavored Markdown. */
import { SPACE, TAB } from '../../text/chars';
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

/** The number of columns of a delimiter row such as `|:--|--:|`, or 0 if the line is not one. */
function countColumns(line: LineCursor, at: number): number {
  let columns = 0;
  let dashes = 0;
  let pipes = 0;
  let state = 0; // 0 before the dashes of a cell, 1 in them, 2 after them
  for (let i = at; i <= line.end; i++) {
    const c = i === line.end ? 124 : line.at(i);
    if (c === 124) {
      if (i < line.end) pipes++;
      if (dashes > 0) columns++;
      else if (state !== 0 || (i > at && i < line.end)) return 0;
      dashes = 0;
      state = 0;
    } else if (c === 45) {
      if (state === 2) return 0;
      state = 1;
      dashes++;
    } else if (c === 58) {
      if (state === 2) return 0;
      state = state === 1 ? 2 : 1;
    } else if (c === SPACE || c === TAB) {
      if (state === 1) state = 2;
    } else return 0;
  }
  return pipes > 0 ? columns : 0;
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
