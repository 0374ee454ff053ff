/**
 * Markdown's block structure, by CommonMark 0.31 with GFM tables and footnotes: one pass over lines, no look-ahead beyond one.
 * Longer than a room's usual file because the container rules hang together and read best in one place.
 * What comes out are leaves (paragraphs, headings, cells …) to be read inline, ranges of code, and chunk boundaries: offsets where
 * a scan may begin afresh and finds the same as one that came from above.
 */
import { decode } from '../../text/units';
import { CR, LF, SPACE, TAB, isAlnum, isAlpha, isDigit } from '../../text/chars';

export type LeafKind = 'paragraph' | 'heading' | 'cell' | 'html' | 'front';

/** A run of text that is read inline: a paragraph, a heading, a table cell, an HTML block, front matter. Offsets into the region. */
export type Leaf = {
  readonly kind: LeafKind;
  start: number;
  end: number;
  /** Level of a heading, 0 else. */
  readonly level: number;
  /** The list item it stands in. */
  readonly item: ListItem | undefined;
  /** The footnote definition it stands in. */
  readonly note: Note | undefined;
  /** Quote marks within have been blanked. */
  readonly quoted: boolean;
  /** Where its first line ends. */
  line: number;
};
export type ListItem = {
  start: number;
  /** The number as written, -1 for a bullet. */
  readonly number: number;
  readonly parent: ListItem | undefined;
};
export type Note = { start: number; end: number; readonly label: string };
export type CodeBlock = { start: number; end: number };

export type Blocks = {
  readonly leaves: Leaf[];
  readonly code: CodeBlock[];
  readonly notes: Note[];
  /** Offset where each chunk begins; the first is 0. */
  readonly firsts: number[];
  /** Offsets within chunks where one could begin, too: what stands on either side has nothing to do with the other. */
  readonly bounds: number[];
  /** Where lines of paragraphs begin that may carry a label: with a bracket, a backslash or a star. */
  readonly marks: number[];
};

type Container =
  | { readonly kind: 'quote' }
  | { readonly kind: 'item'; readonly indent: number; readonly item: ListItem; empty: boolean }
  | { readonly kind: 'note'; readonly note: Note };

type Open =
  | {
      readonly kind: 'paragraph';
      readonly leaf: Leaf;
      lines: number;
      /** Where its last line begins, and where the one before that ends. */
      last: number;
      before: number;
    }
  | {
      readonly kind: 'fence';
      readonly mark: number;
      readonly length: number;
      readonly block: CodeBlock;
      /** Lines within are read as text too: see `broken`. */
      readonly prose: boolean;
    }
  | { readonly kind: 'indented'; readonly block: CodeBlock }
  | { readonly kind: 'html'; readonly type: number; readonly leaf: Leaf | undefined }
  | { readonly kind: 'table' }
  | { readonly kind: 'front'; readonly leaf: Leaf };

export type BlockOptions = {
  /** The region begins the document: front matter may stand here. */
  readonly first: boolean;
  readonly indentedCode: boolean;
  /** Where the link definitions end that begin a paragraph: what follows them may be a heading. */
  readonly definitionsEnd: (start: number, end: number) => number;
  /** Ends the scan at a boundary: given its offset, true when nothing beyond can differ from what is known. */
  readonly stop?: (bound: number) => boolean;
};

/** Containers nested deeper than this are read as text: no person writes them, and each would cost every later line. */
const DEEPEST = 64;

const HTML_BLOCKS = new Set(
  'address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead title tr track ul'.split(
    ' ',
  ),
);
/** `[1]`, `**[1]**`, `\[1\]`, `【1】`, `［1］`, `(1)`, `（1）`. */
const OPENS_LABEL: ReadonlySet<number> = new Set([91, 42, 92, 60, 0x3010, 0xff3b, 40, 0xff08]);
const HTML_RAW = new Set(['pre', 'script', 'style', 'textarea']);

/** Reads the block structure of `codes`; blanks the quote marks of continued lines in place. */
export function readBlocks(codes: Uint16Array, options: BlockOptions): Blocks & { readonly end: number } {
  const reader = new Reader(codes, options);
  const end = reader.run();
  return {
    leaves: reader.leaves,
    code: reader.code,
    notes: reader.notes,
    firsts: reader.firsts,
    bounds: reader.bounds,
    marks: reader.marks,
    end,
  };
}

