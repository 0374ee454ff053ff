/**
 * `reference_strings`: fields of references against segments marked by people. A reference is complete if authors, year, title and link
 * match exactly.
 */
import { parseReference } from '../../../src/core/text/works/reference';
import { readJsonl } from '../../data';
import { share, show } from '../../figures';

type Reference = { id: string; text: string; segments: [string, string][] };
type Field = 'author' | 'year' | 'title' | 'link' | 'journal';
/** Values of a field in the gold and in ours; `also` are further accepted values. */
type Pair = {
  readonly gold: readonly string[];
  readonly ours: readonly string[];
  readonly also?: readonly string[];
};

const GOALS: Readonly<Partial<Record<Field, { readonly least: number }>>> = {
  author: { least: 0.97 },
  year: { least: 0.99 },
  title: { least: 0.96 },
  link: { least: 1 },
};

/** References with faulty labels and the reason; left out of every figure. */
const FAULTS: Readonly<Record<string, string>> = {
  'gold-1358': 'the suffix of the author, “Jr.”, is marked as the first word of the title',
  'gold-626': 'a department is marked as the second author',
};

export function measureReferences(folder: string): void {
  const counts = new Map<Field, { both: number; sum: number }>();
  let whole = 0;
  const records = readJsonl<Reference>(folder, 'dev.jsonl').filter(({ id }) => FAULTS[id] === undefined);
  for (const record of records) {
    const pairs = fieldsOf(record);
    let isWhole = true;
    for (const [field, pair] of Object.entries(pairs) as [Field, Pair][]) {
      const both = shared(pair, field === 'author');
      const sum = pair.gold.length + pair.ours.length;
      const count = counts.get(field) ?? { both: 0, sum: 0 };
      counts.set(field, { both: count.both + both, sum: count.sum + sum });
      if (2 * both === sum) continue;
      if (field !== 'journal') isWhole = false;
      show(record.id, field, JSON.stringify(pair.gold), JSON.stringify(pair.ours));
    }
    if (isWhole) whole++;
  }
  share('reference_strings', 'whole references', whole, records.length, { least: 0.92 });
  for (const [field, { both, sum }] of counts)
    share(
      'reference_strings',
      `${field} F1${field === 'journal' ? ', of articles' : ''}`,
      2 * both,
      sum,
      GOALS[field],
    );
  const faults = Object.entries(FAULTS);
  console.log(`      ${faults.length} references are left out, because their marks are at fault:`);
  for (const [id, why] of faults) console.log(`      ${id}: ${why}`);
}

function fieldsOf({ text, segments }: Reference): Partial<Record<Field, Pair>> {
  const work = parseReference(text);
  const of = (tag: string): string[] => segments.filter(([t]) => t === tag).map(([, s]) => s);
  const one = (value: string | undefined): string[] => (value === undefined || value === '' ? [] : [value]);
  const years = of('date').flatMap((d) => d.match(/(?<!\d)(?:1[5-9]|20)\d\d(?!\d)/g) ?? []);
  const links = [
    ...of('doi').flatMap((d) => d.match(/10\.\d{4,9}\/\S+/) ?? []),
    ...of('url').flatMap((u) => u.match(/https?:\/\/\S+/) ?? []),
  ];
  const journal = norm(of('journal')[0] ?? '').replace(/^(?:in|the) /, '');
  // Editors count as authors where the reference begins with them; a year may be marked as part of the volume (`2011;17(9)`).
  const heads = of('author');
  if (heads.length === 0 && segments.slice(0, 2).some(([t]) => t === 'editor'))
    heads.push(...of('editor').slice(0, 1));
  if (years.length === 0)
    years.push(...([...of('volume'), ...of('publisher')].join(' ').match(/(?:19|20)\d\d(?=[;.])/) ?? []));
  return {
    author: { gold: heads.flatMap(familyNames), ours: (work.authors ?? []).map(familyOf) },
    year: { gold: years.slice(0, 1), ours: one(work.year?.toString()), also: years },
    title: { gold: one(norm(of('title')[0] ?? '')), ours: one(work.title && norm(work.title)) },
    link: { gold: links.map(tidy), ours: [...one(work.doi), ...one(work.url)].map(tidy) },
    ...(journal !== '' && { journal: { gold: [journal], ours: one(work.venue && norm(work.venue)) } }),
  };
}

