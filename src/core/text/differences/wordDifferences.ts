/** Finds words of a claim that a passage turns around: directions, negations, names. */
import { distance } from 'fastest-levenshtein';
import type { Span } from '../../model';
import { highest } from '../highest';
import { directionsOf } from './opposites';
import {
  isContent,
  neighbours,
  pair,
  rootOf,
  sharedNeighbours,
  spanOf,
  type Difference,
  type Figures,
  type Name,
  type Neighbours,
  type Side,
  type Whole,
} from './sides';
import { isNegated } from './negation';
import { agrees } from './quantities';
import { rarity } from '../relevance/rarity';
import { language, words, type Word } from '../relevance/words';

/** Most words of one kind that are compared. */
const MOST = 60;
const NEAR_WORDS = 2;
/** The content words nearest to the word at `at`, this many on each side. */
function beside(all: readonly Word[], at: number): string[] {
  const before = all
    .slice(Math.max(0, at - 6), at)
    .filter(isContent)
    .slice(-NEAR_WORDS);
  const after = all
    .slice(at + 1, at + 7)
    .filter(isContent)
    .slice(0, NEAR_WORDS);
  return [...before, ...after].map((w) => w.key);
}

/** Axes whose ends often occur in one account; they differ only in the same context. */
const LOOSE = new Set(
  'early earlier earliest late later latest before prior after following first last final'.split(' '),
);

/** `After that, …`: may say the same as `before …`. */
const POINTING = /^ (?:this|that|which|then)\b/;

/** True for `A uses more than B` and `B uses less than A`. */
function isSwapped(claim: Side, at: number, passage: Side, other: number): boolean {
  const than = (all: readonly Word[], from: number) =>
    all.slice(from, from + 8).findIndex((w) => w.key === 'than');
  const [a, b] = [than(claim.words, at), than(passage.words, other)];
  if (a < 0 || b < 0) return false;
  const subject = new Set(
    claim.words
      .slice(Math.max(0, at - 12), at)
      .filter(isContent)
      .map((w) => w.key),
  );
  const same = new Set(passage.words.slice(Math.max(0, other - 12), other).map((w) => w.key));
  const compared = passage.words.slice(other + b, other + b + 6).filter((w) => !same.has(w.key));
  return compared.some((w) => isContent(w) && subject.has(w.key));
}

/** True for `A before B` and `B after A`. */
function isExchanged(claim: Side, at: number, own: Neighbours, other: Neighbours): boolean {
  const earlier = claim.words.slice(Math.max(0, at - 8), at);
  return own.after !== undefined && own.after === other.before && earlier.some((w) => w.key === other.after);
}

/** A whole source that only has its opposite hardly means it. */
const SUPERLATIVE = /(?:est|best|worst|ity|imum)$/i;
/** Words apart of `up or down`, `false positives and false negatives`. */
const COORDINATED = 4;

