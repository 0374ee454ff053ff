/** Square brackets: links, images, references, numbers, footnotes and cite keys. Each content is read once, at its closing bracket. */
import { isAlpha, isDigit, isSpace, superscript } from '../../text/chars';
import { SIGNAL } from '../../text/works/signals';
import { SEVERAL_NOTES, type Part } from '../model/markers';
import type { Bracket, Cursor } from './cursor';
import { keysIn, pageKey } from './citeKeys';
import { addLink, inlineDestination, type InlineDestination } from './links';
import { localTarget } from './localLinks';
import { numbers } from './numbers';
import { residueBracket, residueLink } from './chatArtifacts';
import { worksIn, yearIn } from './authorYears';
import { sameWork } from './sameWork';

/** Beyond this many open brackets the outermost are forgotten, to bound memory. */
const DEEPEST = 2_000;

function forget(s: Cursor): void {
  s.brackets.splice(0, DEEPEST / 2);
  s.linkFloor = Math.max(0, s.linkFloor - DEEPEST / 2);
}

export function openBracket(s: Cursor, i: number): number {
  if (s.options.latex) return i + 1;
  const last = s.brackets.at(-1);
  if (last) last.nested = true;
  if (s.brackets.length >= DEEPEST) forget(s);
  s.brackets.push({ at: i, image: s.at(i - 1) === 33, hits: s.hits.length, nested: false });
  return i + 1;
}

export function closeBracket(s: Cursor, i: number): number {
  const open = s.brackets.pop();
  if (!open) return i + 1;
  const depth = s.brackets.length;
  const canLink = open.image || depth >= s.linkFloor;
  if (s.linkFloor > depth) s.linkFloor = depth;
  if (s.at(i + 1) === 40 && canLink) {
    const end = link(s, open, i);
    if (end > i) return end;
  }
  if (open.image) return afterPicture(s, open, i);
  return open.nested ? nestedBracket(s, open, i) : plainBracket(s, open, i);
}

/** `[text](destination)`; images are skipped. */
function link(s: Cursor, open: Bracket, i: number): number {
  const residue = residueLink(s, open.at, i); // looks like a link destination but is chat residue
  if (residue > 0) return residue;
  const found = inlineDestination(s, i + 1);
  if (!found) return 0;
  s.floor = found.end;
  // An image file isn't a source; any other address in image syntax is.
  if (open.image && PICTURE.test(found.destination)) {
    if (COPY.test(s.text(open.at + 1, Math.min(i, open.at + 100)))) s.hits.length = open.hits;
    hideMarkup(s, open, i, found.end);
    hideAttributes(s, found.end);
    local(s, found);
    return found.end;
  }
  hideAttributes(s, found.end);
  const text = s.text(open.at + 1, Math.min(i, open.at + 400)).trim();
  const at = { start: open.at, end: found.end };
  if (text.startsWith('oai_citation'))
    s.faults.push({ ...at, code: 'chat-residue', facts: { label: 'oai_citation' } });
  // The address that a link shows may be cut.
  if (/^https?:/i.test(found.destination)) while ((s.faults.at(-1)?.start ?? 0) > open.at) s.faults.pop();
  const inside = s.hits.length;
  const number = noteNumber(text);
  if (showsPicture(s, open, i)) {
    // A badge or a preview, which no sentence cites.
    s.hits.length = open.hits;
    s.opaque.push(at);
    local(s, found);
  } else if (number !== undefined && (found.destination.startsWith('#') || NOTE.test(found.destination))) {
    s.hits.length = open.hits;
    // A number may name any kind of note: a marker if the document numbers its sources.
    s.addNumbers([{ ...at, label: number }], at.start, at.end, { form: 'anchor' });
  } else if (EDITS.test(found.destination) || BACK.test(found.destination)) {
    s.hits.length = open.hits;
    s.opaque.push(at);
  } else if (addLink(s, found.destination, at, text, innerNumber(s, open.at + 1, i)))
    s.hits.splice(open.hits, inside - open.hits);
  else {
    dropPictures(s, open);
    if (!namesReference(found.destination, text) || !linkedWorks(s, open.at, i, found.end))
      hideMarkup(s, open, i, found.end);
    // `[](#name)` names a place.
    if (text !== '') local(s, found);
  }
  // An image may be in a link; links do not nest.
  if (!open.image) s.linkFloor = s.brackets.length;
  return found.end;
}

