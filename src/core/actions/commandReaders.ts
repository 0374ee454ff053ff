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
  [
    /(?:^|[:_-])(?:(?:re)?build|compile|bundle|dist|package|webpack|rollup|assemble|image)(?:$|[:_-])/,
    ['build'],
  ],
];

/** What a script's name says it does. */
export const kindsOfScript = (name: string): readonly Proof[] =>
  SCRIPT_KINDS.find(([names]) => names.test(name.toLowerCase()))?.[1] ?? [];

/** A program without its folder, and without the ending that Windows adds. */
export const base = (word: string) =>
  word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1).replace(/\.(?:exe|cmd|bat)$/i, '');
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
export const valuesOf = (words: readonly string[], names: RegExp): string[] =>
  words.flatMap((word, i) => {
    if (!isFlag(word)) return [];
    const [flag = '', value] = word.split('=', 2);
    return !names.test(flag) ? [] : [value ?? words[i + 1] ?? ''];
  });

export type Reader = (args: readonly string[]) => Partial<Doing>;
export const runs: Reader = () => ({ proofs: ['run'] });
export const reads: Reader = () => ({ proofs: ['read'] });
export const trivial: Reader = () => ({ isTrivial: true });
export const spoken: Reader = () => ({ isSpoken: true });
export const DRY =
  /^--?(?:help|version|list|list-?tests|collect-only|co|dry-?run(?:=(?!none|false).*)?|no-run|showconfig|show-?config|passWithNoTests-only|init|print-config|watch-list)$/i;
/** Arguments that mean the whole project. */
const isWhole = (path: string) =>
  /^(?:\.|\.\/|\.\/\.\.\.|\.\.\.|\*|src|lib|app|tests?|spec|specs|packages|t|\.\/src|\.\/tests?|\$.*)\/?$/.test(
    path.replace(/\/(?:\*\*?|\.\.\.)$/, ''),
  );
/** The paths to which a run is limited: none if one of them is the whole project. */
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
/** A formatter: it rewrites files, unless its options only check them. */
export const formats =
  (check: RegExp): Reader =>
  (args) => ({
    runner: 'formatter',
    ...(has(args, check) ? { proofs: ['lint'] } : { edits: ['*'], change: 'layout' }),
  });
export const builds =
  (runner: string, ...also: Proof[]): Reader =>
  (args) => ({ proofs: ['build', ...also], runner, isDry: has(args, DRY) });
export const deploys: Reader = (args) => ({
  proofs: ['deploy'],
  runner: 'deploy',
  isDry: has(args, /^--?(?:dry-?run(?:=(?!none|false).*)?|plan|check|diff|help|version)$/i),
});
export const removes: Reader = (args) => ({ edits: plain(args), change: 'removal' });
export const changes: Reader = (args) => ({ edits: plain(args) });

/** A program with subcommands, by its first argument that is not a flag. */
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

/** `npm test`, `pnpm run lint`, `make build`: the name says what runs. */
const scripts =
  (runs: RegExp, scoped: RegExp, own: Readonly<Record<string, Reader>> = {}): Reader =>
  (args) => {
    const only = [...valuesOf(args, scoped)];
    const words = plain(
      args,
      /^(?:-C|--prefix|--cwd|--dir|-w|--workspace|-F|--filter|-f|--file|-j|-p|--project|--script-shell|--loglevel)$/,
    );
    const at = words.findIndex((w) => !runs.test(w));
    const name = at < 0 ? '' : (words[at] ?? '');
    const row = Object.hasOwn(own, name) ? own[name] : undefined;
    if (row) return row(args.slice(args.indexOf(name) + 1));
    const after = args.indexOf('--');
    const rest = args.slice((after < 0 ? args.indexOf(name) : after) + 1);
    const proofs = kindsOfScript(name);
    // Several goals of a Makefile: each counts.
    const all = [...new Set([...proofs, ...(after < 0 ? words.slice(at + 1).flatMap(kindsOfScript) : [])])];
    const filter = proofs.includes('tests')
      ? [
          ...valuesOf(rest, /^(?:-t|--testNamePattern|-k|-g|--grep|--filter|-run)$/),
          ...narrowed(plain(rest, /^-/)),
        ]
      : [];
    return {
      proofs: all.length > 0 ? all : name === '' ? [] : ['run'],
      only: [...only, ...filter.filter((w) => !w.includes('=') && kindsOfScript(w).length === 0)],
      isDry: has(args, /^(?:--dry-run|-[npq]|--print-data-base|--help|--version)$/),
      ...((has(rest, /^--(?:fix|write)$/) || /(?:^|[:_-])(?:fix|write)$/.test(name)) && { edits: ['*'] }),
      ...(/^(?:format|fmt|prettier)$/.test(name) &&
        !has(rest, /check/) && { edits: ['*'], change: 'layout' as const }),
    };
  };
