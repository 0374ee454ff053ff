/**
 * What both transports share: one request whose host was resolved and checked goes out, and its headers come back. `undici.ts`
 * serves the processes of our own, `nodeHttp.ts` the extension host. Why two: ARCHITECTURE.md.
 */
import { reason, type Fact } from '../../core/causes';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { DEFAULTS } from '../../core/defaults';
import { canonical } from './address';
import type { Attempt } from './attempt';
import type { Resolved } from './dns';
import { Fault, faultOf, Refusal, timedOut, type Phase } from './faults';
import { blocked, type Checked } from './guard';

export type Ask = {
  readonly method: 'GET' | 'HEAD';
  readonly headers: Readonly<Record<string, string>>;
  readonly headersTimeoutMs: number;
};

/** One request on its way to a place that the guard has passed. */
export type Hop = {
  readonly checked: Checked;
  /** The only addresses that a direct connection may reach. */
  readonly resolved: Resolved;
  readonly ask: Ask;
  readonly attempt: Attempt;
  /** Fires when the hop is over, in whatever way. */
  readonly stop: AbortSignal;
};

export type Reply = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable;
  readonly throughProxy: boolean;
  /** What really broke the body, given the error of its stream. */
  readonly cause: (error: Error) => unknown;
};

export interface Transport {
  /** Sends the request and resolves with its headers. Throws `Fault` or `Refusal`. What is open for it ends with `hop.stop`. */
  send(hop: Hop): Promise<Reply>;
  /** Ends all connections. */
  close(): Promise<void>;
}

/** Happy eyeballs: a dead IPv6 falls back to IPv4 among the checked addresses. */
export const BOTH_FAMILIES = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 250 };

/** Has the connection reached one of the addresses that were checked? */
export function isChecked({ list }: Resolved, peer: string | undefined): boolean {
  const reached = canonical(peer ?? '');
  return list.some(({ address }) => canonical(address) === reached);
}

export const uncheckedPeer = (host: string): Refusal => new Refusal(blocked(host, 'unchecked_address'));

/** The proxy itself failed; the user is told where to look. */
export const proxyFault = (host: string, what: Fact): Fault => new Fault('proxy_error', { host, what });

/** The phase that a request is in, with the time limit of each, and what an error or the end of time means in it. */
export class Progress {
  #phase: Phase = 'connect';
  #timer: NodeJS.Timeout | undefined;
  constructor(
    readonly hop: Hop,
    /** Ends the request. */
    readonly fail: (error: Error) => void,
    /** Host and port of the proxy that the user named. */
    readonly proxy = '',
  ) {}

  /** `received` counts the bytes that have come so far, to tell silence from slowness. */
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
    if (error instanceof Refusal) return error;
    return faultOf(error, this.#phase, this.#phase === 'proxy' ? this.proxy : this.hop.checked.host);
  }

  #late(stalled: boolean): Fault {
    const { host } = this.hop.checked;
    switch (this.#phase) {
      case 'proxy':
        return proxyFault(this.proxy, reason('too_slow'));
      case 'tls':
        return new Fault('tls_error', { host, what: reason('too_slow') });
      case 'connect':
        return timedOut(host, true);
      default:
        return timedOut(host, stalled);
    }
  }
}
