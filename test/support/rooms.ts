/** Every folder of cases, for `npm run fixtures`. */
import { room as extract } from '../core/extract/cases';
import { room as text } from '../core/text/cases';
import type { Room } from './cases';

export { namesIn, printed, resultsOf } from './cases';
export const ROOMS: readonly Room[] = [extract, text];
