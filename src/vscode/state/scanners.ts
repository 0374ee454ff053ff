/** Scanners of documents: by their text, or in a way of their own; with what their workspace says. */
import type { Uri } from 'vscode';
import { isPart, type LatexReader, type ScanContext } from '../../core/extract';
import { createTextScanner, type ConversationScanner } from '../../core/scan/scanner';
import { commentProblems, commentsOf } from '../../core/findings/suppression';
import { formatOf } from './documents';
import { areSame } from './documentState';
import type { DocumentState, Reading, Scanner, WorkspaceContext } from './documentState';

const SCISSORS = /^# -+ >8 -+$/m;

/** A commit message with spaces for what git drops, comments and the diff below the scissors line, so that offsets are preserved. */
function messageOf(text: string): string {
  const cut = SCISSORS.exec(text)?.index ?? text.length;
  const blank = (dropped: string) => dropped.replace(/[^\r\n]/g, ' ');
  return text.slice(0, cut).replace(/^#.*$/gm, blank) + blank(text.slice(cut));
}

/** Scans the documents of a window. */
export class Scanners {
  readonly #readings = new Map<string, Reading>();
  /** Loaded with the first conversation. */
  #scanConversation: ConversationScanner | undefined;
  /** Loaded with the first text in LaTeX, which is plain text until then. */
  #latex: LatexReader | undefined;

  constructor(
    private readonly workspaceContext: WorkspaceContext,
    private readonly year: number,
    private readonly show: (document: DocumentState) => void,
  ) {}

  readAs(uri: Uri, reading: Reading | undefined): void {
    if (reading) this.#readings.set(uri.toString(), reading);
    else this.#readings.delete(uri.toString());
  }

  of(uri: Uri, languageId: string, bibliographies: ScanContext['bibliographies']): Scanner {
    const format = formatOf(languageId, uri);
    const context = {
      format: format === 'latex' ? (this.#latex ?? 'text') : format,
      year: this.year,
      isPart: isPart(uri.path),
      ...(bibliographies === undefined ? {} : { bibliographies }),
    };
    const reading = this.#readings.get(uri.toString());
    if (reading) return reading(context);
    const scanner = createTextScanner(context, (...text) => this.#scanConversation?.(...text));
    return languageId === 'git-commit' ? { scan: (text) => scanner.scan(messageOf(text)) } : scanner;
  }

  scan(document: DocumentState): void {
    const { text } = document;
    const scan = document.scanner.scan(text);
    document.scan = { ...scan, problems: scan.problems.concat(commentProblems({ text, ...scan })) };
    document.comments = commentsOf({ text, ...scan });
  }

  /** Fetches what the scan needs from outside, unless the text changes meanwhile, and shows each change. */
  refreshContext(document: DocumentState): void {
    document.contextRead = this.#readContext(document);
  }

  async #readContext(document: DocumentState): Promise<void> {
    document.search?.abort();
    const { signal } = (document.search = new AbortController());
    await this.#loadFor(document);
    if (isOver(signal)) return;
    const bibliographies = await this.workspaceContext.bibliographies(document.uri, document.scan);
    if (isOver(signal)) return;
    if (!areSame(bibliographies, document.bibliographies)) {
      const { withWorks } = await import('../../core/extract/references/bibliography');
      if (isOver(signal)) return;
      document.bibliographies = bibliographies && withWorks(bibliographies);
      document.scanner = this.of(document.uri, document.languageId, document.bibliographies);
      this.scan(document);
      this.show(document);
    }
    const outside = await this.workspaceContext.problems(document.uri, document.scan, signal);
    if (isOver(signal)) return;
    const changed = JSON.stringify(outside) !== JSON.stringify(document.outside);
    document.outside = outside;
    if (changed) this.show(document);
  }

  /** Whether a text is LaTeX or may be a conversation, and the reader of these is not loaded yet. */
  isAwaited(document: DocumentState): boolean {
    return isLatex(document) ? !this.#latex : !this.#scanConversation && document.mayBeConversation;
  }

  /** Loads the reader for the first conversation or the first text in LaTeX, and scans it. */
  async #loadFor(document: DocumentState): Promise<void> {
    if (!this.isAwaited(document)) return;
    if (isLatex(document)) {
      this.#latex = (await import('../../core/extract/latexReader')).LATEX;
      document.scanner = this.of(document.uri, document.languageId, document.bibliographies);
    } else this.#scanConversation = (await import('../../core/agentLog/transcriptScan')).scanConversation;
    this.scan(document);
    this.show(document);
  }
}

const isLatex = ({ languageId, uri }: DocumentState): boolean => formatOf(languageId, uri) === 'latex';

/** A function, because the compiler would take the first answer for the later ones. */
const isOver = (signal: AbortSignal) => signal.aborted;
