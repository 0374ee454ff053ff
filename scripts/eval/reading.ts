/**
 * Measures how well pages are read: main text (4-word shingles as in the benchmark's own evaluation), wanted and unwanted segments, hostile
 * pages and PDFs through the worker, sample PDFs, and pages with hidden text. `npm run eval -- reading
 * [maintext|segments|hostile|pdf|injection] [--list]`; `--list` names every record with an error.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { isFailure } from '../../src/core/model';
import { Reader } from '../../src/node/read/reader';
import { readBytes } from '../../src/node/read/readBytes';
import { measuredSet, readJsonl } from '../data';
import { figure, share, skipped } from '../figures';
import { articleText } from '../readability';
import { held } from '../../test/node/read/held';

const args = process.argv.slice(2);
const list = args.includes('--list');
const parts = args.filter((a) => !a.startsWith('-'));
const wanted = (name: string): boolean => parts.length === 0 || parts.includes(name);
const never = new AbortController().signal;

async function textOf(html: Uint8Array, url: string): Promise<string> {
  const answer = await readBytes({ bytes: html, url, contentType: 'text/html' });
  return isFailure(answer) ? '' : answer.text;
}

function shingles(text: string): Map<string, number> {
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const counts = new Map<string, number>();
  for (let i = 0; i < Math.max(1, words.length - 3); i++) {
    const key = words.slice(i, i + 4).join(' ');
    if (key) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function overlap(gold: string, found: string): { precision: number; recall: number } {
  const a = shingles(gold);
  const b = shingles(found);
  let hit = 0;
  let inA = 0;
  let inB = 0;
  for (const [key, n] of a) {
    inA += n;
    hit += Math.min(n, b.get(key) ?? 0);
  }
  for (const n of b.values()) inB += n;
  return { precision: inB ? hit / inB : inA ? 0 : 1, recall: inA ? hit / inA : 1 };
}

type Scored = { readonly id: string; readonly precision: number; readonly recall: number };
const f1 = ({ precision: p, recall: r }: Omit<Scored, 'id'>): number => (2 * p * r) / (p + r || 1);

/** Mean precision and recall over the pages, and the F1 of both. `reader` names the program. */
function tell(rows: readonly Scored[], reader: string, least?: number): void {
  const mean = (key: 'precision' | 'recall'): number =>
    rows.reduce((sum, r) => sum + r[key], 0) / rows.length;
  const [precision, recall] = [mean('precision'), mean('recall')];
  const name = (what: string) => `${what} over ${rows.length} pages${reader}`;
  figure({ set: 'html_maintext', name: name('precision'), value: precision });
  figure({ set: 'html_maintext', name: name('recall'), value: recall });
  const goal = least === undefined ? {} : { least };
  figure({ set: 'html_maintext', name: name('F1'), value: f1({ precision, recall }), ...goal });
}

async function maintext(folder: string): Promise<void> {
  const ours: Scored[] = [];
  const theirs: Scored[] = [];
  for (const { id, url, body } of readJsonl<{ id: string; url: string; body: string }>(folder, 'dev.jsonl')) {
    const html = gunzipSync(readFileSync(path.join(folder, 'html', `${id}.html.gz`)));
    ours.push({ id, ...overlap(body, await textOf(html, url)) });
    theirs.push({ id, ...overlap(body, articleText(html.toString('utf8'))) });
  }
  tell(ours, '', 0.93);
  tell(theirs, ', by Readability');
  if (list)
    for (const x of ours.filter((one) => f1(one) < 0.95).sort((a, b) => f1(a) - f1(b)))
      console.log(`  ${x.id} precision ${x.precision.toFixed(2)} recall ${x.recall.toFixed(2)}`);
}

const fold = (text: string): string => text.replace(/\s+/g, ' ');

async function segments(folder: string): Promise<void> {
  type Row = { id: string; file: string; url: string; with: string[]; without: string[] };
  let found = 0;
  let missed = 0;
  let wrong = 0;
  for (const row of readJsonl<Row>(folder, 'dev.jsonl')) {
    const text = fold(await textOf(gunzipSync(readFileSync(path.join(folder, 'html', row.file))), row.url));
    const lost = row.with.filter((s) => !text.includes(fold(s).trim()));
    const kept = row.without.filter((s) => text.includes(fold(s).trim()));
    found += row.with.length - lost.length;
    missed += lost.length;
    wrong += kept.length;
    if (list && lost.length + kept.length > 0)
      console.log(
        `  ${row.id} lost ${lost.length} of ${row.with.length}, kept ${kept.length} of ${row.without.length}`,
      );
  }
  figure({
    set: 'html_segments',
    name: `F1 (${found} found, ${missed} missed, ${wrong} wrongly kept)`,
    value: (2 * found) / (2 * found + missed + wrong),
    least: 0.89,
  });
}

const worker = path.resolve('dist/reader.js');

