/** Checks links when a document is opened or saved: off by default, silent, and only after consent. */
import { Disposable, window, workspace, type TextDocument, type TextEditor } from 'vscode';
import type { Services } from './services';
import { isWatched } from '../state/documents';
import type { Memory } from '../state/storedFindings';
import { readSettings, type Settings } from '../state/settings';

/** Checks the links of a document that have no finding yet, if the user chose `when`. Shows no message. */
async function check(
  services: Services,
  memory: Pick<Memory, 'loaded'>,
  document: TextDocument,
  when: Settings['checkLinks'],
): Promise<void> {
  const { consent, session } = services;
  if (readSettings(document).checkLinks !== when) return;
  if (!workspace.isTrusted || !isWatched(document) || consent.network(document.uri) !== 'yes') return;
  session.currentView(document);
  await memory.loaded(document.uri); // What an earlier window has checked is not checked again.
  const view = session.view(document.uri);
  if (!view) return;
  const links = view.scan.citations.filter(
    ({ id, target }) => target.kind === 'url' && !session.known(view.uri).has(id),
  );
  if (links.length === 0) return;
  const { verify } = await import('./runs');
  await verify(services, [{ view, only: new Set(links.map(({ id }) => id)) }], {
    linksOnly: true,
    quiet: true,
    yields: true,
  });
}

/** Watches documents being opened and saved. */
export function register(services: Services, memory: Pick<Memory, 'loaded'>): Disposable {
  const opened = (editor: TextEditor | undefined) => {
    if (editor) void check(services, memory, editor.document, 'onOpen');
  };
  opened(window.activeTextEditor); // The document that activated the extension.
  return Disposable.from(
    window.onDidChangeActiveTextEditor(opened),
    workspace.onDidSaveTextDocument((document) => void check(services, memory, document, 'onSave')),
  );
}
