/** Tools for agents, registered at the start and loaded at their first use: the tools for language models, and the MCP server. */
import { Disposable, EventEmitter, lm, workspace } from 'vscode';
import type { LanguageModelTool, McpServerDefinitionProvider, McpStdioServerDefinition } from 'vscode';
import type { Services } from './services';

const lazily = (services: Services, name: 'verifyTool' | 'findTool'): LanguageModelTool<unknown> => {
  const tool = async () => (await import('./languageModelTools'))[name](services);
  return {
    prepareInvocation: async (options, token) => (await tool()).prepareInvocation?.(options, token),
    invoke: async (options, token) => (await tool()).invoke(options, token),
  };
};

/** Offers the MCP server, again after each change of its permissions. */
function offerServer(services: Services): Disposable {
  const changed = new EventEmitter<void>();
  const fire = () => changed.fire();
  const loaded = async () => (await import('../services/mcpProvider')).createProvider(services);
  const provider: McpServerDefinitionProvider<McpStdioServerDefinition> = {
    onDidChangeMcpServerDefinitions: changed.event,
    provideMcpServerDefinitions: async (token) => (await loaded()).provideMcpServerDefinitions(token),
    resolveMcpServerDefinition: async (server, token) =>
      (await loaded()).resolveMcpServerDefinition(server, token),
  };
  return Disposable.from(
    changed,
    services.consent.onDidChange(fire),
    services.secrets.onDidChange(fire),
    workspace.onDidGrantWorkspaceTrust(fire),
    workspace.onDidChangeWorkspaceFolders(fire),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('citewright')) fire();
    }),
    lm.registerMcpServerDefinitionProvider('citewright.mcp', provider),
  );
}

/** Registers what the editor supports: editors based on VS Code may lack it, although the types say it exists. */
export const register = (services: Services): Disposable =>
  Disposable.from(
    ...('registerTool' in lm
      ? [
          lm.registerTool('citewright_verifyCitations', lazily(services, 'verifyTool')),
          lm.registerTool('citewright_findPapers', lazily(services, 'findTool')),
        ]
      : []),
    ...('registerMcpServerDefinitionProvider' in lm ? [offerServer(services)] : []),
  );
