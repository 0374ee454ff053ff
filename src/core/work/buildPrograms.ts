/** Programs that build, and programs that run a project's scripts by name. */
import {
  all,
  narrowed,
  valuesOf,
  has,
  plain,
  tests,
  checks,
  formats,
  builds,
  deploys,
  kindsOfScript,
  type Doing,
  type Proof,
  type Reader,
} from './commandReaders';
import { JEST } from './testPrograms';

/** `npm test`, `pnpm run lint`, `make build`: the name says what runs. */
const scripts =
  (runs: RegExp, scoped: RegExp, own: Readonly<Record<string, Reader>> = {}): Reader =>
  (args) => {
    const only = [...valuesOf(args, scoped)];
    const words = plain(
      args,
      /^(?:-C|--prefix|--cwd|--dir|-w|--workspace|-F|--filter|-f|--file|-j|-p|--project|-s|--script-shell|--loglevel)$/,
    );
    const at = words.findIndex((w) => !runs.test(w));
    const name = at < 0 ? '' : (words[at] ?? '');
    const row = Object.hasOwn(own, name) ? own[name] : undefined;
    if (row) return row(args.slice(args.indexOf(name) + 1));
    const after = args.indexOf('--');
    const rest = after < 0 ? words.slice(at + 1) : args.slice(after + 1);
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
      isDry: has(args, /^(?:--dry-run|-n|--help|--version)$/),
      ...(has(rest, /^--(?:fix|write)$/) && { edits: ['*'] }),
      ...(/(?:^|[:_-])(?:fix|write)$/.test(name) && { edits: ['*'] }),
      ...(/^(?:format|fmt|prettier)$/.test(name) &&
        !has(rest, /check/) && { edits: ['*'], change: 'layout' as const }),
    };
  };
const INSTALL: Reader = () => ({ isTrivial: true });
export const NPM: Reader = scripts(
  /^(?:run|run-script|workspaces?|foreach)$/,
  /^(?:-w|--workspace|-F|--filter|--prefix|-C)$/,
  {
    publish: deploys,
    install: INSTALL,
    ci: INSTALL,
    i: INSTALL,
    add: INSTALL,
    init: INSTALL,
    ls: () => ({ proofs: ['read'] }),
    view: () => ({ proofs: ['read'] }),
    t: (args) => ({ ...NPM(['test', ...args]) }),
    version: () => ({ edits: ['package.json'] }),
    audit: () => ({ proofs: ['run'] }),
    pack: builds('compiler'),
  },
);
export const MAKE: Reader = scripts(/^$/, /^$/);

function mavenLike(args: readonly string[], filter: RegExp): Partial<Doing> {
  const goals = plain(args, /^(?:-f|-pl|--projects|-P|--tests|-p|-x|--exclude-task)$/).map((w) =>
    w.slice(w.lastIndexOf(':') + 1),
  );
  const skips = has(args, /^-D(?:skipTests|maven\.test\.skip)/);
  const proofs: Proof[] = [];
  for (const goal of goals) {
    if (
      /^(?:test\w*|check|verify|install|build|package|integrationTest|connectedTest|deploy)$/.test(goal) &&
      !skips &&
      goal !== 'testClasses'
    )
      proofs.push('tests');
    if (
      /^(?:compile|package|install|verify|build|assemble|test|testClasses|compileJava|deploy|bootJar|classes|jar)$/.test(
        goal,
      )
    )
      proofs.push('build', 'types');
    if (/^(?:check|lint|verify|spotlessCheck|ktlintCheck|detekt|checkstyle\w*)$/.test(goal))
      proofs.push('lint');
    if (/^(?:deploy|publish\w*)$/.test(goal)) proofs.push('deploy');
    if (/^(?:run|bootRun|exec:java)$/.test(goal)) proofs.push('run');
  }
  const only = [...args.filter((w) => filter.test(w)), ...valuesOf(args, /^(?:-pl|--projects)$/)];
  return {
    proofs: [...new Set(proofs)],
    runner: 'jvm',
    only: proofs.includes('tests') ? only : [],
    isDry: has(args, /^(?:--dry-run|-m|--help|--version|-v)$/),
  };
}

