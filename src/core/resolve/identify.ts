/** Finds the record of a work: by its identifier, else by searching; and tells whether it is the work that was cited. */
import type { Failure, FailureKind, Work } from '../model';
import { askAll, cancelled, type Context, type Heard } from './context';
import { matchWork, type Field, type Match } from './match';
import { isMiss, searching, type RegistryHit, type Query } from './registry';
import { ARXIV_DOI, ROUTES, SEARCHED } from './registries';
import { titleWords } from './title';

export type Identified = {
  readonly hit: RegistryHit;
  /** Registries that did not answer, in words. */
  readonly silent: readonly string[];
};

/** Failures that are the caller's will, not a registry's state: they end everything. */
const FINAL = new Set(['cancelled', 'disabled']);

const failures = (heard: readonly Heard[]): readonly { label: string; failure: Failure }[] =>
  heard.flatMap(({ seat, hits }) => (isMiss(hits) ? [{ label: seat.registry.label, failure: hits }] : []));
const cause = ({ detail, miss }: Failure): string => detail.split(':')[0] || miss;
const silentOf = (heard: readonly Heard[]): readonly string[] =>
  failures(heard).map(({ label, failure }) => `${label} (${cause(failure)})`);
const final = (heard: readonly Heard[]): Failure | undefined =>
  failures(heard).find(({ failure }) => FINAL.has(failure.miss))?.failure;

/** The work in a few words, for messages. */
export function describe(work: Work): string {
  const first = work.authors?.[0]?.split(',')[0] ?? '';
  const others = (work.authors?.length ?? 0) > 1 ? ' et al.' : '';
  const title = work.title === undefined ? 'an untitled work' : `“${work.title.slice(0, 200)}”`;
  return [title, first && `by ${first}${others}`, work.year && `(${work.year})`].filter(Boolean).join(' ');
}

const inWords = (fields: readonly Field[]): string =>
  fields.length < 2
    ? (fields[0] ?? '')
    : `${fields.slice(0, -1).join(', ')} and ${fields[fields.length - 1] ?? ''}`;

/** The record is another work than the one cited, or not as it was cited. */
const wrongWork = (pointer: string, { record }: RegistryHit, { differs }: Match): Failure => ({
  miss: 'wrong-work',
  detail: `wrong_work: ${pointer} ${describe(record)}${record.venue ? `, ${record.venue}` : ''}; differing: ${inWords(differs)}`,
  record,
});

/** The work's record: a hit that matches, or why there is none. */
export async function identify(work: Work, context: Context): Promise<Identified | Failure> {
  const route = ROUTES.find(({ key }) => work[key] !== undefined);
  return route === undefined ? search(work, context) : lookUp(work, route, context);
}

async function lookUp(
  work: Work,
  route: (typeof ROUTES)[number],
  context: Context,
): Promise<Identified | Failure> {
  const heard: Heard[] = [];
  const preprint = route.key === 'doi' && ARXIV_DOI.test(work.doi ?? '');
  const groups = preprint
    ? [ROUTES.find(({ key }) => key === 'arxiv')?.groups[0] ?? [], ...route.groups.slice(1)]
    : route.groups;
  for (const group of groups) {
    heard.push(...(await askAll(context, group, ({ registry }, ask) => registry.lookup?.(work, ask))));
    const stop = context.signal.aborted ? cancelled : final(heard);
    if (stop) return stop;
    const hits = heard.flatMap(({ hits: h }) => (isMiss(h) ? [] : h));
    const best = hits
      .map((hit) => ({ hit, match: matchWork(work, hit) }))
      .sort((a, b) => b.match.score - a.match.score)[0];
    if (best)
      return best.match.differs.length > 0
        ? wrongWork(`${route.label(work)} is`, best.hit, best.match)
        : { hit: best.hit, silent: silentOf(heard) };
    if (isSettled(route, heard)) break;
  }
  return notRegistered(work, route, heard);
}

/** Failures of a registry that keep their name; the rest is the network's. */
const ABOUT_US: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'disabled',
  'cancelled',
  'timeout',
  'blocked',
  'ssrf',
  'not-allowed-domain',
]);

/** A registry that is not there, or broken, says nothing about the work: what it failed by is never that the work is missing. */
export const missOfRegistry = ({ miss }: Failure): FailureKind => (ABOUT_US.has(miss) ? miss : 'network');

/** Who answered and has no such record. */
const absentFrom = (heard: readonly Heard[]) =>
  new Set(heard.filter(({ hits }) => !isMiss(hits) && hits.length === 0).map(({ seat }) => seat));
const isSettled = ({ settled }: (typeof ROUTES)[number], heard: readonly Heard[]): boolean => {
  const absent = absentFrom(heard);
  return settled.some((all) => all.every((seat) => absent.has(seat)));
};

