/** `bib_candidates`: recorded registry answers; which candidate, if any, is the work. */
import type { Work } from '../../../src/core/model';
import { accept, rank } from '../../../src/core/resolve/identify';
import { compact } from '../../../src/core/text/jsonFields';
import type { RegistryHit } from '../../../src/core/resolve/registry';
import { readJsonl } from '../../data';
import { share } from '../../figures';
import { HALVES, halfOf } from './outcome';

type Candidate = {
  readonly doi?: string;
  readonly arxiv?: string;
  readonly title?: string;
  readonly authors?: readonly string[];
  readonly year?: number | string;
  readonly venue?: string;
  readonly label: 'same' | 'title_only' | 'different';
};
type Row = {
  readonly id: string;
  readonly ref: {
    readonly title: string;
    readonly authors: readonly string[];
    readonly year?: number;
    readonly venue?: string;
  };
  readonly candidates: readonly Candidate[];
};

export const yearIn = (year: number | string | undefined) => (Number(year) > 0 ? Number(year) : undefined);

/** A record as a registry's answer. */
export const hitOf = (record: Work): RegistryHit => ({
  via: 'crossref',
  url: '',
  open: [],
  notices: [],
  record,
});

const candidateHit = ({ label: _, year, ...c }: Candidate): RegistryHit =>
  hitOf(
    compact<Work>({
      title: c.title,
      authors: c.authors,
      year: yearIn(year),
      venue: c.venue,
      doi: c.doi,
      arxiv: c.arxiv,
    }),
  );

export function measureCandidates(folder: string, verbose: boolean): void {
  const rows = readJsonl<Row>(folder, 'dev.jsonl').map(({ id, ref, candidates }) => {
    const { title, authors, year, venue } = ref;
    const work = compact<Work>({ title, authors, year: yearIn(year), venue });
    const labels = new Map(candidates.map((c) => [candidateHit(c), c.label]));
    const ranked = rank(work, [...labels.keys()]);
    const best = accept(ranked);
    const label = best && labels.get(best.hit);
    const isThere = candidates.some((c) => c.label === 'same');
    if (verbose && halfOf(id) === 'fit' && isThere !== (label === 'same')) {
      console.log(id, label ?? 'missed', JSON.stringify(work));
      for (const { hit, match } of ranked)
        if (labels.get(hit) === 'same' || hit === best?.hit)
          console.log('   ', labels.get(hit), JSON.stringify(match), JSON.stringify(hit.record));
    }
    return { id, label, isThere, isTold: (best?.match.notes.length ?? 0) > 0 };
  });
  for (const half of HALVES) {
    const some = rows.filter(({ id }) => halfOf(id) === half);
    const accepted = some.filter(({ label }) => label !== undefined);
    const wrong = accepted.filter(({ label }) => label !== 'same');
    const there = some.filter(({ isThere }) => isThere);
    const found = there.filter(({ label }) => label === 'same');
    const ids = (of: readonly { id: string }[]) => (half === 'fit' ? of.map(({ id }) => id) : []);
    share(
      'bib_candidates',
      `accepted records that are the right work (${half})`,
      accepted.length - wrong.length,
      accepted.length,
      { ...(half === 'measure' && { least: 1 }), worst: ids(wrong) },
    );
    share('bib_candidates', `findable works that are found (${half})`, found.length, there.length, {
      ...(half === 'measure' && { least: 0.98 }),
      worst: ids(there.filter(({ label }) => label !== 'same')),
    });
    share(
      'bib_candidates',
      `works found without a difference told (${half})`,
      found.filter(({ isTold }) => !isTold).length,
      found.length,
    );
  }
}
