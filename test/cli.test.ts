import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints, readArgs } from '../src/cli/args';
import { fail, reason, say } from '../src/core/causes';
import { CLI, modelServer, pages, reach, runCli, runInProcess, sendHtml, serve } from './support/cli';
import type { RunOptions, Served } from './support/cli';
import { serveHere } from './support/serveHere';
import { newFolder } from './support/newFolder';

const BRIDGE = 'The bridge over the river was opened to traffic in 1932 by the mayor of the town.';
const PAGE = `<html><head><title>Bridges</title></head><body><nav>Home</nav><main><h1>Bridges</h1><p>${BRIDGE}</p>
<p>It has four arches of grey stone and carries the road to the north of the county.</p></main></body></html>`;

let folder: string;
let site: Served;

beforeAll(async () => {
  folder = newFolder();
  site = await serve(pages({ '/bridge': PAGE, '/other': PAGE }));
  await mkdir(path.join(folder, 'src'));
  await writeFile(path.join(folder, 'src/a.ts'), 'one\ntwo\nthree\n');
});
afterAll(() => site.close());

const cli = (args: readonly string[], options: Partial<RunOptions> = {}) =>
  runInProcess(args, { cwd: folder, ...options });
/** As `cli`, in a process of its own: for input, signals, colour and what a shell sees. */
const spawned = (args: readonly string[], options: Partial<RunOptions> = {}) =>
  runCli(args, { cwd: folder, ...options });
/** A line of shell in the folder of the drafts. */
const sh = (line: string): Promise<{ code: number | null; out: string; err: string }> =>
  new Promise((ended, failed) => {
    const child = spawn('/bin/sh', ['-c', line], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', HOME: folder },
    });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    child.on('error', failed).on('close', (code) => ended({ code, out, err }));
  });
async function draft(name: string, text: string | Uint8Array): Promise<string> {
  await writeFile(path.join(folder, name), text);
  return name;
}
const network = () => reach(site);
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- each test names the shape it reads
const json = <T>(out: string) => JSON.parse(out) as T;

type Found = {
  stage: string;
  code: string;
  suppressed?: { by: string };
  miss?: string;
  why?: string;
  detail?: string;
  source?: Record<string, unknown>;
  verdict?: Record<string, unknown>;
  citation: { identifier: string; raw: string; marker: { start: number; end: number }; line: number };
};
type Verified = {
  version: number;
  documents: { path: string; findings: Found[]; problems: { code: string }[] }[];
  errors?: { path: string; message: string }[];
  summary: Record<string, unknown>;
};
type Scanned = {
  documents: {
    path: string;
    scanMs: number;
    citations: (Found['citation'] & { column: number })[];
    problems: { code: string; severity: string; message: string; line: number; column: number }[];
  }[];
};

const article = () => `# Bridges

The bridge over the river was opened to traffic in 1932 [1]. It is gone now [2]. So it says in src/a.ts:2.
Another opinion stands nowhere [7].

## References

1. Smith, J. (2020). Bridges. ${site.base}/bridge
2. Doe, A. (2019). Ruins. ${site.base}/gone
`;

describe('scan', () => {
  test('prints citations and problems with places, and never asks anyone', async () => {
    const name = await draft('scan.md', article());
    const before = site.calls.length;
    const { code, out } = await cli(['scan', '--json', name], { env: { CITEWRIGHT_ALLOW_NETWORK: '1' } });
    const { documents } = json<Scanned>(out);
    expect(documents).toHaveLength(1);
    const text = article();
    expect(documents[0]!.citations).not.toEqual([]);
    for (const c of documents[0]!.citations) {
      expect(text.slice(c.marker.start, c.marker.end)).toBe(c.raw);
      const line = text.split('\n')[c.line - 1]!;
      expect(line.slice(c.column - 1).startsWith(c.raw)).toBe(true);
    }
    expect(documents[0]!.problems).toMatchObject([{ code: 'dangling', severity: 'error', line: 4 }]);
    expect(documents[0]!.scanMs).toBeGreaterThan(0);
    expect(code).toBe(1);
    expect(site.calls).toHaveLength(before);
  });

  test('reads standard input, with a byte order mark and in UTF-16', async () => {
    const text = 'See https://example.org/x for more.\n';
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
    const name = await draft('utf16.md', utf16);
    const { code, out } = await cli(['scan', '--json', '-', name], { input: `\ufeff${text}` });
    const { documents } = json<Scanned>(out);
    expect(code).toBe(0);
    expect(documents.map((d) => d.path)).toEqual(['-', name]);
    for (const d of documents) expect(d.citations[0]!.marker).toEqual({ start: 4, end: 25 });
  });

  test('reads the bibliography that the text names beside it', async () => {
    await mkdir(path.join(folder, 'paper'), { recursive: true });
    await writeFile(
      path.join(folder, 'paper/refs.bib'),
      '@article{smith, title={On bridges}, author={Smith, J.}, year={2020}, doi={10.1234/abc}}\n',
    );
    const name = await draft(
      'paper/p.md',
      '---\nbibliography: refs.bib\n---\n\nBridges stand [@smith]. Others do not [@nobody].\n',
    );
    const { out } = await cli(['scan', '--json', name]);
    const [document] = json<Scanned>(out).documents;
    expect(document!.citations[0]).toMatchObject({ target: { kind: 'work', doi: '10.1234/abc' } });
    expect(document!.problems.map((p) => p.code)).toEqual(['unknown-key']);
  });
});

