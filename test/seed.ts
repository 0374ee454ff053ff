/** Properties are tried on the same random values each time, so that a run says something of the change and not of its luck. */
import fc from 'fast-check';
import { appendFileSync } from 'node:fs';

/** `CITEWRIGHT_SEED` names another seed, for a search beyond what every run looks at. */
const seed = Number(process.env['CITEWRIGHT_SEED'] ?? 1);
/** `CITEWRIGHT_TRIED` names a file that gets a line with the number of values tried, for each property: `npm run eval -- fuzz` adds them. */
const tried = process.env['CITEWRIGHT_TRIED'];

function count(details: fc.RunDetails<unknown>): void {
  if (tried !== undefined) appendFileSync(tried, `${details.numRuns}\n`);
  if (details.failed) throw new Error(fc.defaultReportMessage(details));
}

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed,
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- what replaces it can only be given property by property
  ...(tried !== undefined && { reporter: count }),
});
