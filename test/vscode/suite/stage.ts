/** Helpers for tests in the editor: answers to dialogs, servers on loopback, and readers of what the editor shows. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { Citation, Source } from '../../../src/core/model';
import { ENDPOINTS } from '../../../src/node/web/endpoints';
import type { WorkspaceContext } from '../../../src/vscode/state/documentState';
import { Session } from '../../../src/vscode/state/session';

const ends: (() => unknown)[] = [];
let isInTest = false;

/** Ends after the current test what it started; what a suite starts in `before`, it must end itself. */
function atEnd<T extends () => unknown>(end: T): T {
  if (isInTest) ends.unshift(end);
  return end;
}

let there: readonly string[] = [];
const inFolder = () => fs.readdirSync(folder().fsPath);
beforeEach(() => {
  isInTest = true;
  there = inFolder();
});
afterEach(async function () {
  isInTest = false;
  await closeAll();
  for (const end of ends.splice(0)) await end();
  if (this.currentTest?.state === 'passed') return;
  // A second attempt starts with the folder that the first one found.
  for (const name of inFolder()) if (!there.includes(name)) fs.rmSync(at(name).fsPath, { recursive: true });
  await new Promise((wake) => setTimeout(wake, 1_000)); // and after what the editor has to say of it
});

/** A separate session, with no files around its documents except those of `around`. */
export function newSession(around: Partial<WorkspaceContext> = {}): Session {
  const none = { bibliographies: () => Promise.resolve(undefined), problems: () => Promise.resolve([]) };
  const session = new Session({ ...none, ...around }, 2026);
  atEnd(() => session.dispose());
  return session;
}

/** The source of a citation, read in full unless specified otherwise. */
export const sourceOf = ({ target }: Pick<Citation, 'target'>, read: Partial<Source> = {}): Source => ({
  target,
  location: 'https://a.example/1',
  title: 'T',
  text: 'Tides.',
  depth: 'full',
  via: 'direct',
  truncated: false,
  fetchedAt: '2026-01-01T00:00:00Z',
  bytes: 6,
  notices: [],
  ...read,
});

export const extension = () => {
  const found = vscode.extensions.getExtension('citewright.citewright');
  if (!found) throw new Error('The extension is not installed.');
  return found;
};

export const folder = () => vscode.workspace.workspaceFolders![0]!.uri;

/** Polls until there is a result. */
export async function until<T>(
  ask: () => T | undefined | false | Promise<T | undefined | false>,
  ms = 20_000,
): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > end) throw new Error(`Nothing came within ${ms} ms: ${ask.toString().slice(0, 200)}`);
    await new Promise((wake) => setTimeout(wake, 40));
  }
}

export type Said = {
  readonly kind: string;
  readonly message: string;
  readonly detail: string;
  readonly items: readonly string[];
  /** The switches of a page that are on. */
  readonly on?: readonly string[];
};
export type Answer = string | undefined | ((said: Said) => string | undefined);

const titleOf = (item: unknown): string => {
  if (typeof item === 'string') return item;
  const { title, label } = item as { title?: string; label?: string };
  return title ?? label ?? '';
};

const isOptions = (x: unknown): x is vscode.MessageOptions =>
  typeof x === 'object' && x !== null && !('title' in x);

/**
 * Replaces the editor's messages, quick picks, input boxes and save dialogs, which a test cannot click; a list with switches counts as
 * modal, and an answer turns on the switches that it names. Each question takes the first answer whose pattern matches its message; a
 * question without an answer is dismissed. `said` records everything that was shown.
 */
