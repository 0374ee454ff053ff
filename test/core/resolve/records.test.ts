/** What is read of a registry's record when parts of it are missing or stand in another place, and how each registry is asked. */
import { reason } from '../../../src/core/causes';
import { isFailure } from '../../../src/core/model';
import { describe, expect, it } from 'vitest';
import type { Failure, Work } from '../../../src/core/model';
import type { Answer } from '../../../src/core/ports';
import {
  ARXIV_DOI,
  ROUTES,
  REGISTRY_CLIENTS,
  type RegistryClient,
} from '../../../src/core/resolve/registries';
import { pickVersion } from '../../../src/core/resolve/registries/arxiv';
import { type RegistryHit, type Query } from '../../../src/core/resolve/registry';

type Body = string | object | number | Failure;

/** Asks a registry that answers each path by the first row whose words it holds; a number is a status. */
const over = (client: RegistryClient, ...rows: readonly (readonly [part: string, body: Body])[]) => {
  const asked: string[] = [];
  const ask = (path: string): Promise<Answer | Failure> => {
    asked.push(path);
    const body = rows.find(([part]) => path.includes(part))?.[1] ?? 404;
    if (typeof body === 'object' && isFailure(body)) return Promise.resolve(body);
    const status = typeof body === 'number' ? body : 200;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return Promise.resolve({ url: path, status, contentType: 'application/json', body: text });
  };
  return {
    asked,
    lookup: (work: Work) => client.registry.lookup?.(work, ask),
    search: (query: Partial<Query>) => client.registry.search?.({ text: 'tides', limit: 5, ...query }, ask),
  };
};
const hitsOf = (hits: readonly RegistryHit[] | Failure | undefined): readonly RegistryHit[] => {
  if (hits === undefined || isFailure(hits)) throw new Error(`no hits: ${JSON.stringify(hits)}`);
  return hits;
};
const one = async (client: RegistryClient, work: Work, body: Body): Promise<RegistryHit | undefined> =>
  hitsOf(await over(client, ['', body]).lookup(work))[0];
/** The path asked, decoded. */
const pathFor = async (client: RegistryClient, work: Work) => {
  const { asked, lookup } = over(client);
  await lookup(work);
  return asked.map(decodeURIComponent);
};
const searchFor = async (client: RegistryClient, query: Partial<Query>) => {
  const { asked, search } = over(client);
  await search(query);
  return decodeURIComponent((asked[0] ?? '').replaceAll('+', ' '));
};

describe('every registry', () => {
  it.each(Object.entries(REGISTRY_CLIENTS))(
    '%s looks nothing up by an identifier that it does not know',
    (_, client) => {
      expect(over(client).lookup({ title: 'Tides' })).toBeUndefined();
    },
  );

  it.each<[keyof typeof REGISTRY_CLIENTS, Partial<Query>, string]>([
    ['crossref', { from: 2010 }, 'filter=from-pub-date:2010'],
    ['crossref', { to: 2020 }, 'filter=until-pub-date:2020'],
    ['openalex', { from: 2010 }, 'filter=publication_year:2010-'],
    ['openalex', { to: 2020 }, 'filter=publication_year:-2020'],
    ['pubmed', { from: 2010 }, 'AND 2010:3000[dp]'],
    ['pubmed', { to: 2020 }, 'AND 1800:2020[dp]'],
    ['europepmc', { from: 2010 }, 'AND PUB_YEAR:[2010 TO 3000]'],
    ['europepmc', { to: 2020 }, 'AND PUB_YEAR:[1800 TO 2020]'],
    ['semanticscholar', { from: 2010 }, 'year=2010-'],
    ['semanticscholar', { to: 2020 }, 'year=-2020'],
  ])('%s is searched within %j', async (name, query, part) => {
    expect(await searchFor(REGISTRY_CLIENTS[name], query)).toContain(part);
    expect(await searchFor(REGISTRY_CLIENTS[name], {})).not.toMatch(
      /pub-date|publication_year|\[dp\]|PUB_YEAR|year=/,
    );
  });
});

