/** Taking back that something was set aside: the mark that accepts it, the rule, or the comment in the text, and nothing beside it. */
import { l10n, Uri, workspace } from 'vscode';
import { unignore } from '../core/amend/unignore';
import { edit, written } from './amending';
import type { Desk } from './desk';
import { ruleOf } from './fixes';
import { inform } from './messages';
import type { Removed } from './rulings';

/** Takes back that a finding was set aside, however it was. */
export async function takeBack(desk: Desk, uri: unknown, id: unknown): Promise<boolean> {
  const view = typeof uri === 'string' ? desk.session.view(Uri.parse(uri)) : undefined;
  const finding = view?.findings.find(({ citation, suppressed }) => suppressed && citation.id === id);
  const by = finding?.suppressed?.by;
  if (!view || !finding || by === undefined) return said('gone');
  if (by === 'accepted') return said(await desk.repositories.unaccept(view.uri, finding));
  if (by === 'ignore') return said(await desk.repositories.unignore(view.uri, ruleOf(view, finding)));
  // The text is changed as it stands now: rows and cards may be behind it.
  const now = desk.session.look(await workspace.openTextDocument(view.uri));
  const again = now?.findings.find(({ citation }) => citation.id === id);
  const lifted = now && again && !now.scan.log && unignore(now.text, again.citation.part, again.code);
  return lifted ? edit({ uri: now.uri, text: now.text, changes: lifted.changes }) : said('gone');
}

/** Removes a rule from `citewright.json`. The argument is the rule as JSON. */
export async function stopIgnoring(
  { session, repositories }: Desk,
  uri: unknown,
  rule: unknown,
): Promise<boolean> {
  const view = typeof uri === 'string' ? session.view(Uri.parse(uri)) : undefined;
  if (!view || typeof rule !== 'string') return false;
  return said(await repositories.unignore(view.uri, JSON.parse(rule)));
}

function said(removed: Removed): boolean {
  if (removed !== 'gone') return written(removed);
  void inform(l10n.t('This is not set aside any more.'));
  return false;
}
