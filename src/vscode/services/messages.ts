/**
 * All messages. The editor turns `[words](address)` in a message into a link, even to a command, and messages contain responses of servers,
 * titles and file names, so links are removed from every message.
 */
import { window } from 'vscode';
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
