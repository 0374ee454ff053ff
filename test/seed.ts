/** Properties are tried on the same random values each time, so that a run says something of the change and not of its luck. */
import fc from 'fast-check';

/** `CITEWRIGHT_SEED` names another seed, for a search beyond what every run looks at. */
const seed = Number(process.env['CITEWRIGHT_SEED'] ?? 1);
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
