/**
 * What the core needs from outside. Each port has a fake in `test/fakes.ts`. Ports return failures as data (`Failure`) and throw only on
 * bugs, except `Model.ask`, which throws `ModelError` because a dead provider ends the run.
 */
import { say, type Cause, type Reason } from './reason';
import type { Failure, Notice, Service, Usage, LineRange } from './model';

/** A page as plain text. */
export type Page = {
  /** The final URL, after redirects. */
  readonly url: string;
  readonly contentType: string;
  readonly title: string;
  readonly text: string;
  /** Offset of each page's start, for PDF. */
  readonly pages?: readonly number[];
  /** What each page is called in print, such as `iv` or `12`, if the PDF says so. */
  readonly pageLabels?: readonly string[];
  /** ISO date stated by the page. */
  readonly published?: string;
  readonly truncated: boolean;
  readonly bytes: number;
  readonly fetchedAt: string;
  readonly notices: readonly Notice[];
};

/** A registry's answer as text. 4xx and 5xx are answers too: the caller knows what 404 means there. */
export type Answer = {
  readonly url: string;
  readonly status: number;
  readonly body: string;
  /** Another host answered, to which the registry redirects. */
  readonly isElsewhere?: boolean;
};

/** Registries and services by name. Hosts can override the base URL of each (`--endpoint`). */
export type Endpoint = Service | 'doi';

export type WebOptions = {
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  /** A links-only run, which uses its shorter timeout unless `timeoutMs` is given. */
  readonly links?: boolean;
};

/** Guarded access to URLs that a document names: checks each address and redirect, enforces deadlines, sizes, request rates, consent. */
export interface Web {
  /** Whether only the user's exception allows this URL; it is not passed on to other services. */
  isPrivate?(url: string): boolean;
  /** Fetches `url` with GET and extracts its text in a worker. */
  read(url: string, signal: AbortSignal, options?: WebOptions): Promise<Page | Failure>;
  /** Queries a registry: `path` is appended to the service's base URL. */
  query(
    endpoint: Endpoint,
    path: string,
    signal: AbortSignal,
    accept?: string,
    options?: WebOptions,
  ): Promise<Answer | Failure>;
  /** Checks that `url` answers: HEAD, then a ranged GET; reads no text. */
  probe(
    url: string,
    signal: AbortSignal,
    options?: WebOptions,
  ): Promise<{ url: string; status: number } | Failure>;
}

/** A workspace file that was read. */
export type LocalFile = {
  /** Relative to its workspace folder, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  readonly truncated: boolean;
  /** The file is where a link leads from the document's folder, not elsewhere in the workspace. */
  readonly isBeside?: true;
  /** Why the text must not be sent to a model: it may contain credentials. */
  readonly sensitive?: Cause;
  /** How the cited lines changed since the text was written, if known. */
  readonly drift?: Drift;
};

export type Drift = {
  readonly state: 'ok' | 'moved' | 'changed' | 'gone';
  /** Where the lines are now. */
  readonly lines?: LineRange;
  /** Short hash of the commit at which the text was written. */
  readonly commit: string;
  /** The file was renamed since. */
  readonly isRenamed?: true;
};

export type Commit = { readonly sha: string; readonly message: string; readonly diff: string };

/** Where a citation is written. */
export type WrittenIn = {
  /** The document's path: absolute, or relative to the host's base folder. */
  readonly path: string;
  /** The marker as written; dates the citation in the document's history. */
  readonly marker: string;
  /** A link destination, first looked up in the document's folder, as in Markdown. */
  readonly isLink?: boolean;
  /** An agent's log: paths are relative to where the agent worked, not to the log. */
  readonly isLog?: boolean;
  /** When it was written (ISO 8601), if the document says so. */
  readonly at?: string;
};

/** State of a path in a commit. */
export type Then = {
  readonly state: 'ok' | 'missing' | 'ambiguous' | 'line-out-of-range';
  /** Short hash of the commit. */
  readonly commit: string;
  /** The file that the path matches. */
  readonly path?: string;
};

/** Read-only access to the workspace. Links are resolved; nothing outside is read. */
export interface Workspace {
  /**
   * Reads a file. `path` is as written: an exact match first (for links and paths that begin with `./` or `../`, from the document's
   * folder, then from the workspace's), then a unique path ending. With `lines`, checks the range and looks for drift since the time the
   * user gave, else since `from.marker` was added to the document `from.path`.
   */
  file(
    path: string,
    lines: LineRange | undefined,
    signal: AbortSignal,
    from?: WrittenIn,
  ): Promise<LocalFile | Failure>;
  commit(sha: string, signal: AbortSignal): Promise<Commit | Failure>;
  /** State of a path in the repository at a time (ISO 8601) or commit hash; undefined if unknown. */
  stateAt?(
    path: string,
    lines: LineRange | undefined,
    at: string,
    signal: AbortSignal,
  ): Promise<Then | undefined>;
  /** Reads a memory from the user's store. */
  memory(id: string): Promise<{ text: string; title: string } | Failure>;
}

