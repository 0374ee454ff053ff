/**
 * A small reader for the XML of registries (arXiv Atom, PubMed, JATS). One linear pass that never fails: malformed input is read as far as
 * possible. Ignores DTDs and external entities, so nothing can expand or fetch.
 */
import { decodeEntities } from '../text/entities';

export type XmlNode = {
  /** Without its namespace prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (XmlNode | string)[];
};

type Open = { name: string; attributes: Record<string, string>; children: (XmlNode | string)[] };

const MAX_DEPTH = 200;

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

function readAttributes(tag: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', double, single] of tag.matchAll(
    /(?<![\w:.-])([\w:.-]{1,80})\s?=\s?(?:"([^"]*)"|'([^']*)')/g,
  ))
    attributes[local(name)] = decodeEntities(double ?? single ?? '');
  return attributes;
}

/** End of the section that opens at `from`: after `close`, or the end of the text. */
const past = (text: string, close: string, from: number): number => {
  const end = text.indexOf(close, from);
  return end < 0 ? text.length : end + close.length;
};

/** Parses XML or a fragment into a tree with a nameless root. */
export function parseXml(text: string): XmlNode {
  const root: Open = { name: '', attributes: {}, children: [] };
  const stack: Open[] = [root];
  const top = (): Open => stack[stack.length - 1] ?? root;
  const close = (name: string): void => {
    const depth = stack.findLastIndex((open, i) => i > 0 && open.name === name);
    if (depth > 0) stack.length = depth;
  };
  let at = 0;
  while (at < text.length) {
    const tag = text.indexOf('<', at);
    const end = tag < 0 ? text.length : tag;
    if (end > at) top().children.push(decodeEntities(text.slice(at, end)));
    if (tag < 0) break;
    if (text.startsWith('<!--', tag)) at = past(text, '-->', tag + 4);
    else if (text.startsWith('<![CDATA[', tag)) {
      at = past(text, ']]>', tag + 9);
      top().children.push(text.slice(tag + 9, at).replace(/\]\]>$/, ''));
    } else {
      const name = /^<\/?([\p{L}_][\w:.-]{0,80})/u.exec(text.slice(tag, tag + 90))?.[1];
      const markup = name !== undefined || text[tag + 1] === '?' || text[tag + 1] === '!';
      at = markup ? past(text, '>', tag + 1) : tag + 1;
      if (!markup) top().children.push('<');
      if (name === undefined) continue;
      const inner = text.slice(tag + 1, at - 1);
      if (inner.startsWith('/')) close(local(name));
      else {
        const node: Open = { name: local(name), attributes: readAttributes(inner), children: [] };
        top().children.push(node);
        if (!inner.endsWith('/') && stack.length < MAX_DEPTH) stack.push(node);
      }
    }
  }
  return root;
}

/** Whether the text ends with the end of its root element. A connection may break unnoticed, and `parseXml` reads what came. */
export const isWhole = (xml: string, root: string): boolean =>
  new RegExp(`(?:</${root}\\s{0,9}>|<${root}\\b[^<>]{0,999}/>)$`).test(xml.slice(-2_000).trimEnd());

const isNode = (child: XmlNode | string): child is XmlNode => typeof child !== 'string';

/** The children of that name, then theirs, along the path. */
export function nodes(from: XmlNode, ...path: readonly string[]): readonly XmlNode[] {
  let here: readonly XmlNode[] = [from];
  for (const name of path)
    here = here.flatMap((n) => n.children.filter(isNode).filter((c) => c.name === name));
  return here;
}

/** The descendants of that name in document order, without those inside another. */
export function descendants(from: XmlNode, name: string): readonly XmlNode[] {
  const found: XmlNode[] = [];
  const visit = (node: XmlNode): void => {
    for (const child of node.children)
      if (isNode(child)) {
        if (child.name === name) found.push(child);
        else visit(child);
      }
  };
  visit(from);
  return found;
}

/** Elements that start a new line of text. */
const BLOCKS = new Set([
  'abstract', 'abstracttext', 'article-title', 'body', 'caption', 'disp-quote', 'div', 'fig', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'label', 'list', 'list-item', 'p',
  'sec', 'table-wrap', 'td', 'th', 'title', 'tr',
]); // prettier-ignore
/** Elements whose content isn't part of an article's text. */
const SILENT = new Set(['ref-list', 'permissions', 'xref-group', 'tex-math', 'journal-meta', 'object-id']);

/** The text of a node: block elements on separate lines, white space folded. */
export function textOf(node: XmlNode | undefined): string {
  if (!node) return '';
  const parts: string[] = [];
  const visit = (here: XmlNode): void => {
    if (SILENT.has(here.name.toLowerCase())) return;
    const block = BLOCKS.has(here.name.toLowerCase());
    if (block) parts.push('\n');
    for (const child of here.children)
      if (isNode(child)) visit(child);
      else parts.push(child.replace(/\s+/g, ' '));
    if (block) parts.push('\n');
  };
  visit(node);
  return parts
    .join('')
    .split('\n')
    .map((line) => line.replace(/ {2,}/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** Text of the first node along the path. */
export const textAt = (from: XmlNode, ...path: readonly string[]): string => textOf(nodes(from, ...path)[0]);

/** Removes tags that a registry left in a title or abstract. */
export const plain = (marked: string): string =>
  /[<&]/.test(marked) ? textOf(parseXml(decodeEntities(marked))) : marked.replace(/\s+/g, ' ').trim();
