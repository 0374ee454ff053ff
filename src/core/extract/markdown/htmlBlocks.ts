/** HTML blocks, by the seven types of CommonMark: 1 to 5 have an end condition of their own, a blank line ends 6 and 7. */
import { decode, isAlnum, isAlpha, SPACE, TAB } from '../../text/chars';
import type { BlockState, OpenOf } from './blockState';
import { tagEnd } from './htmlTags';
import type { LineCursor } from './lineCursor';
import { wordSet } from '../../text/wordSet';

/** Elements of type 6. */
const BLOCK_ELEMENTS = wordSet(
  'address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead title tr track ul',
);
/** Elements of type 1. */
const RAW_ELEMENTS = new Set(['pre', 'script', 'style', 'textarea']);

/** Starts an HTML block at a `<`. */
export function startHtml(s: BlockState, at: number, keep: number, para: boolean): boolean {
  const type = htmlType(s.line, at);
  // Type 7 cannot interrupt a paragraph.
  if (type === 0 || (type === 7 && para)) return false;
  s.close(keep);
  if (type >= 6) readLine(s, (s.open = { kind: 'html', leaf: s.addLeaf('html', at, s.line.end) }), at);
  else if (!holdsEnd(s.line, type, at)) s.open = { kind: 'rawHtml', type };
  return true;
}

export function continueHtml(s: BlockState, open: OpenOf<'html'>): boolean {
  if (s.line.isBlank() || opensFence(s.line, open)) return false;
  readLine(s, open, s.line.pos);
  return true;
}

/** Whether a line of a component of MDX opens a code block, which needs no blank line before it there. */
function opensFence(line: LineCursor, { leaf }: OpenOf<'html'>): boolean {
  const at = line.skipBlanks(line.pos);
  const c = line.at(at);
  if ((c !== 96 && c !== 126) || line.at(at + 1) !== c || line.at(at + 2) !== c || !leaf) return false;
  return line.indent() < 4 && /^<\/?[A-Z]/.test(decode(line.codes, leaf.start, leaf.start + 3));
}

/** Adds a line to the open leaf. Each cell of a table is a leaf of its own; between cells there is none. */
function readLine(s: BlockState, open: OpenOf<'html'>, at: number): void {
  const { line } = s;
  for (let i = at; i < line.end; i++) {
    if (line.codes[i] !== 60) continue;
    const isClosing = line.at(i + 1) === 47;
    const name = word(line, isClosing ? i + 2 : i + 1).toLowerCase();
    const isCell = name === 'td' || name === 'th';
    if (isCell || name === 'tr') {
      if (open.leaf) open.leaf.end = i;
      open.leaf = isCell && !isClosing ? s.addLeaf('cell', i, line.end) : undefined;
    } else if (isClosing && name === 'table' && !open.leaf) open.leaf = s.addLeaf('html', i, line.end);
  }
  if (open.leaf) open.leaf.end = line.end;
}

export function continueRawHtml(s: BlockState, open: OpenOf<'rawHtml'>): void {
  s.blank = s.line.isBlank();
  if (holdsEnd(s.line, open.type, s.line.pos)) s.open = undefined;
}

/** The type of the HTML block that begins at `at`, or 0. */
function htmlType(line: LineCursor, at: number): number {
  const c = line.at(at + 1);
  if (c === 33) {
    if (line.at(at + 2) === 45 && line.at(at + 3) === 45) return 2;
    if (isAlpha(line.at(at + 2))) return 4;
    return line.at(at + 2) === 91 && word(line, at + 3) === 'CDATA' ? 5 : 0;
  }
  if (c === 63) return 3;
  const closing = c === 47;
  const nameStart = at + (closing ? 2 : 1);
  const name = word(line, nameStart).toLowerCase();
  if (name === '') return 0;
  const after = line.at(nameStart + name.length);
  const ends = after === 0 || after === 62 || after === SPACE || after === TAB;
  if (!closing && RAW_ELEMENTS.has(name) && ends) return 1;
  if (BLOCK_ELEMENTS.has(name) && (ends || after === 47)) return 6;
  return (closing || !RAW_ELEMENTS.has(name)) && isOneTag(line, at) ? 7 : 0;
}

/** What ends a block of type 1 to 5. */
const ENDS = [/(?!)/, /<\/(?:pre|script|style|textarea)(?![a-z\d-])/i, /-->/, /\?>/, />/, /\]\]>/];
/** Whether the line, from `at` on, contains the end of a block of `type` 1 to 5. */
const holdsEnd = (line: LineCursor, type: number, at: number): boolean =>
  ENDS[type]?.test(decode(line.codes, at, line.end)) === true;

/** The letters, digits and hyphens at `at`, at most 12: no element of interest has a longer name. */
function word(line: LineCursor, at: number): string {
  let i = at;
  while (i < line.end && i - at < 12 && (isAlnum(line.at(i)) || line.at(i) === 45)) i++;
  return decode(line.codes, at, i);
}

/** Whether the rest of the line is one complete tag. */
function isOneTag(line: LineCursor, at: number): boolean {
  const end = tagEnd(line.codes, at, line.end);
  return end >= 0 && line.isBlank(end);
}
