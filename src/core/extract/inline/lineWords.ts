/** Line numbers in words beside a path: "lines 10–20 of a.ts", "a.ts, line 3", `main.go (L12)`. */
import type { Cursor } from './cursor';
import { isPathUnit, looksLikeFile, spellFile } from '../../text/filePaths';
import { number, type Lines } from './lineNumbers';

/** `a = b.c` is code, not a path. */
const OPERATOR = /[=|;{}<>*]|: /;
const AFTER = /^"?,? ?\(?(?:at |on |in )?,? ?$/;

/** The last line of a range in words, and after `L12`. */
const LAST = /^(?: ?[-–] ?|— ?| (?:to|through|and) )(\d{1,8})(?!\d)/;
const SHORT_LAST = /^[-–]L?(\d{1,8})(?!\d)/;

/** The lines from `low` to the number that `last` reads behind it, if that is no lower. */
function upTo(s: Cursor, low: { value: number; end: number }, last: RegExp): Lines {
  const more = last.exec(s.ahead(low.end, 24));
  const high = Math.max(low.value, Number(more?.[1] ?? 0));
  const isRange = more !== null && high === Number(more[1]);
  return { range: [low.value, high], end: isRange ? low.end + more[0].length : low.end };
}

/** `line 5`, `lines 10–20` at a word start: joined to the path before it or to `of a.ts` after it. */
export function lineWords(s: Cursor, i: number, wordEnd: number): number {
  const low = number(s, wordEnd + 1, s.end);
  if (!low || s.at(wordEnd) !== 32) return wordEnd;
  const { range, end } = upTo(s, low, LAST);
  return before(s, i, end, range) ?? behind(s, i, end, range) ?? end;
}

/** `L12`, `L12-L15` from `i` to `wordEnd`, after its path alone: `main.go (L12)`. */
export function shortLines(s: Cursor, i: number, wordEnd: number): number | undefined {
  const low = s.at(i - 1) === 32 || s.at(i - 1) === 40 ? number(s, i + 1, s.end) : undefined;
  if (low?.end !== wordEnd) return undefined;
  const { range, end } = upTo(s, low, SHORT_LAST);
  // `a.py` (L1 cache)
  if (s.at(i - 1) === 40 && low.value < 4 && end === wordEnd && s.at(end) !== 41) return undefined;
  return before(s, i, end, range);
}

function before(s: Cursor, i: number, end: number, lines: [number, number]): number | undefined {
  const code = s.lastCode;
  if (
    code?.path !== undefined &&
    i - code.end < 12 &&
    looksLikeFile(code.path) &&
    !OPERATOR.test(code.path) &&
    AFTER.test(s.text(code.end, i))
  )
    return addFile(s, code.path, lines, code.start, closing(s, code.end, i, end));
  let edge = i;
  while (edge > s.floor && i - edge < 12 && !isPathUnit(s.at(edge - 1))) edge--;
  let gap = s.text(edge, i);
  if (/(?:at|on|in) ?$/.test(s.text(Math.max(s.floor, i - 4), i)) && gap.length < 2) {
    edge = i - 4 - (s.at(i - 4) === 32 ? 0 : -1);
    while (edge > s.floor && s.at(edge - 1) === 32) edge--;
    gap = s.text(edge, i);
  }
  if (!AFTER.test(gap)) return undefined;
  const start = Math.max(Math.min(edge, s.floor), s.runBack(edge, isPathUnit, 400));
  const path = s.text(start, edge);
  if (!looksLikeFile(path)) return undefined;
  // `File "src/a.py", line 3`: the quotes around the path are part of the marker.
  const quoted = s.at(edge) === 34;
  if (quoted && s.at(start - 1) !== 34) return undefined;
  return addFile(s, path, lines, quoted ? start - 1 : start, closing(s, edge, i, end));
}

/** A bracket that opened between path and line words is closed by the marker. */
const closing = (s: Cursor, from: number, to: number, end: number): number =>
  s.text(from, to).includes('(') && s.at(end) === 41 ? end + 1 : end;

function behind(s: Cursor, i: number, end: number, lines: [number, number]): number | undefined {
  const link = /^ (?:of|in|from) (?:the )?(?:file )?(`?)/.exec(s.ahead(end, 24));
  if (!link) return undefined;
  const start = end + link[0].length;
  const to = s.run(start, isPathUnit, 400);
  if (link[1] === '`' && s.at(to) !== 96) return undefined;
  const path = s.text(start, to).replace(/\.+$/, '');
  if (!looksLikeFile(path)) return undefined;
  return addFile(s, path, lines, i, link[1] === '`' ? to + 1 : start + path.length);
}

function addFile(s: Cursor, path: string, lines: [number, number], start: number, end: number): number {
  const target = { kind: 'file', path, lines } as const;
  return s.take('file', spellFile(target), target, start, end);
}