/** A directional word whose opposite, and not the word itself, the passage uses for the same thing. */
export function directions(claim: Side, passage: Side, whole: Whole): Difference[] {
  const found = directed(passage).slice(0, MOST);
  const isQuoted = quotedIn(claim.text);
  const stated = directed(claim)
    .filter(({ word }) => !isQuoted(word.start) && !POINTING.test(claim.text.slice(word.end, word.end + 8)))
    .slice(0, MOST);
  return stated.flatMap(({ axis, end, word, at }) => {
    const own = neighbours(claim, word);
    const other = stated.filter((s) => s.axis === axis && s.end !== end);
    const isBoth = other.length > 0;
    if (other.some((s) => Math.abs(s.at - at) <= COORDINATED)) return [];
    const near = new Set(beside(claim.words, at));
    const isDenied = isTurned(claim, at);
    const on = found
      .filter((h) => h.axis === axis && isTurned(passage, h.at) === isDenied)
      .filter(
        (h) =>
          isLimit(passage, h.at) === isLimit(claim, at) &&
          countsAlike(claim, word, passage, h.word) &&
          isBound(passage, h.word) === isBound(claim, word),
      )
      .filter(
        (h) =>
          h.end === end ||
          !(isSwapped(claim, at, passage, h.at) || isExchanged(claim, at, own, neighbours(passage, h.word))),
      )
      .filter((h, _, all) => !all.some((o) => o.end !== h.end && Math.abs(o.at - h.at) <= COORDINATED))
      .map((h) => ({
        ...h,
        shared: isBoth
          ? sharedNeighbours(own, neighbours(passage, h.word)) -
            highest(
              other.map((s) => sharedNeighbours(neighbours(claim, s.word), neighbours(passage, h.word))),
            )
          : beside(passage.words, h.at).filter((key) => near.has(key)).length,
      }));
    const same = highest(on.filter((h) => h.end === end).map((h) => h.shared));
    const rival = on.find((h) => h.end !== end && h.shared > same);
    const isLoose = LOOSE.has(claim.text.slice(word.start, word.end).toLowerCase());
    // `not before …` says the same as `after …`.
    if (rival && isLoose && isNegated(claim.text) && !isNegated(sentenceAt(passage.text, rival.word)))
      return [];
    if (rival) return [pair('direction', word, rival.word)];
    if (isBoth || isLoose) return [];
    const held = SUPERLATIVE.test(claim.text.slice(word.start, word.end)) ? whole.directions() : undefined;
    const isOther = held?.has(`${axis} ${1 - end}`) && !held.has(`${axis} ${end}`);
    return isOther || (on[0] && on.every((h) => h.end !== end))
      ? [pair('direction', word, on[0]?.word, false)]
      : [];
  });
}
/** True for `not higher`, `rather than less`. */
const isTurned = ({ words: all }: Side, at: number): boolean =>
  all
    .slice(Math.max(0, at - 2), at)
    .some((w) => /^(?:not|no|never|neither|nor|rather|without|\w+n't)$/.test(w.key));
/** False for `lost nine` and `winning 52`, which don't exclude each other. */
function countsAlike(claim: Side, word: Span, passage: Side, other: Span): boolean {
  const after = ({ quantities }: Side, { end }: Span) =>
    quantities.find((q) => !q.year && q.start >= end && q.start <= end + 12);
  const [own, held] = [after(claim, word), after(passage, other)];
  return own === undefined || held === undefined || agrees(own, held);
}
/** True for `at least`, `at most`. */
const isLimit = ({ words: all }: Side, at: number): boolean =>
  all[at - 1]?.key === 'at' && /^(?:least|most)$/.test(all[at]?.key ?? '');
/** True for `744 or less`, which says nothing about a change. */
const isBound = ({ text, quantities }: Side, { start }: Span): boolean =>
  quantities.some((q) => q.end < start && /^[ %\p{L}]{0,12} or $/u.test(text.slice(q.end, start)));
const directed = ({ words: all, text }: Side) =>
  all.flatMap((word, at) => directionsOf(text.slice(word.start, word.end)).map((d) => ({ ...d, word, at })));
/** Whether a word is within quotation marks: it is compared as part of the quotation. */
function quotedIn(text: string): (at: number) => boolean {
  const found = [...text.matchAll(/["“„«][^"“”„«»]{1,900}["”“»]/g)];
  return (at) => found.some((m) => m.index < at && at < m.index + m[0].length);
}

/** `was not`, `didn't`, `never`: negates the following verb, not just a part (`not only`, `not necessarily`). */
const NEGATION =
  /\b(?:is|are|was|were|be|been|has|had|have|can|could|will|would|do|does|did|should|must|shall)(?: not|n['’]t)\b(?! (?:only|currently|any longer|immediately|an? immediate|just|merely|solely|the (?:only|sole)|necessarily|always|all|every|exceed|reach|explicitly|fully|entirely|exclusively|limited|yet|possible|necessary|required|recommended|clear|known|certain|sure|enough|intended|have to|need|rare|un(?:common|usual|likely|known|related)|insignificant|infrequent)\b)|\bcannot\b|\bnever\b/gi;
const CONDITIONAL = /\b(?:if|unless|whether|without)\b[^,;.]*$/i;
const NEGATIVE =
  /\b(?:not|no|never|cannot|neither|nor|without|none|nobody|nothing|\w+n['’]t|fail\w*|refus\w+|declin\w+|turn\w* (?:\w+ ){0,3}down|lack\w*|unable|absen\w+|den(?:y|ied|ies|ial)|reject\w*|little|rarely|seldom|hardly|avoid\w*|prevent\w*|prohibit\w*|ban(?:ned|s)?|instead|rather|except|impossib\w+|cease[ds]?|halt\w*|stopp?\w*|false|myth|wrong|rule[ds]? out|exclud\w+|miss(?:ed|ing)|un(?:able|acceptable|available|aware|clear|familiar|known|likely|related|necessary|successful\w*|willing)|non-\w+|\w+-free|free (?:of|from)|nonexist\w*|infrequent\w*|forb[aio]d\w*|barred|against|limited|poor\w*|away from|only (?:in|if|when|after|by|with)|removed?|dropped|discontinu\w*|withdr\w*|repeal\w*|abolish\w*|skip\w*|omit\w*|ignor(?:e|es|ed|ing)|discard\w*|cancel\w*|object(?:s|ed|ing|ions?)|oppos(?:e|es|ed|ing|ition)|far from|too \w+ to)\b/i;
const GOVERNED = 3;

/** A negation in the claim that the passage lacks. */
export function negations(claim: Side, passage: Side): Difference[] {
  const isQuoted = quotedIn(claim.text);
  return [...claim.text.matchAll(NEGATION)].slice(0, MOST).flatMap((hit) => {
    const span = { start: hit.index, end: hit.index + hit[0].length };
    if (isQuoted(span.start) || CONDITIONAL.test(claim.text.slice(Math.max(0, span.start - 120), span.start)))
      return [];
    if (/^[^,;.]{0,80}\b(?:or not|unless|until|but)\b/.test(claim.text.slice(span.end, span.end + 90)))
      return [];
    const at = claim.words.findIndex((w) => w.start >= span.end);
    const governed = new Set(
      claim.words
        .slice(at, at + GOVERNED)
        .filter(isContent)
        .map((w) => w.key),
    );
    const turned = directed(claim).filter((d) => d.at >= at && d.at < at + GOVERNED);
    if (directed(passage).some((h) => turned.some((d) => d.axis === h.axis && d.end !== h.end))) return [];
    const stating = passage.words.filter((w) => governed.has(w.key)).slice(0, MOST);
    const isDenied =
      stating.length > 0
        ? stating.some((w) => NEGATIVE.test(sentenceAt(passage.text, w))) ||
          stating.every((w) => isSupposed(passage.text, w))
        : NEGATIVE.test(passage.text);
    if (isDenied || passage.words.some(({ key }) => isOpposite(key, governed))) return [];
    return [pair('negation', span, stating[0], stating.length > 0)];
  });
}
/** `ineffective` for `not effective`. */
const isOpposite = (key: string, governed: ReadonlySet<string>): boolean => {
  const prefix = /^(?:in|un|im|il|ir|non|dis)/.exec(key)?.[0];
  return prefix !== undefined && governed.has(key.slice(prefix.length));
};
/** Whether a text says something only of a case: `When true, it validates`. */
const isSupposed = (text: string, { start }: Span): boolean =>
  /\b(?:if|unless|whether|when (?:\w+ )?(?:true|enabled|set|given))\b[^.;\n]*$/i.test(
    text.slice(Math.max(0, start - REACH), start),
  );
/** UTF-16 units on each side within which a negative word may deny another. */
const REACH = 80;
function sentenceAt(text: string, { start, end }: Span): string {
  const [before, after] = [text.slice(Math.max(0, start - REACH), start), text.slice(end, end + REACH)];
  return before.replace(TO_STOP, '') + text.slice(start, end) + after.replace(FROM_STOP, '');
}
const TO_STOP = /^[^]*(?:[.!?][”"’)]* |\n|; |, (?:and|but|which|who|while|as|although|though) )/;
const FROM_STOP = /(?:[.!?][”"’)]* |\n|; |, (?:and|but|which|who|while|as|although|though) )[^]*$/;

const RARE = 3.75;

/** A name of which no word is in the source; sure if the source has another name next to the same word, on the same side. */
export function names(claim: Side, passage: Side, whole: Whole): Difference[] {
  // A German noun has a capital, so that capitals mark no names.
  if (isHeadline(claim) || language(claim.text) === 'de') return [];
  const isQuoted = quotedIn(claim.text);
  const own = new Set(claim.words.map((w) => rootOf(w.key)));
  const isOther = (name: Name) => !name.words.some((w) => own.has(rootOf(w.key)));
  return claim
    .names()
    .slice(0, MOST)
    .flatMap((name) => {
      if (isMonth(claim, name) || IDENTIFIED.test(claim.text.slice(Math.max(0, name.start - 60), name.start)))
        return [];
      if (isMeasure(name) || isCompound(claim.text, name) || name.words.some((w) => whole.holds(w.key)))
        return [];
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
/** `Celsius`, `Mondays`: a source may write it as a sign, or give the other days. */
const isMeasure = ({ words: [word] }: Name): boolean =>
  /^(?:celsiu|fahrenheit|(?:mon|tues|wednes|thurs|fri|satur|sun)dai)$/.test(word?.key ?? '');
/** Whether the source has the name's initials: `US` or `U.S.` for `United States`. */
const isInitials = ({ text }: Side, { words: all }: Name, whole: Whole): boolean =>
  all.length > 1 &&
  new RegExp(`\\b${all.map(({ start }) => text.charAt(start)).join('\\.?')}\\b`).test(whole.text);
/** Whether two names may be spellings of one: `Nehouser`, `Newhouser`. */
const isSpelling = (a: Name, b: Name): boolean =>
  a.words.some(({ key: x }) =>
    b.words.some(
      ({ key: y }) =>
        x.length > 4 &&
        Math.abs(x.length - y.length) <= 2 &&
        x.length < 30 &&
        x[0] === y[0] &&
        x.at(-1) === y.at(-1) &&
        distance(x, y) <= 2,
    ),
  );
/** False for a name that a source may well leave out: common words, a title (`Bachelor of`), a label (`Passage 3`), an example. */
export const isTelling = (text: string, { start, end }: Span): boolean =>
  highest(words(text.slice(start, end)).map((w) => rarity(w.key))) >= RARE &&
  !/^ (?:of\b|(?:ID |No\. ?)?\d)/.test(text.slice(end, end + 8)) &&
  !/\b(?:such as|like|e\.g\.|for example|for instance|including)\b[^;:.]*$/.test(
    text.slice(Math.max(0, start - 100), start),
  );
/** `Fixed-Step`: a word with a capital, no name. */
const isCompound = (text: string, { start, end }: Span): boolean =>
  /^[-–]\p{L}/u.test(text.slice(end, end + 2)) ||
  /\p{L}[-–]$/u.test(text.slice(Math.max(0, start - 2), start));
