/** Scans a text being typed. Code for conversations is passed in, so that an editor can load it with the first one. */
import { createScanner, type Scan, type ScanContext, type Wanted } from '../extract';
import type { Log } from '../transcript/circumstances';
import { mayBeConversation } from '../transcript/hint';

/** A scan of any text; that of a transcript has a log. */
export type TextScan = Scan & {
  readonly log?: Log;
  /** Number of unreadable transcript lines. */
  readonly broken?: number;
};

/** Scans a conversation written as Markdown; undefined if the text is not one, or the code isn't loaded yet. */
export type ConversationScanner = (text: string, context: ScanContext) => TextScan | undefined;

/** A scanner that keeps its last text and rescans only what changed; a conversation is split by speaker. For JSON logs, use `scanText`. */
export function createTextScanner(
  context: ScanContext,
  conversation: ConversationScanner,
): { scan(text: string): TextScan } {
  const ordinary = createScanner(context);
  return {
    scan: (text) =>
      (typeof context.format !== 'object' && mayBeConversation(text)
        ? conversation(text, context)
        : undefined) ?? ordinary.scan(text),
  };
}

/** What says which bibliographies a scanned text needs. */
export type Cited = Pick<Scan, 'bibliographies' | 'references' | 'citations' | 'pages'>;

/** What the bibliography search needs from a scanned text. A conversation is no chapter, so it has no list next to it. */
export const wantedBy = (scan: Cited & Pick<TextScan, 'log'>): Wanted => ({
  bibliographies: scan.bibliographies,
  ...(scan.references !== undefined && { references: scan.references }),
  keys: scan.citations
    .flatMap(({ style, label }) => (style === 'cite-key' && label !== undefined ? [label] : []))
    .concat(scan.pages),
  list:
    !scan.log &&
    scan.citations.some(
      ({ style, reference }) => (style === 'numbered' || style === 'author-year') && !reference,
    ),
});

/** Whether a text needs anything from bibliographies; most don't, and nothing is searched for them. */
export const wantsAny = ({ bibliographies, references, keys, list }: Wanted): boolean =>
  list || bibliographies.length + keys.length > 0 || references !== undefined;
