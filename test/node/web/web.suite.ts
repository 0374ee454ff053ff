/** Requirements on each transport. */
import { fail } from '../../../src/core/causes';
import http from 'node:http';
import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isFailure, type Failure } from '../../../src/core/model';
import { resolve } from '../../../src/core/resolve';
import type { WebConfig } from '../../../src/node/web';
import { ENDPOINTS } from '../../../src/node/web/endpoints';
import { recorded } from '../../core/resolve/registryWeb';
import { FakeClock, fakePorts } from '../../fakes';
import { authority } from '../../support/certificates';
import { rawServer } from '../../support/rawServer';
import { hookTcp } from '../../support/tcpHook';
import { trusting } from '../../support/trusting';
import { closeWebs, never, plainReader, testWeb, transportName } from '../../support/web';
import { portOf, webStub } from '../../support/webStub';

const cleanUps: (() => unknown)[] = [];
const isPooled = transportName() === 'undici';
afterEach(async () => {
  await closeWebs();
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

type Site = { readonly port: number; readonly origin: string; readonly asked: http.IncomingMessage[] };

/** A separate server for one test; `answer` gets the number of earlier requests. */
async function site(
  answer: (request: http.IncomingMessage, response: http.ServerResponse, nth: number) => void,
): Promise<Site> {
  const asked: http.IncomingMessage[] = [];
  const server = http.createServer((request, response) => answer(request, response, asked.push(request) - 1));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  cleanUps.push(() => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  });
  const port = portOf(server);
  return { port, origin: `http://127.0.0.1:${port}`, asked };
}

const webFor = (places: readonly { port: number }[], config: Partial<WebConfig> = {}) =>
  testWeb({ allowHosts: places.map(({ port }) => `127.0.0.1:${port}`), ...config });

/** A deadline that no test reaches: anything that ends earlier ended for another reason. */
const BEYOND_THE_TEST = 2 ** 40;

const openSockets = () =>
  process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap' || kind === 'TLSWrap');

const local: WebConfig['resolver'] = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);

describe('consent', () => {
  it('is checked before every call; without it no name is resolved and no socket opened', async () => {
    const hook = hookTcp();
    cleanUps.push(() => hook.restore());
    let lookups = 0;
    let allowed = false;
    const resolver: WebConfig['resolver'] = () => Promise.reject(new Error(`look-up ${++lookups}`));
    const web = testWeb({ allowed: () => allowed, resolver });
    const answers = [
      await web.read('https://example.org/', never),
      await web.probe('https://example.org/', never),
      await web.query('crossref', '/works/10.1000/1', never),
    ];
    expect(answers.map((a) => isFailure(a) && a.kind)).toEqual(['disabled', 'disabled', 'disabled']);
    expect([lookups, hook.asked.length]).toEqual([0, 0]);
    allowed = true;
    await web.read('https://example.org/', never);
    expect(lookups).toBe(1);
  });
});

