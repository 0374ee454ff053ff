/** The registries, one per row, and which are queried for what. A new registry is a file in `registries/` and a row here. */
import type { Work } from '../../model';
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

/** By the name of their endpoint. */
export const REGISTRIES = {
  crossref,
  datacite,
  doi: doiOrg,
  openalex,
  pubmed,
  arxiv,
  semanticscholar,
  europepmc,
  openlibrary,
  rfc: rfcEditor,
} as const;

export type Route = {
  readonly key: 'doi' | 'pmid' | 'pmcid' | 'arxiv' | 'isbn' | 'rfc' | 'pii';
  /** What precedes the identifier in a text. */
  readonly prefix: string;
  /** Groups queried in turn until one has the record; the members of a group are queried at once. */
  readonly groups: readonly (readonly Registry[])[];
  /** If all of one of these groups answer without such a record, it doesn't exist, and no other is queried. */
  readonly settled: readonly (readonly Registry[])[];
};

export const labelOf = ({ key, prefix }: Route, work: Work): string => `${prefix}${work[key] ?? ''}`;

/** The registries for each identifier, in order of preference of the identifiers. */
export const ROUTES: readonly Route[] = [
  { key: 'doi', prefix: 'DOI ', groups: [[crossref], [datacite, doiOrg], [openalex]], settled: [[doiOrg]] },
  { key: 'pmid', prefix: 'PMID ', groups: [[pubmed], [europepmc]], settled: [[pubmed], [europepmc]] },
  { key: 'pmcid', prefix: '', groups: [[europepmc], [pubmed], [openalex]], settled: [[europepmc, pubmed]] },
  // arXiv's API sends an empty feed at times; its identifiers are DOIs of DataCite's too.
  {
    key: 'arxiv',
    prefix: 'arXiv:',
    groups: [[arxiv], [datacite, openalex, semanticscholar]],
    settled: [[arxiv, datacite]],
  },
  { key: 'isbn', prefix: 'ISBN ', groups: [[openlibrary], [crossref]], settled: [[openlibrary, crossref]] },
  { key: 'pii', prefix: 'PII ', groups: [[crossref]], settled: [[crossref]] },
  { key: 'rfc', prefix: 'RFC ', groups: [[rfcEditor]], settled: [[rfcEditor]] },
];

/** An arXiv DOI names the preprint, which arXiv knows best. */
export const ARXIV_DOI = /^10\.48550\/arxiv\.(.+)$/i;

/** The registries to search, in groups queried in turn until one has the work. */
export const SEARCHED: readonly (readonly Registry[])[] = [
  [crossref, openalex, pubmed],
  [semanticscholar, arxiv, europepmc, openlibrary],
];