/** A chunk is no shorter than this: thousands of short paragraphs need no room of their own each, and an edit reads a few more words. */
const SHORTEST = 128;

class Reader {
  readonly leaves: Leaf[] = [];
  readonly code: CodeBlock[] = [];
  readonly notes: Note[] = [];
  readonly firsts: number[] = [0];
  readonly bounds: number[] = [];
  readonly marks: number[] = [];
  private containers: Container[] = [];
  private open: Open | undefined;
  private blank = false;
  /**
   * A fence whose list item ended before its closing line came, as when code in a list is not indented. The next bare fence closes
   * it in its author's mind and opens one for Markdown: what follows is code by the rules and prose by intent, so it is read as both.
   */
  private broken = 0;
  // The line being read.
  private start = 0;
  private end = 0;
  private pos = 0;
  private column = 0;
  private spare = 0;

  constructor(
    private readonly codes: Uint16Array,
    private readonly options: BlockOptions,
  ) {}

  run(): number {
    const { codes } = this;
    const size = codes.length;
    let at = 0;
    if (this.options.first) at = this.front(codes[0] === 0xfeff ? 1 : 0);
    while (at < size) {
      let end = at;
      while (end < size && codes[end] !== LF && codes[end] !== CR) end++;
      const next = end + (codes[end] === CR && codes[end + 1] === LF ? 2 : 1);
      const c = codes[at] ?? 0;
      if (this.blank && end > at && c !== SPACE && c !== TAB && this.mayBound()) {
        this.closeAll();
        this.broken = 0;
        if (this.options.stop?.(at) === true) return at;
        const long = at - (this.firsts.at(-1) ?? 0) >= SHORTEST;
        (long ? this.firsts : this.bounds).push(at);
      }
      this.line(at, end);
      at = next;
    }
    this.closeAll();
    return size;
  }

  /** After a blank line a line at the margin starts afresh, unless a fence or raw HTML that no container holds is still open. */
  private mayBound(): boolean {
    const { open } = this;
    if (this.containers.length > 0) return true;
    return !(open?.kind === 'fence' || (open?.kind === 'html' && open.type < 6));
  }

  /** Front matter: `---` on the first line, up to `---` or `...`; unclosed it is none. Gives where the text begins. */
  private front(start: number): number {
    const { codes } = this;
    if (!this.isRule(start, 45, 3)) return start;
    const body = this.nextLine(start);
    // A text may begin with a rule: what follows must at least look like YAML.
    if (!this.yamlLine(body)) return start;
    for (let at = body; at < codes.length; at = this.nextLine(at)) {
      if (this.isRule(at, 45, 3) || this.isRule(at, 46, 3)) {
        this.leaves.push(this.leaf('front', body, at));
        this.blank = true;
        return this.nextLine(at);
      }
    }
    return start;
  }

  /** `key:` or a comment, or the end of front matter that holds nothing. */
  private yamlLine(at: number): boolean {
    const { codes } = this;
    if (codes[at] === 35 || codes[at] === 123 || this.isRule(at, 45, 3)) return true;
    let i = at;
    while (
      i < codes.length &&
      (isAlnum(codes[i] ?? 0) || codes[i] === 45 || codes[i] === 95 || codes[i] === 46 || codes[i] === 34)
    )
      i++;
    while (codes[i] === SPACE) i++;
    return i > at && codes[i] === 58;
  }

  private isRule(at: number, mark: number, length: number): boolean {
    const { codes } = this;
    for (let i = 0; i < length; i++) if (codes[at + i] !== mark) return false;
    let i = at + length;
    while (codes[i] === SPACE || codes[i] === TAB) i++;
    return i >= codes.length || codes[i] === LF || codes[i] === CR;
  }

  private nextLine(at: number): number {
    const { codes } = this;
    let i = at;
    while (i < codes.length && codes[i] !== LF && codes[i] !== CR) i++;
    return i + (codes[i] === CR && codes[i + 1] === LF ? 2 : 1);
  }

  private leaf(kind: LeafKind, start: number, end: number, level = 0): Leaf {
    let item: ListItem | undefined;
    let note: Note | undefined;
    let quoted = false;
    for (const c of this.containers) {
      if (c.kind === 'item') {
        item = c.item;
      } else if (c.kind === 'note') note = c.note;
      else quoted = true;
    }
    return { kind, start, end, level, item, note, quoted, line: end };
  }

