/** Evaluates conditions of `@media` and `@supports` for a desktop screen. */
import { evaluate, NO, SURE, sureIf, UNSURE, type Certainty } from './values';

/** The assumed screen, in CSS pixels. */
export const SCREEN = { width: 1280, height: 800 };
/** The default size of a font, which `em` in a condition is of. */
const EM = 16;

/** Features and their value on such a screen. */
const FEATURES: Readonly<Record<string, string>> = {
  hover: 'hover', 'any-hover': 'hover', pointer: 'fine', 'any-pointer': 'fine', orientation: 'landscape',
  'prefers-color-scheme': 'light', 'prefers-reduced-motion': 'no-preference', 'prefers-reduced-transparency': 'no-preference',
  'prefers-reduced-data': 'no-preference', 'prefers-contrast': 'no-preference', 'forced-colors': 'none',
  'inverted-colors': 'none', scripting: 'enabled', update: 'fast', 'display-mode': 'browser', grid: '0',
}; // prettier-ignore
const NEGATIVE = ['none', 'no-preference', '0'];

const sizeOf = (name: string): number | undefined =>
  /(?:^|-)width$/.test(name) ? SCREEN.width : /(?:^|-)height$/.test(name) ? SCREEN.height : undefined;

/** `width >= 40em`, `20em < width <= 60em`. */
function range(text: string): Certainty {
  const parts = text.split(/(<=|>=|<|>|=)/).map((part) => part.trim());
  const values = parts.map((part) => sizeOf(part) ?? evaluate(part, EM));
  for (let i = 1; i < parts.length; i += 2) {
    const [a = NaN, sign = '', b = NaN] = [values[i - 1], parts[i], values[i + 1]];
    if (Number.isNaN(a) || Number.isNaN(b)) return UNSURE;
    const holds =
      sign === '<' ? a < b : sign === '>' ? a > b : sign === '<=' ? a <= b : sign === '>=' ? a >= b : a === b;
    if (!holds) return NO;
  }
  return SURE;
}

function feature(text: string): Certainty {
  if (/[<>=]/.test(text)) return range(text);
  const [name = '', value] = text.split(':').map((part) => part.trim());
  const [, bound, side = ''] = /^(min|max)-(?:device-)?(width|height)$/.exec(name) ?? [];
  if (bound !== undefined) {
    const [size, limit] = [sizeOf(side) ?? 0, evaluate(value ?? '', EM)];
    return Number.isNaN(limit) ? UNSURE : sureIf(bound === 'min' ? size >= limit : size <= limit);
  }
  const own = FEATURES[name];
  if (own !== undefined) return sureIf(value === undefined ? !NEGATIVE.includes(own) : value === own);
  return value === undefined && /^(?:color|width|height)$/.test(name) ? SURE : UNSURE;
}

function query(text: string): Certainty {
  const type = /^(?:(not|only)\s+)?([a-z-]+)/.exec(text);
  const features = [...text.matchAll(/\(([^()]*)\)/g)].map(([, inside = '']) => feature(inside));
  // Nested conditions, `or`, and `not` before a feature are not evaluated.
  if (/\bor\b|\(\s*\(|\bnot\s*\(/.test(text))
    return features.every((one) => one === NO) && !text.includes('not') ? NO : UNSURE;
  const shown = type?.[2] === undefined || /^(?:all|screen)$/.test(type[2]) ? SURE : NO;
  const holds = Math.min(shown, ...features);
  return (type?.[1] === 'not' ? SURE - holds : holds) as Certainty;
}

/** Whether a list of media queries, in lower case, holds on the screen. */
export const mediaHolds = (text: string): Certainty =>
  Math.max(...text.split(',').map((one) => query(one.trim()))) as Certainty;

/** What all current browsers support; the rest is unknown. */
const SUPPORTED =
  /^\(\s*(?:display\s*:\s*(?:grid|flex|inline-flex|flow-root|contents|block)|position\s*:\s*(?:-webkit-)?sticky|(?:object-fit|aspect-ratio|gap|grid-area|--[\w-]+)\s*:[^()]+|color\s*:\s*(?:var\(--[\w-]+\)|red))\s*\)$/;

/** Whether an `@supports` condition, in lower case, holds in current browsers. */
export function supportsHolds(text: string): Certainty {
  const plain = text.trim();
  if (SUPPORTED.test(plain)) return SURE;
  return SUPPORTED.test(plain.replace(/^not\s+/, '')) ? NO : UNSURE;
}
