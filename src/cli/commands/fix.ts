/** `fix FILE…`: prints the safe fixes as a unified diff, or writes them to the files. */
import { createTwoFilesPatch } from 'diff';
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { say } from '../../core/causes';
import { safeFixes, type SafeFix } from '../../core/edits/safeFixes';
import { apply } from '../../core/edits/textEdit';
import { jsonText, plural, printable } from '../../core/report';
import { positions } from '../../core/text/lines';
import { flag } from '../args';
import { scanDocument, takeIn, type Scanned } from '../documents';
import type { Command } from '../main';
import { RunTotals } from '../outcome';
import { listFormatOf } from '../output';
import type { Terminal } from '../terminal';
import { verifyOptions } from '../ports';
import { verifyIn } from '../run';
import { withSession, type Session } from '../session';

/** A fix may enable another, so a text is scanned again until none is left, at most this often. */
const ROUNDS = 5;

type Fixed = {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly fixes: readonly { readonly line: number; readonly column: number; readonly fix: SafeFix }[];
};

async function fixed(document: Scanned, session: Session): Promise<Fixed> {
  const { options } = verifyOptions(session.values, session.terminal, undefined, session.settings.config);
  const fixes: Fixed['fixes'][number][] = [];
  let now = document;
  for (let round = 0; round < ROUNDS; round++) {
    const { text, citations, problems } = now;
    const [findings = []] = await verifyIn(session, [now], session.ports, options);
    const made = safeFixes({ text, citations }, problems, findings);
    if (made.length === 0) break;
    const at = positions(text);
    for (const fix of made) fixes.push({ ...at(fix.at.start), fix });
    const after = apply(
      text,
      made.flatMap(({ changes }) => changes),
    );
    now = await scanDocument(document.path, after, session);
  }
  return { path: document.path, before: document.text, after: now.text, fixes };
}

/** The reason of each fix precedes its patch, where `patch` and `git apply` ignore it. */
const reasons = ({ path: name, fixes }: Fixed): string =>
  fixes
    .map(({ line, column, fix }) => `${printable(name)}:${line}:${column}: ${printable(say(fix.why))}\n`)
    .join('');

/** Quotes a file name as Git does in a patch. */
const patchName = (side: 'a' | 'b', name: string): string => {
  const whole = `${side}/${name.replaceAll('\\', '/').replace(/^\.\//, '')}`;
  return /[\u0000-\u001f"\u007f]/.test(whole) ? JSON.stringify(whole) : whole;
};

const patchOf = ({ path: name, before, after }: Fixed): string =>
  before === after
    ? ''
    : createTwoFilesPatch(patchName('a', name), patchName('b', name), before, after, undefined, undefined, {
        headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true },
      });

/** Writes the text if the file is unchanged since it was read. Returns why not. */
async function write({ path: name, before, after }: Fixed, { cwd }: Terminal): Promise<string | undefined> {
  if (name === '-') return 'standard input cannot be written';
  const file = path.resolve(cwd, name);
  const bytes = await readFile(file);
  const mark = ['', '\ufeff'].find((one) => bytes.equals(Buffer.from(one + before, 'utf8')));
  if (mark === undefined) return 'the file is not UTF-8 or has changed';
  const beside = `${file}.${process.pid}.tmp`;
  await writeFile(beside, mark + after, { mode: (await stat(file)).mode, flag: 'wx' });
  await rename(beside, file);
  return undefined;
}

const json = (all: readonly Fixed[]) => ({
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
    patch: patchOf(one),
  })),
});

export const fixCommand: Command = async (args, values, terminal) => {
  const outcome = new RunTotals(undefined);
  const isJson = listFormatOf(values) === 'json';
  const isWritten = flag(values, 'write');
  const all: Fixed[] = [];
  let [count, written] = [0, 0];
  await withSession(values, terminal, true, async (session) => {
    for await (const taken of takeIn(args, session)) {
      outcome.take(taken);
      if (!taken.document) continue;
      const one = await fixed(taken.document, session);
      if (one.before === one.after) continue;
      count++;
      const lost = isWritten ? await write(one, terminal) : undefined;
      if (isWritten && lost === undefined) written++;
      if (isJson) all.push(one);
      else terminal.print(reasons(one) + (isWritten ? '' : patchOf(one)));
      if (lost === undefined) continue;
      terminal.say(`${one.path}: ${lost}`);
      outcome.isPartial = true;
    }
  });
  if (isJson) terminal.print(`${jsonText(json(all))}\n`);
  if (count === 0 && !outcome.isPartial) terminal.note('no safe fixes found');
  if (written > 0) terminal.note(`${plural(written, 'file')} changed`);
  return outcome.exitCode();
};
