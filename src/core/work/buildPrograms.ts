/** Programs that build, and those that run scripts of a project by their names. */
import {
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

/** `npm test`, `pnpm run lint`, `make build`: what is run is known by its name. */
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
    // More than one goal of a Makefile: each counts.
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
  webpack: builds('bundler'),
  rollup: builds('bundler'),
  esbuild: builds('bundler'),
  parcel: builds('bundler'),
  tsup: builds('bundler', 'types'),
  swc: builds('bundler'),
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
  ng: (args) => MAKE(args),
  hugo: builds('compiler'),
  mkdocs: (args) => (args[0] === 'gh-deploy' ? deploys(args) : builds('compiler')(args)),
  'sphinx-build': builds('compiler'),
  vsce: (args) => (args[0] === 'publish' ? deploys(args) : builds('compiler')(args)),
  gcc: builds('compiler', 'types'),
  'g++': builds('compiler', 'types'),
  cc: builds('compiler', 'types'),
  clang: builds('compiler', 'types'),
  'clang++': builds('compiler', 'types'),
  rustc: builds('compiler', 'types'),
  javac: builds('compiler', 'types'),
  kotlinc: builds('compiler', 'types'),
  swiftc: builds('compiler', 'types'),
  ghc: builds('compiler', 'types'),
  ninja: MAKE,
  bazel: (args) =>
    args[0] === 'test'
      ? tests('bazel', /^--test_filter$/)(args.slice(1).filter((w) => w !== '//...'))
      : builds('compiler', 'types')(args),
  meson: (args) => MAKE(args),
  xcodebuild: (args) =>
    args.includes('test')
      ? { proofs: ['tests', 'build'], runner: 'xcodebuild' }
      : builds('compiler', 'types')(args),
  cmake: (args) => (has(args, /^--build$/) ? builds('compiler', 'types')(args) : { isTrivial: true }),
  'python-build': builds('compiler'),
  msbuild: builds('compiler', 'types'),
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
  mvn: (args) => mavenLike(args, /^-Dtest=/),
  mvnw: (args) => mavenLike(args, /^-Dtest=/),
  gradle: (args) => mavenLike(args, /^--tests/),
  gradlew: (args) => mavenLike(args, /^--tests/),
  sbt: (args) => mavenLike(args, /^testOnly/),
  mix: (args) => MAKE(args),
  rake: MAKE,
  rails: MAKE,
  make: MAKE,
  gmake: MAKE,
  just: MAKE,
  task: MAKE,
  invoke: MAKE,
  artisan: MAKE,
  grunt: MAKE,
  gulp: MAKE,
  wireit: MAKE,
  nx: MAKE,
  moon: MAKE,
  deno: (args) =>
    args[0] === 'check' ? { proofs: ['types'] } : args[0] === 'run' ? { proofs: ['run'] } : MAKE(args),
  npm: NPM,
  pnpm: NPM,
  yarn: NPM,
  bun: (args) => (args[0] === 'test' ? { ...JEST(args.slice(1)), runner: 'bun' } : NPM(args)),
  composer: NPM,
  pip: INSTALL,
  pip3: INSTALL,
  apt: INSTALL,
  'apt-get': INSTALL,
  brew: INSTALL,
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
  build: builds('compiler'),
  'setup.py': (args) =>
    args.includes('test') ? { proofs: ['tests'], runner: 'unittest' } : builds('compiler')(args),
  compileall: checks(['types', 'build'], 'compiler'),
  py_compile: checks(['types', 'build'], 'compiler'),
  gem: (args) => (args[0] === 'push' ? deploys(args) : builds('compiler')(args)),
};
