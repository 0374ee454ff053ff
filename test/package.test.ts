/** The package that users install: what it runs, whose licences it carries, and that it is built the same each time. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { reached, sizeAtStart } from '../scripts/bundle.mjs';
import type * as Llm from '../src/node/models/llm';
import { Reader } from '../src/node/read/reader';
import { anthropicServer, openaiServer } from './support/batches';
import { serve } from './support/cli';
import { newFolder } from './support/newFolder';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** A hash for each file of a folder. */
const hashes = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((f) => /\.(?:m?js|txt)$/.test(f))
      .map((f) => [
        f,
        createHash('sha256')
          .update(readFileSync(path.join(folder, f)))
          .digest('hex'),
      ]),
  );

const stream = (head: string, bytes: Buffer): string =>
  `${head}/Length ${bytes.length}>>\nstream\n${bytes.toString('latin1')}\nendstream`;

const PROMPT = {
  system: 'Judge.',
  blocks: [{ text: 'Q' }],
  schema: { type: 'object' },
  name: 'v',
  maxTokens: 9,
};

/** What was built into dist/, by file. */
type Output = {
  readonly entryPoint?: string;
  readonly inputs: Readonly<Record<string, { bytesInOutput: number }>>;
  readonly imports: readonly { path: string; kind: string }[];
};
const built = () => JSON.parse(read('dist/meta.json')) as Readonly<Record<string, Output>>;

/** The providers as users get them: without the parts of their packages that are left out. */
const providers = (): typeof Llm => {
  const [file = ''] =
    Object.entries(built()).find(
      ([name, { entryPoint }]) => name.endsWith('.js') && entryPoint === 'src/node/models/llm.ts',
    ) ?? [];
  return createRequire(import.meta.url)(path.join(ROOT, file)) as typeof Llm;
};

/**
 * A PDF compressed with Brotli, in a font whose letters are images and have codes of its own, so that who can't read the font can't read the
 * word: rare, so the examples have none.
 */
function drawnPdf(before = ''): Buffer {
  const letter = stream('<<', Buffer.from('9 0 0 0 9 9 d1 BI /IM true /W 1 /H 1 /BPC 1 ID x EI'));
  const all = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>',
    stream(
      '<</Filter/BrotliDecode',
      brotliCompressSync(`${before}BT /F1 12 Tf 72 700 Td (\\1\\2\\3\\4\\5\\6) Tj ET`),
    ),
    `<</Type/Font/Subtype/Type3/FontBBox[0 0 0 0]/FontMatrix[.1 0 0 .1 0 0]/FirstChar 1/LastChar 6/Widths[9 9 9 9 9 9]
      /CharProcs<</m 6 0 R/a 6 0 R/n 6 0 R/t 6 0 R/l 6 0 R/e 6 0 R>>
      /Encoding<</Differences[1/m/a/n/t/l/e]>>>>`,
    letter,
  ];
  const objects = all.map((body, i) => `${i + 1} 0 obj\n${body}\nendobj\n`).join('');
  return Buffer.from(`%PDF-2.0\n${objects}trailer\n<</Root 1 0 R>>\n%%EOF`, 'latin1');
}

