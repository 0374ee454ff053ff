/**
 * JSON with the position of every value, because findings need locations in the file. The lenient parser accepts what `JSON.parse` does,
 * plus invalid escapes and control characters; the strict one accepts less. Depth and number of values are limited, and so is the time.
 */
import { attempt } from '../attempt';

/** A value and its position: half-open offsets in the file, in which it is still encoded; those of a string exclude the quotation marks. */
export type Json = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'string'; readonly file: string }
  | { readonly kind: 'array'; readonly items: readonly Json[] }
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, Json> }
  /** A number, `true`, `false`, `null`, or a value nested too deep to parse. */
  | { readonly kind: 'other'; readonly file: string }
);

const DEEPEST = 64;
const DEEPEST_STRICT = 12;
const [QUOTE, SLASH, OPEN, CLOSE, LIST, LISTED, COMMA, COLON] = [34, 92, 123, 125, 91, 93, 44, 58];

/** Number of values left to parse; shared by the lines of one file. */
export type Budget = { left: number };
export const MOST_VALUES = 2_000_000;

/** Parses the value at `start`; undefined if it is broken. Text after its end is ignored. */
export const readJson = (file: string, start: number, end: number, budget: Budget): Json | undefined =>
  new Reader(file, start, end, budget, false).value(0);

/** A value and its end offset. */
export type Parsed = { readonly value: unknown; readonly end: number };

/**
 * Parses the JSON object or array at `at`, strictly enough for a verdict: no duplicate keys (parsers disagree on which counts), no
 * prototype keys, limited depth. Undefined if it is incomplete or violates this.
 */
export function parseJsonAt(text: string, at: number): Parsed | undefined {
  const found = new Reader(text, at, text.length, { left: MOST_VALUES }, true).value(0);
  if (!found) return undefined;
  // Leaves strings and numbers to `JSON.parse`, so that only valid JSON is accepted.
  return attempt((): Parsed => ({ value: JSON.parse(text.slice(at, found.end)), end: found.end }));
}

export function skipBlank(file: string, start: number, end: number): number {
  let at = start;
  for (; at < end; at++) {
    const c = file.charCodeAt(at);
    if (c !== 32 && c !== 10 && c !== 13 && c !== 9 && c !== 0xfeff) break;
  }
  return at;
}

class Reader {
  constructor(
    private readonly file: string,
    private at: number,
    private readonly end: number,
    private readonly budget: Budget,
    private readonly isStrict: boolean,
  ) {}

  value(depth: number): Json | undefined {
    this.blank();
    if (this.at >= this.end || this.budget.left-- <= 0) return undefined;
    const c = this.peek();
    if (c === QUOTE) return this.string();
    if (c !== OPEN && c !== LIST) return this.word();
    if (this.isStrict && depth > DEEPEST_STRICT) return undefined;
    if (depth >= DEEPEST) return this.skip();
    return c === OPEN ? this.object(depth) : this.array(depth);
  }

  private peek(): number {
    return this.at < this.end ? this.file.charCodeAt(this.at) : -1;
  }

  private blank(): void {
    this.at = skipBlank(this.file, this.at, this.end);
  }

  private string(): Json | undefined {
    const start = ++this.at;
    for (let end = start - 1; ;) {
      end = this.file.indexOf('"', end + 1);
      if (end < 0 || end >= this.end) return undefined;
      let slashes = end;
      while (slashes > start && this.file.charCodeAt(slashes - 1) === SLASH) slashes--;
      if ((end - slashes) % 2 > 0) continue;
      this.at = end + 1;
      return { kind: 'string', start, end, file: this.file };
    }
  }

  /** A number or literal; its value is read from the file on demand. */
  private word(): Json | undefined {
    const start = this.at;
    for (; this.at < this.end; this.at++) {
      const c = this.file.charCodeAt(this.at);
      const inWord =
        c === 43 ||
        c === 45 ||
        c === 46 ||
        (c >= 48 && c <= 57) ||
        (c >= 65 && c <= 122 && c !== LIST && c !== LISTED && c !== SLASH);
      if (!inWord) break;
    }
    return this.at > start ? { kind: 'other', start, end: this.at, file: this.file } : undefined;
  }

