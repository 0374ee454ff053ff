/** DataCite: DOIs of data sets, software, theses, reports and arXiv preprints. */
import { reason } from '../../causes';
import type { Notice } from '../../model';
import { at, compact, list, num, str } from '../../text/jsonFields';
import { askJson, doiPath, hitOf, listed, lookupAt, personal, query, searchWords } from '../registry';
import type { RegistryHit, Registry } from '../registry';
import { plain } from '../xml';
import { prefixNotice } from './crossref';

function relatedNotices(attributes: unknown): readonly Notice[] {
  return list(attributes, 'relatedIdentifiers').flatMap((related): Notice[] => {
    const relation = str(related, 'relationType');
    const id = str(related, 'relatedIdentifier');
    const url = /^10\./.test(id) ? `https://doi.org/${id}` : /^https?:/.test(id) ? id : '';
    if (relation === 'IsPreviousVersionOf' || relation === 'IsObsoletedBy' || relation === 'IsReplacedBy')
      return [compact<Notice>({ kind: 'newer-version', ...reason('newer_version'), url })];
    return [];
  });
}

function read(data: unknown): RegistryHit | undefined {
  const attributes = at(data, 'attributes');
  const doi = (str(attributes, 'doi') || str(data, 'id')).toLowerCase();
  const title = plain(str(attributes, 'titles', 0, 'title'));
  if (doi === '' || title === '') return undefined;
  const abstract = list(attributes, 'descriptions').find((d) => str(d, 'descriptionType') === 'Abstract');
  const publisher = str(attributes, 'publisher') || str(attributes, 'publisher', 'name');
  const arxiv = /^10\.48550\/arxiv\.(.+)$/.exec(doi)?.[1];
  const hidden: Notice = { kind: 'withdrawn', ...reason('doi_hidden') };
  return hitOf({
    via: 'datacite',
    record: {
      doi,
      arxiv,
      title,
      year: num(attributes, 'publicationYear'),
      venue: str(attributes, 'container', 'title') || publisher,
    },
    authors: list(attributes, 'creators').map(
      (c) => personal(str(c, 'familyName'), str(c, 'givenName')) || str(c, 'name'),
    ),
    venues: [publisher],
    years: list(attributes, 'dates').map((d) => num(str(d, 'date').slice(0, 4))),
    url: `https://doi.org/${doi}`,
    notices: [
      ...prefixNotice(title),
      ...relatedNotices(attributes),
      ...(at(attributes, 'state') === 'registered' ? [hidden] : []),
    ],
    abstract: plain(str(abstract, 'description')),
  });
}

export const datacite: Registry = {
  endpoint: 'datacite',
  label: 'DataCite',
  lookup: lookupAt(
    ({ doi, arxiv }) => {
      const known = doi ?? (arxiv && `10.48550/arxiv.${arxiv.replace(/v\d{1,3}$/, '')}`);
      return known && `/dois/${doiPath(known)}`;
    },
    (json) => listed([at(json, 'data')], read),
  ),
  search: (wanted, ask) =>
    askJson(ask, `/dois?${query({ query: searchWords(wanted), 'page[size]': wanted.limit })}`, (json) =>
      listed(at(json, 'data'), read),
    ),
};
