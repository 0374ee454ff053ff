/** A call of the verification tool: the text it is about, and what the user confirms before: what leaves this computer, and its cost. */
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { l10n, MarkdownString, Uri, workspace } from 'vscode';
import type { Model } from '../../core/ports';
import { isUrl } from '../../core/text/url';
import { isInside } from '../../node/files/folders';
import type { Destination } from '../services/consent';
import { rootsOf } from '../services/workspaceContext';
import { isExcludedByUser, languageOf, openDocument, readText } from '../state/documents';
import { clean } from '../state/labels';
import { readSettings, type Settings } from '../state/settings';
import type { View } from '../state/view';
import { choiceOf, costOf, type Cost } from './preflight';
import { piecesOf } from './runs';
import type { Services } from './services';
import { documentOf } from './subject';

type Wanted = { readonly text: string | undefined; readonly file: string | undefined };
type Subject = { readonly view: View; readonly end: () => void };

let drafts = 0;

/** The view that a call means, and what to do with it afterwards; a string if there is none, with the reason. */
export async function subjectOf(services: Services, { text, file }: Wanted): Promise<Subject | string> {
  const { session } = services;
  if (text !== undefined) {
    const uri = Uri.parse(`untitled:citewright-tool-${++drafts}.md`);
    return { view: session.adopt(uri, text, 'markdown'), end: () => session.forget(uri) };
  }
  if (file === undefined) {
    const document = await documentOf(session);
    const view = document && session.currentView(document);
    return view ? { view, end: () => undefined } : 'No text is open. Give text or file.';
  }
  return fileSubject(services, file);
}

/** The real path of a file or folder, after following links; undefined if it doesn't exist. */
const realPath = (uri: Uri) => realpath(uri.fsPath).catch(() => undefined);

/** The URI of `real` under `root`; undefined if it is outside. */
async function under(root: Uri, real: string): Promise<Uri | undefined> {
  const base = await realPath(root);
  if (base === undefined) return undefined;
  return isInside(base, real) ? Uri.joinPath(root, ...path.relative(base, real).split(path.sep)) : undefined;
}

/** The file of the workspace that a name means: resolves steps such as `..` and links before checking where it leads. */
async function fileOfName(file: string): Promise<Uri | undefined> {
  const roots = rootsOf();
  const isAbsolute = /^(?:\/|[A-Za-z]:[\\/])/.test(file);
  for (const root of roots) {
    const uri = isAbsolute ? Uri.joinPath(Uri.file(file), '.') : Uri.joinPath(root, file);
    const real = workspace.getWorkspaceFolder(uri) ? await realPath(uri) : undefined;
    if (real === undefined) continue;
    for (const home of roots) {
      const found = await under(home, real);
      if (found) return found;
    }
  }
  return undefined;
}

/** Files that running calls have adopted, each with the number of calls. */
const users = new Map<string, number>();

/** Keeps a file that no editor has open for one more call. Returns a function that ends that: the last call drops the file. */
function hold({ session }: Services, uri: Uri): () => void {
  const key = uri.toString();
  const count = users.get(key);
  if (count === undefined && session.view(uri)) return () => undefined; // known before, but not to us
  users.set(key, (count ?? 0) + 1);
  return () => {
    const rest = (users.get(key) ?? 1) - 1;
    if (rest > 0) users.set(key, rest);
    else users.delete(key);
    if (rest === 0 && !openDocument(uri)) session.forget(uri); // otherwise it is the user's too
  };
}

async function fileSubject(services: Services, file: string): Promise<Subject | string> {
  const { session } = services;
  const nothing = `There is no such text in the workspace: ${clean(file)}`;
  const uri = await fileOfName(file);
  if (!uri) return nothing;
  const open = openDocument(uri);
  const language = open?.languageId ?? languageOf(uri) ?? 'markdown';
  if (isExcludedByUser(uri, language)) return `The user excludes this file from verification: ${clean(file)}`;
  const view = open && session.currentView(open);
  if (view) return { view, end: () => undefined };
  const read = await readText(uri);
  if (read === undefined) return nothing;
  const end = hold(services, uri);
  return { view: session.adopt(uri, read, language), end };
}

