import { reason, fail } from '../../../src/core/causes';
import { describe, expect, test } from 'vitest';
import { createLedger } from '../../../src/core/judge/ledger';
import type { Citation, Finding, Target } from '../../../src/core/model';
import { ModelError, type Prompt } from '../../../src/core/ports';
import type { VerifyOptions } from '../../../src/core/verify/run';
import { verifyAll } from '../../../src/core/verify/verify';
import { CannedWeb, citationOf, fakePorts, MemoryWorkspace, never, ScriptedModel } from '../../fakes';
import type { CannedPage } from '../../fakes';

const url = (n: number | string): Target => ({ kind: 'url', url: `https://site.example/${n}` });
const FACT = 'The bridge over the river was opened to traffic in 1932 by the mayor.';

/** A citation of `target` behind `claim`, at its own place. */
function cite(id: string, target: Target, claim = FACT, more: Partial<Citation> = {}): Citation {
  const span = { start: 0, end: claim.length };
  const marker = { start: claim.length, end: claim.length + 3 };
  const given = { style: 'numbered', raw: '[1]', marker, claim: { text: claim, span } } as const;
  return citationOf({ ...given, id, identifier: id, target, ...more });
}
const draft = (...citations: Citation[]) => ({ path: 'draft.md', text: '', citations });

async function run(
  citations: Citation[],
  ports: Parameters<typeof fakePorts>[0],
  options: VerifyOptions = {},
  signal = never,
): Promise<Finding[]> {
  const found: Finding[] = [];
  for await (const { finding } of verifyAll([draft(...citations)], fakePorts(ports), options, signal))
    found.push(finding);
  return found;
}
const byId = (findings: readonly Finding[]) => Object.fromEntries(findings.map((f) => [f.citation.id, f]));
const ids = (findings: readonly Finding[]) => findings.map((f) => f.citation.id).sort();

/** Says `support` of every claim of a prompt, quoting the fact. */
const verdict = (support: string, quote: string | null = FACT) => ({
  rationale: 'It says so.',
  sentences: [1],
  quote,
  support,
  confidence: 0.9,
  suggestion: null,
});
const claimsIn = ({ blocks }: Prompt) =>
  blocks
    .map((b) => b.text)
    .join('')
    .match(/<CLAIM \d+ /g)?.length ?? 1;
const judgeSaying = (support: string) => (prompt: Prompt) => {
  const n = claimsIn(prompt);
  if (n === 1) return JSON.stringify(verdict(support));
  return JSON.stringify({
    verdicts: Array.from({ length: n }, (_, i) => ({ claim: i + 1, ...verdict(support) })),
  });
};

describe('every citation gets exactly one finding', () => {
  test('in every case', async () => {
    const web = new CannedWeb({
      'https://site.example/1': FACT,
      'https://site.example/2': fail('timeout'),
      'https://site.example/4': () => Promise.reject(new Error('a bug')),
    });
    const found = await run(
      [
        cite('read', url(1)),
        cite('slow', url(2)),
        cite('gone', url(3)),
        cite('bug', url(4)),
        cite('dangling', { kind: 'dangling', label: '7' }),
        cite('guess', { kind: 'guess' }),
        cite('file', { kind: 'file', path: 'nowhere.ts' }),
      ],
      { web },
    );
    expect(ids(found)).toEqual(['bug', 'dangling', 'file', 'gone', 'guess', 'read', 'slow']);
    const { read, slow, gone, bug, dangling, guess, file } = byId(found);
    expect(read).toMatchObject({ stage: 'unjudged', why: 'no-model', code: 'related', severity: 'none' });
    expect(slow).toMatchObject({ stage: 'unresolved', kind: 'timeout', severity: 'info' });
    expect(gone).toMatchObject({ kind: 'not-found', code: 'not-found', severity: 'error' });
    expect(bug).toMatchObject({
      stage: 'unresolved',
      ...fail('internal_error', { message: 'a bug' }),
      severity: 'info',
    });
    expect(dangling).toMatchObject({ code: 'dangling', severity: 'error' });
    expect(guess).toMatchObject({ code: 'guess', severity: 'info' });
    expect(file).toMatchObject({ code: 'file-not-found', severity: 'warning' });
  });

  test('over-limit after the maximum number of citations, in text order', async () => {
    const web = new CannedWeb({ 'https://site.example/1': FACT });
    const found = await run(
      [1, 2, 3].map((n) => cite(`c${n}`, url(1), `${FACT} ${n}`)),
      { web },
      { maxCitations: 2 },
    );
    expect(ids(found)).toEqual(['c1', 'c2', 'c3']);
    expect(byId(found)['c3']).toMatchObject({ kind: 'over-limit', severity: 'info' });
  });

  test('with its document, for several documents', async () => {
    const web = new CannedWeb({ 'https://site.example/1': FACT });
    const documents = [draft(cite('a', url(1))), draft(cite('b', url(1)))];
    const found = [];
    for await (const tagged of verifyAll(documents, fakePorts({ web }), {}, never)) found.push(tagged);
    expect(found.map((t) => [t.document, t.finding.citation.id])).toEqual([
      [0, 'a'],
      [1, 'b'],
    ]);
    expect(web.calls).toHaveLength(1);
  });
});

