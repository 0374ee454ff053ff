import { describe, expect, test } from 'vitest';
import { scan } from '../../../src/core/extract';
import { anchorsOf, closest, labelIn, referencesAt } from '../../../src/core/scan/navigation';

const TEXT = `Tides rise [2], fall [1, 2] and turn.[^n]

[^n]: A note.
[^spare]: Another.

## References

[1] Office, H. Tide tables. 1833.
[2] Board, H. Annual report. 1834.
[3] Pier, O. Never cited. 1835.
`;
const found = scan(TEXT);
const words = ({ start, end }: { start: number; end: number }) => TEXT.slice(start, end);

describe('the references of a text', () => {
  test('are listed in order, cited or not, with their citations', () => {
    expect(
      anchorsOf(found).map(({ label, isFootnote, citations }) => [label, isFootnote, citations.length]),
    ).toEqual([
      ['n', true, 1],
      ['spare', true, 0],
      ['1', false, 1],
      ['2', false, 2],
      ['3', false, 0],
    ]);
  });

  test('are found from a citation and from the reference itself', () => {
    const at = (piece: string) => referencesAt(found, TEXT.indexOf(piece) + 1);
    expect(at('[2], fall')?.cited.map(({ part }) => words(part))).toEqual(['[2]', '2']);
    expect(at('[2] Board')?.cited).toHaveLength(2);
    expect(at('[3] Pier')).toMatchObject({ cited: [], anchor: { label: '3' } });
    expect(referencesAt(found, 1)).toBeUndefined();
  });

  test('are found by label, but not in a range or a longer number', () => {
    expect(labelIn('[12, 2]', { start: 0, end: 7 }, '2')).toEqual({ start: 5, end: 6 });
    expect(labelIn('[1-3]', { start: 0, end: 5 }, '2')).toBeUndefined();
  });
});

describe('closest', () => {
  test('returns the most similar name, and none for a tie', () => {
    const known = ['mikolov2013efficient', 'he2016deep'];
    expect(closest('mikolov2013eficient', known)).toBe('mikolov2013efficient');
    expect(closest('lecun1998', known)).toBeUndefined();
    expect(closest('nota', ['note', 'noto'])).toBeUndefined();
  });
});
