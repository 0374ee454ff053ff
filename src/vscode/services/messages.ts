/**
 * All messages, and work that the user can cancel. The editor turns `[words](address)` in a message into a link, even to a command, and
 * messages contain responses of servers, titles and file names, so links are removed from every message.
 */
import { ProgressLocation, window, type CancellationToken } from 'vscode';
import { unlinked } from '../../core/text/printable';

/** Each returns the pressed button; undefined if the message was dismissed. */
export const inform = (text: string, ...buttons: readonly string[]): Thenable<string | undefined> =>
  window.showInformationMessage(unlinked(text), ...buttons);

export const warn = (text: string, ...buttons: readonly string[]): Thenable<string | undefined> =>
  window.showWarningMessage(unlinked(text), ...buttons);

export const complain = (text: string, ...buttons: readonly string[]): Thenable<string | undefined> =>
  window.showErrorMessage(unlinked(text), ...buttons);

/** A question that must be answered before anything continues; VS Code adds the button that closes it. */
export const ask = (
  text: string,
  detail: string,
  ...buttons: readonly string[]
): Thenable<string | undefined> =>
  window.showInformationMessage(unlinked(text), { modal: true, detail: unlinked(detail) }, ...buttons);

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
