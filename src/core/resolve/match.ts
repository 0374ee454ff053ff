/**
 * Is the record found the work that was cited? Told field by field from title, authors, year and venue, so that the answer
 * can say which of them differ. A year alone, or a title that is merely alike, never makes two works the same.
 */
import type { Work } from '../model';
import { matchAuthors } from './authorAgreement';
import { matchTitles, otherScript, titlePrefix } from './title';
import { isVenue, matchVenues } from './venue';
import { Written } from './referenceText';

export type Field = 'title' | 'authors' | 'year' | 'venue';
type FieldVerdict = 'same' | 'near' | 'differ' | 'unknown';

export type Match = {
  /** The record is the cited work and nothing that was said of it is wrong. */
  readonly same: boolean;
  /** The fields in which citation and record differ. */
  readonly differs: readonly Field[];
  readonly fields: Readonly<Record<Field, FieldVerdict>>;
  /** 0 to 1, for ranking candidates. */
  readonly score: number;
};

/** What a registry has on a work beyond the record itself. */
export type Recorded = {
  readonly record: Work;
  /** Other names of the venue. */
  readonly venues?: readonly string[];
  /** Other years of publication: online first, print, preprint. */
  readonly years?: readonly number[];
  /** Volume and first page. */
  readonly places?: readonly string[];
};

/** A preprint is cited with the year of either version, at most this many years apart. */
const PREPRINT_YEARS = 3;

function matchYears(
  cited: number | undefined,
  { record, years = [] }: Recorded,
  preprint: boolean,
  written: Written | undefined,
): FieldVerdict {
  const known = [...(record.year === undefined ? [] : [record.year]), ...years];
  if (cited === undefined || known.length === 0) return 'unknown';
  const off = known.reduce((least, year) => Math.min(least, Math.abs(year - cited)), Infinity);
  if (off === 0 || written?.holdsYear(known) === true) return 'same';
  return off <= (preprint ? PREPRINT_YEARS : 1) ? 'near' : 'differ';
}

const PREPRINT = /arxiv|rxiv|preprint|ssrn|openreview|corr\b|10\.48550\//i;
/** Known as a preprint: its year and venue may be those of either version. */
const isPreprint = (work: Work): boolean =>
  work.arxiv !== undefined || PREPRINT.test(`${work.venue ?? ''} ${work.doi ?? ''}`);

/** An organisation's report is listed with the organisation's name in front of its title. */
function withoutOwner(title: string, { title: own, authors: [owner] = [] }: Work): string {
  const named = owner !== undefined && title.toLowerCase().startsWith(`${owner.toLowerCase()} `);
  return named && own?.toLowerCase().startsWith(owner.toLowerCase()) === false
    ? title.slice(owner.length + 1)
    : title;
}

function titleVerdict(
  cited: Work,
  { record }: Recorded,
  written: Written | undefined,
): { verdict: FieldVerdict; similarity: number } {
  if (record.title === undefined) return { verdict: 'unknown', similarity: 0 };
  const held = written?.holdsTitle(record) === true;
  if (cited.title === undefined)
    return held ? { verdict: 'same', similarity: 1 } : { verdict: 'unknown', similarity: 0 };
  if (otherScript(cited.title, record.title)) return { verdict: 'unknown', similarity: 0 };
  const { verdict, similarity } = matchTitles(cited.title, withoutOwner(record.title, cited));
  if (verdict === 'same' || verdict === 'subtitle') return { verdict: 'same', similarity };
  if (held && titlePrefix(record.title)?.prefix === titlePrefix(cited.title)?.prefix)
    return { verdict: 'same', similarity: Math.max(similarity, 0.9) };
  if (written?.hasNoTitle(record) === true) return { verdict: 'unknown', similarity: 0 };
  return { verdict: verdict === 'near' ? 'near' : 'differ', similarity };
}

function authorsVerdict(
  cited: Work,
  record: Work,
  written: Written | undefined,
): { verdict: FieldVerdict; share: number; recordShort: boolean } {
  const list = [...(cited.authors ?? []), ...(written?.goesOn === true ? ['et al.'] : [])];
  const match = matchAuthors(list, record.authors ?? []);
  if (written === undefined || match.verdict === 'same') return match;
  if (written.holdsAuthors(record)) return { ...match, verdict: 'same', share: 1 };
  return match.verdict === 'unknown' && written.namesOthers(record) ? { ...match, verdict: 'differ' } : match;
}

/** Compares a citation with one record. Fields that either side lacks are `unknown` and count for nothing. */
export function matchWork(cited: Work, found: Recorded): Match {
  const { record } = found;
  const written = cited.raw === undefined ? undefined : new Written(cited.raw);
  const title = titleVerdict(cited, found, written);
  const authors = authorsVerdict(cited, record, written);
  const preprint = isPreprint(cited) || isPreprint(record);
  const year = matchYears(cited.year, found, preprint, written);
  const venue = venueVerdict(cited, found, written);
  const short = authors.recordShort && year === 'same' && venue === 'same';
  const fields = { title: title.verdict, authors: short ? 'same' : authors.verdict, year, venue } as const;
  const differs = (['title', 'authors', 'year', 'venue'] as const).filter(
    (f) => fields[f] === 'differ' || (f === 'title' && fields[f] === 'near'),
  );
  const same =
    differs.length === 0 && proven(cited, fields, written?.holdsPlace(found.places ?? []) === true);
  const score =
    0.6 * title.similarity +
    0.25 * (fields.authors === 'unknown' ? 0.4 : authors.share) +
    0.1 * (year === 'same' ? 1 : year === 'near' ? 0.7 : year === 'unknown' ? 0.4 : 0) +
    0.05 * (venue === 'same' ? 1 : venue === 'unknown' ? 0.4 : 0);
  return { same, differs, fields, score };
}

/**
 * What agrees is enough: the title, and the authors where they were cited; a record without authors (an index card, a review) must
 * agree in the venue instead. Without a title: authors, year, and the place in the journal.
 */
function proven(cited: Work, { title, authors, year, venue }: Match['fields'], placed: boolean): boolean {
  if (title === 'same') return authors === 'same' || venue === 'same' || cited.authors === undefined;
  return title === 'unknown' && placed && authors === 'same' && year === 'same';
}

function venueVerdict(
  cited: Work,
  { record, venues = [] }: Recorded,
  written: Written | undefined,
): FieldVerdict {
  const names = [record.venue ?? '', ...venues];
  const verdict = matchVenues(cited.venue ?? '', names);
  if (written === undefined || verdict === 'same') return verdict;
  if (names.some((name) => written.holdsVenue(name))) return 'same';
  // A piece of the reference that its reader took for the venue is one only if it looks like one.
  if (isVenue(cited.venue ?? '')) return verdict;
  const rest = written.afterTitle(record) ?? '';
  return isVenue(rest) ? matchVenues(rest, names) : 'unknown';
}
