/**
 * Which text of a PDF a reader sees. PDF.js returns text whatever its colour, so the build has it call functions of this file
 * (`scripts/unused.mjs`): for each page, form, operator and string. What can't be told, as on a picture, counts as seen. A page that covers
 * text is read again, because the rectangle that covers comes after the text.
 */
import { near, WHITE, type Colour } from './css/colours';
import { attempt } from '../../core/attempt';

/** A dictionary of PDF.js, as far as used. */
type Dict = Readonly<Record<'get' | 'getArray' | 'getRaw', (name: string) => unknown>> & {
  getKeys(): Iterable<string>;
};
type Box = readonly [left: number, bottom: number, right: number, top: number];
/** `isRectangle`: all of the box is filled. */
type Fill = { readonly box: Box; readonly colour: Colour | undefined; readonly isRectangle: boolean };
type Page = {
  readonly fills: Fill[];
  /** The first letter of each string that may still be covered. */
  readonly letters: Map<string, Box>;
  /** The current path, how many rectangles and curves it has, and the ends of its lines. */
  path: Box;
  parts: number;
  ends: readonly string[];
  isClip: boolean;
  readonly pictures: { isShown: boolean };
  /** Forms that were shown: PDF.js doesn't read those without text again. */
  readonly forms: Set<string>;
  /** How many marked contents are open, and the number of the first whose layer isn't shown. */
  marks: number;
  hiddenFrom: number;
  isOff?: (layer: unknown) => boolean;
};
/** What paints letters or their outlines; without a colour it is unknown. */
type Paint = { readonly colour: Colour | undefined; readonly space: string; readonly alpha: number };
type Which = 'fill' | 'stroke';

/** PDF.js' state of the text, which `q` copies and `Q` restores, with ours. */
export type TextState = Partial<Record<Which, Paint>> & {
  readonly ctm: ArrayLike<number>;
  readonly textMatrix: ArrayLike<number>;
  readonly fontSize: number;
  readonly textHScale: number;
  readonly textRise: number;
  page?: Page;
  mode?: number;
  clip?: Box;
  /** Whether the clip is smaller than its box, or paint may let what is below show. */
  isShaped?: boolean;
};
type Operator = (state: TextState, page: Page, args: readonly unknown[], resources: Dict) => void;

const FAINTEST = 0.1;
const DENSE = 1 - FAINTEST;
/** Narrower fills aren't the ground of a text, and narrower clips show none. */
const SLIT = 3;
/** A page with more is a drawing, whose grounds aren't looked for. */
const MOST_FILLS = 5_000;
const MOST_LETTERS = 20_000;
/** Blended like this, a light rectangle marks text instead of covering it. */
const MARKING = /^(?:Multiply|Darken|ColorBurn|Overlay|SoftLight|HardLight)$/;
/** How far outside a clip a text may begin that reaches into it. */
const MARGIN = 20;
const NOWHERE: Box = [Infinity, Infinity, -Infinity, -Infinity];
const EVERYWHERE: Box = [-Infinity, -Infinity, Infinity, Infinity];
const BLACK: Paint = { colour: [0, 0, 0], space: 'DeviceGray', alpha: 1 };

/** The strings that the page covers, and whether it is read again without them. */
const covered = new Set<string>();
let isAgain = false;

/** Whether a part of the page couldn't be read, and the area of its largest picture. */
let unread = { isDamaged: false, picture: 0 };
export const miss = (): void => void (unread.isDamaged = true);

/** What `read` makes of a page, without the text that the page covers. */
export async function withoutCovered<T>(read: () => Promise<T>): Promise<T & typeof unread> {
  unread = { isDamaged: false, picture: 0 };
  isAgain = false;
  const whole = await read();
  isAgain = covered.size > 0;
  return { ...(isAgain ? await read() : whole), ...unread };
}

const field = (value: unknown, name: string): unknown => (Object(value) as Record<string, unknown>)[name];
const nameOf = (value: unknown): string => {
  const name = field(value, 'name');
  return typeof name === 'string' ? name : '';
};
const dictOf = (value: unknown): Dict | undefined => {
  const own = field(value, 'dict') ?? value;
  return typeof field(own, 'getKeys') === 'function' ? (own as Dict) : undefined;
};
/** What a name stands for in the resources of a page. */
const resource = (resources: Dict, kind: string, name: unknown): unknown =>
  dictOf(resources.get(kind))?.getArray(nameOf(name));

