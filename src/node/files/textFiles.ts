/** Lists the text files of a folder, except those that git ignores and tool folders. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { isTop, pathFrom } from './folders';
import { matcher } from './glob';
import { readRegular } from './regularFile';

/** Text files to read if the user names a folder or nothing. */
export const TEXTS = '**/*.{md,markdown,mdx,qmd,rmd,Rmd,txt,tex}';

const MOST_FILES = 100_000;
const LONGEST_IGNORE = 100_000;

/** One line of a `.gitignore`, for paths relative to its folder. */
type Rule = {
  readonly folder: string;
  readonly matches: (file: string) => boolean;
  readonly isNegated: boolean;
  readonly isForFolders: boolean;
};

async function rulesIn(folder: string): Promise<readonly Rule[]> {
  const bytes = await readRegular(path.join(folder, '.gitignore'), LONGEST_IGNORE);
  return (bytes?.toString('utf8') ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const isNegated = line.startsWith('!');
      const pattern = line.slice(isNegated ? 1 : 0).replace(/\/$/, '');
      return { folder, matches: matcher([pattern]), isNegated, isForFolders: line.endsWith('/') };
    });
}

/** Ignore rules that a folder inherits from its ancestors, up to the repository root. */
async function rulesAbove(folder: string): Promise<readonly Rule[]> {
  const parent = path.dirname(folder);
  const isLast = parent === folder || (await isTop(folder));
  return isLast ? [] : [...(await rulesAbove(parent)), ...(await rulesIn(parent))];
}

/** The last matching rule wins. */
const isIgnored = (rules: readonly Rule[], file: string, isFolder: boolean): boolean =>
  rules.findLast((rule) => (isFolder || !rule.isForFolders) && rule.matches(path.relative(rule.folder, file)))
    ?.isNegated === false;

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
      if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
        folders.push({ at: file, above: rules });
      if (entry.isFile() && isText(name)) found.push(name);
    }
  }
  return found.sort();
}
