/** What the user confirms before a tool runs: what leaves this computer, and what it may cost. */
import { l10n, MarkdownString } from 'vscode';
import { isUrl } from '../../core/text/url';
import { chooseModel } from '../services/models';
import { clean } from '../state/labels';
import { readSettings } from '../state/settings';
import type { View } from '../state/view';
import { costOf } from './preflight';
import type { Services } from './services';

const DOMAINS_SHOWN = 6;

/** Where requests would go, in a few names. */
function placesOf({ scan }: View): string {
  const hosts = scan.citations.flatMap(({ target }) =>
    target.kind === 'url' && isUrl(target.url) ? [new URL(target.url).host] : [],
  );
  const works = scan.citations.some(({ target }) => target.kind === 'work');
  const names = [...(works ? [l10n.t('the registries')] : []), ...new Set(hosts)];
  const rest = names.length - DOMAINS_SHOWN;
  const shown = names.slice(0, DOMAINS_SHOWN).map((name) => clean(name, 60));
  return [...shown, ...(rest > 0 ? [l10n.t('{0} more', rest)] : [])].join(', ');
}

/** Who would judge and for how much, as far as that can be told without asking anybody. */
async function judgeText(
  services: Pick<Services, 'consent' | 'secrets' | 'engine'>,
  view: View,
): Promise<string> {
  const { consent, secrets, engine } = services;
  const settings = readSettings(view.uri);
  const isAgreed = consent.network(view.uri) === 'yes';
  if (consent.isExcluded(view.uri)) return l10n.t('No model is used; this is free.');
  const choice =
    isAgreed || settings.model.provider !== 'auto' ? await chooseModel(settings, secrets, false) : undefined;
  if (choice?.kind !== 'model' || consent.judge(choice.to.owner) === 'no')
    return l10n.t('No model is used; this is free.');
  if (!choice.isNamed)
    return [
      l10n.t('Claims and passages go to the first model that {0} offers, if any.', choice.to.address),
      l10n.t('The price is unknown; a token limit applies.'),
    ].join(' ');
  const to = l10n.t('Claims and passages go to {0} ({1}).', choice.to.name, choice.to.address);
  const model = await choice.make().catch(() => undefined);
  const cost = model && (await costOf({ engine }, [{ citations: view.scan.citations }], model));
  return `${to} ${cost ? `${cost.estimate}. ${cost.limit}` : l10n.t('This is free.')}`;
}

/** Lines as Markdown in which they are plain text. */
export const plain = (lines: readonly string[]) =>
  new MarkdownString().appendText(lines.filter(Boolean).join('\n\n'));

function fetchText(view: View): string {
  const count = view.scan.citations.length;
  const places = placesOf(view) || l10n.t('none');
  return count === 1
    ? l10n.t('The source of 1 citation is fetched from this computer: {0}.', places)
    : l10n.t('The sources of {0} citations are fetched from this computer: {1}.', count, places);
}

/** The confirmation before a verification: what is fetched, what is sent where, and what it may cost. */
export async function confirmation(
  services: Pick<Services, 'consent' | 'secrets' | 'engine'>,
  view: View,
  linksOnly: boolean,
): Promise<MarkdownString> {
  return plain([
    services.consent.network(view.uri) === 'no'
      ? l10n.t('Nothing is fetched: this workspace is offline. Cited files and commits are checked.')
      : fetchText(view),
    linksOnly ? l10n.t('No model is used; this is free.') : await judgeText(services, view),
  ]);
}
