/** Works over the real command line: the registries are one server on loopback, and each case is a text that somebody may write. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reach, registriesAt, runInProcess, serve, type Served } from '../support/cli';
import { newFolder } from '../support/newFolder';

const NAMES = ['crossref', 'datacite', 'doi', 'openalex', 'pubmed', 'arxiv', 'semanticscholar', 'europepmc', 'openlibrary']; // prettier-ignore
const people = (...names: readonly string[]) =>
  names.map((name) => ({ family: name.split(', ')[0], given: name.split(', ')[1] }));
const LAMPS = {
  DOI: '10.1000/lamps.2018',
  title: ['Behaviour of coastal lamps in winter fog'],
  author: people('Garcia, Ana', 'Hansen, Bo', 'Ito, Chie', 'Jensen, Dan'),
  issued: { 'date-parts': [[2018]] },
  'container-title': ['Journal of Coastal Light'],
  volume: '12',
  page: '101-118',
};
const AUTHORS = 'Garcia, A., Hansen, B., Ito, C., & Jensen, D.';
const TITLE = 'Behaviour of coastal lamps in winter fog';

type Routes = Readonly<Record<string, number | string>>;
let folder: string;
let stub: Served;
let routes: Routes;

/** The longest beginning of `/NAME/path` answers, with a status, a body or an address to go to; the rest is a 404. */
const found = (url: string) =>
  Object.entries(routes)
    .filter(([start]) => url.startsWith(start))
    .sort(([a], [b]) => b.length - a.length)[0]?.[1] ?? 404;

beforeEach(async () => {
  folder = newFolder();
  stub = await serve(({ url = '' }, _body, response) => {
    const answer = found(decodeURIComponent(url));
    const [status, body] = typeof answer === 'number' ? [answer, ''] : [200, answer];
    if (body.startsWith('http')) response.writeHead(302, { location: body });
    else
      response.writeHead(status, { 'content-type': body.startsWith('<') ? 'text/html' : 'application/json' });
    response.end(body);
  });
});
afterEach(() => stub.close());

const works = (...items: readonly object[]) => JSON.stringify({ message: { items } });
const SEARCHED: Routes = { '/crossref/works?': works(LAMPS), '/openalex/works?': '{"results":[]}' };
const BY_DOI: Routes = {
  ...SEARCHED,
  '/crossref/works/10.1000/lamps.2018': JSON.stringify({ message: LAMPS }),
};
const NOBODY: Routes = { '/crossref/works?': works(), '/openalex/works?': '{"results":[]}' };

type Found = {
  readonly code: string;
  readonly errors?: readonly { registry: string }[];
  readonly source?: {
    readonly location: string;
    readonly depth: string;
    readonly record?: { readonly doi?: string };
    readonly notices: readonly { kind: string; cause: string; detail: string }[];
  };
  readonly suggestion?: { readonly edits: readonly { start: number; end: number; text: string }[] };
};

async function run(
  text: string,
  given: Routes,
  format: readonly string[],
  more: readonly string[] = [],
): Promise<string> {
  routes = given;
  await writeFile(path.join(folder, 'a.md'), text);
  const net = [...reach(stub), '--retries', '0'];
  const { out, err } = await runInProcess(
    ['verify', ...format, ...net, ...registriesAt(stub, NAMES), 'a.md', ...more],
    { cwd: folder },
  );
  if (out === '') throw new Error(err);
  return out;
}
async function verify(text: string, given: Routes): Promise<Found> {
  const { documents } = JSON.parse(await run(text, given, ['--json', '--no-text'])) as { documents: { findings: Found[] }[] }; // prettier-ignore
  return documents[0]!.findings[0]!;
}
/** A text with one numbered reference. */
const cite = (reference: string) => `Lamps flicker in fog [1].\n\n## References\n\n[1] ${reference}\n`;
const differing = ({ source }: Found) =>
  source?.notices.filter(({ kind }) => kind === 'differs').map(({ detail }) => detail) ?? [];
const isFound = { record: { doi: '10.1000/lamps.2018' } };

describe('a reference that names fewer authors than the record', () => {
  it.each(['Garcia, A.', 'Garcia, A., et al.', 'Garcia, A., Hansen, B., et al.', 'Garcia, A., … Jensen, D.'])(
    'is the work: %s',
    async (authors) => {
      const text = cite(
        `${authors} (2018). ${TITLE}. Journal of Coastal Light, 12, 101–118. doi:10.1000/lamps.2018`,
      );
      const finding = await verify(text, BY_DOI);
      expect(finding.source).toMatchObject(isFound);
      expect(differing(finding)).toEqual([]);
    },
  );
});