describe('verify', () => {
  test('without a network reports every web source as disabled, and opens the workspace', async () => {
    const name = await draft('offline.md', article());
    const { code, out } = await cli(['verify', '--json', name]);
    const { documents, summary } = json<Verified>(out);
    expect(documents[0]!.findings.map((f) => f.miss ?? f.why)).toEqual([
      'disabled',
      'disabled',
      'no-model',
      'dangling',
    ]);
    expect(summary).toMatchObject({
      found: 4,
      resolved: 1,
      judged: 0,
      supported: 0,
      score: null,
      passed: null,
      costUsd: 0,
    });
    expect(code).toBe(1);
  });

  test('follows sources and screens them without a model', async () => {
    const name = await draft('screen.md', article());
    const { code, out } = await cli(['verify', '--json', ...network(), name]);
    const [found, gone, file, dangling] = json<Verified>(out).documents[0]!.findings;
    expect(found).toMatchObject({ stage: 'unjudged', why: 'no-model', source: { title: 'Bridges' } });
    expect(found!.source!['text']).toContain(BRIDGE);
    expect(gone).toMatchObject({ miss: 'not-found', code: 'not-found' });
    expect(file).toMatchObject({ source: { via: 'workspace' } });
    expect(dangling).toMatchObject({ miss: 'dangling' });
    expect(code).toBe(1);
  });

  test('says that the cache can’t be written, and goes on', async () => {
    await mkdir(path.join(folder, 'lost'));
    await writeFile(path.join(folder, 'lost/v1'), 'not a folder');
    const name = await draft('lost.md', article());
    const { code, err } = await cli(['verify', ...network(), '--cache', 'lost', name]);
    const place = path.join(folder, 'lost');
    expect(err).toBe(
      `citewright: the cache ${place} can’t be written (ENOTDIR); the run continues without it\n`,
    );
    expect(code).toBe(1);
  });

  test('leaves the sources’ text out on request', async () => {
    const name = await draft('notext.md', article());
    const { out } = await cli(['verify', '--json', '--no-text', ...network(), name]);
    expect(out).not.toContain('grey stone');
  });

  test('asks for heads only with --links-only', async () => {
    const name = await draft('links.md', article());
    const before = site.calls.length;
    const { out } = await cli(['verify', '--json', '--links-only', ...network(), name]);
    const [found, gone] = json<Verified>(out).documents[0]!.findings;
    expect(found).toMatchObject({ code: 'reached' });
    expect(gone).toMatchObject({ code: 'not-found' });
    expect(site.calls.slice(before)).toContain('HEAD /bridge');
    expect(site.calls.slice(before)).not.toContain('GET /bridge');
  });

  test('judges with a compatible server, and locates the quotation itself', async () => {
    const model = await serveHere(
      modelServer(() => ({
        rationale: 'The page says so.',
        sentences: [1],
        quote: 'opened to traffic in 1932 by the mayor',
        support: 'supported',
        confidence: 0.93,
        suggestion: null,
      })),
    );
    const name = await draft(
      'judge.md',
      `The bridge over the river was opened to traffic in 1932 [it says](${site.base}/bridge).\n`,
    );
    const judge = ['--judge', 'stub-model', '--base-url', `${model.base}/v1`];
    const { code, out } = await cli(['verify', '--json', ...network(), ...judge, name], {
      env: { OPENAI_API_KEY: 'sk-not-for-others' },
    });
    const { documents, summary } = json<Verified>(out);
    expect(documents[0]!.findings[0]).toMatchObject({
      stage: 'judged',
      code: 'supported',
      verdict: { support: 'supported', model: 'stub-model' },
    });
    expect(summary).toMatchObject({ judged: 1, supported: 1, score: 1, passed: true, costUsd: null });
    expect(model.calls).toEqual(['POST /v1/chat/completions']);
    expect(model.bodies.join('')).not.toContain('sk-not-for-others');
    expect(code).toBe(0);
  });

  test.each([
    [['--judge', 'gpt-4o'], 'OPENAI_API_KEY'],
    [['--judge', 'claude-haiku-4-5'], 'ANTHROPIC_API_KEY'],
    [['--judge', 'no-such-model'], 'provider'],
    [['--judge', 'm', '--base-url', 'http://models.example/v1'], 'https'],
  ])('exits with 2 before any request if the judge is unavailable (%s)', async (judge, told) => {
    const name = await draft('nokey.md', article());
    const before = site.calls.length;
    const { code, out, err } = await cli(['verify', ...network(), ...judge, name]);
    expect(code).toBe(2);
    expect(err).toContain(told);
    expect(out).toBe('');
    expect(site.calls).toHaveLength(before);
  });

  test('reports an unreadable file and continues with the others', async () => {
    await mkdir(path.join(folder, 'nothing'), { recursive: true });
    const name = await draft('good.md', 'Nothing is cited here.\n');
    await draft('image.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]));
    const { code, out, err } = await cli(['verify', '--json', 'missing.md', 'image.png', 'nothing', name]);
    const { documents, errors } = json<Verified>(out);
    expect(code).toBe(2);
    expect(documents.map((d) => d.path)).toEqual([name]);
    expect(errors!.map((e) => e.path)).toEqual(['missing.md', 'image.png', 'nothing']);
    expect(err).toContain('missing.md: no such file');
    expect(err).toContain('image.png: ');
  });

  test('does not report a citation that the scan leaves open', async () => {
    const here = path.join(folder, 'open');
    await mkdir(here, { recursive: true });
    await writeFile(path.join(here, 'a.md'), 'Install [@types/node], says @alice [@smith2020, p. 3].\n');
    const { code, out } = await cli(['verify', '--json', 'a.md'], { cwd: here });
    expect(code).toBe(0);
    expect((await cli(['verify', 'a.md'], { cwd: here })).err).not.toContain('nothing was fetched');
    const { documents } = json<Verified>(out);
    const codes = documents.flatMap(({ findings }) => findings.map((finding) => finding.code));
    expect(codes.length).toBeGreaterThan(0);
    expect(new Set(codes)).toEqual(new Set(['unclear']));
    const wrong = await draft('wrong.md', 'It is so [7].\n\n# References\n\n[1] A. https://a.example/\n');
    expect((await cli(['verify', '--json', wrong])).code).toBe(1);
    const residue = await draft('residue.md', 'It is so \ue200cite\ue202turn0search0\ue201.\n');
    const left = await cli(['verify', '--json', residue]);
    const [{ problems, findings } = { problems: [], findings: [] }] = json<Verified>(left.out).documents;
    // One thing, one problem.
    const codesIn = (all: readonly { code: string }[]) => all.map((one) => one.code);
    expect([left.code, codesIn(problems), codesIn(findings)]).toEqual([0, ['chat-residue'], ['unclear']]);
  });

  test('reads a file once, however its path is spelled', async () => {
    const name = await draft('once.md', 'None.\n');
    const { out } = await cli(['scan', '--json', name, `./${name}`, name]);
    expect(json<Scanned>(out).documents.map((d) => d.path)).toEqual([name]);
  });

  test('fails for a document with more citations than are read, and says so', async () => {
    const name = await draft('many.md', 'See https://example.org/ for it.\n\n'.repeat(20_001));
    const { code, out, err } = await cli(['scan', '--json', '--fail-on', 'never', name]);
    expect(code).toBe(2);
    expect(err).toContain('many.md: ');
    const { documents, errors } = json<Scanned & { errors?: unknown[] }>(out);
    expect(documents[0]?.problems).toMatchObject([{ code: 'too-large', severity: 'info' }]);
    expect(errors).toBeUndefined();
  });

  test('reports a document above the limit as too-large, and continues with the others', async () => {
    const large = await draft('large.md', 'x'.repeat(20_000_001));
    const name = await draft('small.md', 'See https://example.org/x.\n');
    const { code, out, err } = await cli(['scan', '--json', large, name]);
    const { documents } = json<Scanned>(out);
    expect(code).toBe(2);
    expect(err).toContain('large.md: Too large to read: 20000001 characters');
    expect(documents[0]!.problems).toMatchObject([{ code: 'too-large' }]);
    expect(documents[1]!.citations).toHaveLength(1);
    await rm(path.join(folder, large));
  });

  test('prints partial results and exits with 130 when interrupted', async () => {
    const slow = await serveHere(({ url }, _body, response) => {
      if (url === '/quick') {
        sendHtml(response, PAGE);
      }
    });
    const name = await draft('slow.md', `One [a](${slow.base}/quick). Two [b](${slow.base}/never).\n`);
    let interrupt: (() => void) | undefined;
    const running = spawned(
      // One at a time: when the second page is asked for, the first has been read.
      [
        ...['verify', '--json', '--concurrency', '1', ...reach(slow)],
        ...['--report', 'sarif=cut.sarif', name],
      ],
      {
        started: (child) => {
          interrupt = () => void child.kill('SIGINT');
        },
      },
    );
    while (slow.calls.length < 2) await new Promise((r) => setTimeout(r, 20));
    interrupt?.();
    const { code, out } = await running;
    expect(code).toBe(130);
    const [done, cut] = json<Verified>(out).documents[0]!.findings;
    expect(done).toMatchObject({ stage: 'unjudged', source: { title: 'Bridges' } });
    expect(cut).toMatchObject({ stage: 'unresolved', miss: 'cancelled' });
    expect(await readFile(path.join(folder, 'cut.sarif'), 'utf8')).toContain('"executionSuccessful": false');
  });
});

/** How a scan ends that is interrupted while it reads. */
async function interrupted(name: string): Promise<unknown> {
  const child = spawn(process.execPath, [CLI, 'scan', '--verbose', name], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder },
  });
  const ended = new Promise((resolve) => child.on('close', (code, signal) => resolve(code ?? signal)));
  child.stdin.write('A beginning');
  let said = '';
  for await (const text of child.stderr) if ((said += String(text)).includes(`reading ${name}`)) break;
  child.kill('SIGINT');
  return ended;
}

