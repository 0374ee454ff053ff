/** `watch`: prints what is new, and only that. */
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { ENDPOINTS } from '../../../src/node/web/endpoints';
import { runCli, serve, type Served } from '../../support/cli';
import { runGit } from '../../support/gitRepo';
import { newFolder } from '../../support/newFolder';

const WATCH = ['watch', 'a.md', '--format', 'jsonl', '--every', '0.03', '--allow-network'];

let folder: string;
let site: Served;
let isGone = false;
beforeAll(async () => {
  folder = newFolder();
  site = await serve((_request, _body, response) => {
    response.writeHead(isGone ? 404 : 200, { 'content-type': 'text/html' });
    response.end(
      '<html><head><title>Walls</title></head><body><p>The wall of the harbour is 300 metres long.</p></body></html>',
    );
  });
});
afterAll(() => site.close());

test.concurrent(
  'prints a problem once, then a new one in a changed file, then a source that has disappeared',
  async ({ expect }) => {
    const name = path.join(folder, 'a.md');
    const text = `The wall is long. [a](${site.base}/wall)\n\nNobody knows [2].\n\n## References\n\n[1] Doe, J. (2001). Walls. Press.\n`;
    await writeFile(name, text);
    const lines: { type: string; code: string }[] = [];
    const codes = () => lines.map(({ code }) => code);
    const args = [...WATCH, '--links-only', '--cache', 'off'];
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
          await writeFile(
            name,
            `${text.replace('Nobody', 'Hardly anybody')}\nIt is here. [c](no/such/file.ts)\n`,
          );
          await until(() => site.calls.length > 4);
          isGone = true;
          await until(() => codes().includes('not-found'));
          child.kill('SIGINT');
        })();
      },
    });
    expect([code, err.includes('watching 1 file;')]).toEqual([130, true]);
    expect(lines.filter(({ type, code: one }) => type === 'finding' && one === 'dangling')).toHaveLength(1);
    expect(codes().filter((one) => one === 'not-found')).toHaveLength(1);
    expect(codes().indexOf('not-found')).toBe(codes().length - 1);
  },
);

type Line = {
  type: string;
  code: string;
  citation?: { raw: string };
  source?: { notices: { kind: string }[] };
};

test.concurrent(
  'reports once that a work was retracted, a page changed or cited lines moved, however sentences change',
  async ({ expect }) => {
    const here = newFolder();
    const file = (name: string, text: string) => writeFile(path.join(here, name), text);
    const git = (...args: string[]) => runGit(here, args);
    let isLater = false;
    let asked = 0;
    const work = {
      DOI: '10.1000/lamps',
      title: ['Lamps of the coast in winter fog'],
      author: [{ family: 'Garcia', given: 'Ana' }],
      issued: { 'date-parts': [[2018]] },
    };
    const update = {
      DOI: '10.1000/retraction',
      type: 'retraction',
      source: 'retraction-watch',
      label: 'Retraction',
    };
    const news = await serve(({ url = '' }, _body, response) => {
      if (url.startsWith('/page')) {
        asked += 1;
        response.writeHead(200, { 'content-type': 'text/html' });
        response.end(
          `<html><head><title>Walls</title></head><body><p>The wall of the harbour is ${isLater ? 290 : 300} metres long and stands.</p></body></html>`,
        );
      } else if (decodeURIComponent(url).startsWith('/crossref/works/10.1000/lamps')) {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ message: { ...work, ...(isLater && { 'updated-by': [update] }) } }));
      } else response.writeHead(404).end();
    });
    git('init', '-q');
    await file('code.ts', 'export const wall = 300;\nexport const lamp = 3;\n');
    const text = `The wall is long. [a](${news.base}/page)\n\nThe lamps fail in fog https://doi.org/10.1000/lamps so.\n\nThe lamp is code.ts:2 here.\n`;
    await file('a.md', text);
    git('add', '.');
    git('commit', '-qm', 'one');
    const lines: Line[] = [];
    const names = Object.keys(ENDPOINTS);
    const told = (all: readonly Line[]) =>
      all.map(({ code, source }) => [code, ...(source?.notices ?? []).map(({ kind }) => kind)].join(' '));
    const args = [...WATCH, '--cache', 'off', '--retries', '0'];
    const endpoints = names.flatMap((name) => ['--endpoint', `${name}=${news.base}/${name}`]);
    const later = { from: 0 };
    await runCli([...args, ...endpoints, '--allow-host', `127.0.0.1:${news.port}`], {
      cwd: here,
      started: (child) => {
        child.stdout?.on('data', (chunk: string) => {
          for (const line of chunk.split('\n').filter(Boolean)) lines.push(JSON.parse(line) as Line);
        });
        const until = async (seen: () => boolean) => {
          for (let i = 0; i < 200 && !seen(); i++) await new Promise((go) => setTimeout(go, 100));
        };
        void (async () => {
          await until(() => asked >= 2);
          later.from = lines.length;
          isLater = true;
          await file('code.ts', 'export const wall = 300;\nexport const light = "no lamp at all";\n');
          await until(() =>
            ['retracted', 'changed', 'drifted'].every((word) => told(lines).join(' ').includes(word)),
          );
          await file('a.md', text.replaceAll('The', 'That'));
          const before = asked;
          await until(() => asked >= before + 2);
          child.kill('SIGINT');
        })();
      },
    });
    await news.close();
    const first = told(lines.slice(0, later.from)).join(' ');
    expect(['retracted', 'changed', 'drifted'].filter((word) => first.includes(word))).toEqual([]);
    const after = told(lines.slice(later.from));
    for (const word of ['retracted', 'changed', 'drifted'])
      expect([word, after.filter((one) => one.includes(word)).length]).toEqual([word, 1]);
  },
);

