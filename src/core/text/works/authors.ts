/**
 * Reads the author names at the head of a reference: `Smith, J., & Lee, K.`, `Smith J, Lee K.`, `J. Smith and K. Lee,`, `SMITH, John and
 * Kim Lee.` The form of the first name determines the forms that may follow. Words that may or may not be names are decided by what follows
 * them. Sticky expressions over bounded runs, so linear time.
 */

import { ET_AL, PARTICLES } from './nameParts';
import { wordSet } from '../wordSet';

/** The names, family name first if known, and the offset after them and their `et al.` or `(Eds.)`. */
export type Authors = { readonly authors: readonly string[]; readonly end: number };

/** Any particle, capitalized or not; `y`, `e` and `i` join the halves of a name. */
const PARTICLE = `(?:(?:[yei] (?!\\p{Lu}\\S* \\p{Lu})|(?:${[...PARTICLES]
  .filter((word) => /^\p{L}{1,}\.?$/u.test(word) && !/^(?:st|t)$/.test(word))
  .map((word) => `[${word.charAt(0)}${word.charAt(0).toUpperCase()}]${word.slice(1).replace('.', '\\.')}`)
  .join('|')}|['’]t) )|[dDlL]['’])`;
/** A word of a name; line breaks leave `Martin- Facklam` and `Fran- cardi`. */
const WORD =
  "(?!(?:Jr|Sr|II|III|IV)(?![\\p{L}]))(?:(?:[aA][lsnr]|[eE]l|[uU]l)-)?\\p{Lu}(?:[\\p{L}\\p{M}’'´`‐‑-]|[-‐] (?=\\p{L}{3})){0,40}[\\p{L}\\p{M}]";
const FAMILY = `(?:${PARTICLE}){0,3}${WORD}(?:[ ](?:${PARTICLE}){0,2}${WORD}){0,2}`;
const LAST = `(?:${PARTICLE}){0,3}${WORD}(?: (?:${PARTICLE}){1,2}${WORD})?`;
/** Initials, but not the `J.` of `J. Phys. Chem.` */
const DOTTED =
  '(?:(?![JS]r\\.)(?!J\\. (?:Am|Phys|Chem|Org|Biol|Appl|Med|Mol|Exp|Clin|Fluid|Math|Stat|Comp|Opt|Geophys|Nucl|Neuro|Cell|Immunol)(?:[a-z]{0,9}\\. |[a-z]{0,9} (?=\\p{Lu}|\\d)))(?!Pp\\.)\\p{Lu}\\p{Ll}?(?:-\\p{Lu})?\\.[ ]?(?:[-‐‑][ ]?(?=\\p{Lu}\\.)|–(?=\\p{Lu}\\.))?){1,6}';
const INITIAL = "(?:(?:\\p{Lu}\\.){2,3}|\\p{Lu}(?:\\.[ ]?[-‐]\\p{Lu})?(?:\\.|(?![\\p{L}’'])))";
/** A family name in capitals, and a given name that isn't. */
const CAPITALS =
  "(?:(?:LE|LA|DE|DU|DES|DI|DA|EL|AL|MC|VAN|VON|DER|DEN) ){0,3}\\p{Lu}[\\p{Lu}’'-]{2,30}(?: \\p{Lu}[\\p{Lu}’'-]{2,30})?(?!\\p{L})";
const GIVEN = '\\p{Lu}\\p{Ll}{1,20}(?:-\\p{Lu}\\p{Ll}{1,20}| \\p{Lu}\\.)?(?![\\p{L}-])';
const SUFFIX = '(?:,? ?(?:Jr|Sr|jr|sr|II|III|IV|Ed(?=\\.,))(?![\\p{L}])\\.?)?';
const TRAILING =
  "(?: ?(?:van|von|e(?! \\p{Lu}| colab)|de|der|den|del|di|da|du|la|le|d['’]|zu)(?: (?:de|der|den|la|las|los))?(?![\\p{L}])\\.?)?";

