/**
 * Offers the MCP server to the editor: the built command line on the editor's own Node. It may do what the user has agreed to in this
 * workspace; it gets keys in its environment only when it starts, and only those of providers that claims may be sent to.
 */
import { McpStdioServerDefinition, Uri, workspace } from 'vscode';
import type { ExtensionContext, McpServerDefinitionProvider } from 'vscode';
import {
  baseUrlProblem,
  originOf,
  providerOf,
  PROVIDERS,
  readModels,
  type HttpProvider,
} from '../../node/models/catalogue';
import type { Consent } from './consent';
import type { Secrets } from './secrets';
import { readSettings } from '../state/settings';
import { cacheIn, rootsOf } from './workspaceContext';

type Access = { readonly context: ExtensionContext; readonly consent: Consent; readonly secrets: Secrets };

/** The editor's proxy, which the server, a separate process, would not inherit. */
function editorProxy(): string {
  const http = workspace.getConfiguration('http');
  const proxy = http.get('proxy', '');
  return http.get('proxySupport') !== 'off' && /^https?:/.test(proxy) ? proxy : '';
}

const enabledRoots = (consent: Consent) => rootsOf().filter((root) => !consent.isExcluded(root));
/** Whether the user has disabled every folder. */
const isDisabled = (consent: Consent) => rootsOf().length > 0 && enabledRoots(consent).length === 0;

/** The settings as command-line options. Each value is an argument of its own, so that none can be read as an option. */
function settingsArgs({ context, consent }: Access): string[] {
  const { cost, keep, limits, network } = readSettings();
  const roots = enabledRoots(consent);
  const endpoints = Object.entries(network.endpoints).map(([name, url]) => `${name}=${url}`);
  const options: Readonly<Record<string, string | number | readonly string[]>> = {
    'allow-domain': network.allowDomains,
    'allow-host': network.allowHosts,
    endpoint: endpoints,
    proxy: editorProxy(),
    contact: network.contact,
    'timeout-ms': network.timeoutMs,
    'max-bytes': network.maxBytes,
    concurrency: limits.concurrency,
    'max-citations': limits.maxCitations,
    'max-cost': cost.maxUsd,
    'max-cost-per-day': cost.maxUsdPerDay,
    cache: keep ? cacheIn(context) : 'off',
    workspace: roots.length > 0 ? roots.map(({ fsPath }) => fsPath) : 'none',
  };
  return Object.entries(options).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one === '' ? [] : `--${name}=${one}`)),
  );
}

type Agreed = {
  readonly provider: HttpProvider;
  readonly owner: string;
  /** The URL that the user has set, instead of the provider's own. */
  readonly server?: string;
};

/**
 * The providers that calls may use: the server at the configured URL, like the editor, or else each provider at its own. Only those with
 * consent; empty if no model is wanted, or every folder is disabled.
 */
function agreedJudges(consent: Consent): readonly Agreed[] {
  const { model, models } = readSettings();
  const { provider, id, baseUrl } = model;
  if (provider === 'none' || isDisabled(consent)) return [];
  const isAgreed = ({ owner }: Agreed) => consent.judge(owner) === 'yes';
  if (baseUrl === '' || provider === 'vscode')
    return (['anthropic', 'openai'] as const)
      .map((one) => ({ provider: one, owner: originOf(one, PROVIDERS[one].baseUrl) }))
      .filter(isAgreed);
  if (baseUrlProblem(baseUrl) !== undefined) return [];
  const told = provider === 'auto' ? providerOf(id, baseUrl, readModels(models).models) : provider;
  const whose = told ?? 'openai-compatible';
  return [{ provider: whose, owner: originOf(whose, baseUrl), server: baseUrl }].filter(isAgreed);
}

/** The configured URL and its provider, which a call can't choose. */
const serverArgs = (consent: Consent): string[] =>
  agreedJudges(consent).flatMap(({ provider, server }) =>
    server === undefined ? [] : [`--base-url=${server}`, `--provider=${provider}`],
  );

/** An environment in which only the user's consent decides: keys of providers that claims may go to, and no others of this computer. */
async function environment({ consent, secrets }: Access): Promise<Record<string, string | null>> {
  const env: Record<string, string | null> = { CITEWRIGHT_ALLOW_NETWORK: null };
  for (const { keyVariable } of Object.values(PROVIDERS)) env[keyVariable] = null;
  for (const { provider, owner } of agreedJudges(consent))
    env[PROVIDERS[provider].keyVariable] = (await secrets.get(owner)) ?? null;
  return env;
}

type Provider = McpServerDefinitionProvider<McpStdioServerDefinition>;

/** The provider. Without trust nothing is offered; without consent the server stays offline. */
export function createProvider(
  services: Access,
): Required<Pick<Provider, 'provideMcpServerDefinitions' | 'resolveMcpServerDefinition'>> {
  const { context, consent } = services;
  const server = Uri.joinPath(context.extensionUri, 'dist', 'mcpServer.js').fsPath;
  const { version } = context.extension.packageJSON as { version: string };
  const argsNow = () => [
    server,
    'mcp',
    ...(!isDisabled(consent) && consent.network(undefined) === 'yes' ? ['--allow-network'] : []),
    ...settingsArgs(services),
    ...serverArgs(consent),
  ];
  return {
    // The desktop's Node is Electron, which needs this variable; another Node ignores it.
    provideMcpServerDefinitions: () => {
      const env = { ELECTRON_RUN_AS_NODE: '1' };
      const { execPath } = process;
      return workspace.isTrusted
        ? [new McpStdioServerDefinition('Citewright', execPath, argsNow(), env, version)]
        : [];
    },
    async resolveMcpServerDefinition(server) {
      if (!workspace.isTrusted) return undefined;
      server.args = argsNow();
      server.env = { ...server.env, ...(await environment(services)) };
      return server;
    },
  };
}