/** Whether a page shows a picture, also in its forms: invisible text on it was read from a scan. */
function hasPicture(resources: Dict, depth = 0): boolean {
  const all = dictOf(resources.get('XObject'));
  return [...(all?.getKeys() ?? [])].slice(0, 200).some((key) => {
    const dict = dictOf(all?.get(key));
    const inner = dictOf(dict?.get('Resources'));
    return nameOf(dict?.get('Subtype')) === 'Image' || (depth === 0 && inner && hasPicture(inner, 1));
  });
}

/** From grey, from red, green and blue, or from the four inks of print. */
function colourOf(parts: readonly number[]): Colour | undefined {
  const [a = 0, b = a, c = a, black = 0] = parts;
  if (parts.length === 4) return [a, b, c].map((ink) => 255 * (1 - ink) * (1 - black)) as unknown as Colour;
  return parts.length === 1 || parts.length === 3 ? [255 * a, 255 * b, 255 * c] : undefined;
}

const numbers = (args: readonly unknown[]): number[] => args.filter((one) => typeof one === 'number');

const setSpace =
  (which: Which): Operator =>
  (state, _, [name], resources) => {
    const found = resource(resources, 'ColorSpace', name) ?? name;
    const space = nameOf(Array.isArray(found) ? found[0] : found);
    state[which] = { ...BLACK, ...state[which], space, colour: undefined };
  };
const setColour =
  (which: Which, device?: string): Operator =>
  (state, _, args) => {
    const paint = { ...BLACK, ...state[which] };
    const space = device ?? paint.space;
    const parts = numbers(args);
    // Without a tint nothing is printed.
    const isBlank = /^(?:Separation|DeviceN)$/.test(space) && parts.every((part) => part === 0);
    const colour = /^(?:Device(?!N)|Cal|ICC)/.test(space) ? colourOf(parts) : isBlank ? WHITE : undefined;
    state[which] = { ...paint, space, colour };
  };
const setState: Operator = (state, _, [name], resources) => {
  const dict = dictOf(resource(resources, 'ExtGState', name));
  const set = (which: Which, alpha: unknown) => {
    if (typeof alpha === 'number') state[which] = { ...BLACK, ...state[which], alpha };
  };
  set('fill', dict?.get('ca'));
  set('stroke', dict?.get('CA'));
  if (MARKING.test(nameOf(dict?.get('BM'))) || dictOf(dict?.get('SMask'))) state.isShaped = true;
};

const placed = (m: ArrayLike<number>, x: number, y: number): readonly [number, number] => [
  (m[0] ?? 1) * x + (m[2] ?? 0) * y + (m[4] ?? 0),
  (m[1] ?? 0) * x + (m[3] ?? 1) * y + (m[5] ?? 0),
];
/** The box with the points, given as pairs. */
function around(box: Box, ctm: ArrayLike<number>, pairs: readonly number[]): Box {
  let [left, bottom, right, top] = box;
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    const [x, y] = placed(ctm, pairs[i] ?? 0, pairs[i + 1] ?? 0);
    [left, bottom, right, top] = [
      Math.min(left, x),
      Math.min(bottom, y),
      Math.max(right, x),
      Math.max(top, y),
    ];
  }
  return [left, bottom, right, top];
}
const isSlit = ([left, bottom, right, top]: Box): boolean => right - left < SLIT || top - bottom < SLIT;

const PATH = { path: NOWHERE, parts: 0, ends: [], isClip: false };
const addCurve: Operator = ({ ctm }, page, args) => {
  page.path = around(page.path, ctm, numbers(args));
  page.parts += 2;
};
const addLine: Operator = ({ ctm }, page, args) => {
  page.path = around(page.path, ctm, numbers(args));
  if (page.ends.length < 6)
    page.ends = [...page.ends, around(NOWHERE, ctm, numbers(args)).slice(0, 2).join()];
};
/** Whether the path is one rectangle: its lines end at all four corners only. */
function isBox({ path: [left, bottom, right, top], parts, ends }: Page): boolean {
  const corners = [left, right].flatMap((x) => [`${x},${bottom}`, `${x},${top}`]);
  return ends.length === 0
    ? parts === 1
    : parts === 0 &&
        ends.length < 6 &&
        corners.every((one) => ends.includes(one)) &&
        ends.every((one) => corners.includes(one));
}
const cut = (box: Box, clip: Box = EVERYWHERE): Box => [
  Math.max(box[0], clip[0]),
  Math.max(box[1], clip[1]),
  Math.min(box[2], clip[2]),
  Math.min(box[3], clip[3]),
];
const addRectangle: Operator = ({ ctm }, page, args) => {
  const [x = 0, y = 0, w = 0, h = 0] = numbers(args);
  page.path = around(page.path, ctm, [x, y, x + w, y, x, y + h, x + w, y + h]);
  page.parts += 1;
};
const isHidden = ({ marks, hiddenFrom }: Page): boolean => marks >= hiddenFrom;
/** Adds what a fill paints within the clip. */
const addFill = (page: Page, { clip }: TextState, fill: Fill): void => {
  const box = cut(fill.box, clip);
  if (isSlit(box) || isHidden(page) || page.fills.length > MOST_FILLS) return;
  page.fills.push({ ...fill, box });
  if (!fill.isRectangle || !fill.colour) return;
  const [left, bottom, right, top] = box;
  for (const [text, [l, b, r, t]] of page.letters)
    if (left <= l && bottom <= b && right >= r && top >= t) {
      covered.add(text);
      page.letters.delete(text);
    }
};
const endPath: Operator = (state, page) => {
  if (page.isClip) {
    state.clip = cut(page.path, state.clip);
    state.isShaped = state.isShaped === true || !isBox(page);
  }
  Object.assign(page, PATH);
};
const fillPath: Operator = (state, page, ...rest) => {
  const { colour, alpha } = state.fill ?? BLACK;
  const isRectangle = isBox(page) && alpha > DENSE && state.isShaped !== true;
  if (alpha >= FAINTEST) addFill(page, state, { box: page.path, colour, isRectangle });
  endPath(state, page, ...rest);
};
const clipNext: Operator = (_, page) => void (page.isClip = true);
const addPicture = (state: TextState, page: Page, box: Box): void =>
  addFill(page, state, { box, colour: undefined, isRectangle: true });
