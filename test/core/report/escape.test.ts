import { describe, expect, it } from 'vitest';
import { unlinked } from '../../../src/core/text/printable';

describe('unlinked', () => {
  it('separates `[words](address)`, nested or not, and changes nothing else', () => {
    expect(unlinked('see [a](command:x) and [[b](https://c.example)](d), [1] (2)')).toBe(
      'see [a] (command:x) and [[b] (https://c.example)] (d), [1] (2)',
    );
  });
});
