/** A test run connects to nothing but servers that the run itself has started. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** For `--import`. */
export const WATCH = pathToFileURL(path.resolve(import.meta.dirname, 'socketWatch.mjs')).href;
const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && /^(?:::1$|(?:::ffff:)?127\.)/.test(address);

/** What a process with an environment of its own needs to be watched all the same. */
export const watchedEnv = (): Record<string, string> => {
  const { NODE_OPTIONS, CITEWRIGHT_SOCKET_LOG } = process.env;
  return NODE_OPTIONS === undefined || CITEWRIGHT_SOCKET_LOG === undefined
    ? {}
    : { NODE_OPTIONS, CITEWRIGHT_SOCKET_LOG };
};

/** Lets every process that is started from now on write down its connections. Gives what ends the watch and throws for strays. */
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

/** Takes the log; gives the connections that went elsewhere. A port counts once it has been listened on, closed ones included. */
export function straysOf(log: string): { readonly strays: readonly string[]; readonly count: number } {
  const lines = log.split('\n').map((line) => line.split(' '));
  const opened = new Set(lines.filter(([what]) => what === 'listens').map(([, , port]) => port));
  const asked = lines.filter(([what]) => what === 'asked');
  const strays = asked.filter(([, address, port]) => !isLoopback(address) || !opened.has(port));
  return { strays: [...new Set(strays.map(([, ...place]) => place.join(' ')))], count: asked.length };
}
