/** From what is written to what it points at: the citations that each hit makes, or none when it turns out to be no marker. */
import type { Span, Style, Target } from '../model';
import { parseReference } from '../text/reference';
import { firstAt } from './chunks';
import { normal } from './definitions';
import type { Defined, Environment, Place } from './environment';
import type { Hit, Part, WorkPart } from './hits';
import { linkShape } from './links';
import type { Found } from './lists';

type Of<K extends Hit['kind']> = Extract<Hit, { kind: K }>;
export type BindFault = 'dangling' | 'no-entry' | 'ambiguous-entry' | 'unknown-key';

/** One citation of a hit, before it has a claim. Offsets relative to the chunk. */
export type Bound = {
  readonly hit: Hit;
  /** The marker: all of the hit, unless only a part of it turned out to be one. */
  readonly marker: Span;
  part: Span;
  readonly style: Style;
  readonly identifier: string;
  readonly label: string | undefined;
  readonly target: Target;
  readonly reference: Place | undefined;
  readonly fault: BindFault | undefined;
  /** How many entries it could mean. */
  readonly count: number;
};

type Extra = {
  readonly marker?: Span;
  readonly reference?: Place;
  readonly fault?: BindFault | undefined;
  readonly count?: number;
};

function bound(
  hit: Hit,
  part: Span,
  style: Style,
  identifier: string,
  label: string | undefined,
  target: Target,
  extra?: Extra,
): Bound {
  return {
    hit,
    marker: extra?.marker ?? hit,
    part,
    style,
    identifier,
    label,
    target,
    reference: extra?.reference,
    fault: extra?.fault,
    count: extra?.count ?? 0,
  };
}

const NONE: readonly never[] = [];

export function bind(env: Environment, chunk: number, hit: Hit): readonly Bound[] {
  const all = bindParts(env, chunk, hit);
  const only = all.length === 1 ? all[0] : undefined;
  // It stands alone: its piece is the marker.
  if (only) only.part = only.marker;
  return all;
}

function bindParts(env: Environment, chunk: number, hit: Hit): readonly Bound[] {
  switch (hit.kind) {
    case 'direct':
      return hit.inner ? inner(env, chunk, hit, hit.inner) : [direct(hit)];
    case 'reference':
      return reference(env, chunk, hit);
    case 'numbers':
      return numbers(env, chunk, hit);
    case 'note':
      return [note(env, chunk, hit)];
    case 'inline-note': {
      const target = noteTarget(env, chunk, hit, hit.start + 2, 1);
      return [bound(hit, hit, 'footnote', '^', undefined, target)];
    }
    case 'keys':
      return cited(env, hit);
    case 'works':
      return hit.doubt === true && hit.parts.some((part) => env.entriesFor(part).length === 0)
        ? NONE
        : hit.parts.map((part) => work(env, chunk, hit, part));
    case 'residue':
      return [bound(hit, hit, 'numbered', hit.label, hit.label, { kind: 'dangling', label: hit.label })];
  }
}

const direct = (hit: Of<'direct'>): Bound =>
  bound(hit, hit, hit.style, hit.identifier, hit.label, hit.target);

/** `[[3]](…)` is the marker `[3]` where the document numbers its sources, a link where it does not. */
function inner(env: Environment, chunk: number, hit: Of<'direct'>, part: Part): readonly Bound[] {
  const found = env.entryFor(chunk, hit.start, part.label);
  if (found) return [toEntry(env, hit, part, found, part)];
  return env.labelled
    ? [bound(hit, part, 'numbered', part.label, part.label, hit.target, { marker: part })]
    : [direct(hit)];
}

/** Does the text of a reference hold a link? Then it is none itself: links do not nest. `hits` are in order. */
export function holdsLink(
  hits: readonly Hit[],
  { start, short, text }: Of<'reference'>,
  isDefined: (label: string) => boolean,
): boolean {
  if (!text.includes('[')) return false;
  for (let i = firstAt(hits, start + 1); ; i++) {
    const inner = hits[i];
    if (!inner || inner.start >= short) return false;
    if (inner.kind === 'direct' && inner.style === 'link') return true;
    if (inner.kind === 'reference' && isDefined(inner.label)) return true;
  }
}

function reference(env: Environment, chunk: number, hit: Of<'reference'>): readonly Bound[] {
  if (env.definitions.size === 0 && !env.labelled) return NONE;
  if (holdsLink(env.chunk(chunk).hits, hit, (label) => env.definitions.has(normal(label)))) return NONE;
  for (const [label, end] of [
    [hit.label, hit.end],
    [hit.text, hit.short],
  ] as const) {
    const found = env.definitions.get(normal(label));
    const shape = found && linkShape(found.url);
    if (found && shape) {
      const marker = { start: hit.start, end };
      return [
        bound(hit, marker, shape.style, shape.identifier, hit.text, shape.target, {
          marker,
          reference: found,
        }),
      ];
    }
    if (found) break;
  }
  // `[Smi20]`: a label that an entry of a list carries.
  const found = env.entryFor(chunk, hit.start, hit.text);
  const marker = { start: hit.start, end: hit.short };
  return found ? [toEntry(env, hit, { ...marker, label: hit.text }, found, marker)] : NONE;
}

