/** BibTeX and BibLaTeX entries with the spans of their fields, in one pass. */
import type { Span } from '../../model';

export type BibtexField = {
  /** In lower case. */
  readonly name: string;
  /** The value without its outer braces or quotes, its pieces joined and its macros expanded. */
  readonly text: string;
  /** `name = value`. */
  readonly whole: Span;
  /** The value as written, with its braces or quotes. */
  readonly value: Span;
};

export type BibtexEntry = {
  /** In lower case. */
  readonly type: string;
  readonly key: string;
  readonly fields: readonly BibtexField[];
  /** The offset after the key. */
  readonly afterKey: number;
  /** The offset of the closing brace, or where an entry without one ends. */
  readonly close: number;
};

/** A longer macro is not expanded, and a value expands no more than ten of this length: macros can double one another. */
const LONGEST_MACRO = 1_000;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec';

const BLANKS = /\s*/y;
const COMMENT = /%[^\n]*/y;
const WORD = /[\w:.+/-]*/y;
const KEY = /[^,{}"\n]*/y;
const NEXT_ENTRY = /(?<=\n)@[A-Za-z]{2,30}\s?[{(]/y;

/** The entries of a .bib text. A line that begins with `@word{` ends whatever was left open, so a broken entry affects only itself. */
export const readEntries = (text: string): Iterable<BibtexEntry> => new EntryReader(text).entries();

class EntryReader {
  private i = 0;
  private readonly macros = new Map(MONTHS.split(' ').map((month) => [month, month]));
  constructor(private readonly text: string) {}

  *entries(): Generator<BibtexEntry> {
    const { text } = this;
    for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', this.i)) {
      this.i = at + 1;
      const type = this.take(WORD).toLowerCase();
      this.skipBlanks();
      const open = text.charAt(this.i);
      if (type === '' || (open !== '{' && open !== '(')) continue;
      this.i++;
      if (type === 'comment' || type === 'preamble') this.delimited(open === '{' ? '}' : ')');
      else if (type === 'string') this.define();
      else {
        this.skipBlanks();
        const key = this.take(KEY).trim();
        if (key !== '') yield { type, key, afterKey: this.i, ...this.fields() };
      }
    }
  }

  private define(): void {
    for (const { name, text } of this.fields().fields.toReversed())
      if (text.length <= LONGEST_MACRO) this.macros.set(name, text);
  }

  /** The fields up to the closing brace, or to the next entry if there is none. Skips what is not a field. */
  private fields(): { fields: BibtexField[]; close: number } {
    const fields: BibtexField[] = [];
    for (;;) {
      this.skipBlanks();
      const start = this.i;
      const c = this.text.charAt(start);
      if (c === '}' || c === ')') this.i++;
      if (c === '' || c === '@' || this.i > start) return { fields, close: start };
      const name = this.take(WORD).toLowerCase();
      this.skipBlanks();
      if (name === '') this.i++;
      else if (this.text.charAt(this.i) === '=') fields.push(this.field(name, start));
    }
  }

  /** The field of `name` that begins at `start`, read from its `=`. */
  private field(name: string, start: number): BibtexField {
    let text = '';
    let from = -1;
    let expanded = 0;
    for (;;) {
      this.i++;
      this.skipBlanks();
      if (from < 0) from = this.i;
      const open = this.text.charAt(this.i);
      if (open === '{' || open === '"') {
        this.i++;
        text += this.delimited(open === '{' ? '}' : '"');
      } else {
        const word = this.take(WORD);
        const meant = expanded < 10 * LONGEST_MACRO ? (this.macros.get(word.toLowerCase()) ?? word) : word;
        text += meant;
        expanded += meant.length;
      }
      const end = this.i;
      this.skipBlanks();
      if (this.text.charAt(this.i) !== '#')
        return { name, text, whole: { start, end }, value: { start: from, end } };
    }
  }

  /** The text up to `close` outside braces, which is skipped; up to the next entry if it is missing. */
  private delimited(close: string): string {
    const { text } = this;
    const start = this.i;
    let depth = 0;
    for (; this.i < text.length; this.i++) {
      const c = text.charAt(this.i);
      if (c === '\\') this.i++;
      else if (c === close && depth === 0) return text.slice(start, this.i++);
      else if (c === '{') depth++;
      else if (c === '}' && depth-- === 0) return text.slice(start, this.i);
      else if (c === '@' && this.isAt(NEXT_ENTRY)) break;
    }
    const open = text.slice(start, this.i).trimEnd();
    this.i = start + open.length;
    return open;
  }

  private isAt(pattern: RegExp): boolean {
    pattern.lastIndex = this.i;
    return pattern.test(this.text);
  }

  private take(pattern: RegExp): string {
    pattern.lastIndex = this.i;
    const taken = pattern.exec(this.text)?.[0] ?? '';
    this.i += taken.length;
    return taken;
  }

  private skipBlanks(): void {
    do this.take(BLANKS);
    while (this.take(COMMENT) !== '');
  }
}
