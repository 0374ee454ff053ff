/** Command lines that are hostile, or print their own exit code; `cases/lines.md` has those that a shell reads plainly. */
import { describe, expect, test } from 'vitest';
import { doingOf } from '../../../src/core/actions/commandKinds';
import { readScript } from '../../../src/core/actions/shellSteps';

describe('readScript', () => {
  test.each(['"', '(', '`', '$(', "'", 'if', 'fi', '))', 'a && ', '<<EOF', '}{', '&& ||', 'case x in', '\\'])(
    'does not throw: %s',
    (line) => expect(() => readScript(line)).not.toThrow(),
  );

  test.each(['(', '"$(', '| ', 'a && ', 'a || ', '! ', 'eval ', 'ssh a ', 'open(', '\n', '1'])(
    'reads a long hostile line within the limit of a test: %s',
    (unit) => {
      const long = unit.repeat(50_000 / unit.length);
      for (const line of [long, `sed -i ${long}`, `python -c '${long}'`])
        expect(readScript(line).steps.map(doingOf)).toBeInstanceOf(Array);
    },
  );
});

test('the exit code that a line prints is read from the words around it', () => {
  const statusOf = (line: string) =>
    readScript(line).steps.find(({ words }) => words[0] === 'pytest')?.status;
  expect(statusOf('pytest | tail -1; echo "exit ${PIPESTATUS[0]}"')).toEqual(['exit ', '']);
  expect(statusOf('pytest | tail -1; echo "exit $?"')).toBeUndefined();
});
