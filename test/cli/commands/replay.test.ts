/** `--bundle` and `replay`: findings that others can check without network, key or trust. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sealed } from '../../../src/cli/bundle';
import { modelServer, pages, runInProcess, serve, type Served } from '../../support/cli';

const FILLER = Array.from(
  { length: 40 },
  (_, i) =>
    `<p>Paragraph ${i} tells of the markets, the bells and the mills of the county at some length.</p>`,
).join('\n');
const PAGE = `<html><head><title>The wall</title></head><body><main><h1>The wall</h1>${FILLER}
<p>The chronicle begins in 1901. The wall of the harbour is 300 metres long and was built in 1932. It carries the road to the north.</p>
<p>The lamp on its end was lit by hand until 1971, when the town put in a motor.</p>${FILLER}</main></body></html>`;

const TEXT = `# Walls

The wall of the harbour is 300 metres long [a](BASE/wall). The wall is 900 metres long and was built in 1932 [b](BASE/wall).

The lamp was lit by hand until 1971 [c](BASE/wall). Ships of all nations came [d](BASE/wall). It is gone [e](BASE/gone).

So “lit by hand until 1971, when the town put in a motor” [f](BASE/wall). Nobody knows [7].
`;
/** Says of each claim what a model might: also a quotation that is in no source. */
function say(prompt: string) {
  const one = (claim: string) => {
    const [support, quote] = claim.includes('300')
      ? ['supported', 'The wall of the harbour is 300 metres long']
      : claim.includes('900')
        ? ['contradicted', 'The wall of the harbour is 300 metres long']
        : claim.includes('until 1971')
          ? ['supported', 'The lamp on its end was lit by hand until 1971']
          : claim.includes('Ships')
            ? ['supported', 'Ships of all nations came to the harbour']
            : ['unsure', ''];
    return {
      rationale: 'As the page has it.',
      sentences: [],
      quote,
      support,
      confidence: 0.9,
      suggestion: '',
    };
  };
  const claims = [...prompt.matchAll(/<CLAIM[^>]*>\n([^]*?)\n<\/CLAIM/g)].map(([, claim = '']) => claim);
  return claims.length === 1
    ? one(claims[0]!)
    : { verdicts: claims.map((claim, i) => ({ claim: i + 1, ...one(claim) })) };
}

let folder: string;
let site: Served;
let model: Served;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'citewright-replay-'));
  site = await serve(pages({ '/wall': PAGE }));
  model = await serve(modelServer(say));
  await writeFile(path.join(folder, 'a.md'), TEXT.replaceAll('BASE', site.base));
});
afterEach(async () => {
  await Promise.all([site.close(), model.close()]);
  await rm(folder, { recursive: true, force: true });
});

type Finding = {
  code: string;
  severity: string;
  citation: { id: string; line: number; column: number };
  verdict?: { support: string; quote?: { text: string }; refused?: { cause: string } };
};
const read = (out: string) =>
  (JSON.parse(out) as { documents: { findings: Finding[] }[] }).documents.flatMap(({ findings }) =>
    findings.map(({ code, severity, citation, verdict }) => ({
      ...{ code, severity, id: citation.id, line: citation.line, column: citation.column },
      support: verdict?.support,
      quote: verdict?.quote?.text,
      refused: verdict?.refused?.cause,
    })),
  );
const run = (...args: string[]) => runInProcess(args, { cwd: folder });
async function made(...more: string[]) {
  const network = ['--allow-network', '--allow-host', `127.0.0.1:${site.port}`];
  const one = await run(
    'verify',
    '--json',
    '--cache',
    'off',
    ...network,
    '--bundle',
    'b.jsonl',
    ...more,
    'a.md',
  );
  return { one, bundle: await readFile(path.join(folder, 'b.jsonl'), 'utf8') };
}
const judged = () => [
  ...['--judge', 'test-model', '--provider', 'openai-compatible'],
  ...['--base-url', `${model.base}/v1`],
];
const replay = async (bundle: string, ...args: string[]) => {
  await writeFile(path.join(folder, 'c.jsonl'), bundle);
  return run('replay', '--json', 'c.jsonl', ...args);
};

