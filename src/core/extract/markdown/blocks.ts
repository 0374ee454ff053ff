/** Parses the blocks of Markdown: CommonMark 0.31 with GFM tables and footnotes. One pass over the lines, in time linear in the text. */
import { isAlnum, isAlpha, SPACE, TAB } from '../../text/chars';
import { BlockState, type OpenBlock } from './blockState';
import type { BlockOptions, Blocks } from '../model/blockTypes';
import {
  footnoteLabelEnd,
  listMarker,
  matchContainers,
  startAdmonition,
  startFootnote,
  startListItem,
  startQuote,
} from './containers';
import { continueHtml, continueRawHtml, startHtml } from './htmlBlocks';
import {
  addText,
  continueFence,
  continueIndentedCode,
  isThematicBreak,
  setextHeading,
  startAtxHeading,
  startFence,
  startIndentedCode,
} from './leafBlocks';
import { lineEnd, nextLine } from './lineCursor';
import { addRow, startTable } from './tableBlocks';

/** The least length of a chunk: smaller chunks would cost more memory than they save when an edit reads one again. */
const SHORTEST = 512;

/** Parses the blocks of `codes`, the units of `source`. Replaces quote marks of continued paragraph lines with spaces, in place. */
export function readBlocks(codes: Uint16Array, source: string, options: BlockOptions): Blocks {
  const s = new BlockState(codes, options);
  const { blocks } = s;
  // Searching a string for one unit takes a tenth of the time of a loop.
  const hasReturns = source.includes('\r');
  const endOf = (from: number): number => {
    if (hasReturns) return lineEnd(codes, from);
    const found = source.indexOf('\n', from);
    return found < 0 ? codes.length : found;
  };
  let at = options.first ? readFrontMatter(s) : 0;
  while (at < codes.length) {
    const end = endOf(at);
    if (s.blank && end > at && isBoundary(s, at)) {
      s.close(0);
      s.unclosedFence = 0;
      if (options.stop?.(at) === true) {
        blocks.end = at;
        break;
      }
      const long = at - (blocks.firsts.at(-1) ?? 0) >= SHORTEST;
      (long ? blocks.firsts : blocks.bounds).push(at);
    }
    s.line.open(at, end);
    readLine(s);
    at = nextLine(codes, end);
  }
  return blocks;
}

/** Returns the offset of the text after the byte order mark and front matter. */
function readFrontMatter(s: BlockState): number {
  const { codes } = s.line;
  const start = codes[0] === 0xfeff ? 1 : 0;
  const front = frontMatterBlock(codes, start);
  if (!front) return start;
  s.addLeaf('front', front.start, front.end);
  s.blank = true;
  return front.next;
}

/** Whether a line at `at`, after a blank line, continues no block: not indented, no fence or raw HTML outside containers is open. */
function isBoundary({ line, containers, open }: BlockState, at: number): boolean {
  if (line.isBlankAt(at)) return false;
  return containers.length > 0 || (open?.kind !== 'fence' && open?.kind !== 'rawHtml');
}

function readLine(s: BlockState): void {
  const { line, containers, open } = s;
  s.blank = false;
  // The most common line: outside containers, beginning with a letter.
  if (containers.length === 0 && (open === undefined || open.kind === 'paragraph')) {
    const c = line.at(line.start);
    if (isAlpha(c) || c > 127) {
      addText(s);
      return;
    }
  }
  const matched = matchContainers(s);
  if (matched === containers.length && open !== undefined && continueBlock(s, open)) return;
  startBlocks(s, matched);
}

/** Adds the line to the open block; false if blocks may start on it. */
function continueBlock(s: BlockState, open: OpenBlock): boolean {
  switch (open.kind) {
    case 'fence':
      continueFence(s, open);
      return true;
    case 'rawHtml':
      continueRawHtml(s, open);
      return true;
    case 'html':
      return continueHtml(s, open);
    case 'indented':
      return continueIndentedCode(s, open);
    case 'paragraph':
    case 'table':
      return false;
  }
}

