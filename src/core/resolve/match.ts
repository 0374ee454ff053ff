/**
 * Decides whether a record is the cited work: the same, another, or the same with differences, each with both values. Title and authors
 * decide. A year, venue, volume or page alone never makes two works the same and seldom makes them different.
 */
import type { Work } from '../model';
import { matchAuthors, type AuthorsMatch } from './authorAgreement';
import { number, Written } from './referenceText';
import { otherScript, titlePrefix, titleWords } from './title';
import { matchTitles, type NeedsProof } from './titleAgreement';
import { isPublisher, isRepository, isVenue, matchVenues } from './venue';

export type Field = 'title' | 'authors' | 'year' | 'venue';
type FieldVerdict = 'same' | 'near' | 'differ' | 'unknown';

/** The values of the citation and of the record. */
export type Difference = {
  readonly field: Field | 'volume' | 'pages';
  readonly cited: string;
  readonly record: string;
};

export type Match = {
  /** The record is the cited work, perhaps with differences in `notes`. */
  readonly same: boolean;
  /** A reference without a title agrees with all that the record has, which suffices if no other record does. */
  readonly isAllThere: boolean;
  /** The fields that make it another work. */
  readonly differs: readonly Field[];
  /** What differs although it is the same work. */
  readonly notes: readonly Difference[];
  readonly fields: Readonly<Record<Field, FieldVerdict>>;
  /** 0 to 1, for ranking candidates. */
  readonly score: number;
};

/** A record with further data from its registry. */
export type Recorded = {
  readonly record: Work;
  /** Other names of the venue. */
  readonly venues?: readonly string[];
  /** Other years of publication: online first, print, preprint. */
  readonly years?: readonly number[];
};

type Compared = { readonly verdict: FieldVerdict; readonly note?: Difference };
const UNKNOWN: Compared = { verdict: 'unknown' };
/** What the verdict on a field counts in the score. */
const WORTH = { same: 1, near: 0.7, unknown: 0.4, differ: 0 } as const;
const differing = (field: Difference['field'], cited: string, record: string): { note: Difference } => ({
  note: { field, cited, record },
});

/** Most years between two versions of a work: preprint and article, online and print. */
const MOST_YEARS = 3;

/** The year of an arXiv identifier (20YY). Its work is not older, give or take the turn of a year. */
const arxivYear = (id = ''): number | undefined =>
  /^\d{4}\.\d{4,5}/.test(id) ? 2000 + Number(id.slice(0, 2)) : undefined;

/** Most years between versions of a long title by the same people: preprint, conference, journal. */
const MOST_YEARS_OF_TEAM = 6;
const LONG_TITLE = 5;

const isLong = ({ title = '' }: Work): boolean => titleWords(title).length >= LONG_TITLE;

const isVersion = ({ year = 0, authors = [] }: Work, record: Work): boolean =>
  Math.abs(year - (record.year ?? 0)) <= MOST_YEARS_OF_TEAM &&
  year >= (arxivYear(record.arxiv) ?? 1) - 1 &&
  isLong(record) &&
  authors.length > 1;

function matchYears(cited: Work, { record, years = [] }: Recorded, written: Written): Compared {
  const known = [...(record.year === undefined ? [] : [record.year]), ...years];
  if (cited.year === undefined || known.length === 0) return UNKNOWN;
  const off = Math.min(...known.map((year) => Math.abs(year - (cited.year ?? 0))));
  if (off === 0 || written.holdsYear(known)) return { verdict: 'same' };
  const posted = arxivYear(cited.arxiv ?? record.arxiv);
  const isTooEarly = posted !== undefined && cited.year < posted - 1;
  const note = differing('year', String(cited.year), String(known[0] ?? ''));
  return { verdict: off > MOST_YEARS || isTooEarly ? 'differ' : 'near', ...note };
}

/** In styles without titles, the text read as the title is the journal or book: `Nature 171 (1953) 737`. */
const CONTAINER = / \((?:1[5-9]|20)\d\d\)(?:[,:]? [A-Z]?\d{1,7})?$/;

/** Some registries put the organisation's name before the title of its report; software is `owner/name: v1.0` in its archive. */
function withoutOwner(title: string, { title: own, authors: [owner] = [] }: Work): string {
  const software = /^[\w.-]{1,60}\/([\w.-]{2,60}): .{0,30}\d/.exec(title)?.[1];
  if (software !== undefined) return software;
  const named = owner !== undefined && title.toLowerCase().startsWith(`${owner.toLowerCase()} `);
  return named && own?.toLowerCase().startsWith(owner.toLowerCase()) === false
    ? title.slice(owner.length + 1)
    : title;
}

