/**
 * What both transports share: they send one request to a resolved and checked host and return its headers. `undici.ts` serves our own
 * processes, `nodeHttp.ts` the extension host; ARCHITECTURE.md says why.
 */
import { reason, type Fact } from '../../core/causes';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { DEFAULTS } from '../../core/defaults';
import { canonical } from './address';
import type { Attempt } from './attempt';
import type { Resolved } from './dns';
import { Fault, faultOf, isTlsError, timedOut, type Phase } from './faults';
import { blocked, type Checked } from './guard';

export type Ask = {
  readonly method: 'GET' | 'HEAD';
  readonly headers: Readonly<Record<string, string>>;
  readonly headersTimeoutMs: number;
};

/** One request to a host that passed the guard. */
export type Hop = {
  readonly checked: Checked;
  /** The only addresses that a direct connection may reach. */
  readonly resolved: Resolved;
  readonly ask: Ask;
  readonly attempt: Attempt;
  /** Fires when the hop ends for any reason. */
  readonly stop: AbortSignal;
};

export type Reply = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable;
  readonly throughProxy: boolean;
  /** The actual reason that broke the body, given the error of its stream. */
  readonly cause: (error: Error) => unknown;
};

export interface Transport {
  /** Sends the request and resolves with its headers. Throws `Fault`. Everything opened ends with `hop.stop`. */
  send(hop: Hop): Promise<Reply>;
  close(): Promise<void>;
}

/** Happy Eyeballs: falls back from IPv6 to IPv4 among the checked addresses. */
export const BOTH_FAMILIES = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 250 };

/** Whether the connection reached a checked address. */
export function isChecked({ list }: Resolved, peer: string | undefined): boolean {
  const reached = canonical(peer ?? '');
  return list.some(({ address }) => canonical(address) === reached);
}

export const uncheckedPeer = (host: string): Fault => new Fault(blocked(host, 'unchecked_address'));

/** The proxy itself failed; the message points the user to it. */
export const proxyFault = (host: string, what: Fact): Fault => new Fault('proxy_error', { host, what });

/** The phase of a request, the time limit of each phase, and what an error or timeout means in it. */
export class Progress {
  #phase: Phase = 'connect';
  #timer: NodeJS.Timeout | undefined;
  constructor(
    readonly hop: Hop,
    /** Ends the request. */
    readonly fail: (error: Error) => void,
    /** Host and port of the user's proxy. */
    readonly proxy = '',
  ) {}

  /** `received` returns the bytes received so far, to tell silence from slowness. */
  enter(phase: Phase, received: () => number = () => 0): void {
    clearTimeout(this.#timer);
    this.#phase = phase;
    const before = received();
    this.hop.attempt.late = () => this.#late(received() === before);
    const ms = phase === 'headers' ? this.hop.ask.headersTimeoutMs : DEFAULTS.connectTimeoutMs;
    this.#timer = setTimeout(() => this.fail(this.hop.attempt.late()), ms);
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  faultOf(error: Error): Error {
    const { host, url } = this.hop.checked;
    // In the tunnel of a proxy, the handshake is with the source.
    if (this.#phase === 'proxy' && url.protocol === 'https:' && isTlsError(error))
      return faultOf(error, 'tls', host);
    return faultOf(error, this.#phase, this.#phase === 'proxy' ? this.proxy : host);
  }

  #late(stalled: boolean): Fault {
    const { host } = this.hop.checked;
    if (this.#phase === 'proxy') return proxyFault(this.proxy, reason('too_slow'));
    if (this.#phase === 'tls') return new Fault('tls_error', { host, what: reason('too_slow') });
    return timedOut(host, this.#phase === 'connect' || stalled);
  }
}
