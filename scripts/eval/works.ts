/**
 * Measures which record is the cited work, on recorded registry answers (`bib_candidates`), altered and invented references (`hallmark`),
 * and references in many styles, complete and changed by rule (`crossref_refs`). What the recordings can't measure is declared. `--verbose`
 * shows errors of the half on which rules are based.
 */
import type { Work } from '../../src/core/model';
import { accept, rank } from '../../src/core/resolve/identify';
import { matchWork } from '../../src/core/resolve/match';
import { parseReference } from '../../src/core/text/works/reference';
import { measuredSet, readJsonl } from '../data';
import { figure, share } from '../figures';
import { hitOf, measureCandidates } from './lib/bibCandidates';
import { createIndex } from './lib/candidateIndex';
import { CHANGES, citedOf, FORMS, type Cited, type Truth } from './lib/changes';
import { hallmarkRecords, measureHallmark, measureSupplement } from './lib/hallmark';
import { halfOf, HALVES, isSame, outcomeOf, precisionAtOnePercent, shareOfHalves, told } from './lib/outcome';
import type { Judged, Outcome } from './lib/outcome';
import { recorded, styledRecords, TITLED, UNTITLED, type StyledRecord } from './lib/styledRecords';

const verbose = process.argv.includes('--verbose');

/** References in real styles against their own record. */
function styles(records: readonly StyledRecord[]): void {
  for (const style of [...TITLED, ...UNTITLED]) {
    const judged = records.map((r): Judged => {
      const match = matchWork(parseReference(r.styles[style] ?? ''), recorded(r));
      if (verbose && halfOf(r.id) === 'fit' && !(match.same && match.notes.length === 0))
        console.log(
          style,
          JSON.stringify(match),
          '\n   ',
          r.styles[style],
          '\n   ',
          JSON.stringify(r.record),
        );
      return { id: r.id, outcome: outcomeOf(match) };
    });
    const isTitled = TITLED.some((s) => s === style);
    shareOfHalves(
      'crossref_refs',
      `${style}: own record is the same work`,
      judged,
      isSame,
      isTitled ? { least: 0.99 } : {},
    );
    shareOfHalves(
      'crossref_refs',
      `${style}: own record said to be another work`,
      judged,
      (o) => o === 'other',
      { most: 0.01 },
    );
    shareOfHalves('crossref_refs', `${style}: a false difference reported`, judged, (o) => o === 'told', {
      most: 0.05,
    });
  }
}

/** Raw strings against search results; for every second row the registry lacks the record. */
function rawStrings(
  records: readonly StyledRecord[],
  unstructured: readonly { id: string; ref: string }[],
): void {
  const index = createIndex(records.map((r) => r.record));
  const byRecord = new Map<Work, StyledRecord>(records.map((r) => [r.record, r]));
  const answer = (raw: string, without?: Work): Work | undefined => {
    const work = parseReference(raw);
    const hits = new Map(
      index.nearest({ raw }, without).map((record) => {
        const known = byRecord.get(record);
        return [{ ...hitOf(record), ...(known && recorded(known)) }, record];
      }),
    );
    const best = accept(rank(work, [...hits.keys()]));
    return best && hits.get(best.hit);
  };
  const parts = {
    'with titles': TITLED,
    'without titles': UNTITLED,
    'in six styles': [...TITLED, ...UNTITLED],
  };
  for (const [part, styles] of Object.entries(parts))
    for (const half of HALVES) {
      let [right, wrong, missed] = [0, 0, 0];
      records
        .filter(({ id }) => halfOf(id) === half)
        .forEach(({ record, styles: written }, i) => {
          for (const style of styles) {
            const got = answer(written[style] ?? '', i % 2 === 0 ? undefined : record);
            const wanted = i % 2 === 0 ? record : undefined;
            if (got !== undefined && got === wanted) right++;
            else {
              if (got !== undefined) wrong++;
              if (wanted !== undefined) missed++;
            }
          }
        });
      const value = (2 * right) / (2 * right + wrong + missed);
      const name = `raw strings ${part} against recorded candidates, F1 (${half})`;
      figure({ set: 'crossref_refs', name, value, ...(half === 'measure' && { least: 0.96 }) });
      console.log(`       right ${right}, wrong ${wrong}, missed ${missed}`);
    }
  const accepted = unstructured.filter(({ ref }) => answer(ref) !== undefined);
  share(
    'crossref_refs',
    'real strings for which a record that is not theirs is accepted',
    accepted.length,
    unstructured.length,
    { most: 0, worst: accepted.map(({ id }) => id) },
  );
  console.log(
    `     The records of ${unstructured.length} real strings are recorded nowhere: recall on them cannot be measured here.`,
  );
}

