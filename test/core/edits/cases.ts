/** Applies each edit to the texts in `cases/`: the resulting lines, or null if it abstains. */
import type { Code } from '../../../src/core/codes';
import { reason } from '../../../src/core/causes';
import { setFields } from '../../../src/core/edits/bibtexEdits';
import { correct } from '../../../src/core/edits/correctReference';
import { compose, styleOf } from '../../../src/core/edits/formatReference';
import { cite, type CiteOptions } from '../../../src/core/edits/insertCitation';
import { asGuess, readdress, setDoi } from '../../../src/core/edits/linkEdits';
import { addEntry, missingEntry, removeEntry, renumber } from '../../../src/core/edits/listEdits';
import { narrow, suggestedFix } from '../../../src/core/edits/suggestedFix';
import { unignore } from '../../../src/core/edits/removeIgnore';
import { apply, type Changes, type Draft } from '../../../src/core/edits/textEdit';
import { scan } from '../../../src/core/extract';
import { referenceLists } from '../../../src/core/extract/referenceLists';
import { grade } from '../../../src/core/findings/finding';
import type { Citation, Finding, Work } from '../../../src/core/model';
import { judgedOf, sourceOf, unjudgedOf } from '../../fakes';
import { roomOf } from '../../support/cases';

export const RECORD: Work = {
  doi: '10.1000/tides.1833',
  title: 'Tide tables of the harbour',
  authors: ['Smith, Jane Anne', 'van der Lee, Carl'],
  year: 2020,
  venue: 'Journal of Tides',
};
export const PICK = {
  record: {
    doi: '10.1000/t(1)',
    title: 'Tide tables',
    authors: ['Smith, Jane', 'Lee, Carl'],
    year: 2020,
    venue: 'Tides',
  },
  url: 'https://doi.org/10.1000/t(1)',
};
const APA = [
  'Adams, A., & Bell, B. B. (2019). A study of piers. *Pier Review*, 4(2), 1–9. https://doi.org/10.1/a',
  'Cole, C. (2018). Another study of piers. *Pier Review*. https://doi.org/10.1/b',
];

export const draftOf = (text: string): Draft => ({ text, citations: scan(text).citations });
const linesOf = (text: string, changes: Changes | undefined) => changes && apply(text, changes).split('\n');

/** Another record than the usual one, or its differences: null for what it lacks. */
type Other = { readonly record?: Work; readonly change?: Readonly<Record<string, unknown>> };
function recordOf(usual: Work, { record, change }: Other): Work {
  if (record) return record;
  const fields: Readonly<Record<string, unknown>> = { ...usual, ...change };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

type ListOptions = {
  readonly do: 'add' | 'missing' | 'renumber' | 'remove';
  readonly at: string;
  readonly label?: string;
  readonly words?: string;
};
function list(text: string, { do: what, at, label, words = '' }: ListOptions) {
  const draft = draftOf(text);
  if (what === 'renumber') return linesOf(text, renumber(draft, text.indexOf(at)));
  if (what === 'remove') return linesOf(text, removeEntry(draft, text.indexOf(at)));
  if (what === 'add') return linesOf(text, [addEntry(text, referenceLists(text)[0], label, words)]);
  const citation = draft.citations.find((one) =>
    label === undefined ? one.target.kind === 'dangling' : one.label === label,
  );
  const change = citation && missingEntry(draft, citation, ...(words === '' ? [] : [words]));
  return change && linesOf(text, [change]);
}

/** A finding that the DOI of a citation is not that of the work. */
export const wrongDoi = (citation: Citation): Finding =>
  grade(
    unjudgedOf({
      citation,
      source: sourceOf({
        target: citation.target,
        location: '',
        record: { doi: '10.1000/tides' },
        notices: [{ kind: 'doi-differs', ...reason('identifier_dead') }],
      }),
      screen: { result: 'related', score: 1 },
    }),
  );

type LinkOptions = {
  readonly do: 'address' | 'doi' | 'guess' | 'narrow' | 'fix';
  readonly to: string;
  readonly nth?: number;
  readonly siblings?: readonly string[];
};
function link(text: string, { do: what, to, nth = 0, siblings }: LinkOptions) {
  const draft = draftOf(text);
  const citation = draft.citations[nth];
  if (!citation) throw new Error('no citation');
  const overstated = grade(judgedOf({ citation }, { support: 'overstated', suggestion: to }));
  const edits: Readonly<Record<LinkOptions['do'], () => Changes | undefined>> = {
    address: () => readdress(draft, citation, to),
    doi: () => setDoi(draft, citation, to, siblings && { siblings }),
    guess: () => asGuess(draft, citation),
    narrow: () => narrow(draft, overstated),
    fix: () => suggestedFix(draft, wrongDoi(citation))?.changes,
  };
  return linesOf(text, edits[what]());
}

type InsertOptions = Other &
  Omit<CiteOptions, 'keys'> & {
    /** Cites after these words, by default `rise`. */
    readonly at?: string;
    /** Cites in place of these words. */
    readonly over?: string;
    readonly address?: string;
    readonly keys?: readonly string[];
  };
function inserted(text: string, { at = 'rise', over, address = PICK.url, keys, ...more }: InsertOptions) {
  const end = text.indexOf(over ?? at) + (over ?? at).length;
  const { record: _, change: __, ...options } = more;
  const { changes, bibliography } = cite(
    draftOf(text),
    { start: over === undefined ? end : end - over.length, end },
    { record: recordOf(PICK.record, more), url: address },
    { ...options, ...(keys && { keys: new Set(keys) }) },
  );
  return [...apply(text, changes).split('\n'), ...(bibliography?.split('\n') ?? [])];
}

export const room = {
  ...roomOf('test/core/edits/cases', {
    bibtex: (text, { key = 'k', record }: { key?: string; record: Work }) =>
      linesOf(text, setFields(text, key, record)),
    /** Removes a code from the ignore comments at the first occurrence of “cited”. */
    ignores: (text, { code = 'dead' }: { code?: Code }) => {
      const start = Math.max(0, text.indexOf('cited'));
      return linesOf(text, unignore(text, { start, end: start + 5 }, code));
    },
    inserted,
    links: link,
    lists: list,
    /** A corrected reference, or a record in the style of a list. */
    references: (
      text,
      options: Other & { do: 'compose' | 'correct'; address?: string; beside?: boolean },
    ) => {
      const record = recordOf(RECORD, options);
      const entries = text === '' ? [] : text.split('\n');
      if (options.do === 'compose') return compose(record, styleOf(entries), options.address);
      const changes = correct(text, { start: 0, end: text.length }, record, options.beside ? APA : []);
      return changes && apply(text, changes);
    },
  }),
  isFlat: false,
};
