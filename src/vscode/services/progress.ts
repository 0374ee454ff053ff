/** Work that the user can cancel. */
import { ProgressLocation, window, type CancellationToken } from 'vscode';

export function signalOf(token: CancellationToken): AbortSignal {
  const abort = new AbortController();
  if (token.isCancellationRequested) abort.abort();
  token.onCancellationRequested(() => abort.abort());
  return abort.signal;
}

/** Runs work with a progress notification; undefined if the user cancels it, who needs no message about that or about its errors. */
export const waiting = <T>(title: string, work: (signal: AbortSignal) => Promise<T>) =>
  window.withProgress(
    { location: ProgressLocation.Notification, title, cancellable: true },
    async (_, token) => {
      const done = await work(signalOf(token)).catch((error: unknown) => {
        if (!token.isCancellationRequested) throw error;
        return undefined;
      });
      return token.isCancellationRequested ? undefined : done;
    },
  );
