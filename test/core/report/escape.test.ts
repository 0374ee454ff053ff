import { describe, expect, it } from 'vitest';
import { unlinked } from '../../../src/core/report/escape';

describe('text without links', () => {
  it('has no `[words](address)`, nested or not, and is otherwise unchanged', () => {
    expect(unlinked('see [a](command:x) and [[b](https://c.example)](d), [1] (2)')).toBe(
      'see [a] (command:x) and [[b] (https://c.example)] (d), [1] (2)',
    );
  });
});