describe('a request', () => {
  it('carries no cookie, credential or referrer, not even after a redirect that sets a cookie', async () => {
    const here = await site((_, response, nth) => {
      if (nth === 0) response.writeHead(302, { location: '/b', 'set-cookie': 'a=b' }).end();
      else response.end('page');
    });
    await webFor([here], { userAgent: 'Citewright/1', contact: 'me@example.org' }).read(
      `${here.origin}/a#part`,
      never,
    );
    for (const { headers } of here.asked) {
      expect(Object.keys(headers).sort()).toEqual([
        'accept',
        'accept-encoding',
        'connection',
        'host',
        'user-agent',
      ]);
      expect(headers['user-agent']).toBe('Citewright/1');
    }
    expect(here.asked.map((r) => r.url)).toEqual(['/a', '/b']);
  });

  it('sends the user’s mail address to the registries that ask for it, and to no other server', async () => {
    const here = await site((_, response) => response.end('{}'));
    const endpoints = { crossref: here.origin, openalex: here.origin, arxiv: here.origin, doi: here.origin };
    const web = webFor([here], { userAgent: 'Citewright/1', contact: 'me@example.org', endpoints });
    await web.probe(here.origin, never);
    for (const name of ['crossref', 'openalex', 'arxiv', 'doi'] as const) await web.query(name, '/x', never);
    const told = 'Citewright/1 (mailto:me@example.org)';
    expect(here.asked.map((r) => r.headers['user-agent'])).toEqual([
      'Citewright/1',
      told,
      told,
      'Citewright/1',
      'Citewright/1',
    ]);
  });

  it('reuses a connection or opens a new one, and leaves no socket open', async () => {
    const here = await site((_, response) => response.end('page'));
    const hook = hookTcp();
    cleanUps.push(() => hook.restore());
    const web = webFor([here]);
    for (let i = 0; i < 3; i++) await web.read(`${here.origin}/${i}`, never);
    // undici keeps up to two connections to an origin.
    expect(hook.asked.length).toBe(isPooled ? 2 : 3);
    await web.close();
    await expect.poll(openSockets).toEqual([]);
  });

  it('resolves a name once and connects to the checked address, even if the next answer differs', async () => {
    const here = await site((_, response) => response.end('page'));
    let lookups = 0;
    const resolver: WebConfig['resolver'] = () =>
      Promise.resolve([{ address: `127.0.0.${++lookups}`, family: 4 }]);
    const web = testWeb({ resolver, allowHosts: [`name.example.org:${here.port}`] });
    expect(await web.read(`http://name.example.org:${here.port}/`, never)).toMatchObject({ text: 'page' });
    expect(lookups).toBe(1);
    expect(here.asked[0]?.headers.host).toBe(`name.example.org:${here.port}`);
  });

  it('ends before a byte is sent if the socket reaches an unchecked address', async () => {
    const here = await site((_, response) => response.end('secret'));
    const { connect } = net;
    const { request } = http;
    /** Uses the guard's lookup, but connects elsewhere. */
    const careless = <T extends { lookup?: net.LookupFunction | undefined }>(options: T): T => ({
      ...options,
      lookup: ((host, o, done) =>
        options.lookup?.(host, o, () =>
          done(null, [{ address: '127.0.0.1', family: 4 }]),
        )) satisfies net.LookupFunction,
    });
    net.connect = ((options: net.TcpNetConnectOpts) => connect(careless(options))) as typeof net.connect;
    http.request = ((url: URL, options: http.RequestOptions) =>
      request(url, careless(options))) as typeof http.request;
    cleanUps.push(() => [Object.assign(net, { connect }), Object.assign(http, { request })]);
    const resolver: WebConfig['resolver'] = () => Promise.resolve([{ address: '93.184.215.14', family: 4 }]);
    const web = testWeb({ resolver, ports: [here.port] });
    expect(await web.read(`http://name.example.org:${here.port}/`, never)).toMatchObject({ kind: 'ssrf' });
    expect(here.asked).toHaveLength(0);
  });

  it('falls back to IPv4 long before its deadline if IPv6 is a black hole', async () => {
    const here = await site((_, response) => response.end('page'));
    const hook = hookTcp(({ family }) => (family === 6 ? 'black hole' : undefined));
    cleanUps.push(() => hook.restore());
    const resolver: WebConfig['resolver'] = () =>
      Promise.resolve([
        { address: '2606:4700::1', family: 6 },
        { address: '127.0.0.1', family: 4 },
      ]);
    const web = testWeb({
      resolver,
      allowHosts: [`name.example.org:${here.port}`],
      timeoutMs: BEYOND_THE_TEST,
    });
    expect(await web.read(`http://name.example.org:${here.port}/`, never)).toMatchObject({ text: 'page' });
    expect(hook.asked.map((a) => a.family)).toEqual([6, 4]);
  });

  it('is refused on a closed port with that cause', async () => {
    const closed = await rawServer(() => undefined);
    await closed.close();
    expect(await webFor([closed]).read(`http://127.0.0.1:${closed.port}/`, never)).toMatchObject({
      kind: 'network',
      cause: 'refused',
    });
  });

  it('ignores NODE_TLS_REJECT_UNAUTHORIZED', async () => {
    const stub = await webStub(
      (_, response) => response.end('page'),
      () => authority('Nobody').issue(['127.0.0.1']),
    );
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    cleanUps.push(
      () => stub.close(),
      () => delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'],
    );
    const answer = await webFor([stub]).read(`https://127.0.0.1:${stub.port}/`, never);
    expect(answer).toMatchObject({ kind: 'network', cause: 'tls_error' });
  });
});

describe('redirects', () => {
  it('are refused if they leave the allowed domains', async () => {
    const here = await site((_, response) =>
      response.writeHead(302, { location: 'https://example.net/' }).end(),
    );
    const web = webFor([here], { allowDomains: ['127.0.0.1'] });
    expect(await web.read(here.origin, never)).toMatchObject({ kind: 'not-allowed-domain' });
  });

  it('from https to http are followed and reported', async () => {
    const root = authority('Test');
    const plain = await site((_, response) => response.end('page'));
    const stub = await webStub(
      (_, response) => response.writeHead(302, { location: plain.origin }).end(),
      () => root.issue(['127.0.0.1']),
    );
    cleanUps.push(() => stub.close(), trusting(root.cert));
    expect(await webFor([stub, plain]).read(`https://127.0.0.1:${stub.port}/`, never)).toMatchObject({
      text: 'page',
      notices: [{ kind: 'insecure-hop' }],
    });
  });
});

