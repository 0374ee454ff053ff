import { afterEach, describe, expect, it } from 'vitest';
import { createPrompt } from '../../../src/core/judge/prompt';
import { judge } from '../../../src/core/judge';
import { ModelError } from '../../../src/core/ports';
import { prefixes, windowsOf, yesShare } from '../../../src/node/models/askChecker';
import { checkerOf, CHECKERS } from '../../../src/node/models/claimCheckers';
import { createModel } from '../../../src/node/models/llm';
import { forgetLessons } from '../../../src/node/models/quirks';
import { FakeClock, never, sourceOf } from '../../fakes';
import { chat, provider, type Answer, type Seen } from './server';

const SENTENCES = [
  'The town lies at the mouth of a river.',
  'Its lighthouse was first lit on 14 October 1871.',
  'Three keepers shared the tower.',
];
const shown = (sentences: readonly string[]) => ({
  text: sentences.map((s, i) => `[${i + 1}] ${s}`).join('\n'),
  spans: [],
  sentences,
});
const TRUE = 'The lighthouse was lit for the first time in October 1871.';
const FALSE = 'The lighthouse was painted red in 1930.';

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  forgetLessons();
  await Promise.all(open.splice(0).map((s) => s.close()));
});

type Message = { role: string; content: string };
const messagesOf = (seen: Seen) => seen.body['messages'] as Message[];
/** Document and claim, however a family is asked. */
function questionIn(seen: Seen): { document: string; claim: string } {
  const messages = messagesOf(seen);
  const kwargs = seen.body['chat_template_kwargs'] as { documents?: { text: string }[] } | undefined;
  const single = messages.length === 1 ? messages[0]!.content.split('\nClaim: ') : [];
  if (single.length === 2) return { document: single[0]!.replace('Document: ', ''), claim: single[1]! };
  const document = messages.find((m) => m.role === 'document' || m.role === 'context')?.content;
  return { document: document ?? kwargs?.documents?.[0]?.text ?? '', claim: messages.at(-1)!.content };
}

const send = (response: Parameters<Extract<Answer, (...a: never[]) => void>>[1], body: unknown) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};

/** Supports a claim where the document holds every one of these words and the claim the first. */
const reader =
  (words: readonly string[], yes = 'Yes', no = 'No'): Answer =>
  (seen, response) => {
    const { document, claim } = questionIn(seen);
    const isSupported = claim.includes(words[0]!) && words.every((w) => document.includes(w));
    send(response, chat(isSupported ? yes : no).body);
  };

/** An answer with log probabilities of Yes and No. */
const scored = (answer: string, yes: number) =>
  chat(
    answer,
    {},
    {
      logprobs: {
        content: [
          {
            token: ` ${answer}`,
            logprob: Math.log(Math.max(yes, 1 - yes)),
            top_logprobs: [
              { token: ' Yes', logprob: Math.log(yes * 0.75) },
              { token: 'yes', logprob: Math.log(yes * 0.25) },
              { token: 'No', logprob: Math.log(1 - yes) },
            ],
          },
        ],
      },
    },
  );

async function ask(id: string, claims: readonly string[], answers: readonly Answer[], sentences = SENTENCES) {
  const server = await provider(...answers);
  open.push(server);
  const model = createModel({ provider: 'openai-compatible', id, baseUrl: server.baseUrl });
  const prompt = createPrompt(
    claims.map((text) => ({ text })),
    [shown(sentences)],
    'nonce',
    700,
  );
  const reply = await model.ask(prompt, never).catch((e: unknown) => e as ModelError);
  const said = reply instanceof Error ? undefined : (JSON.parse(reply.text) as Record<string, unknown>);
  return { reply, said, seen: server.seen, model };
}
const MINICHECK = 'bespoke-minicheck:7b';

describe('the table of checkers', () => {
  it.each([
    ['bespoke-minicheck', 'MiniCheck', ['user']],
    ['someone/bespoke-minicheck:7b-q8_0', 'MiniCheck', ['user']],
    ['granite3-guardian:2b', 'Granite Guardian', ['system', 'context', 'assistant']],
    ['ibm/granite3.2-guardian:5b', 'Granite Guardian', ['system', 'context', 'assistant']],
    ['ibm/granite3.3-guardian:8b', 'Granite Guardian', ['system', 'document', 'assistant']],
    ['granite4.1-guardian:8b-q5_K_S', 'Granite Guardian', ['system', 'document', 'assistant']],
    ['ibm-granite/granite-guardian-3.1-2b', 'Granite Guardian', ['context', 'assistant']],
    ['ibm-granite/granite-guardian-3.3-8b', 'Granite Guardian', ['assistant']],
    ['granite-guardian-4.1-8b-GGUF', 'Granite Guardian', ['assistant']],
  ])('asks %s as %s', (id, name, roles) => {
    const checker = checkerOf(id);
    expect(checker?.name).toBe(name);
    expect(checker?.bodyOf('d', 'c').messages.map((m) => m.role)).toEqual(roles);
  });

  it('has no row for other models', () =>
    expect(
      ['minicheck', 'bespoke-minichecker', 'not-bespoke-minicheck', 'granite3.3:8b', 'llama-guard3'].filter(
        checkerOf,
      ),
    ).toEqual([]));

  it.each(CHECKERS.map((c, i) => [c.name, i] as const))('sends the wire format of row %s, %i', (_, i) => {
    const kwargs = [
      undefined,
      undefined,
      undefined,
      { guardian_config: { risk_name: 'groundedness' } },
      { guardian_config: { criteria_id: 'groundedness' }, documents: [{ doc_id: '0', text: 'The text.' }] },
    ];
    const document = { content: 'The text.' };
    const claim = { role: 'assistant', content: 'The claim.' };
    const system = { role: 'system', content: 'groundedness' };
    const messages = [
      [{ role: 'user', content: 'Document: The text.\nClaim: The claim.' }],
      [system, { role: 'context', ...document }, claim],
      [system, { role: 'document', ...document }, claim],
      [{ role: 'context', ...document }, claim],
      [claim],
    ];
    const body = CHECKERS[i]!.bodyOf('The text.', 'The claim.');
    expect([body.messages, body.chat_template_kwargs]).toEqual([messages[i], kwargs[i]]);
  });
});

