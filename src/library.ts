/** The library: `import { scan, verify } from 'citewright'`. Importing it has no effect; a call reads and requests only what its options allow. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULTS } from './core/defaults';
import { LATEX } from './core/extract/latexReader';
import { message } from './core/codes';
import { explain as sentenceOf } from './core/findings/finding';
import { summary, type Summary } from './core/findings/tally';
import { byState, checkLinks as check, type LinkCheck } from './core/verify/linkCheck';
import type { Citation, Finding, Problem } from './core/model';
import { scanText } from './core/scan/scanText';
import { collect } from './core/verify/verify';
import { chooseModel, ledgerFor } from './node/models/judges';
import { withPorts, type HostPorts } from './node/ports';

export { layers } from './core/findings/finding';
export type { Summary } from './core/findings/tally';
export type { Code, Severity } from './core/codes';
export type { LinkCheck } from './core/verify/linkCheck';
export type {
  Citation,
  Evidence,
  Failure,
  FailureKind,
  Finding,
  Layers,
  Notice,
  Problem,
  Screen,
  Source,
  Span,
  Style,
  Support,
  Target,
  Verdict,
  Work,
} from './core/model';

/** The citations and problems of a text. */
export type ScanResult = { readonly citations: readonly Citation[]; readonly problems: readonly Problem[] };

export type ScanOptions = {
  /** Defaults to Markdown; never guessed. */
  readonly format?: 'markdown' | 'text' | 'latex';
  /** The year after which citations are from the future; defaults to the current year. */
  readonly year?: number;
};

/** Plain JavaScript has no types that say so. */
function expect(holds: boolean, what: string): void {
  if (!holds) throw new TypeError(what);
}

/** Each function takes the options of all, so that they can be kept in one object. */
const OPTIONS: Readonly<Record<keyof VerifyOptions, true>> = { format: true, year: true, allowDomains: true, allowHosts: true, endpoints: true, timeout: true, concurrency: true, signal: true, path: true, workspace: true, allowNetwork: true, cache: true, judge: true, provider: true, baseUrl: true, env: true, maxCostUsd: true, maxTokens: true, maxCitations: true, onFinding: true }; // prettier-ignore

/** A mistyped option would be ignored. */
function expectKnown(options: object): void {
  for (const name of Object.keys(options)) expect(Object.hasOwn(OPTIONS, name), `there is no option ${name}`);
}

/** Finds the citations of a text. Reads no file and makes no request. Offsets are UTF-16 units, ranges half-open. */
export function scan(text: string, options: ScanOptions = {}): ScanResult {
  expect(typeof text === 'string', 'the text must be a string');
  expectKnown(options);
  const { format, year = new Date().getFullYear() } = options;
  const { citations, problems } = scanText(text, {
    year,
    ...(format && { format: format === 'latex' ? LATEX : format }),
  });
  return { citations, problems };
}

/** The finding in one sentence. Takes nothing else, so that it can be given to `map`. */
export const explain = (finding: Finding): string => sentenceOf(finding);

/** The problem in one sentence. */
export const explainProblem = ({ code, facts }: Problem): string => message(code, facts);

/** What a call may reach. */
export type Reach = {
  /** Only these domains and their subdomains. */
  readonly allowDomains?: readonly string[];
  /** Private addresses to allow, each `HOST:PORT`. */
  readonly allowHosts?: readonly string[];
  /** Base URLs of registries by name. */
  readonly endpoints?: Readonly<Record<string, string>>;
  /** Milliseconds per attempt at a source. */
  readonly timeout?: number;
  /** Concurrent sources. */
  readonly concurrency?: number;
  readonly signal?: AbortSignal;
};

export type VerifyOptions = ScanOptions &
  Reach & {
    /** Path of the text; links to files are relative to its folder. */
    readonly path?: string;
    /** Folder of cited files and commits; defaults to the current one. */
    readonly workspace?: string;
    /** Whether to fetch sources; defaults to false. */
    readonly allowNetwork?: boolean;
    /** Folder for the cache; nothing is cached without one. */
    readonly cache?: string;
    /** The model that judges; none by default. */
    readonly judge?: string;
    readonly provider?: 'anthropic' | 'openai' | 'openai-compatible';
    readonly baseUrl?: string;
    /** Variables with the keys; defaults to the process's environment. */
    readonly env?: Readonly<Record<string, string | undefined>>;
    readonly maxCostUsd?: number;
    readonly maxTokens?: number;
    readonly maxCitations?: number;
    /** Called with each finding as it arrives. */
    readonly onFinding?: (finding: Finding) => void;
  };

