/** Commands: a table from name to call. Arguments come from links and other extensions, so each is looked up, never trusted. */
import {
  commands,
  Disposable,
  env,
  l10n,
  RelativePattern,
  Uri,
  window,
  workspace,
  type TextDocument,
  type TextEditor,
  type WorkspaceFolder,
} from 'vscode';
import { DEFAULTS } from '../../core/defaults';
import type { Span } from '../../core/model';
import { addressOf } from '../state/sourceAddress';
import type { Services } from '../services/services';
import { isWatched, languageOf, openDocument, readText, refusal } from '../services/documents';
import { showEvidence } from '../views/evidence';
import { citationsAt } from '../views/hover';
import { complain, inform, warn } from '../services/messages';
import type * as remedies from './lazyFixes';
import { forget as forgetKept } from '../state/storedFindings';
import { reveal } from '../views/reveal';
import type * as runs from './runs';
import type { Outcome, RunOptions } from './runs';
import type { Session } from '../state/session';
import { readSettings } from '../services/settings';
import type { View } from '../state/view';
import { clean } from '../state/labels';

const NOTHING: Outcome = { state: 'nothing' };

/** Runs, and what is asked before one, are loaded with the first. */
const verify: typeof runs.verify = async (...wish) => (await import('./runs')).verify(...wish);

const openAt = (uri: Uri): Thenable<TextDocument | undefined> =>
  workspace.openTextDocument(uri).then(undefined, () => undefined); // gone, a folder, or no text

/** The document that an argument names; without an argument the one that the user works in, or worked in last. */
async function documentOf(session: Session, argument: unknown): Promise<TextDocument | undefined> {
  if (typeof argument === 'string' && argument !== '') {
    const uri = Uri.parse(argument); // from a link or a row: opened only when it is a file of an earlier run
    return openDocument(uri) ?? (session.view(uri) && openAt(uri));
  }
  if (argument instanceof Uri) return openDocument(argument) ?? openAt(argument);
  const active = window.activeTextEditor?.document;
  if (active && isWatched(active)) return active;
  const visible = window.visibleTextEditors.map(({ document }) => document).find(isWatched);
  const current = visible ? undefined : session.current(); // behind the walkthrough, say
  return visible ?? (current && openDocument(current.uri)) ?? active;
}

const REFUSALS = {
  language:
    'Citewright reads Markdown and plain text. The setting “citewright.scan.languages” names the languages.',
  place: 'Citewright does not check this kind of document.',
  excluded: 'This file is excluded by the setting “citewright.scan.exclude”.',
} as const;

/** The view to work on, or a message why there is none. */
async function viewOf({ session }: Services, argument?: unknown): Promise<View | undefined> {
  const document = await documentOf(session, argument);
  if (!document) {
    void inform(l10n.t('Open a text first.'));
    return undefined;
  }
  const why = refusal(document);
  if (why !== undefined) {
    void warn(l10n.t(REFUSALS[why]));
    return undefined;
  }
  const view = session.look(document);
  if (!view || view.text.length > DEFAULTS.maxDocument)
    void warn(l10n.t('This text is too large: {0} characters at most.', DEFAULTS.maxDocument));
  else if (view.text.trim() === '') void inform(l10n.t('This text is empty.'));
  else return view;
  return undefined;
}

async function verifyWhole(desk: Services, argument: unknown, options: RunOptions = {}): Promise<Outcome> {
  const view = await viewOf(desk, argument);
  return view ? verify(desk, [{ view }], options) : NOTHING;
}

/** The editor whose selection is meant: the one that the user works in, else any that shows the text. A draft can stand in two. */
const editorOf = ({ uri }: View): TextEditor | undefined =>
  [window.activeTextEditor, ...window.visibleTextEditors].find(
    (editor) => editor?.document.uri.toString() === uri.toString(),
  );

const overlaps = (a: Span, b: Span) => a.start < b.end && b.start < a.end;

