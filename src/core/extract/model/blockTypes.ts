/** What the block parser yields. Offsets count UTF-16 code units from the start of the region that was parsed; ranges are half-open. */

export type LeafKind = 'paragraph' | 'heading' | 'cell' | 'html' | 'front';

/** A run of text for the inline scanner: a paragraph, a heading, a table cell, an HTML block or front matter. */
export type Leaf = {
  readonly kind: LeafKind;
  start: number;
  end: number;
  /** The level of a heading, otherwise 0. */
  readonly level: number;
  /** The innermost list item that contains it. */
  readonly item: ListItem | undefined;
  /** The footnote definition that contains it. */
  readonly note: Note | undefined;
  /** Whether it is in a block quote, whose quote marks are then spaces. */
  readonly quoted: boolean;
  /** The end of its first line. */
  line: number;
};

export type ListItem = {
  start: number;
  /** The number as written, or -1 for a bullet. */
  readonly number: number;
  readonly parent: ListItem | undefined;
};

export type Note = { start: number; end: number; readonly label: string };
/** A link reference definition: `[label]: url`. */
export type Definition = { start: number; end: number; readonly label: string; readonly url: string };

/**
 * A line that begins with `[label]` and may be a reference; its words begin at `text`. A line that begins with `(3)`, or with `3.`
 * after an anchor, is `round`: many things are counted like this, so it is a reference only below the heading of a list.
 */
export type Line = {
  readonly start: number;
  end: number;
  readonly label: string;
  readonly text: number;
  readonly leaf: number;
  readonly round: boolean;
  /** Its label is a raised number, or one that links to its marker. */
  readonly raised?: true;
};

export type CodeBlock = { start: number; end: number };

export type Blocks = {
  readonly leaves: Leaf[];
  readonly items: ListItem[];
  readonly code: CodeBlock[];
  readonly notes: Note[];
  /** Chunk starts; the first is 0. Scanning from any of them gives the same result as scanning from the beginning. */
  readonly firsts: number[];
  /** Offsets within chunks where a chunk could begin too: the blocks on either side are independent. */
  readonly bounds: number[];
  /** Starts of paragraph lines that may begin with a label: their first character is a bracket, a backslash, a star or `<`. */
  readonly marks: number[];
  /** Where the parser stopped: the end of the region, or the boundary at which `stop` was true. */
  end: number;
};

export type BlockOptions = {
  /** Whether the region begins the document; only there can front matter be. */
  readonly first: boolean;
  readonly indentedCode: boolean;
  /** The end of the link definitions that a paragraph begins with: the text after them may be a heading. */
  readonly definitionsEnd: (start: number, end: number) => number;
  /** Called at each boundary; true stops the parser there, because the rest is known. */
  readonly stop?: (bound: number) => boolean;
};
