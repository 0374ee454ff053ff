/**
 * The library: `import { scan, verify, checkLinks } from 'citewright'`. Importing it does nothing; only a call reads, fetches or asks, and only
 * what it was allowed to.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULTS } from './core/defaults';
import type { ScanContext } from './core/extract';
import { summary, type Summary } from './core/finding';
import { checkLinks as check, type LinkCheck } from './core/linkCheck';
import type { Citation, Finding, Problem } from './core/model';
import { scanText } from './core/scanText';
import { verifyAll } from './core/verify';
import { chooseModel, ledgerFor } from './node/judges';
import { createPorts, type HostPorts } from './node/ports';

export { explain, layers, type Summary } from './core/finding';
export { message as explainProblem, type Code, type Severity } from './core/codes';
export type { LinkCheck } from './core/linkCheck';
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

/** What a text cites, and what is wrong with it as it stands. */
export type ScanResult = { readonly citations: readonly Citation[]; readonly problems: readonly Problem[] };

export type ScanOptions = {
  /** Told from nothing: Markdown when left out. */
  readonly format?: NonNullable<ScanContext['format']>;
  /** The current year, for citations from the future; the clock's when left out. */
  readonly year?: number;
};

/** Finds the citations of a text. Reads no file, asks nobody. Offsets are UTF-16 units, ranges half-open. */
export function scan(
  text: string,
  { format, year = new Date().getFullYear() }: ScanOptions = {},
): ScanResult {
  const { citations, problems } = scanText(text, { year, ...(format && { format }) });
  return { citations, problems };
}

/** What a call may reach. */
export type Reach = {
  /** Only these domains and those below them. */
  readonly allowDomains?: readonly string[];
  /** Places that are not public, `HOST:PORT` each. */
  readonly allowHosts?: readonly string[];
  /** Base addresses of registries by name. */
  readonly endpoints?: Readonly<Record<string, string>>;
  /** Milliseconds for one attempt at a source. */
  readonly timeout?: number;
  /** Sources at a time. */
  readonly concurrency?: number;
  readonly signal?: AbortSignal;
};

export type VerifyOptions = ScanOptions &
  Reach & {
    /** Path of the text: links to files lead from its folder. */
    readonly path?: string;
    /** Folder that cited files and commits are in; the current one when left out. */
    readonly workspace?: string;
    /** Whether sources may be fetched; false when left out. */
    readonly allowNetwork?: boolean;
    /** Folder that keeps what was fetched; nothing is kept when left out. */
    readonly cache?: string;
    /** The model that judges; none when left out. */
    readonly judge?: string;
    readonly provider?: 'anthropic' | 'openai' | 'openai-compatible';
    readonly baseUrl?: string;
    /** Where keys are read from, as the command line reads its environment; the process's when left out. */
    readonly env?: Readonly<Record<string, string | undefined>>;
    readonly maxCostUsd?: number;
    readonly maxTokens?: number;
    readonly maxCitations?: number;
    /** Called for each finding as it comes. */
    readonly onFinding?: (finding: Finding) => void;
  };

export type VerifyResult = ScanResult & {
  /** One a citation, in the order of the text. */
  readonly findings: readonly Finding[];
  readonly summary: Summary;
};

/** Beside the library, in the build. */
const worker = () => path.join(path.dirname(fileURLToPath(import.meta.url)), '../reader.js');

async function withPorts<T>(
  { allowDomains, allowHosts, endpoints, timeout, concurrency }: Reach,
  { allowNetwork = false, workspace, cache, judge, provider, baseUrl, env = process.env }: VerifyOptions,
  work: (ports: HostPorts) => Promise<T>,
): Promise<T> {
  const model = await chooseModel({ judge, provider, baseUrl }, env);
  if (model && 'reason' in model) throw new TypeError(model.message);
  const ports = createPorts({
    allowNetwork: () => allowNetwork,
    allowDomains: allowDomains ?? [],
    allowHosts: allowHosts ?? [],
    ...(endpoints && { endpoints }),
    ...(timeout !== undefined && { timeoutMs: timeout, linkTimeoutMs: timeout }),
    ...(concurrency !== undefined && { concurrency }),
    transport: async () => (await import('./node/web/undici')).undiciTransport(undefined),
    worker: worker(),
    roots: [path.resolve(workspace ?? '.')],
    trusted: true,
    cacheDir: cache,
    model,
  });
  try {
    return await work(ports);
  } finally {
    await ports.dispose();
  }
}

/**
 * Verifies the citations of a text: do the sources exist, are they what the text says they are, do they support it. A failure is a finding,
 * never an exception; a judge that cannot be had is a `TypeError`.
 */
export function verify(text: string, options: VerifyOptions = {}): Promise<VerifyResult> {
  const { citations, problems } = scan(text, options);
  const { path: name = '-', signal = new AbortController().signal, onFinding } = options;
  return withPorts(options, options, async (ports) => {
    const ledger = ports.model && ledgerFor(ports.model, options);
    const limits = {
      maxCitations: options.maxCitations ?? DEFAULTS.maxCitations,
      ...(options.concurrency !== undefined && { concurrency: options.concurrency }),
      ...(ledger && { ledger }),
    };
    const findings: Finding[] = [];
    for await (const { finding } of verifyAll(
      [{ path: name, text, citations, problems }],
      ports,
      limits,
      signal,
    )) {
      findings.push(finding);
      onFinding?.(finding);
    }
    findings.sort((a, b) => a.citation.part.start - b.citation.part.start);
    return { citations, problems, findings, summary: summary(findings, ledger?.spent()) };
  });
}

/** Asks each address whether it answers, all at once, with HEAD and else a ranged GET; none stops another. In the order given. */
export function checkLinks(urls: readonly string[], options: Reach = {}): Promise<readonly LinkCheck[]> {
  const { signal = new AbortController().signal, timeout, concurrency } = options;
  return withPorts(options, { allowNetwork: true }, (ports) =>
    check(urls, ports, { timeout, concurrency }, signal),
  );
}

export type Validated = {
  readonly valid: readonly string[];
  readonly invalid: readonly string[];
  /** There, but closed to programs (403, 429, a wall): not dead. */
  readonly blocked: readonly string[];
  /** Nothing can be said: the domain is not allowed, or the server has a fault of its own. */
  readonly unchecked: readonly string[];
  /** Why an address is not valid: `HTTP 404`, `Timeout`, `Invalid URL format`. */
  readonly errors: Readonly<Record<string, string>>;
};

/** Which addresses can be reached. Each is in one of the lists, once. `timeout` is in milliseconds, for each. */
export async function validateCitations(urls: readonly string[], options: Reach = {}): Promise<Validated> {
  const all = await checkLinks([...new Set(urls)], { timeout: DEFAULTS.linkTimeoutMs, ...options });
  const listed = (state: LinkCheck['state']) =>
    all.filter((one) => one.state === state).map(({ url }) => url);
  return {
    valid: listed('valid'),
    invalid: listed('invalid'),
    blocked: listed('blocked'),
    unchecked: listed('unchecked'),
    errors: Object.fromEntries(all.flatMap(({ url, error }) => (error === undefined ? [] : [[url, error]]))),
  };
}