test('an interrupt while reading standard input exits with 130', async () => {
  expect(await interrupted('-')).toBe(130);
});

test.skipIf(process.platform === 'win32')(
  'an interrupt stops waiting for a pipe without a writer',
  async () => {
    const pipe = path.join(folder, 'nobody.fifo');
    expect((await sh(`mkfifo "${pipe}"`)).code).toBe(0);
    // By the signal once the pipe is opened, as an exit would wait for it; 130 for a shell either way.
    expect(['SIGINT', 130]).toContain(await interrupted('nobody.fifo'));
    await rm(pipe);
  },
);

test('a PDF and a file with a late NUL byte are not text', async () => {
  await draft('paper.md', '%PDF-1.7\nSee https://example.org/x.\n');
  await draft('late.md', `${'x'.repeat(10_000)}\0`);
  const { code, out } = await cli(['scan', '--json', 'paper.md', 'late.md']);
  const { errors } = json<Verified>(out);
  expect(code).toBe(2);
  expect(errors!.map((e) => e.message)).toEqual(
    Array(2).fill(say(fail('not_text', { what: reason('binary_data') }))),
  );
});

describe('a repository', () => {
  const inRepository = async (config: unknown) => {
    const here = newFolder();
    await mkdir(path.join(here, '.git'));
    await writeFile(path.join(here, 'citewright.json'), JSON.stringify(config));
    await writeFile(path.join(here, 'a.md'), 'Gone src/none.ts:3 here.\n');
    await mkdir(path.join(here, 'old'));
    await writeFile(path.join(here, 'old/b.md'), 'Gone src/none.ts:4 here.\n');
    await mkdir(path.join(here, 'src'));
    await writeFile(path.join(here, 'src/one.ts'), 'one\n');
    return here;
  };

  test('causes exit 2 if it would widen a run', async () => {
    const here = await inRepository({ allowNetwork: true });
    const { code, err, out } = await cli(['verify', 'a.md'], { cwd: here });
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('allowNetwork may not be set in a repository');
  });

  test('may set severities, ignore and exclude; suppressed findings stay in the output', async () => {
    const here = await inRepository({
      exclude: ['old/**'],
      ignore: [{ code: 'file-not-found', note: 'to come' }],
    });
    const { code, out } = await cli(['verify', '--json', '**/*.md'], { cwd: here });
    const { documents, summary } = json<Verified>(out);
    expect(code).toBe(0);
    expect(documents.map((d) => d.path)).toEqual(['a.md']);
    expect(documents[0]!.findings[0]).toMatchObject({
      code: 'file-not-found',
      suppressed: { by: 'ignore', note: 'to come' },
    });
    expect(summary).toMatchObject({ suppressed: 1 });
    const graver = await inRepository({ severities: { 'file-not-found': 'error' } });
    expect((await cli(['verify', 'a.md'], { cwd: graver })).code).toBe(1);
    const milder = await inRepository({ severities: { 'file-not-found': 'info' } });
    expect((await cli(['scan', '--fail-on', 'warning', 'a.md'], { cwd: milder })).code).toBe(0);
  });

  test('a baseline matches a file in any spelling, and suppresses nothing that is right', async () => {
    const here = path.join(folder, 'spelled');
    await mkdir(here, { recursive: true });
    await writeFile(
      path.join(here, 'a.md'),
      'So [7].\n\nThe lamp burned whale oil (a.md:1).\n\n[1] A. https://a.example/\n\n[2] B. https://b.example/\n',
    );
    const known = await cli(['verify', '--json', 'a.md'], { cwd: here });
    await writeFile(path.join(here, 'known.json'), known.out);
    const { out, code } = await cli(['verify', '--json', '--baseline', 'known.json', './a.md'], {
      cwd: here,
    });
    expect(code).toBe(0);
    const { documents } = json<Verified>(out);
    const aside = documents.flatMap(({ findings }) =>
      findings.map(({ code: name, suppressed }) => [name, suppressed?.by]),
    );
    expect(aside).toContainEqual(['dangling', 'baseline']);
    expect(aside.find(([name]) => name === 'related' || name === 'no-related-passage')).toBeDefined();
    expect(aside.every(([name, by]) => name !== 'related' || by === undefined)).toBe(true);
  });

  test('a baseline suppresses only known findings, also in the encoding of the Windows shell', async () => {
    const here = await inRepository({});
    for (const [command, mark, encoding] of [
      ['verify', '', 'utf8'],
      ['scan', '', 'utf8'],
      ['scan', '\ufeff', 'utf16le'],
    ] as const) {
      const { out } = await cli([command, '--json', 'a.md'], { cwd: here });
      await writeFile(path.join(here, 'known.json'), `${mark}${out}`, encoding);
      const known = [command, '--fail-on', 'warning', '--baseline', 'known.json', 'a.md'];
      expect((await cli(known, { cwd: here })).code).toBe(0);
      expect((await cli([...known, 'old/b.md'], { cwd: here })).code).toBe(1);
    }
    expect((await cli(['scan', '--baseline', 'a.md', 'a.md'], { cwd: here })).code).toBe(2);
  });

  test('a report creates its folder, and a failed report leaves the others unchanged', async () => {
    const here = await inRepository({});
    const reports = ['csv=a.md/x.csv', 'json=out/new/all.json', 'html=a.md/y.html', 'junit=all.xml'];
    const { code, err } = await cli(['scan', ...reports.flatMap((report) => ['--report', report]), 'a.md'], {
      cwd: here,
    });
    expect(code).toBe(2);
    for (const lost of ['x.csv', 'y.html']) expect(err).toContain(lost);
    expect(json<Scanned>(await readFile(path.join(here, 'out/new/all.json'), 'utf8')).documents).toHaveLength(
      1,
    );
    expect(await readFile(path.join(here, 'all.xml'), 'utf8')).toContain('<testsuite');
  });

  test('a report follows no link in its folder, but may go to a device', async () => {
    const here = await inRepository({});
    const outside = newFolder();
    await writeFile(path.join(outside, 'mine.txt'), 'mine');
    await symlink(path.join(outside, 'mine.txt'), path.join(here, 'out.sarif'));
    await symlink(outside, path.join(here, 'reports'));
    for (const file of ['out.sarif', 'reports/new.sarif']) {
      const { code, err } = await cli(['scan', '--report', `sarif=${file}`, 'a.md'], { cwd: here });
      expect([code, err]).toEqual([2, expect.stringContaining(path.basename(file))]);
    }
    expect(await readdir(outside)).toEqual(['mine.txt']);
    expect(await readFile(path.join(outside, 'mine.txt'), 'utf8')).toBe('mine');
    await symlink('/dev/null', path.join(here, 'nothing'));
    expect((await cli(['scan', '--report', 'sarif=nothing', 'a.md'], { cwd: here })).err).toBe('');
  });

  test('expands patterns and reports one without a match', async () => {
    const here = await inRepository({});
    const { out } = await cli(['scan', '--json', '**/*.md'], { cwd: here });
    expect(json<Scanned>(out).documents.map((d) => d.path)).toEqual(['a.md', 'old/b.md']);
    expect((await cli(['scan', '*.rst'], { cwd: here })).code).toBe(2);
  });
});

