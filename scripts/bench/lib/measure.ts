/** What several benches share: bounded figures of a set, the median, and a model that finds nothing. */
import type { Prompt } from '../../../src/core/ports';
import { figure } from '../../figures';

/** Records figures of `set` that may be at most so large. */
export const bounded =
  (set: string) =>
  (name: string, value: number, most: number, unit = ''): boolean =>
    figure({ set, name, value, most, ...(unit !== '' && { unit }) });

export const median = (all: readonly number[]): number =>
  [...all].sort((a, b) => a - b)[all.length >> 1] ?? 0;

const ABSENT = { rationale: 'r', sentences: [], quote: null, support: 'absent', confidence: 0.9, suggestion: null }; // prettier-ignore

/** Answers "absent" for every claim. */
export function absent({ name, blocks }: Prompt): string {
  const claims = (blocks.at(-1)?.text ?? '').matchAll(/<CLAIM (\d+) /g);
  const numbers = new Set(Array.from(claims, ([, number]) => Number(number)));
  return JSON.stringify(
    name === 'verdict' ? ABSENT : { verdicts: [...numbers].map((claim) => ({ claim, ...ABSENT })) },
  );
}