describe('registries that do not answer', () => {
  const PRIVATE = 'http://127.0.0.1:1/works';
  it.each([
    ['both that would have the work', { '/crossref': 500, '/openalex': 500 }],
    ['one of them', { ...NOBODY, '/openalex/works?': 500 }],
    ['all that lead to a private address', { '/crossref': PRIVATE, '/openalex': PRIVATE }],
  ] as const)('never make a work unlisted: %s', async (_, given) => {
    const finding = await verify(cite(`${AUTHORS} (2018). ${TITLE}. Journal of Coastal Light, 12.`), given);
    expect(finding.code).toBe('network');
    expect(finding.errors?.map(({ registry }) => registry)).toContain('OpenAlex');
  });
});

describe('a reference with only a name and a year', () => {
  it('is neither looked up nor judged', async () => {
    expect((await verify('Lamps flicker in fog (Garcia, 2018).\n', NOBODY)).code).toBe('unclear');
    expect(stub.calls).toEqual([]);
  });
});

describe('a work cited by its DOI, its title and a URL', () => {
  it('is looked up once in each way', async () => {
    const reference = `${AUTHORS} (2018). ${TITLE}. Journal of Coastal Light, 12.`;
    const others = ['doi:10.1000/LAMPS.2018 https://doi.org/10.1000/lamps.2018', `[1]\n\n## References\n\n[1] ${reference}`]; // prettier-ignore
    for (const [i, text] of others.entries())
      await writeFile(path.join(folder, `${i}.md`), `Lamps ${text}\n`);
    await run(cite(`${reference} ${stub.base}/doi/10.1000/lamps.2018`), BY_DOI, ['--json'], ['0.md', '1.md']);
    const calls = stub.calls.filter((call) => call.includes('/works'));
    expect(calls.length).toBeGreaterThan(2);
    expect(new Set(calls).size).toBe(calls.length);
  });
});

describe('a DOI that does not lead to the work', () => {
  it.each([
    ['identifier_dead', 'doi:10.1000/lamps.1999', 'doi:10.1000/lamps.2018'],
    ['identifier_cut', 'doi:10.1000/lam', 'doi:10.1000/lamps.2018'],
    ['identifier_malformed', 'doi:10.10/lamps', 'doi:10.1000/lamps.2018'],
    ['identifier_dead', 'https://doi.org/10.1000/lamps.1999', 'https://doi.org/10.1000/lamps.2018'],
  ])('is reported as %s, with the edit that corrects it: %s', async (cause, written, right) => {
    const text = cite(`${AUTHORS} (2018). ${TITLE}. Journal of Coastal Light, 12, 101–118. ${written}`);
    const { code, source, suggestion } = await verify(text, SEARCHED);
    expect({ code, ...source }).toMatchObject({ code: 'doi-differs', ...isFound });
    expect(source?.notices).toContainEqual(expect.objectContaining({ kind: 'doi-differs', cause }));
    const [edit] = suggestion!.edits;
    expect(text.slice(0, edit!.start) + edit!.text + text.slice(edit!.end)).toContain(`${right}\n`);
    const sarif = JSON.parse(await run(text, SEARCHED, ['--format', 'sarif'])) as { runs: { results: { ruleId: string; fixes?: object[] }[] }[] }; // prettier-ignore
    expect(sarif.runs[0]!.results.find(({ ruleId }) => ruleId === 'doi-differs')?.fixes).toHaveLength(1);
  });
});

describe('a reference that differs from the record', () => {
  const reference = (change: Readonly<Record<string, string>>) => {
    const {
      authors = AUTHORS,
      year = '2018',
      title = TITLE,
      rest = 'Journal of Coastal Light, 12, 101–118.',
    } = change;
    return cite(`${authors} (${year}). ${title}. ${rest}`);
  };

  it.each([
    ['year', { year: '2017' }, ['2017', '2018']],
    [
      'venue',
      { rest: 'Annals of Harbour Medicine, 12, 101–118.' },
      ['Annals of Harbour Medicine', 'Journal of Coastal Light'],
    ],
    ['volume', { rest: 'Journal of Coastal Light, 14, 101–118.' }, ['14', '12']],
    ['pages', { rest: 'Journal of Coastal Light, 12, 201–218.' }, ['201', '101']],
    ['spelling', { title: 'Behavior of coastal lamps in winter fog' }, ['behavior', 'behaviour']],
    ['plural', { title: 'Behaviour of coastal lamp in winter fog' }, ['lamp', 'lamps']],
  ])('is the same work, with both values: %s', async (_, change, values) => {
    const finding = await verify(reference(change), SEARCHED);
    expect(finding.source).toMatchObject(isFound);
    expect(differing(finding)).toHaveLength(1);
    for (const value of values) expect(differing(finding)[0]).toContain(value);
  });
});

