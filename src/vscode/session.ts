/**
 * The only state of the editor side: for each document its scan, the findings that are known of its citations, and the run that
 * is going on. Views read `View`s and listen to `onDidChange`; nobody else keeps anything.
 *
 * **Invariant:** a finding is kept by its citation's id and shown only where the present text has a citation of that id, at that
 * citation's place. So findings move with edits, vanish with their claim, and come back with undo.
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
import { DEFAULTS } from '../core/defaults';
import type { Scan, ScanContext } from '../core/extract';
import { grade, severityOf, summary, type Summary } from '../core/finding';
import type { Finding, Problem } from '../core/model';
import { ignoresIn } from '../core/text/ignores';
import { createTextScanner, type TextScan } from '../core/transcripts';
import { isWatched, formatOf } from './documents';
import { createLines, type Lines } from './lines';
import type { Repositories } from './repository';
import { readSettings } from './settings';

/** What the views show of one document: the present text with what is known of it. */
export type View = {
  readonly uri: Uri;
  readonly text: string;
  readonly lines: Lines;
  readonly scan: TextScan;
  /** The scan's and the workspace's, `none` left out. */
  readonly problems: readonly Problem[];
  /** In the order of the text, placed where their citations stand now. */
  readonly findings: readonly Finding[];
  readonly summary: Summary;
  /** When each finding was made, in milliseconds, by citation id. */
  readonly checkedAt: ReadonlyMap<string, number>;
  readonly progress?: Progress;
};

export type Progress = { readonly done: number; readonly total: number };
export type Known = { readonly finding: Finding; readonly at: number };

/** Facts about a text that come from outside it: bibliographies for the scan, file problems after it. */
export type Surroundings = {
  bibliographies(uri: Uri, scan: Scan): Promise<ScanContext['bibliographies']>;
  problems(uri: Uri, scan: Scan, signal: AbortSignal): Promise<readonly Problem[]>;
  /** What the document's repository sets aside. */
  readonly aside?: Repositories['of'];
};

type Scanner = { scan(text: string): TextScan };
/** Another way to read a document than by its text alone. */
export type Reading = (context: ScanContext) => Scanner;

type Tracked = {
  readonly uri: Uri;
  languageId: string;
  scanner: Scanner;
  text: string;
  lines: Lines;
  scan: TextScan;
  version: number;
  bibliographies: ScanContext['bibliographies'];
  outside: readonly Problem[];
  readonly known: Map<string, Known>;
  view?: View | undefined;
  progress?: Progress | undefined;
  /** Ends the run on this document. */
  abort?: AbortController | undefined;
  /** Ends the pending scan or look around. */
  timer?: NodeJS.Timeout | undefined;
  looking?: AbortController | undefined;
  /** Ends when the bibliographies of the last scan are read. */
  around?: Promise<void>;
};

/** Findings kept beyond those that show, for undo; past this the oldest go. */
const SPARE = 2_000;
/** A run's own state. It must not replace what an earlier run really found out. */
const SAYS_NOTHING = new Set(['cancelled', 'disabled', 'over-limit', 'untrusted', 'unjudged']);

export class Session implements Disposable {
  readonly #documents = new Map<string, Tracked>();
  readonly #readings = new Map<string, Reading>();
  readonly #changed = new EventEmitter<Uri>();
  readonly onDidChange: Event<Uri> = this.#changed.event;
  readonly #subscriptions: Disposable[];
  /** What is known of files that are being renamed, by their new addresses: the old document closes before the new one opens. */
  readonly #moving = new Map<string, ReadonlyMap<string, Known>>();
  readonly #surroundings: Surroundings;
  readonly #year: number;
  /** The text that was active last. */
  #last: Uri | undefined;

