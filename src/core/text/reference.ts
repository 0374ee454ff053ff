/**
 * Free-text reference → fields: authors, year, title, venue and identifiers, for any common style.
 * A reading, not a proof: whatever cannot be told stays out. Bounded input, and every expression is linear on it.
 */
import type { Work } from '../model';
import { arxivFault, doiFault, isbnFault, isbnOf, urlTarget } from './identifiers';

/** References longer than this are cut before they are read; a real one has a few hundred characters. */
const LONGEST = 4_000;
const YEAR = /(?<![\d\p{L}./:–-])(1[5-9]\d{2}|20\d{2})([a-z])?(?![\d\p{L}]|[-–]\d|[./]\d)/gu;

/**
 * Reads one reference-list entry: `Smith, J. (2020). Title. Journal, 1(2), 3–4. https://doi.org/…`, with or without its
 * label (`[3]`, `3.`), with Markdown emphasis and links. `raw` is the entry without label and markup; nothing is thrown.
 */
export function parseReference(raw: string): Work {
  const { text, url: linked } = unmark(raw.slice(0, LONGEST));
  const ids = identifiersIn(text, linked);
  const rest = ids.rest;
  const date = yearIn(rest);
  const head = authorsIn(rest, date);
  const title = titleIn(rest, head.end, date);
  return {
    ...ids.found,
    ...(head.authors.length > 0 && { authors: head.authors }),
    ...(date && { year: date.year }),
    ...(title.text !== '' && { title: title.text }),
    ...(title.venue !== '' && { venue: title.venue }),
    raw: text,
  };
}

