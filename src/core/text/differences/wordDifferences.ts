/** Finds negations and names of a claim that a passage lacks. */
import { distance } from 'fastest-levenshtein';
import type { Span } from '../../model';
import { highest } from '../highest';
import { remembered } from '../maps';
import { directed, MOST } from './directions';
import { asks, isContent, pair, quotedIn, rootOf, sentenceAt, sharedNeighbours, spanOf } from './sides';
import type { Difference, Figures, Name, Side, Whole } from './sides';
import { rarity } from '../relevance/rarity';
import { contentKeys, language, words } from '../relevance/words';

/** `was not`, `didn't`, `never`: negates the following verb, not just a part (`not only`, `not necessarily`). */
const NEGATION =
  /\b(?:is|are|was|were|be|been|has|had|have|can|could|will|would|do|does|did|should|must|shall)(?: not|n['’]t)\b(?! (?:only|currently|any longer|immediately|an? immediate|just|merely|solely|the (?:only|sole)|necessarily|always|all|every|exceed|reach|explicitly|fully|entirely|exclusively|limited|yet|possible|necessary|required|recommended|clear|known|certain|sure|enough|intended|have to|need|rare|miss(?:ed)?|fail(?:ed)?|lack(?:ed|ing)?|den(?:y|ied)|refused?|reject(?:ed)?|exclude[ds]?|without|un(?:common|usual|likely|known|related)|insignificant|infrequent|mean|an? bad|express any|specify|elaborate)\b)|\bcannot\b|\bnever\b/gi;
const CONDITIONAL =
  /\b(?:if|unless|whether|without|sure)\b[^,;.]*$|\bi (?:\w+ )?$|(?:\bthan [^,;.]*|^(?:\S+ ){0,2}\S+) (?:that|who|which) $/i;
const NEGATIVE =
  /\b(?:not|no|never|cannot|neither|nor|without|none|nobody|nothing|\w+ ?n['’]t|fail\w*|refus\w+|declin\w+|(?:turn|vot)\w* (?:\w+ ){0,3}down|lack\w*|unable|absen\w+|den(?:y|ied|ies|ial)|dis(?:lik|agree|approv|trust)\w*|dismiss\w*|rare|exempt\w*|in vain|insufficient|withh[eo]ld\w*|postpon\w*|void|kill\w*|unreliable|stay\w* out|asymptom\w+|reject\w*|little|rarely|seldom|hardly|avoid\w*|prevent\w*|prohibit\w*|ban(?:ned|s)?|instead|rather|except|impossib\w+|cease[ds]?|halt\w*|stopp?\w*|false|myth|wrong|rule[ds]? out|exclud\w+|miss(?:ed|ing)|un(?:able|acceptable|affected|available|aware|clear|familiar|known|likely|related|necessary|successful\w*|willing)|non-\w+|\w+-free|free (?:of|from)|nonexist\w*|infrequent\w*|forb[aio]d\w*|barred|against|limited|poor\w*|away from|only (?:in|if|when|after|by|with|\d\S* of)|removed?|dropped|discontinu\w*|withdr\w*|repeal\w*|abolish\w*|skip\w*|omit\w*|ignor(?:e|es|ed|ing)|discard\w*|cancel\w*|object(?:s|ed|ing|ions?)|oppos(?:e|es|ed|ing|ition)|far from|yet to|out of (?:order|use|service|action|work)|broken?|too \w+ to)\b/i;
const GOVERNED = 3;
/** How a study says that it found nothing, for which a claim has other words: `did not improve`. */
const NO_FINDING =
  /\bp ?(?:value ?)?[=>≥] ?0?\.(?!0[0-4])\d|\b(?:not?|nor) (?:statistically )?significant|\bno (?:[\w-]+ )?differences?\b/gi;
/** The stems of each sentence in which a source says so; undefined if there are too many to compare. */
const notFound = remembered(({ text }: Whole) => {
  const hits = [...text.matchAll(NO_FINDING)];
  if (hits.length > MOST) return undefined;
  return hits.map(({ index, 0: hit }) =>
    contentKeys(sentenceAt(text, { start: index, end: index + hit.length })),
  );
});
/** Fewest words that such a sentence shares with a claim about the same thing. */
const LEAST_SHARED = 2;

/** A negation in the claim that the passage lacks. */
export function negations(claim: Side, passage: Side, whole: Whole): Difference[] {
  const spoken = whole.spoken();
  const isQuoted = quotedIn(claim.text);
  let denied: ReadonlySet<string> | undefined;
  return [...claim.text.matchAll(NEGATION)].slice(0, MOST).flatMap((hit) => {
    const span = { start: hit.index, end: hit.index + hit[0].length };
    if (isQuoted(span.start) || CONDITIONAL.test(claim.text.slice(Math.max(0, span.start - 120), span.start)))
      return [];
    if (/^[^,;.]{0,80}\b(?:or not|unless|until|but)\b/i.test(claim.text.slice(span.end, span.end + 90)))
      return [];
    const at = claim.words.findIndex((w) => w.start >= span.end);
    const ahead = claim.words.slice(at, at + GOVERNED).filter(isContent);
    const governed = new Set(ahead.map((w) => w.key));
    const turned = directed(claim, spoken).filter((d) => d.at >= at && d.at < at + GOVERNED);
    if (directed(passage, spoken).some((h) => turned.some((d) => d.axis === h.axis && d.end !== h.end)))
      return [];
    const stating = passage.words.filter((w) => governed.has(w.key)).slice(0, MOST);
    if (stating.length > 0 ? stating.every((w) => asks(passage.text, w)) : asks(passage.text)) return [];
    const isDenied =
      stating.length > 0
        ? stating.some((w) => NEGATIVE.test(sentenceAt(passage.text, w)))
        : NEGATIVE.test(passage.text);
    if (isDenied || passage.words.some(({ key }) => isOpposite(key, governed))) return [];
    const [said] = deniedIn(claim.text.slice(span.start, span.end + GOVERNED_REACH));
    if (said && (denied ??= new Set(deniedIn(whole.text))).has(said)) return [];
    const isNotFound = (keys: ReadonlySet<string>) =>
      claim.words.filter((w) => isContent(w) && keys.has(w.key)).length >= LEAST_SHARED;
    const mayBeSo = notFound(whole)?.some(isNotFound) ?? true;
    return mayBeSo ? [] : [pair('negation', span, stating[0], stating.length > 0)];
  });
}

/** What a text denies: the two content words after each negation, within this many UTF-16 units. */
const deniedIn = (text: string): string[] =>
  [...text.matchAll(NEGATION)].map(({ 0: hit, index }) => {
    const after = text.slice(index + hit.length, index + hit.length + GOVERNED_REACH);
    const all = words(after.replace(/(?:[.,;:()]|\n\n)[^]*$/, '')).filter(isContent);
    return `${all[0]?.key ?? ''} ${all[1]?.key ?? ''}`.trim();
  });
const GOVERNED_REACH = 60;
/** `ineffective` for `not effective`. */
const isOpposite = (key: string, governed: ReadonlySet<string>): boolean => {
  const prefix = /^(?:in|un|im|il|ir|non|dis)/.exec(key)?.[0];
  const root = key.slice(prefix?.length);
  // The stem of `dislikes` is shorter than that of `like`.
  return prefix !== undefined && (governed.has(root) || (root.length > 2 && governed.has(`${root}e`)));
};
const RARE = 3.75;

/** A name of which no word is in the source; sure if the source has another name next to the same word, on the same side. */
export function names(claim: Side, passage: Side, whole: Whole): Difference[] {
  // A German noun has a capital, so that capitals mark no names.
  if (isHeadline(claim) || language(claim.text) === 'de') return [];
  const isQuoted = quotedIn(claim.text);
  const own = new Set(claim.words.map((w) => rootOf(w.key)));
  const isOther = (name: Name) => !name.words.some((w) => own.has(rootOf(w.key)));
  const all = claim.names().slice(0, MOST);
  return all.flatMap((name) => {
    if (isMonth(claim, name) || IDENTIFIED.test(claim.text.slice(Math.max(0, name.start - 60), name.start)))
      return [];
    if (isUnit(name) || isCompound(claim.text, name) || name.words.some((w) => whole.holds(w.key))) return [];
    if (isInitials(claim, name, whole) || whole.names().some((other) => isSpelling(name, other))) return [];
    const isRival = (other: Name) => isOther(other) && sharedNeighbours(name.beside, other.beside) > 0;
    const rival = passage.names().find((other) => isRival(other) && !isMonth(passage, other));
    if (rival) return [pair('name', name, rival)];
    const source = whole.names().find((other) => isRival(other) && !isMonth(whole, other));
    if (source) return [{ ...pair('name', name), source: spanOf(source) }];
    return isQuoted(name.start) ? [] : [pair('name', name, undefined, false)];
  });
}
/** Whether each word of the claim has a capital, so that capitals mark no names. */
function isHeadline({ text, words: all }: Side): boolean {
  const content = all.filter(isContent);
  return content.length > 3 && !content.some((w) => /\p{Ll}/u.test(text.charAt(w.start)));
}
/** `Prince Harry, Duke of …`: says only who is meant. */
const IDENTIFIED = /\p{Lu}[\p{L}'’.-]*, (?:the )?\p{Lu}\p{Ll}+ of (?:the )?$/u;
const isMonth = ({ months }: Figures, { start, end }: Span): boolean =>
  months.some((m) => m.start < end && m.end > start);
/** A source may write it as a sign. */
const isUnit = ({ words: [word] }: Name): boolean => /^(?:celsiu|fahrenheit)$/.test(word?.key ?? '');
/** Whether the source has the name's initials: `US` or `U.S.` for `United States`. */
const isInitials = ({ text }: Side, { words: all }: Name, whole: Whole): boolean =>
  all.length > 1 &&
  new RegExp(`\\b${all.map(({ start }) => text.charAt(start)).join('\\.?')}\\b`).test(whole.text);
/** Whether two names may be spellings of one: `Nehouser`, `Newhouser`. */
const isSpelling = (a: Name, b: Name): boolean =>
  a.words.some(({ key: x }) => b.words.some(({ key: y }) => isNearly(x, y)));
const isNearly = (x: string, y: string): boolean =>
  x.length > 4 &&
  x.length < 30 &&
  x[0] === y[0] &&
  x.at(-1) === y.at(-1) &&
  Math.abs(x.length - y.length) <= 2 &&
  distance(x, y) <= 2;
/** False for a name that a source may well leave out: common words, a title (`Bachelor of`), a label (`Passage 3`), an example. */
export const isTelling = (text: string, { start, end }: Span): boolean =>
  highest(words(text.slice(start, end)).map((w) => rarity(w.key))) >= RARE &&
  !/^ (?:of\b|(?:ID |No\. ?)?\d)/.test(text.slice(end, end + 8)) &&
  !/\b(?:such as|like|e\.g\.|for example|for instance|including)\b[^;:.]*$/.test(
    text.slice(Math.max(0, start - 100), start),
  );
/** `Fixed-Step`: a word with a capital, no name. */
const isCompound = (text: string, { start, end }: Span): boolean =>
  /^[-–][\p{L}\p{N}]/u.test(text.slice(end, end + 2)) ||
  /\p{L}[-–]$/u.test(text.slice(Math.max(0, start - 2), start));
