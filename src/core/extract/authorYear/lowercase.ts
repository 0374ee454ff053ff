/** One name in lower case before a year, as careless writers and copies have it: `as proposed by kaiser (1974)`. */
import type { Token } from './nameRuns';
import { LEADS, SAYS, stops } from './lexicon';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** What an author does, before `by` and the name. */
const DONE = set(
  'advocated argued described detailed introduced noted observed outlined proposed recommended reported stated suggested',
);
/** Nobody's name, though it stands where a name does: `reported by country (2020)`, `However, research (2019) shows`. */
const THINGS = set(
  'account agency analysis article author board bureau category city class commission committee committees company consensus council country county court data default department design district evidence expert federation gender government group hand history industry institute language law literature management market ministry month nature opinion paper party people police press product province quarter region research science section sector source staff state study survey team theory topic type union value volume week work world year',
);
const SMALL = /^\p{Ll}[\p{L}'’-]{3,}$/u;

/** The name that the last of `ts` is, where the words before it or `behind` the year tell that it is one. */
export function smallName(
  ts: readonly Token[],
  behind: string,
):
  | {
      readonly from: number;
      readonly authors: readonly string[];
      readonly strong: false;
      readonly etAl: false;
    }
  | undefined {
  const last = ts.at(-1);
  const name = last?.text ?? '';
  if (!last || !SMALL.test(name) || name.endsWith('s') || stops(name) || LEADS.has(name) || THINGS.has(name))
    return undefined;
  const [one = '', two = ''] = [ts.at(-3)?.text.toLowerCase(), ts.at(-2)?.text.toLowerCase()];
  // `detailed in aoaC (2005)`: what has a capital within is no common word.
  const source = two === 'by' || (two === 'in' && /\p{Lu}/u.test(name));
  const told = (source && DONE.has(one)) || (two === 'to' && one === 'according');
  // At the beginning of a sentence or a clause, whose end may be part of the word before.
  const acts = /^$|[.,;:!?)]$/.test(two) && SAYS.test(behind);
  return told || acts ? { from: last.at, authors: [name], strong: false, etAl: false } : undefined;
}
