/**
 * Asks a small model that answers Yes or No. It takes no instructions and gives no reasons, so the source is read in windows, a Yes is traced
 * to a sentence, and a No to the beginning of a claim that holds.
 */
import type OpenAI from 'openai';
import { reason } from '../../core/causes';
import { at, list, str } from '../../core/text/jsonFields';
import { addUsage, ModelError, NO_USAGE, type Prompt, type Reply } from '../../core/ports';
import { badResponse } from './endpoint';
import type { Checker } from './claimCheckers';

/** Sentences `from` to `to` (half-open), joined. */
type Window = { readonly from: number; readonly to: number; readonly text: string };

/** UTF-16 units of a window: about 1,500 tokens, well below the 4,096 that some servers cut prompts to without saying so. */
const WINDOW = 6_000;
/** Sentences shared by neighboring windows. */
const OVERLAP = 2;

const words = (text: string): ReadonlySet<string> =>
  new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

/** Indices of the texts, those that share the most words with the claim first. */
export function nearest(texts: readonly string[], claim: string): number[] {
  const wanted = words(claim);
  const scores = texts.map((text) => {
    const own = words(text);
    let shared = 0;
    for (const word of wanted) if (own.has(word)) shared++;
    return shared / Math.sqrt(own.size + 1);
  });
  return [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
}

/** Windows that together hold all sentences, those nearest to the claim first. A longer sentence is a window by itself, cut. */
export function windowsOf(sentences: readonly string[], claim: string): Window[] {
  const found: Window[] = [];
  for (let from = 0; from < sentences.length;) {
    let [to, size] = [from, 0];
    while (to < sentences.length && (to === from || size + (sentences[to]?.length ?? 0) < WINDOW))
      size += (sentences[to++]?.length ?? 0) + 1;
    found.push({ from, to, text: sentences.slice(from, to).join(' ').slice(0, WINDOW) });
    if (to === sentences.length) break;
    from = Math.max(from + 1, to - OVERLAP);
  }
  return nearest(
    found.map(({ text }) => text),
    claim,
  ).flatMap((i) => found[i] ?? []);
}

const CLAUSE = /[;:]\s|,?\s(?:and|but|while|whereas|which|who|where|und|aber|während)\s|,\s/gi;
const MAX_CLAIM = 2_000;
const LEAST_WORDS = 4;
const MAX_PREFIXES = 3;

/** Beginnings of a claim that end where a clause ends, longest first. Unlike later clauses they keep their subject. */
export function prefixes(claim: string): string[] {
  const found = [...claim.slice(0, MAX_CLAIM).matchAll(CLAUSE)].map(({ index }) =>
    claim.slice(0, index).trim(),
  );
  return found
    .filter((part) => part.split(/\s+/).length >= LEAST_WORDS)
    .reverse()
    .slice(0, MAX_PREFIXES);
}

/** Windows read for one claim, most relevant first, before a longer source counts as read in part. */
const MAX_WINDOWS = 24;
/** Most sentences tried, best first, before a Yes is dropped because no sentence supports it. */
const SENTENCES_TRIED = 3;
/** Windows in which the beginning of a claim is looked for. */
const PREFIX_WINDOWS = 2;
/** Most requests for one claim, for its deadline. */
export const MAX_REQUESTS = MAX_WINDOWS + SENTENCES_TRIED + 3 * (PREFIX_WINDOWS + SENTENCES_TRIED);
const MAX_QUOTE_WORDS = 60;
/** For every answer, as three of four are right on MiniCheck's benchmark. The models' own probabilities, uncalibrated, only decide what is unsure. */
const CONFIDENCE = 0.75;
/** Shares of Yes between these are no answer. */
const UNSURE = { from: 0.35, to: 0.65 };
/** `<score> yes </score>` and a few tokens around it. */
const MAX_ANSWER_TOKENS = 20;

/** Asks whether the document supports the claim. Returns the share of Yes, or 0 or 1 if the server returns only the answer. */
type Ask = (document: string, claim: string) => Promise<number>;
/** The sentences of a source, and a model by its name that is asked about them. */
type Asking = { readonly name: string; readonly sentences: readonly string[]; readonly ask: Ask };
type CheckedClaim = {
  readonly support: 'supported' | 'partly' | 'absent' | 'unsure';
  readonly confidence: number;
  readonly sentence?: number;
  readonly rationale: string;
};

const isYes = (share: number) => share > UNSURE.to;

/** The window that supports the claim most, read up to the first Yes. */
async function bestOf({ ask }: Asking, windows: readonly Window[], claim: string) {
  let best: { readonly window: Window; readonly share: number } | undefined;
  for (const window of windows) {
    const share = await ask(window.text, claim);
    if (!best || share > best.share) best = { window, share };
    if (isYes(share)) break;
  }
  return best;
}

/** A sentence of the window that supports the claim with its neighbors, which resolve pronouns. */
async function sentenceFor({ sentences, ask }: Asking, { from, to }: Window, claim: string) {
  for (const i of nearest(sentences.slice(from, to), claim).slice(0, SENTENCES_TRIED)) {
    const at = from + i;
    if (isYes(await ask(sentences.slice(Math.max(0, at - 1), at + 2).join(' '), claim))) return at;
  }
  return undefined;
}

const unsure = (rationale: string): CheckedClaim => ({ support: 'unsure', confidence: 0.5, rationale });

async function check(asking: Asking, claim: string): Promise<CheckedClaim> {
  const { name } = asking;
  const all = windowsOf(asking.sentences, claim);
  const windows = all.slice(0, MAX_WINDOWS);
  const best = await bestOf(asking, windows, claim);
  if (!best) return unsure(`${name} was shown no sentence.`);
  if (isYes(best.share)) {
    const sentence = await sentenceFor(asking, best.window, claim);
    if (sentence === undefined) return unsure(`${name} says Yes to a passage, but to no sentence of it.`);
    const rationale = `${name} says that this sentence supports the claim.`;
    return { support: 'supported', confidence: CONFIDENCE, sentence, rationale };
  }
  if (best.share >= UNSURE.from && best.share <= UNSURE.to)
    return unsure(`${name} gives Yes and No nearly the same probability.`);
  const part = await partOf(asking, windows, claim);
  if (part) return part;
  const isCut = asking.sentences.some(({ length }) => length > WINDOW);
  if (isCut || all.length > windows.length)
    return unsure(`${name} finds no support in the part that it read.`);
  const rationale = `${name}, which only says Yes or No, finds no support.`;
  return { support: 'absent', confidence: CONFIDENCE, rationale };
}

/** The longest beginning of the claim that is supported, clause by clause. */
async function partOf(asking: Asking, windows: readonly Window[], claim: string) {
  for (const part of prefixes(claim)) {
    const best = await bestOf(asking, windows.slice(0, PREFIX_WINDOWS), part);
    if (!best || !isYes(best.share)) continue;
    const sentence = await sentenceFor(asking, best.window, part);
    if (sentence === undefined) continue;
    const rationale = `${asking.name} finds support for “${part}” only.`;
    return { support: 'partly', confidence: CONFIDENCE, sentence, rationale } as const;
  }
  return undefined;
}

function verdict({ support, confidence, sentence, rationale }: CheckedClaim, sentences: readonly string[]) {
  const text = sentence === undefined ? undefined : sentences[sentence];
  return {
    rationale,
    sentences: sentence === undefined ? [] : [sentence + 1],
    quote: text === undefined ? null : text.split(/\s+/).slice(0, MAX_QUOTE_WORDS).join(' '),
    support,
    confidence,
    suggestion: null,
  };
}

const answerIn = (text: string) => /^\W*(yes|no)(?![\p{L}\p{N}])/iu.exec(text)?.[1]?.toLowerCase();

/** Yes or No, behind visible thinking and inside `<score>` tags. */
function readAnswer(content: unknown): string | undefined {
  const text = typeof content === 'string' ? content : '';
  return answerIn(
    text.slice(Math.max(0, text.lastIndexOf('</think>'))).replace(/^<\/think>|<\/?score>/g, ' '),
  );
}

/** The share of Yes in the probability of Yes and No at the token of the answer; undefined if the server gives none. */
export function yesShare(choice: unknown): number | undefined {
  const tokens = list(choice, 'logprobs', 'content');
  const token = tokens.findLast((t) => answerIn(str(t, 'token')) !== undefined);
  if (token === undefined) return undefined;
  const sums = { yes: 0, no: 0 };
  for (const one of list(token, 'top_logprobs')) {
    const answer = answerIn(str(one, 'token'));
    const logprob = at(one, 'logprob');
    if ((answer === 'yes' || answer === 'no') && typeof logprob === 'number' && logprob <= 0)
      sums[answer] += Math.exp(logprob);
  }
  const all = sums.yes + sums.no;
  return all > 0 ? sums.yes / all : undefined;
}

/** Answers a prompt in the requested form with several small requests. Throws `ModelError` if the model answers neither Yes nor No. */
export async function askChecker(
  sdk: OpenAI,
  { id, checker, logprobs }: { readonly id: string; readonly checker: Checker; readonly logprobs: boolean },
  { parts }: Prompt,
  options: { readonly signal: AbortSignal; readonly timeout: number; readonly maxRetries: number },
): Promise<Reply> {
  if (!parts) throw new ModelError('bad-response', reason('model_unsupported', { model: id }));
  let usage: Reply['usage'] = NO_USAGE;
  const ask: Ask = async (document, claim) => {
    const body = {
      model: id,
      ...checker.bodyOf(document, claim),
      max_tokens: MAX_ANSWER_TOKENS,
      temperature: 0,
      ...(logprobs && { logprobs: true, top_logprobs: 5 }),
    };
    // Roles and options that only these servers know.
    const asked = body as unknown as OpenAI.ChatCompletionCreateParamsNonStreaming;
    const answer = await sdk.chat.completions.create(asked, options);
    const own = {
      input: answer.usage?.prompt_tokens ?? 0,
      output: answer.usage?.completion_tokens ?? 0,
      cached: 0,
    };
    usage = addUsage(usage, own);
    const choice = list(answer.choices)[0];
    const said = readAnswer(at(choice, 'message', 'content'));
    if (said === undefined) throw badResponse(id, usage);
    const yes = yesShare(choice) ?? (said === 'yes' ? 1 : 0);
    return checker.supports === 'yes' ? yes : 1 - yes;
  };
  const verdicts = [];
  for (const claim of parts.claims)
    verdicts.push(
      verdict(await check({ name: checker.name, sentences: parts.sentences, ask }, claim), parts.sentences),
    );
  const one = verdicts.length === 1 ? verdicts[0] : undefined;
  const text = JSON.stringify(one ?? { verdicts: verdicts.map((v, i) => ({ claim: i + 1, ...v })) });
  return { text, usage, stop: 'end', model: id };
}
