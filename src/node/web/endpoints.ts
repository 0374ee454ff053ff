/** Base URLs of the registries, and the request rate each asks of clients without a key. */
import type { Endpoint } from '../../core/ports';

type Row = {
  readonly base: string;
  /** Minimum interval between two requests, from the service's terms of use. */
  readonly everyMs: number;
};

/** The base is the service's origin; requests add their path, such as `/works/10.1000/1` or `/entrez/eutils/esummary.fcgi?…`. */
export const ENDPOINTS: Readonly<Record<Endpoint, Row>> = {
  crossref: { base: 'https://api.crossref.org', everyMs: 100 },
  datacite: { base: 'https://api.datacite.org', everyMs: 100 },
  doi: { base: 'https://doi.org', everyMs: 100 },
  openalex: { base: 'https://api.openalex.org', everyMs: 100 },
  pubmed: { base: 'https://eutils.ncbi.nlm.nih.gov', everyMs: 350 },
  arxiv: { base: 'https://export.arxiv.org', everyMs: 3_000 },
  semanticscholar: { base: 'https://api.semanticscholar.org', everyMs: 1_000 },
  europepmc: { base: 'https://www.ebi.ac.uk', everyMs: 100 },
  openlibrary: { base: 'https://openlibrary.org', everyMs: 350 },
  rfc: { base: 'https://www.rfc-editor.org', everyMs: 200 },
  unpaywall: { base: 'https://api.unpaywall.org', everyMs: 100 },
  wayback: { base: 'https://archive.org', everyMs: 500 },
};
