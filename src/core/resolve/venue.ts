/**
 * Whether two venue names mean the same journal or conference. Abbreviations are compared word by word as prefixes, acronyms
 * by initials and by a table; `differ` is said only when both names are understood and share nothing.
 */
import { foldText } from './title';

const EMPTY = new Set(
  'the of on in for and a an to at with from proceedings proc conference conf international intl int annual ann meeting symposium symp workshop workshops journal j transactions trans letters lett review reviews rev advances adv lecture notes series volume vol no issue pp pages edition ed ieee acm cvf ieeecvf siam springer aaas usenix association society soc american european th st nd rd part main track long papers findings extended abstracts companion'.split(
    ' ',
  ),
);
/** Places that publish everything: where a work lies, not what it is. */
const REPOSITORY =
  /\b(?:arxiv|biorxiv|medrxiv|chemrxiv|ssrn|corr|openreview|zenodo|preprints?|research square|hal|osf|figshare|cornell university|repec|techrxiv|psyarxiv|authorea|github|ethz|openaire|semantic scholar|pubmed|pmc|datacite)\b/;

/** Acronyms whose full names cannot be got from their initials. */
const ACRONYMS: Readonly<Record<string, string>> = {
  neurips: 'neural information processing systems',
  nips: 'neural information processing systems',
  icml: 'machine learning',
  iclr: 'learning representations',
  cvpr: 'computer vision pattern recognition',
  iccv: 'computer vision',
  eccv: 'computer vision',
  wacv: 'applications computer vision',
  bmvc: 'british machine vision',
  aaai: 'artificial intelligence aaai',
  ijcai: 'joint artificial intelligence ijcai',
  acl: 'computational linguistics acl',
  naacl: 'north chapter computational linguistics naacl',
  eacl: 'chapter computational linguistics eacl',
  emnlp: 'empirical methods natural language processing',
  tacl: 'computational linguistics tacl',
  coling: 'computational linguistics coling',
  interspeech: 'interspeech speech communication',
  icassp: 'acoustics speech signal processing',
  kdd: 'knowledge discovery data mining',
  www: 'world wide web',
  sigir: 'research development information retrieval',
  cikm: 'information knowledge management',
  wsdm: 'web search data mining',
  uai: 'uncertainty artificial intelligence',
  aistats: 'artificial intelligence statistics',
  colt: 'learning theory computational',
  icra: 'robotics automation',
  iros: 'intelligent robots systems',
  corl: 'robot learning',
  rss: 'robotics science systems',
  chi: 'human factors computing systems',
  miccai: 'medical image computing computer assisted intervention',
  isbi: 'biomedical imaging',
  jmlr: 'machine learning research',
  tmlr: 'machine learning research',
  pmlr: 'machine learning research',
  tpami: 'pattern analysis machine intelligence',
  pami: 'pattern analysis machine intelligence',
  tip: 'image processing',
  ijcv: 'computer vision',
  sigmod: 'management data',
  vldb: 'very large data bases endowment',
  icse: 'software engineering',
  fse: 'foundations software engineering',
  osdi: 'operating systems design implementation',
  sosp: 'operating systems principles',
  nsdi: 'networked systems design implementation',
  ccs: 'computer communications security',
  stoc: 'theory computing',
  focs: 'foundations computer science',
  soda: 'discrete algorithms',
  pnas: 'national academy sciences',
  bmj: 'british medical bmj',
  jama: 'medical jama',
  nejm: 'england medicine',
  prl: 'physical',
  apj: 'astrophysical',
  mnras: 'monthly notices royal astronomical',
  siggraph: 'graphics siggraph',
  tog: 'graphics',
  l4dc: 'learning dynamics control',
};

type Venue = { readonly words: readonly string[]; readonly acronyms: readonly string[] };

function read(name: string): Venue {
  const folded = foldText(name).replace(/[’'`.]/g, ' ');
  const all = folded.split(/[^\p{L}\p{N}]+/u).filter((w) => w !== '' && !/^\d+(?:st|nd|rd|th)?$/.test(w));
  const words = all.filter((w) => !EMPTY.has(w));
  const acronyms = all.filter((w) => w in ACRONYMS);
  return { words, acronyms };
}

const initials = (words: readonly string[]): string => words.map((w) => w[0] ?? '').join('');

/** `phys` for `physical`, `sci` for `sciences`, `intl` for `international`: a prefix, or the word's own letters in order. */
const abbreviates = (a: string, b: string): boolean => {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return (
    short.length >= 2 &&
    (long.startsWith(short) || (short.length >= 4 && long.startsWith(short.slice(0, -1))))
  );
};

const covers = (part: readonly string[], whole: readonly string[]): number =>
  part.filter((w) => whole.some((o) => abbreviates(w, o))).length / Math.max(1, part.length);

/** The words a venue is known by, each acronym as its own full name. */
const readings = (venue: Venue): readonly (readonly string[])[] => {
  const expanded = venue.acronyms.map((a) => (ACRONYMS[a] ?? '').split(' '));
  const plainWords = venue.words.filter((w) => !venue.acronyms.includes(w));
  return plainWords.length >= 2 || expanded.length === 0 ? [venue.words, ...expanded] : expanded;
};

/** Compares a cited venue with the names on record (full, short, event). */
export function matchVenues(cited: string, record: readonly string[]): 'same' | 'differ' | 'unknown' {
  const names = record.filter((n) => n.trim() !== '');
  if (cited.trim() === '' || names.length === 0) return 'unknown';
  if ([cited, ...names].some((n) => REPOSITORY.test(foldText(n)))) return 'unknown';
  const verdicts = names.map((name) => compare(read(cited), read(name)));
  if (verdicts.includes('same')) return 'same';
  return verdicts.includes('unknown') ? 'unknown' : 'differ';
}

function compare(a: Venue, b: Venue): 'same' | 'differ' | 'unknown' {
  if (a.acronyms.some((x) => b.acronyms.includes(x) || (x === 'nips' && b.acronyms.includes('neurips'))))
    return 'same';
  // Two different conferences by name, though their full names overlap.
  if (a.acronyms.length > 0 && b.acronyms.length > 0 && !sharesExpansion(a, b)) return 'differ';
  const best = readings(a).flatMap((x) => readings(b).map((y) => Math.min(covers(x, y), covers(y, x))));
  const score = Math.max(0, ...best);
  if (score >= 0.6) return 'same';
  const short = (v: Venue) => v.words.length === 1 && v.acronyms.length === 0;
  if (short(a) || short(b)) {
    const [one, other] = short(a) ? [a.words[0] ?? '', b.words] : [b.words[0] ?? '', a.words];
    return initials(other).includes(one) || other.some((w) => abbreviates(one, w))
      ? 'same'
      : one.length <= 6
        ? 'unknown'
        : 'differ';
  }
  if (a.words.length === 0 && a.acronyms.length === 0) return 'unknown';
  if (b.words.length === 0 && b.acronyms.length === 0) return 'unknown';
  const either = Math.max(
    0,
    ...readings(a).flatMap((x) => readings(b).map((y) => Math.max(covers(x, y), covers(y, x)))),
  );
  return either <= 0.5 ? 'differ' : either >= 0.99 ? 'same' : 'unknown';
}

const sharesExpansion = (a: Venue, b: Venue): boolean =>
  a.acronyms.some((x) => b.acronyms.some((y) => ACRONYMS[x] === ACRONYMS[y]));
