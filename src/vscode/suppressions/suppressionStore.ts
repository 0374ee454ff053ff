/**
 * Writes and removes suppressions in the files of a folder, which the command line reads too. A file that cannot be read is never
 * overwritten: that throws, with its path and the reason.
 */
import { Uri, workspace } from 'vscode';
import { markOf, withoutMark, writeMarks } from '../../core/findings/accepted';
import type { Finding } from '../../core/model';
import type { Rule } from '../../core/findings/suppression';
import { readRepository, withIgnore, withoutIgnore, type ConfigError } from '../../node/config';
import { readText } from '../state/documents';
import { reasonText } from '../state/labels';

/** The written file, or that there was nothing to remove; undefined if writing is not allowed. */
export type Removed = Uri | 'gone' | undefined;

const refuse = ({ path, error }: ConfigError): never => {
  throw new Error(`${path}: ${reasonText(error)}`);
};

async function write(file: Uri, text: string | ConfigError): Promise<Uri> {
  await workspace.fs.writeFile(
    file,
    new TextEncoder().encode(typeof text === 'string' ? text : refuse(text)),
  );
  return file;
}

async function marksIn(folder: Uri) {
  const repository = await readRepository(folder.fsPath);
  if ('error' in repository) return refuse(repository);
  const file = Uri.joinPath(Uri.file(repository.home), '.citewright', 'accepted.json');
  return { file, marks: repository.marks };
}

async function rulesIn(folder: Uri) {
  const repository = await readRepository(folder.fsPath);
  const home = 'error' in repository ? folder : Uri.file(repository.folder);
  const file = Uri.joinPath(home, 'citewright.json');
  return { file, text: await readText(file) };
}

export async function accept(folder: Uri, finding: Finding, note: string | undefined): Promise<Uri> {
  const { file, marks } = await marksIn(folder);
  return write(file, writeMarks([...marks, markOf(finding, note)]));
}

/** Removes the mark that accepts a finding. */
export async function unaccept(folder: Uri, finding: Finding): Promise<Removed> {
  const { file, marks } = await marksIn(folder);
  const rest = withoutMark(marks, finding);
  return rest.length < marks.length ? write(file, writeMarks(rest)) : 'gone';
}

export async function ignore(folder: Uri, rule: Rule): Promise<Uri> {
  const { file, text } = await rulesIn(folder);
  return write(file, withIgnore(text, rule, file.fsPath));
}

/** Removes the equal rule. */
export async function unignore(folder: Uri, rule: unknown): Promise<Removed> {
  const { file, text } = await rulesIn(folder);
  const rest = text === undefined ? undefined : withoutIgnore(text, rule, file.fsPath);
  return rest === undefined ? 'gone' : write(file, rest);
}
