import { describe, expect, test } from 'vitest';
import { DEFAULTS } from '../../../src/core/defaults';
import type { DayBook } from '../../../src/core/judge/dailyBudget';
import { chooseBatchModel, chooseModel, ledgerFor, type JudgeChoice } from '../../../src/node/models/judges';
import { ScriptedModel } from '../../fakes';
import { newFolder } from '../../support/newFolder';

const KEYS = { ANTHROPIC_API_KEY: 'sk-ant-test', OPENAI_API_KEY: 'sk-test', CITEWRIGHT_API_KEY: 'own' };

describe('a model', () => {
  test.each<JudgeChoice>([{}, { judge: 'none' }, { judge: 'none', provider: 'openai' }])(
    'is never selected by a key alone: %j',
    async (choice) => {
      expect(await chooseModel(choice, KEYS)).toBeUndefined();
      expect(await chooseBatchModel(choice, KEYS, { folder: '', say: () => undefined })).toBeUndefined();
    },
  );

  test.each<[JudgeChoice, string, string]>([
    [{ judge: 'claude-haiku-4-5' }, 'anthropic', 'claude-haiku-4-5'],
    [{ judge: 'gpt-4o-mini' }, 'openai', 'gpt-4o-mini'],
    [{ judge: 'llama3', baseUrl: 'http://127.0.0.1:1/v1' }, 'openai-compatible', 'llama3'],
    [{ judge: 'my-own', provider: 'anthropic' }, 'anthropic', 'my-own'],
  ])('is selected by its name, its server or its provider: %j', async (choice, provider, id) => {
    expect(await chooseModel(choice, KEYS)).toMatchObject({ provider, id });
  });

  test('of a compatible server is selected without a key', async () => {
    const choice = { judge: 'llama3', baseUrl: 'http://127.0.0.1:1/v1' };
    expect(await chooseModel(choice, {})).toMatchObject({ id: 'llama3' });
  });

  test.each<[JudgeChoice, Record<string, string>, string, string]>([
    [{ judge: 'whose' }, KEYS, 'unknown-provider', '--provider'],
    [{ judge: 'm', baseUrl: 'http://models.example/v1' }, KEYS, 'bad-base-url', 'http'],
    [{ judge: 'claude-haiku-4-5' }, {}, 'no-key', 'set ANTHROPIC_API_KEY'],
    [{ judge: 'gpt-4o-mini' }, { OPENAI_API_KEY: '  ' }, 'no-key', 'set OPENAI_API_KEY'],
    [{ judge: 'gpt-4o-mini' }, { OPENAI_API_KEY: 'sk-ä€' }, 'bad-key', 'can’t be used'],
  ])('is rejected with what is missing: %j', async (choice, env, reason, told) => {
    const refusal = { reason, message: expect.stringContaining(told) as string };
    expect(await chooseModel(choice, env)).toEqual(refusal);
    expect(await chooseBatchModel(choice, env, { folder: '', say: () => undefined })).toEqual(refusal);
  });
});

describe('a model for batches', () => {
  test('needs a provider with a batch service', async () => {
    const folder = newFolder();
    const options = { folder, say: () => undefined };
    expect(await chooseBatchModel({ judge: 'claude-haiku-4-5' }, KEYS, options)).toMatchObject({
      provider: 'anthropic',
    });
    expect(
      await chooseBatchModel({ judge: 'm', baseUrl: 'http://127.0.0.1:1/v1' }, KEYS, options),
    ).toMatchObject({ reason: 'no-batch' });
  });

  test('needs a writable folder for the names of its batches', async () => {
    const options = { folder: '/dev/null/none', say: () => undefined };
    await expect(chooseBatchModel({ judge: 'claude-haiku-4-5' }, KEYS, options)).rejects.toThrow(/ENOTDIR/);
  });
});

describe('the ledger of a run', () => {
  const { signal } = new AbortController();
  const priced = new ScriptedModel(() => '', { price: { input: 1, output: 1, asOf: '2026-01-01' } });
  const call = { input: 100, output: 100 };

  test('enforces the run budget', async () => {
    expect(await ledgerFor(priced, {}).acquire(call, signal)).toBeDefined();
    expect(await ledgerFor(priced, { maxCostUsd: 0 }).acquire(call, signal)).toBeUndefined();
  });

  test('counts tokens if the price is unknown', async () => {
    const ledger = ledgerFor(new ScriptedModel(() => ''), {});
    expect(
      await ledger.acquire({ input: DEFAULTS.maxTokensUnpriced + 1, output: 0 }, signal),
    ).toBeUndefined();
    expect(await ledger.acquire(call, signal)).toBeDefined();
  });

  test('also checks the daily budget, and reports when it is spent', async () => {
    const opened: number[] = [];
    const day: DayBook = {
      open: (usd) => Promise.resolve(opened.push(usd) === 1 ? 'first' : undefined),
      close: () => Promise.resolve(),
    };
    const ledger = ledgerFor(priced, { maxCostUsd: 1, day });
    const first = await ledger.acquire(call, signal);
    await first?.release();
    expect(ledger.refusal?.()).toBeUndefined();
    expect(await ledger.acquire(call, signal)).toBeUndefined();
    expect(ledger.refusal?.()).toMatchObject({ cause: 'day_cap' });
    expect(opened[0]).toBeCloseTo(0.0002);
  });
});