describe('a bundle', () => {
  test.each([
    ['verdicts', true],
    ['screening', false],
  ])('gives the same findings without network, model and text: %s', async (_, isJudged) => {
    const { one, bundle } = await made(...(isJudged ? judged() : []));
    await rm(path.join(folder, 'a.md'));
    const asked = [site.calls.length, model.calls.length];
    const again = await replay(bundle);
    expect(again.err).toBe('');
    expect(read(again.out)).toEqual(read(one.out));
    expect(again.code).toBe(one.code);
    expect([site.calls.length, model.calls.length]).toEqual(asked);
    const codes = read(one.out).map(({ code }) => code);
    expect(codes).toEqual(
      expect.arrayContaining(
        isJudged ? ['supported', 'figure-differs', 'unsure', 'not-found'] : ['quote-found'],
      ),
    );
  });

  test('has at most 2 KB a citation, and no more of a page than its findings rest on', async () => {
    const { bundle } = await made(...judged());
    const lines = bundle.trimEnd().split('\n').slice(1, -1);
    expect(lines).toHaveLength(7);
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(2_048);
    expect(bundle).not.toContain('Paragraph');
    expect(bundle).not.toMatch(/127\.0\.0\.1:\d+\/v1/);
  });
});

describe('replay', () => {
  test('names the bytes of every change', async () => {
    const { bundle } = await made(...judged());
    const lines = bundle.trimEnd().split('\n');
    const bytes = Buffer.from(bundle);
    let seed = 3;
    for (let i = 0; i < 6; i++) {
      seed = (seed * 48_271) % 2_147_483_647;
      const at = seed % bytes.length;
      if (bytes[at] === 10) continue;
      const changed = Buffer.from(bytes);
      changed[at] = changed[at] === 120 ? 121 : 120;
      const line = bundle.slice(0, at).split('\n').length;
      const { code, err } = await replay(changed.toString());
      expect([at, code, err]).toEqual([
        at,
        2,
        expect.stringMatching(new RegExp(line === 1 ? '' : `line ${line}:`)),
      ]);
      const column = at - bundle.lastIndexOf('\n', at - 1) - 1;
      const ranges = [...err.matchAll(/bytes (\d+) to (\d+) differ/g)].map(([, from, to]) => [
        Number(from),
        Number(to),
      ]);
      if (column < lines[line - 1]!.lastIndexOf(',"sums"') && line > 1)
        expect(ranges.some(([from = 0, to = 0]) => from <= column && column < to)).toBe(true);
    }
    const without = await replay(lines.filter((_, i) => i !== 2).join('\n'));
    expect([without.code, without.err]).toEqual([2, expect.stringContaining('lines are missing')]);
  }, 60_000);

  test('believes no verdict that the passage does not bear out, however well sealed', async () => {
    const { bundle } = await made(...judged());
    const forged = bundle
      .trimEnd()
      .split('\n')
      .map((line) => {
        const {
          sums: _,
          sha256: __,
          ...entry
        } = JSON.parse(line) as Record<string, unknown> & { claim?: string; code?: string };
        if (!entry.claim?.includes('Ships')) return line;
        const verdict = {
          ...{ support: 'supported', confidence: 1, rationale: 'It says so.', model: 'test-model' },
          said: { support: 'supported', quote: 'Ships of all nations came to the harbour', places: [] },
        };
        return sealed({ ...entry, code: 'supported', verdict });
      })
      .join('\n');
    const { code, err, out } = await replay(forged);
    expect([code, err]).toEqual([2, expect.stringContaining('says supported; the rules give')]);
    expect(read(out).filter(({ code: one }) => one === 'supported')).toHaveLength(3);
  });

  test.each(['', '{}', 'no JSON\n', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`])(
    'refuses what is no bundle: %#',
    async (text) => {
      const { code, err, out } = await replay(text);
      expect([code, err.includes('internal'), out]).toEqual([2, false, '']);
    },
  );
});
