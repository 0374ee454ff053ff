/**
 * Finds bibliographies for the cite keys of a text: those it names, those of the project's configuration, Manubot's own files; else nearby
 * `.bib` files, which may resolve a key but never make one unknown. For numbers, authors and years without a reference in the text: the
 * lists of references next to it.
 */
import type { Wanted } from '../extract';
import { OWN_REFERENCES, type Bibliography } from '../extract/references/bibliographyFile';
import { namesListFile } from '../extract/references/listHeadings';

/** Access to files around a document; `Folder` is the host's handle for a folder. */
export type Library<Folder> = {
  /** The document's folder and its ancestors within the workspace, nearest first, then the other workspace folders. */
  readonly folders: readonly Folder[];
  /** The document's name and, nearest first, its folder and the one above within the workspace; undefined for a text without a place. */
  readonly home: { readonly name: string; readonly near: readonly Folder[] } | undefined;
  /** The names of the files in a folder. */
  readonly names: (folder: Folder) => Promise<readonly string[]>;
  /** The text of a file below a folder; undefined if it is missing, unreadable or outside the workspace. */
  readonly read: (folder: Folder, name: string) => Promise<string | undefined>;
  /** The `.bib` files near the document. */
  readonly list: () => Promise<readonly Bibliography[]>;
};

const MOST_NAMED = 20;
const MOST_LISTS = 4;
/** Files that configure a project: Quarto, R Markdown's bookdown, MyST, Jupyter Book. */
const PROJECT_FILES =
  '_quarto.yml _quarto.yaml _metadata.yml _bookdown.yml index.Rmd myst.yml _config.yml'.split(' ');
/** Where Manubot stores the references of its keys, next to the manuscript. */
const MANUBOT = [
  'citation-tags.tsv',
  ...['json', 'yaml', 'yml', 'bib'].map((end) => `manual-references.${end}`),
];
const MANUBOT_KEY = /^(?:tag|raw|url|doi|pmid|pmcid|arxiv|isbn|wikidata):/i;

/** The bibliographies a text needs. One that the project names but can't be read is empty. */
export async function findBibliographies<Folder>(
  { bibliographies: named, references, keys, list }: Wanted,
  library: Library<Folder>,
): Promise<readonly Bibliography[]> {
  const ofText = list ? await listsNear(library) : [];
  if (references !== undefined) ofText.push({ path: OWN_REFERENCES, text: references });
  if (named.length === 0 && keys.length === 0) return ofText;
  const found = await readable(named.slice(0, MOST_NAMED), (path) => firstOf(path, library));
  found.push(...(await ofProject(library)));
  const [home] = library.folders;
  if (home !== undefined && keys.some((key) => MANUBOT_KEY.test(key)))
    found.push(...(await readable(MANUBOT, (name) => library.read(home, name))));
  return [...ofText, ...(found.length > 0 || named.length > 0 ? found : await library.list())];
}

/** The files that can be read. */
async function readable(paths: readonly string[], read: (path: string) => Promise<string | undefined>) {
  const files = await Promise.all(paths.map(async (path) => ({ path, text: await read(path) })));
  return files.flatMap(({ path, text }) => (text === undefined ? [] : [{ path, text }]));
}

/** The lists of references in the document's folder, else in the one above. Of many, those whose names begin like the document's: `berg_references.md`. */
async function listsNear<F>({ home, names, read }: Library<F>): Promise<Bibliography[]> {
  if (!home || namesListFile(home.name)) return [];
  for (const folder of home.near) {
    const all = (await names(folder)).filter(namesListFile);
    const own = all.filter((name) =>
      home.name.startsWith(/^.+[-_. ](?=[^-_. ]+\.[^.]+$)/.exec(name)?.[0] ?? '/'),
    );
    const files = all.length > MOST_LISTS ? own : all;
    if (all.length === 0) continue;
    if (files.length > MOST_LISTS) return [];
    return (await readable(files, (name) => read(folder, name))).map((list) => ({ ...list, isList: true }));
  }
  return [];
}

async function firstOf<F>(name: string, { folders, read }: Library<F>): Promise<string | undefined> {
  for (const folder of folders) {
    const text = await read(folder, name);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Bibliographies named by the project's nearest configuration. */
async function ofProject<F>({ folders, read }: Library<F>): Promise<readonly Bibliography[]> {
  for (const folder of folders) {
    const configs = await readable(PROJECT_FILES, (name) => read(folder, name));
    if (configs.length === 0) continue;
    const { projectNames } = await import('../extract/references/bibliography');
    const names = configs.flatMap(({ path, text }) => projectNames(path, text));
    if (names.length === 0) continue;
    return Promise.all(
      [...new Set(names)].slice(0, MOST_NAMED).map(async (path) => {
        const text = (await read(folder, path)) ?? '';
        return { path, text, isProjects: true as const };
      }),
    );
  }
  return [];
}
