/** Cleans style sheets: comments removed, strings and escapes resolved, so that splitting at punctuation is safe. */

/** ASCII punctuation that is content, not syntax, is moved here, so that a sheet can be split at punctuation. */
const SAFE = 0xe000;
const protect = (text: string): string =>
  text.replace(/[^\w\u0080-\uffff-]/g, (c) => String.fromCharCode(SAFE + c.charCodeAt(0)));
/** Restores protected punctuation in names and strings. */
export const plain = (text: string): string =>
  text.replace(/[\ue000-\ue07f]/g, (c) => String.fromCharCode(c.charCodeAt(0) - SAFE));

const HEX = /[\da-f]{1,6}\s?/iy;
const STRING = { '"': /[^"\\\n]*/y, "'": /[^'\\\n]*/y } as const;
const TOKEN = /\/\*|\\|["'(){}[\];]|<!--|-->/g;
const URL_END = /[^)\\]*/y;

/** One pass over a sheet that resolves all comments, strings and escapes. */
class Cleaner {
  readonly #out: string[] = [];
  readonly #open: string[] = [];
  #at = 0;

  constructor(readonly css: string) {}

  run(): string {
    while (this.#at < this.css.length) {
      TOKEN.lastIndex = this.#at;
      const found = TOKEN.exec(this.css);
      this.#out.push(this.css.slice(this.#at, found?.index));
      if (!found) break;
      this.#at = found.index + found[0].length;
      this.#take(found[0]);
    }
    return this.#out.join('');
  }

  #take(sign: string): void {
    if (sign === '/*') {
      const end = this.css.indexOf('*/', this.#at);
      const start = this.#at - 2;
      this.#at = end < 0 ? this.css.length : end + 2;
      // It separates its neighbours, without a blank.
      const next = this.css.slice(this.#at, this.#at + 2);
      if (/[\w-]/.test(this.css.charAt(start - 1)) && /^(?:[\w-]|\.\d)/.test(next))
        this.#out.push(protect('/'));
    } else if (sign === '\\') this.#out.push(protect(this.#escape()));
    else if (sign === '"' || sign === "'") this.#out.push(`"${this.#content(STRING[sign])}"`);
    else if (sign === '(' || sign === '[') this.#enter(sign);
    else if (sign === ')' || sign === ']') {
      if (this.#open.at(-1) === sign) this.#open.pop();
      this.#out.push(sign);
    } else if (sign.length === 1) this.#out.push(this.#open.length > 0 ? protect(sign) : sign);
  }

  #enter(sign: string): void {
    const isUrl = sign === '(' && /url$/i.test(this.#out.at(-1) ?? '');
    this.#out.push(sign);
    if (isUrl && !/^\s*["']/.test(this.css.slice(this.#at, this.#at + 20)))
      this.#out.push(`"${this.#content(URL_END)}")`);
    else this.#open.push(sign === '(' ? ')' : ']');
  }

  /** The content up to the closing delimiter or line end. */
  #content(run: RegExp): string {
    let text = '';
    for (;;) {
      run.lastIndex = this.#at;
      text += run.exec(this.css)?.[0] ?? '';
      this.#at = run.lastIndex;
      const sign = this.css[this.#at];
      if (sign !== '\\') {
        this.#at++;
        return protect(text);
      }
      this.#at++;
      text += this.#escape();
    }
  }

  #escape(): string {
    HEX.lastIndex = this.#at;
    const hex = HEX.exec(this.css)?.[0];
    if (hex === undefined) {
      const sign = String.fromCodePoint(this.css.codePointAt(this.#at) ?? 0xfffd);
      this.#at += sign.length;
      return sign === '\n' ? '' : sign;
    }
    this.#at += hex.length;
    const code = parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  }
}

/** Cleans a sheet, or the declarations of a `style` attribute, for splitting. Linear time. */
export const clean = (css: string): string => new Cleaner(css).run();
