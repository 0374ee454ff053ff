/**
 * How surely browsers accept a value. They drop an invalid declaration, so that an earlier one stays in force. A value is reduced to its
 * shape, such as `P L/N word`, and the shape compared with the grammar of its property.
 */
import { kindOf, NO, split, SURE, UNSURE, type Certainty } from './values';
import { colourOf } from './colours';

/** Functions whose arguments are part of the shape; of others only a browser knows what they give. */
const READ =
  /^(?:(?:translate|scale|rotate)(?:[xyz]|3d)?|skew[xy]?|matrix(?:3d)?|perspective|blur|brightness|contrast|grayscale|invert|opacity|saturate|sepia|hue-rotate|rect|inset|circle|ellipse|polygon|fit-content|cubic-bezier|steps)$/;
const EMPTY = /^[,/]|[,/] ?[,/)]|\( ?[,/]|[,/]$/;

/** `L` a length, `P` a percentage, `N` a number, `A` an angle, `T` a time, `F` a share of a grid, `C` a colour, `I` an image, `S` a string, `0`. */
function shapeOf(value: string, isInner = false): string {
  if (EMPTY.test(value)) return '!';
  const within = (part: string): string =>
    split(part, '/')
      .map((side) =>
        split(side, ' ')
          .map((word) => wordShape(word, isInner))
          .join(' '),
      )
      .join('/');
  return split(value, ',').map(within).join(',');
}

function wordShape(word: string, isInner: boolean): string {
  if (/^"[^"]*"$/.test(word)) return 'S';
  if (/^(?:progid:|alpha\()/.test(word)) return '!'; // of browsers long gone
  const kind = kindOf(word);
  if (kind !== undefined) return kind;
  const [, name = '', inside = ''] = /^([a-z\d-]+)\((.*)\)$/s.exec(word) ?? [];
  const gradient = GRADIENTS[/^(?:repeating-)?(linear|radial|conic)-gradient$/.exec(name)?.[1] ?? ''];
  if (!isInner && (gradient || READ.test(name))) {
    const inner = shapeOf(inside, true);
    return !gradient ? `${name}(${inner})` : gradient.test(inner) ? 'I' : '?';
  }
  if (name === 'url') return 'I';
  const paint = word === 'currentcolor' ? word : colourOf(word);
  return paint === 'unread' || (paint === undefined && word.includes('('))
    ? '?'
    : paint === undefined
      ? word
      : 'C';
}

/** A length or percentage, also one that can't be negative; a number, an angle. */
const [LP, SIZE, NUMBER, ANGLE] = ['(?:-?[LP]|0)', '(?:[LP]|0)', '(?:-?N|0)', '(?:-?A|0)'];
const SHARE = '(?:-?[NP]|0)';
const times = (one: string, count: number, separator = ' '): string =>
  `${one}(?:${separator}${one}){0,${count - 1}}`;
const list = (one: string): string => `${one}(?:,${one})*`;
const words = (text: string): string => `(?:${text.replaceAll(' ', '|')})`;
const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);

const PLACE = words('left right top bottom center');
const stops = (at: string): string => `C(?: ${times(at, 2)})?(?:,(?:${at},)?C(?: ${times(at, 2)})?)*`;
const POSITION = `(?: ?at ${times(`(?:${PLACE}|${LP})`, 2)})?`;
/** What the brackets of a gradient contain. */
const GRADIENTS: Readonly<Record<string, RegExp>> = {
  linear: whole(
    `(?:(?:${ANGLE}|to (?:left|right)(?: top| bottom)?|to (?:top|bottom)(?: left| right)?),)?${stops(LP)}`,
  ),
  radial: whole(`(?:(?:circle|ellipse|at ${PLACE})${POSITION},)?${stops(LP)}`),
  conic: whole(`(?:(?:from ${ANGLE})${POSITION},)?${stops('(?:-?[AP]|0)')}`),
};

const BOX = words('border-box padding-box content-box margin-box fill-box stroke-box view-box');
const SIZES = `auto|${SIZE}|${words('min-content max-content fit-content stretch -webkit-fill-available')}|fit-content\\(${SIZE}\\)`;
const OVERFLOW = words('visible hidden clip scroll auto overlay');
const [OUTSIDE, INSIDE] = ['(?:block|inline)', words('flow flow-root flex grid table ruby math')];
const DISPLAY =
  `none|contents|inline-(?:block|flex|grid|table)|-webkit-(?:inline-)?(?:box|flex)|ruby-text|table-${words('row-group header-group footer-group row cell column-group column caption')}|` +
  `${OUTSIDE}(?: ${INSIDE})?|${INSIDE}(?: ${OUTSIDE})?|(?:block |inline )?(?:flow |flow-root )?list-item|list-item(?: block| inline)?(?: flow| flow-root)?`;
const TRANSFORM =
  `translate[xy]\\(${LP}\\)|translate\\(${times(LP, 2, ',')}\\)|translatez\\((?:-?L|0)\\)|translate3d\\(${LP},${LP},(?:-?L|0)\\)|` +
  `scale[xyz]\\(${SHARE}\\)|scale\\(${times(SHARE, 2, ',')}\\)|scale3d\\(${SHARE},${SHARE},${SHARE}\\)|` +
  `(?:rotate[xyz]?|skew[xy])\\(${ANGLE}\\)|skew\\(${times(ANGLE, 2, ',')}\\)|rotate3d\\((?:${NUMBER},){3}${ANGLE}\\)|` +
  `matrix\\((?:${NUMBER},){5}${NUMBER}\\)|matrix3d\\((?:${NUMBER},){15}${NUMBER}\\)|perspective\\((?:none|L|0)\\)`;
const FILTER = `blur\\([L0]?\\)|${words('brightness contrast grayscale invert opacity saturate sepia')}\\([NP0]?\\)|hue-rotate\\((?:${ANGLE})?\\)|I`;
const EASING =
  'ease|linear|ease-in|ease-out|ease-in-out|step-start|step-end|cubic-bezier\\((?:-?[N0],){3}-?[N0]\\)';
const FILL = 'none|forwards|backwards|both';
/** At most so many of these words. */
const most = (count: number, one: string): string =>
  `(?!(?:.*(?<![\\w-])(?:${one})(?![\\w-])){${count + 1}})`;
/** What an animation that runs once has beside its name. */
const RUN = `(?:${EASING}|${FILL}|-?T|running|normal)`;
const ANIMATION = `none|${most(1, EASING)}${most(1, FILL)}${most(2, '-?T')}${most(1, 'running')}${most(1, 'normal')}(?:${RUN} )*(?!(?:${RUN}|inherit|initial|unset|revert|default)(?: |$))[a-z_][\\w-]*(?: ${RUN})*`;
const SIDE = '(?:auto|-?L|0)';

/** The values that properties take. */
const GRAMMAR: ReadonlyMap<string, RegExp> = new Map(
  (
    [
      ['display', DISPLAY],
      ['visibility', words('visible hidden collapse')],
      ['position', words('static relative absolute fixed sticky -webkit-sticky')],
      ['overflow-x overflow-y', OVERFLOW],
      ['content-visibility', words('visible auto hidden')],
      ['direction', words('ltr rtl')],
      ['unicode-bidi', words('normal embed isolate plaintext bidi-override isolate-override')],
      ['backface-visibility', words('visible hidden')],
      [
        'mix-blend-mode',
        words(
          'normal multiply screen overlay darken lighten color-dodge color-burn hard-light soft-light difference exclusion hue saturation color luminosity plus-lighter',
        ),
      ],
      ['text-security', words('none circle disc square')],
      ['text-combine-upright', 'none|all|digits(?: N)?'],
      ['left top right bottom margin-left margin-top margin-right margin-bottom', `auto|${LP}`],
      ['padding-left padding-top padding-right padding-bottom', SIZE],
      ['width height', SIZES],
      ['flex-basis', `content|${SIZES}`],
      ['max-width max-height', SIZES.replace('auto', 'none')],
      ['text-indent', LP],
      ['letter-spacing word-spacing', `normal|${LP}`],
      ['line-height', `normal|N|${SIZE}`],
      ['font-size', `${SIZE}|${words('xx-small x-small small medium large x-large xx-large xxx-large smaller larger math')}`],
      ['font-size-adjust', 'none|(?:[a-z]+-[a-z]+ )?(?:from-font|N|0)'],
      ['zoom', 'normal|N|P|0'],
      ['opacity', SHARE],
      ['z-index', `auto|${NUMBER}`],
      ['flex-grow', 'N|0'],
      ['text-stroke-width', 'thin|medium|thick|L|0'],
      ['text-decoration-thickness', `auto|from-font|${LP}`],
      ['outline-offset', '-?L|0'],
      ['color background-color text-fill-color', 'C'],
      ['clip', `auto|rect\\(${SIDE},${SIDE},${SIDE},${SIDE}\\)|rect\\(${SIDE} ${SIDE} ${SIDE} ${SIDE}\\)`],
      [
        'clip-path',
        `none|${BOX}|inset\\(${times(LP, 4)}\\)|circle\\((?:${SIZE})?(?: ?at ${LP} ${LP})?\\)|polygon\\((?:nonzero,|evenodd,)?${LP} ${LP}(?:,${LP} ${LP}){2,}\\)`,
      ],
      ['transform', `none|${times(`(?:${TRANSFORM})`, 50)}`],
      ['scale', `none|${times(SHARE, 3)}`],
      ['rotate', `none|${ANGLE}|[xyz] ${ANGLE}|${ANGLE} [xyz]|(?:${NUMBER} ){3}${ANGLE}`],
      ['translate', `none|${times(LP, 2)}|${LP} ${LP} (?:-?L|0)`],
      ['transform-origin', times(`(?:${LP}|left|right|top|bottom|center)`, 2)],
      ['filter', `none|${times(`(?:${FILTER})`, 50)}`],
      ['contain', 'none|strict|content'],
      ['content', 'none|normal|S'],
      ['mask mask-image mask-border mask-box-image offset-path animation-name', 'none'],
      ['mask-size mask-position mask-composite animation-fill-mode animation-timeline animation-range animation-direction animation-iteration-count animation-composition animation-play-state animation-delay animation-duration', ''],
      ['animation', ANIMATION],
      ['background-image', list('(?:none|I)')],
      ['background-clip', list(`(?:text|${BOX})`)],
      [
        'background-position',
        `${most(4, LP)}${most(2, 'repeat|no-repeat|round|space')}${most(1, 'left|right')}${most(1, 'top|bottom')}${times(`(?:${PLACE}|${words('none text cover contain scroll fixed local auto repeat repeat-x repeat-y no-repeat round space border-box padding-box content-box')}|${LP})`, 20)}`,
      ],
      ['grid-template-rows grid-template-columns', `none|${times(`(?:[LPF]|0|auto|min-content|max-content)`, 50)}`],
      ['font-family', `(?!.*\\b(?:inherit|initial|unset|revert|default)\\b)${list('(?:S|[a-z][\\w-]*(?: [a-z][\\w-]*)*)')}`],
    ] as const
  ).flatMap(([names, pattern]) => names.split(' ').map((name) => [name, whole(pattern)] as const)),
); // prettier-ignore
/** What the grammar doesn't cover may be accepted all the same. */
const OPEN =
  /^(?:clip-path|filter|transform-origin|contain|content|mask|offset|animation|background-[ic]|grid-|font-f)/;
/** Where a number without a unit counts as pixels in quirks mode. */
const QUIRKY =
  /^(?:left|top|right|bottom|margin|padding|width|height|max|text-indent|letter|word|font-size|clip$)/;

/** Names of properties that can hide text. */
export const PROPERTIES: ReadonlySet<string> = new Set(GRAMMAR.keys());

/** Longer values are rare, and slow to compare. */
const LONGEST_SHAPE = 400;

export function accepts(name: string, value: string, isQuirky: boolean): Certainty {
  const grammar = GRAMMAR.get(name);
  const shape = shapeOf(value);
  if (shape.length > LONGEST_SHAPE) return UNSURE;
  if (grammar?.test(shape)) return SURE;
  if (isQuirky && QUIRKY.test(name) && grammar?.test(shape.replaceAll('N', 'L'))) return SURE;
  return shape.includes('?') || (OPEN.test(name) && shape !== '!') ? UNSURE : NO;
}
