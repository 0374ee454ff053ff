/**
 * Transport of the extension host: `node:http(s)`, patched by the editor to use the user's proxy and certificates. Of a caller's options,
 * the patches only keep the per-request `lookup`. `request` is looked up on the module at each call.
 */
import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import tls from 'node:tls';
import { DEFAULTS } from '../../core/defaults';
import { lookupOf } from './dns';
import { BOTH_FAMILIES, isChecked, Progress, uncheckedPeer } from './transport';
import type { Hop, Reply, Transport } from './transport';

/** `leavesAgent` is called per request: true if `agent` must be left out so that the user's proxy is used (`http.proxySupport: "on"`). */
export const nodeHttp = (leavesAgent: () => boolean): Transport => ({
  send: (hop) => new Exchange(hop, leavesAgent()).run(),
  close: () => Promise.resolve(), // each request has its own connection, which ends with it
});

/** A request in progress: whether the guard's `lookup` was called, and which address the socket reached. */
class Exchange {
  readonly #progress: Progress;
  #looked = false;
  #peer: string | undefined;
  #error: unknown;
  #fail: (error: Error) => void = () => undefined;
  constructor(
    readonly hop: Hop,
    readonly leavesAgent: boolean,
  ) {
    this.#progress = new Progress(hop, (error) => this.#fail(error));
  }

  async run(): Promise<Reply> {
    const request = this.#open();
    this.hop.stop.addEventListener('abort', () => request.destroy(), { once: true });
    try {
      const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
        this.#fail = reject;
        request.on('error', (e) => {
          this.#error ??= e;
          reject(this.#faultOf(e));
        });
        request.on('socket', (socket) => this.#watch(socket));
        request.on('response', resolve);
        this.#progress.enter('connect');
        request.end();
      });
      return {
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: response,
        throughProxy: this.#isProxied(),
        cause: () => this.#error ?? response.socket.errored, // the stream itself only says `aborted`
      };
    } catch (error) {
      request.destroy();
      throw error;
    } finally {
      this.#progress.end();
    }
  }

  #open(): http.ClientRequest {
    const { checked, ask, resolved } = this.hop;
    const secure = checked.url.protocol === 'https:';
    return (secure ? https : http).request(checked.url, {
      method: ask.method,
      headers: ask.headers,
      maxHeaderSize: DEFAULTS.maxHeaderBytes,
      lookup: lookupOf(resolved, () => (this.#looked = true)),
      ...BOTH_FAMILIES,
      ...(secure && { rejectUnauthorized: true }), // no `ca`: it would replace the user's
      ...(!this.leavesAgent && { agent: false }),
    });
  }

  /** Follows the socket through its phases. A direct connection to an unchecked address is closed before a byte is sent. */
  #watch(socket: Socket): void {
    const secure = socket instanceof tls.TLSSocket;
    const ready = () => this.#progress.enter('headers', () => socket.bytesRead);
    const connected = () => {
      this.#peer = socket.remoteAddress;
      if (this.#looked && !this.#reachedChecked()) {
        socket.destroy();
        this.#fail(uncheckedPeer(this.hop.checked.host));
      } else if (secure) this.#progress.enter('tls');
      else ready();
    };
    if (secure) socket.once('secureConnect', ready);
    if (socket.connecting) socket.once('connect', connected);
    else {
      connected();
      ready();
    }
  }

  #reachedChecked = (): boolean => isChecked(this.hop.resolved, this.#peer);

  /** The editor's proxy resolves names itself: our `lookup` is not called, and a literal address connects elsewhere. */
  #isProxied(): boolean {
    return this.hop.checked.literal ? !this.#reachedChecked() : !this.#looked;
  }

  #faultOf(error: Error): Error {
    const { fault } = this.hop.resolved;
    return this.#looked && fault !== undefined ? fault : this.#progress.faultOf(error);
  }
}
