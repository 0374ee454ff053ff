/** What holds of every registry, and of the order in which they are asked; `cases/` has their requests and records. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fail } from '../../../../src/core/causes';
import type { Work } from '../../../../src/core/model';
import { ARXIV_DOI, labelOf, REGISTRIES, ROUTES } from '../../../../src/core/resolve/registries';
import { pickVersion } from '../../../../src/core/resolve/registries/arxiv';
import type { RegistryHit } from '../../../../src/core/resolve/registry';
import { over } from './cases';

const WORK: Work = {
  doi: '10.1000/x',
  arxiv: '2301.00042',
  pmid: '1',
  pmcid: 'PMC1',
  isbn: '9780306406157',
  rfc: '1',
};

describe('every registry', () => {
  const all = Object.values(REGISTRIES);

  it.each(all.map((registry) => [registry.label, registry] as const))(
    '%s: 404 is none, 429 and 5xx and prose are failures, as is one of the connection',
    async (_, registry) => {
      const answered = async (body: Parameters<typeof over>[1][1]) => over(registry, ['', body]).lookup(WORK);
      expect(await answered(404)).toEqual([]);
      expect(await answered(429)).toMatchObject({ kind: 'blocked', cause: 'rate_limited' });
      expect(await answered(503)).toMatchObject({ kind: 'bad-status', cause: 'server_error' });
      expect(await answered('We are down.')).toMatchObject({ kind: 'network', cause: 'bad_response' });
      expect(await answered(fail('refused'))).toMatchObject(fail('refused'));
    },
  );

  it.each([
    'null',
    '[1]',
    '{}',
    '{"error":"busy"}',
    '{"message":{"items":[{}]},"results":[7],"data":[{}],"docs":[[]]}',
  ])('takes JSON that is no list of records for no answer: %s', async (body) => {
    const searched = all.filter((registry) => registry.search && registry.label !== 'arXiv');
    for (const registry of searched)
      expect(await over(registry, ['', body]).search({ title: 'T' })).toMatchObject({
        cause: 'bad_response',
      });
    expect(searched.length).toBeGreaterThan(5);
  });

  it('accepts any JSON or XML without an exception', async () => {
    const bodies = fc.oneof(
      fc.json(),
      fc.constantFrom(
        '{}',
        '[]',
        'null',
        '{"message":{"items":[null,1,{"title":[{}]}]}}',
        '{"results":[{"title":5}]}',
        '{"data":[[]]}',
        '<feed><entry/></feed>',
        '<PubmedArticleSet><PubmedArticle/></PubmedArticleSet>',
      ),
    );
    await fc.assert(
      fc.asyncProperty(bodies, fc.constantFrom(...all), async (body, registry) => {
        const asked = over(registry, ['', body]);
        expect(await asked.lookup(WORK)).toBeDefined();
        await asked.search({ title: 'T' });
      }),
      { numRuns: 300 },
    );
  });
});

it('a route is named by its identifier', () => {
  const work = { ...WORK, pii: 'S1' };
  expect(ROUTES.map((route) => labelOf(route, work))).toEqual([
    'DOI 10.1000/x',
    'PMID 1',
    'PMC1',
    'arXiv:2301.00042',
    'ISBN 9780306406157',
    'PII S1',
    'RFC 1',
  ]);
  expect(ARXIV_DOI.exec('10.48550/arXiv.2001.00001')?.[1]).toBe('2001.00001');
});

it('PubMed is asked for the summaries of well-formed numbers only', async () => {
  const ids = JSON.stringify({ esearchresult: { idlist: ['7', 'x; drop', '12345678901'] } });
  const { asked, search } = over(
    REGISTRIES.pubmed,
    ['esearch', ids],
    ['esummary', '{"result":{"7":{"error":"-"}}}'],
  );
  expect(await search({})).toEqual([]);
  expect(asked[1]).toMatch(/id=7$/);
});

describe('the version of a preprint', () => {
  const hit = (arxiv?: string): RegistryHit => ({
    record: arxiv === undefined ? {} : { arxiv },
    via: 'arxiv',
    venues: [],
    url: '',
    open: [],
    notices: [],
  });
  const all = [hit('2001.00001v3'), hit('2001.00001v1')];

  it.each([
    ['2001.00001v1', '2001.00001v1', ['newer-version']],
    ['2001.00001', '2001.00001v3', []],
    ['2001.00001v9', '2001.00001v3', []],
  ])('for %s is %s', (cited, arxiv, notices) => {
    const picked = pickVersion(cited, all);
    expect(picked).toMatchObject([{ record: { arxiv } }]);
    expect(picked[0]?.notices.map(({ kind }) => kind)).toEqual(notices);
  });

  it('is the only one, or none', () => {
    expect(pickVersion('2001.00001', [hit()])).toHaveLength(1);
    expect(pickVersion('2001.00001', [])).toEqual([]);
  });
});
