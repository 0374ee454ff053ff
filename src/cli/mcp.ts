/** `mcp`: serves agents. What the server may do is what this command line says; no call widens it. */
import { flag, number, word, type Values } from './args';
import { EXIT } from './output';
import { judgeOf, portsConfig, providerOption, version } from './setup';
import type { Terminal } from './terminal';

export async function mcpCommand(
  _args: readonly string[],
  values: Values,
  terminal: Terminal,
): Promise<number> {
  const ports = portsConfig(values, terminal, true);
  await judgeOf(values, terminal); // a judge that cannot be had is told now, not at the first call
  const { serveStdio } = await import('../mcp');
  await serveStdio(
    {
      version,
      ports,
      fetchByDefault: !flag(values, 'allow-network') && ports.allowNetwork(),
      env: terminal.env,
      judge: {
        judge: word(values, 'judge'),
        provider: providerOption(values),
        baseUrl: word(values, 'base-url'),
      },
      maxCostUsd: number(values, 'max-cost', { fraction: true }),
      maxCitations: number(values, 'max-citations'),
    },
    terminal.signal,
  );
  return EXIT.clean;
}
