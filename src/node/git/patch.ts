/** Shows a commit as a unified diff built from trees and blobs, without commands that could run a filter or an external diff. */
import { formatPatch, OMIT_HEADERS, structuredPatch } from 'diff';
import { credentialsByName, holdsCredentials } from '../../core/text/credentials';
import { isBlob, isTree, type Repository, type TreeEntry } from './repository';

type Change = {
  readonly file: string;
  readonly before: TreeEntry | undefined;
  readonly after: TreeEntry | undefined;
};

const MOST_FILES = 300;
/** Most entries compared: a tree of few objects may list the same one in billions of places. */
const MOST_ENTRIES = 200_000;
/** Most characters of diff; further files are only named. */
const MOST_TEXT = 900_000;
/** The search takes quadratic time in the number of edits; with more, the file counts as replaced. */
const MOST_EDITS = 800;

const entriesOf = async (repository: Repository, tree: string | undefined) =>
  new Map((tree === undefined ? [] : await repository.tree(tree)).map((entry) => [entry.name, entry]));

/** Files that differ between two trees, in path order, until `room` is used up. Equal subtrees are not read. */
async function changes(
  repository: Repository,
  before: string | undefined,
  after: string | undefined,
  room: { entries: number },
  folder = '',
): Promise<Change[]> {
  if (before === after) return [];
  const [olds, news] = [await entriesOf(repository, before), await entriesOf(repository, after)];
  const found: Change[] = [];
  const names = [...new Set([...olds.keys(), ...news.keys()])].sort();
  room.entries -= names.length;
  for (const name of names) {
    if (found.length > MOST_FILES || room.entries < 0) break;
    const [a, b] = [olds.get(name), news.get(name)];
    if (a?.id === b?.id && a?.mode === b?.mode) continue;
    const file = folder + name;
    const [treeA, treeB] = [a, b].map((entry) => (entry && isTree(entry) ? entry.id : undefined));
    const [before, after] = [a, b].map((entry) => (entry && isTree(entry) ? undefined : entry));
    found.push(...(await changes(repository, treeA, treeB, room, `${file}/`)));
    if (before ?? after) found.push({ file, before, after });
  }
  return found;
}

/** The text of a file; undefined if it isn't text. */
async function textOf(repository: Repository, entry: TreeEntry | undefined): Promise<string | undefined> {
  if (!entry || !isBlob(entry)) return '';
  const blob = await repository.blob(entry.id);
  if (blob.truncated || blob.content.includes(0)) return undefined;
  const text = blob.content.toString('utf8');
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** The hunks of a diff, with three lines of context. */
function hunks(before: string, after: string): string {
  const compare = (a: string, b: string, maxEditLength = Infinity) =>
    structuredPatch('', '', a, b, undefined, undefined, { context: 3, maxEditLength });
  const whole = compare(before, after, MOST_EDITS);
  const parts = whole ? [whole] : [compare(before, ''), compare('', after)];
  return parts
    .map((part) => part && formatPatch(part, OMIT_HEADERS))
    .join('')
    .slice(0, -1);
}

async function filePatch(repository: Repository, { file, before, after }: Change): Promise<string> {
  if (credentialsByName(file) !== undefined) return `${file} (withheld: it may hold credentials)`;
  const [a, b] = [await textOf(repository, before), await textOf(repository, after)];
  const head = [`--- ${before ? `a/${file}` : '/dev/null'}`, `+++ ${after ? `b/${file}` : '/dev/null'}`];
  const mode = before && after && before.mode !== after.mode ? [`mode ${before.mode} → ${after.mode}`] : [];
  if (a === undefined || b === undefined) return [...mode, ...head, 'Binary files differ'].join('\n');
  const changed = hunks(a, b);
  const shown = holdsCredentials(changed) ? 'withheld: these lines hold credentials' : changed;
  return [...mode, ...head, ...(shown === '' ? [] : [shown])].join('\n');
}

/** The diff of a tree against that of the first parent, if any. Rejects if the clone doesn't have all of both. */
export async function patchOf(
  repository: Repository,
  before: string | undefined,
  after: string,
): Promise<string> {
  const room = { entries: MOST_ENTRIES };
  const all = await changes(repository, before, after, room);
  const parts: string[] = [];
  let length = 0;
  for (const change of all.slice(0, MOST_FILES)) {
    const patch = length < MOST_TEXT ? await filePatch(repository, change) : `${change.file} (not shown)`;
    parts.push(length + patch.length > MOST_TEXT ? `${change.file} (not shown)` : patch);
    length += patch.length;
  }
  if (all.length > MOST_FILES || room.entries < 0) parts.push('more files are not shown');
  return parts.join('\n');
}
