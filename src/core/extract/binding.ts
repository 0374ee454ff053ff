/**
 * From what is written to what it points at: numbers to the reference list that answers them, footnotes to their definitions,
 * author and year to an entry, keys to the bibliography.
 */
import type { Span, Style, Target, Work } from '../model';
import { parseReference } from '../text/reference';
import type { Chunk } from './chunks';
import { normal } from './definitions';
import type { Hit, Part, WorkPart } from './hits';
import { linkShape } from './links';
import { entryTarget, findLists, type Entry, type List } from './lists';

/** A place in the document, relative to a chunk. */
export type Place = { readonly chunk: number; readonly span: Span };

/** One citation of a hit, before it has a claim. */
export type Bound = {
  readonly hit: Hit;
  readonly start: number;
  readonly end: number;
  /** The marker: all of the hit, unless only a part of it turned out to be one. */
  readonly marker: Span;
  readonly style: Style;
  readonly identifier: string;
  readonly label?: string;
  readonly target: Target;
  readonly reference?: Place;
  readonly fault?: 'dangling' | 'no-entry' | 'ambiguous-entry' | 'unknown-key';
  readonly count?: number;
};

/** Everything in a document that markers can lead to. */
export class Environment {
  readonly lists: readonly List[];
  private readonly notes = new Map<string, Place & { text: number }>();
  private readonly definitions = new Map<string, Place & { url: string }>();
  /** Entry ranges by chunk, in order. */
  private readonly ranges = new Map<number, { span: Span; list: List }[]>();
  private readonly targets = new Map<object, Target>();
  private years: Map<string, { entry: Entry; list: List; head: string; body: string }[]> | undefined;
  /** Some list has numbers: the document numbers its sources. */
  private readonly labelled: boolean;
  private readonly regions = new Map<number, List | undefined>();
  readonly usedEntries = new Set<Entry>();
  readonly usedLists = new Set<List>();
  readonly usedNotes = new Set<string>();
  /** Hits that are what a footnote points at: no citations of their own. */
  readonly consumed = new Set<Hit>();
  /** Some author-year marker found its entry. */
  authorYear = false;
  /** Some number found its entry. */
  numbered = false;
  private pandoc = false;

  constructor(
    readonly chunks: readonly Chunk[],
    readonly text: string,
    readonly keys: ReadonlyMap<string, Work> | undefined,
    namesBibliography: boolean,
  ) {
    this.lists = findLists(chunks, text);
    this.pandoc = namesBibliography;
    chunks.forEach((chunk, index) => {
      for (const n of chunk.notes) {
        const label = normal(n.label);
        if (!this.notes.has(label))
          this.notes.set(label, {
            chunk: index,
            span: { start: n.start, end: n.end },
            text: n.start + n.label.length + 4,
          });
      }
      for (const d of chunk.definitions)
        if (!this.definitions.has(d.label))
          this.definitions.set(d.label, { chunk: index, span: { start: d.start, end: d.end }, url: d.url });
    });
    for (const list of this.lists)
      for (const entry of list.entries) {
        const known = this.ranges.get(entry.chunk) ?? [];
        known.push({ span: entry.span, list });
        this.ranges.set(entry.chunk, known);
      }
    for (const known of this.ranges.values()) known.sort((a, b) => a.span.start - b.span.start);
    this.labelled = this.lists.some((l) => l.labels.size > 0);
  }

  hasNote(label: string): boolean {
    return this.notes.has(normal(label));
  }

  /** The list in whose entry a place stands. */
  listAt(chunk: number, at: number): List | undefined {
    const found = this.rangeAt(chunk, at);
    return found && at < found.span.end ? found.list : undefined;
  }

  private rangeAt(chunk: number, at: number): { span: Span; list: List } | undefined {
    const known = this.ranges.get(chunk);
    if (!known) return undefined;
    let low = 0;
    let high = known.length;
    while (low < high) {
      const mid = (low + high) >> 1;
      if ((known[mid]?.span.start ?? 0) <= at) low = mid + 1;
      else high = mid;
    }
    return known[low - 1];
  }

