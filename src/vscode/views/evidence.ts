/** The text of a source as a read-only plain-text document of its own scheme, the quote selected in it. */
import {
  CodeLens,
  Disposable,
  EventEmitter,
  l10n,
  languages,
  Uri,
  ViewColumn,
  window,
  workspace,
  type TextEditor,
} from 'vscode';
import type { Finding, Span } from '../../core/model';
import { openDocument } from '../services/documents';
import { createLines } from '../state/offsets';
import { inform } from '../services/messages';
import type { Session } from '../state/session';
import { clean } from '../state/labels';

export const SCHEME = 'citewright-evidence';
/** Plain text with long lines wrapped: a language without grammar, so that its lines can be set apart. */
const LANGUAGE = 'citewright-source';

/** The name of a source's document: its title without what a path could misread. */
const nameOf = (title: string) =>
  clean(title, 60)
    .replace(/[\\/:*?"<>|#%]+/g, ' ')
    .trim() || 'source';

/** The address of a finding's evidence: it names the document and the citation, the text stays in the session. */
export const evidenceUri = (document: Uri, { citation, ...finding }: Finding): Uri =>
  Uri.from({
    scheme: SCHEME,
    path: `/${nameOf(finding.stage === 'unresolved' ? citation.identifier : finding.source.title)}.txt`,
    query: JSON.stringify({ document: document.toString(), id: citation.id }),
  });

/** The part of the source that the finding rests on: the quote, the cited lines, or the most alike passage. */
export function evidenceSpan(finding: Finding): Span | undefined {
  if (finding.stage === 'unresolved') return undefined;
  const { source, screen } = finding;
  const quote = finding.stage === 'judged' ? finding.verdict.quote?.span : undefined;
  return quote ?? source.focus ?? screen.passage;
}

function parse(query: string): { document: string; id: string } | undefined {
  try {
    const value: unknown = JSON.parse(query);
    if (typeof value !== 'object' || value === null) return undefined;
    const { document, id } = value as { document?: unknown; id?: unknown };
    return typeof document === 'string' && typeof id === 'string' ? { document, id } : undefined;
  } catch {
    return undefined;
  }
}

/** The finding that an evidence address names, while it is known. */
export function findingOf(session: Session, uri: Uri): Finding | undefined {
  const named = uri.scheme === SCHEME ? parse(uri.query) : undefined;
  return named && session.known(Uri.parse(named.document)).get(named.id)?.finding;
}

/** Opens the evidence of a finding beside the text, with its span selected. Gives nothing when there is none to show. */
export async function showEvidence(document: Uri, finding: Finding): Promise<TextEditor | undefined> {
  if (finding.stage === 'unresolved' || finding.source.text === '') {
    void inform(l10n.t('There is no text of this source to show.'));
    return undefined;
  }
  const opened = await workspace.openTextDocument(evidenceUri(document, finding));
  await languages.setTextDocumentLanguage(opened, LANGUAGE);
  const span = evidenceSpan(finding);
  const selection = span && createLines(finding.source.text).range(span);
  return window.showTextDocument(opened, {
    viewColumn: ViewColumn.Beside,
    preview: true,
    preserveFocus: false,
    ...(selection && { selection }),
  });
}

/** Above the text a way back, and above each page its number: what a reader of a PDF needs to check it in the original. */
function lensesOf(session: Session, uri: Uri): CodeLens[] {
  const finding = findingOf(session, uri);
  const from = parse(uri.query);
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
      const text = parse(uri.query)?.document === document.toString() ? textAt(uri) : undefined;
      if (text !== undefined && text !== old) changed.fire(uri);
    }
  };
  const provider = workspace.registerTextDocumentContentProvider(SCHEME, {
    onDidChange: changed.event,
    provideTextDocumentContent(uri) {
      const text = textAt(uri);
      given.set(uri.toString(), text ?? '');
      return text ?? l10n.t('This text is no longer known. Verify the citation again.');
    },
  });
  const lenses = languages.registerCodeLensProvider(
    { scheme: SCHEME },
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
