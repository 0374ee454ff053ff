import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { straysOf, WATCH } from '../../support/sockets';

/** What the watch writes down for a program of its own. */
function logOf(program: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'citewright-watch-'));
  const log = path.join(folder, 'log');
  try {
    const env = { ...process.env, NODE_OPTIONS: '', CITEWRIGHT_SOCKET_LOG: log };
    execFileSync(process.execPath, ['--import', WATCH, '-e', program], { env });
    return readFileSync(log, 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the watch over a test run', () => {
  it('recognizes a connection to a server of the run', () => {
    const log = logOf(`const net = require('node:net');
      const server = net.createServer((socket) => socket.end()).listen(0, '127.0.0.1', () =>
        net.connect(server.address().port, '127.0.0.1').on('close', () => server.close()).resume());`);
    expect(straysOf(log)).toEqual({ strays: [], count: 1 });
  });

  it('reports a connection to anything else, also over IPv6', () => {
    const log = logOf(`const net = require('node:net');
      for (const host of ['127.0.0.2', '::1']) net.connect(9, host).on('error', () => undefined);`);
    expect(straysOf(log).strays.toSorted()).toEqual(['127.0.0.2 9', '::1 9']);
    expect(straysOf('listens 127.0.0.1 80\nasked 93.184.215.14 80\n').strays).toEqual(['93.184.215.14 80']);
  });

  it('watches this process', () => {
    expect(process.env['CITEWRIGHT_SOCKET_LOG']).toBeTruthy();
    expect(process.env['NODE_OPTIONS']).toContain('socketWatch.mjs');
  });
});
