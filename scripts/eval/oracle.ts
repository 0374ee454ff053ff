/**
 * Measures how well ranges of code, links and footnotes agree with the oracle on real Markdown: `npm run eval -- oracle [--show]`. `--show`
 * prints the differences.
 */
import { measuredSet, readJsonl } from '../data';
import { share } from '../figures';
import { compare, type Kind, type Range } from '../oracle';

const show = process.argv.includes('--show');

const SETS: Record<string, (folder: string) => readonly { id: string; text: string }[]> = {
  deep_reports: (folder) =>
    readJsonl<{ id: string; report: string }>(folder, 'dev.jsonl').map(({ id, report }) => ({
      id,
      text: report,
    })),
  agent_transcripts: (folder) => readJsonl<{ id: string; text: string }>(folder, 'dev.jsonl'),
};

let agreed = 0;
let all = 0;
const worst: string[] = [];
const reasons = new Map<string, number>();

for (const [name, read] of Object.entries(SETS)) {
  const folder = measuredSet(name);
  if (folder === undefined) continue;
  const kinds = new Map<Kind, { both: number; ours: number; theirs: number }>();
  const count = (range: Range, by: 'both' | 'ours' | 'theirs'): void => {
    const row = kinds.get(range.kind) ?? { both: 0, ours: 0, theirs: 0 };
    row[by]++;
    kinds.set(range.kind, row);
  };
  for (const { id, text } of read(folder)) {
    const { both, ours, theirs, kept } = compare(text);
    for (const { why } of kept) reasons.set(why, (reasons.get(why) ?? 0) + 1);
    for (const r of both) count(r, 'both');
    for (const [by, ranges] of [
      ['ours', ours],
      ['theirs', theirs],
    ] as const)
      for (const r of ranges) {
        count(r, by);
        worst.push(`${id}: ${r.kind} ${r.start}-${r.end} ${by}`);
        if (show)
          console.log(
            '     ',
            id,
            by,
            r.kind,
            r.start,
            JSON.stringify(text.slice(Math.max(0, r.start - 70), r.end + 12).slice(0, 260)),
          );
      }
  }
  for (const [kind, { both, ours, theirs }] of kinds) {
    console.log(`      ${name}, ${kind}: ${both} in both, ${ours} ours alone, ${theirs} the oracle's alone`);
    agreed += both;
    all += both + ours + theirs;
  }
}
for (const [why, n] of reasons) console.log(`      kept on purpose, ${n}: ${why}`);
if (all > 0) share('oracle', 'code, link and footnote ranges', agreed, all, { least: 0.999, worst });
