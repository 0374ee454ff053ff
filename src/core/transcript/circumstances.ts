/**
 * Circumstances of a transcript's citations: when each was said, what the agent had seen of its target by then, and the code it showed
 * below it.
 */
import type { Citation, LogVerdict, Shown, Target } from '../model';
import type { Seen, Turn } from './index';

/** Circumstances of one citation. */
export type Circumstances = {
  /** When it was said, ISO 8601. */
  readonly at?: string;
  /** What a tool had shown the agent of the target before, else after. */
  readonly seen?: Seen;
  readonly shown?: Shown;
  /** What the log says of a claim of work, with the telling line. */
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
  return long === short || long.endsWith(`/${short}`);
}

/** What was seen, and its last line number, computed once. */
type Known = { readonly one: Seen; last?: number };

const lastLine = (known: Known): number =>
  (known.last ??= (known.one.line ?? 1) + known.one.text.split('\n').length - 1);

/** Makes a function that finds what was seen of a target, given the citation's offset in the readable text. */
export function createMemory(seen: readonly Seen[]): (target: Target, offset: number) => Seen | undefined {
  const known = new Map<string, Known[]>();
  for (const one of seen) {
    const key = keyOf(one.kind, one.name);
    const same = known.get(key);
    if (same) same.push({ one });
    else known.set(key, [{ one }]);
  }
  return (target, offset) => {
    if (target.kind !== 'url' && target.kind !== 'file') return undefined;
    const all = known.get(keyOf(target.kind, target.kind === 'url' ? target.url : target.path)) ?? [];
    const fits = target.kind === 'url' ? all : all.slice(-MOST_READS).filter((read) => shows(read, target));
    return (fits.findLast(({ one }) => one.offset <= offset) ?? fits[0])?.one;
  };
}

/** Most reads of files with the same name searched per citation, latest first. */
const MOST_READS = 200;

const keyOf = (kind: 'url' | 'file', name: string): string =>
  kind === 'url' ? `url ${pageOf(name)}` : `file ${nameOf(slashes(name))}`;

function shows(known: Known, { path, lines }: Extract<Target, { kind: 'file' }>): boolean {
  const { name, line = 1 } = known.one;
  if (!isSameFile(slashes(name), slashes(path))) return false;
  return lines === undefined || (lines[0] >= line && lines[1] <= lastLine(known));
}

/** Circumstances of the citations of one turn. */
export function circumstancesOf(
  { target, marker }: Citation,
  turn: Turn,
  recall: (target: Target, offset: number) => Seen | undefined,
  code: string | undefined,
): Circumstances {
  const seen = recall(target, marker.start);
  return {
    ...(turn.at === undefined ? {} : { at: turn.at }),
    ...(seen === undefined ? {} : { seen }),
    ...(code === undefined ? {} : { code }),
  };
}
