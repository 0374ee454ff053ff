/** The smallest part of a text for which the rules give the same result. */
import type { Span } from '../model';
import { leadIn, lineEnd, lineStart } from '../text/lines';
import { sentences } from '../text/sentences';

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
