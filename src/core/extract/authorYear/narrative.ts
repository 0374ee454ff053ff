/** Reads the names before a bracket with years: `as Smith and Lee (2010) say`, `as proposed by kaiser (1974)`. */
import { HAN, hanNamesEnding, isHanPerson, isPerson } from './cjkNames';
import { endsSentence, namesEnding } from './nameRuns';
import { tokens, type Token } from './markerTokens';
import { LEADS, SAYS, stops } from './lexicon';
import { wordSet } from '../../text/wordSet';

export type NamesBefore = {
  readonly from: number;
  readonly authors: readonly string[];
  readonly strong: boolean;
  readonly etAl: boolean;
  /** Whether it is only a name if a reference has it. */
  readonly isUnsure?: true;
};

/** The names at the end of `before` (`… as Smith et al.`), and where they begin; undefined if none. `behind` follows the year. */
export function namesBefore(before: string, behind: string): NamesBefore | undefined {
  const ts = tokens(before.replace(/['’]s?\s*$/, ''));
  // `Portable Scanner. (n.d.)` begins a reference.
  if (ts.length > 0 && endsSentence(ts.at(-1)?.text ?? '')) return undefined;
  const found = namesEnding(ts, ts.length);
  if (!found) return smallName(ts, behind);
  // `Smith et al., (2020)`
  if (ts.at(-1)?.text === ',' && !found.names.etAl) return undefined;
  // `№ 264-ФЗ (2006)`
  if (/\d[-‐]$/.test(before.slice(0, ts[found.k]?.at))) return undefined;
  const { names } = found;
  const best = { from: ts[found.k]?.at ?? 0, authors: names.authors, strong: names.strong, etAl: names.etAl };
  const last = ts.at(-1);
  if (!last || OTHERS.test(last.text) || !HAN.test(last.text)) return best;
  const han = hanNamesEnding(last.text);
  if (!han) return undefined;
  const more = han.lead === 0 ? hanBefore(ts) : undefined;
  const authors = more ? [...more.authors, ...han.authors] : han.authors;
  return {
    from: more?.from ?? last.at + han.lead,
    authors,
    strong: han.etAl || authors.length > 1,
    etAl: han.etAl,
    ...(han.isUnsure && { isUnsure: true }),
  };
}

/** “And others” behind a name in other letters: `Chen等（2023）`. */
const OTHERS = /^(?:等人?|ら|他)$/;

/** `王小明、李红`: the persons before the last, separated by marks. */
function hanBefore(ts: readonly Token[]): { from: number; authors: readonly string[] } | undefined {
  const authors: string[] = [];
  let from = 0;
  for (let k = ts.length - 2; k > 0 && ts[k]?.text === '、' && authors.length < 10; k -= 2) {
    const token = ts[k - 1];
    const han = token && HAN.test(token.text) ? hanNamesEnding(token.text) : undefined;
    if (!token || !han || !(han.lead === 0 ? isPerson : isHanPerson)(han.authors[0] ?? '')) break;
    authors.unshift(...han.authors);
    from = token.at + han.lead;
    if (han.lead > 0) break;
  }
  return authors.length === 0 ? undefined : { from, authors };
}

/** What an author does, before `by` and the name. */
const DONE = wordSet(
  'advocated argued described detailed introduced noted observed outlined proposed recommended reported stated suggested',
);
/** Words in the place of a name that aren't names: `reported by country (2020)`, `However, research (2019) shows`. */
const THINGS = wordSet(
  'account agency analysis article author board bureau category city class commission committee committees company consensus council country county court data default department design district evidence expert federation gender government group hand history industry institute language law literature management market ministry month nature opinion paper party people police press product province quarter region research science section sector source staff state study survey team theory topic type union value volume week work world year',
);
const SMALL = /^\p{Ll}[\p{L}'’-]{3,}$/u;

/** The last of `ts` as a name, if the words before it or after the year indicate one. */
function smallName(ts: readonly Token[], behind: string): NamesBefore | undefined {
  const last = ts.at(-1);
  const name = last?.text ?? '';
  if (!last || !SMALL.test(name) || name.endsWith('s') || stops(name) || LEADS.has(name) || THINGS.has(name))
    return undefined;
  const [one = '', two = ''] = [ts.at(-3)?.text.toLowerCase(), ts.at(-2)?.text.toLowerCase()];
  // `detailed in aoaC (2005)`: a capital inside excludes a common word.
  const source = two === 'by' || (two === 'in' && /\p{Lu}/u.test(name));
  const told = (source && DONE.has(one)) || (two === 'to' && one === 'according');
  // At the beginning of a sentence or a clause, whose start may be the end of the word before.
  const acts = /^$|[.,;:!?)]$/.test(two) && SAYS.test(behind);
  return told || acts ? { from: last.at, authors: [name], strong: false, etAl: false } : undefined;
}
