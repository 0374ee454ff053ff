/** “Open as Transcript”: an agent's log as readable text with its own scheme. Findings are shown there and at their places in the log. */
import {
  Diagnostic,
  DiagnosticSeverity,
  Disposable,
  l10n,
  languages,
  ProgressLocation,
  RelativePattern,
  Selection,
  TextEditorRevealType,
  Uri,
  ViewColumn,
  window,
  workspace,
} from 'vscode';
import type { EventEmitter, TextDocument, TextEditor } from 'vscode';
import { readTranscript, type Transcript } from '../../core/transcript';
import { scanTranscript } from '../../core/agentLog/transcriptScan';
import { NO_SCAN } from '../../core/extract';
import { marks } from '../state/marks';
import {
  asGlob,
  baseName,
  currentText,
  fileOf,
  openDocument,
  TRANSCRIPT_SCHEME as SCHEME,
} from '../state/documents';
import { createLines, type Lines } from '../state/offsets';
import { inform, warn } from '../services/messages';
import type { Session } from '../state/session';
import { clean } from '../state/labels';

type Open = {
  readonly file: Uri;
  lines: Lines;
  transcript: Transcript;
  /** Begins when an editor has the document: one that is closed while it is read is never watched. */
  watching?: Disposable;
};

/** Longest wait for the editor to show a log's new text. */
const REFRESH_MS = 2_000;

/** The URI of a log's readable text. */
export const transcriptUri = (file: Uri): Uri =>
  Uri.from({ scheme: SCHEME, path: `/${baseName(file).replace(/\.\w+$/, '')}.md`, query: file.toString() });

/** The logs that are open as transcripts. `changed` tells the editor that a log's readable text has changed. */
export class Transcripts {
  readonly #open = new Map<string, Open>();
  readonly #inFiles = languages.createDiagnosticCollection('citewright-transcripts');
  readonly #parts: Disposable;

  constructor(
    private readonly session: Session,
    private readonly changed: EventEmitter<Uri>,
  ) {
    this.#parts = Disposable.from(
      this.#inFiles,
      session.onDidChange((uri) => this.#show(uri)),
      workspace.onDidOpenTextDocument(({ uri }) => this.#watch(uri)),
      workspace.onDidCloseTextDocument(({ uri }) => {
        if (!openDocument(uri)) this.#close(uri); // A change of language closes and reopens it, too.
      }),
    );
  }

  /** Opens the log that an argument names, else the one in the active editor. */
  async open(argument: unknown): Promise<Uri | undefined> {
    const file = argument instanceof Uri ? argument : window.activeTextEditor?.document.uri;
    if (!file) return void inform(l10n.t('Open a document first.'));
    const progress = { location: ProgressLocation.Window, title: l10n.t('Reading log') };
    return window.withProgress(progress, () => this.#openLog(file));
  }

  async #openLog(file: Uri): Promise<Uri | undefined> {
    const uri = transcriptUri(file);
    const opened = await this.#read(uri);
    if (!opened) {
      const name = clean(workspace.asRelativePath(file), 80);
      return void warn(l10n.t('{0} isn’t an agent log in a known format.', name));
    }
    // A log in Markdown is its own readable text, and its findings are shown there already.
    const isText = opened.transcript.format === 'markdown';
    if (isText) this.#close(uri);
    const shown = isText ? file : uri;
    const document = await workspace.openTextDocument(shown);
    const editor = await window.showTextDocument(document, { viewColumn: ViewColumn.Active, preview: false });
    if (isText)
      void inform(
        l10n.t(
          'This log is readable text already, so it opens unchanged. Only the agent’s words are checked.',
        ),
      );
    else {
      await this.#refresh(document, opened.transcript.text);
      await this.#showFirst(editor);
    }
    return shown;
  }

  /** Makes the editor read an open document again if its log has grown meanwhile. */
  async #refresh(document: TextDocument, text: string): Promise<void> {
    if (document.getText() === text) return;
    let done: (() => void) | undefined;
    const shown = new Promise<void>((resolve) => (done = resolve));
    const listener = workspace.onDidChangeTextDocument((change) => change.document === document && done?.());
    const timer = setTimeout(() => done?.(), REFRESH_MS);
    this.changed.fire(document.uri);
    await shown;
    clearTimeout(timer);
    listener.dispose();
  }

  /** Shows the first contradicted claim of work, else the first finding, after the cited files were looked up. */
  async #showFirst(editor: TextEditor): Promise<void> {
    const scanned = this.session.currentView(editor.document);
    const view = scanned && (await this.session.settled(scanned));
    const all = view ? [...marks(view)].sort((a, b) => a.span.start - b.span.start) : [];
    const first = all.find(({ code }) => code === 'contradicted-by-log') ?? all[0];
    if (!view || !first) return;
    const range = view.lines.range(first.span);
    editor.selection = new Selection(range.start, range.start);
    editor.revealRange(range, TextEditorRevealType.InCenterIfOutsideViewport);
  }

  async provide(uri: Uri): Promise<string> {
    const opened = await this.#read(uri);
    return opened ? opened.transcript.text : l10n.t('This log can no longer be read as a transcript.');
  }

  /** Reads the log again, and has the session scan its readable text by speaker. */
  async #read(uri: Uri): Promise<Open | undefined> {
    const key = uri.toString();
    const file = fileOf(uri);
    const before = this.#open.get(key);
    const current = (await currentText(file)) ?? openDocument(file)?.getText();
    const text = current?.replace(/^\uFEFF/, '');
    const transcript = text === undefined ? undefined : readTranscript(text);
    if (text === undefined || !transcript) return undefined;
    const opened = Object.assign(this.#open.get(key) ?? { file }, { lines: createLines(text), transcript });
    if (before && !this.#open.has(key)) return opened; // Closed meanwhile.
    this.#open.set(key, opened);
    if (openDocument(uri)) this.#watch(uri);
    // VS Code may still show an outdated text.
    this.session.readAs(uri, (context) => ({
      scan: (shown) =>
        shown === opened.transcript.text ? scanTranscript(opened.transcript, context) : NO_SCAN,
    }));
    return opened;
  }

  /** A running session keeps writing to its log. */
  #watch(uri: Uri): void {
    const opened = this.#open.get(uri.toString());
    if (!opened || opened.watching) return;
    const { file } = opened;
    const pattern = new RelativePattern(Uri.joinPath(file, '..'), asGlob(baseName(file)));
    const watcher = workspace.createFileSystemWatcher(pattern, true, false, true);
    opened.watching = Disposable.from(
      watcher,
      watcher.onDidChange(() => this.changed.fire(uri)),
    );
  }

  /** The problems of the readable text, at their places in the log. */
  #show(uri: Uri): void {
    const opened = this.#open.get(uri.toString());
    const view = opened && this.session.view(uri);
    if (!opened || !view) return;
    const { lines, transcript, file } = opened;
    this.#inFiles.set(
      file,
      marks(view).map(({ span, code, message }) => {
        // Hints are not in the Problems view, which lists those of the readable text.
        const shown = new Diagnostic(lines.range(transcript.place(span)), message, DiagnosticSeverity.Hint);
        return Object.assign(shown, { source: 'Citewright', code });
      }),
    );
  }

  #close(uri: Uri): void {
    const opened = this.#open.get(uri.toString());
    if (!opened) return;
    this.#open.delete(uri.toString());
    this.session.readAs(uri, undefined);
    this.#inFiles.delete(opened.file);
    opened.watching?.dispose();
  }

  dispose(): void {
    for (const { watching } of this.#open.values()) watching?.dispose();
    this.#parts.dispose();
  }
}
