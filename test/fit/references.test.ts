import { expect, it, vi } from 'vitest';
import { fit, type Options } from '../../scripts/fit/crf';
import { exampleOf } from '../../scripts/fit/examples';
import { textOf, type LabelledReference } from '../../scripts/fit/labelled';
import { masked, labelsIn } from '../../scripts/fit/masks';
import { measured } from '../../scripts/fit/measure';
import { rounded, packed } from '../../scripts/fit/weights';
import { ALL_WEIGHTS } from '../../src/core/text/works/referenceLabels';
import { tokens } from '../../src/core/text/works/referenceTokens';

const FAMILIES = ['Berg', 'Kim', 'Odum', 'Ferro', 'Lindt'];
const TITLES = ['Lamps at night', 'How towers lean', 'A tide of paper', 'On slow rivers', 'Bread and iron'];
/** Thirty references in three styles, each word labelled. */
const MADE = Array.from({ length: 30 }, (_, i): LabelledReference => {
  const family = FAMILIES[i % 5] ?? '';
  const title = TITLES[(i * 2) % 5] ?? '';
  const year = String(1990 + i);
  const styles: LabelledReference['segments'][] = [
    [['f', family], ['A', ', '], ['G', 'J'], ['?', '. ('], ['Y', year], ['?', '). '], ['T', title], ['?', '. '], ['J', 'Light Letters']], // prettier-ignore
    [['g', 'J'], ['A', '. '], ['F', family], ['?', ', “'], ['T', title], ['?', '”, '], ['J', 'Light Letters'], ['?', ', '], ['Y', year]], // prettier-ignore
    [['T', title], ['?', ' / '], ['g', 'Ann'], ['A', ' '], ['F', family], ['?', '; '], ['Y', year]], // prettier-ignore
  ];
  return { segments: styles[i % 3] ?? [], half: 0, source: 'made' };
});
const EXAMPLES = MADE.flatMap((reference) => exampleOf(reference) ?? []);
const OPTIONS: Options = {
  epochs: 12,
  rate: 0.1,
  decay: 0,
  drop: 0,
  least: 1,
  penalty: 0.0001,
  averaged: 1,
  kept: {},
};
const count = (weights: Int8Array) => weights.filter((weight) => weight !== 0).length;

/** The modules of the parser, with other weights. */
async function parserWith(weights: ReturnType<typeof packed>) {
  vi.resetModules();
  vi.doMock('../../src/core/text/works/referenceWeights', () => weights);
  const { labels } = await import('../../src/core/text/works/referenceLabels');
  const { parseReference } = await import('../../src/core/text/works/reference');
  return { labels, parseReference };
}

it('learns thirty references, which the parser then reads', async () => {
  const likelihoods: number[] = [];
  const weights = fit(EXAMPLES, OPTIONS, (_, likelihood) => likelihoods.push(likelihood));
  expect(likelihoods.at(-1)).toBeGreaterThan(-0.2);
  const { labels, parseReference } = await parserWith(packed(rounded(weights)));
  for (const reference of MADE) {
    const { masks } = masked(reference);
    const found = labels(tokens(textOf(reference.segments)));
    expect(masks.map((mask, i) => labelsIn(mask).includes(found[i] ?? '-'))).toEqual(masks.map(() => true));
  }
  expect(measured(MADE, parseReference).get('all')).toMatchObject({ references: 30, whole: 30 });
});

it('keeps as many weights as asked, and still learns', async () => {
  const weights = fit(EXAMPLES, { ...OPTIONS, kept: { 4: { features: 400, steps: 60 } } });
  // Weights of steps at any border are all kept.
  expect(count(rounded(weights))).toBeLessThanOrEqual(400 + 60 + 110);
  const { parseReference } = await parserWith(packed(rounded(weights)));
  expect(measured(MADE, parseReference).get('made')?.whole).toBeGreaterThan(27);
});

it('gives the same weights in every run', () => {
  const few = { ...OPTIONS, epochs: 2, drop: 0.2 };
  expect(packed(rounded(fit(EXAMPLES, few)))).toEqual(packed(rounded(fit(EXAMPLES, few))));
});

it('writes weights that read back the same', () => {
  const units = new Int8Array(ALL_WEIGHTS);
  for (let i = 0, at = 3; at < units.length; i++, at += 1 + (i % 7) * (i % 11 === 0 ? 900 : 5))
    units[at] = ((i * 17) % 91) - 45;
  units[ALL_WEIGHTS - 1] = -45;
  expect(Object.values(packed(units)).join('')).toMatch(/^[!#-[\]-}]+$/);
  expect(unpacked(packed(units))).toEqual(units);
});

/** The description of the digits in `referenceLabels.ts`, once more. */
function unpacked({ DISTANCES, PAIRS, LARGE }: ReturnType<typeof packed>): Int8Array {
  const digitsOf = (text: string) => Array.from(text, (c) => (c === '!' ? 57 : c.charCodeAt(0) - 35));
  const all = new Int8Array(ALL_WEIGHTS);
  const large = digitsOf(LARGE);
  const weights = digitsOf(PAIRS).flatMap((pair) => [Math.floor(pair / 9) - 5, (pair % 9) - 5]);
  let place = -1;
  let distance = 0;
  let unit = 1;
  for (const digit of digitsOf(DISTANCES)) {
    distance += (digit % 45) * unit;
    unit *= 45;
    if (digit >= 45) continue;
    place += distance;
    all[place] = weights.shift()! || large.shift()! - 45;
    [distance, unit] = [0, 1];
  }
  return all;
}

it('counts a title that is read where there is none as an error', () => {
  const reference = (segments: LabelledReference['segments']): LabelledReference => ({
    segments,
    half: 1,
    source: 'made',
  });
  const counts = measured(
    [
      reference([['A', 'Berg, J.'], ['?', ' '], ['Y', '2001a'], ['?', '. '], ['T', '“Lamps”']]), // prettier-ignore
      reference([['A', 'Berg, J.'], ['?', ' '], ['Y', '2002']]), // prettier-ignore
    ],
    (raw) => ({ raw, authors: ['Berg, J.'], year: 2001, title: 'Lamps' }),
  );
  expect(counts.get('made')).toEqual({
    references: 2,
    whole: 1,
    titles: 1,
    rightTitles: 1,
    falseTitles: 0,
    authors: 2,
    rightAuthors: 2,
    falseAuthors: 0,
    years: 2,
    rightYears: 1,
  });
});
