/** The text that a call of the verification tool is about: a given one, a file of the workspace, or the open one. */
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { Uri, workspace } from 'vscode';
import { isInside } from '../../node/files/folders';
import { rootsOf } from '../services/workspaceContext';
import { isExcludedByUser, languageOf, openDocument, readText } from '../state/documents';
import { clean } from '../state/labels';
import type { View } from '../state/view';
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
    const view = document && session.look(document);
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
  const view = open && session.look(open);
  if (view) return { view, end: () => undefined };
  const read = await readText(uri);
  if (read === undefined) return nothing;
  const end = hold(services, uri);
  return { view: session.adopt(uri, read, language), end };
}
