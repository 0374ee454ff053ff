/** Searches all registries at once for papers on a topic; one entry per work. */
import { CANCELLED } from '../cancel';
import { isFailure, type Failure, type Paper, type Papers, type Via } from '../model';
import { highest } from '../text/highest';
import { defined } from '../text/jsonFields';
import { askAll, errorsOf, type Context } from './context';
import { asRegistryFailure } from './identify';
import { searching, type RegistryHit } from './registry';
import { REGISTRIES } from './registries';
import { titleWords } from './title';

export type FindOptions = { readonly [name in 'from' | 'to' | 'limit']?: number | undefined };

const LIMIT = 10;
const MOST = 50;

/** Two records of one work: the same DOI, or the same title. */
const keysOf = ({ record: { doi, title } }: RegistryHit): readonly string[] => [
  ...(doi === undefined ? [] : [`doi ${doi.toLowerCase()}`]),
  ...(title === undefined ? [] : [`title ${titleWords(title).join(' ')}`]),
];

const within = ({ record }: RegistryHit, { from, to }: FindOptions): boolean =>
  (from === undefined || (record.year ?? 0) >= from) && (to === undefined || (record.year ?? Infinity) <= to);

/** Ranks by place in each registry's own order: first of each, second of each, and so on. */
function interleave(lists: readonly (readonly RegistryHit[])[]): readonly RegistryHit[] {
  const longest = highest(lists.map((l) => l.length));
  return Array.from({ length: longest }, (_, i) => lists.flatMap((l) => l[i] ?? [])).flat();
}

function dedupe(hits: readonly RegistryHit[]): readonly Paper[] {
  const byKey = new Map<string, { hit: RegistryHit; seenIn: Set<Via> }>();
  const papers: { hit: RegistryHit; seenIn: Set<Via> }[] = [];
  for (const hit of hits) {
    const known = keysOf(hit)
      .map((key) => byKey.get(key))
      .find((p) => p !== undefined);
    const paper = known ?? { hit, seenIn: new Set() };
    if (known === undefined) papers.push(paper);
    else if (paper.hit.abstract === undefined && hit.abstract !== undefined)
      paper.hit = { ...paper.hit, abstract: hit.abstract };
    paper.seenIn.add(hit.via);
    for (const key of keysOf(hit)) byKey.set(key, paper);
  }
  return papers.map(({ hit: { record, via, url, abstract, notices }, seenIn }) =>
    defined({ record, via, url, abstract, notices, seenIn: [...seenIn] }),
  );
}

/**
 * Papers on `text` from Crossref, OpenAlex and PubMed, within the years, without duplicates (by DOI or title). The failure of one registry
 * is reported beside the others' answers; it is a failure only if no registry answers.
 */
export async function find(
  text: string,
  ports: Context['ports'],
  options: FindOptions,
  signal: AbortSignal,
): Promise<Papers | Failure> {
  const limit = Math.max(1, Math.min(MOST, options.limit ?? LIMIT));
  const { from, to } = options;
  const query = defined({ text, limit, from, to });
  const context: Context = { ports, options: {}, signal };
  const replies = await askAll(
    context,
    [REGISTRIES.crossref, REGISTRIES.openalex, REGISTRIES.pubmed],
    (registry, ask) => registry.search?.(query, searching(ask)),
  );
  if (signal.aborted) return CANCELLED;
  const lists = replies.map(({ hits }) =>
    isFailure(hits) ? [] : hits.filter((h) => !h.about && within(h, options)),
  );
  const errors = errorsOf(replies);
  const first = errors[0];
  if (first && errors.length === replies.length) return asRegistryFailure(first.failure);
  return { papers: dedupe(interleave(lists)).slice(0, limit), errors };
}