export function dialogs(answers: readonly (readonly [RegExp, Answer])[] = []) {
  const said: Said[] = [];
  const window = vscode.window as unknown as Record<string, unknown>;
  const stubbed = [
    'showInformationMessage',
    'showWarningMessage',
    'showErrorMessage',
    'showQuickPick',
    'showInputBox',
    'showSaveDialog',
    'showOpenDialog',
  ];
  const real = Object.fromEntries(stubbed.map((name) => [name, window[name]]));
  const list = [...answers];
  const answer = (one: Said): string | undefined => {
    said.push(one);
    const found = list.find(([pattern]) => pattern.test(one.message))?.[1];
    return typeof found === 'function' ? found(one) : found;
  };
  const message =
    (kind: string) =>
    (text: string, ...rest: readonly unknown[]) => {
      const [first] = rest;
      const options = isOptions(first) ? first : {};
      const items = rest.filter((x) => x !== options).map(titleOf);
      const chosen = answer({
        kind: options.modal ? 'modal' : kind,
        message: text,
        detail: options.detail ?? '',
        items,
      });
      if (chosen !== undefined && !items.includes(chosen))
        throw new Error(`“${text}” has no button ${chosen}: ${items.join(', ')}`);
      return Promise.resolve(chosen);
    };
  window['showInformationMessage'] = message('info');
  window['showWarningMessage'] = message('warning');
  window['showErrorMessage'] = message('error');
  window['showQuickPick'] = async (given: unknown, options: vscode.QuickPickOptions = {}) => {
    const items = (await given) as readonly vscode.QuickPickItem[];
    const isPage = options.canPickMany === true;
    const chosen = answer({
      kind: isPage ? 'modal' : 'pick',
      message: options.title ?? '',
      detail: isPage ? items.map(({ description, detail }) => `${description}\n${detail}`).join('\n') : '',
      items: items.map(titleOf),
      on: items.filter(({ picked }) => picked === true).map(titleOf),
    });
    if (isPage)
      return chosen === undefined ? undefined : items.filter((item) => chosen.includes(titleOf(item)));
    return chosen === undefined ? undefined : items.find((item) => titleOf(item).includes(chosen));
  };
  window['showInputBox'] = async (options: vscode.InputBoxOptions) => {
    const chosen = answer({
      kind: options.password ? 'password' : 'input',
      message: options.title ?? '',
      detail: options.prompt ?? '',
      items: [],
    });
    if (chosen === undefined) return undefined;
    const wrong = await options.validateInput?.(chosen);
    if (wrong == null || wrong === '') return chosen;
    said.push({
      kind: 'invalid',
      message: typeof wrong === 'string' ? wrong : wrong.message,
      detail: '',
      items: [],
    });
    return undefined;
  };
  window['showSaveDialog'] = () => {
    const chosen = answer({ kind: 'save', message: 'save', detail: '', items: [] });
    return Promise.resolve(chosen === undefined ? undefined : vscode.Uri.file(chosen));
  };
  window['showOpenDialog'] = () => {
    const chosen = answer({ kind: 'open', message: 'open', detail: '', items: [] });
    return Promise.resolve(chosen === undefined ? undefined : [vscode.Uri.file(chosen)]);
  };
  return {
    said,
    /** Inserts an answer before the others. */
    answer: (pattern: RegExp, given: Answer) => list.unshift([pattern, given]),
    texts: () => said.map((one) => `${one.kind}: ${one.message}`),
    restore: atEnd(() => void Object.assign(window, real)),
  };
}

/** Turns every switch of a page on. */
export const ALL: Answer = ({ items }) => items.join('\n');
/** The answers to the consent page. */
export const FETCH_ONLY = 'Fetch cited sources';
export const OFFLINE = 'none';
export const YES: readonly (readonly [RegExp, Answer])[] = [[/^Allow Citewright/, ALL]];

type Page =
  | string
  | {
      readonly status?: number;
      readonly type?: string;
      readonly body?: string | Buffer;
      readonly delayMs?: number;
    };

/** A web server on a free port of 127.0.0.1 with these pages. `asked` records the requests. */
export async function pages(served: Readonly<Record<string, Page>>) {
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    const path = request.url ?? '/';
    asked.push(`${request.method} ${path}`);
    const found = served[path.split('?')[0] ?? ''];
    const page = typeof found === 'string' ? { body: found } : (found ?? { status: 404, body: 'Not found' });
    setTimeout(() => {
      response.writeHead(page.status ?? 200, { 'content-type': page.type ?? 'text/html; charset=utf-8' });
      response.end(request.method === 'HEAD' ? undefined : page.body);
    }, page.delayMs ?? 0);
  });
  return { asked, ...(await listen(server)) };
}

async function listen(server: http.Server) {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    host: `127.0.0.1:${port}`,
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    close: atEnd(
      () =>
        new Promise<void>((closed) => {
          server.closeAllConnections();
          server.close(() => closed());
        }),
    ),
  };
}

export type Verdict = {
  readonly support: string;
  readonly quote: string | null;
  readonly rationale?: string;
  readonly suggestion?: string | null;
};

/**
 * An OpenAI-compatible server. Answers each claim with the verdict whose pattern matches it; `refuse` rejects every request with that
 * status. `requests` records the requests, including keys.
 */
