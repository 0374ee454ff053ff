/**
 * What a fragment can lead to in a text: its headings and the places that it names. Renderers make names of headings by rules of their
 * own (GitHub, pandoc, kramdown, GitLab differ in marks and digits), so names are compared by their letters and digits alone.
 */
import { localTarget, type LocalLink } from '../inline/localLinks';
import type { Chunk } from '../incremental/chunk';
import { plain } from './plainText';

/** `id="x"`, `name='x'`, `{#x}`, `{: #x }`, `{/*x*\/}`, MyST's `(x)=`. */
const NAMED =
  /\b(?:id|name)\s{0,3}=\s{0,3}["']?([^"'\s>]{1,200})|\{(?::?\s{0,3}#|\/\*\s{0,3})([^\s}*]{1,200})|^\(([^()\s]{1,200})\)=/gm;
const HTML_HEADING = /<h[1-6][^>]{0,400}>([^\n]{1,400})/gi;
const LONGEST_HEADING = 400;

const fold = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

const known = new WeakMap<Chunk, ReadonlySet<string>>();

/** The folded names of a chunk, kept with it: most chunks outlive many edits. */
function namesIn(chunk: Chunk): ReadonlySet<string> {
  const old = known.get(chunk);
  if (old) return old;
  const names = new Set<string>();
  const { leaves, text } = chunk;
  for (const { kind, start, end } of leaves)
    if (kind === 'heading') {
      const words = text.slice(start, Math.min(end, start + LONGEST_HEADING));
      names.add(fold(words.replace(/\]\([^)]*\)/g, ''))).add(fold(plain(words)));
    }
  for (const [, id, attribute, label] of text.matchAll(NAMED))
    names.add(fold(id ?? attribute ?? label ?? ''));
  for (const [, words = ''] of text.matchAll(HTML_HEADING)) names.add(fold(plain(words)));
  known.set(chunk, names);
  return names;
}

/** Does a fragment lead to a heading or a name of a text? */
export type HasAnchor = (fragment: string) => boolean;

/** Templates and directives: what they make of a text has more places than the text shows. */
const BUILT = /\{%|\{\{|^\s{0,12}(?::{3,9}|`{3,9})\s?\{|^#\+include|^--8<--/m;

/** The headings and names of these chunks. The number of a repeated heading, `notes-1`, is left aside. */
export function anchorsOf(chunks: readonly Chunk[]): HasAnchor {
  if (chunks.some(({ text }) => BUILT.test(text))) return () => true;
  const all = new Set<string>();
  for (const chunk of chunks) for (const name of namesIn(chunk)) all.add(name);
  return (fragment) => all.has(fold(fragment)) || all.has(fold(fragment.replace(/-\d+$/, '')));
}

/** The local links of a document, with its offsets; those into itself only where no heading of it answers. */
export function localLinks(chunks: readonly Chunk[]): readonly LocalLink[] {
  const found: LocalLink[] = [];
  let hasAnchor: HasAnchor | undefined;
  const add = (link: LocalLink, base: number) => {
    if (link.path === undefined) {
      hasAnchor ??= anchorsOf(chunks);
      if (hasAnchor(link.fragment ?? '')) return;
    }
    found.push({ ...link, start: base + link.start, end: base + link.end });
  };
  for (const { start: base, locals, definitions } of chunks) {
    for (const link of locals) add(link, base);
    for (const { start, end, url } of definitions) {
      const target = localTarget(url);
      // `[guide]: #guide` under a heading names it for others.
      if (target?.path !== undefined) add({ ...target, start, end }, base);
    }
  }
  return found;
}
