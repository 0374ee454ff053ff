import { say, fail, reason } from '../../../src/core/causes';
import { beforeAll, describe, expect, it } from 'vitest';
import { isFailure, type Failure } from '../../../src/core/model';
import { blocked, checkUrl, parseAllowHost, refusedAddress } from '../../../src/node/web/guard';
import type { Checked, GuardPolicy } from '../../../src/node/web/guard';
import { dataSet, readJsonl } from '../../../scripts/data';
import { playSsrf, type Entry } from '../../support/ssrf';
import { useTransport } from '../../support/web';

const missOf = (url: string, policy: GuardPolicy = {}): string | undefined => {
  const checked = checkUrl(url, policy);
  return isFailure(checked) ? checked.kind : undefined;
};
const passed = (url: string, policy: GuardPolicy = {}): Checked => {
  const checked: Checked | Failure = checkUrl(url, policy);
  if (isFailure(checked)) throw new Error(say(checked));
  return checked;
};

describe('a URL before any request', () => {
  it.each([
    'file:///etc/passwd',
    'ftp://example.org/',
    'data:text/html,x',
    'about:blank',
    'no url',
    'http://',
  ])('is refused as bad-scheme: %s', (url) => {
    expect(missOf(url)).toBe('bad-scheme');
  });

  it.each(
    (
      'http://127.0.0.2/ http://2130706434/ http://0x7f.2/ http://0177.0.0.2/ ' +
      'http://127。0。0。2/ http://127.0.0.2./ http://[::ffff:127.0.0.2]/ http://[::1]/ ' +
      'http://[fe80::1]/ http://[64:ff9b::7f00:2]/ http://localhost./ http://printer/ ' +
      'http://nas.local/ http://db.corp/ http://service.home.arpa/ http://example.org:22/ ' +
      'https://example.org:3000/ http://user@example.org/ http://:secret@example.org/ ' +
      'http://127.0.0.2,example.org/'
    ).split(' '),
  )('is refused as ssrf: %s', (url) => {
    expect(missOf(url)).toBe('ssrf');
  });

  it.each(
    (
      'http://example.org https://EXAMPLE.org./a?b#c http://example.org:8080/ ' +
      'https://münchen.example/ https://93.184.215.14/ https://[2606:4700::1]/ ' +
      'https://localhost.example.org/'
    ).split(' '),
  )('passes: %s', (url) => {
    expect(missOf(url)).toBeUndefined();
  });

  it('is requested as it was checked: without fragment, trailing dot and brackets', () => {
    const { url, host, port } = passed('https://EXAMPLE.org./a?b#c');
    expect({ href: url.href, host, port }).toEqual({
      href: 'https://example.org/a?b',
      host: 'example.org',
      port: 443,
    });
    expect(passed('http://[2606:4700::1]:8080/')).toMatchObject({
      host: '2606:4700::1',
      port: 8080,
      literal: true,
    });
  });

  it('may use another port that the user allows, and no other', () => {
    expect(missOf('http://example.org:3000/', { ports: [3000] })).toBeUndefined();
    expect(missOf('http://example.org:3001/', { ports: [3000] })).toBe('ssrf');
  });
});

describe('a refused URL', () => {
  it.each([
    ['no url', { cause: 'bad_url' }],
    ['ftp://example.org/', fail('bad_scheme', { scheme: 'ftp:' })],
    [
      'http://user@example.org/',
      { cause: 'blocked_private', facts: { what: { cause: 'credentials_in_url' } } },
    ],
    ['http://[::1]/', { cause: 'blocked_private', facts: { host: '::1', what: reason('not_public') } }],
    [
      'http://10.1.2.3/',
      { cause: 'blocked_private', facts: { host: '10.1.2.3', what: reason('not_public') } },
    ],
    ['http://a,b.org/', { cause: 'blocked_private', facts: { what: { cause: 'no_public_name' } } }],
    ['http://.example.org/', { cause: 'blocked_private', facts: { what: { cause: 'no_public_name' } } }],
    ['http://printer/', { cause: 'blocked_private', facts: { what: { cause: 'local_name' } } }],
    ['http://a.b.onion/', { cause: 'blocked_private', facts: { what: { cause: 'local_name' } } }],
    ['http://example.org:22/', blocked('example.org', 'port_denied', { port: 22 })],
  ])('of %s has a reason', (url, failure) => {
    expect(checkUrl(url, {})).toMatchObject(failure);
  });

  it('by domain list or resolved address names the host', () => {
    expect(checkUrl('http://example.net/', { allowDomains: ['example.org'] })).toEqual(
      fail('not_allowed_domain', { host: 'example.net' }),
    );
    expect(refusedAddress(passed('http://example.net/'), ['127.0.0.1'])).toEqual(
      blocked('example.net', 'private_address', { address: '127.0.0.1' }),
    );
  });

  it.each('localhost local internal home.arpa lan corp private intranet test invalid onion alt'.split(' '))(
    'applies to %s and its subdomains',
    (name) => {
      expect(missOf(`https://${name}/`)).toBe('ssrf');
      expect(missOf(`https://a.b.${name}/`)).toBe('ssrf');
      expect(missOf(`https://a${name}.org/`)).toBeUndefined();
      expect(missOf(`https://${name}.org/`)).toBeUndefined();
    },
  );
});

