// The examples folder to work in: examples/ itself, or a copy with another port.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { EXAMPLES_PORT, REGISTRIES } from './server.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
export const EXAMPLES = path.join(ROOT, 'examples');

/** The drafts to verify, in display order. */
export const DRAFTS = ['lighthouse.md', 'agent-session.md', 'talk.md'];

const TEXTS = new Set(['.md', '.bib', '.html', '.txt']);

function eachFile(folder, visit) {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (statSync(file).isDirectory()) eachFile(file, visit);
    else visit(file);
  }
}

/** Returns examples/ if its text names the port, else a fresh copy in `target` with the port replaced. */
export function examplesFor(port, target) {
  if (port === EXAMPLES_PORT) return EXAMPLES;
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  cpSync(EXAMPLES, target, { recursive: true });
  eachFile(target, (file) => {
    if (!TEXTS.has(path.extname(file))) return;
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replaceAll(`127.0.0.1:${EXAMPLES_PORT}`, `127.0.0.1:${port}`),
    );
  });
  return target;
}

/** Points every registry at the example server. */
export const endpointsAt = (origin) =>
  Object.fromEntries(REGISTRIES.map((name) => [name, `${origin}/${name}`]));

/** Arguments of `citewright verify` that restrict it to the example server. */
export const verifyArguments = ({ origin, host }) => [
  'verify',
  ...DRAFTS,
  ...['--workspace', '.', '--cache', 'off', '--fail-on', 'never'],
  ...['--allow-network', '--allow-host', host, '--allow-domain', '127.0.0.1'],
  ...Object.entries(endpointsAt(origin)).flatMap(([name, url]) => ['--endpoint', `${name}=${url}`]),
  ...['--judge', 'demo', '--base-url', `${origin}/v1`],
];
