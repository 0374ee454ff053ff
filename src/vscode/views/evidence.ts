/** The text of a source as a read-only plain-text document of its own scheme, the quote selected in it. */
import { CodeLens, Disposable, EventEmitter, l10n, languages, Uri, workspace } from 'vscode';
import type { Finding } from '../../core/model';
import { openDocument } from '../state/documents';
import { createLines } from '../state/offsets';
import { EVIDENCE_SCHEME, parseEvidence } from '../state/evidenceAddress';
import type { Session } from '../state/session';
import { clean } from '../state/labels';

/** The finding that an evidence address names, while it is known. */
function findingOf(session: Session, uri: Uri): Finding | undefined {
  const named = uri.scheme === EVIDENCE_SCHEME ? parseEvidence(uri.query) : undefined;
  return named && session.known(Uri.parse(named.document)).get(named.id)?.finding;
}

/** Above the text a way back, and above each page its number: what a reader of a PDF needs to check it in the original. */
function lensesOf(session: Session, uri: Uri): CodeLens[] {
  const finding = findingOf(session, uri);
  const from = parseEvidence(uri.query);
  if (!finding || !from || finding.stage === 'unresolved') return [];
  const { source } = finding;
  const lines = createLines(source.text);
  const all = source.pages?.length ?? 0;
  const top = new CodeLens(lines.range({ start: 0, end: 0 }), {
    title: `${clean(source.location, 120)} · ${l10n.t('back to the text')}`,
    command: 'citewright.reveal',
    arguments: [from.document, from.id],
  });
  const pages = (source.pages ?? []).map((start, i) => {
    const title = l10n.t('Page {0} of {1}', i + 1, all);
    return new CodeLens(lines.range({ start, end: start }), { title, command: '' });
  });
  return [top, ...pages];
}

/** Serves the evidence documents from the session. */
export function register(session: Session): Disposable {
  const changed = new EventEmitter<Uri>();
  /** The texts that were given to the editor, which keeps them while their documents are open. */
  const given = new Map<string, string>();
  const textAt = (uri: Uri) => {
    const finding = findingOf(session, uri);
    return finding && finding.stage !== 'unresolved' ? finding.source.text : undefined;
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
    { provideCodeLenses: ({ uri }) => lensesOf(session, uri) },
  );
  return Disposable.from(
    provider,
    lenses,
    changed,
    session.onDidChange(refresh), // a source may be read anew while its text is open
    workspace.onDidCloseTextDocument(({ uri }) => {
      if (!openDocument(uri)) given.delete(uri.toString()); // a change of language closes and opens it too
    }),
  );
}
