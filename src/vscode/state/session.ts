/**
 * The only state of the editor side: for each document its scan, the known findings of its citations, and its run. Views read `View`s and
 * listen to `onDidChange`; they keep no state of their own.
 * **Invariant:** a finding is kept by its citation's id and shown only if the current text has a citation with that id, at that citation's
 * place. So findings move with edits, vanish with their claim, and return with undo.
 */
import {
  EventEmitter,
  window,
  workspace,
  type Disposable,
  type Event,
  type TextDocument,
  type TextEditor,
  type Uri,
} from 'vscode';
import { DEFAULTS } from '../../core/defaults';
import type { Scan } from '../../core/extract';
import type { Finding } from '../../core/model';
import { ActiveRuns } from './activeRuns';
import { isWatched, openDocument, readText } from './documents';
import { RenameTracker, MOVING_MS, movedTo, type Renamed } from './renames';
import { readSettings } from './settings';
import { inherit, keptIn, newDocument, NO_LINES, takeIn, takeText } from './documentState';
import type { Reading, DocumentState, WorkspaceContext } from './documentState';
import { Scanners } from './scanners';
import { viewOf, type Known, type View } from './view';

/** The text that the user works in: the active one, else the one that was active last. */
function followActive(viewAt: (uri: Uri) => View | undefined) {
  let last: Uri | undefined;
  const note = (editor: TextEditor | undefined) => {
    if (editor && isWatched(editor.document)) last = editor.document.uri;
  };
  note(window.activeTextEditor);
  const listening = window.onDidChangeActiveTextEditor(note);
  return {
    /** The view of that text; for our own documents and views, that of the text used last. */
    get(): View | undefined {
      const { notebook, selection } = window.activeNotebookEditor ?? {};
      const cell = notebook?.getCells()[selection?.start ?? 0]; // A selected cell that nobody is editing has no text editor.
      const active = window.activeTextEditor?.document ?? cell?.document;
      const view = active && viewAt(active.uri);
      if (view || (active && !active.uri.scheme.startsWith('citewright-'))) return view;
      const visible = window.visibleTextEditors.flatMap(({ document }) => viewAt(document.uri) ?? [])[0];
      return visible ?? (last && viewAt(last));
    },
    dispose: () => void listening.dispose(),
  };
}

/** Findings that arrive closer together are shown as one change. */
const GATHER_MS = 100;