describe('a source is fetched once', () => {
  test('however often it is cited, with any fragment', async () => {
    const pages = {
      'https://site.example/1': FACT,
      'https://site.example/1#a': FACT,
      'https://site.example/1#b': FACT,
    };
    const web = new CannedWeb(pages);
    const targets = ['1', '1', '1#a', '1#b', '1'].map((n, i) => cite(`c${i}`, url(n)));
    const found = await run(targets, { web });
    expect(found.map((f) => f.stage)).toEqual(Array(5).fill('unjudged'));
    expect(web.calls).toHaveLength(1);
  });

  test('with a limited number of fetches at once', async () => {
    let now = 0;
    let most = 0;
    const slow = async () => {
      most = Math.max(most, ++now);
      await new Promise((r) => setTimeout(r, 5));
      now -= 1;
      return fail('timeout');
    };
    const pages = Object.fromEntries(
      Array.from({ length: 12 }, (_, n): [string, CannedPage] => [`https://site.example/${n}`, slow]),
    );
    const all = Array.from({ length: 12 }, (_, n) => cite(`c${n}`, url(n)));
    await run(all, { web: new CannedWeb(pages) }, { concurrency: 3 });
    expect(most).toBe(3);
  });
});

describe('a run with links only', () => {
  test('asks whether a source exists and reads nothing', async () => {
    const web = new CannedWeb({ 'https://site.example/1': FACT });
    const model = new ScriptedModel(judgeSaying('supported'));
    const found = await run([cite('a', url(1)), cite('b', url(2))], { web, model }, { linksOnly: true });
    expect(byId(found)['a']).toMatchObject({ code: 'reached', severity: 'none', source: { text: '' } });
    expect(byId(found)['b']).toMatchObject({ code: 'not-found' });
    expect(new Set(web.calls.map((c) => c.kind))).toEqual(new Set(['probe', 'query']));
    expect(model.calls).toHaveLength(0);
  });
});

describe('a sentence that only points to its sources', () => {
  test('is checked for reachable sources but not judged', async () => {
    const web = new CannedWeb({ 'https://site.example/1': FACT, 'https://site.example/2': FACT });
    const model = new ScriptedModel(judgeSaying('absent'));
    const pointer = { group: 'g' };
    const found = await run(
      [
        cite('a', url(1), 'See also my notes on bridges.', pointer),
        cite('b', url(3), 'See also my notes on bridges.', pointer),
        cite('c', url(2)),
      ],
      { web, model },
    );
    expect(byId(found)['a']).toMatchObject({ code: 'reached', cause: 'points_only' });
    expect(byId(found)['b']).toMatchObject({ code: 'not-found' });
    expect(byId(found)['c']).toMatchObject({ stage: 'judged' });
    expect(model.calls.flatMap((prompt) => JSON.stringify(prompt)).join()).not.toContain('my notes');
  });
});

