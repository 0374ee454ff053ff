/** Pairs of opposites, by axis: a claim contradicts a source that uses the opposite word. */
const AXES: readonly (readonly [string, string])[] = [
  ['more greater', 'fewer less lesser'],
  ['higher highest', 'lower lowest'],
  [
    'rise rises rose risen rising increase increased increases increasing grow grows grew grown growing growth gain gains gained gaining climb climbs climbed climbing surge surges surged surging jump jumps jumped soar soars soared soaring expand expands expanded expanding expansion raise raises raised raising elevate elevates elevated elevating elevation heighten heightened doubled doubling tripled tripling quadrupled',
    'fall falls fell fallen falling decrease decreased decreases decreasing decline declines declined declining drop drops dropped dropping shrink shrinks shrank shrunk shrinking reduce reduces reduced reducing reduction reductions lowers lowered lowering plunge plunges plunged diminish diminishes diminished diminishing halved halving',
  ],
  ['larger largest bigger biggest greater greatest', 'smaller smallest'],
  ['before prior', 'after following'],
  ['above', 'below beneath'],
  ['won win wins winning winner victory beat', 'lost lose loses losing loss'],
  ['north northern northward', 'south southern southward'],
  ['east eastern eastward', 'west western westward'],
  ['northeast northeastern', 'southwest southwestern'],
  ['first earliest', 'last latest'],
  ['majority', 'minority'],
  ['most', 'least'],
  ['maximum', 'minimum'],
  ['positive positively', 'negative negatively'],
  ['longer longest', 'shorter shortest'],
  ['older oldest elder', 'younger youngest'],
  ['best', 'worst'],
  [
    'better improve improves improved improving improvement improvements',
    'worse worsen worsens worsened worsening',
  ],
  ['faster fastest', 'slower slowest'],
  ['early earlier', 'late later'],
  ['up upward', 'down downward'],
  ['strengthen strengthens strengthened strengthening stronger', 'weaken weakens weakened weakening weaker'],
  [
    'accept accepts accepted approve approves approved approval',
    'reject rejects rejected rejection refuse refuses refused refusal decline declines declined',
  ],
  ['uphold upholds upheld', 'overturn overturns overturned overrule overrules overruled'],
  ['male men', 'female women'],
];

/** A direction: an axis and one of its two ends. */
export type Direction = { readonly axis: number; readonly end: 0 | 1 };

const table = new Map<string, Direction[]>();
AXES.forEach((ends, axis) =>
  ends.forEach((list, at) => {
    for (const word of list.split(' ')) {
      const known = table.get(word) ?? [];
      if (!known.some((d) => d.axis === axis)) table.set(word, [...known, { axis, end: at === 0 ? 0 : 1 }]);
    }
  }),
);

/** The directions that a word expresses, on one axis or several. Not its stem: `majority` and `major` share one. */
export const directionsOf = (word: string): readonly Direction[] => table.get(word.toLowerCase()) ?? [];
