/**
 * Measures scan speed as ratios within one run: `npm run bench -- scan`. Against markdown-it on the same text, at 300 KB and 5 MB, after
 * edits of one character, and on hostile inputs. Compared programs run in turns, so that a busy machine affects both, and medians are
 * compared. Exits with 1 if a bound is missed.
 */
import MarkdownIt from 'markdown-it';
import { createScanner, scan } from '../../src/core/extract';
import { dataSet, readJsonl } from '../data';
import { skipped } from '../figures';
import { draft, random } from './lib/draft';
import { bounded, median } from './lib/measure';

const MB = 1_000_000;
const check = bounded('scan');

function time(run: () => unknown, times = 7): number {
  const all: number[] = [];
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    run();
    all.push(performance.now() - start);
  }
  return median(all);
}

/** Medians of runs in turns, after as many turns of warm-up. */
function inTurns(one: () => unknown, other: () => unknown, turns: number): [one: number, other: number] {
  const ones: number[] = [];
  const others: number[] = [];
  for (let i = 0; i < 2 * turns; i++) {
    const [a, b] = [time(one, 1), time(other, 1)];
    if (i < turns) continue;
    ones.push(a);
    others.push(b);
  }
  return [median(ones), median(others)];
}

function reports(size: number): string | undefined {
  const folder = dataSet('deep_reports');
  if (folder === undefined) return undefined;
  let text = '';
  for (const r of readJsonl<{ report: string }>(folder, 'dev.jsonl')) {
    text += `${r.report}\n\n`;
    if (text.length >= size) break;
  }
  return text.slice(0, size);
}

function againstMarkdownIt(name: string, text: string): void {
  const md = new MarkdownIt();
  const [theirs, ours] = inTurns(
    () => md.parse(text, {}),
    () => scan(text),
    15,
  );
  console.log(
    `      ${name}: scan ${ours.toFixed(1)} ms, markdown-it ${theirs.toFixed(1)} ms, ${(text.length / 1000 / ours).toFixed(1)} MB/s, ${scan(text).citations.length} citations`,
  );
  check(`${name}: scan against markdown-it`, ours / theirs, 1.25);
}

/** Places where an edit leaves blocks and lists alone: within a word of a paragraph, outside the reference list. */
function editPlaces(text: string, count: number): number[] {
  const next = random(11);
  const places: number[] = [];
  const end = text.lastIndexOf('## References');
  while (places.length < count) {
    const at = Math.floor(next() * (end > 0 ? end : text.length));
    if (
      /^[a-z]{4}$/.test(text.slice(at - 2, at + 2)) &&
      text.lastIndexOf('\n\nThe', at) > text.lastIndexOf('\n\n', at) - 1
    )
      places.push(at);
  }
  return places;
}

function edits(name: string, text: string): void {
  const scanner = createScanner({});
  scanner.scan(text);
  let now = text;
  const all: number[] = [];
  const fulls: number[] = [];
  for (const at of editPlaces(text, 120)) {
    now = `${now.slice(0, at)}x${now.slice(at)}`;
    const flat = Buffer.from(now, 'utf16le').toString('utf16le');
    const start = performance.now();
    scanner.scan(flat);
    all.push(performance.now() - start);
    now = flat;
    if (all.length % 8 === 0) fulls.push(time(() => scan(flat), 1));
  }
  const full = median(fulls);
  console.log(`      ${name}: an edit ${median(all).toFixed(2)} ms, all of it ${full.toFixed(1)} ms`);
  check(`${name}: an edit against the full scan`, median(all) / full, 1 / 50);
}

const times = (unit: string, size = MB): string => unit.repeat(Math.ceil(size / unit.length));

/** Numbered lines. */
function numbered(line: (i: number) => string, size = MB): string {
  let text = '';
  for (let i = 1; text.length < size; i++) text += line(i);
  return text;
}