/** The place of a note or reference in a page, as clipped pages link their numbers: `#cite_note-3`, `#fn3`, `#ref-CR3`, `#B3`. */
const NOTE =
  /#(?:user-content-)?_?(?:cite|cit|foot|end|note|fn|ftn|edn|ref|bib|rf|CR|[BRbn](?=[-_]?\d))[\w.:-]{0,60}$/;
/** The place of the marker of a note, to which `^` or `↩` leads back. */
const BACK =
  /#(?:user-content-)?_?(?:cite_?ref|fn_?ref|ftnref|ednref|footnote-?(?:anchor|ref))[\w.:-]{0,60}$/;
/** The editor of a section of a wiki. */
const EDITS = /[?&]action=edit(?:&|$)/;

/** Marks a link beside its text, which is all that a claim includes of it. */
function hideMarkup(s: Cursor, open: Bracket, close: number, end: number): void {
  s.opaque.push({ start: open.at - (open.image ? 1 : 0), end: open.at + 1 }, { start: close, end });
}

/** `{#fig:map width=80%}`, `{:target="_blank"}`: attributes after a link or an image. */
function hideAttributes(s: Cursor, at: number): void {
  if (s.at(at) !== 123) return;
  const end = s.run(at + 1, (c) => c !== 123 && c !== 125 && c !== 10, 300);
  if (s.at(end) === 125) s.opaque.push({ start: at, end: end + 1 });
}

/** The number that is all a link shows: `1`, `[1]`, `\[1\]`, `<sup>1</sup>`, `^1^`, `¹`. */
export function noteNumber(text: string): string | undefined {
  if (text.length > 24 || isAlpha(text.charCodeAt(0))) return undefined;
  const digits = (raised: string) => String(superscript(raised.charCodeAt(0)));
  const shown = text.replace(/<\/?sup>|\^/g, '').replace(/[⁰¹²³⁴-⁹]/g, digits);
  return /^\[?\\?\[?(\d{1,4})\\?\]?\]?$/.exec(shown)?.[1];
}

/** `[Smith et al., 2020](#smith2020)`: a place in the text that isn't the heading with these words. */
const namesReference = (destination: string, text: string): boolean =>
  destination.startsWith('#') &&
  text.length < 200 &&
  destination.slice(1).toLowerCase() !== text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');

/** Combines works that are the whole text of a link, also in brackets of their own, with it into one marker. */
function linkedWorks(s: Cursor, open: number, close: number, end: number): boolean {
  const outer = s.at(open + 1) === 91 && s.at(close - 1) === 93 ? 1 : 0;
  const last = s.hits.at(-1);
  const isWhole = last?.kind === 'works' && last.start === open + 1 && last.end === close;
  if (!isWhole && !worksIn(s, open + outer, close - outer)) return false;
  const hit = s.hits.at(-1);
  if (hit) [hit.start, hit.end] = [open, end];
  return true;
}

/** Whether a link shows only images: `[![Build](badge.svg)](https://ci.example)`. */
function showsPicture(s: Cursor, open: Bracket, close: number): boolean {
  if (!open.nested || s.at(open.at + 1) !== 33 || s.at(open.at + 2) !== 91) return false;
  return s.at(close - 1) === 41 || s.at(close - 1) === 93;
}

/** Records a destination in the workspace. */
function local(s: Cursor, { destination, from, to }: InlineDestination): void {
  const target = localTarget(destination);
  if (target) s.locals.push({ ...target, start: from, end: to });
}

/** Drops images inside a link that has words too: the link has the target. */
function dropPictures(s: Cursor, open: Bracket): void {
  if (!open.nested) return;
  let to = open.hits;
  for (let k = to; k < s.hits.length; k++) {
    const hit = s.hits[k];
    if (hit && (hit.kind !== 'direct' || hit.style !== 'link' || s.at(hit.start - 1) !== 33))
      s.hits[to++] = hit;
  }
  s.hits.length = to;
}

