import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decode, units } from '../../../src/core/text/chars';

it('reads any string and any part of it, halves of characters included', () => {
  const unit = fc.constantFrom('a', 'é', '–', '漢', '\ufffd', '😀', '\ud83d', '\ude00');
  fc.assert(
    fc.property(fc.array(unit), fc.nat(20), fc.nat(20), (all, from, length) => {
      const text = all.join('');
      const [start, end] = [Math.min(from, text.length), Math.min(from + length, text.length)];
      const codes = units(text, start, end);
      expect(decode(codes, 0, codes.length)).toBe(text.slice(start, end));
    }),
  );
});
