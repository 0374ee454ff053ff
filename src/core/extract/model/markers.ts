/** Candidate markers of a leaf, before the rest of the document is known. Offsets into the region, later into the chunk. */
import type { Facts } from '../../causes';
import { DEFAULTS } from '../../defaults';
import { isDigit } from '../../text/chars';
import type { Span, Style, Target } from '../../model';

export type Part = { start: number; end: number; readonly label: string };

/** One work of an author-year marker. */
export type WorkPart = Part & {
  /** First author's family name as written, particles included. */
  readonly family: string;
  readonly authors: readonly string[];
  readonly year?: number;
  /** A page in place of the year, perhaps behind a title; empty for a name or title alone. */
  readonly page?: string;
  readonly title?: string;
  /** `et al.` after the named authors. */
  readonly etAl?: true;
  /** Known through the work after it, as in `as cited in Smith, 2020`: a list need not contain it. */
  readonly secondhand?: true;
};

/** A date with its place in the brackets that it is in. */
export type Dated = {
  readonly date: string;
  readonly from: number;
  readonly to: number;
  /** `2020年`, `1951–53`: a date or a span of life more often than the year of a work. */
  readonly counted: boolean;
};

/** Content of brackets with a year. */
export type Content = {
  /** Leading years, whose names precede the bracket. */
  readonly years: readonly Dated[];
  /** Works; after the years, where there are any. With offsets into the content. */
  readonly works: readonly WorkPart[];
};

/** Where a link leads: a file by its decoded path, and a heading in it or in the document itself. */
export type LocalTarget = { readonly path?: string; readonly fragment?: string };

/**
 * A link with its place: offsets relative to its chunk, later to the document. With `label`, a reference link without a definition, at
 * its label; `defined` are the labels that the document defines.
 */
export type LocalLink = LocalTarget &
  Span & { readonly label?: string; readonly defined?: readonly string[] };

type At = { start: number; end: number; leaf: number };

/** Numbers that lost their superscript. */
export const BARE_FORMS = ['glued', 'spaced', 'suffix', 'within'] as const;
export type BareForm = (typeof BARE_FORMS)[number];
export const isBare = (doubt: string | undefined): doubt is BareForm =>
  BARE_FORMS.some((form) => form === doubt);

export type Marker = At &
  (
    | {
        /** Has its target: an address, a link, an identifier, a path, a sha. */
        readonly kind: 'direct';
        readonly style: Style;
        readonly identifier: string;
        readonly target: Target;
        readonly label: string | undefined;
        /** `[[3]](…)`: the number inside, itself a marker if a list has it. */
        readonly inner: Part | undefined;
      }
    /** `[text][label]`, `[label][]`, `[label]`: a link if the label is defined. `short` ends the first bracket. */
    | { readonly kind: 'reference'; readonly label: string; readonly text: string; short: number }
    /**
     * Numbers that a list may have. `value`: it reads like an index, a year or an interval, and is a marker only if it has references.
     * `glued`: digits after a full stop; `spaced`: the same behind a space; `suffix`: digits between a word and its stop; `within`:
     * digits between words; `round` and, if words follow, `item`: in parentheses; each is a marker only if all of its form together cite
     * the list. `doubled`: `[[3]]` at the end of a clause, a marker in a text with many, else like `value`.
     */
    | {
        readonly kind: 'numbers';
        readonly parts: readonly Part[];
        readonly doubt: 'value' | 'round' | 'item' | 'doubled' | BareForm | undefined;
        /** It is between spaces within a clause, links to a place in the text, or was left behind by a chat tool. */
        readonly form: 'free' | 'anchor' | 'chat' | undefined;
        readonly superscript: boolean;
      }
    | { readonly kind: 'note'; readonly label: string }
    /** `^[text]`: a footnote written where it is used. */
    | { readonly kind: 'inline-note'; readonly text: string }
    /** `isPage`: a link to a page of a wiki, `[[lee2020]]`; without its `@` a marker only if a bibliography has the key. */
    | {
        readonly kind: 'keys';
        readonly parts: readonly Part[];
        readonly sure: boolean;
        readonly isPage: boolean;
      }
    /**
     * `doubt`: it also reads like a title, a place or an event, and is a marker only if a reference matches. `quiet`: it may be one of
     * these; its missing reference is a problem only if the list has the author.
     */
    | {
        readonly kind: 'works';
        readonly parts: readonly WorkPart[];
        readonly doubt: boolean;
        readonly quiet: boolean;
        /** Without brackets: `Smith 2010`. */
        readonly isBare?: boolean;
      }
    /** A leftover of a chat tool. */
    | { readonly kind: 'residue'; readonly label: string }
  );

