/** Options that name a file, folder, date or address: checked before any request. */
import { realpathSync, statSync, type Stats } from 'node:fs';
import path from 'node:path';
import { isInside } from '../node/files/folders';
import { isCommitted } from '../node/git/changed';
import { isAsOf } from '../node/git/history';
import { UsageError } from './args';
import type { Terminal } from './terminal';
import { attempt } from '../core/attempt';

/** The facts about a file or folder; undefined if it doesn’t exist or can’t be reached. */
export const factsOf = (place: string): Stats | undefined => attempt(() => statSync(place));

/** `--workspace`: an existing folder. */
export function checkWorkspace(folder: string): void {
  if (!factsOf(folder)?.isDirectory())
    throw new UsageError(`--workspace must be a folder that exists, not ${folder}`);
}

/** `--cache` and `--store`: a folder, if it exists. In a checkout, committed results may be forged, and links lead anywhere. Throws a `UsageError`. */
export async function checkResults(
  option: string,
  folder: string,
  { cwd, signal }: Pick<Terminal, 'cwd' | 'signal'>,
): Promise<void> {
  let place = folder;
  while (!factsOf(place) && path.dirname(place) !== place) place = path.dirname(place);
  if (!factsOf(place)?.isDirectory())
    throw new UsageError(`${option} must be a folder; ${place} isn’t a folder`);
  const isLinked = path.relative(realpathSync(cwd), realpathSync(place)) !== path.relative(cwd, place);
  if (isInside(cwd, place) && isLinked)
    throw new UsageError(`${option} ${folder}: a link leads to another folder`);
  if (place === folder && (await isCommitted(folder, [cwd], signal)))
    throw new UsageError(`${option} ${folder} is committed to the repository, so its results prove nothing`);
}

/** `--as-of`: a date or a commit's hash. */
export function checkAsOf(given: string): void {
  if (!isAsOf(given))
    throw new UsageError(
      `--as-of is a date (2024-01-31) or a commit's hash of 7 to 64 hexadecimal digits, not ${given}`,
    );
}

/** `--contact`: an email address for registries. */
export function checkContact(given: string): void {
  if (!/^[^\s@<>]+@[^\s@<>.]+(?:\.[^\s@<>.]+)+$/.test(given))
    throw new UsageError(`--contact must be an email address such as name@example.org, not ${given}`);
}
