import { afterEach, describe, expect, it } from 'vitest';
import path from 'node:path';
import { isFailure } from '../../src/core/model';
import { createReader, type Readable, type Reader, type ReaderConfig } from '../../src/node/reader';

const worker = path.resolve(import.meta.dirname, '../../dist/reader.js');
const never = new AbortController().signal;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const html = (text: string) => ({
  bytes: bytes(text),
  url: 'https://example.org/',
  contentType: 'text/html',
});

const open: Reader[] = [];
function reader(config: Partial<ReaderConfig> = {}): Reader {
  const one = createReader({ worker, ...config });
  open.push(one);
  return one;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((r) => r.dispose()));
});

function text(answer: Readable | { miss: string; detail: string }): string {
  if ('miss' in answer) throw new Error(answer.detail);
  return answer.text;
}

describe('reader', () => {
  it('reads a page to its visible text', async () => {
    const answer = await reader().read(
      html('<title>T</title><h1>Head</h1><p>One <b>t</b>wo.<p hidden>No.'),
      never,
    );
    expect(answer).toMatchObject({ title: 'T', text: 'Head\n\nOne two.', truncated: false });
  });

  it('answers cancelled at once when the signal fires, and reads the next page', async () => {
    const one = reader();
    const stop = new AbortController();
    const slow = one.read(html('<p>a<b>'.repeat(200_000)), stop.signal);
    setTimeout(() => stop.abort(), 30);
    const started = performance.now();
    expect(await slow).toMatchObject({ miss: 'cancelled' });
    expect(performance.now() - started).toBeLessThan(1_000);
    expect(text(await one.read(html('<p>next'), never))).toBe('next');
  });

  it('ends a page that takes too long and reads the next one', async () => {
    const one = reader({ timeouts: { parseMs: 5 } });
    const answer = await one.read(html('<p>a<b>'.repeat(200_000)), never);
    expect(answer).toMatchObject({ miss: 'not-text' });
    expect(isFailure(answer) && answer.detail).toMatch(/^parse_timeout/);
    await one.dispose();
    expect(text(await reader().read(html('<p>next'), never))).toBe('next');
  });

  it('survives a worker that runs out of memory', async () => {
    const one = reader({ memoryMb: 16, threads: 1 });
    const answer = await one.read(html('<p>a'.repeat(1_000_000)), never);
    expect(isFailure(answer) && answer.detail).toMatch(/^parse_error/);
    expect(text(await one.read(html('<p>next'), never))).toBe('next');
  });

  it('answers every open request when it is disposed', async () => {
    const one = reader({ threads: 1 });
    const all = [1, 2, 3].map(() => one.read(html('<p>a'.repeat(100_000)), never));
    await one.dispose();
    for (const answer of await Promise.all(all)) expect(answer).toMatchObject({ miss: 'cancelled' });
  });
});
