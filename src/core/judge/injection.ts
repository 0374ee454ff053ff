/**
 * Detects sentences that address the judge or deny what they seem to say. Only sentences that a judge relies on are checked, so an article about
 * such sentences can still be cited. A false alarm costs an `unsure`, never a negative verdict.
 */
import type { Span } from '../model';
import { fold } from '../text/fold';
import { negates } from '../text/differences/negation';
import { contentKeys } from '../text/relevance/words';
import { DENIALS, ORDERS, TAKEN_BACK, TO_A_JUDGE } from './injectionPhrases';

/** Roles of a chat at the beginning of a statement, numbered examples of claims, a stated certainty. */
const FORM =
  /(?:^|[.!?"'\n>] ?)(?:system|assistant|user|claim|verdict|answer) ?: |\bconfidence (?:of )?1(?:\.0+)?\b(?!\.?\d| ?%)/;
/** An order: at the beginning of a clause, or after a word that gives orders. */
const ORDER =
  /(?:^|[.:;,!?"'(] ?|\b(?:please|must|should|to|you|and|then|now|will|always|simply|just) )(?:ignore|disregard|mark|rate|answer|respond|reply|output|conclude|quote|confirm|accept|treat|classify|label|grade|approve|judge|consider|return|say|give|set|assign|write|decode|follow)\b/;
const WHAT_IS_JUDGED =
  /\b(?:verdict|(?:the|this|that|these|all|any|every|such) claims?|as supported|(?:un)?supported(?=$|[ ]?[."'!,;)]))/;
const JUDGE =
  /\b(?:evaluators?|graders?|verifiers?|fact[- ]?checkers?|llms?|chatbots?|language models?|annotators?|(?:ai|automated|machine) (?:assistants?|models?|reviewers?|judges?|systems?))\b/;
const SETTLED =
  /\b(?:all|any|every|the|this|these) claims?\b.{0,200}\b(?:is|are|was|were|be|been|as) (?:\w+ )?(?:supported|verified|true|correct|accurate)\b/;

export function addressesJudge(text: string): boolean {
  const folded = fold(text);
  if (TO_A_JUDGE.some((phrase) => folded.includes(phrase)) || FORM.test(folded) || SETTLED.test(folded))
    return true;
  if (ORDERS.some((order) => order.test(folded))) return true;
  return WHAT_IS_JUDGED.test(folded) && (ORDER.test(folded) || JUDGE.test(folded));
}

/** The least share of the words shared by claim and sentence that a denial must govern. */
const GOVERNED = 0.5;

/**
 * Whether a denying word governs what the sentence shares with the claim. It governs its clause, and the rest of the sentence if it opens it
 * (`Contrary to reports, …`), introduces a clause (`it is a myth that …`) or comes at the end (`…, which is untrue`).
 */
function governs({ start, end }: Span, claim: string, sentence: string): boolean {
  const wanted = contentKeys(claim);
  const shared = [...contentKeys(sentence)].filter((key) => wanted.has(key));
  if (shared.length === 0) return true;
  const clauseStart =
    Math.max(
      ...[',', ';', ':'].map((mark) => sentence.lastIndexOf(mark, start)),
      sentence.lastIndexOf(' - ', start),
    ) + 1;
  const stops = [...sentence.slice(end).matchAll(/[,;:]| - /g)].map((m) => end + m.index);
  const opens = clauseStart === 0 && start < OPENING;
  const introduces = /^[^,;:]{0,40}\b(?:that|dass|que|che)\b/.test(sentence.slice(end));
  const closes =
    /^ ?(?:which|(?:and|but) (?:this|that|it)|though|although|something) /.test(
      sentence.slice(clauseStart),
    ) && stops.length === 0;
  const from = closes ? 0 : clauseStart;
  const to =
    introduces || (opens && !/^[^,;]{0,30}:/.test(sentence.slice(end)))
      ? sentence.length
      : (stops[0] ?? sentence.length);
  const reached = contentKeys(sentence.slice(from, to));
  return shared.filter((key) => reached.has(key)).length >= GOVERNED * shared.length;
}
const OPENING = 30;

const MAX_HITS = 8;
const hitsOf = (denial: RegExp, sentence: string): Span[] =>
  [...sentence.matchAll(new RegExp(denial, 'g'))]
    .slice(0, MAX_HITS)
    .map(({ 0: hit, index }) => ({ start: index, end: index + hit.length }));

/** Whether `sentence` has the claim's words but denies them. `next` is the following sentence, if any. */
export function deniesQuote(claim: string, sentence: string, next = ''): boolean {
  const [asserted, whole, after] = [fold(claim), fold(sentence), fold(next)];
  const isDenied = DENIALS.some(
    (denial) => !denial.test(asserted) && hitsOf(denial, whole).some((hit) => governs(hit, asserted, whole)),
  );
  if (isDenied) return true;
  return TAKEN_BACK.some((taken) => taken.test(after)) || negates(claim, sentence);
}
