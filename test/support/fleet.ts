/** Workers under GNU parallel over loopback servers with simulated waits, some of them killed while they work. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CLI, modelServer, promptIn, runInProcess, serve } from './cli';

/** Installs GNU parallel on Debian, as root; else says how. */
export function findParallel(): boolean {
  const isThere = () => spawnSync('parallel', ['--version']).status === 0;
  if (isThere()) return true;
  const command = 'apt-get update && apt-get install -y --no-install-recommends parallel';
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) {
    console.warn(`GNU parallel is missing: ${command}`);
    return false;
  }
  console.warn(`Installing GNU parallel: ${command}`);
  execFileSync('sh', ['-c', command], { stdio: 'ignore' });
  return isThere();
}

export type Fleet = {
  readonly ports: readonly number[];
  /** Times that each page was asked for, and each question that was answered to the end. */
  readonly fetched: Map<string, number>;
  readonly paid: Map<string, number>;
  /** Most requests at one time to one host. */
  readonly busiest: () => number;
  readonly forget: () => void;
  readonly close: () => Promise<void>;
};

const add = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);

const PAGE = (name: string) =>
  `<html><head><title>Page ${name}</title></head><body><main><h1>Page ${name}</h1><p>The wall number ${name} of the old harbour is long and was built by the town in 1932.</p><p>It is the oldest of its kind in the county, as the chronicle tells at length.</p></main></body></html>`;

/** The verdict on each claim of a prompt: that its page supports a part of it. */
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
  const answerModel = modelServer(verdicts);
  const one = () => {
    let open = 0;
    return serve((request, body, response) => {
      const isModel = request.method === 'POST';
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
        response.once('finish', () =>
          add(paid, createHash('sha256').update(prompt.replaceAll(nonce, '')).digest('hex')),
        );
        answerModel(request, body, response);
        return undefined;
      }, waitMs);
      response.once('close', () => clearTimeout(timer));
    });
  };
  const servers = await Promise.all(Array.from({ length: hosts }, one));
  return {
    ports: servers.map(({ port }) => port),
    fetched,
    paid,
    busiest: () => most,
    forget: () => [fetched, paid].forEach((counts) => counts.clear()),
    close: () => Promise.all(servers.map((server) => server.close())).then(() => undefined),
  };
}

/** Writes texts that cite `pages` pages of each host, each page in two texts, some of them two for one claim. */
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

export type Shift = { readonly rounds: number; readonly kills: number; readonly seconds: number };

/** Options of every command that may fetch. */
export const reach = ({ ports }: Fleet): string[] => [
  '--allow-network',
  ...ports.flatMap((port) => ['--allow-host', `127.0.0.1:${port}`]),
];
export const judge = ({ ports }: Fleet): string[] => [
  ...['--judge', 'test-model', '--provider', 'openai-compatible'],
  ...['--base-url', `http://127.0.0.1:${ports[0]}/v1`],
];

/**
 * Runs the plan with GNU parallel until every unit is done, killing one random worker every `everyMs` on average until `kills` are dead.
 */
export async function runFleet(
  folder: string,
  args: readonly string[],
  {
    workers,
    kills,
    everyMs,
    random,
  }: { workers: number; kills: number; everyMs: number; random: () => number },
): Promise<Shift> {
  const pids = path.join(folder, 'pids');
  const script = path.join(folder, 'worker.sh');
  const words = [process.execPath, CLI, 'work', '--store', 'store', ...args]
    .map((word) => `'${word}'`)
    .join(' ');
  writeFileSync(script, `echo $$ >> '${pids}'\nexec ${words}\n`);
  mkdirSync(path.join(folder, 'store'), { recursive: true });
  const started = performance.now();
  let dead = 0;
  let rounds = 0;
  const killed = new Set<number>();
  const alive = () =>
    (existsSync(pids) ? readFileSync(pids, 'utf8') : '')
      .split('\n')
      .filter(Boolean)
      .map(Number)
      .filter((pid) => !killed.has(pid) && existsSync(`/proc/${pid}`));
  for (;;) {
    rounds += 1;
    writeFileSync(pids, '');
    const child = spawn(
      'sh',
      [
        '-c',
        `parallel --will-cite --pipe -N1 --block 10M -j${workers} sh worker.sh < plan.jsonl > results.jsonl 2> errors.txt`,
      ],
      { cwd: folder, env: { PATH: process.env['PATH'] ?? '', HOME: folder } },
    );
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const isOver = () => child.exitCode !== null;
    while (!isOver() && dead < kills) {
      await new Promise((go) => setTimeout(go, everyMs * 2 * random()));
      const all = alive();
      const pid = all[Math.floor(random() * all.length)];
      if (pid === undefined) continue;
      try {
        process.kill(pid, 'SIGKILL');
        killed.add(pid);
        dead += 1;
      } catch {
        // It ended by itself.
      }
    }
    if ((await ended) === 0) break;
    appendFileSync(path.join(folder, 'all-errors.txt'), readFileSync(path.join(folder, 'errors.txt')));
    if (rounds > kills + 5) throw new Error(readFileSync(path.join(folder, 'errors.txt'), 'utf8'));
  }
  return { rounds, kills: dead, seconds: (performance.now() - started) / 1_000 };
}

/** Writes the plan of texts. */
export async function writePlan(folder: string, args: readonly string[]): Promise<void> {
  const { code, out, err } = await runInProcess(['plan', '--max-citations', '100000', ...args], {
    cwd: folder,
  });
  if (code !== 0) throw new Error(err);
  writeFileSync(path.join(folder, 'plan.jsonl'), out);
}

/** A report without the times that differ from run to run. */
export const timeless = (report: string): string => report.replace(/"(fetchedAt|latencyMs)": .*/g, '"$1"');