const DOMAINS_SHOWN = 6;

/** Where requests would go, in a few names. */
function placesOf({ scan }: View): string {
  const hosts = scan.citations.flatMap(({ target }) =>
    target.kind === 'url' && isUrl(target.url) ? [new URL(target.url).host] : [],
  );
  const works = scan.citations.some(({ target }) => target.kind === 'work');
  const names = [...(works ? [l10n.t('the registries')] : []), ...new Set(hosts)];
  const rest = names.length - DOMAINS_SHOWN;
  const shown = names.slice(0, DOMAINS_SHOWN).map((name) => clean(name, 60));
  return [...shown, ...(rest > 0 ? [l10n.t('{0} more', rest)] : [])].join(', ');
}

/** Lines as Markdown that shows them as plain text. */
export const plain = (lines: readonly string[]) =>
  new MarkdownString().appendText(lines.filter(Boolean).join('\n\n'));

/** What a verification fetches, and from where. */
export function fetchText(view: View): string {
  const count = view.scan.citations.length;
  const places = placesOf(view) || l10n.t('none');
  return count === 1
    ? l10n.t('The source of 1 citation is fetched from this computer: {0}.', places)
    : l10n.t('The sources of {0} citations are fetched from this computer: {1}.', count, places);
}

function sendText({ name, address }: Destination, cost: Cost | undefined): string {
  const sent = l10n.t('Claims and passages go to {0} ({1}).', name, address);
  return `${sent} ${cost ? `${cost.estimate}. ${cost.limit}` : l10n.t('This is free.')}`;
}

type AgreedModel = { readonly to?: Destination; readonly model?: Model };

/** The model that the user agreed to, if any. Undefined if the run itself asks about it, or says that it can't be used. */
async function agreedModel(
  { consent, secrets }: Pick<Services, 'consent' | 'secrets'>,
  settings: Settings,
  network: boolean,
): Promise<AgreedModel | undefined> {
  const choice = await choiceOf(settings, secrets, network);
  if (choice.kind !== 'model') return choice.kind === 'none' ? {} : undefined;
  const { to } = choice;
  const send = consent.judge(to.owner);
  if (send !== 'yes') return network && send === undefined ? undefined : {};
  const model = await choice.make().catch(() => undefined);
  return model && { to, model };
}

/**
 * The confirmation before a verification: what is fetched, what is sent where, and what it may cost. Undefined if the call sends and costs
 * nothing, or if the run itself asks, because an answer is missing or it costs more than the user accepts without a question. VS Code can
 * be set to confirm every call of a tool, so its confirmation never replaces those questions.
 */
export async function confirmation(
  { consent, secrets, engine }: Pick<Services, 'consent' | 'secrets' | 'engine'>,
  view: View,
  linksOnly: boolean,
): Promise<MarkdownString | undefined> {
  const answer = consent.network(view.uri);
  if (answer === undefined || consent.isExcluded(view.uri)) return undefined;
  const network = answer === 'yes';
  const settings = readSettings(view.uri);
  const agreed: AgreedModel | undefined = linksOnly
    ? {}
    : await agreedModel({ consent, secrets }, settings, network);
  if (!agreed) return undefined;
  const { to, model } = agreed;
  const pieces = piecesOf([{ view }]);
  const cost = model && (await costOf({ engine }, pieces, model));
  if (cost && cost.mostUsd > settings.cost.confirmAboveUsd) return undefined;
  if (await (await engine()).isCached(pieces, { network, linksOnly, ...(model && { model }) }))
    return undefined;
  return plain([
    network
      ? fetchText(view)
      : l10n.t('Nothing is fetched: this workspace is offline. Cited files and commits are checked.'),
    to ? sendText(to, cost) : l10n.t('No model is used; this is free.'),
  ]);
}