describe('judging', () => {
  const web = () => new CannedWeb({ 'https://site.example/1': FACT, 'https://site.example/2': FACT });

  test('returns a verdict with a quotation found in the source', async () => {
    const [finding] = await run([cite('a', url(1))], {
      web: web(),
      model: new ScriptedModel(judgeSaying('supported')),
    });
    expect(finding).toMatchObject({
      stage: 'judged',
      code: 'supported',
      verdict: { support: 'supported', quote: { text: FACT, match: 'exact' } },
    });
  });

  test('asks once for the same claim on the same source', async () => {
    const model = new ScriptedModel(judgeSaying('supported'));
    const found = await run([cite('a', url(1)), cite('a#2', url(1))], { web: web(), model });
    expect(found.map((f) => f.stage)).toEqual(['judged', 'judged']);
    expect(model.calls).toHaveLength(1);
    const costs = found.map((f) => (f.stage === 'judged' ? f.verdict.usage.input : 0));
    expect(costs.filter((n) => n > 0)).toHaveLength(1);
  });

  test('sends several claims on one source in one call', async () => {
    const model = new ScriptedModel(judgeSaying('supported'));
    const claims = ['in 1932', 'by the mayor', 'to traffic'].map((w, i) =>
      cite(`c${i}`, url(1), `The bridge was opened ${w}.`),
    );
    await run(claims, { web: web(), model });
    expect(model.calls).toHaveLength(1);
  });

  test('judges a group one by one and together, and marks a citation that adds nothing', async () => {
    const page = (text: string) => ({ text });
    const two = new CannedWeb({
      'https://site.example/1': page(FACT),
      'https://site.example/2': page('Gardening needs patience, water and a spade above all other things.'),
    });
    const model = new ScriptedModel((prompt) =>
      JSON.stringify(
        prompt.blocks[0]?.text.includes('Gardening') ? verdict('absent', null) : verdict('supported'),
      ),
    );
    const found = byId(
      await run([cite('a', url(1), FACT, { group: 'g' }), cite('b', url(2), FACT, { group: 'g' })], {
        web: two,
        model,
      }),
    );
    expect(found['a']).toMatchObject({
      code: 'supported',
      adds: true,
      groupVerdict: { support: 'supported' },
    });
    expect(found['b']).toMatchObject({ code: 'absent', adds: false, groupVerdict: { support: 'supported' } });
  });

  test('judges a group whose other source is missing', async () => {
    const model = new ScriptedModel(judgeSaying('supported'));
    const group = { group: 'g' };
    const found = byId(
      await run([cite('a', url(1), FACT, group), cite('b', url(9), FACT, group)], { web: web(), model }),
    );
    expect(found['a']).toMatchObject({ stage: 'judged' });
    expect(found['b']).toMatchObject({ kind: 'not-found' });
  });

  test('leaves citations unjudged but screened when the budget is spent', async () => {
    const pages = Object.fromEntries([1, 2, 3, 4].map((n) => [`https://site.example/${n}`, FACT]));
    const price = { input: 1000, output: 1000, asOf: '2026-01-01' };
    const usage = { input: 700, output: 200, cached: 0 };
    const model = new ScriptedModel((p) => ({ text: judgeSaying('supported')(p), usage }), { price });
    const ledger = createLedger({ price, maxCostUsd: 2.2 });
    const found = await run(
      [1, 2, 3, 4].map((n) => cite(`c${n}`, url(n))),
      { web: new CannedWeb(pages), model },
      { ledger },
    );
    const stages = found.map((f) => f.stage).sort();
    expect(found).toHaveLength(4);
    expect(stages).toContain('judged');
    expect(stages).toContain('unjudged');
    for (const f of found)
      if (f.stage === 'unjudged') expect(f).toMatchObject({ why: 'budget', code: 'unjudged' });
    expect(ledger.spent().costUsd).toBeLessThanOrEqual(2.2);
  });

  test('stops after a failure that every call would have, with one reason', async () => {
    const pages = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [`https://site.example/${n}`, FACT]),
    );
    const model = new ScriptedModel(() => {
      throw new ModelError('key-invalid', reason('provider_message', { said: 'the key was refused' }));
    });
    const all = Array.from({ length: 20 }, (_, n) => cite(`c${n}`, url(n)));
    const found = await run(all, { web: new CannedWeb(pages), model }, { concurrency: 1 });
    expect(model.calls).toHaveLength(1);
    expect(found).toHaveLength(20);
    expect(new Set(found.map((f) => (f.stage === 'unjudged' ? f.cause : f.stage)))).toEqual(
      new Set(['provider_message']),
    );
    expect(found.every((f) => f.code !== 'absent' && f.severity === 'info')).toBe(true);
  });

  test('never sends credentials', async () => {
    const workspace = new MemoryWorkspace({ '.env': 'KEY=1\n' });
    const file = workspace.file.bind(workspace);
    workspace.file = async (...args) => ({
      ...(await file(...args)),
      sensitive: 'credentials_file' as const,
    });
    const model = new ScriptedModel(judgeSaying('supported'));
    const [finding] = await run([cite('a', { kind: 'file', path: '.env' })], { workspace, model });
    expect(finding).toMatchObject({ stage: 'unjudged', why: 'withheld' });
    expect(model.calls).toHaveLength(0);
  });

  test('never sends credentials, whatever the file name', async () => {
    const text = ['The retry limit is five.\n-----BEGIN', 'PRIVATE KEY-----\n'].join(' ');
    const workspace = new MemoryWorkspace({ 'notes.txt': text });
    const model = new ScriptedModel(judgeSaying('supported'));
    const [finding] = await run([cite('a', { kind: 'file', path: 'notes.txt' })], { workspace, model });
    expect(finding).toMatchObject({ stage: 'unjudged', why: 'withheld', cause: 'credentials_text' });
    expect(model.calls).toHaveLength(0);
  });
});