  /** Is this hit the label of an entry? */
  isLabel(chunk: number, hit: Hit): boolean {
    return hit.kind === 'numbers' && this.rangeAt(chunk, hit.start)?.span.start === hit.start;
  }

  /** Notes which labels are used, before anything is bound: their sources are then theirs. */
  prepare(): void {
    this.chunks.forEach((chunk) => {
      for (const hit of chunk.hits) {
        if (hit.kind === 'note' && this.hasNote(hit.label)) this.usedNotes.add(normal(hit.label));
        else if (hit.kind === 'keys' && hit.sure && hit.start !== hit.parts[0]?.start) this.pandoc = true;
      }
    });
    for (const label of this.usedNotes) {
      const note = this.notes.get(label);
      const source = note && this.sourceIn(note.chunk, note.span);
      if (source) this.consumed.add(source);
    }
    this.chunks.forEach((chunk, index) => {
      for (const hit of chunk.hits) {
        if (hit.kind !== 'inline-note') continue;
        const source = this.sourceIn(index, { start: hit.start + 1, end: hit.end });
        if (source) this.consumed.add(source);
      }
    });
  }

  /** The first thing in a range that can be followed. */
  private sourceIn(chunk: number, span: Span): Hit | undefined {
    let first: Hit | undefined;
    for (const hit of this.chunks[chunk]?.hits ?? []) {
      if (hit.start >= span.end) break;
      if (
        hit.start < span.start ||
        hit.kind === 'note' ||
        hit.kind === 'inline-note' ||
        hit.kind === 'residue'
      )
        continue;
      if (hit.kind === 'direct' && hit.target.kind === 'work') return hit;
      if (hit.kind === 'keys' && !hit.sure) continue;
      first ??= hit;
    }
    return first;
  }

  /** The citations a hit makes; none when it turns out to be no marker. */
  bind(chunk: number, hit: Hit): readonly Bound[] {
    switch (hit.kind) {
      case 'direct':
        return this.direct(chunk, hit);
      case 'reference':
        return this.reference(chunk, hit);
      case 'numbers':
        return this.numbers(chunk, hit);
      case 'note':
        return this.note(chunk, hit);
      case 'inline-note':
        return [
          {
            hit,
            start: hit.start,
            end: hit.end,
            marker: hit,
            style: 'footnote',
            identifier: '^',
            target: this.noteTarget(chunk, { start: hit.start + 1, end: hit.end }, hit.start + 2, 1),
          },
        ];
      case 'keys':
        return this.cited(hit);
      case 'works':
        return this.works(chunk, hit);
      case 'residue':
        return [
          {
            hit,
            start: hit.start,
            end: hit.end,
            marker: hit,
            style: 'numbered',
            identifier: hit.label,
            label: hit.label,
            target: { kind: 'dangling', label: hit.label },
          },
        ];
    }
  }

  private direct(chunk: number, hit: Extract<Hit, { kind: 'direct' }>): readonly Bound[] {
    const entry = hit.inner && this.entryFor(chunk, hit.start, hit.inner.label);
    if (hit.inner && entry) {
      this.use(entry);
      this.numbered = true;
      return [this.toEntry(hit, hit.inner, entry, hit.inner)];
    }
    if (hit.inner && this.labelled)
      return [{ ...this.common(hit, hit.inner), marker: hit.inner, style: 'numbered', target: hit.target }];
    const { start, end, style, identifier, target, label } = hit;
    return [
      { hit, start, end, marker: hit, style, identifier, target, ...(label !== undefined && { label }) },
    ];
  }

