/**
 * Parses a reference in any common style into authors, year, title, venue and identifiers. A best guess: uncertain fields are left out.
 * Bounded input and linear expressions.
 */
import type { Work } from '../../model';
import { readCjkReference } from './cjkReference';
import { arxivFault, doiFault, identifierOf, isbnFault, isbnOf, urlTarget } from './identifiers';
import { partsOf } from './referenceParts';
import { withoutEmphasis } from './referenceTokens';
import { isProse, quotesProse } from './remarks';
import { CITED_IN, SIGNAL } from './signals';

/** Longer references are truncated before parsing; real ones have a few hundred characters. */
const LONGEST = 4_000;
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
  const { text, marked, url: linked, year: labelled } = unmark(raw.slice(0, LONGEST));
  const rest = identifiersIn(text, linked, work);
  const cjk = readCjkReference(rest);
  if (cjk) return Object.assign(work, cjk, { raw: text });
  const { authors, title, year = labelled, venue } = partsOf(marked);
  // Assigned one by one: thousands of references are parsed at a time, and a spread per field would take longer than parsing.
  const isNamed = authors.length > 0;
  const isNone =
    DECISION.test(rest) ||
    UNPUBLISHED.test(rest) ||
    WIKI_PAGE.test(raw) ||
    (!(isNamed && year !== undefined) && isProse(marked, isNamed));
  if (isNamed && !isNone) work.authors = authors;
  const isRemark =
    isNone ||
    REMARK.test(isNamed ? title : rest) ||
    (!isNamed && year === undefined && /["“„«]/.test(rest) && quotesProse(title));
  if (year !== undefined && !isRemark) work.year = year;
  if (title !== '' && !PLACE.test(title) && !isRemark) work.title = title;
  if (venue !== '' && !isRemark) work.venue = venue;
  work.raw = text;
  return work;
}

/** Of `Author, 2024, p. 88`: the abbreviation before a page, in place of a title. */
const PLACE = /^(?:pp?|S|ch|chap|sec|fig|vol|no|art|kap|§)$/i;

/** A remark in place of a title: “See the exchange in”, “Own calculations”. */
const REMARK = new RegExp(
  `^(?:(?:${SIGNAL}|${CITED_IN}|v\\.) (?:the|a|an|my|our|his|her|their|this|these|die|den|das|der|les?|la|mon|notre|discussion|note|above|below|also the)\\b|(?:for|on) [^.;:]{2,80}?,? see\\b|(?:own|author['’]?s['’]?) (?:calculation|translation|compilation|elaboration|illustration)|(?:my|our) translation|eigene (?:berechnung|darstellung|übersetzung|erhebung|zusammenstellung)|(?:notre|ma) traduction|elaboración propia|elaborazione propria|opracowanie własne|emphasis (?:added|mine|in)|i (?:thank|owe|am grateful)\\b)`,
  'iu',
);

/** `[[notes/Berg - Lamps/02 Oil]] — Berg's own word`: a page of a wiki in a folder, and a remark on it. */
const WIKI_PAGE = /^\s*\[\[[^\]|\n]*\//;

/** What someone said or wrote to the author: `J. Smith, personal communication, 2020`, `Interview with A. Smith, 3 May 2020`. */
const UNPUBLISHED =
  /(?:^|[,(;] ?)(?:(?:personal|private|oral) communication|pers\. comm|unpublished (?:data|observation|result))|(?:^|\. )(?:personal |telephone |phone )?(?:interview|conversation|correspondence|call|e-?mails?|letter|telegram) (?:with|from|to|by) (?!the editor).{2,80}?(?:\bthe author\b|[,.] (?:\d{1,2} )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\b)|persönliche (?:mitteilung|auskunft)|communication personnelle|comunicación personal/i;

/** A decision, statute or verse, which no registry has: `Katz v. United States, 389 U.S. 347`, `BVerfGE 90, 286`, `1 Cor. 12:7`. */
const DECISION =
  /^[^;]{2,80}? v\.? [^,;]{2,80}(?:, \d{1,4} [A-Z][A-Za-z0-9. ]{0,14} \d|,? \[\d{4}\] \w)|^(?:BVerfG|BVerwG|BGH|BAG|BSG|BFH|EuGH|EuG|EGMR|RG|OLG|OVG|VGH)(?:E|Z|St|GE)?(?:,| \d| [-–])|^\d{1,3} U\.S\.C|^(?:\d\.? ?)?\p{Lu}\p{L}{1,12}\.? \d{1,3}[,:] ?\d{1,3}(?:[-–,+.;] ?\d{1,3}){0,4}[.,;]?(?: ?["“„»‚'[].*)?$/u;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The text without label and markup, and with its emphasis; the URL of a Markdown link in it, and the year of its label. */
function unmark(raw: string) {
  const labelled = halfWidth(raw)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(
      /^(?:[[〔]\^?[\w.-]{1,20}[\]〕]:?|\(\d{1,4}\)|\d{1,4} ?(?:[.)](?!\d)|[-–] (?=\p{Lu}\p{Ll}))|[*_]{1,2}\d{1,4}\.?[*_]{1,2}[.)]?(?= )|[-*•–·►▪●◦](?= ))\s?/u,
      '',
    )
    // `[1602.02595] A title`: as arXiv heads its pages.
    .replace(/^\[\d{4}\.\d{4,5}(?:v\d{1,2})?\] /, '')
    .replace(BARE_NUMBER, '');
  const label = LABEL.exec(labelled);
  const isLabel = label?.[1]?.toLowerCase() === label?.[3]?.toLowerCase();
  const year = label && isLabel ? Number(label[2]) : undefined;
  const bare = label && isLabel ? labelled.slice(label[0].length) : labelled;
  if (!MARKUP.test(bare)) {
    const text = bare.replace(BACKLINKS, '').trim();
    return { text, marked: text, url: undefined, year };
  }
  let url: string | undefined;
  const marked = bare
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
    .replace(/\\([\\`{}[\]()#+.!&~-])/g, '$1')
    .replace(BACKLINKS, '')
    .trim();
  const text = withoutEmphasis(marked)
    .replace(/\\([*_])/g, '$1')
    .trim();
  return { text, marked, url, year };
}

/** The text with the punctuation between Latin words as in other lists, where Chinese and Persian ones have their own. */
const halfWidth = (text: string): string =>
  OTHER_MARK.test(text) ? text.replace(OTHER_MARKS, (mark) => HALF_WIDTH.get(mark) ?? mark) : text;
const OTHER_MARK = /[，：；،؛]/;
const OTHER_MARKS = /[，：；،؛](?<=[\p{Script=Latin}.].)(?=[\p{Lu}《“等و ])/gu;
const HALF_WIDTH = new Map(
  ['，,', '،,', '：:', '；;', '؛;'].map(([full = '', half = '']) => [full, `${half} `]),
);

/** Markup characters; many references have none. */
const MARKUP = /[<`[*_\\]/;
/** A number before an author's name. */
const BARE_NUMBER =
  /^\d{1,3} [*_]{0,2}(?=(?:\p{Ll}{2,3} )?\p{Lu}[\p{L}’'-]+,? \p{Lu}|(?:\p{Lu}\.[- ]?){1,4}(?:d[aeiu] |v[ao]n )?\p{Lu}[\p{L}’])/u;
/** `^ a b`: what Wikipedia has before a reference, to lead back to its markers. */
const BACKLINKS = /^[\^↑] ?(?:Jump up(?: to)?:? ?)?(?:[a-z] )*/u;
/** `Berg 2004 S. Berg, «…»`, `Berg, Kim 2004, BERG S., …`: a label of names and year before the same name. */
const LABEL =
  /^[*_]{0,2}(\p{Lu}[\p{L}’'-]{1,30})[^\d«“"(:[]{0,120}? [*_]{0,2}((?:1[5-9]|20)\d\d)[a-z]?[*_]{0,2},? (?=[\p{Lu}. -]{0,12}(?<!\p{L})(\p{Lu}[\p{L}’'-]{1,30}))/u;

/** Not emphasis: the asterisk of a footnote, whose text some registries append to the title. */
const FOOTNOTE_MARK = /(?<=\p{Ll})\*+(?=\p{Lu})/gu;

/** Moves identifiers and the URL of a reference to `found`; returns the remaining text. */
function identifiersIn(text: string, linked: string | undefined, found: Mutable<Work>): string {
  const take = (url: string) => {
    const target = urlTarget(url);
    if (target.kind !== 'work') found.url ??= url;
    else if (target.doi?.endsWith('-')) return;
    else Object.assign(found, identifierOf(target));
  };
  if (linked !== undefined && /^https?:/i.test(linked)) take(linked);
  // An identifier has digits.
  if (!/\d|:\/\//.test(text)) return text.replace(/ {2,}/g, ' ').trim();
  const rest = text
    // A copy from a page parts `10.1000/abc. 123`. A year at the end is no part.
    .replace(
      /(?<=10\.\d{4,9}\/(?:[^\s\d<>"”“]{1,40}[.-]|\S{1,40}(?: \S{1,40})?\.(?= \d{1,8}\.?$))) (?!(?:19|20)\d\d\.?$)(?=\d)/g,
      '',
    )
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
        if (doiFault(doi) === undefined && !doi.endsWith('-')) found.doi ??= doi;
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
