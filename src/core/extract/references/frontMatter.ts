/**
 * The bibliographies that a text names, by YAML front matter's `bibliography:` or LaTeX's `\bibliography{…}`, and its own list of
 * references. Parses only the YAML that names a file: this runs on each keystroke, and a library for all of YAML has 46 KB.
 */
import { LONGEST_MATTER } from './bibliographyFile';
import type { Chunk } from '../model/chunk';

export type FrontMatter = {
  /** The files that the text names, as written. */
  readonly bibliographies: readonly string[];
  /** The front matter, if it has `references:`. */
  readonly references?: string;
};

const NONE: FrontMatter = { bibliographies: [] };

export function frontMatter(text: string, chunks: readonly Chunk[], latex: boolean): FrontMatter {
  if (latex) return { bibliographies: texFiles(text) };
  const leaf = chunks[0]?.leaves[0];
  if (leaf?.kind !== 'front' || leaf.end - leaf.start > LONGEST_MATTER) return NONE;
  const matter = text.slice(leaf.start, leaf.end);
  const named = /^bibliography[ \t]*:(.*(?:\r?\n(?:[ \t#-].*)?)*)/m.exec(matter)?.[1] ?? '';
  return { bibliographies: namesIn(named), ...(/^references\s*:/m.test(matter) && { references: matter }) };
}

/** Quoted and plain scalars of a value of YAML; what follows ` #` is a comment. */
const SCALARS =
  /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\n]|'')*)'|(?:^|[ \t])#.*|([^\s,[\]"'#](?:[^\s,[\]]|[ \t](?!#))*)/gm;

/** The file names in a value: one, or a list in either form. */
function namesIn(value: string): string[] {
  const items = value.replace(/^[ \t]*-[ \t]+/gm, ',');
  return Array.from(items.matchAll(SCALARS), ([, double, single, plain]) => {
    if (double !== undefined) return double.replace(/\\(["\\/])/g, '$1');
    return single?.replaceAll("''", "'") ?? plain?.trim() ?? '';
  }).filter((name) => name !== '' && !/^(?:[&*!|>{%@`].*|~|null|true|false|[-+.\d]+)$/i.test(name));
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
