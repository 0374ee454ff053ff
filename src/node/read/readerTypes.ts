/** What goes into the reader and what comes out of it, on both sides of the worker's door. */
import type { Page } from '../../core/ports';

export type Wall = 'paywalled' | 'blocked' | 'login' | 'script-only' | 'soft-404';

export type ReadRequest = {
  readonly bytes: Uint8Array;
  /** The address that answered: relative links and `.md` names are read by it. */
  readonly url: string;
  /** The `Content-Type` header as sent, empty when there was none. */
  readonly contentType: string;
};

/** A document read to text. `contentType` is what the bytes really are, whatever the header said. */
export type Readable = Pick<
  Page,
  'contentType' | 'title' | 'text' | 'pages' | 'published' | 'meta' | 'truncated'
> & {
  /** The page is not the document but stands before it. */
  readonly wall?: Wall;
};