  // One line.

  private line(start: number, end: number): void {
    this.start = start;
    this.end = end;
    this.pos = start;
    this.column = 0;
    this.spare = 0;
    const { open } = this;
    // The ordinary line: no container, a letter first.
    if (this.containers.length === 0 && (open === undefined || open.kind === 'paragraph')) {
      const c = this.codes[start] ?? 0;
      if (end > start && (isAlpha(c) || c > 127)) {
        this.text();
        return;
      }
    }
    const matched = this.matchContainers();
    const all = matched === this.containers.length;
    if (all && open !== undefined && this.continues(open)) return;
    this.starts(matched);
  }

  /** Continues a fence, raw HTML or indented code; false when the line must be looked at for what it starts. */
  private continues(open: Open): boolean {
    switch (open.kind) {
      case 'fence':
        this.fenceLine(open);
        return true;
      case 'html':
        return this.htmlLine(open);
      case 'indented':
        if (this.isBlank()) return this.note(true);
        if (this.indent() < 4) return false;
        open.block.end = this.end;
        return this.note(false);
      case 'paragraph':
      case 'table':
      case 'front':
        return false;
    }
  }

  private note(blank: boolean): true {
    this.blank = blank;
    return true;
  }

  private matchContainers(): number {
    let matched = 0;
    for (const c of this.containers) {
      if (!this.matches(c)) break;
      matched++;
    }
    return matched;
  }

  private matches(c: Container): boolean {
    if (c.kind === 'quote') {
      const indent = this.indent();
      if (indent > 3 || this.at(this.pos + this.blanks()) !== 62) return false;
      this.pos += this.blanks();
      this.column += indent;
      this.eatQuote();
      return true;
    }
    if (this.isBlank()) return !(c.kind === 'item' && c.empty);
    const need = c.kind === 'item' ? c.indent : 4;
    if (this.indent() < need) return false;
    this.eat(need);
    if (c.kind === 'item') c.empty = false;
    return true;
  }

  /** Looks for block starts, then for text. `matched` containers go on; the others close unless the line is lazy. */
  private starts(matched: number): void {
    let keep = matched;
    const lazy = matched < this.containers.length;
    for (;;) {
      if (this.isBlank()) {
        this.blankLine(keep);
        return;
      }
      const indent = this.indent();
      const para = this.open?.kind === 'paragraph' && keep === matched;
      if (indent >= 4 && this.options.indentedCode) {
        if (para) {
          this.text();
          return;
        }
        this.close(keep);
        this.indentedCode();
        return;
      }
      const at = this.pos + this.blanks();
      const c = this.at(at);
      if (c === 62 && this.containers.length < DEEPEST) {
        this.close(keep);
        this.pos = at;
        this.column += indent;
        this.eatQuote();
        this.containers.push({ kind: 'quote' });
        keep = this.containers.length;
        continue;
      }
      if (this.leafStart(c, at, keep, para, lazy && keep === matched)) return;
      if (this.listItem(c, at, keep, para) || this.footnote(c, at, keep)) {
        keep = this.containers.length;
        continue;
      }
      if (para) {
        this.text();
        return;
      }
      this.close(keep);
      this.text();
      return;
    }
  }

  private blankLine(keep: number): void {
    this.blank = true;
    const { open } = this;
    if (open?.kind === 'html' && keep === this.containers.length && open.type < 6) return;
    if (keep < this.containers.length && this.containers[keep]?.kind === 'quote') this.close(keep);
    else if (keep < this.containers.length) this.close(keep);
    if (this.open?.kind !== 'fence' && this.open?.kind !== 'indented') this.closeLeaf();
  }

  /** Headings, rules, fences, HTML, tables: blocks of one leaf. */
  private leafStart(c: number, at: number, keep: number, para: boolean, lazy: boolean): boolean {
    if (c === 35) return this.atx(at, keep);
    if ((c === 96 || c === 126) && this.fence(c, at, keep)) return true;
    if (c === 60 && this.html(at, keep, para)) return true;
    if ((c === 61 || c === 45) && para && !lazy && this.setext(c, at)) return true;
    if ((c === 45 || c === 58 || c === 124) && para && !lazy && this.table(at)) return true;
    if (
      this.open?.kind === 'table' &&
      keep === this.containers.length &&
      !this.thematic(c, at) &&
      !this.isListMark(at, false) &&
      this.noteLabelEnd(c, at) < 0
    ) {
      this.row(at, this.end);
      this.blank = false;
      return true;
    }
    if (this.thematic(c, at)) {
      this.close(keep);
      this.blank = false;
      return true;
    }
    return false;
  }

