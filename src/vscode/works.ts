/**
 * Everything that opening a text does not need: registries, judge, guarded fetcher, catalogue, reports. A bundle of its own
 * (`dist/works.js`), loaded by `await import()` at the first command that wants it.
 */
export { costOf, createLedger } from '../core/judge/ledger';
export { placeProblems } from '../core/places';
export { render } from '../core/report';
export { find } from '../core/resolve';
export { verifyAll } from '../core/verify';
export { createCache } from '../node/cache';
export {
  baseUrlProblem,
  CATALOGUE,
  keyProblem,
  originOf,
  providerOf,
  PROVIDERS,
  readModels,
} from '../node/models/catalogue';
export { createPorts } from '../node/ports';
export { createWorkspace } from '../node/workspace';
