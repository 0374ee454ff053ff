/**
 * Parses a command line as a POSIX shell would, without running anything: lists, pipes, groups, conditions, loops, functions, quotes,
 * here-documents, substitutions. Never throws; unparsable input ends the line. Linear in its length; depth is bounded.
 */
import { lineEnd } from '../text/lines';

export type Redirect = { readonly op: string; readonly to: string };
export type Simple = {
  readonly kind: 'simple';
  readonly words: readonly string[];
  readonly assigns: readonly string[];
  readonly redirects: readonly Redirect[];
  /** The here-document or here-string it reads. */
  readonly input?: string;
};
export type Node =
  | Simple
  | { readonly kind: 'pipe'; readonly parts: readonly Node[] }
  | { readonly kind: 'and' | 'or'; readonly left: Node; readonly right: Node }
  | { readonly kind: 'list'; readonly items: readonly Node[] }
  | { readonly kind: 'not' | 'background'; readonly body: Node }
  | { readonly kind: 'group'; readonly body: Node; readonly redirects: readonly Redirect[] }
  /** Parts of `if`, loops and `case`: it is unknown which of them run. Of an `if` the condition is first. */
  | { readonly kind: 'if' | 'maybe'; readonly parts: readonly Node[] }
  | { readonly kind: 'function'; readonly name: string };

/** An operator, or a word; of a quoted word the text is never a keyword. The text of a here-document replaces its delimiter. */
type Token = { readonly kind: 'word' | 'op'; text: string; readonly quoted: boolean };

const OPERATORS = '&& || ;; |& &>> &> <<< <<- << >> >& <& >| ; | & ( ) < >'.split(' ');
const LONGEST = 50_000;
export const DEEPEST = 20;
/** Most commands of a line. The tree is at most this deep. */
const MOST_COMMANDS = 1_000;

type Heredoc = { readonly end: string; readonly strip: boolean; readonly token: Token };

/** Splits a line into words and operators. */
function lex(line: string): Token[] {
  const tokens: Token[] = [];
  const waiting: Heredoc[] = [];
  let at = 0;
  while (at < line.length) {
    const c = line.charAt(at);
    if (c === ' ' || c === '\t' || c === '\r') at++;
    else if (c === '\\' && line.charAt(at + 1) === '\n') at += 2;
    else if (c === '#') at = lineEnd(line, at);
    else if (c === '\n') {
      tokens.push({ kind: 'op', text: '\n', quoted: false });
      at = readHeredocs(line, at + 1, waiting);
    } else {
      const op = OPERATORS.find((o) => line.startsWith(o, at));
      if (op !== undefined && !(/^[<>]$/.test(op) && line.charAt(at + 1) === '(')) {
        tokens.push({ kind: 'op', text: op, quoted: false });
        at += op.length;
        continue;
      }
      const word = readWord(line, at);
      at = word.end;
      const before = tokens.at(-1);
      const token: Token = { kind: 'word', text: word.text, quoted: word.quoted };
      if (before?.kind === 'op' && (before.text === '<<' || before.text === '<<-'))
        waiting.push({ end: word.text, strip: before.text === '<<-', token });
      tokens.push(token);
    }
  }
  return tokens;
}

/** Attaches the text of each here-document to its delimiter. */
function readHeredocs(line: string, from: number, waiting: Heredoc[]): number {
  let at = from;
  for (const { end, strip, token } of waiting.splice(0)) {
    const start = at;
    let last = at;
    while (at < line.length) {
      const stop = lineEnd(line, at);
      const row = line.slice(at, stop);
      last = at;
      at = stop + 1;
      if ((strip ? row.replace(/^\t+/, '') : row) === end) break;
      last = at;
    }
    token.text = line.slice(start, Math.min(last, line.length));
  }
  return Math.min(at, line.length);
}

/** End of a substitution that opens at `at` with `$(`, `<(` or a backtick. */
function skipSubstitution(line: string, at: number): number {
  if (line.charAt(at) === '`') {
    const end = line.indexOf('`', at + 1);
    return end < 0 ? line.length : end + 1;
  }
  let depth = 0;
  for (let i = at; i < line.length; i++) {
    const c = line.charAt(i);
    if (c === '\\') i++;
    else if (c === "'") {
      const end = line.indexOf("'", i + 1);
      i = end < 0 ? line.length : end;
    } else if (c === '(') depth++;
    else if (c === ')' && --depth <= 0) return i + 1;
  }
  return line.length;
}

