/** Detects networks that require a sign-in: they redirect every plain-http page to the same address. */
import { Fault } from './faults';
import { getOrMake } from '../../core/text/maps';

const HOSTS_NEEDED = 3;

export class CaptivePortalDetector {
  readonly #sentBy = new Map<string, Set<string>>();

  /** Records the first redirect of a source; throws `captive_portal` once several unrelated hosts redirect to the same address. */
  redirected(from: URL, to: URL): void {
    if (from.protocol !== 'http:' || from.hostname === to.hostname) return;
    const hosts = getOrMake(this.#sentBy, to.href, () => new Set()).add(from.hostname);
    if (hosts.size >= HOSTS_NEEDED) {
      throw new Fault('captive_portal', { host: to.host });
    }
  }
}
