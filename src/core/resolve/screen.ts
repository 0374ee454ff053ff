/**
 * Screening: what can be told of a claim and a source without a model. It never says "supported"; it finds a quotation of the claim, a
 * figure that differs from the one in the passage that speaks of the same matter, or that no passage does.
 */
import { reason, type Reason } from '../causes';
import type { Screen, Source, Span } from '../model';
import { agrees, quantities, type Quantity } from '../text/quantities';
import { negationDiffers } from '../text/negation';
import { createQuoteFinder } from '../text/quote';
import { read, type Reading } from '../text/retrieval';
import { shareLanguage, words } from '../text/words';
import { resemblance, shareOf, terms, type Resemblance } from './similarity';
import { RELATED_WEIGHTS, SCREEN_WEIGHTS, UNRELATED_BELOW } from './screenWeights';

/** A claim of fewer words is too short to be missed. */
const MIN_WORDS = 3;
/** A text of fewer words does not tell its language. */
const LITTLE_WORDS = 20;
/** Longer than words are, so that no long text is counted. */
const LONGEST_WORD = 100;
/** From this share of a claim's words in three sentences on, they speak of the same matter and figures are compared. */
const SAME_MATTER = 0.65;
/** From this share of its words in one sentence of like length on, claim and sentence say the same but for a negation. */
const SAME_STATEMENT = 0.85;

/** Screens one claim against the text of its source. Spans are UTF-16 offsets into `source.text`. */
export const screen = (claim: string, source: Source): Screen => createScreener(source)(claim);

/** A function that screens claims against one source, which is read once. */
export function createScreener(source: Source): (claim: string) => Screen {
  const reading = read(source);
  const find = createQuoteFinder(source.text);
  return (claim) => {
    const quoted = findQuoted(claim, find);
    if (quoted) {
      const why = reason('quoted', { text: source.text.slice(quoted.start, quoted.end) });
      return { result: 'quote-found', score: 1, passage: quoted, why };
    }
    if (reading.units.length === 0) return { result: 'reached', score: 0, why: reason('source_empty') };
    return compare(claim, reading);
  };
}

function compare(claim: string, reading: Reading): Screen {
  const alike = resemblance(terms(claim), reading);
  const score = likelihood(alike);
  const { from, to } = alike.best;
  const passage: Span = { start: reading.units[from]?.start ?? 0, end: reading.units[to - 1]?.end ?? 0 };
  const text = reading.source.text.slice(passage.start, passage.end);
  if (!shareLanguage(claim, reading.source.text))
    return isTooLittle(reading.source.text)
      ? { result: 'reached', score: 0, why: reason('source_short') }
      : { result: 'related', score, why: reason('other_language') };
  if (alike.words < MIN_WORDS && alike.best.share === 0)
    return { result: 'reached', score: 0, why: reason('claim_short') };
  if (alike.words >= MIN_WORDS && relatedness(alike) < UNRELATED_BELOW)
    return { result: 'no-related-passage', score, why: reason('few_shared_words') };
  const differs = alike.best.share >= SAME_MATTER ? difference(claim, text, reading.source.text) : undefined;
  const sentence = alike.best.share >= SAME_STATEMENT ? denied(claim, reading, alike) : undefined;
  if (sentence) return { result: 'figure-differs', score, passage: sentence, why: reason('negated') };
  if (differs !== undefined) return { result: 'figure-differs', score, passage, why: differs };
  return { result: 'related', score, passage };
}

/** A text so short says neither what language it is in nor that the claim is missing from its source. */
const isTooLittle = (text: string): boolean =>
  text.length < LITTLE_WORDS * LONGEST_WORD && words(text, true).length < LITTLE_WORDS;

/** Above zero where a claim and the source it cites are about the same thing more often than not; fitted likewise. */
export function relatedness({ sentence, held }: Resemblance): number {
  const { sentence: w, words: v, bias } = RELATED_WEIGHTS;
  return w * sentence + v * Math.log(1 + held) + bias;
}

/** How likely the source supports the claim, wholly or in part, as far as words tell; weights fitted by `scripts/eval/screening.ts`. */
export function likelihood({ page, three, names, missing }: Resemblance): number {
  const w = SCREEN_WEIGHTS;
  const z = w.page * page + w.three * three + w.names * names + w.missing * missing + w.bias;
  return Number((1 / (1 + Math.exp(-z))).toFixed(4));
}

/** The sentence that says nearly the same as the claim, if one of the two is negated. */
function denied(claim: string, reading: Reading, { best }: Resemblance): Span | undefined {
  const wanted = terms(claim);
  const unit = reading.units.findIndex(
    ({ start, end, length }, i) =>
      i >= best.from &&
      i < best.to &&
      shareOf(wanted, i, reading) >= SAME_STATEMENT &&
      length <= 2 * wanted.weights.size &&
      negationDiffers(claim, reading.source.text.slice(start, end)),
  );
  const found = reading.units[unit];
  return found && { start: found.start, end: found.end };
}

/** A figure of the claim that stands nowhere in the source, where the passage has another of its kind in its place. */
function difference(claim: string, passage: string, whole: string): Reason | undefined {
  const [stated, near] = [quantities(claim), quantities(passage)];
  let anywhere: readonly Quantity[] | undefined;
  for (const q of stated) {
    if (!isFigure(claim, q) || near.some((h) => agrees(q, h))) continue;
    const instead = near.find(
      (h) => isFigure(passage, h) && sameKind(q, h) && !stated.some((s) => agrees(s, h)),
    );
    if (!instead) continue;
    anywhere ??= quantities(whole);
    if (!anywhere.some((h) => agrees(q, h)))
      return reason('number_differs', {
        claim: claim.slice(q.start, q.end),
        source: passage.slice(instead.start, instead.end),
      });
  }
  return undefined;
}

/** Written in digits, no ordinal, and no part of a name such as `COVID-19`. */
const isFigure = (text: string, { start, end }: Quantity): boolean =>
  /\d/.test(text.slice(start, end)) &&
  !/\p{L}-?$/u.test(text.slice(Math.max(0, start - 2), start)) &&
  !/^(?:st|nd|rd|th)/.test(text.slice(end, end + 2));

/** Years against years, and else the same unit and about the same size. */
function sameKind(a: Quantity, b: Quantity): boolean {
  if (a.year || b.year) return a.year && b.year;
  const ratio = Number(a.value) / Number(b.value);
  return a.unit === b.unit && a.value.length > 1 && ratio > 1 / ALIKE_FACTOR && ratio < ALIKE_FACTOR;
}
const ALIKE_FACTOR = 5;

const OPEN = '"“„«「';
const CLOSE = '"”“»」';

/** A quotation inside the claim, of four words or more, that the source has word for word. */
function findQuoted(claim: string, find: ReturnType<typeof createQuoteFinder>): Span | undefined {
  for (let at = 0; at < claim.length; at++) {
    const kind = OPEN.indexOf(claim.charAt(at));
    if (kind < 0) continue;
    const end = claim.indexOf(CLOSE.charAt(kind), at + 1);
    if (end < 0) continue;
    const located = find(claim.slice(at + 1, end));
    if (located?.size === 'fit') return located.span;
    at = end;
  }
  return undefined;
}
