// `npm start`: builds if needed, verifies the examples with the demo model, prints the findings, and opens the editor on them. `npm start --
// --no-editor` ends after the table. CITEWRIGHT_EXAMPLES_PORT changes the example server's port.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildIfStale } from '../fresh.mjs';
import { install } from '../install.mjs';
import { DEMO_ID } from './demoModel.mjs';
import { EXAMPLES_PORT, startServer } from './server.mjs';
import { DRAFTS, endpointsAt, examplesFor, verifyArguments } from './workspace.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const HOME = path.join(ROOT, '.cache/start');
const options = process.argv.slice(2);

function fail(message) {
  console.error(message);
  process.exit(2);
}

function portWanted() {
  const port = Number(process.env.CITEWRIGHT_EXAMPLES_PORT ?? EXAMPLES_PORT);
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    fail('CITEWRIGHT_EXAMPLES_PORT is not a port number.');
  return port;
}

/** Serves the sources and the demo model. A taken port is an error, because the drafts name it. */
async function serve(folder, port) {
  try {
    return await startServer({ root: path.join(folder, 'sources'), port, demo: true });
  } catch (error) {
    if (error.code !== 'EADDRINUSE') throw error;
    return fail(`Port ${port} is taken. Choose another: CITEWRIGHT_EXAMPLES_PORT=${port + 1} npm start`);
  }
}

/** Verifies the drafts; returns the exit code of the command line. */
function verify(folder, server) {
  console.log(
    `\nVerifying the examples: sources at ${server.origin}, verdicts of the demo model (recorded answers)\n`,
  );
  const cli = path.join(ROOT, 'dist/cli.js');
  const child = spawn(process.execPath, [cli, ...verifyArguments(server)], { cwd: folder, stdio: 'inherit' });
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}

/** Editor settings: where the sources are, and the model. */
const settingsFor = (server) => ({
  'citewright.network.allowHosts': [server.host],
  'citewright.network.allowDomains': ['127.0.0.1'],
  'citewright.network.endpoints': endpointsAt(server.origin),
  'citewright.model.provider': 'openai-compatible',
  'citewright.model.id': DEMO_ID,
  'citewright.model.baseUrl': `${server.origin}/v1`,
});

const write = (file, value) => {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(value, null, 2), { mode: 0o600 });
};

/** Desktop VS Code with its own settings, so that the user's stay unchanged. Returns a stop function. */
function openDesktop(folder, server) {
  const data = path.join(HOME, 'desktop');
  write(path.join(data, 'User/settings.json'), { 'workbench.startupEditor': 'none', ...settingsFor(server) });
  const args = [
    '--new-window',
    `--extensionDevelopmentPath=${ROOT}`,
    `--user-data-dir=${data}`,
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    folder,
    path.join(folder, DRAFTS[0]),
  ];
  spawn('code', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  console.log(`\nOpening VS Code on ${folder}.`);
  return () => Promise.resolve();
}

/** The local browser host: VS Code on 127.0.0.1 behind a token. Returns a stop function. */
async function openInBrowser(folder, server) {
  const {
    installVsix,
    provision,
    remote,
    startServer: startHost,
    windowUrl,
  } = await import('../../test/vscode/lib/host.mjs');
  const { packageExtension } = await import('../package.mjs');
  const host = provision('newest');
  const data = path.join(HOME, 'browser');
  const extensions = path.join(data, 'extensions');
  installVsix(host, packageExtension(), extensions);
  // Settings of scope "machine" are read on the server.
  write(path.join(data, 'data/Machine/settings.json'), settingsFor(server));
  const token = randomBytes(18).toString('base64url');
  const tokenFile = path.join(data, 'token');
  writeFileSync(tokenFile, token, { mode: 0o600 });
  const editor = await startHost(host, {
    dataDir: data,
    token: tokenFile,
    settings: settingsFor(server),
    args: ['--extensions-dir', extensions],
    log: 'error',
  });
  const draft = remote(editor, path.join(folder, DRAFTS[0]));
  console.log(`\nVS Code with the extension, on this machine only (127.0.0.1). Open\n`);
  console.log(`  ${windowUrl(editor, { folder, token, payload: [['openFile', draft]] })}`);
  return () => editor.stop();
}

install();
buildIfStale();
const port = portWanted();
const folder = examplesFor(port, path.join(HOME, `examples-${port}`));
const server = await serve(folder, port);
const code = await verify(folder, server);
if (options.includes('--no-editor') || code !== 0) {
  await server.stop();
  process.exit(code);
}
const desktop = spawnSync('code', ['--version'], { shell: process.platform === 'win32' }).status === 0;
const close = await (desktop && !options.includes('--browser') ? openDesktop : openInBrowser)(folder, server);
console.log('\nThe example sources are served until you stop this with Ctrl+C.');
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void close().finally(() => server.stop().finally(() => process.exit(0))));
}
