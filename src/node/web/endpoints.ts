/** Base URLs of the registries, and the request rate that each grants to clients without a key, as its documentation states it. */
import type { Endpoint } from '../../core/ports';

type Row = {
  readonly base: string;
  /** Minimum interval between two requests. The comment above each row says where it comes from. */
  readonly everyMs: number;
};

/** The base is the service's origin; requests add their path, such as `/works/10.1000/1` or `/entrez/eutils/esummary.fcgi?…`. */
export const ENDPOINTS: Readonly<Record<Endpoint, Row>> = {
  // 5 a second for clients that give no address: https://www.crossref.org/documentation/retrieve-metadata/rest-api/access-and-authentication/
  crossref: { base: 'https://api.crossref.org', everyMs: 200 },
  // 500 in 5 minutes without identification: https://support.datacite.org/docs/rate-limit
  datacite: { base: 'https://api.datacite.org', everyMs: 600 },
  // States none; the pace of its largest agency.
  doi: { base: 'https://doi.org', everyMs: 100 },
  // 100 a second at most, and an allowance a day: https://developers.openalex.org/api-reference/authentication
  openalex: { base: 'https://api.openalex.org', everyMs: 100 },
  // 3 a second without a key: https://www.ncbi.nlm.nih.gov/books/NBK25497/
  pubmed: { base: 'https://eutils.ncbi.nlm.nih.gov', everyMs: 350 },
  // One in 3 seconds: https://info.arxiv.org/help/api/tou.html
  arxiv: { base: 'https://export.arxiv.org', everyMs: 3_000 },
  // 100 in 5 minutes, shared by all without a key: https://www.semanticscholar.org/product/api
  semanticscholar: { base: 'https://api.semanticscholar.org', everyMs: 3_000 },
  // 10 a second: https://europepmc.org/RestfulWebService
  europepmc: { base: 'https://www.ebi.ac.uk', everyMs: 100 },
  // 3 a second for clients that name themselves: https://openlibrary.org/developers/api
  openlibrary: { base: 'https://openlibrary.org', everyMs: 350 },
  // States none.
  rfc: { base: 'https://www.rfc-editor.org', everyMs: 200 },
  // 100,000 a day: https://unpaywall.org/products/api
  unpaywall: { base: 'https://api.unpaywall.org', everyMs: 100 },
  // States none for the availability service; it answers 429 when asked faster.
  wayback: { base: 'https://archive.org', everyMs: 500 },
};
