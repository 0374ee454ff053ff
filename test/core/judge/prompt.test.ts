import { expect, it } from 'vitest';
import { createPrompt, show } from '../../../src/core/judge/prompt';
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
