/** A model that stores its answers, so that a worker that was killed and restarted does not pay for them twice. */
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

/**
 * `model`, with each answer written to `cache` as soon as it arrives, before its cost is settled: a process that is killed in between would
 * pay for it again. Errors are not kept. Only new answers count against `ledger`.
 */
export function withKeptReplies(model: Model, cache: Cache, clock: Clock, ledger?: Asking['ledger']): Model {
  const storing = (key: string): Model => ({
    ...model,
    async ask(prompt, signal) {
      const started = clock.now();
      const reply = await model.ask(prompt, signal);
      const { text, usage, stop, model: by, latencyMs = clock.now() - started } = reply;
      await cache.put('answer', key, { text, usage, stop, model: by, latencyMs }, DAYS);
      return { ...reply, latencyMs };
    },
  });
  return {
    ...model,
    async ask(prompt, signal) {
      const key = ['reply', model.provider, model.id, questionKey(prompt)].join('\u0000');
      const kept = Kept.safeParse(await cache.get('answer', key)).data;
      if (!kept) return askWithin(prompt, { model: storing(key), clock, ledger }, signal);
      const { written, ...usage } = kept.usage;
      return { ...kept, usage: { ...usage, ...(written !== undefined && { written }) } };
    },
  };
}