function numbers(env: Environment, chunk: number, hit: Of<'numbers'>): readonly Bound[] {
  if ((hit.doubt === 'round' || hit.doubt === 'item') && !env.round) return NONE;
  const placeOf = ({ label }: Part) =>
    env.entryFor(chunk, hit.start, label) ??
    env.definitions.get(label) ??
    // `[7a]` is a part of entry 7.
    (endsInLetter(label) ? env.entryFor(chunk, hit.start, label.slice(0, -1)) : undefined);
  const abstains = hit.doubt !== undefined && (hit.doubt === 'value' || !env.labelled);
  const [only] = hit.parts;
  if (only && hit.parts.length === 1) {
    const place = placeOf(only);
    const one = abstains && !place ? undefined : numbered(env, hit, only, place);
    return one ? [one] : NONE;
  }
  const found = hit.parts.map(placeOf);
  if (abstains && found.includes(undefined)) return NONE;
  const bounds = hit.parts.map((part, n) => numbered(env, hit, part, found[n]));
  return bounds.every((one) => one !== undefined) ? bounds : bounds.filter((one) => one !== undefined);
}

/** `7a`: labels of numbers end in a digit or a small letter. */
const endsInLetter = (label: string): boolean => label.charCodeAt(label.length - 1) >= 97;

function numbered(
  env: Environment,
  hit: Of<'numbers'>,
  part: Part,
  place: Found | Defined | undefined,
): Bound | undefined {
  const { label } = part;
  if (place === undefined) {
    const target: Target = { kind: 'dangling', label };
    return bound(hit, part, 'numbered', label, label, target, { fault: 'dangling' });
  }
  if ('list' in place) return toEntry(env, hit, part, place);
  const target = linkShape(place.url)?.target;
  // `[9]` is a link to `#anchor` or `./page.md`: it leads to no source.
  if (!target) return undefined;
  env.numbered = true;
  return bound(hit, part, 'numbered', label, label, target, { reference: place });
}

function toEntry(
  env: Environment,
  hit: Hit,
  part: Part,
  found: Found,
  marker: Span = hit,
  style: Style = 'numbered',
): Bound {
  env.use(found);
  env.numbered = true;
  return bound(hit, part, style, part.label, part.label, env.targetOf(found.entry), {
    marker,
    reference: found.entry,
  });
}

function note(env: Environment, chunk: number, hit: Of<'note'>): Bound {
  const label = `^${hit.label}`;
  const place = env.notes.get(normal(hit.label));
  if (place) {
    const target = env.noteTargets.get(place) ?? noteTarget(env, place.chunk, place.span, place.text, 0);
    env.noteTargets.set(place, target);
    return bound(hit, hit, 'footnote', label, label, target, { reference: place });
  }
  // `[^3]` with a numbered list instead of footnotes.
  const found = env.entryFor(chunk, hit.start, hit.label);
  if (found) return toEntry(env, hit, { start: hit.start, end: hit.end, label }, found, hit, 'footnote');
  return bound(hit, hit, 'footnote', label, label, { kind: 'dangling', label }, { fault: 'dangling' });
}

/** What a footnote points at: the first source in it, else what its words say. */
function noteTarget(env: Environment, chunk: number, span: Span, from: number, trailing: number): Target {
  const source = env.sourceIn(chunk, span, from);
  const found = source && bind(env, chunk, source).find(({ target }) => target.kind !== 'dangling');
  if (found) return found.target;
  return { ...parseReference(env.chunk(chunk).text.slice(from, span.end - trailing)), kind: 'work' };
}

const CROSS_REFERENCE =
  /^(?:fig|tbl|tab|sec|eq|lst|thm|lem|cor|prp|cnj|def|exm|exr|nte|tip|wrn|imp|cau|suppfig)[-:]/;

function cited(env: Environment, hit: Of<'keys'>): readonly Bound[] {
  const known = hit.parts.some((p) => env.keys?.has(p.label) === true);
  if (!known && !hit.sure && !env.pandoc) return NONE;
  const parts = known ? hit.parts : hit.parts.filter((p) => !CROSS_REFERENCE.test(p.label));
  return parts.map((part): Bound => {
    const found = env.keys?.get(part.label);
    if (found) return bound(hit, part, 'cite-key', part.label, part.label, { ...found, kind: 'work' });
    const target: Target = { kind: 'dangling', label: part.label };
    return bound(hit, part, 'cite-key', part.label, part.label, target, env.keys && { fault: 'unknown-key' });
  });
}

function work(env: Environment, chunk: number, hit: Of<'works'>, part: WorkPart): Bound {
  const found = env.entriesFor(part);
  for (const f of found) env.use(f);
  const [one] = found;
  if (one && found.length === 1) {
    env.authorYear = true;
    return bound(hit, part, 'author-year', part.label, part.label, env.targetOf(one.entry), {
      reference: one.entry,
    });
  }
  const raw = env.chunk(chunk).text.slice(part.start, part.end);
  const { authors, year } = part;
  const target: Target =
    year === undefined ? { kind: 'work', authors, raw } : { kind: 'work', authors, year, raw };
  const fault = one ? 'ambiguous-entry' : part.secondhand ? undefined : 'no-entry';
  return bound(hit, part, 'author-year', part.label, part.label, target, { fault, count: found.length });
}
