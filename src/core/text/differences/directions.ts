/** Finds words of direction in a claim whose opposite a passage has: more and less, rose and fell, upheld and overturned. */
import type { Span } from '../../model';
import { highest } from '../highest';
import { isFiller, type Word } from '../relevance/words';
import { isNegated, negatesIn } from './negation';
import { directionsOf, isLooseAxis, isSilentAxis, type Direction } from './opposites';
import { agrees } from './quantities';
import { isContent, neighbours, pair, quotedIn, sentenceAt, sharedNeighbours } from './sides';
import type { Difference, Side, Whole } from './sides';

/** Most words of one kind that are compared. */
export const MOST = 60;
/** The content words nearest to the word at `at`, this many on each side. */
function beside(all: readonly Word[], at: number, spoken: string): string[] {
  const isTelling = (w: Word) => isContent(w) && (spoken === 'en' || !isFiller(w.key));
  // Their verbs may be at the end of the clause.
  const [most, reach] = spoken === 'de' || spoken === 'nl' ? [4, 11] : [2, 6];
  const before = all
    .slice(Math.max(0, at - reach), at)
    .filter(isTelling)
    .slice(-most);
  const after = all
    .slice(at + 1, at + 1 + reach)
    .filter(isTelling)
    .slice(0, most);
  return [...before, ...after].map((w) => w.key);
}

/** `After that, …`: may say the same as `before …`. */
const POINTING = /^ (?:this|that|which|then)\b/;

/** True for `A uses more than B` and `B uses less than A`, `A before B` and `B after A`, `A beat B` and `B lost to A`. */
function isExchanged(claim: Side, at: number, passage: Side, other: number): boolean {
  if (!isRelation(claim, at) || !isRelation(passage, other)) return false;
  const [own, held] = [clauseAround(claim, at), clauseAround(passage, other)];
  // `before she left, …` and `… after she left`: beside the same thing.
  if (own.after[0] === held.after[0] && ORDER.test(claim.words[at]?.key ?? '')) return false;
  return own.before.some(
    (key) => held.after.includes(key) && !held.before.includes(key) && !own.after.includes(key),
  );
}
const isRelation = ({ text, words: all }: Side, at: number): boolean =>
  RELATION.test(text.slice(all[at]?.start, all[at]?.end)) ||
  all.slice(at, at + 8).some((w) => /^(?:than|against)$/.test(w.key));
const RELATION =
  /^(?:before|prior|after|following|above|below|beneath|w[io]ns?|winning|beat|victory|lo(?:st|ses?|sing|ss))$/i;
const ORDER = /^(?:befor|prior|after|follow|abov|below|beneath)$/;
/** The content words before and after the word at `at`, within the sentence. */
function clauseAround({ text, words: all }: Side, at: number) {
  const { start, end } = all[at] ?? { start: 0, end: 0 };
  const keys = (near: readonly Word[]) =>
    near
      .filter((w) => isContent(w) && !STOP.test(text.slice(Math.min(w.end, end), Math.max(w.start, start))))
      .map((w) => w.key);
  return { before: keys(all.slice(Math.max(0, at - 8), at)), after: keys(all.slice(at + 1, at + 13)) };
}

/** A whole source that only has its opposite hardly means it. */
const SUPERLATIVE = /(?:(?<!^w|thw)est|worst|ity|imum)$/i;
const WITHOUT = /\b(?:without|never|(?:lack|absence) of)\b/i;
/** Words apart of `up or down`, `false positives and false negatives`. */
const COORDINATED = 4;

type Sides = { readonly claim: Side; readonly passage: Side; readonly spoken: string };

