/** Indexes everything that markers can lead to: reference lists, footnotes, link definitions, bibliography keys. */
import type { Span, Target, Work } from '../../model';
import { AuthorYears } from './entryIndex';
import { NO_CHUNK, firstAt, hitsIn, type Chunk, type Destination } from '../model/chunk';
import { normal } from '../markdown/definitions';
import { holdsSource, type Entry, type List } from './entry';
import { EntryTargets } from './entryTargets';
import { FORM, noteParts, type Marker } from '../model/markers';
import { linkShape } from '../inline/links';
import type { FrontMatter } from './frontMatter';
import { findLists, hasListInHtml } from './lists';
import { opensReference } from './sections';
import { NumberedLists } from './numberedLists';
import { NumberStyles } from './numberStyles';
import { listOfAll, type SiblingLists } from './siblingLists';
import { YearStyle } from './yearStyle';
import { BackReferences } from './backReferences';
import { noteAt, piecesOf, type NotePlace } from './noteWorks';
import { UnreadEntries } from './unreadEntries';
import { addTo } from '../../text/maps';

/** What is known about the bibliographies of a text. */
export type BibliographyInfo = FrontMatter & {
  /** Works by cite key. */
  readonly keys: ReadonlyMap<string, Work>;
  /** Whether the text or its project names bibliographies and all of them were read; only then can a key be unknown. */
  readonly isWhole: boolean;
  /** Lists next to the text, read on demand; undefined if there are none. */
  readonly siblings?: (() => SiblingLists) | undefined;
};

/** A definition of a link. */
type Defined = Destination & { readonly url: string };
/** What a number leads to. */
export type NumberedPlace = Entry | Defined | NotePlace;

export class ReferenceIndex {
  readonly lists: readonly List[];
  /** Decide which list a number leads to; those with raised labels are asked first about raised numbers. */
  private readonly numbers: NumberedLists;
  private readonly raised: NumberedLists;
  readonly notes = new Map<string, NotePlace>();
  readonly definitions = new Map<string, Defined>();
  readonly usedNotes = new Set<string>();
  /** Markers that are the target of a footnote, not citations of their own. */
  readonly consumed = new Set<Marker>();
  /** Whether `@word` is a key: the text has keys in brackets or names a bibliography. */
  pandoc: boolean;
  /** Whether the document numbers its sources: some list has numbers. */
  readonly labelled: boolean;
  /** Which forms of numbers are citations. */
  readonly styles: NumberStyles;
  /** References by chunk, in order; only chunks with references. */
  private readonly entries = new Map<number, Entry[]>();
  /** The works of each footnote and inline note, in order of use. */
  private readonly pieces = new Map<NotePlace | Marker, readonly NotePlace[]>();
  private back: BackReferences<NotePlace> | undefined;
  /** The targets of references. */
  readonly targets = new EntryTargets(
    (index) => this.chunk(index),
    (part) => this.works.entriesFor(part),
    () => listedIn(this.lists),
  );
  /** The target of each work of a footnote, cached at its first marker. */
  readonly noteTargets = new Map<NotePlace, Target>();
  /** Finds references by author and year. */
  readonly works: AuthorYears;
  private citesNotes = false;
  private inHtml: boolean | undefined;
  /** Lists in other files that may have its references, for a text without its own. */
  readonly siblings: SiblingLists | undefined;
  /** What may be references that were not read. */
  readonly unreadEntries: UnreadEntries;
  /** Which author-year markers can lack a reference. */
  readonly years: YearStyle;

  constructor(
    readonly chunks: readonly Chunk[],
    readonly matter: BibliographyInfo,
  ) {
    this.lists = findLists(chunks);
    this.pandoc = matter.bibliographies.length > 0;
    chunks.forEach((chunk, index) => this.define(chunk, index));
    for (const list of this.lists) for (const entry of list.entries) addTo(this.entries, entry.chunk, entry);
    for (const entries of this.entries.values()) entries.sort((a, b) => a.start - b.start);
    if (this.lists.length === 0) this.siblings = matter.siblings?.();
    this.works = new AuthorYears(this.siblings?.lists ?? this.lists, (index) => this.chunk(index).text);
    const isLabel = (index: number, hit: Marker) => this.isLabel(index, hit);
    const shared = this.siblings && listOfAll(this.siblings, chunks, (label) => this.definitions.has(label));
    const others = shared ? [shared] : this.lists.filter(isUnraised);
    this.numbers = new NumberedLists(others.length > 0 ? others : this.lists, chunks, isLabel);
    const raised = this.lists.filter(({ form }) => form === 'raised');
    this.raised = new NumberedLists(others.length > 0 ? raised : [], chunks, isLabel);
    this.labelled = !shared && !this.numbers.isEmpty;
    this.unreadEntries = new UnreadEntries(chunks, this.lists, (chunk, at) => this.lastEntry(chunk, at));
    this.prepare();
    this.styles = new NumberStyles(this);
    this.years = new YearStyle(this);
  }

