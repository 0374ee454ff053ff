/** Reports that are written document by document. */
import { expect, test } from 'vitest';
import type { Problem } from '../../../src/core/model';
import { FORMAT_NAMES, render, writer, type DocumentReport } from '../../../src/core/report';

const look = { version: '1.0.0' } as const;
const TEXT = 'Nobody knows [1].\n';
const problem: Problem = {
  code: 'dangling',
  severity: 'error',
  span: { start: 13, end: 16 },
  facts: { label: '[1]' },
};
const documentOf = (n: number, more: Partial<DocumentReport> = {}): DocumentReport => ({
  path: `${n}.md`,
  text: TEXT,
  problems: [problem],
  findings: [],
  ...more,
});
const documents = [documentOf(1), documentOf(2), documentOf(3)];

test.each(FORMAT_NAMES)('%s is the same written at once or in parts', (format) => {
  const to = writer(format, look);
  const parts = [...documents.map((one) => to.document(one)), to.end({ errors: [] })];
  expect(parts.join('')).toBe(render({ documents, errors: [] }, format, look));
});

test.each(['json', 'jsonl', 'sarif', 'csv', 'junit', 'text'] as const)(
  '%s keeps no document in memory',
  (format) => {
    const to = writer(format, look);
    for (const one of documents) expect(to.document(one)).toContain(one.path);
  },
);

test('JSON without a document is valid', () => {
  expect(JSON.parse(render({ documents: [], errors: [] }, 'json', look))).toEqual({
    version: 1,
    documents: [],
  });
});

test('SARIF stops at the limits of code scanning, with a notice, and reserves room for problems', () => {
  const info: Problem = { ...problem, code: 'uncited', severity: 'info' };
  const many = Array.from({ length: 16_000 }, () => info);
  const to = writer('sarif', look);
  const text = [
    to.document(documentOf(1, { problems: many })),
    to.document(documentOf(2, { problems: Array.from({ length: 12_000 }, () => problem) })),
    to.end({ errors: [] }),
  ].join('');
  const [run] = (
    JSON.parse(text) as {
      runs: { results: { level: string }[]; invocations: { toolExecutionNotifications: unknown[] }[] }[];
    }
  ).runs;
  expect(run!.results).toHaveLength(25_000);
  expect(run!.results.filter(({ level }) => level === 'error')).toHaveLength(10_000);
  expect(run!.invocations[0]!.toolExecutionNotifications).toHaveLength(1);
});

test('a table can have more rows than a call can take arguments', () => {
  const text = render(
    { documents: [documentOf(1, { problems: Array<Problem>(150_001).fill(problem) })], errors: [] },
    'text',
    look,
  );
  expect(text.split('\n').filter((line) => line.includes('dangling'))).toHaveLength(150_001);
});
