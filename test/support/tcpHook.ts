/**
 * Hooks the calls with which this process requests a connection from the kernel (`connect` and `connect6` of Node's TCP handle), below
 * every HTTP library. Records each actual connection, and may divert it to a stub on loopback unnoticed by the caller.
 */
export type Asked = { readonly address: string; readonly port: number; readonly family: 4 | 6 };

export type TcpHook = { readonly asked: readonly Asked[]; clear(): void; restore(): void };

type Connect = (this: object, request: object, address: string, port: number) => number;
type PeerName = (this: object, out: Record<string, unknown>) => number;
type TcpPrototype = { connect: Connect; connect6: Connect; getpeername: PeerName };

/** Internal, and the only layer below `net`: if a Node version drops it, this throws and the tests fail. */
function tcpPrototype(): TcpPrototype {
  const binding = (
    process as unknown as { binding(name: string): { TCP: { prototype: TcpPrototype } } }
  ).binding('tcp_wrap');
  return binding.TCP.prototype;
}

/** The loopback port in place of an address; `black hole` for a connection that is neither made nor refused; undefined to let it pass. */
export type Diversion = number | 'black hole' | undefined;

export function hookTcp(divert: (asked: Asked) => Diversion = () => undefined): TcpHook {
  const prototype = tcpPrototype();
  const { connect, connect6, getpeername } = prototype;
  const asked: Asked[] = [];
  const peers = new WeakMap<object, Asked>();
  const hooked = (original: Connect, family: 4 | 6): Connect =>
    function (request, address, port) {
      const place: Asked = { address, port, family };
      asked.push(place);
      const stub = divert(place);
      if (stub === 'black hole') return 0;
      if (stub === undefined) return original.call(this, request, address, port);
      peers.set(this, place);
      return connect.call(this, request, '127.0.0.1', stub);
    };
  prototype.connect = hooked(connect, 4);
  prototype.connect6 = hooked(connect6, 6);
  prototype.getpeername = function (out) {
    const peer = peers.get(this);
    if (peer === undefined) return getpeername.call(this, out);
    Object.assign(out, { address: peer.address, port: peer.port, family: `IPv${peer.family}` });
    return 0;
  };
  return {
    asked,
    clear: () => asked.splice(0),
    restore: () => Object.assign(prototype, { connect, connect6, getpeername }),
  };
}
