/** `mcp`: runs the MCP server. Its permissions are those of this command line; no call widens them. */
import type { McpConfig } from '../../mcp';
import { EXIT, flag, number, UsageError, type Values } from '../args';
import type { Command } from '../main';
import { capsOf, choiceOf, judgeOf, portsConfig, version } from '../ports';
import { serverRoots } from '../roots';
import type { Terminal } from '../terminal';

const TOKEN = 'CITEWRIGHT_MCP_TOKEN';
const SHORTEST = 16;

/** The token that clients must send. Taken from the environment, which other users of the machine can't read. */
function tokenOf({ env }: Terminal): string | undefined {
  const token = env[TOKEN]?.trim() || undefined;
  if (token !== undefined && token.length < SHORTEST)
    throw new UsageError(`${TOKEN} must have at least ${SHORTEST} characters`);
  return token;
}

/** Prints the server's address, and the token if one was generated. */
const told =
  ({ env, say }: Terminal) =>
  ({ url, token }: { readonly url: string; readonly token: string }) => {
    say(`listening on ${url}`);
    if (!env[TOKEN]?.trim()) say(`token: ${token}`);
  };

const REFUSED: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program has this port',
  EACCES: 'this port may not be used',
};
const refusalOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? REFUSED[String(error.code)] : undefined;

/** What a server started with these options may do. Throws a `UsageError` for a judge that is not available. */
export async function mcpConfig(values: Values, terminal: Terminal): Promise<McpConfig> {
  const ports = { ...(await portsConfig(values, terminal)), roots: serverRoots(values, terminal) };
  const caps = capsOf(values, terminal);
  await judgeOf(values, terminal, caps); // reports an unavailable judge now rather than at the first call
  return {
    version,
    ports,
    fetchByDefault: !flag(values, 'allow-network') && ports.allowNetwork(),
    env: terminal.env,
    judge: choiceOf(values),
    caps,
    maxCitations: number(values, 'max-citations'),
  };
}

export const mcpCommand: Command = async (_args, values, terminal) => {
  const config = await mcpConfig(values, terminal);
  const port = number(values, 'http', { most: 65_535 });
  const { serveHttp, serveStdio } = await import('../../mcp');
  if (port === undefined)
    await serveStdio(config, terminal.signal).catch((error: unknown) => {
      throw error instanceof RangeError ? new UsageError(error.message) : error;
    });
  else {
    const options = { port, token: tokenOf(terminal), started: told(terminal) };
    await serveHttp(config, options, terminal.signal).catch((error: unknown) => {
      const why = refusalOf(error);
      throw why === undefined ? error : new UsageError(`--http ${port}: ${why}`);
    });
  }
  return EXIT.clean;
};