export class Session implements Disposable {
  readonly #documents = new Map<string, DocumentState>();
  readonly #changed = new EventEmitter<Uri>();
  readonly onDidChange: Event<Uri> = this.#changed.event;
  readonly #subscriptions: Disposable[];
  readonly #renames = new RenameTracker<DocumentState>();
  readonly #scanners: Scanners;
  /** Findings may arrive by the hundred, from a run or the store, and each change draws all of them. */
  readonly #show = (document: DocumentState, isSoon = false): void => {
    document.view = undefined;
    if (isSoon) {
      document.showing ??= setTimeout(() => this.#show(document), GATHER_MS);
      return;
    }
    clearTimeout(document.showing);
    document.showing = undefined;
    if (this.#at(document.uri) === document) this.#changed.fire(document.uri);
  };
  readonly #at = (uri: Uri | string): DocumentState | undefined => this.#documents.get(uri.toString());
  readonly runs = new ActiveRuns(this.#at, this.#show);
  readonly #active = followActive((uri) => this.view(uri));

  constructor(
    private readonly workspaceContext: WorkspaceContext,
    year: number,
  ) {
    this.#scanners = new Scanners(workspaceContext, year, this.#show);
    this.#subscriptions = [
      workspace.onDidOpenTextDocument((document) => this.#later(document, 0)),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && readSettings(document).scan.onType)
          this.#later(document, DEFAULTS.debounceMs);
      }),
      workspace.onDidSaveTextDocument((document) => this.#later(document, 0)),
      workspace.onDidCloseTextDocument((document) => this.#close(document)),
      workspace.onWillRenameFiles(({ files }) =>
        files.forEach((file) => this.#renames.leave(file, this.#documents)),
      ),
      workspace.onDidRenameFiles(({ files }) => this.#arrive(files)),
      workspace.onDidDeleteFiles(({ files }) =>
        files.flatMap((uri) => keptIn(this.#documents, uri)).forEach(({ uri }) => this.forget(uri)),
      ),
      workspace.onDidGrantWorkspaceTrust(() => this.rescan()),
      workspace.onDidChangeWorkspaceFolders(() => this.rescan()),
      workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('citewright')) this.rescan();
      }),
    ];
    for (const document of workspace.textDocuments) this.#later(document, 0);
  }

  /** The last view of a document by its URI or address, which may be a moment behind its text. */
  view(uri: Uri | string): View | undefined {
    const document = this.#at(uri);
    return document && this.#viewOf(document);
  }

  readonly current = (): View | undefined => this.#active.get();

  /** All views, in the order in which their documents were added. */
  readonly views = (): readonly View[] =>
    [...this.#documents.values()].map((document) => this.#viewOf(document));

  /** The view of the current document; undefined if such aren't scanned. A closed one isn't read: its name and version may be reused. */
  currentView(document: TextDocument): View | undefined {
    if (!isWatched(document)) return undefined;
    if (document.isClosed) return this.view(document.uri);
    const known = this.#at(document.uri);
    if (known?.version === document.version && known.languageId === document.languageId)
      return this.#viewOf(known);
    return this.#viewOf(this.#scan(document.uri, document.getText(), document.version, document.languageId));
  }

  /**
   * The view for requests that VS Code makes after each edit: the last scan, if scanning while typing is off. Undefined while the reader of
   * conversations is loading, because results without it would change again.
   */
  viewWhileTyping(document: TextDocument): View | undefined {
    const view = readSettings(document).scan.onType ? this.currentView(document) : this.lastView(document);
    const known = this.#at(document.uri);
    return known && this.#scanners.isAwaited(known) ? undefined : view;
  }

  /** The view for completion, which must not wait for a scan: the last one, if there is one. */
  readonly lastView = (document: TextDocument): View | undefined =>
    (this.#at(document.uri)?.lines ?? NO_LINES) === NO_LINES
      ? this.currentView(document)
      : this.view(document.uri);

  /** A view of a text that no editor has open. */
  readonly adopt = (uri: Uri, text: string, languageId: string): View =>
    this.#viewOf(this.#scan(uri, text, -1, languageId));

  /** Keeps the state of a file that no editor shows, until the file is deleted. */
  keep(uri: Uri): void {
    const document = this.#at(uri);
    if (document) document.kept = true;
  }

  readAs(uri: Uri, reading: Reading | undefined): void {
    this.#scanners.readAs(uri, reading);
    const document = this.#at(uri);
    if (!document) return;
    document.scanner = this.#scanners.of(uri, 'markdown', document.bibliographies);
    document.version = -2;
  }

  /** The view after its bibliographies have been read; before that, cite keys have no reference. */
  async settled(view: View): Promise<View> {
    const document = this.#at(view.uri);
    // A change of a file around the document starts a new search and ends the previous one.
    for (let read; document && read !== document.contextRead;) await (read = document.contextRead);
    return document?.text === view.text ? this.#viewOf(document) : view;
  }

  /** Adds a finding, and shows it if its citation still exists. */
  put(uri: Uri, finding: Finding, at: number): void {
    const document = this.#at(uri);
    if (document && takeIn(document, finding, at)) this.#show(document, true);
  }

  readonly known = (uri: Uri | string): ReadonlyMap<string, Known> =>
    this.#at(uri)?.known ?? new Map<string, Known>();

  get running(): boolean {
    return [...this.#documents.values()].some(({ progress }) => progress !== undefined);
  }

  /** Drops a document, its findings and its run. */
  forget(uri: Uri): void {
    const document = this.#at(uri);
    if (!document) return;
    clearTimeout(document.timer);
    if (document.showing) this.#show(document); // The last findings are stored, too.
    document.search?.abort();
    // A renamed document takes its run along, unless the rename fails.
    if (!this.#renames.holds(document)) document.abort?.abort();
    else setTimeout(() => document.abort?.abort(), MOVING_MS);
    this.#documents.delete(uri.toString());
    this.#changed.fire(uri);
  }

  /** Scans all open documents again after a change of settings, trust or bibliographies, and updates the others with the new settings. */
  rescan(): void {
    for (const document of this.#documents.values()) {
      document.version = -2;
      if (document.kept) this.#show(document);
    }
    for (const document of workspace.textDocuments) this.#later(document, 0);
  }

  /** Searches again for the context of the selected documents, after a change of files there. */
  refreshContext(isAffected: (scan: Scan) => boolean): void {
    for (const document of this.#documents.values())
      if (isAffected(document.scan)) this.#scanners.refreshContext(document);
  }

  /** Shows everything again, after a change outside the documents. */
  readonly refresh = (): void => this.#documents.forEach((document) => this.#show(document));

  /** Passes the state of renamed documents to those already open; others get it when they open. */
  #arrive(files: readonly Renamed[]) {
    files.forEach((file) => this.#renames.arrive(file));
    for (const document of this.#documents.values()) if (this.#inherit(document)) this.#show(document);
    files.forEach((file) => this.#follow(file));
  }

  #inherit(document: DocumentState): boolean {
    const left = this.#renames.take(document.uri);
    if (!left) return false;
    inherit(document, left);
    this.runs.follow(document);
    return true;
  }

  #follow({ oldUri, newUri }: Renamed): void {
    for (const { uri, languageId } of keptIn(this.#documents, oldUri)) {
      this.forget(uri);
      void this.#readAgain(movedTo(uri.toString(), { oldUri, newUri }), languageId);
    }
  }

  #close({ uri, languageId }: TextDocument): void {
    const document = this.#at(uri);
    if (document?.kept && uri.scheme !== 'untitled') void this.#readAgain(uri, languageId);
    else this.forget(uri);
    if (document && uri.scheme === 'untitled') this.#renames.close(document);
  }

  /** Reads a file that no editor shows from disk: unsaved changes may have been discarded. */
  async #readAgain(uri: Uri, languageId: string): Promise<void> {
    const text = await readText(uri);
    if (openDocument(uri)) return;
    if (text === undefined) this.forget(uri);
    else this.adopt(uri, text, languageId);
    this.keep(uri);
  }

  #later(document: TextDocument, ms: number): void {
    if (!isWatched(document)) {
      this.forget(document.uri);
      return;
    }
    const waiting = this.#at(document.uri) ?? this.#track(document.uri, document.languageId);
    clearTimeout(waiting.timer);
    waiting.timer = setTimeout(() => {
      if (!document.isClosed) this.currentView(document);
    }, ms);
  }

  #track(uri: Uri, languageId: string): DocumentState {
    const document = newDocument(uri, languageId, this.#scanners.of(uri, languageId, undefined));
    this.#documents.set(uri.toString(), document);
    this.#inherit(document);
    return document;
  }

  #scan(uri: Uri, text: string, version: number, languageId: string): DocumentState {
    const document = this.#at(uri) ?? this.#track(uri, languageId);
    clearTimeout(document.timer);
    const isNew = document.lines === NO_LINES;
    if (document.languageId !== languageId) {
      document.languageId = languageId;
      document.scanner = this.#scanners.of(uri, languageId, document.bibliographies);
    }
    takeText(document, text, version);
    this.#scanners.scan(document);
    if (isNew && document.known.size === 0)
      for (const [id, known] of this.#renames.ofText(uri, text, this.#documents.values()))
        document.known.set(id, known);
    if (!this.#scanners.isAwaited(document)) this.#show(document);
    this.#scanners.refreshContext(document);
    return document;
  }

  #viewOf(document: DocumentState): View {
    return (document.view ??= viewOf(document, this.workspaceContext.suppressions?.(document.uri)));
  }

  dispose(): void {
    this.runs.cancel();
    for (const { uri } of [...this.#documents.values()]) this.forget(uri);
    for (const one of [this.#active, ...this.#subscriptions, this.#changed]) one.dispose();
  }
}
