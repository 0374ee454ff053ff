/**
 * Why a fetch failed: one named cause each, the `Miss` it is reported as, and whether asking again is worth it.
 * Inside the network files a failure travels as a `Fault`; at the port's border it becomes data.
 */
import type { Failure, FailureKind } from '../../core/model';

/** The causes and what each is reported as. */
const MISSES = {
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
  proxy_error: 'network',
  unexpected_status: 'bad-status',
  bad_redirect: 'bad-status',
  server_error: 'bad-status',
  redirect_loop: 'redirect-loop',
  too_many_redirects: 'redirect-loop',
  blocked_private: 'ssrf',
  access_denied: 'blocked',
  rate_limited: 'blocked',
  thin_page: 'not-text',
  header_too_large: 'too-large',
  too_large: 'too-large',
  not_text: 'not-text',
  empty: 'not-text',
  cancelled: 'cancelled',
  disabled: 'disabled',
} as const satisfies Record<string, FailureKind>;

export type Cause = keyof typeof MISSES;

/** How often a cause is worth another attempt at most, and the longest wait that the server asked for. */
export type Again = { readonly times: number; readonly afterMs?: number };

export class Fault extends Error {
  constructor(
    readonly reason: Cause,
    /** What a user reads after the cause's name. */
    readonly words: string,
    readonly again: Again = { times: 0 },
    /** Set where the cause's usual `Miss` is not the right one. */
    readonly miss: FailureKind = MISSES[reason],
  ) {
    super(`${reason}: ${words}`);
    this.name = 'Fault';
  }
  get failure(): Failure {
    return { miss: this.miss, detail: this.message };
  }
}

/** Carries a refusal of the guard through the layers that throw. */
export class Refusal extends Error {
  constructor(readonly failure: Failure) {
    super(failure.detail);
    this.name = 'Refusal';
  }
}

const ONCE: Again = { times: 1 };

/** What went on when an error came: the same `ECONNRESET` means different things before and after the headers. */
export type Phase = 'lookup' | 'connect' | 'tls' | 'headers' | 'body' | 'proxy';

/** Reads the error of a socket, a parser, a resolver or a decoder. Its message never reaches the user. */
export function faultOf(error: unknown, phase: Phase, host: string): Fault {
  if (error instanceof Fault) return error;
  const code = codeOf(error);
  if (phase === 'lookup') return lookupFault(code, host);
  if (phase === 'proxy' && !isTls(code))
    // within a tunnel the handshake is the source's
    return new Fault('proxy_error', `the proxy ${host} cannot be used (${code}); check the proxy setting`);
  if (code === 'HPE_HEADER_OVERFLOW' || code === 'UND_ERR_HEADERS_OVERFLOW')
    return new Fault('header_too_large', `${host} sent oversized headers`);
  if (code.startsWith('HPE_') || (error instanceof Error && error.name === 'HTTPParserError'))
    return new Fault('bad_response', `${host} sent a malformed response`);
  if (isTls(code)) return tlsFault(code, host);
  return socketFault(code, phase, host);
}

function lookupFault(code: string, host: string): Fault {
  if (code === 'ENOTFOUND' || code === 'ENODATA') {
    return new Fault('dns_not_found', `the host name ${host} does not exist`);
  }
  if (code === 'ENETUNREACH') return offline();
  return new Fault('dns_temporary', `the name ${host} could not be looked up (${code})`);
}

function socketFault(code: string, phase: Phase, host: string): Fault {
  if (code === 'ENETUNREACH' || code === 'ENETDOWN') return offline();
  if (code === 'ETIMEDOUT') return new Fault('timeout', `no connection to ${host}`, ONCE);
  if (phase === 'headers' || (code === 'ECONNRESET' && phase === 'connect')) {
    return new Fault('bad_response', `${host} closed the connection without an answer`);
  }
  if (phase === 'connect') return new Fault('refused', `${host} refused the connection (${code})`, ONCE);
  if (phase === 'tls') return new Fault('tls_error', `no secure connection to ${host} (${code})`);
  return code === 'ECONNRESET'
    ? new Fault('connection_reset', `the connection to ${host} was lost while reading`, ONCE)
    : new Fault('incomplete_body', `${host} closed the connection early`, ONCE);
}

/** An ALPN alert comes from a server that only speaks HTTP/2. */
function tlsFault(code: string, host: string): Fault {
  if (code.includes('NO_APPLICATION_PROTOCOL')) {
    return new Fault('bad_response', `${host} only speaks HTTP/2`);
  }
  return new Fault(
    'tls_error',
    `the certificate or encryption of ${host} is not valid (${TLS_WORDS[code] ?? code})`,
  );
}

const TLS_WORDS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not yet valid',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'incomplete chain or unknown issuer',
  UNABLE_TO_GET_ISSUER_CERT: 'incomplete chain or unknown issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'incomplete chain or unknown issuer',
  ERR_TLS_CERT_ALTNAME_INVALID: 'issued for another host',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'outdated protocol',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'outdated protocol',
};

function isTls(code: string): boolean {
  return /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO|HOSTNAME_MISMATCH|INVALID_CA)/.test(
    code,
  );
}

const offline = (): Fault => new Fault('offline', 'there seems to be no network');

/** Reads a decoder's error; a stream that ends before its end mark was cut, everything else is damage. */
export function decodeFault(error: unknown, host: string): Fault {
  const message = error instanceof Error ? error.message : '';
  if (codeOf(error) === 'Z_BUF_ERROR')
    return new Fault('incomplete_body', `${host} closed the connection early`, ONCE);
  const again = message === 'incorrect header check' ? { times: 0 } : ONCE;
  return new Fault('decode_error', `the compressed page of ${host} could not be unpacked`, again);
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}

export const cancelled = (): Fault => new Fault('cancelled', 'the run was cancelled');
export const timedOut = (words: string, stalled: boolean): Fault =>
  new Fault('timeout', words, stalled ? ONCE : { times: 0 });
