/** Finds lines that start like references, and several references on one line. */
import type { Leaf, Line } from '../model/blockTypes';
import type { Chunk } from '../model/chunk';
import { FORM, type Marker, type Numbers } from '../model/markers';
import { namesList } from './listHeadings';

/** The separator between two references on a line. */
const PARTS = /^[\s,;.|·•]{0,4}(?:(?:and|und|et|y|e)\s)?$/;

/**
 * The lines of a chunk that begin with a label, and several such references on one line: `[1] https://…, [2] https://…`
 * from the beginning of a paragraph, or after the name of a list. Each has its address, or words after the name.
 */
export function linesOf(chunk: Chunk): readonly Line[] {
  const { hits, leaves, text } = chunk;
  const lines = chunk.forms & FORM.raised ? withRaised(chunk) : chunk.lines;
  if (!(chunk.forms & FORM.label)) return lines;
  let all: Line[] | undefined;
  let line = 0;
  let at = -1;
  for (let k = 0; k < hits.length; k++) {
    const hit = hits[k];
    if (!hit || hit.leaf === at || !isLabel(hit)) continue;
    at = hit.leaf;
    const leaf = leaves[at];
    if (leaf?.kind !== 'paragraph' || leaf.note || hit.start > leaf.start + 70) continue;
    const name = text.slice(leaf.start, hit.start).trimEnd();
    if (name !== '' && !(NAME_END.test(name) && namesList(name))) continue;
    const found = entriesOnLine(chunk, k, leaf, name === '');
    for (let one = lines[line]; one && one.leaf < at; one = lines[++line]) all?.push(one);
    let to = line;
    while (lines[to]?.leaf === at) to++;
    if (found.length <= to - line) continue;
    all ??= lines.slice(0, line);
    for (const one of found) all.push(one);
    line = to;
  }
  return all?.concat(lines.slice(line)) ?? lines;
}
/** Adds the lines that start with a superscript or a number that links back to its marker: `¹ …`, `[[1]](#back) …`. */
function withRaised({ hits, leaves, text, lines }: Chunk): readonly Line[] {
  let found: Line[] | undefined;
  for (const hit of hits) {
    const leaf = leaves[hit.leaf];
    const [part] = hit.kind === 'numbers' && hit.parts.length === 1 ? hit.parts : [];
    if (!part || hit.kind !== 'numbers' || (!hit.superscript && hit.form !== 'anchor')) continue;
    if (leaf?.kind !== 'paragraph' || leaf.note) continue;
    const lead = text.slice(Math.max(leaf.start, hit.start - 4), hit.start);
    if (!/(?:^|\n)[[*]{0,3}$/.test(lead) || (lead.length > 3 && !lead.includes('\n'))) continue;
    const last = found?.at(-1);
    if (last?.leaf === hit.leaf) last.end = last.start + text.slice(last.start, hit.start).trimEnd().length;
    const line = { start: hit.start, end: leaf.end, label: part.label, text: hit.end, leaf: hit.leaf };
    (found ??= []).push({ ...line, round: true, raised: true });
  }
  if (!found) return lines;
  // `[[1]` was read as the label `[1`.
  const taken = new Set(found.map(({ leaf }) => leaf));
  return [...lines.filter(({ leaf }) => !taken.has(leaf)), ...found].sort((a, b) => a.start - b.start);
}

/** `Sources:`, also emphasised. */
const NAME_END = /[:：][*_]{0,3}$/;

/** A single number, like the label of a reference. */
export const isLabel = (hit: Marker): hit is Numbers =>
  hit.kind === 'numbers' && hit.parts.length === 1 && hit.doubt === undefined;

/** The words of a reference: `Lee et al. 2021, Nature 5;`, `docs/upload.md` */
const TITLED = /^[\s:]{0,2}["“„«'*_`]{0,3}(?:\p{Lu}\S* +(?!(?:and|und) )\S|[\w-]+[./]\w|\p{Lo}{4})/u;

/**
 * References of a leaf from marker `k` on, each with an address and, if `bare`, nothing else; else it may have words instead. Empty if a
 * number has neither or numbers decrease.
 */
function entriesOnLine({ hits, text }: Chunk, k: number, leaf: Leaf, bare: boolean): Line[] {
  const found: Line[] = [];
  let label: Numbers | undefined;
  let end = -1;
  const add = (to: number): boolean => {
    if (label && end < 0 && !bare && TITLED.test(text.slice(label.end, to))) ({ end } = label);
    if (!label || end < 0) return false;
    // Without the separator.
    const rest = bare ? '' : text.slice(end, to).replace(PARTS, '').trimEnd();
    const { start, parts, leaf } = label;
    found.push({
      start,
      end: rest === '' ? end : end + text.slice(end, to).trimEnd().length,
      label: parts[0]?.label ?? '',
      text: label.end + 1,
      leaf,
      round: false,
    });
    return true;
  };
  for (let i = k; i < hits.length; i++) {
    const hit = hits[i];
    if (!hit || hit.start >= leaf.end) break;
    if (hit.kind === 'direct' && label && end < 0) {
      if (bare && !/^[\s:]{0,3}$/.test(text.slice(label.end, Math.min(hit.start, label.end + 9)))) return [];
      ({ end } = hit);
    } else if (hit.kind === 'numbers') {
      const last = label;
      if (last && !add(hit.start)) return [];
      if (!isLabel(hit) || Number(hit.parts[0]?.label) <= Number(last?.parts[0]?.label ?? -1)) return [];
      if (bare && last && !PARTS.test(text.slice(end, Math.min(hit.start, end + 12)))) return [];
      label = hit;
      end = -1;
    }
  }
  return add(leaf.end) ? found : [];
}
