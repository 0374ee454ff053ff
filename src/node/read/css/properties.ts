/** Properties that can hide text: aliases, shorthands, and the values that browsers accept. */
import { colourOf } from './colours';
import { evaluate, split } from './values';

const SIDE: Readonly<Record<string, string>> = {
  'inline-start': 'left',
  'inline-end': 'right',
  'block-start': 'top',
  'block-end': 'bottom',
};
/** `margin-inline-start` → `margin-left`, `max-block-size` → `max-height`, as in horizontal text from left to right. */
const physical = (name: string): string =>
  name
    .replace(/^inset-(?=\w+-(?:start|end)$)/, '')
    .replace(/(?:inline|block)-(?:start|end)$/, (side) => SIDE[side] ?? side)
    .replace(/inline-size$/, 'width')
    .replace(/block-size$/, 'height')
    .replace(
      /^(overflow-)(inline|block)$/,
      (_, stem: string, axis) => stem + (axis === 'inline' ? 'x' : 'y'),
    );

const LENGTHS = new Set(
  (
    'left top right bottom text-indent width height max-width max-height line-height letter-spacing word-spacing font-size font-size-adjust zoom ' +
    'margin-left margin-top margin-right margin-bottom padding-left padding-top opacity z-index flex-basis flex-grow text-stroke-width ' +
    'text-decoration-thickness outline-offset'
  ).split(' '),
);
/** Unitless numbers are lengths only in quirks mode. */
const PLAIN = new Set(['font-size-adjust', 'line-height', 'zoom', 'opacity', 'z-index', 'flex-grow']);
const COLOURS = new Set(['color', 'background-color', 'text-fill-color']);
const OVERFLOW = 'visible hidden clip scroll auto overlay';
const WORDS: Readonly<Record<string, RegExp>> = {
  display:
    /^(?:none|contents|(?:inline |block )?(?:block|inline|flow|flow-root|flex|grid|table|list-item|ruby|math)|inline-(?:block|flex|grid|table)|table-[a-z-]+|ruby-[a-z-]+|run-in|-webkit-(?:inline-)?(?:box|flex))$/,
  'mix-blend-mode': /^[a-z-]+$/,
  'text-security': /^[a-z]+$/,
  ...Object.fromEntries(
    Object.entries({
      visibility: 'visible hidden collapse',
      position: 'static relative absolute fixed sticky -webkit-sticky',
      'overflow-x': OVERFLOW,
      'overflow-y': OVERFLOW,
      'content-visibility': 'visible auto hidden',
      direction: 'ltr rtl',
      'unicode-bidi': 'normal embed isolate plaintext bidi-override isolate-override',
      'backface-visibility': 'visible hidden',
    }).map(([name, words]) => [name, new RegExp(`^(?:${words.replaceAll(' ', '|')})$`)]),
  ),
};
/** Kept as they are; callers distrust anything but `none` that they can't parse. */
const FREE = new Set(
  (
    'clip clip-path mask mask-image mask-size mask-position transform translate scale rotate filter animation animation-name ' +
    'animation-fill-mode animation-play-state animation-delay animation-duration contain content offset-path background-image ' +
    'background-clip grid-template-rows grid-template-columns mask-border mask-box-image mask-composite font-family text-combine-upright ' +
    'transform-origin'
  ).split(' '),
);
const LENGTH_WORD =
  /^(?:auto|normal|none|(?:min|max|fit)-content|stretch|-(?:webkit|moz)-[a-z-]+|medium|(?:xx?-|xxx-)?(?:small|large)|smaller|larger)$/;

type Longhands = readonly (readonly [name: string, value: string])[];
/** The values of a shorthand for two names, or for the four sides. */
const spread = (value: string, names: readonly string[], separator: ' ' | '/' = ' '): Longhands => {
  const [a = '', b = a, c = a, d = b] = split(value, separator);
  return names.map((name, i) => [name, [a, b, c, d][i] ?? a]);
};
const TRACKS = ['grid-template-rows', 'grid-template-columns'];
const isColour = (word: string): boolean => word === 'currentcolor' || colourOf(word) !== undefined;

function background(value: string): Longhands {
  const layers = split(value, ',');
  const words = split(layers.at(-1) ?? '', ' ').flatMap((word) => split(word, '/'));
  const images = layers.flatMap((layer) =>
    split(layer, ' ').filter((word) => /gradient|url|image|unreadable/.test(word)),
  );
  return [
    ['background-color', words.find(isColour) ?? 'transparent'],
    ['background-image', images.join(', ') || 'none'],
    ['background-clip', words.includes('text') ? 'text' : 'border-box'],
  ];
}

