/** The parts of a claim of work; `cases/claims.md` has which sentences are claims. */
import { expect, test } from 'vitest';
import { findClaims } from '../../../src/core/actions/statements';

test('a claim spans its clause', () => {
  const text = 'Renamed the class, and all tests pass.';
  const found = findClaims(text).map(({ span }) => text.slice(span.start, span.end));
  expect(found).toEqual(['all tests pass']);
});
