/** The way from an address to its page over redirects. The servers are a table: no socket is opened. */
import { fail, reason } from '../../../src/core/causes';
import type { Failure } from '../../../src/core/model';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULTS } from '../../../src/core/defaults';
import { Attempt } from '../../../src/node/web/attempt';
import { Fault } from '../../../src/node/web/faults';
import { fetchOnce, type Request, type Route } from '../../../src/node/web/redirects';
import { CaptivePortalDetector } from '../../../src/node/web/captivePortal';
import { MemoryBudget } from '../../../src/node/web/memoryBudget';
import { HostQueue } from '../../../src/node/web/hostQueue';
import { HostResolver, KEPT_MS } from '../../../src/node/web/dns';
import type { Ask, Transport } from '../../../src/node/web/transport';
import { never } from '../../support/web';

type Place = {
  readonly status?: number;
  readonly to?: string;
  readonly headers?: IncomingHttpHeaders;
  readonly body?: string;
  /** The error with which the body breaks off. */
  readonly breaks?: Error;
  readonly stays?: boolean;
  readonly proxied?: boolean;
};
type Sent = { readonly url: string; readonly ask: Ask; readonly body: Readable };

const web = { places: new Map<string, Place>(), sent: new Array<Sent>() };

/** Answers from the table of places. */
const transport: Transport = {
  send: ({ checked, ask }) => {
    const place = web.places.get(checked.url.href);
    if (!place) return Promise.reject(new Fault('refused', { host: checked.host }));
    const body = new Readable({ read: () => undefined });
    if (place.breaks) setImmediate(() => body.destroy(place.breaks));
    else if (place.stays !== true) {
      body.push(place.body ?? 'page');
      body.push(null);
    }
    web.sent.push({ url: checked.url.href, ask, body });
    return Promise.resolve({
      status: place.status ?? (place.to === undefined ? 200 : 302),
      headers: { ...place.headers, ...(place.to !== undefined && { location: place.to }) },
      body,
      throughProxy: place.proxied === true,
      cause: (error) => error,
    });
  },
  close: () => Promise.resolve(),
};
const resolver = new HostResolver(() => Promise.resolve([{ address: '93.184.215.14', family: 4 }]));

/** The servers of a test, by address; a text is where a place redirects to. */
function servers(places: Readonly<Record<string, Place | string>>): void {
  for (const [url, place] of Object.entries(places))
    web.places.set(url, typeof place === 'string' ? { to: place } : place);
}
beforeEach(() => {
  web.places.clear();
  web.sent.length = 0;
});

const request = (url: string, more: Partial<Request> = {}): Request => ({
  url,
  method: 'GET',
  headers: { accept: 'text/html' },
  timeoutMs: DEFAULTS.timeoutMs,
  maxBytes: 1_000,
  wantsBody: () => true,
  ...more,
});
const route = (more: Partial<Route> = {}): Route => ({
  policy: {},
  resolver,
  transport: () => Promise.resolve(transport),
  queue: new HostQueue(1, 1),
  captivePortal: new CaptivePortalDetector(),
  ...more,
});
const get = (url: string, more: Partial<Request> = {}, way: Route = route(), cancel = never) =>
  fetchOnce(request(url, more), way, cancel);
/** The failure that ends an attempt. */
const failure = async (tried: Promise<unknown>): Promise<unknown> => {
  const error: unknown = await tried.catch((thrown: unknown) => thrown);
  return error instanceof Fault ? error.failure : error;
};
const notices = async (url: string) => (await get(url)).notices;
const asked = () => web.sent.map(({ url }) => url);