describe('a record', () => {
  it('may have an organisation beside people', async () => {
    const author = [...LAMPS.author, { name: 'Coastal Lamps Study Group' }];
    const text = cite(`${AUTHORS} (2018). ${TITLE}. Journal of Coastal Light, 12, 101–118.`);
    const finding = await verify(text, { ...SEARCHED, '/crossref/works?': works({ ...LAMPS, author }) });
    expect(finding.source).toMatchObject(isFound);
    expect(differing(finding)).toEqual([]);
  });

  it('of people matches a reference to their organisation, with both values', async () => {
    const finding = await verify(cite(`NCLO (2018). ${TITLE}. Fog Press.`), SEARCHED);
    expect(finding.source).toMatchObject(isFound);
    expect(
      differing(finding).filter((told) => told.includes('NCLO') && told.includes('Garcia')),
    ).toHaveLength(1);
  });

  it.each([
    ['9780306406157', true],
    ['9780306406164', false],
  ])('of a book must have the ISBN: %s', async (own, isTaken) => {
    const book = { title: 'Lamps of the northern coast', authors: [{ name: 'Ana Garcia' }], publish_date: '2018', identifiers: { isbn_13: [own] } }; // prettier-ignore
    const text = cite('Garcia, A. (2018). Lamps of the northern coast. Fog Press. ISBN 978-0-306-40615-7.');
    const { source } = await verify(text, { ...NOBODY, '/openlibrary/api/books?': JSON.stringify({ 'ISBN:9780306406157': book }) }); // prettier-ignore
    expect(source !== undefined).toBe(isTaken);
  });
});

describe('an open copy', () => {
  it.each([
    [TITLE, 'full'],
    ['Sleep of the gulls', 'abstract'],
  ])('is read if its title is that of the work: %s', async (title, depth) => {
    const log = Array.from({ length: 60 }, (_, i) => `<p>On evening ${i} the keeper wrote down when the light went out and why.</p>`); // prettier-ignore
    const page = `<html><head><title>${title}</title></head><body><main>${log.join('')}</main></body></html>`;
    const open = { title: TITLE, doi: 'https://doi.org/10.1000/lamps.2018', best_oa_location: { landing_page_url: `${stub.base}/copy` }, abstract_inverted_index: { Lamps: [0], flicker: [1] } }; // prettier-ignore
    const text = cite(`${AUTHORS} (2018). ${TITLE}. Journal of Coastal Light, 12, 101–118.`);
    const { source } = await verify(text, { ...SEARCHED, '/openalex/works/': JSON.stringify(open), '/copy': page }); // prettier-ignore
    expect(source).toMatchObject({ ...isFound, depth });
  });
});

describe('a publisher’s URL', () => {
  it('that refuses readers is read from the registry', async () => {
    const address = `${stub.base}/doi/full/10.1000/lamps.2018`;
    const { code, source } = await verify(`Lamps flicker in fog [source](${address}).\n`, {
      ...BY_DOI,
      '/doi/full': 403,
    });
    expect(code).not.toBe('blocked');
    expect(source).toMatchObject({ ...isFound, location: address });
  });

  it('is not dead if its server has an error', async () => {
    const text = `Lamps flicker in fog [source](${stub.base}/page).\n`;
    expect((await verify(text, { '/page': 503 })).code).toBe('network');
  });
});

describe('a registry with an invalid answer', () => {
  it.each([
    ['half an answer', 'bad_response', '{"message":{"items":[{"tit'],
    ['a web page', 'bad_response', '<html><body>Sign in</body></html>'],
    ['too many requests', 'rate_limited', 429],
    ['the way to a private address', 'blocked_private', 'http://127.0.0.1:1/works'],
  ] as const)('is named, and the others are used: %s', async (_, cause, answer) => {
    const openalex = { id: 'https://openalex.example/W1', doi: 'https://doi.org/10.1000/lamps.2018', title: TITLE, publication_year: 2018, authorships: LAMPS.author.map(({ family, given }) => ({ author: { display_name: `${given} ${family}` } })) }; // prettier-ignore
    const text = cite(`${AUTHORS} (2018). ${TITLE}. Journal of Coastal Light, 12, 101–118.`);
    const given = { '/crossref': answer, '/openalex/works?': JSON.stringify({ results: [openalex] }) };
    const { source } = await verify(text, given);
    expect(source).toMatchObject({ ...isFound, errors: expect.arrayContaining([expect.objectContaining({ registry: 'Crossref', cause })]) as object[] }); // prettier-ignore
    // What was no answer is not kept: the next run asks again.
    const calls = stub.calls.length;
    await verify(text.replace('Lamps flicker', 'All lamps flicker'), SEARCHED);
    expect(stub.calls.length).toBeGreaterThan(calls);
  });
});
