/** A model that stores its answers in a file, so that a measurement can be interrupted, continued and repeated offline. */
import { reason } from '../../../src/core/causes';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ModelError, type Model, type Prompt, type Reply } from '../../../src/core/ports';
import { describeModel, providerOf } from '../../../src/node/models/catalogue';

/** A recorded answer, one per line: the prompt's hash, not its text, and the provider's reply. */
type Kept = { readonly prompt: string; readonly reply: Reply };

/** The same for the same question and prompt version. */
export const hashOf = ({ system, blocks, schema, maxTokens }: Prompt): string =>
  createHash('sha256')
    .update(JSON.stringify([system, blocks.map((b) => b.text), schema, maxTokens]))
    .digest('hex')
    .slice(0, 32);

/** Reads the answers of a file. An incomplete line of an interrupted run is skipped, so its question is asked again. */
function readKept(file: string): Map<string, Reply> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const kept = lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as Kept];
    } catch {
      return [];
    }
  });
  return new Map(kept.map((k) => [k.prompt, k.reply]));
}

/** Answers from `file`; asks `model` for missing ones and stores them. `live` counts the questions asked. */
export function createRecorded(file: string, model: Model): Model & { live(): number } {
  const known = readKept(file);
  let asked = 0;
  return {
    ...model,
    live: () => asked,
    async ask(prompt, signal) {
      const hash = hashOf(prompt);
      const kept = known.get(hash);
      if (kept) return kept;
      asked++;
      const reply = await model.ask(prompt, signal);
      known.set(hash, reply);
      mkdirSync(path.dirname(file), { recursive: true });
      // Starts a new line even after an incomplete one.
      appendFileSync(file, `\n${JSON.stringify({ prompt: hash, reply } satisfies Kept)}\n`);
      return reply;
    },
  };
}

/** A model without answers and with the price of the one it replaces, for replay only. */
export function silent(id: string): Model {
  const provider = providerOf(id) ?? 'openai-compatible';
  const { window, price } = describeModel(id, provider);
  return {
    id,
    provider,
    window,
    ...(price && { price }),
    ask: () =>
      Promise.reject(
        new ModelError('unreachable', reason('provider_message', { said: 'this answer is not recorded' })),
      ),
  };
}
