/** From what a socket, a name service or a status says to one cause in our words. */
import { describe, expect, it } from 'vitest';
import { answerOf } from '../../../src/node/web/answers';
import { decodeFault, Fault, faultOf, type Phase } from '../../../src/node/web/faults';
import { retryAfter, statusFault } from '../../../src/node/web/status';

const NOW = Date.UTC(2026, 0, 1);
const coded = (code: string) => Object.assign(new Error(code), { code });
const cause = ({ failure }: Fault) => failure.cause;

describe('a network error', () => {
  it.each<[string, Phase, string, string]>([
    ['ENOTFOUND', 'lookup', 'dns_not_found', 'not-found'],
    ['ENODATA', 'lookup', 'dns_not_found', 'not-found'],
    ['EAI_AGAIN', 'lookup', 'dns_temporary', 'network'],
    ['ENETUNREACH', 'lookup', 'offline', 'network'],
    ['ENETUNREACH', 'connect', 'offline', 'network'],
    ['ENETDOWN', 'connect', 'offline', 'network'],
    ['ETIMEDOUT', 'connect', 'timeout', 'timeout'],
    ['ECONNREFUSED', 'connect', 'refused', 'network'],
    ['ECONNRESET', 'connect', 'bad_response', 'network'],
    ['ECONNRESET', 'headers', 'bad_response', 'network'],
    ['ECONNRESET', 'tls', 'tls_error', 'network'],
    ['ECONNRESET', 'body', 'connection_reset', 'network'],
    ['EPIPE', 'body', 'incomplete_body', 'network'],
    ['CERT_HAS_EXPIRED', 'tls', 'tls_error', 'network'],
    ['ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL', 'tls', 'bad_response', 'network'],
  ])('%s while in phase %s is %s', (code, phase, expected, miss) => {
    const fault = faultOf(coded(code), phase, 'a.example');
    expect([cause(fault), fault.failure.kind]).toEqual([expected, miss]);
  });

  it('of several addresses is that of the first', () => {
    const all = new AggregateError([coded('ECONNREFUSED'), coded('ETIMEDOUT')]);
    expect(cause(faultOf(all, 'connect', 'a.example'))).toBe('refused');
  });

  it('is kept if it is already a fault', () => {
    const fault = new Fault('too_large');
    expect(faultOf(fault, 'body', 'a.example')).toBe(fault);
  });

  it('is reported if it has no code', () => {
    for (const error of [new Error('odd'), 'odd', undefined])
      expect(faultOf(error, 'connect', 'a.example').failure.facts).toMatchObject({ what: 'unknown error' });
  });
});

describe('a page that cannot be decompressed', () => {
  it.each([
    [coded('Z_BUF_ERROR'), 'incomplete_body'],
    [new Error('incorrect header check'), 'decode_error'],
    [new Error('invalid distance'), 'decode_error'],
    ['odd', 'decode_error'],
  ])('%s is %s', (error, expected) => expect(cause(decodeFault(error, 'a.example'))).toBe(expected));
});

describe('a status', () => {
  const fault = (status: number, headers: Record<string, string> = {}, body = '') =>
    statusFault({ status, headers, host: 'a.example' }, body, NOW);
  it.each<[number, Record<string, string>, string, string | undefined]>([
    [200, {}, '', undefined],
    [206, {}, '', undefined],
    [416, {}, '', undefined],
    [200, { 'cf-mitigated': 'challenge' }, '', 'blocked'],
    [202, { 'x-amzn-waf-action': 'challenge' }, '', 'blocked'],
    [503, {}, '<p>Checking your browser', 'blocked'],
    [503, {}, '', 'bad-status'],
    [401, {}, '', 'blocked'],
    [402, {}, '', 'paywalled'],
    [403, {}, 'Missing ALPN Protocol', 'network'],
    [404, {}, '', 'not-found'],
    [400, {}, '', 'blocked'],
    [405, {}, '', 'blocked'],
    [406, {}, '', 'blocked'],
    [407, {}, '', 'blocked'],
    [408, {}, '', 'timeout'],
    [410, {}, '', 'not-found'],
    [429, {}, '', 'blocked'],
    [451, {}, '', 'blocked'],
    [511, {}, '', 'network'],
    [304, {}, '', 'bad-status'],
    [418, {}, '', 'blocked'],
  ])('%i with %j and %j is %s', (status, headers, body, miss) => {
    expect(fault(status, headers, body)?.failure.kind).toBe(miss);
  });

  it.each<[string | undefined, number | undefined]>([
    [undefined, undefined],
    ['3', 3_000],
    ['-3', undefined],
    ['Thu, 01 Jan 2026 00:00:05 GMT', 5_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['soon', undefined],
  ])('with Retry-After %s asks to wait %s ms', (value, ms) => {
    expect(retryAfter(value === undefined ? {} : { 'retry-after': value }, NOW)).toBe(ms);
  });
});

describe('a registry’s answer', () => {
  const answer = (bytes: Uint8Array, contentType: string, truncated = false) =>
    answerOf({
      url: 'https://a.example/x',
      status: 200,
      headers: { 'content-type': contentType },
      bytes,
      truncated,
      notices: [],
    });

  it('is decoded by its charset, or as UTF-8 if that is unknown', () => {
    expect(answer(new Uint8Array([0xe4]), 'text/plain; charset=iso-8859-1').body).toBe('ä');
    for (const type of ['text/plain; charset=nonsense', 'text/plain', ''])
      expect(answer(new TextEncoder().encode('ä'), type).body).toBe('ä');
  });

  it('is a failure if truncated', () => {
    expect(() => answer(new Uint8Array(), 'text/plain', true)).toThrow(Fault);
  });
});
