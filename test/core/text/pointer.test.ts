import { describe, expect, test } from 'vitest';
import { pointsOnly } from '../../../src/core/text/pointer';

describe('pointsOnly', () => {
  test.each([
    'See also my notes and the other guide.',
    'See the harbour study for more.',
    'For further details, see the tide tables.',
    'Cf. Miller on tides.',
    'Read more: Tide tables of the north coast',
    'Siehe auch die Gezeitentafeln.',
    'Vgl. Müller 2020.',
    'Sources:,',
    'Sources: Harbour Board, Tide Office and the Port of Aldermouth.',
    '2011;94(4):1113-26.',
    'Paris: Harbour Press, 2022.',
    '(Source: )',
    'Quellen:',
    'Official website',
    'Journal of Tides, 57(2), 541–562.',
    'Tides and Ports, 240, 108831.',
    'Retrieved from',
    '来源：',
    '[\\[3\\]](https://tide.example/2017) [\\[22\\]](https://tide.example/2018)',
  ])('accepts a pointer to sources: %s', (claim) => expect(pointsOnly(claim)).toBe(true));

  const list = { context: 'Tides\nSources:', label: 'Harbour: how tides rise' };
  test.each([
    'Harbour: how tides rise',
    '– Harbour News, "Tides are high", 3 May 2024',
    'Harbour: how tides rise (accessed 3 May 2024)',
    'A guide by the harbour master',
    'Harbour News, May 2024: Harbour: how tides rise',
  ])('accepts an entry in a list of sources: %s', (claim) => {
    expect(pointsOnly(claim, list)).toBe(true);
    expect(pointsOnly(claim, { ...list, context: 'Tides' })).toBe(false);
  });

  test.each([
    'Harbour: how tides rise – explains that spring tides are high',
    'Spring tides rise by 40 % more than neap tides',
    'Source: the study says that tides rise',
    'The harbour had floods in 2018, 2019, 2020.',
    'The tides of the year moved 3,000,000 boats.',
    'The harbour employs 500 people',
    'The guide by the harbour master names each tide of the year and of the next',
  ])('rejects a claim in a list of sources: %s', (claim) => expect(pointsOnly(claim, list)).toBe(false));

  test('rejects a figure that is also the label of a link', () => {
    expect(pointsOnly('The harbour has 5 cranes', { ...list, label: '5' })).toBe(false);
  });

  test.each([
    'Spring tides rise by four metres.',
    'See the study which shows four metres.',
    'See also the report: tides rise by four metres.',
    'Seen from the coast, tides rise twice a day.',
    'See how spring tides rise.',
    'See rates above 40 % in the report.',
    'Compared with neap tides, spring tides rise higher.',
    'We see tides rise.',
    'Source: tides rise by four metres.',
    'Sources of the Nile',
    'Siehe die Studie, die vier Meter nennt.',
  ])('rejects a claim: %s', (claim) => expect(pointsOnly(claim)).toBe(false));
});
