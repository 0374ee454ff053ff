/** What markers lead to, and where that stands in the document. */
import type { Span } from '../../model';
import type { Chunk } from '../incremental/chunk';

/** A place in the document, with offsets relative to its chunk. */
export type Destination = {
  readonly chunk: number;
  readonly start: number;
  readonly end: number;
  /** Where that is in the document, once a citation leads there: the same object as long as it does not move. */
  now: Span | undefined;
};

/** The places that citations lead to. */
export class Destinations {
  private readonly known: Destination[] = [];

  constructor(private readonly chunks: readonly Chunk[]) {}

  /** One more, whose `now` is true from here on. */
  add(place: Destination): void {
    if (place.now !== undefined) return;
    place.now = this.spanOf(place);
    this.known.push(place);
  }

  /** Chunks have moved: looks where everything stands now. */
  refresh(): void {
    for (const place of this.known) {
      const now = this.spanOf(place);
      if (now.start !== place.now?.start) place.now = now;
    }
  }

  private spanOf({ chunk, start, end }: Destination): Span {
    const base = this.chunks[chunk]?.start ?? 0;
    return { start: base + start, end: base + end };
  }
}
