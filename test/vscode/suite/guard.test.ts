/**
 * The guard where it is easiest to lose: the editor replaces agents and dispatchers of its extensions' requests. Proves over http
 * and https, under each `http.proxySupport`, with and without a proxy, that nothing private is connected to, and that the
 * per-request `lookup` is really asked. Never only 127.0.0.1 or `localhost`: the editor treats these two differently.
 */
import assert from 'node:assert/strict';
import http from 'node:http';
import https from 'node:https';
import net, { type LookupFunction } from 'node:net';
import * as vscode from 'vscode';
import { isFailure } from '../../../src/core/model';
import type { WebConfig } from '../../../src/node/web';
import { nodeHttp } from '../../../src/node/web/nodeHttp';
import { authority } from '../../support/certificates';
import { never, testWeb } from '../../support/web';
import { portOf, webStub, type WebStub } from '../../support/webStub';

const PRIVATE = '127.0.0.2';
const root = authority('Citewright test authority');
const names: Readonly<Record<string, readonly string[]>> = {
  'inside.example.org': [PRIVATE],
  'mixed.example.org': ['93.184.215.14', PRIVATE],
  'named.example.org': [PRIVATE],
};

type Stage = {
  readonly stub: WebStub;
  /** What the private server was asked for, by host. */
  readonly asked: string[];
  /** How often a request asked our `lookup`. */
  readonly lookups: () => number;
  readonly proxy: { readonly url: string; readonly seen: string[] };
  readonly end: () => Promise<void>;
};

/** The page, or a redirect for `/to?URL`. */
function answer(request: http.IncomingMessage, response: http.ServerResponse, page: string): void {
  const to = decodeURIComponent((request.url ?? '').split('?')[1] ?? '');
  if (to === '') response.end(page);
  else response.writeHead(302, { location: to }).end();
}

