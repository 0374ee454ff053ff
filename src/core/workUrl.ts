/** URLs of works. */
import type { Work } from './model';

/** The URL at which a reader can open a work. */
export function workUrl(work: Work): string | undefined {
  if (work.doi) return `https://doi.org/${work.doi}`;
  if (work.arxiv) return `https://arxiv.org/abs/${work.arxiv}`;
  if (work.pmid) return `https://pubmed.ncbi.nlm.nih.gov/${work.pmid}/`;
  if (work.pmcid) return `https://pmc.ncbi.nlm.nih.gov/articles/${work.pmcid}/`;
  if (work.rfc) return `https://www.rfc-editor.org/rfc/rfc${work.rfc}`;
  return work.url;
}