  private atx(at: number, keep: number): boolean {
    let i = at;
    while (this.at(i) === 35) i++;
    const level = i - at;
    if (level > 6 || (i < this.end && this.at(i) !== SPACE && this.at(i) !== TAB)) return false;
    this.close(keep);
    let end = this.end;
    while (end > i && this.isBlankAt(end - 1)) end--;
    let tail = end;
    while (tail > i && this.at(tail - 1) === 35) tail--;
    if (tail < end && (tail === i || this.isBlankAt(tail - 1))) end = tail;
    while (end > i && this.isBlankAt(end - 1)) end--;
    while (i < end && this.isBlankAt(i)) i++;
    this.leaves.push(this.leaf('heading', i, end, level));
    this.blank = false;
    return true;
  }

  private setext(c: number, at: number): boolean {
    let i = at;
    while (this.at(i) === c) i++;
    while (i < this.end && this.isBlankAt(i)) i++;
    const { open } = this;
    if (i < this.end || open?.kind !== 'paragraph') return false;
    if (c === 45 && open.lines === 1 && this.at(open.leaf.start) === 124) return false;
    const { leaf } = open;
    const from =
      this.codes[leaf.start] === 91 ? this.options.definitionsEnd(leaf.start, leaf.end) : leaf.start;
    if (from >= leaf.end) return false;
    if (from > leaf.start) this.leaves.splice(-1, 0, { ...leaf, end: from });
    this.leaves[this.leaves.length - 1] = { ...leaf, start: from, kind: 'heading', level: c === 61 ? 1 : 2 };
    this.open = undefined;
    this.blank = false;
    return true;
  }

  private thematic(c: number, at: number): boolean {
    if (c !== 42 && c !== 45 && c !== 95) return false;
    let count = 0;
    for (let i = at; i < this.end; i++) {
      if (this.at(i) === c) count++;
      else if (!this.isBlankAt(i)) return false;
    }
    return count >= 3;
  }

  private fence(mark: number, at: number, keep: number): boolean {
    let i = at;
    while (this.at(i) === mark) i++;
    if (i - at < 3) return false;
    if (mark === 96) for (let j = i; j < this.end; j++) if (this.at(j) === 96) return false;
    const prose = this.broken === mark && this.blankFrom(i);
    this.close(keep);
    this.broken = 0;
    const block = { start: at, end: this.end };
    this.code.push(block);
    this.open = { kind: 'fence', mark, length: i - at, block, prose };
    this.blank = false;
    return true;
  }

  private fenceLine(open: Extract<Open, { kind: 'fence' }>): void {
    this.blank = this.isBlank();
    if (!this.blank) open.block.end = this.end;
    if (open.prose && !this.blank)
      this.leaves.push(this.leaf('paragraph', this.pos + this.blanks(), this.end));
    if (this.indent() > 3) return;
    const at = this.pos + this.blanks();
    let i = at;
    while (this.at(i) === open.mark) i++;
    if (i - at < open.length) return;
    while (i < this.end && this.isBlankAt(i)) i++;
    if (i < this.end) return;
    this.open = undefined;
    // What closed it was meant to open the next.
    if (open.prose) this.broken = open.mark;
  }

  private indentedCode(): void {
    const block = { start: this.pos, end: this.end };
    this.code.push(block);
    this.open = { kind: 'indented', block };
    this.blank = false;
  }

  // HTML blocks, types 1 to 7 of CommonMark 4.6.

  private html(at: number, keep: number, para: boolean): boolean {
    const type = this.htmlType(at);
    if (type === 0 || (type === 7 && para)) return false;
    this.close(keep);
    const leaf = type === 1 || (type >= 2 && type <= 5) ? undefined : this.leaf('html', at, this.end);
    if (leaf) this.leaves.push(leaf);
    this.open = { kind: 'html', type, leaf };
    if (type < 6 && this.htmlEnds(type, at)) this.open = undefined;
    this.blank = false;
    return true;
  }