/** A directional word whose opposite, and not the word itself, the passage uses for the same thing. */
export function directions(claim: Side, passage: Side, whole: Whole): Difference[] {
  const spoken = whole.spoken();
  const sides = { claim, passage, spoken };
  const isEnglish = spoken === 'en';
  const found = directed(passage, spoken).slice(0, MOST);
  const isQuoted = quotedIn(claim.text);
  const stated = directed(claim, spoken)
    .filter(({ word }) => !isQuoted(word.start) && !POINTING.test(claim.text.slice(word.end, word.end + 8)))
    .slice(0, MOST);
  const isTurnedTwice = turnsIn(passage, found);
  return stated.flatMap((s) => {
    const { axis, end, word } = s;
    if (isEnglish && isSilentAxis(axis)) return [];
    const other = stated.filter((o) => o.axis === axis && o.end !== end);
    const isBoth = other.length > 0;
    if (other.some((o) => Math.abs(o.at - s.at) <= COORDINATED)) return [];
    // `They lost at home but won in Leeds`: it may be the other word of the claim, unless the same is behind it.
    const own = neighbours(claim, word);
    const isOther = (h: Directed) =>
      isBoth &&
      found.filter((o) => o.axis === axis && o.end !== end).length <= other.length &&
      (own.after === undefined || own.after !== neighbours(passage, h.word).after);
    const along = stated.filter((o) => o.axis !== axis && o.at !== s.at && isOneSentence(claim.text, o, s));
    const isWithout = WITHOUT.test(sentenceAt(claim.text, word));
    const on = found
      .filter((h) => h.axis === axis && isComparable(sides, s, h))
      .filter((h) => h.end === end || !(isOther(h) || isTurnedTwice(h, along, isWithout)))
      .filter((h, _, all) => !all.some((o) => o.end !== h.end && Math.abs(o.at - h.at) <= COORDINATED))
      .map((h) => ({ ...h, shared: sharedWith(sides, s, h, other) }));
    const same = on.filter((h) => h.end === end);
    // `men 400 mg, women 310 mg`: the word itself beside the same words counts more.
    const most = highest(same.map((h) => h.shared + sharedNeighbours(own, neighbours(passage, h.word))));
    // `It rose at first, but has fallen since` in other languages, where words shared by chance weigh more.
    const isMixed = (h: Directed) =>
      !isEnglish &&
      !isBoth &&
      !countsAlike(sides, s, h) &&
      found.some((o) => o.axis === axis && o.end === end && isOneSentence(passage.text, o, h));
    const rival = on.find((h) => h.end !== end && h.shared > most && !isMixed(h));
    const isLoose = !isEnglish || isLooseAxis(axis);
    // `not before …` says the same as `after …`.
    const isDenied = isLoose && isNegated(sentenceAt(claim.text, word), spoken);
    if (rival && isDenied && !isNegated(sentenceAt(passage.text, rival.word), spoken)) return [];
    const isHeld = () => whole.directions().has(`${axis} ${end}`);
    if (rival) return isBeside(sides, s, rival) || !isHeld() ? [pair('direction', word, rival.word)] : [];
    if (isBoth || isLoose) return [];
    const isContrast =
      SUPERLATIVE.test(claim.text.slice(word.start, word.end)) &&
      whole.directions().has(`${axis} ${1 - end}`);
    return (isContrast || on[0]) && !isHeld() ? [pair('direction', word, on[0]?.word, false)] : [];
  });
}

/**
 * Whether another word of the claim is turned in a word's sentence too, or it is said without what the claim has. Two turns say the same:
 * `warm air slows it`, `cold air speeds it up`; `masks lower the risk`, `without masks, it is higher`.
 */
function turnsIn({ text }: Side, found: readonly Directed[]) {
  const sentenceOf = ({ word }: Directed) => text.slice(0, word.start).split(STOPPED).length;
  const ends = new Set(found.map((h) => `${sentenceOf(h)} ${h.axis} ${h.end}`));
  return (h: Directed, along: readonly Directed[], isWithout: boolean): boolean => {
    const sentence = sentenceOf(h);
    const has = (axis: number, end: number) => ends.has(`${sentence} ${axis} ${end}`);
    return (
      isWithout !== WITHOUT.test(sentenceAt(text, h.word)) ||
      along.some(({ axis, end }) => has(axis, 1 - end) && !has(axis, end))
    );
  };
}

/** Whether the word before or after both is the same. */
const isBeside = ({ claim, passage }: Sides, s: Directed, h: Directed): boolean =>
  sharedNeighbours(neighbours(claim, s.word), neighbours(passage, h.word)) > 0 ||
  [-1, 1].some((by) => {
    const next = claim.words[s.at + by];
    return next !== undefined && next.key === passage.words[h.at + by]?.key;
  });