/**
 * Starts the blocks that begin on the line, then reads the rest as text. The line continues `matched` containers; the others
 * close, unless the line lazily continues a paragraph inside them.
 */
function startBlocks(s: BlockState, matched: number): void {
  const { line, containers } = s;
  const lazy = matched < containers.length;
  let keep = matched;
  while (!line.isBlank()) {
    const para = s.open?.kind === 'paragraph' && keep === matched;
    if (s.options.indentedCode && line.indent() >= 4) {
      if (para) addText(s);
      else startIndentedCode(s, keep);
      return;
    }
    const at = line.skipBlanks(line.pos);
    if (!startQuote(s, keep)) {
      if (startLeaf(s, at, keep, para, para && !lazy)) return;
      const isAdmonition = !para && startAdmonition(s, at, keep);
      if (!isAdmonition && !startListItem(s, at, keep, para) && !startFootnote(s, at, keep)) {
        if (!para) s.close(keep);
        addText(s);
        return;
      }
    }
    keep = containers.length;
  }
  s.blank = true;
  s.close(keep);
}

/**
 * Starts the leaf block that begins at `at`: a heading, thematic break, code block, HTML block or table. `para`: would it
 * interrupt a paragraph? `underlines`: can the line turn that paragraph into a heading or a table?
 */
function startLeaf(s: BlockState, at: number, keep: number, para: boolean, underlines: boolean): boolean {
  const { line } = s;
  const c = line.at(at);
  if (c === 35) return startAtxHeading(s, at, keep);
  if ((c === 96 || c === 126) && startFence(s, at, keep)) return true;
  if (c === 60 && startHtml(s, at, keep, para)) return true;
  if (underlines && (c === 61 || c === 45) && setextHeading(s, at)) return true;
  if (underlines && (c === 45 || c === 58 || c === 124) && startTable(s, at)) return true;
  if (isThematicBreak(line, at)) {
    s.close(keep);
    return true;
  }
  if (s.open?.kind !== 'table' || keep < s.containers.length) return false;
  if (listMarker(line, at, false) || footnoteLabelEnd(line, at) >= 0) return false;
  addRow(s, at, line.end);
  return true;
}

/**
 * The YAML front matter that begins at `start`, from `---` to `---` or `...`: its body without the marks, and where the text after it begins.
 * Without the closing line there is none.
 */
function frontMatterBlock(codes: Uint16Array, start: number) {
  if (!isMarkLine(codes, start, 45)) return undefined;
  const body = nextLine(codes, lineEnd(codes, start));
  // A text may begin with a thematic break: the next line must look like YAML.
  if (!isYamlLine(codes, body)) return undefined;
  for (let at = body; at < codes.length;) {
    const next = nextLine(codes, lineEnd(codes, at));
    if (isMarkLine(codes, at, 45) || isMarkLine(codes, at, 46)) return { start: body, end: at, next };
    at = next;
  }
  return undefined;
}

/** A `key:`, a comment, a `{`, or the end of empty front matter. */
function isYamlLine(codes: Uint16Array, at: number): boolean {
  if (codes[at] === 35 || codes[at] === 123 || isMarkLine(codes, at, 45)) return true;
  let i = at;
  while (i < codes.length && isKeyUnit(codes[i] ?? 0)) i++;
  while (codes[i] === SPACE) i++;
  return i > at && codes[i] === 58;
}

const isKeyUnit = (c: number): boolean => isAlnum(c) || c === 45 || c === 95 || c === 46 || c === 34;

/** Whether the line at `at` is three of `mark`, with nothing but trailing white space. */
function isMarkLine(codes: Uint16Array, at: number, mark: number): boolean {
  for (let i = 0; i < 3; i++) if (codes[at + i] !== mark) return false;
  let i = at + 3;
  while (codes[i] === SPACE || codes[i] === TAB) i++;
  return i === lineEnd(codes, i);
}