describe('a checker', () => {
  it('is asked for Yes or No about the document, then about the sentence that supports a Yes', async () => {
    const { reply, said, seen } = await ask(MINICHECK, [TRUE], [reader(['1871', 'first lit'])]);
    expect(said).toMatchObject({
      sentences: [2],
      quote: SENTENCES[1],
      support: 'supported',
      confidence: 0.75,
      suggestion: null,
    });
    expect(questionIn(seen[0]!)).toEqual({ document: SENTENCES.join(' '), claim: TRUE });
    expect(seen[0]?.body).toEqual({
      model: MINICHECK,
      messages: messagesOf(seen[0]!),
      max_tokens: 20,
      temperature: 0,
      logprobs: true,
      top_logprobs: 5,
    });
    expect(reply).toMatchObject({ stop: 'end', usage: { input: 2400, output: 160 } });
  });

  it.each([
    ['granite3-guardian:2b', 'No', 'Yes'],
    ['granite3.3-guardian:8b', '<think>\n</think>\n<score> no </score>', '<score> yes </score>'],
    [
      'ibm-granite/granite-guardian-3.2-5b',
      'No\n<confidence> High </confidence>',
      'Yes\n<confidence> High </confidence>',
    ],
    ['ibm-granite/granite-guardian-3.3-8b', '<score> no </score>', '<score> yes </score>'],
  ])('%s: inverts an answer about risk', async (id, yes, no) => {
    const answers = [reader(['1871', 'first lit'], yes, no)];
    expect((await ask(id, [TRUE], answers)).said).toMatchObject({ support: 'supported', sentences: [2] });
    expect((await ask(id, [FALSE], answers)).said).toMatchObject({ support: 'absent', quote: null });
  });

  it('answers several claims in the requested form', async () => {
    const { said } = await ask(MINICHECK, [FALSE, TRUE], [reader(['1871', 'first lit'])]);
    expect(
      (said!['verdicts'] as { claim: number; support: string }[]).map((v) => [v.claim, v.support]),
    ).toEqual([
      [1, 'absent'],
      [2, 'supported'],
    ]);
  });

  it('rejects a Yes that no sentence supports', async () => {
    const { said, seen } = await ask(MINICHECK, [TRUE], [chat('Yes'), chat('No')]);
    expect(said).toMatchObject({ support: 'unsure', quote: null });
    expect(seen).toHaveLength(4);
  });

  it('says partly when only the beginning of a claim is supported', async () => {
    const claim = 'The lighthouse was first lit in October 1871, and painted red in 1930.';
    const answer: Answer = (seen, response) => {
      const { document, claim: asked } = questionIn(seen);
      send(response, chat(!asked.includes('1930') && document.includes('1871') ? 'Yes' : 'No').body);
    };
    const { said } = await ask(MINICHECK, [claim], [answer]);
    expect(said).toMatchObject({ support: 'partly', sentences: [2] });
    expect(said!['rationale']).toContain('The lighthouse was first lit in October 1871');
  });

  it('reads a long source in windows, the nearest first, and stops at a Yes', async () => {
    const filler = Array.from(
      { length: 400 },
      (_, i) => `Day ${i} was spent on ropes, nets and the weather.`,
    );
    const sentences = [...filler.slice(0, 300), ...SENTENCES, ...filler.slice(300)];
    const { said, seen } = await ask(MINICHECK, [TRUE], [reader(['1871', 'first lit'])], sentences);
    expect(said).toMatchObject({ support: 'supported', sentences: [302] });
    expect(seen).toHaveLength(2);
    const all = await ask(MINICHECK, [FALSE], [reader(['1871', 'nowhere'])], sentences);
    expect(all.said).toMatchObject({ support: 'absent' });
    const read = all.seen.map((s) => questionIn(s).document);
    expect(sentences.filter((s) => !read.some((d) => d.includes(s)))).toEqual([]);
    expect(Math.max(...read.map((d) => d.length))).toBeLessThanOrEqual(6_000);
  });

  it('never answers absent for a source that it did not read whole', async () => {
    const many = Array.from({ length: 6_000 }, (_, i) => `Day ${i} was spent on ropes, nets and weather.`);
    for (const sentences of [many, [...SENTENCES, 'a '.repeat(3_001)]]) {
      const { said } = await ask(MINICHECK, [FALSE], [chat('No')], sentences);
      expect(said).toMatchObject({ support: 'unsure' });
    }
  });
});

