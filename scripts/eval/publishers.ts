/**
 * Measures which addresses of real reports are works: those with a DOI in their path, and those of hosts whose identifiers follow by rule
 * (`deep_reports`). `--verbose` shows every address next to what was read from it, to be checked by hand.
 */
import { scan } from '../../src/core/extract';
import { doiFault } from '../../src/core/text/identifiers';
import { workAtAddress } from '../../src/core/text/workAddresses';
import { dataSet, readJsonl } from '../data';
import { share, skipped } from '../figures';

const DOI_IN_PATH = /^[^?#]*?\b10\.\d{4,9}(?:\/|%2F)/i;
/** Article pages on hosts of the table; their other pages are not works. */
const ARTICLE =
  /^https?:\/\/(?:www\.)?(?:nature\.com\/articles\/[a-z]+[\w-]*\d|mdpi\.com\/\d{4}-\d{3}[\dX]\/|sciencedirect\.com\/science\/article\/|(?:cell|thelancet)\.com\/.*(?:fulltext|article)|bmj\.com\/content\/\d|papers\.ssrn\.com\/|zenodo\.org\/records?\/|nber\.org\/(?:papers|system)|jstor\.org\/stable|jmir\.org\/\d|pmc\.ncbi\.nlm\.nih\.gov\/articles|pubmed\.ncbi\.nlm\.nih\.gov\/\d|arxiv\.org\/(?:abs|pdf|html)\/|journals\.plos\.org\/.*id=10\.|elifesciences\.org\/articles|peerj\.com\/articles|aclanthology\.org\/[\dPDN])/i;

const folder = dataSet('deep_reports');
if (!folder) skipped('deep_reports');
else {
  const addresses = new Set<string>();
  for (const { report } of readJsonl<{ report: string }>(folder, 'dev.jsonl')) {
    // The targets of the citations, and what they are written as.
    for (const { target, raw } of scan(report).citations) {
      const url = target.kind === 'url' || target.kind === 'work' ? target.url : undefined;
      for (const text of [url, /https?:\/\/[^\s<>"\])]+/.exec(raw)?.[0]])
        if (text !== undefined) addresses.add(text);
    }
  }
  const all = [...addresses];
  const missed = (urls: readonly string[]) => urls.filter((url) => workAtAddress(url) === undefined);
  const held = all.filter((url) => DOI_IN_PATH.test(url));
  const ruled = all.filter((url) => ARTICLE.test(url));
  const told = all.flatMap((url) => {
    const work = workAtAddress(url);
    return work ? [{ url, work }] : [];
  });
  // What follows a DOI in an address and belongs to the page.
  const wrong = told.filter(
    ({ work }) =>
      'doi' in work &&
      (doiFault(work.doi) !== undefined || /\/(?:full|pdf|abstract|epdf)$|[?#&]|\.pdf$/.test(work.doi)),
  );
  if (process.argv.includes('--verbose'))
    for (const { url, work } of told) console.log(JSON.stringify(work), url);
  share(
    'deep_reports',
    'addresses with a DOI in their path that are works',
    held.length - missed(held).length,
    held.length,
    { least: 1, worst: missed(held) },
  );
  share(
    'deep_reports',
    'pages of articles whose identifier follows by rule',
    ruled.length - missed(ruled).length,
    ruled.length,
    { least: 0.95, worst: missed(ruled) },
  );
  share('deep_reports', 'DOIs that keep a part of the address', wrong.length, told.length, {
    most: 0,
    worst: wrong.map(({ url }) => url),
  });
  console.log(`     ${told.length} of ${all.length} distinct addresses are works`);
}
