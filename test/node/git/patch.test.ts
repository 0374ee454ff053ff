import { describe, expect, it } from 'vitest';
import type { Edit } from '../../../src/node/git/diff';
import { hunks } from '../../../src/node/git/patch';

describe('hunks', () => {
  it('can hold more lines than a call can take arguments', () => {
    const added = Array<Edit>(200_001).fill({ kind: 'added', line: 'x' });
    const [head, ...lines] = hunks(added);
    expect(head).toBe('@@ -0,0 +1,200001 @@');
    expect(lines).toHaveLength(200_001);
    expect(lines.at(-1)).toBe('+x');
  });
});
