/** What the results view shows of a finding: plain strings, nothing to be read as markup. */
import { l10n, workspace, type Uri } from 'vscode';
import { layers } from '../../core/finding';
import { unrepeated } from '../../core/folding';
import type { Citation, Finding, Layers, Problem, Span } from '../../core/model';
import { evidenceSpan } from './evidenceAddress';
import { takeBackTitle } from './suppressionLabels';
import { headingsOf, sectionAt } from './headings';
import type { View } from './view';
import {
  suppressionSentence,
  clean,
  DEPTHS,
  icon,
  label,
  money,
  pageOf,
  problemSentence,
  safeLink,
  why,
} from './labels';

export type Row = {
  /** Unique in its document; a citation's id where the row is a finding's. */
  readonly id: string;
  readonly line: number;
  /** The heading it stands under. */
  readonly section: string;
  readonly code: string;
  readonly label: string;
  readonly icon: string;
  readonly severity: string;
  /** What the filters go by. */
  readonly group: 'bad' | 'good' | 'open';
  readonly marker: string;
  readonly claim: string;
  readonly why: string;
  readonly quote?: string;
  /** What stands around the quote in its source. */
  readonly before?: string;
  readonly after?: string;
  readonly place?: string;
  readonly suggestion?: string;
  readonly source: string;
  readonly location: string;
  /** May the location be opened in a browser? */
  readonly link: boolean;
  readonly evidence: boolean;
  /** The title of the action that removes the suppression, where the finding is suppressed. */
  readonly takeBack?: string;
  readonly depth: string;
  readonly judge: string;
  readonly confidence: string;
  readonly cost: string;
  readonly layers: Partial<Layers>;
  /** Milliseconds, 0 when unknown. */
  readonly at: number;
};

const groupOf = (severity: string, code: string): Row['group'] => {
  if (severity === 'error' || severity === 'warning') return 'bad';
  return severity === 'none' && code !== 'reached' && code !== 'related' ? 'good' : 'open';
};

function judgedPart(finding: Finding) {
  if (finding.stage !== 'judged') return { judge: '', confidence: '', cost: '' };
  const { model, confidence, costUsd, usage, suggestion } = finding.verdict;
  return {
    judge: clean(model, 80),
    confidence: `${Math.round(confidence * 100)} %`,
    cost: money(costUsd, usage),
    ...(suggestion !== undefined && suggestion !== '' && { suggestion: clean(suggestion, 400) }),
  };
}

/** How much of the source is shown on each side of a quote. */
const AROUND = 160;

/** A quote with the words around it, cut at whole words. */
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

function sourcePart(finding: Finding) {
  if (finding.stage === 'unresolved') {
    const { target, identifier } = finding.citation;
    const location = finding.archived ?? (target.kind === 'dangling' ? '' : clean(identifier, 200));
    return { source: '', location, link: safeLink(location) !== undefined, evidence: false, depth: '' };
  }
  const { source } = finding;
  const span = evidenceSpan(finding);
  const page = span && pageOf(source, span.start);
  return {
    source: clean(source.title, 120) || clean(source.location, 120),
    location: clean(source.location, 300),
    link: safeLink(source.location) !== undefined,
    evidence: source.text !== '',
    depth: l10n.t(DEPTHS[source.depth]),
    ...(span && quotePart(source.text, span)),
    ...(page !== undefined && { place: l10n.t('page {0}', page) }),
  };
}

/** A marker without the address of its link, which the source's column has. */
const shortly = ({ raw, style, part, marker }: Citation) => {
  const own = raw.slice(part.start - marker.start, part.end - marker.start);
  const to = style === 'link' ? own.indexOf('](') : -1;
  return to > 1 ? `${own.slice(0, to)}](…)` : own;
};

/** The reason of a finding, and its suppression. */
const whyOf = (finding: Finding): string =>
  finding.suppressed ? `${suppressionSentence(finding.suppressed)}. ${why(finding)}` : why(finding);

type Where = Pick<Row, 'line' | 'section'>;

function findingRow(view: View, finding: Finding, where: Where): Row {
  const { citation, code, severity, suppressed } = finding;
  const takeBack = takeBackTitle(view, finding);
  return {
    id: citation.id,
    ...where,
    code,
    label: finding.suppressed ? l10n.t('{0} (suppressed)', label(code)) : label(code),
    icon: finding.suppressed ? 'suppressed' : icon(code, severity),
    severity,
    group: suppressed ? 'open' : groupOf(severity, code),
    marker: clean(shortly(citation), 80),
    claim: clean(citation.claim.text, 400),
    why: whyOf(finding),
    ...judgedPart(finding),
    ...sourcePart(finding),
    ...(takeBack !== undefined && { takeBack }),
    layers: layers(finding),
    at: view.checkedAt.get(citation.id) ?? 0,
  };
}

function problemRow(view: View, problem: Problem, index: number, where: Where): Row {
  const { code, severity, span } = problem;
  return {
    id: `problem ${index} ${code}`,
    ...where,
    code,
    label: label(code),
    icon: icon(code, severity),
    severity,
    group: groupOf(severity, code),
    marker: clean(view.text.slice(span.start, span.end), 80),
    claim: '',
    why: problemSentence(problem),
    ...{ source: '', location: '', link: false, evidence: false, depth: '' },
    ...{ judge: '', confidence: '', cost: '', layers: {}, at: 0 },
  };
}

function make(view: View): readonly Row[] {
  const headings = headingsOf(view.text);
  const where = (offset: number): Where => ({
    line: view.lines.position(offset).line + 1,
    section: clean(sectionAt(headings, offset), 120),
  });
  const { findings, problems } = unrepeated(view);
  return [
    ...findings.map((f) => findingRow(view, f, where(f.citation.part.start))),
    ...problems.map((problem, i) => problemRow(view, problem, i, where(problem.span.start))),
  ].sort((a, b) => a.line - b.line);
}

const made = new WeakMap<View, readonly Row[]>();

/** The rows of a view in the order of the text; a problem that a finding repeats is left out. A view never changes: made once. */
export function rowsOf(view: View): readonly Row[] {
  const rows = made.get(view) ?? make(view);
  made.set(view, rows);
  return rows;
}

/** How many rows a writer has to look at; makes none of them, since lens and status bar ask after each keystroke. */
export function countBad(view: View): number {
  const { findings, problems } = unrepeated(view);
  return [...findings, ...problems].filter(
    ({ severity, code, suppressed }) => !suppressed && groupOf(severity, code) === 'bad',
  ).length;
}

/** How a document is called in tables: its path in the workspace, else its name. */
export const nameOf = (uri: Uri): string => clean(workspace.asRelativePath(uri, true), 160);
