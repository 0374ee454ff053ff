/** Plays entries of an SSRF corpus against the web port and judges them at the socket, not by the guard's result. */
import { DEFAULTS } from '../../src/core/defaults';
import { isFailure } from '../../src/core/model';
import type { Web } from '../../src/core/ports';
import { isUrl } from '../../src/core/text/url';
import { isPublic } from './addressOracle';
import { authority } from './certificates';
import { hookTcp, type Asked } from './tcpHook';
import { trusting } from './trusting';
import { never, testWeb } from './web';
import { webStub } from './webStub';

export type Entry = {
  readonly id: string;
  readonly url: string;
  readonly kind: string;
  readonly expected: 'block' | 'allow';
  /** Answers lookup by lookup; the last one repeats. */
  readonly dns?: Readonly<Record<string, readonly (readonly string[])[]>>;
  /** The answer to request i, before the page. */
  readonly redirects?: readonly { readonly status: number; readonly location: string }[];
  readonly env?: Readonly<Record<string, string>>;
  /** A block entry that may succeed as long as no forbidden connection is made. */
  readonly success_ok?: boolean;
};

export type Verdict = { readonly entry: Entry; readonly wrong?: string };

const PAGE = 'The page of the stub.';
const PUBLIC_DEFAULT = ['93.184.215.14'];

const isForbidden = ({ address, port }: Asked): boolean =>
  !isPublic(address) || !(DEFAULTS.ports as readonly number[]).includes(port);

/** One web port for all entries, in the given order: state left by one must not admit the next. */
export async function playSsrf(entries: readonly Entry[]): Promise<readonly Verdict[]> {
  const stage = { entry: undefined as Entry | undefined, requests: 0, lookups: new Map<string, number>() };
  const root = authority('Citewright test authority');
  const stub = await webStub(
    (_, response) => {
      const redirect = stage.entry?.redirects?.[stage.requests++];
      if (redirect === undefined) response.end(PAGE);
      else {
        const location = Buffer.from(redirect.location).toString('latin1');
        response.writeHead(redirect.status, { location }).end('moved');
      }
    },
    () => root.issue(hostsOf(stage.entry)),
  );
  const hook = hookTcp(() => stub.port);
  const untrust = trusting(root.cert);
  const web = testWeb({
    resolver: (host) => {
      const count = stage.lookups.get(host) ?? 0;
      stage.lookups.set(host, count + 1);
      const answers = stage.entry?.dns?.[host] ?? [PUBLIC_DEFAULT];
      const list = answers[Math.min(count, answers.length - 1)] ?? [];
      return Promise.resolve(list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
    },
  });
  try {
    await selfTest(web, hook.asked);
    const verdicts: Verdict[] = [];
    for (const entry of entries) {
      Object.assign(stage, { entry, requests: 0, lookups: new Map() });
      hook.clear();
      verdicts.push({ entry, ...(await playEntry(entry, web, hook.asked)) });
    }
    return verdicts;
  } finally {
    untrust();
    hook.restore();
    await stub.close();
  }
}

/** A hook that records nothing proves nothing. */
async function selfTest(web: Web, asked: readonly Asked[]): Promise<void> {
  const page = await web.read('https://hook.example.org/', never);
  if (isFailure(page) || asked.length !== 1)
    throw new Error('The TCP hook does not see connections on this Node.');
}

async function playEntry(entry: Entry, web: Web, asked: readonly Asked[]): Promise<{ wrong?: string }> {
  const before = { ...process.env };
  Object.assign(process.env, entry.env);
  try {
    const answer = await web.read(entry.url, never);
    const forbidden = asked.filter(isForbidden);
    if (forbidden.length > 0)
      return { wrong: `connected to ${forbidden.map((a) => `${a.address}:${a.port}`).join()}` };
    const read = !isFailure(answer) && answer.text === PAGE;
    if (entry.expected === 'allow')
      return read ? {} : { wrong: isFailure(answer) ? answer.cause : 'another page' };
    return read && entry.success_ok !== true ? { wrong: 'the page was read' } : {};
  } finally {
    for (const name of Object.keys(entry.env ?? {})) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, before);
  }
}

/** All hosts that an entry may reach, for the certificate. */
function hostsOf(entry: Entry | undefined): string[] {
  if (entry === undefined) return ['hook.example.org'];
  const urls = [entry.url, ...(entry.redirects ?? []).map((r) => r.location)];
  const hosts = urls.flatMap((url) => {
    const base = isUrl(entry.url) ? entry.url : undefined;
    return isUrl(url, base) ? [new URL(url, base).hostname.replace(/^\[|\]$|\.$/g, '')] : [];
  });
  return [...new Set([...hosts, ...Object.keys(entry.dns ?? {})])].filter((h) => h !== '');
}
