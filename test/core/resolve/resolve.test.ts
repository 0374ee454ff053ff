import { say, fail } from '../../../src/core/causes';
import { isFailure } from '../../../src/core/model';
import { describe, expect, it } from 'vitest';
import type { Source, Target, Work } from '../../../src/core/model';
import { find, parseTarget, probe, resolve, type ResolveOptions } from '../../../src/core/resolve';
import { fakePorts, MapCache, type CannedPage } from '../../fakes';
import { recorded, RegistryWeb, type Reply } from './registryWeb';

const signal = new AbortController().signal;
const down = fail('refused');

type Given = {
  replies?: Readonly<Record<string, Reply>>;
  pages?: Readonly<Record<string, CannedPage>>;
  options?: ResolveOptions;
};

function setUp({ replies = {}, pages = {}, options = {} }: Given) {
  const web = new RegistryWeb(replies, pages);
  const ports = fakePorts({ web, cache: new MapCache() });
  const target = (what: string | Target): Target => {
    const parsed = typeof what === 'string' ? parseTarget(what) : what;
    if (isFailure(parsed)) throw new Error(say(parsed));
    return parsed;
  };
  return {
    web,
    ports,
    resolve: (what: string | Target, more: ResolveOptions = {}) =>
      resolve(target(what), ports, { ...options, ...more }, signal),
    probe: (what: string | Target) => probe(target(what), ports, signal),
  };
}
const work = (fields: Work): Target => ({ kind: 'work', ...fields });

const DOI = '10.5555/lamp.1911.7';
const LAMP = { 'crossref /works/10.5555/lamp.1911.7': recorded('crossref-work.json') };
const FULL = `Colour of coastal lamps and the sleep of Larus argentatus\n${'Gulls were observed for ninety nights. '.repeat(100)}`;