/** A portable JSON Schema: object root, `additionalProperties: false`, all keys required. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export type Prompt = {
  readonly system: string;
  /** In order; `cache` marks the end of a prefix worth caching at the provider. */
  readonly blocks: readonly { readonly text: string; readonly cache?: boolean }[];
  readonly schema: JsonSchema;
  /** Name of the answer, for providers that require one. */
  readonly name: string;
  readonly maxTokens: number;
  /** The question without instructions, for readers that take none; sentence `i` is number `i + 1` in the prompt. */
  readonly parts?: { readonly sentences: readonly string[]; readonly claims: readonly string[] };
};

export type Reply = {
  readonly text: string;
  readonly usage: Usage;
  readonly stop: 'end' | 'length' | 'refusal' | 'filter';
  /** The model that answered. */
  readonly model: string;
  /** Of an answer that was kept: how long it took when it was given. */
  readonly latencyMs?: number;
  /** Its cost was counted before, such as by the stopped run that submitted its batch. */
  readonly isPaid?: boolean;
};

/** USD per million tokens. */
export type Price = {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
  /** ISO date of the price list. */
  readonly asOf: string;
};

export type Provider = 'anthropic' | 'openai' | 'openai-compatible' | 'vscode';

/** A language model that answers one prompt. Retries by itself, until `signal` aborts. */
export interface Model {
  readonly id: string;
  readonly provider: Provider;
  /** The server's address if it isn't the provider's own: another server may have another model of this name. */
  readonly origin?: string;
  /** Shown next to its verdicts, such as `demo: recorded answers`; defaults to the id. */
  readonly label?: string;
  /** Most input tokens. */
  readonly window: number;
  readonly price?: Price;
  /** The model runs on this machine and is free. */
  readonly isLocal?: true;
  /** Reads the whole source, one claim a call, at no cost: it is shown no selection. */
  readonly readsWhole?: true;
  /** Most output tokens for thinking, in addition to a prompt's `maxTokens`; included in estimates. */
  readonly thinking?: number;
  /** Answers a prompt at the user's cost; throws `ModelError`. */
  ask(prompt: Prompt, signal: AbortSignal): Promise<Reply>;
}

export type ModelErrorReason =
  | 'key-invalid'
  | 'no-credit'
  | 'model-not-found'
  | 'unreachable'
  | 'rate-limited'
  | 'overloaded'
  | 'server-error'
  | 'timeout'
  | 'too-long'
  /** The provider sent an invalid answer. */
  | 'bad-response'
  /** The provider refused this request; others may succeed. */
  | 'rejected'
  /** The server is not a model API. */
  | 'not-an-api'
  | 'refused-consent'
  /** The caller's cap leaves no room. */
  | 'budget'
  | 'cancelled';

export const NO_USAGE: Usage = { input: 0, output: 0, cached: 0 };
/** A provider's number, neither negative nor infinite, nor of another type. */
const sane = (n: number | undefined, most = Infinity): number =>
  Number.isFinite(n) ? Math.min(most, Math.max(0, n ?? 0)) : 0;

/** The usage of two calls, whatever numbers a provider reports; with cache writes only if there were any. */
export function addUsage(a: Usage, b: Usage): Usage {
  const of = (key: 'cached' | 'written') => sane(a[key], sane(a.input)) + sane(b[key], sane(b.input));
  const written = of('written');
  return {
    input: sane(a.input) + sane(b.input),
    output: sane(a.output) + sane(b.output),
    cached: of('cached'),
    ...(written > 0 && { written }),
  };
}

/** The provider failed. If `fatal`, the run ends because further calls would fail too. Never contains a key. */
export class ModelError extends Error {
  constructor(
    readonly reason: ModelErrorReason,
    readonly why: Reason,
    /** Most that was spent nevertheless; all zero if nothing was. */
    readonly usage: Usage = NO_USAGE,
    /** Whether the next call would fail in the same way, although that isn't so for each failure of this kind. */
    readonly isLasting = false,
  ) {
    super(say(why));
    this.name = 'ModelError';
  }
  get fatal(): boolean {
    const always = /^(?:key-invalid|no-credit|model-not-found|unreachable|not-an-api|refused-consent)$/;
    return this.isLasting || always.test(this.reason);
  }
}

/** A dated, content-addressed cache of sources and verdicts. */
export interface Cache {
  /** The value; undefined if missing, expired or corrupt. */
  get(kind: 'source' | 'answer' | 'verdict', key: string): Promise<unknown>;
  /** With 0 days, a value is for the results of a run on several machines only, and other caches don't keep it. */
  put(kind: 'source' | 'answer' | 'verdict', key: string, value: unknown, ttlDays: number): Promise<void>;
}

/** Time and randomness, which the core doesn't have itself. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`, or rejects with the signal's reason. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** `n` random letters and digits, for an unguessable delimiter. */
  nonce(n: number): string;
}

export type Ports = {
  readonly web: Web;
  readonly workspace: Workspace;
  readonly cache: Cache;
  readonly clock: Clock;
  readonly model?: Model;
};