export async function judge(
  verdicts: readonly (readonly [RegExp, Verdict])[],
  { refuse = 0, delayMs = 0 } = {},
) {
  const requests: { path: string; key: string; body: string }[] = [];
  const state = { refuse, delayMs };
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      requests.push({ path: request.url ?? '', key: request.headers.authorization ?? '', body });
      const send = (status: number, value: unknown) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(value));
      };
      if (state.refuse > 0) {
        send(state.refuse, { error: { message: 'Incorrect API key provided.', code: 'invalid_api_key' } });
        return;
      }
      if (request.url?.endsWith('/models')) {
        send(200, { object: 'list', data: [{ id: 'stub-judge', object: 'model' }] });
        return;
      }
      setTimeout(() => send(200, completion(answerTo(body, verdicts))), state.delayMs);
    });
  });
  return { requests, state, ...(await listen(server)) };
}

const completion = (content: string) => ({
  id: 'c1',
  object: 'chat.completion',
  created: 1,
  model: 'stub-judge',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
  usage: { prompt_tokens: 900, completion_tokens: 60, total_tokens: 960 },
});

/** The verdicts for the claims in the fences of a request, in the requested format. */
export function answerTo(body: string, verdicts: readonly (readonly [RegExp, Verdict])[]): string {
  const text = (JSON.parse(body) as { messages: { content: unknown }[] }).messages
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
    .join('\n')
    .replaceAll('\\n', '\n');
  const claims = [...text.matchAll(/<CLAIM(?: (\d+))? \w+>\n([^]*?)\n<\/CLAIM/g)];
  const say = (claim: string) => {
    const own = claim.replace(/^\(Context only.*\n/, '');
    const found = verdicts.find(([pattern]) => pattern.test(own))?.[1] ?? { support: 'absent', quote: null };
    return {
      rationale: found.rationale ?? `The source bears on this: ${found.support}.`,
      sentences: found.quote === null ? [] : [1],
      quote: found.quote,
      support: found.support,
      confidence: 0.91,
      suggestion: found.suggestion ?? null,
    };
  };
  const [only] = claims;
  if (claims.length === 1 && only) return JSON.stringify(say(only[2] ?? ''));
  return JSON.stringify({
    verdicts: claims.map(([, number, claim]) => ({ claim: Number(number), ...say(claim ?? '') })),
  });
}

/** The settings that select only this model. */
export const judgedBy = ({ url }: Pick<Awaited<ReturnType<typeof judge>>, 'url'>) => ({
  'model.provider': 'openai-compatible',
  'model.baseUrl': url('/v1'),
  'model.id': 'stub-judge',
});

type Setting = readonly [name: string, value: unknown];
const settingOf = (name: string) =>
  vscode.workspace.getConfiguration('citewright').inspect(name)?.globalValue;

/** The file of the machine's settings, where the harness has it: a desktop keeps it elsewhere. */
const MACHINE = path.join(process.env['XDG_RUNTIME_DIR'] ?? '', 'data/Machine/settings.json');

function isOfMachine(name: string): boolean {
  type Rows = Readonly<Record<string, { readonly scope?: string }>>;
  const { contributes } = extension().packageJSON as {
    contributes: { configuration: readonly { properties: Rows }[] };
  };
  return contributes.configuration.some(
    ({ properties }) => properties[`citewright.${name}`]?.scope === 'machine',
  );
}

/** Writes settings into the file that the editor watches, all at once; its API takes half a second for each. */
async function writeDown(settings: readonly Setting[]): Promise<void> {
  const taken = new Promise<void>((resolve) => {
    const ear = vscode.workspace.onDidChangeConfiguration((event) => {
      if (!settings.every(([name]) => event.affectsConfiguration(`citewright.${name}`))) return;
      ear.dispose();
      resolve();
    });
  });
  const all = JSON.parse(fs.readFileSync(MACHINE, 'utf8')) as Record<string, unknown>;
  for (const [name, value] of settings) all[`citewright.${name}`] = value;
  fs.writeFileSync(MACHINE, JSON.stringify(all));
  await taken;
  // The editor may have read the file while it was being written; null reads as undefined.
  await until(() =>
    settings.every(([name, value]) => isDeepStrictEqual(settingOf(name), value ?? undefined)),
  );
}

/** Sets settings of the user; returns a function that restores them. */
export async function configure(values: Readonly<Record<string, unknown>>): Promise<() => Promise<void>> {
  const set = async (settings: readonly Setting[]) => {
    const all = vscode.workspace.getConfiguration('citewright');
    const changed = settings.filter(([name, value]) => !isDeepStrictEqual(settingOf(name), value));
    const inFile = fs.existsSync(MACHINE) ? changed.filter(([name]) => isOfMachine(name)) : [];
    if (inFile.length > 0) await writeDown(inFile);
    const others = changed.filter((one) => !inFile.includes(one));
    await Promise.all(
      others.map(([name, value]) => all.update(name, value, vscode.ConfigurationTarget.Global)),
    );
  };
  const before = Object.keys(values).map((name) => [name, settingOf(name)] as const);
  await set(Object.entries(values));
  return atEnd(() => set(before));
}

/**
 * Opens an untitled document with this content in an editor. The editor reuses the name of a document that was just closed, and may restore
 * that document's backup instead: then it is opened once more. Only once, because line ends and the like are never kept unchanged.
 */
export async function open(content: string, language = 'markdown'): Promise<vscode.TextEditor> {
  const show = async () =>
    vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language, content }));
  const editor = await show();
  if (editor.document.getText() === content) return editor;
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  return show();
}

