/**
 * Disk cache: one gzipped file per entry, named by the hash of its key, written to a temporary file and renamed into place. Several
 * processes can share a folder: the last rename wins, and readers see a whole entry or none. A sweep evicts the least recently used entries
 * to stay under the size limit. An unreadable entry is deleted and counts as a miss.
 */
import { createHash, randomBytes } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, rename, rm, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip, gzipSync } from 'node:zlib';
import * as z from 'zod';
import { DEFAULTS } from '../core/defaults';
import type { Cache, Clock } from '../core/ports';
import { makeFolder } from './files/folders';
import { readRegular } from './files/regularFile';

type Kind = Parameters<Cache['get']>[0];

/** Part of the path, so that a new layout starts with an empty folder. */
const VERSION = 'v1';
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Sweeps free space down to this share of the limit, so that not every write triggers one. */
const SWEPT = 0.8;
/** Bytes this process writes between size checks. */
const LOOK_EVERY = 16 * 1024 * 1024;
/** A temporary file this old was left by a crashed process. */
const ORPHAN_MS = 60 * 60 * 1_000;
/** Limit for unpacked entries in bytes: a small compressed file may be hostile. */
const MOST_UNPACKED = 64 * 1024 * 1024;

/** UTF-16 units of an entry that is packed in less time than it takes to hand it to a thread. */
const SMALL = 100_000;
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = { mode: 0o600, flag: 'wx' };

const Entry = z.object({ key: z.string(), storedAt: z.string(), expiresAt: z.number(), value: z.unknown() });

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** A cache on disk that can be swept and cleared. */
export interface DiskCache extends Cache {
  clear(): Promise<void>;
  /** Evicts entries until the folder is under its size limit. */
  sweep(): Promise<void>;
}

/** Called once, with the system's code, when an entry can't be written. */
export type CacheLost = (code: string) => void;

const besideOf = (file: string): string => `${file}.${randomBytes(6).toString('hex')}.tmp`;

const nothing: DiskCache = {
  get: () => Promise.resolve(undefined),
  put: () => Promise.resolve(),
  clear: () => Promise.resolve(),
  sweep: () => Promise.resolve(),
};

class FolderCache implements DiskCache {
  readonly #home: string;
  #written = LOOK_EVERY; // check the size on the first write
  #sweeping: Promise<void> | undefined;
  #isLost = false;

  constructor(
    folder: string,
    readonly clock: Pick<Clock, 'now'>,
    readonly maxBytes: number,
    readonly onLost: CacheLost,
  ) {
    this.#home = path.join(folder, VERSION);
  }

  #file(kind: Kind, key: string): string {
    const name = createHash('sha256').update(`${kind}\0${key}`).digest('hex');
    return path.join(this.#home, kind, name.slice(0, 2), `${name}.json.gz`);
  }

  async get(kind: Kind, key: string) {
    const file = this.#file(kind, key);
    const packed = await readRegular(file, MOST_UNPACKED);
    if (!packed) return undefined;
    const entry = await read(packed);
    if (entry?.key !== key || !this.#holds(entry)) {
      await unlink(file).catch(() => undefined);
      return undefined;
    }
    const now = new Date(this.clock.now());
    await utimes(file, now, now).catch(() => undefined);
    return entry.value;
  }