  private htmlLine(open: Extract<Open, { kind: 'html' }>): boolean {
    if (open.type >= 6 && this.isBlank()) return false;
    this.blank = this.isBlank();
    if (open.leaf) open.leaf.end = this.end;
    if (open.type < 6 && this.htmlEnds(open.type, this.pos)) this.open = undefined;
    return true;
  }

  private htmlType(at: number): number {
    const c = this.at(at + 1);
    if (c === 33) {
      if (this.at(at + 2) === 45 && this.at(at + 3) === 45) return 2;
      if (isAlpha(this.at(at + 2))) return 4;
      return this.at(at + 2) === 91 && this.word(at + 3) === 'CDATA' ? 5 : 0;
    }
    if (c === 63) return 3;
    const closing = c === 47;
    const name = this.word(at + (closing ? 2 : 1)).toLowerCase();
    if (name === '') return 0;
    const after = this.at(at + (closing ? 2 : 1) + name.length);
    const ends = after === 0 || after === 62 || after === SPACE || after === TAB;
    if (!closing && HTML_RAW.has(name) && ends) return 1;
    if (HTML_BLOCKS.has(name) && (ends || after === 47)) return 6;
    return (closing || !HTML_RAW.has(name)) && this.wholeTag(at) ? 7 : 0;
  }

  private htmlEnds(type: number, at: number): boolean {
    for (let i = at; i < this.end; i++) {
      const c = this.at(i);
      if (type === 1 && c === 60 && this.at(i + 1) === 47 && HTML_RAW.has(this.word(i + 2).toLowerCase()))
        return true;
      if (type === 2 && c === 45 && this.at(i + 1) === 45 && this.at(i + 2) === 62) return true;
      if (type === 3 && c === 63 && this.at(i + 1) === 62) return true;
      if (type === 4 && c === 62) return true;
      if (type === 5 && c === 93 && this.at(i + 1) === 93 && this.at(i + 2) === 62) return true;
    }
    return false;
  }

  private word(at: number): string {
    let i = at;
    while (i < this.end && i - at < 12 && (isAlnum(this.at(i)) || this.at(i) === 45)) i++;
    return decode(this.codes, at, i);
  }

  /** A complete open or closing tag with nothing behind it on the line. */
  private wholeTag(at: number): boolean {
    const end = tagEnd(this.codes, at, this.end);
    if (end < 0) return false;
    for (let i = end; i < this.end; i++) if (!this.isBlankAt(i)) return false;
    return true;
  }

  // Tables.

  private table(at: number): boolean {
    const { open } = this;
    if (open?.kind !== 'paragraph') return false;
    const columns = this.delimiters(at);
    const { leaf, last, before } = open;
    if (columns === 0 || columns !== this.cells(last, leaf.end)) return false;
    const { end } = leaf;
    // Its head may be the last line of a paragraph.
    if (open.lines > 1) leaf.end = before;
    else this.leaves.pop();
    this.row(last, end);
    this.open = { kind: 'table' };
    this.blank = false;
    return true;
  }

  /** Columns of a delimiter row, 0 when it is none. */
  private delimiters(at: number): number {
    let columns = 0;
    let dashes = 0;
    let pipes = 0;
    let state = 0; // 0 before, 1 in dashes, 2 after
    for (let i = at; i <= this.end; i++) {
      const c = i === this.end ? 124 : this.at(i);
      if (c === 124) {
        if (i < this.end) pipes++;
        if (dashes > 0) columns++;
        else if (state !== 0 || (i > at && i < this.end)) return 0;
        dashes = 0;
        state = 0;
      } else if (c === 45) {
        if (state === 2) return 0;
        state = 1;
        dashes++;
      } else if (c === 58) {
        if (state === 1) state = 2;
        else if (state === 2) return 0;
        else state = 1;
      } else if (c === SPACE || c === TAB) {
        if (state === 1) state = 2;
      } else return 0;
    }
    return pipes > 0 ? columns : 0;
  }

  /** How many cells a row has, each of which is told to `each`: pipes that no backslash escapes part them, code spans do not protect them. */
  private cells(start: number, end: number, each?: (start: number, end: number) => void): number {
    let count = 0;
    let from = start;
    let to = end;
    while (to > from && this.isBlankAt(to - 1)) to--;
    while (from < to && this.isBlankAt(from)) from++;
    if (this.at(from, to) === 124) from++;
    let cell = from;
    for (let i = from; i < to; i++) {
      const c = this.codes[i];
      if (c === 92) i++;
      else if (c === 124) {
        count++;
        each?.(cell, i);
        cell = i + 1;
      }
    }
    if (cell >= to) return count;
    each?.(cell, to);
    return count + 1;
  }

