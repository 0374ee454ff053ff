/** arXiv's Atom API. An entry without a version is the newest; the cited version is requested too. */
import { reason } from '../../causes';
import { isFailure, type Notice } from '../../model';
import { highest } from '../../text/highest';
import { askFor, doiPath, hitOf, query, yearOf, type RegistryHit, type Registry } from '../registry';
import { isWhole, nodes, parseXml, textAt, textOf, type XmlNode } from '../xml';

const versionOf = (id: string): number => Number(/v(\d{1,3})$/.exec(id)?.[1] ?? 0);
const bare = (id: string): string => id.replace(/v\d{1,3}$/, '');

/** Withdrawn papers say so in the comment or instead of the abstract. */
function withdrawal(entry: XmlNode, summary: string): readonly Notice[] {
  const comment = textAt(entry, 'comment');
  const said = [comment, summary.slice(0, 300)].find(
    (text) =>
      /\b(?:withdrawn|retracted)\b/i.test(text) &&
      /\b(?:paper|article|submission|manuscript|work|author|arxiv|this|been)\b/i.test(text),
  );
  return said === undefined
    ? []
    : [{ kind: 'withdrawn', ...reason('withdrawn_arxiv', { text: said.slice(0, 200) }) }];
}

function read(entry: XmlNode): RegistryHit | undefined {
  const id = /\/abs\/(.+)$/.exec(textAt(entry, 'id'))?.[1];
  const title = textAt(entry, 'title').replace(/\s+/g, ' ');
  if (id === undefined || title === '') return undefined;
  const summary = textAt(entry, 'summary');
  const doi = textAt(entry, 'doi').toLowerCase();
  const journal = textAt(entry, 'journal_ref');
  const why = reason('published', { venue: journal });
  const published: Notice = { kind: 'newer-version', ...why, url: `https://doi.org/${doi}` };
  return hitOf({
    via: 'arxiv',
    record: {
      arxiv: id,
      doi: doi || `10.48550/arxiv.${bare(id)}`,
      title,
      year: yearOf(textAt(entry, 'published')),
      venue: 'arXiv',
    },
    authors: nodes(entry, 'author', 'name').map(textOf),
    years: [textAt(entry, 'updated'), journal].map(yearOf),
    venues: [journal],
    url: `https://arxiv.org/abs/${id}`,
    open: [`https://arxiv.org/pdf/${id}`],
    notices: [...withdrawal(entry, summary), ...(doi ? [published] : [])],
    abstract: summary,
  });
}

/** An error is a feed too, with an entry of that title. */
function readFeed(body: string): readonly (RegistryHit | undefined)[] | undefined {
  const feed = isWhole(body, 'feed') ? nodes(parseXml(body), 'feed')[0] : undefined;
  const entries = feed && nodes(feed, 'entry');
  return entries?.some((entry) => textAt(entry, 'title') === 'Error') ? undefined : entries?.map(read);
}

/** The cited version, with a notice if it isn't the newest. */
export function pickVersion(cited: string, hits: readonly RegistryHit[]): readonly RegistryHit[] {
  const wanted = versionOf(cited);
  const newest = highest(hits.map((h) => versionOf(h.record.arxiv ?? '')));
  const hit =
    hits.find((h) => versionOf(h.record.arxiv ?? '') === wanted) ??
    hits.find((h) => versionOf(h.record.arxiv ?? '') === newest) ??
    hits[0];
  if (!hit) return [];
  if (wanted === 0 || newest <= wanted) return [hit];
  const notice: Notice = {
    kind: 'newer-version',
    ...reason('older_version', { cited: wanted, latest: newest }),
    url: `https://arxiv.org/abs/${bare(cited)}v${newest}`,
  };
  return [{ ...hit, notices: [...hit.notices, notice] }];
}

export const arxiv: Registry = {
  endpoint: 'arxiv',
  label: 'arXiv',
  lookup: (work, ask) => {
    const id = work.arxiv ?? /^10\.48550\/arxiv\.(.+)$/i.exec(work.doi ?? '')?.[1];
    if (id === undefined) return undefined;
    const ids = versionOf(id) > 0 ? `${bare(id)},${id}` : id;
    return askFor(ask, `/api/query?id_list=${ids.split(',').map(doiPath).join(',')}`, readFeed).then(
      (hits) => (isFailure(hits) ? hits : pickVersion(id, hits)),
    );
  },
  search: ({ title, text, limit }, ask) => {
    const words = (title ?? text)
      .replace(/["\\():]/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 300);
    const wanted = title === undefined ? `all:${words}` : `ti:"${words}"`;
    return askFor(ask, `/api/query?${query({ search_query: wanted, max_results: limit })}`, readFeed);
  },
};
