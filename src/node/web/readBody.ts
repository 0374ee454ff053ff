/** Reads the body of a response: undoes one content encoding, limits bytes on the wire and after decompression, and limits idle time. */
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import type { Attempt } from './attempt';
import { decodeFault, Fault, faultOf, timedOut } from './faults';
import type { MemoryReservation } from './memoryBudget';
import type { Reply } from './transport';

export type Body = { readonly bytes: Uint8Array; readonly truncated: boolean };

type Limits = {
  readonly maxBytes: number;
  readonly idleMs: number;
  readonly timeoutMs: number;
  /** Counts the body's bytes; while no memory is free, the body waits with its clock paused. */
  readonly memory?: MemoryReservation;
};

/** Reads the body up to the cap. Throws a `Fault` if it is truncated, corrupt, too slow or has an unknown encoding. */
export async function readBody(reply: Reply, host: string, limits: Limits, attempt: Attempt): Promise<Body> {
  const decoder = await decoderOf(reply, host);
  try {
    return await collect(reply, host, decoder, limits, attempt);
  } finally {
    decoder?.destroy();
    reply.body.destroy();
  }
}

const collect = (
  { body, cause }: Reply,
  host: string,
  decoder: Transform | undefined,
  { maxBytes, idleMs, timeoutMs, memory }: Limits,
  attempt: Attempt,
): Promise<Body> =>
  new Promise((resolve, reject) => {
    const gathered = new Gathered(maxBytes);
    let wire = 0;
    let waits = false;
    let lastAt = performance.now();
    const startIdle = () => setTimeout(() => fail(timedOut(host, true)), idleMs);
    let idle = startIdle();
    attempt.late = () => timedOut(host, performance.now() - lastAt > timeoutMs / 2);
    const fail = (fault: Fault) => {
      clearTimeout(idle);
      reject(fault);
    };
    const finish = (truncated: boolean) => {
      clearTimeout(idle);
      resolve({ bytes: gathered.bytes, truncated });
    };
    body.on('data', (chunk: Buffer) => {
      lastAt = performance.now();
      if (!waits) idle.refresh();
      wire += chunk.length;
      if (wire > maxBytes && decoder !== undefined) finish(true);
    });
    body.on('error', (e) => fail(faultOf(cause(e), 'body', host)));
    const content = decoder === undefined ? body : body.pipe(decoder);
    const add = (chunk: Buffer) => {
      if (!gathered.add(chunk)) finish(true);
    };
    const addLater = async (chunk: Buffer, free: Promise<void>) => {
      waits = true;
      clearTimeout(idle);
      content.pause();
      await attempt.aside(free);
      if (content.destroyed) return;
      waits = false;
      lastAt = performance.now();
      idle = startIdle();
      add(chunk);
      content.resume();
    };
    content.on('data', (chunk: Buffer) => {
      const free = memory?.take(chunk.length);
      if (free) void addLater(chunk, free);
      else add(chunk);
    });
    content.on('end', () => finish(false));
    decoder?.on('error', (e) => fail(decodeFault(e, host)));
  });

/** Collects a body in a buffer that grows in place, without copying. */
class Gathered {
  /** What was collected so far, without a copy. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  constructor(readonly most: number) {
    this.bytes = new Uint8Array(new ArrayBuffer(0, { maxByteLength: most }));
  }

  /** Adds a chunk up to the limit; false if it didn't fit completely. */
  add(chunk: Uint8Array): boolean {
    const size = this.bytes.length;
    const fits = chunk.subarray(0, this.most - size);
    this.bytes.buffer.resize(size + fits.length);
    this.bytes.set(fits, size);
    return fits.length === chunk.length;
  }
}

/** Supports one of gzip, deflate and br; chains are refused. `deflate` may come without its zlib header; the first byte decides. */
async function decoderOf({ headers, body }: Reply, host: string): Promise<Transform | undefined> {
  const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return undefined;
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'br') return createBrotliDecompress();
  if (encoding !== 'deflate') throw new Fault('decode_error', { host });
  return (await firstByte(body)) === 0x78 ? createInflate() : createInflateRaw();
}

const firstByte = (body: Readable): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    body.once('error', reject);
    body.once('end', () => resolve(undefined));
    body.once('readable', () => {
      const chunk = body.read() as Buffer | null;
      if (chunk !== null) body.unshift(chunk);
      resolve(chunk?.[0]);
    });
  });