/** A path in the workspace folder. */
export const at = (name: string): vscode.Uri => vscode.Uri.joinPath(folder(), name);

type Site = Awaited<ReturnType<typeof pages>>;
type Judge = Awaited<ReturnType<typeof judge>>;

/** Registries for the settings: these at their paths on the site, the others where it has nothing. */
export const endpointsAt = (site: Site, paths: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(Object.keys(ENDPOINTS).map((name) => [name, site.url(paths[name] ?? '/none')]));

/**
 * Hooks for a suite whose texts cite pages: the pages are served while it runs, both consent questions are answered with yes, a model with
 * these verdicts judges (without them, none does), every test starts without kept answers, and everything is closed after the last.
 */
export function onSite(
  served: Parameters<typeof pages>[0],
  verdicts?: Parameters<typeof judge>[0],
  settings: (site: Site) => Readonly<Record<string, unknown>> = () => ({}),
) {
  let site: Site;
  let model: Judge;
  let restore: () => Promise<void>;
  let talk: ReturnType<typeof dialogs>;
  before(async () => {
    [site, model] = await Promise.all([pages(served), judge(verdicts ?? [])]);
    const judged = verdicts === undefined ? { 'model.provider': 'none' } : judgedBy(model);
    restore = await configure({ 'network.allowHosts': [site.host], ...judged, ...settings(site) });
  });
  after(async () => {
    await restore();
    await Promise.all([site.close(), model.close()]);
  });
  beforeEach(async () => {
    await vscode.commands.executeCommand('citewright.clearCache');
    talk = dialogs(YES);
    site.asked.length = 0;
    model.requests.length = 0;
    Object.assign(model.state, { refuse: 0, delayMs: 0 });
  });
  return {
    get site() {
      return site;
    },
    get model() {
      return model;
    },
    get talk() {
      return talk;
    },
  };
}

/** A file of the workspace folder by its name, or any file by its URI. */
type Place = string | vscode.Uri;
const uriOf = (place: Place) => (typeof place === 'string' ? at(place) : place);

export const writeFile = async (place: Place, text: string) =>
  vscode.workspace.fs.writeFile(uriOf(place), new TextEncoder().encode(text));

export const readFile = async (place: Place) =>
  new TextDecoder().decode(await vscode.workspace.fs.readFile(uriOf(place)));

let files = 0;
/** A name that no earlier test or attempt has used: the editor keeps a text for minutes after its last editor has closed. */
export const unused = (name: string) => `${name}-${files++}`;

/** Writes a file into the workspace folder and opens it. A name that was used before must first show the new content. */
export async function openFile(
  content: string,
  place: Place = `${unused('note')}.md`,
): Promise<vscode.TextEditor> {
  const uri = uriOf(place);
  await writeFile(uri, content);
  const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
  if (editor.document.getText() !== content)
    await vscode.commands.executeCommand('workbench.action.files.revert');
  await until(() => editor.document.getText() === content);
  return editor;
}

export async function closeAll(): Promise<void> {
  if (vscode.window.tabGroups.all.every(({ tabs }) => tabs.length === 0)) return;
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

export const diagnosticsOf = (document: vscode.TextDocument) =>
  vscode.languages.getDiagnostics(document.uri).filter((d) => d.source === 'Citewright');

/** The codes that are shown for a URI, whether it is open or not. */
export const codesAt = (uri: vscode.Uri): string[] =>
  vscode.languages
    .getDiagnostics(uri)
    .filter((d) => d.source === 'Citewright')
    .map(codeOf);

export const codeOf = (d: vscode.Diagnostic) => String(typeof d.code === 'object' ? d.code.value : d.code);

export const has = (document: vscode.TextDocument, code: string) => codesAt(document.uri).includes(code);

/** Runs the command of a quick fix. */
export const call = (fix: vscode.CodeAction) =>
  vscode.commands.executeCommand(fix.command!.command, ...(fix.command!.arguments as readonly unknown[]));

export const lenses = async (document: vscode.TextDocument) =>
  (
    await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
      100,
    )
  ).map((lens) => ({
    line: lens.range.start.line,
    title: lens.command?.title ?? '',
    command: lens.command?.command ?? '',
  }));

/** The Markdown of the hover at the first occurrence of `text`. */
export async function hoverAt(
  document: vscode.TextDocument,
  text: string,
  into = 1,
): Promise<vscode.MarkdownString[]> {
  const position = document.positionAt(document.getText().indexOf(text) + into);
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    document.uri,
    position,
  );
  return hovers.flatMap(({ contents }) =>
    contents.filter((c): c is vscode.MarkdownString => c instanceof vscode.MarkdownString),
  );
}

