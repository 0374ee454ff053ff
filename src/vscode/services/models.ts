/**
 * Chooses the model, in this order: the configured model; one of the editor's own; a provider with a stored key; a server on this computer
 * (Ollama's port); none. No request is made before the user has agreed to the network and started a verification.
 */
import { reason } from '../../core/causes';
import { l10n, lm, type LanguageModelChat } from 'vscode';
import { ModelError, type Model } from '../../core/ports';
import {
  baseUrlProblem,
  isLoopback,
  originOf,
  providerOf,
  PROVIDERS,
  readModels,
  type HttpProvider,
} from '../../node/models/catalogue';
import type { ModelSpec } from '../../node/models/endpoint';
import type { Destination } from './consent';
import type { Secrets } from './secrets';
import { reasonText } from '../state/labels';
import { readSettings, type Settings } from '../state/settings';

export type ModelChoice = {
  readonly kind: 'model';
  readonly to: Destination;
  /** False: only the server is known, and creating the model requests its first one. So it waits for the consent to the model. */
  readonly isNamed: boolean;
  /** @throws ModelError when the server can't be asked, or offers no model. */
  make(signal?: AbortSignal): Promise<Model>;
};

export type Choice =
  | ModelChoice
  /** A setting that can't work; the message asks the user to correct it. */
  | {
      readonly kind: 'problem';
      readonly message: string;
      readonly mend: 'setKey' | 'chooseModel' | 'openSettings';
    }
  | { readonly kind: 'none' };

type Problem = Extract<Choice, { kind: 'problem' }>;
const NONE: Choice = { kind: 'none' };
const problem = (message: string, mend: Problem['mend']): Problem => ({ kind: 'problem', message, mend });
const LOCAL_PROBE_MS = 1_000;
/** The defaults for a provider without a configured model: capable, and among the cheap ones. */
const FAVOURITES = { anthropic: 'claude-sonnet-5', openai: 'gpt-5.4-mini' } as const;

const llm = () => import('../../node/models/llm');

/** A server to ask for its models, which must answer in time. */
type Server = Pick<ModelSpec, 'provider' | 'key'> & { readonly baseUrl: string; readonly timeoutMs: number };

/** The models that a server lists. @throws ModelError if it refuses, or doesn't answer in time. */
async function list(server: Server, signal?: AbortSignal) {
  const { checkKey } = await llm();
  const { baseUrl, timeoutMs } = server;
  const ends = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
  const asked = await checkKey(server, ends);
  if (asked.ok) return asked.models;
  if (asked.error.reason !== 'cancelled') throw asked.error;
  throw new ModelError('unreachable', reason('timeout', { host: new URL(baseUrl).host }));
}

/** The models that a server lists; empty if it refuses, or doesn't answer in time. */
export const listedBy = (server: Server, signal?: AbortSignal) => list(server, signal).catch(() => []);

/**
 * A model of a provider at the configured URL, or its own: the configured model, else the default one, or the first that the server lists.
 * Its code is loaded when it is first created.
 */
async function overHttp(
  provider: HttpProvider,
  { id: configured, baseUrl: url }: Omit<Settings['model'], 'provider'>,
  secrets: Secrets,
): Promise<Choice> {
  const baseUrl = url || PROVIDERS[provider].baseUrl;
  const wrong = baseUrlProblem(baseUrl);
  if (wrong) return problem(l10n.t('Can’t use the model server: {0}.', reasonText(wrong)), 'openSettings');
  const { origin, host } = new URL(baseUrl);
  const owner = originOf(provider, baseUrl);
  const key = await secrets.get(owner);
  const isServer = provider === 'openai-compatible';
  const who = isServer ? host : PROVIDERS[provider].name;
  if (key === undefined && !isServer)
    return problem(l10n.t('There is no API key for {0} at {1}.', who, origin), 'setKey');
  const id = configured || (isServer ? undefined : FAVOURITES[provider]);
  return {
    kind: 'model',
    to: {
      owner,
      name: id === undefined ? who : `${id} (${who})`,
      address: origin,
      local: isLoopback(baseUrl),
    },
    isNamed: id !== undefined,
    async make(signal) {
      const { createModel } = await llm();
      const { models } = readModels(readSettings().models);
      const server = { provider, baseUrl, key, timeoutMs: LOCAL_PROBE_MS * 5 };
      const own = id ?? (await list(server, signal))[0]?.id;
      if (own === undefined)
        throw new ModelError('model-not-found', reason('no_model_named', { service: baseUrl }));
      return createModel({ provider, id: own, baseUrl, models, key });
    },
  };
}

