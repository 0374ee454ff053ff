/** Keys, model and consent: what the user sets up by hand. No key is ever shown, returned or put into a message. */
import {
  ConfigurationTarget,
  l10n,
  ProgressLocation,
  QuickPickItemKind,
  window,
  workspace,
  type QuickPickItem,
  type Uri,
} from 'vscode';
import type { HttpProvider } from '../../node/models/catalogue';
import type { Services } from './services';
import { complain, inform, warn } from '../services/messages';
import { editorModels } from '../services/models';
import { readSettings, type ProviderChoice } from '../state/settings';
import { clean } from '../state/labels';

const catalogue = () => import('../../node/models/catalogue');

type Pick<T> = QuickPickItem & { readonly value?: T };

async function pickProvider(title: string): Promise<HttpProvider | undefined> {
  const { PROVIDERS } = await catalogue();
  const items: Pick<HttpProvider>[] = [
    { label: PROVIDERS.anthropic.name, description: PROVIDERS.anthropic.baseUrl, value: 'anthropic' },
    { label: PROVIDERS.openai.name, description: PROVIDERS.openai.baseUrl, value: 'openai' },
    {
      label: l10n.t('OpenAI-compatible server'),
      description: l10n.t('Ollama, LM Studio, vLLM, OpenRouter…'),
      value: 'openai-compatible',
    },
  ];
  return (await window.showQuickPick(items, { title, placeHolder: l10n.t('Provider') }))?.value;
}

/**
 * The address that a provider is used at: the one set for it, else its own. A server's is asked for when none is set, and any when the one
 * that is set cannot be used: what is typed takes its place.
 */
async function baseUrlOf(provider: HttpProvider): Promise<string | undefined> {
  const { PROVIDERS, baseUrlProblem, providerOf } = await catalogue();
  const { model } = readSettings();
  const isSet =
    model.baseUrl !== '' && (model.provider === provider || providerOf(model.id, model.baseUrl) === provider);
  const problemOf = (address: string) => {
    const wrong = baseUrlProblem(address.trim());
    return wrong === undefined ? undefined : l10n.t('Invalid: {0}.', wrong);
  };
  const problem = isSet ? problemOf(model.baseUrl) : undefined;
  if (isSet && problem === undefined) return model.baseUrl;
  if (!isSet && provider !== 'openai-compatible') return PROVIDERS[provider].baseUrl;
  const typed = await window.showInputBox({
    title: l10n.t('Model server URL'),
    prompt: problem ?? l10n.t('Including /v1. Plain http only for this computer.'),
    value: isSet ? model.baseUrl : PROVIDERS[provider].baseUrl,
    ignoreFocusOut: true,
    validateInput: problemOf,
  });
  if (typed !== undefined && isSet)
    await workspace
      .getConfiguration('citewright.model')
      .update('baseUrl', typed.trim(), ConfigurationTarget.Global);
  return typed;
}

/** What is wrong with a key as typed, in words for its box. */
async function keyChecker(): Promise<(typed: string) => string | undefined> {
  const { keyProblem } = await catalogue();
  return (typed) => {
    if (typed.trim().length < 8) return l10n.t('Too short for an API key.');
    const wrong = keyProblem(typed);
    return wrong === undefined ? undefined : l10n.t('Invalid: {0}.', wrong);
  };
}

/** Asks for a key in a password box and stores it for the provider and its address. Gives whose it is, never the key. */
export async function setKey({ secrets }: Services): Promise<string | undefined> {
  const provider = await pickProvider(l10n.t('Set API Key'));
  const baseUrl = provider && (await baseUrlOf(provider));
  if (!provider || !baseUrl) return undefined;
  const { originOf, PROVIDERS } = await catalogue();
  const { origin, host } = new URL(baseUrl);
  const key = await window.showInputBox({
    title: l10n.t('API key for {0}', provider === 'openai-compatible' ? host : PROVIDERS[provider].name),
    prompt: l10n.t('Stored in secret storage. Sent only to {0}.', origin),
    password: true,
    ignoreFocusOut: true,
    validateInput: await keyChecker(),
  });
  if (key === undefined) return undefined;
  const owner = originOf(provider, baseUrl);
  try {
    await secrets.set(owner, key);
  } catch {
    // No fall-back to a file: a key that cannot be kept safely is not kept.
    void complain(l10n.t('Couldn’t save the key to secret storage.'));
    return undefined;
  }
  const test = l10n.t('Test Key');
  void inform(l10n.t('Saved the API key for {0}.', origin), test).then((choice) =>
    choice === test ? testOwner(secrets, provider, baseUrl) : undefined,
  );
  return owner;
}