describe('who is asked for an identifier', () => {
  it('is told in words', () => {
    const work = {
      doi: '10.1/a',
      pmid: '12',
      pmcid: 'PMC3',
      arxiv: '2001.00001',
      isbn: '978',
      rfc: '9110',
      pii: 'S1',
    };
    expect(ROUTES.map(({ label }) => label(work))).toEqual([
      'DOI 10.1/a',
      'PMID 12',
      'PMC3',
      'arXiv:2001.00001',
      'ISBN 978',
      'PII S1',
      'RFC 9110',
    ]);
    expect(ARXIV_DOI.exec('10.48550/arXiv.2001.00001')?.[1]).toBe('2001.00001');
  });

  it.each<[keyof typeof REGISTRY_CLIENTS, Work, string]>([
    ['openalex', { pmid: '12' }, '/works/pmid:12'],
    ['openalex', { pmcid: 'PMC3' }, '/works/pmcid:PMC3'],
    ['openalex', { arxiv: '2001.00001v2' }, '/works/doi:10.48550/arXiv.2001.00001'],
    ['semanticscholar', { pmid: '12' }, '/graph/v1/paper/PMID:12?'],
    ['semanticscholar', { pmcid: 'PMC3' }, '/graph/v1/paper/PMCID:3?'],
    ['semanticscholar', { arxiv: '2001.00001v2' }, '/graph/v1/paper/ARXIV:2001.00001?'],
    ['europepmc', { pmid: '12' }, 'query=EXT_ID:12'],
    ['europepmc', { doi: '10.1/"a' }, 'query=DOI:"10.1/a"'],
    ['crossref', { isbn: '9780306406157' }, '/works?filter=isbn:9780306406157'],
    ['arxiv', { doi: '10.48550/arXiv.2001.00001' }, '/api/query?id_list=2001.00001'],
    ['arxiv', { arxiv: '2001.00001v2' }, '/api/query?id_list=2001.00001,2001.00001v2'],
  ])('%s by %j is %s', async (name, work, path) => {
    expect((await pathFor(REGISTRY_CLIENTS[name], work))[0]).toContain(path);
  });

  it.each([
    REGISTRY_CLIENTS.crossref,
    REGISTRY_CLIENTS.datacite,
    REGISTRY_CLIENTS.doi,
    REGISTRY_CLIENTS.openalex,
    REGISTRY_CLIENTS.semanticscholar,
  ])('$endpoint stays where it is asked, whatever steps the DOI takes', async (client) => {
    const path = async (doi: string) => {
      const { asked, lookup } = over(client);
      await lookup({ doi });
      return new URL(`http://mirror.example/proxy${asked[0] ?? ''}`).pathname;
    };
    const plain = await path('10.1000/a');
    expect(await path('10.1000/../../../admin')).toBe(
      plain.replace('10.1000/a', encodeURIComponent('10.1000/../../../admin')),
    );
    expect(await path('10.1000/.')).toBe(plain.replace('10.1000/a', '10.1000%2F.'));
  });

  it('is not arXiv for another DOI', () => {
    expect(over(REGISTRY_CLIENTS.arxiv).lookup({ doi: '10.1000/a' })).toBeUndefined();
  });
});

