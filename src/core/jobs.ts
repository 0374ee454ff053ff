/** The work of a run: citations gathered by the source they need, so that each source is fetched once however often it is cited. */
import type { Citation, Target } from './model';
import type { Web } from './ports';

/** A citation and the document it stands in, by number. */
export type CitationJob = {
  readonly document: number;
  readonly citation: Citation;
  /** What else the answer depends on: citations that differ in it are resolved apart. */
  readonly apart?: string;
};
/** One distinct source: what the texts say about it may differ (a title, a line), so there can be several targets. */
export type SourceJob = {
  readonly targets: readonly {
    readonly target: Target;
    readonly items: readonly [CitationJob, ...CitationJob[]];
  }[];
};

const withoutFragment = (url: string) => {
  const hash = url.indexOf('#');
  return hash < 0 ? url : url.slice(0, hash);
};

/** What makes two targets the same source, whatever else is said of them. */
export function identityOf(target: Target): string {
  switch (target.kind) {
    case 'url':
      return `url ${withoutFragment(target.url)}`;
    case 'file':
      return `file ${target.path}`;
    case 'work': {
      const { doi, arxiv, pmid, pmcid, isbn, rfc, url } = target;
      const ids = { doi: doi?.toLowerCase(), arxiv, pmid, pmcid, isbn, rfc, url };
      const first = Object.entries(ids).find(([, id]) => id !== undefined);
      return first ? first.join(' ') : JSON.stringify(target);
    }
    case 'commit':
    case 'memory':
    case 'guess':
    case 'dangling':
      return JSON.stringify(target);
  }
}

/** Groups by `key`, in order of first appearance. */
export function gather<T>(all: readonly T[], key: (one: T) => string): [T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const one of all) {
    const k = key(one);
    const group = groups.get(k);
    if (group) group.push(one);
    else groups.set(k, [one]);
  }
  return [...groups.values()];
}

/** Citations that one resolution answers. Where a line stood depends on when its marker was written, so each marker asks for itself. */
const questionOf = ({ document, citation: { target, raw }, apart = '' }: CitationJob) =>
  target.kind === 'file'
    ? JSON.stringify([target, document, raw, apart])
    : apart + JSON.stringify(Object.entries(target).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The jobs of `items`, in order of first appearance. */
export const groupBySource = (items: readonly CitationJob[]): SourceJob[] =>
  gather(items, ({ citation }) => identityOf(citation.target)).map((same) => ({
    targets: gather(same, questionOf).map((alike) => ({
      target: alike[0].citation.target,
      items: alike,
    })),
  }));

/**
 * The same web, asked each thing once: two references that name one work in different words, or one page by two fragments,
 * share its answer. To be dropped with its job, so that no page outlives its use.
 */
export function memoWeb(web: Web): Web {
  const asked: { [K in keyof Web]: Map<string, ReturnType<Web[K]>> } = {
    read: new Map(),
    query: new Map(),
    probe: new Map(),
  };
  function once<T>(known: Map<string, T>, key: string, ask: () => T): T {
    const answer = known.get(key) ?? ask();
    known.set(key, answer);
    return answer;
  }
  return {
    read: (url, signal, options) =>
      once(asked.read, withoutFragment(url), () => web.read(url, signal, options)),
    query: (endpoint, path, signal, accept, options) =>
      once(asked.query, [endpoint, path, accept].join(' '), () =>
        web.query(endpoint, path, signal, accept, options),
      ),
    probe: (url, signal, options) =>
      once(asked.probe, withoutFragment(url), () => web.probe(url, signal, options)),
  };
}