  /** The chunk at an index, or an empty one; at a negative index that of a sibling. */
  chunk(index: number): Chunk {
    return this.chunks[index] ?? this.siblings?.chunks[~index] ?? NO_CHUNK;
  }

  private define(chunk: Chunk, index: number): void {
    for (const n of chunk.notes) {
      const label = normal(n.label);
      const text = n.start + n.label.length + 4;
      if (!this.notes.has(label)) this.notes.set(label, noteAt(index, n.start, n.end, text));
    }
    for (const { label, start, end, url } of chunk.definitions)
      if (!this.definitions.has(label))
        this.definitions.set(label, { chunk: index, start, end, url, now: undefined });
  }

  /** Marks used footnotes before linking, because sources in them belong to the footnote. */
  private prepare(): void {
    this.pandoc ||= this.chunks.some(({ forms, hits }) => forms & FORM.keys && hits.some(isBracketed));
    this.chunks.forEach((chunk, index) => {
      if (!(chunk.forms & FORM.note)) return;
      for (const hit of chunk.hits)
        if (hit.kind === 'note') for (const { label } of noteParts(hit, this.notes)) this.useNote(label);
        else if (hit.kind === 'inline-note') {
          // Without `^[` and `]`.
          const inside = noteAt(index, hit.start + 2, hit.end - 1);
          this.pieces.set(hit, piecesOf(chunk, inside));
        }
    });
    if (this.usedNotes.size > 0 || this.labelled || this.notes.size === 0) return;
    // `[3]` cites `[^3]: …` where no footnote has a marker of its own, as in answers copied from a chat.
    for (const hit of this.chunks.flatMap(({ hits }) => hits))
      if (hit.kind === 'numbers' && !hit.doubt) hit.parts.forEach(({ label }) => this.useNote(label));
    this.citesNotes = this.usedNotes.size > 0;
  }

  private useNote(label: string): void {
    const key = normal(label);
    const note = this.notes.get(key);
    if (!note || this.usedNotes.has(key)) return;
    this.usedNotes.add(key);
    const pieces = piecesOf(this.chunk(note.chunk), note);
    this.pieces.set(note, pieces);
    for (const { chunk, text, start, end } of pieces) {
      const own = this.ownName(chunk, { start, end }, text);
      const source = this.sourceIn(chunk, { start, end }, text);
      for (const hit of [own, source]) if (hit) this.consumed.add(hit);
    }
  }

  /** The works of a footnote or inline note; usually one. */
  piecesOf(note: NotePlace | Marker): readonly NotePlace[] {
    return this.pieces.get(note) ?? [];
  }

  /** The target of a note that only points back to an earlier one; `ownTarget` reads the others. */
  backTarget(note: NotePlace, ownTarget: (note: NotePlace) => Target): Target | undefined {
    this.back ??= new BackReferences([...this.pieces.values()].flat(), {
      textOf: ({ chunk, text, end }) => this.chunk(chunk).text.slice(text, end),
      isLocated: (place) => holdsSource(this.chunk(place.chunk), place),
      listed: () => listedIn(this.lists),
      isPiece: ({ isPiece }) => isPiece === true,
      numbered: (label) => {
        const [only, other] = this.piecesOf(this.notes.get(label) ?? note);
        return other ? undefined : only;
      },
      ownTarget,
    });
    return this.back.targetOf(note);
  }

  /**
   * The authors that a note names for its own reference, `[^1]: Smith, J. (2020). A title`; undefined if a reference matches, if no title
   * follows, or if the note cites others too. Its words begin at `from`.
   */
  private ownName(chunk: number, span: Span, from: number): Marker | undefined {
    const [hit, other] = hitsIn(this.chunk(chunk), span).filter((one) => this.isWork(one));
    if (hit?.kind !== 'works' || other) return undefined;
    const { text } = this.chunk(chunk);
    const isOwn =
      opensReference(text, from, hit) &&
      TITLE.test(text.slice(hit.end, Math.min(span.end, hit.end + 80))) &&
      hit.parts.every((part) => this.works.entriesFor(part).length === 0);
    return isOwn ? hit : undefined;
  }

  /** The first source in a note, preferring a work to an address. Its words begin at `from`. */
  sourceIn(chunk: number, span: Span, from: number): Marker | undefined {
    const own = this.ownName(chunk, span, from);
    let first: Marker | undefined;
    for (const hit of hitsIn(this.chunk(chunk), span)) {
      if (hit.kind === 'direct' && hit.target.kind === 'work') return hit;
      if (hit !== own && this.leads(chunk, hit)) first ??= hit;
    }
    return first;
  }

