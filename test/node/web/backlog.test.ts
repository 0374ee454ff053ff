import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Backlog } from '../../../src/node/web/backlog';

const never = new AbortController().signal;

/** A promise and its end. */
function held(): { promise: Promise<void>; end: () => void } {
  let end: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => (end = resolve));
  return { promise, end };
}

describe('bodies that wait for their reader', () => {
  it('keep further pages from being begun while they are many bytes, and let them go on afterwards', async () => {
    const backlog = new Backlog(10);
    const reading = held();
    const large = backlog.run(() => backlog.hold(11, reading.promise), never);
    const begun: number[] = [];
    const others = [1, 2, 3].map((n) => backlog.run(() => Promise.resolve(begun.push(n)), never));
    await turn();
    expect(begun).toEqual([]);
    reading.end();
    await Promise.all([large, ...others]);
    expect(begun).toEqual([1, 2, 3]);
  });

  it('let pages begin while they are few bytes', async () => {
    const backlog = new Backlog(10);
    const reading = held();
    const small = backlog.run(() => backlog.hold(10, reading.promise), never);
    expect(await backlog.run(() => Promise.resolve('read'), never)).toBe('read');
    reading.end();
    await small;
  });

  it('stop counting when reading fails, and a page that fails wakes the next', async () => {
    const backlog = new Backlog(0);
    const failed = backlog.run(() => backlog.hold(1, Promise.reject(new Error('no'))), never);
    const next = backlog.run(() => Promise.reject(new Error('nor this')), never);
    const last = backlog.run(() => Promise.resolve('read'), never);
    await expect(failed).rejects.toThrow('no');
    await expect(next).rejects.toThrow('nor this');
    expect(await last).toBe('read');
  });

  it('give way to a cancel at once', async () => {
    const backlog = new Backlog(0);
    const reading = held();
    const large = backlog.run(() => backlog.hold(1, reading.promise), never);
    const cancel = new AbortController();
    const waiting = backlog.run(() => Promise.resolve('never'), cancel.signal);
    cancel.abort();
    await expect(waiting).rejects.toMatchObject({ failure: { miss: 'cancelled' } });
    reading.end();
    await large;
  });
});
