/** Compares what `parseReference` reads with the labels of a reference. */
import type { Work } from '../../src/core/model';
import { norm } from '../eval/lib/references';
import { isNameLabel, textOf, type LabelledReference } from './labelled';

/** Counts of one source. A part is false if the label has one and another is read. */
export type Counts = {
  references: number;
  /** Every labelled part is right, and no title is read where none is labelled. */
  whole: number;
  titles: number;
  rightTitles: number;
  falseTitles: number;
  authors: number;
  rightAuthors: number;
  falseAuthors: number;
  years: number;
  rightYears: number;
};

const none = (): Counts => ({
  references: 0,
  whole: 0,
  titles: 0,
  rightTitles: 0,
  falseTitles: 0,
  authors: 0,
  rightAuthors: 0,
  falseAuthors: 0,
  years: 0,
  rightYears: 0,
});

/** The counts of each source and, as `all`, of all sources. */
export function measured(
  references: readonly LabelledReference[],
  parse: (raw: string) => Work,
): ReadonlyMap<string, Counts> {
  const found = new Map<string, Counts>();
  const all = none();
  for (const reference of references) {
    const own = found.get(reference.source) ?? none();
    found.set(reference.source, own);
    const counts = compare(reference, parse(textOf(reference.segments)));
    for (const key of Object.keys(all) as (keyof Counts)[]) {
      own[key] += counts[key];
      all[key] += counts[key];
    }
  }
  return found.set('all', all);
}

function compare({ segments }: LabelledReference, { title = '', authors = [], year }: Work): Counts {
  const textsOf = (is: (label: string) => boolean) =>
    segments.filter(([label]) => is(label)).map(([, text]) => text);
  const cited = {
    title: norm(textsOf((label) => label === 'T')[0] ?? ''),
    authors: words(textsOf(isNameLabel).join(' ')),
    year: /(?<!\d)(?:1[5-9]|20)\d\d/.exec(textsOf((label) => label === 'Y').join(' '))?.[0],
  };
  const own = { title: norm(title), authors: words(authors.join(' ')) };
  const rightTitle = own.title === cited.title;
  const rightAuthors = cited.authors === '' || own.authors === cited.authors;
  const rightYear = cited.year === undefined || year === Number(cited.year);
  const count = (holds: boolean) => (holds ? 1 : 0);
  const [hasTitle, hasAuthors] = [cited.title !== '', cited.authors !== ''];
  return {
    references: 1,
    whole: count(rightTitle && rightAuthors && rightYear),
    titles: count(hasTitle),
    rightTitles: count(hasTitle && rightTitle),
    falseTitles: count(hasTitle && !rightTitle && own.title !== ''),
    authors: count(hasAuthors),
    rightAuthors: count(hasAuthors && rightAuthors),
    falseAuthors: count(!rightAuthors && own.authors !== ''),
    years: count(cited.year !== undefined),
    rightYears: count(cited.year !== undefined && rightYear),
  };
}

/** Words of names in any order, without those that only join them. */
const words = (names: string): string =>
  norm(names)
    .split(' ')
    .filter((word) => word !== '' && !AUXILIARY.has(word))
    .sort()
    .join(' ');
const AUXILIARY = new Set(
  'and und et y e al others ed eds editor editors hrsg hg in von de dir coord u a'.split(' '),
);
