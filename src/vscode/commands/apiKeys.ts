/** The commands that set, test and clear API keys. No key is ever shown, returned or put into a message. */
import { ConfigurationTarget, l10n, window, workspace, type QuickPickItem } from 'vscode';
import {
  baseUrlProblem,
  isLoopback,
  keyProblem,
  originOf,
  providerOf,
  PROVIDERS,
  type HttpProvider,
} from '../../node/models/catalogue';
import type { Reason } from '../../core/causes';
import { isUrl } from '../../core/text/url';
import { complain, inform, pickFrom, warn } from '../services/messages';
import { reasonText } from '../state/labels';
import { readSettings } from '../state/settings';
import type { Services } from './services';
import { waiting } from './preflight';

export type Pick<T> = QuickPickItem & { readonly value?: T };

/** The item for a server of the user's choice. */
export const ownServer = () => ({
  label: l10n.t('OpenAI-compatible server'),
  description: l10n.t('Ollama, LM Studio, vLLM, OpenRouter…'),
});

async function pickProvider(title: string): Promise<HttpProvider | undefined> {
  const items: Pick<HttpProvider>[] = [
    { label: PROVIDERS.anthropic.name, description: PROVIDERS.anthropic.baseUrl, value: 'anthropic' },
    { label: PROVIDERS.openai.name, description: PROVIDERS.openai.baseUrl, value: 'openai' },
    { ...ownServer(), value: 'openai-compatible' },
  ];
  return (await pickFrom(items, { title, placeHolder: l10n.t('Provider') }))?.value;
}

/** Completes an address: http on this computer and https elsewhere if there is no scheme, and `/v1` if there is no path. */
export function serverAddress(typed: string): string {
  const bare = typed.trim().replace(/\/+$/, '');
  const here = `http://${bare}`;
  const scheme = isUrl(here) && isLoopback(here) ? 'http' : 'https';
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(bare) ? bare : `${scheme}://${bare}`;
  const url = URL.parse(whole);
  return url?.pathname === '/' && url.username === '' && url.search === '' && url.hash === ''
    ? `${url.origin}/v1`
    : whole;
}

/** The URL of a provider: the one set for it, else its own. Asks for one that is missing or invalid, and saves the answer. */
export async function baseUrlOf(provider: HttpProvider): Promise<string | undefined> {
  const { model } = readSettings();
  const isSet =
    model.baseUrl !== '' && (model.provider === provider || providerOf(model.id, model.baseUrl) === provider);
  const problemOf = (address: string) => invalid(baseUrlProblem(serverAddress(address)));
  const problem = isSet ? problemOf(model.baseUrl) : undefined;
  if (isSet && problem === undefined) return model.baseUrl;
  if (!isSet && provider !== 'openai-compatible') return PROVIDERS[provider].baseUrl;
  const typed = await window.showInputBox({
    title: l10n.t('Model server URL'),
    prompt: problem ?? l10n.t('Use https; http is allowed only for this computer.'),
    placeHolder: 'http://localhost:11434/v1',
    value: isSet ? model.baseUrl : PROVIDERS[provider].baseUrl,
    ignoreFocusOut: true,
    validateInput: problemOf,
  });
  if (typed !== undefined && isSet)
    await workspace
      .getConfiguration('citewright.model')
      .update('baseUrl', serverAddress(typed), ConfigurationTarget.Global);
  return typed === undefined ? undefined : serverAddress(typed);
}

/** Why a typed text can't be used; undefined if it can. */
const invalid = (wrong: Reason | undefined) => wrong && l10n.t('Invalid: {0}.', reasonText(wrong));

/** Asks for a key in a password box and stores it for the provider and its address. Returns its owner, never the key. */
export async function setKey({ secrets }: Services): Promise<string | undefined> {
  const provider = await pickProvider(l10n.t('Set API Key'));
  const baseUrl = provider && (await baseUrlOf(provider));
  if (!provider || !baseUrl) return undefined;
  const { origin, host } = new URL(baseUrl);
  const key = await window.showInputBox({
    title: l10n.t('API key for {0}', provider === 'openai-compatible' ? host : PROVIDERS[provider].name),
    prompt: l10n.t('Stored in secret storage. Sent only to {0}.', origin),
    password: true,
    ignoreFocusOut: true,
    validateInput: (typed) =>
      typed.trim().length < 8 ? l10n.t('Too short for an API key.') : invalid(keyProblem(typed)),
  });
  if (key === undefined) return undefined;
  const owner = originOf(provider, baseUrl);
  try {
    await secrets.set(owner, key);
  } catch {
    // No fallback to a file: a key that cannot be stored safely is not stored.
    return void complain(l10n.t('Couldn’t save the key to secret storage.'));
  }
  const test = l10n.t('Test Key');
  void inform(l10n.t('Saved the API key for {0}.', origin), test).then((choice) =>
    choice === test ? testOwner(secrets, provider, baseUrl) : undefined,
  );
  return owner;
}

type Tested = 'works' | 'refused' | 'failed' | 'no-key';

/** Asks the provider for its list of models, which costs nothing, and says how it went. */
async function testOwner(secrets: Services['secrets'], provider: HttpProvider, baseUrl: string) {
  const origin = new URL(baseUrl).origin;
  const key = await secrets.get(originOf(provider, baseUrl));
  if (key === undefined && provider !== 'openai-compatible') {
    void warn(l10n.t('No API key for {0}.', origin));
    return 'no-key';
  }
  const { checkKey } = await import('../../node/models/llm');
  const checked = await waiting(l10n.t('Contacting {0}', origin), (signal) =>
    checkKey({ provider, baseUrl, key }, signal),
  );
  if (!checked) return undefined;
  if (checked.ok) {
    void inform(l10n.t('{0} responded. Models: {1}.', origin, checked.models.length));
    return 'works';
  }
  void complain(l10n.t('The test failed: {0}', reasonText(checked.error.why)));
  return checked.error.reason === 'key-invalid' ? 'refused' : 'failed';
}

/** Tests a stored key live. */
export async function testKey({ secrets }: Services): Promise<Tested | undefined> {
  const provider = await pickProvider(l10n.t('Test API Key'));
  const baseUrl = provider && (await baseUrlOf(provider));
  return provider && baseUrl ? testOwner(secrets, provider, baseUrl) : undefined;
}

/** Deletes one stored key, or all of them. */
export async function clearKey({ secrets }: Services): Promise<readonly string[]> {
  const owners = secrets.owners();
  if (owners.length === 0) {
    void inform(l10n.t('No API keys stored.'));
    return [];
  }
  const all = l10n.t('All keys');
  const items = owners.length > 1 ? [all, ...owners] : owners;
  const choice = await window.showQuickPick(items, { title: l10n.t('Clear API Key') });
  if (choice === undefined) return [];
  const gone = choice === all ? owners : [choice];
  for (const owner of gone) await secrets.clear(owner);
  void inform(l10n.t('Cleared: {0}.', gone.join(', ')));
  return gone;
}
