/**
 * Which record is the cited work? Measured on recorded registry answers (`bib_candidates`) and on altered references
 * (`hallmark`), and on references as written in ten styles (`crossref_refs`). Every error is listed by id.
 */
import type { Work } from '../../src/core/model';
import { accept, rank } from '../../src/core/resolve/identify';
import { parseReference } from '../../src/core/text/reference';
import { matchWork } from '../../src/core/resolve/match';
import type { RegistryHit } from '../../src/core/resolve/registry';
import { compact } from '../../src/core/resolve/jsonFields';
import { dataSet, readJsonl } from '../data';
import { figure, share, skipped } from '../figures';

const verbose = process.argv.includes('--verbose');

type ScoredHit = {
  readonly src: string;
  readonly id?: string;
  readonly doi?: string;
  readonly arxiv?: string;
  readonly title?: string;
  readonly authors?: readonly string[];
  readonly year?: number | string;
  readonly venue?: string;
  readonly label: 'same' | 'title_only' | 'different';
};
type Bib = {
  readonly id: string;
  readonly gold: 'found' | 'grafted_authors' | 'not_found';
  readonly ref: {
    readonly title: string;
    readonly authors: readonly string[];
    readonly year?: number;
    readonly venue?: string;
    readonly doi?: string | null;
  };
  readonly candidates: readonly ScoredHit[];
};

const yearIn = (year: number | string | undefined) => (Number(year) > 0 ? Number(year) : undefined);

const hitOf = (c: ScoredHit): RegistryHit => ({
  via: 'crossref',
  url: '',
  open: [],
  notices: [],
  record: compact<Work>({
    title: c.title,
    authors: c.authors,
    year: yearIn(c.year),
    venue: c.venue,
    doi: c.doi,
    arxiv: c.arxiv,
  }),
});

function candidates(folder: string): void {
  const rows = readJsonl<Bib>(folder, 'dev.jsonl');
  const wrong: string[] = [];
  const missed: string[] = [];
  let [accepted, right, findable, found] = [0, 0, 0, 0];
  for (const { id, ref, candidates: all } of rows) {
    const work = compact<Work>({
      title: ref.title,
      authors: ref.authors,
      year: yearIn(ref.year),
      venue: ref.venue,
    });
    const labels = new Map<RegistryHit, ScoredHit>(all.map((c) => [hitOf(c), c]));
    const ranked = rank(work, [...labels.keys()]);
    const best = accept(ranked);
    const label = best && labels.get(best.hit)?.label;
    const there = all.some((c) => c.label === 'same');
    if (best) accepted++;
    if (label === 'same') right++;
    if (there) findable++;
    if (there && label === 'same') found++;
    if (best && label !== 'same') wrong.push(`${id} accepted ${label ?? ''}`);
    if (there && label !== 'same') missed.push(id);
    if (verbose && ((best && label !== 'same') || (there && !best))) {
      const seen = best ?? ranked.find(({ hit }) => labels.get(hit)?.label === 'same');
      console.log(
        id,
        best ? 'ACCEPTED' : 'MISSED',
        JSON.stringify(seen?.match.fields),
        seen?.match.differs.join(),
      );
      console.log('   ', JSON.stringify(work));
      for (const { hit, match } of ranked.filter(
        ({ hit: h }) => labels.get(h)?.label === 'same' || h === best?.hit,
      ))
        console.log('   ', labels.get(hit)?.label, match.differs.join(), JSON.stringify(hit.record));
    }
  }
  share('bib_candidates', 'accepted records that are the right work', right, accepted, {
    least: 0.99,
    worst: wrong,
  });
  share('bib_candidates', 'findable works that are found', found, findable, { least: 0.97, worst: missed });
}

type Hallmark = {
  readonly bibtex_key: string;
  readonly label: 'VALID' | 'HALLUCINATED';
  readonly hallucination_type?: string;
  readonly fields: Readonly<Record<string, string>>;
};

const workOf = ({ fields: f }: Hallmark): Work =>
  compact<Work>({
    title: f['title'],
    authors: f['author']?.split(' and '),
    year: yearIn(f['year']),
    venue: f['booktitle'] ?? f['journal'],
    doi: f['doi']?.toLowerCase(),
  });
const letters = (text = '') => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** As a reader would find it in a reference list. */
function asWritten({ authors = [], year, title, venue, doi }: Work): Work {
  const raw = `${authors.join(', ')} (${year ?? 'n.d.'}). ${title ?? ''}. ${venue === undefined ? '' : `${venue}. `}`;
  return { ...parseReference(raw), ...(doi === undefined ? {} : { doi }) };
}

