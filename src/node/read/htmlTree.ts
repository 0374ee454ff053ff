/**
 * HTML to a lean tree: linked siblings instead of child arrays, so that every walk is iterative and no page, however deep,
 * can exhaust the stack. Comments and doctypes are not kept. Building stops at `MAX_NODES`: what was built until then is
 * the page, marked truncated.
 */
import { html as tokens, parse, type Token, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5';

/** Real pages have 2,000 to 50,000 nodes; a flood of millions would only fill the memory. */
const MAX_NODES = 400_000;
/** Characters of text that are built: more than anybody looks at. Scripts and styles are not counted. */
const MAX_TEXT = 3_500_000;
/** The parser hands on text word by word; its pieces are joined from time to time, as ropes of words take ten times the room. */
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
  /** Place in document order among the elements, once `numbered`. */
  index: number;
  /** The words of `class`, once asked for. */
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

/** The value of an attribute, or nothing. */
export function attribute(node: Node, name: string): string | undefined {
  for (const a of node.attributes) if (a.name === name) return a.value;
  return undefined;
}

/** The words of `class`. */
export function classesOf(node: Node): ReadonlySet<string> {
  const value = node.classes === undefined ? attribute(node, 'class') : undefined;
  node.classes ??= value ? new Set(value.split(/\s+/).filter(Boolean)) : NO_CLASSES;
  return node.classes;
}
const NO_CLASSES: ReadonlySet<string> = new Set();

/** The node that follows in document order inside `root`; with `skip` the children of `node` are left out. */
export function following(node: Node, root: Node, skip = false): Node | null {
  if (!skip && node.first) return node.first;
  for (let n: Node | null = node; n && n !== root; n = n.parent) if (n.next) return n.next;
  return null;
}

/** All elements below `root` with one of the names, in document order. */
export function elements(root: Node, ...names: readonly string[]): Node[] {
  const found: Node[] = [];
  for (let n = following(root, root); n; n = following(n, root)) if (names.includes(n.name)) found.push(n);
  return found;
}

/** All elements of the tree in document order, each told its place; a parent stands before its children. */
export function numbered(root: Node): readonly Node[] {
  const all: Node[] = [];
  for (let n: Node | null = root; n; n = following(n, root))
    if (n.name !== '#text') n.index = all.push(n) - 1;
  return all;
}

/** The raw text below a node, unchecked for visibility: for titles, styles and scripts. */
export function rawText(root: Node): string {
  let text = root.text;
  for (let n = following(root, root); n; n = following(n, root)) text += n.text;
  return text;
}

/** Takes a node out of its tree. */
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

/** The text node that is being written. Each piece is copied once, whatever order the parser writes in. */
class OpenText {
  #node: Node | undefined;
  readonly #pieces: string[] = [];

  add(node: Node, text: string): void {
    if (node !== this.#node || this.#pieces.length >= PIECES) this.close();
    this.#node = node;
    this.#pieces.push(text);
  }

  /** Until now the node lacks what was added last. */
  close(): void {
    if (this.#node) this.#node.text += this.#pieces.join('');
    this.#pieces.length = 0;
    this.#node = undefined;
  }
}

const UNCOUNTED: ReadonlySet<string> = new Set(['script', 'style']);

type Map = TreeAdapterTypeMap<Node, Node, Node, Node, Node, Node, Node, Node, Node, Node>;

/** How parse5 builds our tree. `root` and the open text are kept outside so that a stopped parse still leaves its tree. */
function adapter(root: Node, open: OpenText, told: { mode: tokens.DOCUMENT_MODE }): TreeAdapter<Map> {
  let count = 0;
  let length = 0;
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
    // A template's content is never visible: it is parsed into a fragment that hangs nowhere.
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
  /** It was too large to be built whole. */
  readonly full: boolean;
  /** It is shown in the mode of old pages, which compare names in style sheets without case. */
  readonly isQuirky: boolean;
};

/** Parses a page of any quality. Never throws for its content. */
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