describe('the package', () => {
  test('runs nothing when it is installed', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    expect(Object.keys(scripts).filter((s) => /install|^prepare$/.test(s))).toEqual([]);
  });

  test('contains the licence of every package whose code it contains', () => {
    const outputs = built();
    const inside = new Set(
      Object.values(outputs).flatMap(({ inputs }) =>
        Object.keys(inputs).flatMap((f) => /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(f)?.[1] ?? []),
      ),
    );
    expect(inside.size).toBeGreaterThan(10);
    const told = read('dist/licences.txt');
    expect([...inside].filter((name) => !told.includes(`${name} `))).toEqual([]);
    expect(told).toContain('Apache License');
  });

  test('omits unused parts of its packages', () => {
    const outputs = built();
    const inputs = Object.values(outputs).flatMap((one) => Object.entries(one.inputs));
    const bytesOf = (files: RegExp) =>
      inputs.reduce((sum, [file, { bytesInOutput }]) => sum + (files.test(file) ? bytesInOutput : 0), 0);
    expect(bytesOf(/\/(?:ajv|zod\/v3)\/|\/(?:openai|sdk)\/resources\/beta\//)).toBeLessThan(20_000);
    expect(bytesOf(/\/pdfjs\.mjs$/)).toBeLessThan(670_000);
  });

  test.each([
    ['anthropic', 'claude-haiku-4-5', anthropicServer],
    ['openai', 'gpt-4o-mini', openaiServer],
  ] as const)(
    'queries %s live and in a batch, and lists its models, without the omitted parts',
    async (provider, id, start) => {
      const server = await start(() => 'heard', 0);
      const listed = await serve((_request, _body, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify({ object: 'list', data: [{ id: 'one', retires_at: null, max_input_tokens: null }] }),
        );
      });
      const llm = providers();
      const spec = { provider, id, key: 'sk-test', baseUrl: `${server.base}/v1` };
      const timing = { now: () => 0, random: () => 0, sleep: () => Promise.resolve() };
      const batched = await llm.createBatchModel(spec, { folder: newFolder(), say: () => undefined, timing });
      server.manner.stumble = [429];
      const never = new AbortController().signal;
      for (const model of [llm.createModel(spec), batched])
        expect((await model.ask(PROMPT, never)).text).toBe('"heard"');
      const lists = await llm.checkKey({ ...spec, baseUrl: `${listed.base}/v1` }, never);
      expect(lists).toEqual({ ok: true, models: [{ id: 'one' }] });
      await Promise.all([server.close(), listed.close()]);
    },
  );

  test('reads a PDF without the omitted parts', async () => {
    const reader = new Reader({ worker: path.join(ROOT, 'dist/reader.js'), timeouts: { pdfMs: 60_000 } });
    onTestFinished(() => reader.dispose());
    const readPdf = (bytes: Buffer) =>
      reader.read(
        { bytes: new Uint8Array(bytes), url: 'https://a.example/x.pdf', contentType: 'application/pdf' },
        new AbortController().signal,
      );
    const trial = readFileSync(path.join(ROOT, 'examples/sources/papers/lamp-trial-1911.pdf'));
    for (const one of [trial, drawnPdf()])
      expect(await readPdf(one)).toMatchObject({ text: expect.stringContaining('mantle') as string });
    // A few kilobytes that unpack to more than 64 MB.
    const bomb = await readPdf(drawnPdf(' '.repeat(2 ** 26)));
    expect(JSON.stringify(bomb)).not.toContain('mantle');
    for (const file of Object.keys(hashes(path.join(ROOT, 'dist'))))
      expect(read(`dist/${file}`), file).not.toContain('globalThis.pdfjsLib');
  });

  test('loads under 432 KB of code when the editor starts, including a scan', () => {
    const size = sizeAtStart(built(), ROOT);
    expect(size).toBeGreaterThan(100 * 1024);
    expect(size).toBeLessThan(432 * 1024);
  });

  test('loads the sentences of findings after the start, with the first finding', async () => {
    const outputs = built();
    const hasSentences = (later: boolean) =>
      [...reached(outputs, 'dist/extension.js', later)].some(
        (file) => 'src/core/causes.ts' in (outputs[file]?.inputs ?? {}),
      );
    expect([hasSentences(false), hasSentences(true)]).toEqual([false, true]);
    vi.resetModules();
    const { say } = await import('../src/core/reason');
    const [scanned, found] = [
      { cause: 'doi_space', facts: {} } as const,
      { cause: 'no_text', facts: {} } as const,
    ];
    expect([scanned, found].map((one) => say(one))).toEqual(['it contains a space', 'no_text']);
    await import('../src/core/causes');
    expect(say(found)).toBe('it may be a scan');
  });

  test('loads undici with the first request of the command line, and never in the editor', () => {
    const outputs = built();
    const hasUndici = (file: string, later: boolean) =>
      [...reached(outputs, file, later)].some((f) =>
        Object.keys(outputs[f]?.inputs ?? {}).some((input) => input.includes('node_modules/undici/')),
      );
    expect(hasUndici('dist/cli.js', true)).toBe(true);
    expect(hasUndici('dist/cli.js', false)).toBe(false);
    expect(hasUndici('dist/extension.js', true)).toBe(false);
  });

  test('is built to the same bytes from the same sources', () => {
    const out = newFolder();
    execFileSync(process.execPath, [path.join(ROOT, 'esbuild.mjs'), `--out=${out}`]);
    const again = hashes(out);
    expect(Object.keys(again).length).toBeGreaterThan(5);
    expect(again).toEqual(hashes(path.join(ROOT, 'dist')));
  }, 120_000);
});
