/** Public API of the core, for hosts and other programs. Pure: bring your own ports. */
export { CODES, message, type Code, type Severity } from './codes';
export { DEFAULTS } from './defaults';
export { scan, createScanner, type Scan, type ScanContext } from './extract';
export { codeOf, explain, grade, layers, reaches, summary, type Severities, type Summary } from './finding';
export { createLedger, type Ledger } from './judge/ledger';
export type {
  Citation,
  Evidence,
  Failure,
  Finding,
  Layers,
  FailureKind,
  Notice,
  Problem,
  Screen,
  Source,
  Span,
  Style,
  Support,
  Suppressed,
  Target,
  Verdict,
  UnjudgedReason,
  Work,
} from './model';
export { isFailure } from './model';
export { fileProblems } from './fileProblems';
export { ModelError } from './ports';
export type {
  Answer,
  Cache,
  Clock,
  Commit,
  Endpoint,
  LocalFile,
  Model,
  Page,
  Ports,
  Web,
  Workspace,
} from './ports';
export { render, type Format, type Look, type Report } from './report';
export { find, parseTarget, probe, resolve, type FindOptions, type ResolveOptions } from './resolve';
export { verify, verifyAll, type VerifyDocument, type Tagged, type VerifyOptions } from './verify';