describe('a URL passed to the transport', () => {
  it.each([
    ['http://example.org/', { port: 80, literal: false, exempt: false, host: 'example.org' }],
    ['https://exa_mple-1.org/', { port: 443, literal: false, exempt: false, host: 'exa_mple-1.org' }],
    ['https://8.8.8.8:8443/', { port: 8443, literal: true, exempt: false, host: '8.8.8.8' }],
  ])('of %s', (url, told) => expect(passed(url, { ports: [8443] })).toMatchObject(told));

  it('of a target is relative to the redirecting page', () => {
    const base = new URL('https://example.org/a/b');
    expect(checkUrl('../c', {}, base)).toMatchObject({ url: { href: 'https://example.org/c' } });
    expect(checkUrl('//127.0.0.1/', {}, base)).toMatchObject({ kind: 'ssrf' });
  });
});

describe('the list of allowed domains', () => {
  it('accepts spaces around a domain, addresses, and ignores an empty row', () => {
    expect(missOf('https://example.org/', { allowDomains: [' example.org '] })).toBeUndefined();
    expect(missOf('https://example.org/', { allowDomains: ['example.net', 'example.org'] })).toBeUndefined();
    expect(missOf('http://[2606:4700::1]/', { allowDomains: ['[2606:4700::1]'] })).toBeUndefined();
    expect(missOf('https://example.org/', { allowDomains: [] })).toBeUndefined();
    for (const nothing of ['', ' ', '*.', 'no domain', 'a*.example.org', 'x.*.example.org'])
      expect(missOf('https://example.org/', { allowDomains: [nothing] })).toBe('not-allowed-domain');
  });

  it('includes subdomains, in any spelling', () => {
    for (const domain of ['example.org', '*.example.org', '.example.org', 'EXAMPLE.org.']) {
      expect(missOf('https://www.example.org/', { allowDomains: [domain] })).toBeUndefined();
      expect(missOf('https://example.org/', { allowDomains: [domain] })).toBeUndefined();
      expect(missOf('https://badexample.org/', { allowDomains: [domain] })).toBe('not-allowed-domain');
      expect(missOf('https://example.org.evil.net/', { allowDomains: [domain] })).toBe('not-allowed-domain');
    }
    expect(missOf('https://xn--mnchen-3ya.de/', { allowDomains: ['münchen.de'] })).toBeUndefined();
  });

  it('narrows and never widens', () => {
    expect(missOf('http://127.0.0.2/', { allowDomains: ['127.0.0.2'] })).toBe('ssrf');
    expect(missOf('http://intra.corp/', { allowDomains: ['corp'] })).toBe('ssrf');
  });

  it('applies to places named by HOST:PORT too', () => {
    const policy = { allowHosts: ['127.0.0.1:8081'], allowDomains: ['example.org'] };
    expect(missOf('http://127.0.0.1:8081/', policy)).toBe('not-allowed-domain');
  });
});

describe('an exact exception', () => {
  const policy = { allowHosts: ['127.0.0.1:8081', '[::1]:80', 'localhost:9999', 'db.corp:443'] };
  it.each([
    'http://127.0.0.1:8081/',
    'http://0x7f.1:8081/x',
    'http://[::1]/',
    'http://localhost:9999/',
    'https://db.corp/',
  ])('allows address, local name and port for that place: %s', (url) => {
    expect(passed(url, policy).exempt).toBe(true);
  });
  it.each([
    'http://127.0.0.1:8082/',
    'http://127.0.0.2:8081/',
    'http://[::1]:81/',
    'http://localhost/',
    'https://x.db.corp/',
  ])('allows nothing else: %s', (url) => {
    expect(missOf(url, policy)).toBe('ssrf');
  });
  it('accepts its resolved address', () => {
    expect(refusedAddress(passed('http://localhost:9999/', policy), ['127.0.0.1'])).toBeUndefined();
  });
  it('still refuses schemes and credentials', () => {
    expect(missOf('http://user:pw@127.0.0.1:8081/', policy)).toBe('ssrf');
    expect(missOf('ftp://127.0.0.1:8081/', policy)).toBe('bad-scheme');
  });
  it.each(['*:80', '*.example.org:80', 'localhost:0'])('cannot be a pattern or port 0: %s', (text) => {
    expect(parseAllowHost(text)).toBeUndefined();
  });
  it('is only HOST:PORT', () => {
    expect(parseAllowHost('LOCALHOST:80')).toBe('localhost:80');
    expect(parseAllowHost('[::1]:8080')).toBe('::1:8080');
    expect(parseAllowHost('127.0.0.1:65535')).toBe('127.0.0.1:65535');
    expect(parseAllowHost('a.b-c_d.org.:443')).toBe('a.b-c_d.org:443');
    for (const text of [
      'localhost',
      'http://localhost:80',
      'localhost:80/path',
      'a@b:80',
      'a:1@b:80',
      ':1@b:80',
      'b?x:80',
      'b#x:80',
      'b:80 ',
      'b:80:',
      'b,c:80',
      '.b:80',
      'b.:x80',
      '::1:x',
      '',
      'h:99999',
    ]) {
      expect(parseAllowHost(text)).toBeUndefined();
    }
  });
});

