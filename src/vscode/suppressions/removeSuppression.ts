/** Taking back that something was set aside: the mark that accepts it, the rule, or the comment in the text, and nothing beside it. */
import { l10n, Uri, workspace } from 'vscode';
import { unignore } from '../../core/edits/removeIgnore';
import { edit, written } from '../commands/fixCommands';
import type { Services } from '../services/services';
import { ask, inform } from '../services/messages';
import { ruleOf, ruleWords } from './suppressionLabels';
import type { Removed, Rule } from './suppressionStore';
import { asidesOf, type View } from '../state/view';
import { clean } from '../state/labels';

/** Takes back that a finding was set aside, however it was. */
export async function takeBack(desk: Services, uri: unknown, id: unknown): Promise<boolean> {
  const view = typeof uri === 'string' ? desk.session.view(Uri.parse(uri)) : undefined;
  const finding = view?.findings.find(({ citation, suppressed }) => suppressed && citation.id === id);
  const by = finding?.suppressed?.by;
  if (!view || !finding || by === undefined) return said('gone');
  if (by === 'accepted') return said(await desk.repositories.unaccept(view.uri, finding));
  if (by === 'ignore') {
    const rule = ruleOf(view, finding);
    return rule ? remove(desk, view, rule) : said('gone');
  }
  // The text is changed as it stands now: rows and cards may be behind it.
  const now = desk.session.look(await workspace.openTextDocument(view.uri));
  const again = now?.findings.find(({ citation }) => citation.id === id);
  const lifted = now && again && !now.scan.log && unignore(now.text, again.citation.part, again.code);
  return lifted ? edit({ uri: now.uri, text: now.text, changes: lifted.changes }) : said('gone');
}

/** Removes a rule from `citewright.json`. The argument is the rule as JSON. */
export async function stopIgnoring(desk: Services, uri: unknown, rule: unknown): Promise<boolean> {
  const view = typeof uri === 'string' ? desk.session.view(Uri.parse(uri)) : undefined;
  if (!view || typeof rule !== 'string') return false;
  return remove(desk, view, JSON.parse(rule) as Rule); // our own words: a fix has written them
}

/** In how many places a rule sets something aside, in the texts that are known here. */
function placesOf({ session }: Services, { aside }: View, rule: Rule): number {
  const own = JSON.stringify(rule);
  const views = session.views().filter((one) => one.aside === aside);
  const places = views.flatMap((one) =>
    asidesOf(one)
      .filter(({ what }) => what.suppressed?.by === 'ignore' && JSON.stringify(ruleOf(one, what)) === own)
      .map(({ span }) => `${span.start} ${one.uri.toString()}`),
  );
  return new Set(places).size;
}

/** Removes a rule. The file is written and no undo brings it back, so one that is about more than one citation is asked for. */
async function remove(desk: Services, view: View, rule: Rule): Promise<boolean> {
  const places = placesOf(desk, view, rule);
  if (rule.citation === undefined || places > 1) {
    const yes = l10n.t('Remove Rule');
    const where =
      rule.path === undefined
        ? l10n.t('It holds in every text of this workspace.')
        : l10n.t('It holds in every text whose path fits “{0}”.', clean(rule.path));
    const after = l10n.t(
      'All that it sets aside is shown again; places in the texts that are known so far: {0}. Undo does not bring the rule back.',
      places,
    );
    const title = l10n.t('Remove the rule “{0}” from citewright.json?', ruleWords(rule));
    if ((await ask(title, `${where} ${after}`, yes)) !== yes) return false;
  }
  return said(await desk.repositories.unignore(view.uri, rule));
}

function said(removed: Removed): boolean {
  if (removed !== 'gone') return written(removed);
  void inform(l10n.t('This is not set aside any more.'));
  return false;
}
