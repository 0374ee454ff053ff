/** Shows a commit as a unified diff built from trees and blobs, without commands that could run a filter or an external diff. */
import { credentialsByName, holdsCredentials } from '../../core/text/credentials';
import { diffLines, type Edit } from './diff';
import { isBlob, isTree, type Repository, type TreeEntry } from './repository';

type Change = { readonly file: string; readonly before?: TreeEntry; readonly after?: TreeEntry };

const MOST_FILES = 300;
/** Most characters of diff; further files are only named. */
const MOST_TEXT = 900_000;
const CONTEXT = 3;

/** Files that differ between two trees, in path order. Equal subtrees are not read. */
async function changes(
  repository: Repository,
  before: string | undefined,
  after: string | undefined,
  folder = '',
): Promise<Change[]> {
  if (before === after) return [];
  const old = before === undefined ? [] : await repository.tree(before);
  const now = after === undefined ? [] : await repository.tree(after);
  const [olds, news] = [old, now].map((entries) => new Map(entries.map((e) => [e.name, e])));
  const names = [...new Set([...old, ...now].map((e) => e.name))].sort();
  const found: Change[] = [];
  for (const name of names) {
    if (found.length > MOST_FILES) break;
    const [a, b] = [olds?.get(name), news?.get(name)];
    if (a?.id === b?.id && a?.mode === b?.mode) continue;
    const file = folder + name;
    const [treeA, treeB] = [a && isTree(a) ? a.id : undefined, b && isTree(b) ? b.id : undefined];
    if (treeA !== undefined || treeB !== undefined)
      found.push(...(await changes(repository, treeA, treeB, `${file}/`)));
    const [leafA, leafB] = [a && !isTree(a) ? a : undefined, b && !isTree(b) ? b : undefined];
    if (leafA || leafB) found.push({ file, ...(leafA && { before: leafA }), ...(leafB && { after: leafB }) });
  }
  return found;
}

type Side = { readonly lines: readonly string[]; readonly binary: boolean };

async function side(repository: Repository, entry: TreeEntry | undefined): Promise<Side> {
  if (!entry || !isBlob(entry)) return { lines: [], binary: false };
  const blob = await repository.blob(entry.id);
  if (!blob || blob.truncated || blob.content.includes(0)) return { lines: [], binary: true };
  const text = blob.content.toString('utf8');
  const lines = text.split('\n');
  return { lines: lines[lines.length - 1] === '' ? lines.slice(0, -1) : lines, binary: false };
}

const SIGN: Readonly<Record<Edit['kind'], string>> = { same: ' ', removed: '-', added: '+' };

/** Formats edits as hunks with three lines of context. */
export function hunks(edits: readonly Edit[]): readonly string[] {
  const near = new Uint8Array(edits.length);
  edits.forEach(({ kind }, i) => {
    if (kind !== 'same') near.fill(1, Math.max(0, i - CONTEXT), i + CONTEXT + 1);
  });
  const out: string[] = [];
  let [oldLine, newLine] = [1, 1];
  for (let i = 0; i < edits.length; i++) {
    if (near[i] === 1) {
      let end = i;
      while (near[end] === 1) end++;
      const hunk = edits.slice(i, end);
      const [olds, news] = [
        hunk.filter((e) => e.kind !== 'added').length,
        hunk.filter((e) => e.kind !== 'removed').length,
      ];
      out.push(
        `@@ -${olds === 0 ? oldLine - 1 : oldLine},${olds} +${news === 0 ? newLine - 1 : newLine},${news} @@`,
      );
      for (const { kind, line } of hunk) out.push(SIGN[kind] + line);
      [oldLine, newLine, i] = [oldLine + olds, newLine + news, end - 1];
    } else [oldLine, newLine] = [oldLine + 1, newLine + 1];
  }
  return out;
}

async function filePatch(repository: Repository, { file, before, after }: Change): Promise<string> {
  if (credentialsByName(file) !== undefined) return `${file} (withheld: it may hold credentials)`;
  const [a, b] = [await side(repository, before), await side(repository, after)];
  const head = [`--- ${before ? `a/${file}` : '/dev/null'}`, `+++ ${after ? `b/${file}` : '/dev/null'}`];
  const mode = before && after && before.mode !== after.mode ? [`mode ${before.mode} → ${after.mode}`] : [];
  if (a.binary || b.binary) return [...mode, ...head, 'Binary files differ'].join('\n');
  const changed = hunks(diffLines(a.lines, b.lines)).join('\n');
  const shown = holdsCredentials(changed) ? 'withheld: these lines hold credentials' : changed;
  return [...mode, ...head, ...(shown === '' ? [] : [shown])].join('\n');
}

/** The diff of a commit against its first parent. */
export async function patchOf(
  repository: Repository,
  before: string | undefined,
  after: string,
): Promise<string> {
  const all = await changes(repository, before, after);
  const parts: string[] = [];
  let length = 0;
  for (const change of all.slice(0, MOST_FILES)) {
    const patch = length < MOST_TEXT ? await filePatch(repository, change) : `${change.file} (not shown)`;
    parts.push(length + patch.length > MOST_TEXT ? `${change.file} (not shown)` : patch);
    length += patch.length;
  }
  if (all.length > MOST_FILES) parts.push('more files are not shown');
  return parts.join('\n');
}
