/**
 * Decides before any packet which URLs may be fetched: scheme, credentials, port, local names, literal addresses, allowed domains. Every
 * redirect hop is checked too. Names are checked again after resolving (`transport.ts`).
 */
import { isIP } from 'node:net';
import { fail, reason, type Cause, type Facts } from '../../core/causes';
import { DEFAULTS } from '../../core/defaults';
import type { Failure } from '../../core/model';
import { refusal } from './address';
import { attempt } from '../../core/attempt';

export type GuardPolicy = {
  /** If not empty, only these domains and their subdomains. Only ever narrows. */
  readonly allowDomains?: readonly string[] | undefined;
  /** Exact `HOST:PORT` pairs (IPv6 as `[::1]:80`) that may use a non-public address or an unusual port. */
  readonly allowHosts?: readonly string[] | undefined;
  /** Ports allowed in addition to the default ones. */
  readonly ports?: readonly number[];
};

/** A URL that passed the checks, with what the transport needs. */
export type Checked = {
  /** Without fragment and trailing dot: the request uses exactly what was checked. */
  readonly url: URL;
  /** Without brackets and trailing dot. */
  readonly host: string;
  readonly port: number;
  /** The host is an address, so there is no resolving and no `lookup` call. */
  readonly literal: boolean;
  /** The user allowed this host: its addresses are pinned, but may be private. */
  readonly exempt: boolean;
};

/** Names that never resolve to the public web, including their subdomains. */
const LOCAL_NAMES =
  'localhost local internal home.arpa lan corp private intranet test invalid onion alt'.split(' ');

/** Letters, digits, hyphens and underscores between dots; no wildcards or spaces. */
const HOST_NAME = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;

/** Checks a URL as written, or a redirect target relative to `base`; returns it, or why it must not be fetched. */
export function checkUrl(raw: string, policy: GuardPolicy, base?: URL): Checked | Failure {
  const url = parseUrl(raw, base?.href);
  if (url === undefined) return fail('bad_url');
  if (!/^https?:$/.test(url.protocol)) return fail('bad_scheme', { scheme: url.protocol });
  if (url.username !== '' || url.password !== '') return blocked(url.host, 'credentials_in_url');
  url.hash = '';
  url.hostname = url.hostname.replace(/\.$/, '');
  const place = {
    url,
    host: plainHost(url.hostname),
    port: url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port),
  };
  const named = `${place.host}:${place.port}`;
  const exempt = (policy.allowHosts ?? []).some((entry) => parseAllowHost(entry) === named);
  const checked = { ...place, literal: isIP(place.host) !== 0, exempt };
  return refusedPlace(checked, policy) ?? checked;
}

/** Normalizes a `HOST:PORT` exception for comparison; undefined if it isn't one. No wildcards, no port 0. */
export function parseAllowHost(text: string): string | undefined {
  const url = /:\d{1,5}$/.test(text) ? parseUrl(`http://${text}`) : undefined;
  if (url?.pathname !== '/' || url.search + url.hash + url.username + url.password !== '') return undefined;
  const host = plainHost(url.hostname);
  if (url.port === '0' || (isIP(host) === 0 && !HOST_NAME.test(host))) return undefined;
  return `${host}:${url.port === '' ? 80 : url.port}`;
}

/** Why these resolved addresses must not be connected to: all must be public, unless the user allowed the host. */
export function refusedAddress(checked: Checked, addresses: readonly string[]): Failure | undefined {
  if (checked.exempt) return undefined;
  for (const address of addresses) {
    if (refusal(address) !== undefined) return blocked(checked.host, 'private_address', { address });
  }
  return undefined;
}

function refusedPlace(checked: Checked, policy: GuardPolicy): Failure | undefined {
  const { host, port, literal, exempt } = checked;
  if (!exempt) {
    if (literal) {
      if (refusal(host) !== undefined) return blocked(host, 'not_public');
    } else if (!HOST_NAME.test(host)) {
      return blocked(host, 'no_public_name');
      // A name without a dot is refused too, because it is searched in the local domain.
    } else if (!host.includes('.') || LOCAL_NAMES.some((name) => isBelow(host, name)))
      return blocked(host, 'local_name');
    const ports: readonly number[] = [...DEFAULTS.ports, ...(policy.ports ?? [])];
    if (!ports.includes(port)) return blocked(host, 'port_denied', { port });
  }
  const domains = policy.allowDomains ?? [];
  if (domains.length > 0 && !domains.some((domain) => isWithin(host, domain))) {
    return fail('not_allowed_domain', { host });
  }
  return undefined;
}

/** Makes the failure for a host that must not be contacted. */
export const blocked = (host: string, why: Cause, facts?: Facts): Failure =>
  fail('blocked_private', { host, what: reason(why, facts) });

/** `example.org`, `*.example.org` and `.example.org` are equivalent, as are both spellings of an international name. */
const isWithin = (host: string, domain: string): boolean =>
  isBelow(host, plainHost(parseUrl(`http://${domain.trim().replace(/^\*?\./, '')}`)?.hostname ?? ''));

const isBelow = (host: string, name: string): boolean => host === name || host.endsWith(`.${name}`);

const parseUrl = (text: string, base?: string): URL | undefined => attempt(() => new URL(text, base));

const plainHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
