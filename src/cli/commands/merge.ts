/** `merge [PLAN]`: reports the results of the units. The pipeline of `verify`, with a store in place of the network and the judge. */
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { fail, reason, say } from '../../core/causes';
import { createLedger, type RunLedger } from '../../core/judge/ledger';
import { withKeptReplies } from '../../core/judge/keptReplies';
import type { Failure, Target } from '../../core/model';
import { ModelError, type Model, type Web } from '../../core/ports';
import { printable } from '../../core/report';
import { placeOf, sourceId } from '../../core/verify/runPlan';
import { failureOf } from '../../node/files/documents';
import { unaskable } from '../../node/models/judges';
import { openStore, type Done, type Store } from '../../node/store';
import { systemClock } from '../../node/clock';
import { UsageError } from '../args';
import { takeFiles, type Taken } from '../documents';
import type { Command } from '../main';
import { RunTotals } from '../outcome';
import { report } from '../run';
import { failOn } from '../output';
import { namedJudge } from '../ports';
import type { Terminal } from '../terminal';
import { hash, linesOf, planOf, shortId, storeFolder, type PlanUnit } from '../units';
import { withSession } from '../session';

/** Most missing units to name on standard error. */
const MOST_NAMED = 20;

async function readPlan(name: string | undefined, store: Store, { cwd, stdin, signal }: Terminal) {
  if (name !== undefined) {
    // The lines of a large plan are longer than any document; the first is enough.
    const input = name === '-' ? stdin() : createReadStream(path.resolve(cwd, name));
    try {
      for await (const line of linesOf(input, signal)) return planOf(line);
    } catch (error) {
      throw error instanceof UsageError ? error : new UsageError(`${name}: ${say(failureOf(error))}`);
    }
    return planOf('');
  }
  const kept = await store.plan();
  if (kept === undefined)
    throw new UsageError('the store has no plan: name the file that citewright plan wrote');
  return planOf(kept);
}

const missing = (unit = '?') => fail('unit_missing', { unit: shortId(unit) });

/** A source that no unit fetched is missing. */
const closed = (): Web => {
  const none = () => Promise.resolve(missing());
  return { read: none, query: none, probe: none };
};

/** The judge of the plan; never called, because its answers are in the store. */
function judgeOf({ settings: { judge, provider, batch } }: PlanUnit, store: Store): Model | undefined {
  const named = namedJudge({
    ...(judge !== null && { judge }),
    ...(provider !== null && { provider }),
    ...(batch && { batch }),
  });
  const missed = new ModelError('rejected', reason('unit_missing', { unit: '?' }));
  return named && withKeptReplies(unaskable(named, missed), store.replies, systemClock);
}

/** The documents of the plan, unchanged since it was made. */
async function* unchanged({ texts }: PlanUnit, all: AsyncIterable<Taken>) {
  const hashes = new Map(texts.map(({ path: name, sha256 }) => [name, sha256]));
  for await (const taken of all) {
    const { document, error } = taken;
    if (!document || error || hashes.get(document.path) === hash(document.text)) yield taken;
    else throw new UsageError(`${document.path} has changed since the plan was made`);
  }
}

/** The finished units, by id. */
async function doneOf({ units }: PlanUnit, store: Store): Promise<ReadonlyMap<string, Done>> {
  const all = await Promise.all(units.map(async ({ id }) => [id, await store.done(id)] as const));
  return new Map(all.flatMap(([id, done]) => (done ? [[id, done] as const] : [])));
}

function nameMissing({ units }: PlanUnit, done: ReadonlyMap<string, Done>, { say }: Terminal): void {
  const left = units.filter(({ id }) => !done.has(id));
  if (left.length === 0) return;
  const names = left
    .slice(0, MOST_NAMED)
    .map(({ id, place = 'groups' }) => `${shortId(id)} (${printable(place, 80)})`);
  const more = left.length > MOST_NAMED ? ` and ${left.length - MOST_NAMED} more` : '';
  say(
    `units missing: ${left.length} of ${units.length}: ${names.join('; ')}${more}; run citewright work again`,
  );
}

export const mergeCommand: Command = async ([name], values, terminal) => {
  const store = openStore(await storeFolder(values, terminal), systemClock);
  const plan = await readPlan(name, store, terminal);
  const done = await doneOf(plan, store);
  const model = judgeOf(plan, store);
  const ledger: RunLedger | undefined = model && createLedger({ price: model.price, maxCostUsd: Infinity });
  const unitOf = new Map(
    plan.units.flatMap(({ id, place, sources }) => (sources ?? [place]).map((key) => [key, id])),
  );
  const given = (target: Target): Promise<Failure | undefined> => {
    const place = placeOf(target);
    const unit = unitOf.get(place === 'registries' ? sourceId(target) : place);
    return Promise.resolve(unit === undefined || done.has(unit) ? undefined : missing(unit));
  };
  const begun = [...done.values()].reduce((first, { startedAt }) => Math.min(first, startedAt), Infinity);
  const now = () => (Number.isFinite(begun) ? begun : systemClock.now());
  const outcome = new RunTotals(failOn(values));
  outcome.isIncomplete = done.size < plan.units.length;
  const names = plan.texts.map(({ path: one }) => one);
  const code = await withSession(values, terminal, 'offline', (session) =>
    report(session, {
      options: {
        ...session.options,
        linksOnly: plan.settings.linksOnly,
        maxCitations: plan.maxCitations,
        resolve: { ...session.options.resolve, given },
        ...(ledger && { ledger }),
      },
      outcome,
      documents: outcome.documents(unchanged(plan, takeFiles(names, session))),
      ports: {
        ...session.ports,
        web: closed(),
        cache: { get: (kind, key) => store.sources.get(kind, key), put: () => Promise.resolve() },
        clock: { ...session.ports.clock, now },
        ...(model && { model }),
      },
    }),
  );
  nameMissing(plan, done, terminal);
  return code;
};
