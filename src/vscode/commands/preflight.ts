/** What must be agreed before a run (trust, network, model, cost), and messages that offer a next step. */
import { commands, l10n, type Uri } from 'vscode';
import { ModelError, type Model } from '../../core/ports';
import { askJudge, askNetwork } from '../services/askConsent';
import type { Services } from './services';
import type { RunDocument } from '../services/engine';
import { ask, complain, inform, warn } from '../services/messages';
import { chooseModel, knownDestination, type Choice } from '../services/models';
import { readSettings } from '../state/settings';
import { clean, counted, money } from '../state/labels';

/** Says that the workspace is not trusted, and offers to change that. */
export async function explainTrust(): Promise<void> {
  const manage = l10n.t('Manage Workspace Trust');
  const choice = await warn(
    l10n.t(
      'This workspace isn’t trusted, so Citewright only scans it. Verifying needs network and file access.',
    ),
    manage,
  );
  if (choice === manage) await commands.executeCommand('workbench.trust.manage');
}

const ACTIONS = {
  setKey: { title: 'Set API Key', command: 'citewright.setKey' },
  chooseModel: { title: 'Manage Models and Keys', command: 'citewright.chooseModel' },
  openSettings: { title: 'Open Settings', command: 'citewright.openSettings' },
  manageConsent: { title: 'Manage Consent', command: 'citewright.manageConsent' },
} as const;

/** Shows a message with actions, without waiting for the answer. */
export function offer(
  level: 'error' | 'info',
  text: string,
  ...actions: readonly (keyof typeof ACTIONS)[]
): void {
  const show = level === 'error' ? complain : inform;
  const titles = new Map(actions.map((mend) => [l10n.t(ACTIONS[mend].title), ACTIONS[mend].command]));
  const results = l10n.t('Show Results');
  void show(text, ...titles.keys(), ...(level === 'info' ? [results] : [])).then((choice) => {
    if (choice === results) return commands.executeCommand('citewright.showResults');
    const command = choice === undefined ? undefined : titles.get(choice);
    return command === undefined ? undefined : commands.executeCommand(command);
  });
}

/** What a run may do. */
export type Agreed = { readonly network: boolean; readonly model?: Model; readonly judgeName?: string };

/** Asks for the consents that are missing. Undefined if the user dismissed a question or the model can't be used. */
export async function preflight(
  { consent, secrets }: Services,
  uri: Uri,
  linksOnly: boolean,
): Promise<Agreed | undefined> {
  const settings = readSettings(uri);
  const isFirst = consent.network(uri) === undefined && !linksOnly;
  const network = await askNetwork(
    consent,
    uri,
    isFirst ? await knownDestination(settings, secrets) : undefined,
  );
  if (network === undefined) return undefined;
  if (linksOnly) return { network: network === 'yes' };
  // Offline, no model is selected and there is no second question; a model with earlier consent may judge cited files.
  const asked: Choice =
    network === 'yes' || settings.model.provider !== 'auto'
      ? await chooseModel(settings, secrets)
      : { kind: 'none' };
  if (asked.kind === 'problem') {
    offer(
      'error',
      asked.message,
      asked.mend,
      ...(asked.mend === 'chooseModel' ? [] : (['chooseModel'] as const)),
    );
    return undefined;
  }
  if (asked.kind === 'none') return { network: network === 'yes' };
  const send =
    network === 'yes' ? await askJudge(consent, asked.to) : (consent.judge(asked.to.owner) ?? 'no');
  if (send === undefined) return undefined;
  if (send === 'no') return { network: network === 'yes' };
  try {
    const model = await asked.make();
    const judgeName = asked.isNamed ? asked.to.name : `${clean(model.id, 80)} (${asked.to.name})`;
    return { network: network === 'yes', model, judgeName };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    offer('error', clean(error.message), error.reason === 'key-invalid' ? 'setKey' : 'chooseModel');
    return undefined;
  }
}

/** Asks before money is spent that the user would want to know of. */
export async function confirmCost(
  services: Services,
  pieces: readonly RunDocument[],
  agreed: Agreed,
): Promise<boolean> {
  if (!agreed.model) return true;
  const { confirmAboveUsd, maxUsd } = readSettings().cost;
  const estimate = await services.engine.estimate(pieces, agreed.model);
  if (estimate === undefined || estimate.mostUsd <= confirmAboveUsd) return true;
  const { leastUsd, mostUsd, citations } = estimate;
  const yes = l10n.t('Verify');
  const raise = l10n.t('Change Budget…');
  const isCut = mostUsd > maxUsd;
  const enough = Math.floor((citations * maxUsd) / mostUsd);
  const choice = await ask(
    l10n.t('Estimated cost: {0} to {1}', money(leastUsd), money(mostUsd)),
    [
      l10n.t('{0} with {1}.', counted(citations, 'citation'), agreed.judgeName ?? ''),
      isCut
        ? l10n.t('The run stops at {0}, which may be enough for only {1} of them.', money(maxUsd), enough)
        : l10n.t('The run stops at {0}.', money(maxUsd)),
    ].join('\n'),
    yes,
    ...(isCut ? [raise] : []),
  );
  if (choice === raise) await commands.executeCommand('workbench.action.openSettings', 'citewright.cost');
  return choice === yes;
}
