/** Compares titles, authors, venues and whole references with a record: the pairs in `cases/`, with ` ⇄ ` between the two sides. */
import type { Work } from '../../../src/core/model';
import { parseTarget } from '../../../src/core/resolve';
import { matchAuthors, readName, sameName } from '../../../src/core/resolve/authorAgreement';
import { matchWork } from '../../../src/core/resolve/match';
import { matchTitles } from '../../../src/core/resolve/titleAgreement';
import { isVenue, matchVenues } from '../../../src/core/resolve/venue';
import { parseReference } from '../../../src/core/text/works/reference';
import { roomOf } from '../../support/cases';

export const RECORD: Work = {
  title: 'Colour of coastal lamps and the sleep of gulls',
  authors: ['Müller, Jürgen', 'de la Cruz, Ana María', 'Lee, Kim'],
  year: 2019,
  venue: 'Journal of Coastal Light',
};

const sides = (text: string): readonly [string, string] => {
  const [a = '', b = ''] = text.split(' ⇄ ');
  return [a, b];
};
/** The verdict of a comparison, or both if it depends on which side is cited. */
const bothWays = (text: string, compare: (cited: string, record: string) => string): string => {
  const [a, b] = sides(text);
  const [there, back] = [compare(a, b), compare(b, a)];
  return there === back ? there : `${there}, the other way ${back}`;
};
const names = (text: string): readonly string[] => text.split(' | ');

/** The option `record` changes fields of `RECORD`, or removes them with null; `cited` adds fields that a reference shows elsewhere. */
type Changes = { readonly [field in keyof Work]?: Work[field] | null };
const changed = (changes: Changes): Work =>
  Object.fromEntries(
    Object.entries<unknown>({ ...RECORD, ...changes }).filter(([, value]) => value !== null),
  );

export const room = roomOf('test/core/resolve/cases', {
  titles: (text) => bothWays(text, (a, b) => matchTitles(a, b).verdict),
  authors: (text, { as }: { as?: 'names' }) => {
    const [cited, record] = sides(text);
    if (as === 'names') return sameName(readName(cited), readName(record));
    return matchAuthors(names(cited), names(record)).verdict;
  },
  venues: (text, { as }: { as?: 'kind' }) =>
    as === 'kind' ? isVenue(text) : bothWays(text, (a, b) => matchVenues(a, names(b))),
  references: (text, { record = {}, cited = {} }: { record?: Changes; cited?: Work }) => {
    const match = matchWork({ ...parseReference(text), ...cited }, { record: changed(record) });
    const notes = match.notes.map((note) => `${note.field}: ${note.cited} | ${note.record}`);
    return {
      same: match.same,
      ...(match.differs.length > 0 && { differs: match.differs }),
      ...(notes.length > 0 && { notes }),
    };
  },
  targets: parseTarget,
});
