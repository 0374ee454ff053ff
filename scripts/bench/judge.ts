/**
 * Measures the judging half of a run, in time and tokens: `npm run bench -- judge`. 50 citations over 20 sources, sources at 200 ms and the
 * judge at 500 ms, at concurrency 8; one source cited five times; a quotation in 300,000 characters; screening one megabyte; a claim and a
 * source of nothing but figures.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { scan } from '../../src/core/extract';
import { coverage } from '../../src/core/judge/coverage';
import type { Prompt } from '../../src/core/ports';
import { createScreener } from '../../src/core/resolve/screen';
import { createQuoteFinder } from '../../src/core/text/quotation/quote';
import { verifyAll } from '../../src/core/verify/verify';
import { CannedWeb, fakePorts, page, ScriptedModel, sourceOf } from '../../test/fakes';
import { figure } from '../figures';
import { absent, bounded } from './lib/measure';

const SOURCE_MS = 200;
const JUDGE_MS = 500;
const CONCURRENCY = 8;

const check = bounded('judge');

const url = (n: number) => `https://s${n}.example/page`;
const textOf = (n: number) => `Page ${n} tells of lamps and rope. `.repeat(300);

function portsFor(sources: number) {
  const web = new CannedWeb(
    Object.fromEntries(
      Array.from({ length: sources }, (_, n) => [
        url(n),
        async () => {
          await wait(SOURCE_MS);
          return page(url(n), { text: textOf(n) });
        },
      ]),
    ),
  );
  const model = new ScriptedModel(async (prompt) => {
    await wait(JUDGE_MS);
    return absent(prompt);
  });
  return fakePorts({ web, model });
}

async function run(citations: number, sources: number) {
  const draft = Array.from(
    { length: citations },
    (_, i) => `Lamp number ${i} was lit by a keeper in the north tower (${url(i % sources)}).`,
  ).join('\n\n');
  const ports = portsFor(sources);
  const document = { path: 'draft.md', text: draft, citations: scan(draft).citations };
  const started = performance.now();
  let judged = 0;
  let input = 0;
  for await (const { finding } of verifyAll(
    [document],
    ports,
    { concurrency: CONCURRENCY },
    new AbortController().signal,
  )) {
    if (finding.stage !== 'judged') throw new Error(`a citation was not judged: ${JSON.stringify(finding)}`);
    judged++;
    input += ports.model.calls.length === 0 ? 0 : 1;
  }
  return { ms: performance.now() - started, judged, input, ports };
}

async function schedule(): Promise<void> {
  const { ms, judged, ports } = await run(50, 20);
  if (judged !== 50) throw new Error(`50 citations gave ${judged} verdicts`);
  const calls = ports.model.calls.length;
  const fetches = ports.web.calls.length;
  const oneByOne = 20 * SOURCE_MS + 50 * JUDGE_MS;
  // Every schedule needs the first source, then calls in rounds of eight.
  const ideal = SOURCE_MS + Math.ceil(calls / CONCURRENCY) * JUDGE_MS;
  console.log(`50 citations, 20 sources: ${fetches} fetches, ${calls} calls, ${Math.round(ms)} ms`);
  figure({ set: 'judge', name: 'times faster than one after another', value: oneByOne / ms, least: 6 });
  check('against the ideal schedule', ms / ideal, 1.25);
  check('fetches', fetches, 20);
}

async function sharing(): Promise<void> {
  const length = (p: Prompt) => p.blocks.reduce((n, b) => n + b.text.length, p.system.length);
  const sizeOf = async (citations: number) => {
    const { ports } = await run(citations, 1);
    return { sent: ports.model.calls.reduce((n, p) => n + length(p), 0), fetches: ports.web.calls.length };
  };
  const [one, five] = [await sizeOf(1), await sizeOf(5)];
  check('fetches for five uses of one source', five.fetches, 1);
  check('prompt of five uses against five prompts of one', five.sent / (5 * one.sent), 0.7);
}

/** The fastest of several runs, without disturbance. */
function time(body: () => unknown, times: number): number {
  return Math.min(
    ...Array.from({ length: times }, () => {
      const started = performance.now();
      body();
      return performance.now() - started;
    }),
  );
}

function texts(): void {
  const line =
    'The keeper’s lamp — “bright” at 100 °C — burned 4,812 litres [3] in the multi-\nline log of 1911. ';
  const source = line.repeat(Math.ceil(300_000 / line.length));
  const quotes: [string, number][] = [
    ['the keeper\'s lamp - "bright" at 100°C - burned 4812 litres in the multiline log', 15],
    ['the keeper never stood in this log at all', 60],
  ];
  for (const [quote, most] of quotes)
    check(
      `quotation in ${source.length} characters`,
      time(() => createQuoteFinder(source)(quote), 15),
      most,
      'ms',
    );
  const damaged = source.replace(/lamp|litres/g, (word) => `${word.slice(0, 2)} ${word.slice(2)}12`);
  check(
    `quotation in ${damaged.length} damaged characters`,
    time(
      () => createQuoteFinder(damaged)('burned 4,812 litres in the multiline log of 1911. The keeper’s lamp'),
      15,
    ),
    60,
    'ms',
  );
  const big = sourceOf({
    location: url(0),
    text: Array.from(
      { length: 10_000 },
      (_, i) =>
        `Sentence ${i} of the log names lamp ${i % 97} and keeper ${i % 13} on a cold day in the north. `,
    ).join(''),
  });
  check(
    `screening a claim against ${big.text.length} characters`,
    time(() => createScreener({ ...big })('Lamp 42 was kept by keeper 7 in the north in 1911.'), 3),
    2_500,
    'ms',
  );
  const figures = (count: number, by: number) =>
    Array.from({ length: count }, (_, i) => 100 + by * i).join('; ');
  const covering = (count: number) => {
    const text = figures(2 * count, 3);
    return time(() => coverage(figures(count, 7), { text, source: sourceOf({ text }) }), 3);
  };
  // Linear: 2; quadratic: 4.
  check('coverage of 2,000 figures by 4,000 against 1,000 by 2,000', covering(2_000) / covering(1_000), 3);
}

await schedule();
await sharing();
texts();
