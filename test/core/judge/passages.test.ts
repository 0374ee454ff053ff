import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { select } from '../../../src/core/judge/passages';
import { read } from '../../../src/core/text/relevance/retrieval';

const filler = (n: number) =>
  Array.from(
    { length: n },
    (_, i) => `Paragraph ${i} speaks of weather, rope and the daily work of the harbour.`,
  ).join(' ');
const GOLD = 'The lantern of the old lighthouse burned 4,812 litres of oil in 1911.';
const TEXT = `The lighthouse of Hven. A short history.\n\n${filler(200)} ${GOLD} It was cleaned at dawn. ${filler(200)}`;
const claim = { text: 'In 1911 the lighthouse lantern burned 4,812 litres of oil.', context: 'Oil' };
const shown = (text: string, tokens: number, more = {}) => select(read({ text, ...more }), [claim], tokens);

describe('select', () => {
  it('returns the lead and the matching sentence with its neighbours, in order', () => {
    const { passages } = shown(TEXT, 400);
    const all = passages.map((p) => p.text).join('\n');
    expect(passages[0]?.text).toMatch(/^The lighthouse of Hven/);
    expect(all).toContain(GOLD);
    expect(all).toContain('It was cleaned at dawn.');
    expect(passages.map((p) => p.span.start)).toEqual(
      passages.map((p) => p.span.start).sort((a, b) => a - b),
    );
  });

  it('returns a short source whole', () =>
    expect(shown(GOLD, 400).passages.map((p) => p.text)).toEqual([GOLD]));

  it('returns the cited lines whatever they say', () => {
    const start = TEXT.indexOf('Paragraph 150');
    const { passages } = shown(TEXT, 400, { focus: { start, end: start + 40 } });
    expect(passages.some((p) => p.span.start <= start && p.span.end >= start + 40)).toBe(true);
  });

  it('returns the definition that the cited line begins', () => {
    const body = Array.from({ length: 12 }, (_, i) => `  lamp(${i});`).join('\n');
    const text = `${filler(100)}\n\nfunction light() {\n${body}\n}\n\n${filler(100)}`;
    const start = text.indexOf('function light');
    const { passages } = shown(text, 400, { focus: { start, end: start + 18 } });
    expect(passages.map((p) => p.text).join('\n')).toContain('lamp(11);');
  });

  it('gives the page of each passage', () => {
    const page = TEXT.indexOf('Paragraph 100');
    const { passages } = shown(TEXT, 400, { pages: [0, page] });
    expect(passages.find((p) => p.text.includes(GOLD))?.page).toBe(2);
    expect(passages[0]?.page).toBe(1);
  });

  it('finds evidence in scripts without spaces', () => {
    const text = `${'港の天気と縄の話が続く。'.repeat(200)}灯台は千九百十一年に完成した。${'毎日の仕事について書かれている。'.repeat(200)}`;
    const { passages } = select(read({ text }), [{ text: '灯台は千九百十一年に完成したという。' }], 200);
    expect(passages.map((p) => p.text).join('')).toContain('灯台は千九百十一年に完成した。');
  });

  it('returns evidence for every claim', () => {
    const text = `${filler(150)} ${GOLD} ${filler(150)} Seven keepers drowned in the storm of March. ${filler(150)}`;
    const { passages } = select(read({ text }), [claim, { text: 'Seven keepers drowned in a storm.' }], 300);
    const all = passages.map((p) => p.text).join('\n');
    expect(all).toContain(GOLD);
    expect(all).toContain('Seven keepers drowned');
  });

  it('finds a paraphrase by words that matching sentences share', () => {
    const shared = (n: number) => `The lantern of keeper ${n} needed paraffin and a trimmed wick.`;
    const gold = 'Without paraffin a trimmed wick stays dark.';
    const other = 'Without a permit the northern gate stays shut.';
    const text = `${filler(100)} ${shared(1)} ${filler(40)} ${other} ${filler(40)} ${gold} ${filler(40)} ${shared(2)} ${filler(40)} ${shared(3)}`;
    const { passages } = select(read({ text }), [{ text: 'The lantern cannot burn dry.' }], 300);
    const all = passages.map((p) => p.text).join('\n');
    expect(all).toContain(gold);
    expect(all).not.toContain(other);
  });

  it('leaves room for the part of a claim that a page says once', () => {
    const often = Array.from({ length: 10 }, (_, i) => `The lantern burned oil of herring on night ${i}.`);
    const once = 'Each visitor paid a fee.';
    const text = `${filler(20)} ${often.join(' ')} ${filler(20)} ${often.join(' ')} ${filler(40)} ${once} ${filler(40)}`;
    const claims = [{ text: 'The lantern burned herring oil and visitors paid.' }];
    const { passages } = select(read({ text }), claims, 150);
    expect(passages.map((p) => p.text).join('\n')).toContain(once);
  });

  it('does not take a long menu at the beginning for a title', () => {
    const menu = Array.from({ length: 40 }, (_, i) => `Topic ${i}`).join('\n');
    const { passages } = shown(`${menu}\n\n${TEXT}`, 400);
    expect(passages[0]?.text).not.toContain('Topic 1');
  });

  it('returns the only place of a name in a long table', () => {
    const table = Array.from({ length: 60 }, (_, i) => `Keeper${i} Lantern${i} ${i}`).join(' | ');
    const text = `${filler(100)} ${GOLD} ${filler(100)}\n${table} | Ozkirim | 7\n${filler(100)}`;
    const claims = [{ text: 'In 1911 Ozkirim burned 4,812 litres of oil in the lighthouse lantern.' }];
    const { passages } = select(read({ text }), claims, 400);
    expect(passages.some((p) => p.text.includes('Ozkirim'))).toBe(true);
  });

  it('returns a very short sentence with the one before it', () => {
    const cry = 'Never! It was. Not us.';
    const { passages } = shown(`${filler(200)} ${GOLD} ${cry} ${filler(200)}`, 400);
    expect(passages.find((p) => p.text.includes(GOLD))?.text).toContain(cry);
  });

  it('prefers the beginning of a source', () => {
    const text = `${filler(5)} ${GOLD} ${filler(400)} ${GOLD} It was oil. ${filler(5)}`;
    const { passages } = shown(text, 45);
    expect(passages.some((p) => p.span.end < 1_000 && p.text.includes(GOLD))).toBe(true);
    expect(passages.some((p) => p.span.start > 10_000 && p.text.includes(GOLD))).toBe(false);
  });

  it('keeps to the budget and to the text of the source, whatever the source', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'oil ', 'lantern ', '1911', '. ', '\n', '漢', '。', 'é', '\u{1f600}'),
      maxLength: 3_000,
    });
    fc.assert(
      fc.property(text, fc.integer({ min: 20, max: 200 }), (source, tokens) => {
        const { passages } = shown(source, tokens);
        for (const p of passages) expect(source.slice(p.span.start, p.span.end)).toBe(p.text);
        expect(shown(source, tokens).tokens).toBeLessThanOrEqual(tokens + passages.length);
      }),
    );
  });
});
