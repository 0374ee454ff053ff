/** `plan FILE…`: divides a verification into units, one JSON line each, without a network. */
import { jobsOf, sourceId } from '../../core/verify/runPlan';
import { divide, type Batch } from '../../core/verify/division';
import { EXIT, flag, UsageError, type Values } from '../args';
import { takeIn, together, type Scanned } from '../documents';
import type { Command } from '../main';
import { RunTotals } from '../outcome';
import { namedJudge } from '../ports';
import { jsonText } from '../../core/report';
import { hash, UNIT_VERSION, withId, type UnitSettings } from '../units';
import { withSession } from '../session';

function settingsOf(values: Values): UnitSettings {
  const { id = null, provider = null } = namedJudge(values) ?? {};
  return { judge: id, provider, batch: flag(values, 'batch'), linksOnly: flag(values, 'links-only') };
}

/** Why a document can't be divided. A transcript is judged with what its agent saw, which units don't contain. */
function unplanned({ path, log }: Scanned, { judge }: UnitSettings): string | undefined {
  if (path === '-') return 'merge reads the texts again, so standard input can’t be planned';
  return log && judge !== null ? `${path}: a transcript with a judge can’t be planned` : undefined;
}

export const planCommand: Command = async (args, values, terminal) => {
  const unitSettings = settingsOf(values);
  const outcome = new RunTotals(undefined);
  const texts: { path: string; sha256: string }[] = [];
  const batches: Batch[] = [];
  let before = 0;
  const maxCitations = await withSession(values, terminal, 'offline', async (session) => {
    const { maxCitations: most } = session.options;
    for await (const documents of together(outcome.documents(takeIn(args, session)))) {
      for (const document of documents) {
        const why = unplanned(document, unitSettings);
        if (why !== undefined) throw new UsageError(`${why}; use verify`);
        texts.push({ path: document.path, sha256: hash(document.text) });
      }
      const jobs = jobsOf(documents).slice(0, Math.max(0, most - before));
      batches.push({ paths: documents.map(({ path }) => path), jobs });
      before += documents.reduce((n, { citations }) => n + citations.length, 0);
    }
    return most;
  });
  if (terminal.isInterrupted()) return EXIT.interrupted;
  const head = { version: UNIT_VERSION, settings: unitSettings };
  const ids: string[] = [];
  const units = divide(batches, unitSettings.judge !== null).map(({ after, ...rest }) => {
    const unit = withId({ unit: 'work', ...head, ...rest, after: after.map((i) => ids[i] ?? '') });
    ids.push(unit.id);
    return unit;
  });
  const named = units.map(({ id, place, cited }) => ({
    id,
    place,
    ...(place === 'registries' && { sources: [...new Set(cited.map(({ target }) => sourceId(target)))] }),
  }));
  const plan = withId({ unit: 'plan', ...head, maxCitations, texts, units: named });
  for (const line of [plan, ...units]) terminal.print(`${jsonText(line, 0)}\n`);
  return outcome.exitCode();
};
