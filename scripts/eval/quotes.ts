/**
 * Measures our quotation matcher: quotations of real judges, sentences of damaged texts and near misses; and the effect of the rule on
 * numbers and words on correct verdicts. `npm run eval -- quotes [--show]`
 */
import { decideVerdict } from '../../src/core/judge/verdictRules';
import { createQuoteFinder } from '../../src/core/text/quotation/quote';
import { measuredSet, readJsonl } from '../data';
import { figure, share, show } from '../figures';
import { sourceOf } from '../../test/fakes';
import { sentences } from '../../src/core/text/sentences';
import { DAMAGES, NEAR_MISSES, type Page } from './lib/damage';
import { randomOf } from './lib/shuffle';

type Row = { id: string; claim: string; source_text: string; source_url: string; label: string };
type Run = {
  id: string;
  split: string;
  model: string;
  verdict: string;
  source_quote?: string;
  quote_status?: string;
};

const folder = measuredSet('wikicite');
if (folder) {
  const rows = new Map(readJsonl<Row>(folder, 'dev.jsonl').map((r) => [r.id, r]));
  const runs = readJsonl<Run>(folder, 'judge_runs.jsonl').filter((r) => r.source_quote && rows.has(r.id));
  const table = new Map<string, string[]>();
  const lowered: string[] = [];
  let right = 0;
  let slowest = 0;
  for (const run of runs) {
    const row = rows.get(run.id)!;
    const source = sourceOf({ location: row.source_url, text: row.source_text });
    const started = performance.now();
    const found = createQuoteFinder(source.text)(run.source_quote ?? '');
    slowest = Math.max(slowest, performance.now() - started);
    const key = `${run.quote_status ?? '?'} upstream, here ${found ? `${found.match} ${found.size}` : 'not found'}`;
    table.set(key, [...(table.get(key) ?? []), run.id]);
    if (run.verdict !== 'Supported' || row.label !== 'supported' || !found) continue;
    right++;
    const decision = decideVerdict(
      { support: 'supported', confidence: 1, rationale: '', quote: run.source_quote ?? '', places: [] },
      row.claim,
      [{ source, find: createQuoteFinder(source.text) }],
    );
    if (decision.support !== 'supported')
      lowered.push(`${run.id} (${decision.support}: ${decision.refused?.cause ?? ''})`);
  }
  for (const [key, ids] of table)
    console.log(`${ids.length}\t${key}${ids.length < 9 ? `: ${ids.join(' ')}` : ''}`);
  figure({ set: 'wikicite', name: 'slowest quotation to locate', value: slowest, unit: 'ms' });
  share(
    'wikicite',
    'right verdicts with a located quotation that our rules keep',
    right - lowered.length,
    right,
    { worst: lowered },
  );
}

/** Sentences of 12 to 40 words, a few from each text, each with its text. */
function pagesOf(texts: readonly string[]): Page[] {
  return texts.flatMap((text) =>
    sentences(text)
      .map(({ start, end }) => ({ text, start, end }))
      .filter(({ start, end }) => {
        const sentence = text.slice(start, end);
        const words = sentence.split(' ').length;
        return (
          words >= 12 &&
          words <= 40 &&
          !sentence.includes('\n') &&
          !/&#?\w+;/.test(sentence) &&
          /^[\p{Lu}“"]/u.test(sentence)
        );
      })
      .filter((_, n) => n % 7 === 3)
      .slice(0, 6),
  );
}

const GOAL = { all: 0.97, kind: 0.85 };
const MOST_PAGES = 400;

function measureDamage(set: string, pages: readonly Page[]): void {
  let [found, all, slowest] = [0, 0, 0];
  for (const [kind, damage] of Object.entries(DAMAGES)) {
    const random = randomOf(kind);
    let [here, of] = [0, 0];
    for (const page of pages) {
      const made = damage(page, random);
      if (!made) continue;
      of++;
      const started = performance.now();
      const located = createQuoteFinder(made.source)(made.quote);
      slowest = Math.max(slowest, performance.now() - started);
      if (located) here++;
      else show(kind, JSON.stringify(made.quote.slice(0, 150)));
    }
    found += here;
    all += of;
    share(set, `damaged, found: ${kind}`, here, of, { least: GOAL.kind });
  }
  share(set, 'damaged, found: all kinds', found, all, { least: GOAL.all });
  figure({ set, name: 'slowest damaged quotation to locate', value: slowest, unit: 'ms' });
}

/** Searches near misses in the text as it is, and with each kind of damage. */
function measureNearMisses(set: string, pages: readonly Page[]): void {
  const wrong: string[] = [];
  let all = 0;
  for (const [kind, change] of Object.entries(NEAR_MISSES)) {
    const random = randomOf(kind);
    for (const [n, page] of pages.entries()) {
      const near = change(page.text.slice(page.start, page.end), random);
      if (near === undefined || page.text.includes(near)) continue;
      const damages = Object.entries(DAMAGES);
      const [name, damage] = damages[n % damages.length]!;
      const text = damage(page, random)?.source ?? page.text;
      for (const source of [page.text, text]) {
        all++;
        if (createQuoteFinder(source)(near)) wrong.push(`${kind}, ${name}: ${near.slice(0, 120)}`);
      }
    }
  }
  for (const line of wrong) show('near miss found:', line);
  figure({ set, name: 'near misses looked for', value: all, least: 1_000 });
  figure({ set, name: 'near misses found', value: wrong.length, most: 0 });
}

if (folder) {
  const texts = [...new Set(readJsonl<Row>(folder, 'dev.jsonl').map((r) => r.source_text))];
  const pages = pagesOf(texts).slice(0, MOST_PAGES);
  measureDamage('wikicite', pages);
  measureNearMisses('wikicite', pages);
}
