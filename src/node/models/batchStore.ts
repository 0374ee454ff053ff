/**
 * State that must survive an interrupted run: which requests went out in which batch, and the secret word that fences sources, so that the
 * next run asks the same questions and finds their answers. Several runs share the file. Stores no key, text or answer.
 */
import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import * as z from 'zod';
import { makeFolder } from '../files/folders';
import { sharedFile } from '../files/sharedFile';

const Batch = z.object({
  name: z.string().regex(/^[\w-]{1,200}$/),
  /** Milliseconds since the epoch. */
  sentAt: z.number(),
  requests: z.array(z.string()),
});
const Kept = z.object({ version: z.literal(1), secret: z.string().min(32), batches: z.array(Batch) });
export type Batch = z.infer<typeof Batch>;
type Kept = z.infer<typeof Kept>;

/** Both providers keep results for about a month. */
const KEPT_MS = 28 * 24 * 60 * 60 * 1_000;

/** A larger file is invalid; a batch has up to 100,000 requests. */
const MOST_BYTES = 64 * 1024 * 1024;

export type BatchStore = Awaited<ReturnType<typeof openBatchStore>>;

/** The store for a model at a base URL, in `folder`. Throws if that can't be written: batches without names would be paid for twice. */
export async function openBatchStore(folder: string, model: string, now: () => number) {
  const name = createHash('sha256').update(model).digest('hex').slice(0, 32);
  const file = path.join(folder, 'batches', `${name}.json`);
  makeFolder(path.dirname(file), 0o700);
  const shared = sharedFile(file, Kept.optional().catch(undefined), MOST_BYTES);
  let kept: Kept = {
    version: 1,
    secret: BigInt(`0x${randomBytes(32).toString('hex')}`)
      .toString(36)
      .padStart(50, '0'),
    batches: [],
  };
  const change = async (how: (batches: readonly Batch[]) => Batch[]): Promise<void> => {
    await shared.change((there = kept) => {
      kept = { ...there, batches: how(there.batches.filter((b) => b.sentAt > now() - KEPT_MS)) };
      return kept;
    });
  };

  await change((batches) => [...batches]); // store the secret before using it
  const { secret } = kept;
  return {
    secret,
    batches: () => kept.batches,
    add: (batch: Batch) => change((batches) => [...batches, batch]),
    /** Requests of a batch still worth polling; a batch without any is forgotten. */
    keep: (name: string, requests: readonly string[]) =>
      change((batches) =>
        batches
          .map((b) => (b.name === name ? { ...b, requests: [...requests] } : b))
          .filter((b) => b.requests.length > 0),
      ),
  };
}
