/** The session's state of a document: text, scan, known findings, and its run. */
import type { Uri } from 'vscode';
import { NO_SCAN, type Scan, type ScanContext } from '../../core/extract';
import type { Bibliography } from '../../core/extract/references/bibliographyFile';
import { isInconclusive } from '../../core/findings/finding';
import type { Finding, Problem } from '../../core/model';
import type { Ignores } from '../../core/text/ignores';
import type { TextScan } from '../../core/scan/scanner';
import { mayBeConversation } from '../../core/transcript/hint';
import type { RepositorySuppressions } from '../../node/config';
import { openDocument } from './documents';
import { createLines, type Lines } from './offsets';
import { isWithin } from './renames';
import type { Known, Progress, View } from './view';

export type Scanner = { scan(text: string): TextScan };
export type Reading = (context: ScanContext) => Scanner;

/** Facts about a text that come from outside it: bibliographies for the scan, file problems after it. */
export type WorkspaceContext = {
  bibliographies(uri: Uri, scan: Scan): Promise<readonly Bibliography[] | undefined>;
  problems(uri: Uri, scan: TextScan, signal: AbortSignal): Promise<readonly Problem[]>;
  readonly suppressions?: (uri: Uri) => RepositorySuppressions | undefined;
};

export type DocumentState = {
  readonly uri: Uri;
  languageId: string;
  scanner: Scanner;
  text: string;
  /** The text may be a conversation, whose reader is loaded with the first one. */
  mayBeConversation: boolean;
  lines: Lines;
  scan: TextScan;
  comments: Ignores | undefined;
  version: number;
  /** A file that was verified with others: it is kept when no editor shows it. */
  kept: boolean;
  bibliographies: ScanContext['bibliographies'];
  outside: readonly Problem[];
  readonly known: Map<string, Known>;
  view?: View | undefined;
  progress?: Progress | undefined;
  /** Ends the run on this document. */
  abort?: AbortController | undefined;
  /** Ends the pending scan or search for context. */
  timer?: NodeJS.Timeout | undefined;
  /** A change that is about to be shown. */
  showing?: NodeJS.Timeout | undefined;
  search?: AbortController | undefined;
  /** Ends when the bibliographies of the last scan are read. */
  contextRead?: Promise<void>;
};

/** Of a document that has not been scanned yet. */
export const NO_LINES = createLines('');

/** Documents at or below an address that are kept, and that no editor has open. */
export const keptIn = (documents: ReadonlyMap<string, DocumentState>, place: Uri): readonly DocumentState[] =>
  [...documents]
    .filter(([key, { kept, uri }]) => kept && isWithin(key, place.toString()) && !openDocument(uri))
    .map(([, document]) => document);

/** A document before its first scan. */
export const newDocument = (uri: Uri, languageId: string, scanner: Scanner): DocumentState => ({
  uri,
  languageId,
  scanner,
  text: '',
  mayBeConversation: false,
  lines: NO_LINES,
  scan: NO_SCAN,
  comments: undefined,
  version: -2,
  kept: false,
  bibliographies: undefined,
  outside: [],
  known: new Map(),
});

/** Accepts the current text, which must be scanned. */
export function takeText(document: DocumentState, text: string, version: number): void {
  const read = { lines: createLines(text), mayBeConversation: mayBeConversation(text) };
  Object.assign(document, { text, version, view: undefined, ...read });
}

/** Maximum number of findings kept for undo; beyond it the oldest are dropped. */
const SPARE = 2_000;

/** Adds a finding; returns whether it is kept. */
export function takeIn({ known, scan }: DocumentState, finding: Finding, at: number): boolean {
  const { id } = finding.citation;
  const old = known.get(id);
  if (old && isInconclusive(finding.code) && !isInconclusive(old.finding.code)) return false;
  known.delete(id); // Moves it to the end of the map: the oldest are dropped first.
  known.set(id, { finding, at });
  const room = scan.citations.length + SPARE;
  for (const oldest of known.keys()) {
    if (known.size <= room) break;
    known.delete(oldest);
  }
  return true;
}

/** Takes over the state of a document that was renamed to this one, and its run. */
export function inherit(tracked: DocumentState, left: DocumentState): void {
  for (const [id, one] of left.known) if (!tracked.known.has(id)) tracked.known.set(id, one);
  if (!left.abort || tracked.abort) return;
  [tracked.abort, tracked.progress] = [left.abort, left.progress];
  [left.abort, left.progress] = [undefined, undefined];
}

/** Whether these are equal. A text that wasn't read again is the same string, which is fast to compare. */
export const areSame = (a: readonly Bibliography[] = [], b: readonly Bibliography[] = []): boolean =>
  a.length === b.length && a.every(({ path, text }, i) => path === b[i]?.path && text === b[i].text);
