/**
 * JSON as strictly as a verdict needs it: no duplicate keys (readers disagree on which one counts), no prototype keys, bounded
 * depth. `JSON.parse` decides on strings and numbers, so that nothing is accepted that is not JSON.
 */

/** A value and where it ends. */
export type Parsed = { readonly value: unknown; readonly end: number };

const MAX_DEPTH = 12;

/** Reads the JSON object or array that begins at `at`; nothing when there is none that is whole and clean. */
export function parseJsonAt(text: string, at: number): Parsed | undefined {
  const reader = new JsonReader(text, at);
  try {
    const value = reader.value(0);
    return { value, end: reader.at };
  } catch (error) {
    if (error instanceof NotJson) return undefined;
    throw error;
  }
}

class NotJson extends Error {}

class JsonReader {
  constructor(
    readonly text: string,
    public at: number,
  ) {}

  value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new NotJson();
    const c = this.text[this.at];
    if (c === '{') return this.object(depth);
    if (c === '[') return this.array(depth);
    if (c === '"') return this.string();
    return this.scalar();
  }

  object(depth: number): Record<string, unknown> {
    const found = new Map<string, unknown>();
    this.list('}', () => {
      const key = this.string();
      if (found.has(key) || key === '__proto__') throw new NotJson();
      this.blank();
      this.expect(':');
      this.blank();
      found.set(key, this.value(depth + 1));
    });
    return Object.fromEntries(found);
  }

  array(depth: number): unknown[] {
    const found: unknown[] = [];
    this.list(']', () => found.push(this.value(depth + 1)));
    return found;
  }

  /** Items parted by commas up to `close`, the opening bracket still ahead. */
  list(close: string, item: () => void): void {
    this.at++;
    this.blank();
    if (this.text[this.at] === close) {
      this.at++;
      return;
    }
    for (;;) {
      item();
      this.blank();
      if (this.text[this.at] === close) {
        this.at++;
        return;
      }
      this.expect(',');
      this.blank();
    }
  }

  string(): string {
    const start = this.at;
    this.expect('"');
    while (this.at < this.text.length && this.text[this.at] !== '"')
      this.at += this.text[this.at] === '\\' ? 2 : 1;
    this.expect('"');
    return this.decode(start) as string; // it begins and ends with a quotation mark
  }

  scalar(): unknown {
    const start = this.at;
    while (this.at < this.text.length && /[-+.\w]/.test(this.text.charAt(this.at))) this.at++;
    return this.decode(start);
  }

  decode(start: number): unknown {
    try {
      return JSON.parse(this.text.slice(start, this.at));
    } catch {
      throw new NotJson();
    }
  }

  blank(): void {
    while (this.at < this.text.length && ' \t\r\n'.includes(this.text.charAt(this.at))) this.at++;
  }

  expect(mark: string): void {
    if (this.text[this.at] !== mark) throw new NotJson();
    this.at++;
  }
}
