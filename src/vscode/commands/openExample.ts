/** The draft for the walkthrough. */
import { Uri, window, workspace } from 'vscode';
import type { Services } from './services';

export async function openExample({ context }: Services): Promise<void> {
  const file = Uri.joinPath(context.extensionUri, 'media/walkthrough/example.md');
  const content = new TextDecoder().decode(await workspace.fs.readFile(file));
  await window.showTextDocument(await workspace.openTextDocument({ language: 'markdown', content }));
}
