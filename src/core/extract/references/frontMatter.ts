/**
 * The bibliographies that a text names, by YAML front matter's `bibliography:` and `references:` or LaTeX's `\bibliography{…}`, and
 * those that the configuration of its project names.
 */
import type { Work } from '../../model';
import { readCsl, yaml } from './bibliography';
import type { Chunk } from '../model/chunk';

export type FrontMatter = {
  readonly bibliographies: readonly string[];
  readonly references: ReadonlyMap<string, Work>;
};

const NONE: ReadonlyMap<string, Work> = new Map();
/** Front matter longer than this is not parsed: YAML's own parser is slower than a scan may be. */
const LONGEST = 200_000;

export function frontMatter(text: string, chunks: readonly Chunk[], latex: boolean): FrontMatter {
  if (latex) return { bibliographies: texFiles(text), references: NONE };
  const leaf = chunks[0]?.leaves[0];
  if (leaf?.kind !== 'front' || leaf.end - leaf.start > LONGEST)
    return { bibliographies: [], references: NONE };
  const matter = text.slice(leaf.start, leaf.end);
  if (!/^(?:bibliography|references)\s*:/m.test(matter)) return { bibliographies: [], references: NONE };
  const data = yaml(matter);
  if (typeof data !== 'object' || data === null) return { bibliographies: [], references: NONE };
  return {
    bibliographies: namesAt(data, 'bibliography'),
    references: 'references' in data ? readCsl({ references: data.references }) : NONE,
  };
}

/** `\bibliography{a,b}` and `\addbibresource{a.bib}`. */
function texFiles(text: string): string[] {
  const files: string[] = [];
  for (const m of text.matchAll(
    /\\(bibliography|addbibresource)(?:\[[^\]\n]{0,200}\])?\{([^{}\n]{1,1000})\}/g,
  ))
    for (const name of (m[2] ?? '').split(',')) {
      const file = name.trim();
      if (file !== '') files.push(/\.\w{2,5}$/.test(file) ? file : `${file}.bib`);
    }
  return files;
}

/** Files that configure a project: Quarto, R Markdown's bookdown, MyST, Jupyter Book. */
export const PROJECT_FILES = [
  '_quarto.yml',
  '_quarto.yaml',
  '_metadata.yml',
  '_bookdown.yml',
  'index.Rmd',
  'myst.yml',
  '_config.yml',
] as const;

/** Where in such a file bibliographies are named. */
const PLACES = ['bibliography', 'project.bibliography', 'bibtex_bibfiles', 'sphinx.config.bibtex_bibfiles'];

/** The bibliographies that a project's file names; the file itself where it cannot be understood and may name some. */
export function projectNames(file: string, text: string): readonly string[] {
  const matter = file.endsWith('.Rmd') ? (/^---\r?\n([^]{0,100000}?)\n---/.exec(text)?.[1] ?? '') : text;
  if (matter.length > LONGEST || !/^\s*(?:bibliography|bibtex_bibfiles)\s*:/m.test(matter)) return [];
  const data = yaml(matter);
  return data === undefined ? [file] : PLACES.flatMap((place) => namesAt(data, place));
}

/** The names at a place, one or a list of them. */
function namesAt(data: unknown, place: string): readonly string[] {
  let at = data;
  for (const key of place.split('.'))
    at = typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined;
  return (Array.isArray(at) ? at : [at]).filter((x): x is string => typeof x === 'string' && x !== '');
}
