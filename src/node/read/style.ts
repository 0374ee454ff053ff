/**
 * What a reader of the page would not see. A small cascade over the page's own `<style>` sheets and `style`
 * attributes, for the properties that hide. Sheets of other servers are not fetched, so colours count as known only where the
 * page itself sets them. Linear in the sheets and in the elements; selectors with pseudo-classes are left alone.
 */
import { attribute, classesOf, type Node } from './htmlTree';

type Declarations = Map<string, string>;
type Compound = {
  readonly tag: string;
  readonly id: string;
  readonly classes: readonly string[];
  readonly attributes: readonly (readonly [name: string, value: string | undefined])[];
};
type Rule = {
  /** Rightmost compound first. */
  readonly compounds: readonly Compound[];
  readonly weight: number;
  readonly declarations: Declarations;
};

/** Width and height of the screen that media queries are asked about. */
const SCREEN = { width: 1280, height: 800 };
/**
 * Comparisons of an element with a piece of a selector, per page: seconds of work, a hundred times what real pages need. A page
 * that needs more is refused as a whole, because a cascade that stops half-way would show what the page hides.
 */
const MAX_COMPARISONS = 100_000_000;

const HIDING = new Set(
  (
    'display visibility opacity font-size clip clip-path position left top right bottom text-indent width height ' +
    'max-width max-height overflow overflow-x overflow-y color background background-color transform content-visibility ' +
    'margin-left margin-top line-height filter z-index'
  ).split(' '),
);

/** `a: b; c: d !important` to the declarations that can hide. Linear; braces and comments are gone already. */
function declarations(css: string, into: Declarations = new Map()): Declarations {
  for (const part of css.split(';')) {
    const colon = part.indexOf(':');
    if (colon < 0) continue;
    const name = part.slice(0, colon).trim().toLowerCase();
    if (!HIDING.has(name)) continue;
    let value = part
      .slice(colon + 1)
      .trim()
      .toLowerCase();
    const important = value.endsWith('!important');
    if (important) value = value.slice(0, -10).trim();
    if (into.get(`!${name}`) !== undefined && !important) continue;
    into.set(name, value);
    if (important) into.set(`!${name}`, '');
  }
  return into;
}

const NAME = /[\w\u0080-\uffff-]+/y;
/** `[hidden]`, `[data-x=y]`, `[data-x="y"]`; not the forms that look for a part. */
const ATTRIBUTE = /\[([\w-]{1,60})(?:=(?:"([^"\]]{0,200})"|'([^'\]]{0,200})'|([\w-]{1,200})))?\]/y;

/** A compound such as `p.note#x[hidden]`, or nothing when it holds more than tag, id, classes and whole attributes. */
function compound(text: string): Compound | undefined {
  let tag = '';
  let id = '';
  const classes: string[] = [];
  const attributes: [name: string, value: string | undefined][] = [];
  let at = 0;
  while (at < text.length) {
    const sign = text[at] ?? '';
    if (sign === '*') {
      at++;
      continue;
    }
    if (sign === '[') {
      ATTRIBUTE.lastIndex = at;
      const found = ATTRIBUTE.exec(text);
      if (!found) return undefined;
      attributes.push([(found[1] ?? '').toLowerCase(), found[2] ?? found[3] ?? found[4]]);
      at = ATTRIBUTE.lastIndex;
      continue;
    }
    const start = sign === '.' || sign === '#' ? at + 1 : at;
    NAME.lastIndex = start;
    const name = NAME.exec(text)?.[0];
    if (name === undefined) return undefined;
    if (sign === '.') classes.push(name);
    else if (sign === '#') id = name;
    else tag = name.toLowerCase();
    at = start + name.length;
  }
  return { tag, id, classes, attributes };
}

/** A selector as compounds, rightmost first. Sibling combinators and pseudo-classes count as never. */
function selector(text: string): readonly Compound[] | undefined {
  const parts = text.replaceAll('>', ' ').split(/\s+/).filter(Boolean).reverse();
  if (parts.length === 0) return undefined;
  const compounds: Compound[] = [];
  for (const part of parts) {
    const one = compound(part);
    if (!one) return undefined;
    compounds.push(one);
  }
  return compounds;
}

const weigh = (compounds: readonly Compound[]): number =>
  compounds.reduce(
    (sum, c) => sum + (c.id ? 10_000 : 0) + (c.classes.length + c.attributes.length) * 100 + (c.tag ? 1 : 0),
    0,
  );

/** Does `@media` hold on a desktop screen? Unknown features count as holding. */
function mediaHolds(query: string): boolean {
  return query.split(',').some((one) => {
    if (/\bprint\b|\bspeech\b/.test(one)) return /\bnot\b/.test(one);
    for (const [, bound, side, size, unit] of one.matchAll(
      /(min|max)-(width|height)\s*:\s*([\d.]+)\s*(\w*)/g,
    )) {
      const pixels = Number(size) * (unit === 'em' || unit === 'rem' ? 16 : 1);
      const screen = side === 'width' ? SCREEN.width : SCREEN.height;
      if (bound === 'min' ? screen < pixels : screen > pixels) return false;
    }
    return true;
  });
}

