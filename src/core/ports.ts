/**
 * What the core needs from outside. Each port is small, documented and has a fake in `test/fakes.ts`.
 * Ports answer failures as data (`Failure`) and throw only for bugs, with one exception: `Model.ask` throws `ModelError`,
 * because a dead provider is exceptional and ends a run.
 */
import { say, type Cause, type Reason } from './causes';
import type { Failure, Notice, Service, Usage } from './model';

/** A page read to plain text. */
export type Page = {
  /** The address that really answered, after redirects. */
  readonly url: string;
  readonly contentType: string;
  readonly title: string;
  readonly text: string;
  /** Offset of each page's start, for PDF. */
  readonly pages?: readonly number[];
  /** ISO date, when the page states one. */
  readonly published?: string;
  /** `citation_doi`, `citation_pdf_url` and their like, lower-case names. */
  readonly meta: Readonly<Record<string, string>>;
  readonly truncated: boolean;
  readonly bytes: number;
  readonly fetchedAt: string;
  readonly notices: readonly Notice[];
};

/** A registry's answer, body as text. A 4xx or 5xx is an answer too: the caller knows what 404 means there. */
export type Answer = {
  readonly url: string;
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
};

/** The registries and services by name. A host may point each at another base address (`--endpoint`). */
export type Endpoint = Service | 'doi';

export type WebOptions = {
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  /** Only whether something answers is asked: the short limit of such runs holds, unless `timeoutMs` is given. */
  readonly links?: boolean;
};

/** Guarded access to what a document names: address checks, every hop, deadline, caps, pacing and consent are its business. */
export interface Web {
  /** Fetches `url` with GET and reads it to text, in a worker. */
  read(url: string, signal: AbortSignal, options?: WebOptions): Promise<Page | Failure>;
  /** Asks a registry: `path` is the service's own path and query, appended to its base address. */
  query(
    endpoint: Endpoint,
    path: string,
    signal: AbortSignal,
    accept?: string,
    options?: WebOptions,
  ): Promise<Answer | Failure>;
  /** Is there anything? HEAD, then a ranged GET; no body is read, no text is made. */
  probe(
    url: string,
    signal: AbortSignal,
    options?: WebOptions,
  ): Promise<{ url: string; status: number } | Failure>;
}

/** A file of the workspace, read. */
export type LocalFile = {
  /** Relative to its workspace folder, `/` as separator. */
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  readonly truncated: boolean;
  /** It is where a link leads from the folder of its document, and not elsewhere in the workspace. */
  readonly isBeside?: true;
  /** Why the text may not go to a model unasked: the file may contain credentials. */
  readonly sensitive?: Cause;
  /** What happened to the cited lines since the text was written, where it can be told. */
  readonly drift?: {
    readonly state: 'ok' | 'moved' | 'changed' | 'gone';
    readonly lines?: readonly [from: number, to: number];
    /** Short hash of the commit at which the text was written. */
    readonly commit: string;
    /** The file has another name than the cited one. */
    readonly isRenamed?: true;
  };
};

export type Commit = {
  readonly sha: string;
  readonly message: string;
  readonly diff: string;
  readonly date: string;
};

/** Where a citation stands. */
export type WrittenIn = {
  /** The document's path: absolute, or relative to where the host takes its paths from. */
  readonly path: string;
  /** As written, which dates it in the document's history. */
  readonly marker: string;
  /** A link's destination is looked for from the document's folder first, as every reader of Markdown does. */
  readonly isLink?: boolean;
  /** An agent's log: its paths are from where the agent worked, not from where the log is kept. */
  readonly isLog?: boolean;
  /** When it was written (ISO 8601), where the document itself says so. */
  readonly at?: string;
};

/** A place as a commit had it. */
export type Then = {
  readonly state: 'ok' | 'missing' | 'ambiguous' | 'line-out-of-range';
  /** Short hash of the commit. */
  readonly commit: string;
  /** The file that is meant, where one is. */
  readonly path?: string;
};

