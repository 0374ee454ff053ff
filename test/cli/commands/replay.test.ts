/** `--bundle` and `replay`: findings that others can check without network, key or trust. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sealed } from '../../../src/cli/checksums';
import { modelServer, pages, reach, runInProcess, serve, type Served } from '../../support/cli';
import { newFolder } from '../../support/newFolder';

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

## References

[1] Doe, J. Walls.
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
  folder = newFolder();
  site = await serve(pages({ '/wall': PAGE }));
  model = await serve(modelServer(say));
  await writeFile(path.join(folder, 'a.md'), TEXT.replaceAll('BASE', site.base));
});
afterEach(() => Promise.all([site.close(), model.close()]));

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
  const network = reach(site);
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
  ])('restores the same findings without network, model and text: %s', async (_, isJudged) => {
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

  test('keeps the severities of the sender', async () => {
    await writeFile(
      path.join(folder, 'citewright.json'),
      '{"severities":{"not-found":"info","reached":"error"}}',
    );
    const { one, bundle } = await made();
    await rm(path.join(folder, 'citewright.json'));
    const again = await replay(bundle);
    expect([again.err, read(again.out)]).toEqual(['', read(one.out)]);
    expect(read(again.out).map(({ severity }) => severity)).toContain('info');
  });

  test('restores the problems of the text, where they are and as they were decided', async () => {
    const text = `# Walls

See [the wall](https://a.example/wall?utm_source=chatgpt.com&x=1) and <https://a.example/y> by [3] and [4]. <!-- citewright-ignore-line dangling: known -->

It is [5].\tAgain [6] with TOKEN="ghp_aB3dE5gH7jK9mN1pQ3sT5vW7yZ2bC4eF6hJ8".

## References

1. A. Reed (2019). Lamps.
`;
    await writeFile(path.join(folder, 'a.md'), text);
    const { one, bundle } = await made('--allow-domain', 'b.example');
    await rm(path.join(folder, 'a.md'));
    const again = await replay(bundle);
    const problemsOf = (out: string) =>
      (
        JSON.parse(out) as { documents: { problems: Record<string, unknown>[] }[] }
      ).documents[0]?.problems.map(({ code, severity, message, line, column, suppressed }) => ({
        ...{ code, severity, message, line, column, suppressed },
      }));
    expect(problemsOf(again.out)).toEqual(problemsOf(one.out));
    expect(problemsOf(again.out)?.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['dangling', 'tracking-parameter']),
    );
    expect(problemsOf(again.out)?.some(({ suppressed }) => suppressed !== undefined)).toBe(true);
    expect([again.code, again.err, read(again.out)]).toEqual([1, '', read(one.out)]);
    expect(bundle).not.toContain('ghp_');
  });

  test('has at most 2 KB per citation, and only the text that its findings rest on', async () => {
    const { bundle } = await made(...judged());
    const lines = bundle.trimEnd().split('\n').slice(1, -1);
    expect(lines).toHaveLength(8); // and one problem
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(2_048);
    expect(bundle).not.toContain('Paragraph');
    expect(bundle).not.toMatch(/127\.0\.0\.1:\d+\/v1/);
  });
});

describe('replay', () => {
  describe('a bundle with damaged lines', () => {
    const told = (err: string) =>
      [...err.matchAll(/line (\d+): bytes (\d+) to (\d+) differ: (.*)/g)].map(
        ([, line, from, to, fields = '']) => [Number(line), Number(from), Number(to), fields],
      );
    const damaged = async (change: (lines: string[]) => void) => {
      const { bundle } = await made(...judged());
      const lines = bundle.trimEnd().split('\n');
      change(lines);
      const { code, err } = await replay(lines.join('\n'));
      expect(code).toBe(2);
      return err;
    };
    const put = (text: string, at: number, letter: string) => text.slice(0, at) + letter + text.slice(at + 1);

    test.each([
      ['claim', 'The wall'],
      ['location', 'http:'],
      ['rationale', 'As the'],
    ])('names the changed byte: %s', async (field, value) => {
      let [line, at] = [0, 0];
      const err = await damaged((lines) => {
        line = lines.findIndex((text) => text.includes(`"${field}":"${value}`));
        at = Buffer.from(lines[line]!).indexOf(`"${field}":"${value}`) + field.length + 6;
        lines[line] = put(lines[line]!, at, '#');
      });
      expect(told(err)).toEqual([[line + 1, at, at + 1, field]]);
    });

    test('names each of several bytes, or the block in which several were changed', async () => {
      let ends: number[] = [];
      const far = await damaged((lines) => {
        ends = [40, 200, lines[1]!.lastIndexOf(',"sums":"') - 40];
        for (const at of ends) lines[1] = put(lines[1]!, at, '#');
      });
      expect(told(far).map(([, from, to]) => [from, to])).toEqual(ends.map((at) => [at, at + 1]));
      const near = await damaged((lines) => {
        for (const at of [200, 203, 210]) lines[1] = put(lines[1]!, at, '#');
      });
      expect(told(near).map(([, from, to]) => [from, to])).toEqual([[192, 224]]);
    });

    test('names what follows a lost byte, damaged checksums and missing lines', async () => {
      const cut = await damaged((lines) => void (lines[1] = put(lines[1]!, 100, '')));
      expect(told(cut).at(-1)?.[2]).toBeGreaterThan(200);
      const sums = await damaged((lines) => void (lines[1] = lines[1]!.replace('"sums":"', '"sum":"')));
      expect(sums).toContain('line 2:');
      const sum = await damaged((lines) => {
        const at = lines[1]!.indexOf('"sums":"') + 8;
        lines[1] = put(lines[1]!, at, lines[1]![at] === 'A' ? 'B' : 'A');
      });
      expect(sum).toContain('its checksums are damaged');
      const end = await damaged((lines) => void lines.splice(2, 1));
      expect(end).toContain('missing, added or reordered');
    });

    test('names the line after an invalid entry', async () => {
      const { bundle } = await made(...judged());
      const lines = bundle.trimEnd().split('\n');
      const { sums: _, sha256: __, ...entry } = JSON.parse(lines[2]!) as Record<string, unknown>;
      const forged = [lines[0], sealed({}), sealed({ ...entry, code: 'dead' }), lines.at(-1)].join('\n');
      expect((await replay(forged)).err).toContain('line 3: it says dead');
    });
  });

  test('rejects a bundle with more text than any document has', async () => {
    const { bundle } = await made();
    const [head, entry = ''] = bundle.split('\n');
    const { sums: _, sha256: __, ...rest } = JSON.parse(entry) as Record<string, unknown>;
    const far = [...Array(20).keys()].map((i) => sealed({ ...rest, path: `${i}.md`, line: 9_000_000 }));
    const { code, err } = await replay([head, ...far].join('\n'));
    expect([code, err]).toEqual([2, expect.stringContaining('larger than those of documents')]);
  });

  test('rejects a verdict that its passage does not support, even with a valid checksum', async () => {
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
    'rejects what is not a bundle: %#',
    async (text) => {
      const { code, err, out } = await replay(text);
      expect([code, err.includes('internal'), out]).toEqual([2, false, '']);
    },
  );
});
