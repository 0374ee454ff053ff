/**
 * Does a sentence speak to a judge, or deny what it seems to say? Checked on the very sentence a judge relies on, so that
 * an article about such sentences can still be cited (A05 of the security notes). Errs towards suspicion: the
 * price of a false alarm is "unsure", never a negative verdict.
 */
import { fold } from '../text/fold';

/** Phrases that only speak to whoever judges. */
const TO_A_JUDGE = [
  'previous instructions', 'prior instructions', 'above instructions', 'earlier instructions', 'ignore all', 'ignore the above',
  'disregard all', 'disregard the', 'new instructions', 'system prompt', 'system:', 'assistant:', 'user:', 'you are now', 'you must output',
  'you must answer', 'you must respond', 'your verdict', 'your rationale', 'your answer', 'claim as supported', 'claims as supported',
  'claim is supported', 'claims are supported', 'claim is true', 'is supported by this', 'answer supported', 'answer: supported',
  'verdict supported', 'verdict: supported', 'verdict is supported', 'solution: supported', 'say supported', 'output supported',
  'return supported', 'return verdict', 'quote exactly', 'quote this', 'quote the following', 'with the quote', 'asked for evidence',
  'as evidence that', 'positive review', 'llm reviewer', 'ai reviewer', 'automated reviewer', 'to the evaluator', 'note to the',
  'language model', 'confidence 1', 'confidence of 1', 'decode rot13', 'decode base64', 'let\'s solve this', 'thought process:',
  '"supported"', '"verdict"', '"support"', 'supported: true', 'end of source', '</source', '</claim', '[inst]', '<|', '指示', 'ignoriere alle',
  'ignorez', 'ignora las', 'ignora tutte', '忽略', '무시', 'игнорируй', 'ignore as ',
]; // prettier-ignore

const VERDICT =
  /\b(?:supported|unsupported|verdict|the claim|this claim|these claims|claims|citation check|fact[- ]check)\b/;
const ORDER =
  /\b(?:ignore|disregard|mark|rate|answer|respond|reply|output|conclude|quote|confirm|accept|treat|classify|label|grade|approve|assign|decode|follow)\b/;
const JUDGE =
  /\b(?:evaluators?|reviewers?|graders?|verifiers?|fact[- ]?checkers?|llms?|chatbots?|assistants?|ai|gpt|claude|judges?|annotators?|human)\b/;

/** Does this text address whoever judges it? */
export function addressesJudge(text: string): boolean {
  const folded = fold(text);
  if (TO_A_JUDGE.some((phrase) => folded.includes(phrase))) return true;
  return VERDICT.test(folded) && (ORDER.test(folded) || JUDGE.test(folded));
}

/** Words that turn the rest of a sentence around. */
const DENIAL =
  /\b(?:false|falsely|untrue|myths?|misconceptions?|misbelief|debunk(?:ed|s)?|hoax|fake|fictional|fabricated|incorrect(?:ly)?|wrong(?:ly)?|erroneous(?:ly)?|mistaken(?:ly)?|disprove[dns]?|refute[ds]?|rejects?|rejected|contrary to|no evidence|no truth|not true|not the case|not correct|no support for|rumou?r(?:s|ed)?|satire|satirical|alleged(?:ly)?|supposed(?:ly)?|retracted|den(?:y|ies|ied)|dispute[ds]?|contradict(?:s|ed)?|failed to|unproven|unfounded|never)\b/;
const TAKEN_BACK =
  /^(?:but |however,? )?(?:that|this|it|which|the (?:claim|statement|report|assertion))(?: claim| statement| assertion| report)? (?:is|was|has been|turned out to be|proved) (?:\w+ )?(?:false|wrong|untrue|incorrect|not|a myth|a hoax|mistaken|debunked|retracted|refuted|disproved)/;

/** Does `sentence` deny what `quote`, a part of it, says on its own? `next` is the sentence behind it, if any. */
export function deniesQuote(claim: string, sentence: string, next = ''): boolean {
  const [asserted, whole] = [fold(claim), fold(sentence)];
  if (DENIAL.test(whole) && !DENIAL.test(asserted)) return true;
  return TAKEN_BACK.test(fold(next));
}
