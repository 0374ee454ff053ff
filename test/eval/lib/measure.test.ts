import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createLedger } from '../../../src/core/judge/ledger';
import { createModel } from '../../../src/node/models/llm';
import { chat, provider } from '../../node/models/server';
import type { Case } from '../../../scripts/eval/lib/cases';
import { measure } from '../../../scripts/eval/lib/measure';
import { createRecorded, silent } from '../../../scripts/eval/lib/recorded';
import { costsOf, scoresOf } from '../../../scripts/eval/lib/scores';
import { newFolder } from '../../support/newFolder';

const FACTS = [
  'The harbour light of Brill was lit in 1911.',
  'Seven keepers served there until 1954.',
  'The lamp burned four litres of oil a night.',
];
/** Supported, contradicted, not there at all: the label, and what the stub below says, differ in the last. */
const CASES: readonly Case[] = [
  { claim: FACTS[0]!, label: 'supported' as const },
  { claim: 'Nine keepers served there until 1954.', label: 'not' as const },
  { claim: 'The lamp burned four litres of oil a night and was made in Bergen.', label: 'partly' as const },
].map((c, i) => ({ set: 'own', id: `own-${i}`, context: '', title: 'Brill', text: FACTS.join(' '), ...c }));

const verdict = (support: string, quote: string) =>
  JSON.stringify({ rationale: 'stub', sentences: [], quote, support, confidence: 0.9, suggestion: '' });

/** A server on loopback that answers by the claim it is asked about. */
const stub = () =>
  provider(({ text }, response) => {
    const content = text.includes('Nine keepers')
      ? verdict('contradicted', 'Seven keepers served there until 1954.')
      : text.includes('Bergen')
        ? verdict('absent', '')
        : verdict('supported', FACTS[0]!);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(chat(content).body));
  });

const ledger = (maxTokens = 1e6) => createLedger({ price: undefined, maxCostUsd: 1, maxTokens });
const ask = (baseUrl: string) => createModel({ provider: 'openai-compatible', id: 'stub', baseUrl });

describe('measuring a model', () => {
  let folder = '';
  let file = '';
  beforeEach(() => {
    folder = newFolder();
    file = path.join(folder, 'kept/stub.jsonl');
  });

  it('asks a server, records its answers, and gives the same figures from the recording', async () => {
    const server = await stub();
    const live = createRecorded(file, ask(server.baseUrl));
    const first = await measure(CASES, live, { ledger: ledger(), concurrency: 2 });
    await server.close();
    expect(live.live()).toBe(3);
    expect(first.stopped).toBeUndefined();
    expect(first.scored.map((s) => s.said)).toEqual(['supported', 'not', 'not']);

    const replayed = createRecorded(file, silent('stub'));
    const second = await measure(CASES, replayed, { ledger: ledger(), concurrency: 2 });
    expect(server.seen).toHaveLength(3);
    expect(scoresOf(second.scored)).toEqual(scoresOf(first.scored));
    expect(scoresOf(second.scored)).toMatchObject({
      threeWay: [2, 3],
      falseAlarms: [0, 1],
      caught: [1, 1],
      balanced: { value: 0.75 },
    });
    const costs = (scored: typeof first.scored) => costsOf(scored.flatMap((s) => s.verdict ?? []));
    expect(costs(second.scored)).toEqual(costs(first.scored));
    expect(costs(second.scored)).toMatchObject({ quotes: [2, 2] });
    expect(readFileSync(file, 'utf8')).not.toContain('harbour light of Brill was lit in 1911. Seven');
  });

  it('stops at its cap, and continues without asking twice', async () => {
    const server = await stub();
    const capped = createRecorded(file, ask(server.baseUrl));
    const first = await measure(CASES, capped, { ledger: ledger(2_000), concurrency: 1 });
    expect(first.stopped).toContain('the budget of this run');
    expect(first.scored.length).toBe(capped.live());
    expect(first.scored.length).toBeLessThan(CASES.length);

    const rest = createRecorded(file, ask(server.baseUrl));
    const second = await measure(CASES, rest, { ledger: ledger(), concurrency: 1 });
    await server.close();
    expect(second.scored).toHaveLength(CASES.length);
    expect(capped.live() + rest.live()).toBe(CASES.length);
    expect(server.seen).toHaveLength(CASES.length);
  });

  it('asks again for what a killed run left half written', async () => {
    const server = await stub();
    await measure(CASES, createRecorded(file, ask(server.baseUrl)), { ledger: ledger(), concurrency: 1 });
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, -20));
    const again = createRecorded(file, ask(server.baseUrl));
    await measure(CASES, again, { ledger: ledger(), concurrency: 1 });
    expect(again.live()).toBe(1);
    await server.close();
    const replayed = createRecorded(file, silent('stub'));
    expect((await measure(CASES, replayed, { ledger: ledger(), concurrency: 1 })).scored).toHaveLength(3);
  });

  it('reports a missing recording instead of counting it as wrong', async () => {
    const none = createRecorded(file, silent('stub'));
    const { scored, stopped } = await measure(CASES, none, { ledger: ledger(), concurrency: 2 });
    expect(scored).toEqual([]);
    expect(stopped).toContain('not recorded');
  });

  it('prices a replay like the model that was recorded', () => {
    expect(silent('claude-sonnet-5').price).toMatchObject({ input: 2, output: 10 });
    expect(silent('some-local-model').price).toBeUndefined();
  });
});
