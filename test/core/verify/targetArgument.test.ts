import { describe, expect, it } from 'vitest';
import { readTarget } from '../../../src/core/verify/targetArgument';
import { scan } from '../../../src/core/extract';
import { parseTarget } from '../../../src/core/resolve';

describe('readTarget', () => {
  it.each<[text: string, path: string, from: number, to: number]>([
    ['src/a.ts(42)', 'src/a.ts', 42, 42],
    ['src/a.ts(42,5)', 'src/a.ts', 42, 42],
    ['src/a.ts(42,5,43,9)', 'src/a.ts', 42, 43],
    ['file:src/a.ts(3,4)', 'src/a.ts', 3, 3],
    ['C:\\x\\a.cs(3,4)', 'C:\\x\\a.cs', 3, 3],
    ['src/a.ts:10–20', 'src/a.ts', 10, 20],
    ['src/a.ts:L10-L12', 'src/a.ts', 10, 12],
    ['src/a.ts:42:5-43:9', 'src/a.ts', 42, 43],
    ['lines 10–20 of a.ts', 'a.ts', 10, 20],
    ['a.ts, line 4', 'a.ts', 4, 4],
    [' src/a.ts:42', 'src/a.ts', 42, 42],
  ])('reads %s as a scan does in prose', (text, path, from, to) => {
    expect(readTarget(text)).toEqual({ kind: 'file', path, lines: [from, to] });
    expect(scan(text).citations).toMatchObject([{ target: { kind: 'file', path, lines: [from, to] } }]);
  });

  it.each([
    'file:///tmp/a%20b.ts:3', // an address: decoded
    'src/a.ts:3 and src/b.ts:4',
    'see src/a.ts:3',
    'src/a.ts:3 ', // Windows would open another file
    'a.ts:9-4',
    'foo(42,5)',
    'owner/repo#12',
    '10.1038/nature14539',
    'https://site.example/a.ts(1,2)',
    'Smith, J. (2019). On A/B testing at scale. Journal of Trials.',
    'mailto:a@b.example',
    '',
    `${'x'.repeat(600)}.ts(1,2)`,
  ])('reads %j like parseTarget', (text) => {
    expect(readTarget(text)).toEqual(parseTarget(text));
  });
});
