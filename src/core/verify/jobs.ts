/** Groups the citations of a run by the source they need, so that each source is fetched once. */
import { isFailure, type Citation, type Target } from '../model';
import type { Web } from '../ports';
import type { Log } from '../transcript/circumstances';
import { primaryIdentifier } from '../text/works/identifiers';
import { getOrMake } from '../text/maps';

/** A citation and the index of its document. */
export type CitationJob = {
  readonly document: number;
  readonly citation: Citation;
  /** Further inputs of the answer: citations that differ here are resolved separately. */
  readonly apart?: string;
};
/** One distinct source. Texts may describe it differently (title, line), so it can have several targets. */
export type SourceJob = {
  readonly targets: readonly {
    readonly target: Target;
    readonly items: readonly [CitationJob, ...CitationJob[]];
  }[];
};

/** A transcript citation is resolved separately if its time, or what the agent saw of its target, matters. */
export function jobOf(document: number, citation: Citation, log: Log | undefined): CitationJob {
  const { at, seen } = log?.get(citation.id) ?? {};
  const isPlace = citation.target.kind === 'file';
  if (!seen && !(isPlace && at !== undefined)) return { document, citation };
  return { document, citation, apart: [document, seen?.offset, isPlace ? at : ''].join(' ') };
}

const withoutFragment = (url: string) => {
  const hash = url.indexOf('#');
  return hash < 0 ? url : url.slice(0, hash);
};

/** A key equal for targets with the same source, whatever else differs. */
export function identityOf(target: Target): string {
  switch (target.kind) {
    case 'url':
      return `url ${withoutFragment(target.url)}`;
    case 'file':
      return `file ${target.path}`;
    case 'work': {
      const { url } = target;
      const [name, id] = primaryIdentifier(target) ?? (url === undefined ? [] : ['url', url]);
      if (name === undefined || id === undefined) return JSON.stringify(target);
      return `${name} ${name === 'doi' ? id.toLowerCase() : id}`;
    }
    case 'commit':
    case 'memory':
    case 'guess':
    case 'action':
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

export const chunks = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));

/** Key of citations that share one resolution. Past lines depend on when a marker was written, so such markers are resolved apart. */
const questionOf = ({ document, citation: { target, raw }, apart = '' }: CitationJob) =>
  target.kind === 'file'
    ? JSON.stringify([target, document, raw, apart])
    : apart + JSON.stringify(Object.entries(target).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The jobs of `items`, in order of first appearance. */
export const groupBySource = (items: readonly CitationJob[]): SourceJob[] =>
  gather(items, ({ citation }) => identityOf(citation.target)).map((same) => ({
    targets: gather(same, questionOf).map((alike) => ({ target: alike[0].citation.target, items: alike })),
  }));

/** A web that reads and probes each address once. Drop it with its job, so that pages don't outlive their use. */
export function memoWeb(web: Web): Web {
  const read = new Map<string, ReturnType<Web['read']>>();
  const probed = new Map<string, ReturnType<Web['probe']>>();
  return {
    isPrivate: (url) => web.isPrivate?.(url) === true,
    read: (url, signal, options) =>
      getOrMake(read, withoutFragment(url), () => web.read(url, signal, options)),
    query: (...question) => web.query(...question),
    probe: (url, signal, options) =>
      getOrMake(probed, withoutFragment(url), () => web.probe(url, signal, options)),
  };
}

/** Most answers of registries that a run remembers. */
const REMEMBERED = 100;

/** A web that asks a registry each question once, so that a work cited by address, identifier and title is looked up once. Failures are forgotten. */
export function memoQueries(web: Web): Web {
  const asked = new Map<string, ReturnType<Web['query']>>();
  return {
    isPrivate: (url) => web.isPrivate?.(url) === true,
    read: (...request) => web.read(...request),
    probe: (...request) => web.probe(...request),
    query: (endpoint, path, signal, accept, options) => {
      const key = [endpoint, path, accept].join(' ');
      const known = asked.get(key);
      if (known) return known;
      const answer = web.query(endpoint, path, signal, accept, options);
      asked.set(key, answer);
      const forget = () => asked.delete(key);
      answer.then((got) => isFailure(got) && forget(), forget);
      const [oldest] = asked.keys();
      if (asked.size > REMEMBERED && oldest !== undefined) asked.delete(oldest);
      return answer;
    },
  };
}
