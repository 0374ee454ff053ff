/**
 * The network, TLS, HTTP, encoding and redirect faults, each injected on loopback, by their ids in the fault list: what is served, and the
 * cause that must result. `ok` and `truncated` are pages.
 */
import http2 from 'node:http2';
import net from 'node:net';
import tls from 'node:tls';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { isFailure, type Failure, type FailureKind } from '../../src/core/model';
import type { Page } from '../../src/core/ports';
import type { WebConfig } from '../../src/node/web';
import { authority, type Authority } from './certificates';
import { drip, pour, rawServer, type RawAnswer } from './rawServer';
import { hookTcp } from './tcpHook';
import { trusting } from './trusting';
import { never, testWeb, transportName, type TransportName } from './web';
import { portOf } from './webStub';

export const DEADLINE = 800;

type How = (
  | { readonly answer: RawAnswer; readonly onConnect?: (socket: net.Socket) => void }
  | { readonly secure: (root: Authority) => net.Server }
  | { readonly config: Partial<WebConfig>; readonly url: string; readonly blackHole?: boolean }
) & {
  /** If it is not the usual one of the cause. */
  readonly miss?: FailureKind;
};

export type Scene = How & {
  /** Its row in the labelled list of faults that `npm run eval -- faults` reads. */
  readonly id: string;
  readonly name: string;
  /** The cause that `detail` begins with, or `ok`, or `truncated`. */
  readonly cause: string;
  /** If only one transport ends like this. */
  readonly over?: TransportName;
};

/** The kind that each cause is reported as, written independently of the code under test. */
const REPORTED: Readonly<Record<string, FailureKind>> = {
  dns_not_found: 'not-found',
  not_found: 'not-found',
  timeout: 'timeout',
  dns_temporary: 'network',
  refused: 'network',
  connection_reset: 'network',
  incomplete_body: 'network',
  bad_response: 'network',
  decode_error: 'network',
  tls_error: 'network',
  offline: 'network',
  captive_portal: 'network',
  bad_redirect: 'bad-status',
  server_error: 'bad-status',
  redirect_loop: 'redirect-loop',
  too_many_redirects: 'redirect-loop',
  blocked_private: 'ssrf',
  access_denied: 'blocked',
  rate_limited: 'blocked',
  header_too_large: 'too-large',
  not_text: 'not-text',
  empty: 'not-text',
};

/** The `Miss` that a scene must end in; undefined for a page. */
export const missOf = ({ miss, cause }: Scene): FailureKind | undefined => miss ?? REPORTED[cause];

export type Played = {
  readonly scene: Scene;
  readonly answer: Page | Failure;
  readonly ms: number;
  readonly leaked: number;
  readonly grownMb: number;
};

/** Raw response: status line and headers, then a body. */
const says =
  (head: string, body: string | Buffer = ''): RawAnswer =>
  (socket) => {
    socket.write(`${head.replace(/\n/g, '\r\n')}\r\n\r\n`, 'latin1');
    socket.end(body);
  };
const OK = 'HTTP/1.1 200 OK\ncontent-type: text/plain';
const status = (code: number, headers = '', body = 'x'): RawAnswer =>
  says(`HTTP/1.1 ${code} Status\ncontent-length: ${body.length}${headers && `\n${headers}`}`, body);
const sendsThen =
  (head: string, then: (socket: net.Socket) => void): RawAnswer =>
  (socket) => {
    socket.write(head.replace(/\n/g, '\r\n'));
    then(socket);
  };
const redirect = (location: string): RawAnswer => status(302, `location: ${location}`);

const missing = (host: string) =>
  host === 'doi.org' ? Promise.resolve([{ address: '93.184.215.14', family: 4 }]) : failing('ENOTFOUND')();
const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

const gzipped = gzipSync('The text of the page, long enough to be cut. '.repeat(40));
const damaged = Buffer.from(gzipped.map((byte, i) => (i > 20 && i < 40 ? byte ^ 0x5a : byte)));
const packed =
  (encoding: string, make: () => Buffer): RawAnswer =>
  (socket, path, head) => {
    const body = make();
    says(
      `${OK}
content-encoding: ${encoding}
content-length: ${body.length}`,
      body,
    )(socket, path, head);
  };
