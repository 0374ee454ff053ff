/** Property tests use the same random values each time, so that a result reflects the change and not luck. */
import fc from 'fast-check';
import { appendFileSync } from 'node:fs';

/** `CITEWRIGHT_SEED` sets another seed, for a search beyond the usual values. */
const seed = Number(process.env['CITEWRIGHT_SEED'] ?? 1);
/**
 * `CITEWRIGHT_TRIED` names a file that gets a line with the number of tried values for each property: `npm run eval -- fuzz` adds them up.
 */
const tried = process.env['CITEWRIGHT_TRIED'];

function count(details: fc.RunDetails<unknown>): void {
  if (tried !== undefined) appendFileSync(tried, `${details.numRuns}\n`);
  if (details.failed) throw new Error(fc.defaultReportMessage(details));
}

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed,
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- its replacement must be set for each property
  ...(tried !== undefined && { reporter: count }),
});
