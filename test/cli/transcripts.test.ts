import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pages, runInProcess, serve, type Served } from '../support/cli';
import { commitFiles, runGit } from '../support/gitRepo';
import { newFolder } from '../support/newFolder';

const BRIDGE = 'The bridge over the river was opened to traffic in 1932 by the mayor of the town.';
const NOW =
  '<html><head><title>Bread</title></head><body><main><p>Bread needs flour, water, salt and yeast; knead the dough for ten minutes.</p><p>It rises overnight in a cool place and is baked in a hot oven. Shape loaves, dust them with rye, cut the crust and bake until golden. Serve with butter, cheese, olives, honey or soup.</p></main></body></html>';

let folder: string;
let site: Served;

beforeAll(async () => {
  folder = newFolder();
  site = await serve(pages({ '/bridge': NOW }));
  runGit(folder, ['init', '-q']);
  commitFiles(folder, '2026-01-01T00:00:00Z', {
    'src/a.ts': 'one\ntwo\nthree\n',
    'src/gone.ts': 'x\ny\n',
    'src/short.ts': '1\n2\n3\n4\n',
  });
  commitFiles(
    folder,
    '2026-03-01T00:00:00Z',
    { 'src/a.ts': 'zero\none\ntwo\nthree\n', 'src/late.ts': 'new\n', 'src/short.ts': '1\n' },
    ['src/gone.ts'],
  );
});
afterAll(() => site.close());

type Found = {
  code: string;
  detail?: string;
  citation: {
    identifier: string;
    raw: string;
    marker: { start: number; end: number };
    line: number;
    column: number;
  };
  source?: { via: string; location: string; text: string; notices: { kind: string; detail: string }[] };
};

async function verify(name: string, file: string, ...options: readonly string[]) {
  await writeFile(path.join(folder, name), file);
  const ran = await runInProcess(['verify', name, '--json', '--cache', 'off', ...options], { cwd: folder });
  const { documents } = JSON.parse(ran.out) as { documents: { findings: Found[] }[] };
  return { ...ran, findings: documents[0]?.findings ?? [] };
}
const said = (content: unknown, role = 'assistant') =>
  JSON.stringify({ type: role, timestamp: '2026-02-01T12:00:00Z', message: { role, content } });

describe('a transcript', () => {
  test('is checked against the workspace at the time of each message, invented places first', async () => {
    const words = [
      'The second word is two (src/a.ts:2).',
      'There was x (src/gone.ts:1).',
      'The fourth is there (src/short.ts:4).',
      'It is invented (src/nowhere.ts:3).',
      'It came later (src/late.ts:1).',
    ];
    const file = [
      said('Look at src/user.ts:9', 'user'),
      ...words.map((w) => said([{ type: 'text', text: w }])),
    ].join('\n');
    const { code, findings } = await verify('session.jsonl', file);
    expect(code).toBe(1);
    expect(findings.map((f) => [f.citation.identifier, f.source ? 'found' : f.code])).toEqual([
      ['src/nowhere.ts:3', 'file-not-found'],
      ['src/a.ts:2', 'found'],
      ['src/gone.ts:1', 'drifted'],
      ['src/short.ts:4', 'drifted'],
      ['src/late.ts:1', 'found'],
    ]);
    const [invented, moved, , , late] = findings;
    expect(invented?.detail).toContain('nor did it exist at');
    expect(moved?.source).toMatchObject({ location: 'src/a.ts:3', notices: [{ kind: 'moved' }] });
    expect(late?.source?.notices.map(({ kind }) => kind)).toEqual(['changed']);
  });

  test('has findings at their places in the file', async () => {
    const file = [
      said('hi', 'user'),
      said('He said "two":\nsee [the "file"](https://site.example/x) or src/a.ts:2.'),
    ].join('\n');
    await writeFile(path.join(folder, 'places.jsonl'), file);
    const { out } = await runInProcess(['scan', 'places.jsonl', '--json'], { cwd: folder });
    const { documents } = JSON.parse(out) as { documents: { citations: Found['citation'][] }[] };
    const found = documents[0]?.citations ?? [];
    expect(found.map(({ identifier }) => identifier)).toEqual(['https://site.example/x', 'src/a.ts:2']);
    for (const { raw, marker, line, column } of found) {
      expect(file.slice(marker.start, marker.end)).toBe(raw);
      expect(line).toBe(2);
      expect(column).toBe(marker.start - file.indexOf('\n'));
    }
  });

  test('is recognized by content, not by file name; other JSON is read as text', async () => {
    await writeFile(path.join(folder, 'log.txt'), said('See src/nowhere.ts:3.'));
    await writeFile(path.join(folder, 'data.jsonl'), '{"a":"See src/nowhere.ts:3."}');
    const { out } = await runInProcess(['scan', 'log.txt', 'data.jsonl', '--json'], { cwd: folder });
    const { documents } = JSON.parse(out) as { documents: { citations: unknown[] }[] };
    expect(documents[0]?.citations).toHaveLength(1);
  });

  test('reports how many lines are unreadable, and reads the others', async () => {
    await writeFile(path.join(folder, 'broken.jsonl'), [said('See src/a.ts:2.'), '{"type":"assi'].join('\n'));
    const { err, out } = await runInProcess(['scan', 'broken.jsonl', '--json'], { cwd: folder });
    expect(err).toContain('skipped 1 malformed line');
    expect(out).toContain('src/a.ts:2');
  });

  test('does not support ignore comments', async () => {
    const ignoring =
      '<!-- citewright-ignore-file -->\n<!-- citewright-ignore-next-line -->\nSee src/nowhere.ts:3. <!-- citewright-ignore-line -->';
    const { findings } = await verify('ignore.jsonl', said(ignoring));
    expect(findings).toMatchObject([{ code: 'file-not-found' }]);
    expect(findings[0]).not.toHaveProperty('suppressed');
  });

  test('has its pages judged as the agent saw them, and compared with the live page', async () => {
    const url = `http://127.0.0.1:${site.port}/bridge`;
    const file = [
      said([{ type: 'tool_use', id: 't', name: 'WebFetch', input: { url } }]),
      said(
        [
          {
            type: 'tool_result',
            tool_use_id: 't',
            content: `${BRIDGE} It has four arches of grey stone and carries the road to the north of the county.`,
          },
        ],
        'user',
      ),
      said(`${BRIDGE.slice(0, -1)} (${url}).`),
    ].join('\n');
    const offline = await verify('page.jsonl', file);
    expect(offline.findings).toMatchObject([
      { code: 'related', source: { via: 'user', notices: [{ kind: 'as-seen' }] } },
    ]);
    const online = await verify(
      'page.jsonl',
      file,
      '--allow-network',
      '--allow-host',
      `127.0.0.1:${site.port}`,
    );
    expect(online.findings[0]?.source?.notices.map(({ kind }) => kind)).toEqual(['as-seen', 'changed']);
  });
});
