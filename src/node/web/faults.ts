/** Why a fetch failed or was refused, and whether to retry. Network modules throw a `Fault`; the web port turns it into data. */
import { fail, reason, say } from '../../core/causes';
import type { Cause, Facts, FailureCause } from '../../core/causes';
import type { Failure, FailureKind } from '../../core/model';

/** Most retries for a cause, and the longest wait that the server requested. */
export type Again = { readonly times: number; readonly afterMs?: number };

export class Fault extends Error {
  readonly failure: Failure;
  /** Of a cause, or a failure as it is. Pass `kind` if the cause's usual kind is wrong. */
  constructor(
    why: FailureCause | Failure,
    facts: Facts = {},
    readonly again: Again = { times: 0 },
    kind?: FailureKind,
  ) {
    const failure = typeof why === 'string' ? fail(why, facts, kind) : why;
    super(`${failure.cause}: ${say(failure)}`);
    this.name = 'Fault';
    this.failure = failure;
  }

  get reason(): Failure['cause'] {
    return this.failure.cause;
  }
}

const ONCE: Again = { times: 1 };

/** The step at which an error occurred: `ECONNRESET` means different things before and after the headers. */
export type Phase = 'lookup' | 'connect' | 'tls' | 'headers' | 'body' | 'proxy';

/** Classifies an error of a socket, parser, resolver or decoder. Its message never reaches the user. */
export function faultOf(error: unknown, phase: Phase, host: string): Fault {
  if (error instanceof Fault) return error;
  const code = codeOf(error);
  if (phase === 'lookup') return lookupFault(code, host);
  if (phase === 'proxy') return new Fault('proxy_error', { host, what: code });
  if (code === 'HPE_HEADER_OVERFLOW' || code === 'UND_ERR_HEADERS_OVERFLOW')
    return new Fault('header_too_large', { host });
  if (code.startsWith('HPE_') || (error instanceof Error && error.name === 'HTTPParserError'))
    return badResponse(host, 'malformed_response');
  return isTlsError(error) ? tlsFault(code, host) : socketFault(code, phase, host);
}

function lookupFault(code: string, host: string): Fault {
  if (code === 'ENOTFOUND' || code === 'ENODATA') {
    return new Fault('dns_not_found', { host });
  }
  return code === 'ENETUNREACH' ? offline() : new Fault('dns_temporary', { host, what: code });
}

function socketFault(code: string, phase: Phase, host: string): Fault {
  if (code === 'ENETUNREACH' || code === 'ENETDOWN') return offline();
  if (code === 'ETIMEDOUT') return new Fault('timeout', { host }, ONCE);
  if (phase === 'headers' || (code === 'ECONNRESET' && phase === 'connect')) {
    return badResponse(host, 'no_response');
  }
  if (phase === 'connect') return new Fault('refused', { host, what: code }, ONCE);
  if (phase === 'tls') return new Fault('tls_error', { host, what: code });
  return code === 'ECONNRESET'
    ? new Fault('connection_reset', { host }, ONCE)
    : new Fault('incomplete_body', { host }, ONCE);
}

/** Servers that only support HTTP/2 send an ALPN alert. */
function tlsFault(code: string, host: string): Fault {
  if (code.includes('NO_APPLICATION_PROTOCOL')) return badResponse(host, 'http2_only');
  const known = TLS_CAUSES[code];
  return new Fault('tls_error', { host, what: known ? reason(known) : code });
}

const TLS_CAUSES: Readonly<Record<string, Cause>> = {
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not_yet_valid',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self_signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'self_signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unknown_issuer',
  UNABLE_TO_GET_ISSUER_CERT: 'unknown_issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknown_issuer',
  ERR_TLS_CERT_ALTNAME_INVALID: 'other_host',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'old_protocol',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'old_protocol',
};

/** Whether a handshake failed, or a certificate isn't trusted. */
export const isTlsError = (error: unknown): boolean => TLS.test(codeOf(error));
const TLS = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO|HOSTNAME_MISMATCH|INVALID_CA)/;

const offline = (): Fault => new Fault('offline');

/** Classifies a decoder's error: a missing end marker means truncated, anything else corrupt. */
export function decodeFault(error: unknown, host: string): Fault {
  const message = error instanceof Error ? error.message : '';
  if (codeOf(error) === 'Z_BUF_ERROR') return new Fault('incomplete_body', { host }, ONCE);
  const again = message === 'incorrect header check' ? { times: 0 } : ONCE;
  return new Fault('decode_error', { host }, again);
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}

export const cancelled = (): Fault => new Fault('cancelled');
export const timedOut = (host: string, stalled: boolean): Fault =>
  new Fault('timeout', { host }, stalled ? ONCE : { times: 0 });
/** The server answered, but `what` is wrong with the answer. */
export const badResponse = (host: string, what: Cause): Fault =>
  new Fault('bad_response', { host, what: reason(what) });