  /** Whether the keys of a marker are citations, not labels of figures or someone's handle. */
  citesKeys({ parts, sure, isPage }: Extract<Marker, { kind: 'keys' }>): boolean {
    const isCited = sure || (this.pandoc && !isPage);
    return parts.some(
      ({ label }) => this.matter.keys.has(label) || (isCited && !CROSS_REFERENCE.test(label)),
    );
  }

  /** Whether a marker leads to a source: a work, a URL, a key, or a label or number that has a reference. */
  private leads(chunk: number, hit: Marker): boolean {
    if (hit.kind === 'keys') return this.citesKeys(hit);
    const isAnswered = (label: string) => this.isAnswered(chunk, hit.start, label);
    if (hit.kind === 'numbers') return hit.parts.some(({ label }) => isAnswered(label));
    if (hit.kind === 'reference') return isAnswered(hit.label) || isAnswered(hit.text);
    return hit.kind === 'direct' || this.isWork(hit);
  }

  /** Whether a marker cites by author and year; what also reads like something else only if a reference matches. */
  isWork(hit: Marker): boolean {
    if (hit.kind !== 'works') return false;
    if (hit.isBare) return hit.parts.every((part) => this.works.isOfPerson(part));
    return !hit.doubt || hit.parts.every((part) => this.works.entriesFor(part).length > 0);
  }

  private isAnswered(chunk: number, at: number, label: string): boolean {
    const definition = this.definitions.get(normal(label));
    return definition
      ? linkShape(definition.url) !== undefined
      : this.entryFor(chunk, at, label) !== undefined;
  }

  /** The list whose reference contains a place. */
  listAt(chunk: number, at: number): List | undefined {
    const entry = this.lastEntry(chunk, at);
    return entry && at < entry.end ? entry.list : undefined;
  }

  /** The last reference that begins at or before a place. */
  private lastEntry(chunk: number, at: number): Entry | undefined {
    const entries = this.entries.get(chunk);
    return entries?.[firstAt(entries, at + 1) - 1];
  }

  /** Whether a marker is the reference's own author and year, with only names before it. */
  isOwnName(chunk: number, hit: Marker): boolean {
    const entry = hit.kind === 'works' ? this.lastEntry(chunk, hit.start) : undefined;
    return entry !== undefined && opensReference(this.chunk(chunk).text, entry.text, hit);
  }

  /** Whether a chunk contains references of a list. */
  holdsEntries(chunk: number): boolean {
    return this.entries.has(chunk);
  }

  /** Whether a marker is the label of a reference. */
  isLabel(chunk: number, hit: Marker): boolean {
    if (hit.kind !== 'numbers' && hit.kind !== 'reference') return false;
    const entry = this.lastEntry(chunk, hit.start);
    const end = hit.kind === 'numbers' ? hit.end : hit.short;
    return entry !== undefined && end <= entry.text && (hit.kind === 'numbers' || entry.label === hit.text);
  }

  use(entry: Entry): void {
    entry.isUsed = entry.list.isUsed = true;
  }

  /** The reference with a label, for a marker at a place. */
  entryFor(chunk: number, at: number, label: string): Entry | undefined {
    return this.numbers.entryFor(this.chunk(chunk).start + at, label);
  }

  /** The reference, definition or footnote that a number leads to. */
  numberedPlace(chunk: number, at: number, label: string, isRaised = false): NumberedPlace | undefined {
    return (
      (isRaised ? this.raised.entryFor(this.chunk(chunk).start + at, label) : undefined) ??
      this.entryFor(chunk, at, label) ??
      this.definitions.get(label) ??
      (this.citesNotes ? this.notes.get(label) : undefined) ??
      // `[7a]` is part of reference 7.
      (endsInLetter(label) ? this.entryFor(chunk, at, label.slice(0, -1)) : undefined)
    );
  }

  /** Whether the document has a list that isn't read. */
  get unread(): boolean {
    return (this.inHtml ??= hasListInHtml(this.chunks));
  }
}

/** The references of named lists without labels. */
const listedIn = (lists: readonly List[]): readonly Entry[] =>
  lists.flatMap(({ named, labels, entries }) => (named && labels.size === 0 ? entries : []));

const isUnraised = ({ form, labels }: List): boolean => form !== 'raised' && labels.size > 0;

/** `7a`: labels of numbers end in a digit or a small letter. */
const endsInLetter = (label: string): boolean => label.charCodeAt(label.length - 1) >= 97;

/** A title after the year of a reference, plain, quoted or emphasised. */
const TITLE = /^[.:,;]?\s*["“”„«'‘*_]*\p{Lu}\S*\s+\S/u;

/** Labels of figures and their like in Quarto, which look like keys. */
export const CROSS_REFERENCE =
  /^(?:fig|tbl|tab|sec|eq|apx|lst|thm|lem|cor|prp|cnj|def|exm|exr|nte|tip|wrn|imp|cau|suppfig)[-:]/i;

const isBracketed = (hit: Marker): boolean =>
  hit.kind === 'keys' && hit.sure && hit.start !== hit.parts[0]?.start;