/** The hover at a position, as plain text, once it matches. */
export async function cardAt(
  document: vscode.TextDocument,
  text: string,
  pattern: RegExp,
  into = 1,
): Promise<string> {
  return matching(async () => readable(await hoverAt(document, text, into)), pattern);
}

/** The result of `read`, once it matches: a surface may be drawn a moment after the one that a test waited for. */
export async function matching(read: () => Promise<string>, pattern: RegExp): Promise<string> {
  let last = '';
  await until(async () => pattern.test((last = await read()))).catch(() => undefined);
  assert.match(last, pattern);
  return last;
}

/** Markdown as plain text, with entities and escapes resolved. */
export const readable = (texts: readonly vscode.MarkdownString[]): string =>
  texts
    .map(({ value }) => value)
    .join('\n')
    .replaceAll('&colon;', ':')
    .replaceAll('&period;', '.')
    .replaceAll('&commat;', '@')
    .replaceAll('&equals;', '=')
    .replaceAll('&amp;', '&')
    .replaceAll('&nbsp;', ' ')
    .replace(/\\([\\`*_{}[\]()#+\-!~>])/g, '$1');

export type Outcome = {
  readonly state: string;
  readonly summary?: {
    found: number;
    judged: number;
    supported: number;
    resolved: number;
    costUsd: number | null;
  };
  readonly model?: string;
};
export const run = async (command: string, ...args: readonly unknown[]) =>
  await vscode.commands.executeCommand<Outcome>(`citewright.${command}`, ...args);

/** Calls a tool as an agent does. */
export async function invoke(name: string, input: object, token?: vscode.CancellationToken): Promise<string> {
  const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }, token);
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
}

/** The editor's name for a tool of the MCP server, which it starts as the extension defines it. */
export async function serverTool(name: string): Promise<string> {
  await extension().activate();
  const live = { waitForLiveTools: true, autoTrustChanges: true };
  const server = 'citewright.citewright/Citewright';
  await vscode.commands.executeCommand('workbench.mcp.startServer', server, live);
  return until(() => vscode.lm.tools.find((tool) => RegExp(`^mcp_.*${name}$`).test(tool.name))?.name);
}

const isMore = ({ command }: vscode.CodeAction) => command?.command === 'citewright.moreFixes';

/** The quick fixes at a place: those of the menu, then those of the list behind its last entry. */
export async function quickFixes(
  document: vscode.TextDocument,
  range: vscode.Range,
): Promise<vscode.CodeAction[]> {
  const menu = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    document.uri,
    range,
    vscode.CodeActionKind.QuickFix.value,
  );
  const more = menu.find(isMore)?.command;
  if (!more) return menu;
  const window = vscode.window as unknown as Record<string, unknown>;
  const real = window['showQuickPick'];
  const listed: vscode.CodeAction[] = [];
  window['showQuickPick'] = (items: readonly { readonly action: vscode.CodeAction }[]) => {
    listed.push(...items.map(({ action }) => action));
    return Promise.resolve(undefined);
  };
  try {
    await vscode.commands.executeCommand(more.command, ...(more.arguments as readonly unknown[]));
  } finally {
    window['showQuickPick'] = real;
  }
  return [...menu.filter((one) => !isMore(one)), ...listed];
}
