/**
 * Requests to a model server: they read no environment variable, follow no redirect, and limit the answer's size, which must look like the
 * answer of an API.
 */
import { parseJson } from '../../core/text/parseJson';

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
}

/** The request failed after it was fully sent, so it may be billed. */
export class BrokenAnswerError extends Error {
  override readonly name = 'BrokenAnswerError';
}

const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** Limit for the answers of a whole batch. */
const MAX_LINES_BYTES = 256 * 1024 * 1024;
const MAX_ERROR_CHARS = 2_000;
/** Only Anthropic reads it; as its own SDK sends it. */
const ANTHROPIC_VERSION = '2026-10-21';

/** Reads a UTF-8 body up to the limit. */
async function readText(response: Response, most: number): Promise<string> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  const chunks: string[] = [];
  let bytes = 0;
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new BrokenAnswerError('the answer broke off', { cause });
    });
    if (done) break;
    bytes += value.byteLength;
    if (bytes > most) {
      await reader.cancel().catch(() => undefined);
      throw new NotAnApiError(`the answer is larger than ${most / 1024 / 1024} MB`);
    }
    chunks.push(decoder.decode(value, { stream: true }));
  }
  return chunks.join('') + decoder.decode();
}

export const isObject = (x: unknown): x is Record<string, unknown> => typeof x === 'object' && x !== null;
/** A field of what may be an object. */
export const fieldOf = (x: unknown, name: string): unknown => (isObject(x) ? x[name] : undefined);

/** The status of an upstream error that a gateway wrapped in a 200: `{ "error": { "code": 502, … } }` alone. */
function errorInside(answer: Record<string, unknown>): number | undefined {
  const { error } = answer;
  if (!isObject(error) || ['choices', 'content', 'output', 'data'].some((k) => k in answer)) return undefined;
  const { code, status } = error;
  const found = [code, status].find((x) => typeof x === 'number' && x >= 400 && x < 600);
  return typeof found === 'number' ? found : 502;
}

/** The answer of a model API. */
function answerIn(text: string, response: Response): unknown {
  const answer = parseJson(text);
  if (answer === undefined) {
    const kind = response.headers.get('content-type')?.split(';')[0] ?? 'something unnamed';
    throw new NotAnApiError(`it answers with ${kind}, not with the JSON of a model API`);
  }
  if (!isObject(answer)) throw new NotAnApiError('its JSON isn’t the answer of a model API');
  const inner = errorInside(answer);
  if (inner !== undefined) throw new HttpError(inner, response.headers, text.slice(0, MAX_ERROR_CHARS));
  return answer;
}

/** Where requests go. Only one provider's address needs its `provider`. */
type Server = { readonly provider?: string; readonly key: string; readonly baseUrl: string };
type Request = { readonly body?: string | FormData; readonly signal: AbortSignal };

/**
 * Sends requests to one server with its key. Looks up the global `fetch` at each call, because inside the editor it is the one that knows
 * the user's proxy and certificates. Throws `HttpError`, `NotAnApiError`, `BrokenAnswerError`, or errors of `fetch`.
 */
export function createClient({ provider, key, baseUrl }: Server) {
  async function send(path: string, { body, signal }: Request, most = MAX_ANSWER_BYTES) {
    const response = await globalThis.fetch(`${baseUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body !== undefined && { body }),
      signal,
      headers: {
        accept: 'application/json',
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...(provider === 'anthropic' && { 'anthropic-version': ANTHROPIC_VERSION }),
        authorization: `Bearer ${key}`,
        'user-agent': 'citewright',
      },
      // 'manual' rather than 'error', to tell a redirect from a dead server. It is never followed.
      redirect: 'manual',
    });
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      await response.body?.cancel().catch(() => undefined);
      throw new NotAnApiError('it redirects elsewhere; key and prompt aren’t sent on');
    }
    const text = await readText(response, most);
    if (!response.ok) throw new HttpError(response.status, response.headers, text.slice(0, MAX_ERROR_CHARS));
    return { text, response };
  }
  async function ask(path: string, request: Request) {
    const { text, response } = await send(path, request);
    return { value: answerIn(text, response), headers: response.headers };
  }
  return {
    get: (path: string, signal: AbortSignal) => ask(path, { signal }),
    post: async (path: string, body: unknown, signal: AbortSignal): Promise<unknown> =>
      (await ask(path, { body: body instanceof FormData ? body : JSON.stringify(body), signal })).value,
    /** The objects of a JSON Lines file; invalid lines are skipped. */
    lines: async (path: string, signal: AbortSignal) =>
      (await send(path, { signal }, MAX_LINES_BYTES)).text.split('\n').map(parseJson).filter(isObject),
  };
}
export type Client = ReturnType<typeof createClient>;
