/** Follows a URL to its final response: each hop is checked, queued and counted; no headers carry over to the next hop. */
import type { IncomingHttpHeaders } from 'node:http';
import { reason } from '../../core/causes';
import { DEFAULTS } from '../../core/defaults';
import { isFailure, type Notice } from '../../core/model';
import { isUrl } from '../../core/text/url';
import { Attempt } from './attempt';
import { readBody, type Body } from './readBody';
import { Fault, faultOf } from './faults';
import { checkUrl, refusedAddress, type Checked, type GuardPolicy } from './guard';
import { COMPARED, type CaptivePortalDetector } from './captivePortal';
import type { MemoryReservation } from './memoryBudget';
import type { HostQueue } from './hostQueue';
import { isRedirect } from './status';
import type { HostResolver } from './dns';
import type { Ask, Reply, Transport } from './transport';

export type Request = {
  readonly url: string;
  readonly method: 'GET' | 'HEAD';
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Whether the body is wanted for this status; otherwise it is never read. */
  readonly wantsBody: (status: number, headers: IncomingHttpHeaders) => boolean;
  readonly memory?: MemoryReservation;
};

export type Response = Body & {
  readonly url: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly notices: readonly Notice[];
};

export type Route = {
  readonly policy: GuardPolicy;
  readonly resolver: HostResolver;
  readonly transport: () => Promise<Transport>;
  readonly queue: HostQueue;
  readonly captivePortal: CaptivePortalDetector;
};

type Step = { readonly location: string } | { readonly response: Omit<Response, 'notices' | 'url'> };

/** One attempt. Throws `Fault`. The deadline covers all hops and the body, but not waits for a slot or memory. */
export async function fetchOnce(
  request: Request,
  route: Route,
  cancel: AbortSignal,
  attempt = new Attempt(request.timeoutMs, cancel),
): Promise<Response> {
  await route.transport(); // loading it doesn't count against the source's time
  const seen = new Set<string>();
  const notices = new Map<string, Notice>();
  const say = (notice: Notice) => notices.set(notice.kind, notice);
  let permanent = true;
  let checked = check(request.url, route.policy);
  const start = checked.url;
  for (;;) {
    seen.add(checked.url.href);
    const { step, throughProxy, status } = await hop(checked, request, route, attempt);
    if (seen.size === 1)
      await route.captivePortal.check(checked, step, () => compared(request, route, cancel));
    if (throughProxy) say({ kind: 'through-proxy', ...reason('through_proxy', { host: checked.host }) });
    if ('response' in step) {
      if (permanent && place(start) !== place(checked.url))
        say({ kind: 'moved', ...reason('page_moved'), url: checked.url.href });
      return { ...step.response, url: checked.url.href, notices: [...notices.values()] };
    }
    permanent &&= status === 301 || status === 308;
    const next = follow(step.location, checked, route.policy);
    if (seen.has(next.url.href)) throw new Fault('redirect_loop', { host: next.host });
    if (seen.size > DEFAULTS.maxRedirects)
      throw new Fault('too_many_redirects', { host: start.host, max: DEFAULTS.maxRedirects });
    if (checked.url.protocol === 'https:' && next.url.protocol === 'http:') {
      const why = reason('insecure_hop', { from: checked.host, to: next.host });
      say({ kind: 'insecure-hop', ...why, url: next.url.href });
    }
    if (next.url.origin === checked.url.origin) route.resolver.confirm(next.host);
    checked = next;
  }
}

/** The answer with which those of a captive portal are compared. */
async function compared({ headers, maxBytes }: Request, route: Route, cancel: AbortSignal): Promise<Step> {
  const { range: _, ...own } = headers;
  const timeoutMs = DEFAULTS.linkTimeoutMs;
  const asked = { url: COMPARED, method: 'GET', headers: own } as const;
  const request = { ...asked, timeoutMs, maxBytes, wantsBody: () => true };
  const { step } = await hop(check(COMPARED, route.policy), request, route, new Attempt(timeoutMs, cancel));
  return step;
}

async function hop(checked: Checked, request: Request, route: Route, attempt: Attempt) {
  const free = await route.queue.take(checked.url.host, attempt.cancel);
  try {
    return await attempt.run(async (stop) => {
      const reply = await send(checked, askOf(request), route, attempt, stop);
      const { status, throughProxy } = reply;
      try {
        return { step: await stepOf(reply, checked.host, request, attempt), throughProxy, status };
      } catch (error) {
        throw faultOf(error, 'body', checked.host);
      } finally {
        reply.body.destroy();
      }
    });
  } finally {
    free();
  }
}

/** Resolves the name once, checks every address, and restricts the transport to them. */
async function send(
  checked: Checked,
  ask: Ask,
  { resolver, transport }: Route,
  attempt: Attempt,
  stop: AbortSignal,
): Promise<Reply> {
  const resolved = await resolver.resolve(checked, attempt);
  const refused = refusedAddress(
    checked,
    resolved.list.map((a) => a.address),
  );
  if (refused !== undefined) throw new Fault(refused);
  const loaded = await transport();
  stop.throwIfAborted();
  return await loaded.send({ checked, resolved, ask, attempt, stop });
}

/** A timeout above the default means that the user expects slow sources, so the wait for headers grows with it. */
const askOf = ({ method, headers, timeoutMs }: Request): Ask => ({
  method,
  headers,
  headersTimeoutMs: Math.max(DEFAULTS.headersTimeoutMs, timeoutMs * 0.8),
});

async function stepOf(reply: Reply, host: string, request: Request, attempt: Attempt): Promise<Step> {
  const { status, headers } = reply;
  if (isRedirect(status)) {
    if (headers.location === undefined) {
      throw new Fault('bad_redirect', { host, status });
    }
    return { location: Buffer.from(headers.location, 'latin1').toString('utf8') };
  }
  if (!request.wantsBody(status, headers)) {
    return { response: { status, headers, ...NO_BODY } };
  }
  const { timeoutMs, maxBytes, memory } = request;
  const limits = {
    maxBytes,
    timeoutMs,
    ...(memory && { memory }),
    idleMs: Math.max(DEFAULTS.idleTimeoutMs, timeoutMs / 2),
  };
  const body = await readBody(reply, host, limits, attempt).catch((error: unknown) => {
    if (status < 400) throw error;
    return NO_BODY; // the status is enough
  });
  return { response: { status, headers, ...body } };
}

const NO_BODY: Body = { bytes: new Uint8Array(), truncated: false };

function check(url: string, policy: GuardPolicy): Checked {
  const checked = checkUrl(url, policy);
  if (isFailure(checked)) throw new Fault(checked);
  return checked;
}

/** The next hop, checked like the first. `Location` is UTF-8 and relative to the redirecting page. */
function follow(location: string, from: Checked, policy: GuardPolicy): Checked {
  if (!isUrl(location, from.url.href)) {
    throw new Fault('bad_redirect', { host: from.host });
  }
  const next = checkUrl(location, policy, from.url);
  if (!isFailure(next)) return next;
  throw new Fault({ ...next, also: reason('redirected_from', { host: from.host }) });
}

/** An address without what may differ between spellings of one place: the scheme, `www.` and a trailing slash. */
const place = ({ host, pathname, search }: URL): string =>
  host.replace(/^www\./, '') + pathname.replace(/\/$/, '') + search;