describe('a record of Crossref', () => {
  const read = (item: object) =>
    one(REGISTRY_CLIENTS.crossref, { doi: '10.1/a' }, { message: { DOI: '10.1/A', ...item } });
  const notices = async (item: object) => (await read(item))?.notices;

  it('that has neither title nor DOI is none', async () => {
    expect(await one(REGISTRY_CLIENTS.crossref, { doi: '10.1/a' }, { message: {} })).toBeUndefined();
    expect(await one(REGISTRY_CLIENTS.doi, { doi: '10.1/a' }, {})).toBeUndefined();
  });

  it.each<[object, Partial<Work>]>([
    [
      { author: [{ name: 'Harbour Office' }, { literal: 'The Crew' }] },
      { authors: ['Harbour Office', 'The Crew'] },
    ],
    [{ editor: [{ family: 'Lee', given: 'Ann' }] }, { authors: ['Lee, Ann'] }],
    [{ created: { 'date-parts': [[2018, 3]] } }, { year: 2018 }],
    [{ institution: [{ name: 'Pier Institute' }] }, { venue: 'Pier Institute' }],
    [{ 'group-title': 'Tides' }, { venue: 'Tides' }],
    [{ type: 'posted-content' }, { venue: 'preprint' }],
    [{ ISBN: ['9780306406157'] }, { isbn: '9780306406157' }],
  ])('%j is read as %j', async (item, record) => {
    expect((await read(item))?.record).toMatchObject(record);
  });

  it('without a DOI is found at its own address', async () => {
    const hit = await one(
      REGISTRY_CLIENTS.doi,
      { doi: '10.1/a' },
      { title: 'Tides', URL: 'https://a.example/t' },
    );
    expect(hit).toMatchObject({ url: 'https://a.example/t', record: { title: 'Tides' } });
  });

  it('knows updates by their kinds, and passes over those that say nothing against it', async () => {
    const update = (type: string) => ({ type, DOI: '10.1/r' });
    expect(await notices({ 'updated-by': [update('new_edition_of_nothing')] })).toEqual([]);
    expect(await notices({ 'updated-by': [update('expression-of-concern')] })).toMatchObject([
      { kind: 'concern' },
    ]);
  });

  it('says where the published article or a newer version is, but not of itself', async () => {
    const other = (id: string, type = 'doi') => [{ id, 'id-type': type }];
    expect(await notices({ relation: { 'is-preprint-of': other('10.1/p') } })).toEqual([
      {
        kind: 'newer-version',
        ...reason('preprint'),
        url: 'https://doi.org/10.1/p',
      },
    ]);
    expect(await notices({ relation: { 'is-replaced-by': other('10.1/n') } })).toEqual([
      { kind: 'newer-version', ...reason('newer_version'), url: 'https://doi.org/10.1/n' },
    ]);
    expect(await notices({ relation: { 'has-version': other('10.1/v') } })).toEqual([]);
    expect(await notices({ subtype: 'preprint', relation: { 'has-version': other('10.1/v') } })).toHaveLength(
      1,
    );
    expect(await notices({ relation: { 'is-replaced-by': other('10.1/a') } })).toEqual([]);
    expect(await notices({ relation: { 'is-replaced-by': other('https://x', 'uri') } })).toEqual([]);
  });

  it('is believed when its title says that it has been retracted or withdrawn', async () => {
    expect(await notices({ title: ['RETRACTED: Tides'] })).toMatchObject([{ kind: 'retracted' }]);
    expect(await notices({ title: ['WITHDRAWN: Tides'] })).toMatchObject([{ kind: 'withdrawn' }]);
    expect(
      await notices({ title: ['RETRACTED: Tides'], 'updated-by': [{ type: 'retraction', DOI: '10.1/r' }] }),
    ).toHaveLength(1);
  });

  it('is open to all only by its licence', async () => {
    const link = [{ URL: 'https://a.example/a.pdf' }, { URL: 'ftp://a.example/a.pdf' }];
    expect((await read({ link }))?.open).toEqual([]);
    const license = [{ URL: 'https://creativecommons.org/licenses/by/4.0/' }];
    expect((await read({ link, license }))?.open).toEqual(['https://a.example/a.pdf']);
  });
});

describe('a record of DataCite', () => {
  const read = (attributes: object, data: object = {}) =>
    one(
      REGISTRY_CLIENTS.datacite,
      { doi: '10.1/a' },
      { data: { ...data, attributes: { doi: '10.1/A', titles: [{ title: 'Tides' }], ...attributes } } },
    );

  it.each([
    ['IsPreviousVersionOf', '10.1/n', 'https://doi.org/10.1/n'],
    ['IsObsoletedBy', 'https://a.example/n', 'https://a.example/n'],
    ['IsReplacedBy', 'hdl:12', undefined],
  ])('that %s %s says so', async (relationType, relatedIdentifier, url) => {
    const hit = await read({ relatedIdentifiers: [{ relationType, relatedIdentifier }] });
    expect(hit?.notices).toEqual([
      { kind: 'newer-version', ...reason('newer_version'), ...(url !== undefined && { url }) },
    ]);
  });

  it('reads names, dates, publishers and the state', async () => {
    const hit = await read({
      creators: [{ familyName: 'Lee', givenName: 'Ann' }, { name: 'Harbour Office' }, {}],
      dates: [{ date: '2019-01' }, { date: 'spring' }],
      publisher: { name: 'Pier Data' },
      state: 'registered',
      relatedIdentifiers: [{ relationType: 'Cites', relatedIdentifier: '10.1/x' }],
    });
    expect(hit).toMatchObject({
      record: { authors: ['Lee, Ann', 'Harbour Office'], venue: 'Pier Data' },
      years: [2019],
      notices: [{ kind: 'withdrawn' }],
    });
  });

  it('may name its DOI outside, and is none without a title', async () => {
    expect(await read({ doi: undefined }, { id: '10.1/B' })).toMatchObject({ record: { doi: '10.1/b' } });
    expect(await read({ titles: [] })).toBeUndefined();
    expect(
      await one(
        REGISTRY_CLIENTS.datacite,
        { doi: '10.1/a' },
        { data: { attributes: { titles: [{ title: 'T' }] } } },
      ),
    ).toBeUndefined();
  });
});

