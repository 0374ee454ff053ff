import { describe, expect, it } from 'vitest';
import { blockOf } from '../../../src/core/text/block';

/** The block that line `n`, counted from 1, opens. */
function opened(text: string, n: number): string {
  const lines = text.split('\n');
  const start = lines.slice(0, n - 1).join('\n').length + (n > 1 ? 1 : 0);
  const { start: from, end } = blockOf(text, { start, end: start + (lines[n - 1]?.length ?? 0) });
  return text.slice(from, end);
}
const CODE =
  'const A = 1;\nfunction f() {\n  if (A) {\n    return 2;\n  } else {\n    return 3;\n  }\n}\nconst B = 4;';

describe('the block that cited lines open', () => {
  it('is the line itself if it opens none', () => expect(opened(CODE, 1)).toBe('const A = 1;'));
  it('is a function up to its closing bracket', () =>
    expect(opened(CODE, 2)).toBe(CODE.slice(CODE.indexOf('function'), CODE.indexOf('\nconst B'))));
  it('continues after "else"', () =>
    expect(opened(CODE, 3)).toBe('  if (A) {\n    return 2;\n  } else {\n    return 3;\n  }'));
  it('is the indented part if blocks have no brackets', () =>
    expect(opened('def f(x):\n    y = x\n\n    return y\nz = 1', 1)).toBe(
      'def f(x):\n    y = x\n\n    return y',
    ));
  it('includes the comment above it', () => {
    const text = 'x = 1;\n\n/**\n * Why.\n */\nf();\n// Not this.\n\ng();';
    expect(opened(text, 6)).toBe('/**\n * Why.\n */\nf();');
    expect(opened(text, 9)).toBe('g();');
  });
  it('is the section of a heading', () =>
    expect(opened('# One\ntext\n## Sub\nmore\n# Two\nend', 1)).toBe('# One\ntext\n## Sub\nmore'));
  it('ends after 400 lines', () =>
    expect(opened(`f() {\n${'  x;\n'.repeat(1_000)}}`, 1).split('\n')).toHaveLength(401));
});
