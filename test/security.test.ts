/** docs/security-requirements.md names tests that exist and run, and no text cites a document outside the repository. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

type Found = { readonly runs: boolean; readonly asserts: boolean };

/** Every case of a file of texts by its title: it runs by the test beside its folder, against the expectation in JSON. */
function casesOf(file: string): Map<string, Found> {
  const expected = JSON.parse(read(file.replace(/md$/, 'json'))) as object;
  const runs = existsSync(path.join(ROOT, file, '../../cases.test.ts'));
  return new Map(Object.keys(expected).map((title) => [title, { runs, asserts: true }]));
}

/** Every test of a file by its title, and every function that the file calls by its name in backquotes. */
function testsOf(file: string): Map<string, Found> {
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
  const found = new Map<string, Found>();
  const visit = (node: ts.Node, skipped: boolean): void => {
    let off = skipped;
    if (ts.isFunctionDeclaration(node) && node.name) {
      const { text } = node.name;
      const calls = [...source.text.matchAll(new RegExp(`\\b${text}\\(`, 'g'))].length;
      found.set(`\`${text}\``, { runs: calls > 1, asserts: /\bassert\b/.test(node.getText()) });
    }
    if (ts.isCallExpression(node)) {
      const called = node.expression.getText();
      const [title] = node.arguments;
      if (/^(?:describe|it|test)\b/.test(called)) off ||= /\.(?:skip|todo|fails)\b/.test(called);
      if (/^(?:it|test)\b/.test(called) && title && ts.isStringLiteralLike(title)) {
        const body = node.arguments
          .slice(1)
          .map((argument) => argument.getText())
          .join('\n');
        found.set(title.text, { runs: !off, asserts: /\b(?:expect|assert|until|fc)\b/.test(body) });
      }
    }
    ts.forEachChild(node, (child) => visit(child, off));
  };
  visit(source, false);
  return found;
}

describe('security requirements', () => {
  const page = read('docs/security-requirements.md');
  const proofs = [...page.matchAll(/^ +- \[[^\]]+\]\(\.\.\/([^)]+)\): (?:“(.+)”|(`\w+`))$/gm)].map(
    ([, file = '', title, name]) => [file, title ?? name ?? ''] as const,
  );

  test('have a test each', () => {
    const rules = page.split(/^- /m).slice(1);
    expect(rules.length).toBeGreaterThan(35);
    for (const rule of rules) expect(rule).toMatch(/^ +- \[/m);
    expect(proofs.length).toBe(page.match(/^ +- /gm)?.length);
  });

  test.each(proofs)('%s: %s', (file, title) => {
    expect(existsSync(path.join(ROOT, file)), file).toBe(true);
    expect((file.endsWith('.md') ? casesOf(file) : testsOf(file)).get(title)).toEqual({
      runs: true,
      asserts: true,
    });
  });
});

test('no comment or test title cites a document outside the repository', () => {
  const files = execFileSync('git', ['ls-files', 'src', 'test', 'scripts', 'media'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.(?:ts|mts|mjs|js)$/.test(file) && existsSync(path.join(ROOT, file)));
  expect(files.length).toBeGreaterThan(300);
  const FOREIGN =
    /\b(?:DESIGN|house|safety|security|style|truth)\.md\b|\bDESIGN section|\brequirements? [A-Z]\d|^\s*(?:\/?\*|\/\/).*[(\s][VJRNASFG]\d\d\b|\b(?:it|test|describe)\(\s*['"`].*\b[VJRNAXSFG]\d\d\b/m;
  const citing = files.filter((file) => file !== 'test/security.test.ts' && FOREIGN.test(read(file)));
  expect(citing).toEqual([]);
});