async function verifySelection(desk: Services): Promise<Outcome> {
  const view = await viewOf(desk);
  const editor = view && editorOf(view);
  if (!editor) return NOTHING;
  const { document } = editor;
  const chosen = editor.selections.map((s) => ({
    start: document.offsetAt(s.start),
    end: document.offsetAt(s.end),
  }));
  const touched = view.scan.citations.filter((c) =>
    chosen.some((span) => overlaps(span, c.claim.span) || overlaps(span, c.marker)),
  );
  return verify(desk, [{ view, only: new Set(touched.map(({ id }) => id)) }]);
}

/** The citations at the cursor, or the one that the arguments name. */
async function pointed(
  desk: Services,
  uri: unknown,
  id: unknown,
): Promise<{ view: View; ids: readonly string[] } | undefined> {
  // A menu passes the document's address and more; a link passes two strings. Anything else is not from us.
  const linked = typeof uri === 'string' && typeof id === 'string';
  if (!linked && uri !== undefined && !(uri instanceof Uri)) return undefined;
  const view = await viewOf(desk, uri);
  if (!view) return undefined;
  if (linked) return { view, ids: view.scan.citations.filter((c) => c.id === id).map((c) => c.id) };
  const editor = editorOf(view);
  if (!editor) return undefined;
  const here = citationsAt(view, editor.document.offsetAt(editor.selection.active));
  return { view, ids: here.map((c) => c.id) };
}

async function verifyCitation(desk: Services, uri: unknown, id: unknown): Promise<Outcome> {
  const at = await pointed(desk, uri, id);
  return at ? verify(desk, [{ view: at.view, only: new Set(at.ids) }]) : NOTHING;
}

/** The citations of a document that the tree of sources names: all that lean on one source. */
async function verifyCitations(desk: Services, uri: unknown, ids: unknown): Promise<Outcome> {
  if (typeof uri !== 'string' || !Array.isArray(ids)) return NOTHING;
  const view = await viewOf(desk, uri);
  const named = new Set(ids.filter((id) => typeof id === 'string'));
  return view ? verify(desk, [{ view, only: named }]) : NOTHING;
}

async function findingAt(desk: Services, uri: unknown, id: unknown) {
  const at = await pointed(desk, uri, id);
  const finding = at?.view.findings.find(({ citation }) => at.ids.includes(citation.id));
  if (at && !finding) void inform(l10n.t('Nothing is known here yet. Verify the citation first.'));
  return at && finding ? { view: at.view, finding } : undefined;
}

async function openEvidence(desk: Services, uri: unknown, id: unknown): Promise<void> {
  const at = await findingAt(desk, uri, id);
  if (at) await showEvidence(at.view.uri, at.finding);
}

/** Opens the source in the browser, checked or not; only a well-formed https address, and the editor asks before it leaves. */
async function openSource(desk: Services, uri: unknown, id: unknown): Promise<void> {
  // Only a row or a button names what to open: nothing is opened for where the cursor happens to be.
  if (typeof uri !== 'string' || typeof id !== 'string') return;
  const at = await pointed(desk, uri, id);
  const citation = at?.view.scan.citations.find((one) => at.ids.includes(one.id));
  if (!at || !citation) return;
  const link = addressOf(
    citation,
    at.view.findings.find((finding) => finding.citation.id === citation.id),
  );
  if (link === undefined)
    void inform(l10n.t('Not opened: {0} is no https address.', clean(citation.identifier, 160)));
  else await env.openExternal(Uri.parse(link));
}

/** Most files that one run takes, so that a wrong glob does not read a disk. */
const MOST_FILES = 2_000;
const TEXTS = '**/*.{md,markdown,txt,qmd,rmd}';

/** Files of a folder of the workspace by a glob, without those that the user excludes; one more than are taken tells that there are more. */
const filesIn = (folder: WorkspaceFolder, glob: string): Thenable<readonly Uri[]> => {
  const never = ['**/{node_modules,.git}/**', ...readSettings(folder.uri).scan.exclude];
  return workspace.findFiles(new RelativePattern(folder, glob), `{${never.join(',')}}`, MOST_FILES + 1);
};

