/** Which record a reference means, in words: what differs, who was asked, and who did not answer. */
import { fail, reason } from '../../../src/core/causes';
import { describe, expect, it } from 'vitest';
import type { Failure, Target, Work } from '../../../src/core/model';
import { find, resolve } from '../../../src/core/resolve';
import { describe as inWords } from '../../../src/core/resolve/identify';
import { searching } from '../../../src/core/resolve/registry';
import { fakePorts, never } from '../../fakes';
import { RegistryWeb, type Reply } from './registryWeb';

const work = (fields: Work): Target => ({ kind: 'work', ...fields });
const found = (fields: Work, replies: Readonly<Record<string, Reply>>, signal = never) =>
  resolve(work(fields), fakePorts({ web: new RegistryWeb(replies) }), {}, signal);
const crossref = (...items: readonly object[]) => JSON.stringify({ message: { items } });
const TIDES = {
  DOI: '10.1000/tides',
  title: ['Tide tables of the northern harbour'],
  author: [
    { family: 'Lee', given: 'Ann' },
    { family: 'Poe', given: 'Ida' },
  ],
  issued: { 'date-parts': [[2019]] },
  'container-title': ['Journal of Piers'],
};
const CITED = { title: 'Tide tables of the northern harbour', authors: ['Lee, Ann', 'Poe, Ida'], year: 2019 };
const GULLS = { ...TIDES, DOI: '10.1000/gulls', title: ['The sleep of coastal gulls'] };
/** OpenAlex has answered, and lists nothing. */
const NOTHING = { 'openalex /works?': '{"results":[]}' };
/** Crossref and OpenAlex list nothing. */
const UNLISTED = { 'crossref /works?': crossref(), ...NOTHING };
const BY_DOI = { 'crossref /works/': JSON.stringify({ message: TIDES }) };
const slow: Failure = fail('timeout');
const lost: Failure = fail('refused');

describe('inWords', () => {
  it.each<[Work, string]>([
    [{}, '…'],
    [{ title: 'Tides' }, '“Tides”'],
    [{ title: 'Tides', authors: ['Lee, Ann'], year: 2019 }, '“Tides”, Lee, 2019'],
    [{ authors: ['Lee, Ann', 'Poe, Ida'] }, '…, Lee et al.'],
  ])('writes %j as %s', (fields, expected) => expect(inWords(fields)).toBe(expected));
});

describe('a DOI whose record is another work', () => {
  it('is wrong-work, with the record and the fields that differ', async () => {
    const cited = {
      doi: '10.1000/tides',
      title: 'The sleep of coastal gulls',
      authors: ['Ray, Jo'],
      year: 1999,
    };
    expect(await found(cited, BY_DOI)).toEqual({
      ...fail('wrong_work', {
        label: 'DOI 10.1000/tides',
        work: '“Tide tables of the northern harbour”, Lee et al., 2019, Journal of Piers',
        fields: [reason('field_title'), reason('field_authors'), reason('field_year')],
      }),
      record: expect.objectContaining({ title: 'Tide tables of the northern harbour' }) as Work,
    });
    expect(await found({ doi: '10.1000/tides', year: 1999 }, BY_DOI)).toMatchObject({
      facts: { fields: [reason('field_year')] },
    });
  });
});

describe('a registry without a search at its address', () => {
  it.each([404, 410])('is unreachable: HTTP %i never means that a work is unlisted', async (status) => {
    const web = new RegistryWeb({ '': status });
    const ask = (path: string) => web.query('crossref', path, never);
    const failure = fail('unexpected_status', { host: 'crossref.example', status });
    expect(await searching(ask)('/works?query=tides')).toEqual(failure);
    // Where nobody has answered nothing is known of the work.
    expect(await found(CITED, { '': status })).toMatchObject({
      kind: 'network',
      also: { cause: 'no_answer_from' },
    });
    expect(await find(CITED.title, fakePorts({ web }), {}, never)).toEqual({ ...failure, kind: 'network' });
  });

  it('does not affect the answers of others', async () => {
    expect(await found(CITED, { 'crossref /works?': crossref(TIDES) })).toMatchObject({ via: 'crossref' });
    expect(await found(CITED, UNLISTED)).toMatchObject({ kind: 'not-found' });
  });
});