/** A private server that redirects from `/to?URL`, a proxy, and stand-ins that count look-ups and trust the test's authority. */
async function stage(): Promise<Stage> {
  const asked: string[] = [];
  const stub = await webStub(
    (request, response) => {
      asked.push(request.headers.host ?? '');
      answer(request, response, 'private page');
    },
    () => root.issue([PRIVATE, ...Object.keys(names)]),
    PRIVATE,
  );
  const seen: string[] = [];
  const proxy = http.createServer((request, response) => {
    seen.push(request.url ?? '');
    answer(request, response, 'by proxy');
  });
  proxy.on('connect', (request, socket: net.Socket) => {
    seen.push(`CONNECT ${request.url ?? ''}`);
    socket.on('error', () => undefined);
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    const onward = net.connect(stub.port, PRIVATE).on('error', () => undefined);
    onward.on('close', () => socket.destroy());
    socket.on('close', () => onward.destroy());
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((ready) => proxy.listen(0, PRIVATE, ready));
  let lookups = 0;
  const counted = (lookup: LookupFunction | undefined): { lookup?: LookupFunction } =>
    lookup === undefined
      ? {}
      : {
          lookup: (host, options, done) => {
            lookups += 1;
            lookup(host, options, done);
          },
        };
  const modules = [http, https] as const;
  const real = modules.map((module) => module.request);
  modules.forEach((module, i) => {
    const request = real[i]!;
    const standIn = (
      url: URL,
      { secureContext: _, ...options }: https.RequestOptions & { secureContext?: unknown },
    ) => request(url, { ...options, ...counted(options.lookup), ...(module === https && { ca: root.cert }) });
    module.request = standIn as typeof module.request;
  });
  return {
    stub,
    asked,
    lookups: () => lookups,
    proxy: { url: `http://${PRIVATE}:${portOf(proxy)}`, seen },
    end: async () => {
      modules.forEach((module, i) => (module.request = real[i]!));
      proxy.closeAllConnections();
      await new Promise((done) => proxy.close(done));
      await stub.close();
    },
  };
}

const resolver: WebConfig['resolver'] = (host) => {
  const found = names[host];
  return found
    ? Promise.resolve(found.map((address) => ({ address, family: 4 })))
    : Promise.reject(Object.assign(new Error(host), { code: 'ENOTFOUND' }));
};

const SUPPORT = ['override', 'on', 'off'] as const;

async function setProxy(
  support: (typeof SUPPORT)[number] | undefined,
  proxy: string | undefined,
): Promise<void> {
  const http = vscode.workspace.getConfiguration('http');
  await http.update('proxySupport', support, vscode.ConfigurationTarget.Global);
  await http.update('proxy', proxy, vscode.ConfigurationTarget.Global);
}

describe('the guard inside the editor', () => {
  let here: Stage;
  before(async () => {
    here = await stage();
    await vscode.workspace
      .getConfiguration('http')
      .update('useLocalProxyConfiguration', false, vscode.ConfigurationTarget.Global);
  });
  after(async () => {
    await here.end();
    await setProxy(undefined, undefined);
    await vscode.workspace
      .getConfiguration('http')
      .update('useLocalProxyConfiguration', undefined, vscode.ConfigurationTarget.Global);
  });

  const webWith = (config: Partial<WebConfig> = {}) =>
    testWeb({
      resolver,
      ports: [here.stub.port],
      transport: () =>
        Promise.resolve(
          nodeHttp(() => vscode.workspace.getConfiguration('http').get('proxySupport') === 'on'),
        ),
      ...config,
    });

  for (const support of SUPPORT) {
    for (const proxied of [false, true]) {
      describe(`with proxySupport ${support}, ${proxied ? 'a' : 'no'} proxy`, () => {
        before(() => setProxy(support, proxied ? here.proxy.url : undefined));
        const isProxied = proxied && support !== 'off';

        for (const scheme of ['http', 'https']) {
          const at = (host: string) => `${scheme}://${host}:${here.stub.port}/`;
          const hosts = [PRIVATE, 'inside.example.org', 'mixed.example.org'];

          for (const host of hosts) {
            it(`refuses ${scheme} to ${host}`, async () => {
              const before = [here.asked.length, here.proxy.seen.length];
              const answer = await webWith().read(at(host), never);
              assert.equal(isFailure(answer) && answer.kind, 'ssrf');
              assert.deepEqual([here.asked.length, here.proxy.seen.length], before);
            });

            it(`refuses a redirect of an allowed ${scheme} page to ${host}`, async () => {
              const before = here.asked.length;
              const web = webWith({ allowHosts: [`named.example.org:${here.stub.port}`] });
              for (const target of ['http', 'https']) {
                const to = `${target}://${host}:${here.stub.port}/`;
                const answer = await web.read(
                  `${at('named.example.org')}to?${encodeURIComponent(to)}`,
                  never,
                );
                assert.equal(isFailure(answer) && answer.kind, 'ssrf');
              }
              const reached = here.asked.slice(before).filter((h) => !h.startsWith('named.example.org'));
              assert.deepEqual(reached, []);
            });
          }

          it(`${isProxied ? 'goes through the proxy and says so' : 'uses our lookup each time'} over ${scheme}`, async () => {
            const before = [here.lookups(), here.proxy.seen.length] as const;
            const web = webWith({ allowHosts: [`named.example.org:${here.stub.port}`] });
            for (let i = 0; i < 2; i++) {
              const answer = await web.read(at('named.example.org'), never);
              assert.ok(!isFailure(answer), JSON.stringify(answer));
              assert.equal(answer.text, isProxied && scheme === 'http' ? 'by proxy' : 'private page');
              assert.deepEqual(
                answer.notices.map((n) => n.kind),
                isProxied ? ['through-proxy'] : [],
              );
            }
            const [lookups, proxied] = [here.lookups() - before[0], here.proxy.seen.length - before[1]];
            assert.deepEqual([lookups, proxied], isProxied ? [0, 2] : [2, 0]);
          });
        }
      });
    }
  }
});
