/** Finds the record of a work, by identifier or by search, and decides whether it is the cited work. */
import { CANCELLED } from '../cancel';
import { fail, reason, type Cause } from '../causes';
import { hasAnswer } from '../failureKinds';
import { isFailure } from '../model';
import type { Failure, Notice, RegistryError, Work } from '../model';
import { defined } from '../text/jsonFields';
import { malformedDoi } from '../text/works/identifiers';
import { askAll, errorsOf, hitsOf, type Context, type RegistryAnswer } from './context';
import { matchWork, sharesIdentifier, type Difference, type Field, type Match } from './match';
import { searching, type Query, type Registry, type RegistryHit } from './registry';
import { ARXIV_DOI, labelOf, REGISTRIES, ROUTES, SEARCHED, type Route } from './registries';
import { titleWords } from './title';
import { matchTitles } from './titleAgreement';

export type Identified = {
  readonly hit: RegistryHit;
  /** Differences between citation and record, and an identifier that belongs to another work. */
  readonly notices: readonly Notice[];
  /** Registries that did not answer. */
  readonly errors: readonly RegistryError[];
};

type Replies = readonly RegistryAnswer[];

/** A failure that the caller caused: it ends the search. */
const final = (answers: Replies): Failure | undefined =>
  errorsOf(answers).find(({ failure }) => hasAnswer(failure, 'stopped'))?.failure;

/** The registries that did not answer. */
export const namesOf = (errors: readonly RegistryError[]): readonly string[] => [
  ...new Set(errors.map(({ registry }) => registry)),
];

/** The work in a form that needs no translation: “Title”, Smith et al., 2020, Venue. */
export function describe({ title, authors = [], year, venue }: Work): string {
  const first = authors[0]?.split(',')[0];
  const by = first && (authors.length > 1 ? `${first} et al.` : first);
  return [title === undefined ? '…' : `“${title.slice(0, 200)}”`, by, year, venue].filter(Boolean).join(', ');
}

const FIELDS: Readonly<Record<Difference['field'], Cause>> = {
  title: 'field_title',
  authors: 'field_authors',
  year: 'field_year',
  venue: 'field_venue',
  volume: 'field_volume',
  pages: 'field_pages',
};
const LONGEST_VALUE = 200;

const noticeOf = ({ field, cited, record }: Difference): Notice => ({
  kind: 'differs',
  ...reason('differs', {
    field: reason(FIELDS[field]),
    cited: cited.slice(0, LONGEST_VALUE),
    recorded: record.slice(0, LONGEST_VALUE),
  }),
});

const identified = (
  { hit, match }: ScoredHit,
  replies: Replies,
  more: readonly Notice[] = [],
): Identified => ({ hit, notices: [...more, ...match.notes.map(noticeOf)], errors: errorsOf(replies) });

/** A failure with the registries that did not answer. */
function withErrors(failure: Failure, errors: readonly RegistryError[]): Failure {
  if (errors.length === 0) return failure;
  return { ...failure, also: reason('no_answer_from', { names: namesOf(errors) }), errors };
}

/** The record is another work than the cited one, or the citation has errors. Without a `label` it was found by search. */
function wrongWork({ hit: { record }, match }: ScoredHit, replies: Replies, label?: string) {
  const facts = {
    work: describe(record),
    fields: match.differs.map((field: Field) => reason(FIELDS[field])),
  };
  const why = label === undefined ? fail('closest_record', facts) : fail('wrong_work', { label, ...facts });
  return withErrors({ ...why, record }, errorsOf(replies));
}

/** The work's record: a matching hit, or why there is none. */
export async function identify(work: Work, context: Context): Promise<Identified | Failure> {
  const route = ROUTES.find(({ key }) => work[key] !== undefined);
  return route === undefined ? search(work, context) : lookUp(work, route, context);
}

/** An arXiv DOI names the preprint, so arXiv, which knows most about it, is queried first. */
const groupsOf = (work: Work, { key, groups }: Route): Route['groups'] =>
  key === 'doi' && ARXIV_DOI.test(work.doi ?? '') ? [[REGISTRIES.arxiv], ...groups.slice(1)] : groups;

/**
 * The answer, if it is one. A record with another identifier may be reached by an alias; if it also differs from the citation, it answers
 * another question, and nothing is said about the identifier.
 */
function ofThisWork(asked: Work, { key }: Route, answer: RegistryAnswer): RegistryAnswer {
  const { registry, hits } = answer;
  if (isFailure(hits) || hits.length === 0) return answer;
  const arxiv = ARXIV_DOI.exec(asked.doi ?? '')?.[1];
  const known = { ...(arxiv !== undefined && { arxiv }), ...asked };
  const own = hits.filter(
    (hit) =>
      hit.record[key] === undefined ||
      sharesIdentifier(known, hit.record) ||
      matchWork(asked, hit).differs.length === 0,
  );
  const what = reason('other_record');
  return { registry, hits: own.length > 0 ? own : fail('bad_response', { host: registry.label, what }) };
}

