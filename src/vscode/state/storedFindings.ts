/**
 * Findings kept across reloads, in the editor's storage for the workspace (never in the workspace itself), so that a text opens with its
 * findings. They are dated, and the hover shows their age. Restricted workspaces show them too.
 */
import { Disposable, Uri, workspace, type ExtensionContext } from 'vscode';
import { CODES } from '../../core/codes';
import type { Finding, Source } from '../../core/model';
import { highest } from '../../core/text/highest';
import { isObject, parseJson } from '../../core/text/jsonFields';
import { orUndefined } from './documents';
import { isWithin } from './renames';
import type { Session } from './session';
import { readSettings } from './settings';
import { createStore, tidy } from './findingStore';
import type { Known } from './view';

/** 2: failures and notices have a cause and facts. */
const VERSION = 2;
/** If the sources together are longer, findings are not stored: a later run reads the sources from the cache. */
const MOST_TEXT = 8_000_000;
const QUIET_MS = 1_000;
/** The longest that findings of a run aren't written: a reload of the window, or a crash, loses no more. */
const RUN_MS = 5_000;

type Bare = { readonly finding: Record<string, unknown>; readonly source?: number; readonly at: number };
type StoredFindings = {
  readonly version: number;
  readonly sources: readonly Source[];
  readonly rows: readonly Bare[];
};

/** The known findings, each source once. */
export function pack(known: Iterable<Known>): StoredFindings {
  const sources: Source[] = [];
  const rows: Bare[] = [];
  let room = MOST_TEXT;
  for (const { finding, at } of known) {
    if (finding.stage === 'unresolved') {
      rows.push({ finding, at });
      continue;
    }
    const { source, ...rest } = finding;
    let index = sources.indexOf(source);
    if (index < 0) {
      if (source.text.length > room) continue;
      room -= source.text.length;
      index = sources.push(source) - 1;
    }
    rows.push({ finding: rest, source: index, at });
  }
  return { version: VERSION, sources, rows };
}

/** A light check for broken files: only this extension writes here. */
function isFinding(x: unknown): x is Finding {
  if (!isObject(x) || !isObject(x['citation'])) return false;
  const { code, stage, citation, source } = x;
  const known = typeof code === 'string' && Object.hasOwn(CODES, code);
  return known && typeof citation['id'] === 'string' && (stage === 'unresolved' || isObject(source));
}

/** The stored findings; empty if they are broken or of another version. */
export function unpack(text: string): Known[] {
  const kept = parseJson(text);
  if (!isObject(kept) || kept['version'] !== VERSION) return [];
  const { sources, rows } = kept;
  if (!Array.isArray(sources) || !Array.isArray(rows)) return [];
  return rows.flatMap((row: unknown): Known[] => {
    if (!isObject(row) || !isObject(row['finding']) || typeof row['at'] !== 'number') return [];
    const source: unknown = typeof row['source'] === 'number' ? sources[row['source']] : undefined;
    const finding: unknown = { ...row['finding'], ...(source === undefined ? {} : { source }) };
    return isFinding(finding) ? [{ finding, at: row['at'] }] : [];
  });
}

const newest = (known: Iterable<Known>) => highest(Array.from(known, ({ at }) => at));

type Slot = {
  /** Ends when its stored findings are loaded. */
  readonly loaded: Promise<void>;
  saved: number;
  /** Writes its findings, which may be closed with it. */
  write?: (() => void) | undefined;
  timer?: NodeJS.Timeout | undefined;
};

/** Drops what waits to be written, and returns it. */
function takeWrite(slot: Slot | undefined): Slot['write'] {
  const { write, timer } = slot ?? {};
  clearTimeout(timer);
  if (slot) slot.write = undefined;
  return write;
}

export type Memory = {
  dispose(): void;
  /** Ends when the stored findings of an open file are loaded. */
  loaded(uri: Uri): Promise<void>;
};

/** Stores the findings of files, and restores them when a file is opened. Nothing is stored without a workspace. */
export function register(
  session: Pick<Session, 'known' | 'onDidChange' | 'put' | 'view'>,
  { storageUri }: Pick<ExtensionContext, 'storageUri'>,
  runMs = RUN_MS,
): Memory {
  if (!storageUri) return { loaded: () => Promise.resolve(), dispose: () => undefined };
  const home = Uri.joinPath(storageUri, 'findings');
  const store = createStore(home);
  void tidy(home, Date.now());
  const slots = new Map<string, Slot>();
  const slotOf = (uri: Uri) => slots.get(uri.toString());

  const load = async (uri: Uri) => {
    const [text] = await Promise.all([store.read(uri), import('../../core/causes')]); // For the sentences.
    const known = session.known(uri);
    const found = unpack(text ?? '').filter(({ finding }) => !known.has(finding.citation.id));
    const slot = slotOf(uri);
    if (slot) slot.saved = newest(found);
    for (const { finding, at } of found) session.put(uri, finding, at);
    later(uri, session.view(uri)?.progress !== undefined); // It may have come from another name.
  };
  /** Writes after a pause, which a run never makes: during one, now and then what has come since. */
  const later = (uri: Uri, isRunning: boolean) => {
    const [slot, known] = [slotOf(uri), session.known(uri)];
    if (!slot || (isRunning && slot.write) || newest(known.values()) <= slot.saved) return;
    takeWrite(slot);
    slot.write = () => {
      if (!readSettings(uri).keep) return;
      slot.saved = newest(known.values());
      void store.write(uri, JSON.stringify(pack(known.values())));
    };
    slot.timer = setTimeout(() => takeWrite(slot)?.(), isRunning ? runMs : QUIET_MS);
  };
  const writeAll = () => slots.forEach((slot) => takeWrite(slot)?.());
  const listening = Disposable.from(
    workspace.onDidRenameFiles(({ files }) => {
      writeAll(); // Its current findings move with it.
      void store.rename(files);
    }),
    workspace.onDidDeleteFiles(({ files }) => {
      for (const [key, slot] of slots)
        if (files.some((place) => isWithin(key, place.toString()))) takeWrite(slot);
      void store.drop(files);
    }),
    session.onDidChange((uri) => {
      const view = session.view(uri);
      const slot = slotOf(uri);
      if (!view) {
        takeWrite(slot)?.();
        slots.delete(uri.toString());
      } else if (slot) later(uri, view.progress !== undefined);
      else if (uri.scheme !== 'untitled') slots.set(uri.toString(), { loaded: load(uri), saved: 0 });
    }),
  );
  return {
    loaded: (uri) => slotOf(uri)?.loaded ?? Promise.resolve(),
    dispose: () => {
      listening.dispose();
      writeAll();
    },
  };
}

/** Deletes the stored findings of the workspace. */
export const forget = async ({ storageUri }: ExtensionContext): Promise<void> => {
  if (!storageUri) return;
  await orUndefined(workspace.fs.delete(Uri.joinPath(storageUri, 'findings'), { recursive: true }));
};
