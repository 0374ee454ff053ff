/** Open Library: books, by ISBN or title. */
import { at, isObject, list, str } from '../../text/jsonFields';
import { askJson, either, hitOf, listed, query, yearOf } from '../registry';
import type { Ask, RegistryHit, Hits, Registry } from '../registry';
import { sameIsbn } from '../../text/works/identifiers';
import { plain } from '../xml';

function titleOf(book: unknown): string {
  const [title, subtitle] = [plain(str(book, 'title')), plain(str(book, 'subtitle'))];
  return subtitle === '' ? title : `${title}: ${subtitle}`;
}

/** Every ISBN of a record. */
const isbnsOf = (book: unknown): readonly string[] =>
  ['isbn_13', 'isbn_10']
    .flatMap((kind) => [...list(book, 'identifiers', kind), ...list(book, kind)])
    .map((isbn) => str(isbn));

/** The record, if it has the ISBN: with a wrong index, the service returns another edition or book. */
const readIsbn = (book: unknown, isbn: string): RegistryHit | undefined =>
  isbnsOf(book).some((own) => sameIsbn(own, isbn)) ? read(book, isbn) : undefined;

function read(book: unknown, isbn: string): RegistryHit | undefined {
  const title = titleOf(book);
  if (title === '') return undefined;
  const publisher =
    str(book, 'publishers', 0, 'name') || str(book, 'publishers', 0) || str(book, 'publisher', 0);
  const key = str(book, 'key');
  const authors = [
    ...list(book, 'authors').map((a) => str(a, 'name')),
    ...list(book, 'author_name').map((a) => str(a)),
  ];
  return hitOf({
    via: 'openlibrary',
    record: {
      isbn: isbn || str(book, 'isbn', 0),
      title,
      year: yearOf(str(book, 'publish_date')) ?? yearOf(str(book, 'first_publish_year')),
      venue: publisher,
    },
    authors,
    venues: list(book, 'publisher').map((p) => str(p)),
    years: list(book, 'publish_year').map((y) => yearOf(str(y))),
    url:
      str(book, 'url') ||
      (key.startsWith('/') ? `https://openlibrary.org${key}` : `https://openlibrary.org/isbn/${isbn}`),
    abstract: plain(str(book, 'notes') || str(book, 'description', 'value') || str(book, 'description')),
  });
}

/** The Books API has the authors' names; the plain record is the fallback. */
const byIsbn = (isbn: string, ask: Ask): Promise<Hits> =>
  either(
    askJson(ask, `/api/books?${query({ bibkeys: `ISBN:${isbn}`, format: 'json', jscmd: 'data' })}`, (json) =>
      isObject(json) && Object.values(json).every(isObject)
        ? Object.values(json).map((book) => readIsbn(book, isbn))
        : undefined,
    ),
    () =>
      askJson(ask, `/isbn/${isbn}.json`, (json) =>
        titleOf(json) === '' ? undefined : [readIsbn(json, isbn)],
      ),
  );

export const openlibrary: Registry = {
  endpoint: 'openlibrary',
  label: 'Open Library',
  lookup: ({ isbn }, ask) => (isbn === undefined ? undefined : byIsbn(isbn, ask)),
  search: ({ title, text, authors, limit }, ask) =>
    askJson(
      ask,
      `/search.json?${query({ ...(title === undefined ? { q: text.slice(0, 200) } : { title, author: authors?.[0]?.split(',')[0] }), limit })}`,
      (json) => listed(at(json, 'docs'), (book) => read(book, '')),
    ),
};
