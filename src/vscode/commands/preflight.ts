/** What must be agreed before a run (trust, network, model, cost), messages that offer a next step, and work that can be cancelled. */
import {
  commands,
  ConfigurationTarget,
  l10n,
  ProgressLocation,
  window,
  workspace,
  type CancellationToken,
} from 'vscode';
import { DEFAULTS } from '../../core/defaults';
import { ModelError, type Model } from '../../core/ports';
import { askJudge, askNetwork, hasShownCost } from '../services/askConsent';
import type { Services } from './services';
import type { RunDocument } from '../services/engine';
import type { Destination } from '../services/consent';
import { ask, complain, inform, warn } from '../services/messages';
import { chooseModel, knownModel, type Choice, type ModelChoice } from '../services/models';
import { readSettings, type Settings } from '../state/settings';
import { clean, counted, money, reasonText } from '../state/labels';

/** A command of the editor's; other strings of the table are translated. */
const MANAGE_TRUST = 'workbench.trust.manage';
const ACTIONS = {
  setKey: { title: 'Set API Key', command: 'citewright.setKey' },
  chooseModel: { title: 'Manage Models and Keys', command: 'citewright.chooseModel' },
  openSettings: { title: 'Open Settings', command: 'citewright.openSettings' },
  manageConsent: { title: 'Manage Consent', command: 'citewright.manageConsent' },
  manageTrust: { title: 'Manage Workspace Trust', command: MANAGE_TRUST },
  showResults: { title: 'Show Results', command: 'citewright.showResults' },
  verify: { title: 'Verify Now', command: 'citewright.verifyDocument' },
} as const;
const SHOW = { error: complain, warning: warn, info: inform } as const;

/** Shows a message with actions, without waiting for the answer. */
export function offer(
  level: keyof typeof SHOW,
  text: string,
  ...actions: readonly (keyof typeof ACTIONS)[]
): void {
  const commandOf = new Map(actions.map((name) => [l10n.t(ACTIONS[name].title), ACTIONS[name].command]));
  void SHOW[level](text, ...commandOf.keys()).then((choice) => {
    const command = commandOf.get(choice ?? '');
    return command && commands.executeCommand(command);
  });
}

/** A signal that aborts when the user cancels. */
export function signalOf(token: CancellationToken): AbortSignal {
  const abort = new AbortController();
  if (token.isCancellationRequested) abort.abort();
  token.onCancellationRequested(() => abort.abort());
  return abort.signal;
}

/** Runs work with a progress notification; undefined if the user cancels it, who needs no message about that or about its errors. */
export const waiting = <T>(title: string, work: (signal: AbortSignal) => Promise<T>) =>
  window.withProgress(
    { location: ProgressLocation.Notification, title, cancellable: true },
    async (_, token) => {
      const done = await work(signalOf(token)).catch((error: unknown) => {
        if (!token.isCancellationRequested) throw error;
        return undefined;
      });
      return token.isCancellationRequested ? undefined : done;
    },
  );

/** Whether the workspace is trusted. If not, says so and offers to change that. */
export function isTrusted(): boolean {
  const text = l10n.t(
    'This workspace isn’t trusted, so Citewright only scans it. Verifying needs network and file access.',
  );
  if (!workspace.isTrusted) offer('warning', text, 'manageTrust');
  return workspace.isTrusted;
}

export type Agreed = {
  readonly network: boolean;
  readonly model?: Model;
  readonly judgeName?: string;
  readonly address?: string;
  /** The user has just agreed to what the run may cost. */
  readonly isCostAgreed?: boolean;
};

type Judged = readonly Pick<RunDocument, 'citations'>[];

/** What judging may cost, in words and in USD (`Infinity` if the price is unknown). */
export type Cost = {
  readonly estimate: string;
  readonly limit: string;
  /** How far the budget of a run reaches, if it may be too small for all citations. */
  readonly reach?: string;
  readonly mostUsd: number;
};

/** What a model may cost the user; undefined if it is free, or part of what the editor offers. */
export async function costOf(
  { engine }: Pick<Services, 'engine'>,
  documents: Judged,
  model: Model,
): Promise<Cost | undefined> {
  const { maxUsd } = readSettings().cost;
  const estimate = (await engine()).estimate(documents, model);
  if (!estimate)
    return model.isLocal || model.provider === 'vscode'
      ? undefined
      : {
          estimate: l10n.t('The price is unknown'),
          limit: l10n.t('The run stops after {0} tokens.', DEFAULTS.maxTokensUnpriced.toLocaleString()),
          mostUsd: Infinity,
        };
  const { leastUsd, mostUsd, citations } = estimate;
  if (mostUsd === 0) return undefined;
  const enough = Math.floor((citations * maxUsd) / mostUsd);
  return {
    estimate: l10n.t('Estimated cost: {0} to {1}', money(leastUsd), money(mostUsd)),
    limit: l10n.t('The run stops at {0}.', money(maxUsd)),
    ...(mostUsd > maxUsd && { reach: l10n.t('That may be enough for {0} of {1}.', enough, citations) }),
    mostUsd,
  };
}

