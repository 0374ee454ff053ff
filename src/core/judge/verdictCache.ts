/**
 * Caches paid answers by claim, source text, model and prompt version. The rules run again on cached answers, so a changed rule needs no
 * new call; broken or forged entries are asked again.
 */
import * as z from 'zod';
import { DEFAULTS } from '../defaults';
import type { Source } from '../model';
import type { Cache, Model } from '../ports';
import { hideTokens, isPrivate } from '../text/credentials';
import { readAnswer } from './answer';
import { citedSpans } from './citedPlace';
import { PROMPT_VERSION } from './prompt';
import { claimKey, type Claim } from './request';
import type { ParsedAnswer } from './verdictRules';

const Kept = z.object({
  answer: z.string(),
  places: z.array(z.object({ at: z.number(), span: z.object({ start: z.number(), end: z.number() }) })),
  model: z.string(),
});

/**
 * The answers of one model about the same sources, each with the name of the model that gave it. The key has all that a model is asked about:
 * the claim, with its context if it points back, and the source text as a model reads it, with its cited places; caches hash it.
 */
export function createVerdictCache(
  cache: Cache | undefined,
  { provider, id, origin = '' }: Pick<Model, 'provider' | 'id' | 'origin'>,
  sources: readonly Source[],
) {
  const texts = sources.flatMap((s) => [s.depth, s.title, isPrivate(s) ? hideTokens(s.text) : s.text]);
  const keyOf = (claim: Omit<Claim, 'id'>) => {
    const places = JSON.stringify(sources.map((s) => [s.focus, citedSpans(claim.cited ?? '', s)]));
    const asked = [provider, id, origin, DEFAULTS.evidenceTokens, claimKey(claim), places];
    return [`judge ${PROMPT_VERSION}`, ...asked, ...texts].join('\u0000');
  };
  return {
    async recall(
      claim: Omit<Claim, 'id'>,
    ): Promise<{ readonly parsed: ParsedAnswer; readonly model: string } | undefined> {
      const kept = Kept.safeParse(await cache?.get('verdict', keyOf(claim))).data;
      const read = kept && readAnswer(kept.answer, 1, '');
      const answer = read?.ok ? read.verdicts.get(0) : undefined;
      if (!kept || !answer) return undefined;
      const { sentences: _, ...rest } = answer;
      return { parsed: { ...rest, places: kept.places }, model: kept.model };
    },
    async remember(
      claim: Omit<Claim, 'id'>,
      { places, ...answer }: ParsedAnswer,
      model: string,
      days: number,
    ) {
      await cache?.put('verdict', keyOf(claim), { answer: JSON.stringify(answer), places, model }, days);
    },
  };
}
