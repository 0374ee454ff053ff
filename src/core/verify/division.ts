/**
 * Divides a run into units that machines can do on their own. Every source is in exactly one unit, and all sources of a host are in the
 * same one, so that the limits of a host apply. Works are in units of neighbours; workers share the pace of the registries. Markers that
 * share a claim are judged together: if their sources are in several units, a further unit does that, after those.
 */
import { chunks, gather, identityOf, type CitationJob } from './jobs';
import { citationAt, type Citation, type Target } from '../model';
import { placeOf } from './runPlan';
import { getOrMake } from '../text/maps';

/** What resolving and judging need of a citation. */
export type Cited = {
  readonly target: Target;
  /** Sources are grouped within a batch of documents, as in `verify`. */
  readonly batch: number;
  /** The remaining fields only if it will be judged. The position in its batch, because groups and claims are judged in text order. */
  readonly order?: number;
  /** Index of the document. */
  readonly document?: number;
  readonly path?: string;
  readonly id?: string;
  readonly raw?: string;
  readonly claim?: string;
  readonly context?: string;
  readonly group?: string;
};

export type UnitWork = {
  /** A host, `registries` or `workspace`; undefined for groups of several units. */
  readonly place: string | undefined;
  readonly cited: readonly Cited[];
  /** Indexes of units that must be done first. */
  readonly after: readonly number[];
};

/** The citations of documents that are verified together. */
export type Batch = { readonly paths: readonly string[]; readonly jobs: readonly CitationJob[] };

type Item = {
  readonly batch: number;
  readonly order: number;
  readonly path: string;
  readonly job: CitationJob;
};

const citedOf = ({ batch, order, path, job: { document, citation } }: Item): Cited => ({
  target: citation.target,
  batch,
  order,
  document,
  path,
  id: citation.id,
  raw: citation.raw,
  claim: citation.claim.text,
  context: citation.context,
  ...(citation.group !== undefined && { group: citation.group }),
});

/** Most works of a unit. */
const WORKS = 100;

/** Items of one place; those of the registries in parts of a number of works. */
function divided(place: string | undefined, items: readonly Item[]): readonly Unit[] {
  if (place !== 'registries') return [{ place, items }];
  const works = gather(items, ({ job }) => identityOf(job.citation.target));
  return chunks(works, WORKS).map((part) => ({ place, items: part.flat() }));
}

/** The units of a run. Without a judge, workspace files need no unit, because reading them needs no network. */
export function divide(batches: readonly Batch[], isJudged: boolean): readonly UnitWork[] {
  const items = batches.flatMap(({ paths, jobs }, batch) =>
    jobs.map((job, order): Item => ({ batch, order, path: paths[job.document] ?? '', job })),
  );
  const placeIn = ({ job }: Item) => placeOf(job.citation.target);
  const wanted = items.filter((item) => {
    const place = placeIn(item);
    return place !== undefined && (isJudged || place !== 'workspace');
  });
  const units = gather(wanted, (item) => placeIn(item) ?? '').flatMap((all) => divided(placeIn(all[0]), all));
  if (isJudged) return withGroups(units);
  return units.map(({ place, items: all }) => ({
    place,
    after: [],
    cited: gather(
      all.map(({ job }) => ({ target: job.citation.target, batch: 0 })),
      (one) => JSON.stringify(one),
    ).map(([first]) => first),
  }));
}

const groupOf = ({ batch, job: { document, citation } }: Item): string | undefined =>
  citation.group === undefined ? undefined : JSON.stringify([batch, document, citation.group]);

type Unit = { readonly place: string | undefined; readonly items: readonly Item[] };

/** Adds groups to units, and further units for groups whose sources are in several units. */
function withGroups(units: readonly Unit[]): readonly UnitWork[] {
  const unitsOf = new Map<string, Set<number>>();
  for (const [i, { items }] of units.entries())
    for (const item of items) {
      const group = groupOf(item);
      if (group !== undefined) getOrMake(unitsOf, group, () => new Set<number>()).add(i);
    }
  const across = gather(
    [...unitsOf]
      .map(([group, of]) => ({ group, after: [...of].sort((a, b) => a - b) }))
      .filter(({ after }) => after.length > 1),
    ({ after }) => JSON.stringify(after),
  );
  const own = units.map(({ place, items }): UnitWork => ({
    place,
    after: [],
    cited: withOnly(items, (group) => unitsOf.get(group)?.size === 1),
  }));
  const further = across.map((groups): UnitWork => {
    const names = new Set(groups.map(({ group }) => group));
    const { after } = groups[0];
    const all = after.flatMap((i) => units[i]?.items ?? []);
    const sourceOf = ({ batch, job }: Item) => `${batch} ${identityOf(job.citation.target)}`;
    const needed = new Set(all.filter((item) => names.has(groupOf(item) ?? '')).map(sourceOf));
    return {
      place: undefined,
      after,
      cited: withOnly(
        all.filter((item) => needed.has(sourceOf(item))),
        (group) => names.has(group),
      ),
    };
  });
  return [...own, ...further];
}

/** The citations, with only the groups that the unit judges. */
const withOnly = (items: readonly Item[], isJudged: (group: string) => boolean): readonly Cited[] =>
  items.map((item) => {
    const { group, ...cited } = citedOf(item);
    return { ...cited, ...(group !== undefined && isJudged(groupOf(item) ?? '') && { group }) };
  });

const NOWHERE = { start: 0, end: 0 };

/** A citation of a unit in the pipeline's form. */
export function citationOf(cited: Cited): Citation {
  const { target, id = '', raw = '', claim = '', context = '', group } = cited;
  const known = { id, raw, claim, target, ...(group !== undefined && { group }) };
  return citationAt(NOWHERE, { ...known, style: 'url', identifier: '' }, context);
}
