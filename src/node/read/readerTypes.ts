/** Requests and answers of the reader's worker. */
import type { Page } from '../../core/ports';

export type Wall = 'paywalled' | 'blocked' | 'login' | 'script-only' | 'soft-404';

export type ReadRequest = {
  readonly bytes: Uint8Array;
  /** The final URL; used for relative links and `.md` names. */
  readonly url: string;
  /** The `Content-Type` header as sent; empty if there was none. */
  readonly contentType: string;
};

/** The text of a document. `contentType` is the detected type, whatever the header says. */
export type Readable = Pick<
  Page,
  'contentType' | 'title' | 'text' | 'pages' | 'pageLabels' | 'published' | 'truncated'
> & {
  /** Set if the page is shown instead of the document. */
  readonly wall?: Wall;
};
