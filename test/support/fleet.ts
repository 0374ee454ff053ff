/** Workers under GNU parallel with loopback servers that simulate waits; some workers are killed while they work. */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import { CLI, modelServer, promptIn, runInProcess, serve, reach as reachServers } from './cli';

/** Installs GNU parallel on Debian, as root or with a `sudo` without a password; throws with the command on other Linux systems. */
export function findParallel(): boolean {
  if (process.platform !== 'linux') return false; // workers are found in /proc
  if (spawnSync('parallel', ['--version']).status === 0) return true;
  const command = 'apt-get update && apt-get install -y --no-install-recommends parallel';
  const shell = process.getuid?.() === 0 ? ['sh'] : ['sudo', '-n', 'sh'];
  console.warn(`Installing GNU parallel: ${command}`);
  const { status } = spawnSync('env', [...shell, '-c', command], { stdio: 'ignore' });
  if (status !== 0) throw new Error(`Install GNU parallel: ${command}`);
  return true;
}

/** A worker's connection: the ports of both ends, and whether the worker has unread data on it. */
type Connection = { readonly ends: string; readonly unread: boolean };

/** What a killed worker left on its connections. Only a provider could return it. */
export type Lost = {
  /** Answers that arrived but were not read. */
  readonly unread: number;
  /** Questions without an answer, which a provider may charge for. */
  readonly unanswered: number;
};

export type Fleet = {
  readonly ports: readonly number[];
  /** How often each page was requested, and each question answered completely. */
  readonly fetched: Map<string, number>;
  readonly paid: Map<string, number>;
  /** Closes the connections of a killed worker before anything else is sent on them, as if it were noticed at once. */
  readonly hangUp: (connections: readonly Connection[]) => Lost;
  /** Maximum number of simultaneous requests to one host. */
  readonly busiest: () => number;
  readonly forget: () => void;
  /** Calls back when a request arrives and when its answer is sent. */
  readonly watch: (onEvent: () => void) => void;
  readonly close: () => Promise<void>;
};

const add = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);

const PAGE = (name: string) =>
  `<html><head><title>Page ${name}</title></head><body><main><h1>Page ${name}</h1><p>The wall number ${name} of the old harbour is long and was built by the town in 1932.</p><p>It is the oldest of its kind in the county, as the chronicle tells at length.</p></main></body></html>`;

/** The verdict on each claim of a prompt: its page supports part of it. */
function verdicts(prompt: string): unknown {
  const [, name = ''] = /The wall number (\S+) of the old harbour/.exec(prompt) ?? [];
  const verdict = {
    rationale: 'The page says so.',
    sentences: [1],
    quote: `The wall number ${name} of the old harbour is long`,
    support: 'partly',
    confidence: 0.9,
    suggestion: '',
  };
  const claims = prompt.match(/<CLAIM/g)?.length ?? 1;
  if (claims === 1) return verdict;
  return { verdicts: Array.from({ length: claims }, (_, i) => ({ claim: i + 1, ...verdict })) };
}

