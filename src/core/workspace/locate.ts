/** Finds a cited file in the folders of a workspace: an exact match, else the only file whose path ends with it. */
import { fail, reason } from '../causes';
import { isFailure, type Failure } from '../model';
import type { WrittenIn } from '../ports';
import { ignoreRules, isIgnored } from '../text/glob';
import {
  ambiguous,
  ON_MACHINE,
  isAbsolute,
  isBeside,
  isFromTop,
  isUnsafe,
  outside,
  spelled,
} from './fileNames';
import type { Ignores, Listing } from './fileTree';

export type FileText = { readonly text: string; readonly truncated: boolean };

/** Something at a path of a folder. */
export type Found = {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  /** The same with links resolved. */
  readonly real: string;
  /** Refuses what isn't a regular file with text. */
  readonly read: () => Promise<FileText | Failure>;
};

/** A folder of the workspace. */
export type Folder = {
  /** Its path or address, for the host. */
  readonly root: string;
  readonly name: string;
  /** A path in this folder, from an absolute one or one relative to it; undefined if it leads elsewhere. */
  readonly within: (path: string) => string | undefined;
  /** What is at a path in this folder, without opening it. Fails if a link may lead out, whether anything is there or not. */
  readonly at: (path: string) => Promise<Found | Failure | undefined>;
  readonly files: () => Promise<Listing>;
};

export type Located = Found & { readonly folder: Folder };
export type Place = { readonly folder: Folder; readonly path: string };

/** A path as written, which is no URL. */
export type Written = {
  readonly folders: readonly Folder[];
  readonly written: string;
  /** The document that names the path; its own path has `/`. */
  readonly from: WrittenIn | undefined;
};

const placesIn = (folders: readonly Folder[], written: string): readonly Place[] =>
  folders.flatMap((folder) => {
    const path = folder.within(written);
    return path === undefined ? [] : [{ folder, path }];
  });

/** Where links and paths that begin with `./` or `../` lead from the folder of their document. */
export function beside({ folders, written, from }: Written): readonly Place[] {
  const plain = written.replaceAll('\\', '/');
  if (isAbsolute(plain) || !isBeside(plain, from)) return [];
  return placesIn(folders, from.path.slice(0, from.path.lastIndexOf('/') + 1) + plain);
}

/** An accented letter is one character or two; editors and file systems differ. */
const unicodeSpellings = (written: string): readonly string[] => [
  ...new Set([written, written.normalize('NFC'), written.normalize('NFD')]),
];

/** What is at the first of these places that has anything; a refusal only if none has. */
async function firstAt(places: readonly Place[]): Promise<Located | Failure | undefined> {
  let refused: Failure | undefined;
  for (const { folder, path } of places)
    for (const spelling of unicodeSpellings(path)) {
      const hit = await folder.at(spelling);
      if (hit && !isFailure(hit)) return { ...hit, folder };
      refused ??= hit;
    }
  return refused;
}

/** In a workspace of several folders, a path may begin with the name of its folder. */
const namedPlaces = (folder: Folder, path: string): readonly Place[] =>
  (path.startsWith(`${folder.name}/`) ? [path, path.slice(folder.name.length + 1)] : [path]).flatMap(
    (spelling) => placesIn([folder], spelling),
  );

/**
 * Finds a path that begins at the workspace folder, trying the document's folder first. It is reported as missing only if the workspace has
 * the folder it begins with; otherwise it may be a path on the machine.
 */
async function fromTop({ folders, from }: Written, plain: string) {
  const path = plain.slice(1);
  if (!isFromTop(plain, from) || isUnsafe(path)) return undefined;
  const anywhere = (name: string) =>
    firstAt(
      [...placesIn(folders, from.path).map(({ folder }) => folder), ...folders].flatMap((folder) =>
        namedPlaces(folder, name),
      ),
    );
  const hit = await anywhere(path);
  if (hit) return hit;
  const [first = '', ...rest] = path.split('/');
  const top = rest.length === 0 || (await anywhere(first));
  if (top !== true && (!top || isFailure(top))) return undefined;
  return placesIn(folders, path).length === 0 ? CLIMBS : fail('no_file', { path });
}

const CLIMBS = outside('path_climbs');

/** In the folder of a copy: a name alone doesn't mean it. */
const COPY = /(?:^|\/)_?backups?\//i;

async function bySuffix(folders: readonly Folder[], path: string): Promise<Located | Failure> {
  const ends = unicodeSpellings(`/${path}`);
  const hits: Place[] = [];
  let complete = true;
  for (const folder of folders) {
    const listing = await folder.files();
    complete &&= listing.complete;
    for (const file of listing.files)
      if (ends.some((end) => file.endsWith(end)) && !COPY.test(file)) hits.push({ folder, path: file });
  }
  const [only] = hits;
  if (hits.length > 1) return ambiguous(hits.map((hit) => hit.path));
  const missing = fail('no_file', { path });
  if (complete) return (only && (await firstAt([only]))) ?? missing;
  const why = only ? fail('file_unsure', { count: 1, names: only.path }) : missing;
  return { ...why, also: reason('search_incomplete'), isElsewhere: true };
}

/** Typical file names of tutorials: such a path is more likely an example than a mistake. */
const EXAMPLE = /(?:^|\/)(?:app|main|index|example|foo|bar|baz|hello|file|my-?file|[a-c])\.\w+$/i;

/**
 * Whether the workspace should have the missing file: its folder exists and has other files of its type. Agents create and delete files, so
 * for an agent's log the first folder of the path is enough. A path that isn't a link may lead into a Git submodule that isn't checked out.
 */
