/** Citations in forms that are easily missed, with their targets: `npm run eval -- forms [--show [FORM]]`. */
import path from 'node:path';
import type { Citation, Target } from '../../src/core/model';
import { dataSet, readJsonl } from '../data';
import { share, skipped } from '../figures';
import { scanAlone, type LabelledFile } from './lib/commandLine';

type Wanted = {
  readonly kind: 'url' | 'work' | 'note';
  readonly url?: string;
  readonly doi?: string;
  readonly arxiv?: string;
  readonly pmid?: string;
  readonly pmcid?: string;
  readonly isbn?: string;
  readonly shortDoi?: string;
  readonly label?: string;
  readonly year?: number;
};
type Expected = {
  readonly raw: string;
  readonly at: number;
  readonly target: Wanted;
  readonly accept?: readonly string[];
};
type Case = LabelledFile & {
  readonly id: string;
  readonly form: string;
  readonly files: readonly LabelledFile[];
  readonly expect: readonly Expected[];
};

const flag = process.argv.indexOf('--show');
const show = flag < 0 ? undefined : (process.argv[flag + 1] ?? '');

const IDENTIFIERS = ['doi', 'arxiv', 'pmid', 'pmcid', 'isbn'] as const;
const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
const bare = (url: string): string => url.replace(/\/$/, '');

/** True if the address is the same, whether kept as a URL or read as the work it names. */
function isAddress(target: Target, { url = '', shortDoi = '' }: Wanted): boolean {
  if (target.kind === 'url') return same(bare(target.url), bare(url));
  if (target.kind !== 'work') return false;
  if (target.url !== undefined && same(bare(target.url), bare(url))) return true;
  if (target.doi !== undefined && shortDoi !== '' && same(target.doi, shortDoi)) return true;
  return IDENTIFIERS.some((name) => {
    const id = target[name];
    return id !== undefined && url.toLowerCase().includes(id.toLowerCase());
  });
}

function isWork(target: Target, wanted: Wanted): boolean {
  if (target.kind !== 'work') return false;
  if (wanted.year !== undefined && target.year !== wanted.year) return false;
  return IDENTIFIERS.every((name) => {
    const [one, other] = [wanted[name], target[name]];
    return (
      one === undefined || (other !== undefined && same(one.replaceAll('-', ''), other.replaceAll('-', '')))
    );
  });
}

/** True if a citation leads to what its author means. A note without an identifier is right if found by its label. */
function leadsTo({ label, target }: Citation, wanted: Wanted): boolean {
  switch (wanted.kind) {
    case 'url':
      return isAddress(target, wanted);
    case 'work':
      return isWork(target, wanted);
    case 'note':
      return target.kind !== 'dangling' && (wanted.label === undefined || label === wanted.label);
  }
}

async function measure(cases: readonly Case[]): Promise<void> {
  const found: Record<string, { all: number; at: number; raw: number; right: number; missed: string[] }> = {};
  for (const { id, form, expect, files, ...document } of cases) {
    const { citations } = await scanAlone(document, files);
    const sum = (found[form] ??= { all: 0, at: 0, raw: 0, right: 0, missed: [] });
    for (const { raw, at, target, accept = [] } of expect) {
      const here = citations.filter(
        ({ marker, part }) =>
          (marker.start < at + raw.length && at < marker.end) ||
          (part.start < at + raw.length && at < part.end),
      );
      const exact = here.filter((c) =>
        [raw, ...accept].some((a) => a === c.raw || a === document.text.slice(c.part.start, c.part.end)),
      );
      const right = exact.filter((c) => leadsTo(c, target));
      sum.all += 1;
      sum.at += here.length > 0 ? 1 : 0;
      sum.raw += exact.length > 0 ? 1 : 0;
      sum.right += right.length > 0 ? 1 : 0;
      if (right.length === 0)
        sum.missed.push(
          `${id}:${at} ${form} ${raw.slice(0, 60)} ${JSON.stringify(here[0]?.raw.slice(0, 60))} ${JSON.stringify(here[0]?.target ?? null).slice(0, 160)}`,
        );
    }
  }
  const all = Object.values(found);
  const total = (key: 'all' | 'at' | 'raw' | 'right'): number => all.reduce((sum, one) => sum + one[key], 0);
  if (show !== undefined)
    for (const line of all.flatMap(({ missed }) => missed))
      if (line.includes(show)) console.log('     ', line);
  share('forms', 'citations found at their place', total('at'), total('all'));
  share('forms', 'of these with exact raw', total('raw'), total('all'));
  share('forms', 'with the right target', total('right'), total('all'), {
    least: 0.98,
    worst: all.flatMap(({ missed }) => missed),
  });
  for (const form of Object.keys(found).sort()) {
    const { right = 0, all: of = 0 } = found[form] ?? {};
    share('forms', `the same, ${form}`, right, of);
  }
}

const folder = dataSet('alarms');
if (folder) await measure(readJsonl<Case>(path.join(folder, 'dev'), 'forms.jsonl'));
else skipped('forms');
