/**
 * One request over `node:http(s)`. The name is resolved once, every answer checked, and the socket connects to nothing else.
 * `request` is read off its module at call time. Why this transport and no other: ARCHITECTURE.md.
 */
import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import tls from 'node:tls';
import { DEFAULTS } from '../../core/defaults';
import { canonical } from './address';
import type { Attempt } from './attempt';
import type { Incoming } from './readBody';
import { Fault, faultOf, Refusal, timedOut, type Phase } from './faults';
import { refusedAddress, type Checked } from './guard';
import { lookupOf, resolveName, type Names, type Resolver } from './dns';
import { trust } from './trust';
import { proxyFault, viaProxy } from './tunnel';

export type TransportConfig = {
  readonly resolver?: Resolver;
  /** Named by the user for this program, and then used instead of the editor's; never taken from the environment. */
  readonly proxy?: URL;
  /** Given by the editor, and by nobody else: must `agent` be left out so that the user's proxy is used (`http.proxySupport: "on"`)? */
  readonly editorProxy?: () => boolean;
};

export type Ask = {
  readonly method: 'GET' | 'HEAD';
  readonly headers: Readonly<Record<string, string>>;
  readonly headersTimeoutMs: number;
};

export type Hop = Incoming & { readonly throughProxy: boolean };

/** A dead IPv6 falls back to IPv4 among the checked addresses. */
const BOTH_FAMILIES = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 250 };

/** Sends one request and waits for its headers. Throws `Fault` or `Refusal`; everything it opened dies with `stop`. */
export async function send(
  checked: Checked,
  ask: Ask,
  config: TransportConfig,
  attempt: Attempt,
  stop: AbortSignal,
): Promise<Hop> {
  const names = await resolveName(checked, config.resolver, attempt, stop);
  const refused = refusedAddress(
    checked,
    names.list.map((a) => a.address),
  );
  if (refused !== undefined) throw new Refusal(refused);
  return await new Exchange(checked, names, ask, config, attempt, stop).run();
}

/** A request under way: its phase, whether the guard's `lookup` was asked, and whom the socket reached. */
class Exchange {
  #phase: Phase = 'connect';
  #looked = false;
  #peer: string | undefined;
  #error: unknown;
  #timer: NodeJS.Timeout | undefined;
  #fail: (error: Error) => void = () => undefined;
  constructor(
    readonly checked: Checked,
    readonly names: Names,
    readonly ask: Ask,
    readonly config: TransportConfig,
    readonly attempt: Attempt,
    readonly stop: AbortSignal,
  ) {}

  async run(): Promise<Hop> {
    const request = await this.#open();
    this.stop.addEventListener('abort', () => request.destroy(), { once: true });
    try {
      const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
        this.#fail = reject;
        request.on('error', (e) => {
          this.#error ??= e;
          reject(this.#faultOf(e));
        });
        request.on('socket', (socket) => this.#watch(socket));
        request.on('response', resolve);
        this.#enter(this.config.proxy && this.checked.url.protocol === 'http:' ? 'proxy' : 'connect');
        request.end();
      });
      return {
        response,
        host: this.checked.host,
        error: () => this.#error,
        throughProxy: this.#isProxied(),
      };
    } catch (error) {
      request.destroy();
      throw error;
    } finally {
      clearTimeout(this.#timer);
    }
  }

  async #open(): Promise<http.ClientRequest> {
    const { config, checked, ask } = this;
    if (config.proxy) return viaProxy(config.proxy, checked, ask, this.attempt, this.stop);
    const { url } = checked;
    const secure = url.protocol === 'https:';
    const options: https.RequestOptions = {
      method: ask.method,
      headers: ask.headers,
      maxHeaderSize: DEFAULTS.maxHeaderBytes,
      lookup: lookupOf(this.names, () => (this.#looked = true)),
      ...BOTH_FAMILIES,
      ...(secure && trust(config.editorProxy !== undefined)),
      ...(config.editorProxy?.() === true ? {} : { agent: false }),
    };
    return (secure ? https : http).request(url, options);
  }

  /** Follows the socket through its phases; a connection to anything but a checked address dies before a byte is sent. */
  #watch(socket: Socket): void {
    const secure = socket instanceof tls.TLSSocket;
    const ready = () => this.#enter('headers', socket);
    const connected = () => {
      this.#peer = socket.remoteAddress;
      const refused = this.#refusedPeer();
      if (refused !== undefined) {
        socket.destroy();
        this.#fail(refused);
      } else if (!secure) ready();
      else if (this.#phase !== 'proxy') this.#enter('tls');
    };
    if (secure) socket.once('secureConnect', ready);
    if (socket.connecting) socket.once('connect', connected);
    else if (secure && this.config.proxy) this.#enter('tls');
    else {
      connected();
      ready();
    }
  }

  /** A direct connection must have asked our `lookup` and reached an address from it. The user's proxy may stand between. */
  #refusedPeer(): Refusal | undefined {
    const { proxy, editorProxy } = this.config;
    if (proxy || (editorProxy && !this.#looked)) return undefined;
    if ((this.checked.literal || this.#looked) && this.#reachedOwn()) return undefined;
    return new Refusal({
      miss: 'ssrf',
      detail: `blocked_private: the connection to ${this.checked.host} led to an address that was not checked`,
    });
  }

  #reachedOwn(): boolean {
    const peer = canonical(this.#peer ?? '');
    return this.names.list.some(({ address }) => canonical(address) === peer);
  }

  #isProxied(): boolean {
    const { proxy, editorProxy } = this.config;
    if (proxy || !editorProxy) return proxy !== undefined;
    return this.checked.literal ? !this.#reachedOwn() : !this.#looked;
  }

  #enter(phase: Phase, socket?: Socket): void {
    clearTimeout(this.#timer);
    this.#phase = phase;
    const before = socket?.bytesRead ?? 0;
    this.attempt.late = () => this.#late((socket?.bytesRead ?? 0) === before);
    const ms = phase === 'headers' ? this.ask.headersTimeoutMs : DEFAULTS.connectTimeoutMs;
    this.#timer = setTimeout(() => this.#fail(this.attempt.late()), ms);
  }

  #late(stalled: boolean): Fault {
    const { host } = this.checked;
    if (this.#phase === 'tls')
      return new Fault('tls_error', `${host} did not finish the TLS handshake in time`);
    if (this.#phase === 'proxy' && this.config.proxy)
      return proxyFault(this.config.proxy, 'did not answer in time');
    if (this.#phase === 'connect') return timedOut(`no connection to ${host} in time`, true);
    return timedOut(`${host} did not answer in time`, stalled);
  }

  #faultOf(error: Error): Error {
    if (this.#looked && this.names.fault !== undefined) return this.names.fault;
    return faultOf(
      error,
      this.#phase,
      this.#phase === 'proxy' ? (this.config.proxy?.host ?? '') : this.checked.host,
    );
  }
}
