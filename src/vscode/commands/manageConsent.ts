/** The command that shows every answer about consent, and changes the one that is picked. */
import { commands, l10n, workspace, type Uri } from 'vscode';
import { inform, pickFrom } from '../services/messages';
import { clean } from '../state/labels';
import type { Pick } from './apiKeys';
import type { Services } from './services';

type Change = () => Promise<unknown>;

const pathIn = (uri: Uri): string => clean(uri.scheme === 'file' ? uri.fsPath : uri.toString(true));

/** The open folders and all that are always offline, whether they contain the open files or not, so that each can be allowed again. */
function folderItems({ consent }: Services): Pick<Change>[] {
  const off = consent.excluded();
  const folders = workspace.workspaceFolders ?? [];
  const isOpen = (one: Uri) => folders.some(({ uri }) => uri.toString() === one.toString());
  const others = off.filter((one) => !isOpen(one)).map((uri) => ({ uri, name: pathIn(uri) }));
  return [...folders, ...others].map(({ uri, name }) => {
    const out = off.some((one) => one.toString() === uri.toString());
    const above = out ? undefined : consent.excludedBy(uri);
    const because = above ? l10n.t('always offline, because of {0}', pathIn(above)) : '';
    return {
      label: l10n.t('Folder {0}', clean(name)),
      description: out ? l10n.t('always offline') : because,
      detail: out ? l10n.t('Allow again') : l10n.t('Stay offline for this folder in every workspace'),
      value: () => consent.setExcluded(uri, !out),
    };
  });
}

const clearCache: Change = async () => commands.executeCommand('citewright.clearCache');

function consentItems(services: Services): Pick<Change>[] {
  const { consent } = services;
  const network = consent.network(undefined);
  const state = { yes: l10n.t('allowed'), no: l10n.t('denied') };
  return [
    {
      label: l10n.t('Fetch sources'),
      description: network === undefined ? l10n.t('not asked yet') : state[network],
      detail: network === 'yes' ? l10n.t('Revoke') : l10n.t('Allow'),
      value: () => consent.setNetwork(network === 'yes' ? 'no' : 'yes'),
    },
    ...Object.entries(consent.judges()).map(([owner, answer]) => ({
      label: l10n.t('Send claims and passages to {0}', owner.slice(owner.indexOf('@') + 1)), // The provider's label adds nothing.
      description: state[answer],
      detail: l10n.t('Reset and ask again'),
      value: () => consent.setJudge(owner, undefined),
    })),
    ...folderItems(services),
    {
      label: l10n.t('Clear cache'),
      description: l10n.t('source texts, verdicts and findings'),
      value: clearCache,
    },
    {
      label: l10n.t('Reset all answers'),
      description: l10n.t('Citewright asks again'),
      value: () => consent.forget(),
    },
  ];
}

/** Shows every answer given, and revokes the one that the user picks. */
export async function manageConsent(services: Services): Promise<void> {
  const choice = await pickFrom(consentItems(services), { title: l10n.t('Manage Consent') });
  if (!choice?.value) return;
  await choice.value();
  services.session.refresh();
  if (choice.value !== clearCache) void inform(l10n.t('Saved. Applies from the next run.'));
}
