/** The kinds of failures: why there is no source, by the answer that came. A new kind is one word here. */
const KINDS = {
  /** The server says that it isn't there. */
  gone: ['not-found', 'bad-status', 'redirect-loop'],
  /** It is another work. */
  other: ['wrong-work'],
  /** The server answered without its text. */
  closed: ['blocked', 'paywalled', 'not-text', 'too-large'],
  /** The server has an error of its own, which passes: any kind with this cause. */
  fault: [],
  /** No answer. */
  silent: ['timeout', 'network'],
  /** Not asked, because the user allows no request or has ended the run. */
  stopped: ['disabled', 'cancelled'],
  /** Not asked, because of the other settings, the budget or what the text says. */
  unasked: ['unclear', 'untrusted', 'over-limit', 'not-allowed-domain', 'ssrf'],
  /** The text names nothing to ask. */
  nowhere: ['dangling', 'guess', 'bad-scheme'],
  /** A file isn't as the text says. */
  workspace: ['ambiguous', 'outside-workspace', 'line-out-of-range', 'drifted'],
} as const;

type Answer = keyof typeof KINDS;
/** Why there is no source. */
export type FailureKind = (typeof KINDS)[Answer][number];

/** Whether the failure is one of `answers`. */
export const hasAnswer = (
  { kind, cause }: { readonly kind: FailureKind; readonly cause: string },
  ...answers: readonly Answer[]
): boolean => {
  const kinds: readonly string[] = answers.flatMap((answer) => KINDS[answer]);
  return cause === 'server_error' ? answers.includes('fault') : kinds.includes(kind);
};

/** Whether this computer's network failed, which a later try or another computer may not meet. */
export const isOwnNetwork = ({ cause }: { readonly cause: string }): boolean =>
  /^(?:offline|dns_temporary|captive_portal|proxy_error)$/.test(cause);

/** Whether a string, such as one from a file, names a kind. */
export const isFailureKind = (kind: string): kind is FailureKind =>
  Object.values<readonly string[]>(KINDS).some((kinds) => kinds.includes(kind));
