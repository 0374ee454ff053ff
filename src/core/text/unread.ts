/** What of a source could not be read. */
import { reason, type Reason } from '../causes';
import type { Source } from '../model';

/** Why a source may say more than its text; undefined if it was read whole. */
export function unreadPart({ depth, truncated }: Pick<Source, 'depth' | 'truncated'>): Reason | undefined {
  if (depth !== 'full') return reason(depth === 'metadata' ? 'only_metadata' : 'only_abstract');
  return truncated ? reason('only_part') : undefined;
}
