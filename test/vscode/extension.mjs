// Tests in the extension host: bundles the suite and runs it with @vscode/test-electron.
// `node test/vscode/extension.mjs [newest] [oldest] [restricted] [roots] [desktop]`: all but the last are the offline hosts,
// `desktop` downloads VS Code where there is a network. CITEWRIGHT_TEST_GREP picks tests by name,
// CITEWRIGHT_TEST_FILES bundles only the files whose names begin with one of these words, for a look at a part of a broken house.
import { spawn } from 'node:child_process';
import { build } from 'esbuild';
import { runTests } from '@vscode/test-electron';
import fs from 'node:fs';
import path from 'node:path';
import { chromium, provision, remove, tempFolder, versionOf } from './lib/host.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SUITE = path.join(import.meta.dirname, 'suite');
const asked = process.argv.slice(2);
const only = process.env.CITEWRIGHT_TEST_FILES?.split(',');
/** An editor mostly waits for itself, so two of them run side by side when none is named. */
const LANES = [['newest'], ['oldest', 'restricted', 'roots']];
/** Runs with tests of their own: `*.restricted.test.ts` with Workspace Trust on and not given, `*.roots.test.ts` with several folders. */
const SPECIAL = ['restricted', 'roots'];

async function bundle(name) {
  const special = SPECIAL.find((one) => one === name);
  const files = fs
    .readdirSync(SUITE)
    .filter((f) => f.endsWith('.test.ts') && SPECIAL.find((one) => f.endsWith(`.${one}.test.ts`)) === special)
    .filter((f) => !only || only.some((name) => f.startsWith(name)));
  const outfile = path.join(ROOT, '.cache/suite', `${name}.js`);
  await build({
    stdin: {
      contents: `import { runSuite } from './runner';
        export const run = () => runSuite(async () => { ${files.map((f) => `await import('./${f.slice(0, -3)}');`).join(' ')} });`,
      resolveDir: SUITE,
      loader: 'ts',
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    external: ['vscode'],
    logLevel: 'error',
    define: { 'import.meta.dirname': '__dirname' },
  });
  return outfile;
}

/** A workspace of two folders, the second with settings of its own, described in the first. Gives its file. */
function describe(workspace) {
  for (const name of ['first', 'second/.vscode'])
    fs.mkdirSync(path.join(workspace, name), { recursive: true });
  const own = { 'citewright.scan.exclude': ['drafts/**'], 'citewright.severities': { dangling: 'warning' } };
  fs.writeFileSync(path.join(workspace, 'second/.vscode/settings.json'), JSON.stringify(own));
  const file = path.join(workspace, 'two.code-workspace');
  // What such a file must not be able to set: the tests see that it does not.
  const settings = {
    'citewright.model.baseUrl': 'https://evil.example/v1',
    'citewright.model.provider': 'openai-compatible',
    'citewright.models': [{ id: 'evil', provider: 'openai', input: 0, output: 0 }],
    'citewright.cost.maxUsd': 99,
    'citewright.cost.maxUsdPerDay': 99,
    'citewright.network.allowHosts': ['evil.example:80'],
    'citewright.network.endpoints': { crossref: 'https://evil.example' },
    'citewright.network.checkLinks': 'onOpen',
    'citewright.cache.disk': false,
    'citewright.editor.marks': true,
  };
  fs.writeFileSync(file, JSON.stringify({ folders: [{ path: 'first' }, { path: 'second' }], settings }));
  return file;
}

/** Runs the suite on one host, on a copy of the test workspace. */
async function run(name) {
  const desktop = name === 'desktop';
  const restricted = name === 'restricted';
  const host = SPECIAL.includes(name) ? 'newest' : name;
  console.log(
    `\nExtension host: ${desktop ? 'desktop' : `VS Code ${versionOf(provision(host))}`}${SPECIAL.includes(name) ? `, ${name}` : ''}`,
  );
  const extensionTestsPath = await bundle(name);
  const workspace = tempFolder('workspace');
  fs.cpSync(path.join(import.meta.dirname, 'workspace'), workspace, { recursive: true });
  try {
    await runTests({
      ...(desktop ? {} : { vscodeExecutablePath: path.join(import.meta.dirname, 'code.mjs') }),
      extensionDevelopmentPath: ROOT,
      extensionTestsPath,
      launchArgs: [name === 'roots' ? describe(workspace) : workspace],
      extensionTestsEnv: {
        CITEWRIGHT_TEST_HOST: host,
        CITEWRIGHT_TEST_TRUST: restricted ? '1' : '',
        CITEWRIGHT_TEST_ROOT: ROOT,
      },
    });
    return 0;
  } catch (error) {
    console.error(String(error));
    return 1;
  } finally {
    remove(workspace);
  }
}

/** Runs the hosts of a lane in a process of its own; gives its exit code and what it said on both streams. */
function runLane(names) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [import.meta.filename, ...names], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (said += text));
    child.once('close', (code) => resolve({ code: code ?? 1, said }));
  });
}

if (asked.join() !== 'desktop') chromium();
if (asked.length > 0)
  for (const name of asked) process.exitCode = Math.max(process.exitCode ?? 0, await run(name));
else {
  for (const name of ['newest', 'oldest']) provision(name);
  const lanes = LANES.map(runLane);
  for (const lane of lanes) {
    const { code, said } = await lane;
    console.log(said.trimEnd());
    process.exitCode = Math.max(process.exitCode ?? 0, code);
  }
}
