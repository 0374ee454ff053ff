/**
 * BibTeX and BibLaTeX, one pass. A broken entry costs itself alone: a line that begins with `@word{` ends whatever was left open.
 */
import type { Work } from '../../model';
import { arxivFault, doiFault, identifierOf, isbnFault, isbnOf, urlTarget } from '../../text/identifiers';

export type Fields = ReadonlyMap<string, string>;

/** A macro that stands for more than this is none, and one value takes no more than ten such: macros may double one another. */
const LONGEST_MACRO = 1_000;

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec';

/** Every entry of a .bib text by its key; the first of two with the same key wins. */
export function readBibtex(text: string): Map<string, Work> {
  const works = new Map<string, Work>();
  const entries = new Map<string, Fields>();
  const macros = new Map(MONTHS.split(' ').map((m) => [m, m]));
  const reader = new Reader(text, macros);
  for (let entry = reader.next(); entry; entry = reader.next())
    if (!entries.has(entry.key)) entries.set(entry.key, entry.fields);
  for (const [key, fields] of entries) works.set(key, toWork(inherit(fields, entries)));
  return works;
}

/** BibTeX's `crossref`: what an entry lacks it takes from its parent. */
function inherit(fields: Fields, all: ReadonlyMap<string, Fields>): Fields {
  const parent = all.get(fields.get('crossref') ?? '');
  if (!parent || parent === fields) return fields;
  const merged = new Map(fields);
  const title = parent.get('title');
  if (title !== undefined && !merged.has('booktitle')) merged.set('booktitle', title);
  for (const [name, value] of parent) if (!merged.has(name) && name !== 'title') merged.set(name, value);
  return merged;
}

class Reader {
  private i = 0;
  constructor(
    private readonly text: string,
    private readonly macros: Map<string, string>,
  ) {}

  next(): { key: string; fields: Fields } | undefined {
    for (;;) {
      const at = this.text.indexOf('@', this.i);
      if (at < 0) return undefined;
      this.i = at + 1;
      const type = this.word().toLowerCase();
      this.blank();
      const open = this.text.charAt(this.i);
      if (type === '' || (open !== '{' && open !== '(')) continue;
      this.i++;
      if (type === 'comment' || type === 'preamble') {
        this.braced(open === '{' ? '}' : ')');
        continue;
      }
      if (type === 'string') {
        for (const [name, value] of this.fields())
          if (value.length <= LONGEST_MACRO) this.macros.set(name, value);
        continue;
      }
      const key = this.key();
      if (key === '') continue;
      return { key, fields: this.fields() };
    }
  }

  private key(): string {
    this.blank();
    const start = this.i;
    while (this.i < this.text.length && !',{}"\n'.includes(this.text.charAt(this.i))) this.i++;
    return this.text.slice(start, this.i).trim();
  }

  /** `name = value` pairs up to the closing brace; stops at the next entry when this one is never closed. */
  private fields(): Map<string, string> {
    const fields = new Map<string, string>();
    for (;;) {
      this.blank();
      const c = this.text.charAt(this.i);
      if (c === ',') {
        this.i++;
        continue;
      }
      if (c === '' || c === '@') return fields;
      if (c === '}' || c === ')') {
        this.i++;
        return fields;
      }
      const name = this.word().toLowerCase();
      this.blank();
      if (name === '' || this.text.charAt(this.i) !== '=') {
        // Not a field: go on behind the next comma or at the end of the line.
        if (name === '') this.i++;
        continue;
      }
      this.i++;
      const value = this.value();
      if (!fields.has(name)) fields.set(name, value);
    }
  }

  private value(): string {
    let value = '';
    let expanded = 0;
    for (;;) {
      this.blank();
      const c = this.text.charAt(this.i);
      if (c === '{') {
        this.i++;
        value += this.braced('}');
      } else if (c === '"') {
        this.i++;
        value += this.braced('"');
      } else {
        const word = this.word();
        const meant = expanded < 10 * LONGEST_MACRO ? (this.macros.get(word.toLowerCase()) ?? word) : word;
        value += meant;
        expanded += meant.length;
        if (word === '') return value;
      }
      this.blank();
      if (this.text.charAt(this.i) !== '#') return value;
      this.i++;
    }
  }