/** The bytes of UTF-8 as they travel in a header. */
const utf8 = (text: string): string => Buffer.from(text).toString('latin1');

/** Every spelling leads to the same private place. */
export const PRIVATE_SPELLINGS: readonly string[] = (
  'http://127.0.0.1/ http://127.0.0.2/ http://127.1/ http://2130706433/ http://0x7f000001/ ' +
  'http://0177.0.0.1/ http://0x7f.1/ http://localhost/ http://localhost./ ' +
  'http://a.localhost/ http://[::1]/ http://[::]/ http://0/ http://[::ffff:127.0.0.1]/ ' +
  'http://[::ffff:7f00:1]/ http://[::7f00:1]/ http://[64:ff9b::7f00:1]/ ' +
  'http://[2002:7f00:1::]/ //127.0.0.1:8080/ http://①②⑦.⓪.⓪.①/'
).split(' ');

const secureServer = (options: tls.TlsOptions): net.Server =>
  tls.createServer(options, (socket) => {
    socket.on('error', () => undefined);
    socket.resume();
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
  });

const scene = (id: string, cause: string, name: string, how: How): Scene => ({ id, cause, name, ...how });
const raw = (id: string, cause: string, name: string, answer: RawAnswer): Scene =>
  scene(id, cause, name, { answer });
const greets = (id: string, name: string, onConnect: (socket: net.Socket) => void): Scene =>
  scene(id, 'bad_response', name, { answer: () => undefined, onConnect });
const lookup = (
  id: string,
  cause: string,
  name: string,
  resolver: NonNullable<WebConfig['resolver']>,
): Scene => scene(id, cause, name, { url: 'http://name.example.org/', config: { resolver } });

const LOOKUP_SCENES: readonly Scene[] = [
  lookup('F01', 'dns_not_found', 'the name does not exist', missing),
  lookup('F02', 'timeout', 'the resolver never answers', () => new Promise(() => undefined)),
  lookup('F03', 'dns_temporary', 'a temporary DNS failure', failing('EAI_AGAIN')),
  lookup('F52', 'offline', 'there is no network', failing('ENETUNREACH')),
  lookup('F52', 'offline', 'there is no network, and each name is said to be missing', failing('ENOTFOUND')),
  scene('F05', 'timeout', 'a connection is never made', {
    url: 'http://93.184.215.14/',
    config: {},
    blackHole: true,
  }),
];

const line = (head: string, text: string, ms: number) => sendsThen(head, (socket) => drip(socket, text, ms));
const STALLS: readonly Scene[] = [
  raw('F06', 'timeout', 'accepts, then says nothing', () => undefined),
  raw('F07', 'timeout', 'a header line now and then, for ever', line('HTTP/1.1 200 OK\n', 'x-a: b\r\n', 50)),
  raw('F08', 'header_too_large', 'a header without end', line('HTTP/1.1 200 OK\nx-a: ', 'a'.repeat(2048), 1)),
  raw(
    'F09',
    'timeout',
    'a flood of 103 answers',
    line('', 'HTTP/1.1 103 Early Hints\r\nlink: <a>\r\n\r\n', 30),
  ),
  raw('F10', 'timeout', 'a byte of body now and then', line(`${OK}\n\n`, 'a', 50)),
  raw(
    'F11',
    'timeout',
    'half a body, then silence',
    line(`${OK}\ncontent-length: 20\n\nhalf of it`, '', 60_000),
  ),
];

const CHUNKED = `${OK}\ntransfer-encoding: chunked`;
const flood = (headers: string) =>
  sendsThen(`${OK}\n${headers}\n`, (socket) => pour(socket, Buffer.alloc(65_536, 'a')));
const reset = sendsThen(`${OK}\ncontent-length: 20\n\nhalf`, (s) =>
  setTimeout(() => s.resetAndDestroy(), 30),
);
const BODIES: readonly Scene[] = [
  raw('F12', 'connection_reset', 'reset in the middle of the body', reset),
  raw(
    'F13',
    'incomplete_body',
    'announces more than it sends',
    says(`${OK}\ncontent-length: 1000`, 'too few'),
  ),
  raw('F14', 'ok', 'sends more than it announces', says(`${OK}\ncontent-length: 5`, 'fivexxxxxxxxxx')),
  raw('F15', 'incomplete_body', 'a chunk that is cut', says(CHUNKED, '20\r\nabc')),
  raw('F16', 'bad_response', 'a chunk size that is none', says(CHUNKED, 'zz\r\nabc\r\n')),
  raw('F17', 'truncated', 'a stream without end', flood('')),
  raw('F18', 'truncated', 'a page of 100 MB', flood('content-length: 104857600\n')),
  raw('F51', 'ok', 'closes after each answer', status(200, 'connection: keep-alive')),
];

