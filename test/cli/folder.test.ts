import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readArgs } from '../../src/cli/args';
import { scanCommand } from '../../src/cli/commands/scan';
import { verifyCommand } from '../../src/cli/commands/verify';
import type { Terminal } from '../../src/cli/terminal';
import { quietTerminal, runCli } from '../support/cli';
import { newFolder } from '../support/newFolder';

const FILES = 500;
const EACH = 20;
/** Old-generation heap of the process. Keeping the citations of all files would take more (measured: 8 KB each). */
const HEAP_MB = 128;

let folder: string;

const FILLER = 'The harbour office keeps a log of every tide, and the log is read again each winter. '.repeat(
  270,
);
const page = (n: number): string =>
  Array.from(
    { length: EACH },
    (_, i) => `Statement ${n} and ${i} rests on the listing (src/m${i % 10}.ts:${(n % 50) + 1}).`,
  ).join('\n\n') + `\n\n${FILLER}\n`;

beforeAll(async () => {
  folder = newFolder();
  await mkdir(path.join(folder, 'src'));
  const code = Array.from({ length: 60 }, (_, i) => `export const value${i} = ${i};`).join('\n');
  for (let i = 0; i < 10; i++) await writeFile(path.join(folder, `src/m${i}.ts`), code);
  for (let n = 0; n < FILES; n++) {
    const home = path.join(folder, 'docs', String(n % 25));
    if (n < 25) await mkdir(home, { recursive: true });
    await writeFile(path.join(home, `page${n}.md`), page(n));
  }
}, 60_000);

const env = { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` };

/** A terminal that keeps what it is told. */
function listening(): Terminal & { readonly told: string[]; readonly printed: string[] } {
  const [told, printed]: [string[], string[]] = [[], []];
  return {
    ...quietTerminal(folder),
    told,
    printed,
    print: (text) => void printed.push(text),
    progress: (text) => void told.push(text),
  };
}

describe('a folder of 500 files with 10,000 citations', () => {
  test('is scanned in one process of bounded memory', { timeout: 120_000 }, async () => {
    const { code, out, err } = await runCli(['scan', 'docs/**/*.md', '--json'], { cwd: folder, env });
    expect([code, err]).toEqual([0, '']);
    const { documents } = JSON.parse(out) as { documents: { citations: unknown[] }[] };
    expect(documents).toHaveLength(FILES);
    expect(documents.reduce((n, { citations }) => n + citations.length, 0)).toBe(FILES * EACH);
  });

  test('is verified in one process of bounded memory', { timeout: 240_000 }, async () => {
    const args = [
      'verify',
      'docs/**/*.md',
      '--format',
      'csv',
      '--cache',
      'off',
      '--max-citations',
      String(FILES * EACH),
    ];
    const { code, out, err } = await runCli([...args, '--fail-on', 'never'], { cwd: folder, env });
    expect([code, err]).toEqual([0, '']);
    expect(out.split('\n').filter((line) => line.includes('page')).length).toBeGreaterThanOrEqual(
      FILES * EACH,
    );
  });

  test('shows progress', async () => {
    for (const [name, command] of [
      ['scan', scanCommand],
      ['verify', verifyCommand],
    ] as const) {
      const terminal = listening();
      const { args, values } = readArgs([
        name,
        'docs/3/*.md',
        '--json',
        ...(name === 'verify' ? ['--cache', 'off'] : []),
      ]);
      await command(args, values, terminal);
      expect(terminal.told.filter((line) => line.startsWith('reading '))).toHaveLength(FILES / 25);
      expect(terminal.told.at(-1)).toBe('');
      const all = (FILES / 25) * EACH;
      const done = terminal.told.filter((line) => line.includes(` of ${all}  `));
      expect(done).toHaveLength(name === 'verify' ? all : 0);
    }
  });
});