  /** An entry dated in the future came from a wrong clock, so its expiry is unknown. Without a size limit none expires: the wrong clock may be this one. */
  #holds({ storedAt, expiresAt }: z.infer<typeof Entry>): boolean {
    const now = this.clock.now();
    return this.maxBytes === Infinity || (expiresAt > now && Date.parse(storedAt) <= now + DAY_MS);
  }

  /** If the disk is full or read-only, the entry isn't cached and the run continues, once with a message. Without a size limit nothing may be lost, so it throws. */
  async put(kind: Kind, key: string, value: unknown, ttlDays: number): Promise<void> {
    if (ttlDays <= 0) return;
    const now = this.clock.now();
    const entry = { key, storedAt: new Date(now).toISOString(), expiresAt: now + ttlDays * DAY_MS, value };
    const text = JSON.stringify(entry);
    const file = this.#file(kind, key);
    if (this.maxBytes === Infinity) {
      writeAtOnce(file, text.length < SMALL ? gzipSync(text) : await pack(text));
      return;
    }
    const packed = await pack(text);
    await this.#write(file, packed, now).catch((error: unknown) => {
      if (!this.#isLost) this.onLost(String((error as NodeJS.ErrnoException).code));
      this.#isLost = true;
    });
    this.#written += packed.length;
    if (this.#written >= LOOK_EVERY) await this.sweep();
  }

  async #write(file: string, packed: Buffer, now: number): Promise<void> {
    makeFolder(path.dirname(file), PRIVATE_FOLDER);
    const beside = besideOf(file);
    try {
      await writeFile(beside, packed, PRIVATE_FILE);
      await utimes(beside, new Date(now), new Date(now));
      await rename(beside, file);
    } catch (error) {
      await unlink(beside).catch(() => undefined);
      throw error;
    }
  }

  sweep(): Promise<void> {
    this.#written = 0;
    this.#sweeping ??= this.#sweep().finally(() => (this.#sweeping = undefined));
    return this.#sweeping;
  }

  async #sweep(): Promise<void> {
    const files = await this.#all();
    const orphans = files.filter((f) => f.name.endsWith('.tmp') && f.usedAt < this.clock.now() - ORPHAN_MS);
    let size = files.reduce((sum, f) => sum + f.size, 0);
    const goal = size > this.maxBytes ? this.maxBytes * SWEPT : Infinity;
    const oldest = files.filter((f) => f.name.endsWith('.gz')).sort((a, b) => a.usedAt - b.usedAt);
    for (const file of [...orphans, ...oldest]) {
      if (size <= goal && !orphans.includes(file)) break;
      await unlink(file.name).catch(() => undefined);
      size -= file.size;
    }
  }

  async #all(): Promise<{ name: string; size: number; usedAt: number }[]> {
    const found = await readdir(this.#home, { recursive: true, withFileTypes: true }).catch(() => []);
    const files: { name: string; size: number; usedAt: number }[] = [];
    for (const entry of found.filter((one) => one.isFile())) {
      const name = path.join(entry.parentPath, entry.name);
      const facts = await stat(name).catch(() => undefined);
      if (facts) files.push({ name, size: facts.size, usedAt: facts.mtimeMs });
    }
    return files;
  }

  async clear(): Promise<void> {
    await rm(this.#home, { recursive: true, force: true });
  }
}

/** Writes an entry synchronously: if the process were killed while a write waits for a thread, a paid answer would be lost. */
function writeAtOnce(file: string, packed: Buffer): void {
  makeFolder(path.dirname(file), PRIVATE_FOLDER);
  const beside = besideOf(file);
  try {
    writeFileSync(beside, packed, PRIVATE_FILE);
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/** Unpacks an entry; undefined if it is damaged. */
const read = (packed: Buffer): Promise<z.infer<typeof Entry> | undefined> =>
  unpack(packed, { maxOutputLength: MOST_UNPACKED })
    .then((bytes) => Entry.safeParse(JSON.parse(bytes.toString('utf8'))).data)
    .catch(() => undefined);

/** A cache in `folder`, dated by `clock`; without one (private mode) it stores nothing. Throws on disk errors only if `maxBytes` is Infinity. */
export const createCache = (
  folder: string | undefined,
  clock: Pick<Clock, 'now'>,
  maxBytes: number = DEFAULTS.cacheMaxBytes,
  onLost: CacheLost = () => undefined,
): DiskCache => (folder === undefined ? nothing : new FolderCache(folder, clock, maxBytes, onLost));
