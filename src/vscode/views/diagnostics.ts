/** Squiggles and rows of the Problems view: problems only, each with a stable code and the place of its evidence. */
import {
  Diagnostic,
  DiagnosticRelatedInformation,
  DiagnosticSeverity,
  DiagnosticTag,
  Disposable,
  l10n,
  languages,
  Location,
  Uri,
} from 'vscode';
import type { Code, Severity } from '../../core/codes';
import type { Finding, Problem, Source, Span } from '../../core/model';
import { isOffline } from '../../core/offlineDetector';
import { evidenceUri, evidenceSpan } from './evidence';
import { createLines, type Lines } from '../state/offsets';
import type { Session } from '../state/session';
import type { View } from '../state/view';
import { clean, problemSentence, sentence } from '../state/labels';

/** A squiggle before the editor's types: what the tests look at. */
export type Mark = {
  readonly span: Span;
  readonly severity: Exclude<Severity, 'none'>;
  readonly code: Code;
  readonly message: string;
  readonly finding?: Finding;
};

/** States of a run say nothing against the text: they stand in the results, not under the words. A setting may raise them. */
const RUN_STATES = new Set<Code>(['cancelled', 'disabled', 'over-limit', 'untrusted', 'unjudged', 'guess']);

const ofProblem = ({ code, severity, span, facts, citation }: Problem): Mark[] =>
  severity === 'none'
    ? []
    : [
        {
          span,
          severity,
          code,
          message: problemSentence({ code, severity, span, facts, ...(citation && { citation }) }),
        },
      ];

function ofFinding(finding: Finding): Mark[] {
  const { severity, code, citation, suppressed } = finding;
  if (severity === 'none' || suppressed || (severity === 'info' && RUN_STATES.has(code))) return [];
  if (isOffline(finding)) return [];
  return [{ span: citation.part, severity, code, message: sentence(finding), finding }];
}

type Wrong = Pick<View, 'problems' | 'findings'>;
const marked = new WeakMap<Wrong, readonly Mark[]>();

/** What is wrong in a view. A finding that repeats a problem of its citation is left out. A view never changes: made once. */
export function marks(view: Wrong): readonly Mark[] {
  const found = marked.get(view) ?? marksOf(view);
  marked.set(view, found);
  return found;
}

function marksOf({ problems, findings }: Wrong): readonly Mark[] {
  const told = new Set(problems.map(({ citation, code }) => `${citation ?? ''} ${code}`));
  return [
    ...problems.flatMap(ofProblem),
    ...findings.filter((f) => !told.has(`${f.citation.id} ${f.code}`)).flatMap(ofFinding),
  ];
}

const SEVERITIES = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
} as const;

/** Lines of sources: they are long, and asked for after each keystroke. */
const indexed = new WeakMap<Source, Lines>();

function linesOf(source: Source): Lines {
  const lines = indexed.get(source) ?? createLines(source.text);
  indexed.set(source, lines);
  return lines;
}

/** Where the reader can check for themselves: the passage in the source, and the entry in the reference list. */
function related({ uri, lines }: View, finding: Finding): DiagnosticRelatedInformation[] {
  const places: DiagnosticRelatedInformation[] = [];
  const span = evidenceSpan(finding);
  if (span && finding.stage !== 'unresolved') {
    const { text } = finding.source;
    const place = new Location(evidenceUri(uri, finding), linesOf(finding.source).range(span));
    // The place bears the source's title, and the card beside has the whole passage: here its first words are enough.
    places.push(new DiagnosticRelatedInformation(place, `“${clean(text.slice(span.start, span.end), 80)}”`));
  }
  const { reference } = finding.citation;
  if (reference) {
    const place = new Location(uri, lines.range(reference));
    places.push(new DiagnosticRelatedInformation(place, l10n.t('The reference entry')));
  }
  return places;
}

function diagnostic(view: View, mark: Mark, docs: Uri): Diagnostic {
  const shown = new Diagnostic(view.lines.range(mark.span), mark.message, SEVERITIES[mark.severity]);
  shown.source = 'Citewright';
  shown.code = { value: mark.code, target: Uri.joinPath(docs, `${mark.code}.md`) };
  if (mark.finding) shown.relatedInformation = related(view, mark.finding);
  if (mark.code === 'uncited' || mark.code === 'footnote-unused') shown.tags = [DiagnosticTag.Unnecessary];
  return shown;
}

/** Shows the diagnostics of every document of the session. `docs` is the folder of the pages that explain the codes. */
export function register(session: Session, docs: Uri): Disposable {
  const collection = languages.createDiagnosticCollection('citewright');
  const show = (uri: Uri) => {
    const view = session.view(uri);
    if (view)
      collection.set(
        uri,
        marks(view).map((mark) => diagnostic(view, mark, docs)),
      );
    else collection.delete(uri);
  };
  const listening = session.onDidChange(show);
  return Disposable.from(listening, collection);
}
