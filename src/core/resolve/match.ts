/**
 * Is the record found the work that was cited? Told field by field from title, authors, year and venue, so that the answer
 * can say which of them differ. A year alone, or a title that is merely alike, never makes two works the same.
 */
import type { Work } from '../model';
import { matchAuthors } from './names';
import { foldText, matchTitles, titlePrefix, titleWords } from './title';
import { matchVenues } from './venue';

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
};

/** A preprint is cited with the year of either version, at most this many years apart. */
const PREPRINT_YEARS = 3;

function matchYears(
  cited: number | undefined,
  { record, years = [] }: Recorded,
  preprint: boolean,
): FieldVerdict {
  const known = [...(record.year === undefined ? [] : [record.year]), ...years];
  if (cited === undefined || known.length === 0) return 'unknown';
  const off = Math.min(...known.map((year) => Math.abs(year - cited)));
  if (off === 0) return 'same';
  return off <= (preprint ? PREPRINT_YEARS : 1) ? 'near' : 'differ';
}

/** The list of authors goes on, though its reader left the mark out. */
const ET_AL = /\bet\.? ?al\b|\band others\b|…/i;

const PREPRINT = /arxiv|rxiv|preprint|ssrn|openreview|corr\b|10\.48550\//i;
/** Known as a preprint: its year and venue may be those of either version. */
const isPreprint = (work: Work): boolean =>
  work.arxiv !== undefined || PREPRINT.test(`${work.venue ?? ''} ${work.doi ?? ''}`);

/** The reference as written names this title word for word, whatever its parser made of it. */
function rawHolds(raw: string | undefined, title: string): boolean {
  if (raw === undefined) return false;
  const words = titleWords(title);
  return words.length >= 3 && ` ${titleWords(raw).join(' ')} `.includes(` ${words.join(' ')} `);
}

function titleVerdict(cited: Work, { record }: Recorded): { verdict: FieldVerdict; similarity: number } {
  if (record.title === undefined) return { verdict: 'unknown', similarity: 0 };
  const held = rawHolds(cited.raw, record.title);
  if (cited.title === undefined)
    return cited.raw !== undefined && held
      ? { verdict: 'same', similarity: 1 }
      : { verdict: 'unknown', similarity: 0 };
  const { verdict, similarity } = matchTitles(cited.title, record.title);
  if (verdict === 'same' || verdict === 'subtitle') return { verdict: 'same', similarity };
  if (held && titlePrefix(record.title) === undefined && !titleWords(cited.title).includes('retraction'))
    return { verdict: 'same', similarity: Math.max(similarity, 0.9) };
  return { verdict: verdict === 'near' ? 'near' : 'differ', similarity };
}

/** Compares a citation with one record. Fields that either side lacks are `unknown` and count for nothing. */
export function matchWork(cited: Work, found: Recorded): Match {
  const { record } = found;
  const title = titleVerdict(cited, found);
  const open = cited.raw !== undefined && ET_AL.test(cited.raw);
  const authors = matchAuthors([...(cited.authors ?? []), ...(open ? ['et al.'] : [])], record.authors ?? []);
  const year = matchYears(cited.year, found, isPreprint(cited) || isPreprint(record));
  const venue = matchVenues(cited.venue ?? '', [record.venue ?? '', ...(found.venues ?? [])]);
  const fields = {
    title: title.verdict,
    authors: rawAuthors(cited, record, authors.verdict),
    year,
    venue: venue === 'differ' && venueInRaw(cited, record) ? 'same' : venue,
  } as const;
  const differs = (['title', 'authors', 'year', 'venue'] as const).filter(
    (f) => fields[f] === 'differ' || (f === 'title' && fields[f] === 'near'),
  );
  const same = differs.length === 0 && (fields.title === 'same' || fields.authors === 'same');
  const score =
    0.6 * title.similarity +
    0.25 * (fields.authors === 'unknown' ? 0.4 : authors.share) +
    0.1 * (year === 'same' ? 1 : year === 'near' ? 0.7 : year === 'unknown' ? 0.4 : 0) +
    0.05 * (venue === 'same' ? 1 : venue === 'unknown' ? 0.4 : 0);
  return { same, differs, fields, score };
}

/** A parser may have missed an author whom the reference does name. */
function rawAuthors(cited: Work, record: Work, verdict: FieldVerdict): FieldVerdict {
  if (verdict !== 'unknown' || cited.raw === undefined || cited.authors !== undefined) return verdict;
  const first = record.authors?.[0]?.split(',')[0];
  return first !== undefined && first.length > 2 && foldText(cited.raw).includes(foldText(first))
    ? 'same'
    : verdict;
}

const venueInRaw = (cited: Work, record: Work): boolean =>
  cited.raw !== undefined &&
  record.venue !== undefined &&
  record.venue.length > 4 &&
  titleWords(cited.raw).join(' ').includes(titleWords(record.venue).join(' '));