describe('a DOI', () => {
  it('resolves to its record and abstract if there is no open text', async () => {
    const source = await setUp({ replies: LAMP }).resolve(DOI);
    expect(source).toMatchObject({
      depth: 'abstract',
      via: 'crossref',
      location: 'https://doi.org/10.5555/lamp.1911.7',
      text: expect.stringContaining('Gulls slept 12 % longer') as string,
      record: { year: 2019 },
      notices: [{ kind: 'retracted' }, { kind: 'corrected' }],
    });
  });

  it('resolves to the open full text, but only if that is the work', async () => {
    const replies = { ...LAMP, 'openalex /works/doi:': recorded('openalex.json') };
    const pdf = 'https://repository.example/lamp.pdf';
    const found = await setUp({
      replies,
      pages: { [pdf]: { text: FULL, url: pdf, contentType: 'application/pdf', pages: [0, 900] } },
    }).resolve(DOI);
    expect(found).toMatchObject({
      depth: 'full',
      via: 'openalex',
      location: pdf,
      pages: [0, 900],
      text: FULL,
    });
    for (const page of ['Another article altogether. '.repeat(200), 'Please log in.', fail('timeout')]) {
      const { resolve: go } = setUp({ replies, pages: { [pdf]: page } });
      const { depth, notices } = (await go(DOI)) as Source;
      const isKept = notices.every(({ kind }) => kind !== 'incomplete');
      expect([depth, isKept]).toEqual(['abstract', typeof page === 'string']);
    }
  });

  it('resolves to the open article of Europe PMC', async () => {
    const article = `<article><front><article-title>Colour of coastal lamps and the sleep of Larus argentatus</article-title></front><body>${'<sec><title>S</title><p>Gulls slept.</p></sec>'.repeat(300)}</body><back><ref-list><p>Not text</p></ref-list></back></article>`;
    const replies = {
      ...LAMP,
      'openalex /works/doi:': recorded('openalex.json'),
      'europepmc /europepmc/webservices/rest/PMC6500001/fullTextXML': article,
    };
    const source = await setUp({ replies }).resolve(DOI);
    expect(source).toMatchObject({ depth: 'full', via: 'europepmc' });
    expect(source).toHaveProperty('text', expect.not.stringContaining('Not text'));
  });

  it('resolves to the open copy that Unpaywall has, if the user gave a contact', async () => {
    const copy = 'https://archive.example/lamp.pdf';
    const closed = recorded('crossref-work.json').replace('creativecommons.org', 'closed.example');
    const replies = {
      crossref: closed,
      'unpaywall /v2/10.5555/lamp.1911.7?email=me%40my.example': JSON.stringify({
        best_oa_location: { url_for_pdf: copy },
      }),
    };
    const pages = { [copy]: FULL };
    expect(await setUp({ replies, pages }).resolve(DOI)).toMatchObject({ depth: 'abstract' });
    const options = { contact: 'me@my.example' };
    expect(await setUp({ replies, pages, options }).resolve(DOI)).toMatchObject({
      depth: 'full',
      via: 'unpaywall',
      location: copy,
    });
  });

  it('matches the cited work with other accents, and without the subtitle', async () => {
    const { resolve: go } = setUp({ replies: LAMP });
    const cited = {
      doi: DOI,
      title: 'COLOUR OF COASTAL LAMPS AND THE SLEEP OF LARUS ARGENTATUS',
      authors: ['Muller, J.', 'de la Cruz, A. M.'],
      year: 2018,
    };
    expect(await go(work(cited))).toMatchObject({ depth: 'abstract' });
  });

  it('is looked up at DataCite and doi.org if Crossref does not know it', async () => {
    const { resolve: go, web } = setUp({
      replies: { 'datacite /dois/10.5072/buoys': recorded('datacite.json') },
    });
    expect(await go('10.5072/buoys')).toMatchObject({
      via: 'datacite',
      notices: [{ kind: 'newer-version' }],
    });
    expect(web.asked.slice(0, 3)).toEqual([
      'crossref /works/10.5072/buoys',
      'datacite /dois/10.5072/buoys',
      'doi /10.5072/buoys',
    ]);
    expect(
      await setUp({ replies: { 'doi /10.1400/medra.1': recorded('csl.json') } }).resolve('10.1400/medra.1'),
    ).toMatchObject({ depth: 'metadata', text: expect.stringContaining('Fari e segnali') as string });
  });

  it('is not missing while doi.org, which knows all agencies, does not say so', async () => {
    const agency = { url: 'https://agency.example/', status: 404, body: '', isElsewhere: true };
    for (const doi of [down, '<html>', agency])
      expect(await setUp({ replies: { doi } }).resolve('10.5555/nothing')).toMatchObject({ kind: 'network' });
    expect(
      await setUp({ replies: { crossref: down, datacite: down } }).resolve('10.5555/nothing'),
    ).toMatchObject({ kind: 'not-found' });
  });

  it('is looked up at OpenAlex only if the registries that would know do not answer', async () => {
    const dead = { crossref: down, datacite: down, doi: down };
    const { resolve: go, web } = setUp({
      replies: { ...dead, 'openalex /works/doi:': recorded('openalex.json') },
    });
    expect(await go(DOI)).toMatchObject({
      via: 'openalex',
      notices: [{ kind: 'retracted' }, { kind: 'incomplete' }],
    });
    expect(web.asked).toContain('openalex /works/doi:10.5555/lamp.1911.7');
    const { resolve: none, web: quiet } = setUp({});
    await none('10.5555/nothing');
    expect(quiet.asked.some((url) => url.startsWith('openalex'))).toBe(false);
  });

  it('is found although a registry fails, with a notice', async () => {
    const source = await setUp({
      replies: { crossref: 503, 'doi /10.5555/lamp.1911.7': recorded('csl.json') },
    }).resolve(DOI);
    expect(source).toMatchObject({
      title: 'Fari e segnali',
      notices: [{ kind: 'incomplete', facts: { names: ['Crossref'] } }],
    });
  });
});

