/**
 * Requests to each registry (`cases/requests.md`), and what is read from its answers (`cases/records.md`). An answer is a body, a status
 * or, after `@`, a file of `test/fixtures/works`. If paths get different answers, a line `--- PART` precedes the one for paths with PART.
 */
import { isFailure, type Failure, type Notice, type Work } from '../../../../src/core/model';
import type { Answer } from '../../../../src/core/ports';
import { REGISTRIES } from '../../../../src/core/resolve/registries';
import type { Query, Registry, RegistryHit } from '../../../../src/core/resolve/registry';
import { roomOf } from '../../../support/cases';
import { recorded } from '../registryWeb';

export type Name = keyof typeof REGISTRIES;
type Body = string | number | Failure;
type Rows = readonly (readonly [part: string, body: Body])[];

/** Queries a registry that answers each path by the first row whose part it contains, else with 404. */
export function over(registry: Registry, ...rows: Rows) {
  const asked: string[] = [];
  const ask = (path: string): Promise<Answer | Failure> => {
    asked.push(path);
    const body = rows.find(([part]) => path.includes(part))?.[1] ?? 404;
    if (typeof body === 'object') return Promise.resolve(body);
    const status = typeof body === 'number' ? body : 200;
    return Promise.resolve({
      url: path,
      status,
      contentType: 'application/json',
      body: typeof body === 'number' ? '' : body,
    });
  };
  return {
    asked,
    lookup: (work: Work) => registry.lookup?.(work, ask),
    search: (query: Partial<Query>) => registry.search?.({ text: 'tides', limit: 5, ...query }, ask),
  };
}

const bodyOf = (text: string): Body =>
  /^\d{3}$/.test(text) ? Number(text) : text.startsWith('@') ? recorded(text.slice(1)) : text;
function rowsOf(text: string): Rows {
  if (!text.startsWith('--- ')) return [['', bodyOf(text)]];
  return text
    .slice(4)
    .split('\n--- ')
    .map((row) => {
      const end = row.indexOf('\n');
      return [row.slice(0, end), bodyOf(row.slice(end + 1))];
    });
}

const noticeWords = ({ kind, cause, facts, url, date }: Notice): string =>
  [`${kind}: ${cause}`, JSON.stringify(facts), url, date]
    .filter((part) => part !== undefined && part !== '{}')
    .join(' ');
/** A hit without empty fields, its notices in words. */
const shownHit = (hit: RegistryHit) =>
  Object.fromEntries(
    Object.entries({ ...hit, notices: hit.notices.map(noticeWords) }).filter(
      ([, value]) => !Array.isArray(value) || value.length > 0,
    ),
  );

type Options = { readonly from: Name; readonly lookup?: Work; readonly search?: Partial<Query> };
async function hitsIn(text: string, { from, lookup, search }: Options) {
  const registry = over(REGISTRIES[from], ...rowsOf(text));
  const hits = await (lookup ? registry.lookup(lookup) : registry.search(search ?? {}));
  if (hits === undefined) throw new Error('The registry is not asked.');
  return isFailure(hits) ? `${hits.kind}: ${hits.cause}` : hits.map(shownHit);
}

export const room = {
  ...roomOf('test/core/resolve/registries/cases', {
    records: hitsIn,
    /** The paths of `REGISTRY lookup WORK` or `REGISTRY search QUERY`. */
    requests: async (line) => {
      const [, name = '', how = '', json = ''] = /^(\S+) (\S+) (.*)$/.exec(line) ?? [];
      const registry = over(REGISTRIES[name as Name]);
      const what: unknown = JSON.parse(json);
      await (how === 'lookup' ? registry.lookup(what as Work) : registry.search(what as Partial<Query>));
      return registry.asked.join(' then ');
    },
  }),
  isFlat: false,
};
