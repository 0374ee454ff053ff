/** The readable text of a transcript, with a map from each character to the file. */
import type { Span } from '../model';
import { afterUnits, decode, unitAt } from '../text/jsonReader';
import { countBefore } from '../text/search';

/** Most units between anchors; positions between them are computed on demand. */
const STRIDE = 256;

/** How the text from `at` on was made: `string` decodes a JSON string; `made` is our own text, for `from`–`to` of the file. */
type Anchor = {
  readonly kind: 'string' | 'made';
  readonly at: number;
  readonly from: number;
  readonly to: number;
};

/** Maps a span of the readable text to the file, from its first character's place to its last one's. */
export type Place = (span: Span) => Span;

export class Writer {
  readonly #parts: string[] = [];
  readonly #anchors: Anchor[] = [];
  #length = 0;

  constructor(private readonly file: string) {}

  /** UTF-16 units written so far. */
  get length(): number {
    return this.#length;
  }

  /** Whether the text written so far ends a line. */
  get endsLine(): boolean {
    return this.#parts.at(-1)?.endsWith('\n') === true;
  }

  /** Writes the contents of a JSON string. */
  string(from: number, to: number): void {
    for (let at = from; at < to;) {
      const next = afterUnits(this.file, at, to, STRIDE);
      this.#put('string', decode(this.file, at, next), at, to);
      at = next;
    }
  }

  /** Writes words of our own for a piece of the file. */
  made(text: string, from: number, to: number): void {
    if (text !== '') this.#put('made', text, from, to);
  }

  done(): { readonly text: string; readonly place: Place } {
    return { text: this.#parts.join(''), place: placer(this.file, this.#anchors, this.#length) };
  }

  #put(kind: Anchor['kind'], text: string, from: number, to: number): void {
    this.#anchors.push({ kind, at: this.#length, from, to });
    this.#parts.push(text);
    this.#length += text.length;
  }
}

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
