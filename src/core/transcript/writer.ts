/** The readable text of a transcript, with a map from each character to the file. */
import type { Span } from '../model';
import { afterUnits, decode, unitAt } from '../text/jsonReader';
import { countBefore } from '../text/search';

/** Most units between anchors; positions between them are computed on demand. */
const STRIDE = 256;

/** How the text after an anchor was made: `string` decodes a JSON string; `made` is our own text, mapped to `from`–`to` of the file. */
type Kind = 'string' | 'made';
type Anchor = { readonly kind: Kind; readonly at: number; readonly from: number; readonly to: number };

/** Maps a span of the readable text to the file, from its first character's place to its last one's. */
export type Place = (span: Span) => Span;

export type Writer = {
  /** UTF-16 units written so far. */
  readonly length: number;
  /** Whether the text written so far ends a line. */
  readonly endsLine: boolean;
  /** Writes the contents of a JSON string. */
  string(from: number, to: number): void;
  /** Writes words of our own for a piece of the file. */
  made(text: string, from: number, to: number): void;
  done(): { readonly text: string; readonly place: Place };
};

export function createWriter(file: string): Writer {
  const parts: string[] = [];
  const anchors: Anchor[] = [];
  let length = 0;
  const put = (text: string) => {
    parts.push(text);
    length += text.length;
  };
  return {
    get length() {
      return length;
    },
    get endsLine() {
      return parts.at(-1)?.endsWith('\n') === true;
    },
    string(from, to) {
      let at = from;
      while (at < to) {
        anchors.push({ kind: 'string', at: length, from: at, to });
        const next = afterUnits(file, at, to, STRIDE);
        put(decode(file, at, next));
        at = next;
      }
    },
    made(text, from, to) {
      if (text === '') return;
      anchors.push({ kind: 'made', at: length, from, to });
      put(text);
    },
    done: () => ({ text: parts.join(''), place: placer(file, anchors, length) }),
  };
}

/** A text that is its own readable text. */
export const identity: Place = (span) => span;

function placer(file: string, anchors: readonly Anchor[], length: number): Place {
  const unit = (offset: number): Span => {
    const before = countBefore(anchors.length, (i) => (anchors[i]?.at ?? 0) <= offset);
    const anchor = anchors[Math.max(0, before - 1)];
    if (!anchor) return { start: 0, end: 0 };
    const { kind, at, from, to } = anchor;
    if (kind === 'made') return { start: from, end: to };
    const start = afterUnits(file, from, to, offset - at);
    return { start, end: start < to ? unitAt(file, start, to).next : to };
  };
  return ({ start, end }) => {
    const first = unit(Math.min(start, Math.max(0, length - 1))).start;
    return { start: first, end: end > start ? Math.max(first, unit(end - 1).end) : first };
  };
}