/** Drops comments, linear. */
function withoutComments(css: string): string {
  if (!css.includes('/*')) return css;
  let kept = '';
  let at = 0;
  for (;;) {
    const open = css.indexOf('/*', at);
    if (open < 0) return kept + css.slice(at);
    kept += css.slice(at, open);
    const close = css.indexOf('*/', open + 2);
    if (close < 0) return kept;
    at = close + 2;
  }
}

/** `@import x; .a` to `.a`. */
const afterSemicolon = (head: string): string => head.slice(head.lastIndexOf(';') + 1).trim();

/** The rules of a sheet that can hide, in order. `@media` blocks that hold, `@supports` and `@layer` are entered. */
function* rules(sheet: string): Generator<{ selectors: string; body: string }> {
  const css = withoutComments(sheet);
  let at = 0;
  let skipped = 0;
  let depth = 0;
  // Each brace is looked for once, so that a sheet without closing ones costs no more.
  let open = -2;
  let close = -2;
  const next = (sign: string, known: number): number =>
    known === -1 || known >= at ? known : css.indexOf(sign, at);
  while (at < css.length) {
    open = next('{', open);
    close = next('}', close);
    if (close >= 0 && (open < 0 || close < open)) {
      depth = Math.max(0, depth - 1);
      if (skipped > depth) skipped = 0;
      at = close + 1;
      continue;
    }
    if (open < 0) return;
    const head = afterSemicolon(css.slice(at, open));
    if (head.startsWith('@')) {
      depth++;
      const enters = /^@(?:media|supports|layer|container)\b/i.test(head);
      const holds = enters && (!/^@media/i.test(head) || mediaHolds(head.toLowerCase()));
      if (!holds && skipped === 0) skipped = depth;
      at = open + 1;
      continue;
    }
    const end = close < 0 ? css.length : close;
    if (skipped === 0) yield { selectors: head, body: css.slice(open + 1, end) };
    at = end + 1;
  }
}

/** The page's own sheets, indexed by the rightmost id, class or tag of their selectors. */
export class Styles {
  readonly #index = new Map<string, Rule[]>();
  #comparisons = 0;
  /** Whether everything about the page's looks is known, because no foreign sheet takes part. */
  readonly complete: boolean;

  constructor(sheets: readonly string[], complete: boolean) {
    this.complete = complete;
    let order = 0;
    for (const sheet of sheets) {
      for (const { selectors, body } of rules(sheet)) {
        const found = declarations(body);
        if (found.size > 0) for (const one of selectors.split(',')) this.#add(one, found, ++order);
      }
    }
  }

  #add(text: string, found: Declarations, order: number): void {
    const compounds = selector(text);
    const right = compounds?.[0];
    if (!compounds || !right) return;
    const key = right.id ? `#${right.id}` : right.classes[0] ? `.${right.classes[0]}` : right.tag || '*';
    const bucket = this.#index.get(key) ?? [];
    if (bucket.length === 0) this.#index.set(key, bucket);
    bucket.push({ compounds, weight: weigh(compounds) + Math.min(order, 1e7) / 1e8, declarations: found });
  }

  /** The hiding declarations that hold for an element, its `style` attribute last. */
  of(node: Node): Declarations | undefined {
    const inline = attribute(node, 'style');
    const matched = this.#index.size > 0 ? this.#matched(node) : [];
    if (inline === undefined && matched.length === 0) return undefined;
    const result: Declarations = new Map();
    for (const rule of matched.sort((a, b) => a.weight - b.weight)) {
      for (const [name, value] of rule.declarations) {
        if (name.startsWith('!') || !result.has(`!${name}`) || rule.declarations.has(`!${name}`))
          result.set(name, value);
      }
    }
    return inline === undefined ? result : declarations(inline, result);
  }

  /** Descendant matching, each ancestor compound taken at its nearest fit. Throws a `RangeError` when the page is out of bounds. */
  #matches(compounds: readonly Compound[], node: Node): boolean {
    const [right, ...others] = compounds;
    if (!right || !this.#fits(right, node)) return false;
    let ancestor = node.parent;
    for (const one of others) {
      while (ancestor && !this.#fits(one, ancestor)) ancestor = ancestor.parent;
      if (!ancestor) return false;
      ancestor = ancestor.parent;
    }
    return true;
  }

  #fits(one: Compound, node: Node): boolean {
    if (++this.#comparisons > MAX_COMPARISONS) throw new RangeError('too many styles');
    return fits(one, node);
  }

  #matched(node: Node): Rule[] {
    const classes = classesOf(node);
    const id = attribute(node, 'id');
    const keys = [node.name, '*', ...[...classes].map((c) => `.${c}`)];
    if (id) keys.push(`#${id}`);
    const found: Rule[] = [];
    for (const key of keys)
      for (const rule of this.#index.get(key) ?? [])
        if (this.#matches(rule.compounds, node)) found.push(rule);
    return found;
  }
}

function hasAttribute(node: Node, name: string, value: string | undefined): boolean {
  const found = attribute(node, name);
  return found !== undefined && (value === undefined || value === found);
}

function fits(one: Compound, node: Node): boolean {
  if (one.tag && one.tag !== node.name) return false;
  if (one.id && one.id !== attribute(node, 'id')) return false;
  if (!one.attributes.every(([name, value]) => hasAttribute(node, name, value))) return false;
  if (one.classes.length === 0) return true;
  const classes = classesOf(node);
  return one.classes.every((c) => classes.has(c));
}
