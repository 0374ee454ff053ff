/** The body of a response: one content encoding undone, capped on the wire and after decompression, idle time bounded. */
import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import type { Attempt } from './attempt';
import { decodeFault, Fault, faultOf, timedOut } from './causes';

export type Body = { readonly bytes: Uint8Array; readonly truncated: boolean };

/** A response whose headers have come; `error` is what the request reported since, which says more than the response's own. */
export type Incoming = {
  readonly response: IncomingMessage;
  readonly host: string;
  readonly error: () => unknown;
};

type Limits = { readonly maxBytes: number; readonly idleMs: number; readonly timeoutMs: number };

/** Reads the whole body, or up to the cap. Throws a `Fault` for a body that is cut, damaged, too slow or packed in an unknown way. */
export async function readBody(incoming: Incoming, limits: Limits, attempt: Attempt): Promise<Body> {
  const { response, host } = incoming;
  const decoder = await decoderOf(response, host);
  try {
    return await collect(incoming, decoder, limits, attempt);
  } finally {
    decoder?.destroy();
    response.destroy();
  }
}

function collect(
  { response, host, error }: Incoming,
  decoder: Transform | undefined,
  { maxBytes, idleMs, timeoutMs }: Limits,
  attempt: Attempt,
): Promise<Body> {
  return new Promise((resolve, reject) => {
    const gathered = new Gathered(decoder === undefined ? stated(response) : 0, maxBytes);
    let wire = 0;
    let lastAt = performance.now();
    const idle = setTimeout(() => fail(timedOut(`${host} stopped sending`, true)), idleMs);
    attempt.late = () =>
      timedOut(`${host} did not finish sending in time`, performance.now() - lastAt > timeoutMs / 2);
    const fail = (fault: Fault) => {
      clearTimeout(idle);
      reject(fault);
    };
    const finish = (truncated: boolean) => {
      clearTimeout(idle);
      resolve({ bytes: gathered.take(), truncated });
    };
    response.on('data', (chunk: Buffer) => {
      lastAt = performance.now();
      idle.refresh();
      wire += chunk.length;
      if (wire > maxBytes && decoder !== undefined) finish(true);
    });
    response.on('error', () => fail(faultOf(error() ?? response.socket.errored, 'body', host)));
    const content = decoder === undefined ? response : response.pipe(decoder);
    content.on('data', (chunk: Buffer) => {
      if (!gathered.add(chunk)) finish(true);
    });
    content.on('end', () => finish(false));
    decoder?.on('error', (e) => fail(decodeFault(e, host)));
  });
}

/** What the response says of its length; nothing said is 0. A lie costs room, no more than the cap. */
const stated = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0) || 0;

/** The bytes of a body, in one piece from the start where the length is known: a page waits for its reader in its own size. */
class Gathered {
  #bytes: Uint8Array<ArrayBuffer>;
  #size = 0;
  constructor(
    expected: number,
    readonly most: number,
  ) {
    this.#bytes = new Uint8Array(Math.min(Math.max(expected, LEAST), most));
  }

  /** Takes a chunk, or as much of it as there is room for; false when that was not all. */
  add(chunk: Uint8Array): boolean {
    const size = Math.min(this.#size + chunk.length, this.most);
    if (size > this.#bytes.length) this.#widen(Math.min(Math.max(size, this.#bytes.length * 2), this.most));
    const fits = chunk.subarray(0, size - this.#size);
    this.#bytes.set(fits, this.#size);
    this.#size = size;
    return fits.length === chunk.length;
  }

  /** All bytes, owned by nobody else. */
  take(): Uint8Array<ArrayBuffer> {
    const { buffer } = this.#bytes;
    return new Uint8Array(this.#size === buffer.byteLength ? buffer : buffer.slice(0, this.#size));
  }

  #widen(length: number): void {
    const wider = new Uint8Array(length);
    wider.set(this.#bytes.subarray(0, this.#size));
    this.#bytes = wider;
  }
}
const LEAST = 16_384;

/** One of gzip, deflate, br; a chain is refused. `deflate` is sent with or without its zlib header, told by the first byte. */
async function decoderOf(response: IncomingMessage, host: string): Promise<Transform | undefined> {
  const encoding = (response.headers['content-encoding'] ?? '').trim().toLowerCase();
  switch (encoding) {
    case '':
    case 'identity':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'deflate':
      return (await firstByte(response)) === 0x78 ? createInflate() : createInflateRaw();
    default:
      throw new Fault(
        'decode_error',
        encoding.includes(',')
          ? `${host} sent nested encodings`
          : `${host} sent an encoding that was not asked for`,
      );
  }
}

function firstByte(response: IncomingMessage): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    response.once('error', reject);
    response.once('end', () => resolve(undefined));
    response.once('readable', () => {
      const chunk = response.read() as Buffer | null;
      if (chunk !== null) response.unshift(chunk);
      resolve(chunk?.[0]);
    });
  });
}
