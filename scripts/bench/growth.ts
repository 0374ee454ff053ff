/**
 * Measures how time grows with the work: `npm run bench -- growth`. Scans 10 KB to 10 MB next to other Markdown readers and a naive list of
 * expressions; checks 1 to 1,000 citations next to a sequential flow of one fetch and one call per citation.
 */
import MarkdownIt from 'markdown-it';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { scan } from '../../src/core/extract';
import { verifyAll } from '../../src/core/verify/verify';
import { CannedWeb, fakePorts, page, ScriptedModel } from '../../test/fakes';
import { curve, figure } from '../figures';
import { draft } from './lib/draft';
import { absent, median } from './lib/measure';
import { checkSequentially } from './lib/sequential';

const SIZES = [10_000, 100_000, 1_000_000, 10_000_000];
const COUNTS = [1, 10, 100, 1_000];
const SOURCE_MS = 4;
const JUDGE_MS = 10;

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** A first version: one expression per form, with the claim cut out around each match. No linking, no problems. */
function naive(text: string): number {
  const forms = [
    /https?:\/\/[^\s)>\]]+/g,
    /\[\d+(?:[,–-] ?\d+)*\]/g,
    /\(\p{Lu}[^()]{1,80}\d{4}[a-z]?\)/gu,
    /\b10\.\d{4,9}\/\S+/g,
  ];
  let claims = 0;
  for (const form of forms)
    for (const hit of text.matchAll(form)) {
      const from = text.lastIndexOf('. ', hit.index) + 1;
      claims += text.slice(from, text.indexOf('. ', hit.index)).length > 0 ? 1 : 0;
    }
  return claims;
}

/** Times several readers of one text in turns, so that noise affects all of them. */
function race(text: string, rounds: number): Record<string, number[]> {
  const md = new MarkdownIt();
  const runners: Record<string, () => unknown> = {
    'Citewright scan': () => scan(text),
    'markdown-it': () => md.parse(text, {}),
    'naive expressions': () => naive(text),
    ...(text.length <= 1_000_000 && { 'mdast-util-from-markdown': () => fromMarkdown(text) }),
  };
  const times: Record<string, number[]> = {};
  for (let i = 0; i <= rounds; i++)
    for (const [name, run] of Object.entries(runners)) {
      const started = performance.now();
      run();
      if (i > 0) (times[name] ??= []).push(performance.now() - started);
    }
  return times;
}

function scanning(): void {
  const points = new Map<string, [number, number][]>();
  for (const size of SIZES) {
    const text = draft(size);
    const times = race(text, size > 1_000_000 ? 3 : 7);
    for (const [name, all] of Object.entries(times)) {
      points.set(name, [...(points.get(name) ?? []), [text.length, median(all)]]);
      if (size !== 1_000_000 || name === 'Citewright scan') continue;
      const ratios = all.map((ms, i) => (times['Citewright scan']?.[i] ?? 0) / ms);
      figure({
        set: 'growth',
        name: `scan of 1 MB against ${name}`,
        value: median(ratios),
        spread: [Math.min(...ratios), Math.max(...ratios)],
      });
    }
  }
  for (const [name, all] of points) curve({ set: 'scan', name, x: 'UTF-16 units', y: 'ms', points: all });
  const own = points.get('Citewright scan') ?? [];
  const [first, last] = [own[1], own.at(-1)];
  if (first && last)
    figure({
      set: 'growth',
      name: 'exponent of scan time from 100 KB to 10 MB',
      value: Math.log(last[1] / first[1]) / Math.log(last[0] / first[0]),
      most: 1.15,
    });
}

const url = (n: number): string => `https://s${n}.example/page`;
const body = (n: number): string => `Page ${n} tells of lamps, rope and keepers in a log. `.repeat(300);

/** Runs the same text, sources and model through our pipeline and through the sequential flow. */
async function checking(count: number): Promise<{ ours: number; theirs: number; sent: [number, number] }> {
  const sources = Math.ceil(count / 3);
  const text = Array.from(
    { length: count },
    (_, i) => `Lamp number ${i} was lit by a keeper in the north tower (${url(i % sources)}).`,
  ).join('\n\n');
  const { citations } = scan(text);
  let sent = 0;
  const ports = fakePorts({
    web: new CannedWeb(
      Object.fromEntries(
        Array.from({ length: sources }, (_, n) => [
          url(n),
          () => wait(SOURCE_MS).then(() => page(url(n), { text: body(n) })),
        ]),
      ),
    ),
    model: new ScriptedModel(async (prompt) => {
      sent += prompt.blocks.reduce((n, b) => n + b.text.length, prompt.system.length);
      await wait(JUDGE_MS);
      return absent(prompt);
    }),
  });
  let started = performance.now();
  let judged = 0;
  const limits = { concurrency: 8, maxCitations: count };
  for await (const { finding } of verifyAll(
    [{ path: 'draft.md', text, citations }],
    ports,
    limits,
    new AbortController().signal,
  ))
    if (finding.stage === 'judged') judged++;
  const ours = performance.now() - started;
  if (judged !== count) throw new Error(`${count} citations gave ${judged} verdicts`);
  started = performance.now();
  const flow = await checkSequentially(citations, {
    fetch: (address) => wait(SOURCE_MS).then(() => body(Number(/s(\d+)/.exec(address)?.[1]))),
    ask: () => wait(JUDGE_MS).then(() => ''),
  });
  if (flow.verdicts !== count) throw new Error(`${count} citations gave ${flow.verdicts} answers`);
  return { ours, theirs: performance.now() - started, sent: [sent, flow.sent] };
}

async function runs(): Promise<void> {
  const [own, others]: [[number, number][], [number, number][]] = [[], []];
  for (const count of COUNTS) {
    const { ours, theirs, sent } = await checking(count);
    own.push([count, ours]);
    others.push([count, theirs]);
    if (count !== 1_000) continue;
    figure({
      set: 'growth',
      name: '1 000 citations, times faster than one after another',
      value: theirs / ours,
      least: 6,
    });
    figure({
      set: 'growth',
      name: '1 000 citations, characters sent against one after another',
      value: sent[0] / sent[1],
    });
  }
  curve({ set: 'run', name: 'Citewright', x: 'citations', y: 'ms', points: own });
  curve({ set: 'run', name: 'one after another', x: 'citations', y: 'ms', points: others });
}

scanning();
await runs();