/** The workspace, read-only, links resolved, nothing outside it. */
export interface Workspace {
  /**
   * `path` as written: exact first (a link's, and one that begins with `./` or `../`, from the document's folder, then from
   * the workspace's), then a unique suffix. With `lines` the range is checked and drift looked for, against
   * the time that the user gave, else the time at which `from.marker` was written into the document `from.path`.
   */
  file(
    path: string,
    lines: readonly [from: number, to: number] | undefined,
    signal: AbortSignal,
    from?: WrittenIn,
  ): Promise<LocalFile | Failure>;
  commit(sha: string, signal: AbortSignal): Promise<Commit | Failure>;
  /** What the workspace's repository had of a place at a time (ISO 8601, or a commit's hash); nothing when that cannot be told. */
  stateAt?(
    path: string,
    lines: readonly [from: number, to: number] | undefined,
    at: string,
    signal: AbortSignal,
  ): Promise<Then | undefined>;
  /** A memory of the store that the user named. */
  memory(id: string): Promise<{ text: string; title: string } | Failure>;
}

/** A portable JSON Schema: object root, `additionalProperties: false`, all keys required. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export type Prompt = {
  readonly system: string;
  /** In order; `cache` marks the end of a prefix worth caching at the provider. */
  readonly blocks: readonly { readonly text: string; readonly cache?: boolean }[];
  readonly schema: JsonSchema;
  /** Name of the answer for providers that want one. */
  readonly name: string;
  readonly maxTokens: number;
  /** The same question bare, for readers that take no instructions: sentence `i` is the one numbered `i + 1`. */
  readonly parts?: { readonly sentences: readonly string[]; readonly claims: readonly string[] };
};

export type Reply = {
  readonly text: string;
  readonly usage: Usage;
  readonly stop: 'end' | 'length' | 'refusal' | 'filter';
  /** The model that really answered. */
  readonly model: string;
};

/** USD per million tokens. */
export type Price = {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  /** ISO date of the price list. */
  readonly asOf: string;
};

export type Provider = 'anthropic' | 'openai' | 'openai-compatible' | 'vscode';

/** A language model that answers one prompt. Retries are its own, within `signal`. */
export interface Model {
  readonly id: string;
  readonly provider: Provider;
  /** Shown wherever its verdicts are, e.g. `demo: recorded answers`; the id when left out. */
  readonly label?: string;
  /** Input tokens it can take. */
  readonly window: number;
  readonly price?: Price;
  /** It runs on this machine: asking it costs nobody money. */
  readonly isLocal?: true;
  /** Output tokens it may spend on thinking, beyond `maxTokens` of a prompt: estimates add them. */
  readonly thinking?: number;
  /** Takes what the prompt costs, gives the answer; throws `ModelError`. */
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
  /** The provider answered, and it was no answer. */
  | 'bad-response'
  /** The provider does not take this request; another one it may. */
  | 'rejected'
  /** What answers at the address is no model API. */
  | 'not-an-api'
  | 'refused-consent'
  | 'cancelled';

/** The provider failed. `fatal` ends the run: the next call would fail in the same way. Never holds a key. */
export class ModelError extends Error {
  constructor(
    readonly reason: ModelErrorReason,
    readonly why: Reason,
    /** What was spent all the same, at most. All zero: nothing was. */
    readonly usage: Usage = { input: 0, output: 0, cached: 0 },
  ) {
    super(say(why));
    this.name = 'ModelError';
  }
  get fatal(): boolean {
    return [
      'key-invalid',
      'no-credit',
      'model-not-found',
      'unreachable',
      'not-an-api',
      'refused-consent',
    ].includes(this.reason);
  }
}

/** Dated, content-addressed memory of sources and verdicts. Never holds a transient error. */
export interface Cache {
  /** The value and when it was stored, or nothing when absent, expired or corrupt. */
  get(
    kind: 'source' | 'answer' | 'verdict',
    key: string,
  ): Promise<{ value: unknown; storedAt: string } | undefined>;
  put(kind: 'source' | 'answer' | 'verdict', key: string, value: unknown, ttlDays: number): Promise<void>;
}

/** Time, chance and hashing: the core has none of its own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`, or rejects with the signal's reason. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** `n` random letters and digits, fit for a delimiter nobody can guess. */
  nonce(n: number): string;
}

export type Ports = {
  readonly web: Web;
  readonly workspace: Workspace;
  readonly cache: Cache;
  readonly clock: Clock;
  readonly model?: Model;
};
