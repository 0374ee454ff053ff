/**
 * The `fetch` that both SDKs use for all requests to a provider. SDKs read environment variables (extra headers, organizations) and follow
 * redirects; this one sends known headers only, follows no redirect, limits the answer's size and requires it to look like an API's answer.
 */
import { at, isObject, parseJson } from '../../core/text/jsonFields';
import { drain } from '../files/drain';

/** The provider answered with an error status. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly headers: Headers,
    /** At most 2,000 characters; may repeat what was sent, including the key. */
    readonly body: string,
  ) {
    super(`HTTP ${status}`);
    this.name = 'HttpError';
  }
}

/** The answer is not from a model API. `message` is ours and safe to show. */
export class NotAnApiError extends Error {
  override readonly name = 'NotAnApiError';
  constructor(
    message: string,
    readonly isBilled = false,
  ) {
    super(message);
  }
}

/** The request failed after it was fully sent, so it may be billed. */
export class BrokenAnswerError extends Error {
  override readonly name = 'BrokenAnswerError';
}

const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** Limit for the answers of a whole batch. */
const MAX_LINES_BYTES = 256 * 1024 * 1024;
const MAX_ERROR_CHARS = 2_000;
/** All headers a provider needs; those that an SDK or its environment adds are dropped. */
const HEADERS = ['accept', 'content-type', 'anthropic-version'];

function headersOf(init: RequestInit | undefined, key: string): Headers {
  const given = new Headers(init?.headers);
  const kept = HEADERS.flatMap((name) => {
    const value = given.get(name);
    return value === null ? [] : [[name, value] as [string, string]];
  });
  return new Headers([...kept, ['authorization', `Bearer ${key}`], ['user-agent', 'citewright']]);
}

/** A server may repeat its key in any part of an answer, which goes into reports. Servers without keys get a short word. */
const withoutKey = (text: string, key: string): string =>
  key.length < 8 ? text : text.replaceAll(key, '[…]');

/** Reads a UTF-8 body up to the limit. */
async function readText({ body }: Response, most: number): Promise<string> {
  const bytes = await drain(body ?? [], most).catch((cause: unknown) => {
    throw new BrokenAnswerError('the answer broke off', { cause });
  });
  if (!bytes) throw new NotAnApiError(`the answer is larger than ${most / 1024 / 1024} MB`, true);
  return new TextDecoder().decode(bytes);
}

/** The status of an upstream error that a gateway wrapped in a 200: `{ "error": { "code": 502, … } }` alone. */
function errorInside(answer: object): number | undefined {
  const error = at(answer, 'error');
  if (!isObject(error) || ['choices', 'content', 'output', 'data'].some((k) => k in answer)) return undefined;
  const found = [at(error, 'code'), at(error, 'status')].find(
    (x) => typeof x === 'number' && x >= 400 && x < 600,
  );
  return typeof found === 'number' ? found : 502;
}

function checkAnswer(text: string, response: Response, key: string): void {
  const answer = parseJson(text);
  if (answer === undefined) {
    const kind = response.headers.get('content-type')?.split(';')[0] ?? 'something unnamed';
    throw new NotAnApiError(`it answers with ${withoutKey(kind, key)}, not with the JSON of a model API`);
  }
  if (!isObject(answer)) throw new NotAnApiError('its JSON isn’t the answer of a model API');
  const inner = errorInside(answer);
  if (inner !== undefined) throw new HttpError(inner, response.headers, text.slice(0, MAX_ERROR_CHARS));
}

/**
 * A `fetch` for one provider. Looks up the global `fetch` at each call, because inside the editor it is the one that knows the user's proxy
 * and certificates. With `lines`, the answer may be JSON Lines, which is not validated here. Throws `HttpError`, `NotAnApiError`,
 * `BrokenAnswerError`, or errors of `fetch`.
 */
export function createWire(key: string, { lines = false } = {}): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await globalThis.fetch(input, {
      ...(init?.method === undefined ? {} : { method: init.method }),
      ...(init?.body == null ? {} : { body: init.body }),
      ...(init?.signal == null ? {} : { signal: init.signal }),
      headers: headersOf(init, key),
      // 'manual' rather than 'error', to tell a redirect from a dead server. It is never followed.
      redirect: 'manual',
    });
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      await response.body?.cancel().catch(() => undefined);
      throw new NotAnApiError('it redirects elsewhere; key and prompt aren’t sent on');
    }
    const text = withoutKey(await readText(response, lines ? MAX_LINES_BYTES : MAX_ANSWER_BYTES), key);
    if (!response.ok) throw new HttpError(response.status, response.headers, text.slice(0, MAX_ERROR_CHARS));
    if (!lines) checkAnswer(text, response, key);
    const wait = response.headers.get('retry-after');
    const headers = { 'content-type': 'application/json', ...(wait === null ? {} : { 'retry-after': wait }) };
    return new Response(text, { status: 200, headers });
  };
}