/** No registry has the identifier. That is said only when one that would know has said so. */
function notRegistered(work: Work, route: (typeof ROUTES)[number], heard: readonly Heard[]): Failure {
  const absent = absentFrom(heard);
  const silent = silentOf(heard);
  const first = failures(heard)[0]?.failure;
  if (!isSettled(route, heard) && first)
    return {
      ...first,
      miss: missOfRegistry(first),
      detail: `${cause(first)}: ${route.label(work)} could not be looked up, no answer from ${silent.join(', ')}`,
    };
  const asked = [...absent].map(({ registry }) => registry.label).join(', ');
  const rest = silent.length > 0 ? `; no answer from ${silent.join(', ')}` : '';
  return {
    miss: 'not-found',
    detail: `not_found: ${route.label(work)} is not registered (asked: ${asked}${rest})`,
  };
}

/** How many candidates each registry is asked for. */
const CANDIDATES = 5;
/** A title of so many words is not borne by two works by chance. */
const DISTINCTIVE = 4;

export type ScoredHit = { readonly hit: RegistryHit; readonly match: Match };

/** The candidates in order: the work itself first, then the most alike. Notices and reviews about a work come last. */
export const rank = (work: Work, hits: readonly RegistryHit[]): readonly ScoredHit[] =>
  hits
    .map((hit) => ({ hit, match: matchWork(work, hit) }))
    .sort(
      (a, b) =>
        Number(b.match.same && !b.hit.about) - Number(a.match.same && !a.hit.about) ||
        b.match.score - a.match.score,
    );

/** The work itself among the candidates, if it is there. */
export const accept = ([best]: readonly ScoredHit[]): ScoredHit | undefined =>
  best?.match.same && !best.hit.about ? best : undefined;

/** What goes to a registry is the reference, never the addresses or mark-up in it. */
const withoutAddresses = (text: string): string =>
  text
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(/[<>]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const isEntry = (raw = ''): boolean => /^\s*[@{]/.test(raw);

async function search(work: Work, context: Context): Promise<Identified | Failure> {
  // Whole, for registries that read references themselves: its parsing may be wrong. An entry of a bibliography file is no such text.
  const text = (isEntry(work.raw) ? undefined : work.raw) ?? work.title ?? '';
  if (titleWords(text).length === 0)
    return { miss: 'not-found', detail: 'not_found: the reference names nothing to look for' };
  const query: Query = {
    text: withoutAddresses(text),
    limit: CANDIDATES,
    ...(work.title === undefined ? {} : { title: work.title }),
    ...(work.authors === undefined ? {} : { authors: work.authors }),
  };
  const heard: Heard[] = [];
  for (const group of SEARCHED) {
    heard.push(
      ...(await askAll(context, group, ({ registry }, ask) => registry.search?.(query, searching(ask)))),
    );
    const stop = context.signal.aborted ? cancelled : final(heard);
    if (stop) return stop;
    const found = accept(
      rank(
        work,
        heard.flatMap(({ hits }) => (isMiss(hits) ? [] : hits)),
      ),
    );
    if (found) return { hit: found.hit, silent: silentOf(heard) };
  }
  return noMatch(work, heard);
}

function noMatch(work: Work, heard: readonly Heard[]): Failure {
  const missed = failures(heard);
  const answered = heard.filter(({ hits }) => !isMiss(hits)).map(({ seat }) => seat.registry.label);
  const silent = silentOf(heard);
  if (answered.length === 0 && missed[0])
    return {
      ...missed[0].failure,
      miss: missOfRegistry(missed[0].failure),
      detail: `${cause(missed[0].failure)}: no registry answered: ${silent.join(', ')}`,
    };
  const nearest = rank(
    work,
    heard.flatMap(({ hits }) => (isMiss(hits) ? [] : hits)),
  ).find(({ match }) => resembles(work, match));
  if (nearest && nearest.match.differs.length > 0 && !nearest.hit.about)
    return wrongWork('the nearest record is', nearest.hit, nearest.match);
  const rest = silent.length > 0 ? `; no answer from ${silent.join(', ')}` : '';
  return {
    miss: 'not-found',
    detail: `not_found: none of the registries asked lists it (${answered.join(', ')}${rest}); works outside them exist`,
  };
}

/** So alike that the reference means this work and gets something wrong: the title with other fields, or nearly the title and the authors. */
const resembles = (work: Work, { fields }: Match): boolean =>
  fields.title === 'same'
    ? titleWords(work.title ?? work.raw ?? '').length >= DISTINCTIVE
    : fields.title === 'near' && fields.authors === 'same';