describe('check-envelope', () => {
  test('exits with 1 for a claim that does not hold, and says why', async () => {
    const claim = {
      claim: 'Line two is two.',
      source: 'file:src/a.ts:2',
      evidence: 'two',
      scope: '',
      confidence: 'high',
    };
    const good = await draft('good.json', JSON.stringify({ claims: [claim], unverified: [] }));
    const wrong = { ...claim, source: 'file:src/a.ts:9' };
    const bad = await draft('bad.json', JSON.stringify({ claims: [wrong], unverified: [] }));
    expect(await cli(['check-envelope', good])).toMatchObject({ code: 0, err: '' });
    const { code, out } = await cli(['check-envelope', '--json', bad]);
    expect(code).toBe(1);
    expect(out).toContain('invented-place');
    expect((await cli(['check-envelope', await draft('none.json', '{"name":"x"}')])).code).toBe(2);
  });

  test('reports a requested item that is in neither list', async () => {
    const name = await draft('asked.json', JSON.stringify({ claims: [], unverified: ['Nobody knows.'] }));
    const lines = await draft('asked.txt', 'Nobody knows!\n\nThis was dropped.\n');
    const list = await draft('list.json', JSON.stringify(['nobody  knows', 'This was dropped.']));
    for (const asked of [lines, list]) {
      const { code, out } = await cli(['check-envelope', '--json', '--expect', asked, name]);
      expect([code, json<{ dropped: string[] }>(out).dropped]).toEqual([1, ['This was dropped.']]);
    }
    expect((await cli(['check-envelope', '--expect', 'none.txt', name])).code).toBe(2);
    const empty = await draft('empty.json', '{"claims":[],"unverified":[]}');
    expect((await cli(['check-envelope', empty])).out).toContain('0 unverified, nothing to check');
  });

  test('accepts the output of --format envelope', async () => {
    const name = await draft('own.md', article());
    const { out } = await cli(['verify', '--format', 'envelope', name]);
    expect(json<{ unverified: unknown[] }>(out).unverified).toHaveLength(4);
    expect((await cli(['check-envelope', await draft('own.json', out)])).code).toBe(0);
  });
});

