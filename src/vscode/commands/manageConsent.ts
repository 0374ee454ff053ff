/** The command that shows every answer about consent, and changes the one that is picked. */
import { commands, l10n, window, workspace, type Uri } from 'vscode';
import { inform } from '../services/messages';
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
  const never = l10n.t('always offline');
  const again = l10n.t('Allow again');
  return [
    ...folders.map(({ uri, name }) => {
      const out = off.some((one) => one.toString() === uri.toString());
      const above = out ? undefined : consent.excludedBy(uri);
      return {
        label: l10n.t('Folder {0}', name),
        description: out ? never : above ? l10n.t('always offline, because of {0}', pathIn(above)) : '',
        detail: out ? again : l10n.t('Stay offline for this folder in every workspace'),
        value: () => consent.setExcluded(uri, !out),
      };
    }),
    ...off
      .filter((one) => !isOpen(one))
      .map((uri) => ({
        label: l10n.t('Folder {0}', pathIn(uri)),
        description: never,
        detail: again,
        value: () => consent.setExcluded(uri, false),
      })),
  ];
}

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
      value: async () => commands.executeCommand('citewright.clearCache'),
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
  const choice = await window.showQuickPick(consentItems(services), { title: l10n.t('Manage Consent') });
  if (!choice?.value) return;
  await choice.value();
  services.session.refresh();
  void inform(l10n.t('Saved. Applies from the next run.'));
}
