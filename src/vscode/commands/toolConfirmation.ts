/** What the user confirms before a tool runs: what leaves this computer, and what it may cost. */
import { l10n, MarkdownString } from 'vscode';
import type { Model } from '../../core/ports';
import { isUrl } from '../../core/text/url';
import type { Destination } from '../services/consent';
import { clean } from '../state/labels';
import { readSettings, type Settings } from '../state/settings';
import type { View } from '../state/view';
import { choiceOf, costOf, type Cost } from './preflight';
import { piecesOf } from './runs';
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

/** Lines as Markdown that shows them as plain text. */
export const plain = (lines: readonly string[]) =>
  new MarkdownString().appendText(lines.filter(Boolean).join('\n\n'));

/** What a verification fetches, and from where. */
export function fetchText(view: View): string {
  const count = view.scan.citations.length;
  const places = placesOf(view) || l10n.t('none');
  return count === 1
    ? l10n.t('The source of 1 citation is fetched from this computer: {0}.', places)
    : l10n.t('The sources of {0} citations are fetched from this computer: {1}.', count, places);
}

function sendText({ name, address }: Destination, cost: Cost | undefined): string {
  const sent = l10n.t('Claims and passages go to {0} ({1}).', name, address);
  return `${sent} ${cost ? `${cost.estimate}. ${cost.limit}` : l10n.t('This is free.')}`;
}

type AgreedModel = { readonly to?: Destination; readonly model?: Model };

/** The model that the user agreed to, if any. Undefined if the run itself asks about it, or says that it can't be used. */
async function agreedModel(
  { consent, secrets }: Pick<Services, 'consent' | 'secrets'>,
  settings: Settings,
  network: boolean,
): Promise<AgreedModel | undefined> {
  const choice = await choiceOf(settings, secrets, network);
  if (choice.kind !== 'model') return choice.kind === 'none' ? {} : undefined;
  const { to } = choice;
  const send = consent.judge(to.owner);
  if (send !== 'yes') return network && send === undefined ? undefined : {};
  const model = await choice.make().catch(() => undefined);
  return model && { to, model };
}

/**
 * The confirmation before a verification: what is fetched, what is sent where, and what it may cost. Undefined if the call sends and costs
 * nothing, or if the run itself asks, because an answer is missing or it costs more than the user accepts without a question. VS Code can
 * be set to confirm every call of a tool, so its confirmation never replaces those questions.
 */
export async function confirmation(
  { consent, secrets, engine }: Pick<Services, 'consent' | 'secrets' | 'engine'>,
  view: View,
  linksOnly: boolean,
): Promise<MarkdownString | undefined> {
  const answer = consent.network(view.uri);
  if (answer === undefined || consent.isExcluded(view.uri)) return undefined;
  const network = answer === 'yes';
  const settings = readSettings(view.uri);
  const agreed: AgreedModel | undefined = linksOnly
    ? {}
    : await agreedModel({ consent, secrets }, settings, network);
  if (!agreed) return undefined;
  const { to, model } = agreed;
  const pieces = piecesOf([{ view }]);
  const cost = model && (await costOf({ engine }, pieces, model));
  if (cost && cost.mostUsd > settings.cost.confirmAboveUsd) return undefined;
  if (await (await engine()).isCached(pieces, { network, linksOnly, ...(model && { model }) }))
    return undefined;
  return plain([
    network
      ? fetchText(view)
      : l10n.t('Nothing is fetched: this workspace is offline. Cited files and commits are checked.'),
    to ? sendText(to, cost) : l10n.t('No model is used; this is free.'),
  ]);
}