const host = 'a.example.org';
const A = `http://${host}/`;

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('of status %i is followed to the page', async (status) => {
    servers({ [A]: { status, to: 'http://b.example.org/x' }, 'http://b.example.org/x': { body: 'here' } });
    const response = await get(A);
    expect(response).toMatchObject({ url: 'http://b.example.org/x', status: 200, truncated: false });
    expect(Buffer.from(response.bytes).toString()).toBe('here');
    expect(web.sent.every((s) => s.body.destroyed)).toBe(true);
  });

  it.each([300, 304, 305])('is not followed for status %i', async (status) => {
    servers({ [A]: { status, to: 'http://b.example.org/' } });
    expect(await get(A)).toMatchObject({ url: A, status });
  });

  it.each([
    ['/y', 'http://a.example.org/y'],
    ['y?q=1#part', 'http://a.example.org/x/y?q=1'],
    ['//b.example.org/', 'http://b.example.org/'],
    [Buffer.from('/ü').toString('latin1'), 'http://a.example.org/%C3%BC'],
  ])('to %j leads from its own URL to %s', async (to, target) => {
    servers({ [`${A}x/`]: to, [target]: {} });
    expect((await get(`${A}x/`)).url).toBe(target);
  });

  it('sends the same request to every hop, each in its own queue', async () => {
    servers({ [A]: '/b', [`${A}b`]: 'https://b.example.org:8443/', 'https://b.example.org:8443/': {} });
    const queue = new HostQueue(1, 1);
    const take = vi.spyOn(queue, 'take');
    const confirm = vi.spyOn(resolver, 'confirm');
    await get(A, { method: 'HEAD' }, route({ queue }));
    expect(web.sent.map(({ ask }) => ask)).toEqual(
      Array.from({ length: 3 }, () => ({
        method: 'HEAD',
        headers: { accept: 'text/html' },
        headersTimeoutMs: DEFAULTS.headersTimeoutMs,
      })),
    );
    expect(take.mock.calls.map(([queued]) => queued)).toEqual([host, host, 'b.example.org:8443']);
    expect(confirm.mock.calls).toEqual([[host]]); // an answer within one origin
  });

  it('is followed up to a limit', async () => {
    for (let i = 0; i <= DEFAULTS.maxRedirects; i++) servers({ [`${A}${i}`]: `/${i + 1}` });
    servers({ [`${A}${DEFAULTS.maxRedirects + 1}`]: {} });
    expect((await get(`${A}1`)).url).toBe(`${A}${DEFAULTS.maxRedirects + 1}`);
    const tooMany = fail('too_many_redirects', { host, max: DEFAULTS.maxRedirects });
    expect(await failure(get(`${A}0`))).toMatchObject(tooMany);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['itself', { [A]: '/' }],
    ['itself with a fragment', { [A]: '#part' }],
    ['a page that leads back', { [A]: '/1', [`${A}1`]: '/2', [`${A}2`]: '/1' }],
  ])('to %s is a loop', async (_, places) => {
    servers(places);
    expect(await failure(get(A))).toMatchObject(fail('redirect_loop', { host }));
  });

  it('without a target, or with an invalid one, is reported with its host', async () => {
    servers({ [A]: { status: 301 }, [`${A}b`]: 'http://[', [`${A}c`]: '' });
    expect(await failure(get(A))).toMatchObject(fail('bad_redirect', { host, status: 301 }));
    expect(await failure(get(`${A}b`))).toMatchObject(fail('bad_redirect', { host }));
    expect(await failure(get(`${A}c`))).toMatchObject({ kind: 'redirect-loop' });
  });

  it.each([
    ['http://localhost/', 'ssrf', 'blocked_private'],
    ['http://192.168.0.1/', 'ssrf', 'blocked_private'],
    ['ftp://a.example.org/', 'bad-scheme', 'bad_scheme'],
  ])('to %s is refused like the address itself, and names its origin', async (to, kind, cause) => {
    servers({ [A]: to });
    const direct = await failure(get(to));
    expect(direct).toMatchObject({ kind, cause });
    const also = reason('redirected_from', { host: 'a.example.org' });
    expect(await failure(get(A))).toEqual({ ...(direct as Failure), also });
    expect(asked()).toEqual([A]);
  });
});