  private reference(chunk: number, hit: Extract<Hit, { kind: 'reference' }>): readonly Bound[] {
    const full = hit.end > hit.short;
    for (const [label, stop] of [
      [hit.label, hit.end],
      [hit.text, hit.short],
    ] as const) {
      const found = this.definitions.get(normal(label));
      const shape = found && linkShape(found.url);
      if (found && shape) {
        const { chunk: at, span } = found;
        return [
          {
            hit,
            start: hit.start,
            end: stop,
            marker: { start: hit.start, end: stop },
            ...shape,
            label: hit.text,
            reference: { chunk: at, span },
          },
        ];
      }
      if (found || !full) break;
    }
    // `[Smi20]`: a label that an entry of a list carries.
    const entry = this.entryFor(chunk, hit.start, hit.text);
    if (!entry) return [];
    this.use(entry);
    return [
      this.toEntry(hit, { start: hit.start, end: hit.short, label: hit.text }, entry, {
        start: hit.start,
        end: hit.short,
      }),
    ];
  }

  private numbers(chunk: number, hit: Extract<Hit, { kind: 'numbers' }>): readonly Bound[] {
    const found = hit.parts.map(
      (part) => this.entryFor(chunk, hit.start, part.label) ?? this.defined(part.label),
    );
    if (hit.doubt === 'value' && found.some((f) => f === undefined)) return [];
    if (hit.doubt === 'index' && found.some((f) => f === undefined) && !this.labelled) return [];
    return hit.parts.map((part, n): Bound => {
      const entry = found[n];
      if (entry === undefined)
        return {
          ...this.common(hit, part),
          style: 'numbered',
          target: { kind: 'dangling', label: part.label },
          fault: 'dangling',
        };
      this.numbered = true;
      if ('list' in entry) {
        this.use(entry);
        return this.toEntry(hit, part, entry);
      }
      const target: Target = linkShape(entry.url)?.target ?? { kind: 'url', url: entry.url };
      return {
        ...this.common(hit, part),
        style: 'numbered',
        target,
        reference: { chunk: entry.chunk, span: entry.span },
      };
    });
  }

  private common(
    hit: Hit,
    part: Part,
  ): Pick<Bound, 'hit' | 'start' | 'end' | 'marker' | 'identifier' | 'label'> {
    return {
      hit,
      start: part.start,
      end: part.end,
      marker: hit,
      identifier: part.label,
      label: part.label,
    };
  }

  private defined(label: string): (Place & { url: string }) | undefined {
    return this.definitions.get(label);
  }

  private toEntry(hit: Hit, part: Part, found: { entry: Entry; list: List }, marker: Span = hit): Bound {
    const { entry } = found;
    return {
      ...this.common(hit, part),
      marker,
      style: 'numbered',
      target: this.targetOf(entry),
      reference: { chunk: entry.chunk, span: entry.span },
    };
  }

  private use(found: { entry: Entry; list: List }): void {
    this.usedEntries.add(found.entry);
    this.usedLists.add(found.list);
  }

  targetOf(entry: Entry): Target {
    const known = this.targets.get(entry);
    if (known) return known;
    const chunk = this.chunks[entry.chunk];
    const target: Target = chunk
      ? entryTarget(chunk, entry.span, entry.text, this.text)
      : { kind: 'dangling', label: entry.label ?? '' };
    this.targets.set(entry, target);
    return target;
  }

  private at(place: Place): number {
    return (this.chunks[place.chunk]?.start ?? 0) + place.span.start;
  }

  /**
   * The entry of that label. Each stretch between two lists has a list of its own: the first behind it that answers most of its
   * numbers, else the last before it. Another list helps out only if it goes on with the numbering.
   */
  private entryFor(chunk: number, at: number, label: string): { entry: Entry; list: List } | undefined {
    if (!this.labelled) return undefined;
    const own = this.ownList((this.chunks[chunk]?.start ?? 0) + at);
    const entry = own?.labels.get(label);
    if (own && entry) return { entry, list: own };
    for (const list of this.lists) {
      const other = list.labels.get(label);
      if (other && (!own || list.form === 'bracket' || own.form === list.form) && !overlaps(own, list))
        return { entry: other, list };
    }
    return undefined;
  }

  /** Do all numbers of a marker lead to entries of another list than the one it stands in? */
  leadsElsewhere(chunk: number, hit: Extract<Hit, { kind: 'numbers' }>, list: List): boolean {
    return hit.parts.every((p) => (this.entryFor(chunk, hit.start, p.label)?.list ?? list) !== list);
  }

