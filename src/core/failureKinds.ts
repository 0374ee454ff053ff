/** The kinds of failures: why there is no source. A new kind is a row here. */

/**
 * What was heard of the source. `gone`: the server says that it isn't there. `other`: it is another work. `closed`: the server answered
 * without its text. `fault`: the server has an error of its own, which passes. `silent`: no answer. `unasked`: not asked, because of the settings, the
 * budget or the user. `nowhere`: the text names nothing to ask. `workspace`: a file isn't as the text says.
 */
type Answer = 'gone' | 'other' | 'closed' | 'fault' | 'silent' | 'unasked' | 'nowhere' | 'workspace';

const ANSWERS = {
  'not-found': 'gone',
  'bad-status': 'gone',
  'redirect-loop': 'gone',
  'wrong-work': 'other',
  blocked: 'closed',
  paywalled: 'closed',
  'not-text': 'closed',
  'too-large': 'closed',
  timeout: 'silent',
  network: 'silent',
  disabled: 'unasked',
  cancelled: 'unasked',
  unclear: 'unasked',
  untrusted: 'unasked',
  'over-limit': 'unasked',
  'not-allowed-domain': 'unasked',
  ssrf: 'unasked',
  dangling: 'nowhere',
  guess: 'nowhere',
  'bad-scheme': 'nowhere',
  ambiguous: 'workspace',
  'outside-workspace': 'workspace',
  'line-out-of-range': 'workspace',
  drifted: 'workspace',
} as const satisfies Record<string, Answer>;

/** Why there is no source. */
export type FailureKind = keyof typeof ANSWERS;

/** Whether a string, such as one from a file, names a kind. */
export const isFailureKind = (kind: string): kind is FailureKind => Object.hasOwn(ANSWERS, kind);

/** Whether one of `answers` was heard. */
export const heard = (
  { kind, cause }: { readonly kind: FailureKind; readonly cause: string },
  ...answers: readonly Answer[]
): boolean => answers.includes(cause === 'server_error' ? 'fault' : ANSWERS[kind]);