const asWork = ({ title, authors, year, venue, volume, pages }: Cited): Work => ({
  title,
  authors,
  year,
  venue,
  ...(volume !== '' && { volume }),
  ...(pages !== '' && { pages }),
});

/** Rule-based changes: the result of comparing each. */
function changes(records: readonly StyledRecord[]): void {
  const forms = {
    fields: asWork,
    ...Object.fromEntries(
      Object.entries(FORMS).map(([name, form]) => [name, (c: Cited) => parseReference(form(c))]),
    ),
  };
  const wanted: Readonly<Record<Truth, (o: Outcome) => boolean>> = {
    same: isSame,
    differs: (o) => o === 'told' || o === 'other',
    other: (o) => !isSame(o),
  };
  const goals: Readonly<Record<Truth, number>> = { same: 0.99, differs: 0.95, other: 0.99 };
  const alarms: Judged[] = [];
  const caught: Judged[] = [];
  for (const { name, truth, make } of CHANGES) {
    const judged = records.flatMap((r, i) => {
      const own = citedOf(r);
      const made = make(own, citedOf(records[(i + 7) % records.length] ?? r));
      if (made === undefined) return [];
      const { cited = own, record = own } = made;
      const found = recorded({
        ...r,
        record: { ...asWork(record), title: record.title },
        volume: record.volume,
        pages: record.pages,
      });
      return Object.entries(forms).map(([form, write]): Judged => {
        const match = matchWork(write(cited), found);
        const outcome = outcomeOf(match);
        if (verbose && halfOf(r.id) === 'fit' && !wanted[truth](outcome))
          console.log(
            name,
            form,
            outcome,
            JSON.stringify(match),
            '\n   ',
            JSON.stringify(write(cited)),
            '\n   ',
            JSON.stringify(found),
          );
        return { id: r.id, outcome };
      });
    });
    shareOfHalves('crossref_refs changed', `${truth}: ${name}`, judged, wanted[truth], {
      least: goals[truth],
    });
    console.log(`       ${told(judged)}`);
    if (truth === 'other') caught.push(...judged);
    if (truth === 'same') alarms.push(...judged);
  }
  const part = (of: readonly Judged[]) => of.filter(({ outcome }) => outcome === 'other').length / of.length;
  figure({
    set: 'crossref_refs changed',
    name: 'precision of “another work” at 1 % invented',
    value: precisionAtOnePercent(part(caught), part(alarms)),
  });
}

const bib = measuredSet('bib_candidates');
const hallmark = measuredSet('hallmark');
const references = measuredSet('crossref_refs');
if (bib) measureCandidates(bib, verbose);
if (references) {
  const { records, rows } = styledRecords(references);
  console.log(
    `crossref_refs: the record of ${records.length} of ${rows} rows can be read; the rest have no author or a title of a word`,
  );
  styles(records);
  rawStrings(records, readJsonl<{ id: string; ref: string }>(references, 'unstructured_dev.jsonl'));
  changes(records);
}
if (hallmark) {
  const others = references ? styledRecords(references).records.map((r) => r.record) : [];
  const index = createIndex([...hallmarkRecords(hallmark), ...others]);
  measureHallmark(hallmark, index);
  measureSupplement(hallmark, 'chatgpt_refs_dev', index);
  measureSupplement(hallmark, 'gptzero_neurips2025_dev', index);
}