/** Words that join the last name. */
const ANDS = 'and|und|et|y|e|og|och|en|ve|i|a(?= \\p{Lu}\\. \\p{Lu})|dan|și|és|ja|ir|un|и|та|і|και|u\\.';
/** What may follow initials without full stops. */
const BEHIND = `(?=[ ]?[,;:(]|\\.(?![\\p{Lu}-])|[ ](?:${ANDS}|&|\\d{4}|n\\. ?d\\.|et al)|[ ]?$)`;

/** Forms of names, in the order in which they are tried. */
const FORMS = {
  /** `Иванов И. И.`, `Берг М.`: in Cyrillic letters, initials before a title follow the family name. */
  cyrillic: [
    `(?<f>[А-ЯЁІЇЄҐ][а-яёіїєґ’'-]+(?:-[А-ЯЁІЇЄҐ][а-яёіїєґ]+)?),? (?<g>[А-ЯЁІЇЄҐ]\\.(?:[ -]?[А-ЯЁІЇЄҐ]\\.)?)(?=[ ,;:])`,
  ],
  /** `OSTROM Elinor (1990)`, `LE GOFF Jacques, KIM Hyun et …`, `DUPONT (Jean),`. */
  capitals: [
    `(?<f>${CAPITALS}) (?<g>${GIVEN})(?=,? \\((?:\\d{4}|dirs?\\b|[eé]ds?\\b|coord|org|hrsg|hg)|,? (?:(?:${ANDS}|&) )?${CAPITALS} ${GIVEN}|,? et al|, ?$|, (?:["“„«*_]|\\d{4}[.,:]))`,
    `(?<f>${CAPITALS}) \\((?<g>${GIVEN}|${DOTTED})\\)(?=[,:.;]| (?:${ANDS}) )`,
  ],
  /** `Smith, J. K.`, `Smith (J.K.)`. */
  initials: [
    `(?<f>${FAMILY})${SUFFIX},[ ]?(?<g>${DOTTED})${TRAILING}${SUFFIX}`,
    `(?<f>${FAMILY}) \\((?<g>${DOTTED}|${WORD}(?: ${WORD})?)\\)(?=,)`,
  ],
  /** `J. K. Smith`, `John K. Smith`, `J William Smith`, `JK Smith`. */
  leading: [
    `(?<g>${DOTTED}(?:(?!V[ao]n |D[aei]l? |L[ae] )${WORD} )?)(?<f>${LAST})${SUFFIX}`,
    `(?<g>${WORD}(?: ${INITIAL}){1,3}) (?<f>${LAST})${SUFFIX}`,
    `(?<g>\\p{Lu}(?: \\p{Lu}){1,2}) (?<f>${LAST})${SUFFIX}`,
    `(?<g>[B-Z] ${WORD}) (?<f>${LAST})${SUFFIX}`,
    `(?<g>\\p{Lu}{1,3}) (?<f>(?:${PARTICLE}){0,3}\\p{Lu}\\p{Ll}[\\p{L}’'-]{0,40})${SUFFIX}`,
  ],
  /** `Smith J.K.`. */
  stopped: [
    `(?<f>${FAMILY})[ ](?<g>${DOTTED})(?<=\\.)${TRAILING}${SUFFIX}(?=[,;:]|[ ]?$| \\((?:1[5-9]|20))`,
    `(?<f>${FAMILY})[ ](?<g>${DOTTED})(?<= )(?=[(“«‘]|(?:${ANDS}|&) |${ET_AL})`,
    `(?<f>${FAMILY})[ ](?<g>\\p{Lu}\\. \\p{Lu}\\. (?=(?:The|An?|On) |\\p{Lu}\\p{Ll}+ \\p{Ll})|\\p{Lu}\\.-\\p{Lu}\\. )`,
  ],
  /** `Smith JK`, `Smith, JK`. */
  vancouver: [
    `(?<f>${FAMILY})[ ](?<g>\\p{Lu}(?: \\p{Lu}){1,2})${BEHIND}`,
    `(?<f>${FAMILY})[ ](?<g>\\p{Lu}{1,4}(?:[-‐.]\\p{Lu})?)${TRAILING}${SUFFIX}${BEHIND}`,
    `(?<f>${FAMILY}),[ ]?(?<g>\\p{Lu}{2,4}|\\p{Lu}(?:[ -]\\p{Lu}){1,3}|\\p{Lu}(?!\\.))${SUFFIX}${BEHIND}`,
  ],
  /** `Smith, Jane K.`, `Smith, J. Kim`. */
  given: [
    `(?<f>${FAMILY})${SUFFIX},[ ](?<g>(?:${INITIAL} )?${WORD}(?:[ ]${WORD}){0,3}(?:[ ](?!A \\p{Lu}\\p{Ll})${INITIAL}){0,3})${TRAILING}${SUFFIX}`,
  ],
  /** `Jane Smith`, `Jane van der Smith`. */
  full: [`(?<g>${WORD}(?: ${WORD})?) (?<f>(?:${PARTICLE}){0,3}${WORD})${SUFFIX}`],
  /** `Ana Maria Sousa Lima`: may also be a title, so only accepted among other full names before a date. */
  long: [`(?<g>${WORD}(?: ${WORD}){2,3}) (?<f>(?:${PARTICLE}){0,3}${WORD})${SUFFIX}`],
} as const;
type Form = keyof typeof FORMS;
const READERS = Object.entries(FORMS).map(
  ([form, rows]) => [form as Form, rows.map((row) => new RegExp(row, 'uy'))] as const,
);

