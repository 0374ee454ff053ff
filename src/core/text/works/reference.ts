/**
 * Parses a reference in any common style into authors, year, title, venue and identifiers. A best guess: uncertain fields are left out.
 * Bounded input and linear expressions.
 */
import { EDITORS } from './nameParts';
import { CITED_IN, SIGNAL } from './signals';
import { UNDATED } from './undated';
import type { Work } from '../../model';
import { readAuthors, type Authors } from './authors';
import { readCjkReference } from './cjkReference';
import { arxivFault, doiFault, identifierOf, isbnFault, isbnOf, urlTarget } from './identifiers';
import { readTitle } from './titles';

/** Longer references are truncated before parsing; real ones have a few hundred characters. */
const LONGEST = 4_000;
const YEAR =
  /(?<!\(\d{4}\) )(?:(?<![\d\p{L}./:–-])|(?<=(?<![\d./])\d\d?[./]\d\d?[./]))(1[5-9]\d{2}|20\d{2})([a-z])?(?![\d\p{L}]|[-–]\d|[./]\d)/gu;

/**
 * Parses one reference: `Smith, J. (2020). Title. Journal, 1(2), 3–4. https://doi.org/…`, with or without a label (`[3]`, `3.`), Markdown
 * emphasis and links. `raw` is the reference without label and markup. Never throws.
 */
export const parseReference = (raw: string): Work => readInto({}, raw);

/** The work of a reference, parsed by `parseReference`. */
export const referencedWork = (raw: string): { readonly kind: 'work' } & Work =>
  readInto<{ kind: 'work' } & Mutable<Work>>({ kind: 'work' }, raw);

/** Adds the fields of a reference to a work. */
function readInto<T extends Mutable<Work>>(work: T, raw: string): T {
  const { text, url: linked, year: labelled } = unmark(raw.slice(0, LONGEST));
  const quoted = quoteTitle(raw, text).replace(ACCESS_NOTE, ', ');
  const rest = identifiersIn(quoted, linked, work).replace(EDITION, '');
  const cjk = readCjkReference(rest);
  if (cjk) return Object.assign(work, cjk, { raw: text });
  const date = yearIn(rest);
  const head = authorsIn(rest, date);
  const year = yearBehind(rest, head.end) ?? date?.year ?? labelled;
  const title = readTitle(tailOf(rest, head.end, date), raw);
  // Assigned one by one: thousands of references are parsed at a time, and a spread per field would take longer than parsing.
  const isDecision = DECISION.test(rest);
  if (head.authors.length > 0 && !isDecision) work.authors = head.authors;
  const named = head.authors.length === 0 ? title.title : withoutYear(title.title, rest, year);
  const isRemark = isDecision || REMARK.test(named);
  if (year !== undefined && !isRemark) work.year = year;
  if (named !== '' && !PLACE.test(named) && !isRemark) work.title = named;
  if (title.venue !== '' && !isRemark) work.venue = title.venue;
  work.raw = text;
  return work;
}

