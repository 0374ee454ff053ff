/** `work`: runs the units from standard input and stores their results. Stateless: finished units are skipped. */
import path from 'node:path';
import pLimit from 'p-limit';
import { withKeptReplies } from '../../core/judge/keptReplies';
import type { RunLedger } from '../../core/judge/ledger';
import { isOwnNetwork } from '../../core/failureKinds';
import { gather } from '../../core/verify/jobs';
import { isFailure, type Finding } from '../../core/model';
import type { Cache, Clock, Model, Ports, Web } from '../../core/ports';
import { jsonText, plural, printable } from '../../core/report';
import { citationOf, type Cited } from '../../core/verify/division';
import type { VerifyDocument, VerifyOptions } from '../../core/verify/run';
import { verifyAll } from '../../core/verify/verify';
import { ledgerFor, spendsNothing } from '../../node/models/judges';
import type { PortsConfig } from '../../node/ports';
import { openStore, type Store } from '../../node/store';
import { EXIT, flag, word, type UsageError, type Values } from '../args';
import type { Command } from '../main';
import { NETWORK_OFF, unwritable } from '../output';
import { batchJudgeOf, judgeOf } from '../ports';
import type { Terminal } from '../terminal';
import { linesOf, readUnit, shortId, storeFolder, type WorkUnit } from '../units';
import { withSession, type Session } from '../session';

/** Concurrent units of one process; their requests share the process's limits. */
const UNITS = 8;

const mayPass = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && isFailure(value) && isOwnNetwork(value);

/** Why a unit isn't done with this finding: no request was made, or the judge was unavailable. */
function openReason(finding: Finding): string | undefined {
  if (finding.stage === 'judged') return undefined;
  if (finding.stage === 'unresolved')
    return ['disabled', 'cancelled', 'internal_error', 'unit_missing'].includes(finding.cause)
      ? finding.cause
      : undefined;
  return ['budget', 'model-error', 'cancelled'].includes(finding.why) ? finding.cause : undefined;
}

/** The documents of one batch of a unit, in the order of the run. */
const documentsOf = (cited: readonly Cited[]): VerifyDocument[] =>
  gather(
    [...cited].sort((a, b) => (a.order ?? 0) - (b.order ?? 0)),
    ({ document = 0 }) => String(document),
  ).map((all) => ({ path: all[0].path ?? '', text: '', citations: all.map(citationOf) }));

type State = 'done' | 'known' | 'waiting' | 'open';
type Result = { readonly state: State; readonly why?: string; readonly sources?: number };

type Judge = Pick<Ports, 'clock'> & { readonly model: Model };

/** `web` with the pace of requests to registries shared by all workers of the store. A registry that `own` replaces is not paced. */
const paced = (web: Web, store: Store, clock: Clock, own: NonNullable<PortsConfig['endpoints']>): Web => ({
  isPrivate: (url) => web.isPrivate?.(url) === true,
  read: (...given) => web.read(...given),
  probe: (...given) => web.probe(...given),
  async query(registry, request, signal, ...more) {
    if (!Object.hasOwn(own, registry)) {
      const wait = await store.turn(registry);
      if (wait > 0) await clock.sleep(wait, signal).catch(() => undefined);
    }
    return web.query(registry, request, signal, ...more);
  },
});

class Worker {
  #live: Promise<Model | undefined> | undefined;
  #ledger: RunLedger | undefined;

  constructor(
    readonly folder: string,
    readonly store: Store,
    readonly ports: Ports,
    readonly session: Session,
  ) {}

  async do(unit: WorkUnit): Promise<Result> {
    const known = await this.store.done(unit.id);
    if (known && !known.mayPass) return { state: 'known' };
    const before = await Promise.all(unit.after.map((id) => this.store.done(id)));
    if (before.includes(undefined)) return { state: 'waiting', why: 'other units must be done first' };
    const startedAt = this.ports.clock.now();
    const open = new Set<string>();
    const judge = await this.#judge(unit);
    let passing = false;
    const sources: Cache = {
      get: async (kind, key) => {
        const value = await this.store.sources.get(kind, key);
        return mayPass(value) ? undefined : value;
      },
      put: async (kind, key, value, days) => {
        passing ||= mayPass(value);
        await this.store.sources.put(kind, key, value, days);
      },
    };
    const ports: Ports = { ...this.ports, cache: sources, ...judge };
    const options = this.#options(unit);
    const { signal } = this.session.terminal;
    for (const cited of gather(unit.cited, ({ batch }) => String(batch)))
      for await (const { finding } of verifyAll(documentsOf(cited), ports, options, signal)) {
        const why = openReason(finding);
        if (why !== undefined) open.add(why);
      }
    if (open.size > 0) return { state: 'open', why: [...open].join(', ') };
    await this.store.finish(unit.id, { startedAt, mayPass: passing });
    return { state: 'done', sources: unit.cited.length };
  }