describe('an unknown identifier', () => {
  it('is not registered only if a registry that would know says so', async () => {
    expect(await found({ pmid: '7' }, { pubmed: slow, europepmc: lost })).toMatchObject(
      fail('timeout', {}, 'network'),
    );
    expect(await found({ pmid: '7' }, { pubmed: slow, europepmc: '{}' })).toMatchObject({ kind: 'network' });
    const [preprint, empty] = [{ arxiv: '2001.00001' }, { arxiv: '<feed></feed>' }];
    expect(await found(preprint, { ...empty, datacite: slow })).toMatchObject({ kind: 'network' });
    expect(await found(preprint, empty)).toMatchObject({ cause: 'not_registered' });
    const none = '{"resultList":{"result":[]}}';
    const asked = { label: 'PMID 7', asked: ['Europe PMC'] };
    expect(await found({ pmid: '7' }, { pubmed: slow, europepmc: none })).toMatchObject({
      ...fail('not_registered', asked),
    });
  });

  it('is not called wrong if it is of a book, because no registry has all', async () => {
    const book = { isbn: '9780306406157' };
    const unlisted = { label: 'ISBN 9780306406157', asked: ['Open Library', 'Crossref'] };
    const none = { crossref: crossref(), 'openlibrary /api': '{}' };
    expect(await found(book, none)).toMatchObject(fail('unlisted', unlisted));
    const listed = { ...none, 'crossref /works?query': crossref(TIDES) };
    expect(await found({ ...CITED, ...book }, listed)).toMatchObject({ notices: [{ kind: 'incomplete' }] });
  });

  it('is a network failure if the registry does not resolve', async () => {
    expect(await found({ rfc: '7' }, { rfc: fail('dns_not_found') })).toMatchObject({ kind: 'network' });
  });

  it('is not looked up without network access, or after a cancel', async () => {
    const closed: Failure = fail('disabled');
    expect(await found({ doi: '10.1000/x' }, { crossref: closed })).toEqual(closed);
    expect(await found({ title: CITED.title }, { crossref: closed })).toEqual(closed);
    expect(await found({ doi: '10.1000/x' }, {}, AbortSignal.abort())).toMatchObject({ kind: 'cancelled' });
  });
});