/** `hosts` servers; each answer takes `waitMs`. The first is also the model's. */
export async function openFleet(hosts: number, waitMs: number): Promise<Fleet> {
  const fetched = new Map<string, number>();
  const paid = new Map<string, number>();
  let most = 0;
  let event: () => void = () => undefined;
  /** Counted by their ends: the connections, those with a question, and those whose last response was a model's answer. */
  const sockets = new Map<string, Socket>();
  const asking = new Set<string>();
  const answered = new Set<string>();
  const answerModel = modelServer(verdicts);
  const one = () => {
    let open = 0;
    return serve((request, body, response) => {
      const isModel = request.method === 'POST';
      const ends = `${request.socket.remotePort} ${request.socket.localPort}`;
      sockets.set(ends, request.socket);
      answered.delete(ends);
      if (isModel) asking.add(ends);
      event();
      response.once('finish', () => event());
      if (!isModel) {
        add(fetched, `${request.headers.host}${request.url}`);
        most = Math.max(most, ++open);
        response.once('close', () => (open -= 1));
      }
      const timer = setTimeout(() => {
        if (!isModel)
          return response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE(request.url ?? ''));
        const prompt = promptIn(body);
        const [, nonce = ''] = /<SOURCE(?: 1)? (\w+)>/.exec(prompt) ?? [];
        response.once('finish', () => {
          asking.delete(ends);
          answered.add(ends);
          add(paid, createHash('sha256').update(prompt.replaceAll(nonce, '')).digest('hex'));
        });
        answerModel(request, body, response);
        return undefined;
      }, waitMs);
      response.once('close', () => {
        clearTimeout(timer);
        asking.delete(ends);
      });
    });
  };
  const servers = await Promise.all(Array.from({ length: hosts }, one));
  return {
    ports: servers.map(({ port }) => port),
    fetched,
    paid,
    hangUp(connections) {
      for (const { ends } of connections) sockets.get(ends)?.destroy();
      return {
        unread: connections.filter(({ ends, unread }) => unread && answered.has(ends)).length,
        unanswered: connections.filter(({ ends }) => asking.has(ends)).length,
      };
    },
    busiest: () => most,
    watch: (onEvent) => (event = onEvent),
    forget: () => [fetched, paid].forEach((counts) => counts.clear()),
    close: () => Promise.all(servers.map((server) => server.close())).then(() => undefined),
  };
}

/** Writes texts that cite `pages` pages of each host, each page in two texts, some of them in pairs for one claim. */
export function writeTexts(folder: string, { ports }: Fleet, pages: number): readonly string[] {
  const url = (port: number, page: number) => `http://127.0.0.1:${port}/${page}`;
  return ['one.md', 'two.md'].map((name) => {
    const list: string[] = [];
    const number = (address: string) => {
      list.push(`[${list.length + 1}] Somebody. Walls. ${address}`);
      return list.length;
    };
    const lines = ports.flatMap((port, host) =>
      Array.from({ length: pages }, (_, page) => {
        const next = ports[(host + 1) % ports.length] ?? port;
        const second = page === 0 ? `[${number(url(next, 1))}]` : '';
        return `In text ${name} the wall ${page} of host ${host} is long and old [${number(url(port, page))}]${second}.`;
      }),
    );
    writeFileSync(path.join(folder, name), `${[...lines, '## References', ...list].join('\n\n')}\n`);
    return name;
  });
}

export type Shift = Lost & { readonly rounds: number; readonly kills: number; readonly seconds: number };

/** Options of every command that may fetch. */
export const reach = ({ ports }: Fleet): string[] => reachServers(...ports.map((port) => ({ port })));
export const judge = ({ ports }: Fleet): string[] => [
  ...['--judge', 'test-model', '--provider', 'openai-compatible'],
  ...['--base-url', `http://127.0.0.1:${ports[0]}/v1`],
];

/** The running workers among processes: not those that are starting, or have ended and wait for their parent. */
const working = (pids: readonly number[]) =>
  pids.filter((pid) => {
    const file = `/proc/${pid}/cmdline`;
    return existsSync(file) && readFileSync(file, 'utf8').includes(CLI);
  });

/** The connections of a process, from the kernel's table. */
function connectionsOf(pid: number): Connection[] {
  const folder = `/proc/${pid}/fd`;
  const open = new Set(readdirSync(folder).map((fd) => readlinkSync(path.join(folder, fd))));
  const rows = readFileSync(`/proc/${pid}/net/tcp`, 'utf8').trim().split('\n').slice(1);
  return rows.flatMap((row) => {
    const [, local, remote, , queues = '', , , , , inode = ''] = row.trim().split(/ +/);
    if (!open.has(`socket:[${inode}]`)) return [];
    const [own, other, received = 0] = [local, remote, queues].map((pair) =>
      Number.parseInt(pair?.split(':')[1] ?? '', 16),
    );
    return [{ ends: `${own} ${other}`, unread: received > 0 }];
  });
}

