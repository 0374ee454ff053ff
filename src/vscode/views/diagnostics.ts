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
import type { Finding, Source, Span } from '../../core/model';
import { remembered } from '../../core/text/maps';
import { evidenceSpan, evidenceUri } from '../state/evidenceAddress';
import { marks, type Mark } from '../state/marks';
import { createLines, type Lines } from '../state/offsets';
import type { Session } from '../state/session';
import type { View } from '../state/view';
import { clean, isClosest } from '../state/labels';

const SEVERITIES = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
} as const;

/** Hints are dots, without rows in the Problems view. */
const severityOf = ({ severity, isHint }: Mark): DiagnosticSeverity =>
  isHint ? DiagnosticSeverity.Hint : SEVERITIES[severity];

/** Lines of sources, cached because sources are long and this runs after each keystroke. */
const linesOf = remembered(({ text }: Source): Lines => createLines(text));

/** The most places listed for a problem; the editor would show any number. */
const MOST_PLACES = 100;

/** The other places of a problem that is shown for several. */
const places = ({ uri, lines, text }: View, spans: readonly Span[]): DiagnosticRelatedInformation[] =>
  spans.slice(0, MOST_PLACES).map((span) => {
    const place = new Location(uri, lines.range(span));
    return new DiagnosticRelatedInformation(place, clean(text.slice(span.start, span.end), 80));
  });

/** Where the reader can check for themselves: the passage in the source, or else the entry in the reference list, which the hover has too. */
function related({ uri, lines }: View, finding: Finding): DiagnosticRelatedInformation[] {
  const span = evidenceSpan(finding);
  if (span && finding.stage !== 'unresolved') {
    const place = new Location(evidenceUri(uri, finding), linesOf(finding.source).range(span));
    // The card next to it has the quotation, and the place has the source's title.
    const name = isClosest(finding) ? l10n.t('Closest passage') : l10n.t('Passage in the source');
    return [new DiagnosticRelatedInformation(place, name)];
  }
  const { reference } = finding.citation;
  if (!reference) return [];
  return [new DiagnosticRelatedInformation(new Location(uri, lines.range(reference)), l10n.t('Reference'))];
}

/** The line of the log that backs or contradicts a claim of work. */
function logLine({ uri, lines, scan }: View, id: string): DiagnosticRelatedInformation[] {
  const { event, line } = scan.log?.get(id)?.action ?? {};
  if (!event) return [];
  const place = new Location(uri, lines.range(event.span));
  return [new DiagnosticRelatedInformation(place, clean(line ?? event.command ?? event.tool, 80))];
}

function diagnostic(view: View, mark: Mark, docs: Uri): Diagnostic {
  const shown = new Diagnostic(view.lines.range(mark.span), mark.message, severityOf(mark));
  shown.source = 'Citewright';
  shown.code = { value: mark.code, target: Uri.joinPath(docs, `${mark.code}.md`) };
  if (mark.related) shown.relatedInformation = places(view, mark.related);
  if (mark.finding) shown.relatedInformation = related(view, mark.finding);
  const logged = mark.citation === undefined ? [] : logLine(view, mark.citation);
  if (logged.length > 0) shown.relatedInformation = logged;
  if (!mark.related && (mark.code === 'uncited' || mark.code === 'footnote-unused'))
    shown.tags = [DiagnosticTag.Unnecessary];
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
  return Disposable.from(session.onDidChange(show), collection);
}