describe('an identifier of another work', () => {
  const SEARCH = { 'crossref /works?': crossref(TIDES), ...NOTHING };
  const wrong = (cause: string, facts: object) => ({
    record: { doi: '10.1000/tides' },
    notices: expect.arrayContaining([
      expect.objectContaining({
        kind: 'doi-differs',
        cause,
        facts: expect.objectContaining(facts) as object,
      }),
    ]) as object[],
  });
  const work = expect.stringContaining('DOI 10.1000/tides') as string;

  it('is reported with the correct one if nobody has registered it', async () => {
    expect(await found({ ...CITED, doi: '10.1000/ebb' }, SEARCH)).toMatchObject(
      wrong('identifier_dead', { label: 'DOI 10.1000/ebb', work }),
    );
  });

  it('is reported as truncated if the correct one begins with it', async () => {
    expect(await found({ ...CITED, doi: '10.1000/ti' }, SEARCH)).toMatchObject(
      wrong('identifier_cut', { work }),
    );
  });

  it('is reported with the work that it belongs to', async () => {
    const message = { ...GULLS, author: [{ family: 'Ray' }] };
    const replies = { ...SEARCH, 'crossref /works/10.1000/gulls': JSON.stringify({ message }) };
    expect(await found({ ...CITED, doi: '10.1000/gulls' }, replies)).toMatchObject(
      wrong('identifier_taken', { other: expect.stringContaining('gulls') as string, work }),
    );
  });

  it('is not taken by a record that a registry sends for another DOI, unless that is the work', async () => {
    const sent = (item: object) => ({ 'crossref /works/': JSON.stringify({ message: item }) });
    const dead = { ...CITED, doi: '10.1000/ebb' };
    const lookedUp = await found(dead, { ...sent(GULLS), datacite: lost, 'doi /': lost, openalex: lost });
    expect(lookedUp).toMatchObject({ kind: 'network', cause: 'bad_response', facts: { host: 'Crossref' } });
    expect(await found(dead, sent(TIDES))).toMatchObject({ record: { doi: '10.1000/tides' } });
  });

  it('is reported as malformed if it cannot be read', async () => {
    const raw = 'Lee, A., & Poe, I. (2019). Tide tables of the northern harbour. doi:10.1/';
    expect(await found({ ...CITED, raw }, SEARCH)).toMatchObject(wrong('identifier_malformed', { work }));
    expect(await found({ ...CITED, malformedDoi: '10.1000' }, SEARCH)).toMatchObject(
      wrong('identifier_malformed', { label: 'DOI 10.1000' }),
    );
  });

  it('is not registered if the work is not found by its text', async () => {
    expect(await found({ ...CITED, doi: '10.1000/ebb' }, UNLISTED)).toMatchObject({ kind: 'not-found' });
    expect(await found({ doi: '10.1000/ebb' }, SEARCH)).toMatchObject({ kind: 'not-found' });
  });
});

describe('an arXiv DOI', () => {
  it('is looked up at arXiv first', async () => {
    const entry =
      '<feed><entry><id>http://arxiv.org/abs/2001.00001v1</id><title>Tides</title><summary>They rise.</summary></entry></feed>';
    expect(await found({ doi: '10.48550/arXiv.2001.00001' }, { arxiv: entry })).toMatchObject({
      via: 'arxiv',
    });
  });
});