  private row(start: number, end: number): void {
    this.cells(start, end, (cellStart, cellEnd) => {
      let from = cellStart;
      let to = cellEnd;
      while (to > from && this.isBlankAt(to - 1)) to--;
      while (from < to && this.isBlankAt(from)) from++;
      if (to > from) this.leaves.push(this.leaf('cell', from, to));
    });
  }

  // Containers.

  private isListMark(at: number, para: boolean): boolean {
    return this.marker(at, para) !== undefined;
  }

  /** A list marker at `at`: its width and number, -1 for a bullet. */
  private marker(at: number, para: boolean): { width: number; number: number; mark: number } | undefined {
    let i = at;
    let number = -1;
    const c = this.at(i);
    if (c === 42 || c === 43 || c === 45) i++;
    else if (isDigit(c)) {
      number = 0;
      while (isDigit(this.at(i)) && i - at < 9) number = number * 10 + this.at(i++) - 48;
      if (this.at(i) !== 46 && this.at(i) !== 41) return undefined;
      i++;
    } else return undefined;
    const after = this.at(i);
    if (i < this.end && after !== SPACE && after !== TAB) return undefined;
    if (para && ((number >= 0 && number !== 1) || this.blankFrom(i))) return undefined;
    return { width: i - at, number, mark: number >= 0 ? this.at(i - 1) : c };
  }

  private listItem(c: number, at: number, keep: number, para: boolean): boolean {
    if (c > 57 || this.containers.length >= DEEPEST || this.thematic(c, at)) return false;
    // Outside of the container that holds it, a paragraph is not interrupted: it is over, as for the next item of its list.
    const found = this.marker(at, para && keep === this.containers.length);
    if (!found) return false;
    const indent = this.indent();
    this.close(keep);
    this.pos = at;
    this.column += indent;
    this.spare = 0;
    this.advance(found.width);
    const blank = this.blankFrom(this.pos);
    const gap = this.indent();
    const wide = gap >= 5 || gap === 0 || blank;
    this.eat(wide ? Math.min(1, gap) : gap);
    const width = indent + found.width + (wide ? 1 : gap);
    const item = { start: at, number: found.number, parent: this.innermost() };
    this.containers.push({ kind: 'item', indent: width, item, empty: blank });
    return true;
  }

  private innermost(): ListItem | undefined {
    const c = this.containers.findLast((x) => x.kind === 'item');
    return c?.kind === 'item' ? c.item : undefined;
  }

  /** Where the label of a footnote definition `[^label]:` ends, or -1 where none begins. */
  private noteLabelEnd(c: number, at: number): number {
    if (c !== 91 || this.at(at + 1) !== 94) return -1;
    let i = at + 2;
    while (i < this.end && this.at(i) !== 93 && this.at(i) !== 91 && !this.isBlankAt(i))
      i += this.at(i) === 92 ? 2 : 1;
    return i > at + 2 && this.at(i) === 93 && this.at(i + 1) === 58 ? i : -1;
  }

  /** `[^label]:` opens a footnote definition. */
  private footnote(c: number, at: number, keep: number): boolean {
    const i = this.noteLabelEnd(c, at);
    if (i < 0 || this.containers.length >= DEEPEST) return false;
    this.close(keep);
    const label = decode(this.codes, at + 2, i);
    const note: Note = { start: at, end: this.end, label };
    this.notes.push(note);
    this.column += this.indent();
    this.pos = at;
    this.advance(i + 2 - at);
    this.eat(this.indent());
    this.containers.push({ kind: 'note', note });
    return true;
  }

  // Text.

  private text(): void {
    this.blank = false;
    const from = this.pos + this.blanks();
    let to = this.end;
    while (to > from && this.isBlankAt(to - 1)) to--;
    for (const c of this.containers) if (c.kind === 'note') c.note.end = to;
    const first = this.codes[from] ?? 0;
    if (OPENS_LABEL.has(first)) this.marks.push(from);
    if (this.open?.kind === 'paragraph') {
      const { leaf } = this.open;
      this.open.last = from;
      this.open.before = leaf.end;
      leaf.end = to;
      this.open.lines++;
      if (leaf.quoted) for (let i = this.start; i < from; i++) this.codes[i] = SPACE;
      return;
    }
    this.closeLeaf();
    const leaf = this.leaf('paragraph', from, to);
    this.leaves.push(leaf);
    this.open = { kind: 'paragraph', leaf, lines: 1, last: from, before: from };
  }

