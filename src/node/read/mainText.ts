/** Which blocks of a page are its document, and which its furniture. */
import type { Block } from './blocks';
import { attribute, type Node } from './tree';

const FURNITURE_TAGS = new Set(['nav', 'aside', 'footer', 'menu']);
const FURNITURE =
  /(?:^|[\s_-])(?:nav|navbar|navigation|menu|sidebar|footer|breadcrumbs?|share|sharing|social|related|newsletter|promo|cookie|comments?|widget|advert|ads?)(?:$|[\s_-])/i;

const names = (node: Node): string => `${attribute(node, 'class') ?? ''} ${attribute(node, 'id') ?? ''}`;

const good = (b: Block): boolean => b.text.length >= 80 && b.linked < b.text.length * 0.3;

/** The blocks of the main text, in order; all of them when no part stands out. */
export function mainText(root: Node, blocks: readonly Block[]): readonly Block[] {
  const furniture = new Map<Node, boolean>();
  const isFurniture = (node: Node | null): boolean => {
    const path: Node[] = [];
    let n = node;
    while (n && !furniture.has(n)) {
      path.push(n);
      n = n.parent;
    }
    let value = n ? (furniture.get(n) ?? false) : false;
    for (const one of path.reverse()) {
      value ||=
        FURNITURE_TAGS.has(one.name) ||
        (one.name !== 'body' && one.name !== 'html' && FURNITURE.test(names(one)));
      furniture.set(one, value);
    }
    return value;
  };
  const total = blocks.reduce((sum, b) => sum + b.text.length, 0);
  if (total < 2_000) return blocks;
  const kept = blocks.filter((b) => !isFurniture(b.node));
  const score = new Map<Node, number>();
  for (const b of kept)
    if (good(b))
      for (let n: Node | null = b.node; n; n = n.parent) score.set(n, (score.get(n) ?? 0) + b.text.length);
  let container = root;
  for (;;) {
    const here = score.get(container) ?? 0;
    let next: Node | undefined;
    for (let n = container.first; n; n = n.next) if ((score.get(n) ?? 0) >= here * 0.8 && here > 0) next = n;
    if (!next) break;
    container = next;
  }
  const inside = (node: Node): boolean => {
    for (let n: Node | null = node; n; n = n.parent) if (n === container) return true;
    return false;
  };
  const main = kept.filter((b) => inside(b.node));
  return main.length > 0 ? main : blocks;
}
