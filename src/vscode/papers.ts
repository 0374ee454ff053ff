/** Papers on a topic, from the registries, into the text or onto the clipboard. */
import { env, l10n, ProgressLocation, Uri, window, workspace, type QuickPickItem } from 'vscode';
import type { Paper } from '../core/resolve';
import { askNetwork } from './consent';
import type { Desk } from './desk';
import { isWatched } from './documents';
import { explainTrust } from './agreement';
import { clean, safeLink } from './words';

const authorsOf = ({ record }: Paper): string => {
  const [first, ...others] = record.authors ?? [];
  if (first === undefined) return '';
  return others.length === 0 ? first : `${first} et al.`;
};

/** A paper as a line of the list. */
export const itemOf = (paper: Paper): QuickPickItem & { paper: Paper } => ({
  label: clean(paper.record.title ?? paper.url, 120),
  description: clean(
    [authorsOf(paper), paper.record.year, paper.record.venue].filter(Boolean).join(' · '),
    120,
  ),
  detail: clean([paper.seenIn.join(', '), paper.abstract ?? ''].filter(Boolean).join(' · '), 200),
  paper,
});

/** A paper as Markdown that cites it; its title cannot break out of the link's text. */
export function linkOf({ record, url }: Paper): string {
  const title = clean(record.title ?? url, 300).replace(/[[\]\\`*_<>]/g, '\\$&');
  const address =
    record.doi === undefined ? (safeLink(url) ?? '') : `https://doi.org/${encodeURI(record.doi)}`;
  return `[${title}](${address.replaceAll('(', '%28').replaceAll(')', '%29')})`;
}

/** The claim of the citation that a link names. */
function claimOf({ session }: Desk, uri: unknown, id: unknown): string | undefined {
  if (typeof uri !== 'string' || typeof id !== 'string') return undefined;
  return session.view(Uri.parse(uri))?.scan.citations.find((c) => c.id === id)?.claim.text;
}

/** Asks for a topic, shows what the registries have, and inserts the pick at the cursor, or copies it. */
export async function findPapers(desk: Desk, uri?: unknown, id?: unknown): Promise<number | undefined> {
  if (!workspace.isTrusted) {
    void explainTrust();
    return undefined;
  }
  const editor = window.activeTextEditor;
  const topic = await window.showInputBox({
    title: l10n.t('Find Papers'),
    prompt: l10n.t('Words to look for in Crossref, OpenAlex and PubMed'),
    value: clean(claimOf(desk, uri, id) ?? editor?.document.getText(editor.selection) ?? '', 200),
  });
  if (topic === undefined || topic.trim() === '') return undefined;
  if ((await askNetwork(desk.consent, editor?.document.uri)) !== 'yes') return undefined;
  const found = await window.withProgress(
    { location: ProgressLocation.Notification, title: l10n.t('Looking for papers'), cancellable: true },
    (_, token) => {
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      return desk.engine.find(topic.trim(), abort.signal);
    },
  );
  if ('miss' in found) {
    void window.showErrorMessage(l10n.t('No registry answered: {0}', clean(found.detail)));
    return undefined;
  }
  if (found.papers.length === 0) {
    void window.showInformationMessage(l10n.t('The registries have nothing on this.'));
    return 0;
  }
  const pick = await window.showQuickPick(found.papers.map(itemOf), {
    title: l10n.t('Papers: {0}', found.papers.length),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (pick && editor && isWatched(editor.document))
    await editor.edit((edit) => edit.insert(editor.selection.end, linkOf(pick.paper)));
  else if (pick) await env.clipboard.writeText(linkOf(pick.paper));
  return found.papers.length;
}
