/** Which sentences are claims of work, and which are not. */
import { describe, expect, test } from 'vitest';
import { findClaims } from '../../../src/core/work/statements';

const claims = (text: string) =>
  findClaims(text).map(({ action, span }) => [action, text.slice(span.start, span.end)]);

describe('a claim', () => {
  test.each([
    ['All tests pass.', 'tests'],
    ['The parser specs are green again.', 'tests'],
    ['Re-ran the suite: 57 passed, 0 failed.', 'tests'],
    ['pytest: 12 passed in 0.4s', 'tests'],
    ['The project builds without errors now.', 'build'],
    ['Compiled cleanly on both targets.', 'build'],
    ['ESLint reports nothing.', 'lint'],
    ['No type errors.', 'types'],
    ['mypy is happy.', 'types'],
    ['Fixed the crash in the importer.', 'fix'],
    ['The race condition is fixed.', 'fix'],
    ['Deployed to staging.', 'deploy'],
    ['Pushed the new image to the registry.', 'deploy'],
    ['I verified that the form keeps its values.', 'run'],
    ['Committed as one change.', 'commit'],
    ['I did not touch any other files.', 'scope'],
    ['No other changes were made.', 'scope'],
    ['I looked at `src/lamp.ts` first.', 'read'],
    ['The bug no longer reproduces.', 'fix'],
    ['The rest of the codebase is untouched.', 'scope'],
    ['Pushed to origin.', 'push'],
    ['Created `src/lamp.ts` with the new type.', 'file'],
    ['Done:\n\n- build ✓\n', 'build'],
    ['Tests: 18/18', 'tests'],
    ['| Tests | ✅ |', 'tests'],
    ['- Lint: ✅', 'lint'],
    ['All green.', 'tests'],
    ['CI is green on every platform.', 'build'],
    ['The branch has been pushed.', 'push'],
    ['It was pushed to the remote.', 'push'],
    ['`src/wick.ts` has been updated.', 'file'],
    ['`lamp.yml` was created.', 'file'],
    ['Successfully built the project.', 'build'],
  ])('is found in %j', (text, action) => {
    expect(claims(text).map(([found]) => found)).toEqual([action]);
  });

  test.each([
    ['Both the unit tests and the linter are happy.', 'lint tests'],
    ['Types, lint and build all pass.', 'build lint types'],
  ])('covers each subject of %j', (text, actions) => {
    const found = claims(text).map(([action]) => action);
    expect(found.toSorted().join(' ')).toBe(actions);
  });

  test('of a named part is not about everything', () => {
    const scopes = (text: string) => findClaims(text).map(({ scope }) => scope);
    expect(scopes('All tests pass.')).toEqual(['all']);
    expect(scopes('- **LampStore:** All tests pass.')).toEqual(['some']);
  });

  test('has the clause as its span', () => {
    expect(claims('Renamed the class, and all tests pass.')).toEqual([['tests', 'all tests pass']]);
  });

  test('is found once for each kind of a sentence, and for each fix of a list', () => {
    const listed = 'Fixed the date bug, fixed the sort order, and all tests pass, 12/12.';
    expect(claims(listed).map(([action]) => action)).toEqual(['fix', 'fix', 'tests']);
  });

  test('about another tool’s result is that tool’s claim alone', () => {
    expect(claims('Confirmed the linter is clean.').map(([action]) => action)).toEqual(['lint']);
  });

  test.each(['All tests pass.', 'The full suite is green.', 'Every test passes.'])(
    'of everything is told: %s',
    (text) => {
      expect(findClaims(text)).toMatchObject([{ scope: 'all' }]);
    },
  );

  test.each(['The cart tests pass.', 'All tests pass in `src/cart`.', '12 tests pass.'])(
    'of a part is told: %s',
    (text) => {
      expect(findClaims(text)).toMatchObject([{ scope: 'some' }]);
    },
  );
});

describe('no claim', () => {
  test.each([
    'I will run the tests next.',
    'If nothing else changed, the cache is warm.',
    'A passing test suite is required before a merge.',
    'Make sure nothing else is touched.',
    'Once the tests pass, I can merge.',
    'If the build succeeds, we are done.',
    'The tests do not pass yet.',
    'The build is not green.',
    'Please check that the tests pass.',
    'Do the tests pass?',
    'This should fix the crash.',
    'You said the tests pass.',
    'The log says "all tests pass".',
    'Status: `All tests pass` is what it prints.',
    '> All tests pass.',
    '```\nAll tests pass.\n```',
    '33 of 37 tests pass.',
    'The function passes the flag to the test helper.',
    '✅ `TestParser` covers the empty list',
    'mustInsert() in store_test.go is a clean helper.',
    'The fixed width of the table stays.',
    'It released the lock.',
    'Tests pass. That is from an earlier run.',
    'build: fine, tests: pass (from memory, need to confirm)',
    'Only checked the syntax by eye.',
    'Now 12 tests pass and 3 are failing: 12 passing, 3 failing.',
    '13 out of 14 C-1 tests passing.',
    'The tests are mostly passing.',
    'To get the tests passing you need a database.',
    'It takes two weeks to build complete lamps.',
    '✅ Build trust',
    '✅ Integration test suite',
    'I deployed 5 specialized agents.',
    'The lamp tests have been fixed by the user.',
  ])('is in %j', (text) => {
    expect(claims(text)).toEqual([]);
  });
});

describe('in German', () => {
  test.each([
    ['Alle Tests sind bestanden und die Typprüfung läuft ohne Fehler.', ['tests', 'types']],
    ['Ich habe den Fehler behoben, und die Tests sind grün.', ['fix', 'tests']],
    ['Die Tests sind noch nicht grün, das ist mir bekannt.', []],
    ['Ich werde die Tests starten, sobald alle bestanden sind.', []],
  ])('%s', (text, actions) => {
    expect(claims(text).map(([action]) => action)).toEqual(actions);
  });
});
