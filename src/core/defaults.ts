/** Every default and limit, once. Hosts take their defaults from here; a test compares the manifest and the README. */
export const DEFAULTS = {
  /** Documents above this many UTF-16 units are not scanned. */
  maxDocument: 20_000_000,
  /**
   * What may be a marker beyond this many is not read: `[1-150]` counts for 150, a word in brackets, of which logs are
   * full, for a quarter. A long text has room for one in `unitsPerMarker`.
   */
  maxMarkers: 30_000,
  unitsPerMarker: 30,
  /** Citations beyond this many are not made: nobody writes more. A long text has room for one in `unitsPerCitation`. */
  maxFound: 20_000,
  unitsPerCitation: 50,
  /** `source.text` is cut here and marked `truncated`. */
  maxSourceText: 1_000_000,
  /** Longest title of a source: longer ones are no titles, and would be paid for in every question to a judge. */
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
  /** Longest wait that a `Retry-After` may ask for, per source. */
  maxRetryAfterMs: 60_000,
  retries: 1,
  concurrency: 8,
  perHost: 2,
  ports: [80, 443, 8000, 8080, 8443],
  parseTimeoutMs: 10_000,
  pdfTimeoutMs: 20_000,
  workerMemoryMb: 512,
  /** Largest workspace file that is read, in bytes. */
  maxFileBytes: 1_048_576,
  gitTimeoutMs: 10_000,
  gitMaxBytes: 4_194_304,
  maxCitations: 500,
  maxCostUsd: 1,
  /** In the editor: what all windows may spend in a day. */
  maxCostPerDayUsd: 5,
  /** Runs estimated above this are confirmed in the editor. */
  confirmAboveUsd: 0.1,
  /** Tokens of evidence shown to a judge for one claim. */
  evidenceTokens: 1_000,
  maxAnswerTokens: 700,
  judgeTimeoutMs: 60_000,
  /** Without a known price a run is capped by tokens. */
  maxTokensUnpriced: 500_000,
  cacheSourceDays: 7,
  cacheNegativeDays: 1,
  cacheMaxBytes: 256 * 1024 * 1024,
  debounceMs: 500,
  /** Pass mark of the score. */
  passScore: 0.5,
} as const;
