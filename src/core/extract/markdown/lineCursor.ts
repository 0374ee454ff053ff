/** A cursor within one line, with columns as CommonMark counts them: tabs advance to the next multiple of four. */
import { CR, LF, SPACE, TAB } from '../../text/chars';

/** The end of the line that `at` is in, without its line break. */
export function lineEnd(codes: Uint16Array, at: number): number {
  const size = codes.length;
  let i = at;
  while (i < size && codes[i] !== LF && codes[i] !== CR) i++;
  return i;
}

/** The start of the line after the one that ends at `end`. It may be beyond the text. */
export const nextLine = (codes: Uint16Array, end: number): number =>
  end + (codes[end] === CR && codes[end + 1] === LF ? 2 : 1);

export class LineCursor {
  start = 0;
  /** The end of the line, without its line break. */
  end = 0;
  pos = 0;
  private column = 0;
  /** Columns left over from a tab that a container's indent used only in part. */
  private spare = 0;

  constructor(readonly codes: Uint16Array) {}

  open(start: number, end: number): void {
    this.start = start;
    this.end = end;
    this.pos = start;
    this.column = 0;
    this.spare = 0;
  }

  /** The unit at `i`, or 0 at the end of the line. */
  at(i: number): number {
    return i < this.end ? (this.codes[i] ?? 0) : 0;
  }

  isBlankAt(i: number): boolean {
    const c = this.codes[i];
    // A page of a PDF begins with a form feed.
    return c === SPACE || c === TAB || c === 12;
  }

  /** Whether the line is blank from `from` on. */
  isBlank(from = this.pos): boolean {
    return this.skipBlanks(from) === this.end;
  }

  /** The first unit from `from` on that is not blank, at most `to`. */
  skipBlanks(from: number, to = this.end): number {
    let i = from;
    while (i < to && this.isBlankAt(i)) i++;
    return i;
  }

  /** The end of `from` to `to` without trailing white space. */
  trimEnd(from: number, to: number): number {
    let end = to;
    while (end > from && this.isBlankAt(end - 1)) end--;
    return end;
  }

  /** The end of the run of `unit` that begins at `at`. */
  runEnd(at: number, unit: number): number {
    let i = at;
    while (this.at(i) === unit) i++;
    return i;
  }

  /** Columns of white space at the cursor. */
  indent(): number {
    let { column } = this;
    for (let i = this.pos; i < this.end; i++) {
      const c = this.codes[i];
      if (c === SPACE) column++;
      else if (c === TAB) column += 4 - (column % 4);
      else break;
    }
    return column - this.column + this.spare;
  }

  /** Moves past the white space at the cursor. */
  skipIndent(): void {
    this.column += this.indent();
    this.pos = this.skipBlanks(this.pos);
    this.spare = 0;
  }

  /** Moves past at most `columns` columns of white space. */
  skipColumns(columns: number): void {
    const used = Math.min(this.spare, columns);
    this.spare -= used;
    let left = columns - used;
    while (left > 0 && this.pos < this.end && this.isBlankAt(this.pos)) {
      const width = this.codes[this.pos] === TAB ? 4 - (this.column % 4) : 1;
      this.pos++;
      this.column += width;
      this.spare = Math.max(0, width - left);
      left -= width;
    }
  }

  /** Moves past `count` units that are not tabs. */
  skip(count: number): void {
    this.pos += count;
    this.column += count;
  }
}
