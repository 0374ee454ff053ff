/** Blocks that contain others: quotes, list items, footnote definitions and admonitions. */
import { decode, isDigit, SPACE, TAB } from '../../text/chars';
import type { BlockState, Container } from './blockState';
import type { Note } from '../model/blockTypes';
import { isThematicBreak } from './leafBlocks';
import type { LineCursor } from './lineCursor';

/** Containers nested deeper than this are read as text: no author nests so deep, and every later line must match each of them. */
const DEEPEST = 64;

/** How many of the open containers the line continues. Moves the cursor past their marks and indents. */
export function matchContainers({ line, containers }: BlockState): number {
  let matched = 0;
  for (const container of containers) {
    if (!matches(line, container)) break;
    matched++;
  }
  return matched;
}

function matches(line: LineCursor, container: Container): boolean {
  if (container.kind === 'quote') return line.indent() <= 3 && skipQuoteMark(line);
  if (line.isBlank()) return !(container.kind === 'item' && container.empty);
  const need = container.kind === 'item' ? container.indent : 4;
  if (line.indent() < need) return false;
  line.skipColumns(need);
  if (container.kind === 'item') container.empty = false;
  return true;
}

/** Moves past a `>` and one column of white space; returns false without one. */
function skipQuoteMark(line: LineCursor): boolean {
  if (line.at(line.skipBlanks(line.pos)) !== 62) return false;
  line.skipIndent();
  line.skip(1);
  line.skipColumns(1);
  return true;
}

/** Starts a block quote at the cursor if there is a `>`. */
export function startQuote(s: BlockState, keep: number): boolean {
  if (s.containers.length >= DEEPEST || !skipQuoteMark(s.line)) return false;
  s.close(keep);
  s.containers.push({ kind: 'quote' });
  return true;
}

type ListMarker = { readonly width: number; readonly number: number };

/** The list marker at `at`. The number is -1 for a bullet. `interrupts`: would its item end a paragraph? Not every item may. */
export function listMarker(line: LineCursor, at: number, interrupts: boolean): ListMarker | undefined {
  let i = at;
  let number = -1;
  const c = line.at(i);
  if (c === 42 || c === 43 || c === 45) i++;
  else if (isDigit(c)) {
    number = 0;
    while (isDigit(line.at(i)) && i - at < 9) number = number * 10 + line.at(i++) - 48;
    if (line.at(i) !== 46 && line.at(i) !== 41) return undefined;
    i++;
  } else return undefined;
  const after = line.at(i);
  if (i < line.end && after !== SPACE && after !== TAB) return undefined;
  if (interrupts && ((number >= 0 && number !== 1) || line.isBlank(i))) return undefined;
  return { width: i - at, number };
}

export function startListItem(s: BlockState, at: number, keep: number, para: boolean): boolean {
  const { line, containers } = s;
  if (line.at(at) > 57 || containers.length >= DEEPEST || isThematicBreak(line, at)) return false;
  // A paragraph inside a container that this line ends is not interrupted: it ends with its container.
  const marker = listMarker(line, at, para && keep === containers.length);
  if (!marker) return false;
  const indent = line.indent();
  s.close(keep);
  line.skipIndent();
  line.skip(marker.width);
  const empty = line.isBlank();
  const gap = line.indent();
  // Five columns or more are one column of padding and indented code.
  const padding = gap === 0 || gap >= 5 || empty ? 1 : gap;
  line.skipColumns(padding);
  if (isTaskBox(line)) line.skip(4);
  const outer = containers.findLast(isItem);
  const item = { start: at, number: marker.number, parent: outer?.item };
  s.blocks.items.push(item);
  containers.push({ kind: 'item', indent: indent + marker.width + padding, item, empty });
  return true;
}

const isItem = (c: Container) => c.kind === 'item';

/** Whether a task checkbox follows: `[ ] `, `[x] `. */
function isTaskBox(line: LineCursor): boolean {
  const { pos } = line;
  if (line.at(pos) !== 91 || line.at(pos + 2) !== 93 || line.at(pos + 3) !== SPACE) return false;
  const mark = line.at(pos + 1);
  return mark === SPACE || mark === 120 || mark === 88;
}

/** The offset of the `]` of a footnote definition `[^label]:` that begins at `at`, or -1. */
export function footnoteLabelEnd(line: LineCursor, at: number): number {
  if (line.at(at) !== 91 || line.at(at + 1) !== 94) return -1;
  let i = at + 2;
  while (i < line.end && line.at(i) !== 93 && line.at(i) !== 91 && !line.isBlankAt(i))
    i += line.at(i) === 92 ? 2 : 1;
  return i > at + 2 && line.at(i) === 93 && line.at(i + 1) === 58 ? i : -1;
}

export function startFootnote(s: BlockState, at: number, keep: number): boolean {
  const { line, containers } = s;
  const labelEnd = footnoteLabelEnd(line, at);
  if (labelEnd < 0 || containers.length >= DEEPEST) return false;
  s.close(keep);
  const note: Note = { start: at, end: line.end, label: decode(line.codes, at + 2, labelEnd) };
  s.blocks.notes.push(note);
  line.skipIndent();
  line.skip(labelEnd + 2 - at);
  line.skipIndent();
  containers.push({ kind: 'note', note });
  return true;
}

/** `!!! note "Title"`, `???+ tip`, `=== "Tab"` of MkDocs. */
const ADMONITION = /^(?:(?:!!!|\?\?\?\+?) [\w-]{2,}|===[!+]? (?="))/;

/** Starts an admonition, whose lines are indented by four. Its title isn't text. */
export function startAdmonition(s: BlockState, at: number, keep: number): boolean {
  const { line, containers } = s;
  const c = line.at(at);
  if ((c !== 33 && c !== 63 && c !== 61) || containers.length >= DEEPEST) return false;
  if (!ADMONITION.test(decode(line.codes, at, Math.min(line.end, at + 40)))) return false;
  s.close(keep);
  line.skipIndent();
  line.skip(line.end - at);
  containers.push({ kind: 'admonition' });
  return true;
}
