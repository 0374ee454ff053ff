/** Lists the text files of a folder, except those that git ignores and tool folders, and the files that a pattern names. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { exists, isTop, pathFrom } from './folders';
import { ignoreRules, isIgnored, matcher, type IgnoreRule } from '../../core/text/glob';
import { SKIPPED_FOLDERS } from '../../core/workspace/fileTree';
import { readRegular } from './regularFile';

/** Text files to read if the user names a folder or nothing. */
export const TEXTS = '**/*.{md,markdown,mdx,qmd,rmd,Rmd,txt,tex}';

const MOST_FILES = 100_000;
const LONGEST_IGNORE = 100_000;

/** The rules of a folder for absolute paths. */
async function rulesIn(folder: string): Promise<readonly IgnoreRule[]> {
  const bytes = await readRegular(path.join(folder, '.gitignore'), LONGEST_IGNORE);
  return ignoreRules(bytes?.toString('utf8') ?? '', path.join(folder, path.sep));
}

/** Ignore rules that a folder inherits from its ancestors, up to the repository root. */
async function rulesAbove(folder: string): Promise<readonly IgnoreRule[]> {
  const parent = path.dirname(folder);
  const isLast = parent === folder || (await isTop(folder));
  return isLast ? [] : [...(await rulesAbove(parent)), ...(await rulesIn(parent))];
}

/** Paths relative to `folder`, with `/`, sorted. Links are not followed; dot folders are skipped. */
export async function textsBelow(folder: string): Promise<readonly string[]> {
  const isText = matcher([TEXTS]);
  const found: string[] = [];
  const folders = [{ at: folder, above: await rulesAbove(folder) }];
  for (let i = 0; i < folders.length && found.length < MOST_FILES; i++) {
    const { at = folder, above = [] } = folders[i] ?? {};
    const rules = [...above, ...(await rulesIn(at))];
    for (const entry of await readdir(at, { withFileTypes: true }).catch(() => [])) {
      const file = path.join(at, entry.name);
      const name = pathFrom(folder, file);
      if (isIgnored(rules, file, entry.isDirectory())) continue;
      if (entry.isDirectory() && !entry.name.startsWith('.') && !SKIPPED_FOLDERS.includes(entry.name))
        folders.push({ at: file, above: rules });
      if (entry.isFile() && isText(name)) found.push(name);
    }
  }
  return found.sort();
}

const isPattern = (text: string): boolean => /[*?{]/.test(text);

/** Files below `folder` that match, relative to it and sorted. Links are not followed; dot folders must be named. */
async function filesBelow(folder: string, pattern: string): Promise<string[]> {
  const isWanted = matcher([pattern]);
  const wantsHidden = /(?:^|\/)\./.test(pattern);
  const isFlat = !pattern.includes('/');
  const found: string[] = [];
  const folders = [''];
  for (let i = 0; i < folders.length && found.length < MOST_FILES; i++) {
    const here = folders[i] ?? '';
    const entries = await readdir(path.join(folder, here), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const name = here === '' ? entry.name : `${here}/${entry.name}`;
      const isSkipped = SKIPPED_FOLDERS.includes(entry.name) || (entry.name.startsWith('.') && !wantsHidden);
      if (entry.isDirectory() && !isFlat && !isSkipped) folders.push(name);
      if (entry.isFile() && isWanted(name)) found.push(name);
    }
  }
  return found.sort();
}

/** Files that match a pattern relative to `cwd`; undefined if the argument is not a pattern or names an existing file. */
export async function filesMatching(argument: string, cwd: string): Promise<readonly string[] | undefined> {
  if (!isPattern(argument) || (await exists(path.resolve(cwd, argument)))) return undefined;
  const parts = argument.replaceAll('\\', '/').split('/');
  const fixed = parts.findIndex(isPattern);
  const prefix = [...parts.slice(0, fixed), ''].join('/');
  const found = await filesBelow(path.resolve(cwd, prefix), parts.slice(fixed).join('/'));
  return found.map((name) => prefix + name);
}
