/** Fixes, and the commands that amend a text, loaded at the first of them. */
export {
  accept,
  addKey,
  attachSource,
  correctEntry,
  fixDoi,
  ignoreInWorkspace,
  narrowClaim,
} from './fixCommands';
export { findPapers, findSource } from './papers';
export { stopIgnoring, takeBack } from '../suppressions/removeSuppression';
export { actionsFor } from './quickFixes';
