/** Paragraphs, headings, thematic breaks and code blocks. */
import { decode, isLetter, SPACE } from '../../text/chars';
import type { BlockState, OpenOf } from './blockState';
import type { LineCursor } from './lineCursor';

/** First units of `[1]`, `**[1]**`, `\[1\]`, `<a …>[1]`, `【1】`, `［1］`, `(1)`, `（1）`. */
const LABEL_STARTS: ReadonlySet<number> = new Set([91, 42, 92, 60, 0x3010, 0xff3b, 40, 0xff08]);

/** Adds the line to the open paragraph, or starts one. The line must not be blank. */
export function addText(s: BlockState): void {
  const { line, open } = s;
  const from = line.skipBlanks(line.pos);
  const to = line.trimEnd(from, line.end);
  for (const c of s.containers) if (c.kind === 'note') c.note.end = to;
  const c = line.codes[from] ?? 0;
  if (LABEL_STARTS.has(c)) s.blocks.marks.push(from);
  // `References [1] …`, as in text copied from a PDF.
  else if (c === 82 && line.codes[from + 10] === SPACE && line.codes[from + 11] === 91)
    s.blocks.marks.push(from + 11);
  if (open?.kind === 'paragraph') {
    const { leaf } = open;
    open.last = from;
    open.before = leaf.end;
    leaf.end = to;
    open.lines++;
    if (leaf.quoted) for (let i = line.start; i < from; i++) line.codes[i] = SPACE;
    return;
  }
  if (c === 91 && line.at(from + 1) === 33 && startCallout(s, from, to)) return;
  const leaf = s.addLeaf('paragraph', from, to);
  s.open = { kind: 'paragraph', leaf, lines: 1, last: from, before: from };
}

/** `[!NOTE]`, `[!tip]- Title` at the start of a block quote: only the title is text. */
function startCallout(s: BlockState, from: number, to: number): boolean {
  const { line } = s;
  if (s.containers.at(-1)?.kind !== 'quote') return false;
  let i = from + 2;
  while (isLetter(line.at(i)) || line.at(i) === 45) i++;
  if (i === from + 2 || line.at(i) !== 93) return false;
  i += line.at(i + 1) === 43 || line.at(i + 1) === 45 ? 2 : 1;
  const title = line.skipBlanks(i, to);
  if (title < to) s.addLeaf('paragraph', title, to);
  return true;
}

/** A heading that begins with `#`. */
export function startAtxHeading(s: BlockState, at: number, keep: number): boolean {
  const { line } = s;
  const marks = line.runEnd(at, 35);
  const level = marks - at;
  if (level > 6 || (marks < line.end && !line.isBlankAt(marks))) return false;
  s.close(keep);
  let end = line.trimEnd(marks, line.end);
  let tail = end;
  while (tail > marks && line.at(tail - 1) === 35) tail--;
  if (tail < end && (tail === marks || line.isBlankAt(tail - 1))) end = line.trimEnd(marks, tail);
  s.addLeaf('heading', line.skipBlanks(marks, end), end, level);
  return true;
}

/** Makes the open paragraph a heading if the line underlines it with `=` or `-`. */
export function setextHeading(s: BlockState, at: number): boolean {
  const { line, open } = s;
  const { leaves } = s.blocks;
  const mark = line.at(at);
  if (!line.isBlank(line.runEnd(at, mark)) || open?.kind !== 'paragraph') return false;
  const { leaf } = open;
  // `| a |` above dashes is the head of a table.
  if (mark === 45 && open.lines === 1 && line.codes[leaf.start] === 124) return false;
  const from = line.codes[leaf.start] === 91 ? s.options.definitionsEnd(leaf.start, leaf.end) : leaf.start;
  if (from >= leaf.end) return false;
  if (from > leaf.start) leaves.splice(-1, 0, { ...leaf, end: from });
  leaves[leaves.length - 1] = { ...leaf, start: from, kind: 'heading', level: mark === 61 ? 1 : 2 };
  s.open = undefined;
  return true;
}

/** Whether the line consists of three or more of one of `*`, `-` and `_`. */
export function isThematicBreak(line: LineCursor, at: number): boolean {
  const mark = line.at(at);
  if (mark !== 42 && mark !== 45 && mark !== 95) return false;
  let count = 0;
  for (let i = at; i < line.end; i++) {
    if (line.at(i) === mark) count++;
    else if (!line.isBlankAt(i)) return false;
  }
  return count >= 3;
}

/** A directive of MyST that contains text: `{note}`, `{figure} a.png`. */
const DIRECTIVE =
  /^\{(?:[a-z-]*figure|admonition|note|tip|hint|important|warning|seealso|margin|dropdown|exercise|prf:[a-z]+)\}/;
const isDirective = ({ codes }: LineCursor, at: number): boolean =>
  DIRECTIVE.test(decode(codes, at, at + 20));
/** An option of a directive, `:name: value` or `name: value`, or the dashes around several. */
const OPTION = /^(?::|---|[a-z-]+: )/;

/** A code block between lines of backticks or tildes. */
export function startFence(s: BlockState, at: number, keep: number): boolean {
  const { line } = s;
  const mark = line.at(at);
  const marks = line.runEnd(at, mark);
  if (marks - at < 3) return false;
  if (mark === 96) for (let i = marks; i < line.end; i++) if (line.at(i) === 96) return false;
  const prose = (s.unclosedFence === mark && line.isBlank(marks)) || isDirective(line, marks);
  s.close(keep);
  s.unclosedFence = 0;
  s.open = { kind: 'fence', mark, length: marks - at, block: s.addCode(at, line.end), prose };
  return true;
}

export function continueFence(s: BlockState, open: OpenOf<'fence'>): void {
  const { line } = s;
  const at = line.skipBlanks(line.pos);
  const isApart = s.blank;
  s.blank = at === line.end;
  if (s.blank) return;
  const { block, mark, length, prose } = open;
  block.end = line.end;
  const marks = line.runEnd(at, mark);
  const isText = prose && isDirective(line, block.start + length);
  if (line.indent() < 4 && marks - at >= length && line.isBlank(marks)) {
    s.open = undefined;
    // The author meant the closing fence to open the next code block.
    if (prose && !isText) s.unclosedFence = mark;
    return;
  }
  if (!prose || (isText && OPTION.test(decode(line.codes, at, Math.min(at + 20, line.end))))) return;
  const last = s.blocks.leaves.at(-1);
  // Lines of a directive are a paragraph; those of a fence that is none may be items.
  if (isText && last && last.start > block.start && !isApart) last.end = line.end;
  else s.addLeaf('paragraph', at, line.end);
}

export function startIndentedCode(s: BlockState, keep: number): void {
  s.close(keep);
  s.open = { kind: 'indented', block: s.addCode(s.line.pos, s.line.end) };
}

export function continueIndentedCode(s: BlockState, open: OpenOf<'indented'>): boolean {
  s.blank = s.line.isBlank();
  if (s.blank) return true;
  if (s.line.indent() < 4) return false;
  open.block.end = s.line.end;
  return true;
}
