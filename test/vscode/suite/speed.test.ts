/** What the extension costs while somebody types. Bounds are generous; the figures are printed. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { createScanner } from '../../../src/core/extract';
import { createLines } from '../../../src/vscode/lines';
import { extension } from './stage';

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
const at = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

/** 300 KB with 500 citations. */
function draft(): string {
  const filler =
    'The harbour office measured the tide at the old pier on every day of that long year. '.repeat(6);
  const paragraphs = Array.from({ length: 500 }, (_, i) => `${filler}It rose by four metres [${i + 1}].`);
  const entries = Array.from(
    { length: 500 },
    (_, i) => `[${i + 1}] Office ${i}. Tide tables. 19${10 + (i % 90)}. https://tides.example/${i}`,
  );
  return `${paragraphs.join('\n\n')}\n\n## References\n\n${entries.join('\n')}\n`;
}

describe('speed', () => {
  it('the bundle of a window that only scans is under 350 KB', () => {
    const { size } = fs.statSync(path.join(extension().extensionPath, 'dist/extension.js'));
    console.log(`extension.js ${Math.round(size / 1024)} KB`);
    assert.ok(size < 350 * 1024);
  });

  it('scanning after a pause in a draft of 300 KB with 500 citations is no freeze; the goal is 10 ms at the 95th percentile', () => {
    const scanner = createScanner({ year: 2026 });
    let text = draft();
    assert.equal(scanner.scan(text).citations.length, 500);
    const times = Array.from({ length: 60 }, (_, i) => {
      const place = 1_000 + i * 4_000;
      text = `${text.slice(0, place)}x${text.slice(place)}`;
      const start = performance.now();
      scanner.scan(text);
      createLines(text).position(place);
      return performance.now() - start;
    });
    console.log(`keystroke: median ${median(times).toFixed(1)} ms, p95 ${at(times, 0.95).toFixed(1)} ms`);
    assert.ok(at(times, 0.95) < 400);
  });
});
