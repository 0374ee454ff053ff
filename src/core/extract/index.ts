/** Tier 1: text → citations and problems. No network, no clock, linear in the text, never throws on any string. */
import { reason } from '../reason';
import { DEFAULTS } from '../defaults';
import { remembered } from '../text/maps';
import { problemOf, type Span, type Target, type Work } from '../model';
import { OWN_REFERENCES, type Bibliography, type ReadBibliography } from './references/bibliographyFile';
import { entryTarget } from './references/entry';
import type { Chunk } from './model/chunk';
import { readChunks, type ChunkOptions } from './incremental/readChunks';
import { NO_SCAN, ScannedDocument, type Scan } from './incremental/document';
import { findChange } from './incremental/edit';
import type { BibliographyInfo } from './references/referenceIndex';
import { FORM } from './model/markers';
import { anchorsOf, type HasAnchor } from './references/anchors';
import { frontMatter, type FrontMatter } from './references/frontMatter';
import { siblingLists, type SiblingLists } from './references/siblingLists';

export { NO_SCAN, type Scan } from './incremental/document';
export type { LocalLink } from './model/markers';

/** What a scan needs to read LaTeX: `LATEX` of `./latexReader`. */
export type LatexReader = {
  /** Rewrites the text of a stretch, in place and unit for unit. */
  readonly rewrite: (codes: Uint16Array) => void;
  /** The works of a bibliography in the text, by key. */
  readonly works: (text: string) => ReadonlyMap<string, Work>;
};

export type ScanContext = {
  /** Default: `markdown`. `text` has no indented code; LaTeX is read as its reader sees it. */
  readonly format?: 'markdown' | 'text' | LatexReader;
  /** Bibliographies of the document, its own references included. */
  readonly bibliographies?: readonly ReadBibliography[];
  /** Whether other texts include this one, and name its bibliographies. */
  readonly isPart?: boolean;
  /** The current year; without it no date is reported as in the future. */
  readonly year?: number;
};

/**
 * Finds every citation of `text` with its exact place, what it points at, and what is wrong without asking anyone.
 * Offsets are UTF-16 units, half-open; `text.slice(marker.start, marker.end) === raw`. Any string scans; nothing is thrown.
 * Above `DEFAULTS.maxDocument` units the one problem is that it is too large.
 */
export const scan = (text: string, context: ScanContext = {}): Scan => createReader(context)(text);

/** `_methods.qmd`: whether a file is by its name a part that other texts include. */
export const isPart = (path: string): boolean => /(?:^|[\\/])_[^\\/]*\.(?:qmd|rmd|md)$/i.test(path);

/** What a text needs from bibliographies: the files that it names, its own references, its cite keys, a list next to it. */
export type Wanted = FrontMatter & {
  readonly keys: readonly string[];
  /** Whether it cites what may be in a list next to it. */
  readonly list: boolean;
};
/** A text that was read but not linked, so that bibliographies can be fetched before `scan` links its markers. */
export type OpenText = Wanted & { scan(bibliographies?: ScanContext['bibliographies']): Scan };

const NOTHING: Wanted = { bibliographies: [], keys: [], list: false };

/** Reads a text once, before its bibliographies are known. */
export function openText(text: string, context: ScanContext = {}): OpenText {
  if (text.length > DEFAULTS.maxDocument) return { ...NOTHING, scan: () => tooLarge(text) };
  const chunks = readChunks(text, optionsOf(context));
  const matter = frontMatter(text, chunks, latexOf(context) !== undefined);
  const hits = chunks.flatMap(({ hits, forms }) =>
    forms & FORM.keys ? hits.filter((hit) => hit.kind === 'keys') : [],
  );
  const isCited = matter.bibliographies.length > 0 || hits.some(({ sure, isPage }) => sure || isPage);
  return {
    ...matter,
    keys: isCited ? hits.flatMap(({ parts }) => parts.map(({ label }) => label)) : [],
    list: chunks.some((chunk) =>
      chunk.hits.some((hit) => (hit.kind === 'numbers' || hit.kind === 'works') && !hit.doubt),
    ),
    scan(found = context.bibliographies) {
      const all = { ...context, ...(found && { bibliographies: found }) };
      return new ScannedDocument(chunks, matterOf(text, chunks, all, keysOf(all)), context.year).scan();
    },
  };
}

/** A scanner that keeps its last text and rereads only what changed. Results equal those of `scan`. */
export function createScanner(context: ScanContext = {}): { scan(text: string): Scan } {
  const keys = keysOf(context);
  let last: { readonly text: string; readonly document: ScannedDocument; readonly scan: Scan } | undefined;
  /** The last document after an edit. */
  const edited = (document: ScannedDocument, old: string, text: string): ScannedDocument => {
    const change = findChange(document.chunks, old, text, optionsOf(context));
    const { from, to, fresh } = change;
    const tex = latexOf(context) && [...document.chunks.slice(from, to), ...fresh].some(namesFiles);
    if (document.update(change) && !tex) return document;
    const same = from > 0 && !tex;
    const matter = same ? document.matter : matterOf(text, document.chunks, context, keys);
    return new ScannedDocument(document.chunks, matter, context.year);
  };
  return {
    scan(text) {
      if (last?.text === text) return last.scan;
      if (text.length > DEFAULTS.maxDocument) return tooLarge(text);
      const next = last && !last.document.crowded ? edited(last.document, last.text, text) : undefined;
      const document = next && !next.crowded ? next : read(text, context, keys);
      last = { text, document, scan: document.scan() };
      return last.scan;
    },
  };
}

