/**
 * Tests the guard against the SSRF corpus at the socket, in order and in reverse. Fails if one forbidden connection is made or one public
 * page refused. `npm run eval -- ssrf`
 */
import { measuredSet, readJsonl } from '../data';
import { share } from '../figures';
import { playSsrf, type Entry } from '../../test/support/ssrf';
import { useTransport } from '../../test/support/web';

const folder = measuredSet('ssrf');
if (folder !== undefined) {
  const entries = readJsonl<Entry>(folder, 'dev.jsonl');
  for (const transport of ['node:http', 'undici'] as const) {
    useTransport(transport);
    for (const [order, list] of [
      ['in order', entries],
      ['in reverse', entries.toReversed()],
    ] as const) {
      const verdicts = await playSsrf(list);
      const wrong = verdicts.filter((v) => v.wrong !== undefined);
      for (const [expected, name] of [
        ['block', 'forbidden addresses that were reached'],
        ['allow', 'public pages that were refused'],
      ] as const) {
        const bad = wrong.filter((v) => v.entry.expected === expected);
        const all = list.filter((e) => e.expected === expected).length;
        share('ssrf', `${name}, ${transport}, ${order}`, bad.length, all, {
          most: 0,
          worst: bad.map((v) => v.entry.id),
        });
      }
    }
  }
}
