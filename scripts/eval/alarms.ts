/**
 * Measures false and kept alarms of a scan on whole real documents: `npm run eval -- alarms [--show [CODE]]`. An error or warning without a
 * label counts as wrong until it is judged, with a reason, in `judgedAlarms.jsonl` next to this file.
 */
import path from 'node:path';
import { measuredSet, readJsonl } from '../data';
import { figure, share } from '../figures';
import { scanAlone, type LabelledFile, type ReportedProblem, type ScannedFile } from './lib/commandLine';

type Verdict = 'right' | 'wrong' | 'debatable';
type Judged = {
  readonly code: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly verdict: Verdict;
  readonly class: string;
};
type Labelled = LabelledFile & {
  readonly id: string;
  readonly kind: string;
  readonly files: readonly LabelledFile[];
  readonly expect: readonly Judged[];
};
/** One place of an error or warning, and its judgment. */
type Alarm = {
  readonly id: string;
  readonly kind: string;
  readonly code: string;
  readonly verdict: Verdict;
  readonly place: string;
};

const show = process.argv.includes('--show')
  ? (process.argv[process.argv.indexOf('--show') + 1] ?? '')
  : undefined;
const MINE = readJsonl<Judged & { id: string }>(import.meta.dirname, 'judgedAlarms.jsonl');

/** Start offsets of the lines of a text. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (const { index } of text.matchAll(/\r\n|\r|\n/g))
    starts.push(index + (text.startsWith('\r\n', index) ? 2 : 1));
  return starts;
}

/** All errors and warnings; a folded problem counts once per place. */
const reported = ({ problems }: ScannedFile): ReportedProblem[] =>
  problems
    .filter(({ severity }) => severity === 'error' || severity === 'warning')
    .flatMap((p) => [p, ...(p.related ?? []).map((place) => ({ ...p, ...place }))]);

const overlaps = (a: { start: number; end: number }, b: { start: number; end: number }): boolean =>
  a.start < Math.max(b.end, b.start + 1) && b.start < Math.max(a.end, a.start + 1);

type Label = Judged & { readonly start: number; readonly end: number };

function labelsOf({ id, text, expect }: Labelled): Label[] {
  const starts = lineStarts(text);
  return [...expect, ...MINE.filter((one) => one.id === id)].map((one) => {
    const start = (starts[one.line - 1] ?? 0) + one.column - 1;
    return { ...one, start, end: start + one.length };
  });
}

/** A second problem with the same cause is wrong only while the first is there too. */
const isDouble = (label: Label, problem: ReportedProblem, all: readonly ReportedProblem[]): boolean =>
  label.class !== 'double-alarm' ||
  all.some((other) => other.code === 'chat-residue' && overlaps(other, problem));

function verdictOf(
  problem: ReportedProblem,
  labels: readonly Label[],
  all: readonly ReportedProblem[],
): Verdict {
  const fitting = labels.filter((label) => label.code === problem.code && overlaps(label, problem));
  const label =
    fitting.find(({ start, end }) => start === problem.start && end === problem.end) ?? fitting[0];
  if (!label) return 'wrong';
  return label.verdict === 'wrong' && !isDouble(label, problem, all) ? 'right' : label.verdict;
}

function alarmsOf(document: Labelled, found: ScannedFile): Alarm[] {
  const labels = labelsOf(document);
  const all = reported(found);
  return all.map((problem) => ({
    id: document.id,
    kind: document.kind,
    code: problem.code,
    verdict: verdictOf(problem, labels, all),
    place: `${document.id}:${problem.line}:${problem.column} ${problem.code} ${JSON.stringify(document.text.slice(problem.start, problem.end).slice(0, 70))}`,
  }));
}

const count = (alarms: readonly Alarm[], verdict: Verdict): number =>
  alarms.filter((alarm) => alarm.verdict === verdict).length;

