/** What the results view shows of a finding: plain strings, nothing to be read as markup. */
import { l10n, workspace, type Uri } from 'vscode';
import { layers } from '../core/finding';
import type { Finding, Layers, Problem } from '../core/model';
import { evidenceSpan } from './evidence';
import type { View } from './session';
import { clean, DEPTHS, icon, label, money, pageOf, problemSentence, safeLink, sentence } from './words';

export type Row = {
  /** Unique in its document; a citation's id where the row is a finding's. */
  readonly id: string;
  readonly line: number;
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
  readonly place?: string;
  readonly suggestion?: string;
  readonly source: string;
  readonly location: string;
  /** May the location be opened in a browser? */
  readonly link: boolean;
  readonly evidence: boolean;
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

function sourcePart(finding: Finding) {
  if (finding.stage === 'unresolved') {
    const location = finding.archived ?? clean(finding.citation.identifier, 200);
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
    ...(span && { quote: clean(source.text.slice(span.start, span.end), 500) }),
    ...(page !== undefined && { place: l10n.t('page {0}', page) }),
  };
}

function findingRow(view: View, finding: Finding): Row {
  const { citation, code, severity } = finding;
  return {
    id: citation.id,
    line: view.lines.position(citation.part.start).line + 1,
    code,
    label: label(code),
    icon: icon(code, severity),
    severity,
    group: finding.suppressed ? 'open' : groupOf(severity, code),
    marker: clean(view.text.slice(citation.part.start, citation.part.end), 80),
    claim: clean(citation.claim.text, 400),
    why: finding.stage === 'judged' ? clean(finding.verdict.rationale, 600) : sentence(finding),
    ...judgedPart(finding),
    ...sourcePart(finding),
    layers: layers(finding),
    at: view.checkedAt.get(citation.id) ?? 0,
  };
}

function problemRow(view: View, problem: Problem, index: number): Row {
  const { code, severity, span } = problem;
  return {
    id: `problem ${index} ${code}`,
    line: view.lines.position(span.start).line + 1,
    code,
    label: l10n.t('In the text'),
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
  const told = new Set(view.findings.map((f) => `${f.citation.id} ${f.code}`));
  const problems = view.problems
    .filter(({ citation, code }) => !told.has(`${citation ?? ''} ${code}`))
    .map((problem, i) => problemRow(view, problem, i));
  return [...view.findings.map((f) => findingRow(view, f)), ...problems].sort((a, b) => a.line - b.line);
}

const made = new WeakMap<View, readonly Row[]>();

/** The rows of a view in the order of the text; a problem that a finding repeats is left out. A view never changes: made once. */
export function rowsOf(view: View): readonly Row[] {
  const rows = made.get(view) ?? make(view);
  made.set(view, rows);
  return rows;
}

/** The rows that a writer has to look at. */
export const badRows = (view: View): readonly Row[] => rowsOf(view).filter(({ group }) => group === 'bad');

/** How a document is called in tables: its path in the workspace, else its name. */
export const nameOf = (uri: Uri): string => clean(workspace.asRelativePath(uri, true), 160);
