/**
 * `grobid_callouts`: markers of papers compared with spans that people set. Every difference counts, whatever its cause; each is then
 * assigned a cause, by a rule if its form shows it and otherwise by reading the paragraph (`READ`), and the causes are printed below the
 * figures. Differences without a cause are ours. The data says to score `bracket_num` and `*author_year*`, without mentioning leniency: the
 * bounds are on exact spans of these kinds. For comparison, without a bound, all of `*author_year*` is also scored as one kind, including
 * pieces of markers, once by exact spans and once by any overlap.
 */
import { scan } from '../../../src/core/extract';
import type { Citation, Span } from '../../../src/core/model';
import { readJsonl } from '../../data';
import { share, show } from '../../figures';
import { toUnits } from './units';

type Paragraph = { id: string; doc: string; text: string; citations: [number, number, string][] };
type Gold = Span & { readonly style: string };
type Row = 'number' | 'parenthesis' | 'narrative';

const STYLES: Readonly<Record<string, Row>> = {
  bracket_num: 'number',
  paren_author_year: 'parenthesis',
  narrative_author_year: 'narrative',
};
const LACKS = 'a citation without a label, where the paper labels others of its form';
const ALONE = 'a year in brackets without any author before it, labelled as a citation';
const MAKER =
  'a maker and a year, as a work is cited, for software or an agency that the paper does not list';
/** What the labels themselves show: no reader whose markers include closing brackets and begin at the author can match these. */
const UNCLOSED = 'the label ends before the bracket that it opens is closed';
const YEAR_ALONE = 'of Author (Year) the label has the year alone';
const ABSENT = 'the same author and year are labelled elsewhere in the paper, not here';
const OTHERS = 'a citation by “et al.” and a year, which can be nothing else, without a label';
const BY_LABELS: ReadonlySet<string> = new Set([LACKS, ALONE, UNCLOSED, YEAR_ALONE, ABSENT, OTHERS]);

/** Differences by paper, paragraph and offset, each reviewed in its paragraph; a prefix of the record's name is enough. */
const READ: Readonly<Record<string, string>> = {
  '23311932#8@1379': ALONE,
  '23311932#11@82': MAKER,
  '23311932#14@453': LACKS,
  '23311932#14@1633': LACKS,
  '23311932#20@1159': LACKS,
  '23311932#22@96': LACKS,
  '23311932#22@221': LACKS,
  '23311932#23@0': LACKS,
  'Guzmán#24@380': MAKER,
  'Guzmán#24@1265': MAKER,
  'Guzmán#24@1456': MAKER,
  'value#13@1118': LACKS,
  'value#16@390': LACKS,
  'value#18@750': LACKS,
  'value#37@125': LACKS,
  'value#44@592': LACKS,
  'value#49@44': LACKS,
  'value#51@135': LACKS,
  'journal#17@102': MAKER,
  'journal#26@1334': LACKS,
};

const nameOf = (id: string, start: number): string =>
  `${/^[\p{L}\d]{1,8}/u.exec(id.replace(/^(?:Chem Biol Drug Des - 2023 - |The\.role\.of\.)/, ''))?.[0] ?? ''}${id.slice(id.lastIndexOf('#'))}@${start}`;

const key = (s: Span): string => `${s.start}:${s.end}`;
const overlap = (a: Span, b: Span): boolean => a.start < b.end && a.end > b.start;