  private close(keep: number): void {
    if (this.open?.kind === 'fence' && keep < this.containers.length) this.broken = this.open.mark;
    this.closeLeaf();
    if (keep < this.containers.length) this.containers.length = keep;
  }

  private closeLeaf(): void {
    this.open = undefined;
  }

  private closeAll(): void {
    this.closeLeaf();
    // Emptying a list gives its room away: one that is empty keeps it.
    if (this.containers.length > 0) this.containers.length = 0;
  }

  // The cursor.

  private at(i: number, end = this.end): number {
    return i < end ? (this.codes[i] ?? 0) : 0;
  }

  private isBlankAt(i: number): boolean {
    const c = this.codes[i];
    return c === SPACE || c === TAB;
  }

  private isBlank(): boolean {
    return this.blankFrom(this.pos);
  }

  private blankFrom(from: number): boolean {
    for (let i = from; i < this.end; i++) if (!this.isBlankAt(i)) return false;
    return true;
  }

  /** Blank units at the cursor. */
  private blanks(): number {
    let i = this.pos;
    while (i < this.end && this.isBlankAt(i)) i++;
    return i - this.pos;
  }

  /** Columns of blank at the cursor, tabs to the next multiple of four. */
  private indent(): number {
    let column = this.column;
    for (let i = this.pos; i < this.end; i++) {
      const c = this.codes[i];
      if (c === SPACE) column++;
      else if (c === TAB) column += 4 - (column % 4);
      else break;
    }
    return column - this.column + this.spare;
  }

  /** Goes on by columns; a tab that is only partly used leaves its rest to spare. */
  private eat(columns: number): void {
    let left = columns;
    const used = Math.min(this.spare, left);
    this.spare -= used;
    left -= used;
    while (left > 0 && this.pos < this.end && this.isBlankAt(this.pos)) {
      const width = this.codes[this.pos] === TAB ? 4 - (this.column % 4) : 1;
      this.pos++;
      this.column += width;
      this.spare = Math.max(0, width - left);
      left -= width;
    }
  }

  private advance(count: number): void {
    this.pos += count;
    this.column += count;
  }

  private eatQuote(): void {
    this.spare = 0;
    this.advance(1);
    if (this.isBlankAt(this.pos) && this.pos < this.end) this.eat(1);
  }
}

/** Tags before the words of a line together longer than this are no anchors. */
const LONGEST_TAGS = 400;

/** The offset behind the HTML tags that begin at `at`, such as an anchor's, and behind the blanks that follow them. */
export function behindTags(codes: Uint16Array, at: number, end: number): number {
  const to = Math.min(end, at + LONGEST_TAGS);
  let i = at;
  while (codes[i] === 60) {
    const after = tagEnd(codes, i, to);
    if (after < 0) break;
    i = after;
    while (i < to && (codes[i] === SPACE || codes[i] === TAB)) i++;
  }
  return i;
}

/**
 * The offset behind the HTML tag that begins at `at`, or -1; -2 where a quote is never closed. Quotes are honoured; a `<` outside
 * them ends the search. Names may hold dots, as components have; a colon makes it an address.
 */
export function tagEnd(codes: Uint16Array, at: number, end: number): number {
  let i = at + 1;
  if (codes[i] === 47) i++;
  if (i >= end || !isAlpha(codes[i] ?? 0)) return -1;
  while (i < end && (isAlnum(codes[i] ?? 0) || codes[i] === 45 || codes[i] === 46 || codes[i] === 95)) i++;
  const after = codes[i] ?? 0;
  if (i < end && after !== 62 && after !== 47 && after > SPACE) return -1;
  while (i < end) {
    const c = codes[i] ?? 0;
    if (c === 62) return i + 1;
    if (c === 60 || c === 96) return -1;
    if (c === 34 || c === 39) {
      const from = i++;
      while (i < end && codes[i] !== c) i++;
      if (i >= end) return codes[from - 1] === 61 || codes[from - 1] === SPACE ? -2 : -1;
    }
    i++;
  }
  return -1;
}
