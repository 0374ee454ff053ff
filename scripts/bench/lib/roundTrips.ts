/**
 * Measures 500 lookups at 5 origins over TLS with round trips of 40 ms; part of `npm run bench -- resolve`. Compares kept connections with
 * a connection per request in the same run. The server is another process: its handshakes aren't ours. A relay before it delays what it
 * passes on, and the first bytes of a connection once more for TCP's handshake.
 */
import https from 'node:https';
import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { authority } from '../../../test/support/certificates';
import { trusting } from '../../../test/support/trusting';
import { closeWebs, never, testWeb, useTransport, type TransportName } from '../../../test/support/web';
import { portOf } from '../../../test/support/webStub';
import { isFailure } from '../../../src/core/model';
import { figure } from '../../figures';
import { median } from './measure';

const [LOOKUPS, ORIGINS, ROUND_TRIP_MS, AT_ONCE, RUNS] = [500, 5, 40, 8, 3];
/** Kept connections need TCP's handshake, TLS's and then a round trip per group of `AT_ONCE` lookups. */
const LEAST_MS = (LOOKUPS / AT_ONCE + 2) * ROUND_TRIP_MS;

const listening = async <T extends net.Server>(server: T): Promise<T> => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return server;
};

/** Passes bytes on in order, each half a round trip after it was sent: at once, or after `handshakeMs` at the start of a connection. */
function pass(from: net.Socket, to: net.Socket, handshakeMs: number): void {
  const open = wait(handshakeMs);
  let last: Promise<unknown> = open;
  from.on('data', (chunk) => {
    const due = open.then(() => wait(ROUND_TRIP_MS / 2));
    last = Promise.all([last, due]).then(() => {
      if (!to.destroyed) to.write(chunk);
    });
  });
  from.on('error', () => undefined);
  from.on('close', () => void last.then(() => to.end()));
}

const names = Array.from({ length: ORIGINS }, (_, i) => `registry${i}.example.org`);

/** The server's process: sends its port and the authority to trust. */
export async function serveRegistries(): Promise<void> {
  const root = authority('Citewright bench authority');
  const server = await listening(https.createServer(root.issue(names), (_, response) => response.end('{}')));
  const relay = await listening(
    net.createServer((socket) => {
      const onward = net.connect(portOf(server), '127.0.0.1');
      pass(socket, onward, ROUND_TRIP_MS);
      pass(onward, socket, 0);
    }),
  );
  process.send?.({ port: portOf(relay), cert: root.cert });
}

async function time(transport: TransportName, port: number): Promise<number> {
  useTransport(transport);
  const web = testWeb({
    allowHosts: names.map((name) => `${name}:${port}`),
    resolver: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    concurrency: AT_ONCE,
    timeoutMs: 30_000,
  });
  const start = performance.now();
  const answers = await Promise.all(
    Array.from({ length: LOOKUPS }, (_, i) =>
      web.read(`https://${names[i % ORIGINS] ?? ''}:${port}/${i}`, never),
    ),
  );
  const ms = performance.now() - start;
  const failed = answers.filter((answer) => isFailure(answer));
  if (failed.length > 0) throw new Error(`${failed.length} look-ups failed: ${JSON.stringify(failed[0])}`);
  await closeWebs();
  return ms;
}

/** Alternates the two, and takes the median of their ratios. */
export async function roundTrips({ port, cert }: { port: number; cert: string }): Promise<void> {
  const untrust = trusting(cert);
  await time('undici', port); // warm up
  const runs: { kept: number; ratio: number }[] = [];
  for (let i = 0; i < RUNS; i += 1) {
    const kept = await time('undici', port);
    const single = await time('node:http', port);
    runs.push({ kept, ratio: kept / single });
    console.log(
      `${LOOKUPS} look-ups at ${ORIGINS} origins over TLS, ${ROUND_TRIP_MS} ms of round trip: ${Math.round(kept)} ms (round trips alone ${LEAST_MS} ms), with a connection per request ${Math.round(single)} ms`,
    );
  }
  untrust();
  const name = 'kept connections, by a connection per request';
  figure({ set: 'resolve', name, value: median(runs.map(({ ratio }) => ratio)), most: 1 / 3 });
  const kept = median(runs.map((run) => run.kept));
  figure({ set: 'resolve', name: 'kept connections, by their round trips', value: kept / LEAST_MS });
}
