import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, test } from 'vitest';
import { readArgs } from '../../src/cli/args';
import { scanCommand } from '../../src/cli/commands/scan';
import { verifyCommand } from '../../src/cli/commands/verify';
import type { Command } from '../../src/cli/main';
import { quietTerminal } from '../support/cli';
import { newFolder } from '../support/newFolder';

const FILES = 12;
/** Half of those that are verified together. */
const EACH = 2_500;
/** Bytes of live heap that a file may leave behind; its citations alone have four times as many. */
const KEPT = 1_000_000;

let folder: string;

beforeAll(() => {
  folder = newFolder();
  for (let n = 0; n < FILES; n++) {
    const claims = Array.from(
      { length: EACH },
      (_, i) => `Tide ${i} is in https://a.example/${n}/${i} alone.`,
    );
    writeFileSync(path.join(folder, `page${n}.md`), claims.join('\n\n'));
  }
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Runs a command on the folder: its progress, and the live heap when it reads each file. */
async function watched(command: Command, argv: readonly string[]) {
  const { args, values } = readArgs(argv);
  const heap: number[] = [];
  let [printed, done, last] = [0, 0, 'none'];
  const code = await command(args, values, {
    ...quietTerminal(folder),
    print: (text) => void (printed += text.split('https://a.example').length - 1),
    progress: (text) => {
      last = text;
      if (/^\d+ of /.test(text)) done += 1;
      if (!text.startsWith('reading ')) return;
      collect();
      heap.push(process.memoryUsage().heapUsed);
    },
  });
  return { code, last, done, heap, printed };
}

describe('a folder of 12 files with 30,000 citations', () => {
  test.each([
    ['scan', scanCommand, ['--json']],
    ['verify', verifyCommand, ['--format', 'csv', '--cache', 'off', '--max-citations', '99999']],
  ] as const)(
    '%s shows progress, and keeps no reported citation or finding in memory',
    async (name, command, options) => {
      const { code, last, done, heap, printed } = await watched(command, [name, '*.md', ...options]);
      expect(code).toBe(0);
      expect(printed).toBeGreaterThanOrEqual(FILES * EACH);
      expect(last).toBe('');
      expect(done).toBe(name === 'verify' ? FILES * EACH : 0);
      expect(heap).toHaveLength(FILES);
      // Two files are verified together, so of some in a row one is read when all before it have been reported.
      const [early, late] = [Math.min(...heap.slice(2, 6)), Math.min(...heap.slice(-4))];
      expect((late - early) / (FILES / 2)).toBeLessThan(KEPT);
    },
  );
});
