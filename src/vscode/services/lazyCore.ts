/**
 * Everything that opening a text does not need: registries, judge, guarded fetcher, catalogue, reports. Loaded by
 * `await import()` at the first command that wants it.
 */
export { withDay } from '../../core/judge/dailyBudget';
export { costOf, createLedger } from '../../core/judge/ledger';
export { fileProblems } from '../../core/fileProblems';
export { render } from '../../core/report';
export { find, probe } from '../../core/resolve';
export { readTranscript } from '../../core/transcript';
export { verifyAll } from '../../core/verify';
export { createCache } from '../../node/cache';
export {
  baseUrlProblem,
  CATALOGUE,
  keyProblem,
  originOf,
  providerOf,
  PROVIDERS,
  readModels,
  refresh,
} from '../../node/models/catalogue';
export { createAttachments, MOST_ATTACHED } from '../../node/attachments';
export { asideOf, readRepository } from '../../node/config';
export { createPorts } from '../../node/ports';
export { createReader } from '../../node/reader';
export { createSpending } from '../../node/dailyBudgetFile';
export { createWorkspace } from '../../node/workspace';
export { withVirtual } from './virtualFiles';