describe('cancelling', () => {
  test('ends at once although a port does not notice, and drops no citation', async () => {
    const stop = new AbortController();
    const web = new CannedWeb({
      'https://site.example/1': FACT,
      'https://site.example/2': () => new Promise(() => undefined),
    });
    const found: Finding[] = [];
    const all = draft(cite('a', url(1)), cite('b', url(2)), cite('c', url(2), 'Another claim.'));
    for await (const { finding } of verifyAll([all], fakePorts({ web }), {}, stop.signal)) {
      found.push(finding);
      stop.abort();
    }
    expect(ids(found)).toEqual(['a', 'b', 'c']);
    expect(byId(found)['a']).toMatchObject({ stage: 'unjudged', why: 'no-model' });
    expect(byId(found)['b']).toMatchObject({ kind: 'cancelled', code: 'cancelled' });
  });

  test('keeps the source that was read before the verdict', async () => {
    const stop = new AbortController();
    const model = new ScriptedModel(
      (_, __, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () =>
            reject(new ModelError('cancelled', reason('provider_message', { said: 'cancelled' }))),
          );
          setTimeout(() => stop.abort(), 5);
        }),
    );
    const [finding] = await run(
      [cite('a', url(1))],
      { web: new CannedWeb({ 'https://site.example/1': FACT }), model },
      {},
      stop.signal,
    );
    expect(finding).toMatchObject({ stage: 'unjudged', why: 'cancelled', source: { text: FACT } });
  });

  test('stops the work when the loop is left', async () => {
    let seen: AbortSignal | undefined;
    const web = new CannedWeb({
      'https://site.example/1': FACT,
      'https://site.example/2': (signal) => {
        seen = signal;
        return new Promise(() => undefined);
      },
    });
    for await (const _ of verifyAll(
      [draft(cite('a', url(1)), cite('b', url(2)))],
      fakePorts({ web }),
      {},
      never,
    ))
      break;
    expect(seen?.aborted).toBe(true);
  });
});
