/**
 * The workspace on disk: files by path or by the end of a path, drift of cited lines, commits, memories. Read-only, and nothing outside is
 * read.
 */
import { CANCELLED } from '../../core/cancel';
import { fail } from '../../core/causes';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { isFailure, type Failure, type LineRange } from '../../core/model';
import type { LocalFile, Then, Workspace, WrittenIn, Drift } from '../../core/ports';
import { credentialsByName } from '../../core/text/credentials';
import { isInside, pathFrom } from '../files/folders';
import { Git, type Past } from '../git';
import { driftOf, splitLines } from '../git/diff';
import { beside, locate, normalise, type Located, type Written } from './locate';
import { readMemory } from './memories';
import { isFromTop } from './fileNames';
import { readText, type FileText } from './readFile';
import { createTree, type Listing } from './fileTree';

export type WorkspaceConfig = {
  /** Workspace folders, absolute. */
  readonly roots: readonly string[];
  /** Base folder for relative document paths; the first root if left out. */
  readonly cwd?: string | undefined;
  /** Git runs only in a trusted workspace. */
  readonly trusted: boolean;
  /** When the texts were written: a date (`2024-01-31`, optionally with a time) or a commit hash. */
  readonly asOf?: string | undefined;
  /** Path of a JSON file with memories. */
  readonly memory?: string | undefined;
  /** Absolute path of git; searched on PATH if left out. */
  readonly gitPath?: string | undefined;
};

/** What is asked for: a path as written, and lines of the file. */
type Asked = Written & { readonly lines: LineRange | undefined; readonly signal: AbortSignal };

function outOfRange(count: number, [from, to]: LineRange, truncated: boolean): Failure | undefined {
  if (from >= 1 && to >= from && to <= count) return undefined;
  const isUnread = truncated && from >= 1 && to >= from;
  return fail(isUnread ? 'lines_unread' : 'line_out_of_range', { count });
}

/** How the cited lines changed; undefined if they didn't exist then either. */
function sinceThen(past: Past, now: string, cited: LineRange): Drift | undefined {
  const then = splitLines(past.text);
  if (cited[0] < 1 || cited[1] < cited[0] || cited[1] > then.length) return undefined;
  return { ...driftOf(then, splitLines(now), cited), commit: past.commit };
}

class DiskWorkspace implements Workspace {
  readonly #tree: (root: string) => Promise<Listing> = createTree();
  #roots: Promise<readonly string[]> | undefined;
  #git: Promise<Git> | undefined;

  constructor(private readonly config: WorkspaceConfig) {}