function showImage(state: TextState, page: Page): void {
  const box = around(NOWHERE, state.ctm, UNIT);
  const [left, bottom, right, top] = cut(box, state.clip);
  unread.picture = Math.max(unread.picture, (right - left) * (top - bottom));
  addPicture(state, page, box);
}
const UNIT = [0, 0, 1, 0, 0, 1, 1, 1];
function showObject(state: TextState, page: Page, [name]: readonly unknown[], resources: Dict): void {
  const { ctm } = state;
  const dict = dictOf(resource(resources, 'XObject', name));
  const isImage = nameOf(dict?.get('Subtype')) === 'Image';
  const sides = dict?.getArray('BBox');
  const [a = 0, b = 0, c = 0, d = 0] = Array.isArray(sides) ? numbers(sides) : [];
  if (dict && isOff(page, dict, 'OC')) return;
  if (isImage) showImage(state, page);
  else if (page.forms.has(nameOf(name)))
    addPicture(state, page, around(NOWHERE, ctm, [a, b, c, b, a, d, c, d]));
  else page.forms.add(nameOf(name));
}

/** Which layers of a document a viewer doesn't show at first, by its catalog. */
function layersOf(resources: Dict): (layer: unknown) => boolean {
  const root = dictOf(field(field(resources, 'xref'), 'root'));
  const config = dictOf(dictOf(root?.get('OCProperties'))?.get('D'));
  const isOff = nameOf(config?.get('BaseState')) === 'OFF';
  const listed = config?.get(isOff ? 'ON' : 'OFF');
  const others = new Set(Array.isArray(listed) ? listed.map(String) : []);
  return (layer) => others.has(String(layer)) !== isOff;
}
/** The layers that a field names: shown if one of them is, or by an expression, which isn't read. */
function layersNamed(all: Dict, name: string): readonly unknown[] {
  const dict = dictOf(all.get(name));
  if (!dict) return [];
  if (nameOf(dict.get('Type')) !== 'OCMD') return [all.getRaw(name)];
  const groups: unknown = dict.getRaw('OCGs');
  const isPlain = dict.get('VE') === undefined && !/^(?:AnyOff|AllOff)$/.test(nameOf(dict.get('P')));
  return isPlain && groups !== undefined ? [groups].flat() : [];
}
function isOff(page: Page, all: Dict, name: string): boolean {
  const layers = layersNamed(all, name);
  return layers.length > 0 && layers.every((page.isOff ??= layersOf(all)));
}
const beginMarked: Operator = (_, page, [tag, name], resources) => {
  page.marks++;
  if (nameOf(tag) !== 'OC' || isHidden(page)) return;
  const all = dictOf(resources.get('Properties'));
  if (all && isOff(page, all, nameOf(name))) page.hiddenFrom = page.marks;
};
const endMarked: Operator = (_, page) => {
  page.marks = Math.max(0, page.marks - 1);
  if (!isHidden(page)) page.hiddenFrom = Infinity;
};

