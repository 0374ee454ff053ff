/** Addresses that recorded Crossref records give for a work: its landing page and full texts, next to the DOI on record. */
import { readJsonl } from '../../data';

type Item = {
  readonly DOI?: unknown;
  readonly resource?: { readonly primary?: { readonly URL?: string } };
  readonly link?: readonly { readonly URL?: string }[];
  readonly 'alternative-id'?: readonly string[];
};
export type RecordedAddress = {
  readonly url: string;
  readonly doi: string;
  readonly others: readonly string[];
};

/** Every object of a parsed answer. */
function* objects(value: unknown): Generator<Item> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value;
  for (const inner of Object.values(value)) yield* objects(inner);
}

function addressesOf({ DOI, resource, link, 'alternative-id': others = [] }: Item): RecordedAddress[] {
  if (typeof DOI !== 'string') return [];
  const texts = link === undefined || !('map' in link) ? [] : link.map(({ URL }) => URL);
  return [resource?.primary?.URL, ...texts].flatMap((url) =>
    url === undefined ? [] : [{ url, doi: DOI.toLowerCase(), others }],
  );
}

/** The distinct addresses of `api_fixtures`. */
export function recordedAddresses(folder: string): RecordedAddress[] {
  const found = new Map<string, RecordedAddress>();
  for (const { api, body } of readJsonl<{ api: string; body?: string }>(folder, 'responses.jsonl')) {
    if (api !== 'api.crossref.org' || !body?.startsWith('{')) continue;
    for (const item of objects(parsed(body)))
      for (const address of addressesOf(item)) found.set(address.url, address);
  }
  return [...found.values()];
}

/** Some recorded answers are cut. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
