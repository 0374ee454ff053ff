/** Line numbers after a path: `:42`, `:10-20`, `#L10-L20`, `(42,5)`. */
import { isAlnum, isCjk, isDigit, isLetter } from '../../text/chars';
import type { Cursor } from './cursor';

/** A line or range of lines, and the offset after it. */
export type Lines = { readonly range: [number, number]; readonly end: number };

/** Lines at `i`: `:42`, `:10-20`, `:10:5` (the second is a column), `#L10`, `#L10-L20`, `#L10C2-L20C4`. */
export function linesAt(s: Cursor, i: number, end: number): Lines | undefined {
  const hash = s.codes[i] === 35;
  let j = i + 1;
  if (hash || s.codes[j] === 76) {
    if (s.codes[j] !== 76 && s.codes[j] !== 108) return undefined;
    j++;
  }
  const low = number(s, j, end) ?? zero(s, j, end);
  if (!low) return undefined;
  j = column(s, low.end, end, hash);
  let high = low.value;
  const c = s.at(j);
  if ((c === 45 || c === 0x2013 || c === 0x2014) && j < end) {
    let k = j + 1;
    if (s.codes[k] === 76 || s.codes[k] === 108) k++;
    const to = number(s, k, end);
    if (to && to.value >= low.value) {
      high = to.value;
      j = column(s, to.end, end, hash);
    }
  }
  const after = j < end ? s.at(j) : 0;
  if (isLetter(after) && !isCjk(after)) return undefined;
  if ((after === 95 && isAlnum(s.at(j + 1))) || (after === 37 && !hash)) return undefined;
  return { range: [low.value, high], end: j };
}

/** Files whose compilers write places in parentheses; `a.slice(1,5)` calls a function. */
export const COMPILED =
  /\.(?:[cm]?[jt]sx?|vue|svelte|cs|vb|fsx?|cpp|cxx|hpp|cshtml|razor|xaml|(?:cs|vb|fs|vcx)proj|props|targets|sln)$/i;

/** Lines in the brackets at `i`: `(42,5)` and `(42,5,43,9)` with columns; `(42)` and `(42-44)` where a message follows. */
export function linesIn(s: Cursor, i: number, end: number): Lines | undefined {
  const from = i + 1;
  const close = s.run(from, isPlaceUnit, Math.min(39, end - from));
  if (close >= end || s.codes[close] !== 41) return undefined;
  const match = /^(\d{1,7})(?:-(\d{1,7})|, ?\d{1,7}(?:-\d{1,7}|,(\d{1,7}),\d{1,7})?)?$/.exec(
    s.text(from, close),
  );
  const low = Number(match?.[1]);
  const high = Number(match?.[2] ?? match?.[3] ?? low);
  if (!(low > 0) || high < low) return undefined;
  // A call has brackets too: a single number is a line only after the ending of a source file.
  const isLine = s.at(close + 1) === 58 || match?.[0].includes(',') || SOURCE.test(s.behind(i, 5));
  return isLine ? { range: [low, high], end: close + 1 } : undefined;
}

const SOURCE = /\.(?:[cm]?[jt]sx?|cs|cpp|vue)$/;

const isPlaceUnit = (c: number): boolean => isDigit(c) || c === 44 || c === 45 || c === 32;

/** A number from 1 of up to eight digits at `from`, and the offset after it. */
export function number(s: Cursor, from: number, end: number): { value: number; end: number } | undefined {
  let i = from;
  let value = 0;
  while (i < end && isDigit(s.codes[i] ?? 0) && i - from < 8) value = value * 10 + (s.codes[i++] ?? 0) - 48;
  return i === from || value === 0 || isDigit(s.at(i)) ? undefined : { value, end: i };
}

/** Line 0, which no file has, so that it is reported. */
const zero = (s: Cursor, from: number, end: number): { value: number; end: number } | undefined =>
  from < end && s.codes[from] === 48 && !isAlnum(s.at(from + 1)) ? { value: 0, end: from + 1 } : undefined;

const column = (s: Cursor, i: number, end: number, hash: boolean): number =>
  (s.codes[i] === (hash ? 67 : 58) && i < end ? number(s, i + 1, end)?.end : undefined) ?? i;
