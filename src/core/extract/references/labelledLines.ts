/** Finds lines of a paragraph that begin with a label, like references of a list. */
import { isDigit, oneOf } from '../../text/chars';
import { countBefore } from '../../text/search';
import type { Leaf, Line } from '../model/blockTypes';
import { skipTags } from '../markdown/htmlTags';

/**
 * The lines of a paragraph that begin with `[label]`, or else with `(3)`, each up to the next such line. `marks` are the offsets at
 * which a line may carry a label; `index` is the paragraph's number in its chunk.
 */
export function labelledLines(
  codes: Uint16Array,
  source: string,
  leaf: Leaf,
  index: number,
  marks: readonly number[],
): readonly Line[] {
  const found: Line[] = [];
  let last: Line | undefined;
  for (let m = countBefore(marks.length, (i) => (marks[i] ?? 0) < leaf.start); m < marks.length; m++) {
    const at = marks[m] ?? 0;
    if (at >= leaf.end) break;
    const line = labelAt(codes, source, at, leaf.end, index);
    if (!line || (line.round && last?.round === false)) continue;
    if (last?.round && !line.round) {
      found.length = 0;
      last = undefined;
    }
    if (last) last.end = trimmed(codes, last.start, at);
    last = line;
    found.push(line);
  }
  if (last) last.end = leaf.end;
  for (const line of found) if (codes[line.end - 1] === 93 && source.startsWith(NOTE, line.start)) line.end--;
  return found.length > 1 ? found.flatMap((one) => split(source, one)) : found;
}

/** A reference and those after it on its lines, as text copied from a PDF has them: `[1] A. One. [2] B. Two.` */
function split(source: string, line: Line): Line[] {
  const all = [line];
  const text = line.round ? '' : source.slice(line.start, line.end);
  for (let last = line, at = 0; ;) {
    const label = String(Number(last.label) + 1);
    at = text.indexOf(`[${label}] `, at + 1);
    if (at < 0 || !/[.);\d]\s$/.test(text.slice(at - 2, at))) return all;
    last.end = line.start + at - 1;
    const start = line.start + at;
    last = { ...line, start, end: line.start + text.length, label, text: start + label.length + 3 };
    all.push(last);
  }
}

function trimmed(codes: Uint16Array, from: number, to: number): number {
  let end = to;
  while (end > from && (codes[end - 1] ?? 0) <= 32) end--;
  return end;
}

/** Reads `[12]`, `[^12^]` of Kimi, `\[12\]`, `**[12]**`, `<a id="x"></a>[12]`, `【12】`, `［12］`, `[Smi20]` or `(12)` at `at`, followed by text. */
function labelAt(codes: Uint16Array, source: string, at: number, end: number, leaf: number) {
  const open = skipTags(codes, at, end);
  let i = open;
  while (codes[i] === 42 || codes[i] === 92) i++;
  const closing = CLOSING.get(codes[i] ?? 0);
  if (closing === undefined && open > at) return counted(codes, source, at, open, end, leaf);
  if (closing === undefined || i - open > 3) return undefined;
  const isNote = source.startsWith(NOTE, i);
  const label = bracketed(codes, isNote ? i + NOTE.length : i + 1, end, isNote ? 58 : closing);
  if (!label) return undefined;
  const { from, to, after } = label;
  const round = closing === 41 || closing === 0xff09;
  // Patents count their paragraphs, `[0012]`.
  if ((codes[from] === 48 && to - from > 3) || (round && !isCount(codes, from, to))) return undefined;
  // `[Online]. Available: …`: a line within a reference.
  if (isNoLabelBefore(codes[after] ?? 0) || (codes[after] === 46 && !isDigit(codes[from] ?? 0)))
    return undefined;
  const text = behindLabel(codes, after, end);
  if (text >= end || !beginsWords(codes, text)) return undefined;
  return { start: at, end, label: source.slice(from, to), text, leaf, round };
}

/** `[1](…)` is a link; `[1]+ Running`: a job of a shell. */
const isNoLabelBefore = oneOf('([+');
/** Whether a reference begins at `i`: `[1], [2] say` is prose; `[2] , Title` has the author of the line above. */
const beginsWords = (codes: Uint16Array, i: number): boolean =>
  codes[i] !== 10 && codes[i] !== 13 && (codes[i] !== 44 || (codes[i - 1] ?? 0) <= 32);

/** The label in the bracket that opens before `start`, and the offset after the bracket. */
function bracketed(codes: Uint16Array, start: number, end: number, closing: number) {
  let i = start;
  while (i < end && i - start < 24 && codes[i] !== closing && codes[i] !== 92 && (codes[i] ?? 0) > 32) i++;
  let [from, to] = [start, i];
  if (codes[i] === 92) i++;
  if (codes[from] === 94 && codes[i - 1] === 94) to = Math.max(++from, to - 1);
  // `- [[Name]]` leads to a page of a wiki.
  const isPage = codes[from] === 91 && !isDigit(codes[from + 1] ?? 0);
  if (codes[i] !== closing || to === from || codes[from] === 94 || isPage) return undefined;
  const isShort = isDigit(codes[from] ?? 0) || (to - from > 1 && to - from < 20);
  return isShort ? { from, to, after: i + 1 } : undefined;
}

/** `<a id="x"></a>12. Words`: not a list item in Markdown because of the anchor. The tags end at `from`. */
function counted(codes: Uint16Array, source: string, at: number, from: number, end: number, leaf: number) {
  let to = from;
  while (to < end && isDigit(codes[to] ?? 0)) to++;
  const text = behindLabel(codes, to + 1, end);
  if (to === from || !isCount(codes, from, to) || text < to + 2 || text >= end) return undefined;
  if ((codes[to] !== 46 && codes[to] !== 41) || codes[text] === 10) return undefined;
  return { start: at, end, label: source.slice(from, to), text, leaf, round: true };
}

/** The start of the words after a label that ends at `from`; punctuation, white space and closing tags belong to the label. */
function behindLabel(codes: Uint16Array, from: number, end: number): number {
  let i = from;
  while (i < end) {
    const c = codes[i];
    if (c === 60 && codes[i + 1] === 47) {
      const after = skipTags(codes, i, end);
      if (after === i) break;
      i = after;
    } else if (c === 42 || c === 58 || c === 46 || c === 32 || c === 9) i++;
    else break;
  }
  return i;
}

/** A number of up to three digits: `(2020)` is a year. */
function isCount(codes: Uint16Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!isDigit(codes[i] ?? 0)) return false;
  return to - from <= 3;
}

/** Begins a note in a book of Project Gutenberg, `[Footnote 12: words]`. */
const NOTE = '[Footnote ';

/** The closing bracket for each opening bracket of a label. */
const CLOSING: ReadonlyMap<number, number> = new Map([
  [91, 93],
  [0x3010, 0x3011],
  [0xff3b, 0xff3d],
  [40, 41],
  [0xff08, 0xff09],
]);
