/** The interface of registries and their shared helpers. Each registry is one file and one row in `registries/index.ts`. */
import { fail, reason } from '../causes';
import { isFailure, type Failure, type Notice, type Via, type Work } from '../model';
import type { Answer, Endpoint } from '../ports';
import { displayDomain } from '../text/url';
import { compact, parseJson } from '../text/jsonFields';
import type { Recorded } from './match';

export type RegistryName = Endpoint & Via;

/** One record of a registry. */
export type RegistryHit = Recorded & {
  readonly via: RegistryName;
  /** A page that a person can open. */
  readonly url: string;
  readonly abstract?: string;
  /** Addresses of the full text that anyone may read. */
  readonly open: readonly string[];
  readonly notices: readonly Notice[];
  /** The record is a notice about a work, or a review of it, not the work. */
  readonly about?: boolean;
};

/** What a registry says about a work; its empty fields are `''`, which also occurs among names and years. */
type Draft = Pick<RegistryHit, 'via' | 'url'> &
  Partial<Pick<RegistryHit, 'venues' | 'abstract' | 'open' | 'notices' | 'about'>> & {
    readonly record: Omit<Parameters<typeof compact<Work>>[0], 'authors'>;
    readonly authors: readonly string[];
    readonly years?: readonly (number | undefined)[];
  };

/** The stronger or first notice of each kind. */
export const distinct = (notices: readonly Notice[]): readonly Notice[] =>
  notices.filter((n, i) => notices.findIndex((other) => other.kind === n.kind && other.url === n.url) === i);

const filled = (texts: readonly string[]): readonly string[] => texts.filter((text) => text !== '');

/** A record without what its registry leaves empty. */
export const hitOf = ({ record, authors, open = [], notices = [], about, ...rest }: Draft): RegistryHit => {
  const { via, url, abstract, venues = [], years = [] } = rest;
  const known = { abstract, venues: filled(venues), years: years.filter((year) => year !== undefined) };
  return {
    ...{ via, url, open, notices: distinct(notices), ...(about && { about }) },
    record: compact<Work>({ ...record, authors: filled(authors) }),
    ...compact<Pick<RegistryHit, 'abstract' | 'venues' | 'years'>>(known),
  };
};

/** Asks the registry: its own path and query. */
export type Ask = (path: string, accept?: string) => Promise<Answer | Failure>;

export type Query = {
  /** Words to look for: a title, a topic, or a reference as written. */
  readonly text: string;
  readonly title?: string;
  readonly authors?: readonly string[];
  readonly from?: number;
  readonly to?: number;
  readonly limit: number;
};

/** Records; empty if the registry does not know the work. */
export type Hits = readonly RegistryHit[] | Failure;
/** Schemas for the parts of an answer; undefined for a part that is not a record. */
type Read = readonly (RegistryHit | undefined)[];

export type Registry = {
  readonly endpoint: Endpoint;
  readonly label: string;
  /** Looks one work up by an identifier; nothing when the registry does not know that kind of identifier. */
  readonly lookup?: (work: Work, ask: Ask) => Promise<Hits> | undefined;
  readonly search?: (query: Query, ask: Ask) => Promise<Hits>;
};

/**
 * The failure that an answer's status means, if it means one. 404 and 410 are an answer: the registry has no such record. From elsewhere they
 * aren't: doi.org redirects to the agency of a DOI, which may not describe it.
 */
export function failureOf({ status, url, isElsewhere }: Answer): Failure | undefined {
  const facts = { host: displayDomain(url), status };
  if (status === 429) return fail('rate_limited', facts);
  if (status === 401 || status === 403) return fail('access_denied', facts);
  if (status >= 500) return fail('server_error', facts);
  return status >= 300 && (isElsewhere || !isNoRecord(status)) ? fail('unexpected_status', facts) : undefined;
}

const isNoRecord = (status: number): boolean => status === 404 || status === 410;

