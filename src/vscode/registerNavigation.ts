/** Registers navigation between citations and references. The code is loaded at the first request. */
import { Disposable, l10n, languages, type Position, type TextDocument } from 'vscode';
import { ANY } from './state/documents';
import type { Library } from './services/workspaceContext';
import type { Session } from './state/session';
import type { View } from './state/view';

/**
 * Languages that the editor's Markdown extension outlines. The symbols of a second provider add a level, with both names, to every
 * breadcrumb and outline, so there only a long reference list has symbols.
 */
const OUTLINED = new Set(['markdown', 'prompt', 'instructions', 'chatagent', 'skill']);
const code = () => import('./navigation');

/** Definitions, references, rename, completion, links, symbols and folding in every scanned document; completion, asked for at each key, reads `library`. */
export function registerNavigation(session: Session, library: Library): Disposable {
  /** Provides for a place in the current text of a document. */
  const at =
    <T>(ask: (view: View, offset: number, parts: Awaited<ReturnType<typeof code>>) => T | Promise<T>) =>
    async (document: TextDocument, position: Position): Promise<T | undefined> => {
      const view = session.currentView(document);
      return view && ask(view, document.offsetAt(position), await code());
    };
  /** Provides for a document as last scanned: the editor asks again after each edit. */
  const of =
    <T>(ask: (view: View, parts: Awaited<ReturnType<typeof code>>, languageId: string) => T[]) =>
    async (document: TextDocument): Promise<T[]> => {
      const view = session.viewWhileTyping(document);
      return view && view.scan.citations.length > 0 ? ask(view, await code(), document.languageId) : [];
    };
  return Disposable.from(
    languages.registerDefinitionProvider(ANY, {
      provideDefinition: at((view, offset, { definitionAt }) => definitionAt(view, offset)),
    }),
    languages.registerReferenceProvider(ANY, {
      provideReferences: (document, position, { includeDeclaration }) =>
        at((view, offset, { citingPlaces }) => citingPlaces(view, offset, includeDeclaration))(
          document,
          position,
        ),
    }),
    languages.registerRenameProvider(ANY, {
      prepareRename: at((view, offset, { renameAt }) => renameAt(view, offset)),
      provideRenameEdits: (document, position, name) =>
        at((view, offset, { rename }) => rename(view, offset, name))(document, position),
    }),
    languages.registerCompletionItemProvider(
      ANY,
      {
        provideCompletionItems: async (document, position) => {
          const view = session.lastView(document);
          return view && (await code()).completionsAt(view, document, position, library);
        },
      },
      ...['[', '^', '@'],
    ),
    languages.registerDocumentLinkProvider(ANY, {
      provideDocumentLinks: of((view, { linksIn }) => linksIn(view)),
      resolveDocumentLink: async (link) => (await code()).resolveLink(link),
    }),
    languages.registerDocumentSymbolProvider(
      ANY,
      { provideDocumentSymbols: of((view, { symbolsIn }, id) => symbolsIn(view, OUTLINED.has(id))) },
      { label: l10n.t('Citations') },
    ),
    languages.registerFoldingRangeProvider(ANY, {
      provideFoldingRanges: of((view, { foldsIn }) => foldsIn(view)),
    }),
  );
}
