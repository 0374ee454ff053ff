/** The memories of an agent, in a JSON file that the user names. */
import { realpath } from 'node:fs/promises';
import * as z from 'zod';
import type { Failure } from '../../core/model';
import { readText } from './readFile';

/** A larger store is not read. */
export const MOST_BYTES = 16 * 1024 * 1024;
const Entry = z.union([
  z.string().transform((text) => ({ text, title: undefined })),
  z
    .object({ text: z.string().optional(), content: z.string().optional(), title: z.string().optional() })
    .transform(({ text, content, title }) => ({ text: text ?? content ?? '', title })),
]);
const Row = z.object({ id: z.union([z.string(), z.number()]) }).loose();

type Memory = { readonly text: string; readonly title: string };

/** The entry of that id: of an object by its own key, of a list by its `id`; either may stand under `memories`. */
function find(store: unknown, id: string): unknown {
  if (Array.isArray(store)) return store.find((row) => String(Row.safeParse(row).data?.id) === id) as unknown;
  if (typeof store !== 'object' || store === null) return undefined;
  if (Object.hasOwn(store, id)) return Reflect.get(store, id) as unknown;
  return 'memories' in store ? find(store.memories, id) : undefined;
}

const missing = (detail: string): Failure => ({ miss: 'not-found', detail });

/** A memory by its id. The file is read anew each time: an agent may be writing it. */
export async function readMemory(file: string | undefined, id: string): Promise<Memory | Failure> {
  if (file === undefined)
    return { miss: 'untrusted', detail: 'no_store: no file of memories has been named' };
  const real = await realpath(file).catch(() => undefined);
  const read =
    real === undefined
      ? missing('no_store: the file of memories is not there')
      : await readText(real, MOST_BYTES);
  if ('miss' in read) return read;
  let store: unknown;
  try {
    store = JSON.parse(read.text);
  } catch {
    return { miss: 'not-text', detail: 'bad_store: the file of memories is not JSON' };
  }
  const entry = Entry.safeParse(find(store, id));
  if (!entry.success) return missing(`not_found: the store has no memory ${id.slice(0, 200)}`);
  return { text: entry.data.text, title: entry.data.title ?? id };
}