/** End of a substitution that opens at `at` with a backtick, or with one of `opens` and a parenthesis; else of one character. */
function partEnd(line: string, at: number, opens: string): number {
  const c = line.charAt(at);
  const isOpen = c === '`' || (opens.includes(c) && line.charAt(at + 1) === '(');
  return isOpen ? skipSubstitution(line, at) : at + 1;
}

function readWord(line: string, start: number): { text: string; quoted: boolean; end: number } {
  let text = '';
  let quoted = false;
  let at = start;
  while (at < line.length) {
    const c = line.charAt(at);
    if (/[\s;|&()<>]/.test(c) && !((c === '<' || c === '>') && line.charAt(at + 1) === '(')) break;
    if (c === '\\') {
      const next = line.charAt(at + 1);
      // `.\gradlew`, `C:\app`: a path of Windows.
      if (next !== '\n') text += text !== '' && /[\w.]/.test(next) ? c + next : next;
      at += 2;
    } else if (c === "'") {
      const end = line.indexOf("'", at + 1);
      text += line.slice(at + 1, end < 0 ? line.length : end);
      quoted = true;
      at = end < 0 ? line.length : end + 1;
    } else if (c === '"') {
      const inner = readDouble(line, at + 1);
      text += inner.text;
      quoted = true;
      at = inner.end;
    } else {
      const end = partEnd(line, at, '$<>');
      text += line.slice(at, end);
      at = end;
    }
  }
  return { text, quoted, end: Math.max(at, start + 1) };
}

function readDouble(line: string, start: number): { text: string; end: number } {
  let text = '';
  for (let at = start; at < line.length;) {
    const c = line.charAt(at);
    if (c === '"') return { text, end: at + 1 };
    if (c === '\\' && '"\\$`\n'.includes(line.charAt(at + 1))) {
      text += line.charAt(at + 1);
      at += 2;
    } else {
      const end = partEnd(line, at, '$');
      text += line.slice(at, end);
      at = end;
    }
  }
  return { text, end: line.length };
}

const CLOSERS = ['then', 'elif', 'else', 'fi', 'do', 'done', 'esac', '}', 'in'];

class Parser {
  #at = 0;
  #depth = 0;
  #commands = 0;
  constructor(private readonly tokens: readonly Token[]) {}

