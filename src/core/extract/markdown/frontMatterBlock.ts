/** Where YAML front matter is: from `---` on the first line to `---` or `...`. Without the closing line there is no front matter. */
import { isAlnum, SPACE, TAB } from '../../text/chars';
import { lineEnd, nextLine } from './lineCursor';

/** The front matter that begins at `start`: its body without the marks, and where the text after it begins. */
export function frontMatterBlock(
  codes: Uint16Array,
  start: number,
): { readonly start: number; readonly end: number; readonly next: number } | undefined {
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