describe('the limits', () => {
  it('read a body of exactly the cap whole, and cut one that is a byte longer', async () => {
    const here = await site((request, response) => response.end('x'.repeat(Number(request.url?.slice(1)))));
    const read = (maxBytes: number, size: number) =>
      webFor([here], { maxBytes }).read(`${here.origin}/${size}`, never);
    for (const cap of [100_000, 2 ** 40])
      expect(await read(cap, 100_000)).toMatchObject({ truncated: false, bytes: 100_000 });
    expect(await read(100_000, 100_001)).toMatchObject({ truncated: true, bytes: 100_000 });
  });

  it.each([
    ['PDF', '%PDF-1.7\n'],
    ['EPUB', 'PK'.padEnd(30) + 'mimetypeapplication/epub+zip'],
  ])('reject a %s over the cap, because a cut one does not parse', async (_, head) => {
    const here = await site((_, response) => response.end(head.padEnd(2000)));
    const got = await webFor([here], { maxBytes: 1000 }).read(here.origin, never);
    expect(got).toMatchObject({ kind: 'too-large' });
  });

  it('apply to the time of all hops together', async () => {
    const here = await site((_, response, nth) => {
      setTimeout(() => response.writeHead(302, { location: `/${nth}` }).end(), 150);
    });
    expect(await webFor([here], { timeoutMs: 500 }).read(here.origin, never)).toMatchObject({
      kind: 'timeout',
    });
  });

  it('allow 2 requests per host and 8 in all while 500 wait, and do not count waiting', async () => {
    let running = 0;
    let most = 0;
    const sites = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const own = { running: 0, most: 0 };
        const { port } = await site((_, response) => {
          most = Math.max(most, ++running);
          own.most = Math.max(own.most, ++own.running);
          setTimeout(() => {
            running -= 1;
            own.running -= 1;
            response.end('page');
          }, 5);
        });
        return { port, own };
      }),
    );
    const web = webFor(sites, { timeoutMs: 400 });
    const urls = Array.from({ length: 500 }, (_, i) => `http://127.0.0.1:${sites[i % 5]?.port ?? 0}/${i}`);
    const pages = await Promise.all(urls.map((url) => web.read(url, never)));
    expect(pages.filter((p) => isFailure(p))).toEqual([]);
    expect(most).toBeLessThanOrEqual(8);
    expect(Math.max(...sites.map((s) => s.own.most))).toBe(2);
  });
});

describe('large pages while the reader is busy', () => {
  const LARGE = 5 * 1024 * 1024;
  /** A reader that reads nothing until told to. */
  function heldReader() {
    const reader: { waiting: number; go: () => void } = { waiting: 0, go: () => undefined };
    const told = new Promise<void>((go) => (reader.go = go));
    const read: WebConfig['reader']['read'] = async ({ bytes, contentType }) => {
      reader.waiting += 1;
      await told;
      return { contentType, title: '', text: String(bytes.length), truncated: false };
    };
    return Object.assign(reader, { read });
  }
  const pages = Object.entries({
    'whose length is stated': (response: http.ServerResponse) => {
      response.setHeader('content-length', LARGE);
      response.end(Buffer.alloc(LARGE, 120));
    },
    'whose length is not known': (response: http.ServerResponse) => {
      response.flushHeaders();
      response.end(Buffer.alloc(LARGE, 120));
    },
    'that are packed': (response: http.ServerResponse) => {
      response.setHeader('content-encoding', 'gzip');
      response.end(gzipSync(Buffer.alloc(LARGE, 120)));
    },
  });
  const PAGES = 5;
  const WIRE_MS = 4_000;
  const begin = async (answer: (response: http.ServerResponse) => void, signal: AbortSignal, ms: number) => {
    const sites = await Promise.all(
      Array.from({ length: PAGES }, () =>
        site(({ url }, response) => (url === '/small' ? response.end('page') : answer(response))),
      ),
    );
    const reader = heldReader();
    const web = webFor(sites, { reader, timeoutMs: WIRE_MS });
    const running = Promise.all(sites.map(({ origin }) => web.read(origin, signal)));
    await wait(ms);
    return { running, reader, web, sites };
  };

  // Concurrent, because each only waits.
  it('wait on the wire beyond their timeout while small ones pass, and all are read whole', () =>
    Promise.all(
      pages.map(async ([kind, answer]) => {
        const { running, reader, web, sites } = await begin(answer, never, WIRE_MS + 1_000);
        const { waiting } = reader;
        expect([waiting > 0, waiting < PAGES], kind).toEqual([true, true]);
        const small = web.read(`${sites[0]?.origin ?? ''}/small`, never);
        await vi.waitFor(() => expect(reader.waiting, kind).toBe(waiting + 1));
        reader.go();
        expect(await small).toMatchObject({ text: '4' });
        const whole = Array.from({ length: PAGES }, () => ({ text: String(LARGE) }));
        expect(await running, kind).toMatchObject(whole);
      }),
    ));

  it.each(pages)('%s: are cancelled while they wait, without an open socket', async (_, answer) => {
    const stop = new AbortController();
    const { running, reader, web } = await begin(answer, stop.signal, 500);
    stop.abort();
    reader.go();
    expect((await running).map((p) => isFailure(p) && p.kind)).toContain('cancelled');
    await web.close();
    await expect.poll(openSockets).toEqual([]);
  });
});