describe('resolved addresses', () => {
  it('are refused if any of them is not public', () => {
    const checked = passed('https://example.org/');
    expect(refusedAddress(checked, ['93.184.215.14', '2606:4700::1'])).toBeUndefined();
    expect(refusedAddress(checked, ['93.184.215.14', '127.0.0.2'])?.kind).toBe('ssrf');
    expect(refusedAddress(checked, ['::ffff:10.0.0.1'])?.kind).toBe('ssrf');
  });
});

const entry = (id: string, url: string, extra: Partial<Entry> = {}): Entry => ({
  id,
  url,
  kind: 'own',
  expected: 'block',
  ...extra,
});
const via = (location: string) => ({ redirects: [{ status: 302, location }] });
const atName = (name: string, ...answers: string[][]) => ({ dns: { [name]: answers } });
const at = (...answers: string[][]) => atName('one.example.org', ...answers);
const OWN: readonly Entry[] = [
  entry('literal', 'http://127.0.0.2/'),
  entry('literal-v6', 'https://[::ffff:7f00:2]/'),
  entry('name', 'http://one.example.org/', at(['127.0.0.2'])),
  entry('name-https', 'https://one.example.org/', at(['127.0.0.2'])),
  entry('mixed', 'http://one.example.org/', at(['93.184.215.14', '127.0.0.2'])),
  entry('mixed-v6', 'https://one.example.org/', at(['2606:4700::1', '::ffff:a00:1'])),
  entry('redirect-literal', 'https://two.example.org/', via('http://127.0.0.2/')),
  entry('redirect-decimal', 'https://two.example.org/', via('//2130706434/')),
  entry('redirect-name', 'https://two.example.org/', {
    ...via('https://one.example.org/'),
    ...at(['10.0.0.1']),
  }),
  entry('redirect-port', 'http://two.example.org/', via('http://two.example.org:25/')),
  entry('redirect-file', 'http://two.example.org/', via('file:///etc/passwd')),
  entry('rebind', 'http://three.example.org/', {
    ...via('/again'),
    ...atName('three.example.org', ['93.184.215.14'], ['169.254.169.254']),
  }),
  entry('proxy-env', 'http://one.example.org/', {
    ...at(['10.0.0.1']),
    env: { HTTP_PROXY: 'http://127.0.0.1:3128' },
  }),
  entry('public', 'https://four.example.org/', {
    expected: 'allow',
    ...atName('four.example.org', ['93.184.215.14', '2606:4700::1']),
  }),
  entry('public-nat64', 'http://five.example.org/', {
    expected: 'allow',
    ...atName('five.example.org', ['64:ff9b::5db8:d70e']),
  }),
  entry('public-hops', 'https://two.example.org/', {
    expected: 'allow',
    redirects: Array.from({ length: 6 }, (_, i) => ({
      status: 302,
      location: `https://hop${i}.example.org/ü`,
    })),
  }),
  entry('public-env', 'http://two.example.org/', {
    expected: 'allow',
    env: { HTTP_PROXY: 'http://127.0.0.1:3128' },
  }),
];

describe.each(['node:http', 'undici'] as const)('at the socket, over %s', (transport) => {
  beforeAll(() => useTransport(transport));
  const wrongOf = async (entries: readonly Entry[]) =>
    (await playSsrf(entries)).flatMap(({ entry: { id }, wrong }) =>
      wrong === undefined ? [] : [`${id}: ${wrong}`],
    );

  it('no forbidden connection is made, and every public page is read, in both orders', async () => {
    expect(await wrongOf(OWN)).toEqual([]);
    expect(await wrongOf(OWN.toReversed())).toEqual([]);
  });

  const folder = dataSet('ssrf');
  it.skipIf(folder === undefined)(
    'the same is true for the corpus (skipped if it is not on the machine)',
    async () => {
      const entries = readJsonl<Entry>(folder ?? '', 'dev.jsonl');
      expect(await wrongOf(entries)).toEqual([]);
      expect(await wrongOf(entries.toReversed())).toEqual([]);
    },
  );
});