/** `italic bold 12px/1.5 serif`: the size is the first length; weights have no unit. */
function font(value: string): Longhands {
  const size = split(value, ' ')
    .map((word) => split(word, '/'))
    .find(
      ([word = '']) =>
        /\d(?:[a-z]+|%)$|\)$|^0*\.?0+$/.test(word) || (LENGTH_WORD.test(word) && word !== 'normal'),
    );
  return size
    ? [
        ['font-size', size[0] ?? ''],
        ['line-height', size[1] ?? 'normal'],
        ['font-family', value.slice(value.indexOf(size[0] ?? '')).replace(/\S+\s*/, '')],
      ]
    : [];
}

const SHORTHANDS: Readonly<Record<string, (value: string) => Longhands>> = {
  ...Object.fromEntries(
    ['margin', 'padding', 'inset'].flatMap((name) => {
      const [top = '', right = '', bottom = '', left = ''] = ['top', 'right', 'bottom', 'left'].map((side) =>
        name === 'inset' ? side : `${name}-${side}`,
      );
      return [
        [name, (value: string) => spread(value, [top, right, bottom, left])],
        [`${name}-inline`, (value: string) => spread(value, [left, right])],
        [`${name}-block`, (value: string) => spread(value, [top, bottom])],
      ];
    }),
  ),
  overflow: (value) => spread(value, ['overflow-x', 'overflow-y']),
  grid: (value) => spread(value, TRACKS, '/'),
  'grid-template': (value) => spread(value, TRACKS, '/'),
  offset: (value) => [['offset-path', value]],
  flex: (value) => {
    const words = split(value, ' ');
    const basis = words.find((word) => /[a-z%(]/.test(word)) ?? words[2] ?? '0';
    return [
      ['flex-grow', /^[\d.]+$/.test(words[0] ?? '') ? (words[0] ?? '') : '1'],
      ['flex-basis', basis],
    ];
  },
  'text-stroke': (value) => [['text-stroke-width', lengthIn(value)]],
  'text-decoration': (value) => [['text-decoration-thickness', lengthIn(value)]],
  background,
  font,
};

/** Whether browsers accept the value, as far as known. A value that they drop doesn't replace another. */
function takes(name: string, value: string, isQuirky: boolean): boolean {
  if (FREE.has(name)) return true;
  if (WORDS[name]) return WORDS[name].test(value) || value.includes('(');
  if (COLOURS.has(name)) return isColour(value);
  if (!LENGTHS.has(name)) return false;
  if (LENGTH_WORD.test(value) || value.includes('(')) return true;
  const plain = Number(value);
  return (
    !Number.isNaN(evaluate(value, 16)) && (Number.isNaN(plain) || plain === 0 || PLAIN.has(name) || isQuirky)
  );
}

/** The first length of a shorthand. */
const lengthIn = (value: string): string =>
  split(value, ' ').find((word) => /^[\d.]|\(/.test(word) && colourOf(word) === undefined) ?? 'auto';

const GLOBAL = /^(?:inherit|initial|unset|revert)$/;
const isOurs = (name: string): boolean =>
  LENGTHS.has(name) || COLOURS.has(name) || FREE.has(name) || name in WORDS || name in SHORTHANDS;

/** The name used here for a property; undefined if it can't hide text. */
export function known(name: string): string | undefined {
  const own = physical(name.replace(/^-(?:webkit|moz)-/, ''));
  return isOurs(own) ? own : undefined;
}

/** Adds a declaration to `css`; `value` has no variables. A value given back to an earlier layer changes nothing. */
export function put(css: Map<string, string>, name: string, value: string, isQuirky: boolean): void {
  if (value === 'revert-layer') return;
  const shorthand = SHORTHANDS[name] ?? ((one) => [[name, one]]);
  const parts = GLOBAL.test(value) ? shorthand('0').map(([one]) => [one, value] as const) : shorthand(value);
  for (const [one, said] of parts)
    if (GLOBAL.test(said)) css.set(one, said === 'initial' || !INHERITED.has(one) ? 'initial' : 'inherit');
    else if (takes(one, said, isQuirky)) css.set(one, said);
}
const INHERITED = new Set(
  'color visibility font-size text-indent letter-spacing word-spacing line-height direction text-fill-color'.split(
    ' ',
  ),
);
