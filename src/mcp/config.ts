/** What the MCP server was started with. No argument of a call widens it. */
import type { Model } from '../core/ports';
import { chooseModel, ledgerFor, type Caps, type JudgeChoice, type Refusal } from '../node/judges';
import { DEFAULTS } from '../core/defaults';
import type { RunLedger } from '../core/judge/ledger';
import { providerOf, PROVIDERS } from '../node/models/catalogue';
import { createPorts, type HostPorts, type PortsConfig } from '../node/ports';

export type McpConfig = {
  readonly version: string;
  /** With `allowNetwork` as the server's consent. */
  readonly ports: PortsConfig;
  /** `verify_citations` fetches although the call does not ask for it: the environment said so. */
  readonly fetchByDefault: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Provider and base URL of the judge; the model comes with the call, `judge` is the one for calls that name none. */
  readonly judge: JudgeChoice;
  /** Most that one call may spend on judging. */
  readonly caps: Caps;
  /** Most citations that one call may check. */
  readonly maxCitations: number | undefined;
};

/** What a call may narrow. */
export type Narrowing = {
  readonly fetch: boolean;
  readonly domains?: readonly string[] | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxBytes?: number | undefined;
};

const isBelow = (domain: string, parent: string) => {
  const [a, b] = [domain, parent].map((d) => d.toLowerCase().replace(/^\*?\.|\.$/g, ''));
  return a !== undefined && b !== undefined && (a === b || a.endsWith(`.${b}`));
};
/** No site's domain (RFC 2606): an empty list would mean all of them. */
const NOWHERE = 'nowhere.invalid';

/** Domains that both lists let through. An empty list lets all through. */
export function narrow(server: readonly string[], call: readonly string[]): readonly string[] {
  if (server.length === 0 || call.length === 0) return [...server, ...call];
  const both = [
    ...call.filter((c) => server.some((s) => isBelow(c, s))),
    ...server.filter((s) => call.some((c) => isBelow(s, c))),
  ];
  return both.length > 0 ? [...new Set(both)] : [NOWHERE];
}

const least = (a: number | undefined, b: number | undefined) =>
  a === undefined ? b : b === undefined ? a : Math.min(a, b);

/** Citations that one call checks: usually, and at most. */
export const CITATIONS = { usual: 20, most: 50 } as const;

/** Most citations of a call: what it asks for, never more than the server allows. */
export const mostCitations = (
  { maxCitations = CITATIONS.most }: McpConfig,
  asked: number = CITATIONS.usual,
): number => Math.min(maxCitations, CITATIONS.most, asked);

/** The ledger of one call, which may spend less than the server allows and never more. */
export function ledgerOf({ caps }: McpConfig, model: Model, maxCostUsd?: number): RunLedger {
  const most = caps.maxCostUsd ?? DEFAULTS.maxCostUsd;
  return ledgerFor(model, { ...caps, maxCostUsd: Math.min(most, maxCostUsd ?? most) });
}

/** Ports for one call, ended with it. */
export async function withPorts<T>(
  { ports: base }: McpConfig,
  { fetch, domains = [], timeoutMs, maxBytes }: Narrowing,
  model: Model | undefined,
  work: (ports: HostPorts) => Promise<T>,
): Promise<T> {
  const limits = { timeoutMs: least(base.timeoutMs, timeoutMs), maxBytes: least(base.maxBytes, maxBytes) };
  const ports = createPorts({
    ...base,
    allowNetwork: () => fetch && base.allowNetwork(),
    allowDomains: narrow(base.allowDomains ?? [], domains),
    ...(limits.timeoutMs !== undefined && { timeoutMs: limits.timeoutMs }),
    ...(limits.maxBytes !== undefined && { maxBytes: limits.maxBytes }),
    model,
  });
  try {
    return await work(ports);
  } finally {
    await ports.dispose();
  }
}

/** Whose models stand at the address that the server was started with; nothing where each provider is asked at its own. */
function ownerOf({ baseUrl, provider, judge }: JudgeChoice): JudgeChoice['provider'] {
  if (baseUrl === undefined) return undefined;
  const told = judge === undefined || judge === 'none' ? undefined : providerOf(judge, baseUrl);
  return provider ?? told ?? 'openai-compatible';
}

/**
 * The model that a call names, or the server's; `Refusal` when it cannot be had. A server that was started with an address asks there
 * only, with the key for it: the name of a model, which anyone may write, sends no other provider's key to it.
 */
export async function modelFor(
  { judge, env }: McpConfig,
  model: string | undefined,
  provider?: JudgeChoice['provider'],
): Promise<Model | Refusal | undefined> {
  const owner = ownerOf(judge);
  if (owner && provider && provider !== owner)
    return {
      reason: 'bad-base-url',
      message: `this server asks the model server that it was started with, not ${PROVIDERS[provider].name}`,
    };
  const whose = owner ?? provider;
  return chooseModel(
    { ...judge, ...(model !== undefined && { judge: model }), ...(whose && { provider: whose }) },
    env,
  );
}
