/** Pairs of opposites, by axis: a claim contradicts a source that uses the opposite word. */
import { stem } from '../relevance/words';

const AXES: readonly (readonly [string, string])[] = [
  ['more greater', 'fewer less lesser'],
  ['higher highest', 'lower lowest'],
  [
    'rise rises rose risen rising increase increased increases increasing grow grows grew grown growing growth gain gained climb climbed surge surged jump jumped soar soared expand expanded raise raises raised raising elevate elevates elevated heighten heightened',
    'fall falls fell fallen falling decrease decreased decreases decreasing decline declined declining drop dropped dropping shrink shrank shrunk reduce reduces reduced reducing reduction lowers lowered lowering plunge plunged diminish diminished',
  ],
  ['larger largest bigger biggest', 'smaller smallest'],
  ['before prior', 'after following'],
  ['above', 'below beneath'],
  ['won win wins winning winner victory beat', 'lost lose loses losing loss defeat'],
  ['north northern northward', 'south southern southward'],
  ['east eastern eastward', 'west western westward'],
  ['northeast northeastern', 'southwest southwestern'],
  ['first earliest', 'last latest final'],
  ['majority', 'minority'],
  ['most', 'least'],
  ['maximum', 'minimum'],
  ['positive positively', 'negative negatively'],
  ['longer longest', 'shorter shortest'],
  ['older oldest elder', 'younger youngest'],
  ['best', 'worst'],
  ['better improve improved improvement', 'worse worsen worsened'],
  ['faster fastest', 'slower slowest'],
  ['early earlier', 'late later'],
  ['up upward', 'down downward'],
  ['strengthen strengthened stronger', 'weaken weakened weaker'],
  ['accept accepted approve approved', 'reject rejected refuse refused decline declined'],
  ['male men', 'female women'],
];

/** A direction: an axis and one of its two ends. */
export type Direction = { readonly axis: number; readonly end: 0 | 1 };

const table = new Map<string, Direction[]>();
AXES.forEach((ends, axis) =>
  ends.forEach((list, at) => {
    for (const word of list.split(' ')) {
      const known = table.get(stem(word)) ?? [];
      if (!known.some((d) => d.axis === axis))
        table.set(stem(word), [...known, { axis, end: at === 0 ? 0 : 1 }]);
    }
  }),
);

/** The directions that a stem expresses, on one axis or several. */
export const directionsOf = (key: string): readonly Direction[] => table.get(key) ?? [];
