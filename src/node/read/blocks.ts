/**
 * The visible page as blocks of text: paragraphs, headings, list items, table rows. Blocks are never glued, white space is
 * folded, characters that nobody sees are dropped. One iterative walk, whatever the depth.
 */
import { NO } from './css/certainty';
import { mediaHolds } from './css/conditions';
import { dataSheet } from './css/sheet';
import { Styles } from './style';
import { attribute, elements, rawText, type Node } from './htmlTree';
import { firstLook, look, unseen, type Look } from './visible';

export type Block = {
  readonly text: string;
  readonly kind: 'text' | 'heading' | 'item' | 'row' | 'code';
  /** The block element that holds it. */
  readonly node: Node;
  /** Characters of `text` that stand inside links. */
  readonly linked: number;
};

const BLOCK = new Set(
  (
    'address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search section summary table ' +
    'tbody tfoot thead tr caption ul #document'
  ).split(' '),
);

/**
 * Characters that are not seen: soft hyphens, zero-width and bidi controls, tags, variation selectors of the supplement,
 * controls. Joiners stay between letters of scripts that need them.
 */
const RANGES =
  'ad 34f 61c 115f-1160 17b4-17b5 180b-180f 200b 200e-200f 202a-202e 2060-206f 3164 d800-dfff fe00-fe0e feff ffa0 ' +
  'fff0-fffb e0000-e0fff 0-8 e-1f 7f-9f';
const UNSEEN = new RegExp(
  `(?<![\\u0600-\\u0fff])[\\u200c\\u200d]|[${RANGES.replace(/[\da-f]+/g, '\\u{$&}').replaceAll(' ', '')}]`,
  'gu',
);

/** Text without what nobody sees, in whole Unicode characters. White space is left alone. */
export const seen = (text: string): string => text.replace(UNSEEN, '');

/** Editing links and footnote numbers of wikis would stand in the middle of sentences. */
const isNoise = (node: Node): boolean =>
  (node.name === 'sup' && /\b(?:reference|noprint)\b/.test(attribute(node, 'class') ?? '')) ||
  /\bmw-editsection\b/.test(attribute(node, 'class') ?? '');

/** The page's own style sheets in their order, and whether there are others. `isQuirky`: names are compared without case. */
export function stylesOf(root: Node, isQuirky: boolean): Styles {
  const sheets: string[] = [];
  let isComplete = true;
  for (const node of elements(root, 'style', 'link')) {
    const isLink = node.name === 'link';
    const kind =
      attribute(node, isLink ? 'rel' : 'type')
        ?.trim()
        .toLowerCase() ?? '';
    if (isLink ? !/\bstylesheet\b/.test(kind) : kind !== '' && kind !== 'text/css') continue;
    if (mediaHolds(attribute(node, 'media')?.toLowerCase() ?? '') === NO) continue;
    const sheet = isLink ? dataSheet(attribute(node, 'href') ?? '') : rawText(node);
    if (sheet === undefined) isComplete = false;
    else sheets.push(sheet);
  }
  return new Styles(sheets, isComplete, isQuirky);
}

const HOLDERS: Readonly<Record<string, Block['kind']>> = {
  pre: 'code',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  li: 'item',
  dd: 'item',
  dt: 'item',
  tr: 'row',
};

const isCell = (node: Node): boolean => node.name === 'td' || node.name === 'th';

function kindOf(node: Node): Block['kind'] {
  for (let n: Node | null = node, i = 0; n && i < 6; n = n.parent, i++) {
    const kind = HOLDERS[n.name];
    if (kind) return kind;
    if (isCell(n)) return 'text';
  }
  return 'text';
}

/** A table that lays out a page is no table: its cells hold blocks. */
function holdsBlocks(cell: Node): boolean {
  for (let n = cell.first; n; n = n.next) if (BLOCK.has(n.name)) return true;
  return false;
}

const breaks = (node: Node): boolean => BLOCK.has(node.name) || (isCell(node) && holdsBlocks(node));

type Frame = { readonly look: Look; readonly linked: boolean; readonly code: boolean };

/** The state of one walk: the element it is in, and the block that is being collected. */
class Walk {
  readonly blocks: Block[] = [];
  readonly #styles: Styles;
  readonly #frames: Frame[];
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

  /** Takes a node in; answers whether its children are to be read. */
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
    if (next === 'hidden') return false;
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

  /** Ends the block and begins one under `next`. Two line breaks in a row end a paragraph too. */
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

/** Reads the visible text below `root` in document order, at most about `limit` characters. */
export function blocksOf(
  root: Node,
  limit: number,
  isQuirky = false,
): { blocks: readonly Block[]; full: boolean } {
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
  return { blocks: walk.blocks, full: walk.full };
}