const fromChat = (chat: LanguageModelChat): Choice => ({
  kind: 'model',
  to: {
    owner: `vscode@${chat.vendor}`,
    name: l10n.t('{0} (editor model)', chat.name),
    address: chat.vendor,
    local: false,
  },
  isNamed: true,
  make: async () => (await import('./languageModel')).fromEditor(chat),
});

/** The editor's models; empty if it has no such API, or if it fails. */
export async function editorModels(id?: string): Promise<readonly LanguageModelChat[]> {
  try {
    return await lm.selectChatModels(id === undefined || id === '' ? {} : { id });
  } catch {
    return [];
  }
}

async function editorModel(id: string): Promise<Choice> {
  const [chat] = await editorModels(id);
  if (chat !== undefined) return fromChat(chat);
  const message =
    id === ''
      ? l10n.t('The editor has no language model. Sign in to use one, or select another provider.')
      : l10n.t('Editor language model {0} isn’t available.', id);
  return problem(message, 'chooseModel');
}

/** If nothing is configured: the first model of the editor, else one of a provider with a stored key. */
async function availableModel(secrets: Secrets): Promise<Choice> {
  const [chat] = await editorModels();
  if (chat !== undefined) return fromChat(chat);
  for (const owner of secrets.owners()) {
    const [provider = '', origin = ''] = owner.split('@');
    if ((provider === 'anthropic' || provider === 'openai') && PROVIDERS[provider].baseUrl.startsWith(origin))
      return overHttp(provider, { id: '', baseUrl: '' }, secrets);
  }
  return NONE;
}

async function localModel(secrets: Secrets): Promise<Choice> {
  const provider = 'openai-compatible';
  const { baseUrl } = PROVIDERS[provider];
  const [first] = await listedBy({ provider, baseUrl, timeoutMs: LOCAL_PROBE_MS });
  return first ? overHttp(provider, { id: first.id, baseUrl }, secrets) : NONE;
}

const isUnset = ({ model: { provider, id, baseUrl } }: Settings) =>
  provider === 'auto' && id === '' && baseUrl === '';

/**
 * Chooses by the settings, the stored keys and the available models. Unknown identifiers are allowed; a contradiction is a problem. Nothing
 * is sent to a configured server; if nothing is configured, the port of a local one is tried.
 */
export async function chooseModel(settings: Settings, secrets: Secrets): Promise<Choice> {
  const { provider, id, baseUrl } = settings.model;
  if (provider === 'none') return NONE;
  if (provider === 'vscode') return editorModel(id);
  if (provider !== 'auto') return overHttp(provider, settings.model, secrets);
  const { models, problems } = readModels(settings.models);
  if (problems.length > 0)
    return problem(
      l10n.t('Invalid setting: {0}.', problems.map((one) => reasonText(one)).join('; ')),
      'openSettings',
    );
  if (isUnset(settings)) {
    const found = await availableModel(secrets);
    return found.kind === 'none' ? localModel(secrets) : found;
  }
  const known = providerOf(id, baseUrl || undefined, models);
  return known
    ? overHttp(known, settings.model, secrets)
    : problem(l10n.t('Unknown model “{0}”. Select a provider.', id), 'chooseModel');
}

/** The model if it can be chosen without any request; else undefined. */
export async function knownModel(settings: Settings, secrets: Secrets): Promise<ModelChoice | undefined> {
  const choice = await (isUnset(settings) ? availableModel(secrets) : chooseModel(settings, secrets));
  return choice.kind === 'model' ? choice : undefined;
}
