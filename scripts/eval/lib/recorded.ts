/** A model whose answers are kept in a file, so that a measurement can stop, go on, and run again without a network. */
import { reason } from '../../../src/core/causes';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ModelError, type Model, type Prompt, type Reply } from '../../../src/core/ports';
import { describeModel, providerOf } from '../../../src/node/models/catalogue';

/** A recorded answer, one a line: the prompt's hash, not its text, and the reply as the provider gave it. */
type Kept = { readonly prompt: string; readonly reply: Reply };

/** The same for the same question to the same prompt version. */
export const hashOf = ({ system, blocks, schema, maxTokens }: Prompt): string =>
  createHash('sha256')
    .update(JSON.stringify([system, blocks.map((b) => b.text), schema, maxTokens]))
    .digest('hex')
    .slice(0, 32);

/** The answers of a file. A line that a killed run left half written is passed over, its question asked again. */
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

/** Answers from `file`; what is not there is asked of `model` and kept. `live` counts the questions that were really asked. */
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
      // On a line of its own, whatever stands before.
      appendFileSync(file, `\n${JSON.stringify({ prompt: hash, reply } satisfies Kept)}\n`);
      return reply;
    },
  };
}

/** A model that has nothing to say, with the price of the one it stands for: for replaying alone. */
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
