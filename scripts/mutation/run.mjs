// Mutation testing: `npm run mutation` makes one change at a time in the files of parts.json and checks that a test fails. `npm run
// mutation -- quotes` runs one part, `-- safety` all parts whose names start with `safety/`; `--publish` updates docs/quality.md and its
// data with the results. Mutants whose code and tests haven't changed keep the result of the last run (.cache/mutation); delete that to
// start over. Half of the processors work, so that others can. Every surviving mutant must be listed in survivors.json with a reason, and each file must reach the goal, or the run fails.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { mutationPage } from '../report.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const CACHE = path.join(ROOT, '.cache/mutation');
const read = (file) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));
const PARTS = read('scripts/mutation/parts.json');
const EXPLAINED = read('scripts/mutation/survivors.json');
/** Least share of the covered mutants of a file that tests must kill. */
const GOAL = 0.85;
/** Not a dependency: 170 packages that only this command needs. Installed below the project, so that they find its vitest. */
const STRYKER = ['@stryker-mutator/core@10.1.1', '@stryker-mutator/vitest-runner@10.1.1'];

/** Loads Stryker by file: its CLI rejects Node 20, although it works there. */
async function stryker() {
  const home = path.join(CACHE, 'tool');
  const entry = path.join(home, 'node_modules/@stryker-mutator/core/dist/src/stryker.js');
  if (!existsSync(entry)) {
    mkdirSync(home, { recursive: true });
    writeFileSync(path.join(home, 'package.json'), '{ "private": true }\n');
    const how = [
      '--no-save',
      '--no-package-lock',
      '--legacy-peer-deps',
      '--ignore-scripts',
      '--loglevel=error',
    ];
    execFileSync('npm', ['install', ...how, ...STRYKER], { cwd: home, stdio: 'inherit' });
  }
  return (await import(pathToFileURL(entry).href)).Stryker;
}

/** Identifies a mutant by its code and replacement, because line numbers change. */
function signature({ fileName, location: { start, end }, replacement }) {
  const file = path.relative(ROOT, path.resolve(ROOT, fileName)).replaceAll('\\', '/');
  const lines = readFileSync(path.join(ROOT, file), 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line);
  lines.push((lines.pop() ?? '').slice(0, end.column - 1));
  const [first = '', ...rest] = lines;
  const code = [first.slice(start.column - 1), ...rest].join('\n');
  return { file, line: start.line, mutant: `${code} → ${replacement}`.replace(/\s+/g, ' ') };
}

const whyOf = ({ file, mutant }) =>
  EXPLAINED.find((group) => group.file === file && group.mutants.includes(mutant))?.why;

/** Survivors are tried again, because Stryker doesn't see that a row was added to a table of tests. */
function forgetSurvivors(file) {
  if (!existsSync(file)) return;
  const kept = JSON.parse(readFileSync(file, 'utf8'));
  for (const one of Object.values(kept.files))
    one.mutants = one.mutants.filter(({ status }) => status !== 'Survived');
  writeFileSync(file, JSON.stringify(kept));
}

/** Prints the score of each file; returns those below the goal. */
function below(results) {
  const files = Map.groupBy(
    results.filter(({ status }) => ['Killed', 'Timeout', 'Survived'].includes(status)),
    ({ fileName }) => path.relative(ROOT, path.resolve(ROOT, fileName)),
  );
  return [...files].filter(([file, mutants]) => {
    const killed = mutants.filter(({ status }) => status !== 'Survived').length;
    console.log(
      `  ${file}: ${killed} of ${mutants.length}, ${((100 * killed) / mutants.length).toFixed(1)} %`,
    );
    return killed / mutants.length < GOAL;
  });
}

/** Runs one part, prints survivors and returns the result to publish. */
async function run(Stryker, name) {
  const { mutate, tests, tables = false } = PARTS[name];
  process.env['CITEWRIGHT_MUTATION_TESTS'] = tests.filter((t) => existsSync(path.join(ROOT, t))).join(' ');
  const cached = path.join(CACHE, name.replace('/', '-'));
  forgetSurvivors(`${cached}.incremental.json`);
  const options = {
    ...read('scripts/mutation/stryker.json'),
    mutate,
    incrementalFile: `${cached}.incremental.json`,
    ignoreStatic: !tables,
    concurrency: Math.max(1, Math.floor(availableParallelism() / 2)),
  };
  const results = await new Stryker(options).runMutationTest();
  const of = (...statuses) => results.filter((r) => statuses.includes(r.status));
  const killed = of('Killed', 'Timeout').length;
  const alive = of('Survived').map(signature);
  const unseen = of('NoCoverage').map(signature);
  writeFileSync(`${cached}.json`, JSON.stringify({ alive, unseen }, null, 1));
  const unexplained = [...alive, ...unseen].filter((m) => whyOf(m) === undefined);
  for (const { file, line, mutant } of unexplained) console.log(`${file}:${line}  ${mutant}`);
  const reasons = Map.groupBy(
    [...alive, ...unseen].filter((m) => whyOf(m) !== undefined),
    (m) => `${m.file}\n${whyOf(m)}`,
  );
  console.log(
    `${name}: ${killed} of ${killed + alive.length} covered mutants killed, ${unseen.length} not covered, ${unexplained.length} unexplained`,
  );
  const low = below(results);
  return {
    name,
    what: PARTS[name].what,
    files: mutate,
    mutants: killed + alive.length,
    killed,
    uncovered: unseen.length,
    unexplained: unexplained.length,
    low: low.length,
    survivors: [...reasons].map(([key, { length }]) => {
      const [file, why] = key.split('\n');
      return { file, count: length, why };
    }),
  };
}

const args = process.argv.slice(2);
const names = Object.keys(PARTS).filter(
  (n) => [n, n.split('/')[0]].some((one) => args.includes(one)) || args.every((arg) => arg === '--publish'),
);
if (names.length === 0) throw new Error(`There are the parts ${Object.keys(PARTS).join(', ')}.`);
process.chdir(ROOT);
// Tests that a mutant breaks or stops leave their folders behind.
const temporary = (process.env['TMPDIR'] = mkdtempSync(path.join(tmpdir(), 'citewright-mutation-')));
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));
const Stryker = await stryker();
await import('../../test/support/groupBy.mjs');
const done = [];
for (const name of names) done.push(await run(Stryker, name));
process.exitCode = done.some(({ unexplained, low }) => unexplained + low > 0) ? 1 : 0;
if (args.includes('--publish')) {
  const kept = 'docs/quality.mutation.json';
  const old = existsSync(path.join(ROOT, kept)) ? read(kept).parts : [];
  const parts = Object.keys(PARTS).map(
    (n) =>
      [...done, ...old].find((part) => part.name === n) ?? {
        name: n,
        what: PARTS[n].what,
        files: PARTS[n].mutate,
      },
  );
  const page = path.join(ROOT, 'docs/quality.md');
  writeFileSync(path.join(ROOT, kept), `${JSON.stringify({ parts }, null, 1)}\n`);
  writeFileSync(page, mutationPage(readFileSync(page, 'utf8'), { parts }));
}