/** Scans many texts in one context, reading its bibliographies once. Results equal those of `scan`. */
export function createReader(context: ScanContext = {}): (text: string) => Scan {
  const keys = keysOf(context);
  return (text) => (text.length > DEFAULTS.maxDocument ? tooLarge(text) : read(text, context, keys).scan());
}

/** Tests whether a fragment leads to a heading or named place of `text` in any common renderer. */
export const anchorsIn = (text: string): HasAnchor => anchorsOf(readChunks(text, optionsOf({})));

/** The result for a text above the limit: one problem at its start. */
function tooLarge({ length }: string): Scan {
  const detail = reason('document_too_long', { count: length, max: DEFAULTS.maxDocument });
  return { ...NO_SCAN, problems: [problemOf('too-large', { start: 0, end: 0 }, { detail })] };
}

function read(text: string, context: ScanContext, keys: Keys): ScannedDocument {
  const chunks = readChunks(text, optionsOf(context));
  return new ScannedDocument(chunks, matterOf(text, chunks, context, keys), context.year);
}

/** Whether a chunk of LaTeX may name or contain a bibliography. */
const namesFiles = ({ text }: Chunk): boolean =>
  text.includes('\\bib') || text.includes('\\addbibresource') || text.includes('thebibliography');

type Keys = {
  readonly works: ReadonlyMap<string, Work>;
  /** Paths of the files that contain works. */
  readonly read: ReadonlySet<string>;
  readonly siblings: (() => SiblingLists) | undefined;
};

/** Works by key of the bibliographies that the host read. */
function keysOf({ bibliographies = [] }: ScanContext): Keys {
  const works = new Map<string, Work>();
  const read = new Set<string>();
  for (const file of bibliographies) {
    if (file.works.size > 0) read.add(file.path);
    for (const [key, work] of file.works) if (!works.has(key)) works.set(key, work);
  }
  const files = bibliographies.filter(({ isList }) => isList);
  return { works, read, siblings: files.length > 0 ? () => listsIn(files) : undefined };
}

/** A longer file isn't a list of references. */
const LONGEST_LIST = 1_000_000;

/** The place of the reference in a list that a citation leads to. */
export function entryIn(file: Bibliography, target: Target): Span | undefined {
  const { chunks, lists } = listsIn([file]);
  const wanted = JSON.stringify(target);
  for (const entry of lists.flatMap(({ entries }) => entries)) {
    const chunk = chunks[~entry.chunk];
    if (chunk && JSON.stringify(entryTarget(chunk, entry)) === wanted)
      return { start: chunk.start + entry.start, end: chunk.start + entry.end };
  }
  return undefined;
}

/** The lists of files, read once. */
const listsIn = remembered((files: readonly Bibliography[]) => siblingLists(files.map(chunksOf)));

/** The list of a file that was read last: the chapters of a book, and the versions of a text while it is typed, share it. */
let latest = { text: '', isPlain: false, chunks: [] as readonly Chunk[] };

function chunksOf({ path, text }: Bibliography): readonly Chunk[] {
  if (text.length > LONGEST_LIST) return [];
  const isPlain = /\.te?xt$/i.test(path);
  if (latest.text !== text || latest.isPlain !== isPlain)
    latest = { text, isPlain, chunks: readChunks(text, { latex: undefined, plain: isPlain }) };
  return latest.chunks;
}

const NO_WORKS: ReadonlyMap<string, Work> = new Map();

/** Combines what the text says about its bibliographies with what the host read. */
function matterOf(
  text: string,
  chunks: readonly Chunk[],
  context: ScanContext,
  { works, read, siblings }: Keys,
): BibliographyInfo {
  const matter = frontMatter(text, chunks, latexOf(context) !== undefined);
  const ofProject = (context.bibliographies ?? []).flatMap((b) => (b.isProjects ? [b.path] : []));
  const named = [...matter.bibliographies, ...ofProject];
  const own = latexOf(context)?.works(text) ?? NO_WORKS;
  const isNamed = named.length > 0 || read.has(OWN_REFERENCES) || own.size > 0;
  const keys = own.size > 0 ? new Map([...works, ...own]) : works;
  const isWhole = isNamed && !context.isPart && named.every((path) => read.has(path));
  return { ...matter, keys, isWhole, siblings };
}

const latexOf = ({ format }: ScanContext): LatexReader | undefined =>
  typeof format === 'object' ? format : undefined;

const optionsOf = (context: ScanContext): ChunkOptions => ({
  latex: latexOf(context)?.rewrite,
  plain: context.format === 'text',
});
