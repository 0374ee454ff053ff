/** The text of a source as a read-only plain-text document with its own scheme, with the quotation selected. */
import { Disposable, EventEmitter, l10n, languages, workspace, type Uri } from 'vscode';
import type { Finding } from '../../core/model';
import { EVIDENCE_SCHEME, parseEvidence, textOf } from '../state/evidenceAddress';
import type { Session } from '../state/session';

/** The finding that an evidence URI names, while it is known. */
function findingOf(session: Session, uri: Uri): Finding | undefined {
  const named = uri.scheme === EVIDENCE_SCHEME ? parseEvidence(uri.query) : undefined;
  return named && session.known(named.document).get(named.id)?.finding;
}

/** Serves the evidence documents from the session. */
export function register(session: Session): Disposable {
  const changed = new EventEmitter<Uri>();
  const textAt = (uri: Uri) => {
    const finding = findingOf(session, uri);
    return finding && textOf(finding);
  };
  const refresh = (cited: Uri) => {
    for (const document of workspace.textDocuments) {
      const { scheme, query } = document.uri;
      if (scheme !== EVIDENCE_SCHEME || parseEvidence(query)?.document !== cited.toString()) continue;
      const text = textAt(document.uri);
      if (text !== undefined && text !== document.getText()) changed.fire(document.uri);
    }
  };
  const provider = workspace.registerTextDocumentContentProvider(EVIDENCE_SCHEME, {
    onDidChange: changed.event,
    provideTextDocumentContent: (uri) =>
      textAt(uri) ?? l10n.t('This text is no longer available. Verify the citation again.'),
  });
  const lenses = languages.registerCodeLensProvider(
    { scheme: EVIDENCE_SCHEME },
    {
      provideCodeLenses: async ({ uri }) => {
        const finding = findingOf(session, uri);
        return finding ? (await import('../state/evidenceLenses')).lensesOf(uri, finding) : [];
      },
    },
  );
  return Disposable.from(
    provider,
    lenses,
    changed,
    session.onDidChange(refresh), // A source may be fetched again while its text is open.
  );
}