/** Whether two words on one axis speak of the same thing, so that their ends exclude each other. */
function isComparable(sides: Sides, s: Directed, h: Directed): boolean {
  const { claim, passage, spoken } = sides;
  const written = claim.text.slice(s.word.start, s.word.end);
  const [own, held] = [comparedAfter(claim, s.at), comparedAfter(passage, h.at)];
  const isOther =
    own !== held &&
    (COMPARATIVE.test(written) ||
      (/^(?:more|less|fewer)$/i.test(written) && /^than .* than /.test(`${own} ${held}`)));
  return (
    isTurned(passage, h.at, spoken) === isTurned(claim, s.at, spoken) &&
    SUPERLATIVE.test(passage.text.slice(h.word.start, h.word.end)) === SUPERLATIVE.test(written) &&
    countsAlike(sides, s, h) !== false &&
    boundOf(passage, h.word) === boundOf(claim, s.word) &&
    !isOther &&
    (h.end === s.end || !isExchanged(claim, s.at, passage, h.at))
  );
}

/** How many words beside the one are beside the other, less those beside the opposites in the claim. */
function sharedWith(sides: Sides, s: Directed, h: Directed, other: readonly Directed[]): number {
  const { claim, passage, spoken } = sides;
  if (other.length > 0) {
    const held = neighbours(passage, h.word);
    const sharedBy = ({ word }: Directed) => sharedNeighbours(neighbours(claim, word), held);
    return sharedBy(s) - highest(other.map(sharedBy));
  }
  const near = new Set(beside(claim.words, s.at, spoken));
  const [next, after] = [claim.words[s.at + 1], passage.words[h.at + 1]];
  // What `more` and `less` compare is the next word.
  const isAnchored =
    spoken === 'en' ? next && isContent(next) && next.key === after?.key : countsAlike(sides, s, h);
  return beside(passage.words, h.at, spoken).filter((key) => near.has(key)).length + (isAnchored ? 1 : 0);
}
const isOneSentence = (text: string, { word: a }: Directed, { word: b }: Directed): boolean =>
  !STOPPED.test(text.slice(Math.min(a.end, b.end), Math.max(a.start, b.start)));
const STOPPED = /[.!?]\s/;
/** `more` and `less` in other languages have many uses, so that the next word must be the same. */
const COMPARATIVE =
  /^(?:plus|moins|m[áa]s|menos|più|meno|mais|mehr|weniger|meer|minder|bardziej|więcej|mniej)$/i;