describe('resolve', () => {
  test('answers each argument in order', async () => {
    const targets = [
      `${site.base}/bridge`,
      'src/a.ts:2',
      'gopher://x.example/',
      'src/a.ts:99',
      `${site.base}/gone`,
    ];
    const { code, out } = await cli(['resolve', '--json', ...network(), ...targets]);
    const { results } = json<{
      results: { ok: boolean; miss?: string; target: unknown; source?: { location: string } }[];
    }>(out);
    expect(results.map((r) => r.miss ?? r.ok)).toEqual([
      true,
      true,
      'bad-scheme',
      'line-out-of-range',
      'not-found',
    ]);
    expect(results[2]).toMatchObject({ target: { kind: 'url', url: 'gopher://x.example/' } });
    expect(results[1]).toMatchObject({ target: { kind: 'file', path: 'src/a.ts', lines: [2, 2] } });
    expect(code).toBe(1);
  });

  test('treats arguments after -- as targets', async () => {
    const { out } = await cli(['resolve', '--json', '--', '--json']);
    expect(json<{ results: unknown[] }>(out).results).toHaveLength(1);
  });

  test('refuses a private address unless it is named exactly', async () => {
    const { out } = await cli(['resolve', '--json', '--allow-network', `${site.base}/bridge`]);
    expect(json<{ results: { miss: string }[] }>(out).results[0]!.miss).toBe('ssrf');
  });
});