type Body = readonly [id: string, make: () => Uint8Array, contentType: string];
const LAG_LIMIT = 50;

/** Runs bodies through one reader; returns how many ended in time, how long the host was blocked, and memory growth. */
async function endure(bodies: readonly Body[]): Promise<{ ended: number; most: number; grown: number }> {
  const reader = new Reader({ worker, threads: 1 });
  const memory = (): number => (process.memoryUsage().heapUsed + process.memoryUsage().external) / 2 ** 20;
  let [ended, most, grown] = [0, 0, 0];
  for (const [id, make, contentType] of bodies) {
    const bytes = make();
    const before = memory();
    const started = performance.now();
    const { value, ms } = await held(() =>
      reader.read({ bytes, url: 'https://example.org/', contentType }, never),
    );
    const took = performance.now() - started;
    most = Math.max(most, ms);
    grown = Math.max(grown, memory() - before);
    if (took < 20_500) ended++;
    const outcome = isFailure(value)
      ? `${value.kind} ${value.cause}`
      : `text of ${value.text.length}${value.truncated ? ', truncated' : ''}`;
    if (list) console.log(`  ${id} ${took.toFixed(0)} ms, host held ${ms.toFixed(0)} ms: ${outcome}`);
  }
  await reader.dispose();
  return { ended, most, grown };
}

async function hostile(folder: string): Promise<void> {
  const load = async (file: string): Promise<Record<string, Record<string, () => string | Uint8Array>>> =>
    (await import(pathToFileURL(path.join(folder, file)).href)) as never;
  const { gens = {} } = await load('gen-html.mjs');
  const { pdfs = {} } = await load('gen-pdf.mjs');
  const asBytes = (body: string | Uint8Array): Uint8Array =>
    typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
  for (const [name, set, type] of [
    ['hostile HTML', gens, 'text/html'],
    ['hostile PDF', pdfs, 'application/pdf'],
  ] as const) {
    const bodies = Object.entries(set).map(([id, make]) => [id, () => asBytes(make()), type] as const);
    const { ended, most, grown } = await endure(bodies);
    share(name, 'ended in text or a named refusal', ended, bodies.length, { least: 1 });
    figure({ set: name, name: 'longest hold of the host', value: most, unit: 'ms', most: LAG_LIMIT });
    figure({ set: name, name: 'growth outside the worker', value: grown, unit: 'MB', most: 64 });
  }
}

async function pdfs(folder: string): Promise<void> {
  const files = readdirSync(folder).filter((f) => f.endsWith('.pdf'));
  const { ended } = await endure(
    files.map(
      (f) => [f, () => new Uint8Array(readFileSync(path.join(folder, f))), 'application/pdf'] as const,
    ),
  );
  share('pdf_samples', 'read or refused cleanly', ended, files.length, { least: 1 });
}

/** Hidden text must not be read; sentences of benign pages must be. */
async function injection(folder: string): Promise<void> {
  type Row = { id: string; kind: string; html: string; placement?: string };
  const visible = new Set(['visible', 'title', undefined]);
  const plain = (html: string): string[] =>
    [
      ...html.replace(/^[^]*<body>|<(template|noscript)>[^]*<\/\1>/g, '').matchAll(/<(p|h1)>([^<]+)<\/\1>/g),
    ].map(([, , text = '']) => fold(text.replaceAll('&nbsp;', ' ').replace(/[\u00ad\u200b]/g, '')).trim());
  let leaks = 0;
  let lost = 0;
  for (const { id, kind, html, placement } of readJsonl<Row>(folder, 'dev.jsonl')) {
    const text = fold(await textOf(new TextEncoder().encode(html), 'https://example.org/'));
    const leaked = !visible.has(placement) && /ignore all previous|answer supported/i.test(text);
    const missing = plain(html).filter((p) => !/[&]/.test(p) && !text.includes(p));
    leaks += Number(leaked);
    lost += Number(missing.length > 0);
    if (list && (leaked || missing.length > 0))
      console.log(`  ${id} ${kind} ${leaked ? 'leaks' : ''} ${missing.length} lost`);
  }
  figure({ set: 'injection', name: 'pages whose hidden text is read', value: leaks, most: 0 });
  figure({ set: 'injection', name: 'pages that lose visible text', value: lost, most: 0 });
}

for (const [name, set, run] of [
  ['maintext', 'html_maintext', maintext],
  ['segments', 'html_segments', segments],
  ['hostile', 'hostile', hostile],
  ['pdf', 'pdf_samples', pdfs],
  ['injection', 'injection', injection],
] as const) {
  if (!wanted(name)) continue;
  const folder = measuredSet(set);
  if (!folder) continue;
  if ((name === 'hostile' || name === 'pdf') && !existsSync(worker))
    skipped(set, 'dist/reader.js is missing, build first');
  else await run(folder);
}
