/** The reference lists of a text with every reference, cited or not, for edits of a list. Not part of a scan, to keep scans fast. */
import type { Span } from '../model';
import { readChunks } from './incremental/readChunks';
import { findLists } from './references/lists';

/** One entry; offsets are the text's. */
export type ListEntry = {
  /** Number or label; undefined in a list that is cited by author and year. */
  readonly label: string | undefined;
  /** All of the entry, label included. */
  readonly span: Span;
  /** Where its words begin after the label. */
  readonly words: number;
};

export type ReferenceList = {
  /** How its labels are written: `[1] …`, `1. …`, or none. */
  readonly form: 'bracket' | 'ordered' | 'loose';
  readonly entries: readonly ListEntry[];
};

/** All reference lists of `text`, in order. Reads the whole text: for a command, not for each keystroke. */
export function referenceLists(text: string): readonly ReferenceList[] {
  const chunks = readChunks(text, { latex: undefined, plain: false });
  return findLists(chunks).flatMap(({ form, entries }) =>
    form === 'table' || form === 'raised'
      ? []
      : {
          form,
          entries: entries.map(({ label, chunk, start, end, text: words }) => {
            const base = chunks[chunk]?.start ?? 0;
            return { label, span: { start: base + start, end: base + end }, words: base + words };
          }),
        },
  );
}
