/** Amendments of a BibTeX file: one entry's fields set from a record, or an entry more, each in the file's own way of writing. */
import type { Span, Work } from '../model';
import { insertAt, lineEnd, oneLine, type Change, type Changes } from './textEdit';

type Field = { readonly name: string; readonly whole: Span; readonly value: Span };
type Entry = {
  readonly type: string;
  readonly fields: readonly Field[];
  readonly open: number;
  readonly close: number;
};

const isWord = (c: string) => /[\w:.+/-]/.test(c);

function skip(text: string, from: number, test: (c: string) => boolean): number {
  let i = from;
  while (i < text.length && test(text.charAt(i))) i++;
  return i;
}
const blanks = (text: string, from: number) => skip(text, from, (c) => /\s/.test(c));

/** Behind the brace or quote that closes what opens at `from`. */
function closed(text: string, from: number, close: string): number {
  let depth = 0;
  for (let i = from + 1; i < text.length; i++) {
    const c = text.charAt(i);
    if (c === '\\') i++;
    else if (c === close && depth === 0) return i + 1;
    else if (c === '{') depth++;
    else if (c === '}') depth--;
  }
  return text.length;
}

/** Behind a value: `{…}`, `"…"` or words, joined by `#`. */
function valueEnd(text: string, from: number): number {
  let i = from;
  for (;;) {
    const c = text.charAt(i);
    if (c === '{') i = closed(text, i, '}');
    else if (c === '"') i = closed(text, i, '"');
    else i = skip(text, i, isWord);
    const next = blanks(text, i);
    if (text.charAt(next) !== '#') return i;
    i = blanks(text, next + 1);
  }
}

/** The entry of `key`, with the places of its fields. */
export function findEntry(text: string, key: string): Entry | undefined {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    if (at > 0 && !/[\s}]/.test(text.charAt(at - 1))) continue;
    const end = skip(text, at + 1, (c) => /[A-Za-z]/.test(c));
    const open = blanks(text, end);
    if (end === at + 1 || !'{('.includes(text.charAt(open) || ' ')) continue;
    const from = blanks(text, open + 1);
    const comma = skip(text, from, (c) => !',{}"\r\n'.includes(c));
    if (text.slice(from, comma).trim() !== key || text.charAt(comma) !== ',') continue;
    return { type: text.slice(at + 1, end), open, ...fieldsFrom(text, comma) };
  }
  return undefined;
}

function fieldsFrom(text: string, comma: number): { fields: Field[]; close: number } {
  const fields: Field[] = [];
  let i = comma;
  for (;;) {
    i = skip(text, i, (c) => /[\s,]/.test(c));
    const nameEnd = skip(text, i, isWord);
    const equals = blanks(text, nameEnd);
    if (nameEnd === i || text.charAt(equals) !== '=') return { fields, close: i };
    const start = blanks(text, equals + 1);
    const end = valueEnd(text, start);
    fields.push({
      name: text.slice(i, nameEnd).toLowerCase(),
      whole: { start: i, end },
      value: { start, end },
    });
    i = Math.max(end, i + 1);
  }
}

/** Plain words as TeX reads them; braces could unbalance the file. */
const tex = (text: string): string =>
  oneLine(text.replace(/<[^<>]{0,40}>/g, ''))
    .replace(/[{}\\]/g, '')
    .replace(/(?<!\\)[&%$#_]/g, '\\$&');

/** What a record says, as fields. */
function valuesOf(record: Work, type: string): readonly (readonly [string, string])[] {
  const { title, authors, year, venue, doi, url, isbn, arxiv, pmid } = record;
  const place = /^(?:inproceedings|incollection|conference)$/i.test(type)
    ? 'booktitle'
    : /^book$/i.test(type)
      ? 'publisher'
      : 'journal';
  const plain: readonly (readonly [string, string | undefined])[] = [
    ['author', authors && authors.length > 0 ? authors.map(tex).join(' and ') : undefined],
    ['title', title === undefined ? undefined : tex(title)],
    [place, venue === undefined ? undefined : tex(venue)],
    ['year', year === undefined ? undefined : String(year)],
    ['doi', doi],
    ['isbn', isbn],
    ['eprint', arxiv],
    ['pmid', pmid],
    ['url', doi === undefined ? url : undefined],
  ];
  return plain.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, oneLine(value).replace(/[{}]/g, '')] as const],
  );
}

