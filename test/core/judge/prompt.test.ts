import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createPrompt, PROMPT_VERSION, show } from '../../../src/core/judge/prompt';
import { createVerdictCache } from '../../../src/core/judge/verdictCache';
import { sourceOf } from '../../fakes';

const TEXT = 'const a = 1;\n\nfunction light(\n  lamp,\n) {\n  lamp();\n}\n';
const at = (words: string) => ({ start: TEXT.indexOf(words), end: TEXT.indexOf(words) + words.length });
const evidence = { passages: [{ text: TEXT, span: { start: 0, end: TEXT.length } }], tokens: 9 };
const promptOf = (focus?: { start: number; end: number }) => {
  const shown = show(
    sourceOf({ title: '', text: TEXT, target: { kind: 'file', path: 'lamp.ts' }, ...(focus && { focus }) }),
    evidence,
  );
  return { shown, prompt: createPrompt([{ text: 'It lights the lamp.' }], [shown], 'nonce', 10) };
};

it('the prompt numbers the lines of a source with cited lines, and names those', () => {
  const { shown, prompt } = promptOf(at('function light(\n  lamp,\n) {'));
  expect(shown.text.split('\n')).toContain('[2] L3: function light(');
  expect(shown.text.split('\n')).toContain('[5] L6: lamp();');
  expect(TEXT.slice(shown.spans[4]?.start, shown.spans[4]?.end).trim()).toBe('lamp();');
  expect(shown.cited).toEqual([3, 5]);
  expect(prompt.blocks.at(-1)?.text).toContain('L3-L5');
  expect(prompt.blocks[0]?.text).not.toContain('L3-L5');
});

it('the prompt has no line numbers if no lines are cited', () => {
  const { shown, prompt } = promptOf();
  expect(shown.cited).toBeUndefined();
  expect(`${shown.text}${prompt.blocks.at(-1)?.text}`).not.toMatch(/L\d/);
});

const SECRET = ['aB3dE5gH7jK9mN1p', 'Q3sT5vW7yZ2bC4eF'].join('');

it('the prompt has no random text of a local source or a claim, which may be a key', () => {
  const text = `The lamp is lit by ${SECRET} now. It shines.`;
  const whole = { passages: [{ text: text.slice(4), span: { start: 4, end: text.length } }], tokens: 9 };
  const claim = { text: `The key is ${SECRET}.`, context: `Use ${SECRET}.` };
  const sent = (via: 'workspace' | 'git' | 'memory' | 'user' | 'direct') => {
    const shown = show(sourceOf({ title: '', text, via }), whole);
    return { shown, all: JSON.stringify(createPrompt([claim], [shown], 'nonce', 10)) };
  };
  for (const via of ['workspace', 'git', 'memory', 'user'] as const) {
    expect(sent(via).all).toContain(`lamp is lit by ${'•'.repeat(SECRET.length)} now.`);
    expect(sent(via).all).not.toContain(SECRET);
  }
  expect(sent('direct').shown.text).toContain(SECRET);
});

it('the prompt has a new version whenever a model reads something else', () => {
  const text = `Title of the page. The lamp is lit by ${SECRET}. password: lamp-9x1, see https://a.example/?sig=lamp-9x1. “It\u00ad shines.”`;
  const passages = [
    { text, span: { start: 0, end: text.indexOf(' “') }, page: 2 },
    { text, span: { start: text.indexOf('“'), end: text.length } },
  ];
  const shown = show(sourceOf({ title: 'Lamps', text, via: 'workspace', depth: 'abstract' }), {
    passages,
    tokens: 9,
  });
  const claims = [
    { text: `It shines by ${SECRET}.`, context: 'A lamp. '.repeat(40) },
    { text: 'It is lit.' },
  ];
  const prompts = [[shown], [shown, shown]].flatMap((sources) => [
    createPrompt(claims, sources, 'nonce', 10),
    createPrompt(claims.slice(1), [...sources, promptOf(at('function light(')).shown], 'nonce', 10, 'Again.'),
  ]);
  const sent = createHash('sha256').update(JSON.stringify(prompts)).digest('hex').slice(0, 12);
  // Where this fails, raise the version: answers to another prompt are cached under it.
  expect([PROMPT_VERSION, sent]).toEqual(['5', 'bad95b07f03b']);
});

it('an answer is not recalled for a source of which a model would read something else', async () => {
  const keys: string[] = [];
  const cache = { get: (_: string, key: string) => (keys.push(key), Promise.resolve(undefined)) };
  for (const secret of [SECRET, SECRET.split('').reverse().join(''), 'the moon'])
    await createVerdictCache(cache as never, { provider: 'openai', id: 'm' }, [
      sourceOf({ title: '', text: `Lit by ${secret} now.`, via: 'workspace' }),
    ]).recall({ text: 'It is lit.', context: '' });
  expect(keys[0]).toBe(keys[1]);
  expect(keys[0]).not.toBe(keys[2]);
});