export const BUILDS: Readonly<Record<string, Reader>> = {
  ...all('webpack rollup esbuild parcel swc', builds('bundler')),
  tsup: builds('bundler', 'types'),
  ...all('ng meson mix', (args) => MAKE(args)),
  ...all('hugo sphinx-build python-build build', builds('compiler')),
  ...all('gcc g++ cc clang clang++ rustc javac kotlinc swiftc ghc msbuild', builds('compiler', 'types')),
  ...all('ninja rake rails make gmake just task invoke artisan grunt gulp wireit nx moon', MAKE),
  ...all('mvn mvnw', (args) => mavenLike(args, /^-Dtest=/)),
  ...all('gradle gradlew', (args) => mavenLike(args, /^--tests/)),
  sbt: (args) => mavenLike(args, /^testOnly/),
  ...all('npm pnpm yarn composer', NPM),
  ...all('pip pip3 apt apt-get brew', INSTALL),
  turbo: (args) => MAKE(args.filter((w) => w !== 'run')),
  lerna: (args) => MAKE(args.filter((w) => w !== 'run')),
  vite: (args) => (args[0] === 'build' ? builds('bundler')(args) : { proofs: ['run'] }),
  next: (args) =>
    args[0] === 'build'
      ? builds('bundler', 'types')(args)
      : args[0] === 'lint'
        ? { proofs: ['lint'], runner: 'linter' }
        : { proofs: ['run'] },
  nuxt: (args) => (args[0] === 'build' ? builds('bundler')(args) : { proofs: ['run'] }),
  astro: (args) => (args[0] === 'check' ? { proofs: ['types'], runner: 'mypy' } : builds('bundler')(args)),
  mkdocs: (args) => (args[0] === 'gh-deploy' ? deploys(args) : builds('compiler')(args)),
  vsce: (args) => (args[0] === 'publish' ? deploys(args) : builds('compiler')(args)),
  bazel: (args) =>
    args[0] === 'test'
      ? tests('bazel', /^--test_filter$/)(args.slice(1).filter((w) => w !== '//...'))
      : builds('compiler', 'types')(args),
  xcodebuild: (args) =>
    args.includes('test')
      ? { proofs: ['tests', 'build'], runner: 'xcodebuild' }
      : builds('compiler', 'types')(args),
  cmake: (args) => (has(args, /^--build$/) ? builds('compiler', 'types')(args) : { isTrivial: true }),
  zig: (args) =>
    args[0] === 'test' || args[1] === 'test'
      ? { proofs: ['tests', 'build'] }
      : builds('compiler', 'types')(args),
  swift: (args) =>
    args[0] === 'test'
      ? tests('xcodebuild', /^--filter$/, /^--filter$/, ['build'])(args.slice(1))
      : args[0] === 'build'
        ? builds('compiler', 'types')(args)
        : { proofs: ['run'] },
  dotnet: (args) =>
    args[0] === 'test'
      ? tests(
          'dotnet',
          /^--filter$/,
          /^--(?:filter|logger|configuration|settings|verbosity|framework|collect)$|^-[cvlf]$/,
          ['build', 'types'],
        )(args.slice(1))
      : /^(?:build|publish|pack)$/.test(args[0] ?? '')
        ? builds('compiler', 'types')(args)
        : args[0] === 'format'
          ? formats(/^--verify-no-changes$/, 'formatter')(args)
          : args[0] === 'nuget'
            ? deploys(args)
            : { proofs: ['run'] },
  deno: (args) =>
    args[0] === 'check' ? { proofs: ['types'] } : args[0] === 'run' ? { proofs: ['run'] } : MAKE(args),
  bun: (args) => (args[0] === 'test' ? { ...JEST(args.slice(1)), runner: 'bun' } : NPM(args)),
  poetry: (args) =>
    args[0] === 'build'
      ? builds('compiler')(args)
      : args[0] === 'publish'
        ? deploys(args)
        : { isTrivial: true },
  uv: (args) =>
    args[0] === 'build'
      ? builds('compiler')(args)
      : args[0] === 'publish'
        ? deploys(args)
        : { isTrivial: true },
  hatch: (args) =>
    args[0] === 'publish'
      ? deploys(args)
      : args[0] === 'test'
        ? tests('pytest', /^-k$/)(args.slice(1))
        : builds('compiler')(args),
  'setup.py': (args) =>
    args.includes('test') ? { proofs: ['tests'], runner: 'unittest' } : builds('compiler')(args),
  compileall: checks(['types', 'build'], 'compiler'),
  py_compile: checks(['types', 'build'], 'compiler'),
  gem: (args) => (args[0] === 'push' ? deploys(args) : builds('compiler')(args)),
};