/** Number of common values; family names also match if only one has particles or a first half. */
function shared({ gold, ours, also = [] }: Pair, areNames: boolean): number {
  const left = [...gold];
  let both = 0;
  for (const x of ours) {
    const i = left.findIndex((g) => g === x || (areNames && (g.endsWith(` ${x}`) || x.endsWith(` ${g}`))));
    if (i < 0 && !(left.length > 0 && also.includes(x))) continue;
    both++;
    left.splice(Math.max(i, 0), 1);
  }
  return both;
}

/** A text by its letters and digits. */
export const norm = (s: string): string =>
  s
    .replace(/<\/?\p{L}+>/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim();
const tidy = (s: string): string =>
  s
    .toLowerCase()
    .replace(/^https?:\/\/(?:dx\.)?doi\.org\//, '')
    .replace(/[.,;)\]]+$/, '')
    .replace(/\/$/, '');

/** The family name in `Family, Given` or `Given Family`. */
const familyOf = (name: string): string =>
  norm(name.includes(',') ? (name.split(',')[0] ?? '') : (name.split(/\s+/).at(-1) ?? ''));

/** The family names of a marked segment, split by its punctuation because the data doesn't. */
function familyNames(segment: string): string[] {
  const clean = segment
    .replace(/^\W*\s/, '')
    .replace(/,? (?:et\.? al\.?|and others).*$/i, '')
    .replace(/[,(] ?(?:eds?|éds?|hrsg|dir|org)\.?\)?\.?[,:]?$/i, '')
    .replace(/,? (?:Jr|Sr|II|III)\b\.?(?=,|$| and)/g, '')
    .replace(/ \(([\p{L}.-]+)\)/gu, ', $1')
    .replace(/[\s.,;:]+$/, '');
  return clean
    .split(/\s*;\s*(?:and |& )?|,?\s+(?:and|a nd|&|und|et|y|e)\s+|\.\s(?=\p{Lu}{3,},)/u)
    .flatMap(commaNames)
    .map(norm)
    .filter((name) => name !== '' && name !== 'et al');
}

/** `J.-P.`, `JK`, `Yu.`, but not `Xu`, `LODI` and `Gu FX`. */
const areInitials = (piece: string): boolean =>
  /^(?:\p{Lu}\p{Ll}?\.[\s-]*){0,5}(?:\p{Lu}\p{Ll}?\.|\p{Lu}{1,3}|\p{Lu}(?:[\s-]\p{Lu}){1,3})\.?$/u.test(
    piece,
  );

/** `Smith, J., Lee, K.` in pairs; `J. Smith, K. Lee` one by one; `Smith J, Lee K` one by one; `Smith, Jane, Kim Lee`. */
function commaNames(part: string): string[] {
  const pieces = part.split(/\s*,\s*/).filter((p) => p !== '');
  const [family = '', given = '', ...rest] = pieces;
  if (pieces.slice(1).some(areInitials)) return pieces.filter((p) => !areInitials(p)).map(withoutInitials);
  const isFamily = !family.includes(' ') || !given.includes(' ') || /^\p{Ll}/u.test(family);
  if (
    given !== '' &&
    isFamily &&
    !/[ .]\p{Lu}{1,3}$/u.test(family) &&
    rest.every((name) => name.includes(' '))
  )
    return [family, ...rest.map(withoutInitials)];
  return pieces.map(withoutInitials);
}

function withoutInitials(p: string): string {
  const words = p.split(/\s+/).filter((w) => !/^(?:\p{Lu}\.?-?){1,3}\.?$/u.test(w));
  if (words.length === 0) return p;
  return /^(?:\p{Lu}\.)/u.test(p) || words.length > 1 ? (words.at(-1) ?? p) : (words[0] ?? p);
}
