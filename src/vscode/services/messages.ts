/**
 * All messages, and lists to pick from. The editor turns `[words](address)` in a message into a link, even to a command, and messages contain responses of servers,
 * titles and file names, so links are removed from every message. In a list, it turns `$(name)` into an icon.
 */
import { window, type QuickPickItem, type QuickPickOptions } from 'vscode';
import { unlinked } from '../../core/text/printable';
import { withoutIcons } from '../state/labels';

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

const withoutIconsIn = <T extends QuickPickItem>(row: T): T => ({
  ...row,
  label: withoutIcons(row.label),
  description: withoutIcons(row.description ?? ''),
  detail: withoutIcons(row.detail ?? ''),
});

/** A list whose rows show their texts as they are. Gives a copy of the picked row; undefined if the list was dismissed. */
export function pickFrom<T extends QuickPickItem>(
  rows: readonly T[] | Promise<readonly T[]>,
  options: QuickPickOptions,
): Thenable<T | undefined> {
  const plain = (all: readonly T[]) => all.map(withoutIconsIn);
  return window.showQuickPick<T>('then' in rows ? rows.then(plain) : plain(rows), options);
}
