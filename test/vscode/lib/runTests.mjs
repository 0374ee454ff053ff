// Runs a test bundle inside the extension host: the contract of runTests() in @vscode/test-electron, without a desktop.
import fs from 'node:fs';
import path from 'node:path';
import util from 'node:util';
import { launchBrowser, provision, remote, remove, startServer, windowUrl } from './host.mjs';

/** The workbench's own chatter, left out of the tests' output. */
const NOISE =
  /^(Ignoring fetching|Resolv(ed|ing) connection|Creating a socket|Updating additional|\[(reconnection|AgentHost|AccountPolicy|Service Worker)|No search provider)/;

/** What the window draws and no test inside the extension host sees: a third of its processor time. */
const PLAIN = {
  'breadcrumbs.enabled': false,
  'editor.accessibilitySupport': 'off',
  'editor.bracketPairColorization.enabled': false,
  'editor.guides.indentation': false,
  'editor.minimap.enabled': false,
  'editor.occurrencesHighlight': 'off',
  'editor.stickyScroll.enabled': false,
  'window.commandCenter': false,
  'workbench.activityBar.location': 'hidden',
  'workbench.editor.showTabs': 'none',
  'workbench.layoutControl.enabled': false,
};

/**
 * Opens the window with the extension and the bundle, prints what the tests print, resolves with the exit code.
 * On failure the logs of window and server and a screenshot are left in `.cache/logs/HOST`.
 */
export async function runTests(options) {
  const { hostName, env = {}, launchArgs = [], settings } = options;
  const host = provision(hostName);
  const extensions = launchArgs.find((a) => a.startsWith('--extensions-dir='));
  const server = await startServer(host, {
    env,
    settings: { ...PLAIN, ...settings },
    smoke: true,
    trust: env.CITEWRIGHT_TEST_TRUST === '1',
    args: extensions ? ['--extensions-dir', extensions.slice(17)] : [],
  });
  const { browser, context } = await launchBrowser(host, { width: 1000, height: 640 });
  try {
    const page = await context.newPage();
    const run = await drive(page, server, options);
    if (run.code !== 0) await keepLogs(hostName, { page, server, ...run });
    return run.code;
  } finally {
    await browser.close();
    await server.stop();
    remove(server.dataDir);
  }
}

/** Opens the window and waits for the bundle's exit code, or for what ends a run without one. */
function drive(page, server, options) {
  // A run takes five minutes, and more than twice as long beside another on a machine that is busy elsewhere.
  const { extensionDevelopmentPath, extensionTestsPath, launchArgs = [], timeoutMs = 1_500_000 } = options;
  const paths = launchArgs.filter((a) => !a.startsWith('--'));
  const workspace = paths.find((p) => p.endsWith('.code-workspace'));
  const folder = workspace ? undefined : paths.find((p) => fs.statSync(p).isDirectory());
  const payload = [
    ['extensionDevelopmentPath', remote(server, extensionDevelopmentPath)],
    ['extensionTestsPath', remote(server, extensionTestsPath)],
  ];
  const lines = [];
  let showing = false;
  const print = (type, args) => {
    const line = util.format(...args);
    lines.push(`${type} ${line}`);
    if (line === '[tests begin]') showing = true;
    else if (line === '[tests end]') showing = false;
    else if (showing && !NOISE.test(line)) console.log(line);
  };
  return new Promise((resolve, reject) => {
    const end = (code, windowLogs = []) => {
      clearTimeout(timer);
      resolve({ code, windowLogs, lines });
    };
    const timer = setTimeout(() => end('time-out'), timeoutMs);
    server.child.once('exit', () => end('server ended'));
    page.on('crash', () => end('window crashed'));
    const open = async () => {
      await page.exposeFunction('codeAutomationExit', end);
      await page.exposeFunction('codeAutomationLog', print);
      await page.goto(windowUrl(server, { folder, workspace, payload }));
    };
    open().catch(reject);
  });
}

async function keepLogs(hostName, { page, server, lines, windowLogs }) {
  const folder = path.resolve(import.meta.dirname, '../../../.cache/logs', hostName);
  remove(folder);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'workbench.txt'), lines.join('\n'));
  fs.writeFileSync(path.join(folder, 'server.txt'), server.text());
  for (const log of windowLogs)
    fs.writeFileSync(path.join(folder, log.relativePath.replaceAll('/', '-')), log.contents);
  await page.screenshot({ path: path.join(folder, 'screen.png') }).catch(() => undefined);
  console.error(`Logs of the failed run: ${folder}`);
}