async function lookUp(work: Work, route: Route, context: Context): Promise<Identified | Failure> {
  const replies: RegistryAnswer[] = [];
  // A DOI has no case: one spelling of it is one question.
  const asked = work.doi === undefined ? work : { ...work, doi: work.doi.toLowerCase() };
  for (const group of groupsOf(work, route)) {
    const answers = await askAll(context, group, ({ lookup }, ask) => lookup?.(asked, ask));
    replies.push(...answers.map((answer) => ofThisWork(asked, route, answer)));
    const stop = context.signal.aborted ? CANCELLED : final(replies);
    if (stop) return stop;
    const best = hitsOf(replies)
      .map((hit): ScoredHit => ({ hit, match: matchWork(work, hit) }))
      .sort((a, b) => b.match.score - a.match.score)[0];
    if (best && best.match.differs.length === 0) return identified(best, replies);
    if (best) return searchInstead(work, route, wrongWork(best, replies, labelOf(route, work)), context);
    if (isSettled(route, replies)) break;
  }
  return searchInstead(work, route, notRegistered(work, route, replies), context);
}

/**
 * An identifier that leads nowhere or to another work doesn't end the search: the work is searched by its title and authors. If found, the
 * finding has the right identifier; otherwise the original failure remains.
 */
async function searchInstead(work: Work, route: Route, failure: Failure, context: Context) {
  const isDefinite = failure.kind === 'not-found' || failure.kind === 'wrong-work';
  const { [route.key]: cited = '', ...rest } = work;
  if (!isDefinite || !isDescribed(rest)) return failure;
  const found = await identify(rest, context);
  if ('cause' in found) return found.kind === 'cancelled' ? found : failure;
  const right = found.hit.record[route.key];
  // A duplicate registration or an alias: use the record it led to.
  if (right?.toLowerCase() === cited.toLowerCase()) return failure;
  if (failure.cause === 'unlisted') return found;
  const notice = wrongIdentifier(labelOf(route, work), cited, found.hit.record, failure.record);
  return { ...found, notices: [notice, ...found.notices] };
}

/** What is wrong with an identifier, and the work it should name. */
function wrongIdentifier(label: string, cited: string, record: Work, other?: Work): Notice {
  const route = ROUTES.find(({ key }) => record[key] !== undefined);
  const facts = { label, work: [describe(record), ...(route ? [labelOf(route, record)] : [])].join(', ') };
  const isCut = cited !== '' && (record.doi ?? '').toLowerCase().startsWith(cited.toLowerCase());
  const why = isCut
    ? reason('identifier_cut', facts)
    : other === undefined
      ? reason('identifier_dead', facts)
      : reason('identifier_taken', { ...facts, other: describe(other) });
  return { kind: 'doi-differs', ...why };
}

/** An unreachable or broken registry says nothing about the work: `network`, unless the caller has decided the failure's kind. */
export const asRegistryFailure = (failure: Failure): Failure =>
  hasAnswer(failure, 'stopped') || failure.kind === 'not-allowed-domain'
    ? failure
    : { ...failure, kind: 'network' };

/** The registries that answered without such a record. */
const absentFrom = (replies: Replies) =>
  new Set(replies.flatMap(({ hits, registry }) => (isFailure(hits) || hits.length > 0 ? [] : registry)));
const isSettled = ({ settled }: Route, replies: Replies): boolean => {
  const absent = absentFrom(replies);
  return settled.some((all) => all.every((registry) => absent.has(registry)));
};

/** No registry has the identifier. Reported only if a registry that would have it answered; none would have each ISBN. */
function notRegistered(work: Work, route: Route, replies: Replies): Failure {
  const errors = errorsOf(replies);
  const first = errors[0]?.failure;
  if (!isSettled(route, replies) && first) return withErrors(asRegistryFailure(first), errors);
  const asked = [...absentFrom(replies)].map(({ label }) => label);
  const label = labelOf(route, work);
  return withErrors(fail(route.key === 'isbn' ? 'unlisted' : 'not_registered', { label, asked }), errors);
}

/** Candidates to request from each registry. */
const CANDIDATES = 5;
/** Two works don't share a title of this many words by chance. */
const DISTINCTIVE = 4;

export type ScoredHit = { readonly hit: RegistryHit; readonly match: Match };

/** The candidates in order: the work itself, then the most similar; notices and reviews of a work last. */
export const rank = (work: Work, hits: readonly RegistryHit[]): readonly ScoredHit[] =>
  hits
    .map((hit) => ({ hit, match: matchWork(work, hit) }))
    .sort(
      (a, b) =>
        Number(b.match.same && !b.hit.about) - Number(a.match.same && !a.hit.about) ||
        b.match.score - a.match.score,
    );

/** The work itself, if it is among the candidates. A reference without a title that fits two candidates identifies neither. */
export function accept(ranked: readonly ScoredHit[]): ScoredHit | undefined {
  const works = ranked.filter(({ hit, match }) => !hit.about && match.differs.length === 0);
  const best = works.find(({ match }) => match.same) ?? works.find(({ match }) => match.isAllThere);
  const isRival = ({ hit, match }: ScoredHit) =>
    (match.same || match.isAllThere) &&
    matchTitles(hit.record.title ?? '', best?.hit.record.title ?? '').verdict === 'other';
  return best?.match.fields.title === 'unknown' && works.some(isRival) ? undefined : best;
}

