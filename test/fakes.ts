/**
 * Fakes for the ports of `src/core/ports.ts`. Each keeps the promises of its port, with data given to it, and records its calls in `calls`.
 * Nothing here opens a socket, reads a disk or waits for a real clock.
 */
import { isFailure } from '../src/core/model';
import { fail, reason } from '../src/core/causes';
import { grade, type UngradedFinding } from '../src/core/findings/finding';
import type { Citation, Failure, Finding, Screen, Source, Verdict } from '../src/core/model';
import type {
  Answer,
  Cache,
  Clock,
  Commit,
  Endpoint,
  LocalFile,
  Model,
  Page,
  Ports,
  Price,
  Prompt,
  Provider,
  Reply,
  Web,
  WebOptions,
  Workspace,
} from '../src/core/ports';

/** The signal of a run that nobody cancels. */
export const never = new AbortController().signal;

const EPOCH = Date.UTC(2026, 0, 1);

/** Time that passes only through `advance`, or through `sleep` if `auto` is on (the default). */
export class FakeClock implements Clock {
  readonly calls: number[] = [];
  #now: number;
  #nonce = 0;
  #sleepers: { at: number; wake: () => void }[] = [];
  constructor(
    now = EPOCH,
    readonly auto = true,
  ) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    this.calls.push(ms);
    signal.throwIfAborted();
    if (this.auto) {
      await Promise.resolve();
      this.advance(ms);
      return;
    }
    await new Promise<void>((wake, reject) => {
      this.#sleepers.push({ at: this.#now + ms, wake });
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  }

  /** Lets time pass and wakes those whose time has come. */
  advance(ms: number): void {
    this.#now += ms;
    for (const s of this.#sleepers.filter((x) => x.at <= this.#now)) s.wake();
    this.#sleepers = this.#sleepers.filter((x) => x.at > this.#now);
  }

  nonce(n: number): string {
    this.#nonce += 1;
    return `n${this.#nonce}`.padEnd(n, 'x').slice(0, n);
  }
}

export type CannedPage =
  string | Partial<Page> | Failure | ((signal: AbortSignal) => Promise<Page | Failure>);
export type CannedAnswer = Partial<Answer> | Failure;

/** A page of the given text, as `Web.read` returns it. */
export const page = (url: string, given: string | Partial<Page>): Page => ({
  url,
  contentType: 'text/html',
  title: '',
  text: typeof given === 'string' ? given : '',
  truncated: false,
  bytes: typeof given === 'string' ? given.length : (given.text?.length ?? 0),
  fetchedAt: new Date(EPOCH).toISOString(),
  notices: [],
  ...(typeof given === 'string' ? {} : given),
});

/** A page that was read whole, as `resolve` returns it. */
export const sourceOf = (given: Partial<Source> = {}): Source => ({
  target: { kind: 'url', url: 'https://a.example/' },
  location: 'https://a.example/',
  title: '',
  text: '',
  depth: 'full',
  via: 'direct',
  truncated: false,
  fetchedAt: new Date(EPOCH).toISOString(),
  bytes: given.text?.length ?? 0,
  notices: [],
  ...given,
});

/** A citation of a page. Its part and the span of its claim default to its marker. */
export const citationOf = (given: Partial<Citation> = {}): Citation => {
  const { marker = { start: 0, end: 0 } } = given;
  return {
    id: 'c',
    style: 'url',
    raw: 'x',
    marker,
    part: marker,
    identifier: 'x',
    claim: { text: 'A claim.', span: marker },
    context: '',
    target: { kind: 'url', url: 'https://site.example/' },
    ...given,
  };
};

/** A verdict of a model that costs nothing. */
export const verdictOf = (given: Partial<Verdict> = {}): Verdict => ({
  support: 'supported',
  confidence: 0.5,
  rationale: '',
  model: 'm',
  usage: { input: 0, output: 0, cached: 0 },
  latencyMs: 0,
  ...given,
});

type Stage<Name> = Omit<Extract<UngradedFinding, { stage: Name }>, 'stage'>;
const related = { result: 'related', score: 0.5 } as const;

/** A finding with a verdict on a related passage of its source, not yet graded. */
export const judgedOf = (
  given: Partial<Omit<Stage<'judged'>, 'verdict'>>,
  verdict: Partial<Verdict>,
): UngradedFinding => ({
  citation: citationOf(),
  stage: 'judged',
  source: sourceOf(),
  screen: related,
  evidence: { passages: [], tokens: 0 },
  ...given,
  verdict: verdictOf(verdict),
});

/** A finding with a source that no model judged, not yet graded. */
export const unjudgedOf = (given: Partial<Stage<'unjudged'>> = {}): UngradedFinding => ({
  citation: citationOf(),
  stage: 'unjudged',
  source: sourceOf(),
  screen: related,
  why: 'no-model',
  ...reason('no_model'),
  ...given,
});

/** A finding that was screened and not judged, of a citation of `text` from 0 to 3. */
export const screenedFinding = (
  id: string,
  text: string,
  result: Screen['result'] = 'figure-differs',
): Finding =>
  grade(
    unjudgedOf({
      citation: citationOf({ id, marker: { start: 0, end: 3 } }),
      source: sourceOf({ target: { kind: 'guess' }, location: '', text }),
      screen: { result, score: 1 },
    }),
  );

/**
 * Pages by URL and registry answers by `endpoint path` (or by endpoint alone, for any path). Everything else is a 404, as on the real web.
 */
export class CannedWeb implements Web {
  readonly calls: { kind: 'read' | 'query' | 'probe'; url: string; options?: WebOptions | undefined }[] = [];
  constructor(
    readonly pages: Readonly<Record<string, CannedPage>> = {},
    readonly answers: Readonly<Record<string, CannedAnswer>> = {},
  ) {}

  async read(url: string, signal: AbortSignal, options?: WebOptions): Promise<Page | Failure> {
    this.calls.push({ kind: 'read', url, options });
    await Promise.resolve();
    if (signal.aborted) return fail('cancelled');
    const found = this.pages[url];
    if (found === undefined) return fail('not_found');
    if (typeof found === 'function') return found(signal);
    return typeof found === 'object' && isFailure(found) ? found : page(url, found);
  }

  async query(
    endpoint: Endpoint,
    path: string,
    signal: AbortSignal,
    _accept?: string,
    _options?: WebOptions,
  ): Promise<Answer | Failure> {
    this.calls.push({ kind: 'query', url: `${endpoint} ${path}` });
    await Promise.resolve();
    if (signal.aborted) return fail('cancelled');
    const found = this.answers[`${endpoint} ${path}`] ?? this.answers[endpoint];
    if (found && isFailure(found)) return found;
    const blank: Answer = { url: `${endpoint}:${path}`, status: 404, body: '' };
    return found ? { ...blank, status: 200, ...found } : blank;
  }

  async probe(url: string, signal: AbortSignal, options?: WebOptions) {
    this.calls.push({ kind: 'probe', url, options });
    await Promise.resolve();
    if (signal.aborted) return fail('cancelled') satisfies Failure;
    const found = this.pages[url];
    if (found === undefined) return fail('not_found') satisfies Failure;
    if (typeof found === 'object' && isFailure(found)) return found;
    return { url, status: 200 };
  }
}

/** Files by path, commits by full sha, memories by id. A bare name is found by its unique suffix. */
export class MemoryWorkspace implements Workspace {
  readonly calls: string[] = [];
  constructor(
    readonly files: Readonly<Record<string, string>> = {},
    readonly commits: Readonly<Record<string, Partial<Commit>>> = {},
    readonly memories: Readonly<Record<string, string>> = {},
  ) {}

  async file(
    path: string,
    lines: readonly [from: number, to: number] | undefined,
    _signal: AbortSignal,
  ): Promise<LocalFile | Failure> {
    this.calls.push(lines ? `${path}:${lines.join('-')}` : path);
    await Promise.resolve();
    if (path.startsWith('/') || path.split('/').includes('..')) return fail('outside_workspace');
    const names = Object.keys(this.files);
    const hits = names.includes(path) ? [path] : names.filter((n) => n.endsWith(`/${path}`));
    if (hits.length > 1) return fail('file_ambiguous');
    const [name] = hits;
    const text = name === undefined ? undefined : this.files[name];
    if (name === undefined || text === undefined) return fail('not_found');
    const count = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
    if (lines && (lines[0] < 1 || lines[1] > count)) return fail('line_out_of_range');
    return { path: name, text, lines: count, truncated: false, ...(name === path && { isBeside: true }) };
  }

  async commit(sha: string, _signal: AbortSignal): Promise<Commit | Failure> {
    this.calls.push(`git:${sha}`);
    await Promise.resolve();
    const hits = Object.entries(this.commits).filter(([full]) => full.startsWith(sha));
    const [hit] = hits;
    if (!hit || hits.length > 1) return fail('not_found');
    return { sha: hit[0], message: '', diff: '', ...hit[1] };
  }

  async memory(id: string): Promise<{ text: string; title: string } | Failure> {
    this.calls.push(`memory:${id}`);
    await Promise.resolve();
    const text = this.memories[id];
    return text === undefined ? fail('not_found') : { text, title: id };
  }
}

/** A map; `stale` keys count as absent. */
export class MapCache implements Cache {
  readonly calls: string[] = [];
  readonly entries = new Map<string, unknown>();

  async get(kind: 'source' | 'answer' | 'verdict', key: string) {
    this.calls.push(`get ${kind} ${key}`);
    await Promise.resolve();
    return this.entries.get(`${kind} ${key}`);
  }

  async put(kind: 'source' | 'answer' | 'verdict', key: string, value: unknown, ttlDays = 1) {
    if (ttlDays <= 0) return;
    this.calls.push(`put ${kind} ${key}`);
    await Promise.resolve();
    this.entries.set(`${kind} ${key}`, structuredClone(value));
  }
}

export type Script = (
  prompt: Prompt,
  call: number,
  signal: AbortSignal,
) => string | Partial<Reply> | Promise<string | Partial<Reply>>;

/** Answers each prompt with a function; a thrown error (such as a `ModelError`) is the provider's failure. */
export class ScriptedModel implements Model {
  readonly calls: Prompt[] = [];
  readonly id: string = 'scripted';
  readonly provider: Provider = 'openai-compatible';
  readonly window: number = 128_000;
  readonly price?: Price;
  constructor(
    readonly script: Script,
    overrides: Partial<Pick<Model, 'id' | 'provider' | 'window' | 'price'>> = {},
  ) {
    Object.assign(this, overrides);
  }

  async ask(prompt: Prompt, signal: AbortSignal): Promise<Reply> {
    this.calls.push(prompt);
    signal.throwIfAborted();
    const said = await this.script(prompt, this.calls.length, signal);
    const whole = typeof said === 'string' ? { text: said } : said;
    return { text: '', usage: { input: 100, output: 20, cached: 0 }, stop: 'end', model: this.id, ...whole };
  }
}

/** A set of fake ports; pass those that the test is about. */
export const fakePorts = <P extends Partial<Ports>>(given: P) => ({
  web: new CannedWeb(),
  workspace: new MemoryWorkspace(),
  cache: new MapCache(),
  clock: new FakeClock(),
  ...given,
});