/** Caps alarms per code and document, because a few documents have most problems. */
function capped(alarms: readonly Alarm[], most: number): Alarm[] {
  const seen = new Map<string, number>();
  return alarms.filter(({ id, code, verdict }) => {
    const key = `${id} ${code} ${verdict}`;
    seen.set(key, (seen.get(key) ?? 0) + 1);
    return (seen.get(key) ?? 0) <= most;
  });
}

async function measure(documents: readonly Labelled[]): Promise<void> {
  const alarms: Alarm[] = [];
  const lost: string[] = [];
  let [kept, keptAtAll, all] = [0, 0, 0];
  for (const document of documents) {
    const found = await scanAlone(document, document.files);
    alarms.push(...alarmsOf(document, found));
    const loud = reported(found);
    const places = found.problems.flatMap((p) => [
      p,
      ...(p.related ?? []).map((place) => ({ ...p, ...place })),
    ]);
    for (const label of labelsOf(document).filter(({ verdict }) => verdict === 'right')) {
      const fits = (p: ReportedProblem) => p.code === label.code && overlaps(p, label);
      all += 1;
      if (loud.some(fits)) kept += 1;
      else lost.push(`${document.id}:${label.line}:${label.column} ${label.code} ${label.class}`);
      if (places.some(fits)) keptAtAll += 1;
    }
  }
  const wrong = alarms.filter(({ verdict }) => verdict === 'wrong');
  const right = count(alarms, 'right');
  const worst = wrong.map(({ place }) => place);
  if (show !== undefined)
    for (const line of [...worst.map((w) => `wrong ${w}`), ...lost.map((l) => `lost  ${l}`)])
      if (line.includes(show)) console.log('     ', line);
  figure({
    set: 'alarms',
    name: 'false errors and warnings per document',
    value: wrong.length / documents.length,
    most: 0.02,
    worst,
  });
  for (const kind of [...new Set(documents.map((d) => d.kind))].sort()) {
    const of = documents.filter((d) => d.kind === kind).length;
    figure({
      set: 'alarms',
      name: `the same, ${kind}`,
      value: wrong.filter((a) => a.kind === kind).length / of,
    });
  }
  share('alarms', 'errors and warnings that are right', right, right + wrong.length, { least: 0.95 });
  const few = capped(alarms, 5);
  share(
    'alarms',
    'the same, at most five per code and document',
    count(few, 'right'),
    count(few, 'right') + count(few, 'wrong'),
  );
  share('alarms', 'right alarms that are given', kept, all, { least: 0.95, worst: lost });
  share('alarms', 'the same, at any severity', keptAtAll, all);
}

/** Sets without labels: each error or warning not yet judged counts as wrong. */
async function measureUnlabelled(set: string, documents: readonly Labelled[]): Promise<void> {
  const alarms: Alarm[] = [];
  for (const document of documents) alarms.push(...alarmsOf(document, await scanAlone(document)));
  const wrong = alarms.filter(({ verdict }) => verdict === 'wrong');
  if (show !== undefined)
    for (const { place } of wrong) if (place.includes(show)) console.log('      wrong', place);
  const worst = wrong.map(({ place }) => place);
  figure({
    set,
    name: 'false errors and warnings per document',
    value: wrong.length / documents.length,
    most: 0.05,
    worst,
  });
}

const folder = measuredSet('alarms');
if (folder) await measure(readJsonl<Labelled>(path.join(folder, 'dev'), 'alarms.jsonl'));

const reports = measuredSet('deep_reports');
if (reports) {
  const rows = readJsonl<{ id: string; report: string }>(reports, 'dev.jsonl');
  await measureUnlabelled(
    'deep_reports',
    rows.map(({ id, report }) => ({
      id,
      kind: 'report',
      path: 'report.md',
      text: report,
      files: [],
      expect: [],
    })),
  );
}

const transcripts = measuredSet('agent_transcripts');
if (transcripts) {
  const rows = readJsonl<{ id: string; text: string }>(transcripts, 'dev.jsonl');
  await measureUnlabelled(
    'agent_transcripts',
    rows.map(({ id, text }) => ({ id, kind: 'message', path: 'message.md', text, files: [], expect: [] })),
  );
}
