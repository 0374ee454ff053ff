/**
 * Parses HTML to a lean tree with linked siblings instead of child arrays, so that every walk is iterative and deep pages can't exhaust the
 * stack. Drops comments and doctypes. Stops at `MAX_NODES` and marks the page as truncated.
 */
import { html as tokens, parse, type Token, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5';

/** Real pages have 2,000 to 50,000 nodes; millions would only fill memory. */
const MAX_NODES = 400_000;
/** Most characters of text kept, without scripts and styles: more than any reader uses. */
const MAX_TEXT = 3_500_000;
/** The parser emits text word by word. Pieces are joined now and then, because ropes of words take ten times the memory. */
const PIECES = 1_000;

export type Node = {
  /** Tag name in lower case, `#text` for text, `#document` for the root. */
  readonly name: string;
  attributes: readonly Token.Attribute[];
  text: string;
  parent: Node | null;
  previous: Node | null;
  next: Node | null;
  first: Node | null;
  last: Node | null;
  readonly namespace: tokens.NS;
  /** Index among the elements in document order, set by `numbered`. */
  index: number;
  /** The classes, parsed on demand. */
  classes: ReadonlySet<string> | undefined;
};

const NO_ATTRIBUTES: readonly Token.Attribute[] = [];
const HTML = tokens.NS.HTML;

const create = (
  name: string,
  namespace: tokens.NS,
  attributes: readonly Token.Attribute[],
  text = '',
): Node => ({
  name,
  attributes,
  text,
  parent: null,
  previous: null,
  next: null,
  first: null,
  last: null,
  namespace,
  index: -1,
  classes: undefined,
});

/** The value of an attribute, or undefined. */
export function attribute(node: Node, name: string): string | undefined {
  for (const a of node.attributes) if (a.name === name) return a.value;
  return undefined;
}

export function classesOf(node: Node): ReadonlySet<string> {
  const value = node.classes === undefined ? attribute(node, 'class') : undefined;
  node.classes ??= value ? new Set(value.split(/\s+/).filter(Boolean)) : NO_CLASSES;
  return node.classes;
}
const NO_CLASSES: ReadonlySet<string> = new Set();

/** The next node in document order inside `root`. */
export function following(node: Node, root: Node): Node | null {
  if (node.first) return node.first;
  for (let n: Node | null = node; n && n !== root; n = n.parent) if (n.next) return n.next;
  return null;
}

/** All elements below `root` with one of the names, in document order. */
export function elements(root: Node, ...names: readonly string[]): Node[] {
  const found: Node[] = [];
  for (let n = following(root, root); n; n = following(n, root)) if (names.includes(n.name)) found.push(n);
  return found;
}

/** All elements in document order, with `index` set; parents come before their children. */
export function numbered(root: Node): readonly Node[] {
  const all: Node[] = [];
  for (let n: Node | null = root; n; n = following(n, root))
    if (n.name !== '#text') n.index = all.push(n) - 1;
  return all;
}

/** Raw text below a node, regardless of visibility: for titles, styles and scripts. */
export function rawText(root: Node): string {
  let text = root.text;
  for (let n = following(root, root); n; n = following(n, root)) text += n.text;
  return text;
}

export function detach(node: Node): void {
  const { parent, previous, next } = node;
  if (previous) previous.next = next;
  else if (parent) parent.first = next;
  if (next) next.previous = previous;
  else if (parent) parent.last = previous;
  node.parent = node.previous = node.next = null;
}

function insert(parent: Node, node: Node, before: Node | null): void {
  const previous = before ? before.previous : parent.last;
  node.parent = parent;
  node.previous = previous;
  node.next = before;
  if (previous) previous.next = node;
  else parent.first = node;
  if (before) before.previous = node;
  else parent.last = node;
}

function children(parent: Node): Node[] {
  const list: Node[] = [];
  for (let n = parent.first; n; n = n.next) list.push(n);
  return list;
}

class Full extends Error {}

/** The text node being written. Each piece is copied once, in whatever order the parser writes. */
class OpenText {
  #node: Node | undefined;
  readonly #pieces: string[] = [];

  add(node: Node, text: string): void {
    if (node !== this.#node || this.#pieces.length >= PIECES) this.close();
    this.#node = node;
    this.#pieces.push(text);
  }

  /** Writes pending text to the node. */
  close(): void {
    if (this.#node) this.#node.text += this.#pieces.join('');
    this.#pieces.length = 0;
    this.#node = undefined;
  }
}

const UNCOUNTED: ReadonlySet<string> = new Set(['script', 'style']);

type Map = TreeAdapterTypeMap<Node, Node, Node, Node, Node, Node, Node, Node, Node, Node>;

/** parse5 adapter for our tree. `root` and the open text live outside it, so that an aborted parse still leaves its tree. */
function adapter(root: Node, open: OpenText, told: { mode: tokens.DOCUMENT_MODE }): TreeAdapter<Map> {
  let [count, length] = [0, 0];
  const counted = (node: Node): Node => {
    if (++count > MAX_NODES) throw new Full();
    return node;
  };
  const append = (parent: Node, node: Node, before: Node | null): void => {
    if (node.name !== '#comment') insert(parent, node, before);
  };
  const addText = (parent: Node, text: string, before: Node | null): void => {
    if (!UNCOUNTED.has(parent.name) && (length += text.length) > MAX_TEXT) throw new Full();
    const neighbour = before ? before.previous : parent.last;
    if (neighbour?.name === '#text') open.add(neighbour, text);
    else insert(parent, counted(create('#text', HTML, NO_ATTRIBUTES, text)), before);
  };
  return {
    createDocument: () => root,
    createDocumentFragment: () => create('#fragment', HTML, NO_ATTRIBUTES),
    createElement: (name, namespace, attributes) =>
      counted(create(name, namespace, attributes.length > 0 ? attributes : NO_ATTRIBUTES)),
    createCommentNode: () => create('#comment', HTML, NO_ATTRIBUTES),
    createTextNode: (text) => counted(create('#text', HTML, NO_ATTRIBUTES, text)),
    adoptAttributes: (node, attributes) => {
      const known = new Set(node.attributes.map((a) => a.name));
      node.attributes = [...node.attributes, ...attributes.filter((a) => !known.has(a.name))];
    },
    appendChild: (parent, node) => append(parent, node, null),
    insertBefore: append,
    insertText: (parent, text) => addText(parent, text, null),
    insertTextBefore: addText,
    detachNode: detach,
    // Template content is never visible, so its fragment is not attached.
    setTemplateContent: (template, content) => void contents.set(template, content),
    getTemplateContent: (template) => contents.get(template) ?? template,
    setDocumentType: () => undefined,
    setDocumentMode: (_, value) => void (told.mode = value),
    getDocumentMode: () => told.mode,
    getFirstChild: (node) => node.first,
    getChildNodes: children,
    getParentNode: (node) => node.parent,
    getAttrList: (node) => [...node.attributes],
    getTagName: (node) => node.name,
    getNamespaceURI: (node) => node.namespace,
    getTextNodeContent: (node) => node.text,
    getCommentNodeContent: () => '',
    getDocumentTypeNodeName: () => 'html',
    getDocumentTypeNodePublicId: () => '',
    getDocumentTypeNodeSystemId: () => '',
    isTextNode: (node): node is Node => node.name === '#text',
    isCommentNode: (node): node is Node => node.name === '#comment',
    isDocumentTypeNode: (node): node is Node => node.name === '#doctype',
    isElementNode: (node): node is Node => !node.name.startsWith('#'),
    setNodeSourceCodeLocation: () => undefined,
    getNodeSourceCodeLocation: () => undefined,
    updateNodeSourceCodeLocation: () => undefined,
  };
}
const contents = new WeakMap<Node, Node>();

export type ParsedPage = {
  readonly root: Node;
  /** The page was truncated. */
  readonly full: boolean;
  /** The page renders in quirks mode, in which style sheets match names in any case. */
  readonly isQuirky: boolean;
};

/** Parses a page of any quality. Never throws on its content. */
export function parseHtml(source: string): ParsedPage {
  const root = create('#document', HTML, NO_ATTRIBUTES);
  const open = new OpenText();
  const told = { mode: tokens.DOCUMENT_MODE.NO_QUIRKS };
  const parsed = (full: boolean): ParsedPage => ({
    root,
    full,
    isQuirky: told.mode === tokens.DOCUMENT_MODE.QUIRKS,
  });
  try {
    parse(source, { treeAdapter: adapter(root, open, told), scriptingEnabled: true });
    return parsed(false);
  } catch (error) {
    if (error instanceof Full) return parsed(true);
    throw error;
  } finally {
    open.close();
  }
}