  /** Up to `close` outside of braces, which is stepped over. A line that begins an entry ends it too: the brace was forgotten. */
  private braced(close: string): string {
    const { text } = this;
    const start = this.i;
    let depth = 0;
    for (; this.i < text.length; this.i++) {
      const c = text.charAt(this.i);
      if (c === '\\') this.i++;
      else if (c === close && depth === 0) return text.slice(start, this.i++);
      else if (c === '{') depth++;
      else if (c === '}') {
        if (depth === 0) return text.slice(start, this.i);
        depth--;
      } else if (
        c === '@' &&
        text.charAt(this.i - 1) === '\n' &&
        /^@[A-Za-z]{2,30}\s?[{(]/.test(text.slice(this.i, this.i + 34))
      )
        return text.slice(start, this.i);
    }
    return text.slice(start);
  }

  private word(): string {
    const start = this.i;
    while (this.i < this.text.length && /[\w:.+/-]/.test(this.text.charAt(this.i))) this.i++;
    return this.text.slice(start, this.i);
  }

  private blank(): void {
    const { text } = this;
    for (;;) {
      while (this.i < text.length && /\s/.test(text.charAt(this.i))) this.i++;
      if (text.charAt(this.i) !== '%') return;
      while (this.i < text.length && text.charAt(this.i) !== '\n') this.i++;
    }
  }
}

function toWork(fields: Fields): Work {
  const get = (name: string): string | undefined => {
    const value = fields.get(name);
    const text = value === undefined ? '' : unTex(value);
    return text === '' ? undefined : text;
  };
  const authors = names(fields.get('author') ?? fields.get('editor') ?? '');
  const year = Number(/(?:1[5-9]|20)\d\d/.exec(get('year') ?? get('date') ?? '')?.[0]);
  const title = get('title');
  const venue = get('journal') ?? get('journaltitle') ?? get('booktitle') ?? get('publisher');
  return {
    ...identifiers(fields),
    ...(title !== undefined && { title }),
    ...(authors.length > 0 && { authors }),
    ...(year > 0 && { year }),
    ...(venue !== undefined && { venue }),
  };
}

function identifiers(fields: Fields): Partial<Work> {
  const raw = (name: string): string =>
    (fields.get(name) ?? '').replace(/[{}\s]/g, '').replace(/\\([_%&#~])/g, '$1');
  const url = /https?:\/\/[^\s}]+/
    .exec(fields.get('url') ?? fields.get('howpublished') ?? '')?.[0]
    ?.replace(/\\([_%&#~])/g, '$1');
  const at = url === undefined ? undefined : urlTarget(url);
  const doi = raw('doi').replace(/^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:)/i, '');
  const eprint = raw('eprint').replace(/^arxiv:/i, '');
  const isbn = raw('isbn').split(/[,;]/)[0] ?? '';
  const pmid = raw('pmid');
  const arxiv =
    arxivFault(eprint) === undefined && !/^(?:pubmed|jstor)$/i.test(raw('eprinttype')) ? eprint : undefined;
  return {
    ...(at?.kind === 'work' && identifierOf(at)),
    ...(doi !== '' && doiFault(doi) === undefined && { doi }),
    ...(arxiv !== undefined && { arxiv }),
    ...(/^\d{1,9}$/.test(pmid) && { pmid }),
    ...(isbnFault(isbn) === undefined && { isbn: isbnOf(isbn) }),
    ...(url !== undefined && { url }),
  };
}

/** `Family, Given` of each name parted by `and` outside of braces. */
function names(field: string): string[] {
  const all: string[] = [];
  for (const raw of field.replace(/\s+/g, ' ').split(/ and /i)) {
    const held = /^ ?\{([^{}]*)\} ?$/.exec(raw)?.[1];
    const name = unTex(held ?? raw);
    if (name === '' || name.toLowerCase() === 'others') continue;
    if (held !== undefined || name.includes(',') || !name.includes(' ')) all.push(name.replace(/,\s*$/, ''));
    else {
      const words = name.split(' ');
      let k = words.length - 1;
      while (k > 1 && /^\p{Ll}/u.test(words[k - 1] ?? '')) k--;
      all.push(`${words.slice(k).join(' ')}, ${words.slice(0, k).join(' ')}`);
    }
  }
  return all;
}

const ACCENTS: Readonly<Record<string, string>> = {
  '`': '\u0300',
  "'": '\u0301',
  '^': '\u0302',
  '~': '\u0303',
  '"': '\u0308',
  '=': '\u0304',
  '.': '\u0307',
  u: '\u0306',
  v: '\u030c',
  H: '\u030b',
  c: '\u0327',
  k: '\u0328',
  r: '\u030a',
  d: '\u0323',
  b: '\u0331',
};
const LETTERS = new Map(
  Object.entries({
    ss: 'ß',
    ae: 'æ',
    AE: 'Æ',
    oe: 'œ',
    OE: 'Œ',
    o: 'ø',
    O: 'Ø',
    l: 'ł',
    L: 'Ł',
    aa: 'å',
    AA: 'Å',
    i: 'i',
    j: 'j',
    th: 'þ',
    dh: 'ð',
    textendash: '–',
    textemdash: '—',
    textquoteright: '’',
    ldots: '…',
    dots: '…',
    textregistered: '®',
    texttrademark: '™',
  }),
);

/** TeX's accents, letters, dashes and braces as plain text. */
export function unTex(tex: string): string {
  if (!/[\\{}~$`'-]/.test(tex)) return tex.replace(/\s+/g, ' ').trim();
  return tex
    .replace(/\\url\{([^{}]*)\}/g, '$1')
    .replace(
      /\\([`'^~"=.]|[uvHckrdb](?=[\s{]))\s?\{?\\?([A-Za-z])\}?/g,
      (_, accent: string, letter: string) => `${letter}${ACCENTS[accent] ?? ''}`,
    )
    .replace(/\\([A-Za-z]{1,16})(?:\{\}| |(?![A-Za-z]))/g, (_, name: string) => LETTERS.get(name) ?? '')
    .replace(/\\([&%$#_{}~])/g, '$1')
    .replace(/---/g, '—')
    .replace(/--/g, '–')
    .replace(/``|''/g, '"')
    .replace(/[{}$]/g, '')
    .replace(/~|\s+/g, ' ')
    .normalize('NFC')
    .trim();
}
