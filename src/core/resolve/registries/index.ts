/** The registries, one per row, and which are queried for what. A new registry is a file in `registries/` and a row here. */
import type { Work } from '../../model';
import type { Endpoint } from '../../ports';
import { arxiv } from './arxiv';
import { crossref, doiOrg } from './crossref';
import { datacite } from './datacite';
import { europepmc } from './europepmc';
import { openalex } from './openalex';
import { openlibrary } from './openlibrary';
import { pubmed } from './pubmed';
import { rfcEditor } from './rfc';
import { semanticscholar } from './semanticscholar';
import type { Registry } from '../registry';

/** A registry and its endpoint. */
export type RegistryClient = { readonly registry: Registry; readonly endpoint: Endpoint };
const client = (registry: Registry, endpoint: Endpoint = registry.name): RegistryClient => ({
  registry,
  endpoint,
});

export const REGISTRY_CLIENTS = {
  crossref: client(crossref),
  datacite: client(datacite),
  doi: client(doiOrg, 'doi'),
  openalex: client(openalex),
  pubmed: client(pubmed),
  arxiv: client(arxiv),
  semanticscholar: client(semanticscholar),
  europepmc: client(europepmc),
  openlibrary: client(openlibrary),
  rfc: client(rfcEditor),
} as const;

export type Route = {
  readonly key: 'doi' | 'pmid' | 'pmcid' | 'arxiv' | 'isbn' | 'rfc' | 'pii';
  /** The identifier as text. */
  readonly label: (work: Work) => string;
  /** Groups queried in turn until one has the record; the members of a group are queried at once. */
  readonly groups: readonly (readonly RegistryClient[])[];
  /** If all of one of these groups answer without such a record, it doesn't exist, and no other is queried. */
  readonly settled: readonly (readonly RegistryClient[])[];
};

const {
  crossref: cr,
  datacite: dc,
  doi,
  openalex: oa,
  pubmed: pm,
  arxiv: ax,
  semanticscholar: s2,
} = REGISTRY_CLIENTS;
const { europepmc: ep, openlibrary: ol, rfc } = REGISTRY_CLIENTS;

/** The registries for each identifier, in order of preference of the identifiers. */
export const ROUTES: readonly Route[] = [
  {
    key: 'doi',
    label: (w) => `DOI ${w.doi ?? ''}`,
    groups: [[cr], [dc, doi], [oa]],
    settled: [[doi], [cr, dc]],
  },
  { key: 'pmid', label: (w) => `PMID ${w.pmid ?? ''}`, groups: [[pm], [ep]], settled: [[pm], [ep]] },
  { key: 'pmcid', label: (w) => w.pmcid ?? '', groups: [[ep], [oa]], settled: [[ep]] },
  { key: 'arxiv', label: (w) => `arXiv:${w.arxiv ?? ''}`, groups: [[ax], [oa, s2]], settled: [[ax]] },
  { key: 'isbn', label: (w) => `ISBN ${w.isbn ?? ''}`, groups: [[ol], [cr]], settled: [[ol, cr]] },
  { key: 'pii', label: (w) => `PII ${w.pii ?? ''}`, groups: [[cr]], settled: [[cr]] },
  { key: 'rfc', label: (w) => `RFC ${w.rfc ?? ''}`, groups: [[rfc]], settled: [[rfc]] },
];

/** An arXiv DOI names the preprint, which arXiv knows best. */
export const ARXIV_DOI = /^10\.48550\/arxiv\.(.+)$/i;

/** The registries to search, in groups queried in turn until one has the work. */
export const SEARCHED: readonly (readonly RegistryClient[])[] = [
  [cr, oa, pm],
  [s2, ax, ep, ol],
];
