/**
 * Transport of our own processes: undici with keep-alive per origin, HTTP/2 where offered, and the user's proxy. A connection serves an
 * origin only while the origin resolves to the same checked addresses. Never load undici or its modules in the extension host.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import tls from 'node:tls';
import connect from 'undici/lib/api/api-connect.js';
import buildConnector from 'undici/lib/core/connect.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import type { Dispatcher } from 'undici';
import { DEFAULTS } from '../../core/defaults';
import { canonical } from './address';
import { lookupOf, type Resolved } from './dns';
import { faultOf } from './faults';
import { BOTH_FAMILIES, isChecked, Progress, proxyFault, uncheckedPeer } from './transport';
import type { Hop, Reply, Transport } from './transport';

type ConnectArgs = Parameters<ReturnType<typeof buildConnector>>;
/** Returns its socket synchronously, although the library's type doesn't say so. */
type Connector = (...args: ConnectArgs) => Socket;

const CLIENT = {
  allowH2: true,
  connections: DEFAULTS.perHost,
  maxHeaderSize: DEFAULTS.maxHeaderBytes,
  headersTimeout: 0,
  bodyTimeout: 0,
};

/** Most kept connections that may be lost under a request before a failure counts. */
const MOST_LOST = 2;

/** An unread body is received up to this size and time, to keep its connection. */
const DRAINED_BYTES = 65_536;
const DRAIN_MS = 2_000;

let context: tls.SecureContext | undefined;

/** Certificate authorities trusted outside the editor: Node's own, `NODE_EXTRA_CA_CERTS`, and the system's where Node can read them. */
function trust(): { rejectUnauthorized: true; secureContext?: tls.SecureContext } {
  if (!('getCACertificates' in tls)) return { rejectUnauthorized: true };
  context ??= tls.createSecureContext({
    ca: [...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])],
  });
  return { rejectUnauthorized: true, secureContext: context };
}

/** `proxy` is set by the user for this program; the environment's is never used. */
export const undiciTransport = (proxy?: string): Transport =>
  proxy === undefined ? new Direct() : new Proxied(new URL(proxy));

/** Connections to one origin at one set of addresses. */
class Origin {
  readonly sockets = new Set<Socket>();
  readonly pool: Pool;
  /** Requests without an answer; undici connects for the one dispatched last. */
  readonly exchanges = new Set<Exchange>();
  constructor(
    readonly addresses: string,
    origin: string,
    readonly resolved: Resolved,
  ) {
    const open = buildConnector({
      ...BOTH_FAMILIES,
      ...trust(),
      allowH2: true,
      timeout: 0,
      lookup: lookupOf(resolved),
    }) as unknown as Connector;
    this.pool = new Pool(origin, {
      ...CLIENT,
      connect: (options, done) => this.#connect(open, options, done),
    });
  }

  #connect(open: Connector, ...[options, done]: ConnectArgs): void {
    const waiting = [...this.exchanges].findLast((exchange) => exchange.isQueued);
    if (!waiting) {
      done(new Error('no request waits'), null); // undici reconnects after an aborted request
      return;
    }
    const refused = ({ remoteAddress }: Socket): Error | null =>
      isChecked(this.resolved, remoteAddress) ? null : uncheckedPeer(options.hostname);
    const connected: typeof done = (...[error, opened]) => {
      const failed = error ?? refused(opened);
      if (failed) opened?.destroy();
      const outcome = failed ? [failed, null] : [null, opened];
      done(...(outcome as Parameters<typeof done>));
    };
    const socket = open(options, connected);
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    if (options.protocol === 'https:') {
      socket.once('connect', () => {
        const failed = refused(socket); // before the handshake
        if (failed) socket.destroy(failed);
      });
    }
    waiting.connecting(socket);
  }

  received = (): number => [...this.sockets].reduce((sum, socket) => sum + socket.bytesRead, 0);
}

class Direct implements Transport {
  readonly #origins = new Map<string, Origin>();

  async send(hop: Hop): Promise<Reply> {
    if (hop.resolved.fault !== undefined) throw hop.resolved.fault;
    const origin = this.#originOf(hop);
    for (let lost = 0; ; lost += 1) {
      const exchange = new Exchange(hop, origin.received);
      try {
        origin.exchanges.add(exchange);
        return await exchange.run(origin.pool);
      } catch (error) {
        // The server may just have closed a kept connection, so a fresh one decides.
        if (!exchange.isStale || lost === MOST_LOST || hop.stop.aborted) throw error;
      } finally {
        origin.exchanges.delete(exchange);
      }
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#origins.values()].map(({ pool }) => pool.destroy()));
  }

  #originOf({ checked, resolved }: Hop): Origin {
    const { origin } = checked.url;
    const addresses = resolved.list
      .map(({ address }) => canonical(address))
      .sort()
      .join(' ');
    const known = this.#origins.get(origin);
    if (known?.addresses === addresses) return known;
    void known?.pool.close();
    const fresh = new Origin(addresses, origin, resolved);
    this.#origins.set(origin, fresh);
    return fresh;
  }
}

