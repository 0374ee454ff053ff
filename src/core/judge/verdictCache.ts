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
import { PROMPT_VERSION } from './prompt';
import type { ParsedAnswer } from './verdictRules';

const Kept = z.object({
  answer: z.string(),
  places: z.array(z.object({ at: z.number(), span: z.object({ start: z.number(), end: z.number() }) })),
  model: z.string(),
});

/**
 * The answers of one model about the same sources, each with the name of the model that gave it. The key has the source text as a model
 * reads it, which caches hash; the claim's context isn't part of it.
 */
export function createVerdictCache(
  cache: Cache | undefined,
  { provider, id }: Pick<Model, 'provider' | 'id'>,
  sources: readonly Source[],
) {
  const texts = sources.flatMap((s) => [s.depth, s.title, isPrivate(s) ? hideTokens(s.text) : s.text]);
  const keyOf = (claim: string) =>
    [`judge ${PROMPT_VERSION}`, provider, id, DEFAULTS.evidenceTokens, claim, ...texts].join('\u0000');
  return {
    async recall(
      claim: string,
    ): Promise<{ readonly parsed: ParsedAnswer; readonly model: string } | undefined> {
      const kept = Kept.safeParse(await cache?.get('verdict', keyOf(claim))).data;
      const read = kept && readAnswer(kept.answer, 1, '');
      const said = read?.ok ? read.said.get(0) : undefined;
      if (!kept || !said) return undefined;
      const { sentences: _, ...rest } = said;
      return { parsed: { ...rest, places: kept.places }, model: kept.model };
    },
    async remember(claim: string, { places, ...said }: ParsedAnswer, model: string, days: number) {
      await cache?.put('verdict', keyOf(claim), { answer: JSON.stringify(said), places, model }, days);
    },
  };
}
