/** Is an element visible to a reader? One predicate for each way to hide text. */
import type { Styles } from './style';
import { attribute, type Node } from './htmlTree';

/** Elements whose content is not page text at all. */
const UNSEEN = new Set(
  (
    'head script style template noscript iframe object embed applet frame frameset noframes audio video canvas map area ' +
    'svg datalist select option optgroup input textarea param source track link meta base title rp dialog portal annotation annotation-xml'
  ).split(' '),
);

type Colour = readonly [red: number, green: number, blue: number];
/** What children take over. */
export type Look = {
  readonly ink: Colour | 'transparent' | undefined;
  readonly ground: Colour | undefined;
  readonly invisible: boolean;
  readonly tiny: boolean;
};

const WHITE: Colour = [255, 255, 255];
const NAMED: Readonly<Record<string, Colour>> = {
  white: WHITE,
  black: [0, 0, 0],
  snow: [255, 250, 250],
  ivory: [255, 255, 240],
  whitesmoke: [245, 245, 245],
  ghostwhite: [248, 248, 255],
  floralwhite: [255, 250, 240],
};

/** A CSS colour, `transparent` for a colour nobody sees, or nothing when it is not understood. */
function colour(value: string): Colour | 'transparent' | undefined {
  const text = value.trim();
  if (text === 'transparent') return 'transparent';
  const hex = /^#([0-9a-f]{3,8})$/.exec(text)?.[1];
  if (hex) {
    const wide = hex.length < 6 ? hex.replace(/./g, '$&$&') : hex;
    if (wide.length === 8 && parseInt(wide.slice(6), 16) < 13) return 'transparent';
    const channel = (i: number): number => parseInt(wide.slice(i, i + 2), 16);
    return [channel(0), channel(2), channel(4)];
  }
  const parts = /^rgba?\(([^()]{1,60})\)$/
    .exec(text)?.[1]
    ?.split(/[\s,/]+/)
    .filter(Boolean);
  if (parts && parts.length >= 3) {
    const [r, g, b, alpha] = parts.map((p) =>
      p.endsWith('%') ? (parseFloat(p) * 255) / 100 : parseFloat(p),
    );
    if (alpha !== undefined && alpha < (parts[3]?.endsWith('%') ? 13 : 0.05)) return 'transparent';
    return [r ?? 0, g ?? 0, b ?? 0];
  }
  // Of hues only the lightest and darkest matter here.
  const light = parseFloat(
    /^hsla?\(([^()]{1,60})\)$/
      .exec(text)?.[1]
      ?.split(/[\s,/]+/)
      .filter(Boolean)[2] ?? '',
  );
  if (light > 95) return WHITE;
  if (light < 5) return [0, 0, 0];
  return NAMED[text];
}

const near = (a: Colour, b: Colour): boolean => a.every((v, i) => Math.abs(v - (b[i] ?? 0)) < 24);

/** Length in pixels; percentages of the screen, unknown units as pixels. */
function pixels(value: string | undefined): number | undefined {
  const match = value === undefined ? null : /^(-?[\d.]+)([a-z%]*)$/.exec(value);
  if (!match) return undefined;
  const unit = match[2] ?? '';
  const factor =
    unit === '%' ? 8 : unit === 'em' || unit === 'rem' ? 16 : unit === 'vw' || unit === 'vh' ? 10 : 1;
  return Number(match[1]) * factor;
}

type Css = ReadonlyMap<string, string>;
const OFF = 500;

