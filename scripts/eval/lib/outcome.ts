/** Result of comparing a reference with a record, and the two halves of a set: one to fit on, one to measure on. */
import { createHash } from 'node:crypto';
import type { Match } from '../../../src/core/resolve/match';
import { share } from '../../figures';

/** `silent`: the same work without a notice. `told`: the same work with differences. `unproven`: too little to tell. */
export type Outcome = 'silent' | 'told' | 'other' | 'unproven';

export const outcomeOf = ({ same, differs, notes }: Match): Outcome =>
  same ? (notes.length > 0 ? 'told' : 'silent') : differs.length > 0 ? 'other' : 'unproven';

export const isSame = (o: Outcome): boolean => o === 'silent' || o === 'told';

export type Half = 'fit' | 'measure';
export const HALVES: readonly Half[] = ['fit', 'measure'];

/** Rules may only be based on `fit`; errors in the other half are counted, never listed. */
export const halfOf = (id: string): Half =>
  createHash('sha256').update(id).digest()[0]! % 2 === 0 ? 'fit' : 'measure';

export type Judged = { readonly id: string; readonly outcome: Outcome };

/** How often each outcome is met. */
export function told(judged: readonly Judged[]): string {
  const count = (o: Outcome) => judged.filter(({ outcome }) => outcome === o).length;
  return `silent ${count('silent')}, told ${count('told')}, another work ${count('other')}, unproven ${count('unproven')}`;
}

/** Counts one set in both halves. The bound applies to the half to measure on. */
export function shareOfHalves(
  set: string,
  name: string,
  judged: readonly Judged[],
  holds: (outcome: Outcome) => boolean,
  bound: { readonly least?: number; readonly most?: number } = {},
): void {
  for (const half of HALVES) {
    const some = judged.filter(({ id }) => halfOf(id) === half);
    const held = some.filter(({ outcome }) => holds(outcome));
    const errors = bound.most === undefined ? some.filter((j) => !held.includes(j)) : held;
    const worst = half === 'fit' ? errors.map(({ id, outcome }) => `${id} ${outcome}`) : [];
    share(set, `${name} (${half})`, held.length, some.length, { ...(half === 'measure' && bound), worst });
  }
}

/**
 * Precision of "another work" if one reference in a hundred is one: precision falls with rarity, which a set that is half invented hides.
 */
export function precisionAtOnePercent(caught: number, falseAlarms: number): number {
  const [hit, wrong] = [0.01 * caught, 0.99 * falseAlarms];
  return hit + wrong === 0 ? 1 : hit / (hit + wrong);
}
