/** Splits sentences into clauses. */
import type { Span } from '../model';
import type { Mark } from './marks';

export type Clause = Span & {
  /** What precedes it: punctuation or a conjunction. */
  readonly before: string;
  readonly marks: readonly Mark[];
};

const PARTS = /[,;:()|—–→·，；：、（）]| - |(?<=\s)-{2,3}(?=\s)/g;

/** Clauses of a sentence, split at punctuation and conjunctions, never within a mark. */
export function clausesOf(plain: string, sentence: Span, marks: readonly Mark[]): Clause[] {
  const cuts: (Span & { readonly text: string })[] = [];
  for (const hit of plain.slice(sentence.start, sentence.end).matchAll(PARTS)) {
    const start = sentence.start + hit.index;
    const end = start + hit[0].length;
    if (!marks.some((m) => m.start < start && end < m.end)) cuts.push({ start, end, text: hit[0].trim() });
  }
  for (const mark of marks)
    if (mark.is === 'joins')
      cuts.push({ start: mark.start, end: mark.end, text: plain.slice(mark.start, mark.end).toLowerCase() });
  cuts.sort((a, b) => a.start - b.start);
  cuts.push({ start: sentence.end, end: sentence.end, text: '' });
  const clauses: Clause[] = [];
  let start = sentence.start;
  let before = '';
  for (const cut of cuts) {
    if (cut.start > start && plain.slice(start, cut.start).trim() !== '') {
      const own = marks.filter((m) => m.start >= start && m.end <= cut.start && m.is !== 'joins');
      clauses.push({ start, end: cut.start, before, marks: own });
    }
    before = cut.text;
    start = Math.max(start, cut.end);
  }
  return clauses;
}