describe('a record of Europe PMC', () => {
  const read = (result: object) =>
    one(
      REGISTRY_CLIENTS.europepmc,
      { pmcid: 'PMC1' },
      { resultList: { result: [{ title: 'Tides.', ...result }] } },
    );

  it.each<[object, Partial<Work>]>([
    [
      {
        authorList: {
          author: [{ lastName: 'Lee', initials: 'A' }, { collectiveName: 'The Crew' }, { fullName: 'Poe I' }],
        },
      },
      { authors: ['Lee, A', 'The Crew', 'Poe I'] },
    ],
    [{ authorString: 'Lee A, Poe I.' }, { authors: ['Lee A', 'Poe I'] }],
    [{ journalTitle: 'Tides' }, { venue: 'Tides' }],
    [{ bookOrReportDetails: { publisher: 'Pier Press' } }, { venue: 'Pier Press' }],
    [{ pubYear: '2019' }, { year: 2019, title: 'Tides' }],
  ])('%j is read as %j', async (result, record) => {
    expect((await read(result))?.record).toMatchObject(record);
  });

  it('has an address of its own without a DOI, and is none without a title', async () => {
    expect(await read({ source: 'MED', id: '12' })).toMatchObject({
      url: 'https://europepmc.org/article/MED/12',
    });
    expect(await read({ doi: '10.1/A' })).toMatchObject({ url: 'https://doi.org/10.1/a' });
    expect(await read({ title: '' })).toBeUndefined();
  });

  it('says what has been published about it', async () => {
    const comment = (type: string, reference?: string) => ({ type, ...(reference && { reference }) });
    const commentCorrection = [
      comment('Erratum in', 'Tides 2020'),
      comment('Retraction in'),
      comment('Cites'),
    ];
    expect((await read({ commentCorrectionList: { commentCorrection } }))?.notices).toEqual([
      { kind: 'corrected', ...reason('correction', { by: 'Tides 2020' }) },
      { kind: 'retracted', ...reason('retraction', { by: 'Europe PMC' }) },
    ]);
  });
});

describe('a record of OpenAlex', () => {
  it('names authors as printed where it does not know them, and is found by its own id', async () => {
    const body = {
      id: 'https://openalex.org/W1',
      title: 'Tides',
      authorships: [{ raw_author_name: 'A. Lee' }, { author: { display_name: 'Ida Poe' } }, {}],
      host_venue: { display_name: 'Pier Review' },
      is_retracted: true,
    };
    expect(await one(REGISTRY_CLIENTS.openalex, { doi: '10.1/a' }, body)).toMatchObject({
      record: { authors: ['A. Lee', 'Ida Poe'], venue: 'Pier Review' },
      url: 'https://openalex.org/W1',
      notices: [{ kind: 'retracted' }],
    });
  });
});

