/** Circumstances of a transcript's citations: when each was said, what the agent had seen of its target, and the code shown below. */
import { countBefore } from '../text/search';
import type { LogVerdict, Shown, Target, LineRange } from '../model';
import type { Seen } from './index';
import { addTo } from '../text/maps';

/** Circumstances of one citation. */
export type Circumstances = {
  /** When it was said, ISO 8601. */
  readonly at?: string;
  /** What a tool had shown the agent of the target before, else after. */
  readonly seen?: Seen;
  readonly shown?: Shown;
  /** What the log says about a claim of work, with the decisive line. */
  readonly action?: LogVerdict & { readonly line?: string };
  /** The code block right below a cited place. */
  readonly code?: string;
};

/** Circumstances by citation id; citations without any are missing. */
export type Log = ReadonlyMap<string, Circumstances>;

/** Normalizes a page address: drops the fragment and a trailing slash. */
const pageOf = (url: string): string => url.replace(/#.*$/s, '').replace(/\/$/, '');
const slashes = (path: string): string => path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Whether the shorter path is the end of the longer one. */
function isSameFile(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return (
    long.endsWith(short) && (long.length === short.length || long[long.length - short.length - 1] === '/')
  );
}

/** What was seen, the path with slashes, and the number of its last line, computed once. */
type Known = { readonly one: Seen; readonly path: string; last?: number };

/** Makes a function that finds what was seen of a target, given the citation's offset in the readable text. */
export function createMemory(seen: readonly Seen[]): (target: Target, offset: number) => Seen | undefined {
  const known = new Map<string, Known[]>();
  for (const one of seen) addTo(known, keyOf(one.kind, one.name), { one, path: slashes(one.name) });
  return (target, offset) => {
    if (target.kind !== 'url' && target.kind !== 'file') return undefined;
    const all = known.get(keyOf(target.kind, target.kind === 'url' ? target.url : target.path)) ?? [];
    const path = target.kind === 'url' ? '' : slashes(target.path);
    const fits = (read: Known) => target.kind === 'url' || shows(read, path, target.lines);
    const end = countBefore(all.length, (i) => (all[i]?.one.offset ?? 0) <= offset);
    const before = all.slice(Math.max(0, end - MOST_READS), end).findLast(fits);
    return (before ?? all.slice(end, end + MOST_READS).find(fits))?.one;
  };
}

/** Most reads of one page, or of files with the same name, to search on either side of a citation. */
const MOST_READS = 200;

const keyOf = (kind: 'url' | 'file', name: string): string =>
  kind === 'url' ? `url ${pageOf(name)}` : `file ${nameOf(slashes(name))}`;

function shows(known: Known, path: string, lines: LineRange | undefined): boolean {
  const { line = 1 } = known.one;
  if (!isSameFile(known.path, path)) return false;
  if (lines === undefined) return true;
  const last = (known.last ??= line + known.one.text.split('\n').length - 1);
  return lines[0] >= line && lines[1] <= last;
}
