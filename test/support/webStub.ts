/** A loopback server that speaks HTTP and TLS on one port, depending on the first byte. */
import http from 'node:http';
import net from 'node:net';
import tls from 'node:tls';
import type { Certificate } from './certificates';

export type WebStub = { readonly port: number; close(): Promise<void> };

const TLS_HANDSHAKE = 0x16;

/** `certificate` is called for each TLS connection, so that one server can play any host. */
export async function webStub(
  answer: http.RequestListener,
  certificate: () => Certificate,
  address = '127.0.0.1',
): Promise<WebStub> {
  const pages = http.createServer(answer);
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.once('data', (chunk) => {
      socket.pause();
      socket.unshift(chunk);
      pages.emit('connection', chunk[0] === TLS_HANDSHAKE ? encrypted(socket, certificate()) : socket);
      process.nextTick(() => socket.resume());
    });
  });
  await new Promise<void>((ready) => server.listen(0, address, ready));
  return {
    port: portOf(server),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

function encrypted(socket: net.Socket, { cert, key }: Certificate): tls.TLSSocket {
  const secure = new tls.TLSSocket(socket, {
    isServer: true,
    secureContext: tls.createSecureContext({ cert, key }),
  });
  secure.on('error', () => undefined);
  return secure;
}

/** The port of a listening server. */
export function portOf(server: net.Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('The server does not listen on a port.');
  return address.port;
}