describe('a record of Open Library', () => {
  const searched = async (...docs: readonly object[]) =>
    hitsOf(
      await over(REGISTRY_CLIENTS.openlibrary, ['/search.json', { docs }]).search({
        title: 'Tides',
        authors: ['Lee, Ann'],
      }),
    );

  it('that was searched names authors, years, publishers and its page', async () => {
    const book = {
      key: '/works/OL1W',
      title: 'Tides',
      subtitle: 'A history',
      author_name: ['Ann Lee', ''],
      publish_year: [1999, 'n.d.'],
      first_publish_year: 1998,
      publisher: ['Pier Press'],
      isbn: ['9780306406157'],
    };
    expect(await searched(book, {})).toEqual([
      expect.objectContaining({
        record: {
          isbn: '9780306406157',
          title: 'Tides: A history',
          authors: ['Ann Lee'],
          year: 1998,
          venue: 'Pier Press',
        },
        venues: ['Pier Press'],
        years: [1999],
        url: 'https://openlibrary.org/works/OL1W',
      }),
    ]);
    expect(
      await searchFor(REGISTRY_CLIENTS.openlibrary, { title: 'Tides', authors: ['Lee, Ann'] }),
    ).toContain('title=Tides&author=Lee');
    expect(await searchFor(REGISTRY_CLIENTS.openlibrary, {})).toContain('q=tides');
  });

  it('is the plain one where the list of books has none, or does not answer', async () => {
    const isbn = '9780306406157';
    const plain = { title: 'Tides', publishers: ['Pier Press'], publish_date: 'May 1999', isbn_13: [isbn] };
    for (const books of [{}, 500, { 'ISBN:1': {} }] as const) {
      const { lookup } = over(REGISTRY_CLIENTS.openlibrary, ['/api/books', books], ['/isbn/', plain]);
      expect(hitsOf(await lookup({ isbn }))).toMatchObject([
        { record: { isbn, year: 1999, venue: 'Pier Press' }, url: `https://openlibrary.org/isbn/${isbn}` },
      ]);
    }
  });

  it('is taken only with the ISBN that was asked for', async () => {
    const isbn = '9780306406157';
    for (const other of [{ isbn_13: ['9781861972712'] }, {}]) {
      const { lookup } = over(
        REGISTRY_CLIENTS.openlibrary,
        ['/isbn/', { title: 'Tides', ...other }],
        ['/api/books', {}],
      );
      expect(await lookup({ isbn })).toEqual([]);
    }
    const items = [
      { title: ['Tides'], ISBN: ['9781861972712'] },
      { title: ['Ebb'], ISBN: ['0-306-40615-2'] },
    ];
    const { lookup } = over(REGISTRY_CLIENTS.crossref, ['/works?', { message: { items } }]);
    expect(hitsOf(await lookup({ isbn }))).toMatchObject([{ record: { title: 'Ebb' } }]);
  });

  it('that could not be asked for is a failure, not an unknown book', async () => {
    const isbn = '9780306406157';
    expect(await over(REGISTRY_CLIENTS.openlibrary, ['/api/books', 500]).lookup({ isbn })).toMatchObject({
      kind: 'bad-status',
    });
    expect(await over(REGISTRY_CLIENTS.openlibrary, ['/api/books', {}]).lookup({ isbn })).toEqual([]);
    expect(
      await over(REGISTRY_CLIENTS.openlibrary, ['/api/books', 500], ['/isbn/', 500]).lookup({ isbn }),
    ).toMatchObject({
      kind: 'bad-status',
    });
  });
});

describe('a record of Semantic Scholar', () => {
  it('knows the other identifiers, and its own page where it names none', async () => {
    const body = {
      paperId: 'abc',
      title: 'Tides',
      externalIds: { PubMedCentral: 'PMC12', ArXiv: '2001.00001', PubMed: '7' },
      openAccessPdf: { url: '' },
      publicationVenue: { name: 'Pier Review', alternate_names: ['PR'] },
    };
    expect(await one(REGISTRY_CLIENTS.semanticscholar, { pmid: '7' }, body)).toMatchObject({
      record: { pmcid: 'PMC12', arxiv: '2001.00001', pmid: '7' },
      venues: ['Pier Review', 'PR'],
      url: 'https://www.semanticscholar.org/paper/abc',
      open: [],
    });
  });

  it('is none without a title', async () => {
    expect(await one(REGISTRY_CLIENTS.semanticscholar, { pmid: '7' }, { paperId: 'abc' })).toBeUndefined();
  });
});

describe('a record of the RFC editor', () => {
  it('says what obsoletes and what updates it', async () => {
    const body = {
      title: 'HTTP',
      obsoleted_by: ['RFC9110'],
      updated_by: ['RFC9111'],
      authors: ['A. Lee, Ed.'],
    };
    expect(await one(REGISTRY_CLIENTS.rfc, { rfc: '2616' }, body)).toMatchObject({
      record: { authors: ['A. Lee'] },
      notices: [
        {
          kind: 'newer-version',
          ...reason('obsoleted', { names: ['RFC 9110'] }),
          url: 'https://www.rfc-editor.org/rfc/rfc9110',
        },
        { kind: 'corrected', ...reason('updated', { names: ['RFC 9111'] }) },
      ],
    });
    expect((await one(REGISTRY_CLIENTS.rfc, { rfc: '2616' }, { title: 'HTTP' }))?.notices).toEqual([]);
    expect(await one(REGISTRY_CLIENTS.rfc, { rfc: '2616' }, {})).toBeUndefined();
  });
});

