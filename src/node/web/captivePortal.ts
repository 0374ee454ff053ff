/** Tells a network that asks for a sign-in: it sends every plain-http page to one and the same address. */
import { Fault } from './faults';

const HOSTS_NEEDED = 3;

export class CaptivePortalDetector {
  readonly #sentBy = new Map<string, Set<string>>();

  /** Takes the first redirect of a source; throws `captive_portal` when this many unrelated hosts lead to the same address. */
  redirected(from: URL, to: URL): void {
    if (from.protocol !== 'http:' || from.hostname === to.hostname) return;
    const hosts = this.#sentBy.get(to.href) ?? new Set();
    this.#sentBy.set(to.href, hosts.add(from.hostname));
    if (hosts.size >= HOSTS_NEEDED) {
      throw new Fault('captive_portal', { host: to.host });
    }
  }
}
