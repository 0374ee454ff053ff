/**
 * A proxy that the user named for this program: absolute-form requests for http, a CONNECT tunnel for https. Made from bare
 * sockets, because inside the editor `http.request` would send them through the editor's own proxy settings.
 */
import http from 'node:http';
import net, { type Socket } from 'node:net';
import tls from 'node:tls';
import { DEFAULTS } from '../../core/defaults';
import type { Attempt } from './attempt';
import { Fault, faultOf } from './faults';
import type { Checked } from './guard';
import { trust } from './trust';

type Headers = Readonly<Record<string, string>>;

/** The proxy itself failed; the user is told where to look. */
export const proxyFault = (proxy: URL, why: string): Fault =>
  new Fault('proxy_error', `the proxy ${proxy.host} ${why}; check the proxy setting`);

/** Asks through `proxy` for the page of `checked`. Throws `proxy_error` when no tunnel can be made. */
export async function viaProxy(
  proxy: URL,
  checked: Checked,
  ask: { readonly method: string; readonly headers: Headers },
  attempt: Attempt,
  stop: AbortSignal,
): Promise<http.ClientRequest> {
  const { url } = checked;
  const common = { method: ask.method, maxHeaderSize: DEFAULTS.maxHeaderBytes };
  if (url.protocol === 'http:') {
    const headers = { ...ask.headers, host: url.host, ...login(proxy) };
    return new http.ClientRequest({
      ...common,
      headers,
      path: url.href,
      createConnection: () => connect(proxy),
    });
  }
  const socket = await tunnel(proxy, checked, attempt, stop);
  const servername = checked.literal ? {} : { servername: checked.host };
  const encrypt = () =>
    tls.connect({ socket, host: checked.host, ...servername, ALPNProtocols: ['http/1.1'], ...trust(false) });
  const headers = { ...ask.headers, host: url.host };
  return new http.ClientRequest({
    ...common,
    headers,
    path: url.pathname + url.search,
    createConnection: encrypt,
  });
}

function connect(proxy: URL): Socket {
  const host = proxy.hostname.replace(/^\[|\]$/g, '');
  const at = (port: number) => ({ host, port: proxy.port === '' ? port : Number(proxy.port) });
  if (proxy.protocol === 'http:') return net.connect(at(80));
  const servername = net.isIP(host) === 0 ? { servername: host } : {};
  return tls.connect({ ...at(443), ...servername, ...trust(false) });
}

function tunnel(proxy: URL, { host, port }: Checked, attempt: Attempt, stop: AbortSignal): Promise<Socket> {
  const late = () => proxyFault(proxy, 'did not answer in time');
  attempt.late = late;
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const headers = { host: authority, ...login(proxy) };
  return new Promise((resolve, reject) => {
    const request = new http.ClientRequest({
      method: 'CONNECT',
      path: authority,
      headers,
      createConnection: () => connect(proxy),
    });
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
    request.on('connect', ({ statusCode }, socket) => {
      stop.addEventListener('abort', () => socket.destroy(), { once: true });
      if (statusCode === 200) end(socket);
      else {
        socket.destroy();
        end(proxyFault(proxy, `answered HTTP ${statusCode ?? 0}`));
      }
    });
    request.end();
  });
}

/** Travels to the proxy only. */
function login({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}