test.concurrent(
  'reports at once that a cited or linked file was deleted or renamed, offline',
  async ({ expect }) => {
    const here = newFolder();
    for (const name of ['one.ts', 'two.ts', 'notes.md'])
      await writeFile(path.join(here, name), 'export const lamp = 3;\n');
    const text =
      'The lamp is one.ts:1 here. The bell is two.ts:1 there. See [notes](notes.md) and https://a.example/x.\n';
    await writeFile(path.join(here, 'a.md'), text);
    let [out, err] = ['', ''];
    const seen = (words: () => boolean) =>
      new Promise<void>((go) => {
        const look = () => (words() ? go() : setTimeout(look, 20));
        look();
      });
    const { code } = await runCli(['watch', 'a.md', '--every', '0', '--cache', 'off'], {
      cwd: here,
      started: (child) => {
        child.stdout?.on('data', (chunk: string) => (out += chunk));
        child.stderr?.on('data', (chunk: string) => (err += chunk));
        void (async () => {
          await seen(() => err.includes('watching'));
          await rm(path.join(here, 'one.ts'));
          await seen(() => out.includes('one.ts'));
          await rename(path.join(here, 'two.ts'), path.join(here, 'three.ts'));
          await seen(() => out.includes('two.ts'));
          await rm(path.join(here, 'notes.md'));
          await seen(() => out.includes('notes.md'));
          child.kill('SIGINT');
        })();
      },
    });
    expect([code, err.match(/nothing was fetched/g)?.length]).toEqual([130, 1]);
    expect(out).not.toContain('disabled');
    for (const name of ['one.ts', 'two.ts', 'notes.md'])
      expect([name, out.split(name).length - 1 > 0]).toEqual([name, true]);
  },
);

test.concurrent('notices a change of a cited file while its document is checked', async ({ expect }) => {
  const here = newFolder();
  await writeFile(path.join(here, 'one.ts'), 'export const lamp = 3;\n');
  let out = '';
  const slow = await serve((_request, _body, response) => {
    // The file was read when the answer comes, and goes before it does.
    setTimeout(
      () => void rm(path.join(here, 'one.ts'), { force: true }).then(() => response.end('A lamp.')),
      1500,
    );
  });
  await writeFile(
    path.join(here, 'a.md'),
    `The lamp is one.ts:1 here. [It shines](${slow.base}/lamp) at night.\n`,
  );
  const args = ['watch', 'a.md', '--every', '0', '--cache', 'off', '--allow-network'];
  await runCli([...args, '--allow-host', `127.0.0.1:${slow.port}`], {
    cwd: here,
    started: (child) =>
      child.stdout?.on('data', (chunk: string) => {
        out += chunk;
        if (out.includes('one.ts')) child.kill('SIGINT');
      }),
  });
  await slow.close();
  expect(out).toContain('one.ts');
});
