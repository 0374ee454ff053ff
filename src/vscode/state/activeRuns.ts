/** The runs in progress, one per document. A run follows its document when that is renamed. */
import type { Uri } from 'vscode';
import type { Finding } from '../../core/model';
import { takeIn, type DocumentState } from './documentState';
import type { Progress } from './view';

export class ActiveRuns {
  readonly #documents = new Map<AbortSignal, DocumentState>();

  constructor(
    private readonly documentAt: (uri: Uri) => DocumentState | undefined,
    private readonly show: (document: DocumentState, isSoon?: boolean) => void,
  ) {}

  /** Starts a run on a document and ends the previous one. Returns the signal of the run. */
  begin(uri: Uri, total: number): AbortSignal {
    const document = this.documentAt(uri);
    const abort = new AbortController();
    if (!document) return abort.signal;
    document.abort?.abort();
    document.abort = abort;
    document.progress = { done: 0, total };
    this.follow(document);
    this.show(document);
    return abort.signal;
  }

  /** Adds a finding of a run to its document, even if that was renamed; does nothing if the run was superseded. */
  found(run: AbortSignal, finding: Finding, at: number, progress: Progress): void {
    const document = this.#documentOf(run);
    if (!document) return;
    takeIn(document, finding, at);
    const isEnding = document.progress?.isEnding;
    document.progress = isEnding ? { ...progress, isEnding } : progress;
    this.show(document, true);
  }

  /** Records the end of a run; does nothing if it was superseded. */
  ended(run: AbortSignal): void {
    const document = this.#documentOf(run);
    this.#documents.delete(run);
    if (!document) return;
    document.progress = undefined;
    document.abort = undefined;
    this.show(document);
  }

  /** Records that a run was cancelled: running requests may take a moment to end. */
  ending(run: AbortSignal): void {
    const document = this.#documentOf(run);
    if (!document?.progress) return;
    document.progress = { ...document.progress, isEnding: true };
    this.show(document);
  }

  /** The current URI of a run's document; undefined if the run was superseded. */
  placeOf(run: AbortSignal): Uri | undefined {
    return this.#documentOf(run)?.uri;
  }

  /** Registers the run of a document, which may have been inherited. */
  follow(document: DocumentState): void {
    if (document.abort) this.#documents.set(document.abort.signal, document);
  }

  cancel(): void {
    for (const { abort } of this.#documents.values()) abort?.abort();
  }

  #documentOf(run: AbortSignal): DocumentState | undefined {
    const document = this.#documents.get(run);
    return document?.abort?.signal === run ? document : undefined;
  }
}