/** Stops a process and waits until it is stopped. */
function freeze(pid: number): void {
  process.kill(pid, 'SIGSTOP');
  while (!/^State:\t[TZ]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')));
}

type Deaths = {
  readonly workers: number;
  readonly kills: number;
  /** Average number of requests and answers of all workers between two kills. */
  readonly every: number;
  readonly random: () => number;
};

/**
 * Runs the plan with GNU parallel until every unit is done. Kills a random worker after a random number of requests and answers, until
 * `kills` are dead: this way the calls in flight differ from kill to kill, on slow and fast machines alike.
 */
export async function runFleet(
  folder: string,
  fleet: Fleet,
  args: readonly string[],
  { workers, kills, every, random }: Deaths,
): Promise<Shift> {
  const pids = path.join(folder, 'pids');
  const words = [process.execPath, CLI, 'work', '--store', 'store', ...args];
  const script = `echo $$ >> '${pids}'\nexec ${words.map((word) => `'${word}'`).join(' ')}\n`;
  writeFileSync(path.join(folder, 'worker.sh'), script);
  writeFileSync(pids, '');
  mkdirSync(path.join(folder, 'store'), { recursive: true });
  const dead = new Set<number>();
  const lost = { unread: 0, unanswered: 0 };
  const next = () => Math.ceil(2 * every * random());
  let left = next();
  const killOne = () => {
    const all = working(readFileSync(pids, 'utf8').split('\n').filter(Boolean).map(Number));
    const alive = all.filter((pid) => !dead.has(pid));
    const pid = alive[Math.floor(random() * alive.length)];
    if (pid === undefined || dead.size >= kills) return;
    freeze(pid);
    const left = fleet.hangUp(connectionsOf(pid));
    lost.unread += left.unread;
    lost.unanswered += left.unanswered;
    process.kill(pid, 'SIGKILL');
    dead.add(pid);
  };
  fleet.watch(() => {
    if (--left > 0) return;
    left = next();
    setTimeout(killOne, 20 * random()); // some of them while an answer is read or written
  });
  // First the units that do not wait for others.
  const units = readFileSync(path.join(folder, 'plan.jsonl'), 'utf8').split('\n').filter(Boolean);
  const free = units.filter((unit) => !(JSON.parse(unit) as { after?: string[] }).after?.length);
  writeFileSync(path.join(folder, 'free.jsonl'), `${free.join('\n')}\n`);
  let plan = kills > 0 ? 'free.jsonl' : 'plan.jsonl';
  const started = performance.now();
  for (let rounds = 1; ; rounds++) {
    const command = `parallel --will-cite --pipe -N1 --block 10M -j${workers} sh worker.sh < ${plan} > results.jsonl 2> errors.txt`;
    const child = spawn('sh', ['-c', command], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', HOME: folder },
    });
    const code = await new Promise<number | null>((ended) => child.once('close', ended));
    if (code === 0 && plan === 'plan.jsonl')
      return { rounds, kills: dead.size, ...lost, seconds: (performance.now() - started) / 1_000 };
    if (code === 0) plan = 'plan.jsonl';
    if (rounds > kills + 5) throw new Error(readFileSync(path.join(folder, 'errors.txt'), 'utf8'));
  }
}

/** Writes the plan of texts. */
export async function writePlan(folder: string, args: readonly string[]): Promise<void> {
  const { code, out, err } = await runInProcess(['plan', '--max-citations', '100000', ...args], {
    cwd: folder,
  });
  if (code !== 0) throw new Error(err);
  writeFileSync(path.join(folder, 'plan.jsonl'), out);
}

/** Requests or questions beyond the first of each kind. */
export const repeated = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((n, count) => n + count - 1, 0);

/** A report without the times that differ from run to run. */
export const timeless = (report: string): string => report.replace(/"(fetchedAt|latencyMs)": .*/g, '"$1"');
