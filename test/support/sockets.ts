/** A test run connects only to servers that it started itself. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** For `--import`. */
export const WATCH = pathToFileURL(path.resolve(import.meta.dirname, 'socketWatch.mjs')).href;
const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && /^(?:::1$|(?:::ffff:)?127\.)/.test(address);

/** Variables that a process with a separate environment needs to be watched too. */
export const watchedEnv = (): Record<string, string> => {
  const { NODE_OPTIONS, CITEWRIGHT_SOCKET_LOG } = process.env;
  return NODE_OPTIONS === undefined || CITEWRIGHT_SOCKET_LOG === undefined
    ? {}
    : { NODE_OPTIONS, CITEWRIGHT_SOCKET_LOG };
};

/** Makes every process that is started from now on record its connections. Returns a function that ends the watch and throws for others. */
export function watchSockets(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'citewright-sockets-'));
  const log = path.join(folder, 'log');
  writeFileSync(log, '');
  process.env['CITEWRIGHT_SOCKET_LOG'] = log;
  process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --import ${WATCH}`.trim();
  return () => {
    const { strays, count } = straysOf(readFileSync(log, 'utf8'));
    rmSync(folder, { recursive: true, force: true });
    if (strays.length > 0)
      throw new Error(`Connections to places that no test had opened:\n${strays.join('\n')}`);
    console.log(`${count} connections asked for, all to servers of this run.`);
  };
}

/** Takes the log; returns the connections to other places. A port counts as ours once it was listened on, including closed ones. */
export function straysOf(log: string): { readonly strays: readonly string[]; readonly count: number } {
  const lines = log.split('\n').map((line) => line.split(' '));
  const opened = new Set(lines.filter(([what]) => what === 'listens').map(([, , port]) => port));
  const asked = lines.filter(([what]) => what === 'asked');
  const strays = asked.filter(([, address, port]) => !isLoopback(address) || !opened.has(port));
  return { strays: [...new Set(strays.map(([, ...place]) => place.join(' ')))], count: asked.length };
}
