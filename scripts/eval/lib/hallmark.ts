/**
 * `hallmark`: altered or invented references. Each is compared with its original if the set has it, and with the most similar true records,
 * because it must not pass as another work's either.
 */
import type { Work } from '../../../src/core/model';
import { compact } from '../../../src/core/text/jsonFields';
import { matchWork } from '../../../src/core/resolve/match';
import { parseReference } from '../../../src/core/text/works/reference';
import { readJsonl } from '../../data';
import { figure, share } from '../../figures';
import { hitOf, yearIn } from './bibCandidates';
import type { CandidateIndex } from './candidateIndex';
import { halfOf, HALVES, isSame, outcomeOf, precisionAtOnePercent, shareOfHalves, told } from './outcome';
import type { Judged, Outcome } from './outcome';

type Row = {
  readonly bibtex_key: string;
  readonly label: 'VALID' | 'HALLUCINATED';
  readonly hallucination_type?: string;
  readonly fields: Readonly<Record<string, string>>;
};

const workOf = ({ fields: f }: Row): Work =>
  compact<Work>({
    title: f['title'],
    authors: f['author']?.split(' and '),
    year: yearIn(f['year']),
    venue: f['booktitle'] ?? f['journal'],
    doi: f['doi']?.toLowerCase(),
  });

/** As written in a reference list. */
function asWritten({ authors = [], year, title, venue, doi }: Work): Work {
  const raw = `${authors.join(', ')} (${year ?? 'n.d.'}). ${title ?? ''}. ${venue === undefined ? '' : `${venue}. `}`;
  return { ...parseReference(raw), ...(doi !== undefined && { doi }) };
}

const FORMS = { fields: (work: Work) => work, 'as text': asWritten };
const letters = (text = '') => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The true records of the set. */
export const hallmarkRecords = (folder: string): readonly Work[] =>
  readJsonl<Row>(folder, 'dev.jsonl')
    .filter(({ label }) => label === 'VALID')
    .map(workOf);

/**
 * The worst result over these records: the same without a notice, then the same with differences, then another work. A DOI that isn't the
 * record's doesn't lead there: the record is found by searching, and the resolver names the correct DOI.
 */
function worstOf(work: Work, records: readonly Work[]): Outcome {
  const outcomes = records.map((record) => {
    const outcome = outcomeOf(matchWork(work, hitOf(record)));
    return outcome === 'silent' && work.doi !== undefined && work.doi !== record.doi ? 'told' : outcome;
  });
  return (['silent', 'told', 'other'] as const).find((o) => outcomes.includes(o)) ?? 'unproven';
}

export function measureHallmark(folder: string, index: CandidateIndex): void {
  const rows = readJsonl<Row>(folder, 'dev.jsonl');
  const valid = rows.filter(({ label }) => label === 'VALID');
  const known = valid.map(workOf);
  const invented = rows.filter(({ label }) => label === 'HALLUCINATED');
  for (const [form, write] of Object.entries(FORMS)) {
    const own = valid.map((row): Judged => ({
      id: row.bibtex_key,
      outcome: worstOf(write(workOf(row)), [workOf(row)]),
    }));
    const judged = invented.map((row) => {
      const work = workOf(row);
      const originals = known.filter(
        (v) => letters(v.title) === letters(work.title) || (work.doi !== undefined && v.doi === work.doi),
      );
      const outcome = worstOf(write(work), originals.length > 0 ? originals : index.nearest(work));
      const type = `${row.hallucination_type ?? ''}${originals.length > 0 ? '' : ', no original'}`;
      return { id: row.bibtex_key, outcome, type };
    });
    shareOfHalves('hallmark', `true references that are the same work, ${form}`, own, isSame, {
      least: 0.99,
    });
    shareOfHalves(
      'hallmark',
      `altered references that pass without a word, ${form}`,
      judged,
      (o) => o === 'silent',
      { most: 0.01 },
    );
    for (const type of new Set(judged.map((j) => j.type))) {
      const some = judged.filter((j) => j.type === type);
      console.log(`       ${type}: of ${some.length} ${told(some)}`);
    }
    for (const half of HALVES) {
      const part = (of: readonly Judged[], has: (o: Outcome) => boolean) => {
        const some = of.filter(({ id }) => halfOf(id) === half);
        return some.filter(({ outcome }) => has(outcome)).length / some.length;
      };
      const precision = (what: string, has: (o: Outcome) => boolean) =>
        figure({
          set: 'hallmark',
          name: `precision of ${what} at 1 % invented, ${form} (${half})`,
          value: precisionAtOnePercent(part(judged, has), part(own, has)),
        });
      precision('what is said', (o) => o !== 'silent');
      precision('“another work”', (o) => o === 'other');
    }
  }
}

/**
 * References of chat models and of accepted papers, compared with the records known here, because no registry answers to them are recorded.
 */
export function measureSupplement(folder: string, file: string, index: CandidateIndex): void {
  const rows = readJsonl<Row>(folder, `${file}.jsonl`);
  const judged = rows.map((row) => ({ row, outcome: worstOf(workOf(row), index.nearest(workOf(row))) }));
  const known = judged.filter(({ row }) => index.hasTitle(row.fields['title'] ?? ''));
  console.log(
    `     ${file}: a record of that title is recorded for ${known.length} of ${rows.length}; the rest cannot be found here`,
  );
  const invented = judged.filter(({ row }) => row.label === 'HALLUCINATED');
  const passed = invented.filter(({ outcome }) => isSame(outcome));
  share(file, 'invented references that pass as another’s record', passed.length, invented.length, {
    most: 0,
    worst: passed.map(({ row }) => row.bibtex_key),
  });
}
