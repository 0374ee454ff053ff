/**
 * Offers the MCP server to the editor: the built command line on the editor's own node. What it may do is what the user has agreed to
 * in this workspace; keys go into its environment when it is started and not before (requirement V13), and only those of providers
 * that claims may be sent to.
 */
import {
  Disposable,
  EventEmitter,
  lm,
  McpStdioServerDefinition,
  Uri,
  workspace,
  type McpServerDefinitionProvider,
} from 'vscode';
import type { Desk } from './desk';
import { readSettings } from './settings';
import { rootsOf } from './surroundings';

const ID = 'citewright.mcp';

const ONLINE: readonly string[] = ['anthropic', 'openai', 'openai-compatible'];
const isOnline = (provider: string): boolean => ONLINE.includes(provider);

/** The settings as options of the command line; each value in a word of its own, so that none can be an option. */
function settingsArgs(): string[] {
  const { model, cost, limits, network } = readSettings();
  const each = (name: string, values: readonly (string | number)[]) =>
    values.filter((value) => value !== '').map((value) => `--${name}=${value}`);
  return [
    ...each('allow-domain', network.allowDomains),
    ...each('allow-host', network.allowHosts),
    ...each(
      'endpoint',
      Object.entries(network.endpoints).map(([name, url]) => `${name}=${url}`),
    ),
    ...each('proxy', [network.proxy]),
    ...each('contact', [network.contact]),
    ...each('timeout-ms', [network.timeoutMs]),
    ...each('max-bytes', [network.maxBytes]),
    ...each('concurrency', [limits.concurrency]),
    ...each('max-cost', [cost.maxUsd]),
    ...each('base-url', [model.baseUrl]),
    // Whose key goes to that address is said here: a call cannot say it.
    ...each('provider', model.baseUrl !== '' && isOnline(model.provider) ? [model.provider] : []),
    ...each(
      'workspace',
      rootsOf()
        .slice(0, 1)
        .map(({ fsPath }) => fsPath),
    ),
  ];
}

/** The keys of providers that the user lets claims go to, by the variables that the command line reads. */
async function keysOf({
  consent,
  secrets,
}: Pick<Desk, 'consent' | 'secrets'>): Promise<Record<string, string>> {
  const { PROVIDERS, baseUrlProblem, originOf } = await import('./works');
  const { baseUrl } = readSettings().model;
  const found: Record<string, string> = {};
  for (const provider of ['anthropic', 'openai', 'openai-compatible'] as const) {
    const address = baseUrl === '' ? PROVIDERS[provider].baseUrl : baseUrl;
    if (baseUrlProblem(address) !== undefined) continue;
    const owner = originOf(provider, address);
    const key = consent.judge(owner) === 'yes' ? await secrets.get(owner) : undefined;
    if (key !== undefined) found[PROVIDERS[provider].keyVariable] = key;
  }
  return found;
}

/** The provider. Without trust nothing is offered; without consent the server stays offline. */
export function createProvider(
  desk: Pick<Desk, 'context' | 'consent' | 'secrets'>,
  changed: EventEmitter<void>,
): McpServerDefinitionProvider<McpStdioServerDefinition> {
  const { context, consent } = desk;
  const cli = Uri.joinPath(context.extensionUri, 'dist', 'cli.js').fsPath;
  const { version } = context.extension.packageJSON as { version: string };
  const argsNow = () => [
    cli,
    'mcp',
    ...(consent.network(rootsOf()[0]) === 'yes' ? ['--allow-network'] : []),
    ...settingsArgs(),
  ];
  return {
    onDidChangeMcpServerDefinitions: changed.event,
    provideMcpServerDefinitions: () =>
      workspace.isTrusted
        ? // The desktop's node is Electron, which has to be told; another node does not mind.
          [
            new McpStdioServerDefinition(
              'Citewright',
              process.execPath,
              argsNow(),
              { ELECTRON_RUN_AS_NODE: '1' },
              version,
            ),
          ]
        : [],
    async resolveMcpServerDefinition(server) {
      if (!workspace.isTrusted) return undefined;
      server.args = argsNow();
      server.env = { ...server.env, ...(await keysOf(desk)) };
      return server;
    },
  };
}

/** Registers the provider where the editor knows of such servers. */
export function register(desk: Desk): Disposable {
  // Typed as always there; editors that are built on this one may lack it.
  if (!('registerMcpServerDefinitionProvider' in lm)) return new Disposable(() => undefined);
  const changed = new EventEmitter<void>();
  const fire = () => changed.fire();
  return Disposable.from(
    changed,
    desk.consent.onDidChange(fire),
    desk.secrets.onDidChange(fire),
    workspace.onDidGrantWorkspaceTrust(fire),
    workspace.onDidChangeWorkspaceFolders(fire),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('citewright')) fire();
    }),
    lm.registerMcpServerDefinitionProvider(ID, createProvider(desk, changed)),
  );
}
