/** Links, images and definitions that lead to a file beside the document or to a heading. They cite nothing, and can still be broken. */
import type { Span } from '../../model';
import { decodedPath } from './filePaths';

/** Where a link leads: a file by its path, decoded, and a heading in it or in the document itself. */
export type LocalTarget = { readonly path?: string; readonly fragment?: string };

/** A link with its place: offsets relative to its chunk, later to the document. */
export type LocalLink = LocalTarget & Span;

/** Templates (`{{ url }}`, `<path>`, `$DIR/x`), addresses and variables lead nowhere that a program could look. */
const OPAQUE = /[{}<>$*|"`\\^]|^[a-z][a-z\d+.-]*:|^\/\/|^%|%(?:[({]|2f)|\.\.\./i;
/** What a renderer, a build or a server makes of other files, or has at its root. */
const GENERATED = /\.(?:html?|php|aspx?|jsp|pdf)$|^\/[^/]*$/i;
const NAMED = /(?:^|\/)[^/]*[^/.][^/]*\.[a-z][a-z\d]{0,9}$/i;
const HEADED = /\.(?:md|markdown)$/i;
/** A heading as renderers name it; routes (`#/start`), blocks (`#^a1`) and pieces of text (`#:~:text=`) are none. */
const FRAGMENT = /^[\p{L}\p{N}_%.-]{1,200}$/u;
/** Made by a site around the text. */
const BUILT_IN = /^(?:top|readme|user-content-.*|fn.*|L\d+.*)$/i;

/** Reads the destination of a link; nothing where it can't be checked. */
export function localTarget(destination: string): LocalTarget | undefined {
  if (destination === '' || destination.length > 400 || OPAQUE.test(destination)) return undefined;
  const hash = destination.indexOf('#');
  const path = decodedPath((hash < 0 ? destination : destination.slice(0, hash)).replace(/\?raw=true$/, ''));
  const written = hash < 0 ? '' : destination.slice(hash + 1);
  const isHeading = FRAGMENT.test(written) && !BUILT_IN.test(written);
  if (path === '') return isHeading ? { fragment: decodedPath(written) } : undefined;
  if (path.includes('?') || !NAMED.test(path) || GENERATED.test(path)) return undefined;
  return isHeading && HEADED.test(path) ? { path, fragment: decodedPath(written) } : { path };
}
