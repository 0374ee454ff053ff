/** The workspace on disk: files by path or its end, drift of cited lines, commits, memories. Read-only, and nothing outside is read. */
import { CANCELLED } from '../../core/cancel';
import { fail } from '../../core/causes';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isFailure, type Failure, type LineRange } from '../../core/model';
import type { LocalFile, Then, Workspace, WrittenIn, Drift } from '../../core/ports';
import { attempt } from '../../core/attempt';
import { describeFile, splitLines, type Asked } from '../../core/workspace/citedFile';
import { isFromTop, outside, spelled } from '../../core/workspace/fileNames';
import {
  beside,
  locate,
  type FileText,
  type Folder,
  type Located,
  type Place,
} from '../../core/workspace/locate';
import { Git, type Past } from '../git';
import { driftOf } from '../git/diff';
import { openFolders } from './diskFolders';
import { readMemory } from './memories';

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

/** A path without the scheme `file:`; undefined if the address is of another machine. */
const withoutScheme = (written: string): string | undefined =>
  /^file:/i.test(written) ? attempt(() => fileURLToPath(written)) : written;

/** How the cited lines changed; undefined if they didn't exist then either. */
function sinceThen(past: Past, now: string, cited: LineRange): Drift | undefined {
  const then = splitLines(past.text);
  if (cited[0] < 1 || cited[1] < cited[0] || cited[1] > then.length) return undefined;
  return { ...driftOf(then, splitLines(now), cited), commit: past.commit };
}

class DiskWorkspace implements Workspace {
  #folders: Promise<readonly Folder[]> | undefined;
  #git: Promise<Git> | undefined;

  constructor(private readonly config: WorkspaceConfig) {}

  #opened(): Promise<readonly Folder[]> {
    return (this.#folders ??= openFolders(this.config.roots));
  }

  #openGit(): Promise<Git> {
    return (this.#git ??= this.#opened().then(
      (folders) => new Git({ ...this.config, roots: folders.map(({ root }) => root) }),
    ));
  }

  /** Makes the document's path absolute, with `/`, and resolves links in its folder. */
  async #placed(from: WrittenIn | undefined): Promise<WrittenIn | undefined> {
    const base = this.config.cwd ?? this.config.roots[0];
    if (!from || base === undefined) return from;
    const file = path.resolve(base, from.path);
    const folder = await realpath(path.dirname(file)).catch(() => path.dirname(file));
    return { ...from, path: path.join(folder, path.basename(file)).replaceAll(path.sep, '/') };
  }

  async file(
    given: string,
    lines: LineRange | undefined,
    signal: AbortSignal,
    document?: WrittenIn,
  ): Promise<LocalFile | Failure> {
    const written = withoutScheme(given);
    if (written === undefined) return { ...outside('path_remote'), isElsewhere: true };
    const [folders, from] = [await this.#opened(), await this.#placed(document)];
    const asked = { folders, written, from, lines, signal };
    const file = await locate(asked);
    if (isFailure(file)) return file.kind === 'not-found' ? ((await this.#renamed(asked)) ?? file) : file;
    const read = await file.read();
    if (signal.aborted) return CANCELLED;
    return isFailure(read) ? read : describeFile(asked, file, read, await this.#drift(asked, file, read));
  }

  /** The file at the first of these places that existed when the text was written, as it was then. */
  async #pastOf({ from, signal }: Asked, places: readonly Place[]) {
    if (!this.config.trusted || (from === undefined && this.config.asOf === undefined)) return undefined;
    const git = await this.#openGit();
    for (const { folder, path: file } of places) {
      const past = await git.past(path.resolve(folder.root, file), from, signal);
      if (past) return { folder, ...past };
    }
    return undefined;
  }

  async #drift(asked: Asked, { folder, path: found }: Located, read: FileText): Promise<Drift | undefined> {
    const { lines, written } = asked;
    if (!lines || read.truncated) return undefined;
    // A file found by the end of its path may have been at the cited path then.
    const places = [...beside(asked), { folder, path: found }, { folder, path: written }];
    const past = await this.#pastOf(asked, places);
    return past && sinceThen(past, read.text, lines);
  }

  /** Looks for a file that existed when the text was written and doesn't now: renamed or deleted. */
  async #renamed(asked: Asked): Promise<LocalFile | Failure | undefined> {
    const { folders, written, from, lines } = asked;
    if (!lines) return undefined;
    const file = isFromTop(written, from) ? written.slice(1) : written;
    const places = [...beside(asked), ...folders.map((folder) => ({ folder, path: file }))];
    const past = await this.#pastOf(asked, places);
    if (!past) return undefined;
    const { folder, commit, text } = past;
    const now = await this.#sameText(folder, written, text);
    return now && !isFailure(now)
      ? { ...now, drift: { state: 'moved', lines, commit, isRenamed: true } }
      : fail('file_deleted', { path: written, commit });
  }

  /** The file with the same name or path ending whose text is still the same. */
  async #sameText(folder: Folder, written: string, text: string): Promise<LocalFile | Failure | undefined> {
    const { files } = await folder.files();
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
    const plain = this.config.trusted ? spelled(withoutScheme(written) ?? '') : undefined;
    if (typeof plain !== 'string') return undefined;
    const git = await this.#openGit();
    let missing: Then | undefined;
    for (const { root, within } of await this.#opened()) {
      const file = within(plain);
      const past = file === undefined ? file : await git.stateAt(root, file, lines, at, signal);
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