export type VerifyResult = ScanResult & {
  /** One per citation, in text order. */
  readonly findings: readonly Finding[];
  readonly summary: Summary;
};

async function withHost<T>(
  { allowDomains, allowHosts, endpoints, timeout, concurrency }: Reach,
  options: VerifyOptions,
  work: (ports: HostPorts) => Promise<T>,
): Promise<T> {
  const model = await chooseModel(options, options.env ?? process.env, options);
  if (model && 'reason' in model) throw new TypeError(model.message);
  const config = {
    allowNetwork: () => options.allowNetwork ?? false,
    allowDomains: allowDomains ?? [],
    allowHosts: allowHosts ?? [],
    ...(endpoints && { endpoints }),
    ...(timeout !== undefined && { timeoutMs: timeout, linkTimeoutMs: timeout }),
    ...(concurrency !== undefined && { concurrency }),
    transport: async () => (await import('./node/web/undici')).undiciTransport(undefined),
    worker: fileURLToPath(new URL('../reader.js', import.meta.url)), // next to the library in the build
    roots: [path.resolve(options.workspace ?? '.')],
    trusted: true,
    cacheDir: options.cache,
    model,
  };
  return withPorts(config, work);
}

/**
 * Verifies the citations of a text: whether the sources exist, are the works it says they are, and support it. A failure is a finding,
 * never an exception. Rejects with a `TypeError` if the judge is unavailable.
 */
export async function verify(text: string, options: VerifyOptions = {}): Promise<VerifyResult> {
  const { citations, problems } = scan(text, options);
  const { path: name = '-', signal = new AbortController().signal, onFinding } = options;
  return withHost(options, options, async (ports) => {
    const ledger = ports.model && ledgerFor(ports.model, options);
    const limits = {
      maxCitations: options.maxCitations ?? DEFAULTS.maxCitations,
      ...(options.concurrency !== undefined && { concurrency: options.concurrency }),
      ...(ledger && { ledger }),
    };
    const document = { path: name, text, citations, problems };
    const [findings = []] = await collect([document], ports, limits, signal, (finding) => {
      onFinding?.(finding);
      return finding;
    });
    return { citations, problems, findings, summary: summary(findings, ledger?.spent()) };
  });
}

/** Checks that each address answers, in parallel, with HEAD and otherwise a ranged GET. Results in the given order. */
export async function checkLinks(
  urls: readonly string[],
  options: Reach = {},
): Promise<readonly LinkCheck[]> {
  expect(Array.isArray(urls), 'the addresses must be an array');
  expectKnown(options);
  const { signal = new AbortController().signal, timeout, concurrency } = options;
  return withHost(options, { allowNetwork: true }, (ports) =>
    check(urls, ports, { timeout, concurrency }, signal),
  );
}

export type Validated = {
  readonly valid: readonly string[];
  readonly invalid: readonly string[];
  /** It exists but refuses programs (403, 429, a bot wall). */
  readonly blocked: readonly string[];
  /** Unknown: the address is private, its domain isn't allowed, or the server or this network has a fault. */
  readonly unchecked: readonly string[];
  /** Why an address is not valid: `HTTP 404`, `Timeout`, `Invalid URL format`. */
  readonly errors: Readonly<Record<string, string>>;
};

/** Sorts addresses by whether they can be reached. Each is in exactly one list. `timeout` is in milliseconds per address. */
export async function validateCitations(urls: readonly string[], options: Reach = {}): Promise<Validated> {
  expect(Array.isArray(urls), 'the addresses must be an array');
  const all = await checkLinks([...new Set(urls)], { timeout: DEFAULTS.linkTimeoutMs, ...options });
  return byState(all, ({ url }) => url);
}