describe('a captive portal', () => {
  const PORTAL = 'http://in.example.net/';
  const DOI = 'http://doi.org/';
  const WIFI = { body: '<html><title>Harbour Wi-Fi</title>' };

  it('is known by one link that it redirects like another server, asked once', async () => {
    servers({
      [A]: `${PORTAL}?for=a`,
      [DOI]: `${PORTAL}?for=doi`,
      'http://b.example.org/': PORTAL,
      [PORTAL]: {},
    });
    const way = route();
    const failed = fail('captive_portal', { host: 'in.example.net' });
    expect(await failure(get(A, {}, way))).toMatchObject(failed);
    expect(await failure(get('http://b.example.org/', {}, way))).toMatchObject(failed);
    expect(asked()).toEqual([A, DOI, 'http://b.example.org/']);
    const soon = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + KEPT_MS);
    servers({ [A]: WIFI, [DOI]: WIFI });
    expect(await failure(get(A, {}, way))).toMatchObject({ cause: 'captive_portal' });
    soon.mockRestore();
  });

  it('is known by the page that it shows for any address', async () => {
    servers({ [A]: WIFI, [DOI]: { body: '<title>Harbour Wi-Fi</title> again' } });
    expect(await failure(get(A))).toMatchObject(fail('captive_portal', { host: 'a.example.org' }));
  });

  it.each<[string, Readonly<Record<string, Place | string>>, number]>([
    ['leads elsewhere', { [A]: PORTAL, [DOI]: 'https://www.doi.org/', [PORTAL]: {} }, 3],
    ['doesn’t respond', { [A]: PORTAL, [PORTAL]: {} }, 2],
    ['has another page', { [A]: WIFI, [DOI]: { body: '<title>DOI</title>' } }, 2],
    [
      'need not be asked about an upgrade',
      { [A]: 'https://a.example.org/', 'https://a.example.org/': {} },
      2,
    ],
    ['need not be asked about https', { 'https://a.example.org/': WIFI }, 1],
    ['is cited itself', { 'http://dx.doi.org/1': 'https://doi.org/1', 'https://doi.org/1': {} }, 2],
  ])('isn’t seen if the other server %s', async (_, places, requests) => {
    servers(places);
    expect(await get(Object.keys(places)[0] ?? '')).toMatchObject({ status: 200 });
    expect(asked()).toHaveLength(requests);
  });

  it('isn’t looked for on a server that the user allows by name', async () => {
    servers({ [A]: WIFI, [DOI]: WIFI });
    await get(A, {}, route({ policy: { allowHosts: ['a.example.org:80'] } }));
    expect(asked()).toEqual([A]);
  });
});

describe('a page found elsewhere', () => {
  it.each<[string, readonly string[], boolean]>([
    ['moved for good', ['301 http://b.example.org/'], true],
    ['moved for good, by its newer status', ['308 http://b.example.org/'], true],
    ['moved twice', ['301 http://b.example.org/', '308 http://c.example.org/'], true],
    ['moved to another path', ['301 /b'], true],
    ['moved to another question', ['301 /?b=1'], true],
    ['is elsewhere for now', ['302 http://b.example.org/'], false],
    ['is elsewhere for now, then moved', ['302 /b', '301 /c'], false],
    ['moved to where it is elsewhere for now', ['301 /b', '307 /c'], false],
    ['has the other scheme', ['301 https://a.example.org/'], false],
    ['has its name with www', ['301 http://www.a.example.org/'], false],
    ['is at another name with www in it', ['301 http://a.www.example.org/'], true],
  ])('%s', async (_, hops, moved) => {
    let at = A;
    for (const hop of hops) {
      const [status, to = ''] = hop.split(' ');
      servers({ [at]: { status: Number(status), to } });
      at = new URL(to, at).href;
    }
    servers({ [at]: {} });
    expect(await notices(A)).toEqual(moved ? [{ kind: 'moved', ...reason('page_moved'), url: at }] : []);
  });

  it('is the same with a trailing slash, but not with one inside', async () => {
    servers({
      [`${A}x`]: { status: 301, to: '/x/' },
      [`${A}x/`]: {},
      [`${A}a/b`]: { status: 301, to: '/ab' },
      [`${A}ab`]: {},
    });
    expect(await notices(`${A}x`)).toEqual([]);
    expect(await notices(`${A}a/b`)).toHaveLength(1);
    expect(await notices(`${A}x/`)).toEqual([]);
  });
});

describe('notices about redirects', () => {
  it('report lost encryption, not gained or missing encryption', async () => {
    const [plain, secure] = ['http://b.example.org/', 'https://b.example.org/'];
    servers({
      'https://a.example.org/': plain,
      [plain]: {},
      [A]: secure,
      [secure]: {},
      [`${A}x`]: plain,
      'https://a.example.org/x': secure,
    });
    expect(await notices('https://a.example.org/')).toEqual([
      {
        kind: 'insecure-hop',
        ...reason('insecure_hop', { from: 'a.example.org', to: 'b.example.org' }),
        url: plain,
      },
    ]);
    for (const url of [A, `${A}x`, 'https://a.example.org/x']) expect(await notices(url), url).toEqual([]);
  });

  it('report once that a proxy chose the address', async () => {
    servers({
      [A]: { to: 'http://b.example.org/', proxied: true },
      'http://b.example.org/': { proxied: true },
    });
    expect(await notices(A)).toEqual([
      { kind: 'through-proxy', ...reason('through_proxy', { host: 'b.example.org' }) },
    ]);
  });
});

