/** Labelled references as the numbers that the fit reads. */
import { Context } from '../../src/core/text/works/referenceContext';
import { BITS, border } from '../../src/core/text/works/referenceLabels';
import type { LabelledReference } from './labelled';
import { masked } from './masks';

export type Example = {
  readonly count: number;
  /** Of each token, a bit for each label that it may have. */
  readonly masks: Uint16Array;
  /** Of each token, the kind of border before it. */
  readonly borders: Uint8Array;
  /** Of each token in turn, the places of its features among the weights. */
  readonly features: Uint16Array;
  readonly times: number;
};

/** A shorter text isn't a reference. */
const FEWEST = 3;

export function exampleOf(reference: LabelledReference): Example | undefined {
  const { tokens, masks } = masked(reference);
  if (tokens.count < FEWEST) return undefined;
  const context = new Context(tokens);
  const borders = new Uint8Array(tokens.count);
  let features = new Uint16Array(0);
  for (let i = 0; i < tokens.count; i++) {
    const own = context.features(i);
    if (i === 0) features = new Uint16Array(tokens.count * own.length);
    for (const [k, feature] of own.entries()) features[i * own.length + k] = feature >>> (32 - BITS);
    borders[i] = border(tokens, i);
  }
  return {
    count: tokens.count,
    masks: Uint16Array.from(masks),
    borders,
    features,
    times: reference.times ?? 1,
  };
}
