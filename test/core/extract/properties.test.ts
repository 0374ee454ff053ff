/** What holds for every text, whatever it is. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scan, type ScanContext } from '../../../src/core/extract';
import { LATEX } from '../../../src/core/extract/latexReader';
import type { Span } from '../../../src/core/model';
import { document, text } from './documents';

const anything = fc.oneof(
  document,
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(text, { maxLength: 12 }).map((all) => all.join('')),
  // Half-typed: a document that stops anywhere, and one whose units come backwards.
  fc.tuple(document, fc.nat(200)).map(([whole, n]) => whole.slice(0, n)),
  document.map((whole) =>
    Array.from({ length: whole.length }, (_, i) => whole.charAt(whole.length - 1 - i)).join(''),
  ),
);
const context: fc.Arbitrary<ScanContext> = fc.record({
  format: fc.constantFrom<NonNullable<ScanContext['format']>>('markdown', 'text', LATEX),
  year: fc.constant(2026),
});

/** Runs of blanks, of marks, of halves of characters: what a pump would be made of. */
const pump = fc
  .tuple(fc.string({ maxLength: 4 }), text, fc.integer({ min: 50, max: 400 }), fc.string({ maxLength: 4 }))
  .map(([before, unit, n, after]) => before + unit.repeat(n) + after);

const inside = (span: Span, whole: Span): boolean => whole.start <= span.start && span.end <= whole.end;

function holds(whole: string, how: ScanContext): void {
  const { citations, problems, blocks } = scan(whole, how);
  const all = { start: 0, end: whole.length };
  const ids = new Set<string>();
  let last = 0;
  for (const c of citations) {
    expect(whole.slice(c.marker.start, c.marker.end)).toBe(c.raw);
    expect(c.marker.end).toBeGreaterThan(c.marker.start);
    expect(inside(c.part, c.marker)).toBe(true);
    expect(inside(c.claim.span, all) && c.claim.span.start <= c.claim.span.end).toBe(true);
    if (c.reference) expect(inside(c.reference, all)).toBe(true);
    expect(c.marker.start).toBeGreaterThanOrEqual(last);
    last = c.marker.start;
    ids.add(c.id);
  }
  expect(ids.size).toBe(citations.length);
  for (const c of citations) if (c.group !== undefined) expect(ids).toContain(c.group);
  for (const p of problems) {
    expect(inside(p.span, all) && p.span.start <= p.span.end).toBe(true);
    if (p.citation !== undefined) expect(ids).toContain(p.citation);
  }
  for (const block of blocks) expect(inside(block, all)).toBe(true);
}

describe('the scan of any text', { timeout: 120_000 }, () => {
  it('has every offset within the text, markers equal to their raw text, and unique ids', () => {
    fc.assert(fc.property(anything, context, holds), { numRuns: 1500 });
  });

  it('has the same properties if a piece is repeated', () => {
    fc.assert(fc.property(pump, context, holds), { numRuns: 300 });
  });

  it('is deterministic, and survives JSON', () => {
    fc.assert(
      fc.property(anything, context, (whole, how) => {
        const once = scan(whole, how);
        expect(scan(whole, how)).toEqual(once);
        expect(JSON.parse(JSON.stringify(once))).toEqual(once);
      }),
      { numRuns: 400 },
    );
  });

  it('does not depend on the text that was scanned before', () => {
    const heading = (words: string) =>
      scan(`# ${words}\n\nSo it is https://a.example/.`).citations[0]?.context;
    heading('Test(s)');
    expect(heading('A []')).toBe('A');
  });

  it('keeps ids when a paragraph is inserted before it', () => {
    fc.assert(
      fc.property(fc.constantFrom('Some words.\n\n', 'Zwei Absätze.\n\nMehr.\n\n'), (before) => {
        const rest =
          'The first is so [1], and the second is not [2].\n\n[1] https://a.example/\n[2] https://b.example/\n';
        const ids = (s: string): string[] => scan(s).citations.map((c) => c.id);
        expect(ids(before + rest)).toEqual(ids(rest));
      }),
    );
  });
});
