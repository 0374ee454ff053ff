/**
 * Divides a run into units that machines can do on their own. Every source is in exactly one unit, and all sources of a host are in the same
 * one, so that the limits for a host hold. Markers that share a claim are judged together: if their sources are in several units, a further
 * unit does that, after those.
 */
import { gather, identityOf, type CitationJob } from './jobs';
import type { Citation, Target } from '../model';
import { placesOf } from './runPlan';

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
  /** Hosts, `registries` or `workspace`. */
  readonly places: readonly string[];
  readonly cited: readonly Cited[];
  /** Indexes of units that must be done first. */
  readonly after: readonly number[];
};

/** The citations of documents that are verified together. */
export type Batch = {
  readonly paths: readonly string[];
  readonly jobs: readonly CitationJob[];
};

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

/** Merges places that one source needs together. */
class Places {
  readonly #parent = new Map<string, string>();
  root(place: string): string {
    let at = place;
    for (let next = this.#parent.get(at); next !== undefined; next = this.#parent.get(at)) at = next;
    return at;
  }
  join(all: readonly string[]): void {
    const [first = '', ...rest] = all.map((place) => this.root(place));
    for (const one of rest) if (one !== first) this.#parent.set(this.root(one), this.root(first));
  }
}

/** The units of a run. Without a judge, workspace files need no unit, because reading them needs no network. */
export function divide(batches: readonly Batch[], isJudged: boolean): readonly UnitWork[] {
  const items = batches.flatMap(({ paths, jobs }, batch) =>
    jobs.map((job, order): Item => ({ batch, order, path: paths[job.document] ?? '', job })),
  );
  const wanted = items.filter(({ job }) => {
    const [place] = placesOf(job.citation.target);
    return place !== undefined && (isJudged || place !== 'workspace');
  });
  const joined = new Places();
  for (const { job } of wanted) joined.join(placesOf(job.citation.target));
  const placeOf = ({ job }: Item) => joined.root(placesOf(job.citation.target)[0] ?? '');
  const units = gather(wanted, placeOf).map((all) => ({
    places: [...new Set(all.flatMap(({ job }) => placesOf(job.citation.target)))].sort(),
    items: all,
  }));
  if (!isJudged)
    return units.map(({ places, items: all }) => ({
      places,
      after: [],
      cited: distinct(all.map(({ job }) => ({ target: job.citation.target, batch: 0 }))),
    }));
  return withGroups(units);
}

const distinct = (all: readonly Cited[]): readonly Cited[] =>
  gather(all, (one) => JSON.stringify(one)).map(([first]) => first);

const groupOf = ({ batch, job: { document, citation } }: Item): string | undefined =>
  citation.group === undefined ? undefined : JSON.stringify([batch, document, citation.group]);

type Unit = { readonly places: readonly string[]; readonly items: readonly Item[] };

/** Adds groups to units, and further units for groups whose sources are in several units. */
function withGroups(units: readonly Unit[]): readonly UnitWork[] {
  const unitsOf = new Map<string, Set<number>>();
  for (const [i, { items }] of units.entries())
    for (const item of items) {
      const group = groupOf(item);
      if (group !== undefined) unitsOf.set(group, (unitsOf.get(group) ?? new Set<number>()).add(i));
    }
  const groupsOf = (after: readonly number[]) => JSON.stringify(after);
  const across = gather(
    [...unitsOf]
      .map(([group, of]) => ({ group, after: [...of].sort((a, b) => a - b) }))
      .filter(({ after }) => after.length > 1),
    ({ after }) => groupsOf(after),
  );
  const own = units.map(({ places, items }): UnitWork => ({
    places,
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
      places: [],
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
export const citationOf = ({
  target,
  id = '',
  raw = '',
  claim = '',
  context = '',
  group,
}: Cited): Citation => ({
  id,
  style: 'url',
  raw,
  marker: NOWHERE,
  part: NOWHERE,
  identifier: '',
  claim: { text: claim, span: NOWHERE },
  context,
  target,
  ...(group !== undefined && { group }),
});
