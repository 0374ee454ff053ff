// Runs the TypeScript programs of one folder of scripts/: `node scripts/run.mjs eval scan [arguments]`, or all of them without a name.
// Bundles each into the ignored cache first, so that programs can import src/ directly. Collects the results in
// .cache/FOLDER/report.{json,md,svg}; `--publish` also updates docs/quality.md and its data, for a single program only its part.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundle } from './bundle.mjs';
import { markdown, plot, readLines, renewedPage, withProgram } from './report.mjs';

const root = path.resolve(import.meta.dirname, '..');
const [folder, ...rest] = process.argv.slice(2);
const home = path.join(root, 'scripts', folder);
const named = rest[0] && !rest[0].startsWith('-');
const names = named
  ? [rest[0]]
  : readdirSync(home)
      .filter((f) => f.endsWith('.ts'))
      .map((f) => f.slice(0, -3));
const args = (named ? rest.slice(1) : rest).filter((arg) => arg !== '--publish');
const publish = rest.includes('--publish');
const cache = path.join(root, '.cache', folder);

/** Bundles and runs one program; returns its exit code. */
async function run(name) {
  const entry = path.join(home, `${name}.ts`);
  if (!existsSync(entry)) {
    console.error(`No ${folder} is named ${name}. There are: ${readdirSync(home).join(' ')}`);
    return 2;
  }
  const outfile = path.join(root, '.cache/run', `${folder}-${name}.mjs`);
  await bundle(entry, outfile, {
    sourcemap: 'inline',
    supported: { 'regexp-unicode-property-escapes': true },
    // The command line is built as CommonJS and expects its reader next to itself.
    define: {
      'import.meta.dirname': JSON.stringify(home),
      __dirname: JSON.stringify(path.join(root, 'dist')),
    },
  });
  return (
    spawnSync(process.execPath, ['--enable-source-maps', outfile, ...args], {
      stdio: 'inherit',
      env: { ...process.env, CITEWRIGHT_FIGURES: figuresOf(name) },
    }).status ?? 1
  );
}

const figuresOf = (name) => path.join(cache, `${name}.jsonl`);

mkdirSync(cache, { recursive: true });
for (const name of names) {
  rmSync(figuresOf(name), { force: true });
  if (names.length > 1) console.log(`\n── ${name} ──`);
  process.exitCode = Math.max(process.exitCode ?? 0, await run(name));
}

const report = {
  folder,
  programs: names.map((name) => ({ name, lines: readLines(figuresOf(name)) })),
};
const json = `${JSON.stringify(report, null, 1)}\n`;
writeFileSync(path.join(cache, 'report.json'), json);
writeFileSync(path.join(cache, 'report.md'), `${markdown(report)}\n`);
if (folder === 'bench') writeFileSync(path.join(cache, 'report.svg'), plot(report));
if (names.length > 1) {
  const figures = report.programs.flatMap((p) => p.lines.filter((l) => l.kind === 'figure'));
  const missed = figures.filter((f) => !f.holds);
  console.log(
    `\n${figures.length} figures, ${missed.length} miss their goal. Report: .cache/${folder}/report.md`,
  );
  for (const f of missed) console.log(`  ${f.set}, ${f.name}`);
}
if (publish) {
  const page = path.join(root, 'docs/quality.md');
  const kept = path.join(root, `docs/quality.${folder}.json`);
  const whole = named ? withProgram(JSON.parse(readFileSync(kept, 'utf8')), report.programs[0]) : report;
  writeFileSync(kept, `${JSON.stringify(whole, null, 1)}\n`);
  writeFileSync(page, renewedPage(readFileSync(page, 'utf8'), folder, whole));
}
