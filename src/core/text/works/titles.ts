/**
 * Finds the title of a reference after its authors: in quotation marks, up to the end of its sentence, or up to the comma before the venue,
 * depending on the style. One pass over bounded text.
 */

import { UNDATED } from './undated';
import { isPlace, venueIn } from './venueName';

/** Words set apart from their reference by emphasis, and whether no title precedes them. */
type EmphasisedVenue = { readonly name: string; readonly isAlone: boolean };

export type Titled = { readonly title: string; readonly venue: string };
/** A longer reference isn't searched for emphasis. */
const LONGEST = 1_000;
const NOTHING: Titled = { title: '', venue: '' };

/** Pairs of quotation marks around titles. */
const QUOTES: readonly (readonly [string, string])[] = [
  ['“', '”“"'],
  ['"', '"”'],
  ['„', '“”"'],
  ['«', '»'],
  ['‘', '’'],
  ["'", "'’"],
  ['「', '」'],
  ['『', '』'],
  ['《', '》'],
  ['〈', '〉'],
  ['``', "''"],
];

/** Reads title and venue from `tail`, the text after authors and an early date; `raw` is the reference with its markup. */
export function readTitle(tail: string, raw: string): Titled {
  const text = tail.replace(/^[\s.,:;)\]–—-]+/u, '');
  if (text === '') return NOTHING;
  // `Herzog, in: Maunz/Dürig, GG`: a commentary.
  if (/^in:? (?=\p{Lu})/u.test(text)) return { title: '', venue: venueIn(text) };
  const quoted = readQuoted(text);
  if (quoted) return { title: quoted.title, venue: venueIn(text.slice(quoted.end)) };
  const venue = emphasisedVenue(raw);
  const at = venue ? text.lastIndexOf(venue.name) : -1;
  if ((at === 0 && venue?.isAlone) || journalOnly(text)) return { title: '', venue: venueIn(text) };
  const sentence = sentenceEnd(text);
  const comma = commaEnd(text.slice(0, sentence));
  const first = comma ?? sentence;
  const end =
    at > 0 && (at < first ? VENUE_AT.test(text.slice(at - 2)) : SUBTITLE_ONLY.test(text.slice(first, at)))
      ? at
      : first;
  return { title: clean(text.slice(0, titleEnd(text, end, at === end))), venue: venueIn(text.slice(end)) };
}

/** Where the title ends before `end`, without what says nothing about the work and the `In` before an emphasised book. */
function titleEnd(text: string, end: number, hasVenue: boolean): number {
  const start = Math.max(0, end - LONGEST_BEHIND);
  const behind =
    BEHIND_TITLE.exec(text.slice(start, end + 1)) ?? (hasVenue ? IN.exec(text.slice(start, end)) : null);
  return behind ? start + behind.index : end;
}
const IN = /[.,;:?!] (?:In|in|[Dd]ans):? $/;

