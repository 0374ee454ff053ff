/**
 * The visible page as text blocks: paragraphs, headings, list items, table rows. Blocks stay separate, white space is collapsed, invisible
 * characters are dropped. One iterative walk at any depth.
 */
import { NO } from './css/values';
import { mediaHolds } from './css/conditions';
import { dataSheet } from './css/sheet';
import { Styles } from './style';
import { attribute, elements, rawText, type Node } from './htmlTree';
import { firstLook, look, unseen, type Look } from './visible';
import { wordSet } from '../../core/text/wordSet';

export type Block = {
  readonly text: string;
  readonly kind: 'text' | 'heading' | 'item' | 'row' | 'code';
  /** The block element that contains it. */
  readonly node: Node;
  /** Characters of `text` inside links. */
  readonly linked: number;
};

const BLOCK = wordSet(
  'address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search section summary table ' +
    'tbody tfoot thead tr caption ul #document',
);

/**
 * Invisible characters: soft hyphens, zero-width and bidi controls, tags, supplementary variation selectors, controls. Joiners are kept
 * between letters of scripts that need them.
 */
const RANGES =
  'ad 34f 61c 115f-1160 17b4-17b5 180b-180f 200b 200e-200f 202a-202e 2060-206f 3164 d800-dfff fe00-fe0e feff ffa0 ' +
  'fff0-fffb e0000-e0fff 0-8 e-1f 7f-9f';
const UNSEEN = new RegExp(
  `(?<![\\u0600-\\u0fff])[\\u200c\\u200d]|[${RANGES.replace(/[\da-f]+/g, '\\u{$&}').replaceAll(' ', '')}]`,
  'gu',
);

/** Removes invisible characters, by code point. White space is kept. */
export const seen = (text: string): string => text.replace(UNSEEN, '');

/** Edit links and footnote numbers of wikis would interrupt sentences. */
const isNoise = (node: Node): boolean =>
  (node.name === 'sup' && /\b(?:reference|noprint)\b/.test(attribute(node, 'class') ?? '')) ||
  /\bmw-editsection\b/.test(attribute(node, 'class') ?? '');

/** The page's own style sheets in order, and whether there are others. With `isQuirky`, names match in any case. */
export function stylesOf(root: Node, isQuirky: boolean): Styles {
  const sheets: string[] = [];
  let isComplete = true;
  for (const node of elements(root, 'style', 'link')) {
    const isLink = node.name === 'link';
    const kind =
      attribute(node, isLink ? 'rel' : 'type')
        ?.trim()
        .toLowerCase() ?? '';
    const isUsed = /\bstylesheet\b/.test(kind) && !/\balternate\b/.test(kind);
    if (isLink ? !isUsed || attribute(node, 'disabled') !== undefined : kind !== '' && kind !== 'text/css')
      continue;
    if (mediaHolds(attribute(node, 'media')?.toLowerCase() ?? '') === NO) continue;
    const sheet = isLink ? dataSheet(attribute(node, 'href') ?? '') : rawText(node);
    if (sheet === undefined) isComplete = false;
    else sheets.push(sheet);
  }
  return new Styles(sheets, isComplete, isQuirky);
}

const HOLDERS: Readonly<Record<string, Block['kind']>> = {
  pre: 'code',
  li: 'item',
  dd: 'item',
  dt: 'item',
  tr: 'row',
};

const isCell = (node: Node): boolean => node.name === 'td' || node.name === 'th';

function kindOf(node: Node): Block['kind'] {
  for (let n: Node | null = node, i = 0; n && i < 6; n = n.parent, i++) {
    const kind = /^h[1-6]$/.test(n.name) ? 'heading' : HOLDERS[n.name];
    if (kind) return kind;
    if (isCell(n)) return 'text';
  }
  return 'text';
}

/** True for a layout table, whose cells contain blocks. */
function holdsBlocks(cell: Node): boolean {
  for (let n = cell.first; n; n = n.next) if (BLOCK.has(n.name)) return true;
  return false;
}

const breaks = (node: Node): boolean => BLOCK.has(node.name) || (isCell(node) && holdsBlocks(node));