describe('a record of arXiv', () => {
  const entry = (id: string, more = '') =>
    `<entry><id>http://arxiv.org/abs/${id}</id><title>Tides</title><published>2020-01-01</published>${more}</entry>`;
  const feed = (...entries: readonly string[]) => `<feed>${entries.join('')}</feed>`;

  it('says where it was published', async () => {
    const more = '<arxiv:doi>10.1/P</arxiv:doi><arxiv:journal_ref>Pier Review 4 (2021)</arxiv:journal_ref>';
    expect(
      await one(REGISTRY_CLIENTS.arxiv, { arxiv: '2001.00001' }, feed(entry('2001.00001v1', more))),
    ).toMatchObject({
      record: { doi: '10.1/p' },
      venues: ['Pier Review 4 (2021)'],
      years: [2021],
      notices: [
        {
          kind: 'newer-version',
          ...reason('published', { venue: 'Pier Review 4 (2021)' }),
          url: 'https://doi.org/10.1/p',
        },
      ],
    });
    const bare = await one(
      REGISTRY_CLIENTS.arxiv,
      { arxiv: '2001.00001' },
      feed(entry('2001.00001v1', '<doi>10.1/P</doi>')),
    );
    expect(bare?.notices).toMatchObject([{ cause: 'published', facts: { venue: '' } }]);
  });

  it.each([
    ['<comment>This paper has been withdrawn by the author</comment>', 1],
    ['<summary>This submission has been retracted.</summary>', 1],
    ['<comment>Troops were withdrawn</comment>', 0],
  ])('with %s has %i notices', async (more, count) => {
    const hit = await one(REGISTRY_CLIENTS.arxiv, { arxiv: '2001.00001' }, feed(entry('2001.00001v1', more)));
    expect(hit?.notices).toHaveLength(count);
  });

  it('that is an error, or has no title, is none; what is no feed is a failure', async () => {
    const error = '<entry><id>http://arxiv.org/abs/x</id><title>Error</title></entry>';
    const nameless = '<entry><id>http://arxiv.org/abs/x</id></entry>';
    expect(
      await one(
        REGISTRY_CLIENTS.arxiv,
        { arxiv: '2001.00001' },
        feed(error, nameless, '<entry><title>T</title></entry>'),
      ),
    ).toBeUndefined();
    expect(await over(REGISTRY_CLIENTS.arxiv, ['', '<html/>']).lookup({ arxiv: '2001.00001' })).toMatchObject(
      {
        kind: 'network',
      },
    );
    expect(await over(REGISTRY_CLIENTS.arxiv, ['', 503]).lookup({ arxiv: '2001.00001' })).toMatchObject({
      kind: 'bad-status',
    });
  });

  it('is that of the version cited, else the newest', () => {
    const hit = (arxiv?: string): RegistryHit => ({
      record: arxiv === undefined ? {} : { arxiv },
      via: 'arxiv',
      venues: [],
      url: '',
      open: [],
      notices: [],
    });
    const all = [hit('2001.00001v3'), hit('2001.00001v1')];
    expect(pickVersion('2001.00001v1', all)).toMatchObject([
      { record: { arxiv: '2001.00001v1' }, notices: [{ kind: 'newer-version' }] },
    ]);
    expect(pickVersion('2001.00001', all)).toMatchObject([
      { record: { arxiv: '2001.00001v3' }, notices: [] },
    ]);
    expect(pickVersion('2001.00001v9', all)).toMatchObject([
      { record: { arxiv: '2001.00001v3' }, notices: [] },
    ]);
    expect(pickVersion('2001.00001', [hit()])).toHaveLength(1);
    expect(pickVersion('2001.00001', [])).toEqual([]);
  });
});