describe('other identifiers', () => {
  it('resolve to a record of their registry', async () => {
    const replies = {
      'pubmed /entrez/eutils/efetch.fcgi': recorded('efetch.xml'),
      arxiv: recorded('arxiv.xml'),
      'openlibrary /api/books': recorded('books.json'),
      'rfc /rfc/rfc793.json': recorded('rfc.json'),
      'rfc /rfc/rfc793.txt': `RFC 793\n${'TCP is a protocol. '.repeat(200)}`,
    };
    const { resolve: go } = setUp({ replies });
    expect(await go('PMID: 31000001')).toMatchObject({
      via: 'pubmed',
      depth: 'abstract',
      notices: [{ kind: 'retracted' }],
    });
    expect(await go('arXiv:2301.00042v1')).toMatchObject({
      via: 'arxiv',
      depth: 'abstract',
      notices: [{ kind: 'newer-version' }],
    });
    expect(await go('10.48550/arXiv.2301.00042')).toMatchObject({ via: 'arxiv' });
    expect(await go('ISBN 978-0-306-40615-7')).toMatchObject({ via: 'openlibrary', depth: 'metadata' });
    expect(await go('RFC 793')).toMatchObject({
      via: 'rfc',
      depth: 'full',
      notices: [{ kind: 'newer-version' }, { kind: 'corrected' }],
    });
  });

  it('resolve to the preprint itself if it can be read', async () => {
    const pdf = 'https://arxiv.org/pdf/2301.00042v3';
    const { resolve: go } = setUp({
      replies: { arxiv: recorded('arxiv.xml') },
      pages: { [pdf]: `On the flick-\ner of lamps\n${'Flicker. '.repeat(400)}` },
    });
    expect(await go('arXiv:2301.00042')).toMatchObject({ via: 'arxiv', depth: 'full', location: pdf });
  });
});

describe('a reference without an identifier', () => {
  const replies = {
    'crossref /works?': recorded('crossref-search.json'),
    'openalex /works?': '{"results":[]}',
  };

  it('is found among candidates that include notices and a second part', async () => {
    const { resolve: go, web } = setUp({ replies });
    expect(
      await go(
        'Holm, I., & As, P. (2015). Fog signals and the navigation of small craft. Journal of Coastal Light.',
      ),
    ).toMatchObject({ record: { doi: '10.5555/fog.0' } });
    expect(web.asked.slice(0, 3)).toEqual([
      'crossref /works',
      'openalex /works',
      'pubmed /entrez/eutils/esearch.fcgi',
    ]);
    expect(
      await go(
        'Holm, I., & As, P. (2015). Fog signals and the navigation of small craft: Part II. Journal of Coastal Light.',
      ),
    ).toMatchObject({ record: { doi: '10.5555/fog.2' } });
  });

  it('is wrong-work if the closest record differs, with the fields', async () => {
    const { resolve: go } = setUp({ replies });
    expect(
      await go(
        'Silva, P., & Sato, Y. (2015). Fog signals and the navigation of small craft. Journal of Coastal Light.',
      ),
    ).toMatchObject({
      kind: 'wrong-work',
      cause: 'closest_record',
      record: { doi: '10.5555/fog.0' },
      facts: { fields: [{ cause: 'field_authors' }] },
    });
    expect(
      await go(
        'Holm, I., & Ås, P. (2015). Fog signals and the navigation of large craft. Journal of Coastal Light.',
      ),
    ).toMatchObject({ kind: 'wrong-work', facts: { fields: [{ cause: 'field_title' }] } });
  });

  it('is searched elsewhere if the first registries fail', async () => {
    const only = {
      crossref: down,
      openalex: 500,
      pubmed: down,
      'semanticscholar /graph/v1/paper/search': `{"data":[${recorded('semanticscholar.json')}]}`,
    };
    expect(
      await setUp({ replies: only }).resolve('Holm, I., & Ås, P. (2023). On the flicker of lamps. NeurIPS.'),
    ).toMatchObject({
      via: 'semanticscholar',
      notices: [
        {
          kind: 'incomplete',
          facts: { names: expect.arrayContaining(['Crossref', 'OpenAlex', 'PubMed']) as string[] },
        },
      ],
    });
  });
});