  constructor(surroundings: Surroundings, year: number) {
    this.#surroundings = surroundings;
    this.#year = year;
    const note = (editor: TextEditor | undefined) => {
      if (editor && isWatched(editor.document)) this.#last = editor.document.uri;
    };
    note(window.activeTextEditor);
    this.#subscriptions = [
      window.onDidChangeActiveTextEditor(note),
      workspace.onDidOpenTextDocument((document) => this.#later(document, 0)),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && readSettings(document).scan.onType)
          this.#later(document, DEFAULTS.debounceMs);
      }),
      workspace.onDidSaveTextDocument((document) => this.#later(document, 0)),
      workspace.onDidCloseTextDocument((document) => this.forget(document.uri)),
      workspace.onWillRenameFiles(({ files }) => files.forEach((file) => this.#leave(file))),
      workspace.onDidRenameFiles(() => this.#arrive()),
      workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('citewright')) this.rescan();
      }),
    ];
    for (const document of workspace.textDocuments) this.#later(document, 0);
  }

  /** The last view of a document, which may be a moment behind its text. */
  view(uri: Uri): View | undefined {
    const tracked = this.#documents.get(uri.toString());
    return tracked && this.#viewOf(tracked);
  }

  /** The view of the text that the user works in; beside our own documents and views, the one worked in last. */
  current(): View | undefined {
    const active = window.activeTextEditor;
    const view = active && this.view(active.document.uri);
    if (view || (active && !active.document.uri.scheme.startsWith('citewright-'))) return view;
    const visible = window.visibleTextEditors.flatMap(({ document }) => this.view(document.uri) ?? [])[0];
    return visible ?? (this.#last && this.view(this.#last));
  }

  /** All views, in the order in which their documents came. */
  views(): readonly View[] {
    return [...this.#documents.values()].map((tracked) => this.#viewOf(tracked));
  }

  /** The view of the document as it is now; nothing when such documents are not looked at. */
  look(document: TextDocument): View | undefined {
    if (!isWatched(document)) return undefined;
    const tracked = this.#documents.get(document.uri.toString());
    if (tracked?.version === document.version) return this.#viewOf(tracked);
    return this.#viewOf(this.#scan(document.uri, document.getText(), document.version, document.languageId));
  }

  /** A view of a file that no editor has open. */
  adopt(uri: Uri, text: string, languageId: string): View {
    return this.#viewOf(this.#scan(uri, text, -1, languageId));
  }

  /** Has a document read in its own way from now on, or as any text again. */
  readAs(uri: Uri, reading: Reading | undefined): void {
    const key = uri.toString();
    if (reading) this.#readings.set(key, reading);
    else this.#readings.delete(key);
    const tracked = this.#documents.get(key);
    if (!tracked) return;
    tracked.scanner = this.#scanner(uri, 'markdown', tracked.bibliographies);
    tracked.version = -2;
  }

  /** The view once what its text needs from outside has come: before that a cite key has no entry. */
  async settled(view: View): Promise<View> {
    const tracked = this.#documents.get(view.uri.toString());
    await tracked?.around;
    return tracked?.text === view.text ? this.#viewOf(tracked) : view;
  }

  /** Takes a finding in, and shows it if its citation is still there. */
  put(uri: Uri, finding: Finding, at: number): void {
    const tracked = this.#documents.get(uri.toString());
    if (!tracked) return;
    const old = tracked.known.get(finding.citation.id);
    if (old && SAYS_NOTHING.has(finding.code) && !SAYS_NOTHING.has(old.finding.code)) return;
    tracked.known.delete(finding.citation.id); // to the end of the map: the oldest go first
    tracked.known.set(finding.citation.id, { finding, at });
    const room = tracked.scan.citations.length + SPARE;
    for (const id of tracked.known.keys()) {
      if (tracked.known.size <= room) break;
      tracked.known.delete(id);
    }
    this.#show(tracked);
  }

  /** What is known of a document, for keeping over a reload. */
  known(uri: Uri): ReadonlyMap<string, Known> {
    return this.#documents.get(uri.toString())?.known ?? new Map<string, Known>();
  }

  /** Begins a run on a document and ends the one before it. The signal is the run's. */
  begin(uri: Uri, total: number): AbortSignal {
    const tracked = this.#documents.get(uri.toString());
    const abort = new AbortController();
    if (!tracked) return abort.signal;
    tracked.abort?.abort();
    tracked.abort = abort;
    tracked.progress = { done: 0, total };
    this.#show(tracked);
    return abort.signal;
  }

  /** Notes how far the run of `signal` is; nothing when it was superseded. */
  progress(uri: Uri, signal: AbortSignal, progress: Progress | undefined): void {
    const tracked = this.#documents.get(uri.toString());
    if (tracked?.abort?.signal !== signal) return;
    tracked.progress = progress;
    if (progress === undefined) tracked.abort = undefined;
    this.#show(tracked);
  }

  /** Is this still the document's run? */
  isCurrent(uri: Uri, signal: AbortSignal): boolean {
    return this.#documents.get(uri.toString())?.abort?.signal === signal;
  }

  /** Cancels what runs. */
  cancel(): void {
    for (const { abort } of this.#documents.values()) abort?.abort();
  }

  get running(): boolean {
    return [...this.#documents.values()].some(({ progress }) => progress !== undefined);
  }

  /** Drops a document, its findings and its run. */
  forget(uri: Uri): void {
    const tracked = this.#documents.get(uri.toString());
    if (!tracked) return;
    clearTimeout(tracked.timer);
    tracked.looking?.abort();
    tracked.abort?.abort();
    this.#documents.delete(uri.toString());
    this.#changed.fire(uri);
  }

  /** Scans all open documents anew, after a change of settings, trust or bibliographies. */
  rescan(): void {
    for (const tracked of this.#documents.values()) tracked.version = -2;
    for (const document of workspace.textDocuments) this.#later(document, 0);
  }

  /** Shows everything anew, after a change that no text had. */
  refresh(): void {
    for (const tracked of this.#documents.values()) this.#show(tracked);
  }

  /** A file, or all files of a folder, are about to get other names. */
  #leave({ oldUri, newUri }: { readonly oldUri: Uri; readonly newUri: Uri }): void {
    const old = oldUri.toString();
    for (const [key, { known }] of this.#documents)
      if (key === old || key.startsWith(`${old}/`))
        this.#moving.set(newUri.toString() + key.slice(old.length), new Map(known));
  }

  #arrive(): void {
    for (const [key, known] of this.#moving) {
      const tracked = this.#documents.get(key);
      if (!tracked) continue; // opened later: it takes them then
      this.#moving.delete(key);
      for (const [id, one] of known) if (!tracked.known.has(id)) tracked.known.set(id, one);
      this.#show(tracked);
    }
  }

  #later(document: TextDocument, ms: number): void {
    if (!isWatched(document)) {
      this.forget(document.uri);
      return;
    }
    const key = document.uri.toString();
    const waiting = this.#documents.get(key) ?? this.#track(document.uri, document.languageId);
    clearTimeout(waiting.timer);
    waiting.timer = setTimeout(() => {
      if (!document.isClosed) this.look(document);
    }, ms);
  }

  #track(uri: Uri, languageId: string): Tracked {
    const scanner = this.#scanner(uri, languageId, undefined);
    const tracked: Tracked = {
      uri,
      languageId,
      scanner,
      text: '',
      lines: createLines(''),
      scan: { citations: [], problems: [], bibliographies: [], blocks: [] },
      version: -2,
      bibliographies: undefined,
      outside: [],
      known: new Map(this.#moving.get(uri.toString())),
    };
    this.#moving.delete(uri.toString());
    this.#documents.set(uri.toString(), tracked);
    return tracked;
  }

  #scanner(uri: Uri, languageId: string, bibliographies: ScanContext['bibliographies']): Scanner {
    const reading = this.#readings.get(uri.toString()) ?? createTextScanner;
    return reading(this.#context(languageId, bibliographies));
  }

  #context(languageId: string, bibliographies: ScanContext['bibliographies']): ScanContext {
    return {
      format: formatOf(languageId),
      year: this.#year,
      ...(bibliographies === undefined ? {} : { bibliographies }),
    };
  }

  #scan(uri: Uri, text: string, version: number, languageId: string): Tracked {
    const tracked = this.#documents.get(uri.toString()) ?? this.#track(uri, languageId);
    clearTimeout(tracked.timer);
    tracked.languageId = languageId;
    tracked.text = text;
    tracked.lines = createLines(text);
    tracked.scan = tracked.scanner.scan(text);
    tracked.version = version;
    this.#show(tracked);
    tracked.around = this.#lookAround(tracked, languageId);
    return tracked;
  }

  /** What the scan needs from outside comes later, and only if the text has not changed meanwhile. */
  async #lookAround(tracked: Tracked, languageId: string): Promise<void> {
    tracked.looking?.abort();
    const { signal } = (tracked.looking = new AbortController());
    const bibliographies = await this.#surroundings.bibliographies(tracked.uri, tracked.scan);
    if (isOver(signal)) return;
    if (JSON.stringify(bibliographies) !== JSON.stringify(tracked.bibliographies)) {
      tracked.bibliographies = bibliographies;
      tracked.scanner = this.#scanner(tracked.uri, languageId, bibliographies);
      tracked.scan = tracked.scanner.scan(tracked.text);
      this.#show(tracked);
    }
    const outside = await this.#surroundings.problems(tracked.uri, tracked.scan, signal);
    if (isOver(signal)) return;
    const changed = JSON.stringify(outside) !== JSON.stringify(tracked.outside);
    tracked.outside = outside;
    if (changed) this.#show(tracked);
  }

  #show(tracked: Tracked): void {
    tracked.view = undefined;
    this.#changed.fire(tracked.uri);
  }

  #viewOf(tracked: Tracked): View {
    return (tracked.view ??= viewOf(tracked, this.#surroundings.aside?.(tracked.uri)));
  }

  dispose(): void {
    for (const { uri } of [...this.#documents.values()]) this.forget(uri);
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.dispose();
  }
}

/** Asked anew after each wait. */
const isOver = (signal: AbortSignal) => signal.aborted;

/** Puts what is known onto the present text. What the author or the repository set aside is marked (findings) or left out (problems). */
function viewOf(tracked: Tracked, aside: ReturnType<Repositories['of']>): View {
  const { uri, languageId, text, lines, scan, outside, known, progress } = tracked;
  const severities = { ...aside?.severities, ...readSettings({ uri, languageId }).severities };
  const ignores = scan.log ? undefined : ignoresIn(text); // an agent does not set its own findings aside
  const problems = [...scan.problems, ...outside]
    .filter((problem) => !problem.suppressed && !ignores?.(problem.span, problem.code))
    .filter((problem) => !aside?.problem(problem, uri.fsPath))
    .map((problem) => ({ ...problem, severity: severityOf(problem.code, severities) }))
    .filter(({ severity }) => severity !== 'none');
  const findings = scan.citations.flatMap((citation) => {
    const found = known.get(citation.id);
    if (!found) return [];
    const { suppressed: _, ...rest } = found.finding;
    const finding = grade({ ...rest, citation }, severities);
    const suppressed = ignores?.(citation.part, finding.code) ?? aside?.finding(finding, uri.fsPath);
    return [suppressed ? { ...finding, suppressed } : finding];
  });
  const checkedAt = new Map([...known].map(([id, { at }]) => [id, at]));
  const base = { uri, text, lines, scan, problems, findings, summary: summary(findings), checkedAt };
  return progress === undefined ? base : { ...base, progress };
}
