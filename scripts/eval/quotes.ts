/**
 * Quotations that real judges gave, looked for by our matcher; and what the rule on figures and words makes of those that were right.
 * `npm run eval -- quotes`
 */
import { decide } from '../../src/core/judge/verdictRules';
import { createQuoteFinder } from '../../src/core/text/quote';
import { dataSet, readJsonl } from '../data';
import { figure, share, skipped } from '../figures';
import { sourceOf } from '../../test/fakes';

type Row = { id: string; claim: string; source_text: string; source_url: string; label: string };
type Run = {
  id: string;
  split: string;
  model: string;
  verdict: string;
  source_quote?: string;
  quote_status?: string;
};

const folder = dataSet('wikicite');
if (!folder) skipped('wikicite');
else {
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
    const decision = decide(
      { support: 'supported', confidence: 1, rationale: '', quote: run.source_quote ?? '', places: [] },
      row.claim,
      [{ source, find: createQuoteFinder(source.text) }],
    );
    if (decision.support !== 'supported')
      lowered.push(`${run.id} (${decision.support}: ${decision.lowered})`);
  }
  for (const [key, ids] of table)
    console.log(`${ids.length}\t${key}${ids.length < 9 ? `: ${ids.join(' ')}` : ''}`);
  figure({ set: 'wikicite', name: 'slowest quotation to locate', value: slowest, unit: 'ms' });
  share(
    'wikicite',
    'right verdicts with a located quotation that our rules keep',
    right - lowered.length,
    right,
    {
      worst: lowered,
    },
  );
}