export type Numbers = Extract<Marker, { kind: 'numbers' }>;

/** The notes of a marker, one but for `[^7,12]` and `[^7, ^12]`, unless one of the `notes` of the text has that label. */
export const noteParts = (
  { start: at, end, label }: Part,
  notes: ReadonlyMap<string, unknown>,
): readonly Part[] =>
  !SEVERAL_NOTES.test(label) || notes.has(label)
    ? [{ start: at, end, label }]
    : Array.from(label.matchAll(/\d+/g), ({ 0: one, index: i }) => ({
        start: at + 2 + i,
        end: at + 2 + i + one.length,
        label: one,
      }));
/** The label of a marker of several notes: `7,12`, `7, ^12`. */
export const SEVERAL_NOTES = /^\d{1,4}(?:, ?\^?\d{1,4})+$/;

/** A malformed identifier or leftover, found without context. */
export type Fault = {
  start: number;
  end: number;
  readonly code:
    'malformed-doi' | 'malformed-isbn' | 'malformed-arxiv' | 'chat-residue' | 'tracking-parameter';
  readonly facts: Facts;
};

/** Most candidate citations read from a text of this length. */
export const mostMarkers = (length: number): number =>
  Math.max(DEFAULTS.maxMarkers, Math.ceil(length / DEFAULTS.unitsPerMarker));

/** How many citations a candidate may make; most words in brackets make none. */
export const markersOf = (hit: Marker): number =>
  'parts' in hit
    ? hit.parts.length
    : hit.kind === 'reference' && !isDigit(hit.label.charCodeAt(0))
      ? 0.25
      : 1;

export const markersIn = (hits: readonly Marker[]): number =>
  hits.reduce((count, hit) => count + markersOf(hit), 0);

/** `S17`, `S1, S2`: keys of sources in brackets. */
export const SOURCE_KEYS = /^[A-Z]{1,2}\d{1,4}(?:[,;] ?[A-Z]{1,2}\d{1,4}){0,20}$/;
/** `Ondov16, p. 3`, `Kry+21; AF24`, `citation:2`: other labels that are no words of the sentence. */
const SOURCE_LABEL =
  /^(?:(?:[A-Z][A-Za-z]{0,11}\+|[A-Z][A-Za-z]{0,11}[a-z]|[A-Z]{2,3}(?=9|0|1|2))\d\d[a-z]?(?:[,;] .{1,40})?|[a-z]{3,10}:\d{1,3})$/;
/** Whether the words in brackets are the labels of sources. */
export const isSourceKey = (label: string): boolean => SOURCE_KEYS.test(label) || SOURCE_LABEL.test(label);

/** Bits for the forms of markers, and for cells that may contain them: readers of one form skip the chunks without it. */
export const FORM = {
  label: 1,
  raised: 2,
  round: 4,
  glued: 8,
  suffix: 16,
  note: 32,
  keys: 64,
  works: 128,
  cell: 256,
  doubled: 512,
  spaced: 1024,
  within: 2048,
};

/** The forms of some markers, one bit for each. */
export const formsIn = (hits: readonly Marker[]): number =>
  hits.reduce((forms, hit) => forms | formOf(hit), 0);

const FORMS: Partial<Record<Marker['kind'], number>> = {
  note: FORM.note,
  'inline-note': FORM.note,
  keys: FORM.keys,
  works: FORM.works,
};
const formOf = (hit: Marker): number =>
  hit.kind === 'numbers' ? formOfNumbers(hit) : (FORMS[hit.kind] ?? 0);

function formOfNumbers({ doubt, superscript, form, parts }: Numbers): number {
  const raised = superscript || form === 'anchor' ? FORM.raised : 0;
  if (doubt === undefined) return raised | (parts.length === 1 ? FORM.label : 0);
  if (doubt === 'value') return raised;
  return raised | (doubt === 'round' || doubt === 'item' ? FORM.round : FORM[doubt]);
}

/** Whether a command of LaTeX, without its backslash and star, cites keys: `cite`, `Textcite`, `footcites`. */
export const isCiteCommand = (name: string): boolean =>
  /^[A-Za-z]{0,8}(?:[Cc]ite|nocite)[a-z]{0,10}$/.test(name);
