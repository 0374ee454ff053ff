/**
 * Caches paid answers by claim, source text, model and prompt version. The rules run again on cached answers, so a changed rule needs no
 * new call; broken or forged entries are asked again.
 */
import type { Source } from '../model';
import type { Cache, Model } from '../ports';
import { readAnswer } from './answer';
import { PROMPT_VERSION } from './prompt';
import type { Place, ParsedAnswer } from './verdictRules';

type Kept = { readonly answer: string; readonly places: readonly Place[]; readonly model: string };

/** The key with the source text, which caches hash. The claim's context isn't part of it. */
const keyOf = (
  model: Pick<Model, 'provider' | 'id'>,
  claim: string,
  sources: readonly Source[],
  tokens: number,
) =>
  [
    `judge ${PROMPT_VERSION}`,
    model.provider,
    model.id,
    tokens,
    claim,
    ...sources.flatMap((s) => [s.depth, s.title, s.text]),
  ].join('\u0000');

/** The cached answer and its model. */
export async function recall(
  cache: Cache | undefined,
  model: Pick<Model, 'provider' | 'id'>,
  claim: string,
  sources: readonly Source[],
  tokens: number,
): Promise<{ parsed: ParsedAnswer; model: string } | undefined> {
  const entry = await cache?.get('verdict', keyOf(model, claim, sources, tokens));
  const kept = entry?.value;
  if (!isKept(kept)) return undefined;
  const read = readAnswer(kept.answer, 1, '');
  const said = read.ok ? read.said.get(0) : undefined;
  if (!said) return undefined;
  const { sentences: _, ...rest } = said;
  return { parsed: { ...rest, places: kept.places }, model: kept.model };
}

/** Caches an answer. */
export async function remember(
  cache: Cache | undefined,
  model: Pick<Model, 'provider' | 'id'>,
  claim: string,
  sources: readonly Source[],
  tokens: number,
  { parsed, by, days }: { parsed: ParsedAnswer; by: string; days: number },
): Promise<void> {
  const { places, ...said } = parsed;
  const kept: Kept = { answer: JSON.stringify(said), places, model: by };
  await cache?.put('verdict', keyOf(model, claim, sources, tokens), kept, days);
}

function isKept(x: unknown): x is Kept {
  if (typeof x !== 'object' || x === null || !('answer' in x) || !('places' in x) || !('model' in x))
    return false;
  return (
    typeof x.answer === 'string' &&
    typeof x.model === 'string' &&
    Array.isArray(x.places) &&
    x.places.every(isPlace)
  );
}

function isPlace(x: unknown): x is Place {
  if (typeof x !== 'object' || x === null || !('at' in x) || !('span' in x)) return false;
  const { at, span } = x;
  if (
    typeof at !== 'number' ||
    typeof span !== 'object' ||
    span === null ||
    !('start' in span) ||
    !('end' in span)
  )
    return false;
  return typeof span.start === 'number' && typeof span.end === 'number';
}
