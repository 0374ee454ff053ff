/** Command lines as a shell reads them: what runs, and what the exit code and the output of the line tell of it. */
import { describe, expect, test } from 'vitest';
import { doingOf } from '../../../src/core/work/commandKinds';
import { readScript } from '../../../src/core/work/shellSteps';

const steps = (line: string) => readScript(line).steps.map((step) => step.words.join(' '));
const first = (line: string, name: string) =>
  readScript(line).steps.find(({ words }) => words.includes(name));

describe('the commands of a line', () => {
  test.each([
    ['cd app && npm test', ['cd app', 'npm test']],
    ['npm test | tail -3; echo done', ['npm test', 'tail -3', 'echo done']],
    ['(cd a; make) && { make b; }', ['cd a', 'make', 'make b']],
    ['if make; then echo ok; else echo no; fi', ['make', 'echo ok', 'echo no']],
    ['for f in a b; do pytest $f; done', ['pytest $f']],
    ['bash -lc "cd x && go test ./..."', ['cd x', 'go test ./...']],
    ["cat > a.py <<'EOF'\nrm -rf x; pytest\nEOF\npytest", ['cat', 'pytest']],
    ['echo "a; b" \'c && d\'', ['echo a; b c && d']],
    ['FOO=1 npm test 2>&1 >out.log', ['npm test']],
    ['npm test # then nothing', ['npm test']],
    ['echo $(pytest)', ['echo $(pytest)']],
  ])('of %j', (line, words) => {
    expect(steps(line)).toEqual(words);
  });

  test.each(['"', '(', '`', '$(', "'", 'if', 'fi', '))', 'a && ', '<<EOF', '}{', '&& ||', 'case x in', '\\'])(
    'never throw: %s',
    (line) => {
      expect(Array.isArray(steps(line))).toBe(true);
    },
  );

  test('are read in linear time', () => {
    const line = `${'('.repeat(20_000)}${'"$('.repeat(5_000)}`;
    const before = performance.now();
    steps(line);
    expect(performance.now() - before).toBeLessThan(2_000);
  });
});

describe('the exit code of a line', () => {
  test.each([
    'pytest',
    'cd a && pytest',
    'pytest || exit 1',
    'set -e; pytest; echo done',
    'set -o pipefail; pytest | tail -1',
    'pytest; exit $?',
    '(pytest)',
  ])('is that of the runner in %j', (line) => {
    expect(first(line, 'pytest')?.proves).toBe(true);
  });

  test.each([
    'pytest || true',
    'pytest; exit 0',
    'pytest | tail -1',
    'pytest; echo done',
    '! pytest',
    'pytest &',
    'if pytest; then echo; fi',
  ])('is not that of the runner in %j', (line) => {
    expect(first(line, 'pytest')?.proves).toBe(false);
  });

  test('that the line prints is known by the words around it', () => {
    expect(first('pytest | tail -1; echo "exit ${PIPESTATUS[0]}"', 'pytest')?.status).toEqual(['exit ', '']);
    expect(first('pytest | tail -1; echo "exit $?"', 'pytest')?.status).toBeUndefined();
  });
});

describe('what a command shows', () => {
  const doing = (line: string) => {
    const [step] = readScript(line).steps;
    if (!step) throw new Error('no command');
    return doingOf(step);
  };

  test.each([
    ['uv run pytest -q', ['tests']],
    ['python -m pytest', ['tests']],
    ['npx tsc --noEmit', ['types', 'build']],
    ['npm run lint', ['lint']],
    ['pnpm test', ['tests']],
    ['./scripts/test.sh', ['tests', 'run']],
    ['git commit -m x', ['commit']],
    ['docker run --rm img pytest', ['tests']],
    ['echo "12 passed"', []],
    ['python -c \'print("12 passed")\'', []],
    ['npm install', []],
  ])('of %j', (line, proofs) => {
    expect(doing(line).proofs).toEqual(proofs);
  });

  test.each([
    'pytest -k cart',
    'pytest tests/test_a.py',
    'go test ./pkg/a',
    'npm test -- cart',
    'cargo test -p core',
    'jest -t name',
  ])('is a part for %j', (line) => {
    expect(doing(line).only.length).toBeGreaterThan(0);
  });

  test.each(['pytest', 'pytest tests/', 'go test ./...', 'npm test', 'cargo test --workspace', 'jest'])(
    'is all for %j',
    (line) => {
      expect(doing(line).only).toEqual([]);
    },
  );

  test.each(['pytest --collect-only', 'cargo test --no-run', 'jest --listTests', 'make -n test'])(
    'is nothing for %j',
    (line) => {
      expect(doing(line).isDry).toBe(true);
    },
  );
});