const gzipBomb = Buffer.concat(Array<Buffer>(16).fill(gzipSync(Buffer.alloc(16 << 20))));
const brotliBomb = brotliCompressSync(Buffer.alloc(32 << 20), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
});
const TWENTY = Array<string>(20).fill('gzip').join(', ');
const ENCODINGS: readonly Scene[] = [
  raw(
    'F19',
    'truncated',
    'a gzip bomb of 16 members',
    packed('gzip', () => gzipBomb),
  ),
  raw(
    'F20',
    'truncated',
    'a brotli bomb',
    packed('br', () => brotliBomb),
  ),
  raw(
    'F21',
    'decode_error',
    'a damaged gzip',
    packed('gzip', () => damaged),
  ),
  raw(
    'F21b',
    'incomplete_body',
    'a cut gzip',
    packed('gzip', () => gzipped.subarray(0, -20)),
  ),
  raw(
    'F22',
    'decode_error',
    'says gzip, is plain',
    packed('gzip', () => Buffer.from('plain text')),
  ),
  raw(
    'F23',
    'decode_error',
    'twenty encodings',
    packed(TWENTY, () => gzipped),
  ),
];

const onward: RawAnswer = (socket, path, head) =>
  redirect(`/${Number(path.slice(1)) + 1}`)(socket, path, head);
const REDIRECTS: readonly Scene[] = [
  raw('F24', 'redirect_loop', 'redirects to itself', redirect('/')),
  raw('F25', 'too_many_redirects', '25 redirects', onward),
  ...PRIVATE_SPELLINGS.map((to) => raw('F26', 'blocked_private', `redirects to ${to}`, redirect(utf8(to)))),
  raw('F27', 'bad_redirect', 'a redirect without target', status(302)),
  raw('F28', 'bad_redirect', 'a redirect to no address', redirect('http://[::1')),
];

const CHALLENGE = '<title>Just a moment...</title>';
const STATUSES: readonly Scene[] = [
  scene('F29', 'bad_response', '304 that nobody asked for', {
    answer: says('HTTP/1.1 304 Not'),
    miss: 'bad-status',
  }),
  raw('F30', 'empty', 'an empty 200', status(200, '', '')),
  raw('F30', 'empty', '204', says('HTTP/1.1 204 No Content')),
  ...[401, 403, 451, 999].map((code) => raw('F31', 'access_denied', `${code}`, status(code))),
  raw('F31', 'access_denied', '503 with a challenge page', status(503, 'content-type: text/html', CHALLENGE)),
  raw('F31', 'access_denied', '503 with a challenge header', status(503, 'cf-mitigated: challenge')),
  raw('F32', 'not_found', '404', status(404)),
  raw('F32', 'not_found', '410', status(410)),
  raw('F33', 'rate_limited', '429', status(429)),
  ...[500, 502, 503, 504].map((code) => raw('F34', 'server_error', `${code}`, status(code))),
  raw('F38', 'not_text', 'a picture', status(200, 'content-type: image/png')),
  raw('F53', 'captive_portal', '511', status(511)),
];