test('survives a server that closes the connection while its body waits', async () => {
  const body = Buffer.concat(Array<Buffer>(5_000).fill(gzipSync('')));
  const headers = { 'content-encoding': 'gzip', 'content-length': body.length, connection: 'close' };
  const closing = await serve((_request, _body, response) => response.writeHead(200, headers).end(body));
  const { out } = await spawned(['resolve', '--json', ...reach(closing), `${closing.base}/`]);
  expect(json<object>(out)).toMatchObject({ results: [{ miss: 'not-text' }] });
  await closing.close();
});

test('exits after its output is written, although a name server never answers', async () => {
  const preload = await draft(
    'deadNames.cjs',
    "require('node:dns').promises.lookup = () => new Promise((end) => setTimeout(end, 2 ** 31 - 1));",
  );
  const { code, out } = await spawned(
    [
      ...['resolve', '--json', '--allow-network', '--cache', 'off', '--timeout-ms', '500', '--retries', '0'],
      'https://name.example.org/',
    ],
    { env: { NODE_OPTIONS: `--require ${path.join(folder, preload)}` } },
  );
  expect([code, json<object>(out)]).toMatchObject([1, { results: [{ miss: 'timeout' }] }]);
});

describe('usage', () => {
  test.each([
    [[]],
    [['frobnicate']],
    [['scan']],
    [['scan', '--no-such-option', 'x.md']],
    [['verify', '--format', 'pdf', 'x.md']],
    [['verify', '--fail-on', 'sometimes', 'x.md']],
    [['verify', '--max-cost', 'much', 'x.md']],
    [['verify', '--concurrency', '0', 'x.md']],
    [['verify', '--allow-host', 'localhost', 'x.md']],
    [['verify', '--allow-host', '*:80', 'x.md']],
    [['verify', '--allow-host', 'localhost:0', 'x.md']],
    [['verify', '--workspace', 'no-such-folder', 'x.md']],
    [['scan', '--workspace', 'no-such-folder', 'x.md']],
    [['verify', '--memory', 'no-such.json', 'x.md']],
    [['verify', '--memory', 'src/a.ts', 'x.md']],
    [['verify', '--as-of', 'garbage', 'x.md']],
    [['verify', '--contact', 'notmail', 'x.md']],
    [['verify', '--cache', 'src/a.ts/cache', 'x.md']],
    [['verify', '--endpoint', 'nobody=http://x.example', 'x.md']],
    [['verify', '--endpoint', 'toString=http://x.example', 'x.md']],
    [['verify', '--json', '--format', 'csv', 'x.md']],
    [['scan', '--report', 'pdf=x.pdf', 'x.md']],
    [['scan', '--report', 'json', 'x.md']],
    [['scan', '--report', 'json=x.md/folder.json', 'x.md']],
    [['scan', '--report', 'text=-', 'x.md']],
    [['scan', '--retries', '3', 'x.md']],
    [['completion', 'tcsh']],
    [['find', '--from', '2020', '--to', '2010', 'bridges']],
  ])('%j exits with 2 and a reason', async (args) => {
    await draft('x.md', 'Nothing is cited here.\n'); // so that it is the option that is wrong
    const { code, out, err } = await cli(args);
    expect(code).toBe(2);
    expect(out + err).toMatch(/citewright/);
  });

  test('names of files and repositories cannot control the terminal', async () => {
    const hostile = 'a\u001b[2J\u202eb.md';
    const { code, err } = await spawned(['scan', hostile]);
    expect(code).toBe(2);
    expect(err).toBe('citewright: a[2Jb.md: no such file\n');
  });

  test('offline, the text output says how to enable the network; machine formats are unchanged', async () => {
    const name = await draft('off.md', 'See https://example.org/x for more.\n');
    const hint = 'citewright: nothing was fetched; add --allow-network to fetch sources\n';
    expect((await cli(['verify', name])).err).toBe(hint);
    expect((await cli(['verify', '--json', name])).err).toBe('');
    expect((await cli(['resolve', 'https://example.org/x'])).err).toBe(hint);
    expect((await cli(['find', 'bridges'])).err).toBe(hint);
    expect((await cli(['verify', await draft('local.md', 'See src/a.ts:2.\n')])).err).toBe('');
  });

  test('every command has a help page', async () => {
    for (const command of ['scan', 'resolve', 'verify', 'find', 'mcp', 'check-envelope', 'completion']) {
      const { code, out } = await cli([command, '--help']);
      expect([code, out]).toEqual([0, expect.stringContaining(`citewright ${command}`)]);
      expect((await cli([command, '-h'])).out).toBe(out);
    }
    expect((await cli(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test('every documented option is accepted, in one line and in any order', () => {
    const line = [
      ...'verify --allow-network --allow-domain a.org --allow-domain b.org --allow-host [::1]:80'.split(' '),
      ...'--judge m --provider openai-compatible --base-url http://127.0.0.1:1/v1 --max-cost 0.5'.split(' '),
      ...'--max-citations 9 --timeout-ms 100 --max-bytes 9 --concurrency 2 --workspace .'.split(' '),
      ...'--endpoint crossref=http://[::1]:80 --endpoint rfc=http://[::1]:80 --format text --fail-on never'.split(
        ' ',
      ),
      ...'--no-text --retries 0 --proxy http://u:p@proxy.example:1 --memory m.json --as-of 2024-01-31'.split(
        ' ',
      ),
      ...'--cache off --contact a@b.example --baseline b.json -- -x.md'.split(' '),
    ];
    const { command, args, values } = readArgs(line);
    expect([command, args]).toEqual(['verify', ['-x.md']]);
    const documented = line
      .slice(1, -2)
      .filter((part) => part.startsWith('--'))
      .map((part) => part.slice(2));
    expect(Object.keys(values).sort()).toEqual([...new Set(documented)].sort());
    for (const [names, option] of [
      [['text', 'json', 'markdown', 'html', 'sarif', 'junit', 'csv', 'envelope'], '--format'],
      [['error', 'warning', 'never'], '--fail-on'],
      [['anthropic', 'openai', 'openai-compatible'], '--provider'],
    ] as const)
      for (const name of names)
        expect(() => readArgs(['verify', option, name, '--judge', 'm', 'a.md'])).not.toThrow();
    const services =
      'crossref openalex pubmed arxiv datacite unpaywall wayback doi semanticscholar europepmc openlibrary rfc';
    for (const name of services.split(' '))
      expect(endpoints({ endpoint: [`${name}=http://127.0.0.1:1`] })).toEqual({
        [name]: 'http://127.0.0.1:1',
      });
    expect(readArgs(['find', '--from', '2000', '--to', '2001', '--limit', '3', 'q']).args).toEqual(['q']);
  });

  test.each([
    [['mcp', 'extra'], 'unexpected argument extra: mcp takes no arguments'],
    [
      ['verify', '--concurrency', '300', 'a.md'],
      '--concurrency must be a whole number from 1 to 256, not 300',
    ],
    [['scan', ''], 'an argument is empty; check its quotation marks or its variable'],
    [['find', ' '], 'find needs words to search for'],
    [['merge', 'none.jsonl'], 'none.jsonl: no such file'],
    [['scan', '--baseline', '/none.json', 'a.md'], '--baseline /none.json: no such file'],
    [['scan', '--baseline', '/dev/zero', 'a.md'], '--baseline /dev/zero: more than 60 MB'],
  ])('%j reports what is wrong', async (args, told) => {
    const { code, err } = await spawned(args);
    expect({ code, err }).toEqual({ code: 2, err: `citewright: ${told}\n` });
  });

  test('completion lists the commands', async () => {
    for (const shell of ['bash', 'zsh', 'fish'])
      expect((await cli(['completion', shell])).out).toContain('check-envelope');
  });

  test('uses colour only on request, never with NO_COLOR', async () => {
    const name = await draft('colour.md', 'Gone [7].\n\n## References\n\n1. A. (2020). B.\n');
    const plain = await spawned(['scan', name]);
    expect(plain.out).not.toContain('\u001b[');
    expect((await spawned(['scan', name], { env: { FORCE_COLOR: '1' } })).out).toContain('\u001b[31m');
    expect((await spawned(['scan', name], { env: { FORCE_COLOR: '1', NO_COLOR: '1' } })).out).not.toContain(
      '\u001b[',
    );
  });

  test('a closed output is not an error, and the exit code still counts problems', async () => {
    const many = Array.from({ length: 4_000 }, (_, i) => `See https://example.org/${i} for more.\n\n`).join(
      '',
    );
    const clean = await draft('many.md', many);
    const broken = await draft(
      'many-broken.md',
      `${many}\nIt is gone [7].\n\n## References\n\n1. A. (2020). B.\n`,
    );
    for (const [name, expected] of [
      [clean, 0],
      [broken, 1],
    ] as const) {
      const { code, err } = await spawned(['scan', '--json', name], {
        started: (child) => child.stdout?.destroy(),
      });
      expect(err).toBe('');
      expect(code).toBe(expected);
    }
  });

  test.skipIf(process.platform === 'win32')(
    '`| head -1` gets its line, and the run reports its result',
    async () => {
      const name = await draft(
        'piped.md',
        `${'It is gone [7].\n\n'.repeat(2_000)}## References\n\n1. A. (2020). B.\n`,
      );
      const run = `"${process.execPath}" "${CLI}" scan --json "${name}"`;
      const { code, out, err } = await sh(`{ ${run}; echo "exit $?" >&2; } | head -1`);
      expect({ code, out, err }).toEqual({ code: 0, out: '{\n', err: 'exit 1\n' });
    },
  );

  test.skipIf(process.platform === 'win32')('a closed error output does not end the run', async () => {
    const name = await draft('unheard.md', 'See https://example.org/x.\n');
    const run = `"${process.execPath}" "${CLI}" verify --json "${name}" missing.md`;
    const { code, out } = await sh(
      `{ ${run} 2>&1 >"${folder}/unheard.json"; echo "exit $?" >"${folder}/unheard.code"; } | true; cat "${folder}/unheard.code"`,
    );
    expect({ code, out }).toEqual({ code: 0, out: 'exit 2\n' });
    expect(json<Verified>(await readFile(path.join(folder, 'unheard.json'), 'utf8')).documents).toHaveLength(
      1,
    );
  });

  test.skipIf(!existsSync('/dev/full'))(
    'output that cannot be written is reported in a sentence, with exit 2',
    async () => {
      const name = await draft('full.md', 'It is gone [7].\n');
      for (const format of ['text', 'json']) {
        const { code, err } = await sh(
          `"${process.execPath}" "${CLI}" scan --format ${format} "${name}" >/dev/full`,
        );
        expect({ code, err }).toEqual({ code: 2, err: 'citewright: the output can’t be written (ENOSPC)\n' });
      }
      expect((await sh(`"${process.execPath}" "${CLI}" scan missing.md 2>/dev/full`)).code).toBe(2);
      const estimate = `verify --estimate --json --cache off --output cut.json "${name}"`; // written at once
      expect((await sh(`ulimit -f 1; "${process.execPath}" "${CLI}" ${estimate}`)).code).toBe(2);
    },
  );
});