  /** Real paths; folders that can't be opened are dropped. */
  #realRoots(): Promise<readonly string[]> {
    return (this.#roots ??= Promise.all(
      this.config.roots.map((root) => realpath(root).catch(() => undefined)),
    ).then((all) => all.filter((root) => root !== undefined)));
  }

  #openGit(): Promise<Git> {
    return (this.#git ??= this.#realRoots().then((roots) => new Git({ ...this.config, roots })));
  }

  /** Makes the document's path absolute and resolves links in its folder. */
  async #placed(from: WrittenIn | undefined): Promise<WrittenIn | undefined> {
    const base = this.config.cwd ?? this.config.roots[0];
    if (!from || base === undefined) return from;
    const file = path.resolve(base, from.path);
    const folder = await realpath(path.dirname(file)).catch(() => path.dirname(file));
    return { ...from, path: path.join(folder, path.basename(file)) };
  }

  /** Resolves an absolute path through a workspace folder that is itself a link. */
  async #real(written: string): Promise<string> {
    const root = path.isAbsolute(written)
      ? this.config.roots.find((r) => isInside(r, path.resolve(written)))
      : undefined;
    const real = root === undefined ? undefined : await realpath(root).catch(() => undefined);
    return root === undefined || real === undefined
      ? written
      : path.join(real, path.relative(root, path.resolve(written)));
  }

  async file(
    given: string,
    lines: LineRange | undefined,
    signal: AbortSignal,
    document?: WrittenIn,
  ): Promise<LocalFile | Failure> {
    const roots = await this.#realRoots();
    const [written, from] = [await this.#real(given), await this.#placed(document)];
    const asked = { roots, written, from, lines, signal };
    const file = await locate({ ...asked, tree: this.#tree });
    if (isFailure(file)) return file.kind === 'not-found' ? ((await this.#renamed(asked)) ?? file) : file;
    const read = await readText(file.real);
    if (signal.aborted) return CANCELLED;
    return isFailure(read) ? read : this.#describe(asked, file, read);
  }

  async #describe(asked: Asked, file: Located, read: FileText): Promise<LocalFile | Failure> {
    const { lines } = asked;
    const count = splitLines(read.text).length;
    const drift = await this.#drift(asked, file, read);
    // Lines that existed then and don't now have drifted, which says more than "out of range".
    const wrong = lines && !drift ? outOfRange(count, lines, read.truncated) : undefined;
    if (wrong) return wrong;
    const near = beside({ ...asked, roots: [file.root] })?.relative;
    const sensitive = credentialsByName(file.path) ?? credentialsByName(pathFrom(file.root, file.real));
    return {
      path: file.path,
      text: read.text,
      lines: count,
      truncated: read.truncated,
      ...(sensitive === undefined ? {} : { sensitive }),
      ...(near === file.path ? { isBeside: true } : {}),
      ...(drift ? { drift } : {}),
    };
  }

  /** The file at the first of these places that existed when the text was written, as it was then. */
  async #pastOf({ from, signal }: Asked, places: readonly NonNullable<ReturnType<typeof beside>>[]) {
    if (!this.config.trusted || (from === undefined && this.config.asOf === undefined)) return undefined;
    const git = await this.#openGit();
    for (const { root, relative } of places) {
      const past = await git.past(path.resolve(root, relative), from, signal);
      if (past) return { root, ...past };
    }
    return undefined;
  }

  async #drift(asked: Asked, { root, path: found }: Located, read: FileText): Promise<Drift | undefined> {
    const { lines, written } = asked;
    if (!lines || read.truncated) return undefined;
    // A file found by the end of its path may have been at the cited path then.
    const places = [beside(asked) ?? [], { root, relative: found }, { root, relative: written }].flat();
    const past = await this.#pastOf(asked, places);
    return past && sinceThen(past, read.text, lines);
  }

  /** Looks for a file that existed when the text was written and doesn't now: renamed or deleted. */
  async #renamed(asked: Asked): Promise<LocalFile | Failure | undefined> {
    const { roots, written, from, lines } = asked;
    if (!lines) return undefined;
    const relative = isFromTop(written, from) ? written.slice(1) : written;
    const places = [beside(asked) ?? [], roots.map((root) => ({ root, relative }))].flat();
    const past = await this.#pastOf(asked, places);
    if (!past) return undefined;
    const { root, commit, text } = past;
    const now = await this.#sameText(root, written, text);
    return now && !isFailure(now)
      ? { ...now, drift: { state: 'moved', lines, commit, isRenamed: true } }
      : fail('file_deleted', { path: written, commit });
  }

  /** The file with the same name or path ending whose text is still the same. */
  async #sameText(root: string, written: string, text: string): Promise<LocalFile | Failure | undefined> {
    const { files } = await this.#tree(root);
    const [name, ending] = [path.basename(written), path.extname(written)];
    const likely = [
      ...files.filter((f) => path.basename(f) === name),
      ...files.filter((f) => path.extname(f) === ending),
    ];
    const never = new AbortController().signal;
    for (const candidate of likely.slice(0, MOST_CANDIDATES)) {
      const file = await this.file(`./${candidate}`, undefined, never);
      if (!isFailure(file) && file.text === text) return file;
    }
    return undefined;
  }

  async commit(sha: string, signal: AbortSignal) {
    if (!this.config.trusted) return fail('untrusted');
    return (await this.#openGit()).commit(sha, signal);
  }

  async stateAt(
    written: string,
    lines: LineRange | undefined,
    at: string,
    signal: AbortSignal,
  ): Promise<Then | undefined> {
    const plain = this.config.trusted ? normalise(written) : undefined;
    if (typeof plain !== 'string') return undefined;
    const git = await this.#openGit();
    let missing: Then | undefined;
    for (const root of await this.#realRoots()) {
      const relative = path.isAbsolute(plain) ? pathFrom(root, plain) : plain;
      if (relative.split('/').includes('..')) continue;
      const past = await git.stateAt(root, relative, lines, at, signal);
      if (past && past.state !== 'missing') return past;
      missing ??= past;
    }
    return missing;
  }

  memory(id: string) {
    return readMemory(this.config.memory, id);
  }
}

/** Most files read while searching for a renamed one. */
const MOST_CANDIDATES = 200;

/** The workspace of these folders. Opens nothing before the first request. */
export const createWorkspace = (config: WorkspaceConfig): Workspace => new DiskWorkspace(config);