describe('a record of PubMed', () => {
  const article = (inside: string, more = '') =>
    `<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>7</PMID><Article><ArticleTitle>Tides.</ArticleTitle>${inside}</Article>${more}</MedlineCitation></PubmedArticle></PubmedArticleSet>`;
  const read = (inside: string, more?: string) =>
    one(REGISTRY_CLIENTS.pubmed, { pmid: '7' }, article(inside, more));

  it('takes the year of the issue, else that of the article', async () => {
    expect((await read('<ArticleDate><Year>2019</Year></ArticleDate>'))?.record.year).toBe(2019);
    expect(
      (
        await read(
          '<Journal><JournalIssue><PubDate><MedlineDate>2018 Mar-Apr</MedlineDate></PubDate></JournalIssue></Journal>',
        )
      )?.record.year,
    ).toBe(2018);
  });

  it('names people, and groups of them', async () => {
    const authors =
      '<AuthorList><Author><LastName>Lee</LastName><Initials>A</Initials></Author><Author><CollectiveName>The Crew</CollectiveName></Author><Author/></AuthorList>';
    expect((await read(authors))?.record.authors).toEqual(['Lee, A', 'The Crew']);
  });

  it('is flagged by its type where no notice is named', async () => {
    const types = (type: string) =>
      `<PublicationTypeList><PublicationType>${type}</PublicationType></PublicationTypeList>`;
    expect((await read(types('Retracted Publication')))?.notices).toEqual([
      { kind: 'retracted', ...reason('retraction', { by: 'PubMed' }) },
    ]);
    expect(await read(types('Published Erratum'))).toMatchObject({ about: true });
    const comments =
      '<CommentsCorrectionsList><CommentsCorrections RefType="RetractionIn"><RefSource>Tides. 2020</RefSource><PMID>8</PMID></CommentsCorrections><CommentsCorrections RefType="ErratumIn"/><CommentsCorrections RefType="Cites"/><CommentsCorrections/></CommentsCorrectionsList>';
    expect((await read(types('Retracted Publication'), comments))?.notices).toEqual([
      {
        kind: 'retracted',
        ...reason('retraction', { by: 'Tides. 2020' }),
        url: 'https://pubmed.ncbi.nlm.nih.gov/8/',
      },
      { kind: 'corrected', ...reason('correction', { by: 'PubMed' }) },
    ]);
  });

  it('is its summary where the article cannot be had', async () => {
    const summary = {
      result: {
        7: {
          uid: '7',
          title: 'RETRACTED: Tides.',
          authors: [{ name: 'Lee A' }, {}],
          epubdate: '2019 Mar',
          articleids: [{ idtype: 'doi', value: '10.1/A' }],
          pubtype: ['Comment'],
        },
      },
    };
    const { lookup } = over(REGISTRY_CLIENTS.pubmed, ['efetch', 500], ['esummary', summary]);
    expect(hitsOf(await lookup({ pmid: '7' }))).toMatchObject([
      {
        record: { pmid: '7', doi: '10.1/a', authors: ['Lee A'], year: 2019 },
        notices: [{ kind: 'retracted' }],
        about: true,
      },
    ]);
    const flagged = { result: { 7: { uid: '7', title: 'Tides', pubtype: ['Retracted Publication'] } } };
    const second = over(REGISTRY_CLIENTS.pubmed, ['efetch', '<PubmedArticleSet/>'], ['esummary', flagged]);
    expect(hitsOf(await second.lookup({ pmid: '7' }))).toMatchObject([{ notices: [{ kind: 'retracted' }] }]);
  });

  it('that could not be asked for is a failure, not an unknown work', async () => {
    expect(
      await over(REGISTRY_CLIENTS.pubmed, ['efetch', '<html>busy</html>'], ['esummary', {}]).lookup({
        pmid: '7',
      }),
    ).toMatchObject({
      kind: 'network',
    });
    expect(
      await over(REGISTRY_CLIENTS.pubmed, ['efetch', 500], ['esummary', 500]).lookup({ pmid: '7' }),
    ).toMatchObject({
      kind: 'bad-status',
    });
    expect(
      await over(REGISTRY_CLIENTS.pubmed, ['efetch', ''], ['esummary', {}]).lookup({ pmid: '7' }),
    ).toEqual([]);
    expect(await over(REGISTRY_CLIENTS.pubmed, ['esearch', 429]).search({})).toMatchObject({
      kind: 'blocked',
    });
  });

  it('is searched without the operators of its language', async () => {
    expect(await searchFor(REGISTRY_CLIENTS.pubmed, { title: 'Tides AND "moon" [a]' })).toMatch(
      /term=Tides and moon a\[ti\]/,
    );
    const ids = { esearchresult: { idlist: ['7', 'x; drop', '12345678901'] } };
    const { asked, search } = over(REGISTRY_CLIENTS.pubmed, ['esearch', ids], ['esummary', {}]);
    expect(await search({})).toEqual([]);
    expect(asked[1]).toMatch(/id=7$/);
  });
});
