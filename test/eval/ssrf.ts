/**
 * The guard against the SSRF corpus, judged at the socket: in order and in reverse. Fails when one forbidden connection is asked
 * for or one public page refused. `npm run eval -- ssrf`
 */
import { dataSet, readJsonl } from '../data';
import { playSsrf, type Entry } from '../support/ssrf';

const folder = dataSet('ssrf');
if (folder === undefined) console.log('ssrf: skipped, the data set is not on this machine.');
else {
  const entries = readJsonl<Entry>(folder, 'dev.jsonl');
  for (const [order, list] of [
    ['in order', entries],
    ['in reverse', entries.toReversed()],
  ] as const) {
    const verdicts = await playSsrf(list);
    const wrong = verdicts.filter((v) => v.wrong !== undefined);
    const count = (expected: Entry['expected']) =>
      `${wrong.filter((v) => v.entry.expected === expected).length} of ${list.filter((e) => e.expected === expected).length}`;
    console.log(`ssrf ${order}: ${count('block')} let through, ${count('allow')} wrongly refused`);
    for (const { entry, wrong: why } of wrong) console.log(`  ${entry.id} ${entry.kind}: ${why ?? ''}`);
    if (wrong.length > 0) process.exitCode = 1;
  }
}
