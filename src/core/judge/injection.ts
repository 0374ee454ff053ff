/**
 * Does a sentence speak to a judge, or deny what it seems to say? Checked on the very sentence a judge relies on, so that
 * an article about such sentences can still be cited. Errs towards suspicion: the
 * price of a false alarm is "unsure", never a negative verdict.
 */
import { fold } from '../text/fold';
import { isNegated, negationsOf } from '../text/negation';
import { words } from '../text/words';
import { DENIALS, ORDERS, TAKEN_BACK, TO_A_JUDGE } from './injectionPhrases';

/** Roles of a chat at the beginning of a statement, numbered examples of claims, a stated certainty. */
const FORM =
  /(?:^|[.!?"'\n>] ?)(?:system|assistant|user|claim|verdict|answer) ?: |\bconfidence (?:of )?1(?:\.0+)?\b(?!\.?\d| ?%)/;
/** An order: at the beginning of a clause, or behind a word that gives orders. */
const ORDER =
  /(?:^|[.:;,!?"'(] ?|\b(?:please|must|should|to|you|and|then|now|will|always|simply|just) )(?:ignore|disregard|mark|rate|answer|respond|reply|output|conclude|quote|confirm|accept|treat|classify|label|grade|approve|judge|consider|return|say|give|set|assign|write|decode|follow)\b/;
const WHAT_IS_JUDGED =
  /\b(?:verdict|(?:the|this|that|these|all|any|every|such) claims?|as supported|(?:un)?supported(?=$|[ ]?[."'!,;)]))/;
const JUDGE =
  /\b(?:evaluators?|graders?|verifiers?|fact[- ]?checkers?|llms?|chatbots?|language models?|annotators?|(?:ai|automated|machine) (?:assistants?|models?|reviewers?|judges?|systems?))\b/;
const SETTLED =
  /\b(?:all|any|every|the|this|these) claims?\b.{0,200}\b(?:is|are|was|were|be|been|as) (?:\w+ )?(?:supported|verified|true|correct|accurate)\b/;

/** Does this text address whoever judges it? */
export function addressesJudge(text: string): boolean {
  const folded = fold(text);
  if (TO_A_JUDGE.some((phrase) => folded.includes(phrase)) || FORM.test(folded) || SETTLED.test(folded))
    return true;
  if (ORDERS.some((order) => order.test(folded))) return true;
  return WHAT_IS_JUDGED.test(folded) && (ORDER.test(folded) || JUDGE.test(folded));
}

/** Is a word of the claim negated in the sentence, and the claim not? */
function negates(claim: string, sentence: string): boolean {
  if (isNegated(claim)) return false;
  const wanted = new Set(words(claim).map((w) => w.key));
  return negationsOf(sentence).some((turned) => words(turned, true).some((w) => wanted.has(w.key)));
}

/** Does `sentence` deny what the claim says, although its words are there? `next` is the sentence behind it, if any. */
export function deniesQuote(claim: string, sentence: string, next = ''): boolean {
  const [asserted, whole, after] = [fold(claim), fold(sentence), fold(next)];
  if (DENIALS.some((denial) => denial.test(whole) && !denial.test(asserted))) return true;
  return TAKEN_BACK.some((taken) => taken.test(after)) || negates(claim, sentence);
}