  private ownList(at: number): List | undefined {
    let region = 0;
    while (region < this.lists.length && this.startOf(region) <= at) region++;
    if (!this.regions.has(region)) this.regions.set(region, this.chooseList(region));
    return this.regions.get(region);
  }

  private startOf(region: number): number {
    const first = this.lists[region]?.entries[0];
    return first ? this.at(first) : 0;
  }

  private chooseList(region: number): List | undefined {
    const labelled = this.lists.filter((l) => l.labels.size > 0);
    if (labelled.length < 2) return labelled[0];
    const labels = this.labelsIn(
      region === 0 ? 0 : this.startOf(region - 1),
      region < this.lists.length ? this.startOf(region) : Infinity,
    );
    const answers = (list: List): number => labels.filter((l) => list.labels.has(l)).length;
    const after = this.lists.slice(region).filter((l) => l.labels.size > 0);
    const before = this.lists
      .slice(0, region)
      .filter((l) => l.labels.size > 0)
      .reverse();
    const enough = [...after, ...before].find((l) => answers(l) >= labels.length * 0.8);
    return (
      enough ??
      [...after, ...before].reduce<List | undefined>(
        (best, l) => (best && answers(best) >= answers(l) ? best : l),
        undefined,
      )
    );
  }

  /** The numbers that markers between two offsets use, each once. */
  private labelsIn(from: number, to: number): string[] {
    const labels = new Set<string>();
    this.chunks.forEach((chunk, index) => {
      if (chunk.start + chunk.size <= from || chunk.start >= to) return;
      for (const hit of chunk.hits) {
        const at = chunk.start + hit.start;
        if (hit.kind !== 'numbers' || hit.doubt || at < from || at >= to || this.isLabel(index, hit))
          continue;
        for (const part of hit.parts) labels.add(part.label);
      }
    });
    return [...labels];
  }

  private note(chunk: number, hit: Extract<Hit, { kind: 'note' }>): readonly Bound[] {
    const note = this.notes.get(normal(hit.label));
    const label = `^${hit.label}`;
    const base = {
      hit,
      start: hit.start,
      end: hit.end,
      marker: hit,
      style: 'footnote',
      identifier: label,
      label,
    } as const;
    const entry = note ? undefined : this.entryFor(chunk, hit.start, hit.label);
    if (entry) {
      this.use(entry);
      this.numbered = true;
      return [{ ...this.toEntry(hit, { ...hit, label }, entry), style: 'footnote' }];
    }
    if (!note) return [{ ...base, target: { kind: 'dangling', label }, fault: 'dangling' }];
    return [
      {
        ...base,
        target: this.noteTarget(note.chunk, note.span, note.text, 0),
        reference: { chunk: note.chunk, span: note.span },
      },
    ];
  }

  private noteTarget(chunk: number, span: Span, from: number, trailing: number): Target {
    const source = this.sourceIn(chunk, span);
    const bound = source && source.kind !== 'note' ? this.bind(chunk, source)[0] : undefined;
    if (bound && bound.target.kind !== 'dangling') return bound.target;
    const base = this.chunks[chunk]?.start ?? 0;
    const raw = this.text.slice(base + from, base + span.end - trailing).trim();
    return { kind: 'work', ...parseReference(raw) };
  }

  private cited(hit: Extract<Hit, { kind: 'keys' }>): readonly Bound[] {
    const known = hit.parts.some((p) => this.keys?.has(p.label) === true);
    if (!known && !hit.sure && !this.pandoc) return [];
    const parts = hit.parts.filter((p) => known || !CROSS_REFERENCE.test(p.label));
    return parts.map((part): Bound => {
      const work = this.keys?.get(part.label);
      const base = { ...this.common(hit, part), style: 'cite-key' } as const;
      if (work) return { ...base, target: { kind: 'work', ...work } };
      const target: Target = { kind: 'dangling', label: part.label };
      return this.keys === undefined ? { ...base, target } : { ...base, target, fault: 'unknown-key' };
    });
  }

