/** “Open as Transcript”: the command and its documents; the reader of logs is loaded with the first one. */
import { commands, Disposable, EventEmitter, workspace, type Uri } from 'vscode';
import type { Transcripts } from './commands/openTranscript';
import { TRANSCRIPT_SCHEME } from './state/documents';
import type { Session } from './state/session';

export function registerTranscripts(session: Session): Disposable {
  const changed = new EventEmitter<Uri>();
  let loading: Promise<Transcripts> | undefined;
  const transcripts = () =>
    (loading ??= import('./commands/openTranscript').then((code) => new code.Transcripts(session, changed)));
  return Disposable.from(
    changed,
    commands.registerCommand('citewright.openTranscript', async (file?: unknown) =>
      (await transcripts()).open(file),
    ),
    workspace.registerTextDocumentContentProvider(TRANSCRIPT_SCHEME, {
      onDidChange: changed.event,
      provideTextDocumentContent: async (uri) => (await transcripts()).provide(uri),
    }),
    new Disposable(() => void loading?.then((one) => one.dispose())),
  );
}
