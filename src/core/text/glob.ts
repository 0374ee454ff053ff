/**
 * Path patterns with `/` as separator: `*` within a name, `**` across folders, `?` one character, `{a,b}` alternatives. Patterns may come
 * from hostile repositories, so matching never backtracks: time is at most pattern × path, and a pattern too long to be one matches nothing.
 */
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
function walk<P, T>(pattern: readonly P[], text: readonly T[], many: P, isOne: (p: P, t: T) => boolean) {
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

/** One line of a `.gitignore`, which speaks of the paths that match. */
export type IgnoreRule = {
  readonly matches: (file: string) => boolean;
  readonly isNegated: boolean;
  readonly isForFolders: boolean;
};

/** The rules of a `.gitignore`; `folder` is the beginning of paths in its folder, with a separator at its end. */
export const ignoreRules = (text: string, folder: string): readonly IgnoreRule[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const isNegated = line.startsWith('!');
      const fits = matcher([line.slice(isNegated ? 1 : 0).replace(/\/$/, '')]);
      const matches = (file: string) => file.startsWith(folder) && fits(file.slice(folder.length));
      return { matches, isNegated, isForFolders: line.endsWith('/') };
    });

/** Whether git ignores a file or folder; the last matching rule wins. */
export const isIgnored = (rules: readonly IgnoreRule[], file: string, isFolder: boolean): boolean =>
  rules.findLast((rule) => (isFolder || !rule.isForFolders) && rule.matches(file))?.isNegated === false;
