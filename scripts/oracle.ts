/**
 * The oracle of the block and inline rules: `mdast-util-from-markdown` with GFM's tables, footnotes and literal autolinks, and front
 * matter. Compares its code, link and footnote ranges with those of a scan.
 */
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmAutolinkLiteralFromMarkdown } from 'mdast-util-gfm-autolink-literal';
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfmAutolinkLiteral } from 'micromark-extension-gfm-autolink-literal';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmTable } from 'micromark-extension-gfm-table';
import { holdsLink } from '../src/core/extract/references/linking';
import type { Chunk } from '../src/core/extract/model/chunk';
import { readChunks } from '../src/core/extract/incremental/readChunks';
import { normal } from '../src/core/extract/markdown/definitions';
import type { Marker } from '../src/core/extract/model/markers';

export type Kind = 'code block' | 'inline code' | 'link' | 'address' | 'footnote' | 'note';
export type Range = { readonly kind: Kind; readonly start: number; readonly end: number };
export type Comparison = {
  readonly both: readonly Range[];
  readonly ours: readonly Range[];
  readonly theirs: readonly Range[];
  /** Intentional differences, with the reason. */
  readonly kept: readonly (Range & { readonly why: string })[];
};

/** Ranges that both read, only a scan reads, and only the oracle reads. */
export function compare(text: string): Comparison {
  const scanned = readByScan(text);
  const oracle = readByOracle(text, scanned.matter);
  const key = (r: Range): string => `${r.kind} ${r.start} ${r.end}`;
  const known = new Set(oracle.ranges.map(key));
  const found = new Set(scanned.ranges.map(key));
  const agrees = (r: Range): boolean =>
    known.has(key(r)) || (r.kind === 'address' && oracle.addresses.has(text.slice(r.start, r.end)));
  const both = scanned.ranges.filter(agrees);
  const reasons = { scanned, oracle, blocks: both.filter((r) => r.kind === 'code block') };
  const ours = scanned.ranges
    .filter((r) => !agrees(r))
    .map((r) => ({ ...r, why: ownReason(r, reasons) ?? addressReason(r, oracle.ranges, text) }));
  const theirs = oracle.ranges
    .filter((r) => !found.has(key(r)))
    .map((r) => ({ ...r, why: oracleReason(r, reasons) ?? addressReason(r, scanned.ranges, text) }));
  return {
    both,
    ours: ours.filter((r) => r.why === undefined),
    theirs: theirs.filter((r) => r.why === undefined),
    kept: [...ours, ...theirs].flatMap((r) => (r.why === undefined ? [] : [{ ...r, why: r.why }])),
  };
}

type Place = { readonly start: number; readonly end: number };
type Reasons = { readonly scanned: Scanned; readonly oracle: Read; readonly blocks: readonly Range[] };

const within = (r: Place, all: readonly Place[]): boolean =>
  all.some((b) => b.start <= r.start && r.end <= b.end && (b.start < r.start || r.end < b.end));

function ownReason(r: Range, { oracle, blocks }: Reasons): string | undefined {
  if (within(r, blocks)) return 'prose behind a fence that its list item ended is read as code and as prose';
  if (r.kind !== 'code block' && within(r, oracle.html)) return 'words within an HTML block are read as text';
  if (r.kind === 'link' && within(r, oracle.images))
    return 'of the words that describe a picture the oracle keeps no places';
  return undefined;
}

function oracleReason(r: Range, { scanned, oracle }: Reasons): string | undefined {
  if (oracle.pictures.has(r.end) && r.kind === 'link') return 'a link that shows only pictures cites nothing';
  return r.kind === 'inline code' && within(r, scanned.markers)
    ? 'a marker holds the code that names its file: line 12 of `a.ts`'
    : undefined;
}

function addressReason(r: Range, others: readonly Range[], text: string): string | undefined {
  if (r.kind !== 'address') return undefined;
  if (/^ftp:/i.test(text.slice(r.start, r.end)))
    return 'the oracle does not link ftp, the specification does';
  const other = others.find((o) => o.kind === 'address' && o.start === r.start);
  if (!other) return undefined;
  if (text.charAt(Math.max(r.end, other.end) - 1) === ']')
    return 'a bracket belongs to an address in which its partner stands';
  if (text.charAt(Math.min(r.end, other.end)) === ')') return 'a bracket that closes nothing ends an address';
  return '`|>['.includes(text.charAt(Math.min(r.end, other.end)))
    ? 'an address ends at a back-quote, a pipe, an angle or an open bracket'
    : undefined;
}

type Read = {
  readonly ranges: readonly Range[];
  readonly html: readonly Place[];
  readonly images: readonly Place[];
  /** The ends of links that show only images. */
  readonly pictures: ReadonlySet<number>;
  /** Addresses found in a second pass without positions: within brackets that aren't a link. */
  readonly addresses: ReadonlySet<string>;
};

/**
 * The oracle drops a byte order mark, and takes any rule on the first line as front matter; a scan requires a `key:` below it. A link is
 * identified by its end, which is what a scan keeps of links that lead to no source.
 */
