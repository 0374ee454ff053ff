/**
 * Whether an element is visible to a reader, with one predicate for each way to hide text. Anything that can't be parsed counts as hiding.
 */
import { is, offScreen, pixels, shown, zeroSize } from './css/boxes';
import { colourOf, near, stopsOf, WHITE, type Colour } from './css/colours';
import { calls, evaluate, type Variables } from './css/values';
import { attribute, classesOf, type Node } from './htmlTree';
import type { Css, Styles } from './style';

/** Elements whose content is not page text at all. */
const UNSEEN = new Set(
  (
    'head script style template noscript iframe object embed applet frame frameset noframes noembed audio video canvas map area ' +
    'svg datalist select option optgroup input textarea param source track link meta base title rp dialog portal fencedframe annotation ' +
    'annotation-xml mphantom progress meter'
  ).split(' '),
);
/** What style guides call text that only machines read to people. */
const FOR_MACHINES =
  /^(?:(?:u-|usa-|govuk-|is-|a11y-)?(?:visually-?hidden|visuallyhidden|hidden-visually)(?:-focusable)?|(?:usa-)?sr-only(?:-focusable)?|sronly|screen-?reader(?:s)?(?:-text|-only)?|show-for-sr|element-invisible|assistive-text|offscreen|off-screen|clip-hidden)$/i;

/** What children take over. */
export type Look = {
  /** The colours of the letters, nothing when not known. */
  readonly ink: readonly Colour[] | 'transparent' | undefined;
  readonly ground: readonly Colour[] | undefined;
  readonly invisible: boolean;
  /** Pixels. */
  readonly size: number;
  /** What is left of it after scaling. */
  readonly scale: number;
  readonly opacity: number;
  readonly variables: Variables;
};

/** Smaller letters are not read. */
const SMALLEST = 4;
const FAINTEST = 0.1;

/** Blurred, turned to one colour, drawn in a way that eats the letters. */
function isFiltered(css: Css, em: number): boolean {
  const filter = css.get('filter');
  const steps =
    filter === undefined || /^(?:none|initial|inherit)$/.test(filter)
      ? []
      : (calls(filter) ?? [{ name: '', args: [] }]);
  const blend = css.get('mix-blend-mode') ?? 'normal';
  if (
    !/^(?:normal|multiply|darken|color-burn|difference|overlay|(?:soft|hard)-light|luminosity|initial|inherit)$/.test(
      blend,
    )
  )
    return true;
  return steps.some(({ name, args: [first = '1'] }) => {
    const amount = evaluate(first, em, 0.01);
    if (name === 'blur') return !(amount < em / 3);
    if (name === 'opacity' || name === 'contrast' || name === 'brightness')
      return !(amount > FAINTEST && amount < 20);
    return !/^(?:drop-shadow|grayscale|sepia|invert|hue-rotate|saturate|alpha|progid)/.test(name);
  });
}

/** Letters that lie on one another, or are shown as dots or backwards. */
const isGarbled = (css: Css, em: number): boolean =>
  is(pixels(css, 'letter-spacing', em), (v) => v <= -em / 2 || v >= 200) ||
  is(pixels(css, 'word-spacing', em), (v) => v <= -5 * em || v >= 2_000) ||
  !/^(?:none|initial|inherit)$/.test(css.get('text-security') ?? 'none') ||
  (css.get('direction') === 'rtl' && /override/.test(css.get('unicode-bidi') ?? ''));

