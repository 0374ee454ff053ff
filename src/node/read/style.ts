/**
 * Finds what a reader of the page doesn't see: applies the page's own `<style>` sheets and `style` attributes, for the properties that can
 * hide text. Sheets of other servers are not fetched, so colours count as known only where the page itself sets them.
 */
import { NO, SURE, type Certainty } from './css/certainty';
import { known, put } from './css/properties';
import { matches, type PageOfSelectors, type Selector } from './css/selectors';
import { dataSheet, declarationsOf, parseSheet, type Declaration, type Frame } from './css/sheet';
import { substitute, variablesOf, type Variables } from './css/values';
import { attribute, classesOf, type Node } from './htmlTree';
import { addTo, getOrMake } from '../../core/text/maps';

/**
 * Comparisons of an element with a piece of a selector, per page: seconds of work, a hundred times what real pages need. A page
 * that needs more is refused as a whole, because an incomplete cascade would show what the page hides.
 */
const MAX_COMPARISONS = 20_000_000;

/** Values by property, with variables substituted. */
export type Css = ReadonlyMap<string, string>;
/** The style of an element. */
export type Style = {
  readonly css: Css;
  /** The values if a rule that may not apply did: one entry for each such rule. */
  readonly doubts: readonly Css[];
  readonly variables: Variables;
};

type Known = {
  readonly selector: Selector;
  readonly declarations: readonly Declaration[];
  readonly certainty: Certainty;
  readonly layer: number;
  readonly order: number;
};
type Applied = Declaration & { readonly rank: readonly number[] };

const byRank = (a: Applied, b: Applied): number => {
  for (let i = 0; i < a.rank.length; i++) {
    const [x = 0, y = 0] = [a.rank[i], b.rank[i]];
    if (x !== y) return x < y ? -1 : 1; // not a difference: layers may be infinite
  }
  return 0;
};

const UNLAYERED = Infinity;
/** Important declarations take precedence over others; among them, the order of the layers is reversed. */
const ranked = (one: Declaration, { layer, order }: Known, inline: number, specificity: number): Applied => ({
  ...one,
  rank: one.important ? [1, inline, -layer, specificity, order] : [0, inline, layer, specificity, order],
});

const matters = ({ name }: Declaration): boolean => name.startsWith('--') || known(name) !== undefined;

/** The page's own sheets, indexed by the rightmost id, class or tag of their selectors. */
export class Styles implements PageOfSelectors {
  readonly #index = new Map<string, Known[]>();
  readonly #frames = new Map<string, readonly Frame[]>();
  readonly #places = new WeakMap<Node, ReadonlyMap<Node, Places>>();
  #comparisons = 0;

  /** No external style sheet affects the page. */
  readonly complete: boolean;

  constructor(
    sheets: readonly string[],
    complete: boolean,
    readonly isQuirky = false,
  ) {
    let order = 0;
    let isComplete = complete;
    const parsed = sheets.map(parseSheet).flatMap((sheet) => {
      const imported = sheet.imports.map(dataSheet);
      if (imported.includes(undefined)) isComplete = false;
      return [...imported.flatMap((one) => (one === undefined ? [] : [parseSheet(one)])), sheet];
    });
    this.complete = isComplete;
    for (const { rules, frames } of parsed) {
      for (const [name, steps] of frames) this.#frames.set(name, steps);
      for (const { selectors, declarations, ...rest } of rules) {
        const found = declarations.filter(matters);
        if (found.length === 0) continue;
        for (const selector of selectors)
          addTo(this.#index, selector.key, { selector, declarations: found, order: ++order, ...rest });
      }
    }
  }

  readonly count = (): void => {
    if (++this.#comparisons > MAX_COMPARISONS) throw new RangeError('too many styles');
  };

  readonly place = (node: Node, ofType: boolean): readonly [number, number] => {
    const { parent } = node;
    if (!parent) return [1, 1];
    const own = getOrMake(this.#places, parent, () => placesIn(parent)).get(node);
    return own === undefined ? [1, 1] : ofType ? [own.ofType, own.typeCount()] : [own.index, own.count()];
  };

  /** The steps of the animations that a value names. */
  frames(value: string): readonly (readonly Frame[])[] {
    return this.#frames.size === 0
      ? []
      : value.split(/[\s,]+/).flatMap((word) => [this.#frames.get(word.replaceAll('"', '')) ?? []]);
  }

  /** The style of an element from the declarations that apply to it, its `style` attribute last. */
  of(node: Node, inherited: Variables): Style {
    const said = attribute(node, 'style');
    const inline = said === undefined ? [] : declarationsOf(said).filter(matters);
    const found = this.#index.size > 0 ? this.#matched(node) : [];
    if (inline.length + found.length === 0) return { css: NOTHING, doubts: [], variables: inherited };
    const sure = found.flatMap(([rule, certainty]) => (certainty === SURE ? [rule] : []));
    const applied = [
      ...sure.flatMap((rule) =>
        rule.declarations.map((one) => ranked(one, rule, 0, rule.selector.specificity)),
      ),
      ...inline.map((one) => ranked(one, INLINE, 1, 0)),
    ].sort(byRank);
    const variables = withOwn(applied, inherited);
    const css = this.over(NOTHING, applied, inherited);
    const doubts = found.flatMap(([{ declarations }, certainty]) =>
      certainty === SURE ? [] : [this.over(css, declarations, variables)],
    );
    return { css, doubts, variables };
  }

  /** `css` with these declarations, the strongest last. */
  over(css: Css, declarations: readonly Declaration[], inherited: Variables): Css {
    const variables = withOwn(declarations, inherited);
    const result = new Map(css);
    for (const { name, value } of declarations) {
      const own = known(name);
      if (own === undefined) continue;
      const worth = substitute(value, (one) => variables.get(one));
      if (worth !== undefined) put(result, own, worth, this.isQuirky);
    }
    return result;
  }

  #matched(node: Node): (readonly [Known, Certainty])[] {
    const id = attribute(node, 'id');
    const keys = new Set([
      '*',
      node.name.toLowerCase(),
      ...[...classesOf(node)].map((one) => `.${one.toLowerCase()}`),
    ]);
    if (id) keys.add(`#${id.toLowerCase()}`);
    const found: [Known, Certainty][] = [];
    for (const key of keys)
      for (const rule of this.#index.get(key) ?? []) {
        const certainty = Math.min(rule.certainty, matches(rule.selector, node, this)) as Certainty;
        if (certainty !== NO) found.push([rule, certainty]);
      }
    return found;
  }
}

const withOwn = (declarations: readonly Declaration[], inherited: Variables): Variables => {
  const own = declarations.filter(({ name }) => name.startsWith('--'));
  return variablesOf(new Map(own.map(({ name, value }) => [name, value])), inherited);
};

const NOTHING: Css = new Map();
const INLINE = { layer: UNLAYERED, order: 0 } as Known;

type Places = {
  readonly index: number;
  readonly ofType: number;
  readonly count: () => number;
  readonly typeCount: () => number;
};

/** The positions of a parent's elements, counted once. */
function placesIn(parent: Node): ReadonlyMap<Node, Places> {
  const places = new Map<Node, Places>();
  const ofType = new Map<string, number>();
  let all = 0;
  for (let n = parent.first; n; n = n.next) {
    if (n.name.startsWith('#')) continue;
    const { name } = n;
    ofType.set(name, (ofType.get(name) ?? 0) + 1);
    places.set(n, {
      index: ++all,
      ofType: ofType.get(name) ?? 1,
      count: () => all,
      typeCount: () => ofType.get(name) ?? 1,
    });
  }
  return places;
}