/** Where claims would go, with the possible cost if it is known without a request. */
async function priced(services: Services, documents: Judged, choice: ModelChoice): Promise<Destination> {
  const cost = choice.isNamed ? await costOf(services, documents, await choice.make()) : undefined;
  return cost ? { ...choice.to, cost: `${cost.estimate}. ${cost.limit}` } : choice.to;
}

/** The model of a run. Offline, none is selected; a configured one may judge cited files, if the user agreed to it before. */
export const choiceOf = (
  settings: Settings,
  secrets: Services['secrets'],
  isOnline: boolean,
): Promise<Choice> =>
  isOnline || settings.model.provider !== 'auto'
    ? chooseModel(settings, secrets)
    : Promise.resolve({ kind: 'none' });

/**
 * Asks for the consents that are missing. Undefined if the user dismissed a question; `failed` if the model can't be used, which a message
 * says. `fetches` says what is fetched, for a run that an agent starts.
 */
export async function preflight(
  services: Services,
  documents: readonly [RunDocument, ...RunDocument[]],
  linksOnly: boolean,
  fetches?: string,
): Promise<Agreed | 'failed' | undefined> {
  const { consent, secrets } = services;
  const { uri } = documents[0];
  const settings = readSettings(uri);
  const destinationOf = async (choice: ModelChoice): Promise<Destination> =>
    consent.judge(choice.to.owner) === undefined ? priced(services, documents, choice) : choice.to;
  const isFirst = consent.network(uri) === undefined && !linksOnly;
  const known = isFirst ? await knownModel(settings, secrets) : undefined;
  const to = known && (await destinationOf(known));
  if ((await askNetwork(consent, uri, to, fetches)) === undefined) return undefined;
  const isOnline = () => consent.network(uri) === 'yes';
  if (linksOnly) return { network: isOnline() };
  const asked = await choiceOf(settings, secrets, isOnline());
  if (asked.kind === 'problem') {
    offer('error', asked.message, asked.mend, 'chooseModel'); // Each action is offered once.
    return 'failed';
  }
  if (asked.kind === 'none') return { network: isOnline() };
  const { owner, name, address } = asked.to;
  const own = isOnline() ? await destinationOf(asked) : asked.to;
  const send = isOnline() ? await askJudge(consent, own) : (consent.judge(owner) ?? 'no');
  if (send === undefined) return undefined;
  if (send === 'no') return { network: isOnline() };
  try {
    const make = (signal?: AbortSignal) => asked.make(signal);
    const model = await (asked.isNamed ? make() : waiting(l10n.t('Contacting {0}', address), make));
    if (!model) return undefined;
    const judgeName = asked.isNamed ? name : `${clean(model.id, 80)} (${name})`;
    const isCostAgreed = [own, ...(to?.owner === owner ? [to] : [])].some(hasShownCost);
    return { network: isOnline(), model, judgeName, address, isCostAgreed };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const mend = error.reason === 'key-invalid' ? 'setKey' : 'chooseModel';
    offer('error', l10n.t('The model failed: {0}', reasonText(error.why)), mend);
    return 'failed';
  }
}

/** The limit that the question about cost offers, so that it isn't asked before each small run. */
const SMALL_USD = 0.1;

/** Asks before a run that may cost more than the user accepts without a question: by default, anything. A run from the cache costs nothing. */
export async function confirmCost(
  services: Services,
  documents: readonly RunDocument[],
  { network, model, judgeName = '', address = '', isCostAgreed }: Agreed,
): Promise<boolean> {
  const cost = model && !isCostAgreed ? await costOf(services, documents, model) : undefined;
  if (!cost || cost.mostUsd <= readSettings().cost.confirmAboveUsd) return true;
  const engine = await services.engine();
  if (await engine.isCached(documents, { network, linksOnly: false, ...(model && { model }) })) return true;
  const { estimate, limit, reach, mostUsd } = cost;
  const yes = l10n.t('Verify');
  const small = l10n.t('Don’t Ask Below {0}', money(SMALL_USD));
  const raise = l10n.t('Change Budget…');
  const citations = documents.reduce((sum, one) => sum + one.citations.length, 0);
  const choice = await ask(
    estimate,
    [
      l10n.t(
        'Claims and passages of {0} go to {1}, {2}.',
        counted(citations, 'citation'),
        judgeName,
        address,
      ),
      reach ? `${limit} ${reach}` : limit,
    ].join('\n'),
    yes,
    ...(mostUsd <= SMALL_USD ? [small] : []),
    ...(reach ? [raise] : []),
  );
  if (choice === raise) await commands.executeCommand('workbench.action.openSettings', 'citewright.cost');
  if (choice === small)
    await workspace
      .getConfiguration('citewright.cost')
      .update('confirmAboveUsd', SMALL_USD, ConfigurationTarget.Global);
  return choice === yes || choice === small;
}