/** A file of an image, or the address of a host that has nothing else: `https://images.a.example/4`. */
const PICTURE =
  /\.(?:png|jpe?g|gif|svg|webp|avif|bmp|ico|tiff?)(?:$|[?#])|^data:|\/badge|^https?:\/\/(?:[\w-]{1,40}-)?(?:images?|imgs?|media|i|pbs|miro|lh\d)\.[\w.-]{1,80}\/|\/user-attachments\/assets\/|\/assets\/\d{1,12}\/[\da-f-]{36}|[?&](?:format|fm)=(?:png|jpe?g|webp)/i;

/** `photo[1]`: the name that a browser gives to a copy of a file. */
const COPY = /^[\w.-]+\[\d{1,2}\]$/;

/** The `[3]` that is the whole text of a link. */
function innerNumber(s: Cursor, start: number, end: number): Part | undefined {
  if (s.at(start) !== 91 || s.at(end - 1) !== 93 || end - start > 7) return undefined;
  const label = s.text(start + 1, end - 1);
  return /^\d+$/.test(label) ? { start, end, label } : undefined;
}

/** A bracket with others inside: the text of a full or collapsed reference, or the cite keys of pandoc with `[sic]` in them. */
function nestedBracket(s: Cursor, open: Bracket, i: number): number {
  if (i - open.at > 1_000) return i + 1;
  // Each of several sources in a note is a separate marker.
  if (isNote(s, open) && s.hits.length - open.hits === 1) return inlineNote(s, open, i);
  if (nestedKeys(s, open.at, i) && keysIn(s, open.at, i)) {
    // What was read inside belongs to this marker.
    s.hits.splice(open.hits, s.hits.length - 1 - open.hits);
    return i + 1;
  }
  return s.at(i + 1) === 91 ? fullReference(s, open, i) : i + 1;
}

/** `[@key [p. 3]]`, `[see @key, who writes "[sic]"]`: a key before the inner bracket, not a link. */
function nestedKeys(s: Cursor, open: number, close: number): boolean {
  const at = s.run(open + 1, (c) => c !== 64 && c !== 91, close - open - 1);
  return s.at(at) === 64 && s.at(close + 1) !== 91 && !s.text(open, close).includes('](');
}

function plainBracket(s: Cursor, open: Bracket, i: number): number {
  const from = open.at + 1;
  const first = s.at(from);
  if (i === from || i - from > 1_000) return i + 1;
  if (isNote(s, open)) return inlineNote(s, open, i);
  if (first === 94) return raisedReference(s, open, i) || footnoteMark(s, open, i);
  const digits = isDigit(first === 32 ? s.at(s.run(from, isSpace)) : first) ? digitBracket(s, open, i) : i;
  if (digits > i) return digits;
  if (i - from === 1 && (first === 32 || first === 120 || first === 88) && s.at(i + 1) !== 58) return i + 1;
  // `[[Smith 2020]]` names a page of a wiki, not a work.
  const page = s.at(open.at - 1) === 91 && s.at(i + 1) === 93;
  if (page) pageKey(s, open.at, i);
  else if (keysIn(s, open.at, i)) return orReference(s, open, i);
  if (words(s, open, i) || residueBracket(s, open.at, i) || sameWork(s, open.at, i)) return i + 1;
  if (!page && worksIn(s, open.at, i)) return s.at(i + 1) === 91 ? orReference(s, open, i) : i + 1;
  return fullReference(s, open, i);
}

/** A bracket that begins with a digit: the offset after it, or `i` if it has no numbers. */
function digitBracket(s: Cursor, open: Bracket, i: number): number {
  const isPair = s.at(i + 1) === 91;
  // `[53][#key]` of MultiMarkdown names a page of the work.
  if (yearIn(s, open.at, i) || (isPair && s.at(i + 2) === 35)) return i + 1;
  // `[1][label]` is a link where the label is defined; `[1][2]` cites twice.
  if (isPair && !isDigit(s.at(i + 2))) fullReference(s, open, i);
  return Math.max(i, numbers(s, open.at, i));
}

/** `[@scope/name][7]`, `[Smith, 2020][s]` are links if their label is defined, otherwise keys and works. */
function orReference(s: Cursor, open: Bracket, i: number): number {
  const hit = s.hits.pop();
  const end = fullReference(s, open, i);
  if (hit) s.hits.push(hit);
  return end;
}

/** After `![alt][label]`, whose label names the URL of an image and is not a marker; the number of `So it is![3]` is one. */
function afterPicture(s: Cursor, open: Bracket, i: number): number {
  if (s.at(open.at + 1) === 94) return footnoteMark(s, open, i);
  if (s.at(i + 1) !== 91)
    return isDigit(s.at(open.at + 1)) && s.at(i + 1) !== 40 ? Math.max(i + 1, numbers(s, open.at, i)) : i + 1;
  // `So it is![^1][^2]`, `[@key]`: markers of another kind are.
  if (s.at(i + 2) === 94 || s.at(i + 2) === 64) return i + 1;
  const end = labelEnd(s, i + 1);
  return end > 0 && s.at(end) !== 40 ? end : i + 1;
}

/** The end of the `[label]` at `i`, or 0; it contains no bracket. */
function labelEnd(s: Cursor, i: number): number {
  const j = s.run(i + 1, (c) => c !== 93 && c !== 91, 999);
  return s.at(j) === 93 ? j + 1 : 0;
}

const LEAD = new RegExp(`^(?:${SIGNAL}|e\\.g\\.,?|refs?\\.?|in)$`);
/** `[see 3]`, `[e.g., 4, 5]`, `[Ref. 7]`, `[citation:1]`: a word or two before the numbers. */
function words(s: Cursor, open: Bracket, close: number): boolean {
  let i = open.at + 1;
  while (i < close && i - open.at < 16 && !isDigit(s.at(i))) i++;
  if (i === open.at + 1 || !isDigit(s.at(i))) return false;
  const lead = s
    .text(open.at + 1, i)
    .trim()
    .toLowerCase();
  const isSource = /^(?:citations?|sources?) ?:?$/.test(lead);
  if (!isSource && !LEAD.test(lead)) return false;
  // `[source 2]` may be the label of a link as well.
  if (isSource) fullReference(s, open, close);
  return numbers(s, open.at, close, i) > close;
}

const isNote = (s: Cursor, { at }: Bracket): boolean =>
  s.at(at - 1) === 94 && s.raised !== at && !EXPRESSION.test(s.ahead(at + 1, 5));
/** `^[0-9]`, `^[a-zA-Z]`, `^[^/]` of an expression; `^[X-ray data]` and `^[3-5 pages]` are notes. */
const EXPRESSION = /^(?:\^|(?:\d-\d|[a-z]-[a-z]|[A-Z]-[A-Z])(?![a-z]{2}|\s))/;

/** `^[words]`, which `f^[n+1]` lacks. */
function inlineNote(s: Cursor, open: Bracket, i: number): number {
  const text = s.text(open.at + 1, i);
  if (WORD.test(text))
    s.add({ leaf: s.leafIndex, kind: 'inline-note', text, start: open.at - 1, end: i + 1 });
  return i + 1;
}
const WORD = /\p{L}{2}|\p{Lo}/u;

/** `[^1^][1]`, as chat tools write a raised link to a definition: the offset after it, or 0. */
function raisedReference(s: Cursor, open: Bracket, i: number): number {
  if (s.at(i - 1) !== 94 || s.at(i + 1) !== 91) return 0;
  const label = s.text(open.at + 2, i - 1);
  const end = i + 3 + label.length;
  if (!/^\d{1,4}$/.test(label) || s.text(i + 2, end) !== `${label}]`) return 0;
  const at = { start: open.at, end };
  s.addNumbers([{ ...at, label }], at.start, at.end);
  return end;
}

function footnoteMark(s: Cursor, open: Bracket, i: number): number {
  const label = s.text(open.at + 2, i);
  // `[^<>{}]`, `[^&quot;]` of an expression have no label.
  if (/^$|[\s<>{}"]|&quot;/.test(label) && !SEVERAL_NOTES.test(label)) return i + 1;
  // `[^0]` on the line above `[^0]: …`: Mathpix marks the foot of a page, not a place in the text.
  const isFoot = s.words.startsWith(`\n[^${label}]:`, i + 1);
  if (!isFoot) s.add({ leaf: s.leafIndex, kind: 'note', label, start: open.at, end: i + 1 });
  return i + 1;
}

/** `[text][label]`, `[label][]` and `[label]`: known to be links only when the definitions are. */
function fullReference(s: Cursor, open: Bracket, i: number): number {
  const text = s.text(open.at + 1, i);
  let label = text;
  let end = i + 1;
  if (s.at(end) === 91) {
    const after = labelEnd(s, end);
    if (after > 0) {
      if (after > end + 2) label = s.text(end + 1, after - 1);
      end = after;
      dropPictures(s, open);
    }
  } else if (open.nested) return i + 1;
  if (showsPicture(s, open, i)) {
    s.opaque.push({ start: open.at, end });
    return end;
  }
  if (text.trim() !== '' && s.at(open.at - 1) !== 33)
    s.add({ leaf: s.leafIndex, kind: 'reference', label, text, short: i + 1, start: open.at, end });
  // The text after the first bracket is read again, as it may be another marker.
  return i + 1;
}