/** The reference as sent to a registry, without addresses, identifiers and markup. */
const searchable = (text: string): string =>
  text
    .replace(/https?:\/\/\S+|\b(?:doi:\s?)?10\.\d{4,9}\/\S+/gi, ' ')
    .replace(/[<>]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const isEntry = (raw = ''): boolean => /^\s*[@{]/.test(raw);

/** The words to search a work by: the whole reference for registries that parse references, otherwise its title. */
const wordsOf = ({ raw, title }: Work): string => searchable((isEntry(raw) ? undefined : raw) ?? title ?? '');

/** Whether there is more than names and a year, which thousands of works share. */
function isDescribed(work: Work): boolean {
  if (work.title !== undefined && titleWords(work.title).length > 0) return true;
  const names = new Set((work.authors ?? []).flatMap((name) => titleWords(name)));
  const left = titleWords(wordsOf(work)).filter(
    (w) => w.length > 2 && !names.has(w) && !/^\d+[a-z]?$|^(?:et|al|ibid|cit)$/.test(w),
  );
  return left.length > 1;
}

/**
 * Whether this is a reference for sure: fields of an entry, or a year with authors or a quotation, and more than the journal of `Ecol. Lett.`
 * Other words of a footnote may be a remark (`Kant and Hegel are discussed below.`): that no registry lists them means nothing.
 */
const isReference = ({ authors = [], year, title, venue = '', raw = '@' }: Work): boolean =>
  isEntry(raw) ||
  (year !== undefined &&
    (authors.length > 0 || /["“„«「『《]/.test(raw)) &&
    / |.{8}|\p{Lo}{2}/u.test(title ?? venue));

/** Longer words without authors are a remark. */
const LONGEST_TITLE = 25;

/** “Not listed” needs an answer from each group: OpenAlex and Semantic Scholar have what Crossref lacks, and each refuses at times. */
function neededFor({ venue, raw }: Work): readonly (readonly Registry[])[] {
  const { crossref, openalex, semanticscholar, arxiv } = REGISTRIES;
  const isPreprint = /\barxiv\b/i.test(`${venue ?? ''} ${raw ?? ''}`);
  return [[crossref], [openalex, semanticscholar], ...(isPreprint ? [[arxiv]] : [])];
}

/** Whether it isn’t clear what to search for: names and a year, or a remark. */
export const isUnclear = (work: Work): boolean =>
  !isDescribed(work) ||
  (!isReference(work) && (isBare(work) || titleWords(wordsOf(work)).length > LONGEST_TITLE));

/** Words in which no part of a reference was read. */
const isBare = ({ authors, year, title, venue }: Work): boolean =>
  (authors ?? year ?? title ?? venue) === undefined;

async function search(work: Work, context: Context): Promise<Identified | Failure> {
  if (isUnclear(work)) return fail('left_open');
  const { title, authors } = work;
  const query: Query = defined({ text: wordsOf(work), limit: CANDIDATES, title, authors });
  const replies: RegistryAnswer[] = [];
  for (const group of SEARCHED) {
    replies.push(...(await askAll(context, group, (one, ask) => one.search?.(query, searching(ask)))));
    const stop = context.signal.aborted ? CANCELLED : final(replies);
    if (stop) return stop;
    const found = accept(rank(work, hitsOf(replies)));
    if (found) return identified(found, replies, malformed(work, found.hit.record));
  }
  return noMatch(work, replies);
}

/** A malformed DOI in a reference whose work was found. */
function malformed(work: Work, record: Work): readonly Notice[] {
  const doi = work.malformedDoi ?? malformedDoi(work.raw ?? '')?.doi;
  if (doi === undefined) return [];
  const { facts } = wrongIdentifier(`DOI ${doi}`, '', record);
  return [{ kind: 'doi-differs', ...reason('identifier_malformed', facts) }];
}

function noMatch(work: Work, replies: Replies): Failure {
  const errors = errorsOf(replies);
  const answering = replies.filter(({ hits }) => !isFailure(hits)).map(({ registry }) => registry);
  const isUnanswered = neededFor(work).some((group) => !group.some((one) => answering.includes(one)));
  const first = errors[0]?.failure;
  if (first && (isUnanswered || answering.length === 0)) return withErrors(asRegistryFailure(first), errors);
  if (!isReference(work)) return fail('left_open');
  const nearest = rank(work, hitsOf(replies)).find(({ match }) => resembles(work, match));
  if (nearest && nearest.match.differs.length > 0 && !nearest.hit.about) return wrongWork(nearest, replies);
  return withErrors(fail('unlisted', { asked: answering.map(({ label }) => label) }), errors);
}

/** So similar that the reference means this work with an error: the same title with other fields, or nearly the same title and authors. */
const resembles = (work: Work, { fields }: Match): boolean =>
  fields.title === 'same'
    ? titleWords(work.title ?? work.raw ?? '').length >= DISTINCTIVE
    : fields.title === 'near' && fields.authors === 'same';
