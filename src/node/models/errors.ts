/** Maps provider errors to one reason and one sentence of ours, without the key. */
import { reason, type Cause, type Reason } from '../../core/causes';
import type { Usage } from '../../core/model';
import { ModelError, NO_USAGE, type ModelErrorReason } from '../../core/ports';
import { at, parseJson } from '../../core/text/jsonFields';
import { PROVIDERS, type HttpProvider } from './catalogue';
import { BrokenAnswerError, HttpError, NotAnApiError } from './wire';

/** The called model, for messages. */
export type Asked = {
  readonly provider: HttpProvider;
  readonly id: string;
  readonly baseUrl: string;
  readonly key: string;
};

const NO_CREDIT =
  /insufficient_quota|billing|credit balance|no credit|exceeded your current quota|payment|spend[ _]limit|insufficient credits/;
const TOO_LONG =
  /context[_ ]length|context window|context size|prompt is too long|too many tokens|maximum context|request_too_large/;

/** The words of a gateway, or of a server that has nothing at this path. */
const NO_API = /^\s*<|page not found|^{"detail": ?"not found"}/;

/** The reason for an HTTP status and body, by the providers' documented error codes. */
export function reasonOf(status: number, body: string): ModelErrorReason {
  const text = body.toLowerCase();
  if (status === 402 || ([400, 403, 429].includes(status) && NO_CREDIT.test(text))) return 'no-credit';
  if (status === 413 || ([400, 422, 500].includes(status) && TOO_LONG.test(text))) return 'too-long';
  if ([403, 404].includes(status) && NO_API.test(text)) return 'not-an-api';
  if (status === 404 || ([400, 403].includes(status) && /model_not_found|does not exist/.test(text))) {
    return 'model-not-found';
  }
  if (status === 401 || (status === 403 && !/country|region|territor/.test(text))) return 'key-invalid';
  if (status === 429) return 'rate-limited';
  if (status === 503 || status === 529 || text.includes('overloaded')) return 'overloaded';
  if (status === 408 || status === 409 || status >= 500) return 'server-error';
  return 'rejected';
}

/** Removes words that contain the key, a part of it or a masked form. */
function redact(text: string, key: string): string {
  const parts = key.length > 4 ? [key.slice(0, 8), key.slice(-8), '**'] : ['**'];
  return text
    .split(/([\s"'`<>(){}[\],;]+)/)
    .map((w) => (parts.some((part) => w.includes(part)) ? '[…]' : w))
    .join('');
}

/** The message of a provider's error body in the usual shape, else the body if it is short text. */
export function messageIn(body: string): string {
  const parsed = parseJson(body);
  if (parsed === undefined) return body.trimStart().startsWith('<') ? '' : body.trim().slice(0, 300);
  const inner = at(parsed, 'error') ?? parsed;
  const message = typeof inner === 'string' ? inner : (at(inner, 'message') ?? at(inner, 'detail'));
  return typeof message === 'string' ? message.slice(0, 300) : '';
}

const CAUSE_OF: Readonly<Partial<Record<ModelErrorReason, Cause>>> = {
  'key-invalid': 'key_invalid',
  'no-credit': 'no_credit',
  'model-not-found': 'model_not_found',
  'not-an-api': 'not_an_api',
  'too-long': 'too_long',
  'rate-limited': 'rate_limited',
  overloaded: 'overloaded',
  'server-error': 'server_error',
};

/** Adds the provider's own message to a reason. */
const alsoSaid = (why: Reason, said: string): Reason =>
  said === '' ? why : { ...why, also: reason('provider_message', { said }) };

const serviceOf = ({ provider, baseUrl }: Asked): string => {
  const { name } = PROVIDERS[provider];
  return provider === 'openai-compatible' ? `${name} (${new URL(baseUrl).origin})` : name;
};

/** An error and its chain of causes, outermost first. */
export function* causes(error: unknown): Generator<Error & { code?: unknown }> {
  for (let e = error, depth = 0; e instanceof Error && depth < 6; e = e.cause, depth++) yield e;
}

/** Network error codes of an unreachable server, as opposed to a lost connection. */
const UNREACHABLE =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ERR_INVALID_URL|UND_ERR_CONNECT_TIMEOUT|CERT_HAS_EXPIRED|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|ERR_TLS_CERT_ALTNAME_INVALID)$/;

function unreachable(what: string, { provider, baseUrl }: Asked): Reason {
  const { host, port, origin } = new URL(baseUrl);
  const { name } = PROVIDERS[provider];
  if (provider !== 'openai-compatible') return reason('unreachable', { service: `${name} (${host})`, what });
  const service = port === '11434' ? 'Ollama' : port === '1234' ? 'LM Studio' : name;
  return reason('not_running', { service, origin, what });
}

const notAnApi = ({ baseUrl }: Asked, said = ''): Reason =>
  alsoSaid(reason('not_an_api', { service: new URL(baseUrl).origin }), said);

/** Converts any SDK error to a `ModelError`. `spent` is the cost of the attempt if its request was sent. */
export function toModelError(error: unknown, asked: Asked, spent: Usage): ModelError {
  if (error instanceof ModelError) return error;
  const chain = [...causes(error)];
  for (const e of chain) {
    if (e instanceof ModelError) return e;
    if (e instanceof HttpError) {
      const kind = reasonOf(e.status, e.body);
      const said = redact(messageIn(e.body), asked.key);
      const service = serviceOf(asked);
      const facts = { service, host: service, model: asked.id, status: e.status };
      const why = reason(CAUSE_OF[kind] ?? 'rejected', facts);
      return new ModelError(kind, kind === 'key-invalid' ? why : alsoSaid(why, said));
    }
    if (e instanceof NotAnApiError) {
      return new ModelError('not-an-api', notAnApi(asked, e.message), e.isBilled ? spent : NO_USAGE);
    }
    if (e instanceof BrokenAnswerError) {
      return new ModelError('server-error', reason('connection_reset', { host: serviceOf(asked) }), spent);
    }
  }
  return connectionError(chain, asked, spent);
}

function connectionError(chain: readonly (Error & { code?: unknown })[], asked: Asked, spent: Usage) {
  const code = chain.map((e) => (typeof e.code === 'string' ? e.code : '')).find(Boolean);
  if (code === undefined && !chain.some((e) => e.message === 'fetch failed'))
    return new ModelError('not-an-api', notAnApi(asked));
  return code === undefined || UNREACHABLE.test(code)
    ? new ModelError('unreachable', unreachable(code ?? chain.at(-1)?.message ?? 'no connection', asked))
    : new ModelError(
        'server-error',
        alsoSaid(reason('connection_reset', { host: serviceOf(asked) }), code),
        spent,
      );
}
