/** `watch`: prints what is new, and only that. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli, serve, type Served } from '../support/cli';

let folder: string;
let site: Served;
let isGone = false;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'citewright-watch-'));
  site = await serve((_request, _body, response) => {
    response.writeHead(isGone ? 404 : 200, { 'content-type': 'text/html' });
    response.end(
      '<html><head><title>Walls</title></head><body><p>The wall of the harbour is 300 metres long.</p></body></html>',
    );
  });
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

test(
  'prints a problem once, then a new one of a changed file, then a source that has gone',
  { timeout: 60_000 },
  async () => {
    const name = path.join(folder, 'a.md');
    const text = `The wall is long. [a](${site.base}/wall)\n\nNobody knows [1].\n\n## References\n\n[2] Doe, J. (2001). Walls. Press.\n`;
    await writeFile(name, text);
    const lines: { type: string; code: string }[] = [];
    const codes = () => lines.map(({ code }) => code);
    const args = [
      'watch',
      'a.md',
      '--format',
      'jsonl',
      '--every',
      '0.03',
      '--allow-network',
      '--links-only',
      '--cache',
      'off',
    ];
    const { code, err } = await runCli([...args, '--allow-host', `127.0.0.1:${site.port}`], {
      cwd: folder,
      started: (child) => {
        child.stdout?.on('data', (chunk: string) => {
          for (const line of chunk.split('\n').filter(Boolean))
            lines.push(JSON.parse(line) as { type: string; code: string });
        });
        const until = async (seen: () => boolean) => {
          for (let i = 0; i < 200 && !seen(); i++) await new Promise((go) => setTimeout(go, 100));
        };
        void (async () => {
          await until(() => codes().includes('dangling'));
          await writeFile(name, `${text}\nIt is here. [c](no/such/file.ts)\n`);
          await until(() => site.calls.length > 4);
          isGone = true;
          await until(() => codes().includes('not-found'));
          child.kill('SIGINT');
        })();
      },
    });
    expect([code, err.includes('watching 1 files')]).toEqual([130, true]);
    expect(lines.filter(({ type, code: one }) => type === 'finding' && one === 'dangling')).toHaveLength(1);
    expect(codes().filter((one) => one === 'not-found')).toHaveLength(1);
    expect(codes().indexOf('not-found')).toBe(codes().length - 1);
  },
);