const DISPLAYED = /^(?!none|table-column|unreadable|.*\()/;

/** Gone with everything below it, whatever the children say. */
function gone(css: Css, em: number): boolean {
  if (css.size === 0) return false;
  const position = css.get('position') ?? '';
  return (
    !DISPLAYED.test(css.get('display') ?? 'block') ||
    css.get('content-visibility') === 'hidden' ||
    (/^-\d|\(/.test(css.get('z-index') ?? '') && /^(?:absolute|fixed|relative)$/.test(position)) ||
    !/^(?:none|initial|inherit)$/.test(css.get('offset-path') ?? 'none') ||
    offScreen(css, em) ||
    zeroSize(css, em) ||
    isFiltered(css, em) ||
    isGarbled(css, em)
  );
}

/** Whether an animation ends or pauses with the element hidden. */
function fades(css: Css, styles: Styles, variables: Variables, em: number): boolean {
  const said = ['animation', 'animation-name'].map((name) => css.get(name) ?? '').join(' ');
  const how = `${said} ${css.get('animation-fill-mode') ?? ''} ${css.get('animation-play-state') ?? ''} ${css.get('animation-delay') ?? ''}`;
  const isHeld =
    /\bpaused\b|\breverse\b|\d{3,}m?s\b/.test(how) || /-\d/.test(css.get('animation-delay') ?? '');
  const stays = isHeld || /\b(?:forwards|both|infinite)\b/.test(how);
  if (said.trim() === '' || !stays) return false;
  return styles.frames(said).some((frames) =>
    frames.some((frame) => {
      const then = styles.at(frame, css, variables);
      const isHidden =
        gone(then, em) ||
        opacityOf(then) < FAINTEST ||
        shown(then, em) < FAINTEST ||
        then.get('visibility') === 'hidden';
      return isHidden && (isHeld || /(?:^|[\s,])(?:to|100%)(?:$|[\s,])/.test(frame.at));
    }),
  );
}

function opacityOf(css: Css): number {
  const value = css.get('opacity');
  if (value === undefined || /^[a-z-]+$/.test(value)) return 1;
  const opacity = evaluate(value, 16, 0.01);
  return Number.isNaN(opacity) ? 0 : Math.min(1, opacity);
}

const SIZES: Readonly<Record<string, number>> = { small: 13, medium: 16, large: 18, initial: 16 };
function sizeOf(css: Css, parent: number): number {
  if (is(pixels(css, 'font-size-adjust', 1), (share) => share < FAINTEST)) return 0;
  const value = css.get('font-size');
  if (value === undefined || value === 'inherit') return parent;
  if (value === 'smaller' || value === 'larger') return value === 'smaller' ? parent / 1.2 : parent * 1.2;
  if (/^[a-z-]+$/.test(value)) return SIZES[value] ?? 12;
  const size = evaluate(value, parent, parent / 100);
  return Number.isNaN(size) ? 0 : size;
}

function inkOf(said: string | undefined, inherited: Look['ink']): Look['ink'] {
  if (said === undefined || said === 'inherit' || said === 'currentcolor') return inherited;
  return painted(said === 'initial' ? 'black' : said);
}
function painted(value: string): Look['ink'] {
  const paint = colourOf(value);
  return typeof paint === 'string' ? 'transparent' : paint && [paint];
}

/** The colours under the letters; letters that a picture shines through have its colours. */
function paint(node: Node, css: Css, { ink, ground }: Look): Pick<Look, 'ink' | 'ground'> {
  const given = (name: string): string | undefined => attribute(node, name)?.trim().toLowerCase();
  const front =
    css.get('color') ??
    (node.name === 'font' ? given('color') : node.name === 'body' ? given('text') : undefined);
  const own = inkOf(css.get('text-fill-color') ?? front, ink);
  const image = css.get('background-image');
  const isShaped = image !== undefined && !/^(?:none|initial|inherit)$/.test(image);
  const stops = isShaped ? stopsOf(image) : undefined;
  const seen = stops?.flatMap((stop) => (typeof stop === 'string' ? [] : [stop]));
  if (isShaped && css.get('background-clip') === 'text' && own === 'transparent')
    return { ink: seen?.length ? seen : stops && 'transparent', ground };
  const said = css.get('background-color') ?? given('bgcolor');
  if (said === 'currentcolor' && !isShaped) return { ink: 'transparent', ground };
  const back =
    said === 'currentcolor' ? own : said === undefined || said === 'initial' ? 'transparent' : painted(said);
  const under = back === 'transparent' ? ground : back;
  if (!isShaped) return { ink: own, ground: under };
  return { ink: own, ground: seen?.length && seen.length === stops?.length ? seen : undefined };
}

function next(node: Node, css: Css, variables: Variables, parent: Look): Look {
  const isRoot = node.name === 'html' || node.name === 'body';
  const visibility = isRoot ? undefined : css.get('visibility');
  const size = sizeOf(css, parent.size);
  const zoom = pixels(css, 'zoom', 100) ?? 1;
  return {
    ...paint(node, css, parent),
    invisible:
      visibility === undefined || visibility === 'inherit'
        ? parent.invisible
        : !/^(?:visible|initial)$/.test(visibility),
    size,
    scale: isRoot
      ? parent.scale
      : parent.scale *
        shown(css, size) *
        (zoom === 0
          ? 1
          : Number.isNaN(zoom)
            ? 0
            : Math.abs(/%$/.test(css.get('zoom') ?? '') ? zoom / 800 : zoom)),
    opacity: isRoot ? parent.opacity : parent.opacity * opacityOf(css),
    variables,
  };
}

/** Elements that hide by what they are. */
function hides(node: Node): boolean {
  if (UNSEEN.has(node.name) && !(node.name === 'dialog' && attribute(node, 'open') !== undefined))
    return true;
  if (node.name === 'html' || node.name === 'body') return false;
  if (['hidden', 'popover'].some((name) => attribute(node, name) !== undefined)) return true;
  if (attribute(node, 'aria-hidden')?.toLowerCase() === 'true') return true;
  if (node.name === 'bdo' && attribute(node, 'dir')?.toLowerCase() === 'rtl') return true;
  for (let n = node.first; n; n = n.next)
    if (n.name === 'template' && attribute(n, 'shadowrootmode') !== undefined) return true;
  for (const name of classesOf(node)) if (FOR_MACHINES.test(name)) return true;
  return false;
}

/**
 * Whether the element is hidden with all that is in it, and else what its children inherit.
 * `html` and `body` are only ever hidden while a page loads.
 */
export function look(node: Node, styles: Styles, inherited: Look): Look | 'hidden' {
  if (hides(node)) return 'hidden';
  const { css, doubts, variables } = styles.of(node, inherited.variables);
  const isRoot = node.name === 'html' || node.name === 'body';
  const own =
    css.size === 0 &&
    variables === inherited.variables &&
    node.name !== 'font' &&
    attribute(node, 'bgcolor') === undefined &&
    !isRoot;
  const result = own ? inherited : next(node, css, variables, inherited);
  if (isRoot) return result;
  const isGone = (one: Css, size: number): boolean => gone(one, size) || fades(one, styles, variables, size);
  if (isGone(css, result.size) || result.opacity < FAINTEST || result.scale < FAINTEST) return 'hidden';
  for (const doubt of doubts) {
    const then = next(node, doubt, variables, inherited);
    if (
      isGone(doubt, then.size) ||
      (unseen(then) && !unseen(result)) ||
      then.opacity < FAINTEST ||
      then.scale < FAINTEST
    )
      return 'hidden';
  }
  return result;
}

/** Whether text directly inside such an element is invisible: no size, not visible, or in the colour of its background. */
export const unseen = ({ ink, ground, invisible, size, scale }: Look): boolean =>
  invisible ||
  size * scale < SMALLEST ||
  ink === 'transparent' ||
  (ink !== undefined && ground !== undefined && ink.every((a) => ground.some((b) => near(a, b))));

/** The look of a page before anything is said: its ground is white when no foreign sheet can say otherwise. */
export const firstLook = (styles: Styles): Look => ({
  ink: undefined,
  ground: styles.complete ? [WHITE] : undefined,
  invisible: false,
  size: 16,
  scale: 1,
  opacity: 1,
  variables: new Map(),
});