type Tested = 'works' | 'refused' | 'failed' | 'no-key';

/** Asks the provider for its list of models, which costs nothing, and says how it went. */
async function testOwner(
  secrets: Services['secrets'],
  provider: HttpProvider,
  baseUrl: string,
): Promise<Tested> {
  const { originOf } = await catalogue();
  const origin = new URL(baseUrl).origin;
  const key = await secrets.get(originOf(provider, baseUrl));
  if (key === undefined && provider !== 'openai-compatible') {
    void warn(l10n.t('No API key for {0}.', origin));
    return 'no-key';
  }
  const { checkKey } = await import('../../node/models/llm');
  const checked = await window.withProgress(
    { location: ProgressLocation.Notification, title: l10n.t('Contacting {0}', origin), cancellable: true },
    (_, token) => {
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      return checkKey({ provider, baseUrl, key }, abort.signal);
    },
  );
  if (checked.ok) {
    void inform(l10n.t('{0} responded. Models: {1}.', origin, checked.models.length));
    return 'works';
  }
  void complain(clean(checked.message));
  return checked.reason === 'key-invalid' ? 'refused' : 'failed';
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
  void inform(l10n.t('Cleared.'));
  return gone;
}

type ModelPick = { readonly provider: ProviderChoice; readonly id: string };
const heading = (label: string): Pick<ModelPick> => ({ label, kind: QuickPickItemKind.Separator });

/** What a provider lists for the stored key, with our prices; our own list where there is no key or no answer. */
async function knownModels({ secrets }: Services, provider: 'anthropic' | 'openai') {
  const { CATALOGUE, PROVIDERS, originOf, readModels, refresh } = await catalogue();
  const ours = CATALOGUE.filter((m) => m.provider === provider);
  const key = await secrets.get(originOf(provider));
  if (key === undefined) return { models: ours, stored: false, name: PROVIDERS[provider].name };
  const listed = await listedBy(provider, PROVIDERS[provider].baseUrl, key);
  const fresh = refresh(provider, listed, readModels(readSettings().models).models);
  return { models: fresh.length > 0 ? fresh : ours, stored: true, name: PROVIDERS[provider].name };
}

const LIST_MS = 4_000;
/** What a server says it has; nothing when it does not say. */
async function listedBy(provider: HttpProvider, baseUrl: string, key: string | undefined) {
  const { checkKey } = await import('../../node/models/llm');
  const spec = { provider, baseUrl, key, timeoutMs: LIST_MS };
  const checked = await checkKey(spec, AbortSignal.timeout(LIST_MS)).catch(() => undefined);
  return checked?.ok ? checked.models : [];
}

async function providerItems(desk: Services, provider: 'anthropic' | 'openai'): Promise<Pick<ModelPick>[]> {
  const { models, stored, name } = await knownModels(desk, provider);
  return [
    heading(`${name}${stored ? '' : ` · ${l10n.t('needs a key')}`}`),
    ...models.map(({ id, price, retires }) => ({
      label: clean(id, 80),
      description: price
        ? l10n.t('${0} in, ${1} out per million tokens', price.input, price.output)
        : l10n.t('price unknown'),
      ...(retires === undefined ? {} : { detail: l10n.t('Retires on {0}', retires) }),
      value: { provider, id },
    })),
  ];
}

