/** A loopback server for answers that no HTTP library would send: a function gets the bare socket of each request. */
import net from 'node:net';
import { portOf } from './webStub';

/** Called with the requested path and the socket after the request's headers have arrived. */
export type RawAnswer = (socket: net.Socket, path: string, head: string) => void;

export type RawServer = {
  readonly port: number;
  /** Connections that are open, seen from the server. */
  open(): number;
  close(): Promise<void>;
};

export async function rawServer(
  answer: RawAnswer,
  onConnect?: (socket: net.Socket) => void,
): Promise<RawServer> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    onConnect?.(socket);
    let head = '';
    socket.on('data', (chunk) => {
      head += chunk.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      const [, path = '/'] = head.split(' ');
      const whole = head;
      head = '';
      answer(socket, path, whole);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    port: portOf(server),
    open: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Writes `text` every `ms` until the socket closes. */
export function drip(socket: net.Socket, text: string | Buffer, ms: number): void {
  const timer = setInterval(() => socket.write(text), ms);
  socket.on('close', () => clearInterval(timer));
}

/** Writes `block` endlessly, as fast as it is read. */
export function pour(socket: net.Socket, block: Buffer): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(block));
  };
  socket.on('drain', more);
  more();
}
