/** Splits a reference into words and marks, each with its shape: what the labels of its parts are decided from. One pass, bounded. */

/** Classes of tokens by their letters; a mark is its own class. `<` and `>` are those before the first and after the last token. */
export const SHAPES = [
  '<', '>', 'X', 'Xx', 'XX', 'X2', 'x', 'x2', 'xX', 'o', 'd1', 'd2', 'd3', 'Y', 'd5', 'a', 'U', '-', '“', '”',
  '.', ',', ':', ';', '(', ')', '[', ']', '/', '?', '!', '&', '#',
] as const; // prettier-ignore
export type Shape = (typeof SHAPES)[number];
/** The number of each shape. */
export const SHAPE = Object.fromEntries(SHAPES.map((name, i) => [name, i])) as Readonly<
  Record<Shape, number>
>;

/** Words and marks of a reference. The shapes and words have `PAD` more at both ends. */
export type Tokens = {
  readonly count: number;
  /** Offsets into the text. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly shapes: Uint8Array;
  /** A hash of each word in lower case, and of its last letters. */
  readonly words: Int32Array;
  readonly endings: Int32Array;
  /** 1 in italics, 2 in bold. */
  readonly emphasis: Uint8Array;
};
export const PAD = 3;

/** A longer reference is labelled up to here. */
const MOST = 400;
const TOKEN =
  /https?:\/\/[^\s<>]+|(?:doi\.org\/)?10\.\d{4,9}\/[^\s<>]+|[\p{L}\p{M}\p{N}]+(?:['’´`¨-][\p{L}\p{M}\p{N}]+)*|\S/gu;
const QUOTES = new Set('“”„«»‘’"\'‚‹›《》「」');
const OPENERS = '«“„‘‹《「';
const ENDING = 3;

export function tokens(text: string): Tokens {
  const starts: number[] = [];
  const ends: number[] = [];
  const most = Math.min(MOST, text.length);
  const shapes = new Uint8Array(most + 2 * PAD);
  const words = new Int32Array(most + 2 * PAD);
  const endings = new Int32Array(most + 2 * PAD);
  const emphasis = new Uint8Array(most);
  let inside = 0;
  let count = 0;
  TOKEN.lastIndex = 0;
  for (let m = TOKEN.exec(text); m && count < most; m = TOKEN.exec(text)) {
    const [token] = m;
    const before = text.charAt(m.index - 1);
    if (token === '*' || token === '_' || token === '`') {
      let end = m.index + 1;
      while (text.charAt(end) === token) end++;
      TOKEN.lastIndex = end;
      if (token !== '`') inside = emphasisAt(inside, end - m.index, before, text.charAt(end));
      continue;
    }
    starts.push(m.index);
    ends.push(m.index + token.length);
    const at = count + PAD;
    shapes[at] = QUOTES.has(token)
      ? quoteAt(token, before, text.charAt(m.index + token.length))
      : shapeOf(token);
    // A letter alone is an initial or a word, `E.` or `e`.
    const lower = token.length === 1 ? token : token.toLowerCase();
    words[at] = hash(lower, 0);
    if (isWord(shapes[at] ?? 0) && token.length > ENDING + 1)
      endings[at] = hash(lower, lower.length - ENDING);
    emphasis[count++] = inside;
  }
  shapes.fill(SHAPE['>'], count + PAD, count + 2 * PAD);
  return { count, starts, ends, shapes, words, endings, emphasis };
}

/** Emphasis behind a run of markers. */
function emphasisAt(inside: number, markers: number, before: string, after: string): number {
  if (inside === 0) return after !== '' && after.trim() !== '' ? Math.min(markers, 2) : 0;
  return before.trim() === '' ? inside : 0;
}

/** A quotation mark opens before a word and closes behind one, whatever its language. */
function quoteAt(mark: string, before: string, after: string): number {
  if (before === '' || '([*_,: \n'.includes(before)) {
    if (after.trim() !== '') return SHAPE['“'];
  } else return SHAPE['”'];
  return OPENERS.includes(mark) ? SHAPE['“'] : SHAPE['”'];
}

function shapeOf(token: string): number {
  if (token.length > 7 && /^(?:https?:|10\.|doi\.)/.test(token)) return SHAPE.U;
  const first = token.charCodeAt(0);
  if (first < 128 && !/[0-9A-Za-z]/.test(token.charAt(0))) return MARKS.get(token) ?? SHAPE['#'];
  if (first >= 48 && first <= 57) return numberShape(token);
  if (!/^\p{L}/u.test(token)) return '–—−‐―‑'.includes(token) ? SHAPE['-'] : SHAPE['#'];
  return /\d/.test(token) ? SHAPE.a : wordShape(token);
}

function numberShape(token: string): number {
  if (!/^\d+$/.test(token)) return SHAPE.a;
  if (token.length > 4) return SHAPE.d5;
  if (token.length === 4) return /^(?:1[5-9]|20)/.test(token) ? SHAPE.Y : SHAPE.d3;
  return SHAPE.d1 + token.length - 1;
}

function wordShape(token: string): number {
  const lower = token.toLowerCase();
  const upper = token.toUpperCase();
  if (token === lower) return token === upper ? SHAPE.o : token.length < 4 ? SHAPE.x2 : SHAPE.x;
  if (token.length === 1) return SHAPE.X;
  if (token === upper) return token.length === 2 ? SHAPE.X2 : SHAPE.XX;
  return token.slice(1) === lower.slice(1) ? SHAPE.Xx : SHAPE.xX;
}

const MARKS = new Map<string, number>(SHAPES.flatMap((name, i) => (i > SHAPE.U ? [[name, i] as const] : [])));

/** Whether a shape is that of a word. */
export const isWord = (s: number): boolean => s >= SHAPE.X && s <= SHAPE.o;

/** FNV-1a of a string from an offset. */
function hash(text: string, from: number): number {
  let h = 0x811c9dc5;
  for (let i = from; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h ^ (h >>> 13);
}

/** A text without the marks of emphasis and code, which addresses and words may contain. */
export const withoutEmphasis = (text: string): string =>
  text.replace(EMPHASIS, (_, address?: string) => address ?? '');
const EMPHASIS = /(\bhttps?:\/\/[^\s<>*`]+)|[*`]+|(?<![\p{L}\d])_|_(?![\p{L}\d])/gu;