const SAME: Readonly<Record<string, readonly string[]>> = { journal: ['journaltitle'], year: ['date'] };
const loose = (text: string) =>
  text
    .replace(/\\[a-z]+|[{}\\"$]/gi, '')
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();

/** Is a field as the record has it? Names by their families, a date by its year. */
function agrees(name: string, old: string, fresh: string): boolean {
  if (name === 'year') return old.includes(fresh);
  if (name !== 'author') return loose(old) === loose(fresh);
  const families = (all: string) =>
    all
      .split(/\s+and\s+/)
      .map((one) =>
        loose(one.includes(',') ? (one.split(',')[0] ?? '') : (one.trim().split(/\s+/).at(-1) ?? '')),
      );
  const [a, b] = [families(old), families(fresh)];
  return a.at(-1) === 'others'
    ? a.slice(0, -1).every((one, i) => one === b[i])
    : a.length === b.length && a.every((one, i) => one === b[i]);
}

/** The fields of the entry of `key` that differ from the record or are missing, as changes; nothing when it is right or not there. */
export function setFields(text: string, key: string, record: Work): Changes | undefined {
  const entry = findEntry(text, key);
  if (!entry) return undefined;
  const changes: Change[] = [];
  const added: string[] = [];
  const first = entry.fields[0];
  const last = entry.fields.at(-1);
  for (const [name, value] of valuesOf(record, entry.type)) {
    const field = entry.fields.find((f) => f.name === name || SAME[name]?.includes(f.name));
    if (!field) {
      if (name !== 'url' || !entry.fields.some((f) => f.name === 'howpublished'))
        added.push(`${name} = {${value}}`);
    } else if (!agrees(name, text.slice(field.value.start, field.value.end), value))
      changes.push({
        span: field.value,
        text: text.charAt(field.value.start) === '"' ? `"${value}"` : `{${value}}`,
      });
  }
  if (added.length > 0) {
    const indent = first ? indentOf(text, first.whole.start) : '  ';
    const eol = lineEnd(text);
    const lines = added.map((line) => `,${eol}${indent}${line}`).join('');
    changes.push(
      last
        ? insertAt(last.whole.end, lines)
        : insertAt(entry.close, `${eol}${indent}${added.join(`,${eol}${indent}`)}${eol}`),
    );
  }
  return changes.length > 0 ? changes : undefined;
}

function indentOf(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^[ \t]+$/.test(line) ? line : '  ';
}

/** A key that no entry has: `smith2020word`. */
export function keyFor({ authors, year, title }: Work, isTaken: (key: string) => boolean): string {
  const ascii = (text: string) =>
    text
      .normalize('NFKD')
      .replace(/[^A-Za-z0-9]+/g, '')
      .toLowerCase();
  const family = ascii((authors?.[0] ?? '').split(',')[0] ?? '');
  const word = (title ?? '').split(/[^\p{L}\p{N}]+/u).find((w) => w.length > 3) ?? '';
  const base = `${family || 'source'}${year ?? ''}${ascii(word)}`;
  if (!isTaken(base)) return base;
  for (let n = 0; ; n++) {
    const key = `${base}${n < 26 ? String.fromCharCode(97 + n) : n}`;
    if (!isTaken(key)) return key;
  }
}

/** An entry for a record; without one, an entry to be filled in. */
export function entryOf(key: string, record: Work, eol: '\n' | '\r\n' = '\n'): string {
  const type = record.isbn !== undefined ? 'book' : record.venue !== undefined ? 'article' : 'misc';
  const values = valuesOf(record, type);
  const lines = (values.length > 0 ? values : [['title', ''] as const]).map(
    ([name, value]) => `  ${name} = {${value}},`,
  );
  return [`@${type}{${key},`, ...lines, '}'].join(eol);
}

/** An entry at the end of a bibliography. */
export function appendEntry(text: string, entry: string): Change {
  const eol = lineEnd(text);
  const at = text.trimEnd().length;
  return { span: { start: at, end: text.length }, text: `${at === 0 ? '' : eol + eol}${entry}${eol}` };
}