/** A year beside that of the edition, which is the one to keep: `(1807/1977)`, `1978 [1922]`, `[1900] 1953`. */
const EDITION =
  /(?<=\()\[?1\d{3}\]? ?\/ ?(?=(?:1[5-9]|20)\d\d[a-z]?\))|(?<=(?:1[5-9]|20)\d\d) \[1\d{3}\](?=[.,:)])|\[1\d{3}\] (?=\(?(?:1[5-9]|20)\d\d)/g;

/** Drops a year of publication at the end of both reference and title: `A package for R 2013.` */
const withoutYear = (title: string, text: string, year: number | undefined): string =>
  year !== undefined &&
  title.endsWith(` ${year}`) &&
  text.indexOf(String(year)) === text.lastIndexOf(String(year)) &&
  /\d\.?$/.test(text)
    ? title.slice(0, -5)
    : title;

/** Of `Author, 2024, p. 88`: the abbreviation before a page, in place of a title. */
const PLACE = /^(?:pp?|S|ch|chap|sec|fig|vol|no|art|kap|§)$/i;

/** A remark in place of a title: “See the exchange in”, “Own calculations”. */
const REMARK = new RegExp(
  `^(?:(?:${SIGNAL}|${CITED_IN}|v\\.) (?:the|a|an|my|our|his|her|their|this|these|die|den|das|der|les?|la|mon|notre|discussion|note|above|below|also the)\\b|(?:for|on) [^.;:]{2,80}?,? see\\b|(?:own|author['’]?s['’]?) (?:calculation|translation|compilation|elaboration|illustration)|(?:my|our) translation|eigene (?:berechnung|darstellung|übersetzung|erhebung|zusammenstellung)|(?:notre|ma) traduction|elaboración propia|elaborazione propria|opracowanie własne|emphasis (?:added|mine|in)|i (?:thank|owe|am grateful)\\b)`,
  'iu',
);

/** `Katz v. United States, 389 U.S. 347`, `BVerfGE 90, 286`, `18 U.S.C. § 2703`: a court's decision or a statute, which no registry has. */
const DECISION =
  /^[^;]{2,80}? v\.? [^,;]{2,80}(?:, \d{1,4} [A-Z][A-Za-z0-9. ]{0,14} \d|,? \[\d{4}\] \w)|^(?:BVerfG|BVerwG|BGH|BAG|BSG|BFH|EuGH|EuG|EGMR|RG|OLG|OVG|VGH)(?:E|Z|St|GE)?(?:,| \d| [-–])|^\d{1,3} U\.S\.C/u;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The text without label and markup, the URL of a Markdown link in it, and the year of its label. */
function unmark(raw: string): { text: string; url: string | undefined; year: number | undefined } {
  const labelled = halfWidth(raw)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(
      /^(?:[[〔]\^?[\w.-]{1,20}[\]〕]:?|\(\d{1,4}\)|\d{1,4} ?[.)](?!\d)|[*_]{1,2}\d{1,4}\.?[*_]{1,2}[.)]?(?= )|[-*•–](?= ))\s?/,
      '',
    )
    // `[1602.02595] A title`: as arXiv heads its pages.
    .replace(/^\[\d{4}\.\d{4,5}(?:v\d{1,2})?\] /, '')
    .replace(BARE_NUMBER, '');
  const label = LABEL.exec(labelled);
  const isLabel = label?.[1]?.toLowerCase() === label?.[3]?.toLowerCase();
  const year = label && isLabel ? Number(label[2]) : undefined;
  const bare = label && isLabel ? labelled.slice(label[0].length) : labelled;
  if (!MARKUP.test(bare)) return { text: bare.replace(BACKLINKS, '').trim(), url: undefined, year };
  let url: string | undefined;
  const plain = bare
    .replace(/<\/?[a-z]{1,10}>/gi, '')
    .replace(/``([^`']{3,400})''/g, '“$1”')
    .replace(
      /\[([^[\]]{1,600})\]\(<?([^\s()<>]{1,1500}(?:\([^\s()<>]{0,300}\)[^\s()<>]{0,300})?)>?(?: "[^"]{0,300}")?\)/g,
      (_, label: string, to: string) => {
        url ??= to;
        return label;
      },
    )
    .replace(/<(https?:[^\s<>]{1,1500})>/g, '$1')
    .replace(FOOTNOTE_MARK, ' ')
    .replace(EMPHASIS, (_, address?: string) => address ?? '')
    .replace(/\\([\\`*_{}[\]()#+.!&~-])/g, '$1')
    .replace(BACKLINKS, '')
    .trim();
  return { text: plain, url, year };
}

/** The text with the punctuation between Latin words as in other lists, where Chinese and Persian ones have their own. */
const halfWidth = (text: string): string =>
  OTHER_MARK.test(text) ? text.replace(OTHER_MARKS, (mark) => HALF_WIDTH[mark] ?? mark) : text;
const OTHER_MARK = /[，：；،؛]/;
const OTHER_MARKS = /[，：；،؛](?<=[\p{Script=Latin}.].)(?=[\p{Lu}《“等و ])/gu;
const HALF_WIDTH: Readonly<Record<string, string>> = {
  '，': ', ',
  '،': ', ',
  '：': ': ',
  '；': '; ',
  '؛': '; ',
};

/** Names, each with a mark or a space after it; a title has other words in lower case. */
const NAMES_ONLY =
  "(?:(?:\\p{Lu}[\\p{L}\\p{M}’'-]*|and|et|al|und|y|&|de|del|della|van|von|der|den|la|le|editors?|eds?|[-—]{2,3}|–)(?:[,.;]{1,2} | )){1,24}";
/** What precedes a title right after it: names alone, or names and their year. */
const BEFORE_TITLE = new RegExp(
  `^(?:${NAMES_ONLY}|(?:[^\\d():;*_"“”‘’'«»[\\]<>]|\\(\\p{L}+\\)){4,120}, |\\p{Lu}{3,}\\. [^.*_]{4,80}\\. |[^*_"“”‘’'«»[\\]<>]{4,400}(?:\\(\\d{4}[a-z]?\\)[.,:]?|[,.] ?\\d{4}[a-z]?[.,:]) )$`,
  'u',
);
const EMPHASISED =
  /(?<= )([*_]{1,2})(?![*_\s])([^*_]{3,300})\1(?=[,.:;]|$| \()(?![,.]? [*_(]{0,2}\d+(?!\d|\. ))/u;
/** `J. Kaplan *et al.*, “…”` */
const ET_AL_EMPHASISED = /[*_](et al\.?),?[*_]/;
const JOURNAL = /\b(?:Journal|Review|Quarterly|Letters|Proceedings|Transactions|Annals|Revue|Zeitschrift)\b/;

/**
 * Puts the title of a book in quotation marks, which the parser recognizes: emphasized text right after the names or their year (`Jana
 * Berg, *Things* (Leeds, 2009)`, `Eco, U. (1976). *Signs*, Bloomington`), but not a journal, by its name or the volume behind it.
 */
function quoteTitle(raw: string, text: string): string {
  if (!/ [*_]/.test(raw)) return text;
  const words = raw.trim().replace(ET_AL_EMPHASISED, '$1');
  const found = EMPHASISED.exec(words);
  const title = found?.[2] ?? '';
  if (!found || JOURNAL.test(title) || !BEFORE_TITLE.test(words.slice(0, found.index))) return text;
  const subtitle = /^: \p{Ll}[^.]{0,300}(?=\. )/u.exec(words.slice(found.index + found[0].length))?.[0] ?? '';
  const bare = title.replace(/[.,:; ]+$/, '') + subtitle;
  return text.replace(bare, () => `“${bare}”`);
}

/** Markup characters; many references have none. */
const MARKUP = /[<`[*_\\]/;
/** A number before an author's name; emphasis and code markup. */
const BARE_NUMBER =
  /^\d{1,3} [*_]{0,2}(?=(?:\p{Ll}{2,3} )?\p{Lu}[\p{L}’'-]+,? \p{Lu}|(?:\p{Lu}\.[- ]?){1,4}(?:d[aeiu] |v[ao]n )?\p{Lu}[\p{L}’])/u;
/** `^ a b`: what Wikipedia has before a reference, to lead back to its markers. */
const BACKLINKS = /^[\^↑] ?(?:Jump up(?: to)?:? ?)?(?:[a-z] )*/u;
/** `Berg 2004 S. Berg, «…»`, `Berg, Kim 2004, BERG S., …`: a label of names and year before the same name. */
const LABEL =
  /^[*_]{0,2}(\p{Lu}[\p{L}’'-]{1,30})[^\d«“"(:[]{0,120}? [*_]{0,2}((?:1[5-9]|20)\d\d)[a-z]?[*_]{0,2},? (?=[\p{Lu}. -]{0,12}(?<!\p{L})(\p{Lu}[\p{L}’'-]{1,30}))/u;
const EMPHASIS = /(\bhttps?:\/\/[^\s<>*`]+)|[*`]+|(?<![\p{L}\d])_|_(?![\p{L}\d])/gu;

/** Not emphasis: the asterisk of a footnote, whose text some registries append to the title. */
const FOOTNOTE_MARK = /(?<=\p{Ll})\*+(?=\p{Lu})/gu;

/** Moves identifiers and the URL of a reference to `found`; returns the remaining text. */
function identifiersIn(text: string, linked: string | undefined, found: Mutable<Work>): string {
  const take = (url: string) => {
    const target = urlTarget(url);
    if (target.kind !== 'work') found.url ??= url;
    else Object.assign(found, identifierOf(target));
  };
  if (linked !== undefined && /^https?:/i.test(linked)) take(linked);
  // An identifier has digits.
  if (!/\d|:\/\//.test(text)) return text.replace(/ {2,}/g, ' ').trim();
  const rest = text
    .replace(
      /(?:\bURL:? ?|Available (?:at|from):? ?|Retrieved (?:[^h]{0,40})from:? ?)?\bhttps?:\/\/[^\s<>"”“]+/gi,
      (whole) => {
        take(trimEnd(whole.slice(whole.toLowerCase().indexOf('http'))));
        return ' ';
      },
    )
    .replace(
      /(?:\b(?:dx\.)?doi\.org\/|(?:\bdoi:? ?)?(?<![\d./]))10\.\d{4,9}(?:\.\d{1,9})?\/[^\s<>"”“]+(?:<[^\s<>]{1,60}>[^\s<>"”“]+)?/gi,
      (whole) => {
        const doi = trimEnd(whole.slice(whole.indexOf('10.')));
        if (doiFault(doi) === undefined) found.doi ??= doi;
        return ' ';
      },
    )
    .replace(
      /\barXiv(?: preprint)?(?: arXiv)?:? ?(\d{4}\.\d{4,5}(?:v\d{1,2})?|[a-z-]{2,10}(?:\.[A-Z]{2})?\/\d{7}(?:v\d{1,2})?)/gi,
      (whole, id: string) => {
        if (arxivFault(id) === undefined) found.arxiv ??= id;
        return whole.startsWith('arXiv') ? ' arXiv ' : ' ';
      },
    )
    .replace(/\bPMID:? ?(\d{1,9})\b/gi, (_, id: string) => ((found.pmid ??= id), ' '))
    .replace(/\b(?:PMCID:? ?)?(PMC\d{1,9})\b/gi, (_, id: string) => ((found.pmcid ??= id.toUpperCase()), ' '))
    .replace(/\bISBN(?:-1[03])?:? ?([\dX][\dX\s-]{8,16}[\dX])/gi, (_, isbn: string) => {
      if (isbnFault(isbn) === undefined) found.isbn ??= isbnOf(isbn);
      return ' ';
    });
  return rest.replace(/ {2,}/g, ' ').trim();
}

/** Drops trailing punctuation and unbalanced brackets. */
function trimEnd(address: string): string {
  let end = address.length;
  let depth = 0;
  for (const c of address) depth += c === '(' ? 1 : c === ')' ? -1 : 0;
  for (; end > 0; end--) {
    const c = address.charAt(end - 1);
    if (c === ')' && depth < 0) depth++;
    else if (!'.,;:!?\'"*]>’'.includes(c)) break;
  }
  return address.slice(0, end);
}

type YearAt = {
  /** Undefined if the date is given as missing. */
  readonly year: number | undefined;
  readonly start: number;
  readonly end: number;
  readonly early: boolean;
};

/** From the bracket of a date to its year: `(`, `(March `, `(12 de junio de `. */
const OPENS_DATE = /^\([^)]{0,12}$|^\(\d\d? de \p{L}+ del? $/u;

/** Most words of a name in a list of names; a title has more. */
const NAME_WORDS = 5;

/**
 * Whether a bracketed date ends a list of three or more names and a title follows. Such a list may be longer than the rest of the
 * reference.
 */
const endsNames = (text: string, open: number, end: number): boolean => {
  const names = text.slice(0, open).split(/[,;] ?|,? (?:and|und|et|y|&) /);
  return (
    names.length > 2 &&
    names.every((name) => name.trim().split(' ').length <= NAME_WORDS) &&
    /^[.,:]? ?["“„«‘{]?\p{L}\S* \S/u.test(text.slice(end, end + 80))
  );
};

const ACCESS =
  'accessed|retrieved|visited|viewed|abgerufen|zugriff am|consult(?:é|ado)|fecha de acceso|acess(?:ado|o) em|accesso e\\S+|geopend op|otwierano|dostęp|дата (?:последнего |останнього )?(?:обращения|доступу|звернення)|použito|hämtad|tilgået|åpnet|avattu|erişim tarihi|accesat[ăe]? pe|hozzáférés dátuma|diakses|truy cập vào|访问|zugl|\\[(?:cited|citado)|orig\\. |(?:first|originally|work) published';
/** The full stop in `10 jan. 2021`, `12.05.2022`. */
const DATE_STOP = '(?<=\\d|[^\\p{L}]\\p{L}{3,5})\\.';
/** The date of access is not the date of the work. */
const ACCESSED = new RegExp(`(?:${ACCESS})(?:[^.;)\\]]|${DATE_STOP}){0,32}$`, 'iu');
/** `, Zugriff am März 3, 2025,` before the address, as Gemini writes it in the language of its report. */
const ACCESS_NOTE = new RegExp(
  `[,，、] ?(?:${ACCESS})(?:[^.;)\\]]|${DATE_STOP}){0,32}?20\\d\\d[^\\d\\s,，、]{0,10}[,，、]? ?(?=https?:|$)`,
  'iu',
);

const UNDATED_BRACKET = new RegExp(`\\((?:${UNDATED})(?:-[a-h])?[^()]{0,24}\\)`);

/** `(n.d.)` or `(in press)` in place of an early date. */
function undatedIn(text: string): YearAt | undefined {
  const found = UNDATED_BRACKET.exec(text.slice(0, 300));
  if (!found || found.index < 2) return undefined;
  return { year: undefined, start: found.index, end: found.index + found[0].length, early: true };
}

/** Quoted ranges: a year in a title is not the work's year. */
const quotesIn = (text: string): { readonly start: number; readonly end: number }[] =>
  Array.from(text.matchAll(/[“«][^“”«»]{2,400}[”»]|"[^"]{2,400}"|„[^„“]{2,400}“/g), ({ index, 0: all }) => ({
    start: index,
    end: index + all.length,
  }));

/** The year of publication: a bracketed one first, else the last separate one. */
function yearIn(text: string): YearAt | undefined {
  if (!/[\d(]/.test(text)) return undefined;
  let best = undatedIn(text);
  const quoted = best ? [] : quotesIn(text);
  for (const m of best ? [] : text.matchAll(YEAR)) {
    const open = text.lastIndexOf('(', m.index);
    const bracketed = open >= 0 && OPENS_DATE.test(text.slice(open, m.index));
    const close = bracketed ? text.indexOf(')', m.index) + 1 : 0;
    const start = bracketed ? open : m.index;
    const end = close > 0 ? close : m.index + m[0].length;
    const early = bracketed && (open < text.length * 0.6 || endsNames(text, open, end));
    if (ACCESSED.test(text.slice(Math.max(0, m.index - 40), m.index))) continue;
    if (quoted.some((q) => m.index > q.start && m.index < q.end)) continue;
    if (best?.early !== true) best = { year: Number(m[1]), start, end, early };
  }
  return best;
}

/** The names at the head, or an organization instead: the text before an early date, or one word in capitals. */
function authorsIn(text: string, date: YearAt | undefined): Authors {
  const dashes = /^(?:[-–—_]{2,}|\*\*\*)[.,]?/.exec(text);
  if (dashes) return { authors: [], end: dashes[0].length };
  const found = readAuthors(text, date?.early ? date.start : text.length);
  if (found.authors.length > 0) return found;
  if (date?.early && date.start > 1 && date.start < 120) {
    const name = text
      .slice(0, date.start)
      .replace(EDITED_BY, '')
      .replace(/(?: e\. ?V)?[\s.,:;(]+$/u, '');
    // Without authors, a title comes first only before its journal: `Erratum. (2005). The Lancet, 77(6), 1131.`
    const titled =
      /^["“„«‘']|(?<!^U\.S)[.?!]\s|, directed by /u.test(name) ||
      name === '' ||
      /^[\s.,:)]*(?!["“„«‘'])[^.?!\s][^.?!]{1,120}, \d{1,4}\b/u.test(text.slice(date.end));
    return titled ? found : { authors: [name], end: date.start };
  }
  const first = ORGANISATION.exec(text);
  if (first) return { authors: [first[1] ?? first[2] ?? ''], end: first[0].length };
  const [family, names = ''] = FAMILY_ALONE.exec(text) ?? [];
  return family === undefined ? found : { authors: names.split('/'), end: family.length };
}

/** Family names alone: `Yue et al., “…”`, in German notes `Niclauß, Kanzlerdemokratie, 3. Aufl.`, `Maunz/Dürig, in: …, Rn. 3`. */
const FAMILY_ALONE =
  /^(\p{Lu}[\p{L}’'-]{1,24}(?:\/(?:\p{Ll}+ |Van |De ){0,2}\p{Lu}[\p{L}’'-]{1,24}){0,8})(?:(?<=\/.*), (?=\p{Lu})| et al\.?,? |, (?=(?:in: |\p{Lu}).{0,200}(?:, S\. ?\d| Rn\. ?\d|\d\. Aufl)))/u;

const EDITED_BY = new RegExp(`[ (]+${EDITORS}\\.?\\)[\\s.,:;]*$`, 'iu');

/** `World Health Organization, 2015. …`, `UNESCO. Education for all. …`. */
const ORGANISATION =
  /^(?:((?:U\.S\. )?\p{Lu}[\p{L}&’'-]{0,40}(?: (?:(?:of|for|the|and|on|in|de|des|du|do|da|di|für|&|–) ){0,2}\p{Lu}[\p{L}&’'-]{0,40}){0,8}(?: \[[^\]]{3,80}\])?)(?:[,.](?= (?:(?:1[5-9]|20)\d\d|n\. ?d)[.,:;] ?\S)|\.?[.,](?= [“"„«]\p{Lu})|(?<= (?:Group|Organi[sz]ation|Association|Commission|Committee|Consortium|Council|Agency|Foundation|Institutes?|Investigators|Society|Team|Collaboration|Bureau|Ministry|Department|Office|Board|Network|Academ(?:y|ies)|Administration|Authority|Cent(?:er|re)))\.(?= \p{Lu}))|(\p{Lu}{3,12}|\p{Lu}\p{Ll}+\p{Lu}\p{L}{0,12}|(?:Банк|Министерство|Федеральн\S+) [^.]{2,80})\.(?: [^.“]{4,80}\.(?= “))?(?= [^.]{8,200}[.”] ?))/u;

/** The year right after the names. */
function yearBehind(text: string, from: number): number | undefined {
  const found =
    from > 0 && /^[\s.,:;]*[([]?((?:1[5-9]|20)\d\d)[a-z]?(?=[)\],.:;\s])/.exec(text.slice(from, from + 24));
  return found ? Number(found[1]) : undefined;
}

/** The text after the names and the date right after them. */
const tailOf = (text: string, from: number, date: YearAt | undefined): string =>
  date?.early && date.end - date.start < 40 && /^[\s.,:;]*$/.test(text.slice(from, date.start))
    ? text.slice(date.end)
    : text.slice(from).replace(DATE_BEHIND, '');

const DATE_BEHIND = new RegExp(
  `^[\\s.,:;]*(?:[([]?(?:(?:1[5-9]|20)\\d\\d|${UNDATED})(?:-?[a-z])?[)\\]]?(?=[\\s.,:;]|$)(?:,? (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\\p{Ll}*\\.? \\d{1,2}(?=[ .,]))?)?`,
  'u',
);
