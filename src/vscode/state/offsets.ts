/** Offsets of a text to positions of the editor and back, with its own line ends (`\n`, `\r\n`, `\r`), as the editor splits them. */
import { Position, Range } from 'vscode';
import type { Span } from '../../core/model';
import { lineStarts } from '../../core/text/lines';
import { countBefore } from '../../core/text/search';

export type Lines = ReturnType<typeof createLines>;

/** Indexes a text's lines at the first call. */
export function createLines(text: string) {
  let index: number[] | undefined;
  const starts = () => (index ??= lineStarts(text));
  const position = (offset: number): Position => {
    const at = Math.min(Math.max(0, offset), text.length);
    const all = starts();
    const line = countBefore(all.length, (i) => (all[i] ?? 0) <= at) - 1;
    return new Position(line, at - (all[line] ?? 0));
  };
  return {
    position,
    range: ({ start, end }: Span) => new Range(position(start), position(end)),
    /** The offset of a position; positions beyond a line's or the text's end are clamped. */
    offset({ line, character }: Position): number {
      const start = starts()[line];
      if (start === undefined) return text.length;
      const next = starts()[line + 1] ?? text.length + 1;
      return Math.min(start + character, Math.max(start, next - 1));
    },
  };
}