function readByOracle(whole: string, matter: boolean): Read {
  const text = whole.replace(/^\ufeff/, '');
  const by = whole.length - text.length;
  const tree = fromMarkdown(text, {
    extensions: [gfmTable(), gfmFootnote(), gfmAutolinkLiteral(), frontmatter(matter ? ['yaml'] : [])],
    mdastExtensions: [
      gfmTableFromMarkdown(),
      gfmFootnoteFromMarkdown(),
      gfmAutolinkLiteralFromMarkdown(),
      frontmatterFromMarkdown(matter ? ['yaml'] : []),
    ],
  });
  const ranges: Range[] = [];
  const html: Place[] = [];
  const images: Place[] = [];
  const pictures = new Set<number>();
  const addresses = new Set<string>();
  const walk = (node: Nodes): void => {
    const start = node.position?.start.offset;
    const end = node.position?.end.offset;
    if (start !== undefined && end !== undefined) {
      const kind = kindOf(node, text.slice(start, end));
      if (kind !== undefined) ranges.push(tidied(kind, start + by, end + by, whole));
      if (node.type === 'html') html.push({ start: start + by, end: end + by });
      if (showsPictures(node)) pictures.add(end + by);
      if (node.type === 'image') images.push({ start: start + by, end: end + by });
    } else if (node.type === 'link') addresses.add(textOf(node));
    if ('children' in node) node.children.forEach(walk);
  };
  walk(tree);
  return { ranges, html, images, pictures, addresses };
}

const showsPictures = (node: Nodes): boolean =>
  (node.type === 'link' || node.type === 'linkReference') &&
  node.children.length > 0 &&
  node.children.every(({ type }) => type === 'image' || type === 'imageReference');

const textOf = (node: Nodes): string =>
  'value' in node ? node.value : 'children' in node ? node.children.map(textOf).join('') : '';

function kindOf(node: Nodes, source: string): Kind | undefined {
  switch (node.type) {
    case 'code':
      return 'code block';
    case 'inlineCode':
      return 'inline code';
    case 'link':
      if (source.startsWith('[')) return 'link';
      // A mail address is not a source.
      return /^<?(?:https?|ftp):\/\/|^www\./i.test(source) ? 'address' : undefined;
    case 'linkReference':
    case 'image':
      return 'link';
    case 'footnoteReference':
      return 'footnote';
    case 'footnoteDefinition':
      return 'note';
    default:
      return undefined;
  }
}

/** What counts for a range: the start of a note, an indented block without trailing blank lines, the end of a link. */
function tidied(kind: Kind, start: number, end: number, text: string): Range {
  if (kind === 'note') return { kind, start, end: start };
  if (kind === 'link') return { kind, start: end, end };
  if (kind !== 'code block') return { kind, start, end };
  const from = start + /^[ \t]*/.exec(text.slice(start, end))![0].length;
  return { kind, start: from, end: start + text.slice(start, end).trimEnd().length };
}

type Scanned = {
  readonly ranges: readonly Range[];
  readonly markers: readonly Place[];
  /** Front matter was read. */
  readonly matter: boolean;
};

function readByScan(text: string): Scanned {
  const chunks = readChunks(text, { latex: undefined, plain: false });
  const defined = new Set(chunks.flatMap((c) => c.definitions.map((d) => d.label)));
  const notes = new Set(chunks.flatMap((c) => c.notes.map((n) => normal(n.label))));
  const markers = chunks.flatMap((c) =>
    c.hits.map((h) => ({ start: c.start + h.start, end: c.start + h.end })),
  );
  const ranges = chunks.flatMap((chunk) => {
    const found: Range[] = [];
    const add = (kind: Kind, start: number, end: number): void => {
      found.push(tidied(kind, chunk.start + start, chunk.start + end, text));
    };
    for (const { start, end } of chunk.code) add('code block', start, end);
    for (const note of chunk.notes) add('note', note.start, note.end);
    for (const { start, end } of chunk.opaque) {
      const first = chunk.text.charAt(start);
      if (first === '`') add('inline code', start, end);
      else if (first === ']') add('link', start, end);
    }
    // Consistent with linking: anything inside an accepted reference doesn't count itself.
    let taken = 0;
    for (const hit of chunk.hits) {
      if (hit.start < taken) continue;
      if (hit.kind === 'reference' && holdsLink(chunk.hits, hit, (label) => defined.has(normal(label))))
        continue;
      if (hit.kind === 'reference' && defined.has(normal(hit.label))) taken = hit.end;
      hitRange(hit, chunk, defined, notes, add);
    }
    return found;
  });
  return { ranges, markers, matter: chunks[0]?.leaves[0]?.kind === 'front' };
}

function hitRange(
  hit: Marker,
  chunk: Chunk,
  defined: ReadonlySet<string>,
  notes: ReadonlySet<string>,
  add: (kind: Kind, start: number, end: number) => void,
): void {
  const raw = chunk.text.slice(hit.start, hit.end);
  const has = (label: string): boolean => defined.has(normal(label));
  if (hit.kind === 'note') {
    if (notes.has(normal(hit.label))) add('footnote', hit.start, hit.end);
  } else if (hit.kind === 'reference') {
    if (has(hit.label)) add('link', hit.start, hit.end);
  } else if (raw.startsWith('[') && raw.endsWith(')')) add('link', hit.start, hit.end);
  else if (raw.startsWith('[') && raw.endsWith(']') && has(raw.slice(1, -1))) add('link', hit.start, hit.end);
  else if (/^<?(?:https?|ftp):\/\/|^www\./i.test(raw)) add('address', hit.start, hit.end);
}
