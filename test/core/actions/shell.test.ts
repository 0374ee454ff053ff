/** Command lines that are hostile, or print their own exit code; `cases/lines.md` has those that a shell reads plainly. */
import { describe, expect, test } from 'vitest';
import { readScript } from '../../../src/core/actions/shellSteps';

describe('readScript', () => {
  test.each(['"', '(', '`', '$(', "'", 'if', 'fi', '))', 'a && ', '<<EOF', '}{', '&& ||', 'case x in', '\\'])(
    'does not throw: %s',
    (line) => expect(Array.isArray(readScript(line).steps)).toBe(true),
  );

  test('reads a hostile line within the limit of a test', () => {
    const line = `${'('.repeat(20_000)}${'"$('.repeat(5_000)}`;
    expect(readScript(line).steps).toBeInstanceOf(Array);
  });
});

test('the exit code that a line prints is read from the words around it', () => {
  const statusOf = (line: string) =>
    readScript(line).steps.find(({ words }) => words[0] === 'pytest')?.status;
  expect(statusOf('pytest | tail -1; echo "exit ${PIPESTATUS[0]}"')).toEqual(['exit ', '']);
  expect(statusOf('pytest | tail -1; echo "exit $?"')).toBeUndefined();
});