class Proxied implements Transport {
  readonly #agent: ProxyAgent;
  constructor(readonly proxy: URL) {
    this.#agent = new ProxyAgent({
      ...CLIENT,
      uri: proxy.href,
      proxyTunnel: false,
      requestTls: trust(),
      proxyTls: trust(),
      clientFactory: (origin, options) => this.#clientOf(origin, options),
    });
  }

  /** Connections to the proxy. What fails before the tunnel is open is its own fault. */
  #clientOf(origin: URL, options: object): Pool {
    const pool = new Pool(origin, options);
    const tunnel = async (request: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> => {
      const reply = await connect.call(pool, request).catch((error: unknown) => {
        throw faultOf(error, 'proxy', this.proxy.host);
      });
      if (reply.statusCode === 200) return reply;
      reply.socket.destroy();
      throw proxyFault(this.proxy.host, `HTTP ${reply.statusCode}`);
    };
    return Object.assign(pool, { connect: tunnel });
  }

  send(hop: Hop): Promise<Reply> {
    return new Exchange(hop, () => 0, this.proxy.host).run(this.#agent);
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

/** A request in progress. */
class Exchange {
  readonly #progress: Progress;
  #socket: Socket | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #body: Readable | undefined;
  #isDone = false;
  #isLost = false;
  #fail: (error: Error) => void = () => undefined;
  constructor(
    readonly hop: Hop,
    readonly received: () => number,
    readonly proxy?: string,
  ) {
    this.#progress = new Progress(hop, (error) => this.#end(error), proxy);
  }

  /** True while it waits for a connection. */
  get isQueued(): boolean {
    return this.#controller === undefined && !this.#isDone;
  }

  /** Whether the request was lost on a connection kept from another request. */
  get isStale(): boolean {
    return this.#isLost && this.#socket === undefined;
  }

  async run(dispatcher: Dispatcher): Promise<Reply> {
    const { stop, checked, ask } = this.hop;
    const { origin, pathname, search } = checked.url;
    const request = { origin, path: pathname + search, method: ask.method, headers: ask.headers };
    stop.throwIfAborted();
    stop.addEventListener('abort', () => this.#end(new Error('stopped')), { once: true });
    try {
      return await new Promise<Reply>((resolve, reject) => {
        this.#fail = reject;
        this.#progress.enter(this.proxy === undefined ? 'connect' : 'proxy');
        dispatcher.dispatch(request, this.#handler(resolve));
      });
    } finally {
      this.#progress.end();
    }
  }

  /** Follows a new connection through its phases. */
  connecting(socket: Socket): void {
    this.#socket = socket;
    if (this.hop.checked.url.protocol === 'https:') socket.once('connect', () => this.#progress.enter('tls'));
  }

  #handler(resolve: (reply: Reply) => void): Dispatcher.DispatchHandler {
    return {
      onRequestStart: (controller) => {
        this.#controller = controller;
        if (this.#isDone) controller.abort(new Error('stopped'));
        else this.#progress.enter('headers', this.received);
      },
      onResponseStart: (controller, status, headers) => {
        if (status < 200) return;
        this.#body = this.#bodyOf(controller, headers);
        const throughProxy = this.proxy !== undefined;
        resolve({ status, headers, body: this.#body, throughProxy, cause: (error) => error });
      },
      onResponseData: (controller, chunk) => {
        if (this.#body?.push(chunk) === false) controller.pause();
      },
      onResponseEnd: () => {
        this.#isDone = true;
        this.#body?.push(null);
      },
      onResponseError: (_, error) => {
        if (this.#body) this.#body.destroy(error);
        else this.#fail(this.#faultOf(error));
      },
    };
  }

  #bodyOf(controller: Dispatcher.DispatchController, headers: IncomingHttpHeaders): Readable {
    const isSmall = Number(headers['content-length'] ?? NaN) <= DRAINED_BYTES;
    const body = new Readable({
      read: () => controller.resume(),
      destroy: (error, done) => {
        if (!this.#isDone && isSmall && error === null) {
          this.#isDone = true;
          setTimeout(() => controller.abort(new Error('not read')), DRAIN_MS).unref();
          controller.resume();
        } else this.#end(error ?? new Error('not read'));
        done(error);
      },
    });
    return body.on('error', () => undefined); // it may break before it is read
  }

  /** Closes what is still open. A connection with a complete answer is kept for other requests. */
  #end(error: Error): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#fail(error);
    if (this.#controller) this.#controller.abort(error);
    else this.#socket?.destroy(error);
  }

  #faultOf(error: Error & { readonly code?: string }): Error {
    const { code = '' } = error;
    this.#isLost = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(code);
    if (this.proxy !== undefined && code === 'UND_ERR_INVALID_ARG') return proxyFault(this.proxy, 'HTTP 407'); // undici's error for a 407
    return this.#progress.faultOf(error);
  }
}
