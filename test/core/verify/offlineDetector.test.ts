import { fail } from '../../../src/core/causes';
import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../src/core/model';
import { isOffline } from '../../../src/core/findings/finding';
import { offlineMessage } from '../../../src/core/report/table';
import { summary } from '../../../src/core/findings/tally';
import { render } from '../../../src/core/report';
import { scan } from '../../../src/core/extract';
import { checkLinks } from '../../../src/core/verify/linkCheck';
import { verifyAll } from '../../../src/core/verify/verify';
import { CannedWeb, fakePorts, page, type CannedPage } from '../../fakes';

const none: Failure = fail('dns_not_found');
const later: Failure = fail('dns_temporary');

async function run(pages: Readonly<Record<string, CannedPage>>) {
  const urls = Object.keys(pages);
  const text = urls.map((url, i) => `The keeper lit lamp ${i} (${url}).`).join('\n\n');
  const ports = fakePorts({ web: new CannedWeb(pages) });
  const findings = [];
  const document = { path: 'a.md', text, citations: scan(text).citations };
  for await (const { finding } of verifyAll([document], ports, {}, new AbortController().signal))
    findings.push(finding);
  expect(findings).toHaveLength(urls.length);
  return findings;
}
const hosts = (count: number, failure: (i: number) => Failure) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`https://host${i}.example/`, failure(i)]));

describe('a run without network', () => {
  it('reports each citation as offline, and no source as missing', async () => {
    const findings = await run(hosts(50, (i) => (i % 2 === 0 ? later : fail('offline'))));
    expect(findings.every(isOffline)).toBe(true);
    expect(new Set(findings.map(({ code }) => code))).toEqual(new Set(['network']));
  });

  it('says of no link that it is invalid', async () => {
    const pages = { 'https://a.example/': fail('captive_portal'), 'https://b.example/': later };
    const ports = fakePorts({ web: new CannedWeb(pages) });
    const links = await checkLinks(Object.keys(pages), ports, {}, new AbortController().signal);
    expect(links.map(({ state }) => state)).toEqual(['unchecked', 'unchecked']);
  });

  it('is one line of the report, whatever was cited', async () => {
    const findings = await run(hosts(50, () => later));
    const text = findings.map((f) => f.citation.raw).join(' ');
    const documents = [{ path: 'a.md', text, problems: [], findings }];
    const said = render({ documents, errors: [], summary: summary(findings) }, 'text', { version: '1' });
    expect(offlineMessage(50)).toBe(
      'You appear to be offline: 50 citations were not looked up. Run again later.',
    );
    expect(said).toContain(offlineMessage(50));
    expect(said.split('\n').filter((line) => /offline|host\d/.test(line))).toHaveLength(1);
  });

  it('is not assumed once anything answers', async () => {
    const url = 'https://here.example/';
    const findings = await run({ ...hosts(5, () => none), [url]: page(url, 'The keeper lit the lamp.') });
    expect(findings.filter(isOffline)).toEqual([]);
    expect(findings.filter(({ code }) => code === 'not-found')).toHaveLength(5);
    const gone: Failure = fail('not_found');
    expect((await run({ ...hosts(5, () => later), [url]: gone })).some(isOffline)).toBe(false);
  });

  it('is not assumed for missing hosts, which prove nothing about others, or for one lookup', async () => {
    const findings = await run(hosts(4, (i) => (i < 2 ? none : later)));
    expect(findings.map(isOffline)).toEqual([false, false, true, true]);
    expect(await run(hosts(1, () => later))).toMatchObject([later]);
  });
});
