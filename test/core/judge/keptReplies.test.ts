/** Answers that a killed worker must not pay for again. */
import { expect, test } from 'vitest';
import { withKeptReplies } from '../../../src/core/judge/keptReplies';
import type { Prompt } from '../../../src/core/ports';
import { FakeClock, MapCache, never, ScriptedModel } from '../../fakes';

const prompt: Prompt = { system: '', blocks: [{ text: 'So?' }], schema: {}, name: 'verdict', maxTokens: 9 };

test('an answer is stored before its cost is settled, and is free afterwards', async () => {
  const cache = new MapCache();
  const storedAtSettling: number[] = [];
  const settle = () => void storedAtSettling.push(cache.entries.size);
  const ledger = { acquire: () => Promise.resolve({ settle, release: settle }) };
  const scripted = new ScriptedModel(() => 'yes');
  const model = withKeptReplies(scripted, cache, new FakeClock(), ledger);
  const first = await model.ask(prompt, never);
  expect([first.text, storedAtSettling]).toEqual(['yes', [1]]);
  expect(await model.ask(prompt, never)).toEqual(first);
  expect([scripted.calls.length, storedAtSettling.length]).toEqual([1, 1]);
});
