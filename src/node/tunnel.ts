/** A proxy that the user named for this program: absolute-form requests for http, a CONNECT tunnel for https. */
import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { DEFAULTS } from '../core/defaults';
import type { Attempt } from './attempt';
import { Fault, faultOf } from './causes';
import type { Checked } from './guard';

export const PROXY_HINT = 'check the proxy setting';

const clientOf = (proxy: URL): typeof http | typeof https => (proxy.protocol === 'https:' ? https : http);

/** Asks `proxy` for an http page on behalf of `checked`. */
export function viaProxy(
  proxy: URL,
  checked: Checked,
  own: Readonly<Record<string, string>>,
  options: http.RequestOptions,
): http.ClientRequest {
  const headers = { ...own, host: checked.url.host, ...login(proxy) };
  return clientOf(proxy).request(bare(proxy), { ...options, headers, path: checked.url.href });
}

/** Opens a tunnel through `proxy` to `checked`; the socket it gives is plain, TLS is the caller's. Throws `proxy_error`. */
export function tunnel(proxy: URL, checked: Checked, attempt: Attempt, stop: AbortSignal): Promise<Socket> {
  const failed = (why: string) => new Fault('proxy_error', `the proxy ${proxy.host} ${why}; ${PROXY_HINT}`);
  const late = () => failed('did not answer in time');
  attempt.late = late;
  const authority = `${checked.literal && checked.host.includes(':') ? `[${checked.host}]` : checked.host}:${checked.port}`;
  const options = {
    method: 'CONNECT',
    path: authority,
    agent: false,
    headers: { host: authority, ...login(proxy) },
  };
  return new Promise((resolve, reject) => {
    const request = clientOf(proxy).request(bare(proxy), options);
    const timer = setTimeout(() => end(late()), DEFAULTS.connectTimeoutMs);
    const end = (outcome: Socket | Fault) => {
      clearTimeout(timer);
      if (outcome instanceof Fault) {
        request.destroy();
        reject(outcome);
      } else resolve(outcome);
    };
    stop.addEventListener('abort', () => request.destroy(), { once: true });
    request.on('error', (e) => end(faultOf(e, 'proxy', proxy.host)));
    request.on('response', ({ statusCode }) => end(failed(`answered HTTP ${statusCode ?? 0}`)));
    request.on('connect', ({ statusCode }, socket) => {
      stop.addEventListener('abort', () => socket.destroy(), { once: true });
      if (statusCode === 200) end(socket);
      else {
        socket.destroy();
        end(failed(`answered HTTP ${statusCode ?? 0}`));
      }
    });
    request.end();
  });
}

/** The proxy without the login, which travels as a header to the proxy only. */
function bare(proxy: URL): URL {
  const url = new URL(proxy.href);
  url.username = '';
  url.password = '';
  return url;
}

function login({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}
