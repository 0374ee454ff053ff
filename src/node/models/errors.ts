/** What went wrong with a provider, in our words: one reason, one sentence, and never the key. */
import type { Usage } from '../../core/model';
import { ModelError, type ModelErrorReason } from '../../core/ports';
import { PROVIDERS, type HttpProvider } from './catalogue';
import { BrokenAnswerError, HttpError, NotAnApiError } from './wire';

/** Who was asked, for messages. */
export type Asked = {
  readonly provider: HttpProvider;
  readonly id: string;
  readonly baseUrl: string;
  readonly key: string;
};

const has = (text: string, ...words: readonly string[]) => words.some((w) => text.includes(w));

const NO_CREDIT = [
  'insufficient_quota',
  'billing',
  'credit balance',
  'no credit',
  'exceeded your current quota',
  'payment',
  'spend limit',
  'spend_limit',
  'insufficient credits',
];
const TOO_LONG = [
  'context_length',
  'context length',
  'context window',
  'context size',
  'prompt is too long',
  'too many tokens',
  'maximum context',
  'request_too_large',
];

/** The reason behind a status and a body, by the providers' documented codes. */
export function reasonOf(status: number, body: string): ModelErrorReason {
  const text = body.toLowerCase();
  if (status === 402 || ([400, 403, 429].includes(status) && has(text, ...NO_CREDIT))) return 'no-credit';
  if (status === 413 || ([400, 422, 500].includes(status) && has(text, ...TOO_LONG))) return 'too-long';
  if (status === 404 || ([400, 403].includes(status) && has(text, 'model_not_found', 'does not exist'))) {
    return 'model-not-found';
  }
  if (status === 401 || status === 403) return 'key-invalid';
  if (status === 429) return 'rate-limited';
  if (status === 503 || status === 529 || has(text, 'overloaded')) return 'overloaded';
  if (status === 408 || status === 409 || status >= 500) return 'server-error';
  return 'rejected';
}

/** Words that hold the key, a piece of it or a masked form of it are blotted out. */
function redact(text: string, key: string): string {
  const head = key.slice(0, 8);
  return text
    .split(/([\s"'`<>(){}[\],;]+)/)
    .map((w) => ((key.length > 4 && (w.includes(key) || w.includes(head))) || w.includes('**') ? '[…]' : w))
    .join('');
}

/** The sentence a provider's error body carries, where it has the usual shape; the body itself where it is short text. */
export function messageIn(body: string): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return body.trimStart().startsWith('<') ? '' : body.trim().slice(0, 300);
  }
  const inner = typeof parsed === 'object' && parsed !== null && 'error' in parsed ? parsed.error : parsed;
  if (typeof inner === 'string') return inner.slice(0, 300);
  const message =
    typeof inner === 'object' && inner !== null
      ? 'message' in inner
        ? inner.message
        : 'detail' in inner
          ? inner.detail
          : ''
      : '';
  return typeof message === 'string' ? message.slice(0, 300) : '';
}

function sentence(reason: ModelErrorReason, status: number, { provider, id, baseUrl }: Asked): string {
  const { name } = PROVIDERS[provider];
  const origin = new URL(baseUrl).origin;
  const whom = provider === 'openai-compatible' ? `${name} at ${origin}` : name;
  switch (reason) {
    case 'key-invalid':
      return `${whom} refuses the key (HTTP ${status}). Set another API key.`;
    case 'no-credit':
      return `The account at ${whom} has no credit or quota left (HTTP ${status}).`;
    case 'model-not-found':
      return `${whom} has no model named ${id} (HTTP ${status}). Choose another model, or check the base URL.`;
    case 'too-long':
      return `The request is longer than ${id} can take (HTTP ${status}).`;
    case 'rate-limited':
      return `${whom} asks to slow down (HTTP ${status}).`;
    case 'overloaded':
    case 'server-error':
      return `${whom} has a problem (HTTP ${status}).`;
    default:
      return `${whom} does not accept the request (HTTP ${status}).`;
  }
}

/** The causes of an error from the outside in, as far as they go. */
function* causes(error: unknown): Generator<Error & { code?: unknown }> {
  for (let e = error, depth = 0; e instanceof Error && depth < 6; e = e.cause, depth++) yield e;
}

/** Network codes of a server that is not there, as against a connection that broke. */
const UNREACHABLE = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ERR_INVALID_URL',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
];

function unreachable(code: string, { provider, baseUrl }: Asked): string {
  const { host, port, origin } = new URL(baseUrl);
  if (provider !== 'openai-compatible')
    return `${PROVIDERS[provider].name} cannot be reached at ${host} (${code}).`;
  const name = port === '11434' ? 'Ollama' : port === '1234' ? 'LM Studio' : PROVIDERS[provider].name;
  return `${name} does not answer at ${origin} (${code}). Is it running?`;
}

/**
 * Turns whatever an SDK threw into a `ModelError`. `spent` is what the attempt cost if its request had gone out.
 */
export function toModelError(error: unknown, asked: Asked, spent: Usage): ModelError {
  if (error instanceof ModelError) return error;
  const chain = [...causes(error)];
  for (const e of chain) {
    if (e instanceof ModelError) return e;
    if (e instanceof HttpError) {
      const reason = reasonOf(e.status, e.body);
      const said = reason === 'key-invalid' ? '' : redact(messageIn(e.body), asked.key);
      return new ModelError(reason, [sentence(reason, e.status, asked), said].filter(Boolean).join(' '));
    }
    if (e instanceof NotAnApiError) {
      return new ModelError(
        'not-an-api',
        `${new URL(asked.baseUrl).origin} does not answer like a model API: ${e.message}. Check the base URL and the proxy.`,
      );
    }
    if (e instanceof BrokenAnswerError) {
      return new ModelError('server-error', 'The connection to the model was lost.', spent);
    }
  }
  return connectionError(chain, asked, spent);
}

function connectionError(
  chain: readonly (Error & { code?: unknown })[],
  asked: Asked,
  spent: Usage,
): ModelError {
  const code = chain.map((e) => (typeof e.code === 'string' ? e.code : '')).find(Boolean);
  if (code === undefined && !chain.some((e) => e.message === 'fetch failed')) {
    const { origin } = new URL(asked.baseUrl);
    return new ModelError('not-an-api', `${origin} does not answer like a model API. Check the base URL.`);
  }
  return code === undefined || UNREACHABLE.includes(code)
    ? new ModelError('unreachable', unreachable(code ?? chain.at(-1)?.message ?? 'no connection', asked))
    : new ModelError('server-error', `The connection to the model was lost (${code}).`, spent);
}
