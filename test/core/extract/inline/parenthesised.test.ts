import { describe, expect, it } from 'vitest';
import { createScanner, scan } from '../../../../src/core/extract';

const list =
  '\n\n## References\n\n1. Smith J. A title. Lancet. 2010;12(3):45-9.\n2. Lee K. Another. BMJ. 2011;13(1):5.\n3. Roe P. A third. JAMA. 2012;1 (2):7.\n4. Doe Q. A fourth. NEJM. 2013;1(2):7.\n';
const found = (text: string): string[] =>
  scan(text + list).citations.map((c) => `${c.raw} ${c.label ?? ''} ${c.reference ? 'led' : 'not led'}`);

describe('numbers in round brackets', () => {
  it('are markers where together they cite the numbered list', () => {
    expect(found('It is so (1,2). But others (3) say that it is not (1–4).')).toEqual([
      '(1,2) 1 led',
      '(1,2) 2 led',
      '(3) 3 led',
      '(1–4) 1 led',
      '(1–4) 2 led',
      '(1–4) 3 led',
      '(1–4) 4 led',
    ]);
  });

  it('leave out what names an equation or stands at a word', () => {
    expect(found('By Eq. (2), f(3) is so (1, 2). It is (4).')).toEqual([
      '(1, 2) 1 led',
      '(1, 2) 2 led',
      '(4) 4 led',
    ]);
  });

  it.each([
    ['count what the sentence names', 'There are (1) apples, (2) pears, (3) nuts and (4) figs.'],
    ['go beyond the list', 'It is so (1,2) in 12 (95), says another (3).'],
    ['cite few of its entries', 'It is so (1).'],
  ])('are none where they %s', (_, text) => expect(found(text)).toEqual([]));

  it.each([
    ['numbers in square brackets', 'It is so [1]. And so (2,3).', '[1] 1 led'],
    ['authors and years', 'It is so (Smith, 2010). And so (2,3).', '(Smith, 2010) smith-2010 led'],
    ['a footnote', 'It is so.[^a] And so (2,3).\n\n[^a]: A remark.', '[^a] ^a led'],
  ])('are none beside %s', (_, text, marker) => expect(found(text)).toEqual([marker]));

  it('are none without a list', () => {
    expect(scan('It is so (1,2). But others (3) say not (1–4).').citations).toEqual([]);
  });

  it('stay or go as the rest of the text is written', () => {
    const scanner = createScanner();
    for (const text of [
      'It is so (1,2).',
      'It is so (1,2) and (3).',
      'It is so (1,2) and (9).',
      'It is so (1,2) as.',
    ])
      expect(scanner.scan(text + list)).toEqual(scan(text + list));
  });
});