function offScreen(css: Css): boolean {
  const far = (name: string, sign: 1 | -1 = -1): boolean => {
    const at = pixels(css.get(name));
    return at !== undefined && at * sign >= OFF;
  };
  if (far('text-indent')) return true;
  if (far('margin-left') || far('margin-top')) return true;
  const position = css.get('position');
  if (position === 'absolute' || position === 'fixed' || position === 'relative') {
    if (far('left') || far('top') || far('right') || far('bottom')) return true;
    if (far('left', 1) && (pixels(css.get('left')) ?? 0) > 5_000) return true;
  }
  const moved = /translate(?:x|y|3d)?\(\s*(-?[\d.]+)(px|%|vw|em|rem)?(?:\s*,\s*(-?[\d.]+))?/.exec(
    css.get('transform') ?? '',
  );
  return moved !== null && moved[2] !== '%' && Math.min(Number(moved[1]), Number(moved[3] ?? 0)) <= -OFF;
}

function zeroSize(css: Css): boolean {
  if (/scale(?:x|y|3d)?\(\s*0?\.?0*\s*[,)]/.test(css.get('transform') ?? '')) return true;
  const clipped = ['overflow', 'overflow-x', 'overflow-y'].some((n) => /hidden|clip/.test(css.get(n) ?? ''));
  const tiny = (name: string): boolean => {
    const at = pixels(css.get(name));
    return at !== undefined && at <= 1;
  };
  if (tiny('width') && tiny('height')) return true;
  if (clipped && ['line-height', 'width', 'height', 'max-width', 'max-height'].some(tiny)) return true;
  const clip = (css.get('clip') ?? '').replace(/\s+/g, '');
  if (/^rect\((?:[01](?:px)?,?){4}\)$/.test(clip)) return true;
  return /^(?:inset\(\s*(?:[5-9]\d|100)%|circle\(\s*0|polygon\(\s*0)/.test(css.get('clip-path') ?? '');
}

const ZERO = /^0?\.?0\d*%?$|^0%$/;

/** Gone with everything below it, whatever the children say. */
function gone(css: Css): boolean {
  return (
    css.get('display') === 'none' ||
    css.get('content-visibility') === 'hidden' ||
    ZERO.test(css.get('opacity') ?? '') ||
    /opacity\(\s*0?\.?0\d*%?\s*\)/.test(css.get('filter') ?? '') ||
    (/^-\d/.test(css.get('z-index') ?? '') && /^(?:absolute|fixed)$/.test(css.get('position') ?? '')) ||
    offScreen(css) ||
    zeroSize(css)
  );
}

/**
 * Whether the element is hidden with all that is in it, and else what its children inherit.
 * `html` and `body` are only ever hidden while a page loads.
 */
export function look(node: Node, styles: Styles, inherited: Look): Look | 'hidden' {
  if (UNSEEN.has(node.name) && !(node.name === 'dialog' && attribute(node, 'open') !== undefined))
    return 'hidden';
  const root = node.name === 'html' || node.name === 'body';
  const css = styles.of(node);
  if (!root) {
    if (attribute(node, 'hidden') !== undefined) return 'hidden';
    if (attribute(node, 'aria-hidden')?.toLowerCase() === 'true') return 'hidden';
    if (css && gone(css)) return 'hidden';
  }
  const visibility = root ? undefined : css?.get('visibility');
  const size = pixels(css?.get('font-size'));
  return {
    ...paint(node, css, inherited),
    invisible: visibility === undefined ? inherited.invisible : /^(?:hidden|collapse)$/.test(visibility),
    tiny: size === undefined ? inherited.tiny : size < 2,
  };
}

/** Whether text that stands directly under such an element is not seen: no size, not visible, or in the colour of its ground. */
export const unseen = ({ ink, ground, invisible, tiny }: Look): boolean =>
  invisible ||
  tiny ||
  ink === 'transparent' ||
  (ink !== undefined && ground !== undefined && near(ink, ground));

function paint(node: Node, css: Css | undefined, { ink, ground }: Look): Pick<Look, 'ink' | 'ground'> {
  const front =
    css?.get('color') ?? (node.name === 'font' ? attribute(node, 'color')?.toLowerCase() : undefined);
  const back =
    css?.get('background-color') ?? css?.get('background') ?? attribute(node, 'bgcolor')?.toLowerCase();
  const painted = back === undefined ? 'transparent' : colour(back);
  const shaped = back !== undefined && /gradient|url\(/.test(back);
  return {
    // Transparent letters over a gradient are a fashion: the gradient shows through them.
    ink:
      front === undefined || front === 'inherit'
        ? ink
        : shaped && colour(front) === 'transparent'
          ? undefined
          : colour(front),
    ground: painted === 'transparent' && !shaped ? ground : painted === 'transparent' ? undefined : painted,
  };
}

/** The look of a page before anything is said: its ground is white when no foreign sheet can say otherwise. */
export const firstLook = (styles: Styles): Look => ({
  ink: undefined,
  ground: styles.complete ? WHITE : undefined,
  invisible: false,
  tiny: false,
});
