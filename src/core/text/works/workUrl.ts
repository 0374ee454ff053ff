/** URLs of works. */
import type { Work } from '../../model';

/** The URL at which a reader can open a work. */
export function workUrl(work: Work): string | undefined {
  if (work.doi) return `https://doi.org/${work.doi}`;
  if (work.arxiv) return `https://arxiv.org/abs/${work.arxiv}`;
  if (work.pmid) return `https://pubmed.ncbi.nlm.nih.gov/${work.pmid}/`;
  if (work.pmcid) return `https://pmc.ncbi.nlm.nih.gov/articles/${work.pmcid}/`;
  if (work.rfc) return `https://www.rfc-editor.org/rfc/rfc${work.rfc}`;
  return work.url;
}

/** A DOI as the path of a URL. Characters that would end a link or word are percent-encoded; lone surrogates become U+FFFD. */
export const doiAddress = (doi: string): string =>
  encodeURI(doi.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    /[()<>#?]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
