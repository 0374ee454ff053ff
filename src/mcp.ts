/** The MCP server: the same core for agents. Loaded by `citewright mcp`. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { megabytes } from './core/defaults';
import type { McpConfig } from './mcp/config';
import { envelopeTool } from './mcp/envelopeTool';
import { registerGuides } from './mcp/guides';
import { failure, MOST_BYTES, NO_MESSAGE, NOT_JSON, serveHttp as serve, type HttpOptions } from './mcp/http';
import { linkTool } from './mcp/linkTool';
import { plainError, type Tool } from './mcp/result';
import { planTool } from './mcp/planTool';
import { verifyCitationsTool } from './mcp/verifyCitations';
import { searchTool, workTool } from './mcp/workTools';

export type { McpConfig } from './mcp/config';

const INSTRUCTIONS =
  'Checks whether the sources that a text cites exist, are the works it says they are, and support what it says. Read citation://guidelines before citing.';

const TOOLS: readonly Tool[] = [verifyCitationsTool, workTool, searchTool, planTool, linkTool, envelopeTool];

class Stdio extends StdioServerTransport {
  override send(message: JSONRPCMessage): Promise<void> {
    return super.send(plainError(message));
  }
}

/** A server with all tools, resources and prompts; connect it to a transport. */
export function createServer(config: McpConfig): McpServer {
  const server = new McpServer(
    { name: 'citewright', title: 'Citewright', version: config.version },
    { instructions: INSTRUCTIONS },
  );
  for (const tool of TOOLS)
    for (const name of tool.names)
      server.registerTool(name, tool, (input, extra) => tool.call(config, input, extra));
  registerGuides(server);
  return server;
}

/** Serves standard input and output until the client disconnects or `signal` aborts. Throws after an oversized message: the rest can't be parsed. */
export async function serveStdio(config: McpConfig, signal: AbortSignal): Promise<void> {
  const server = createServer(config);
  const closed = new Promise<void>((resolve) => {
    server.server.onclose = resolve;
    process.stdin.on('end', resolve).on('close', resolve); // a client that disconnects without notice
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const state: { tooLong?: boolean } = {};
  server.server.onerror = ({ name, message }) => {
    state.tooLong ||= message.startsWith('ReadBuffer exceeded');
    if (name === 'SyntaxError') process.stdout.write(`${failure('this line isn’t JSON', NOT_JSON)}\n`);
    if (name === 'ZodError') process.stdout.write(`${failure('this line is not a message', NO_MESSAGE)}\n`);
  };
  await server.connect(new Stdio(process.stdin, process.stdout, { maxBufferSize: MOST_BYTES }));
  await closed;
  await server.close();
  if (state.tooLong === true)
    throw new RangeError(`a message of more than ${megabytes(MOST_BYTES)} MB ended the session`);
}

/** Serves HTTP on loopback until `signal` aborts; each client has its own session. */
export const serveHttp = (config: McpConfig, options: HttpOptions, signal: AbortSignal): Promise<void> =>
  serve(() => createServer(config), options, signal);