describe('the score of a checker', () => {
  it('is never shown as a confidence', async () => {
    const { said } = await ask(MINICHECK, [TRUE], [scored('Yes', 0.9)]);
    expect(said).toMatchObject({ support: 'supported', confidence: 0.75 });
    const no = await ask('granite3-guardian:8b', [TRUE], [scored('Yes', 0.9)]);
    expect(no.said).toMatchObject({ support: 'absent', confidence: 0.75 });
  });

  it('is unsure in the middle, whatever the answer says', async () => {
    for (const answer of ['Yes', 'No'])
      expect((await ask(MINICHECK, [TRUE], [scored(answer, 0.55)])).said).toMatchObject({
        support: 'unsure',
      });
  });

  it('is omitted if the server rejects log probabilities', async () => {
    const refused = { status: 400, body: { error: { message: 'logprobs is not supported' } } };
    const { said, seen } = await ask(MINICHECK, [TRUE], [refused, reader(['1871', 'first lit'])]);
    expect(said).toMatchObject({ support: 'supported', confidence: 0.75 });
    expect(seen.map((s) => 'logprobs' in s.body)).toEqual([true, false, false]);
  });

  it.each([
    [null],
    [{ content: null }],
    [{ content: [{ token: 'Yes', top_logprobs: 'x' }] }],
    [
      {
        content: [
          {
            token: 'Yes',
            top_logprobs: [{ token: 'Yes', logprob: '0' }, null, { logprob: 1e9, token: 'Yes' }],
          },
        ],
      },
    ],
    [{ content: [{ token: 'Maybe', top_logprobs: [{ token: 'Yes', logprob: -0.1 }] }] }],
  ])('is unknown if the server sends something else: %j', (logprobs) =>
    expect(yesShare({ logprobs })).toBeUndefined(),
  );
});

describe('a server of checkers', () => {
  it.each([
    ['neither Yes nor No', chat('Perhaps. Yes and no.')],
    ['a word that begins with Yes', chat('Yesterday.')],
    ['thinking without an end', chat('<think> Yes, it')],
    ['no choices', { body: { id: 'x', object: 'chat.completion', choices: [] } }],
    ['a list of null', { body: { id: 'x', object: 'chat.completion', choices: [null] } }],
  ])('is rejected for %s', async (_, answer) => {
    const { reply } = await ask(MINICHECK, [TRUE], [answer]);
    expect(reply).toBeInstanceOf(ModelError);
    expect((reply as ModelError).reason).toBe('bad-response');
  });

  it('gets the same source as a judge, one claim per call, and no key', async () => {
    const server = await provider(reader(['1871', 'first lit']));
    open.push(server);
    const model = createModel({ provider: 'openai-compatible', id: MINICHECK, baseUrl: server.baseUrl });
    const text = `${'The weather was fair and the nets were dry. '.repeat(900)}${SENTENCES.join(' ')}`;
    const claims = [TRUE, FALSE].map((one, i) => ({ id: `${i}`, text: one, context: '' }));
    const said = await judge(
      { source: sourceOf({ text }), claims },
      { model, clock: new FakeClock() },
      {},
      never,
    );
    expect(said.map((j) => 'verdict' in j && j.verdict.support)).toEqual(['supported', 'absent']);
    expect(said.every((j) => j.evidence.tokens < 1_500)).toBe(true);
    const read = server.seen.filter((s) => questionIn(s).claim === FALSE);
    const characters = read.reduce((n, s) => n + questionIn(s).document.length, 0);
    expect(characters).toBeGreaterThan(text.length * 0.99);
    expect(new Set(server.seen.map((s) => s.headers.authorization))).toEqual(new Set(['Bearer none']));
  });
});

describe('windows and beginnings', () => {
  it('contain every sentence, and cut a long one', () => {
    const sentences = ['a'.repeat(20_000), ...SENTENCES];
    const windows = windowsOf(sentences, TRUE);
    expect(windows[0]?.text).toContain('1871');
    expect(new Set(windows.flatMap(({ from, to }) => sentences.slice(from, to)))).toEqual(new Set(sentences));
    expect(windowsOf([], TRUE)).toEqual([]);
  });

  it('end where a clause ends, after a few words', () =>
    expect(prefixes('It was lit in 1871, and painted red in 1930; nobody knows why')).toEqual([
      'It was lit in 1871, and painted red in 1930',
      'It was lit in 1871',
    ]));
});
