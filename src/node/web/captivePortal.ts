/**
 * Detects a network that requires a sign-in. It answers all plain-http requests alike, by a redirect or with a page, and can't answer https. An
 * answer that may be its own is therefore compared with the one of a server that is known to exist.
 */
import { isUrl } from '../../core/text/url';
import { EXISTING, KEPT_MS } from './dns';
import { Fault } from './faults';
import type { Checked } from './guard';

/** The address that is asked for comparison. */
export const COMPARED = `http://${EXISTING}/`;
const isCompared = (host: string): boolean => `.${host}`.endsWith(`.${EXISTING}`);

/** Where an answer leads, or its page. */
type First = { readonly location: string } | { readonly response: { readonly bytes: Uint8Array } };

const TITLE = /<title>\s*([^<]{1,200})/i;
const MOST_BYTES = 8_192;

/** What such a network would show in each of its answers: the host that it redirects to, else the title of its page. */
function signOf(answer: First, from: string): string | undefined {
  if ('location' in answer)
    return isUrl(answer.location, from) ? new URL(answer.location, from).host : undefined;
  return TITLE.exec(Buffer.from(answer.response.bytes.subarray(0, MOST_BYTES)).toString('latin1'))?.[1];
}

export class CaptivePortalDetector {
  /** What the other server showed. A computer moves to other networks while a watch runs. */
  #known: { readonly sign: Promise<string | undefined>; readonly since: number } | undefined;

  /** Throws `captive_portal` if the first answer of a source is also the answer to `COMPARED`, which `ask` fetches now and then. */
  async check({ url, exempt }: Checked, answer: First, ask: () => Promise<First>): Promise<void> {
    if (url.protocol !== 'http:' || exempt || isCompared(url.hostname)) return;
    const sign = signOf(answer, url.href);
    if (sign === undefined || sign === url.host || isCompared(sign)) return;
    const now = performance.now();
    if (!this.#known || now - this.#known.since >= KEPT_MS) {
      const other = ask().then((answer) => signOf(answer, COMPARED));
      this.#known = { sign: other.catch(() => undefined), since: now };
    }
    if (sign === (await this.#known.sign))
      throw new Fault('captive_portal', { host: 'location' in answer ? sign : url.host });
  }
}
