import { describe, expect, it } from 'vitest';
import { isFailure } from '../../../src/core/model';
import { causeOf, DEADLINE, missOf, play, scenes } from '../../support/faults';

describe('a fault of the network', () => {
  it.each(scenes().map((scene) => [scene.name, scene] as const))('%s', async (_, scene) => {
    const { answer, ms, leaked, grownMb } = await play(scene);
    expect(causeOf(answer)).toBe(scene.cause);
    expect(isFailure(answer) ? answer.kind : undefined).toBe(missOf(scene));
    expect(ms).toBeLessThan(DEADLINE + 500);
    expect(leaked).toBe(0);
    expect(grownMb).toBeLessThan(64);
  });
});
