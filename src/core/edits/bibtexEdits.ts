/** Edits BibTeX files: sets fields from a record or adds an entry, in the file's own indentation and quoting. */
import { readEntries, type BibtexEntry } from '../extract/references/bibtexEntries';
import type { Work } from '../model';
import { lettersOf } from '../text/fold';
import { append, insertAt, eolOf, oneLine, type Change, type Changes } from './textEdit';
import { lineStart } from '../text/lines';

/** The first entry of `key` that has a comma after its key. */
export function findEntry(text: string, key: string): BibtexEntry | undefined {
  for (const entry of readEntries(text))
    if (entry.key === key && text.charAt(entry.afterKey) === ',') return entry;
  return undefined;
}

/** Escapes text for TeX; braces are dropped because they could unbalance the file. */
const tex = (text: string): string =>
  oneLine(text.replace(/<[^<>]{0,40}>/g, ''))
    .replace(/[{}\\]/g, '')
    .replace(/(?<!\\)[&%$#_]/g, '\\$&');

/** A record as BibTeX fields. */
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
const loose = (text: string) => lettersOf(text.replace(/\\[a-z]+|[{}\\"$]/gi, ''));

/** Whether a field agrees with the record: names by family name, a date by its year. */
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

/** Changes to fields of the entry `key` that differ from the record or are missing; undefined if there are none or no such entry. */
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
    const eol = eolOf(text);
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
  const line = text.slice(lineStart(text, at), at);
  return /^[ \t]+$/.test(line) ? line : '  ';
}

/** A free key such as `smith2020word`. */
export function keyFor({ authors, year, title }: Work, isTaken: (key: string) => boolean): string {
  const ascii = (text: string) => lettersOf(text).replace(/[^a-z0-9]+/g, '');
  const family = ascii((authors?.[0] ?? '').split(',')[0] ?? '');
  const word = (title ?? '').split(/[^\p{L}\p{N}]+/u).find((w) => w.length > 3) ?? '';
  const base = `${family || 'source'}${year ?? ''}${ascii(word)}`;
  if (!isTaken(base)) return base;
  for (let n = 0; ; n++) {
    const key = `${base}${n < 26 ? String.fromCharCode(97 + n) : n}`;
    if (!isTaken(key)) return key;
  }
}

/** An entry for a record; without one, a template to fill in. */
export function entryOf(key: string, record: Work, eol: '\n' | '\r\n' = '\n'): string {
  const type = record.isbn !== undefined ? 'book' : record.venue !== undefined ? 'article' : 'misc';
  const values = valuesOf(record, type);
  const lines = (values.length > 0 ? values : [['title', ''] as const]).map(
    ([name, value]) => `  ${name} = {${value}},`,
  );
  return [`@${type}{${key},`, ...lines, '}'].join(eol);
}

export function appendEntry(text: string, entry: string): Change {
  const eol = eolOf(text);
  return append(text, `${text.trim() === '' ? '' : eol + eol}${entry}${eol}`);
}