describe('a retry', () => {
  const slowing = (headers: http.OutgoingHttpHeaders, status = 429, times = 1) =>
    site((_, response, nth) => {
      if (nth < times) response.writeHead(status, headers).end();
      else response.end('page');
    });
  const waits = async (headers: http.OutgoingHttpHeaders, status = 429, times = 1) => {
    const clock = new FakeClock();
    const here = await slowing(headers, status, times);
    const answer = await webFor([here], { clock, retries: 5 }).read(here.origin, never);
    return { waited: clock.calls, requests: here.asked.length, ok: !isFailure(answer) };
  };

  it('waits as long as Retry-After says, in seconds or until a date', async () => {
    expect(await waits({ 'retry-after': '7' })).toEqual({ waited: [7000], requests: 2, ok: true });
    const date = new Date(new FakeClock().now() + 9000).toUTCString();
    expect(await waits({ 'retry-after': date })).toEqual({ waited: [9000], requests: 2, ok: true });
    const past = new Date(new FakeClock().now() - 9000).toUTCString();
    expect(await waits({ 'retry-after': past })).toEqual({ waited: [0], requests: 2, ok: true });
  });

  it('waits at most a minute in total, then fails as blocked', async () => {
    expect(await waits({ 'retry-after': '31536000' })).toEqual({ waited: [], requests: 1, ok: false });
    expect(await waits({ 'retry-after': '40' }, 429, 9)).toEqual({
      waited: [40_000],
      requests: 2,
      ok: false,
    });
    const here = await slowing({ 'retry-after': '3600' });
    expect(await webFor([here]).read(here.origin, never)).toMatchObject({ kind: 'blocked' });
  });

  it.each(['', '-5', 'soon', '1e9'])('waits its own time if Retry-After is "%s"', async (value) => {
    const { waited, requests, ok } = await waits({ 'retry-after': value });
    expect({ requests, ok, first: Math.floor((waited[0] ?? 0) / 1000) }).toEqual({
      requests: 2,
      ok: true,
      first: 1,
    });
  });

  it('is sent to a broken site at most twice, after 1 s and 3 s', async () => {
    const { waited, requests, ok } = await waits({}, 503, 9);
    expect({ requests, ok }).toEqual({ requests: 3, ok: false });
    expect(waited.map((ms) => Math.floor(ms / 1000))).toEqual([1, 3]);
  });

  it('is not sent if it would change nothing', async () => {
    for (const status of [400, 401, 403, 404, 410, 451]) {
      expect(await waits({}, status, 9)).toEqual({ waited: [], requests: 1, ok: false });
    }
  });

  it('is sent as often as the setting says, never for 0', async () => {
    const here = await slowing({}, 503, 9);
    await webFor([here], { clock: new FakeClock(), retries: 0 }).read(here.origin, never);
    expect(here.asked).toHaveLength(1);
    await webFor([here], { clock: new FakeClock(), retries: 1 }).read(here.origin, never);
    expect(here.asked).toHaveLength(3);
  });

  it('follows a stall, but not a drip', async () => {
    let dripping = false;
    const server = await rawServer((socket) => {
      if (!dripping) return;
      const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    cleanUps.push(() => server.close());
    for (const [drips, times] of [
      [false, 1],
      [true, 0],
    ] as const) {
      dripping = drips;
      const clock = new FakeClock();
      await webFor([server], { clock, retries: 3, timeoutMs: 200 }).read(
        `http://127.0.0.1:${server.port}/`,
        never,
      );
      expect(clock.calls).toHaveLength(times);
    }
  });
});

describe('a registry', () => {
  it('is queried at its base with the path unchanged; any status is an answer', async () => {
    const here = await site((_, response) =>
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"é":1}'),
    );
    const web = webFor([here], { endpoints: { crossref: `${here.origin}/base/` } });
    expect(await web.query('crossref', '/works/10.1000%2F1?a=b', never)).toEqual({
      url: `${here.origin}/base/works/10.1000%2F1?a=b`,
      status: 404,
      body: '{"é":1}',
      isElsewhere: false,
    });
    expect(here.asked[0]?.headers.accept).toBe('application/json');
  });

  it('is guarded: a loopback base needs its exception', async () => {
    const here = await site((_, response) => response.end('{}'));
    const web = testWeb({ endpoints: { crossref: here.origin } });
    expect(await web.query('crossref', '/works', never)).toMatchObject({ kind: 'ssrf' });
    expect(here.asked).toHaveLength(0);
  });

  it('gets the short timeout of a run with links only, and the whole one otherwise', async () => {
    const silent = await site(() => undefined);
    const ends = async (limits: Partial<WebConfig>, options?: { links: boolean }) => {
      const web = webFor([silent], { endpoints: { crossref: silent.origin }, retries: 0, ...limits });
      expect(await web.query('crossref', '/works', never, undefined, options)).toMatchObject({
        kind: 'timeout',
      });
    };
    await ends({ linkTimeoutMs: 200, timeoutMs: BEYOND_THE_TEST }, { links: true });
    await ends({ linkTimeoutMs: BEYOND_THE_TEST, timeoutMs: 200 });
  });

  it('receives the user’s contact; Unpaywall is queried only with one', async () => {
    const here = await site(({ url = '' }, response) => {
      const found =
        url.startsWith('/works/10.5555') &&
        recorded('crossref-work.json').replace('creativecommons.org', 'closed.example');
      response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' }).end(found || '{}');
    });
    const names = Object.keys(ENDPOINTS);
    const endpoints = Object.fromEntries(names.map((name) => [name, here.origin]));
    const target = { kind: 'work', doi: '10.5555/lamp.1911.7' } as const;
    const ask = async (contact?: string) => {
      here.asked.length = 0;
      const web = webFor([here], {
        endpoints,
        userAgent: 'Citewright/1',
        ...(contact !== undefined && { contact }),
      });
      await resolve(target, fakePorts({ web }), { ...(contact !== undefined && { contact }) }, never);
      return here.asked.map(({ url, headers }) => ({ url: url ?? '', agent: headers['user-agent'] }));
    };
    const bare = await ask();
    expect(bare.map(({ agent }) => agent)).toEqual(bare.map(() => 'Citewright/1'));
    expect(bare.filter(({ url }) => url.startsWith('/v2/'))).toEqual([]);
    const told = await ask('me@my.example');
    expect(told.map(({ agent }) => agent)).toEqual(told.map(() => 'Citewright/1 (mailto:me@my.example)'));
    expect(told.filter(({ url }) => url.startsWith('/v2/')).map(({ url }) => url)).toEqual([
      '/v2/10.5555/lamp.1911.7?email=me%40my.example',
    ]);
  });

  it('sends the Accept header over redirects, and says that another host answers', async () => {
    const there = await site((_, response) => response.end('{}'));
    const here = await site((_, response) => response.writeHead(302, { location: there.origin }).end());
    const web = webFor([here, there], { endpoints: { doi: here.origin } });
    expect(await web.query('doi', '/1', never, 'application/x-bib')).toMatchObject({ isElsewhere: true });
    expect([here, there].map(({ asked }) => asked[0]?.headers.accept)).toEqual(
      Array(2).fill('application/x-bib'),
    );
  });

  it('that asks to slow down delays all its requests, and no others', async () => {
    const clock = new FakeClock();
    const slow = await site((_, response, nth) => {
      if (nth === 0) response.writeHead(429, { 'retry-after': '20' }).end();
      else response.end('{}');
    });
    const endpoints = { crossref: slow.origin, openalex: slow.origin };
    const web = webFor([slow], { clock, retries: 0, endpoints });
    expect(await web.query('crossref', '/a', never)).toMatchObject({ status: 429 });
    await web.query('openalex', '/a', never);
    expect(clock.calls).toEqual([]);
    expect(await web.query('crossref', '/b', never)).toMatchObject({ status: 200 });
    expect(clock.calls).toEqual([20_000]);
  });

  it('that demands a long pause is not queried again', async () => {
    const slow = await site((_, response) => response.writeHead(429, { 'retry-after': '3600' }).end());
    const web = webFor([slow], { endpoints: { arxiv: slow.origin } });
    await web.query('arxiv', '/a', never);
    expect(await web.query('arxiv', '/b', never)).toMatchObject({ kind: 'blocked' });
    expect(slow.asked).toHaveLength(1);
  });

  it('that asks for an endless pause is not queried for an hour', async () => {
    const wait = '9'.repeat(400);
    const slow = await site((_, response) => response.writeHead(429, { 'retry-after': wait }).end());
    const web = webFor([slow], { endpoints: { arxiv: slow.origin } });
    await web.query('arxiv', '/a', never);
    const { cause, facts } = (await web.query('arxiv', '/b', never)) as Failure;
    expect([cause, Math.round(Number(facts['seconds']) / 100)]).toEqual(['rate_limited', 36]);
  });

  it('with an answer over the cap returns none, because half a record is useless', async () => {
    const here = await site((_, response) => response.end('x'.repeat(2000)));
    const web = webFor([here], { maxBytes: 1000, endpoints: { rfc: here.origin } });
    expect(await web.query('rfc', '/a', never)).toMatchObject({ kind: 'too-large' });
  });
});

describe('a probe', () => {
  it('is a HEAD, and no body is read', async () => {
    const here = await site((_, response) => response.end('page'));
    expect(await webFor([here]).probe(`${here.origin}/x`, never)).toEqual({
      url: `${here.origin}/x`,
      status: 200,
    });
    expect(here.asked.map((r) => r.method)).toEqual(['HEAD']);
  });

  it.each([400, 403, 404, 405, 406, 500, 501, 503])('is a ranged GET if HEAD gets %i', async (status) => {
    const here = await site((request, response) => {
      response.writeHead(request.method === 'HEAD' ? status : 206).end('p');
    });
    expect(await webFor([here]).probe(here.origin, never)).toMatchObject({ status: 206 });
    expect(here.asked.map((r) => [r.method, r.headers.range])).toEqual([
      ['HEAD', undefined],
      ['GET', 'bytes=0-0'],
    ]);
  });

  it('is a GET if HEAD is dropped', async () => {
    const here = await site((request, response) => {
      if (request.method === 'HEAD') request.socket.destroy();
      else response.end('page');
    });
    expect(await webFor([here]).probe(here.origin, never)).toMatchObject({ status: 200 });
  });

  it('combines HEAD and GET, and counts a refusal as alive', async () => {
    const misses: unknown[] = [];
    for (const status of [401, 403, 404, 410, 429, 451, 500]) {
      const here = await site((_, response) => response.writeHead(status).end());
      const answer = await webFor([here]).probe(here.origin, never);
      misses.push(isFailure(answer) ? answer.kind : 'reached');
    }
    expect(misses.join(' ')).toBe('blocked blocked not-found not-found blocked blocked bad-status');
  });

  it('has its time for itself, however long it waits for a slot', async () => {
    const here = await site(({ method }, response) => {
      setTimeout(() => response.writeHead(method === 'HEAD' ? 405 : 206).end(), 125);
    });
    const web = webFor([here], { linkTimeoutMs: 1_000 });
    const all = Array.from({ length: 24 }, (_, i) => web.probe(`${here.origin}/${i}`, never));
    expect((await Promise.all(all)).filter(isFailure)).toEqual([]);
  });

  it('is guarded at every hop and stops at its own deadline', async () => {
    const here = await site((_, response) =>
      response.writeHead(302, { location: 'http://127.0.0.2/' }).end(),
    );
    expect(await webFor([here]).probe(here.origin, never)).toMatchObject({ kind: 'ssrf' });
    const silent = await site(() => undefined);
    const slow = await site(({ method, socket }, response) => {
      setTimeout(() => (method === 'HEAD' ? socket.destroy() : response.end()), 200);
    });
    const web = webFor([silent, slow], { linkTimeoutMs: 300, timeoutMs: BEYOND_THE_TEST });
    for (const { origin } of [silent, slow])
      expect(await web.probe(origin, never)).toMatchObject({ kind: 'timeout' });
  });
});

describe('cancelling', () => {
  const phases: Readonly<
    Record<string, () => Promise<{ port: number; config?: Partial<WebConfig>; https?: boolean }>>
  > = {
    'the look-up': () =>
      Promise.resolve({ port: 80, config: { resolver: () => new Promise(() => undefined) } }),
    connecting: () => {
      const hook = hookTcp(() => 'black hole');
      cleanUps.push(() => hook.restore());
      return Promise.resolve({ port: 80, config: { resolver: local } });
    },
    'the TLS handshake': async () => ({ ...(await rawServer(() => undefined)), https: true }),
    'the headers': () => site(() => undefined),
    'the body': () =>
      site((_, response) => {
        response.write('half');
      }),
    reading: async () => ({
      ...(await site((_, response) => response.end('page'))),
      config: {
        reader: {
          read: (_, signal) =>
            new Promise((resolve) => signal.addEventListener('abort', () => resolve(fail('cancelled')))),
        },
      },
    }),
    'waiting for a slot': async () => ({ ...(await site(() => undefined)), config: { concurrency: 0 } }),
    'waiting for Retry-After': async () => ({
      ...(await site((_, response) => response.writeHead(429, { 'retry-after': '30' }).end())),
      config: { retries: 1 },
    }),
  };

  it.each(Object.entries(phases))('during %s ends as cancelled, without an open socket', async (_, set) => {
    const { port, config = {}, https = false } = await set();
    const web = testWeb({
      resolver: local,
      allowHosts: [`name.example.org:${port}`],
      timeoutMs: BEYOND_THE_TEST,
      ...config,
    });
    const stop = new AbortController();
    const running = web.read(`http${https ? 's' : ''}://name.example.org:${port}/`, stop.signal);
    await new Promise((r) => setTimeout(r, 100));
    stop.abort();
    expect(await running).toMatchObject({ kind: 'cancelled' });
    await web.close();
    await expect.poll(openSockets).toEqual([]);
  });

  it('beforehand sends nothing', async () => {
    const here = await site((_, response) => response.end('page'));
    expect(await webFor([here]).read(here.origin, AbortSignal.abort())).toMatchObject({ kind: 'cancelled' });
    expect(here.asked).toHaveLength(0);
  });
});

describe.runIf(isPooled)('a proxy that the user named', () => {
  /** A proxy that answers plain requests itself and tunnels the others to `target`. */
  async function proxyTo(target: number, refuse?: number) {
    const seen: string[] = [];
    const server = http.createServer((request, response) => {
      seen.push(`${request.method ?? ''} ${request.url ?? ''}`);
      response.writeHead(refuse ?? 200).end('by proxy');
    });
    const open = new Set<net.Socket>();
    server.on('connect', (request, socket: net.Socket) => {
      open.add(socket.on('close', () => open.delete(socket)));
      seen.push(`CONNECT ${request.url ?? ''} ${request.headers['proxy-authorization'] ?? ''}`.trim());
      socket.on('error', () => undefined);
      if (refuse !== undefined) socket.end(`HTTP/1.1 ${refuse} No\r\n\r\n`);
      else {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        const onward = net.connect(target, '127.0.0.1').on('error', () => undefined);
        onward.on('close', () => socket.resume()); // Otherwise the end of the client would never be read.
        socket.on('end', () => socket.destroy()).on('close', () => onward.destroy());
        socket.pipe(onward).pipe(socket);
      }
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    cleanUps.push(() => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    });
    return { seen, open, proxy: `http://127.0.0.1:${portOf(server)}` };
  }
  const publicName: WebConfig['resolver'] = () => Promise.resolve([{ address: '93.184.215.14', family: 4 }]);
  const unknown: WebConfig['resolver'] = () =>
    Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));

  it('gets http as an absolute URL and https as a tunnel, and the source says so', async () => {
    const root = authority('Test');
    const stub = await webStub(
      (_, response) => response.end('by tunnel'),
      () => root.issue(['name.example.org']),
    );
    cleanUps.push(() => stub.close());
    const { seen, open, proxy } = await proxyTo(stub.port);
    const plain = await testWeb({ proxy, resolver: publicName }).read('http://name.example.org/a', never);
    expect(plain).toMatchObject({ text: 'by proxy', notices: [{ kind: 'through-proxy' }] });
    const web = testWeb({ proxy, resolver: publicName });
    const untrusted = await web.read('https://name.example.org/b', never);
    expect(untrusted).toMatchObject({ cause: 'tls_error', facts: { host: 'name.example.org' } });
    const refused = testWeb({ proxy: `https://127.0.0.1:${stub.port}`, resolver: publicName });
    expect(await refused.read('https://name.example.org/b', never)).toMatchObject({ cause: 'proxy_error' });
    cleanUps.push(trusting(root.cert));
    const encrypted = await testWeb({ proxy, resolver: publicName }).read(
      'https://name.example.org/c',
      never,
    );
    expect(encrypted).toMatchObject({ text: 'by tunnel', notices: [{ kind: 'through-proxy' }] });
    expect(seen).toEqual([
      'GET http://name.example.org/a',
      'CONNECT name.example.org:443',
      'CONNECT name.example.org:443',
    ]);
    await closeWebs();
    await expect.poll(() => open.size).toBe(0);
  });

  it('is not used for private addresses and names, only for names that it alone can resolve', async () => {
    const { seen, proxy } = await proxyTo(1);
    expect(await testWeb({ proxy }).read('http://127.0.0.2/', never)).toMatchObject({ kind: 'ssrf' });
    const inside: WebConfig['resolver'] = () => Promise.resolve([{ address: '10.0.0.1', family: 4 }]);
    expect(await testWeb({ proxy, resolver: inside }).read('http://a.example.org/', never)).toMatchObject({
      kind: 'ssrf',
    });
    expect(seen).toEqual([]);
    const page = await testWeb({ proxy, resolver: unknown }).read('http://b.example.org/', never);
    expect(page).toMatchObject({ text: 'by proxy' });
  });

  it('receives its own credentials, which no other server gets', async () => {
    const { seen, proxy } = await proxyTo(1, 403);
    const withLogin = proxy.replace('http://', 'http://user:p%40ss@');
    const answer = await testWeb({ proxy: withLogin, resolver: publicName }).read(
      'https://name.example.org/',
      never,
    );
    expect(answer).toMatchObject({ kind: 'network', cause: 'proxy_error' });
    expect(JSON.stringify(answer)).not.toContain('p@ss');
    expect(seen).toEqual([
      `CONNECT name.example.org:443 Basic ${Buffer.from('user:p@ss').toString('base64')}`,
    ]);
  });

  it.each([403, 407])('that refuses with %i is named as the cause', async (status) => {
    const { proxy } = await proxyTo(1, status);
    const answer = await testWeb({ proxy, resolver: publicName }).read('https://name.example.org/', never);
    expect(answer).toMatchObject({ cause: 'proxy_error' });
  });

  it('that never answers or does not exist is named as the cause', async () => {
    const silent = await rawServer(() => undefined);
    cleanUps.push(() => silent.close());
    const closed = await rawServer(() => undefined);
    await closed.close();
    const causes = [];
    for (const [{ port }, scheme] of [
      [silent, 'https'],
      [closed, 'https'],
      [closed, 'http'],
      [silent, 'http'],
    ] as const) {
      const web = testWeb({ proxy: `http://127.0.0.1:${port}`, resolver: publicName, timeoutMs: 300 });
      const answer = await web.read(`${scheme}://name.example.org/`, never);
      causes.push(isFailure(answer) ? answer.cause : 'page');
    }
    // A plain request without an answer may be the source's fault as well.
    expect(causes).toEqual(['proxy_error', 'proxy_error', 'proxy_error', 'timeout']);
  });

  it('is never taken from the environment', async () => {
    const { seen, proxy } = await proxyTo(1);
    const here = await site((_, response) => response.end('page'));
    const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
    for (const name of names) process.env[name] = name.startsWith('NODE') ? '1' : proxy;
    cleanUps.push(() => names.forEach((name) => Reflect.deleteProperty(process.env, name)));
    expect(await webFor([here]).read(here.origin, never)).toMatchObject({ text: 'page' });
    expect(seen).toEqual([]);
  });
});

describe('a page with a wall', () => {
  const readerSays = (answer: object): WebConfig['reader'] => ({
    read: async (request, signal) => ({ ...(await plainReader.read(request, signal)), ...answer }),
  });
  it.each([
    ['paywalled', 'paywalled', 'subscribers_only'],
    ['login', 'paywalled', 'login_page'],
    ['blocked', 'blocked', 'bot_wall'],
    ['script-only', 'not-text', 'script_only'],
    ['soft-404', 'not-found', 'missing_page'],
  ])('of kind %s is %s', async (wall, kind, cause) => {
    const here = await site((_, response) => response.end('page'));
    const answer = await webFor([here], { reader: readerSays({ wall }) }).read(here.origin, never);
    expect(answer).toMatchObject({ kind, cause: 'thin_page', facts: { what: { cause } } });
  });
});
