/** A model whose answers are kept, so that a worker that was killed and started again does not pay for them twice. */
import * as z from 'zod';
import type { Cache, Clock, Model } from '../ports';
import { askWithin, type Asking } from './ask';
import { questionKey } from './prompt';

const DAYS = 36_500;
const count = z.number().nonnegative();
const Kept = z.object({
  text: z.string(),
  usage: z.object({ input: count, output: count, cached: count, written: count.optional() }),
  stop: z.enum(['end', 'length', 'refusal', 'filter']),
  model: z.string(),
  latencyMs: count,
});

/** `model`, with each answer written to `cache` as soon as it arrives. Errors are not kept. Only new answers count against `ledger`. */
export function withKeptReplies(model: Model, cache: Cache, clock: Clock, ledger?: Asking['ledger']): Model {
  const asking = { model, clock, ledger };
  return {
    ...model,
    async ask(prompt, signal) {
      const key = ['reply', model.provider, model.id, questionKey(prompt)].join('\u0000');
      const kept = Kept.safeParse((await cache.get('answer', key))?.value).data;
      if (kept) {
        const { written, ...usage } = kept.usage;
        return { ...kept, usage: { ...usage, ...(written !== undefined && { written }) } };
      }
      const { text, usage, stop, model: by, latencyMs } = await askWithin(prompt, asking, signal);
      const reply = { text, usage, stop, model: by, latencyMs };
      await cache.put('answer', key, reply, DAYS);
      return reply;
    },
  };
}
