/** A model asked in batches. The pipeline is unaware of it, so a batch gives the same findings as a live run. */
import { reason } from '../../core/causes';
import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { Usage } from '../../core/model';
import { addUsage, ModelError, NO_USAGE, type Model, type Reply } from '../../core/ports';
import { BatchQueue } from './batchQueue';
import { openBatchStore } from './batchStore';
import { mostSpent, priced } from './calls';
import { anthropicBatches, openaiBatches } from './batchServices';
import { describeModel, halved, originOf } from './catalogue';
import { endpointOf, type ModelSpec } from './endpoint';
import { toModelError } from './errors';
import { realTiming, type Timing } from './gate';
import { lessonsOf } from './quirks';

export type BatchOptions = {
  /** Where the names of submitted batches are stored. */
  readonly folder: string;
  /** Reports progress to the user. */
  readonly say: (text: string) => void;
  readonly timing?: Timing;
};
export type BatchModel = Model & {
  /** Replaces the random nonce: the same in every run, so that a repeated question is recognized, and secret. */
  readonly nonce: (length: number) => string;
};

/** Request id by content: the same question has the same id in every run. */
const idOf = (path: string, body: unknown) =>
  `c-${createHash('sha256')
    .update(`${path}\n${JSON.stringify(body)}`)
    .digest('hex')
    .slice(0, 48)}`;

/**
 * A model asked in batches, at batch prices. Throws `ModelError` if the key or base URL is invalid or the provider has no batch service,
 * and file system errors if `folder` can't be written.
 */
export async function createBatchModel(spec: ModelSpec, options: BatchOptions): Promise<BatchModel> {
  const { provider, id } = spec;
  const { folder, say, timing = realTiming } = options;
  const row = describeModel(id, provider, spec.models);
  const endpoint = endpointOf(spec, row);
  if (provider === 'openai-compatible') throw new ModelError('rejected', reason('no_batches'));
  const service = provider === 'anthropic' ? anthropicBatches(endpoint) : openaiBatches(endpoint);
  const owner = originOf(provider, endpoint.baseUrl);
  const store = await openBatchStore(folder, `${owner} ${id}`, () => timing.now());
  const lessons = lessonsOf(owner, id, service.first, service.steps);
  const desk = new BatchQueue(service, store, endpoint, say, timing);
  const { price, window } = row;

  function readReply(path: string, answer: unknown, spent: Usage): Reply {
    try {
      return service.reply(path, answer);
    } catch (error) {
      throw priced(toModelError(error, endpoint, spent), spent);
    }
  }

  async function replyTo(prompt: Parameters<Model['ask']>[0], signal: AbortSignal): Promise<Reply> {
    const spent = mostSpent(prompt, endpoint.thinking);
    for (;;) {
      const quirks = lessons.current();
      const { path, body } = service.question(prompt, quirks);
      const result = await desk.ask({ id: idOf(path, body), path, body, spent }, signal);
      if ('answer' in result) {
        const { isPaid = false } = result;
        const reply = readReply(path, result.answer, isPaid ? NO_USAGE : spent);
        return { ...reply, usage: addUsage(reply.usage, NO_USAGE), isPaid }; // same shape as a live answer
      }
      if ('lost' in result) throw new ModelError('server-error', reason('batch_lost', { said: result.lost }));
      if (!lessons.learn(result.failed, quirks)) throw result.failed;
    }
  }

  return {
    id,
    provider,
    ...(spec.baseUrl !== undefined && { origin: owner }),
    window,
    thinking: endpoint.thinking,
    ...(price && { price: halved(price) }),
    nonce: (length) => store.secret.slice(0, length),
    async ask(prompt, signal) {
      setMaxListeners(0, signal);
      try {
        return await replyTo(prompt, signal);
      } catch (error) {
        throw toModelError(error, endpoint, NO_USAGE);
      }
    },
  };
}