  /** Whether the next token is one of these operators, or one of these words without quotes. */
  private is(kind: Token['kind'], ...texts: readonly string[]): boolean {
    const token = this.tokens[this.#at];
    return token?.kind === kind && !token.quoted && texts.includes(token.text);
  }
  private take(kind: Token['kind'], ...texts: readonly string[]): boolean {
    const isNext = this.is(kind, ...texts);
    if (isNext) this.#at++;
    return isNext;
  }
  private get isDone(): boolean {
    return this.#at >= this.tokens.length;
  }

  list(): Node {
    const items: Node[] = [];
    while (!this.isDone) {
      while (this.take('op', ';', '\n', ';;'));
      if (!this.tokens[this.#at] || this.is('op', ')') || this.is('word', ...CLOSERS)) break;
      const from = this.#at;
      const item = this.andOr();
      if (this.take('op', '&')) items.push({ kind: 'background', body: item });
      else items.push(item);
      if (this.#at === from) this.#at++;
    }
    return items.length === 1 && items[0] ? items[0] : { kind: 'list', items };
  }

  private andOr(): Node {
    let left = this.pipe();
    while (this.is('op', '&&', '||') || this.isFish()) {
      this.take('op', ';');
      const kind = this.is('op', '&&') || this.is('word', 'and') ? 'and' : 'or';
      this.#at++;
      while (this.take('op', '\n'));
      left = { kind, left, right: this.pipe() };
    }
    return left;
  }

  /** `; and`, `; or`: the lists of the shell fish. */
  private isFish(): boolean {
    const next = this.tokens[this.#at + 1];
    return this.is('op', ';') && next?.kind === 'word' && !next.quoted && /^(?:and|or)$/.test(next.text);
  }

  private pipe(): Node {
    if (this.take('word', '!')) {
      while (this.take('word', '!'));
      return { kind: 'not', body: this.pipe() };
    }
    const parts = [this.command()];
    while (this.take('op', '|', '|&')) {
      while (this.take('op', '\n'));
      parts.push(this.command());
    }
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'pipe', parts };
  }

  private command(): Node {
    if (this.#depth >= DEEPEST || ++this.#commands > MOST_COMMANDS) {
      this.#at = this.tokens.length;
      return { kind: 'list', items: [] };
    }
    this.#depth++;
    const node = this.compound() ?? this.simple();
    this.#depth--;
    return node;
  }

  private compound(): Node | undefined {
    if (this.take('op', '(')) return this.group(() => this.take('op', ')'));
    if (this.take('word', '{')) return this.group(() => this.take('word', '}'));
    if (this.take('word', 'if')) return { kind: 'if', parts: this.until('fi', 'then', 'elif', 'else') };
    if (this.take('word', 'while', 'until')) return { kind: 'maybe', parts: this.until('done', 'do') };
    if (this.is('word', 'for', 'select', 'case')) {
      const end = this.is('word', 'case') ? 'esac' : 'done';
      while (!this.isDone && !this.is('word', 'do', 'in')) this.#at++;
      while (!this.isDone && !this.is('op', ';', '\n') && end === 'done' && !this.is('word', 'do'))
        this.#at++;
      if (end === 'esac') this.#at++;
      return { kind: 'maybe', parts: this.until(end, 'do') };
    }
    if (this.take('word', 'function')) return this.define();
    const [name, ...next] = this.tokens.slice(this.#at, this.#at + 3);
    const isFunction =
      name?.kind === 'word' && next.map(({ kind, text }) => `${kind} ${text}`).join() === 'op (,op )';
    return isFunction ? this.define() : undefined;
  }

  private group(close: () => boolean): Node {
    const body = this.list();
    close();
    const redirects: Redirect[] = [];
    while (this.redirect(redirects));
    return { kind: 'group', body, redirects };
  }

  /** The lists up to `end`, split at the keywords between. */
  private until(end: string, ...between: readonly string[]): Node[] {
    const parts: Node[] = [];
    while (!this.isDone) {
      const from = this.#at;
      parts.push(this.list());
      while (this.take('op', ')', ';;'));
      if (this.take('word', end)) break;
      if (!this.take('word', ...between) && this.#at === from) this.#at++;
    }
    while (this.redirect([]));
    return parts;
  }

  private define(): Node {
    const token = this.tokens[this.#at++];
    if (this.take('op', '(')) this.take('op', ')');
    while (this.take('op', '\n'));
    this.command();
    return { kind: 'function', name: token?.text ?? '' };
  }

  private redirect(into: Redirect[]): boolean {
    const token = this.tokens[this.#at];
    if (token?.kind !== 'op' || !/^(?:&?>|<)/.test(token.text)) return false;
    this.#at++;
    const to = this.tokens[this.#at];
    if (to?.kind !== 'word') return true;
    this.#at++;
    into.push({ op: token.text, to: to.text });
    return true;
  }

  private simple(): Node {
    const words: string[] = [];
    const assigns: string[] = [];
    const redirects: Redirect[] = [];
    for (let token = this.tokens[this.#at]; token; token = this.tokens[this.#at]) {
      if (token.kind === 'op') {
        if (!this.redirect(redirects)) break;
        continue;
      }
      const next = this.tokens[this.#at + 1];
      // `2>&1`: the number belongs to the operator.
      if (/^\d$/.test(token.text) && next?.kind === 'op' && /^[<>]/.test(next.text) && words.length > 0) {
        this.#at++;
        const from = redirects.length;
        this.redirect(redirects);
        if (token.text === '2')
          redirects.splice(from, 1, ...redirects.slice(from).map((r) => ({ ...r, op: `2${r.op}` })));
        continue;
      }
      this.#at++;
      if (words.length === 0 && /^[A-Za-z_]\w*\+?=/.test(token.text)) assigns.push(token.text);
      else words.push(token.text);
    }
    const input = redirects.find(({ op }) => op.startsWith('<<'))?.to;
    return { kind: 'simple', words, assigns, redirects, ...(input !== undefined && { input }) };
  }

  get rest(): boolean {
    if (this.isDone) return false;
    this.#at++;
    return true;
  }
}

/** Parses a command line into a tree. */
export function parseShell(line: string): Node {
  const parser = new Parser(lex(line.slice(0, LONGEST)));
  const items = [parser.list()];
  // A closing keyword without its opening one is skipped, because the rest may still run.
  while (parser.rest) items.push(parser.list());
  return items.length === 1 && items[0] ? items[0] : { kind: 'list', items };
}
