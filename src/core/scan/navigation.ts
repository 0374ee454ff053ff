/** Navigation within a text: its references and footnotes with the citations of each, from a scan. Linear, without network. */
import { distance } from 'fastest-levenshtein';
import type { Scan } from '../extract';
import type { Citation, Span } from '../model';

/** A reference, footnote or definition of a text. */
export type Anchor = {
  readonly span: Span;
  /** As written between the brackets; undefined in a list cited by author and year. */
  readonly label?: string;
  readonly isFootnote: boolean;
  /** In text order; empty if it is never cited. */
  readonly citations: readonly Citation[];
};

type Scanned = Pick<Scan, 'citations' | 'problems'>;

/** Codes of problems at references that nothing cites. */
const UNCITED: ReadonlySet<string> = new Set(['uncited', 'footnote-unused']);
const bare = (label: string) => label.replace(/^\[\^?|\]$/g, '').replace(/^\^/, '');

/** The references of a text in order, cited or not. */
export function anchorsOf({ citations, problems }: Scanned): readonly Anchor[] {
  const anchors = new Map<number, Anchor & { readonly citations: Citation[] }>();
  for (const citation of citations) {
    const { reference, style, label } = citation;
    if (!reference || style === 'link') continue;
    const known = anchors.get(reference.start);
    if (known) known.citations.push(citation);
    else
      anchors.set(reference.start, {
        span: reference,
        ...(label !== undefined && style !== 'author-year' && { label: bare(label) }),
        isFootnote: style === 'footnote',
        citations: [citation],
      });
  }
  for (const { code, span, facts } of problems) {
    const { label } = facts;
    if (!UNCITED.has(code) || anchors.has(span.start)) continue;
    const isLabel = typeof label === 'string' && /^\[[^\]]+\]$/.test(label);
    const isFootnote = code === 'footnote-unused';
    anchors.set(span.start, { span, ...(isLabel && { label: bare(label) }), isFootnote, citations: [] });
  }
  return [...anchors.values()].sort((a, b) => a.span.start - b.span.start);
}

const holds = ({ start, end }: Span, offset: number) => start <= offset && offset <= end;

/** The citation whose part of a marker is at an offset, else the one whose marker is. One within a claim of work comes before the claim. */
export const citationAt = ({ citations }: Scanned, offset: number): Citation | undefined =>
  citations.find(({ part, style }) => style !== 'action' && holds(part, offset)) ??
  citations.find(({ part }) => holds(part, offset)) ??
  citations.find(({ marker }) => holds(marker, offset));

/** The places that cite the citation or reference at an offset, and the reference itself if the text has one. */
export function referencesAt(
  scan: Scanned,
  offset: number,
): { readonly cited: readonly Citation[]; readonly anchor?: Anchor } | undefined {
  const citation = citationAt(scan, offset);
  const anchor = citation?.reference
    ? anchorsOf(scan).find(({ span }) => span.start === citation.reference?.start)
    : citation
      ? undefined
      : anchorsOf(scan).find(({ span }) => holds(span, offset));
  if (anchor) return { cited: anchor.citations, anchor };
  if (citation?.label === undefined) return undefined;
  const { style, label } = citation;
  return { cited: scan.citations.filter((one) => one.style === style && one.label === label) };
}

/** Where a label is written within a span; undefined if it isn't, as in a range of numbers. */
export function labelIn(text: string, { start, end }: Span, label: string): Span | undefined {
  for (
    let at = text.indexOf(label, start);
    at >= 0 && at + label.length <= end;
    at = text.indexOf(label, at + 1)
  ) {
    const around = `${text.charAt(at - 1)} ${text.charAt(at + label.length)}`;
    if (!/[\p{L}\p{N}_]/u.test(around)) return { start: at, end: at + label.length };
  }
  return undefined;
}

/** The known name closest to a mistyped one; undefined if none is close or two are equally close. */
export function closest(typed: string, known: Iterable<string>): string | undefined {
  const name = typed.toLowerCase();
  const most = Math.max(1, Math.floor(name.length / 4));
  let best: { readonly word: string; readonly away: number } | undefined;
  let isTied = false;
  for (const word of known) {
    if (Math.abs(word.length - name.length) > most) continue;
    const away = distance(name, word.toLowerCase());
    if (away > most || (best && away > best.away)) continue;
    isTied = best !== undefined && away === best.away;
    best = { word, away };
  }
  return isTied ? undefined : best?.word;
}
