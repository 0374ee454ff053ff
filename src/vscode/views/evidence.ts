/** The text of a source as a read-only plain-text document with its own scheme, with the quotation selected. */
import { Disposable, EventEmitter, l10n, languages, Uri, workspace } from 'vscode';
import type { Finding } from '../../core/model';
import { openDocument } from '../state/documents';
import { EVIDENCE_SCHEME, parseEvidence, textOf } from '../state/evidenceAddress';
import type { Session } from '../state/session';

/** The finding that an evidence URI names, while it is known. */
function findingOf(session: Session, uri: Uri): Finding | undefined {
  const named = uri.scheme === EVIDENCE_SCHEME ? parseEvidence(uri.query) : undefined;
  return named && session.known(Uri.parse(named.document)).get(named.id)?.finding;
}

/** Serves the evidence documents from the session. */
export function register(session: Session): Disposable {
  const changed = new EventEmitter<Uri>();
  /** The texts passed to the editor, which keeps them while their documents are open. */
  const given = new Map<string, string>();
  const textAt = (uri: Uri) => {
    const finding = findingOf(session, uri);
    return finding && textOf(finding);
  };
  const refresh = (document: Uri) => {
    for (const [key, old] of given) {
      const uri = Uri.parse(key);
      const text = parseEvidence(uri.query)?.document === document.toString() ? textAt(uri) : undefined;
      if (text !== undefined && text !== old) changed.fire(uri);
    }
  };
  const provider = workspace.registerTextDocumentContentProvider(EVIDENCE_SCHEME, {
    onDidChange: changed.event,
    provideTextDocumentContent(uri) {
      const text = textAt(uri);
      given.set(uri.toString(), text ?? '');
      return text ?? l10n.t('This text is no longer available. Verify the citation again.');
    },
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
    workspace.onDidCloseTextDocument(({ uri }) => {
      if (!openDocument(uri)) given.delete(uri.toString()); // A change of language closes and reopens it, too.
    }),
  );
}
