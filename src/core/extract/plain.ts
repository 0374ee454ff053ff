/** Markdown's marks out of a stretch of words. */
import { isLetter, isDigit, isSpace } from './chars';

/**
 * Without emphasis and code marks, blanks collapsed, none before a mark or at the ends, no empty brackets. One pass; stretches
 * that stay as they are are copied whole.
 */
export function plain(text: string): string {
  let out = '';
  let from = 0;
  let pending = false;
  const end = text.length;
  for (let i = 0; i < end; i++) {
    const c = text.charCodeAt(i);
    if (!pending) {
      if (PLAIN[c] === 1) continue;
      // The ordinary blank between two words stays in the stretch.
      if (c === 32 && from < i && PLAIN[text.charCodeAt(i + 1)] === 1 && !isClosing(text.charCodeAt(i + 1)))
        continue;
    }
    const drop = PLAIN[c] === 1 ? 0 : dropped(text, i, c);
    if (drop === 0) {
      if (pending && !isClosing(c)) out += ' ';
      pending = false;
      continue;
    }
    if (from < i) out += text.slice(from, i);
    i += drop - 1;
    from = i + 1;
    if (isSpace(c)) pending = out !== '';
  }
  return from === 0 ? text : from < end ? out + text.slice(from) : out;
}

/** Units that always stay: letters, digits and most marks. */
const PLAIN = new Uint8Array(65_536);
for (let c = 0; c < 65_536; c++)
  PLAIN[c] = isSpace(c) || c === 42 || c === 95 || c === 96 || c === 40 || c === 0xff08 || c < 32 ? 0 : 1;

/** How many units to leave out at `i`: a blank, a mark of emphasis or code, a pair of brackets with nothing in it. */
function dropped(text: string, i: number, c: number): number {
  if (isSpace(c)) return 1;
  if (c === 96) return 1;
  if (c === 40 || c === 0xff08) return emptyBracket(text, i);
  if (c !== 42 && c !== 95) return 0;
  const before = i === 0 ? 32 : text.charCodeAt(i - 1);
  const after = i + 1 >= text.length ? 32 : text.charCodeAt(i + 1);
  if (isSpace(before) && isSpace(after)) return 0;
  return c === 95 && isWord(before) && isWord(after) ? 0 : 1;
}

const isWord = (c: number): boolean => isLetter(c) || isDigit(c);

function emptyBracket(text: string, i: number): number {
  for (let j = i + 1; j < text.length && j - i < 10; j++) {
    const c = text.charCodeAt(j);
    if (c === 41 || c === 0xff09) return j - i + 1;
    if (c !== 44 && c !== 59 && c !== 96 && !isSpace(c)) return 0;
  }
  return 0;
}

const isClosing = (c: number): boolean =>
  c === 46 ||
  c === 44 ||
  c === 59 ||
  c === 58 ||
  c === 33 ||
  c === 63 ||
  c === 41 ||
  c === 0xff09 ||
  c === 0xff0c ||
  c === 0x3002 ||
  (c >= 0xff1a && c <= 0xff1f);
