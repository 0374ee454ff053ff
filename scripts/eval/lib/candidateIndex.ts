/** A small registry: finds the records most similar to a reference, like a search by relevance. */
import type { Work } from '../../../src/core/model';
import { titleWords } from '../../../src/core/resolve/title';

export type CandidateIndex = {
  /** The most similar records, best first. `without` is left out, as if the registry lacked it. */
  readonly nearest: (work: Work, without?: Work) => readonly Work[];
  readonly hasTitle: (title: string) => boolean;
};

const CANDIDATES = 5;
const textOf = ({ title, authors = [], venue, year, raw }: Work): string =>
  raw ?? [title, ...authors, venue, year].filter((x) => x !== undefined).join(' ');

export function createIndex(records: readonly Work[]): CandidateIndex {
  const places = new Map<string, number[]>();
  records.forEach((record, i) => {
    for (const word of new Set(titleWords(textOf(record))))
      places.set(word, [...(places.get(word) ?? []), i]);
  });
  const titles = new Set(records.map(({ title = '' }) => titleWords(title).join(' ')));
  const nearest = (work: Work, without?: Work): readonly Work[] => {
    const scores = new Map<number, number>();
    for (const word of new Set(titleWords(textOf(work)))) {
      const at = places.get(word) ?? [];
      const weight = Math.log(records.length / Math.max(1, at.length));
      for (const i of at) scores.set(i, (scores.get(i) ?? 0) + weight);
    }
    return [...scores]
      .sort(([, a], [, b]) => b - a)
      .slice(0, CANDIDATES + 1)
      .flatMap(([i]) => records[i] ?? [])
      .filter((record) => record !== without)
      .slice(0, CANDIDATES);
  };
  return { nearest, hasTitle: (title) => titles.has(titleWords(title).join(' ')) };
}
