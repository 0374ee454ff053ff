/** Semantic Scholar's Graph API: conference papers without a DOI, and open PDFs. */
import type { Work } from '../../model';
import { compact, list, num, str } from '../jsonFields';
import { askJson, doiPath, query, searchWords, type RegistryHit, type Registry } from '../registry';
import { plain } from '../xml';
import { prefixNotice } from './crossref';

const FIELDS = 'title,abstract,authors,year,venue,externalIds,openAccessPdf,publicationVenue,url';

function read(paper: unknown): RegistryHit | undefined {
  const title = plain(str(paper, 'title'));
  if (title === '') return undefined;
  const ids = (name: string) => str(paper, 'externalIds', name);
  const pmc = ids('PubMedCentral').replace(/^PMC/i, '');
  const pdf = str(paper, 'openAccessPdf', 'url');
  return {
    via: 'semanticscholar',
    record: compact<Work>({
      doi: ids('DOI').toLowerCase(),
      arxiv: ids('ArXiv'),
      pmid: ids('PubMed'),
      pmcid: pmc && `PMC${pmc}`,
      title,
      authors: list(paper, 'authors')
        .map((a) => str(a, 'name'))
        .filter((name) => name !== ''),
      year: num(paper, 'year'),
      venue: str(paper, 'venue'),
    }),
    venues: [
      str(paper, 'publicationVenue', 'name'),
      ...list(paper, 'publicationVenue', 'alternate_names').map((n) => str(n)),
    ].filter((v) => v !== ''),
    url: str(paper, 'url') || `https://www.semanticscholar.org/paper/${str(paper, 'paperId')}`,
    open: /^https?:\/\//.test(pdf) ? [pdf] : [],
    notices: prefixNotice(title),
    ...compact<{ abstract?: string }>({ abstract: plain(str(paper, 'abstract')) }),
  };
}

function key({ doi, arxiv, pmid, pmcid }: Work): string | undefined {
  if (doi !== undefined) return `DOI:${doiPath(doi)}`;
  if (arxiv !== undefined) return `ARXIV:${doiPath(arxiv.replace(/v\d{1,3}$/, ''))}`;
  if (pmid !== undefined) return `PMID:${pmid}`;
  return pmcid === undefined ? undefined : `PMCID:${pmcid.replace(/^PMC/i, '')}`;
}

export const semanticscholar: Registry = {
  name: 'semanticscholar',
  label: 'Semantic Scholar',
  lookup: (work, ask) => {
    const id = key(work);
    return id === undefined
      ? undefined
      : askJson(ask, `/graph/v1/paper/${id}?${query({ fields: FIELDS })}`, (json) =>
          [read(json)].filter((h) => h !== undefined),
        );
  },
  search: (wanted, ask) => {
    const years =
      wanted.from === undefined && wanted.to === undefined ? '' : `${wanted.from ?? ''}-${wanted.to ?? ''}`;
    const words = searchWords(wanted.title === undefined ? wanted : { ...wanted, authors: [] }).replaceAll(
      '-',
      ' ',
    );
    return askJson(
      ask,
      `/graph/v1/paper/search?${query({ query: words, limit: wanted.limit, year: years, fields: FIELDS })}`,
      (json) =>
        list(json, 'data')
          .map(read)
          .filter((h) => h !== undefined),
    );
  },
};
