/** The commands that suppress a finding or a code in the repository, and those that remove only that suppression. */
import { l10n, window, workspace, type Uri } from 'vscode';
import { CODES } from '../../core/codes';
import { unignore } from '../../core/edits/removeIgnore';
import { ruleFor, type Rule } from '../../core/findings/suppression';
import { ask, inform } from '../services/messages';
import { edit, named } from '../services/textEdits';
import { clean } from '../state/labels';
import type { Session } from '../state/session';
import { ruleWords } from '../state/suppressionLabels';
import { suppressedIn, type View } from '../state/view';
import type { Removed } from './suppressionStore';
import type { SuppressionFiles } from './suppressionWatch';

type Suppressing = { readonly session: Session; readonly repositories: SuppressionFiles };

const viewAt = ({ session }: Suppressing, uri: unknown): View | undefined =>
  typeof uri === 'string' ? session.view(uri) : undefined;

/** Records in the repository that a person accepts a finding. */
export async function accept(services: Suppressing, uri: unknown, id: unknown): Promise<boolean> {
  const at = named(services, uri, id);
  if (!at?.finding) return false;
  const note = await window.showInputBox({
    title: l10n.t('Accept Finding'),
    prompt: l10n.t(
      'Reason (optional). Saved in .citewright/accepted.json until the claim or source changes.',
    ),
  });
  if (note === undefined) return false;
  const { view, finding } = at;
  return written(
    await services.repositories.change(view.uri, ({ accept }, folder) =>
      accept(folder, finding, note.trim() === '' ? undefined : note.trim()),
    ),
  );
}

/** Suppresses a code in `citewright.json`, everywhere or for one citation. The argument is the code, then the citation’s id if any. */
export async function ignoreInWorkspace(
  services: Suppressing,
  uri: unknown,
  what: unknown,
): Promise<boolean> {
  const [name = '', id] = typeof what === 'string' ? what.split(' ') : [];
  const code = CODE_NAMES.find((one) => one === name);
  const view = viewAt(services, uri);
  if (!view || code === undefined) return false;
  const citation = view.scan.citations.find((c) => c.id === id)?.identifier;
  const rule = { code, ...(citation !== undefined && { citation }) };
  return written(await services.repositories.change(view.uri, ({ ignore }, folder) => ignore(folder, rule)));
}

const CODE_NAMES = Object.keys(CODES) as (keyof typeof CODES)[]; // Keys of a closed table.

/** Removes the suppression of a finding, of any kind. */
export async function takeBack(services: Suppressing, uri: unknown, id: unknown): Promise<boolean> {
  const view = viewAt(services, uri);
  const finding = view?.findings.find(({ citation, suppressed }) => suppressed && citation.id === id);
  const by = finding?.suppressed?.by;
  if (!view || !finding || by === undefined) return report('gone');
  if (by === 'accepted')
    return report(
      await services.repositories.change(view.uri, ({ unaccept }, folder) => unaccept(folder, finding)),
    );
  if (by === 'ignore') {
    const rule = ruleFor(finding, view.suppressions);
    return rule ? remove(services, view, rule) : report('gone');
  }
  // Changes the present text, because rows and cards may be outdated.
  const now = services.session.currentView(await workspace.openTextDocument(view.uri));
  const again = now?.findings.find(({ citation }) => citation.id === id);
  const changes = now && again && !now.scan.log && unignore(now.text, again.citation.part, again.code);
  return changes ? edit({ uri: now.uri, text: now.text, changes }) : report('gone');
}

/** Removes a rule from `citewright.json`. The argument is the rule as JSON. */
export async function stopIgnoring(services: Suppressing, uri: unknown, rule: unknown): Promise<boolean> {
  const view = viewAt(services, uri);
  if (!view || typeof rule !== 'string') return false;
  const known = view.suppressions.rules?.find((one) => JSON.stringify(one) === rule);
  return known ? remove(services, view, known) : report('gone');
}

/** Number of places in known texts that a rule applies to. */
const placesOf = ({ session }: Suppressing, rule: Rule): number =>
  session.views().reduce((count, view) => {
    const mine = suppressedIn(view).filter(({ what }) => ruleFor(what, view.suppressions) === rule);
    return count + new Set(mine.map(({ span }) => span.start)).size;
  }, 0);

/** Removes a rule. The file is written, which can't be undone, so the user must confirm if the rule covers more than one citation. */
async function remove(services: Suppressing, view: View, rule: Rule): Promise<boolean> {
  const places = placesOf(services, rule);
  if (rule.citation === undefined || places > 1) {
    const yes = l10n.t('Remove Rule');
    const where =
      rule.path === undefined
        ? l10n.t('It applies to every document in this workspace.')
        : l10n.t('It applies to every document that matches “{0}”.', clean(rule.path));
    const after = l10n.t('Known findings that will reappear: {0}. This can’t be undone.', places);
    const title = l10n.t('Remove the rule “{0}” from citewright.json?', ruleWords(rule));
    if ((await ask(title, `${where} ${after}`, yes)) !== yes) return false;
  }
  return report(
    await services.repositories.change(view.uri, ({ unignore }, folder) => unignore(folder, rule)),
  );
}

function report(removed: Removed): boolean {
  if (removed !== 'gone') return written(removed);
  void inform(l10n.t('This is no longer suppressed.'));
  return false;
}

function written(file: Uri | undefined): boolean {
  if (file) void window.setStatusBarMessage(l10n.t('Saved {0}', workspace.asRelativePath(file)), 5_000);
  else void inform(l10n.t('This requires a trusted folder on disk.'));
  return file !== undefined;
}