/** Where something stands in its folder, as a glob; nothing for the folder itself. */
const globOf = ({ uri: home }: WorkspaceFolder, { path }: Uri): string =>
  path.slice(home.path.length + 1).replace(/[[\]{}*?]/g, '?');
const below = (start: string): string => (start === '' ? TEXTS : `${start}/${TEXTS}`);

/** Each file once, though folders of the workspace may lie in one another; not more than a run takes, and that is said. */
function atMost(found: readonly (readonly Uri[])[]): readonly Uri[] {
  const files = [...new Map(found.flat().map((uri) => [uri.toString(), uri])).values()];
  if (files.length > MOST_FILES)
    void warn(l10n.t('More files match than one run takes: only {0} of them are verified.', MOST_FILES));
  return files.slice(0, MOST_FILES);
}

/** The files that are meant: below the folder that an argument names, else wherever in the workspace the user says. */
async function filesOf(
  argument: unknown,
  folders: readonly WorkspaceFolder[],
): Promise<readonly Uri[] | undefined> {
  const home = argument instanceof Uri ? workspace.getWorkspaceFolder(argument) : undefined;
  const glob = await window.showInputBox({
    title: l10n.t('Verify Folder or Files'),
    prompt: l10n.t('Which files of the workspace?'),
    value: below(home && argument instanceof Uri ? globOf(home, argument) : ''),
  });
  if (glob === undefined) return undefined;
  return atMost(await Promise.all((home ? [home] : folders).map((folder) => filesIn(folder, glob))));
}

/** What several rows of the explorer mean: the files themselves, and the texts below the folders. Those that the user excludes are left out. */
async function filesAmong(chosen: readonly Uri[]): Promise<readonly Uri[]> {
  const isText = (uri: Uri) => languageOf(uri) !== undefined;
  const found = chosen.map(async (uri) => {
    const home = workspace.getWorkspaceFolder(uri);
    if (!home) return [];
    if (!isText(uri)) return filesIn(home, below(globOf(home, uri)));
    const same = await filesIn(home, globOf(home, uri)); // what is no letter of a glob fits others, too
    return same.filter((one) => one.toString() === uri.toString());
  });
  const files = await Promise.all(found);
  const texts = chosen.filter(isText);
  const out = chosen.filter((uri, i) => isText(uri) && files[i]?.length === 0);
  if (out.length > 0) void warn(l10n.t('Files left out: {0} of {1}.', out.length, texts.length));
  return atMost(files);
}

const severalOf = (argument: unknown): readonly Uri[] | undefined =>
  Array.isArray(argument) && argument.length > 1 && argument.every((one) => one instanceof Uri)
    ? argument
    : undefined;

/** The views of files, open or not. Those that cannot be read as text are left out, and that is said. */
async function viewsOf({ session }: Services, uris: readonly Uri[]): Promise<readonly View[]> {
  const views: View[] = [];
  for (const uri of uris) {
    const document = openDocument(uri);
    const text = document ? undefined : await readText(uri);
    const view = document ? session.look(document) : undefined;
    if (view) views.push(view);
    else if (text !== undefined) views.push(session.adopt(uri, text, languageOf(uri) ?? 'markdown'));
  }
  if (views.length < uris.length)
    void warn(l10n.t('Files left out: {0} of {1}.', uris.length - views.length, uris.length));
  return views;
}

/**
 * Verifies many files in one run. Files that cannot be read as text are said, the others go on. The explorer passes the row that was
 * clicked, and all that are selected.
 */