const HOSTILE: Record<string, () => string> = {
  'open brackets': () => times('['),
  'closing brackets': () => times(']'),
  'nested links': () => times('[a]('),
  'link pairs': () => times('[a][b] '),
  'image opens': () => times('!['),
  'open footnotes': () => times('[^a'),
  'emphasis runs': () => times('*a_ '),
  'mixed emphasis': () => times('a**b_'),
  'back-quote runs': () => Array.from({ length: 1400 }, (_, i) => '`'.repeat(i + 1)).join(' '),
  'unclosed fence': () => `\`\`\`\n${times('text [1] https://example.com/a\n')}`,
  'many fences': () => times('```\n'),
  'million entries': () =>
    `# References\n\n${Array.from({ length: 60_000 }, (_, i) => `[${i + 1}] title`).join('\n')}`,
  'ordered list': () => Array.from({ length: 80_000 }, (_, i) => `${i + 1}. item`).join('\n'),
  'stops in a row': () => `${times('?!')}x [1]`,
  'one line': () => times('word and word, '),
  'one word': () => times('a'),
  'long signatures': () => times(`—${'A'.repeat(200)} [1]\n\n`),
  'open parentheses': () => times('(Smith '),
  'unclosed works': () => `(${times('Smith, 2020; ')}`,
  'all works': () => times('(Smith, 2020) '),
  'consecutive numbers': () => times('[1]'),
  'numbers apart': () => times('[1] a '),
  'address in address': () => times('http://'),
  'dots after address': () => `http://a${times('.')}x`,
  'many DOIs': () => times('10.1000/x '),
  'DOI prefixes': () => times('10.'),
  'path colons': () => `a.ts${times(':1')}`,
  'dotted words': () => times('a.'),
  'open comments': () => times('<!-- '),
  'comments that ignore': () => times('No [9]. <!-- citewright-ignore-line -->\n'),
  'open tags': () => times('<a a="'),
  'quote depth': () => times('> ', 100_000) + '\n'.repeat(900_000),
  'list depth': () => times('- ', 100_000) + '\n'.repeat(900_000),
  definitions: () => times('[a]: b\n'),
  table: () => `| a | b |\n| - | - |\n${times('| [1] | (Smith, 2020) |\n')}`,
  'short paragraphs': () => times('a\n\n'),
  'markers alone': () => times('[1]\n\n'),
  'markers in items': () => times('- [1]\n'),
  'markers in quotations': () => times('> [1]\n\n'),
  'ranges alone': () => times('[1-150]\n\n'),
  'keys alone': () => times('[@a]\n\n'),
  'code alone': () => times('`a`\n\n'),
  'narrative works': () => times('Smith (2020)\n\n'),
  'places in files': () => times('a.ts:1\n\n'),
  'tool residue': () => times('\u30101\u2020a\u3011\n\n'),
  'short entries': () => `# References\n\n${numbered((i) => `[${i}] t\n\n`)}`,
  'works as entries': () => `# References\n\n${times('Aa, B. (2020). T.\n\n')}`,
  'entries and their markers': () =>
    `${numbered((i) => `[${i}]\n\n`, MB / 2)}# References\n\n${numbered((i) => `[${i}] t\n`, MB / 2)}`,
  'notes and their markers': () =>
    `${numbered((i) => `a[^${i}]\n\n`, MB / 2)}${numbered((i) => `[^${i}]: t\n`, MB / 2)}`,
  'definitions and their links': () =>
    `${numbered((i) => `[a][${i}]\n\n`, MB / 2)}${numbered((i) => `[${i}]: u\n`, MB / 2)}`,
  'one note': () =>
    `${times('Some words stand here[^1]. ', 500_000)}\n\n[^1]: ${times('Some words stand so that Smith (2020) is here ', 500_000)}\n`,
  'table columns': () => `${times('|a', 500_000)}|\n${times('|-', 500_000)}|`,
  'blank lines': () => times('\n'),
  'key signs': () => times('@a '),
  'key list': () => `[${times('@a; ')}`,
  superscripts: () => times('\u00b9\u00b2\u00b3'),
  'lone surrogates': () => times('\ud83d'),
  nulls: () => times('\0'),
  shas: () => times('abc1234@'),
};

function hostile(ordinary: string): void {
  let worst = 0;
  for (const [name, make] of Object.entries(HOSTILE)) {
    const text = make();
    const [common, odd] = inTurns(
      () => scan(ordinary),
      () => scan(text),
      4,
    );
    const [base, each] = [common / ordinary.length, odd / text.length];
    worst = Math.max(worst, each / base);
    if (each / base > 5) console.log(`      ${name}: ${(each / base).toFixed(1)} times the ordinary time`);
  }
  check(`the worst of ${Object.keys(HOSTILE).length} hostile inputs against ordinary text`, worst, 5);
}

/** How time grows with size, from sizes large enough that compilation and garbage collection don't matter. */
function exponent(of: (size: number) => string): number {
  const [small, large] = [of(400_000), of(1_600_000)];
  const [one, other] = inTurns(
    () => scan(small),
    () => scan(large),
    5,
  );
  return Math.log2(other / one) / 2;
}

function pumps(): void {
  const folder = dataSet('redos');
  if (folder === undefined) {
    skipped('redos');
    return;
  }
  type Pump = { id: string; prefix: string; pump: string; suffix: string };
  let slowest = 0;
  let steepest = 0;
  for (const { id, prefix, pump, suffix } of readJsonl<Pump>(folder, 'dev.jsonl')) {
    const of = (size: number): string => prefix + pump.repeat(Math.ceil(size / pump.length)) + suffix;
    const pumped = of(160_000);
    const large = time(() => scan(pumped), 3);
    slowest = Math.max(slowest, large);
    if (large > 50) console.log(`      ${id}: ${large.toFixed(1)} ms`);
    if (large <= 5) continue;
    const growth = exponent(of);
    steepest = Math.max(steepest, growth);
    if (growth > 1.3) console.log(`      ${id}: ${large.toFixed(1)} ms, exponent ${growth.toFixed(2)}`);
  }
  check('redos: the slowest pump of 160 000 characters', slowest, 50, 'ms');
  check('redos: the steepest growth', steepest, 1.3);
}

const text = draft(MB);
againstMarkdownIt('draft of 1 MB', text);
const real = reports(MB);
if (real === undefined) skipped('deep_reports');
else againstMarkdownIt('reports of 1 MB', real);
edits('draft of 1 MB', text);
if (real !== undefined) edits('reports of 1 MB', real);
const small = draft(300_000);
const large = draft(5 * MB);
scan(small);
const [brief, long] = inTurns(
  () => time(() => scan(small), 5),
  () => scan(large),
  5,
);
check('time per byte at 5 MB against 300 KB', long / large.length / (brief / 5 / small.length), 1.2);
hostile(text);
pumps();
