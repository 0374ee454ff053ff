/** One call to a model: what it costs when it fails, ends early or says nothing of its use. */
import { reason } from '../../../src/core/causes';
import { describe, expect, it } from 'vitest';
import { ask, shareUsage, type Asking } from '../../../src/core/judge/ask';
import type { Estimate, Reservation } from '../../../src/core/judge/ledger';
import type { Usage } from '../../../src/core/model';
import { addUsage, ModelError, type Prompt } from '../../../src/core/ports';
import { FakeClock, never, type Script, ScriptedModel } from '../../fakes';

const prompt: Prompt = {
  system: 'Judge.',
  blocks: [{ text: 'Does the source say so?' }],
  schema: { type: 'object' },
  name: 'verdict',
  maxTokens: 100,
};
/** A ledger that writes down how each reservation ended. */
const asking = (script: Script, grants = true) => {
  const ends: (Usage | 'released')[] = [];
  const acquire = (_: Estimate): Promise<Reservation | undefined> =>
    Promise.resolve(
      grants
        ? { settle: (usage) => void ends.push(usage), release: () => void ends.push('released') }
        : undefined,
    );
  const model = new ScriptedModel(script);
  const given: Asking = { model, clock: new FakeClock(), ledger: { acquire } };
  return { ends, model, given };
};
const throwing =
  (error: unknown): Script =>
  () => {
    throw error;
  };
const SPENT = { input: 7, output: 3, cached: 0 };

describe('a call to a model', () => {
  it('settles its usage, or an estimate if the provider reports none, unless it was counted before', async () => {
    const { ends, given } = asking(() => ({ text: 'yes', usage: SPENT }));
    expect(await ask(prompt, given, never)).toMatchObject({ text: 'yes', usage: SPENT });
    expect(ends).toEqual([SPENT]);
    const silent = asking(() => ({ text: 'yes', usage: { input: 0, output: 0, cached: 0 } }));
    const { input, output } = (await ask(prompt, silent.given, never)).usage;
    expect(Math.min(input, output * 6)).toBeGreaterThan(5);
    const paid = asking(() => ({ text: 'yes', usage: SPENT, isPaid: true }));
    expect([(await ask(prompt, paid.given, never)).usage, paid.ends]).toEqual([SPENT, ['released']]);
  });

  it.each([
    ['answer', () => 'yes'],
    ['failure', throwing(new Error('bug'))],
    ['free failure', throwing(new ModelError('unreachable', reason('timeout')))],
  ] as [string, Script][])('returns no %s before its cost is stored', async (_, script) => {
    let store: () => void = () => undefined;
    const stored = new Promise<void>((resolve) => (store = resolve));
    const reservation = { settle: () => stored, release: () => stored };
    const given = { ...asking(script).given, ledger: { acquire: () => Promise.resolve(reservation) } };
    let isStored = false;
    const answered = ask(prompt, given, never)
      .catch(() => undefined)
      .then(() => isStored);
    await new Promise((resolve) => setImmediate(resolve));
    isStored = true;
    store();
    expect(await answered).toBe(true);
  });

  it('is not made after a cancel, or if the budget is spent', async () => {
    const { model, given } = asking(() => 'yes');
    expect(await ask(prompt, given, AbortSignal.abort())).toMatchObject({ why: 'cancelled' });
    const full = asking(() => 'yes', false);
    expect(await ask(prompt, full.given, never)).toMatchObject({ why: 'budget', cause: 'cost_cap' });
    const stop = new AbortController();
    const late: Asking = {
      ...full.given,
      ledger: {
        acquire: () => {
          stop.abort();
          return Promise.resolve(undefined);
        },
      },
    };
    expect(await ask(prompt, late, stop.signal)).toMatchObject({ why: 'cancelled' });
    expect([...model.calls, ...full.model.calls]).toEqual([]);
  });

  it('costs what the provider reports if it fails, else nothing', async () => {
    const paid = asking(
      throwing(new ModelError('bad-response', reason('provider_message', { said: 'lost' }), SPENT)),
    );
    expect(await ask(prompt, paid.given, never)).toMatchObject({
      why: 'model-error',
      facts: { said: 'lost' },
      usage: SPENT,
      fatal: false,
    });
    expect(paid.ends).toEqual([SPENT]);
    const free = asking(throwing(new ModelError('too-long', reason('provider_message', { said: 'long' }))));
    expect(await ask(prompt, free.given, never)).toMatchObject({ tooLong: true });
    expect(free.ends).toEqual(['released']);
  });

  it.each(['timeout', 'server-error'] as const)(
    'is repeated once after a %s, within the budget',
    async (why) => {
      const lost = throwing(new ModelError(why, reason('timeout'), SPENT));
      const { model, given, ends } = asking(lost);
      const twice = { input: 14, output: 6, cached: 0 };
      expect(await ask(prompt, given, never)).toMatchObject({ cause: 'timeout', usage: twice });
      expect([model.calls.length, ends]).toEqual([2, [SPENT, SPENT]]);
      const once = asking(lost);
      const grants = [await once.given.ledger?.acquire({ input: 1, output: 1 }, never)];
      const ledger = { acquire: () => Promise.resolve(grants.pop()) };
      const refused = await ask(prompt, { ...once.given, ledger }, never);
      expect(refused).toMatchObject({ why: 'model-error', cause: 'timeout', usage: SPENT });
      expect([once.model.calls.length, once.ends]).toEqual([1, [SPENT]]);
    },
  );

  it('is cancelled, not failed, if a cancel ends it', async () => {
    for (const error of [
      new ModelError('cancelled', reason('provider_message', { said: 'stopped' })),
      new ModelError('timeout', reason('provider_message', { said: 'late' })),
      new Error('odd'),
    ]) {
      const stop = new AbortController();
      const { given } = asking(() => {
        stop.abort();
        throw error;
      });
      expect(await ask(prompt, given, stop.signal)).toMatchObject({ why: 'cancelled' });
    }
  });

  it('throws a bug, and keeps its reservation spent', async () => {
    const { ends, given } = asking(throwing(new TypeError('bug')));
    await expect(ask(prompt, given, never)).rejects.toThrow('bug');
    expect(ends).toEqual([{ input: 0, output: 0, cached: 0 }]); // counts as the estimate
  });
});

describe('usage', () => {
  it('is added, and shared in parts that add up to the whole', () => {
    const whole = { input: 10, output: 7, cached: 3, written: 5 };
    expect(addUsage(whole, SPENT)).toEqual({ input: 17, output: 10, cached: 3, written: 5 });
    expect(addUsage(SPENT, { ...SPENT, written: 0 })).toEqual({ input: 14, output: 6, cached: 0 });
    const said = { input: '9', output: -2, cached: 50, written: Number.NaN } as unknown as Usage;
    expect(addUsage(SPENT, said)).toEqual(SPENT);
    const parts = [0, 1, 2].map((i) => shareUsage(whole, i, 3));
    expect(parts.reduce(addUsage)).toEqual(whole);
    expect(shareUsage(SPENT, 0, 2)).not.toHaveProperty('written');
  });
});