  private works(chunk: number, hit: Extract<Hit, { kind: 'works' }>): readonly Bound[] {
    return hit.parts.flatMap((part): Bound[] => {
      const found = this.entriesFor(part);
      const base = { ...this.common(hit, part), style: 'author-year' } as const;
      const one = found.length === 1 ? found[0] : undefined;
      if (one) {
        this.authorYear = true;
        this.use(one);
        return [
          {
            ...base,
            target: this.targetOf(one.entry),
            reference: { chunk: one.entry.chunk, span: one.entry.span },
          },
        ];
      }
      for (const f of found) this.use(f);
      const target: Target = {
        kind: 'work',
        authors: part.authors,
        ...(part.year !== undefined && { year: part.year }),
        raw: this.text.slice(
          (this.chunks[chunk]?.start ?? 0) + part.start,
          (this.chunks[chunk]?.start ?? 0) + part.end,
        ),
      };
      return [
        { ...base, target, fault: found.length > 1 ? 'ambiguous-entry' : 'no-entry', count: found.length },
      ];
    });
  }

  private entriesFor(part: WorkPart): { entry: Entry; list: List }[] {
    const date = part.label.slice(part.label.lastIndexOf('-') + 1);
    const year = /^\d{4}/.exec(date)?.[0] ?? date;
    const family = fold(part.family);
    const all = this.byYear().get(year) ?? [];
    let found = all.filter((e) => firstAuthor(e.head, family));
    const suffix = date.slice(4);
    if (suffix !== '' && found.length > 1) {
      const exact = found.filter((e) => e.body.includes(date));
      if (exact.length > 0) found = exact;
    }
    for (const author of part.authors.slice(1)) {
      if (found.length < 2) break;
      const narrower = found.filter((e) => e.head.includes(fold(author)));
      if (narrower.length > 0) found = narrower;
    }
    return found;
  }

  private byYear(): NonNullable<Environment['years']> {
    if (this.years) return this.years;
    const years: NonNullable<Environment['years']> = new Map();
    for (const list of this.lists)
      for (const entry of list.entries) {
        const base = this.chunks[entry.chunk]?.start ?? 0;
        const body = fold(
          this.text.slice(base + entry.text, Math.min(base + entry.span.end, base + entry.text + 1_000)),
        );
        const seen = new Set(
          body.match(/(?<!\d)(?:1[5-9]\d\d|20\d\d)(?!\d)|n\.d\.|in press|forthcoming/g) ?? [],
        );
        for (const year of seen) {
          const row = { entry, list, head: body.slice(0, 240), body };
          const rows = years.get(year);
          if (rows) rows.push(row);
          else years.set(year, [row]);
        }
      }
    return (this.years = years);
  }
}

/** Do two lists number the same labels? */
const overlaps = (own: List | undefined, other: List): boolean =>
  own !== undefined && other.entries.some((e) => e.label !== undefined && own.labels.has(e.label));

const CROSS_REFERENCE =
  /^(?:fig|tbl|tab|sec|eq|lst|thm|lem|cor|prp|cnj|def|exm|exr|nte|tip|wrn|imp|cau|suppfig)[-:]/;

/** Lower case, without accents. */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[’ʼ`´]/g, "'")
    .replace(/[‐‑]/g, '-');

/** Is `family` the family name of the first author in the head of an entry: at its beginning, or behind given names alone? */
function firstAuthor(head: string, family: string): boolean {
  const clean = head.replace(/^[\s*_"“[\](]+/, '');
  for (let at = clean.indexOf(family); at >= 0 && at < 60; at = clean.indexOf(family, at + 1)) {
    const before = clean.slice(0, at);
    const after = clean.charAt(at + family.length);
    if (/[\p{L}\d]$/u.test(before) || /[\p{L}\d]/u.test(after)) continue;
    return !/[,;&]|\band\b|\bet\b|\bund\b|\d{4}/.test(before);
  }
  return false;
}
