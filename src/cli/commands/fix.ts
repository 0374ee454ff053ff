/** `fix FILE…`: prints the safe fixes as a unified diff, or writes them to the files. */
import { createTwoFilesPatch } from 'diff';
import { lstat, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { say } from '../../core/causes';
import { safeFixes, type SafeFix } from '../../core/edits/safeFixes';
import { apply } from '../../core/edits/textEdit';
import { jsonText, plural, printable, printableLines } from '../../core/report';
import type { Span } from '../../core/model';
import { overlap, positions } from '../../core/text/lines';
import { isInside } from '../../node/files/folders';
import { flag } from '../args';
import { scanDocument, takeIn, type Scanned } from '../documents';
import type { Command } from '../main';
import { RunTotals } from '../outcome';
import { listFormatOf } from '../output';
import type { Terminal } from '../terminal';
import { verifyIn } from '../run';
import { withSession, type Session } from '../session';

/** A fix may enable another, so a text is scanned again until none is left, at most this often. */
const ROUNDS = 5;

type Fixed = {
  readonly path: string;
  /** Why the file can't be patched: it isn't the text that was read, but in another encoding or changed since. */
  readonly lost?: string;
  /** The whole texts, with a byte order mark. */
  readonly before: string;
  readonly after: string;
  readonly fixes: readonly { readonly line: number; readonly column: number; readonly fix: SafeFix }[];
};

/** The marker that a fix is about; of a fix in its reference, the changed place. */
const placeOf = ({ at, changes: [first] }: SafeFix): Span =>
  first && !overlap(first.span, at) ? first.span : at;

/** The byte order mark of the file with this text, or an empty string; undefined if the file has other bytes. */
async function markOf({ path: name, text }: Scanned, { cwd }: Terminal): Promise<string | undefined> {
  if (name === '-') return '';
  const bytes = await readFile(path.resolve(cwd, name)).catch(() => undefined);
  return ['', '\ufeff'].find((mark) => bytes?.equals(Buffer.from(mark + text, 'utf8')));
}

async function fixed(document: Scanned, session: Session): Promise<Fixed> {
  const fixes: Fixed['fixes'][number][] = [];
  let now = document;
  for (let round = 0; round < ROUNDS; round++) {
    const { text, citations, problems } = now;
    const [findings = []] = await verifyIn(session, [now], session.ports, session.options);
    const made = safeFixes({ text, citations }, problems, findings);
    if (made.length === 0) break;
    const at = positions(text);
    for (const fix of made) fixes.push({ ...at(placeOf(fix).start), fix });
    const changes = made.flatMap((one) => one.changes);
    now = await scanDocument(document.path, apply(text, changes), session);
  }
  const { path: name, text } = document;
  const mark = await markOf(document, session.terminal);
  const lost = mark === undefined && { lost: 'the file isn’t UTF-8 or has changed' };
  return { path: name, before: `${mark ?? ''}${text}`, after: `${mark ?? ''}${now.text}`, fixes, ...lost };
}

/** The reason of each fix precedes its patch, where `patch` and `git apply` ignore it. */
const reasons = ({ path: name, fixes }: Fixed): string =>
  fixes
    .map(({ line, column, fix }) => `${printable(name)}:${line}:${column}: ${printable(say(fix.why))}\n`)
    .join('');

/** Names below the working folder are relative to it, as `git apply` takes no others. A tab ends names, or `patch` stops at a space. */
function patchOf({ path: name, before, after }: Fixed, { cwd }: Terminal): string {
  const file = path.resolve(cwd, name);
  const shown = (isInside(cwd, file) ? path.relative(cwd, file) : name).replaceAll(path.sep, '/');
  const end = shown.includes(' ') ? ' ' : undefined;
  return createTwoFilesPatch(`a/${shown}`, `b/${shown}`, before, after, end, end, {
    headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true },
  });
}

/** A patch for `git apply` as it is; on a terminal, without characters that control it. */
const shown = (patch: string, { columns }: Terminal): string =>
  columns === undefined ? patch : printableLines(patch.replaceAll('\t', '  '));

/** Writes the fixed text. Returns why not. */
async function write({ path: name, after }: Fixed, { cwd }: Terminal): Promise<string | undefined> {
  if (name === '-') return 'standard input can’t be written';
  const file = path.resolve(cwd, name);
  const facts = await lstat(file).catch(() => undefined);
  if (!facts) return 'the file is gone';
  if (!facts.isFile()) return 'a link isn’t followed: name the file that it leads to';
  const beside = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(beside, after, { mode: facts.mode, flag: 'wx' });
    await rename(beside, file);
    return undefined;
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') await unlink(beside).catch(() => undefined);
    return `the file can’t be written (${code})`;
  }
}

const json = (all: readonly Fixed[], terminal: Terminal) => ({
  version: 1,
  documents: all.map((one) => ({
    path: one.path,
    fixes: one.fixes.map(({ line, column, fix }) => ({
      line,
      column,
      cause: fix.why.cause,
      detail: say(fix.why),
      changes: fix.changes.map(({ span, text }) => ({ ...span, text })),
    })),
    patch: patchOf(one, terminal),
  })),
});

export const fixCommand: Command = async (args, values, terminal) => {
  const outcome = new RunTotals(undefined);
  const isJson = listFormatOf(values) === 'json';
  const isWritten = flag(values, 'write');
  const all: Fixed[] = [];
  let [count, written] = [0, 0];
  await withSession(values, terminal, 'online', async (session) => {
    for await (const document of outcome.documents(takeIn(args, session))) {
      const one = await fixed(document, session);
      if (one.before === one.after) continue;
      count++;
      const lost = one.lost ?? (isWritten ? await write(one, terminal) : undefined);
      if (lost !== undefined) {
        terminal.say(`${one.path}: ${lost}`);
        outcome.isPartial = true;
        continue;
      }
      if (isWritten) written++;
      if (isJson) all.push(one);
      else terminal.print(reasons(one) + (isWritten ? '' : shown(patchOf(one, terminal), terminal)));
    }
  });
  if (isJson) terminal.print(`${jsonText(json(all, terminal))}\n`);
  if (count === 0 && !outcome.isPartial && !terminal.isInterrupted()) terminal.note('no safe fixes found');
  if (written > 0) terminal.note(`${plural(written, 'file')} changed`);
  return outcome.exitCode();
};
