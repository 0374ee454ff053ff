/** The MCP server: the same core for agents. Loaded by `citewright mcp`. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { McpConfig } from './mcp/config';
import { registerEnvelope } from './mcp/envelopeTool';
import { registerGuides } from './mcp/guides';
import { serveHttp as serve, type HttpOptions } from './mcp/http';
import { registerLinks } from './mcp/linkTool';
import { registerPlan } from './mcp/planTool';
import { registerVerifyCitations } from './mcp/verifyCitations';
import { registerWorks } from './mcp/workTools';

export type { McpConfig } from './mcp/config';

const INSTRUCTIONS =
  'Checks whether the sources that a text cites exist, are the works it says they are, and support what it says. Read citation://guidelines before citing.';

/** A server with all tools, resources and prompts; connect it to a transport. */
export function createServer(config: McpConfig): McpServer {
  const server = new McpServer(
    { name: 'citewright', title: 'Citewright', version: config.version },
    { instructions: INSTRUCTIONS },
  );
  registerVerifyCitations(server, config);
  registerWorks(server, config);
  registerPlan(server, config);
  registerLinks(server, config);
  registerEnvelope(server, config);
  registerGuides(server);
  return server;
}

/** Serves standard input and output until the client leaves or `signal` aborts. */
export async function serveStdio(config: McpConfig, signal: AbortSignal): Promise<void> {
  const server = createServer(config);
  const closed = new Promise<void>((resolve) => {
    server.server.onclose = resolve;
    process.stdin.on('end', resolve).on('close', resolve); // a client that ends without a word
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await server.connect(new StdioServerTransport());
  await closed;
  await server.close();
}

/** Serves HTTP on loopback until `signal` aborts; every client gets a session of its own. */
export const serveHttp = (config: McpConfig, options: HttpOptions, signal: AbortSignal): Promise<void> =>
  serve(() => createServer(config), options, signal);
