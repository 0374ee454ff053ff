/** The one look-up of a host: asked once, bounded in time, its answer handed to the socket as it was checked. */
import dns from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { DEFAULTS } from '../../core/defaults';
import { race, type Attempt } from './attempt';
import { Fault, faultOf, timedOut } from './faults';
import type { Checked } from './guard';

export type Address = { readonly address: string; readonly family: number };

/** Answers all addresses of a name, like `dns.promises.lookup(host, { all: true })`. */
export type Resolver = (host: string) => Promise<readonly Address[]>;

/** Read off the module at each call, so that a stand-in loaded before the program is asked. */
const systemResolver: Resolver = (host) => dns.promises.lookup(host, { all: true });

/** The answers, or why there are none: behind a proxy that need not matter. */
export type Names = { readonly list: readonly Address[]; readonly fault?: Fault };

export async function resolveName(
  { host, literal }: Checked,
  resolver: Resolver = systemResolver,
  attempt: Attempt,
  stop: AbortSignal,
): Promise<Names> {
  if (literal) return { list: [{ address: host, family: isIP(host) }] };
  const late = () => timedOut(`the name ${host} was not looked up in time`, true);
  attempt.late = late;
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), DEFAULTS.lookupTimeoutMs);
  });
  try {
    const list = await race(Promise.race([resolver(host), tooLong]), stop);
    return list.length > 0 ? { list } : { list, fault: new Fault('dns_not_found', `${host} has no address`) };
  } catch (error) {
    if (stop.aborted) throw error;
    return { list: [], fault: faultOf(error, 'lookup', host) };
  } finally {
    clearTimeout(timer);
  }
}

/** The per-request `lookup`: it asks nobody, hands out what was checked, and tells that it was called. */
export function lookupOf(names: Names, onCall: () => void): LookupFunction {
  return (_host, options, done) => {
    onCall();
    const [first] = names.list;
    process.nextTick(() => {
      if (first === undefined) done(names.fault ?? new Error('no address'), '', 0);
      else if (options.all === true)
        done(
          null,
          names.list.map((a) => ({ ...a })),
        );
      else done(null, first.address, first.family);
    });
  };
}
