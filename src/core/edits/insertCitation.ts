/** Inserts a source in the text's own citation style: a number with its reference, a footnote, author and year, a cite key, a link. */
import { referenceLists, type ReferenceList } from '../extract/referenceLists';
import type { Span, Style, Work } from '../model';
import { highest } from '../text/highest';
import { entryOf, keyFor } from './bibtexEdits';
import { insertAt, eolOf, type Change, type Changes, type Draft } from './textEdit';
import { addEntry, addFootnote, entryTexts, looseList, nextNumber, numberedList } from './listEdits';
import { doiAddress } from '../text/works/workUrl';
import { compose, markless, styleOf } from './formatReference';

/** A source as a registry has it, and a URL to open it. */
export type Pick = { readonly record: Work; readonly url: string };
/** Citation styles that can be inserted. */
export type Way = Extract<Style, 'numbered' | 'footnote' | 'author-year' | 'cite-key' | 'link'>;

export type Inserted = {
  readonly changes: Changes;
  /** For a cite key: the entry to add to the bibliography. */
  readonly bibliography?: string;
};

const WAYS: readonly Way[] = ['numbered', 'footnote', 'author-year', 'cite-key'];

/** The text's citation style, by majority; links if most are URLs or there are no citations. */
export function wayOf({ citations }: Draft, like?: Style): Way {
  const own = WAYS.find((way) => way === like);
  if (own) return own;
  const count = (way: Style) => citations.filter(({ style }) => style === way).length;
  const [best = 'link'] = [...WAYS].sort((a, b) => count(b) - count(a));
  const addresses = count('link') + count('url') + count('doi') + count('identifier');
  return count(best) > 0 && count(best) >= addresses ? best : 'link';
}

/** A Markdown link to the source; its title can't break out of the link text. */
export function linkTo({ record, url }: Pick): string {
  const address = record.doi === undefined ? safe(url) : `https://doi.org/${doiAddress(record.doi)}`;
  return `[${markless(record.title ?? url)}](${address})`;
}

/** Escapes characters that would end a link. */
const safe = (url: string) =>
  url.replace(/[\s()<>]/g, (c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`);

/** Family names as in a marker: one, two, or the first and `et al.`. */
function marked({ authors = [], title = '', year }: Work): string {
  const families = authors.map((name) => markless(name.split(',')[0] ?? name));
  const [first = markless(title).split(' ').slice(0, 4).join(' '), second] = families;
  const who = families.length > 2 ? `${first} et al.` : second === undefined ? first : `${first} & ${second}`;
  return `${who}, ${year ?? 'n.d.'}`;
}

/** A space before the marker if the text doesn't end with one. */
const gap = (text: string, { start, end }: Span) =>
  start < end || start === 0 || /[\s([]$/.test(text.slice(Math.max(0, start - 1), start)) ? '' : ' ';

/** The label of the text's next footnote. */
function nextNote({ citations }: Draft): string {
  const numbers = citations.flatMap(({ style, label }) =>
    style === 'footnote' && label !== undefined ? [Number(label.replace('^', ''))] : [],
  );
  return String(1 + highest(numbers.filter(Number.isInteger)));
}

export type CiteOptions = {
  readonly way?: Way;
  /** Heading of a new list. */
  readonly heading?: string;
  /** Cite keys already in use; in LaTeX, a key is written as a command. */
  readonly keys?: ReadonlySet<string>;
  readonly latex?: boolean;
};

/** Cites `pick` at `place`: an empty span inserts, another one is replaced. A reference already in the list is reused. */
export function cite(draft: Draft, place: Span, pick: Pick, options: CiteOptions = {}): Inserted {
  const { text, citations } = draft;
  const { way = wayOf(draft), heading, keys = new Set<string>() } = options;
  const mark = (marker: string): Change => ({ span: place, text: gap(text, place) + marker });
  const again = labelOf(draft, way, pick.record);
  if (again !== undefined) return { changes: [mark(again)] };
  const lists = referenceLists(text);
  const { record, url } = pick;
  const entryIn = (list: ReferenceList | undefined, label?: string) =>
    addEntry(text, list, label, compose(record, styleOf(entryTexts(text, list)), url), heading);
  switch (way) {
    case 'numbered': {
      const list = numberedList(lists, citations);
      const n = String(nextNumber(list));
      return { changes: [mark(`[${n}]`), entryIn(list, n)] };
    }
    case 'footnote': {
      const note = nextNote(draft);
      const notes = citations.flatMap(({ style, reference }) =>
        style === 'footnote' && reference
          ? [text.slice(reference.start, reference.end).replace(/^\[\^[^\]]*\]:\s*/, '')]
          : [],
      );
      const tight =
        place.start === place.end ? insertAt(place.start, `[^${note}]`) : { span: place, text: `[^${note}]` };
      return { changes: [tight, addFootnote(draft, note, compose(record, styleOf(notes), url))] };
    }
    case 'author-year':
      return { changes: [mark(`(${marked(record)})`), entryIn(looseList(lists))] };
    case 'cite-key': {
      const key = keyFor(record, (name) => keys.has(name));
      const marker = options.latex ? `\\cite{${key}}` : `[@${key}]`;
      return {
        changes: [mark(marker)],
        bibliography: entryOf(key, { ...record, ...(record.doi === undefined && { url }) }, eolOf(text)),
      };
    }
    case 'link':
      return { changes: [mark(linkTo(pick))] };
  }
}

/** The label under which the text already cites the source in this style. */
function labelOf({ text, citations }: Draft, way: Way, { doi }: Work): string | undefined {
  const wanted = doi?.toLowerCase();
  const same = citations.find(
    ({ style, target }) =>
      wanted !== undefined && style === way && target.kind === 'work' && target.doi?.toLowerCase() === wanted,
  );
  if (!same || way === 'link') return undefined;
  if (way === 'numbered') return `[${same.label ?? ''}]`;
  if (way === 'footnote') return undefined;
  const own = text.slice(same.part.start, same.part.end).replace(/^[([]|[)\]]$/g, '');
  return way === 'author-year' ? `(${own})` : `[@${same.label ?? ''}]`;
}
