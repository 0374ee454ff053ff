/** The command that selects the model, from the editor's, the providers' and a server's. */
import { commands, ConfigurationTarget, l10n, QuickPickItemKind, window, workspace } from 'vscode';
import { CATALOGUE, originOf, PROVIDERS, readModels, refresh } from '../../node/models/catalogue';
import { editorModels, listedBy } from '../services/models';
import { pickFrom } from '../services/messages';
import { clean } from '../state/labels';
import { readSettings, type ProviderChoice } from '../state/settings';
import { baseUrlOf, ownServer, type Pick } from './apiKeys';
import { offer, waiting } from './preflight';
import type { Services } from './services';

/** A command for API keys, which are in the same list. */
type KeyCommand = 'setKey' | 'testKey' | 'clearKey';
type ModelPick = { readonly provider: ProviderChoice; readonly id: string };
const heading = (label: string): Pick<ModelPick> => ({ label, kind: QuickPickItemKind.Separator });

/** The provider's models for the stored key, with our prices; our own list without a key or an answer. */
async function knownModels({ secrets }: Services, provider: 'anthropic' | 'openai') {
  const { baseUrl, name } = PROVIDERS[provider];
  const ours = CATALOGUE.filter((m) => m.provider === provider);
  const key = await secrets.get(originOf(provider));
  if (key === undefined) return { models: ours, stored: false, name };
  const listed = await listedBy({ provider, baseUrl, key, timeoutMs: LIST_MS });
  const fresh = refresh(provider, listed, readModels(readSettings().models).models);
  return { models: fresh.length > 0 ? fresh : ours, stored: true, name };
}

const LIST_MS = 4_000;

async function providerItems(services: Services, provider: 'anthropic' | 'openai') {
  const { models, stored, name } = await knownModels(services, provider);
  const ids = new Set(models.map(({ id }) => id));
  // A name with a date is another name of a model that is listed anyway.
  const own = models.filter(({ id }) => !ids.has(id.replace(/-\d{8}$/, '')) || !/-\d{8}$/.test(id));
  const [priced, others] = [own.filter(({ price }) => price), own.filter(({ price }) => !price)];
  return [
    heading(`${name}${stored ? '' : ` · ${l10n.t('needs a key')}`}`),
    ...[...priced, ...others].map(({ id, price, retires }) => ({
      label: clean(id, 80),
      description: price
        ? l10n.t('${0} in, ${1} out per million tokens', price.input, price.output)
        : l10n.t('price unknown'),
      ...(retires === undefined ? {} : { detail: l10n.t('Retires on {0}', retires) }),
      value: { provider, id },
    })),
  ];
}

/** The chosen model of a server; empty for the first it lists, undefined if the user cancels. */
async function nameOnServer({ secrets }: Services, baseUrl: string): Promise<string | undefined> {
  const key = await secrets.get(originOf('openai-compatible', baseUrl));
  const listed = await waiting(l10n.t('Contacting {0}', new URL(baseUrl).origin), (signal) =>
    listedBy({ provider: 'openai-compatible', baseUrl, key, timeoutMs: LIST_MS }, signal),
  );
  if (!listed) return undefined;
  const other = { label: l10n.t('Another model…'), value: undefined };
  const items = listed.map(({ id }) => ({ label: clean(id, 80), value: id }));
  const picked =
    items.length === 0 ? other : await pickFrom([...items, other], { title: l10n.t('Model Name') });
  if (picked?.value !== undefined) return picked.value;
  return (
    picked &&
    window.showInputBox({
      title: l10n.t('Model Name'),
      prompt:
        items.length > 0
          ? l10n.t('Leave empty to use the server’s first model.')
          : l10n.t('The server listed no models. Check that it’s running, or enter a name.'),
      ignoreFocusOut: true,
    })
  );
}

async function modelItems(services: Services): Promise<Pick<ModelPick | KeyCommand>[]> {
  const [chats, anthropic, openai] = await Promise.all([
    editorModels(),
    providerItems(services, 'anthropic'),
    providerItems(services, 'openai'),
  ]);
  return [
    {
      label: l10n.t('Automatic'),
      description: l10n.t('recommended: an editor model, a stored key, or Ollama'),
      value: { provider: 'auto', id: '' },
    },
    {
      label: l10n.t('No model'),
      description: l10n.t('fetch sources and compare words only'),
      value: { provider: 'none', id: '' },
    },
    ...(chats.length > 0 ? [heading(l10n.t('In this editor, no key needed'))] : []),
    ...chats.map((chat) => ({
      label: clean(chat.name, 60),
      description: clean(`${chat.vendor} ${chat.family}`, 60),
      value: { provider: 'vscode' as const, id: chat.id },
    })),
    heading(l10n.t('Local or own server')),
    { ...ownServer(), value: { provider: 'openai-compatible', id: '' } },
    heading(l10n.t('API keys')),
    { label: l10n.t('Set API Key…'), value: 'setKey' },
    { label: l10n.t('Test API Key…'), value: 'testKey' },
    { label: l10n.t('Clear API Key…'), value: 'clearKey' },
    ...anthropic,
    ...openai,
  ];
}

function offerToVerify(provider: ProviderChoice, id: string): void {
  const text =
    provider === 'none'
      ? l10n.t('Citewright won’t use a model.')
      : provider === 'auto'
        ? l10n.t('Citewright will select a model automatically.')
        : l10n.t('Citewright will use {0}.', clean(id, 80));
  offer('info', text, 'verify');
}

/** Lets the user select the model, and stores it in the user settings. */
export async function pickModel(services: Services): Promise<ModelPick | undefined> {
  const choice = (
    await pickFrom(modelItems(services), { title: l10n.t('Select a Model'), matchOnDescription: true })
  )?.value;
  if (typeof choice === 'string') await commands.executeCommand(`citewright.${choice}`);
  if (choice === undefined || typeof choice === 'string') return undefined;
  let { id } = choice;
  let baseUrl = '';
  if (choice.provider === 'openai-compatible') {
    const address = await baseUrlOf(choice.provider);
    if (address === undefined) return undefined;
    const name = await nameOnServer(services, address.trim());
    if (name === undefined) return undefined;
    [id, baseUrl] = [name.trim(), address.trim()];
  }
  const config = workspace.getConfiguration('citewright.model');
  await config.update('provider', choice.provider, ConfigurationTarget.Global);
  await config.update('id', id === '' ? undefined : id, ConfigurationTarget.Global);
  await config.update('baseUrl', baseUrl === '' ? undefined : baseUrl, ConfigurationTarget.Global);
  await commands.executeCommand('setContext', 'citewright.model', true); // Completes a step of the walkthrough.
  offerToVerify(choice.provider, id || baseUrl);
  return { provider: choice.provider, id };
}