describe('a reference without an identifier', () => {
  const { title } = CITED;

  it('is not sent to any registry if it names nothing', async () => {
    const vague = [
      {},
      { raw: '@misc{k,' },
      { raw: '…' },
      { title: '—' },
      { raw: 'Lee (2020)', authors: ['Lee'], year: 2020 },
    ];
    for (const fields of vague) expect(await found(fields, {})).toMatchObject(fail('left_open'));
  });

  it('is never unlisted if it may be a remark, and not sent if it is long', async () => {
    const remark = 'I owe this point to a friend of the harbour';
    expect(await found({ raw: `${remark}.`, title: remark }, UNLISTED)).toMatchObject(fail('left_open'));
    const named = { raw: 'Kant and Hegel are discussed in the harbour.', authors: ['Kant', 'Hegel'] };
    expect(await found(named, UNLISTED)).toMatchObject(fail('left_open'));
    const long = { raw: `${remark}, `.repeat(5), title: remark };
    expect(await found(long, {})).toMatchObject(fail('left_open'));
    const quoted = { raw: `“${title}”, 2001.`, title, year: 2001 };
    expect(await found(quoted, UNLISTED)).toMatchObject(fail('unlisted'));
  });

  it('is sent without its URLs', async () => {
    const web = new RegistryWeb({ 'crossref /works?': crossref(TIDES) });
    const target = work({
      raw: `Lee, A. (2019). ${title}. <https://a.example/secret?x=1>`,
      title,
      year: 2019,
    });
    expect(await resolve(target, fakePorts({ web }), {}, never)).toMatchObject({
      record: { doi: '10.1000/tides' },
    });
    expect(decodeURIComponent(web.calls.map(({ url }) => url).join('\n'))).not.toMatch(/a\.example|[<>]/);
  });

  it('is found without a title if only one record has everything it names', async () => {
    const raw = 'Lee, A.; Poe, I. Journal of Piers 2019.';
    const cited = { raw, authors: ['Lee, A.', 'Poe, I.'], year: 2019, venue: 'Journal of Piers' };
    const of = (...items: object[]) => found(cited, { 'crossref /works?': crossref(...items), ...NOTHING });
    expect(await of(TIDES)).toMatchObject({ record: { doi: '10.1000/tides' } });
    expect(await of(TIDES, GULLS)).toMatchObject({ kind: 'not-found' });
    expect(await of({ ...TIDES, page: '12-19' })).toMatchObject({ kind: 'not-found' });
  });

  it('is unlisted if no registry has it, with those that did not answer', async () => {
    expect(await found({ title }, { ...UNLISTED, pubmed: slow })).toMatchObject({
      kind: 'not-found',
      cause: 'unlisted',
      facts: { asked: expect.arrayContaining(['Crossref', 'OpenAlex']) as string[] },
      also: { cause: 'no_answer_from', facts: { names: expect.arrayContaining(['PubMed']) as string[] } },
      errors: expect.arrayContaining([{ registry: 'PubMed', failure: slow }]) as object[],
    });
  });

  it.each(['crossref', 'openalex'])('is not unlisted while %s does not answer', async (silent) => {
    const replies = { ...UNLISTED, [`${silent} /works?`]: 500 };
    expect(await found({ title }, replies)).toMatchObject({
      kind: 'network',
      cause: 'server_error',
      errors: expect.arrayContaining([
        expect.objectContaining({ failure: expect.anything() as object }),
      ]) as object[],
    });
    const other = { title, authors: ['Ray, Jo', 'Sun, Li'], year: 2019 };
    const near = {
      ...replies,
      [silent === 'crossref' ? 'openalex /works?' : 'crossref /works?']: crossref(TIDES),
    };
    expect(await found(other, near)).toMatchObject({ kind: 'network' });
  });

  it('is unlisted if Semantic Scholar answers in place of OpenAlex', async () => {
    const replies = { 'crossref /works?': crossref(), openalex: slow, semanticscholar: '{"data":[]}' };
    expect(await found({ title }, replies)).toMatchObject({ kind: 'not-found' });
  });

  it('is not unlisted while arXiv does not answer, if it names arXiv', async () => {
    const replies = { ...UNLISTED, arxiv: slow };
    expect(await found({ title, venue: 'arXiv preprint' }, replies)).toMatchObject({ kind: 'network' });
  });

  it('has the registries that failed beside its record', async () => {
    const replies = { 'crossref /works?': crossref(TIDES), openalex: 500 };
    expect(await found({ title, authors: ['Lee, Ann'] }, replies)).toMatchObject({
      record: { doi: '10.1000/tides' },
      errors: expect.arrayContaining([expect.objectContaining({ registry: 'OpenAlex' })]) as object[],
    });
  });

  it('has a notice with both values of a field that differs', async () => {
    const replies = { 'crossref /works?': crossref(TIDES), ...NOTHING };
    expect(await found({ ...CITED, year: 2018 }, replies)).toMatchObject({
      notices: expect.arrayContaining([
        {
          kind: 'differs',
          ...reason('differs', { field: reason('field_year'), cited: '2018', recorded: '2019' }),
        },
      ]) as object[],
    });
  });

  it.each([slow, fail('dns_not_found')])(
    'is a network failure if no registry answers: $cause',
    async (unasked) => {
      const all = ['crossref', 'openalex', 'pubmed', 'semanticscholar', 'arxiv', 'europepmc', 'openlibrary'];
      expect(await found({ title }, Object.fromEntries(all.map((name) => [name, unasked])))).toMatchObject({
        kind: 'network',
        cause: unasked.cause,
        also: { facts: { names: expect.arrayContaining(['Crossref']) as string[] } },
      });
    },
  );
});