type TitleCompared = Compared & {
  readonly similarity: number;
  /** What must agree besides the authors: an identifier or the place in a journal, or else year and venue. */
  readonly needsProof?: NeedsProof;
  /** There is no title to compare, as in styles without titles: other fields may decide. */
  readonly isOpen?: boolean;
};

function matchTitle(cited: Work, { record }: Recorded, written: Written): TitleCompared {
  if (record.title === undefined) return { verdict: 'unknown', similarity: 0 };
  const isHeld = written.holdsTitle();
  if (written.isAboutTitle() || (!isHeld && written.altersNumber()))
    return { verdict: 'near', similarity: 0.9 };
  // A notice may have the same volume and pages as the work; only the titles differ.
  const isNotice = titlePrefix(record.title)?.prefix === 'notice';
  const left = written.titleWordsLeft();
  const isOpen = left === 0;
  if (cited.title === undefined && isHeld) return { verdict: 'same', similarity: 1 };
  if (cited.title === undefined) return { verdict: isNotice ? 'near' : 'unknown', similarity: 0, isOpen };
  if (otherScript(cited.title, record.title)) return { verdict: 'unknown', similarity: 0, isOpen: true };
  const { verdict, similarity, ...words } = matchTitles(cited.title, withoutOwner(record.title, cited));
  if (verdict === 'same' || verdict === 'subtitle') return { verdict: 'same', similarity };
  const note = differing('title', words.cited ?? '', words.record ?? '');
  if (verdict === 'spelled') return { verdict: 'same', similarity, ...note };
  if (isHeld) return { verdict: 'same', similarity: Math.max(similarity, 0.9) };
  if (verdict === 'word' || verdict === 'cut' || verdict === 'name')
    return { verdict: 'near', similarity, ...note, needsProof: verdict };
  const isUntitled = !written.isEmpty && (left <= 1 || CONTAINER.test(cited.title));
  if (isUntitled && !isNotice) return { verdict: 'unknown', similarity: 0, isOpen };
  return { verdict: verdict === 'near' ? 'near' : 'differ', similarity };
}

const namesOf = (authors: readonly string[] = []): string =>
  [...authors.slice(0, 6), ...(authors.length > 6 ? ['…'] : [])].join('; ');

type AuthorsCompared = Compared & Pick<AuthorsMatch, 'share'>;

function matchPeople(cited: Work, record: Work, written: Written): AuthorsCompared {
  const own = (cited.authors ?? []).filter((name) => !written.readsTitle(name));
  const match = matchAuthors([...own, ...(written.goesOn ? ['et al.'] : [])], record.authors ?? []);
  const { share, strangers } = match;
  const note = differing('authors', namesOf(cited.authors), namesOf(record.authors));
  const signed = record.authors === undefined ? [] : written.strangers();
  if (signed.length > 0 && match.verdict !== 'short') return { verdict: 'differ', share };
  const { held, missing } = written.authorsHeld();
  const isShortened = !written.goesOn && missing > 0;
  const isTold = written.isEmpty ? match.isRearranged : isShortened && (match.isRearranged || held > 1);
  if (match.verdict === 'same') return { verdict: 'same', share, ...(isTold && note) };
  if (match.verdict === 'short') return { verdict: 'near', share, ...note };
  if (match.verdict === 'group') return { verdict: 'unknown', share, ...note };
  if (written.isEmpty) return { verdict: match.verdict, share };
  const isInvented = strangers.some((name) => written.names(name));
  if (!isInvented && (written.holdsAuthors() || written.isSigned()))
    return { verdict: 'same', share: 1, ...(isShortened && held > 1 && note) };
  if (match.verdict === 'unknown') return { verdict: written.namesOthers() ? 'differ' : 'unknown', share };
  return { verdict: 'differ', share };
}

const isPreprint = ({ arxiv, doi }: Work): boolean =>
  arxiv !== undefined || doi?.toLowerCase().startsWith('10.48550/arxiv.') === true;

