/** The body of a response: one content encoding undone, capped on the wire and after decompression, idle time bounded. */
import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import type { Attempt } from './attempt';
import { decodeFault, Fault, faultOf, timedOut } from './faults';
import type { MemoryReservation } from './memoryBudget';

export type Body = { readonly bytes: Uint8Array; readonly truncated: boolean };

/** A response whose headers have come; `error` is what the request reported since, which says more than the response's own. */
export type Incoming = {
  readonly response: IncomingMessage;
  readonly host: string;
  readonly error: () => unknown;
};

type Limits = {
  readonly maxBytes: number;
  readonly idleMs: number;
  readonly timeoutMs: number;
  /** Where the body's bytes are counted; a body for which there is no room waits, and its time with it. */
  readonly share?: MemoryReservation;
};

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
  { maxBytes, idleMs, timeoutMs, share }: Limits,
  attempt: Attempt,
): Promise<Body> {
  return new Promise((resolve, reject) => {
    const gathered = new Gathered(maxBytes);
    let wire = 0;
    let waits = false;
    let lastAt = performance.now();
    const patience = () => setTimeout(() => fail(timedOut(`${host} stopped sending`, true)), idleMs);
    let idle = patience();
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
      if (!waits) idle.refresh();
      wire += chunk.length;
      if (wire > maxBytes && decoder !== undefined) finish(true);
    });
    response.on('error', () => fail(faultOf(error() ?? response.socket.errored, 'body', host)));
    const content = decoder === undefined ? response : response.pipe(decoder);
    const add = (chunk: Buffer) => {
      if (!gathered.add(chunk)) finish(true);
    };
    const addLater = async (chunk: Buffer, room: Promise<void>) => {
      waits = true;
      clearTimeout(idle);
      content.pause();
      await attempt.aside(room);
      if (content.destroyed) return;
      waits = false;
      lastAt = performance.now();
      idle = patience();
      add(chunk);
      content.resume();
    };
    content.on('data', (chunk: Buffer) => {
      const room = share?.take(chunk.length);
      if (room) void addLater(chunk, room);
      else add(chunk);
    });
    content.on('end', () => finish(false));
    decoder?.on('error', (e) => fail(decodeFault(e, host)));
  });
}

/** The bytes of a body in memory that grows where it is: nothing is copied on the way, and nothing is left behind. */
class Gathered {
  readonly #buffer: ArrayBuffer;
  readonly #bytes: Uint8Array<ArrayBuffer>;
  constructor(readonly most: number) {
    this.#buffer = new ArrayBuffer(0, { maxByteLength: most });
    this.#bytes = new Uint8Array(this.#buffer);
  }

  /** Takes a chunk, or as much of it as is allowed; false when that was not all. */
  add(chunk: Uint8Array): boolean {
    const size = this.#bytes.length;
    const fits = chunk.subarray(0, this.most - size);
    this.#buffer.resize(size + fits.length);
    this.#bytes.set(fits, size);
    return fits.length === chunk.length;
  }

  /** All bytes, owned by nobody else. */
  take(): Uint8Array<ArrayBuffer> {
    return this.#bytes;
  }
}

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
