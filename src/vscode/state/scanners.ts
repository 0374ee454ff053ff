/** How documents are scanned: by their text, or in a way of their own; and with what their surroundings say. */
import type { Uri } from 'vscode';
import type { ScanContext } from '../../core/extract';
import { createTextScanner } from '../../core/scanner';
import { formatOf } from './documents';
import {
  areSame,
  type DocumentState,
  type Reading,
  type Scanner,
  type WorkspaceContext,
} from './documentState';

export class Scanners {
  readonly #readings = new Map<string, Reading>();

  constructor(
    private readonly surroundings: WorkspaceContext,
    private readonly year: number,
    private readonly show: (document: DocumentState) => void,
  ) {}

  /** Has a document read in its own way from now on, or as any text again. */
  readAs(uri: Uri, reading: Reading | undefined): void {
    if (reading) this.#readings.set(uri.toString(), reading);
    else this.#readings.delete(uri.toString());
  }

  /** A new scanner of a document. */
  of(uri: Uri, languageId: string, bibliographies: ScanContext['bibliographies']): Scanner {
    const reading = this.#readings.get(uri.toString()) ?? createTextScanner;
    return reading({
      format: formatOf(languageId),
      year: this.year,
      ...(bibliographies === undefined ? {} : { bibliographies }),
    });
  }

  /** Fetches what the scan needs from outside, unless the text changes meanwhile, and shows each change. */
  lookAround(document: DocumentState): void {
    document.around = this.#look(document);
  }

  async #look(document: DocumentState): Promise<void> {
    document.looking?.abort();
    const { signal } = (document.looking = new AbortController());
    const bibliographies = await this.surroundings.bibliographies(document.uri, document.scan);
    if (isOver(signal)) return;
    if (!areSame(bibliographies, document.bibliographies)) {
      document.bibliographies = bibliographies;
      document.scanner = this.of(document.uri, document.languageId, bibliographies);
      document.scan = document.scanner.scan(document.text);
      this.show(document);
    }
    const outside = await this.surroundings.problems(document.uri, document.scan, signal);
    if (isOver(signal)) return;
    const changed = JSON.stringify(outside) !== JSON.stringify(document.outside);
    document.outside = outside;
    if (changed) this.show(document);
  }
}

/** Asked anew after each wait. */
const isOver = (signal: AbortSignal) => signal.aborted;
