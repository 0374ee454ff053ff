/**
 * MCP over HTTP: a process of its own that somebody has to start, on the loopback interface only, with a token. A page in a browser
 * reaches loopback too, so Host and Origin are looked at; twenty requests a minute are enough for an agent and too few for a flood.
 */
import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

export type HttpOptions = {
  /** 0: any that is free. */
  readonly port: number;
  /** Made anew when left out. */
  readonly token?: string | undefined;
  /** Called once, when the server listens. */
  readonly started: (place: { readonly url: string; readonly token: string }) => void;
};

const PATH = '/mcp';
const REQUESTS_A_MINUTE = 20;
const MINUTE_MS = 60_000;
/** A text to be checked travels in one request. */
export const MOST_BYTES = 24 * 1024 * 1024;
const MOST_SESSIONS = 32;
const BODY_MS = 30_000;

type Refusal = {
  readonly status: number;
  readonly message: string;
  readonly headers?: Record<string, string>;
};

const sha = (text: string) => createHash('sha256').update(text).digest();

/** Whether a request comes from where it should; the reason when not. */
function createDoor(token: string, port: () => number) {
  const expected = sha(`Bearer ${token}`);
  return ({ headers, url = '' }: IncomingMessage): Refusal | undefined => {
    const names = [`127.0.0.1:${port()}`, `localhost:${port()}`];
    const { host = '', origin, authorization = '' } = headers;
    // A name that somebody has pointed at loopback (DNS rebinding) is not ours; nor is a page of another origin.
    if (!names.includes(host)) return { status: 403, message: 'this host name is not served' };
    if (origin !== undefined && !names.some((name) => origin === `http://${name}`))
      return { status: 403, message: 'this origin is not served' };
    if (!timingSafeEqual(sha(authorization), expected))
      return { status: 401, message: 'a token is needed', headers: { 'www-authenticate': 'Bearer' } };
    return url.split('?')[0] === PATH ? undefined : { status: 404, message: `only ${PATH} is served` };
  };
}

/** Counts requests over the last minute; gives the seconds to wait when there were too many. */
function createMeter(now: () => number) {
  let seen: number[] = [];
  return (count: number): number | undefined => {
    const start = now() - MINUTE_MS;
    seen = seen.filter((at) => at > start);
    if (seen.length + count > REQUESTS_A_MINUTE)
      return Math.max(1, Math.ceil(((seen[0] ?? now()) - start) / 1_000));
    seen.push(...Array<number>(count).fill(now()));
    return undefined;
  };
}

/** JSON-RPC requests in a body: what has a method and an id. Notifications and answers are none. */
const requestsIn = (body: unknown): number =>
  (Array.isArray(body) ? body : [body]).filter(
    (message: unknown) =>
      typeof message === 'object' && message !== null && 'method' in message && 'id' in message,
  ).length;

function refuse(response: ServerResponse, { status, message, headers = {} }: Refusal): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } }));
}

/** The body as JSON, or why it cannot be taken. */
async function readBody(request: IncomingMessage): Promise<{ readonly value: unknown } | Refusal> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_BYTES) return { status: 413, message: `more than ${MOST_BYTES} bytes` };
    chunks.push(chunk);
  }
  try {
    return { value: JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown };
  } catch {
    return { status: 400, message: 'the body is not JSON' };
  }
}

/** A client's session: its server, its transport. */
type Session = { readonly transport: StreamableHTTPServerTransport; readonly server: McpServer };

/** Sessions by name; the oldest goes when there are too many. */
function createSessions(create: () => McpServer) {
  const sessions = new Map<string, Session>();
  const drop = async (id: string) => {
    const session = sessions.get(id);
    sessions.delete(id);
    await session?.server.close();
  };
  return {
    get: (id: string | undefined) => (id === undefined ? undefined : sessions.get(id)?.transport),
    async open(): Promise<StreamableHTTPServerTransport> {
      const server = create();
      const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: async (id) => {
          const [oldest] = sessions.keys();
          if (sessions.size >= MOST_SESSIONS && oldest !== undefined) await drop(oldest);
          sessions.set(id, { transport, server });
        },
        onsessionclosed: drop,
      });
      await server.connect(transport);
      return transport;
    },
    closeAll: () => Promise.all([...sessions.keys()].map(drop)),
  };
}

/** Serves HTTP on loopback until `signal` aborts. Rejects when the port cannot be had. */
export async function serveHttp(
  create: () => McpServer,
  { port, token = randomBytes(24).toString('base64url'), started }: HttpOptions,
  signal: AbortSignal,
): Promise<void> {
  const sessions = createSessions(create);
  const tooMany = createMeter(() => Date.now());
  const server = http.createServer((request, response) => {
    void handle(request, response).catch(() => {
      if (!response.headersSent) refuse(response, { status: 500, message: 'internal error' });
      else response.end();
    });
  });
  const portNow = () => {
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : port;
  };
  const refused = createDoor(token, portNow);

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const no = refused(request);
    if (no) {
      refuse(response, no);
      return;
    }
    const id = request.headers['mcp-session-id'];
    const session = sessions.get(Array.isArray(id) ? id[0] : id);
    if (request.method !== 'POST') {
      if (session) await session.handleRequest(request, response);
      else refuse(response, { status: 404, message: 'there is no such session' });
      return;
    }
    const body = await readBody(request);
    if ('status' in body) {
      refuse(response, body);
      return;
    }
    const wait = tooMany(requestsIn(body.value));
    if (wait !== undefined) {
      const message = `no more than ${REQUESTS_A_MINUTE} requests a minute`;
      refuse(response, { status: 429, message, headers: { 'retry-after': String(wait) } });
      return;
    }
    if (id !== undefined && !session) refuse(response, { status: 404, message: 'there is no such session' });
    else await (session ?? (await sessions.open())).handleRequest(request, response, body.value);
  }

  server.requestTimeout = BODY_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  started({ url: `http://127.0.0.1:${portNow()}${PATH}`, token });
  if (!signal.aborted)
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  await sessions.closeAll();
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