/** UTF-16 units in which a name of a form has what it needs. */
const NEAR = 120;
const HAS_INITIAL = /\p{Lu}(?:\p{Ll}?\.|\p{Lu}|(?![\p{L}’']))/u;
/** What names of a form need, asked first: titles often lack it, and the forms take far longer to find that they don't match. */
const NEEDS: Partial<Record<Form, RegExp>> = {
  cyrillic: /^[А-ЯЁІЇЄҐ]/,
  capitals: HAS_INITIAL,
  initials: new RegExp(`${HAS_INITIAL.source}|\\(`, 'u'),
  leading: HAS_INITIAL,
  stopped: HAS_INITIAL,
  vancouver: HAS_INITIAL,
  given: /,/,
};

const FAMILY_FIRST: readonly Form[] = ['initials', 'stopped', 'vancouver', 'leading'];
const GIVEN_FIRST: readonly Form[] = ['leading', 'full', 'long'];
/** Forms that may follow each form: after punctuation alone, and after `and`, where others may follow. */
const NEXT: Readonly<Record<Form, readonly [mark: readonly Form[], and?: readonly Form[]]>> = {
  cyrillic: [['cyrillic']],
  capitals: [['capitals']],
  initials: [FAMILY_FIRST, [...FAMILY_FIRST, 'given', 'full']],
  stopped: [FAMILY_FIRST],
  vancouver: [FAMILY_FIRST],
  leading: [GIVEN_FIRST, [...GIVEN_FIRST, ...FAMILY_FIRST]],
  given: [[...GIVEN_FIRST, 'initials', 'given']],
  full: [GIVEN_FIRST],
  long: [GIVEN_FIRST],
};
/** The name before another one. */
type Previous = { readonly form: Form; readonly joined: boolean };
const allowedAfter = ({ form, joined }: Previous): readonly Form[] =>
  (joined && NEXT[form][1]) || NEXT[form][0];
const ONLY_INITIALS = /^(?:\p{Lu}\p{Ll}?\.[ -]?)+$/u;
/** Forms without an initial or a comma: capitalized words, as in titles. */
const isPlain = (form: Form): boolean => form === 'full' || form === 'long';

/** Words that begin or fill a title or name an institution, never a person. */
const NO_NAME = wordSet(
  'the an on in of for and from to towards toward with without at by is are was how what why when who where which can does did this that these those its it as or not no new using use under between beyond into over after before some introduction analysis study studies theory handbook principles proceedings journal review reviews report history national annual department press die der das ein eine einer zur zum über und von les des une un aux sur dans pour los las una sobre para lo gli uno het een retrieved available accessed chapter part volume vol la le society bank council committee group center centre bureau office nations union federation academy consortium investigators network corporation company inc ltd limited instruments el банк news times blog team project administration service services board verband gesellschaft stiftung banco banca banque american british',
);
/** How the names of institutions begin in several languages: `Institut`, `Ministère`, `Universidade`. */
const INSTITUTION =
  /^(?:ag[eê]nc|as+oc?ia|bundes|com+issi|comis|conse[ij]|conselh|consigli|deutsche|europ[eä]|fond?a[tz]i|foundat|funda[cç]|gobier|gouver|govern[mo]|instit|internati|minist[eè]r|organi[sz]a|österr|schweizer|statisti|universi)/;
const isTitleWord = (word: string): boolean =>
  /^\p{Lu}/u.test(word) && (NO_NAME.has(word.toLowerCase()) || INSTITUTION.test(word.toLowerCase()));

/** Longer words are no given names. */
const LONGEST_GIVEN = 14;
/** Title words that are also particles of a family name. */
const OWN_PARTICLES = new Set(['la', 'le', 'el', 'der', 'von', 'die', 'an']);
/** Those of them that are also names before a comma and given names: `Le, Quoc`. */
const OWN_NAMES = new Set(['An', 'Das', 'Le', 'La', 'Lo']);
const SURNAMES = new Set(['das', 'an', 'per', 'le', 'la', 'lo', 'on', 'no', 'is', 'new']);

/** Whether a name contains a title word. Particles of a family name (`De la Cruz`, `Le Moullec`) come before another word. */
function holdsTitleWord(form: Form, family: string, given: string): boolean {
  const words = family.split(/ +/);
  const short = form !== 'given' && !isPlain(form);
  // `Das` and `An` are family names next to initials.
  if (
    words.length === 1 &&
    (short
      ? form === 'initials' || SURNAMES.has(family.toLowerCase())
      : form === 'given' && OWN_NAMES.has(family))
  )
    return false;
  // `Hennis, Richtlinienkompetenz und Regierungstechnik, Tübingen 1964`: a title.
  if (form === 'given' && given.split(/[ -]/).some((word) => word.length > LONGEST_GIVEN)) return true;
  const isParticle = (w: string): boolean => OWN_PARTICLES.has(w.toLowerCase());
  if (words.some((w, i) => isTitleWord(w) && !(isParticle(w) && i < words.length - 1))) return true;
  return (
    (form === 'given' || isPlain(form)) &&
    given.split(/ +/).some((w, i) => isTitleWord(w) && !(i > 0 && isParticle(w)))
  );
}

const AND = new RegExp(`[,;]? ?(?:And|AND|a nd|&|UND|ET|${ANDS}) `, 'uy');
const MARK =
  /[,;] ?(?:\.\.\.|…|\. \. \.),? ?(?:& )?|\.? ?[;,／/]{1,2} ?|\.? [–—-] |(?:(?<=\p{Lu}\.)|\.) (?=\p{Lu}[\p{L}-]+, ?\p{Lu}{1,3}\.)|\. (?=\p{Lu}{3,}, \p{Lu}\p{Ll})/uy;
/** The last words of the names of teams. */
const TEAMS = 'Collaborat(?:ion|ors)|Investigators|Group|Committee|Consortium|Team|Network|Members';
const REST = new RegExp(
  `(?:\\.?[,;]?(?: [–-])? ?(?:${ET_AL}))?(?:; \\p{Lu}[^.;:]{3,120} (?:${TEAMS}))?(?: \\((?![^()]*\\d{4})\\p{Lu}[^()]{3,60}\\)(?=[.,]))?(?:,? ?[([](?:eds?|hrsg|hg|dirs?|coords?|orgs?|éds?|trans|comp|a cura di|ed\\. by)\\b\\.?[)\\]]\\.?|,? (?:(?:eds?|hrsg|éds?)\\.|(?:edi|transla|direc)tors?[.,]|(?:presenter|host)s?[.,])(?!\\p{L}))?`,
  'iuy',
);

type Name = { readonly form: Form; readonly family: string; readonly given: string; readonly end: number };

/** Names end at punctuation, a bracket, a quotation mark or a date, not within a sentence. */
const ENDS = new RegExp(
  `^(?:[.,:;(["“„«‘—–]|$| ?[(["“„«‘:;,]| \\/ |\\/\\p{Lu}| (?:\\d{4}|n\\. ?d\\.|${ET_AL}|(?:ET|AND|a nd|UND|&|${ANDS}) ?(?=\\p{Lu}|d[’']|v[ao]n |d[eiu] )|eds?\\b|[-–—] ))`,
  'u',
);

function nameAt(
  text: string,
  at: number,
  wall: number,
  previous?: Previous,
  isList = wall < text.length,
): Name | undefined {
  const allowed = previous && allowedAfter(previous);
  const near = text.slice(at, at + NEAR);
  for (const [form, readers] of READERS) {
    if (allowed ? !allowed.includes(form) || (form === 'long' && !isList) : form === 'long') continue;
    if (NEEDS[form]?.test(near) === false) continue;
    for (const reader of readers) {
      reader.lastIndex = at;
      const groups = reader.exec(text)?.groups;
      if (!groups) continue;
      const end = at + text.slice(at, reader.lastIndex).trimEnd().length;
      const { f: family = '', g: given = '' } = groups;
      if (end > wall || holdsTitleWord(form, family, given.trim())) continue;
      const after = text.slice(end, end + 200);
      if (text.charAt(end - 1) !== '.' && !ENDS.test(after)) continue;
      if (form === 'initials' && goesOn(given, after)) continue;
      // `Berg, A, EC Lima`: what follows `Berg A` has no full stops either, and what follows `Berg A.` has.
      if (
        form === 'leading' &&
        previous &&
        !(previous.joined && previous.form === 'vancouver') &&
        INITIALS[previous.form]?.test(given.trim()) === false
      )
        continue;
      if (form === 'given' && (EDITION.test(after) || twoNames(family, given, after))) continue;
      // Most acronyms are short: `NASA Goddard (2013)`.
      if (form === 'capitals' && !previous && family.length < 5 && after.startsWith(' (')) continue;
      // `Berg A. IkeWiki: …`, `Berg A. Truth and Method`: a title follows the initial.
      if (
        !previous &&
        form === 'leading' &&
        BEFORE_INITIAL.test(given.trim()) &&
        (/^[:,]/.test(after)
          ? CAMEL.test(family)
          : NO_TITLE.test(after) ||
            (/^ (?:and|&) /.test(after) &&
              !nameAt(text, match(AND, text, end), wall, { form, joined: true })))
      )
        continue;
      // `IEEE Trans.` is not a person.
      if (form === 'full' && /^\p{Lu}{3,}(?: |$)/u.test(given) && /\p{Ll}/u.test(family)) continue;
      return { form, family, given: given.trim(), end };
    }
  }
  return undefined;
}

const BEFORE_INITIAL = /^\p{Lu}\p{Ll}\S* \p{Lu}\.$/u;
/** `Lee K. Rivers. 2011.`, `Lee K. Rivers. BMJ. 2011;13`: without this word the reference has no title. */
const NO_TITLE = /^\. (?:[^.;:]{2,60}\.? )?(?:1[5-9]|20)\d\d(?:\.?$|[;:] ?\d)/;
const CAMEL = /^(?!Ma?c|[DL][aeiu]|Van|Fitz)\p{Lu}\p{L}*(?:\p{Ll}\p{Lu}|\p{Lu}{2})/u;
/** Initials of a `leading` name after another form. */
const INITIALS: Partial<Record<Form, RegExp>> = {
  vancouver: /^\p{Lu}{1,3}(?: \p{Lu}){0,2}$/u,
  stopped: ONLY_INITIALS,
};

/** `Niclauß, Kanzlerdemokratie, 3. Aufl.`: a title. */
const EDITION = /^, \d{1,2}\. (?:Aufl|Auflage|ed)/;

/** `Lind, E. Allen, and Tom …`: the initial is the first of several given names. */
const goesOn = (given: string, after: string): boolean =>
  /^\p{Lu}\. ?$/u.test(given) &&
  /^ \p{Lu}\p{Ll}+(?:,? (?:and|&) \p{Lu}\S* \p{Lu}|\. ["“]?\p{Lu}[^.\d]{3,150}[.?!,] ?["”]?,? ?\p{Lu})/u.test(
    after,
  );

/** `Ryan Farrell, Om Oza, …` and `Ryan Farrell, Om M. Oza, …` are two full names; `García Márquez, Gabriel` is one. */
const twoNames = (family: string, given: string, after: string): boolean =>
  /^\p{Lu}\S+(?: \p{Lu}\S+){1,2}$/u.test(family) &&
  !BEGINS_PARTICLE.test(family) &&
  / /.test(given.trim()) &&
  (/^(?:,|:(?! \()| and | & )/.test(after) || (/\p{Lu}\.$/u.test(given.trim()) && LAST_NAME.test(after)));
const BEGINS_PARTICLE = new RegExp(`^${PARTICLE}`, 'u');
const LAST_NAME = /^ \p{Lu}[\p{L}’'-]{1,40}(?:[,:]| and | & | \()/u;

const match = (form: RegExp, text: string, at: number): number => {
  form.lastIndex = at;
  return form.test(text) ? form.lastIndex : at;
};

/** Where names without an initial must end, to distinguish them from title words. */
const CLOSES = /^(?:,? et al\b|\.(?! ?[a-z])|:|$|,? ?[(["“„«‘]|[.,]? \(?(?:1[5-9]|20)\d\d)/u;

/**
 * Reads the names at the beginning of `text`, up to offset `wall` (the start of a date in brackets). Empty if the reference begins with its
 * title.
 */
export function readAuthors(text: string, wall: number): Authors {
  const names = run(text, wall);
  const [one] = names;
  if (!one || (names.length === 1 && !stands(text, one))) return { authors: [], end: 0 };
  const end = match(REST, text, names.at(-1)?.end ?? 0);
  return { authors: names.map(written), end };
}

const OTHERS = /^(?:others|al|colleagues|coll?)\b/;

/** `Planck Collaboration, Aghanim, N., …` */
const TEAM = new RegExp(`\\p{Lu}[^.,;:]{2,60} (?:${TEAMS})[,;:] (?=\\p{Lu}\\S+ )`, 'uy');

/** Consecutive names. Full names separated by commas only count if the run is closed like one. */
function run(text: string, wall: number): readonly Name[] {
  const names: Name[] = [];
  let sure = 0;
  let joined = false;
  let plain = 0;
  for (let last = nameAt(text, match(TEAM, text, 0), wall); last && names.length < 200;) {
    names.push(last);
    const { end, form } = last;
    const and = match(AND, text, end);
    if (isPlain(form)) plain++;
    else {
      sure = names.length;
      plain = 0;
    }
    const next = and > end ? and : match(MARK, text, end);
    const list = /^ ?;/.test(text.slice(end, end + 2));
    // The name after `and` is the last, except in lists that use it throughout.
    if (next === end || (joined && and === end && !list)) break;
    joined = and > end;
    const isList = wall < text.length || names.length > 1 || form === 'given';
    last = nameAt(text, next, wall, list ? undefined : { form, joined }, isList);
    // `W. Chen, Linear Networks and Systems`: a word joined to a title word by `and` belongs to the title.
    if (joined && (last ?? OTHERS.test(text.slice(next, next + 12)))) sure = names.length;
    else joined = joined && !isPlain(form);
  }
  const final = names.at(-1);
  if (
    joined ||
    (final && CLOSES.test(text.slice(final.end, final.end + 12)) && !maybeTitle(names[0], final, plain, text))
  )
    sure = names.length;
  return names.slice(0, Math.max(1, sure));
}

/** `J. Keegan, Blue Feed, Red Feed: …`, `Berg, Jana, Alone Together: …`: few capitalized words after another form may begin a title. */
const maybeTitle = (first: Name | undefined, last: Name, plain: number, text: string): boolean =>
  first !== undefined &&
  plain > 0 &&
  plain < 3 &&
  (first.form === 'given' ? text.charAt(last.end) === ':' : ONLY_INITIALS.test(first.given));

/** A single full name may be a two-word title; it is a name if a title and more follow. */
function stands(text: string, { form, end }: Name): boolean {
  if (form !== 'full') return true;
  const tail = text.slice(end, end + 400);
  if (/^,? ?["“„«‘(]|^[.,]? (?:1[5-9]|20)\d\d|^,? et al/u.test(tail)) return true;
  return /^[.,:] ?[^.]{4,300}?[.?!,] ?[\p{Lu}\d(]/u.test(tail);
}

const written = ({ family, given }: Name): string => `${family}, ${given}`.replace(/([-‐]) /g, '$1');