/** Roles of the panels of tabs and accordions. */
const OPENABLE = new Set(['tabpanel', 'region']);
/** The style with which a page sends what its scripts fade in. */
const FADED_IN = /(?:^|[;\s])opacity\s{0,9}:\s{0,9}0(?:\.0\d{0,9})?\s{0,9}(?:;|$)/i;

/** State of one walk: the current element and the block being collected. */
class Walk {
  readonly blocks: Block[] = [];
  /** Whether a panel that a click opens, or what a script fades in, was left out. */
  isFolded = false;
  readonly #styles: Styles;
  readonly #frames: { readonly look: Look; readonly linked: boolean; readonly code: boolean }[];
  readonly #limit: number;
  #holder: Node;
  #pieces: string[] = [];
  #linked = 0;
  #length = 0;

  constructor(root: Node, limit: number, isQuirky: boolean) {
    this.#styles = stylesOf(root, isQuirky);
    this.#frames = [{ look: firstLook(this.#styles), linked: false, code: false }];
    this.#holder = root;
    this.#limit = limit;
  }

  get full(): boolean {
    return this.#length > this.#limit;
  }

  /** Visits a node; returns true if its children should be visited. */
  enter(node: Node): boolean {
    const frame = this.#frames.at(-1);
    if (!frame) return false;
    if (node.name === '#text') {
      if (!unseen(frame.look))
        this.#add(frame.code ? node.text : node.text.replace(/\s+/g, ' '), frame.linked);
      return false;
    }
    if (node.name === 'br') this.#add('\n', false);
    if (!node.first || isNoise(node)) return false;
    const next = look(node, this.#styles, frame.look);
    if (next === 'hidden') {
      this.isFolded ||=
        OPENABLE.has(attribute(node, 'role')?.toLowerCase() ?? '') ||
        FADED_IN.test(attribute(node, 'style') ?? '');
      return false;
    }
    if (breaks(node)) this.#flush(node);
    else if (isCell(node) && node.previous) this.#add('\t', false);
    this.#frames.push({
      look: next,
      linked: frame.linked || node.name === 'a',
      code: frame.code || node.name === 'pre',
    });
    return true;
  }

  leave(node: Node): void {
    this.#frames.pop();
    if (breaks(node)) this.#flush(node.parent ?? node);
  }

  #add(text: string, linked: boolean): void {
    this.#pieces.push(text);
    if (linked) this.#linked += text.trim().length;
  }

  /** Ends the block and starts one in `next`. Two line breaks in a row also end a paragraph. */
  #flush(next: Node): void {
    const node = this.#holder;
    this.#holder = next;
    if (this.#pieces.length === 0) return;
    const kind = kindOf(node);
    const raw = seen(this.#pieces.join(''));
    const linked = this.#linked;
    this.#pieces = [];
    this.#linked = 0;
    const texts =
      kind === 'code'
        ? [raw.replace(/^\n+/, '').trimEnd()]
        : raw
            .replace(/ {2,}/g, ' ')
            .replace(/ ?([\t\n]) ?/g, '$1')
            .split(/\n{2,}/);
    for (const text of texts.map((t) => (kind === 'code' ? t : t.trim())).filter((t) => t.trim() !== '')) {
      this.blocks.push({ text, kind, node, linked: Math.round((linked * text.length) / raw.length) });
      this.#length += text.length + 1;
    }
  }

  end(): void {
    this.#flush(this.#holder);
  }
}

/**
 * Collects the visible text below `root` in document order, up to about `limit` characters. `isWhole`: whether no text beyond the limit, or
 * in a panel that a click opens, or that a script fades in, was left out.
 */
export function blocksOf(
  root: Node,
  limit: number,
  isQuirky = false,
): { blocks: readonly Block[]; isWhole: boolean } {
  const walk = new Walk(root, limit, isQuirky);
  let node = root.first;
  while (node && !walk.full) {
    if (walk.enter(node)) {
      node = node.first;
      continue;
    }
    while (node && !node.next) {
      node = node.parent === root ? null : node.parent;
      if (node) walk.leave(node);
    }
    node = node?.next ?? null;
  }
  walk.end();
  return { blocks: walk.blocks, isWhole: !walk.full && !walk.isFolded };
}