function altered(folder: string, form: (work: Work) => Work, label: string): void {
  const rows = readJsonl<Hallmark>(folder, 'dev.jsonl');
  const valid = rows.filter((r) => r.label === 'VALID');
  const passed = new Map<string, string[]>();
  const untold: string[] = [];
  const counts = new Map<string, number>();
  let ownPassed = 0;
  const hit = (work: Work): RegistryHit => ({
    via: 'crossref',
    url: '',
    open: [],
    notices: [],
    record: work,
  });
  for (const v of valid) {
    const m = matchWork(form(workOf(v)), hit(workOf(v)));
    if (m.same) ownPassed++;
    else if (verbose) console.log('own', v.bibtex_key, m.differs.join(), JSON.stringify(form(workOf(v))));
  }
  for (const h of rows.filter((r) => r.label === 'HALLUCINATED')) {
    const work = workOf(h);
    const truth = valid.filter(
      (v) =>
        letters(v.fields['title']) === letters(work.title) ||
        (work.doi !== undefined && v.fields['doi']?.toLowerCase() === work.doi),
    );
    if (truth.length === 0) continue;
    const type = h.hallucination_type ?? '';
    counts.set(type, (counts.get(type) ?? 0) + 1);
    // What the resolver does: a DOI that is not the record's would not have led to it.
    const { doi, ...unidentified } = work;
    for (const v of truth) {
      const record = workOf(v);
      const reached = doi === undefined || doi === record.doi ? work : unidentified;
      if (doi !== undefined && doi !== record.doi) continue;
      if (matchWork(form(reached), hit(record)).same) {
        // Nobody can tell a wrong venue from a record that names none.
        if (type.endsWith('_venue') && record.venue === undefined) {
          untold.push(h.bibtex_key);
          break;
        }
        passed.set(type, [...(passed.get(type) ?? []), h.bibtex_key]);
        if (verbose) console.log(type, JSON.stringify(work), '\n   ', JSON.stringify(record));
        break;
      }
    }
  }
  const total = [...counts.values()].reduce((a, b) => a + b, 0);
  const wrong = [...passed.values()].flat();
  share('hallmark', `altered references that pass as the same work, ${label}`, wrong.length, total, {
    most: 0,
    worst: wrong,
  });
  share('hallmark', `true references that match themselves, ${label}`, ownPassed, valid.length, { least: 1 });
  console.log(`  venues of which the true record says nothing: ${untold.length} ${untold.join(' ')}`);
  for (const [type, n] of counts)
    console.log(`  ${type}: ${passed.get(type)?.length ?? 0} of ${n} ${(passed.get(type) ?? []).join(' ')}`);
}

type Styles = Readonly<Record<string, string>>;

/** What a row of `styles_dev` is rendered from, read off its two plainest renderings (`authors. title. journal. year. volume. issue. page`). */
function truthOf(row: Styles): { record: Work; places: readonly string[] } | undefined {
  const [one, all] = [row['degraded_one_author'] ?? '', row['degraded_title_scrambled'] ?? ''];
  const parts = one.split('. ').map((p) => p.trim());
  const [venue = '', year = '', volume = '', , page = ''] = parts.slice(-5);
  // An initial's own full stop stands before the one that ends the author.
  const initial = one.indexOf('.. ');
  const author = initial > 0 && initial < 60 ? one.slice(0, initial + 1) : (parts[0] ?? '');
  const tail = `. ${parts.slice(-5).join('. ')}`;
  const title = one.slice(author.length + 2, one.length - tail.length).trim();
  const authors = all.slice(0, all.length - tail.length - title.length - 2).trim();
  const names = authors.split(', ');
  if (
    title.length < 12 ||
    !/^(?:1[5-9]|20)\d\d$/.test(year) ||
    names.length % 2 !== 0 ||
    !one.startsWith(`${names[0] ?? ''}, `)
  )
    return undefined;
  const people = names.flatMap((family, i) => (i % 2 === 0 ? [`${family}, ${names[i + 1] ?? ''}`] : []));
  const places = [volume, page.split(/[-–]/)[0] ?? ''].filter((p) => p !== '');
  return {
    record: compact<Work>({ title, authors: people, year: Number(year), venue, doi: row['doi'] }),
    places,
  };
}

const WRITTEN = ['apa', 'chicago-author-date', 'modern-language-association', 'american-chemical-society', 'american-institute-of-physics', 'elsevier-without-titles']; // prettier-ignore

/** References as written, against their own record and against another's. */
function styles(folder: string): void {
  const rows = readJsonl<Styles>(folder, 'styles_dev.jsonl').map((row) => ({ row, truth: truthOf(row) }));
  const usable = rows.flatMap(({ row, truth }) => (truth ? [{ row, truth }] : []));
  console.log(`styles: ${usable.length} of ${rows.length} rows tell their record`);
  for (const style of WRITTEN) {
    let [same, unproven, other] = [0, 0, 0];
    const differ = new Map<string, number>();
    usable.forEach(({ row, truth }, i) => {
      const work = parseReference(row[style] ?? '');
      const own = matchWork(work, truth);
      if (own.same) same++;
      else if (own.differs.length === 0) unproven++;
      else differ.set(own.differs.join('+'), (differ.get(own.differs.join('+')) ?? 0) + 1);
      if (own.differs.length > 0 && verbose)
        console.log(
          style,
          own.differs.join('+'),
          '\n   ',
          row[style],
          '\n   ',
          JSON.stringify({ ...work, raw: '' }),
          '\n   ',
          JSON.stringify(truth),
        );
      const foreign = usable[(i + 1) % usable.length];
      if (foreign && matchWork(work, foreign.truth).same) other++;
    });
    const wrong = [...differ].map(([k, n]) => `${k} ${n}`).join(', ');
    share('crossref_refs', `${style}: own record known again`, same, usable.length);
    figure({ set: 'crossref_refs', name: `${style}: another’s record accepted`, value: other, most: 0 });
    console.log(`       unproven ${unproven}, said to be another: ${wrong || 'none'}`);
  }
}

const bib = dataSet('bib_candidates');
const hallmark = dataSet('hallmark');
if (!bib) skipped('bib_candidates');
else candidates(bib);
if (!hallmark) skipped('hallmark');
else {
  altered(hallmark, (work) => work, 'fields');
  altered(hallmark, asWritten, 'as text');
}
const references = dataSet('crossref_refs');
if (!references) skipped('crossref_refs');
else styles(references);
