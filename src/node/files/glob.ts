/**
 * Path patterns with `/` as separator: `*` within a name, `**` across folders, `?` one character, `{a,b}` alternatives. Patterns may come
 * from hostile repositories, so matching never backtracks: time is at most pattern × path, and a pattern too long to be one matches nothing.
 */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { exists } from './folders';

const MOST_ALTERNATIVES = 64;
const LONGEST = 512;

/** Expands braces: one pattern per alternative. */
function expand(pattern: string): string[] {
  if (pattern.length > LONGEST) return [];
  let all = [''];
  let at = 0;
  for (const { 0: braces, 1: inside = '', index } of pattern.matchAll(/\{([^{}]*)\}/g)) {
    const before = pattern.slice(at, index);
    all = all.flatMap((start) => inside.split(',').map((choice) => start + before + choice));
    if (all.length > MOST_ALTERNATIVES) return [pattern];
    at = index + braces.length;
  }
  return all.map((start) => start + pattern.slice(at));
}

/** Characters that a path is compared with, alternatives included: what matching costs. */
export const lengthOf = (patterns: readonly string[]): number => patterns.flatMap(expand).join('').length;

/**
 * Whether `text` matches completely. A step `many` takes any number of items, others exactly one. After a mismatch only the last `many`
 * takes one more, because it can take whatever an earlier one could.
 */
function walk<P, T>(
  pattern: readonly P[],
  text: readonly T[],
  many: P,
  isOne: (p: P, t: T) => boolean,
): boolean {
  let [step, at, again, taken] = [0, 0, -1, 0];
  for (let item = text[0]; item !== undefined; item = text[at]) {
    const p = pattern[step];
    if (p === many) {
      again = ++step;
      taken = at;
    } else if (p !== undefined && isOne(p, item)) {
      step++;
      at++;
    } else if (again >= 0) {
      step = again;
      at = ++taken;
    } else return false;
  }
  return pattern.slice(step).every((p) => p === many);
}

/** The characters of a name in a path, as `?` counts them. */
type Name = readonly string[];
const FOLDERS: Name = ['**'];
const namesOf = (file: string): Name[] => file.split('/').map((name) => Array.from(name));
const matchesName = (pattern: Name, name: Name): boolean =>
  walk(pattern, name, '*', (p, c) => p === '?' || p === c);

/** Makes a test for relative paths. A pattern without a slash matches in every folder; a leading slash anchors it at the top. */
export function matcher(patterns: readonly string[]): (file: string) => boolean {
  const all = patterns
    .flatMap(expand)
    .map((p) => p.replace(/^\.\//, ''))
    .map((p) => namesOf(p.includes('/') ? p.replace(/^\//, '') : `**/${p}`))
    .map((names) => names.map((name) => (name.join('') === '**' ? FOLDERS : name)));
  return (file) => {
    const names = namesOf(file.replaceAll('\\', '/').replace(/^\.\//, ''));
    return all.some((one) => walk(one, names, FOLDERS, matchesName));
  };
}

const isPattern = (text: string): boolean => /[*?{]/.test(text);

const SKIPPED = new Set(['node_modules', '.git']);
const MOST_FILES = 100_000;

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
      const isSkipped = SKIPPED.has(entry.name) || (entry.name.startsWith('.') && !wantsHidden);
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
