/**
 * Chooses the model, in this order: the configured model; one of the editor's own; a provider with a stored key; a server on this computer
 * (Ollama's port); none. No request is made before the user has agreed to the network and started a verification.
 */
import { reason } from '../../core/causes';
import { l10n, lm, type LanguageModelChat } from 'vscode';
import { ModelError, type Model } from '../../core/ports';
import type { HttpProvider } from '../../node/models/catalogue';
import type { Destination } from './consent';
import type { Secrets } from './secrets';
import { reasonText } from '../state/labels';
import { readSettings, type Settings } from '../state/settings';

export type ModelChoice = {
  readonly kind: 'model';
  readonly to: Destination;
  /** False: only the server is known, and creating the model requests its first one. So it waits for the consent to the model. */
  readonly isNamed: boolean;
  /** @throws ModelError when the server offers no model. */
  make(): Promise<Model>;
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
export const FAVOURITES: Readonly<Record<'anthropic' | 'openai', string>> = {
  anthropic: 'claude-sonnet-5',
  openai: 'gpt-5.4-mini',
};

const catalogue = () => import('../../node/models/catalogue');
const llm = () => import('../../node/models/llm');

/** The first model that a server lists; undefined if it doesn't answer. */
async function firstModel(
  baseUrl: string,
  key: string | undefined,
  timeoutMs: number,
): Promise<string | undefined> {
  const { checkKey } = await llm();
  const spec = { provider: 'openai-compatible', baseUrl, key, timeoutMs } as const;
  const checked = await checkKey(spec, AbortSignal.timeout(timeoutMs));
  return checked.ok ? checked.models[0]?.id : undefined;
}

const isLoopback = (baseUrl: string) =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(baseUrl).hostname);

/** A model over HTTP, the server's first if `id` is omitted; its code is loaded when it is first created. */
async function overHttp(
  provider: HttpProvider,
  id: string | undefined,
  baseUrl: string,
  key: string | undefined,
): Promise<Choice> {
  const { PROVIDERS, originOf, readModels } = await catalogue();
  const local = isLoopback(baseUrl);
  const who = provider === 'openai-compatible' ? new URL(baseUrl).host : PROVIDERS[provider].name;
  return {
    kind: 'model',
    to: {
      owner: originOf(provider, baseUrl),
      name: id === undefined ? who : `${id} (${who})`,
      address: new URL(baseUrl).origin,
      local,
    },
    isNamed: id !== undefined,
    async make() {
      const { createModel } = await llm();
      const { models } = readModels(readSettings().models);
      const own = id ?? (await firstModel(baseUrl, key, LOCAL_PROBE_MS * 5));
      if (own === undefined)
        throw new ModelError('model-not-found', reason('no_model_named', { service: baseUrl }));
      return createModel({ provider, id: own, baseUrl, models, ...(key === undefined ? {} : { key }) });
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

const unusable = (wrong: string): Choice =>
  problem(l10n.t('Can’t use the model server: {0}.', wrong), 'openSettings');

async function serverModel(baseUrl: string, id: string, secrets: Secrets): Promise<Choice> {
  const { baseUrlProblem, originOf } = await catalogue();
  const wrong = baseUrlProblem(baseUrl);
  if (wrong !== undefined) return unusable(reasonText(wrong));
  const key = await secrets.get(originOf('openai-compatible', baseUrl));
  return overHttp('openai-compatible', id === '' ? undefined : id, baseUrl, key);
}

async function namedProvider(
  provider: 'anthropic' | 'openai',
  { model }: Settings,
  secrets: Secrets,
): Promise<Choice> {
  const { PROVIDERS, baseUrlProblem, originOf } = await catalogue();
  const baseUrl = model.baseUrl === '' ? PROVIDERS[provider].baseUrl : model.baseUrl;
  const wrong = baseUrlProblem(baseUrl);
  if (wrong !== undefined) return unusable(reasonText(wrong));
  const key = await secrets.get(originOf(provider, baseUrl));
  const { name } = PROVIDERS[provider];
  if (key === undefined)
    return problem(l10n.t('There is no API key for {0} at {1}.', name, new URL(baseUrl).origin), 'setKey');
  return overHttp(provider, model.id === '' ? FAVOURITES[provider] : model.id, baseUrl, key);
}

async function editorModel(id: string): Promise<Choice> {
  const [chat] = await editorModels(id);
  if (chat !== undefined) return fromChat(chat);
  const message =
    id === ''
      ? l10n.t('No editor language model is available. Sign in to one or select another provider.')
      : l10n.t('Editor language model {0} isn’t available.', id);
  return problem(message, 'chooseModel');
}

/** The choice of the editor's models and the stored keys if nothing is configured. */
async function availableModel(settings: Settings, secrets: Secrets): Promise<Choice> {
  const [chat] = await editorModels();
  if (chat !== undefined) return fromChat(chat);
  const { PROVIDERS } = await catalogue();
  for (const owner of secrets.owners()) {
    const [provider = '', origin = ''] = owner.split('@');
    if ((provider === 'anthropic' || provider === 'openai') && PROVIDERS[provider].baseUrl.startsWith(origin))
      return namedProvider(provider, { ...settings, model: { provider, id: '', baseUrl: '' } }, secrets);
  }
  return NONE;
}

/** A server on this computer, if its port answers. */
async function localModel(): Promise<Choice> {
  const { baseUrl } = (await catalogue()).PROVIDERS['openai-compatible'];
  const first = await firstModel(baseUrl, undefined, LOCAL_PROBE_MS);
  return first === undefined ? NONE : overHttp('openai-compatible', first, baseUrl, undefined);
}

const isUnset = ({ model: { provider, id, baseUrl } }: Settings) =>
  provider === 'auto' && id === '' && baseUrl === '';

/**
 * Chooses by the settings, the stored keys and the available models. Unknown identifiers are allowed; a contradiction is a problem. Nothing
 * is sent to a configured server; if nothing is configured, the port of a local one is tried.
 */
export async function chooseModel(settings: Settings, secrets: Secrets): Promise<Choice> {
  const { provider, id, baseUrl } = settings.model;
  switch (provider) {
    case 'none':
      return NONE;
    case 'vscode':
      return editorModel(id);
    case 'anthropic':
    case 'openai':
      return namedProvider(provider, settings, secrets);
    case 'openai-compatible':
      return serverModel(
        baseUrl === '' ? (await catalogue()).PROVIDERS[provider].baseUrl : baseUrl,
        id,
        secrets,
      );
    case 'auto':
      break;
  }
  const { PROVIDERS, providerOf, readModels } = await catalogue();
  const { models, problems } = readModels(settings.models);
  if (problems.length > 0)
    return problem(l10n.t('Invalid setting citewright.models: {0}.', problems.join('; ')), 'openSettings');
  if (isUnset(settings)) {
    const found = await availableModel(settings, secrets);
    return found.kind === 'none' ? localModel() : found;
  }
  const told = providerOf(id, baseUrl === '' ? undefined : baseUrl, models);
  if (told === 'openai-compatible')
    return serverModel(baseUrl === '' ? PROVIDERS[told].baseUrl : baseUrl, id, secrets);
  if (told !== undefined) return namedProvider(told, settings, secrets);
  return problem(l10n.t('Unknown model “{0}”. Select a provider.', id), 'chooseModel');
}

/** The model if it can be chosen without any request; else undefined. */
export async function knownModel(settings: Settings, secrets: Secrets): Promise<ModelChoice | undefined> {
  const choice = await (isUnset(settings) ? availableModel : chooseModel)(settings, secrets);
  return choice.kind === 'model' ? choice : undefined;
}