async function isExpected(asked: Written, plain: string): Promise<boolean> {
  const { folders, written, from } = asked;
  const isLog = from?.isLog === true;
  const path = beside(asked)[0]?.path ?? plain;
  const parts = path.replace(/^\//, '').split('/').slice(0, -1);
  const isNamed = isBeside(written, from) || isFromTop(written, from);
  if (!isNamed && (parts.length === 0 || (!isLog && EXAMPLE.test(path)))) return false;
  const within = `/${(isLog ? parts.slice(0, 1) : parts).join('/')}/`.replace('//', '/');
  const ending = /[^/]\.[^/.]*$/.exec(path)?.[0].slice(1) ?? '';
  const name = path.replace(/^\//, '');
  const lower = name.toLowerCase();
  for (const folder of folders) {
    const own = from && folder.within(from.path);
    const { files } = await folder.files();
    // Some systems and sites find a name in another case. The list may still have the name itself of a deleted file.
    if (files.some((file) => file !== name && file.length === lower.length && file.toLowerCase() === lower))
      return false;
    if (!isNamed && files.includes('.gitmodules')) return false;
    if (files.some((file) => file.endsWith(ending) && `/${file}`.includes(within) && file !== own))
      return true;
  }
  return false;
}

/** Most folders above a missing file, and most characters of their `.gitignore` files: each path is compared with all rules. */
const MOST_FOLDERS = 12;
const LONGEST_RULES = 8_192;

const NOTHING: Ignores = { length: 0, rules: [], isAll: false };

/** With more rules than can be compared, all may be ignored. `path` is empty or ends with a slash. */
async function ignoresIn(folder: Folder, path: string, { length, rules, isAll }: Ignores): Promise<Ignores> {
  if (isAll || isIgnored(rules, path.slice(0, -1), true)) return { ...NOTHING, isAll: true };
  const found = await folder.at(`${path}.gitignore`);
  const read = found && !isFailure(found) ? await found.read() : undefined;
  const text = read && !isFailure(read) ? read.text : '';
  const all = length + text.length;
  if (all > LONGEST_RULES) return { ...NOTHING, isAll: true };
  return { length: all, rules: [...rules, ...ignoreRules(text, path)], isAll: false };
}

/** Whether git ignores a file or a folder above it. */
async function isIgnoredAt({ folder, path }: Place): Promise<boolean> {
  const listing = await folder.files();
  const kept = (listing.ignores ??= new Map<string, Promise<Ignores>>());
  let above = '';
  let ignores = NOTHING;
  for (const part of path.split('/').slice(0, MOST_FOLDERS)) {
    const reading = kept.get(above) ?? ignoresIn(folder, above, ignores);
    kept.set(above, reading);
    ignores = await reading;
    above += `${part}/`;
  }
  return ignores.isAll || isIgnored(ignores.rules, path, false);
}

/** Whether git ignores a missing file at one of the places that it may mean. */
async function mayBeIgnored(asked: Written, plain: string): Promise<boolean> {
  const named = asked.folders.flatMap((folder) => namedPlaces(folder, plain.replace(/^\//, '')));
  for (const place of [...beside(asked), ...named]) if (await isIgnoredAt(place)) return true;
  return false;
}

/**
 * Finds a file without opening it. Links and paths that begin with `./` or `../` are first searched in the document's folder. A path that
 * leaves the workspace, by spelling or by a link, is refused; nothing outside is reported as existing or missing. A failure has
 * `isElsewhere` if the path likely belongs to another machine or project, git ignores it, the search wasn't complete, or there is no
 * workspace.
 */
export async function locate(asked: Written): Promise<Located | Failure> {
  const { folders, written } = asked;
  if (folders.length === 0) return { ...outside('path_elsewhere'), isElsewhere: true };
  const plain = spelled(written);
  const found = typeof plain === 'string' ? await search(asked, plain) : plain;
  if (!isFailure(found)) return found;
  const isElsewhere =
    found.kind === 'outside-workspace'
      ? ON_MACHINE.test(written) && found !== CLIMBS
      : found.kind === 'not-found' &&
        (typeof plain !== 'string' ||
          !(await isExpected(asked, plain)) ||
          (await mayBeIgnored(asked, plain)));
  return isElsewhere ? { ...found, isElsewhere } : found;
}

async function search(asked: Written, plain: string): Promise<Located | Failure> {
  const { folders } = asked;
  const home = isAbsolute(plain) ? placesIn(folders, plain)[0] : undefined;
  if (isAbsolute(plain) && !home) return (await fromTop(asked, plain)) ?? outside('path_elsewhere');
  const path = home?.path ?? plain;
  if (isUnsafe(path)) return outside('path_unsafe');
  const near = beside(asked);
  const there = await firstAt(near);
  if (there) return there;
  const searched = home ? [home.folder] : folders;
  if (near.length === 0 && placesIn(searched, path).length === 0) return CLIMBS;
  const hits = await Promise.all(searched.map((folder) => firstAt(namedPlaces(folder, path))));
  const files = hits.flatMap((hit) => (!hit || isFailure(hit) ? [] : [hit]));
  if (files.length > 1) return ambiguous(files.map((file) => `${file.folder.name}/${file.path}`));
  const first = files[0] ?? hits.find((hit) => hit !== undefined);
  if (first) return first;
  return home ? fail('no_file', { path }) : bySuffix(folders, path);
}
