/**
 * Everything that pops up. The editor makes links of `[words](address)` in a message, commands too, and the answers of servers, titles
 * and names of files stand in ours: no message has links.
 */
import { window } from 'vscode';
import { unlinked } from '../../core/report/escape';

/** Each gives the button that was pressed; nothing when the message was put away. */
export const inform = (text: string, ...buttons: readonly string[]): Thenable<string | undefined> =>
  window.showInformationMessage(unlinked(text), ...buttons);

export const warn = (text: string, ...buttons: readonly string[]): Thenable<string | undefined> =>
  window.showWarningMessage(unlinked(text), ...buttons);

export const complain = (text: string, ...buttons: readonly string[]): Thenable<string | undefined> =>
  window.showErrorMessage(unlinked(text), ...buttons);

/** A question that has to be answered before anything goes on; the editor adds the button that puts it away. */
export const ask = (
  text: string,
  detail: string,
  ...buttons: readonly string[]
): Thenable<string | undefined> =>
  window.showInformationMessage(unlinked(text), { modal: true, detail: unlinked(detail) }, ...buttons);
