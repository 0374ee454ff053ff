/** Work that the user can cancel. */
import { ProgressLocation, window, type CancellationToken } from 'vscode';

export function signalOf(token: CancellationToken): AbortSignal {
  const abort = new AbortController();
  if (token.isCancellationRequested) abort.abort();
  token.onCancellationRequested(() => abort.abort());
  return abort.signal;
}

/** Runs cancellable work with a progress notification. */
export const waiting = <T>(title: string, work: (signal: AbortSignal) => Promise<T>): Thenable<T> =>
  window.withProgress({ location: ProgressLocation.Notification, title, cancellable: true }, (_, token) =>
    work(signalOf(token)),
  );
