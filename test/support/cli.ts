/** The command line, built and run as a process or in this process, and the servers it may talk to, all on loopback. */
import { spawn, type ChildProcess } from 'node:child_process';
import http from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
import { EXIT, UsageError } from '../../src/cli/args';
import { COMMANDS } from '../../src/cli/commands';
import { run } from '../../src/cli/main';
import type { Terminal } from '../../src/cli/terminal';
import { printableLines } from '../../src/core/report';
import { ENDPOINTS } from '../../src/node/web/endpoints';
import { watchedEnv } from './sockets';
import { portOf } from './webStub';

export const CLI = path.resolve(import.meta.dirname, '../../dist/cli.js');

export type Ran = { readonly code: number | null; readonly out: string; readonly err: string };
export type RunOptions = {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
  /** Called with the process, to interrupt it or to close its output. */
  readonly started?: (child: ChildProcess) => void;
};

/** Runs `node dist/cli.js` with a separate environment: no key, no proxy, no cache of this machine. */
export function runCli(args: readonly string[], { cwd, env = {}, input, started }: RunOptions): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CLI, ...args], {
      cwd,
      env: { PATH: process.env['PATH'] ?? '', HOME: cwd, ...watchedEnv(), ...env },
    });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    started?.(child);
    child.on('error', reject).on('close', (code) => resolve({ code, out, err }));
    child.stdin.on('error', () => undefined).end(input);
  });
}

type InProcessOptions = Pick<RunOptions, 'cwd' | 'env' | 'input'> & {
  /** Interrupts the run. */
  readonly stop?: AbortController;
  /** Width of a terminal that the output goes to. */
  readonly columns?: number;
};

/** A terminal without input that discards output. */
export const quietTerminal = (cwd: string, env: Readonly<Record<string, string>> = {}): Terminal => ({
  cwd,
  env: { HOME: cwd, ...env },
  stdin: () => Readable.from([]),
  signal: new AbortController().signal,
  isInterrupted: () => false,
  colour: false,
  columns: undefined,
  print: () => undefined,
  say: () => undefined,
  note: () => undefined,
  trace: () => undefined,
  progress: () => undefined,
});

/**
 * Runs the command line in this process. For tests of what a command prints, not of a process: faster, and its code
 * counts as covered.
 */
export async function runInProcess(
  argv: readonly string[],
  { cwd, env = {}, input = '', stop = new AbortController(), columns }: InProcessOptions,
): Promise<Ran> {
  let [out, err] = ['', ''];
  const say = (text: string) => void (err += `citewright: ${printableLines(text)}\n`);
  const terminal: Terminal = {
    ...quietTerminal(cwd, env),
    columns,
    stdin: () => Readable.from([input], { objectMode: false }),
    signal: stop.signal,
    isInterrupted: () => stop.signal.aborted,
    print: (text) => void (out += text),
    say,
    note: say,
  };
  const code = await run(COMMANDS, argv, terminal).catch((error: unknown) => {
    if (!(error instanceof UsageError)) throw error;
    say(error.message);
    return EXIT.usage;
  });
  return { code, out, err };
}

export type Served = {
  readonly port: number;
  readonly base: string;
  /** `METHOD /path` of each request. */
  readonly calls: string[];
  readonly bodies: string[];
  close(): Promise<void>;
};
type Answer = (request: http.IncomingMessage, body: string, response: http.ServerResponse) => void;

export async function serve(answer: Answer): Promise<Served> {
  const calls: string[] = [];
  const bodies: string[] = [];
  const server = http.createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      calls.push(`${request.method} ${request.url}`);
      bodies.push(body);
      answer(request, body, response);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const port = portOf(server);
  return {
    port,
    base: `http://127.0.0.1:${port}`,
    calls,
    bodies,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}

/** The options with which a run may reach these servers. */
export const reach = (...servers: readonly Pick<Served, 'port'>[]): string[] => [
  '--allow-network',
  ...servers.flatMap(({ port }) => ['--allow-host', `127.0.0.1:${port}`]),
];

/** The options with which a server stands for the registries, each below a path of its name. */
export const registriesAt = ({ base }: Pick<Served, 'base'>, names = Object.keys(ENDPOINTS)): string[] =>
  names.flatMap((name) => ['--endpoint', `${name}=${base}/${name}`]);

export const sendHtml = (response: http.ServerResponse, html: string): void =>
  void response.writeHead(200, { 'content-type': 'text/html' }).end(html);

/** Pages by path; any other path is a 404. */
export const pages =
  (all: Readonly<Record<string, string>>): Answer =>
  ({ url = '/' }, _body, response) => {
    const html = all[url];
    response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(html ?? '<html><body><p>There is nothing here.</p></body></html>');
  };

type Asked = { readonly model: string; readonly messages: { content: string | { text: string }[] }[] };

/** The prompt of a request to an OpenAI-compatible server. */
export const promptIn = (body: string): string =>
  (JSON.parse(body) as Asked).messages
    .map(({ content }) => (typeof content === 'string' ? content : content.map((c) => c.text).join('\n')))
    .join('\n');

/** A chat completion of an OpenAI-compatible server. */
export const completion = (
  model: unknown,
  answer: unknown,
  usage: { readonly prompt_tokens: number; readonly completion_tokens: number },
) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model,
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: JSON.stringify(answer), refusal: null },
      finish_reason: 'stop',
    },
  ],
  usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens },
});

/** An OpenAI-compatible server whose model answers a prompt with `say`. */
export const modelServer =
  (say: (prompt: string) => unknown, usage = { prompt_tokens: 400, completion_tokens: 60 }): Answer =>
  (_request, body, response) => {
    const { model } = JSON.parse(body) as Asked;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(completion(model, say(promptIn(body)), usage)));
  };