  /** Skips a value by counting brackets. */
  private skip(): Json | undefined {
    const start = this.at;
    let open = 0;
    for (; this.at < this.end; this.at++) {
      const c = this.file.charCodeAt(this.at);
      if (c === QUOTE) {
        if (!this.string()) return undefined;
        this.at--;
      } else if (c === OPEN || c === LIST) open++;
      else if ((c === CLOSE || c === LISTED) && --open === 0) {
        this.at++;
        return { kind: 'other', start, end: this.at, file: this.file };
      }
    }
    return undefined;
  }

  private array(depth: number): Json | undefined {
    const start = this.at;
    const items: Json[] = [];
    const isWhole = this.list(LISTED, () => {
      const item = this.value(depth + 1);
      return item !== undefined && items.push(item) > 0;
    });
    return isWhole ? { kind: 'array', start, end: this.at, items } : undefined;
  }

  private object(depth: number): Json | undefined {
    const start = this.at;
    const members = new Map<string, Json>();
    const isWhole = this.list(CLOSE, () => {
      this.blank();
      const key = this.peek() === QUOTE ? this.string() : undefined;
      this.blank();
      if (!key || this.peek() !== COLON) return false;
      this.at++;
      const member = this.value(depth + 1);
      if (!member) return false;
      const name = this.file.slice(key.start, key.end);
      const plain = this.isStrict ? decode(this.file, key.start, key.end) : name;
      if (this.isStrict && (members.has(plain) || plain === '__proto__')) return false;
      members.set(plain, member);
      return true;
    });
    return isWhole ? { kind: 'object', start, end: this.at, members } : undefined;
  }

  /** Reads what is between commas with `one`, up to and including `close`; false if any of it is broken. */
  private list(close: number, one: () => boolean): boolean {
    this.at++;
    this.blank();
    for (let isFirst = true; this.peek() !== close; isFirst = false) {
      if (!isFirst && this.peek() !== COMMA) return false;
      if (!isFirst) this.at++;
      if (!one()) return false;
      this.blank();
    }
    this.at++;
    return true;
  }
}

const SHORT: Readonly<Record<string, number>> = { b: 8, f: 12, n: 10, r: 10, t: 9 };

/** A UTF-16 unit of a JSON string at `at`, and the offset of the next one. */
export type Unit = { readonly code: number; readonly next: number };

/** The offset `count` units after `start` in a string whose content ends at `end`. */
export function afterUnits(file: string, start: number, end: number, count: number): number {
  let at = start;
  for (let left = count; left > 0 && at < end; left--)
    at = file.charCodeAt(at) === SLASH ? unitAt(file, at, end).next : at + 1;
  return at;
}

/** Decodes one unit of a string whose content ends at `end`. CR LF becomes LF, as the readable text must be the same in all editors. */
export function unitAt(file: string, at: number, end: number): Unit {
  const c = file.charCodeAt(at);
  if (c !== SLASH || at + 1 >= end) return { code: c === 13 ? 10 : c, next: at + 1 };
  const mark = file.charAt(at + 1);
  if (mark === 'r' && file.startsWith('\\n', at + 2) && at + 4 <= end) return { code: 10, next: at + 4 };
  if (mark === 'u') {
    const digits = file.slice(at + 2, Math.min(at + 6, end));
    if (/^[0-9a-fA-F]{4}$/.test(digits)) return { code: Number.parseInt(digits, 16), next: at + 6 };
  }
  return { code: SHORT[mark] ?? mark.charCodeAt(0), next: at + 2 };
}

/** Most units decoded per string; source texts have the same limit. */
const LONGEST = 1_000_000;

/** Decodes a string; all line ends become `\n`. */
export const decode = (file: string, start: number, end: number): string =>
  (end - start <= LONGEST ? decodeValid(file.slice(start, end)) : undefined) ?? decodeAny(file, start, end);

/** Decodes the content of a valid JSON string without CR, many times faster than unit by unit; undefined for others. */
function decodeValid(content: string): string | undefined {
  if (!content.includes('\\')) return content.replaceAll('\r', '\n');
  const text = attempt(() => JSON.parse(`"${content}"`) as string);
  return text?.includes('\r') ? undefined : text;
}

function decodeAny(file: string, start: number, end: number): string {
  const parts: string[] = [];
  let length = 0;
  let literal = start;
  let at = start;
  while (at < end && length < LONGEST) {
    const c = file.charCodeAt(at);
    length++;
    if (c !== SLASH && c !== 13) {
      at++;
      continue;
    }
    const { code, next } = unitAt(file, at, end);
    parts.push(file.slice(literal, at), String.fromCharCode(code));
    at = literal = next;
  }
  parts.push(file.slice(literal, at));
  return parts.join('');
}
