/** The bibliography that a text names: YAML front matter's `bibliography:` and `references:`, LaTeX's `\bibliography{…}`. */
import type { Work } from '../../model';
import { readCsl, yaml } from '../references/bibliography';
import type { Chunk } from '../incremental/chunk';

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
  const named = 'bibliography' in data ? data.bibliography : undefined;
  const files = (Array.isArray(named) ? named : [named]).filter(
    (x): x is string => typeof x === 'string' && x !== '',
  );
  return {
    bibliographies: files,
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
