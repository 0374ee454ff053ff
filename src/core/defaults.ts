/** A limit in bytes for a message: what exceeds it has more than so many megabytes. */
export const megabytes = (bytes: number): number => Math.floor(bytes / 1_000_000);

/** All defaults and limits. Hosts use them; a test compares the manifest and the README. */
export const DEFAULTS = {
  /** Documents over this many UTF-16 units are not scanned. */
  maxDocument: 20_000_000,
  /**
   * Limit for candidate markers, so that scanning stays fast: `[1-150]` counts as 150; a word in brackets, common in logs, as a quarter.
   * Long texts may have one per `unitsPerMarker`.
   */
  maxMarkers: 30_000,
  unitsPerMarker: 30,
  /** Most citations created per document; real documents have fewer. Long texts may have one per `unitsPerCitation`. */
  maxFound: 20_000,
  unitsPerCitation: 50,
  /** `source.text` is truncated to this many UTF-16 units. */
  maxSourceText: 1_000_000,
  /** Longest title of a source. Longer ones aren't titles, and every judge request would pay for them. */
  maxTitle: 500,
  timeoutMs: 10_000,
  linkTimeoutMs: 3_000,
  maxBytes: 5_242_880,
  maxHeaderBytes: 32_768,
  maxRedirects: 10,
  lookupTimeoutMs: 5_000,
  connectTimeoutMs: 5_000,
  headersTimeoutMs: 8_000,
  idleTimeoutMs: 5_000,
  /** Longest `Retry-After` honored per source. */
  maxRetryAfterMs: 60_000,
  retries: 1,
  concurrency: 8,
  perHost: 2,
  ports: [80, 443, 8000, 8080, 8443],
  parseTimeoutMs: 10_000,
  pdfTimeoutMs: 20_000,
  workerMemoryMb: 512,
  /** Largest workspace file read, in bytes. */
  maxFileBytes: 1_048_576,
  gitTimeoutMs: 10_000,
  gitMaxBytes: 4_194_304,
  maxCitations: 500,
  maxCostUsd: 1,
  /** Tokens of evidence per claim in a judge request. */
  evidenceTokens: 1_000,
  /** Most claims on one source per call. */
  claimsPerCall: 5,
  maxAnswerTokens: 700,
  judgeTimeoutMs: 60_000,
  /** Token cap of a run if the price is unknown. */
  maxTokensUnpriced: 500_000,
  cacheSourceDays: 7,
  cacheNegativeDays: 1,
  cacheMaxBytes: 256 * 1024 * 1024,
  debounceMs: 500,
  /** Lowest score that passes. */
  passScore: 0.5,
} as const;
