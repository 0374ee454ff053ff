/** How animations end. */
import type { Frame } from './sheet';
import { evaluate } from './values';

type Css = ReadonlyMap<string, string>;

/** So long, in seconds, that a reader doesn't wait for what follows. */
const ENDLESS = 60;

/** All words about the animation of an element. */
export const manner = (css: Css): string =>
  ['', '-fill-mode', '-play-state', '-delay', '-duration', '-direction']
    .map((name) => css.get(`animation${name}`) ?? '')
    .join(' ');

/** Whether a reader may see any of its steps for long, or for ever. */
export const holds = (css: Css): boolean =>
  /\bpaused\b|\breverse\b|\b(?:calc|min|max|clamp)\(|(?:^|\s)-\d/.test(manner(css)) ||
  manner(css)
    .split(/[\s,]/)
    .some((word) => word.endsWith('s') && evaluate(word, 1) >= ENDLESS);

export const isLast = ({ at }: Frame): boolean => /(?:^|[\s,])(?:to|100%)(?:$|[\s,])/.test(at);
