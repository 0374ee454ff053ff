/** The web address of a source. */
import type { Citation, Finding, Target } from '../../core/model';
import { doiAddress, workUrl } from '../../core/text/works/workUrl';
import { safeLink } from './labels';

/** The web address of a target; undefined if it has none or is described only in words. */
function pointedAt(target: Target): string | undefined {
  if (target.kind === 'url') return target.url;
  if (target.kind !== 'work') return undefined;
  // Delimiters in a DOI that would end a URL are encoded.
  return target.doi === undefined ? workUrl(target) : `https://doi.org/${doiAddress(target.doi)}`;
}

/** Where a source was read, else its archived copy. */
const readAt = (finding: Finding | undefined): string | undefined =>
  finding?.stage === 'unresolved' ? finding.archived : finding?.source.location;

/** Where a citation's source was read, else its archived copy, else its target, whatever the scheme. */
export const linkOf = ({ target }: Citation, finding: Finding | undefined): string | undefined =>
  readAt(finding) ?? pointedAt(target);

/** The first of the same places that may be opened. */
export const addressOf = ({ target }: Citation, finding: Finding | undefined): string | undefined =>
  [readAt(finding), pointedAt(target)].flatMap((one) => safeLink(one ?? '') ?? [])[0];
