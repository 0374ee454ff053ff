/**
 * Does a sentence speak to a judge, or deny what it seems to say? Checked on the very sentence a judge relies on, so that
 * an article about such sentences can still be cited (A05 of the security notes). Errs towards suspicion: the
 * price of a false alarm is "unsure", never a negative verdict.
 */
import { fold } from '../text/fold';
import { isNegated, isNegation } from '../text/negation';
import { words } from '../text/words';

/** Phrases that only speak to whoever judges. */
const TO_A_JUDGE = [
  'previous instructions', 'prior instructions', 'above instructions', 'earlier instructions', 'all instructions', 'ignore the above',
  'ignore everything above', 'disregard the above', 'disregard previous', 'your verdict', 'your rationale', 'your judgement', 'your judgment',
  'claim as supported', 'claims as supported', 'claim is supported', 'claims are supported', 'answer supported', 'answer: supported',
  'verdict supported', 'verdict: supported', 'verdict is supported', 'solution: supported', 'say supported', 'output supported',
  'return supported', 'respond supported', 'return verdict', 'quote exactly', 'quote this sentence', 'quote the following', 'positive review only',
  'llm reviewer', 'ai reviewer', 'automated reviewer', 'to the evaluator', 'to the judge model', 'decode rot13', 'decode base64',
  '"supported"', '"verdict"', '"support"', 'supported: true', 'end of source', '</source', '</claim', '[inst]', '<|', '指示を無視', '指示を忽',
  '忽略之前', '忽略以上', '忽略所有', '이전 지시', '지시를 무시', 'ignoriere alle', 'ignorez toutes', 'ignorez les instructions', 'ignora las instrucciones',
  'ignora todas', 'ignora tutte', 'ignora le istruzioni', 'ignore as instrucoes', 'игнорируй',
]; // prettier-ignore

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
  return WHAT_IS_JUDGED.test(folded) && (ORDER.test(folded) || JUDGE.test(folded));
}

/** Words that turn the rest of a sentence around. */
const DENIAL =
  /\b(?:false|falsely|untrue|myths?|misconceptions?|misbelief|debunk(?:ed|s)?|hoax|fake|fictional|fabricated|incorrect(?:ly)?|wrong(?:ly)?|erroneous(?:ly)?|mistaken(?:ly)?|disprove[dns]?|refute[ds]?|rejects?|rejected|contrary to|no evidence|no truth|not true|not the case|not correct|no support for|rumou?r(?:s|ed)?|satire|satirical|alleged(?:ly)?|supposed(?:ly)?|retracted|den(?:y|ies|ied)|dispute[ds]?|contradict(?:s|ed)?|failed to|unproven|unfounded)\b/;
const TAKEN_BACK =
  /^(?:but |however,? )?(?:that|this|it|which|the (?:claim|statement|report|assertion))(?: claim| statement| assertion| report)? (?:is|was|has been|turned out to be|proved) (?:\w+ )?(?:false|wrong|untrue|incorrect|not true|not so|not the case|not correct|a myth|a hoax|mistaken|debunked|retracted|refuted|disproved)/;

/** Words ahead of which a `not` turns the statement round. */
const REACH = 3;

/** Is a word of the claim negated in the sentence, and the claim not? */
function negates(claim: string, sentence: string): boolean {
  if (isNegated(claim)) return false;
  const wanted = new Set(words(claim).map((w) => w.key));
  const found = words(sentence, true);
  return found.some(({ start, end }, i) => {
    if (!isNegation(sentence.slice(start, end))) return false;
    return found.slice(i + 1, i + 1 + REACH).some((w) => wanted.has(w.key));
  });
}

/** Does `sentence` deny what the claim says, although its words are there? `next` is the sentence behind it, if any. */
export function deniesQuote(claim: string, sentence: string, next = ''): boolean {
  const [asserted, whole] = [fold(claim), fold(sentence)];
  if (DENIAL.test(whole) && !DENIAL.test(asserted)) return true;
  return TAKEN_BACK.test(fold(next)) || negates(claim, sentence);
}
