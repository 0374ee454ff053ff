/**
 * Measures which addresses of real reports are works: those with a DOI in their path, and those of hosts whose identifiers follow by rule
 * (`deep_reports`); and whether the identifier read from an address is the one on record (`api_fixtures`). `--verbose` shows every address
 * next to what was read from it, to be checked by hand.
 */
import { createHash } from 'node:crypto';
import { scan } from '../../src/core/extract';
import { doiFault } from '../../src/core/text/works/identifiers';
import { workAtAddress, type AddressedWork } from '../../src/core/text/works/workAddresses';
import { measuredSet, readJsonl } from '../data';
import { share } from '../figures';
import { recordedAddresses, type RecordedAddress } from './lib/recordedAddresses';

const DOI_IN_PATH = /^[^?#]*?\b10\.\d{4,9}(?:\/|%2F)/i;
/**
 * For 100 pages of records, at most four of a host and otherwise by chance: whether the identifier follows from the address. Read by a
 * language model, row by row, next to the DOI on record, after the rules had been written; where they first failed, they were extended.
 */
const LABELS = readJsonl<{ address: string; follows: boolean }>(import.meta.dirname, 'addressLabels.jsonl');
const keyOf = (url: string) => createHash('sha256').update(url).digest('hex').slice(0, 16);
/** Article pages on hosts of the table; their other pages are not works. */
const ARTICLE =
  /^https?:\/\/(?:www\.)?(?:nature\.com\/articles\/[a-z]+[\w-]*\d|mdpi\.com\/\d{4}-\d{3}[\dX]\/|sciencedirect\.com\/science\/article\/|(?:cell|thelancet)\.com\/.*(?:fulltext|article)|bmj\.com\/content\/\d|papers\.ssrn\.com\/|zenodo\.org\/records?\/|nber\.org\/(?:papers|system)|jstor\.org\/stable|jmir\.org\/\d|pmc\.ncbi\.nlm\.nih\.gov\/articles|pubmed\.ncbi\.nlm\.nih\.gov\/\d|arxiv\.org\/(?:abs|pdf|html)\/|journals\.plos\.org\/.*id=10\.|elifesciences\.org\/articles|peerj\.com\/articles|aclanthology\.org\/[\dPDN])/i;

/** An identifier read from an address is the one that the registry has for it: the DOI, or the publisher's item number. */
function isOnRecord(work: AddressedWork, { doi, others }: RecordedAddress): boolean {
  const compact = (id: string) => id.replace(/[^\dSXB]/gi, '').toUpperCase();
  if ('pii' in work) return others.some((id) => compact(id) === work.pii);
  return 'doi' in work && work.doi.toLowerCase() === doi;
}

function measureRecords(recorded: readonly RecordedAddress[]): void {
  const read = recorded.flatMap((address) => {
    const work = workAtAddress(address.url);
    return work ? [{ address, work }] : [];
  });
  const wrong = read.filter(({ address, work }) => !isOnRecord(work, address));
  share(
    'api_fixtures',
    'identifiers read from an address that are not the one on record',
    wrong.length,
    read.length,
    { most: 0, worst: wrong.map(({ address, work }) => `${address.url} ${JSON.stringify(work)}`) },
  );
  const follows = new Map(LABELS.map((label) => [label.address, label.follows]));
  const labelled = recorded.filter(({ url }) => follows.get(keyOf(url)) === true);
  const missed = labelled.filter(({ url }) => workAtAddress(url) === undefined);
  share(
    'api_fixtures',
    `of ${follows.size} labelled pages, those whose identifier follows by rule`,
    labelled.length - missed.length,
    labelled.length,
    { least: 0.95, worst: missed.map(({ url }) => url) },
  );
}

const fixtures = measuredSet('api_fixtures');
if (fixtures) measureRecords(recordedAddresses(fixtures));
const folder = measuredSet('deep_reports');
if (folder) {
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
  const kinds = [
    ['addresses with a DOI in their path that are works', DOI_IN_PATH, 1],
    ['pages of articles whose identifier follows by rule', ARTICLE, 0.95],
  ] as const;
  for (const [name, kind, least] of kinds) {
    const some = all.filter((url) => kind.test(url));
    const missed = some.filter((url) => workAtAddress(url) === undefined);
    share('deep_reports', name, some.length - missed.length, some.length, { least, worst: missed });
  }
  share('deep_reports', 'DOIs that keep a part of the address', wrong.length, told.length, {
    most: 0,
    worst: wrong.map(({ url }) => url),
  });
  console.log(`     ${told.length} of ${all.length} distinct addresses are works`);
}