/** For searches: 404 and 410 mean a wrong endpoint, not an unknown work. */
export const searching =
  (ask: Ask): Ask =>
  async (path, accept) => {
    const answer = await ask(path, accept);
    return !isFailure(answer) && isNoRecord(answer.status)
      ? fail('unexpected_status', { host: displayDomain(answer.url), status: answer.status })
      : answer;
  };

/** Requests text and parses it with `read`, which returns undefined for other formats; a missing record is `undefined` too. */
export async function askFor(
  ask: Ask,
  path: string,
  read: (body: string) => Read | undefined,
  accept?: string,
): Promise<Hits> {
  const answer = await ask(path, accept);
  if (isFailure(answer)) return answer;
  const failure = failureOf(answer);
  if (failure) return failure;
  if (isNoRecord(answer.status)) return [];
  const what = reason('wrong_format');
  const hits = read(answer.body)?.filter((hit) => hit !== undefined);
  return hits ?? fail('bad_response', { host: displayDomain(answer.url), what });
}

/** The same for JSON. */
export const askJson = (
  ask: Ask,
  path: string,
  read: (json: unknown) => Read | undefined,
  accept = 'application/json',
) =>
  askFor(
    ask,
    path,
    (body) => {
      const json = parseJson(body);
      return json === undefined ? undefined : read(json);
    },
    accept,
  );

/** The records in an array of an answer; undefined if there is no array, or none of its entries is a record: that is no answer. */
export function listed(
  found: unknown,
  read: (entry: unknown) => RegistryHit | undefined,
): readonly RegistryHit[] | undefined {
  if (!Array.isArray(found)) return undefined;
  const hits = found.map(read).filter((hit) => hit !== undefined);
  return hits.length > 0 || found.length === 0 ? hits : undefined;
}

/** What the first way finds, else the second; a failure of the first, unless the second finds something. */
export async function either(first: Promise<Hits>, second: () => Promise<Hits>): Promise<Hits> {
  const found = await first;
  if (!isFailure(found) && found.length > 0) return found;
  const other = await second();
  return isFailure(found) && (isFailure(other) || other.length === 0) ? found : other;
}

/** A lookup that asks for JSON at the path of a work; nothing for a work without one. */
export const lookupAt =
  (
    pathOf: (work: Work) => string | undefined,
    read: (json: unknown, work: Work) => Read | undefined,
    accept?: string,
  ): NonNullable<Registry['lookup']> =>
  (work, ask) => {
    const path = pathOf(work);
    return path === undefined ? undefined : askJson(ask, path, (json) => read(json, work), accept);
  };

/** `key=value` pairs as a query string; empty values are left out. */
export const query = (parameters: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(parameters)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([key, value]) => `${key}=${encodeURIComponent(value ?? '')}`)
    .join('&');

/**
 * A DOI in a path: encoded except for slashes, as registries expect. If a URL parser would read a part as a step to another folder (`..`),
 * everything is encoded, so that a DOI can't address another endpoint of the service.
 */
export function doiPath(doi: string): string {
  const parts = doi.split('/');
  return parts.some((part) => /^\.{1,2}$/.test(part))
    ? encodeURIComponent(doi)
    : parts.map(encodeURIComponent).join('/');
}

/** The year in a date of any spelling. */
export function yearOf(date: string): number | undefined {
  const found = /\b(1[5-9]\d\d|20\d\d)/.exec(date.slice(0, 80))?.[1];
  return found === undefined ? undefined : Number(found);
}

/** Longest query that is sent: a reference, never a page. */
export const LONGEST_QUERY = 400;

/** The words to search for: title and first author if they could be parsed, else the reference without addresses and marks. */
export function searchWords({ title, authors, text }: Query): string {
  const words = title === undefined ? text : `${title} ${authors?.[0]?.split(',')[0] ?? ''}`;
  return words
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(/[?*"!|&()[\]{}\\^~<>:;]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_QUERY);
}

/** Family name first, as the model has it. */
export const personal = (family: string, given: string): string =>
  family !== '' && given !== '' ? `${family}, ${given}` : family || given;