/** The next word, and the one after `than`. */
const comparedAfter = ({ words: all }: Side, at: number): string => {
  const next = all[at + 1]?.key ?? '';
  return /^(?:than|d[ei]|que|als|dan|niz)$/.test(next) ? `${next} ${all[at + 2]?.key ?? ''}` : next;
};
/** True for `not higher`, `rather than less`. */
const isTurned = ({ text, words: all }: Side, at: number, spoken: string): boolean =>
  negatesIn(spoken, text.slice(all[Math.max(0, at - AHEAD)]?.start, all[at]?.start)) ??
  all
    .slice(Math.max(0, at - 2), at)
    .some((w) => /^(?:not|no|never|neither|nor|rather|without|\w+n't)$/.test(w.key));
const AHEAD = 3;
/** False for `lost nine` and `winning 52`, which don't exclude each other; undefined if a word has no number behind it. */
function countsAlike({ claim, passage, spoken }: Sides, s: Directed, h: Directed): boolean | undefined {
  const near = ({ quantities, words: all, text }: Side, at: number, ahead: number, back: number) => {
    const { start, end } = all[at] ?? { start: Infinity, end: Infinity };
    const isNear = (q: Span) =>
      q.start >= end
        ? q.start <= end + ahead && !STOP.test(text.slice(end, q.start))
        : q.end >= start - back && q.end <= start && !STOP.test(text.slice(q.end, start));
    return quantities.filter((q) => !q.year && isNear(q));
  };
  const isAlike = (ahead: number, back: number) => {
    const [own, held] = [near(claim, s.at, ahead, back), near(passage, h.at, ahead, back)];
    return own[0] && held[0] && own.some((q) => held.some((o) => agrees(q, o)));
  };
  return isAlike(BEHIND, -1) ?? (spoken !== 'en' && isAlike(IN_CLAUSE, BEFORE) ? true : undefined);
}
const STOP = /[.;:] /;
const [BEHIND, IN_CLAUSE, BEFORE] = [20, 40, 20];
/** How a word bounds a number, which says nothing about a change: `at least`, `744 or less`, `less than a week`. */
function boundOf({ text, quantities, periods }: Side, { start, end }: Span): string | undefined {
  const isOf = ({ end: q }: Span) => q < start && /^[ %\p{L}]{0,12} or $/u.test(text.slice(q, start));
  const isThan = (q: Span) => q.start > end && /^ than (?:\S{1,7} )?[$€£]?$/.test(text.slice(end, q.start));
  if (/\bat (?:least|most)$/i.test(text.slice(Math.max(0, start - 4), end))) return 'at';
  if (quantities.some(isOf)) return 'or';
  return [...quantities, ...periods].some(isThan) ? 'than' : undefined;
}
type Directed = Direction & { readonly word: Word; readonly at: number };
export const directed = (side: Side, spoken: string): Directed[] =>
  side.words.flatMap((word, at) => {
    if (isAdverb(side.text, word)) return [];
    const written = side.text.slice(word.start, word.end);
    const split = splitVerb(side, at, SPLIT[spoken]?.[written.toLowerCase()]);
    const found = directionsOf(split?.verb ?? written, spoken);
    return found.map((d) => ({ ...d, at, word: { ...word, end: split?.end ?? word.end } }));
  });
/** `the year before.`, `not any more`, `take up`: compares with nothing that is named. */
const isAdverb = (text: string, { start, end }: Span): boolean =>
  IDIOM.test(text.slice(start, end + 2 * REACH)) ||
  ADVERB.test(text.slice(Math.max(0, start - REACH), end + 1)) ||
  (/^(?:up|down)$/i.test(text.slice(start, end)) &&
    !MOVED.test(text.slice(Math.max(0, start - REACH), end)) &&
    !/^,? (?:from|by|[$€£]?\d)/.test(text.slice(end, end + REACH)));
const ADVERB =
  /\b(?:(?:any|once) more|(?:year|month|week|day|night|season)s? (?:before|after)(?:$|[.,;:)]))/i;
const IDIOM =
  /^(?:growth (?:rate|factor|curve|hormone)|last (?:season|year|month|week|night|time|summer|winter)|gr[eo]w(?:s|ing|n)? (?:up|small|few|less|weak|poor|tired|old|apart)|f[ae]ll(?:s|en|ing)? (?:ill|asleep|in love|apart)|rais\w+ (?:concern|awareness|question|money|fund|hope|fear|doubt|alarm))/i;
const MOVED = /\b(?:be|been|is|are|was|were|go(?:es|ne|ing)?|went|moved?|moving) (?:up|down)$/i;
const REACH = 8;

/** Verbs of which a part may be at the end of the clause: `nahm … zu`; with the participle that the part is put before. */
const SPLIT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: verbs('struck struck strike strikes|set set sets|thrown threw throw throws'),
  de: verbs('genommen nahm nahmen nimmt nehmen|gewiesen wies wiesen weist weisen|gehoben hob hoben hebt heben|gelehnt lehnte lehnten lehnt lehnen|gegeben gab gaben gibt geben|gestimmt stimmte stimmten stimmt stimmen|gegangen ging gingen geht gehen|gesprochen sprach sprachen spricht sprechen'),
  nl: verbs('genomen nam namen neemt nemen|gewezen wees wezen wijst wijzen|gekeurd keurde keurden keurt keuren|gesproken sprak spraken spreekt spreken'),
}; // prettier-ignore
function verbs(all: string): Readonly<Record<string, string>> {
  const rows = all.split('|').map((row) => row.split(' '));
  return Object.fromEntries(
    rows.flatMap(([participle = '', ...forms]) => forms.map((form) => [form, participle])),
  );
}
const MOST_BETWEEN = 120;
/** The first word of the verb's clause that ends it: `zu`. */
const PART =
  /^ (?:(ab|zu|toe|af|down|aside|out)(?= )|(?:[^.;:!?\n]{0,110}? )?(ab|zu|zurück|auf|statt|frei|toe|af|goed|vrij|down|aside|out)(?=[.,;:!?)]|$| (?:und|sowie|en|and) ))/;
function splitVerb({ text, words: all }: Side, at: number, participle: string | undefined) {
  const verb = all[at];
  if (!verb || participle === undefined) return undefined;
  const hit = PART.exec(text.slice(verb.end, verb.end + MOST_BETWEEN));
  return hit ? { verb: `${hit[1] ?? hit[2] ?? ''}${participle}`, end: verb.end + hit[0].length } : undefined;
}
