import { afterEach, describe, expect, it } from 'vitest';
import { createPrompt } from '../../../src/core/judge/prompt';
import { ModelError } from '../../../src/core/ports';
import { createModel } from '../../../src/node/models/llm';
import { isMiniCheck } from '../../../src/node/models/minicheck';
import { chat, provider, type Answer, type Seen } from './server';

const SENTENCES = [
  'The town lies at the mouth of a river.',
  'Its lighthouse was first lit on 14 October 1871.',
  'Three keepers shared the tower.',
];
const SHOWN = {
  text: SENTENCES.map((s, i) => `[${i + 1}] ${s}`).join('\n'),
  spans: [],
  sentences: SENTENCES,
};
const TRUE = 'The lighthouse was lit for the first time in October 1871.';
const FALSE = 'The lighthouse was painted red in 1930.';
const never = new AbortController().signal;

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((s) => s.close()));
});

const contentOf = (seen: Seen) => (seen.body['messages'] as { content: string }[])[0]!.content;

/** A reader that says Yes where the document holds every one of these words and the claim the first. */
const reader =
  (...needed: readonly string[]): Answer =>
  (seen, response) => {
    const [document = '', claim = ''] = contentOf(seen).split('\nClaim: ');
    const yes = claim.includes(needed[0]!) && needed.every((w) => document.includes(w));
    const { body } = chat(yes ? 'Yes' : 'No');
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };

async function ask(claims: readonly string[], ...answers: readonly Answer[]) {
  const server = await provider(...answers);
  open.push(server);
  const model = createModel({
    provider: 'openai-compatible',
    id: 'bespoke-minicheck:7b',
    baseUrl: server.baseUrl,
  });
  const prompt = createPrompt(
    claims.map((text) => ({ text })),
    [SHOWN],
    'nonce',
    700,
  );
  const reply = await model.ask(prompt, never).catch((e: unknown) => e as ModelError);
  return { reply, seen: server.seen };
}

describe('MiniCheck', () => {
  it('is recognized by name only', () => {
    expect(
      ['bespoke-minicheck', 'bespoke-minicheck:7b-q8_0', 'someone/bespoke-minicheck'].every(isMiniCheck),
    ).toBe(true);
    expect(['minicheck', 'bespoke-minichecker', 'not-bespoke-minicheck'].some(isMiniCheck)).toBe(false);
  });

  it('is asked for Yes or No about the document, then about the sentence that supports a Yes', async () => {
    const { reply, seen } = await ask([TRUE], reader('1871', 'first lit'));
    expect(JSON.parse((reply as { text: string }).text)).toEqual({
      rationale: 'MiniCheck says that this sentence supports the claim.',
      sentences: [2],
      quote: SENTENCES[1],
      support: 'supported',
      confidence: 0.75,
      suggestion: null,
    });
    expect(contentOf(seen[0]!)).toBe(`Document: ${SENTENCES.join(' ')}\nClaim: ${TRUE}`);
    expect(seen[0]?.body).toEqual({
      model: 'bespoke-minicheck:7b',
      messages: [{ role: 'user', content: contentOf(seen[0]!) }],
      max_tokens: 8,
      temperature: 0,
    });
    expect(reply).toMatchObject({ stop: 'end', usage: { input: 2400, output: 160 } });
  });

  it('answers several claims in the requested form', async () => {
    const { reply } = await ask([FALSE, TRUE], reader('1871', 'first lit'));
    const { verdicts } = JSON.parse((reply as { text: string }).text) as {
      verdicts: { claim: number; support: string }[];
    };
    expect(verdicts.map((v) => [v.claim, v.support])).toEqual([
      [1, 'absent'],
      [2, 'supported'],
    ]);
  });

  it('rejects a Yes that no sentence supports', async () => {
    const { reply, seen } = await ask([TRUE], chat('Yes'), chat('No'));
    expect(JSON.parse((reply as { text: string }).text)).toMatchObject({ support: 'unsure', quote: null });
    expect(seen).toHaveLength(4);
  });

  it('rejects anything but Yes and No', async () => {
    const { reply } = await ask([TRUE], chat('Perhaps. Yes and no.'));
    expect(reply).toBeInstanceOf(ModelError);
    expect((reply as ModelError).reason).toBe('bad-response');
    expect((reply as ModelError).usage.input).toBe(1200);
  });
});