const BOTH = says(`${CHUNKED}\ncontent-length: 5`, '5\r\nabcde\r\n0\r\n\r\n');
const NOT_HTTP: readonly Scene[] = [
  greets('F36', 'an SSH server', (socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n')),
  greets('F36', 'closes at once', (socket) => socket.end()),
  greets('F36', 'resets at once', (socket) => socket.resetAndDestroy()),
  raw('F36', 'bad_response', 'HTTP/0.9', (socket) => socket.end('<html>just text')),
  raw('F49', 'header_too_large', 'a header of 1 MiB', status(200, `set-cookie: ${'a'.repeat(1 << 20)}`)),
  raw('F50', 'bad_response', 'a length and chunks', BOTH),
  raw('F50', 'bad_response', 'two lengths', says(`${OK}\ncontent-length: 5\ncontent-length: 6`, 'abcdef')),
];

const HERE = ['127.0.0.1'];
const OLD = { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
const H2_ONLY = { unknownProtocolTimeout: 50 };
const secure = (id: string, cause: string, name: string, server: (root: Authority) => net.Server): Scene =>
  scene(id, cause, name, { secure: server });
const http2Only = (ca: Authority): net.Server =>
  http2.createSecureServer({ ...ca.issue(HERE), ...H2_ONLY }).on('stream', (stream) => {
    stream.respond({ 'content-type': 'text/plain' });
    stream.end('ok');
  });
const TLS: readonly Scene[] = [
  secure('F35', 'ok', 'a good certificate', (ca) => secureServer(ca.issue(HERE))),
  secure('F35', 'tls_error', 'an expired certificate', (ca) => secureServer(ca.issue(HERE, -1))),
  secure('F35', 'tls_error', 'a self-signed certificate', () => secureServer(authority('127.0.0.1'))),
  secure('F35', 'tls_error', 'a certificate for another host', (ca) =>
    secureServer(ca.issue(['x.example.org'])),
  ),
  secure('F35', 'tls_error', 'an incomplete chain', (ca) => secureServer(ca.below('Middle').issue(HERE))),
  secure('F35', 'tls_error', 'TLS 1.0 only', (ca) => secureServer({ ...ca.issue(HERE), ...OLD })),
  secure('F35', 'tls_error', 'never shakes hands', () => net.createServer((socket) => socket.resume())),
  { ...secure('F37', 'bad_response', 'HTTP/2 only', http2Only), over: 'node:http' },
  { ...secure('F37', 'ok', 'HTTP/2 only', http2Only), over: 'undici' },
];

const SCENES: readonly Scene[] = [
  ...LOOKUP_SCENES,
  ...STALLS,
  ...BODIES,
  ...ENCODINGS,
  ...REDIRECTS,
  ...STATUSES,
  ...NOT_HTTP,
  ...TLS,
];

/** The scenes of the transport under test. */
export const scenes = (): readonly Scene[] =>
  SCENES.filter(({ over = transportName() }) => over === transportName());

/** The cause of an answer, in the words of the fault list. */
export function causeOf(answer: Page | Failure): string {
  if (isFailure(answer)) return answer.cause;
  return answer.truncated ? 'truncated' : 'ok';
}

/** Plays one scene with a separate server; counts the sockets that are open soon after the answer. */
export async function play(scene: Scene): Promise<Played> {
  if ('url' in scene) return playWithout(scene);
  const root = authority('Citewright test authority');
  const untrust = trusting(root.cert);
  const server =
    'answer' in scene ? await rawServer(scene.answer, scene.onConnect) : await listening(scene.secure(root));
  try {
    const origin = `${'answer' in scene ? 'http' : 'https'}://127.0.0.1:${server.port}`;
    const config = { allowHosts: [`127.0.0.1:${server.port}`], timeoutMs: DEADLINE };
    return { scene, ...(await measured(`${origin}/`, config, () => server.open())) };
  } finally {
    untrust();
    await server.close();
  }
}

async function playWithout(scene: Extract<Scene, { url: string }>): Promise<Played> {
  const hook = hookTcp(() => (scene.blackHole === true ? 'black hole' : undefined));
  try {
    return { scene, ...(await measured(scene.url, { timeoutMs: DEADLINE, ...scene.config }, () => 0)) };
  } finally {
    hook.restore();
  }
}

async function measured(url: string, config: Partial<WebConfig>, open: () => Promise<number> | number) {
  const before = process.memoryUsage.rss();
  const start = performance.now();
  const web = testWeb(config);
  const answer = await web.read(url, never);
  const ms = performance.now() - start;
  await web.close();
  const grownMb = (process.memoryUsage.rss() - before) / 2 ** 20;
  for (let i = 0; i < 20 && (await open()) > 0; i++) await new Promise((r) => setTimeout(r, 10));
  return { answer, ms, leaked: await open(), grownMb };
}

async function listening(server: net.Server) {
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket: net.Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    port: portOf(server),
    open: () => new Promise<number>((tell) => server.getConnections((_, count) => tell(count))),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
