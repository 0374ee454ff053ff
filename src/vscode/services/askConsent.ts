/** The page that asks for consent: one list with a switch for each question. Loaded with the first run. */
import { l10n, window, type QuickPickItem, type Uri } from 'vscode';
import { clean, withoutIcons } from '../state/labels';
import type { Answer, Consent, Destination } from './consent';
import { getOrMake } from '../../core/text/maps';

type Page = { readonly owner: string | undefined; readonly answered: Promise<boolean> };

/** The open page. A second caller waits for the same answers. */
const open = new WeakMap<Consent, Page>();

const shown = new WeakSet<Destination>();
/** Whether a page has shown the cost of this run: a run that waits for the page of another has only shared its answers. */
export const hasShownCost = (to: Destination): boolean => to.cost !== undefined && shown.has(to);

type Switch = QuickPickItem & { readonly set: (answer: Answer) => Promise<void> };

/** Shows the page and stores its answers; false if it was dismissed. A switch is on only if the user agreed before. */
async function show(consent: Consent, to?: Destination, fetches?: string): Promise<boolean> {
  const fetching: Switch = {
    label: l10n.t('Fetch cited sources'),
    description: l10n.t('your document isn’t sent'),
    detail: withoutIcons(
      fetches ?? l10n.t('Opens cited addresses and asks registries such as Crossref and PubMed.'),
    ),
    picked: consent.network(undefined) === 'yes',
    set: (answer) => consent.setNetwork(answer),
  };
  const sending: Switch | undefined = to && {
    // A long name would push what follows out of the line.
    label: withoutIcons(l10n.t('Send claims and passages to {0}', clean(to.name, 40))),
    description: to.local ? l10n.t('stays on this computer') : to.address,
    detail:
      to.cost === undefined
        ? l10n.t('The cited sentence with its context, and passages of the cited page or file.')
        : // The cap must not be what is cut off.
          `${to.cost} ${l10n.t('Also from cited files.')}`,
    set: (answer) => consent.setJudge(to.owner, answer),
  };
  const chosen = await window.showQuickPick(sending ? [fetching, sending] : [fetching], {
    canPickMany: true,
    ignoreFocusOut: true,
    title: l10n.t('Allow Citewright in this workspace to…'),
    placeHolder: l10n.t('Change later: “Citewright: Manage Consent…”'),
  });
  if (!chosen) return false;
  if (to) shown.add(to);
  const answer = (one: Switch): Answer => (chosen.includes(one) ? 'yes' : 'no');
  await fetching.set(answer(fetching));
  // A user who declines both is asked about the model again when online: offline there is little to judge.
  if (sending && chosen.length > 0) await sending.set(answer(sending));
  return true;
}

const page = (consent: Consent, to?: Destination, fetches?: string): Promise<boolean> =>
  getOrMake(open, consent, () => ({
    owner: to?.owner,
    answered: show(consent, to, fetches).finally(() => open.delete(consent)),
  })).answered;

/**
 * Whether sources may be fetched. Asks if not yet answered; undefined if the page was dismissed, and then nothing may start. If a model `to`
 * is already known, the same page asks whether claims may go there. `fetches` says what is fetched, for a run that an agent starts.
 */
export const askNetwork = async (
  consent: Consent,
  uri: Uri | undefined,
  to?: Destination,
  fetches?: string,
): Promise<Answer | undefined> =>
  consent.network(uri) ?? ((await page(consent, to, fetches)) ? consent.network(uri) : undefined);

/**
 * Whether claims may go to this provider at this address. The page may also change whether sources may be fetched. While a page asks about
 * another provider, this waits for it and then asks its own.
 */
export async function askJudge(consent: Consent, to: Destination): Promise<Answer | undefined> {
  const answer = () => consent.judge(to.owner);
  for (let other = open.get(consent); other && other.owner !== to.owner; other = open.get(consent))
    await other.answered;
  return answer() ?? ((await page(consent, to)) ? (answer() ?? 'no') : undefined);
}
