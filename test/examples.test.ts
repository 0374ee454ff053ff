// What a newcomer sees first must be true: the examples, the answers recorded for them, and the server that serves both.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../src/core/model';
import { ModelError } from '../src/core/ports';
import { createPrompt } from '../src/core/judge/prompt';
import { createModel } from '../src/node/models/llm';
import { newFolder } from './support/newFolder';

type Server = { readonly origin: string; readonly host: string; readonly stop: () => Promise<void> };
type Row = { readonly claim: string; readonly support: string; readonly quote?: string };

// The scripts are plain modules without declarations.
const SCRIPTS = path.resolve(import.meta.dirname, '../scripts/start');
const script = (name: string): Promise<unknown> => import(path.join(SCRIPTS, name));
const { startServer } = (await script('server.mjs')) as {
  startServer: (options: { root: string; port?: number; demo?: boolean }) => Promise<Server>;
};
const { examplesFor, verifyArguments, DRAFTS, EXAMPLES } = (await script('workspace.mjs')) as {
  examplesFor: (port: number, target: string) => string;
  verifyArguments: (server: Server) => string[];
  DRAFTS: readonly string[];
  EXAMPLES: string;
};
const { pdf, TARGET } = (await script('makePdf.mjs')) as { pdf: () => Buffer; TARGET: string };
const ANSWERS = JSON.parse(readFileSync(path.join(SCRIPTS, 'answers.json'), 'utf8')) as Row[];

const home = newFolder();
let server: Server;
let folder: string;
beforeAll(async () => {
  // A free port first, then the sources whose addresses name it.
  const probe = await startServer({ root: EXAMPLES, port: 0 });
  const port = Number(new URL(probe.origin).port);
  await probe.stop();
  folder = examplesFor(port, path.join(home, 'examples'));
  server = await startServer({ root: path.join(folder, 'sources'), port, demo: true });
});
afterAll(() => server.stop());

type Report = {
  readonly documents: readonly { readonly path: string; readonly findings: readonly Finding[] }[];
};

/** Runs the built command line as `npm start` does, once for all tests. */
let verified: Promise<{ readonly code: number | null; readonly report: Report }> | undefined;
const verify = () => (verified ??= verifyAll());
async function verifyAll() {
  const cli = path.resolve(import.meta.dirname, '../dist/cli.js');
  const child = spawn(process.execPath, [cli, ...verifyArguments(server), '--json'], { cwd: folder });
  let text = '';
  child.stdout.on('data', (part: Buffer) => (text += part.toString('utf8')));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { code, report: JSON.parse(text) as Report };
}

describe('the examples', () => {
  it('are verified with the findings that their recorded answers and flaws imply', async () => {
    const { code, report } = await verify();
    expect(code).toBe(0);
    expect(report.documents.map((d) => d.path)).toEqual(DRAFTS);
    const counts = new Map<string, number>();
    for (const { findings } of report.documents)
      for (const { code: c } of findings) counts.set(c, (counts.get(c) ?? 0) + 1);
    expect(Object.fromEntries(counts)).toEqual({
      supported: 15,
      partly: 1,
      overstated: 2,
      contradicted: 3,
      absent: 1,
      'not-found': 1,
      dangling: 1,
      'unknown-key': 1,
      'line-out-of-range': 1,
      'file-not-found': 1,
    });
  });

  it('have a located quotation for every verdict that needs one, and the name of the demo on each', async () => {
    const { report } = await verify();
    const judged = report.documents.flatMap((d) => d.findings).filter((f) => f.stage === 'judged');
    expect(judged).toHaveLength(ANSWERS.length);
    for (const { verdict, source, citation } of judged) {
      expect(verdict.model).toBe('demo: recorded answers');
      expect([citation.claim.text, verdict.refused]).toEqual([citation.claim.text, undefined]);
      if (verdict.support === 'absent') continue;
      const { span, text } = verdict.quote!;
      expect(source.text.slice(span.start, span.end)).toBe(text);
      expect(source.depth).toBe('full');
    }
  });

  it('cite a page whose head alone is longer than the first 12,000 characters', () => {
    const page = readFileSync(path.join(EXAMPLES, 'sources/museum/lighthouse.html'), 'utf8');
    expect(page.indexOf('<main')).toBeGreaterThan(12_000);
  });

  it('contain the PDF that its script writes', () => {
    expect(readFileSync(TARGET).equals(pdf())).toBe(true);
  });
});

describe('the demo model', () => {
  const sentence = 'Nine were broken in the eleven weeks, two of them by moths.';
  const shown = (title: string) => ({
    text: `Title: ${title}\n[1] They are tender things.\n[2] ${sentence}`,
    spans: [],
    sentences: ['They are tender things.', sentence],
  });
  const TITLE = 'Report on the trial of the incandescent mantle burner';
  const claim = ANSWERS.find((a) => a.claim.includes('moths'))!.claim;
  const ask = (claims: readonly string[], title = TITLE) =>
    createModel({ provider: 'openai-compatible', id: 'demo', baseUrl: `${server.origin}/v1` }).ask(
      createPrompt(
        claims.map((text) => ({ text })),
        [shown(title)],
        'k3v9',
        700,
      ),
      new AbortController().signal,
    );

  it('answers a claim of the examples in the requested format, with the sentence number', async () => {
    const reply = await ask([claim]);
    expect(reply.model).toBe('demo: recorded answers');
    expect(JSON.parse(reply.text)).toMatchObject({ support: 'supported', sentences: [2] });
  });

  it('omits unknown claims among several', async () => {
    const { verdicts } = JSON.parse((await ask(['The moon is a lamp.', claim])).text) as {
      verdicts: { claim: number }[];
    };
    expect(verdicts.map((v) => v.claim)).toEqual([2]);
  });

  it.each([
    ['another claim', [claim.replace('nine', 'ninety')], TITLE],
    ['a claim with one word more', [claim.replace('broke', 'never broke')], TITLE],
    ['the claim against another source', [claim], 'The lighthouse on the north pier'],
  ])('has no answer for %s, and says so in words for a person', async (_name, claims, title) => {
    const error = await ask(claims, title).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(ModelError);
    expect(error).toMatchObject({ reason: 'rejected', fatal: false });
    expect((error as ModelError).message).toContain('has no recorded answer for this text');
  });
});

describe('the example server', () => {
  const status = (where: string) =>
    new Promise<number | undefined>((done, fail) => {
      const { hostname, port } = new URL(server.origin);
      request({ hostname, port, path: where }, (r) => {
        r.resume();
        done(r.statusCode);
      })
        .on('error', fail)
        .end();
    });

  it('serves the sources and nothing else', async () => {
    expect(await status('/notes/standing-orders.txt')).toBe(200);
    for (const where of [
      '/../lighthouse.md',
      '/%2e%2e/lighthouse.md',
      '/..%2f..%2fpackage.json',
      '/',
      '/notes',
      '/%zz',
    ])
      expect([where, await status(where)]).not.toEqual([where, 200]);
  });

  it('knows one DOI and answers for the registries that the command line queries', async () => {
    expect(await status('/crossref/works/10.5555%2Faldermouth.2021.4')).toBe(200);
    expect(await status('/crossref/works/10.5555%2Fother')).toBe(404);
  });

  it('listens on this machine only, and reports a port in use', async () => {
    expect(server.origin).toMatch(/^http:\/\/127\.0\.0\.1:/);
    await expect(
      startServer({ root: EXAMPLES, port: Number(new URL(server.origin).port) }),
    ).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
