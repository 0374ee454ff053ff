/** How the rows of the program tables read a command's arguments. */

/** Actions that a command can prove. */
export type Proof = 'tests' | 'build' | 'types' | 'lint' | 'commit' | 'push' | 'deploy' | 'run' | 'read';

export type Doing = {
  readonly proofs: readonly Proof[];
  /** The runner whose output to expect; undefined if a script decides. */
  readonly runner?: string;
  /** The part it covers: a file, a filter, a package. Empty for everything. */
  readonly only: readonly string[];
  /** It lists, prints help or plans, but runs nothing. */
  readonly isDry: boolean;
  /** Its arguments make it succeed whatever it finds. */
  readonly hidesFailure: boolean;
  /** Files it changes; `*` for any. */
  readonly edits: readonly string[];
  /** How it changes them: formatting and removals don't make earlier results stale. */
  readonly change: 'content' | 'layout' | 'removal' | 'unknown';
  /** It prints words that the agent chose. */
  readonly isSpoken: boolean;
  /** It practically always succeeds: `cd`, `export`, `mkdir`. */
  readonly isTrivial: boolean;
};

export const NOTHING: Doing = {
  proofs: [],
  only: [],
  isDry: false,
  hidesFailure: false,
  edits: [],
  change: 'content',
  isSpoken: false,
  isTrivial: false,
};

const SCRIPT_KINDS: readonly (readonly [RegExp, readonly Proof[]])[] = [
  [
    /^(?:check|ci|verify|validate|precommit|pre-commit|prepush|all|preflight|qa|gate)(?:$|[:_-]all$)/,
    ['tests', 'lint', 'types', 'build'],
  ],
  [/^(?:deploy|release|publish|ship|promote|rollout)/, ['deploy']],
  [/(?:^|[:_-])(?:type-?check|types?|tsc|check-types|mypy|pyright|typing)(?:$|[:_-])/, ['types']],
  [
    /(?:^|[:_-])(?:lint|eslint|format|fmt|prettier|style|stylelint|ruff|biome|clippy|vet|rubocop)(?:$|[:_-])/,
    ['lint'],
  ],
  [
    /(?:^|[:_-])(?:tests?|specs?|unit|e2e|integration|jest|vitest|mocha|cypress|playwright|coverage|smoke)(?:$|[:_.-])/,
    ['tests'],
  ],
  [/(?:^|[:_-])(?:build|compile|bundle|dist|package|webpack|rollup|assemble|image)(?:$|[:_-])/, ['build']],
];

/** What a script's name says it does. */
export const kindsOfScript = (name: string): readonly Proof[] =>
  SCRIPT_KINDS.find(([names]) => names.test(name.toLowerCase()))?.[1] ?? [];

export const base = (word: string) => word.slice(word.lastIndexOf('/') + 1);
export const isFlag = (word: string) => word.startsWith('-');
export const has = (words: readonly string[], flags: RegExp) => words.some((w) => flags.test(w));
/** Arguments without flags; flags in `valued` also consume the next word. */
export function plain(words: readonly string[], valued: RegExp = /^$/): string[] {
  const found: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    if (word === '--') continue;
    if (isFlag(word)) {
      if (valued.test(word) && !word.includes('=')) i++;
    } else found.push(word);
  }
  return found;
}
/** Values of the flags in `names`: `-k x` or `--name=x`. */
export function valuesOf(words: readonly string[], names: RegExp): string[] {
  return words.flatMap((word, i) => {
    if (!isFlag(word)) return [];
    const [flag = '', value] = word.split('=', 2);
    if (!names.test(flag)) return [];
    return [value ?? words[i + 1] ?? ''];
  });
}

export type Reader = (args: readonly string[]) => Partial<Doing>;
export const runs: Reader = () => ({ proofs: ['run'] });
export const reads: Reader = () => ({ proofs: ['read'] });
export const trivial: Reader = () => ({ isTrivial: true });
export const DRY =
  /^--?(?:help|version|list|list-?tests|collect-only|co|dry-?run(?:=(?!none|false).*)?|no-run|showconfig|show-?config|passWithNoTests-only|init|print-config|watch-list)$/i;
/** Arguments that mean the whole project. */
const isWhole = (path: string) =>
  /^(?:\.|\.\/|\.\/\.\.\.|\.\.\.|\*|src|lib|app|tests?|spec|specs|packages|t|\.\/src|\.\/tests?|\$.*)\/?$/.test(
    path.replace(/\/(?:\*\*?|\.\.\.)$/, ''),
  );
export const narrowed = (paths: readonly string[]) => (paths.some(isWhole) ? [] : paths);

/** A test runner: filters and paths make a run partial. */
export const tests =
  (runner: string, filters: RegExp, valued: RegExp = filters, also: readonly Proof[] = []): Reader =>
  (args) => ({
    proofs: ['tests', ...also],
    runner,
    only: [...valuesOf(args, filters), ...narrowed(plain(args, valued))],
    isDry: has(args, DRY),
  });
/** A linter or type checker; `--fix` changes files. */
export const checks =
  (
    proofs: readonly Proof[],
    runner: string,
    fixes = /^--?(?:fix|fix-all|write|autocorrect|auto-correct|autofix|unsafe-fixes|a|A|w|i|in-place|apply)$/,
  ): Reader =>
  (args) => ({
    proofs,
    runner,
    only: narrowed(
      plain(
        args,
        /^(?:-c|--config|--rule|--ext|-p|--project|-f|--format|--max-warnings|--ignore|--select|--python-version|--manifest-path)$/,
      ),
    ),
    isDry: has(args, DRY),
    ...(has(args, fixes) && { edits: ['*'] }),
  });
export const formats =
  (check: RegExp, runner: string): Reader =>
  (args) =>
    has(args, check) ? { proofs: ['lint'], runner } : { edits: ['*'], change: 'layout', proofs: [], runner };
export const builds =
  (runner: string, ...also: Proof[]): Reader =>
  (args) => ({ proofs: ['build', ...also], runner, isDry: has(args, DRY) });
export const deploys: Reader = (args) => ({
  proofs: ['deploy'],
  runner: 'deploy',
  isDry: has(args, /^--?(?:dry-?run(?:=(?!none|false).*)?|plan|check|diff|help|version)$/i),
});
export const removes = (args: readonly string[]): Partial<Doing> => ({
  edits: plain(args),
  change: 'removal',
});
export const changes = (args: readonly string[]): Partial<Doing> => ({ edits: plain(args) });

/** A program with subcommands, by its first argument that is no flag. */
export const sub =
  (rows: Readonly<Record<string, Reader>>, otherwise: Reader = runs): Reader =>
  (args) => {
    const at = args.findIndex((w) => !isFlag(w) && !w.startsWith('+'));
    const name = args[at] ?? '';
    return (Object.hasOwn(rows, name) ? rows[name] : undefined)?.(args.slice(at + 1)) ?? otherwise(args);
  };

/** One row for several programs, separated by spaces. */
export const all = (names: string, row: Reader): Readonly<Record<string, Reader>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, row]));
