/** Finds the record of a work: by its identifier, else by searching; and tells whether it is the work that was cited. */
import { CANCELLED } from '../cancel';
import { fail, reason, type Cause } from '../causes';
import type { Failure, FailureKind, Work } from '../model';
import { askAll, type Context, type Heard } from './context';
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
const silentOf = (heard: readonly Heard[]): readonly string[] =>
  failures(heard).map(({ label, failure }) => `${label} (${failure.cause})`);
const final = (heard: readonly Heard[]): Failure | undefined =>
  failures(heard).find(({ failure }) => FINAL.has(failure.kind))?.failure;

/** The work in a few words that are the same in every language: “Title”, Smith et al., 2020, Venue. */
export function describe({ title, authors = [], year, venue }: Work): string {
  const first = authors[0]?.split(',')[0];
  const by = first && (authors.length > 1 ? `${first} et al.` : first);
  return [title === undefined ? '…' : `“${title.slice(0, 200)}”`, by, year, venue].filter(Boolean).join(', ');
}

const FIELDS: Readonly<Record<Field, Cause>> = {
  title: 'field_title',
  authors: 'field_authors',
  year: 'field_year',
  venue: 'field_venue',
};

/** The record found is a different work from the one cited, or is cited wrongly. Without a `label` it was found by searching. */
function wrongWork({ record }: RegistryHit, { differs }: Match, label?: string): Failure {
  const facts = { work: describe(record), fields: differs.map((field) => reason(FIELDS[field])) };
  const why = label === undefined ? fail('closest_record', facts) : fail('wrong_work', { label, ...facts });
  return { ...why, record };
}

/** What else is to be said where some registries gave no answer. */
const alsoSilent = (names: readonly string[]) =>
  names.length === 0 ? {} : { also: reason('no_answer_from', { names }) };

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
    const stop = context.signal.aborted ? CANCELLED : final(heard);
    if (stop) return stop;
    const hits = heard.flatMap(({ hits: h }) => (isMiss(h) ? [] : h));
    const best = hits
      .map((hit) => ({ hit, match: matchWork(work, hit) }))
      .sort((a, b) => b.match.score - a.match.score)[0];
    if (best)
      return best.match.differs.length > 0
        ? wrongWork(best.hit, best.match, route.label(work))
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
export const asRegistryFailure = (failure: Failure): Failure =>
  ABOUT_US.has(failure.kind) ? failure : { ...failure, kind: 'network' };

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
  if (!isSettled(route, heard) && first) return { ...asRegistryFailure(first), ...alsoSilent(silent) };
  const asked = [...absent].map(({ registry }) => registry.label);
  return { ...fail('not_registered', { label: route.label(work), asked }), ...alsoSilent(silent) };
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
  if (titleWords(text).length === 0) return fail('no_search_words');
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
    const stop = context.signal.aborted ? CANCELLED : final(heard);
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
    return { ...asRegistryFailure(missed[0].failure), ...alsoSilent(silent) };
  const nearest = rank(
    work,
    heard.flatMap(({ hits }) => (isMiss(hits) ? [] : hits)),
  ).find(({ match }) => resembles(work, match));
  if (nearest && nearest.match.differs.length > 0 && !nearest.hit.about)
    return wrongWork(nearest.hit, nearest.match);
  return { ...fail('unlisted', { asked: answered }), ...alsoSilent(silent) };
}

/** So alike that the reference means this work and gets something wrong: the title with other fields, or nearly the title and the authors. */
const resembles = (work: Work, { fields }: Match): boolean =>
  fields.title === 'same'
    ? titleWords(work.title ?? work.raw ?? '').length >= DISTINCTIVE
    : fields.title === 'near' && fields.authors === 'same';
