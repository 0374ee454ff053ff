/** Reads an agent's memories from a JSON file that the user names. */
import { fail } from '../../core/causes';
import { megabytes } from '../../core/defaults';
import { realpath } from 'node:fs/promises';
import * as z from 'zod';
import { isFailure, type Failure } from '../../core/model';
import { parseJson } from '../../core/text/jsonFields';
import type { FileText } from '../../core/workspace/locate';
import { readText } from './readFile';

/** Larger files are not read. */
export const MOST_BYTES = 16 * 1024 * 1024;
const Entry = z.union([
  z.string().transform((text) => ({ text, title: undefined })),
  z
    .object({ text: z.string().optional(), content: z.string().optional(), title: z.string().optional() })
    .transform(({ text, content, title }) => ({ text: text ?? content ?? '', title })),
]);
const Row = z.object({ id: z.union([z.string(), z.number()]) }).loose();

type Memory = { readonly text: string; readonly title: string };

/** Finds an entry by its key in an object or by its `id` in a list; either may be below `memories`. */
function find(store: unknown, id: string): unknown {
  if (Array.isArray(store)) return store.find((row) => String(Row.safeParse(row).data?.id) === id) as unknown;
  if (typeof store !== 'object' || store === null) return undefined;
  if (Object.hasOwn(store, id)) return Reflect.get(store, id) as unknown;
  return 'memories' in store ? find(store.memories, id) : undefined;
}

/** A memory by its id. The file is read every time, because an agent may be writing it. */
export async function readMemory(file: string | undefined, id: string): Promise<Memory | Failure> {
  if (!file) return fail('no_store', {}, 'untrusted');
  const real = await realpath(file).catch(() => undefined);
  const read: FileText | Failure = real === undefined ? fail('no_store') : await readText(real, MOST_BYTES);
  if (isFailure(read)) return read;
  if (read.truncated) return fail('file_too_large', { max: megabytes(MOST_BYTES) });
  const store = parseJson(read.text);
  if (store === undefined) return fail('bad_store');
  const entry = Entry.safeParse(find(store, id));
  if (!entry.success) return fail('no_memory', { id: id.slice(0, 200) });
  return { text: entry.data.text, title: entry.data.title ?? id };
}
