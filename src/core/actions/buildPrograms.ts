/** Programs that build, and programs that run a project's scripts by name. */
import {
  all,
  narrowed,
  valuesOf,
  has,
  plain,
  reads,
  runs,
  sub,
  tests,
  trivial,
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

const compiles = builds('compiler', 'types');
const packages: Reader = sub({ build: builds('compiler'), publish: deploys }, trivial);

export const BUILDS: Readonly<Record<string, Reader>> = {
  ...all('webpack rollup esbuild parcel swc', builds('bundler')),
  tsup: builds('bundler', 'types'),
  ...all('hugo sphinx-build python-build build', builds('compiler')),
  ...all('gcc g++ cc clang clang++ rustc javac kotlinc swiftc ghc msbuild', compiles),
  ...all('ng meson mix ninja rake rails make gmake just task invoke artisan grunt gulp wireit nx moon', MAKE),
  ...all('mvn mvnw', (args) => mavenLike(args, /^-Dtest=/)),
  ...all('gradle gradlew', (args) => mavenLike(args, /^--tests/)),
  sbt: (args) => mavenLike(args, /^testOnly/),
  ...all('npm pnpm yarn composer', NPM),
  ...all('pip pip3 apt apt-get brew', trivial),
  ...all('turbo lerna', (args) => MAKE(args.filter((w) => w !== 'run'))),
  ...all('vite nuxt', sub({ build: builds('bundler') })),
  next: sub({ build: builds('bundler', 'types'), lint: checks(['lint'], 'linter') }),
  astro: sub({ check: checks(['types'], 'mypy') }, builds('bundler')),
  mkdocs: sub({ 'gh-deploy': deploys }, builds('compiler')),
  vsce: sub({ publish: deploys }, builds('compiler')),
  bazel: sub(
    { test: (args) => tests('bazel', /^--test_filter$/)(args.filter((w) => w !== '//...')) },
    compiles,
  ),
  xcodebuild: (args) =>
    args.includes('test') ? { proofs: ['tests', 'build'], runner: 'xcodebuild' } : compiles(args),
  cmake: (args) => (has(args, /^--build$/) ? compiles : trivial)(args),
  zig: (args) => (args.slice(0, 2).includes('test') ? { proofs: ['tests', 'build'] } : compiles(args)),
  swift: sub({ test: tests('xcodebuild', /^--filter$/, /^--filter$/, ['build']), build: compiles }),
  dotnet: sub({
    test: tests(
      'dotnet',
      /^--filter$/,
      /^--(?:filter|logger|configuration|settings|verbosity|framework|collect)$|^-[cvlf]$/,
      ['build', 'types'],
    ),
    ...all('build publish pack', compiles),
    format: formats(/^--verify-no-changes$/, 'formatter'),
    nuget: deploys,
  }),
  deno: sub({ check: checks(['types'], 'compiler'), run: runs }, MAKE),
  bun: (args) => (args[0] === 'test' ? { ...JEST(args.slice(1)), runner: 'bun' } : NPM(args)),
  ...all('poetry uv', packages),
  hatch: sub({ publish: deploys, test: tests('pytest', /^-k$/) }, builds('compiler')),
  'setup.py': sub({ test: tests('unittest', /^$/) }, builds('compiler')),
  ...all('compileall py_compile', checks(['types', 'build'], 'compiler')),
  gem: sub({ push: deploys }, builds('compiler')),
};
