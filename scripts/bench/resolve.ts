/**
 * Measures the resolving half of a run over real loopback sockets: `npm run bench -- resolve`. 50 sources of 200 ms latency over 10 hosts
 * at concurrency 8 against the ideal schedule; memory while 50 sources of 5 MB are read and their findings consumed.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { scan } from '../../src/core/extract';
import { verifyAll } from '../../src/core/verify/verify';
import { createCache } from '../../src/node/cache';
import { systemClock } from '../../src/node/clock';
import { Reader } from '../../src/node/read/reader';
import { GuardedWeb } from '../../src/node/web';
import { undiciTransport } from '../../src/node/web/undici';
import { fakePorts } from '../../test/fakes';
import { bounded } from './lib/measure';
import { roundTrips, serveRegistries } from './lib/roundTrips';

const LATENCY_MS = 200;
const SOURCES = 50;
const HOSTS = 10;
const CONCURRENCY = 8;
const BIG = 5 * 1024 * 1024;
const MB = 1024 * 1024;
const EVERY_MS = 10;

const check = bounded('resolve');

const sentence = 'The keeper lit the lamp of the north tower and wrote it into the log of that year. ';
const small = `<html><head><title>Log</title></head><body><main><p>${sentence}</p></main></body></html>`;

/** An article just under the size cap: paragraphs, links, a style sheet. */
function bigPage(): string {
  const paragraph = `<p class="t">${sentence.repeat(6)}<a href="/x">more</a></p>\n`;
  const head = '<html><head><title>Log</title></head><body><main>';
  const tail = '</main></body></html>';
  return head + paragraph.repeat(Math.floor((BIG - head.length - tail.length) / paragraph.length)) + tail;
}

/** Roles of this program in a second process, whose memory and time don't count: a server of one page, or of registries. */
const SERVER = 'serve';
const REGISTRIES = 'registries';

function listen(body: string, delayMs: number): void {
  const bytes = Buffer.from(body);
  const server = http.createServer((_, response) => {
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(bytes);
    }, delayMs);
  });
  // The server listens on a port, so this is an address and not a path.
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
}

type Served = { readonly port: number; readonly cert: string; readonly close: () => void };

async function serve(...role: readonly string[]): Promise<Served> {
  const child = fork(import.meta.filename, role);
  const [said] = (await once(child, 'message')) as readonly Omit<Served, 'close'>[];
  if (said === undefined) throw new Error('the server did not say where it listens');
  return { ...said, close: () => child.disconnect() };
}

const folders: string[] = [];

/** A host's ports, with names that lead to this machine. */
function ports(port: number) {
  const folder = mkdtempSync(path.join(tmpdir(), 'citewright-bench-'));
  folders.push(folder);
  const names = Array.from({ length: HOSTS }, (_, i) => `host${i}.example`);
  const reader = new Reader({ worker: path.resolve('dist/reader.js') });
  const web = new GuardedWeb({
    allowed: () => true,
    reader,
    clock: systemClock,
    transport: () => Promise.resolve(undiciTransport()),
    concurrency: CONCURRENCY,
    allowHosts: names.map((name) => `${name}:${port}`),
    resolver: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
  });
  const cache = createCache(folder, systemClock);
  return { ...fakePorts({ web, clock: systemClock, cache }), reader };
}

async function run(
  port: number,
  made: ReturnType<typeof ports>,
  first = 0,
  count = SOURCES,
): Promise<number> {
  const text = Array.from({ length: count }, (_, i) => {
    const n = first + i;
    return `The keeper lit lamp ${n} (http://host${n % HOSTS}.example:${port}/${n}).`;
  }).join('\n\n');
  const document = { path: 'draft.md', text, citations: scan(text).citations };
  const started = performance.now();
  let read = 0;
  for await (const { finding } of verifyAll(
    [document],
    made,
    { concurrency: CONCURRENCY },
    new AbortController().signal,
  )) {
    if (finding.stage === 'unresolved') throw new Error(`a source was not read: ${finding.cause}`);
    read += 1;
  }
  if (read !== count) throw new Error(`${count} citations gave ${read} findings`);
  return performance.now() - started;
}

async function schedule(): Promise<void> {
  const server = await serve(SERVER, 'small', String(LATENCY_MS));
  const made = ports(server.port);
  await run(server.port, made, 1_000, 2); // warm up the workers
  const times = [
    await run(server.port, made, 2_000),
    await run(server.port, made, 3_000),
    await run(server.port, made, 4_000),
  ];
  const ms = times.sort((a, b) => a - b)[1] ?? 0;
  const ideal = Math.ceil(SOURCES / CONCURRENCY) * LATENCY_MS;
  console.log(
    `${SOURCES} sources of ${LATENCY_MS} ms over ${HOSTS} hosts: ${Math.round(ms)} ms (median of 3), ideal ${ideal} ms`,
  );
  check('against the ideal schedule', ms / ideal, 1.25);
  await made.reader.dispose();
  server.close();
}

/** Resident memory of the whole process, workers included, above its value before the first page. */
async function memory(): Promise<void> {
  // Source maps belong to the bench bundle only and are unpacked at the first error; the product has none.
  process.setSourceMapsEnabled(false);
  const server = await serve(SERVER, 'big', '0');
  const made = ports(server.port);
  const start = process.memoryUsage().rss;
  let most = start;
  let held = 0;
  let before = performance.now();
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
    held = Math.max(held, performance.now() - before - EVERY_MS);
    before = performance.now();
  }, EVERY_MS);
  const ms = await run(server.port, made, 5_000);
  clearInterval(watch);
  console.log(
    `${SOURCES} sources of 5 MB: ${Math.round(ms)} ms, resident memory ${Math.round(start / MB)} MB at the start, event loop held ${Math.round(held)} ms at most`,
  );
  check('memory above the start', (most - start) / MB, 200, ' MB');
  await made.reader.dispose();
  server.close();
}

const [, , role, page, delay] = process.argv;
process.on('disconnect', () => process.exit());
if (role === SERVER) listen(page === 'big' ? bigPage() : small, Number(delay));
else if (role === REGISTRIES) await serveRegistries();
else {
  await memory();
  await schedule();
  const registries = await serve(REGISTRIES);
  await roundTrips(registries); // kept connections against a connection per request
  registries.close();
  await import('./lib/reading'); // 300 KB of HTML against Readability with linkedom, in the same run
  for (const folder of folders) rmSync(folder, { recursive: true });
}