  /** The judge of a unit, with its answers stored and, for a batch, its own nonce. */
  async #judge({ id, settings }: WorkUnit): Promise<Judge | undefined> {
    if (settings.judge === null) return undefined;
    const { values, terminal, caps } = this.session;
    if (!settings.batch || spendsNothing(caps)) {
      const model = await (this.#live ??= judgeOf(values, terminal, caps));
      return model && { model: this.#kept(model), clock: this.ports.clock };
    }
    const folder = path.join(this.folder, 'batches', id);
    const { nonce, ...model } = await batchJudgeOf(values, terminal, folder);
    return { model: this.#kept(model), clock: { ...this.ports.clock, nonce } };
  }

  /** Answers in the store are free; the caps apply to all workers of the store together. */
  #kept(model: Model): Model {
    const { store, ports, session } = this;
    this.#ledger ??= ledgerFor(model, { ...session.caps, shared: store.book });
    return withKeptReplies(model, store.replies, ports.clock, this.#ledger);
  }

  #options({ settings }: WorkUnit): VerifyOptions {
    return {
      ...this.session.options,
      linksOnly: settings.linksOnly,
      maxCitations: Infinity,
      ...(settings.batch && { judging: Infinity }),
    };
  }
}

/** Why this worker may not run a unit: the worker chooses the judge, not the plan. */
function mismatch({ settings }: WorkUnit, values: Values): string | undefined {
  const judge = word(values, 'judge');
  const own = judge === 'none' ? undefined : judge;
  if ((settings.judge ?? undefined) !== own)
    return settings.judge === null
      ? 'it was planned without a judge'
      : `it was planned with --judge ${settings.judge}, which this command doesn’t have`;
  return settings.batch === flag(values, 'batch') ? undefined : '--batch differs from its plan';
}

/** Runs the units of the lines and gives the exit code. */
class UnitQueue {
  readonly #codes = new Set<number>();
  readonly #waiting: WorkUnit[] = [];
  /** Why the store can’t be written; no unit is begun after it. */
  #error: UsageError | undefined;

  constructor(
    readonly worker: Worker,
    readonly terminal: Terminal,
    readonly isText: boolean,
  ) {}

  async take(line: string, number: number): Promise<void> {
    if (this.#error) return;
    await this.#do(line, number).catch((error: unknown) => {
      this.#error ??= unwritable('--store', this.worker.folder, error);
    });
  }

  async #do(line: string, number: number): Promise<void> {
    const unit = readUnit(line);
    if (unit instanceof Error) {
      this.#refuse(`line ${number}`, unit.message);
      return;
    }
    if (unit.unit === 'plan') return this.worker.store.keepPlan(line);
    const why = mismatch(unit, this.worker.session.values);
    if (why !== undefined) {
      this.#refuse(shortId(unit.id), why);
      return;
    }
    this.terminal.trace(`${shortId(unit.id)}: ${printable(unit.place ?? 'groups')}`);
    const result = await this.worker.do(unit);
    if (result.state === 'waiting') this.#waiting.push(unit);
    else this.#tell(unit, result);
  }

  /** Units that waited for others of this process are tried once more. */
  async end(): Promise<number> {
    if (this.#error) throw this.#error;
    for (const unit of this.#waiting) this.#tell(unit, await this.worker.do(unit));
    const [worst = EXIT.clean] = [EXIT.usage, EXIT.incomplete].filter((code) => this.#codes.has(code));
    return worst;
  }

  #tell({ id }: WorkUnit, result: Result): void {
    const { state, why, sources } = result;
    const more = why ?? (sources === undefined ? undefined : plural(sources, 'citation'));
    const text = `${shortId(id)}  ${state}${more === undefined ? '' : `  ${more}`}`;
    this.terminal.print(`${this.isText ? text : jsonText({ unit: id, ...result }, 0)}\n`);
    if (result.state === 'open' || result.state === 'waiting') this.#codes.add(EXIT.incomplete);
  }

  #refuse(what: string, why: string): void {
    this.#codes.add(EXIT.usage);
    this.terminal.say(`${what}: ${printable(why)}`);
  }
}

export const workCommand: Command = (_args, values, terminal) =>
  withSession(values, terminal, 'online', async (session) => {
    const { config, ports } = session;
    const folder = await storeFolder(values, terminal);
    if (!config.allowNetwork()) terminal.note(NETWORK_OFF);
    const store = openStore(folder, ports.clock);
    const web = config.allowNetwork()
      ? paced(ports.web, store, ports.clock, config.endpoints ?? {})
      : ports.web;
    const worker = new Worker(folder, store, { ...ports, web }, session);
    const queue = new UnitQueue(worker, terminal, word(values, 'format') === 'text');
    const slots = pLimit(UNITS);
    const running: Promise<void>[] = [];
    let number = 0;
    for await (const line of linesOf(terminal.stdin(), terminal.signal)) {
      const at = ++number;
      if (line.trim() !== '') running.push(slots(() => queue.take(line, at)));
    }
    await Promise.all(running);
    if (number === 0) terminal.note('no units on standard input; pipe in the output of citewright plan');
    return queue.end();
  });
