/**
 * MiniCheck (Ollama's `bespoke-minicheck`), a small model that reads a document and a claim and answers Yes or No: a cheap first reader. It
 * takes no instructions and gives no reasons, so after a Yes it is asked which sentence supports the claim: a verdict without a sentence to
 * show would not be believed.
 */
import { reason } from '../../core/causes';
import type OpenAI from 'openai';
import { ModelError, type Prompt, type Reply } from '../../core/ports';
import { plus } from './calls';

/** `bespoke-minicheck`, `bespoke-minicheck:7b-q8_0`, `someone/bespoke-minicheck`. */
export const isMiniCheck = (id: string): boolean => /(?:^|\/)bespoke-minicheck(?:$|[:-])/.test(id);

/** Most sentences tried, best first, before a Yes is dropped because no sentence supports it. */
const SENTENCES_TRIED = 3;
const MAX_QUOTE_WORDS = 60;
/** The model reports no confidence. On its authors' benchmark about three of four answers are right. */
const CONFIDENCE = 0.75;
const NOTHING: Reply['usage'] = { input: 0, output: 0, cached: 0 };

type Ask = (content: string) => Promise<{ readonly yes: boolean; readonly usage: Reply['usage'] }>;
type Said = {
  readonly support: 'supported' | 'absent' | 'unsure';
  readonly sentence?: number;
  readonly rationale: string;
};

const words = (text: string): ReadonlySet<string> =>
  new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

/** Indices of the sentences that share the most words with the claim, best first. */
function nearest(sentences: readonly string[], claim: string): readonly number[] {
  const wanted = words(claim);
  const scored = sentences.map((sentence, i) => {
    const own = words(sentence);
    const shared = [...wanted].filter((w) => own.has(w)).length;
    return { i, score: shared / Math.sqrt(own.size + 1) };
  });
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, SENTENCES_TRIED)
    .map(({ i }) => i);
}

const question = (document: string, claim: string) => `Document: ${document}\nClaim: ${claim}`;

const bodyFor = (model: string, content: string) => ({
  model,
  messages: [{ role: 'user' as const, content }],
  max_tokens: 8,
  temperature: 0,
});

async function check(sentences: readonly string[], claim: string, ask: Ask): Promise<Said> {
  if (!(await ask(question(sentences.join(' '), claim))).yes)
    return {
      support: 'absent',
      rationale: 'MiniCheck, which only says Yes or No, finds no support in what it was shown.',
    };
  for (const i of nearest(sentences, claim)) {
    // Neighbors resolve pronouns; the sentence itself is the location.
    const around = sentences.slice(Math.max(0, i - 1), i + 2).join(' ');
    if ((await ask(question(around, claim))).yes)
      return {
        support: 'supported',
        sentence: i,
        rationale: 'MiniCheck says that this sentence supports the claim.',
      };
  }
  return { support: 'unsure', rationale: 'MiniCheck says Yes to the whole, but to no sentence of it.' };
}

function verdict({ support, sentence, rationale }: Said, sentences: readonly string[]) {
  const text = sentence === undefined ? undefined : sentences[sentence];
  return {
    rationale,
    sentences: sentence === undefined ? [] : [sentence + 1],
    quote: text === undefined ? null : text.split(/\s+/).slice(0, MAX_QUOTE_WORDS).join(' '),
    support,
    confidence: support === 'unsure' ? 0.5 : CONFIDENCE,
    suggestion: null,
  };
}

/** Answers a prompt in the requested form with several small calls. Throws `ModelError` if the model says neither Yes nor No. */
export async function askMiniCheck(
  sdk: OpenAI,
  id: string,
  { parts }: Prompt,
  options: { readonly signal: AbortSignal; readonly timeout: number; readonly maxRetries: number },
): Promise<Reply> {
  if (!parts) throw new ModelError('bad-response', reason('model_unsupported', { model: id }));
  let usage = NOTHING;
  const ask: Ask = async (content) => {
    const answer = await sdk.chat.completions.create(bodyFor(id, content), options);
    const own = {
      input: answer.usage?.prompt_tokens ?? 0,
      output: answer.usage?.completion_tokens ?? 0,
      cached: 0,
    };
    usage = plus(usage, own);
    const said = /^\W*(yes|no)\b/i.exec(answer.choices[0]?.message.content ?? '')?.[1]?.toLowerCase();
    if (said === undefined)
      throw new ModelError(
        'bad-response',
        reason('bad_response', { host: id, what: reason('wrong_format') }),
        usage,
      );
    return { yes: said === 'yes', usage: own };
  };
  const verdicts = [];
  for (const claim of parts.claims)
    verdicts.push(verdict(await check(parts.sentences, claim, ask), parts.sentences));
  const one = verdicts.length === 1 ? verdicts[0] : undefined;
  const text = JSON.stringify(one ?? { verdicts: verdicts.map((v, i) => ({ claim: i + 1, ...v })) });
  return { text, usage, stop: 'end', model: id };
}
