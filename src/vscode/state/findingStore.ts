/**
 * The files with stored findings, in the editor's storage: one per text, named by a hash of its URI. The URI is the first line, so that
 * findings are moved and deleted with their text.
 */
import pLimit from 'p-limit';
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { FileSystemError, FileType, Uri, workspace } from 'vscode';
import { orUndefined } from './documents';
import { isWithin, movedTo, type Renamed } from './renames';

/** Above this limit the oldest findings are deleted. */
const MOST_FILES = 1_000;
const MOST_BYTES = 200_000_000;
/** How long findings of a missing document are kept: it may come back with a branch or a drive. */
const GRACE_MS = 30 * 24 * 3_600_000;
const MOST_ADDRESS = 8_192;

type Entry = { readonly file: Uri; readonly address: string };

const remove = async (file: Uri) => orUndefined(workspace.fs.delete(file));

async function filesIn(home: Uri): Promise<readonly Uri[]> {
  const listed = (await orUndefined(workspace.fs.readDirectory(home))) ?? [];
  return listed.flatMap(([name, type]) => (type === FileType.File ? [Uri.joinPath(home, name)] : []));
}

/** The first line of a file, without reading the rest; undefined if it has only one. */
async function addressIn({ fsPath }: Uri): Promise<string | undefined> {
  const file = await open(fsPath);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MOST_ADDRESS), 0, MOST_ADDRESS, 0);
    const end = buffer.subarray(0, bytesRead).indexOf('\n');
    return end < 0 ? undefined : buffer.toString('utf8', 0, end);
  } finally {
    await file.close();
  }
}

async function textIn(file: Uri): Promise<string> {
  const text = new TextDecoder().decode(await workspace.fs.readFile(file));
  return text.slice(text.indexOf('\n') + 1);
}

async function entriesIn(home: Uri): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (const file of await filesIn(home)) {
    const address = await orUndefined(addressIn(file));
    if (address !== undefined) entries.push({ file, address });
  }
  return entries;
}

/** Findings in the files of `home`. Unreadable or unwritable files count as missing: a run finds the findings again. */
export function createStore(home: Uri) {
  const place = (uri: Uri) =>
    Uri.joinPath(home, `${createHash('sha256').update(uri.toString()).digest('hex').slice(0, 32)}.json`);
  const turn = pLimit(1);
  /** One after another, so that findings written before a rename move with it. */
  const inTurn = <T>(act: () => Promise<T>): Promise<T | undefined> => orUndefined(turn(act));
  const write = async (uri: Uri, text: string) =>
    workspace.fs.writeFile(place(uri), new TextEncoder().encode(`${uri.toString()}\n${text}`));
  const rename = async (files: readonly Renamed[]) => {
    const entries = await entriesIn(home);
    for (const one of files)
      for (const { file, address } of entries.filter((e) => isWithin(e.address, one.oldUri.toString()))) {
        await write(movedTo(address, one), await textIn(file));
        await remove(file);
      }
  };
  return {
    read: (uri: Uri) => inTurn(() => textIn(place(uri))),
    write: (uri: Uri, text: string) => inTurn(() => write(uri, text)),
    rename: (files: readonly Renamed[]) => inTurn(() => rename(files)),
    drop: (places: readonly Uri[]) =>
      inTurn(async () => {
        for (const { file, address } of await entriesIn(home))
          if (places.some((one) => isWithin(address, one.toString()))) await remove(file);
      }),
  };
}

/** Whether a text certainly doesn't exist. If the file system doesn't answer, it may. */
const isGone = async (address: string): Promise<boolean> =>
  Promise.resolve(workspace.fs.stat(Uri.parse(address))).then(
    () => false,
    (error: unknown) => error instanceof FileSystemError && error.code === 'FileNotFound',
  );

/** Drops findings of texts that have been missing for too long, and the oldest above the size limit. `now` in milliseconds. */
export async function tidy(home: Uri, now: number): Promise<void> {
  const files = (await filesIn(home)).map(async (file) => {
    const stat = await orUndefined(workspace.fs.stat(file));
    return stat ? [{ file, ...stat }] : [];
  });
  let [count, bytes] = [0, 0];
  for (const { file, mtime, size } of (await Promise.all(files)).flat().sort((a, b) => b.mtime - a.mtime)) {
    const address = now - mtime > GRACE_MS ? await orUndefined(addressIn(file)) : undefined;
    const isLost = address !== undefined && (await isGone(address));
    if (isLost || count >= MOST_FILES || bytes + size > MOST_BYTES) await remove(file);
    else [count, bytes] = [count + 1, bytes + size];
  }
}
