/** A model whose answers are kept in a file, so that a measurement can stop, go on, and run again without a network. */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ModelError, type Model, type Prompt, type Reply } from '../../../src/core/ports';

/** A recorded answer: no text of the data set, only the prompt's hash. */
type Kept = { readonly prompt: string; readonly reply: Reply };

/** The same for the same question: the fence's name is drawn by chance and is left out. */
export const hashOf = ({ system, blocks, schema }: Prompt, nonce: string): string =>
  createHash('sha256')
    .update(JSON.stringify([system, blocks.map((b) => b.text.replaceAll(nonce, '')), schema]))
    .digest('hex')
    .slice(0, 32);

/**
 * Answers from `file`; what is not there is asked of `model` and kept, or fails as `unreachable` when only replaying. `live` counts
 * the questions that were really asked.
 */
export function createRecorded(file: string, nonce: () => string, model: Model): Model & { live(): number } {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const known = new Map(lines.map((l) => JSON.parse(l) as Kept).map((k) => [k.prompt, k.reply]));
  let asked = 0;
  return {
    ...model,
    live: () => asked,
    async ask(prompt, signal) {
      const hash = hashOf(prompt, nonce());
      const kept = known.get(hash);
      if (kept) return kept;
      asked++;
      const reply = await model.ask(prompt, signal);
      known.set(hash, reply);
      mkdirSync(path.dirname(file), { recursive: true });
      appendFileSync(file, `${JSON.stringify({ prompt: hash, reply } satisfies Kept)}\n`);
      return reply;
    },
  };
}

/** A model that has nothing to say: for replaying alone. */
export const silent = (id: string): Model => ({
  id,
  provider: 'openai-compatible',
  window: 128_000,
  ask: () =>
    Promise.reject(
      new ModelError('unreachable', 'this answer is not recorded, and only recorded answers may be used'),
    ),
});
