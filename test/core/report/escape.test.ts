import { describe, expect, it } from 'vitest';
import { unlinked } from '../../../src/core/report/escape';

describe('what is unlinked', () => {
  it('has no link of words and address, nested or not, and keeps the rest', () => {
    expect(unlinked('see [a](command:x) and [[b](https://c.example)](d), [1] (2)')).toBe(
      'see [a] (command:x) and [[b] (https://c.example)] (d), [1] (2)',
    );
  });
});