/** The text without label and markup, and the address of a Markdown link in it. */
function unmark(raw: string): { text: string; url?: string } {
  let url: string | undefined;
  const plain = raw
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:\[\^?[\w.-]{1,20}\]:?|\(\d{1,4}\)|\d{1,4}[.)](?!\d)|[-*•–](?= ))\s?/, '')
    .replace(
      /\[([^[\]]{1,600})\]\(<?([^\s()<>]{1,1500}(?:\([^\s()<>]{0,300}\)[^\s()<>]{0,300})?)>?(?: "[^"]{0,300}")?\)/g,
      (_, label: string, to: string) => {
        url ??= to;
        return label;
      },
    )
    .replace(/<(https?:[^\s<>]{1,1500})>/g, '$1')
    .replace(/[*`]+|(?<![\p{L}\d])_|_(?![\p{L}\d])/gu, '')
    .replace(/\\([\\`*_{}[\]()#+.!&~-])/g, '$1')
    .trim();
  return url === undefined ? { text: plain } : { text: plain, url };
}

type Found = { readonly found: Partial<Work>; readonly rest: string };

function identifiersIn(text: string, linked: string | undefined): Found {
  const found: { -readonly [K in 'doi' | 'arxiv' | 'pmid' | 'pmcid' | 'isbn' | 'url']?: string } = {};
  const take = (url: string) => {
    const target = urlTarget(url);
    if (target.kind !== 'work') found.url ??= url;
    else Object.assign(found, idOf(target));
  };
  if (linked !== undefined && /^https?:/i.test(linked)) take(linked);
  const rest = text
    .replace(
      /(?:\bURL:? ?|Available (?:at|from):? ?|Retrieved (?:[^h]{0,40})from:? ?)?\bhttps?:\/\/[^\s<>"”“]+/gi,
      (whole) => {
        take(trimEnd(whole.slice(whole.toLowerCase().indexOf('http'))));
        return ' ';
      },
    )
    .replace(
      /(?:\bdoi:? ?)?(?<![\d./])10\.\d{4,9}(?:\.\d{1,9})?\/[^\s<>"”“]+(?:<[^\s<>]{1,60}>[^\s<>"”“]+)?/gi,
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
  return { found, rest: rest.replace(/ {2,}/g, ' ').trim() };
}

const idOf = (work: Partial<Work>): Partial<Work> => ({
  ...(work.doi !== undefined && { doi: work.doi }),
  ...(work.arxiv !== undefined && { arxiv: work.arxiv }),
  ...(work.pmid !== undefined && { pmid: work.pmid }),
  ...(work.pmcid !== undefined && { pmcid: work.pmcid }),
});

/** Without the sentence marks and unbalanced brackets at its end. */
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
  readonly year: number;
  readonly start: number;
  readonly end: number;
  readonly early: boolean;
};

/** The year of publication: one in brackets first, else the last that stands alone. */
function yearIn(text: string): YearAt | undefined {
  let best: YearAt | undefined;
  for (const m of text.matchAll(YEAR)) {
    const open = text.lastIndexOf('(', m.index);
    const bracketed = open >= 0 && m.index - open < 14 && !text.slice(open, m.index).includes(')');
    const close = bracketed ? text.indexOf(')', m.index) + 1 : 0;
    const start = bracketed ? open : m.index;
    const end = close > 0 ? close : m.index + m[0].length;
    const early = bracketed && open < text.length * 0.6;
    if (best?.early !== true) best = { year: Number(m[1]), start, end, early };
  }
  return best;
}

const NAME =
  "(?:(?:(?:van|von|der|den|de|del|della|di|da|dos|du|la|le|ten|ter|zu|zur|al|el|bin|ibn|af|av) ){0,3}[\\p{Lu}][\\p{L}’'´`-]{1,40})";
const INITIALS = '(?:\\p{Lu}\\p{Ll}?\\.?[ -]?){1,5}';
const FORMS = [
  `${NAME}(?: ${NAME}){0,2}, ${INITIALS}(?:,? (?:Jr|Sr|II|III)\\.?)?(?![\\p{L}])`,
  `(?:\\p{Lu}\\p{Ll}?\\.[ -]?){1,4} ?(?:${NAME})(?: ${NAME}){0,2}`,
  `${NAME}(?: ${NAME})? \\p{Lu}{1,3}(?![\\p{L}])`,
  `${NAME}, ${NAME}(?: (?:${NAME}|\\p{Lu}\\.))*`,
  `${NAME}(?: \\p{Lu}\\.)*(?: ${NAME}){1,3}`,
].map((form) => new RegExp(form, 'uy'));
const BETWEEN = /(?:,? (?:and|&|und|et|y|e|a nd) |[;,] ?(?:and |& )?)/uy;
const ET_AL = /,? ?(?:et\.? al\.?|and others|u\. ?a\.)/uy;

/** The names at the beginning and where they end. */
function authorsIn(text: string, date: YearAt | undefined): { authors: string[]; end: number } {
  const authors: string[] = [];
  const wall = date?.early ? date.start : text.length;
  let at = 0;
  while (at < wall && authors.length < 100) {
    const name = nameAt(text, at, wall);
    if (name === undefined) break;
    authors.push(name);
    at += name.length;
    BETWEEN.lastIndex = at;
    const between = BETWEEN.exec(text);
    if (!between) break;
    if (nameAt(text, at + between[0].length, wall) === undefined) break;
    at += between[0].length;
  }
  ET_AL.lastIndex = at;
  const more = ET_AL.exec(text);
  return { authors: authors.map((a) => a.replace(/,$/, '').trim()), end: at + (more?.[0].length ?? 0) };
}

function nameAt(text: string, at: number, wall: number): string | undefined {
  for (const form of FORMS) {
    form.lastIndex = at;
    const m = form.exec(text);
    if (m && at + m[0].trimEnd().length <= wall) return m[0].trimEnd();
  }
  return undefined;
}

/** The title behind the authors (and an early year), and what stands between it and the numbers. */
function titleIn(text: string, from: number, date: YearAt | undefined): { text: string; venue: string } {
  const start = date && date.start - from < 12 && date.start >= from ? date.end : from;
  const tail = text.slice(start).replace(/^[\s.,:;)\]–—-]+/u, '');
  const quoted = /^["“„«‘]([^"”“»]{3,400}?)[.,]?["”“»’](?=[\s.,;]|$)/u.exec(tail);
  const title =
    quoted?.[1] ??
    /^.{2,400}?(?=[.?!](?:\s+[\p{Lu}\d(]|\s*$)|,? (?:In|in):? \p{Lu}|$)/u.exec(tail)?.[0] ??
    '';
  const after = tail.slice(quoted ? quoted[0].length : title.length).replace(/^[\s.,:;?!]+/, '');
  const venue =
    /^(?:In:? )?([\p{L}][\p{L}\s&.:’'-]{2,120}?)(?=[,.;(]? ?\(?\d|, |$|\.)/u.exec(after)?.[1] ?? '';
  return { text: title.trim(), venue: venue.trim() };
}