export const NPM: Reader = scripts(
  /^(?:run|run-script|workspaces?|foreach)$/,
  /^(?:-w|--workspace|-F|--filter|--prefix|-C)$/,
  {
    publish: deploys,
    ...all('install ci i add init', trivial),
    ...all('ls view', reads),
    t: (args) => NPM(['test', ...args]),
    version: () => ({ edits: ['package.json'] }),
    audit: runs,
    pack: builds('compiler'),
  },
);
export const MAKE: Reader = scripts(/^$/, /^$/);
/** A program that no row names: its subcommand may say what it does. */
export const unknown: Reader = (args) =>
  /^(?:tests?|build|compile|lint|type-?check|deploy|publish)(?:$|[:_-])/.test(plain(args)[0] ?? '')
    ? MAKE(args)
    : runs(args);

const GOALS: readonly (readonly [RegExp, ...Proof[]])[] = [
  [
    /^(?!testClasses$)(?:test\w*|check|verify|install|build|package|(?:integration|connected)Test|deploy)$/,
    'tests',
  ],
  [
    /^(?:compile|package|install|verify|build|assemble|test|testClasses|compileJava|deploy|bootJar|classes|jar)$/,
    'build',
    'types',
  ],
  [/^(?:check|lint|verify|spotlessCheck|ktlintCheck|detekt|checkstyle\w*)$/, 'lint'],
  [/^(?:deploy|publish\w*)$/, 'deploy'],
  [/^(?:run|bootRun|exec:java)$/, 'run'],
];

/** Maven, Gradle and sbt: several goals, of which `filter` names a part of the tests. */
export const maven =
  (filter: RegExp): Reader =>
  (args) => {
    const goals = plain(args, /^(?:-f|-pl|--projects|-P|--tests|-p|-x|--exclude-task)$/).map((w) =>
      w.slice(w.lastIndexOf(':') + 1),
    );
    const skipsTests =
      has(args, /^-D(?:skipTests|maven\.test\.skip)/) ||
      valuesOf(args, /^(?:-x|--exclude-task)$/).some((task) => /test$/.test(task));
    const proofs = GOALS.flatMap(([names, ...all]) => (goals.some((goal) => names.test(goal)) ? all : []));
    const only = [...args.filter((w) => filter.test(w)), ...valuesOf(args, /^(?:-pl|--projects)$/)];
    return {
      proofs: proofs.filter((proof) => proof !== 'tests' || !skipsTests),
      runner: 'jvm',
      only: proofs.includes('tests') && !skipsTests ? only : [],
      isDry: has(args, /^(?:--dry-run|-m|--help|--version|-v)$/),
    };
  };

/** It deploys if an argument says so. */
export const deployIf =
  (deploying: RegExp): Reader =>
  (args) =>
    (has(args, deploying) ? deploys : runs)(args);

export function docker(args: readonly string[]): Partial<Doing> {
  const words = /^(?:compose|buildx|image)$/.test(args[0] ?? '') ? args.slice(1) : args;
  const [name = ''] = plain(words, /^(?:-f|-p|--file|--project-name|--context|--profile)$/);
  if (name === 'build' || name === 'bake')
    return { proofs: has(words, /^--push$/) ? ['build', 'deploy'] : ['build'], runner: 'docker' };
  if (name === 'push') return { proofs: ['deploy', 'push'], runner: 'docker' };
  return { proofs: name === 'up' || name === 'stack' ? ['run', 'deploy'] : ['read'] };
}

export const rewrites: Reader = () => ({ edits: ['*'] });
/** It rewrites files, unless an argument says otherwise. */
export const unless =
  (harmless: RegExp, files: Reader = rewrites): Reader =>
  (args) =>
    (has(args, harmless) ? trivial : files)(args);
