/** Which record a reference means, in words: what differs, who was asked, and who did not answer. */
import { describe, expect, it } from 'vitest';
import type { Failure, Target, Work } from '../../../src/core/model';
import { find, resolve } from '../../../src/core/resolve';
import { describe as inWords } from '../../../src/core/resolve/identify';
import { searching } from '../../../src/core/resolve/registry';
import { fakePorts } from '../../fakes';
import { RegistryWeb, type Reply } from './registryWeb';

const never = new AbortController().signal;
const work = (fields: Work): Target => ({ kind: 'work', ...fields });
const found = (fields: Work, replies: Readonly<Record<string, Reply>>, signal = never) =>
  resolve(work(fields), fakePorts({ web: new RegistryWeb(replies) }), { fresh: true }, signal);
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
const BY_DOI = { 'crossref /works/': JSON.stringify({ message: TIDES }) };
const slow: Failure = { miss: 'timeout', detail: 'timeout: no answer in time' };
const lost: Failure = { miss: 'network', detail: '' };

describe('a work in words', () => {
  it.each<[Work, string]>([
    [{}, 'an untitled work'],
    [{ title: 'Tides' }, '“Tides”'],
    [{ title: 'Tides', authors: ['Lee, Ann'], year: 2019 }, '“Tides” by Lee (2019)'],
    [{ authors: ['Lee, Ann', 'Poe, Ida'] }, 'an untitled work by Lee et al.'],
  ])('%j is %s', (fields, expected) => expect(inWords(fields)).toBe(expected));
});

describe('a DOI whose record is another work', () => {
  it('says which, and in what it differs', async () => {
    const cited = {
      doi: '10.1000/tides',
      title: 'The sleep of coastal gulls',
      authors: ['Ray, Jo'],
      year: 1999,
    };
    expect(await found(cited, BY_DOI)).toEqual({
      miss: 'wrong-work',
      detail:
        'wrong_work: DOI 10.1000/tides is “Tide tables of the northern harbour” by Lee et al. (2019), Journal of Piers; differing: title, authors and year',
      record: expect.objectContaining({ title: 'Tide tables of the northern harbour' }) as Work,
    });
    expect(await found({ doi: '10.1000/tides', year: 1999 }, BY_DOI)).toMatchObject({
      detail: expect.stringMatching(/differing: year$/) as string,
    });
  });
});

describe('a search that is not where it is asked', () => {
  const cited = {
    title: 'Tide tables of the northern harbour',
    authors: ['Lee, Ann', 'Poe, Ida'],
    year: 2019,
  };

  it.each([404, 410])('has not answered: HTTP %i never says that nobody lists a work', async (status) => {
    const web = new RegistryWeb({ '': status });
    const ask = (path: string) => web.query('crossref', path, never);
    const failure = {
      miss: 'bad-status',
      detail: `http_${status}: the registry has no search at this address`,
    };
    expect(await searching(ask)('/works?query=tides')).toEqual(failure);
    // Where nobody has answered nothing is known of the work.
    expect(await found(cited, { '': status })).toMatchObject({
      miss: 'network',
      detail: expect.stringContaining('no registry answered') as string,
    });
    expect(await find(cited.title, fakePorts({ web }), {}, never)).toEqual({ ...failure, miss: 'network' });
  });

  it('does not silence those that answer', async () => {
    expect(await found(cited, { 'crossref /works?': crossref(TIDES) })).toMatchObject({ via: 'crossref' });
    expect(await found(cited, { 'crossref /works?': crossref() })).toMatchObject({ miss: 'not-found' });
  });
});

describe('an identifier that no registry has', () => {
  it('is said only when one that would know has said so', async () => {
    expect(await found({ pmid: '7' }, { pubmed: slow, europepmc: lost })).toEqual({
      miss: 'timeout',
      detail: 'timeout: PMID 7 could not be looked up, no answer from PubMed (timeout), Europe PMC (network)',
    });
    expect(await found({ pmid: '7' }, { pubmed: slow, europepmc: '{}' })).toMatchObject({
      miss: 'not-found',
      detail: 'not_found: PMID 7 is not registered (asked: Europe PMC; no answer from PubMed (timeout))',
    });
    expect(await found({ rfc: '99999' }, {})).toMatchObject({
      detail: 'not_found: RFC 99999 is not registered (asked: RFC editor)',
    });
  });

  it('is the network’s, when the registry fails in a way of its own', async () => {
    expect(
      await found({ rfc: '7' }, { rfc: { miss: 'not-found', detail: 'dns_not_found: no such host' } }),
    ).toMatchObject({
      miss: 'network',
    });
  });

  it('is not looked for where the network is not allowed, or the run has ended', async () => {
    const closed: Failure = { miss: 'disabled', detail: 'disabled: not allowed' };
    expect(await found({ doi: '10.1000/x' }, { crossref: closed })).toEqual(closed);
    expect(await found({ title: 'Tide tables of the northern harbour' }, { crossref: closed })).toEqual(
      closed,
    );
    expect(await found({ doi: '10.1000/x' }, {}, AbortSignal.abort())).toMatchObject({ miss: 'cancelled' });
  });
});

describe('a DOI of arXiv', () => {
  it('is asked of arXiv first', async () => {
    const entry =
      '<feed><entry><id>http://arxiv.org/abs/2001.00001v1</id><title>Tides</title><summary>They rise.</summary></entry></feed>';
    expect(await found({ doi: '10.48550/arXiv.2001.00001' }, { arxiv: entry })).toMatchObject({
      via: 'arxiv',
    });
  });
});

describe('a reference without an identifier', () => {
  const title = 'Tide tables of the northern harbour';

  it('that names nothing is not sent to any registry', async () => {
    for (const fields of [{}, { raw: '@misc{k,' }, { raw: '…' }, { title: '—' }])
      expect(await found(fields, {})).toEqual({
        miss: 'not-found',
        detail: 'not_found: the reference names nothing to look for',
      });
  });

  it('is asked for without its addresses', async () => {
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

  it('whose nearest record differs is told with it', async () => {
    const cited = { title, authors: ['Lee, Ann', 'Poe, Ida'], year: 1950 };
    expect(await found(cited, { 'crossref /works?': crossref(TIDES) })).toMatchObject({
      miss: 'wrong-work',
      detail: expect.stringContaining('the nearest record is') as string,
    });
  });

  it('that nobody lists is not called invented, and says who did not answer', async () => {
    const replies = { 'crossref /works?': crossref(), openalex: slow };
    expect(await found({ title }, replies)).toMatchObject({
      miss: 'not-found',
      detail: expect.stringMatching(
        /none of the registries asked lists it \(Crossref.*no answer from OpenAlex \(timeout\).*works outside them exist$/,
      ) as string,
    });
  });

  it('is a failure of the network when nobody answers', async () => {
    const all = ['crossref', 'openalex', 'pubmed', 'semanticscholar', 'arxiv', 'europepmc', 'openlibrary'];
    expect(await found({ title }, Object.fromEntries(all.map((name) => [name, slow])))).toMatchObject({
      miss: 'timeout',
      detail: expect.stringContaining('no registry answered: Crossref (timeout), ') as string,
    });
  });
});
