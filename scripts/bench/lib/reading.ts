/**
 * Measures reading a 300 KB page in a warm worker against Readability with linkedom in the same run; part of `npm run bench -- resolve`.
 * The page is generated here; if the labelled pages are on the machine, the largest of them are timed too.
 */
import { say } from '../../../src/core/causes';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isFailure } from '../../../src/core/model';
import { Reader } from '../../../src/node/read/reader';
import { dataSet } from '../../data';
import { figure } from '../../figures';
import { median } from './measure';
import { article } from '../../readability';

const LIMIT = 1.5;
const RUNS = 15;
const worker = path.resolve('dist/reader.js');
if (!existsSync(worker)) throw new Error(`build first: ${worker} is missing`);

const sentence = 'The measured load of the northern stream rose, in the third year, by eighteen per cent. ';

/** A 300 KB article with typical page furniture. */
function madePage(): string {
  const links = (n: number): string =>
    Array.from({ length: n }, (_, i) => `<li class="menu-item"><a href="/p/${i}">Topic ${i}</a></li>`).join(
      '',
    );
  const cards = Array.from(
    { length: 120 },
    (_, i) => `<div class="card"><a href="/c/${i}"><h3>Another story ${i}</h3></a><p>${sentence}</p></div>`,
  ).join('');
  const head = `<!doctype html><html><head><title>Streams</title><style>${'.a .b{color:red;margin:0}'.repeat(400)}</style></head>`;
  let body = '';
  while (body.length < 210_000)
    body += `<p class="text">${sentence.repeat(4)}<a href="/x">More</a> <em>${sentence}</em></p><h2>Part</h2>`;
  return `${head}<body><nav><ul>${links(300)}</ul></nav><main><article class="post">${body}</article></main><aside>${cards}</aside><footer>${links(200)}</footer><script>${'var a=1;'.repeat(2000)}</script></body></html>`;
}

function largestPages(): { name: string; html: string }[] {
  const folder = dataSet('html_maintext');
  if (!folder) {
    console.log('skipped the labelled pages: the data set html_maintext is not on this machine');
    return [];
  }
  return readdirSync(path.join(folder, 'html'))
    .map((name) => ({
      name,
      html: gunzipSync(readFileSync(path.join(folder, 'html', name))).toString('utf8'),
    }))
    .filter(({ html }) => html.length > 200_000 && html.length < 450_000)
    .sort((a, b) => Math.abs(a.html.length - 300_000) - Math.abs(b.html.length - 300_000))
    .slice(0, 5);
}

/** What others do on the main thread: parse, extract, return the text. */
function alone(html: string): number {
  const started = performance.now();
  if (!article(html)?.textContent) throw new Error('Readability found nothing');
  return performance.now() - started;
}

const reader = new Reader({ worker, threads: 1 });
const never = new AbortController().signal;
async function ours(html: string): Promise<number> {
  const bytes = new TextEncoder().encode(html);
  const started = performance.now();
  const answer = await reader.read({ bytes, url: 'https://example.org/', contentType: 'text/html' }, never);
  if (isFailure(answer)) throw new Error(say(answer));
  return performance.now() - started;
}

/** Medians of both for one page. */
async function time(html: string): Promise<{ own: number; theirs: number }> {
  const theirs: number[] = [];
  const own: number[] = [];
  for (let i = 0; i < RUNS + 3; i++) {
    const a = alone(html);
    const b = await ours(html);
    // The first rounds are warm-up.
    if (i < 3) continue;
    theirs.push(a);
    own.push(b);
  }
  return { own: median(own), theirs: median(theirs) };
}

function show(name: string, { own, theirs }: { own: number; theirs: number }, limit?: number): void {
  console.log(
    `${name}: ${own.toFixed(1)} ms in the worker, ${theirs.toFixed(1)} ms Readability with linkedom alone`,
  );
  const bound = limit === undefined ? {} : { most: limit };
  figure({ set: 'reading', name: `${name}, against Readability`, value: own / theirs, ...bound });
}

const made = madePage();
show(`made page of ${(made.length / 1000).toFixed(0)} KB`, await time(made), LIMIT);
// Single pages differ: one that is nearly all script costs a parser more than a scanner. Only the sum is bounded.
const sum = { own: 0, theirs: 0 };
for (const { name, html } of largestPages()) {
  const one = await time(html);
  sum.own += one.own;
  sum.theirs += one.theirs;
  show(`${name} of ${(html.length / 1000).toFixed(0)} KB`, one);
}
if (sum.theirs > 0) show('labelled pages together', sum, LIMIT);
await reader.dispose();
