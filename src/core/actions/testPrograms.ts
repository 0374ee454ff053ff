/** Programs that run tests. */
import {
  all,
  has,
  plain,
  sub,
  trivial,
  valuesOf,
  tests,
  builds,
  deploys,
  type Reader,
} from './commandReaders';

const PYTEST = tests(
  'pytest',
  /^(?:-k|-m|--lf|--last-failed|--ff|--deselect|--ignore)$/,
  /^(?:-k|-m|-n|-c|-p|-o|-W|--maxfail|--tb|--cov|--deselect|--ignore|--rootdir|--timeout|--durations|--junitxml|--junit-xml|--color|-r)$/,
);
export const JEST = tests(
  'jest',
  /^(?:-t|--testNamePattern|--testPathPattern|--onlyChanged|-o|--findRelatedTests|--changedSince|--project|--grep|-g)$/,
  /^(?:-t|--testNamePattern|--testPathPattern|-c|--config|--reporter|--reporters|--maxWorkers|-w|--project|--grep|-g|--root|--pool|--coverage\.provider|--require|-r|--timeout)$/,
);
const goPaths = (args: readonly string[]) =>
  plain(
    args,
    /^-(?:run|bench|count|timeout|tags|race|coverprofile|parallel|cpu|o|ldflags|exec|C|skip)$/,
  ).filter((p) => p !== './...' && p !== '...' && p !== 'all');

const GO: Readonly<Record<string, Reader>> = {
  test: (args) => ({
    proofs: ['tests', 'build', 'types'],
    runner: 'go',
    only: [
      ...valuesOf(args, /^-(?:run|bench|skip)$/).filter((v) => v !== '.' && v !== '^$'),
      ...goPaths(args),
    ],
    isDry: has(args, /^-(?:list|c|n)$/) || valuesOf(args, /^-run$/).includes('^$'),
  }),
  build: (args) => ({ proofs: ['build', 'types'], runner: 'compiler', only: goPaths(args) }),
  install: builds('compiler', 'types'),
  vet: (args) => ({ proofs: ['types', 'lint', 'build'], runner: 'compiler', only: goPaths(args) }),
  fmt: () => ({ edits: ['*'], change: 'layout' }),
  run: () => ({ proofs: ['run', 'build'] }),
  generate: () => ({ edits: ['*'], proofs: ['run'] }),
  ...all('mod get', trivial),
};
const CARGO_SCOPE = /^(?:-p|--package|--test|--bin|--example|--bench)$/;
const cargoOnly = (args: readonly string[]) => valuesOf(args, CARGO_SCOPE);
const CARGO: Readonly<Record<string, Reader>> = {
  test: (args) => ({
    proofs: ['tests', 'build', 'types'],
    runner: 'cargo',
    only: [
      ...cargoOnly(args),
      ...(has(args, /^--(?:lib|doc)$/) ? ['--lib'] : []),
      ...plain(
        args,
        /^(?:-p|--package|--test|--bin|--example|--features|-F|--target|--manifest-path|-j|--profile|--bench|--test-threads|--exclude)$/,
      ),
    ],
    isDry: has(args, /^--(?:no-run|list)$/),
  }),
  nextest: (args) => ({
    proofs: ['tests', 'build', 'types'],
    runner: 'cargo',
    only: [
      ...cargoOnly(args),
      ...valuesOf(args, /^(?:-E|--filter-expr)$/),
      ...plain(args, /^(?:-p|--package|--features|-E|--profile|--test|-j)$/).slice(1),
    ],
    isDry: args[0] === 'list',
  }),
  build: (args) => ({ proofs: ['build', 'types'], runner: 'compiler', only: cargoOnly(args) }),
  check: (args) => ({ proofs: ['types', 'build'], runner: 'compiler', only: cargoOnly(args) }),
  clippy: (args) => ({
    proofs: ['lint', 'types', 'build'],
    runner: 'clippy',
    only: cargoOnly(args),
    ...(has(args, /^--fix$/) && { edits: ['*'] }),
  }),
  fmt: (args) =>
    has(args, /^--check$/) ? { proofs: ['lint'], runner: 'formatter' } : { edits: ['*'], change: 'layout' },
  ...all('run bench', () => ({ proofs: ['run', 'build'] })),
  publish: deploys,
  add: () => ({ edits: ['Cargo.toml'] }),
};
export const TESTS: Readonly<Record<string, Reader>> = {
  go: sub(GO),
  cargo: sub(CARGO),
  ...all('pytest py.test', PYTEST),
  unittest: (args) => tests('unittest', /^-k$/, /^-[kstp]$/)(args[0] === 'discover' ? args.slice(1) : args),
  nose2: tests('unittest', /^$/),
  tox: tests('pytest', /^$/, /^-e$/),
  nox: tests('pytest', /^$/, /^-[se]$/),
  ...all('jest ts-jest ava tap', JEST),
  vitest: (args) => ({ ...JEST(args.filter((w) => !/^(?:run|watch|dev)$/.test(w))), runner: 'vitest' }),
  mocha: tests(
    'mocha',
    /^(?:-g|--grep|-f|--fgrep)$/,
    /^(?:-g|--grep|-f|--fgrep|-r|--require|-R|--reporter|--timeout|-t|--config)$/,
  ),
  jasmine: tests('mocha', /^--filter$/),
  ...all('karma busted', tests('mocha', /^$/)),
  cypress: tests('mocha', /^(?:--spec|-s)$/, /^(?:--spec|-s|--browser|--config)$/),
  playwright: sub({ test: (args) => ({ ...JEST(args), runner: 'playwright' }) }),
  phpunit: tests('phpunit', /^(?:--filter|--group|--testsuite)$/),
  pest: tests('phpunit', /^--filter$/),
  rspec: tests('rspec', /^(?:-e|--example|-t|--tag)$/, /^(?:-e|--example|-t|--tag|-f|--format|-r|-c)$/),
  ctest: (args) => ({
    proofs: ['tests'],
    runner: 'ctest',
    only: valuesOf(args, /^(?:-R|-L|-E|--tests-regex)$/),
    isDry: has(args, /^(?:-N|--show-only.*)$/),
  }),
  bats: tests('tap', /^(?:-f|--filter)$/),
  prove: tests('tap', /^$/),
  minitest: tests('rspec', /^-n$/),
  gotestsum: (args) => ({ ...GO['test']?.(args), runner: 'go' }),
  ginkgo: tests('go', /^--?focus$/),
  behave: tests('pytest', /^$/),
};