async function verifyWorkspace(desk: Services, argument: unknown, selected?: unknown): Promise<Outcome> {
  if (!workspace.workspaceFolders) {
    void inform(l10n.t('Open a folder first.'));
    return NOTHING;
  }
  if (!workspace.isTrusted) {
    void import('./preflight').then(({ explainTrust }) => explainTrust());
    return { state: 'untrusted' };
  }
  const several = severalOf(selected);
  const isFile = !several && argument instanceof Uri && languageOf(argument) !== undefined;
  const files = isFile
    ? []
    : await (several ? filesAmong(several) : filesOf(argument, workspace.workspaceFolders));
  if (!files) return NOTHING; // the question was put away
  const views = isFile ? [(await viewOf(desk, argument)) ?? []].flat() : await viewsOf(desk, files);
  if (isFile && views.length === 0) return NOTHING; // and it was said why
  for (const { uri } of views) desk.session.keep(uri);
  const outcome = await verify(
    desk,
    views.map((view) => ({ view })),
  );
  if (outcome.state === 'done') await commands.executeCommand('citewright.showResults');
  return outcome;
}

async function verifyClipboard(desk: Services): Promise<Outcome> {
  const content = await env.clipboard.readText();
  if (content.trim() === '') {
    void inform(l10n.t('There is no text on the clipboard.'));
    return NOTHING;
  }
  const document = await workspace.openTextDocument({ language: 'markdown', content });
  await window.showTextDocument(document);
  return verifyWhole(desk, document.uri);
}

async function clearCache({ context, engine }: Services): Promise<void> {
  await engine.clearCache();
  await forgetKept(context);
  void inform(l10n.t('The cache is empty.'));
}

/** What is set up by hand and seldom: loaded when it is. */
const keys = () => import('./setup');

type Call = (desk: Services, ...args: readonly unknown[]) => unknown;

/** A command that amends the text: loaded when it is first used. */
const remedy =
  (name: Exclude<keyof typeof remedies, 'actionsFor'>): Call =>
  async (desk, uri, id) =>
    (await import('./lazyFixes'))[name](desk, uri, id);

const COMMANDS: Readonly<Record<string, Call>> = {
  verifyDocument: (desk, uri) => verifyWhole(desk, uri),
  checkLinks: (desk, uri) => verifyWhole(desk, uri, { linksOnly: true }),
  verifySelection,
  verifyCitation,
  verifyWorkspace,
  verifyClipboard,
  findPapers: remedy('findPapers'),
  setKey: async (desk) => (await keys()).setKey(desk),
  testKey: async (desk) => (await keys()).testKey(desk),
  clearKey: async (desk) => (await keys()).clearKey(desk),
  chooseModel: async (desk) => (await keys()).pickModel(desk),
  showEvidence: openEvidence,
  export: async (desk, format) => (await import('./exportReport')).exportReport(desk, format),
  clearCache,
  manageConsent: async (desk) => (await keys()).manageConsent(desk),
  cancel: ({ session }) => session.cancel(),
  // Not in the palette: for links, the results view and messages.
  reveal: ({ session }, uri, id) => reveal(session, uri, id),
  openSource,
  verifyCitations,
  fixDoi: remedy('fixDoi'),
  correctEntry: remedy('correctEntry'),
  addKey: remedy('addKey'),
  narrowClaim: remedy('narrowClaim'),
  findSource: remedy('findSource'),
  attachSource: remedy('attachSource'),
  accept: remedy('accept'),
  ignoreInWorkspace: remedy('ignoreInWorkspace'),
  stopIgnoring: remedy('stopIgnoring'),
  takeBack: remedy('takeBack'),
  openSettings: () => commands.executeCommand('workbench.action.openSettings', '@ext:citewright.citewright'),
};

/** Registers the table. A command that breaks says so instead of failing unseen. */
export function register(desk: Services): Disposable {
  const registered = Object.entries(COMMANDS).map(([name, call]) =>
    commands.registerCommand(`citewright.${name}`, async (...args: unknown[]) => {
      try {
        return await call(desk, ...args);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        void complain(l10n.t('Citewright: {0}', clean(why)));
        throw error;
      }
    }),
  );
  return Disposable.from(...registered);
}
