/** Gathers the words of a sentence with those of its markers that belong to it. */
import { wordsOf, firstAt, type Chunk } from './model/chunk';
import { closing, isOpening } from './model/clusters';
import type { Marker } from './model/markers';
import { isLetter } from '../text/chars';
import { gathered } from './markdown/plainText';

/** Adds the words of a range of the chunk to `gathered`. */
export function gather(chunk: Chunk, start: number, end: number): void {
  gathered.add(chunk.codes, start, end, chunk.blanked ? undefined : chunk.text);
}

/** Gathers the words of a marker that belong to the sentence: link text, names of a narrative citation, a path without brackets. */
export function gatherMarker(chunk: Chunk, hit: Marker): void {
  const { codes } = chunk;
  switch (hit.kind) {
    case 'direct':
      if (hit.style === 'link')
        gathered.addText(shown(hit.label ?? linkText(wordsOf(chunk, hit.start, hit.end))));
      else if (
        hit.style !== 'url' &&
        hit.style !== 'doi' &&
        hit.style !== 'guess' &&
        hit.style !== 'memory'
      ) {
        if (closing(hit.start, hit.end, codes) > hit.end) return;
        // `In src/a.ts:42 the loop ends`: the path is part of the sentence, the line number isn't a figure of the claim.
        if (hit.target.kind === 'file') gathered.addText(hit.target.path);
        else gather(chunk, hit.start, hit.end);
      }
      return;
    case 'reference':
      gathered.addText(shown(hit.text));
      return;
    case 'works':
      if (!isOpening(codes[hit.start] ?? 0)) gather(chunk, hit.start, hit.end);
      // `as [Smith et al., 2020](#smith2020) show`
      else if (codes[hit.start] === 91 && isLetter(codes[hit.start + 1] ?? 0) && codes[hit.end - 1] === 41)
        gathered.addText(linkText(wordsOf(chunk, hit.start, hit.end)));
      return;
    case 'keys':
      if (codes[hit.start] === 64) gather(chunk, hit.start, hit.parts[0]?.end ?? hit.end);
      return;
    case 'numbers':
    case 'note':
    case 'inline-note':
    case 'residue':
  }
}

/** The words of a range without its markers, but with those that belong to the sentence. */
export function wordsWithoutMarkers(chunk: Chunk, start: number, end: number): string {
  const { hits } = chunk;
  let at = start;
  for (let i = firstAt(hits, start); at < end; i++) {
    const hit = hits[i];
    if (!hit || hit.start >= end) break;
    if (hit.end <= at) continue;
    gather(chunk, at, hit.start);
    gatherMarker(chunk, hit);
    at = hit.end;
  }
  if (at < end) gather(chunk, at, end);
  return gathered.take();
}

const linkText = (raw: string): string => {
  const html = /^<a [^>]*>([^<]*)</i.exec(raw)?.[1];
  if (html !== undefined) return html;
  const close = raw.indexOf('](');
  return close > 0 ? raw.slice(1, close) : '';
};

/** The text of a link with images replaced by their descriptions. */
const shown = (text: string): string =>
  text.includes('![') ? text.replace(/!\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, '$1') : text;
