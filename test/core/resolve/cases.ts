/** Compares titles, authors, venues and whole references with a record: the pairs in `cases/`, with ` ⇄ ` between the two sides. */
import type { Work } from '../../../src/core/model';
import { matchAuthors } from '../../../src/core/resolve/authorAgreement';
import { matchWork } from '../../../src/core/resolve/match';
import { matchTitles } from '../../../src/core/resolve/titleAgreement';
import { matchVenues } from '../../../src/core/resolve/venue';
import { parseReference } from '../../../src/core/text/works/reference';
import { roomOf } from '../../support/cases';

export const RECORD: Work = {
  title: 'Colour of coastal lamps and the sleep of gulls',
  authors: ['Müller, Jürgen', 'de la Cruz, Ana María', 'Lee, Kim'],
  year: 2019,
  venue: 'Journal of Coastal Light',
};
const PLACED: Work = { ...RECORD, volume: '12', pages: '101-118' };

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

export const room = roomOf('test/core/resolve/cases', {
  titles: (text) => bothWays(text, (a, b) => matchTitles(a, b).verdict),
  authors: (text) => {
    const [cited, record] = sides(text).map(names);
    return matchAuthors(cited ?? [], record ?? []).verdict;
  },
  venues: (text) => bothWays(text, (a, b) => matchVenues(a, [b])),
  references: (text) => {
    const { same, differs, notes } = matchWork(parseReference(text), { record: PLACED });
    return {
      same,
      ...(differs.length > 0 && { differs }),
      ...(notes.length > 0 && { notes: notes.map(({ field }) => field) }),
    };
  },
});
