/** Where a source stands on the web. */
import { doiAddress } from '../core/amend/links';
import type { Citation, Finding, Target } from '../core/model';
import { safeLink } from './words';

/** The address that a target stands for; nothing for what is not on the web, or named by words alone. */
function pointedAt(target: Target): string | undefined {
  if (target.kind === 'url') return target.url;
  if (target.kind !== 'work') return undefined;
  const { doi, arxiv, pmid, pmcid, rfc, url } = target;
  if (doi !== undefined) return `https://doi.org/${doiAddress(doi)}`;
  if (arxiv !== undefined) return `https://arxiv.org/abs/${arxiv}`;
  if (pmid !== undefined) return `https://pubmed.ncbi.nlm.nih.gov/${pmid}/`;
  if (pmcid !== undefined) return `https://pmc.ncbi.nlm.nih.gov/articles/${pmcid}/`;
  return rfc === undefined ? url : `https://www.rfc-editor.org/rfc/rfc${rfc}`;
}

/** Where a citation's source was read, else its archived copy, else what it points at; only https (V18). */
export function addressOf({ target }: Citation, finding: Finding | undefined): string | undefined {
  const found = finding?.stage === 'unresolved' ? finding.archived : finding?.source.location;
  return [found, pointedAt(target)].flatMap((one) => (one === undefined ? [] : (safeLink(one) ?? [])))[0];
}