describe('the body', () => {
  it('is not read unless wanted', async () => {
    servers({ [A]: { status: 206, headers: { 'content-type': 'video/mp4' } } });
    const wantsBody = vi.fn(() => false);
    const response = await get(A, { wantsBody });
    expect(response).toMatchObject({
      status: 206,
      headers: { 'content-type': 'video/mp4' },
      truncated: false,
    });
    expect(response.bytes).toHaveLength(0);
    expect(wantsBody.mock.calls).toEqual([[206, { 'content-type': 'video/mp4' }]]);
    expect(web.sent[0]?.body.readableFlowing).toBeNull();
  });

  it('is truncated at the limit', async () => {
    servers({ [A]: { body: '0123456789' } });
    expect(await get(A, { maxBytes: 4 })).toMatchObject({
      bytes: new Uint8Array(Buffer.from('0123')),
      truncated: true,
    });
  });

  it('counts toward the memory budget', async () => {
    servers({ [A]: { body: '0123456789' } });
    const memory = new MemoryBudget(1_000).reserve();
    await get(A, { memory });
    expect(memory.bytes).toBeGreaterThanOrEqual(10);
  });

  it('that breaks off is a fault of a page, but not of an error, whose status is enough', async () => {
    const breaks = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
    for (const [n, place] of [
      { status: 200, breaks },
      { status: 399, breaks },
      { headers: { 'content-encoding': 'deflate' }, breaks },
    ].entries()) {
      servers({ [`${A}${n}`]: place });
      expect(await failure(get(`${A}${n}`))).toMatchObject(fail('connection_reset'));
    }
    for (const status of [400, 503]) {
      servers({ [A]: { status, breaks, headers: { 'x-a': 'b' } } });
      const { bytes, truncated, ...rest } = await get(A);
      expect(rest).toEqual({ url: A, status, headers: { 'x-a': 'b' }, notices: [] });
      expect([bytes.length, truncated]).toEqual([0, false]);
    }
    expect(web.sent.every((s) => s.body.destroyed)).toBe(true);
  });

  it.each([
    [DEFAULTS.timeoutMs, DEFAULTS.idleTimeoutMs],
    [2_000 + DEFAULTS.idleTimeoutMs, DEFAULTS.idleTimeoutMs],
    [60_000, 30_000],
  ])('of a source with a limit of %i ms is awaited for %i ms', async (timeoutMs, idleMs) => {
    vi.useFakeTimers();
    try {
      servers({ [A]: { stays: true } });
      const outcome = failure(get(A, { timeoutMs }));
      const settled = vi.fn();
      void outcome.then(settled);
      await vi.advanceTimersByTimeAsync(idleMs - 1);
      expect(settled).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(2);
      expect(await outcome).toMatchObject(fail('timeout'));
      expect(web.sent[0]?.ask.headersTimeoutMs).toBe(Math.max(8_000, timeoutMs === 60_000 ? 48_000 : 0));
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('an attempt', () => {
  it('keeps its time if what it waits for fails', async () => {
    const attempt = new Attempt(20, never);
    const wait = () =>
      attempt.aside(Promise.reject(new Error('late'))).catch(() => new Promise(() => undefined));
    expect(await failure(attempt.run(wait))).toMatchObject({ kind: 'timeout' });
  });

  it('frees its slot if it fails', async () => {
    const way = route();
    expect(await failure(get(A, {}, way))).toMatchObject(fail('refused'));
    servers({ [A]: {} });
    expect(await get(A, {}, way)).toMatchObject({ status: 200 });
  });

  it('is refused if its name leads to a private address', async () => {
    servers({ [A]: {} });
    const inside = new HostResolver(() => Promise.resolve([{ address: '10.0.0.1', family: 4 }]));
    expect(await failure(get(A, {}, route({ resolver: inside })))).toMatchObject({ kind: 'ssrf' });
    expect(asked()).toEqual([]);
  });

  it('ends if cancelled while queued, or while the transport loads', async () => {
    servers({ [A]: {} });
    const queue = new HostQueue(1, 1);
    await queue.take('a.example.org', never);
    const cancel = new AbortController();
    const outcome = failure(get(A, {}, route({ queue }), cancel.signal));
    cancel.abort();
    expect(await outcome).toMatchObject({ kind: 'cancelled' });
    const late = new AbortController();
    let loads = 0;
    const load = () => {
      if (++loads > 1) late.abort();
      return Promise.resolve(transport);
    };
    const way = route({ transport: load });
    expect(await failure(get(A, {}, way, late.signal))).toMatchObject({ kind: 'cancelled' });
    expect(asked()).toEqual([]);
  });
});