describe('the cache', () => {
  it('saves a second run every request, for sources and for missing ones', async () => {
    const { resolve: go, web } = setUp({ replies: LAMP, pages: { 'https://a.example/': 'Text' } });
    const targets = ['10.5555/lamp.1911.7', 'https://a.example/', '10.5555/nothing'];
    const first = await Promise.all(targets.map((t) => go(t)));
    const asked = web.calls.length;
    expect(await Promise.all(targets.map((t) => go(t)))).toEqual(first);
    expect(web.calls).toHaveLength(asked);
  });

  it('never keeps a temporary failure', async () => {
    const { resolve: go, ports } = setUp({
      pages: { 'https://a.example/': down, 'https://b.example/': fail('dns_not_found') },
      replies: { crossref: down, datacite: down, doi: down },
    });
    for (const page of ['https://a.example/', 'https://b.example/']) await go(page);
    await go('10.5555/x');
    expect(ports.cache.entries.size).toBe(0);
  });

  it('gives a notice that a source has changed, even after the old text has expired', async () => {
    const pages: Record<string, CannedPage> = { 'https://a.example/': 'Old text' };
    const { resolve: go, ports } = setUp({ pages });
    await go('https://a.example/');
    const expire = () => {
      for (const key of ports.cache.entries.keys())
        if (key.startsWith('source')) ports.cache.entries.delete(key);
    };
    pages['https://a.example/'] = ' Old  text\n';
    expire();
    expect(await go('https://a.example/')).toMatchObject({ notices: [] });
    pages['https://a.example/'] = 'New text';
    expire();
    expect(await go('https://a.example/')).toMatchObject({
      text: 'New text',
      notices: [{ kind: 'changed', facts: { date: '2026-01-01' } }],
    });
  });

  it('ignores an entry with another shape', async () => {
    const { resolve: go, ports } = setUp({ pages: { 'https://a.example/': 'Text' } });
    const whole = await go('https://a.example/');
    const why = { kind: 'changed', cause: 'text_changed', facts: {} };
    for (const wrong of [
      { text: 5 },
      { kind: 'constructor', cause: 'not_found', facts: {} },
      { kind: 'not-found', cause: 'not_found', facts: { host: {} } },
      { kind: 'not-found', cause: 'not_found', facts: {}, also: { cause: 'x' } },
      { ...whole, notices: [{ ...why, facts: { date: [null] } }] },
      { ...whole, notices: [{ ...why, date: 7 }] },
      { ...whole, record: { title: 5 } },
      { ...whole, errors: [{ registry: 'crossref', failure: {} }] },
    ]) {
      for (const key of ports.cache.entries.keys()) ports.cache.entries.set(key, wrong);
      expect(await go('https://a.example/')).toEqual(whole);
    }
  });
});

describe('probe', () => {
  it('asks whether the target exists, and reads nothing', async () => {
    const { probe: go, web } = setUp({ replies: LAMP, pages: { 'https://a.example/': 'Text' } });
    expect(await go('https://a.example/')).toMatchObject({ location: 'https://a.example/' });
    expect(await go(DOI)).toMatchObject({ location: 'https://doi.org/10.5555/lamp.1911.7' });
    expect(web.calls.map((c) => c.kind)).toEqual(['probe', 'query']);
    expect(web.calls.map((c) => c.options?.links)).toEqual([true, true]);
  });
});

describe('a cancel', () => {
  it('ends at once, sends nothing and stores nothing', async () => {
    const stop = new AbortController();
    stop.abort();
    const web = new RegistryWeb(LAMP);
    const ports = fakePorts({ web, cache: new MapCache() });
    for (const target of [
      work({ doi: DOI }),
      work({ title: 'Fog signals' }),
      { kind: 'url', url: 'https://a.example/' } as const,
    ])
      expect(await resolve(target, ports, {}, stop.signal)).toMatchObject({ kind: 'cancelled' });
    expect(web.calls).toEqual([]);
    expect(ports.cache.entries.size).toBe(0);
  });
});

describe('find', () => {
  it('returns each paper once, within the years, with the registry that failed', async () => {
    const replies = {
      'crossref /works?': recorded('crossref-search.json'),
      'openalex /works?': 503,
      'pubmed /entrez/eutils/esearch.fcgi': recorded('esearch.json'),
      'pubmed /entrez/eutils/esummary.fcgi': recorded('esummary.json'),
    };
    const ports = fakePorts({ web: new RegistryWeb(replies) });
    const found = await find('lamps', ports, { from: 2015, to: 2019, limit: 3 }, signal);
    if (isFailure(found)) throw new Error(say(found));
    expect(found.papers.map((p) => p.record.doi)).toEqual([
      '10.5555/fog.0',
      '10.5555/lamp.1911.7',
      '10.5555/fog.2',
    ]);
    expect(found.errors).toMatchObject([
      { registry: 'OpenAlex', failure: { cause: 'server_error', facts: { status: 503 } } },
    ]);
  });

  it.each([down, fail('dns_not_found')])('fails only if no registry answers: $cause', async (failure) => {
    const replies = { crossref: failure, openalex: failure, pubmed: failure };
    expect(await find('lamps', fakePorts({ web: new RegistryWeb(replies) }), {}, signal)).toMatchObject({
      kind: 'network',
    });
  });
});