/** The last emphasised words with a number or nothing behind them: in most styles the journal or the book. */
function emphasisedVenue(raw: string): EmphasisedVenue | undefined {
  if (!/ [*_]/.test(raw)) return undefined;
  const found = Array.from(raw.slice(0, LONGEST).trimEnd().matchAll(EMPHASISED_VENUE)).at(-1);
  return found?.[2] === undefined ? undefined : { name: found[2].trim(), isAlone: found[3] !== undefined };
}
/** With its year in bold, as chemists write, it has no title before it. */
const EMPHASISED_VENUE =
  /(?<= )([*_]{1,2})(?![*_\s\d])([^*_]{5,160})\1(?=,? (\*\*(?:1[5-9]|20)\d\d\*\*)|[.,;:]? ?[*_(]{0,3}(?:\d|[Vv]ol|[Nn]o\.?\b|(?:pp?|S|t)\. ?\d)|[.,]?$|[.,]? (?:Available|Retrieved|doi|https?:))/g;

/** Emphasised words are the venue behind punctuation, or with a number behind them. */
const VENUE_AT = /^[.,;:?!] |\d[^.]{0,40}$/;
/** A sentence between the end of the title and the venue belongs to the title. */
const SUBTITLE_ONLY =
  /^[.?!] (?!In )\p{Lu}[^.?!()\d]{0,150}? \p{Ll}{4,}[^.?!()\d]{0,150}[.?!,] (?:In:? |in:? )?$/u;

/** A missing date or place, or the volume and pages of a journal that isn't named: no sentence separates them from the title. */
const LONGEST_BEHIND = 24;
const BEHIND_TITLE = new RegExp(
  `[ .,;]+\\(?(?:${UNDATED}|\\[?[Ss]\\. ?[ln]\\.?\\]?|o\\.(?: ?O\\.?)?|n\\. ?p\\.?|\\d{1,4}(?:\\([^()]{1,12}\\))?: ?\\d[\\d–-]*)\\)?\\.?$`,
  'u',
);

/** A title in quotation marks; one that continues after them (`“Thing is” constructions`) is only partly quoted. */
function readQuoted(text: string): { title: string; end: number } | undefined {
  const pair = QUOTES.find(([open]) => text.startsWith(open));
  if (!pair) return undefined;
  const [open, close] = pair;
  const doubled = close === "''";
  for (let i = open.length; i < text.length && i < 600; i++) {
    const c = text.charAt(i);
    if (doubled ? !text.startsWith(close, i) : !close.includes(c)) continue;
    const after = i + (doubled ? 2 : 1);
    const inner = text.charAt(i - 1);
    const next = text.slice(after, after + 5);
    // An apostrophe or a mark inside a word doesn't end the title.
    if (/^(?!(?:1[5-9]|20)\d\d)[\p{L}\d]/u.test(next) && !(c === '“' && text.slice(i - 2, i) === ', '))
      continue;
    const closed = /[.,?! ]/.test(inner) || /^ ?(?:[.,;([]|$)|^ (?:[\p{Lu}\d]|in )/u.test(next);
    if (!closed) return undefined;
    return i - open.length < 2 ? undefined : { title: clean(text.slice(open.length, i)), end: after };
  }
  return undefined;
}

/** `Phys. Rev. B 68, 123 (2003)`, `ApJ, 592, 839`, `Computer Communications 2016, 74, 1`: some styles omit the title. */
function journalOnly(text: string): boolean {
  if (NUMBERS_ONLY.test(text) || PLACE_IN_JOURNAL.test(text)) return true;
  const head = /^([^,;:(]{2,80}?)(?:[,;:] ?| |(?<=\d|\p{L}\.))[A-Z]?\d{1,5}\b/u.exec(text)?.[1]?.trim();
  if (head === undefined) return /^\(?\d{4}\)?\.?$|^\d(?![\d,]* \p{L}+\.? \p{L}{2})/u.test(text);
  const words = head.split(/\s+/);
  if (words.length > 7) return false;
  const behind = text.slice(head.length, head.length + 60);
  // `Title. 2., überarb. Aufl.`, `RoB 2: a revised tool`
  if (WORDS_BEHIND.test(behind)) return false;
  const named =
    (words.length < 5 && /^ \d{4}[,;] ?\d/.test(behind)) ||
    (text.length < 120 &&
      /^[,.;:]? ?[A-Z]?\d{1,5}(?:[,:;. (]|$)/.test(behind) &&
      words.every((w) => ABBREVIATED.test(w)) &&
      // `TideWiki. 2004.`
      (/^(?:Nature|Science|Cell)$/.test(head) || !/^[.,]? (?:1[5-9]|20)\d\d\.?$/.test(behind)));
  return named && !isSentence(head);
}

const ABBREVIATED =
  /^\p{Lu}.*\.$|^[A-Z][A-Za-z]{0,2}&?[A-Z]*$|^(?:J|Phys|Rev|Lett|Nature|Science|Cell|of|the|and|&)$/u;

/** `Take the sugar. Analysis.`: words without full stops, then one more; in an abbreviated journal (`Phys. Rev.`) each may have one. */
const isSentence = (head: string): boolean => {
  const first = /^((?:[^\s.]+ ){1,6}[^\s.]{3,})\. \p{Lu}/u.exec(head)?.[1];
  return first !== undefined && !JOURNAL.test(first);
};

/** Behind the number: the words of an edition or of a title. */
const WORDS_BEHIND =
  /^[\s.]*\d{1,5}(?:[.,:]? (?:\p{L}{2,}|a) \p{L}{2,} \p{L}{2,}|(?:st|nd|rd|th|[.ªaᵉe])?,? ?(?:\p{Ll}+\.? ){0,2}(?:Aufl|[Éée]d(?:n|ition|izione|ición|ição)?\b|изд))/u;

/** `Regulatory Toxicology and Pharmacology 97 (2018) 48.`, `Physics 97, 48 (2018).` */
const PLACE_IN_JOURNAL =
  /^J\. Phys\.: |^(?:J\. )?\p{L}(?:[^.,;:()]|\.(?= \d)){2,90} (?:\d{1,4} )?\((?:1[5-9]|20)\d\d\) [A-Z]?\d{1,6}(?:[–-]\d{1,6})?[.,]?$|^\p{L}[^.,;:()]{2,90} (?!(?:1[5-9]|20)\d\d\b)\d{1,5}(?:, ?(?:[A-Z]{0,3}\d{1,8}|[a-z]{1,4}))?,? ?\((?:(?:1[5-9]|20)\d\d|n\.d\.)\)\.?$/u;

/** `Spectroscopy Europe, 2014, 26, 14-19.`: a capitalized name followed only by numbers. */
const NUMBERS_ONLY =
  /^(?![^,]*\p{Ll}{4}\. )\p{Lu}[\p{L}.&]+(?: \p{Lu}[\p{L}.&]+){0,3}, (?:(?:1[5-9]|20)\d\d, ?)?\d{1,4}(?:\(\d{1,5}\))?, ?\d{1,5}(?:[-–]\d{1,5})?\.?$/u;

const ABBREVIATION =
  /(?:^|[\s(“"'-])(?:vs|v|cf|e\.g|i\.e|etc|al|St|Ste|Dr|Mr|Mrs|Ms|Prof|Jr|Sr|No|no|Nr|Vol|vol|pp|Fig|Eq|ca|c|U\.S|U\.K|U\.N|D\.C|Ph\.D|B\.C|A\.D|approx|bzw|z\.B|d\.h|ed|eds|Mt|Ft|Lt|Gen|Inc|Ltd|Co|Corp|sp|spp|subsp|var|cv)$/;

/** The end of the first sentence: punctuation before a space and a capital, digit or bracket. */
function sentenceEnd(text: string): number {
  const limit = Math.min(text.length, 600);
  for (let i = 1; i < limit; i++) {
    const c = text.charAt(i);
    if (c === '(' && opensImprint(text, i)) return i;
    if (c === '[' && (KIND.test(text.slice(i, i + 10)) || MEDIUM.test(text.slice(i, i + 60)))) return i;
    if (c === '。') return i;
    if (c === '/' && (text.startsWith('//', i) || RESPONSIBLE.test(text.slice(i - 1, i + 12)))) return i;
    if (c === ' ' && text.startsWith('In: ', i + 1)) return i;
    if (c !== '.' && c !== '?' && c !== '!' && c !== ',' && c !== ';' && c !== ':') continue;
    const next = text.slice(i + 1, i + 40);
    if (CONTAINER.test(next)) return c === '?' || c === '!' ? i + 1 : i;
    if (c === ';' && (IMPRINT.test(next) || PUBLISHER.test(next.split(/[;:,]/)[0] ?? ''))) return i;
    if (c === ',' || c === ';' || c === ':') continue;
    if (c === '.') {
      if (
        !/^ ?["”’»]?(?:$|[,;]|(?: +| ?[–—-] ?)["“„«‘([]?[\p{Lu}\p{Lo}\d(]| in \p{Lu}| \[| ?: ?\p{Lu})/u.test(
          next,
        ) &&
        !/^ [a-z]+\.? ?\d/.test(next)
      )
        continue;
      if (next !== '' && (abbreviated(text, i) || VOLUME.test(next))) continue;
      return i;
    }
    // A subtitle may follow a question mark, so it only ends the title before a likely venue.
    if (next.trim() === '') return i + 1;
    if (
      /^ [\p{Lu}(]/u.test(next) &&
      venueLike(text.slice(i + 2, i + 120)) &&
      !SUBTITLE.test(text.slice(i + 2, i + 200))
    )
      return i;
  }
  return limit;
}

/** After a question mark: a sentence with words in lower case, and more behind it, isn't yet the venue. */
const SUBTITLE =
  /^(?!.{0,40}(?:Revue|Zeitschrift|Cahiers|Annales))[^.?!:;\d]{0,120} \p{Ll}{5,}(?:[^.?!\d]{0,120}(?:\.(?= \p{Lu})|\.? ?\(?(?:1[5-9]|20)\d\d\)?\.?(?: \d+)?$|, in:)|[^.?!:;]{0,40}\.$)/u;

/** Behind the last word of an abbreviated journal: `Pigm. 139 (2017) 533`, `Mag. 12, 345 (2017)`. */
const VOLUME = /^ (?!(?:1[5-9]|20)\d\d[ ,])\d{1,4}(?:, [A-Z]?\d[\d–-]*)? \((?:1[5-9]|20)\d\d\)/;

/** `Title / пер. с англ.`, `Title / И. И. Иванов`: who is responsible for a work, behind its title (GOST R 7.0). */
const RESPONSIBLE = /^ \/ (?:(?:пер|под|сост|ред|отв|авт)\.? ?|[А-ЯЁ]\. ?(?:[А-ЯЁ]\. ?)?[А-ЯЁ][а-яё])/;

/** `[online]`, `[Internet]`, `[en ligne]`, `[S.l.]`: a medium or a missing place. */
const MEDIUM =
  /^\[(?:[Oo]nline|[Ii]nternet|[Ee]lectronic|[Ii]n |[Dd]issertation|[Pp]h|[Ээ]лектрон|[Тт]екст|(?:\p{Ll}|S\.)[^[\]]{1,40}\](?:[.,;:(]|$| (?:[\p{Lu}\d(]|: )))/u;

/** `[J]`, `[EB/OL]`: the type of work after its title (GB/T 7714). */
const KIND = /^\[(?:[A-Z]|[A-Z]{1,2}\/[A-Z]{2})\]/;

/** `In: Proceedings …`, `in J. Smith (ed.)`, `En: …`: the containing work. */
const CONTAINER =
  /^ (?:„|In:|in:|in [“«"]|In |En:|Dans:?|\[w:?\]|In\b[^a-z]{1,3}|in (?:Proc|Advances|Handbook|Lecture|Encyclop|\p{Lu}\. ?\p{Lu}?|\p{Lu}\p{L}+, \p{Lu}\.)|(?:Proceedings of|Proc\. |Ph\.? ?D\.?|Dissertation|Doctoral|Master['’]s|Tech(?:nical)?\.? Rep|arXiv|bioRxiv|medRxiv|Unpublished|Retrieved|Available|Accessed|trans\. |[Tt]ranslated by|directed by|[Ee]d(?:ited|\.) (?:by )?\p{Lu}|hrsg\.))/u;

/** A parenthesis with place and publisher, an edition or a date: `(London: SCM, 1966)`, `(2nd ed.)`. */
function opensImprint(text: string, i: number): boolean {
  if (text.charAt(i - 1) !== ' ') return false;
  const inner = text.slice(i + 1, i + 100).split(')')[0] ?? '';
  if (text.charAt(i + inner.length + 2) === ':') return false;
  return (
    (/^\p{Lu}[^:]{1,40}: ?\p{Lu}/u.test(inner) && /\d{4}$|Press|Verlag|University|Publish/.test(inner)) ||
    (/^[\p{L}\s.,&]+ (?:1[5-9]|20)\d\d$/u.test(inner) &&
      inner.length > 6 &&
      /Press|Verlag|Univ|Publish|Wiley|Springer|Elsevier/.test(inner)) ||
    (/^\p{Lu}[^:()]{1,40}: ?\p{Lu}[^:]{1,60}$/u.test(inner) &&
      /^[.,;]?(?:$| )/.test(text.slice(i + inner.length + 2))) ||
    (PUBLISHER.test(inner) &&
      inner.length < 60 &&
      /^\)[.,;]?(?:$| )/.test(text.slice(i + inner.length + 1))) ||
    /^(?!(?:1[5-9]|20)\d\d\D)\d{1,5}[–-]\d{1,5}$/.test(inner) ||
    (/^(?:1[5-9]|20)\d\d$/.test(inner) && /^\)\.?$/.test(text.slice(i + 5))) ||
    /\b[Ee]ds?\.?$|\bHrsg\.?$/.test(inner) ||
    /^(?:(?:\d\d?(?:st|nd|rd|th)|rev(?:ised)?\.?|second|third|first) (?:ed|revised)|v(?:ersion)?\.? ?\d|(?:vol|pp|eds?|trans|hrsg|unpublished|doctoral|ph\.? ?d|master|tech|report|thesis)\b)/i.test(
      inner,
    )
  );
}

/** A full stop after an abbreviation or initial, which ends no sentence. */
function abbreviated(text: string, i: number): boolean {
  const before = text.slice(Math.max(0, i - 12), i);
  if (/(?:^|[\s(.“"-])\p{Lu}$/u.test(before)) {
    // `hepatitis C. Journal` ends a sentence; `by J. S. Bach` and `the U.S. Army` don't.
    return (
      !/\p{Ll}{4,} \p{Lu}$| (?:in|with|for|using) \p{Lu}$/u.test(before) ||
      /^\. \p{Lu}\. \p{Lu}/u.test(text.slice(i, i + 6))
    );
  }
  if (ABBREVIATION.test(before) || / (?:im|des|dem|zum|vom|am) \d\d?$/.test(before)) return true;
  // `…, Int. J. Wildland Fire`: an abbreviated journal name between commas.
  const chunk = text.slice(Math.max(text.lastIndexOf(', ', i) + 2, i - 40), i);
  return text.lastIndexOf(', ', i) > 0 && JOURNAL.test(chunk);
}

const JOURNAL =
  /^(?:\p{Lu}\p{L}{0,9}\.? )*(?:Int|Math|Proc|Trans|Ann|Bull|Am|Amer|Soc|Sci|Acad|Natl?|Rev|Res|Eur|Phys|Chem|Biol|Med|Appl|Comput|Comp|Comm|Commun|Eng|Environ|Geophys|Tech|Rep|Univ|Inst|Assoc|Approx|Lett|Mem|Adv|Anal|Arch|Can|Cell|Class|Clin|Curr|Dev|Ecol|Econ|Electron|Exp|Genet|Hist|Immunol|Ind|Inf|Mar|Mater|Mech|Microbiol|Mol|Mon|Neurol|Nucl|Opt|Pharm|Philos|Plant|Pol|Psychol|Publ|Quant|Quart|Soil|Statist|Stud|Surg|Symp|Syst|Theor|Vet|Zool|Z)$/u;

/** Behind a semicolon, as chemists write: an edition or a place; also a publisher. */
const IMPRINT =
  /^ (?:\d\w{1,2} [Ee]d|\p{Lu}[\p{L}. ]{2,24}(?:, [A-Z]{2})?(?:: \p{Lu}|,? (?:1[5-9]|20)\d\d))/u;

/** Whether a venue begins here: a journal with a number, a place with a publisher, an abbreviation. */
function venueLike(text: string): boolean {
  const sentence = /^[^?!]{2,118}/.exec(text)?.[0] ?? '';
  return (
    VENUE.test(sentence) ||
    /^[\p{Lu}][^.?!]{1,80}?[,.:;(]? ?(?:vol\.? ?)?\(?\d{1,4}\b/u.test(sentence) ||
    /^\p{Lu}[\p{L}\s.]{1,40}: \p{Lu}/u.test(sentence) ||
    /^(?:\p{Lu}\p{L}{0,9}\.? ){0,5}\p{Lu}\p{L}{0,9}\.(?: |$)/u.test(sentence)
  );
}

const PUBLISHER =
  /\b(?:Press(?:es?)?|Verlag|Publish\w*|Publications?|Wiley|Springer|Elsevier|Routledge|Academic|[ÉE]ditions?|Univ\S*|Books|Macmillan|McGraw|Prentice|Blackwell|Kluwer|Gallimard|Seuil|Suhrkamp|Penguin|Harper|Norton|Random House|Sage|SAGE|Oxford|Cambridge|Freeman|PUF|O['’]Reilly)\b/;
const NUMERIC =
  /^(?!(?:1[5-9]|20)\d\d ?[-–—] ?(?:\d\d|\d{4})(?:$|[\s:)(]))(?:vol(?:ume)?s?\.?|no\.?|nr\.?|n°|pp?\.?|pages?|bd\.?|t\.|tome|issue|n\.? ?s\.?|art\.?|ser\.?|v\.|ch(?:ap)?\.?)? ?[A-Z]?\(?\d/i;
const MONTHS =
  /^(?:jan|f[eé][bv]|m[aä]r|ma[iy]|a[pv]r|ju[nli]|ao[uû]t|aug|sep|o[ck]t|nov|d[eé][cz]|spring|summer|fall|autumn|winter)/i;

/** In comma-separated styles, the comma before the venue: before the chunk that precedes the first number, place or publisher. */
function commaEnd(text: string): number | undefined {
  const chunks = text.split(/, /);
  if (chunks.length < 2) return undefined;
  const named = chunks.findIndex((c, i) => i > 0 && VENUE.test(c));
  if (named > 0) return offset(chunks, named);
  let number = chunks.findIndex((c, i) => i > 0 && (NUMERIC.test(c) || (MONTHS.test(c) && /\d/.test(c))));
  // `Acta Informatica vol. 7`, `Phys. Rev. B 68`: the number is in the venue's chunk.
  const own = chunks.findIndex(
    (c, i) =>
      i > 0 &&
      /^(?:in )?[“«"]?\p{Lu}.{1,70}[ .](?:[Vv]ol\.? ?|[Nn]o\.? ?)?[A-Z]?\d{1,4}(?: ?\(\d{1,3}\))?(?::.{0,20}|\.|[–-]\d{1,5}| \(.{0,12}\)(?: \d[\d–-]{0,12}\.?)?)?$/u.test(
        c,
      ),
  );
  if (own > 0 && (number < 0 || own < number)) {
    const press = chunks.findIndex((c, i) => i > 0 && i < own && PUBLISHER.test(c));
    return offset(chunks, press > 0 && isPlace(chunks[own]?.replace(/ \d{4}$/, '')) ? press : own);
  }
  if (number < 0) {
    number = chunks.length;
    // Without a number, only a publisher identifies the venue.
    const at = chunks.findIndex((c, i) => i > 0 && PUBLISHER.test(c));
    const place =
      chunks.length > 2 && (isPlace(chunks.at(-2)) || isPlace(chunks.at(-1))) ? chunks.length - 2 : 0;
    const first = at > 0 ? at : place;
    return first > 0 ? offset(chunks, first) : undefined;
  }
  if (number < 2) return offset(chunks, 1);
  const publisher = chunks.findIndex((c, i) => i > 0 && i < number && PUBLISHER.test(c));
  if (publisher > 0) {
    // `Paris, Éditions du Seuil`: the place comes first.
    return offset(chunks, publisher > 1 && isPlace(chunks[publisher - 1]) ? publisher - 1 : publisher);
  }
  // `Paris, Grasset, 2005` and `Seuil, Paris, 2007`.
  if (number > 2 && (isPlace(chunks[number - 2]) || isPlace(chunks[number - 1])))
    return offset(chunks, number - 2);
  const venue = chunks[number - 1] ?? '';
  if (/^\d{4} ?[-–] ?\d{4}$/.test(venue)) return offset(chunks, number);
  return /^(?:\p{Lu}|\d|the |in |arXiv)/u.test(venue) ? offset(chunks, number - 1) : offset(chunks, number);
}

/** First words of journals, proceedings and meetings. */
const VENUE =
  /^(?:IEEE|ACM|Journal|The Journal|Proceedings|Proc\.|Transactions|Trans\.|Annals|Bulletin|Bull\.|International Journal|Int\. J|J\. \p{Lu}|Rev\. |Revue|Zeitschrift|Z\. \p{Lu}|Acta|Advances in|Lecture Notes|Communications|Comm?\. |arXiv|bioRxiv)|\b(?:Conference|Symposium|Workshop|Congress|Kongress|Tagung|Colloque)\b/u;

const offset = (chunks: readonly string[], n: number): number =>
  chunks.slice(0, n).reduce((sum, c) => sum + c.length + 2, -2);

const clean = (title: string): string =>
  title
    .trim()
    .replace(/[\s.,;:]+$/u, '')
    .replace(/^["“„«‘']+|["”»’']+$/gu, '');