/** By PDF.js' numbers. */
const OPERATORS: Readonly<Record<number, Operator>> = {
  9: setState,
  13: addLine, 14: addLine, 15: addCurve, 16: addCurve, 17: addCurve, 19: addRectangle,
  20: endPath, 21: endPath, 28: endPath, 29: clipNext, 30: clipNext,
  22: fillPath, 23: fillPath, 24: fillPath, 25: fillPath, 26: fillPath, 27: fillPath,
  38: (state, _, [mode]) => void (state.mode = Number(mode)),
  50: setSpace('stroke'), 52: setColour('stroke'), 53: setColour('stroke'),
  51: setSpace('fill'), 54: setColour('fill'), 55: setColour('fill'),
  56: setColour('stroke', 'DeviceGray'), 58: setColour('stroke', 'DeviceRGB'), 60: setColour('stroke', 'DeviceCMYK'),
  57: setColour('fill', 'DeviceGray'), 59: setColour('fill', 'DeviceRGB'), 61: setColour('fill', 'DeviceCMYK'),
  62: (state, page) => addPicture(state, page, EVERYWHERE),
  65: (state, page) => {
    page.pictures.isShown = true;
    showImage(state, page);
  },
  66: showObject,
  69: (_, page) => (page.marks += 1), 70: beginMarked, 71: endMarked,
}; // prettier-ignore

const START = { ...PATH, marks: 0, hiddenFrom: Infinity };

export function openPage(state: TextState, resources: Dict): TextState {
  if (!isAgain) covered.clear();
  const isShown = attempt(() => hasPicture(resources)) ?? false;
  const page: Page = { ...START, fills: [], letters: new Map(), pictures: { isShown }, forms: new Set() };
  return Object.assign(state, { page });
}

/** Begins a form, which goes on with a copy of the state around it; its path and marked contents are its own. */
export function openForm(state: TextState, form: Dict): TextState {
  const { page, fill = BLACK } = state;
  if (!page) return state;
  const isUnseen = isHidden(page) || attempt(() => isOff(page, form, 'OC')) === true;
  state.page = { ...page, ...START, hiddenFrom: isUnseen ? 0 : Infinity };
  state.isShaped ||= fill.alpha <= DENSE;
  return state;
}

/** Follows an operator of the page. One with a broken object changes nothing. */
export function follow(
  state: TextState,
  operator: number,
  args: readonly unknown[] | null,
  resources: Dict,
): void {
  const { page } = state;
  if (page) attempt(() => OPERATORS[operator]?.(state, page, args ?? [], resources));
}

/** Whether paint stands out from the page or from what fills the place. */
function standsOut({ colour, alpha }: Paint, { fills }: Page, [x, y]: readonly [number, number]): boolean {
  if (alpha < FAINTEST) return false;
  if (colour === undefined || fills.length > MOST_FILLS) return true;
  for (const {
    box: [left, bottom, right, top],
    colour: ground,
    isRectangle,
  } of fills.toReversed()) {
    if (x < left || x > right || y < bottom || y > top) continue;
    if (!ground || !near(colour, ground)) return true;
    // The place may be beside another shape, or in a hole of it.
    if (isRectangle) return false;
  }
  return !near(colour, WHITE);
}

/** Whether a reader sees a string, as far as the page is known. */
function isPainted(state: TextState, page: Page): boolean {
  const { mode = 0, ctm, textMatrix, fontSize, textRise, clip = EVERYWHERE } = state;
  if (isHidden(page)) return false;
  if ((mode & 3) === 3) return page.pictures.isShown;
  if (Math.abs(state.textHScale) < FAINTEST) return false;
  const place = placed(ctm, ...placed(textMatrix, fontSize / 5, textRise + fontSize / 3));
  const [left, bottom, right, top] = clip;
  const [x, y] = place;
  if (isSlit(clip) || x < left - MARGIN || x > right + MARGIN || y < bottom - MARGIN || y > top + MARGIN)
    return false;
  const { fill = BLACK, stroke = BLACK } = state;
  return (
    ((mode & 3) !== 1 && standsOut(fill, page, place)) || ((mode & 3) > 0 && standsOut(stroke, page, place))
  );
}

/** Whether a reader sees the string that is shown next. */
export function isSeen(state: TextState, text: string): boolean {
  const { page, ctm, textMatrix, fontSize, textRise, mode = 0 } = state;
  if (!page) return true;
  if (!isPainted(state, page)) return false;
  const foot = placed(textMatrix, fontSize / 5, textRise);
  const letter = around(NOWHERE, ctm, [
    ...foot,
    ...placed(textMatrix, fontSize / 5, textRise + fontSize / 2),
  ]);
  const key = `${letter.join(' ')} ${text}`;
  if (isAgain) return !covered.has(key);
  covered.delete(key);
  if (page.letters.size < MOST_LETTERS && (mode & 3) !== 3) page.letters.set(key, letter);
  return true;
}
