/** How the MCP server was started. No argument of a call widens it. */
import pLimit from 'p-limit';
import type { Model } from '../core/ports';
import { chooseModel, type Caps, type JudgeChoice, type Refusal } from '../node/models/judges';
import { DEFAULTS } from '../core/defaults';
import { providerOf, PROVIDERS } from '../node/models/catalogue';
import { withPorts, type HostPorts, type PortsConfig } from '../node/ports';

export type McpConfig = {
  readonly version: string;
  /** `allowNetwork` is the server's consent. */
  readonly ports: PortsConfig;
  /** `verify_citations` fetches by default, because the environment allowed it. */
  readonly fetchByDefault: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Provider and base URL of the judge. A call may name the model; `judge` is the default. */
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

const plain = (domain: string) => domain.toLowerCase().replace(/^\*?\.|\.$/g, '');
const isBelow = (domain: string, parent: string) => `.${plain(domain)}`.endsWith(`.${plain(parent)}`);
/** A domain that no site has (RFC 2606), because an empty list allows all. */
const NOWHERE = 'nowhere.invalid';

/** The domains that both lists allow. An empty list allows all. */
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

/** Citations per call: default and maximum. */
export const CITATIONS = { usual: 20, most: 50 } as const;

/** The citations of a call: as requested, up to the server's limit. */
export const mostCitations = (
  { maxCitations = CITATIONS.most }: McpConfig,
  asked: number = CITATIONS.usual,
): number => Math.min(maxCitations, CITATIONS.most, asked);

/** The caps of one call, which may lower the server's but not raise them. */
export const capsFor = ({ caps }: McpConfig, maxCostUsd = Infinity): Caps => ({
  ...caps,
  maxCostUsd: Math.min(caps.maxCostUsd ?? DEFAULTS.maxCostUsd, maxCostUsd),
});

/** Each call has its own workers with their memory, and clients may send any number of calls at once. */
const inTurn = pLimit(8);

/** Ports for one call, closed with it. */
export function withCallPorts<T>(
  { ports: base }: McpConfig,
  { fetch, domains = [], timeoutMs, maxBytes }: Narrowing,
  model: Model | undefined,
  work: (ports: HostPorts) => Promise<T>,
): Promise<T> {
  const config = {
    ...base,
    allowNetwork: () => fetch && base.allowNetwork(),
    allowDomains: narrow(base.allowDomains ?? [], domains),
    timeoutMs: least(base.timeoutMs, timeoutMs),
    maxBytes: least(base.maxBytes, maxBytes),
    model,
  };
  return inTurn(() => withPorts(config, work));
}

/** The provider at the configured address; undefined if each provider has its own. */
const ownerOf = ({ baseUrl, provider, judge = '' }: JudgeChoice): JudgeChoice['provider'] =>
  baseUrl === undefined ? undefined : (provider ?? providerOf(judge, baseUrl));

/**
 * The judge that a call names, or the server's. With a configured address, requests go only there with its key: a model's name, which anyone
 * can choose, never selects another provider's key.
 */
export function choiceFor(
  { judge }: McpConfig,
  model: string | undefined,
  provider?: JudgeChoice['provider'],
): JudgeChoice | Refusal {
  const owner = ownerOf(judge);
  if (owner && provider && provider !== owner)
    return {
      reason: 'bad-base-url',
      message: `this server asks the model server that it was started with, not ${PROVIDERS[provider].name}`,
    };
  const whose = owner ?? provider;
  return { ...judge, ...(model !== undefined && { judge: model }), ...(whose && { provider: whose }) };
}

/** The model of a call that may spend `caps`; a `Refusal` if it is unavailable. */
export async function modelFor(
  config: McpConfig,
  caps: Caps,
  ...named: [model: string | undefined, provider?: JudgeChoice['provider']]
): Promise<Model | Refusal | undefined> {
  const choice = choiceFor(config, ...named);
  return 'reason' in choice ? choice : chooseModel(choice, config.env, caps);
}
