/**
 * The smallest part of a text for which the rules give the same result, and shorter values of an entry: what is left out of a text is
 * marked as in a quotation, so that the rules still find the rest.
 */
import type { Span } from '../model';
import { leadIn, lineEnd, lineStart } from '../text/lines';
import { sentences } from '../text/sentences';

const OMISSION = ' […] ';

/** Bytes of a UTF-16 unit in JSON, as UTF-8. */
function bytesOf(unit: number): number {
  if (unit < 0x20) return 6;
  if (unit < 0x80) return unit === 0x22 || unit === 0x5c ? 2 : 1;
  return unit < 0x800 ? 2 : 3;
}

const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

/** How far one can go from `at` in direction `step` with `most` bytes, if possible to the edge of a word. Offset, UTF-16. */
function reach(text: string, at: number, to: number, step: 1 | -1, most: number): number {
  let [edge, bytes] = [at, 0];
  for (let i = at; i !== to; i += step) {
    const unit = text.charCodeAt(step === 1 ? i : i - 1);
    bytes += bytesOf(unit);
    if (unit === 0x20 || unit === 0x0a) edge = i;
    if (bytes <= most) continue;
    if (Math.abs(edge - at) * 2 >= Math.abs(i - at)) return edge;
    return isLow(text.charCodeAt(i)) ? i - 1 : i;
  }
  return to;
}

/** The span, or its beginning and end if it has more than `most` bytes. */
export function ends(text: string, { start, end }: Span, most: number): readonly Span[] {
  if (reach(text, start, end, 1, most) === end) return [{ start, end }];
  const first = { start, end: reach(text, start, end, 1, most / 2) };
  return [first, { start: Math.max(first.end, reach(text, end, start, -1, most / 2)), end }];
}

/** The text, or its beginning and end, of about `most` bytes. */
export const shortText = (text: string, most: number): string =>
  ends(text, { start: 0, end: text.length }, most)
    .map(({ start, end }) => text.slice(start, end))
    .join(OMISSION);

/** A JSON value with short texts and lists, of at most `most` bytes and `most / 20` items each. */
export function shortened<T>(value: T, most: number): T {
  const short = (one: unknown): unknown => {
    if (typeof one === 'string') return shortText(one, most);
    if (Array.isArray(one)) return one.slice(0, Math.ceil(most / 20)).map(short);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, part]) => [name, short(part)]));
  };
  return short(value) as T; // of the same shape
}

/** How much of a line to keep around a span. */
const FAR = 1_500;
const GAP = '\n…\n';

/** What to keep around a span: its sentences, also their neighbours, or the line as far as the rules look. */
export type Width = 'own' | 'beside' | 'line';
export const WIDTHS: readonly Width[] = ['own', 'beside', 'line'];

function widened(text: string, span: Span, width: Width): Span {
  const start = Math.max(lineStart(text, span.start), span.start - FAR);
  const end = Math.min(lineEnd(text, span.end), span.end + FAR);
  if (width === 'line') return { start: leadIn(text, start), end };
  const all = sentences(text, { start, end });
  const first = all.findIndex((one) => one.end > span.start);
  const last = all.findLastIndex((one) => one.start < span.end);
  const more = width === 'own' ? 0 : 1;
  const from = all[Math.max(0, first - more)]?.start ?? span.start;
  const to = all[Math.min(all.length - 1, last + more)]?.end ?? span.end;
  return { start: Math.min(from, span.start), end: Math.max(to, span.end) };
}

/** The text around `spans`, or without a width only the spans, and the position in it of a span of the whole text. */
export function excerpt(
  text: string,
  spans: readonly Span[],
  width?: Width,
): { readonly text: string; readonly at: (span: Span) => Span | undefined } {
  const pieces: { start: number; end: number }[] = [];
  for (const { start, end } of spans
    .map((span) => (width ? widened(text, span, width) : span))
    .sort((a, b) => a.start - b.start)) {
    const last = pieces.at(-1);
    if (last && start <= last.end + GAP.length) last.end = Math.max(last.end, end);
    else pieces.push({ start, end });
  }
  let length = 0;
  const placed = pieces.map((piece) => {
    const to = length;
    length += piece.end - piece.start + GAP.length;
    return { ...piece, to };
  });
  return {
    text: pieces.map(({ start, end }) => text.slice(start, end)).join(GAP),
    at: ({ start, end }) => {
      const first = placed.find((one) => one.start <= start && start <= one.end);
      const last = placed.find((one) => one.start <= end && end <= one.end);
      return first && last && { start: start - first.start + first.to, end: end - last.start + last.to };
    },
  };
}
