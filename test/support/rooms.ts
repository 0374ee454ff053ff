/** Every folder of cases, for `npm run fixtures`. */
import { room as extract } from '../core/extract/cases';
import { room as text } from '../core/text/cases';
import { room as actions } from '../core/actions/cases';
import { room as judge } from '../core/judge/cases';
import { room as read } from '../node/read/cases';
import { room as resolve } from '../core/resolve/cases';
import { room as transcript } from '../core/transcript/cases';
import { room as edits } from '../core/edits/cases';
import { room as registries } from '../core/resolve/registries/cases';
import { room as bibliographies } from '../core/extract/references/cases';
import type { Room } from './cases';

export { namesIn, printedCases } from './cases';
export const ROOMS: readonly Room[] = [
  extract,
  text,
  actions,
  read,
  judge,
  resolve,
  transcript,
  edits,
  registries,
  bibliographies,
];
