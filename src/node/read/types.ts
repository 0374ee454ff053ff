/** What goes into the reader and what comes out of it, on both sides of the worker's door. */
export type Wall = 'paywalled' | 'blocked' | 'login' | 'script-only' | 'soft-404';

export type ReadRequest = {
  readonly bytes: Uint8Array;
  /** The address that answered: relative links and `.md` names are read by it. */
  readonly url: string;
  /** The `Content-Type` header as sent, empty when there was none. */
  readonly contentType: string;
};

/** A document read to text. */
export type Readable = {
  /** What the bytes really are, e.g. `text/html`, whatever the header said. */
  readonly contentType: string;
  readonly title: string;
  readonly text: string;
  /** Offset of each page's start in `text`, for PDF. */
  readonly pages?: readonly number[];
  /** ISO date, when the page states one. */
  readonly published?: string;
  /** `citation_doi`, `og:title` and their like, names in lower case, the first value of each. */
  readonly meta: Readonly<Record<string, string>>;
  /** The page is not the document but stands before it. */
  readonly wall?: Wall;
  readonly truncated: boolean;
};
