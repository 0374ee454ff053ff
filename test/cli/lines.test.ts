/** The lines that `work` reads from standard input. */
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { linesOf } from '../../src/cli/units';

describe('the lines of standard input', () => {
  const read = async (chunks: readonly string[], most?: number, signal = new AbortController().signal) => {
    const found: string[] = [];
    for await (const line of linesOf(Readable.from(chunks), signal, most)) found.push(line);
    return found;
  };

  test('are joined across chunks, with or without a final line break', async () => {
    expect(await read([])).toEqual([]);
    expect(await read(['a', 'b\nc\n\nd'])).toEqual(['ab', 'c', '', 'd']);
    expect(await read(['a\n', 'b\n'])).toEqual(['a', 'b']);
  });

  test('are rejected if one is too long, before it is read whole', async () => {
    expect(await read(['abc\n', 'abc\n'], 3)).toEqual(['abc', 'abc']);
    await expect(read(['ab', 'cd', 'e\n'], 3)).rejects.toThrow('longer than 3');
  });

  test('end when the run is cancelled', async () => {
    const stop = new AbortController();
    const endless = new Readable({ read: () => undefined });
    endless.push('a\nb');
    const found: string[] = [];
    for await (const line of linesOf(endless, stop.signal)) {
      found.push(line);
      stop.abort();
    }
    expect(found).toEqual(['a']);
  });
});
