/** The rows of the results view as plain strings, never markup. */
import { l10n, type Uri } from 'vscode';
import { isProven, layers } from '../../core/findings/finding';
import { rankIn } from '../../core/findings/rank';
import type { Finding, Layers, Problem, Source, Span } from '../../core/model';
import { remembered } from '../../core/text/maps';
import { countBefore } from '../../core/text/search';
import { cellOf, placeOf } from './documents';
import { evidenceSpan } from './evidenceAddress';
import { addressOf, sourceName } from './reference';
import { takeBackTitle } from './suppressionLabels';
import { isBad, itemsOf, type Item } from './marks';
import type { View } from './view';
import {
  confidenceText,
  DEPTHS,
  placeParts,
  suggestionPart,
  suppressionSentence,
  why,
} from './findingLabels';
import { clean, icon, label, markerText, money, problemSentence, safeLink } from './labels';
import { linesIn, lineStart } from '../../core/text/lines';

type Heading = { readonly start: number; readonly title: string };

const ATX = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** Longer lines are paragraphs. */
const LONGEST = 300;

/** The `#` headings in order, those in code fences left out, in linear time: a scan keeps none. `start` is the line's, in UTF-16 units. */
function headingsOf(text: string): readonly Heading[] {
  const found: Heading[] = [];
  let fence = '';
  for (const { start, end } of linesIn(text)) {
    const line = end - start > LONGEST ? '' : text.slice(start, end);
    const [, ticks] = FENCE.exec(line) ?? [];
    if (ticks !== undefined && (fence === '' || ticks.startsWith(fence))) fence = fence === '' ? ticks : '';
    if (fence === '' && ATX.test(line))
      found.push({ start, title: line.trim().replace(/^#+/, '').replace(/ #+$/, '').trim() });
  }
  return found;
}

/** The heading above `offset`; empty before the first. */
const sectionAt = (headings: readonly Heading[], offset: number): string =>
  headings[countBefore(headings.length, (i) => (headings[i]?.start ?? 0) <= offset) - 1]?.title ?? '';

export type Row = {
  /** Unique in its document; the citation's id in the row of a finding. */
  readonly id: string;
  readonly line: number;
  /** Precedes the order of the text: in a transcript, claims of work that its log contradicts are 0. */
  readonly rank: number;
  readonly section: string;
  readonly code: string;
  readonly label: string;
  readonly icon: string;
  readonly severity: string;
  /** Used by the filters. */
  readonly group: 'bad' | 'good' | 'open' | 'suppressed' | 'other';
  readonly marker: string;
  readonly claim: string;
  readonly why: string;
  readonly quote?: string;
  /** Whether the quotation is code: its lines are kept. */
  readonly isCode?: true;
  /** The text around the quotation in its source. */
  readonly before?: string;
  readonly after?: string;
  readonly place?: string;
  readonly suggestion?: string;
  readonly source: string;
  readonly location: string;
  /** Whether the location may be opened in a browser. */
  readonly link: boolean;
  readonly evidence: boolean;
  readonly takeBack?: string;
  readonly depth?: string;
  /** The known layers of the citation, in words. */
  readonly layers?: string;
  readonly judge?: string;
  readonly confidence?: string;
  readonly cost?: string;
  /** Milliseconds, 0 when unknown. */
  readonly at: number;
};

function groupOf(item: Item): Row['group'] {
  if (isBad(item)) return 'bad';
  const { finding } = item;
  if (finding?.suppressed) return 'suppressed';
  if (!finding) return 'other';
  if (isProven(finding.code)) return 'good';
  return finding.stage === 'judged' ? 'other' : 'open';
}

function judgedPart(finding: Finding) {
  if (finding.stage !== 'judged') return {};
  const { model, confidence, costUsd, usage } = finding.verdict;
  return {
    judge: clean(model, 80),
    confidence: confidenceText(confidence),
    cost: money(costUsd, usage),
    ...suggestionPart(finding),
  };
}

/** How much of the source is shown on each side of a quotation. */
const AROUND = 160;

/** A quotation with the words around it, cut at whole words. */
function quotePart(text: string, { start, end }: Span) {
  const before = text.slice(Math.max(0, start - AROUND), start);
  const after = text.slice(end, end + AROUND);
  const from = start > AROUND ? before.search(/\s/) : 0;
  const to = end + AROUND < text.length ? after.search(/\s\S*$/) : after.length;
  const left = clean(before.slice(Math.max(0, from)), AROUND);
  const right = clean(after.slice(0, to < 0 ? after.length : to), AROUND);
  return {
    before: `${start > AROUND ? '… ' : ''}${left}${/\s$/.test(before) ? ' ' : ''}`,
    quote: clean(text.slice(start, end), 500),
    after: `${/^\s/.test(after) ? ' ' : ''}${right}${end + AROUND < text.length ? ' …' : ''}`,
  };
}

const PROSE = /\.(?:md|mdx|markdown|txt|rst|adoc|tex|qmd|rmd|html?|pdf)$/i;
/** True for program text, whose line breaks and indentation matter. */
const isCode = ({ target }: Source): boolean =>
  target.kind === 'commit' || (target.kind === 'file' && !PROSE.test(target.path));

const MOST_LINES = 30;
/** Lines of code unchanged, at most thirty. */
const codePart = (text: string, { start, end }: Span) => ({
  isCode: true as const,
  quote: text
    .slice(lineStart(text, start), end)
    .split('\n')
    .slice(0, MOST_LINES)
    .map((line) => `${/^[ \t]{0,80}/.exec(line)?.[0] ?? ''}${clean(line, 200)}`)
    .join('\n')
    .trimEnd(),
});

/** Where the source was read, else where it should be; empty if the citation names no place. */
function locationOf(finding: Finding): string {
  if (finding.stage !== 'unresolved') return finding.source.location;
  const { citation } = finding;
  const isPlace = !['work', 'dangling', 'guess'].includes(citation.target.kind);
  return addressOf(citation, finding) ?? (isPlace ? citation.identifier : '');
}

function sourcePart(text: string, finding: Finding) {
  const { citation } = finding;
  const location = locationOf(finding);
  const written = {
    source: citation.target.kind === 'dangling' ? '' : sourceName(text, citation, finding),
    location: clean(location, 300),
    link: safeLink(location) !== undefined,
  };
  if (finding.stage === 'unresolved') return { ...written, evidence: false };
  const { text: read, depth } = finding.source;
  const span = evidenceSpan(finding);
  const place = span ? placeParts(finding, span).join(', ') : '';
  return {
    ...written,
    evidence: read !== '',
    // Of a link that was only checked nothing was read.
    ...(finding.code !== 'reached' && { depth: l10n.t(DEPTHS[depth]) }),
    ...(span && (isCode(finding.source) ? codePart(read, span) : quotePart(read, span))),
    ...(place !== '' && { place }),
  };
}

const whyOf = (finding: Finding): string =>
  finding.suppressed ? `${suppressionSentence(finding.suppressed)}. ${why(finding)}` : why(finding);

/** The layers of a citation in words; an unknown one is not shown. */
const LAYERS: Readonly<Record<keyof Layers, Readonly<Record<string, string>>>> = {
  exists: { pass: 'well-formed', fail: 'nothing to look up' },
  resolves: { pass: 'source opened', fail: 'doesn’t lead to the source' },
  derivable: { pass: 'quotation located', fail: 'source doesn’t support it' },
  scoped: { pass: 'claims no more than the source', fail: 'claims more than the source' },
};

function layersPart(finding: Finding): string {
  const known = layers(finding);
  return (Object.keys(LAYERS) as (keyof Layers)[])
    .flatMap((layer) => (known[layer] === 'unknown' ? [] : l10n.t(LAYERS[layer][known[layer]] ?? '')))
    .join(' · ');
}

const headingsIn = remembered(({ text }: View) => headingsOf(text));

/** What the rows of findings and problems have in common. */
const reported = (view: View, { start }: Span, { code, severity }: Finding | Problem) => ({
  line: view.lines.position(start).line + 1,
  section: clean(sectionAt(headingsIn(view), start), 120),
  rank: rankIn(view.scan.log !== undefined)({ code }),
  code,
  label: label(code),
  icon: icon(code, severity),
  severity,
});

function findingRow(view: View, finding: Finding): Omit<Row, 'group'> {
  const { citation, suppressed } = finding;
  const takeBack = takeBackTitle(view, finding);
  return {
    id: citation.id,
    ...reported(view, citation.part, finding),
    ...(suppressed && { label: l10n.t('{0} (suppressed)', label(finding.code)), icon: 'suppressed' }),
    marker: clean(markerText(citation), 80),
    claim: clean(citation.claim.text, 400),
    why: whyOf(finding),
    ...judgedPart(finding),
    ...sourcePart(view.text, finding),
    layers: layersPart(finding),
    ...(takeBack !== undefined && { takeBack }),
    at: view.checkedAt.get(citation.id) ?? 0,
  };
}

function problemRow(view: View, problem: Problem): Omit<Row, 'group'> {
  const { code, span } = problem;
  return {
    id: `problem ${view.problems.indexOf(problem)} ${code}`,
    ...reported(view, span, problem),
    marker: clean(view.text.slice(span.start, span.end), 80),
    claim: '',
    why: problemSentence(problem),
    ...{ source: '', location: '', link: false, evidence: false, at: 0 },
  };
}

/** Rows whose sources have one name each: references may call the same source differently. */
function namedAlike(rows: readonly Row[]): Row[] {
  const names = new Map<string, string>();
  for (const { location, source } of rows) if (!names.has(location)) names.set(location, source);
  return rows.map((row) =>
    row.location === '' ? row : { ...row, source: names.get(row.location) ?? row.source },
  );
}

/** The rows of a view: in a transcript claims of work first, else in the order of the text. Created once, because a view never changes. */
export const rowsOf = remembered((view: View): readonly Row[] =>
  namedAlike(
    itemsOf(view)
      .map((item) => ({
        ...(item.finding ? findingRow(view, item.finding) : problemRow(view, item.problem)),
        group: groupOf(item),
      }))
      .sort((a, b) => a.rank - b.rank || a.line - b.line),
  ),
);

/** The name of a document in tables and titles. */
export function nameOf(uri: Uri): string {
  const [name, cell] = [clean(placeOf(uri), 160), cellOf(uri)];
  return cell ? l10n.t('{0} (cell {1})', name, cell.index + 1) : name;
}