/** Which of a server's models; empty for the first that it lists. Nothing when the user leaves. */
async function nameOnServer({ secrets }: Services, baseUrl: string): Promise<string | undefined> {
  const { originOf } = await catalogue();
  const key = await secrets.get(originOf('openai-compatible', baseUrl));
  const listed = await listedBy('openai-compatible', baseUrl, key);
  const other = { label: l10n.t('Another model…'), value: undefined };
  const items = listed.map(({ id }) => ({ label: clean(id, 80), value: id }));
  const picked =
    items.length === 0
      ? other
      : await window.showQuickPick([...items, other], { title: l10n.t('Model name') });
  if (picked?.value !== undefined) return picked.value;
  return (
    picked &&
    window.showInputBox({
      title: l10n.t('Model name'),
      prompt: l10n.t('Leave empty to use the server’s first model.'),
      ignoreFocusOut: true,
    })
  );
}

async function modelItems(desk: Services): Promise<Pick<ModelPick>[]> {
  const [chats, anthropic, openai] = await Promise.all([
    editorModels(),
    providerItems(desk, 'anthropic'),
    providerItems(desk, 'openai'),
  ]);
  return [
    {
      label: l10n.t('Automatic'),
      description: l10n.t('an editor model, a stored key, or Ollama'),
      value: { provider: 'auto', id: '' },
    },
    {
      label: l10n.t('No model'),
      description: l10n.t('fetch and screen sources only'),
      value: { provider: 'none', id: '' },
    },
    ...(chats.length > 0 ? [heading(l10n.t('Editor models'))] : []),
    ...chats.map((chat) => ({
      label: clean(chat.name, 60),
      description: clean(`${chat.vendor} ${chat.family}`, 60),
      value: { provider: 'vscode' as const, id: chat.id },
    })),
    ...anthropic,
    ...openai,
    heading(l10n.t('Your own server')),
    {
      label: l10n.t('OpenAI-compatible server'),
      description: l10n.t('Ollama, LM Studio, vLLM, OpenRouter…'),
      value: { provider: 'openai-compatible', id: '' },
    },
  ];
}

/** Lets the user choose who judges, and keeps it in the user's own settings. */
export async function pickModel(desk: Services): Promise<ModelPick | undefined> {
  const choice = (
    await window.showQuickPick<Pick<ModelPick>>(modelItems(desk), {
      title: l10n.t('Select a model'),
      matchOnDescription: true,
    })
  )?.value;
  if (!choice) return undefined;
  let { id } = choice;
  let baseUrl = '';
  if (choice.provider === 'openai-compatible') {
    const address = await baseUrlOf(choice.provider);
    if (address === undefined) return undefined;
    const name = await nameOnServer(desk, address.trim());
    if (name === undefined) return undefined;
    [id, baseUrl] = [name.trim(), address.trim()];
  }
  const config = workspace.getConfiguration('citewright.model');
  await config.update('provider', choice.provider, ConfigurationTarget.Global);
  await config.update('id', id === '' ? undefined : id, ConfigurationTarget.Global);
  await config.update('baseUrl', baseUrl === '' ? undefined : baseUrl, ConfigurationTarget.Global);
  void inform(l10n.t('Saved. Applies from the next run.'));
  return { provider: choice.provider, id };
}

type Change = () => Promise<void>;

/** A folder's path where it is on disk, else its address. */
const pathIn = (uri: Uri): string => clean(uri.scheme === 'file' ? uri.fsPath : uri.toString(true));

/**
 * The folders that are open, and all others that are switched off: those that hold for what is open, a folder above it or one in it,
 * and those that do not, so that each can be allowed again.
 */
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

function consentItems(desk: Services): Pick<Change>[] {
  const { consent } = desk;
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
      label: l10n.t('Send claims and passages to {0}', owner.slice(owner.indexOf('@') + 1)), // the provider's word says nothing more
      description: state[answer],
      detail: l10n.t('Reset and ask again'),
      value: () => consent.setJudge(owner, undefined),
    })),
    ...folderItems(desk),
    {
      label: l10n.t('Reset all answers'),
      description: l10n.t('and ask again'),
      value: () => consent.forget(),
    },
  ];
}

/** Shows every answer given, and takes back the one that is picked. */
export async function manageConsent(desk: Services): Promise<void> {
  const choice = await window.showQuickPick(consentItems(desk), { title: l10n.t('Manage Consent') });
  if (!choice?.value) return;
  await choice.value();
  desk.session.refresh();
  void inform(l10n.t('Saved. Applies from the next run.'));
}