function matchVenue(cited: Work, { record, venues = [] }: Recorded, written: Written): Compared {
  const known = [record.venue ?? '', ...venues].filter((name) => name !== '');
  const names = known.length === 0 && isPreprint(record) ? ['arXiv'] : known;
  const own = cited.venue ?? '';
  // The parser's venue counts only if it looks like one or follows the title; that of a field always counts.
  const isFollowing = own !== '' && (written.isEmpty || written.follows(own));
  const compared = (name: string): Compared => {
    const note = differing('venue', name, names[0] ?? '');
    const verdict = matchVenues(name, names);
    // A preprint and its version in a journal are one work.
    const isOtherVersion =
      names.length > 0 &&
      (isRepository(name)
        ? !names.some(isRepository)
        : (isVenue(name) || (name === own && isFollowing && !isPublisher(name))) &&
          names.every(isRepository));
    return verdict === 'differ' || isOtherVersion ? { verdict, ...note } : { verdict };
  };
  const whole = compared(own);
  if (written.isEmpty || whole.verdict === 'same') return whole;
  if (names.some((name) => written.holdsVenue(name))) return { verdict: 'same' };
  const rest = written.afterTitle() ?? '';
  // `Languages, Tools and Methods`: read up to its comma.
  if (isFollowing && whole.verdict === 'differ' && written.isFirstWord(own))
    return compared(rest).verdict === 'differ' ? whole : UNKNOWN;
  if (isVenue(own) || isFollowing) return whole;
  // The journal follows the title of an article.
  return isVenue(rest) || (rest !== '' && record.volume !== undefined) ? compared(rest) : UNKNOWN;
}

type Placed = {
  readonly verdict: 'same' | 'differ' | 'unknown';
  readonly notes: readonly Difference[];
  readonly isVolume: boolean;
};

const firstPage = (pages = ''): string => /^[^\s,–—-]+/.exec(pages.trim())?.[0] ?? '';

/** Compares volume and first page. */
function matchPlace(cited: Work, { record }: Recorded, written: Written): Placed {
  const own = { volume: cited.volume, page: firstPage(cited.pages) };
  const said = written.isEmpty ? own : written.placeAfter();
  const of = (field: 'volume' | 'pages', known = '', value = ''): Difference[] | boolean => {
    if (known === '') return false;
    if (written.holdsNumber(known)) return true;
    if (value === '') return false;
    return number(value) === number(known) || [differing(field, value, known).note];
  };
  const volume = of('volume', record.volume, said.volume);
  const page = of('pages', firstPage(record.pages), said.page);
  const notes = [volume, page].flatMap((found) => (Array.isArray(found) ? found : []));
  const isVolume = volume === true;
  if (page === true && (isVolume || record.volume === undefined)) return { verdict: 'same', notes, isVolume };
  return { verdict: notes.length > 0 ? 'differ' : 'unknown', notes, isVolume };
}

const IDENTIFIERS = ['doi', 'pmid', 'pmcid', 'arxiv', 'isbn'] as const;
const bare = (id: string): string => id.toLowerCase().replace(/v\d+$/, '').replace(/-/g, '');
/** Whether two works have an identifier in common. */
export const sharesIdentifier = (a: Work, b: Work): boolean =>
  IDENTIFIERS.some((key) => a[key] !== undefined && b[key] !== undefined && bare(a[key]) === bare(b[key]));

/** How each field of a citation compares with that of a record. */
type Comparison = {
  readonly title: TitleCompared;
  readonly authors: AuthorsCompared;
  readonly year: Compared;
  readonly venue: Compared;
  readonly place: Placed;
};

