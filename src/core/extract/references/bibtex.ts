/** Works from BibTeX and BibLaTeX: fields as a record. */
import type { Work } from '../../model';
import { compact } from '../../text/jsonFields';
import { checkedIdentifiers } from '../../text/works/identifiers';
import { readEntries } from './bibtexEntries';
import { unTex } from './bibItems';

type Fields = ReadonlyMap<string, string>;

/** The works of a .bib text by key and by the other keys of BibLaTeX's `ids`; of two entries with the same key the first counts. */
export function readBibtex(text: string): Map<string, Work> {
  const entries = new Map<string, Fields>();
  for (const { key, fields } of readEntries(text))
    if (!entries.has(key))
      entries.set(key, new Map(fields.toReversed().map((field) => [field.name, field.text])));
  const works = new Map([...entries].map(([key, fields]) => [key, toWork(inherit(fields, entries))]));
  for (const [key, fields] of entries)
    for (const id of fields.get('ids')?.split(',') ?? []) {
      const work = works.get(key);
      if (work && id.trim() !== '' && !works.has(id.trim())) works.set(id.trim(), work);
    }
  return works;
}

/** Adds the fields that an entry lacks from the parent that its `crossref` names. */
function inherit(fields: Fields, all: ReadonlyMap<string, Fields>): Fields {
  const parent = all.get(fields.get('crossref') ?? '');
  if (!parent || parent === fields) return fields;
  const merged = new Map(fields);
  const title = parent.get('title');
  if (title !== undefined && !merged.has('booktitle')) merged.set('booktitle', title);
  for (const [name, value] of parent) if (!merged.has(name) && name !== 'title') merged.set(name, value);
  return merged;
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
  return compact<Work>({ ...identifiers(fields), title, authors, year: year > 0 ? year : undefined, venue });
}

function identifiers(fields: Fields): Partial<Work> {
  const raw = (name: string): string =>
    (fields.get(name) ?? '').replace(/[{}\s]/g, '').replace(/\\([_%&#~])/g, '$1');
  const url = /https?:\/\/[^\s}]+/
    .exec(fields.get('url') ?? fields.get('howpublished') ?? '')?.[0]
    ?.replace(/\\([_%&#~])/g, '$1');
  const isArxiv = !/^(?:pubmed|jstor)$/i.test(raw('eprinttype'));
  const arxiv = isArxiv ? raw('eprint').replace(/^arxiv:/i, '') : undefined;
  return checkedIdentifiers({ doi: raw('doi'), arxiv, pmid: raw('pmid'), isbn: raw('isbn'), url });
}

/** Each name as `Family, Given`; `and` separates names. */
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