export function measureCallouts(folder: string): void {
  const counts = { number: [0, 0, 0], parenthesis: [0, 0, 0], narrative: [0, 0, 0] };
  const bump = (row: Row, i: number): void => void (counts[row][i] = (counts[row][i] ?? 0) + 1);
  const causes = new Map<string, number>();
  const byForm = { number: [0, 0], parenthesis: [0, 0], narrative: [0, 0] };
  const union = { labels: 0, exact: 0, met: 0, markers: 0, right: 0, near: 0 };
  let pieces = 0;
  let found = 0;
  const differs = (
    row: Row,
    how: 'missed' | 'extra',
    id: string,
    at: Span,
    raw: string,
    cause?: string,
  ): void => {
    const name = nameOf(id, at.start);
    const why = cause ?? READ[name] ?? 'ours';
    show(name, row, how, raw, why === 'ours' ? '' : `(${why})`);
    if (BY_LABELS.has(why)) {
      const [miss = 0, more = 0] = byForm[row];
      byForm[row] = how === 'missed' ? [miss + 1, more] : [miss, more + 1];
    }
    causes.set(`${row} ${how}: ${why}`, (causes.get(`${row} ${how}: ${why}`) ?? 0) + 1);
  };
  const paragraphs = readJsonl<Paragraph>(folder, 'dev.jsonl');
  const labelled = new Map<string, string>();
  for (const { doc, text, citations } of paragraphs) {
    const at = toUnits(text);
    for (const [start, end] of citations)
      labelled.set(doc, `${labelled.get(doc) ?? ''} ${plain(text.slice(at(start), at(end)))}`);
  }
  for (const { id, doc, text, citations } of paragraphs) {
    const at = toUnits(text);
    const gold = citations.map(([s, e, style]): Gold => ({ start: at(s), end: at(e), style }));
    const ours = new Map<string, Citation>();
    const parts = new Set<string>();
    for (const c of scan(text).citations) {
      ours.set(key(c.marker), c);
      parts.add(key(c.part));
    }
    countUnion(
      union,
      gold.filter((g) => g.style.includes('author_year')),
      [...ours.values()].filter((c) => c.style === 'author-year').map((c) => c.marker),
      parts,
    );
    for (const g of gold) {
      const raw = text.slice(g.start, g.end);
      const row = rowOfLabel(g.style, raw);
      if (g.style === 'author_year_part' && !row) {
        pieces++;
        if (ours.has(key(g)) || parts.has(key(g))) found++;
      }
      if (!row) continue;
      bump(row, 1);
      if (ours.has(key(g))) bump(row, 0);
      else
        differs(
          row,
          'missed',
          id,
          g,
          raw,
          causeOf(
            g,
            raw,
            [...ours.values()].map((c) => c.marker),
          ),
        );
    }
    const known = new Set(gold.map(key));
    for (const c of ours.values()) {
      if (known.has(key(c.marker)) || (c.style !== 'numbered' && c.style !== 'author-year')) continue;
      // Parts of a marker and runs of markers are labelled in other ways and don't count.
      if (gold.some((g) => /^(?:author_year_part|bracket_alpha)$/.test(g.style) && overlap(g, c.marker)))
        continue;
      const row = rowOf(c);
      bump(row, 2);
      const met = gold.find((g) => overlap(g, c.marker));
      const cause = met
        ? causeOf(met, text.slice(met.start, met.end), [c.marker])
        : isLabelled(c, labelled.get(doc) ?? '')
          ? ABSENT
          : / et al/.test(c.raw)
            ? OTHERS
            : undefined;
      differs(row, 'extra', id, c.marker, c.raw, cause);
    }
  }
  const set = 'grobid_callouts';
  for (const row of ['number', 'parenthesis', 'narrative'] as const) {
    const [hit = 0, all = 0, extra = 0] = counts[row];
    const [miss = 0, more = 0] = byForm[row];
    const most = all - miss;
    const goal = (n: number, of: number) => ({
      least: row === 'number' ? 0.99 : Math.round((n / of - 0.01) * 1e4) / 1e4,
    });
    share(set, `${row} recall`, hit, all, goal(most, all));
    share(set, `${row} precision`, hit, hit + extra, goal(most, most + more));
    share(set, `${row} recall, the most that the labels’ form allows`, most, all);
    share(set, `${row} precision, the most that it allows`, most, most + more);
  }
  for (const [cause, n] of [...causes].sort()) console.log(`      ${n} ${cause}`);
  const of = (n: number, all: number): string => `${(n / all).toFixed(4)} (${n} of ${all})`;
  console.log(
    `      author and year as one kind, pieces included: recall ${of(union.exact, union.labels)}, precision ${of(union.right, union.markers)}`,
  );
  console.log(
    `      the same by any overlap: recall ${of(union.met, union.labels)}, precision ${of(union.near, union.markers)}`,
  );
  console.log(`      labels of pieces of a marker that a marker or its part equals: ${found} of ${pieces}`);
}

const plain = (words: string): string => words.toLowerCase().replace(/[^\p{L}\d]+/gu, ' ');

/** True if a label of the paper has a marker's author and year. */
function isLabelled(c: Citation, labels: string): boolean {
  if (c.style !== 'author-year' || c.target.kind !== 'work') return false;
  const family = plain(c.target.authors?.[0] ?? '').trim();
  const at = labels.indexOf(` ${family} `);
  return (
    family !== '' &&
    at >= 0 &&
    labels
      .split(` ${family} `)
      .slice(1)
      .some((after) => after.slice(0, 60).includes(String(c.target.kind === 'work' ? c.target.year : '')))
  );
}

type Union = Record<'labels' | 'exact' | 'met' | 'markers' | 'right' | 'near', number>;

/** Counts one paragraph: labels that equal or overlap a marker or its part, and markers that equal or overlap a label. */
function countUnion(
  union: Union,
  gold: readonly Gold[],
  markers: readonly Span[],
  parts: ReadonlySet<string>,
): void {
  const labels = new Set(gold.map(key));
  const known = new Set(markers.map(key));
  for (const g of gold) {
    union.labels++;
    if (known.has(key(g)) || parts.has(key(g))) union.exact++;
    if (markers.some((m) => overlap(m, g))) union.met++;
  }
  for (const m of markers) {
    union.markers++;
    if (labels.has(key(m))) union.right++;
    if (gold.some((g) => overlap(g, m))) union.near++;
  }
}

/**
 * The data sets a label's style by a rule on its text, and expects all of `*author_year*` to be scored: a label that the rule calls a part
 * because its name is lowercase (`smith (2020)`) has the narrative form.
 */
const rowOfLabel = (style: string, raw: string): Row | undefined =>
  STYLES[style] ??
  (style === 'author_year_part' && /^\p{L}[^()]*\(\d{4}[a-z]?\)$/u.test(raw) ? 'narrative' : undefined);

const rowOf = (c: Citation): Row =>
  c.style === 'numbered' ? 'number' : /^[([]/.test(c.raw) ? 'parenthesis' : 'narrative';

/** The cause that the form of a label shows. */
function causeOf(gold: Gold, raw: string, ours: readonly Span[]): string | undefined {
  const one = ours.find((m) => overlap(m, gold));
  if (!one) return undefined;
  if (/^[([][^)\]]*$/.test(raw) && one.start === gold.start) return UNCLOSED;
  return /^\(\d{4}[a-z]?\)$/.test(raw) && one.end === gold.end ? YEAR_ALONE : undefined;
}