/** Compares a citation with one record. Fields that either side lacks are `unknown` and count for nothing. */
export function matchWork(cited: Work, found: Recorded): Match {
  const { record } = found;
  // The fields of an entry are what it says.
  const written = new Written(/^\s*[@{]/.test(cited.raw ?? '') ? '' : (cited.raw ?? ''), record);
  const compared: Comparison = {
    title: matchTitle(cited, found, written),
    authors: matchPeople(cited, record, written),
    year: matchYears(cited, found, written),
    venue: matchVenue(cited, found, written),
    place: matchPlace(cited, found, written),
  };
  const { title, authors, year, venue, place } = compared;
  const isPointed = sharesIdentifier(cited, record);
  const { goesOn } = written;
  const hasTitle = isTitled(compared, record, isPointed, goesOn);
  // An organisation cited for a work on record by its people.
  const isOfGroup = authors.verdict === 'unknown' && authors.note !== undefined;
  const fields = {
    title: hasTitle ? 'same' : title.verdict,
    authors: isOfGroup && year.verdict === 'same' && isLong(record) ? 'near' : authors.verdict,
    year: year.verdict,
    venue: venue.verdict,
  } as const;
  // If everything else agrees, the year is a slip, or that of another version.
  const isSlip = hasTitle && authors.verdict === 'same' && cited.arxiv === undefined;
  const isOther = {
    title: fields.title === 'differ' || fields.title === 'near',
    authors: fields.authors === 'differ',
    year: fields.year === 'differ' && !(isSlip && (isPointed || isVersion(cited, record))),
  };
  const differs = (['title', 'authors', 'year'] as const).filter((field) => isOther[field]);
  const isWhole = record.pages === undefined && place.verdict !== 'differ' && !goesOn;
  const isOpen = title.isOpen === true;
  const isPlaced = isOpen && isSamePlace(record, place, venue.verdict === 'same', isWhole);
  const notes = [title.note, authors.note, year.note, venue.note].filter((note) => note !== undefined);
  return {
    same: differs.length === 0 && isProven(cited, fields, place.verdict, isPlaced),
    isAllThere: isOpen && isWhole && agreesBesideTitle(compared, record),
    differs,
    notes: [...notes, ...place.notes],
    fields,
    score:
      0.6 * title.similarity +
      0.25 * (fields.authors === 'unknown' ? WORTH.unknown : authors.share) +
      0.1 * WORTH[year.verdict] +
      0.05 * WORTH[venue.verdict],
  };
}

/** Whether the title is the same, or near and borne out by the other fields: the authors and, as `needsProof` asks, what else agrees. */
function isTitled(of: Comparison, record: Work, isPointed: boolean, goesOn: boolean): boolean {
  const { title, authors, year, venue, place } = of;
  if (title.verdict === 'same') return true;
  if (authors.verdict !== 'same' || title.needsProof === undefined) return false;
  if (isPointed || place.verdict === 'same') return true;
  if (title.needsProof === 'word' || year.verdict !== 'same') return false;
  if (venue.verdict === 'same') return true;
  // A team gives one name to one thing a year.
  const isTeam = (record.authors ?? []).length > 1 && authors.note === undefined && !goesOn;
  return title.needsProof === 'name' && isTeam;
}

/** Whether authors, year and a venue that is no repository agree, and the volume if the record has one. */
const agreesBesideTitle = ({ authors, year, venue, place }: Comparison, record: Work): boolean =>
  (place.isVolume || record.volume === undefined) &&
  !isRepository(record.venue ?? '') &&
  [authors, year, venue].every(({ verdict }) => verdict === 'same');

/** Without a title: the place in a journal, or all authors of a paper at a conference whose papers have no pages on record. */
function isSamePlace(record: Work, place: Placed, isSameVenue: boolean, isWhole: boolean): boolean {
  if (place.verdict === 'same') return isSameVenue || record.volume !== undefined;
  const least = isOneEvent(record) || place.isVolume ? TEAM - 1 : TEAM;
  return isSameVenue && isWhole && (record.authors?.length ?? 0) >= least;
}

/** This many authors rarely publish two papers together in one venue and year; one fewer in one volume or at one event. */
const TEAM = 3;
const isOneEvent = ({ venue = '' }: Work): boolean =>
  /\b(?:conference|symposium|workshops?|meeting|congress)\b/i.test(venue) && /\d/.test(venue);

/** Titles with fewer words are common to many works: `Introduction`, `Annual report`. */
const FEW_WORDS = 3;

/**
 * Whether enough agrees: the title, and the authors if cited. A record without authors must agree in the venue instead. Without a title,
 * authors, year and the place in the journal must agree.
 */
function isProven(
  cited: Work,
  { title, authors, year, venue }: Match['fields'],
  place: Placed['verdict'],
  isPlaced: boolean,
): boolean {
  if (title === 'unknown') return authors === 'same' && year === 'same' && isPlaced;
  if (title !== 'same') return false;
  const isCommon = (cited.title ?? cited.raw ?? '').split(/\s+/).length < FEW_WORDS;
  if (isCommon && [year === 'near', venue === 'differ', place === 'differ'].filter(Boolean).length > 1)
    return false;
  return authors === 'same' || authors === 'near' || venue === 'same' || cited.authors === undefined;
}
