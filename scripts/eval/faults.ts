/**
 * Injects each network fault of the fault list on loopback and checks its cause, time, sockets and memory: `npm run eval -- faults`. Faults
 * of pages, PDFs, the system and judges are tested elsewhere.
 */
import { isFailure } from '../../src/core/model';
import { measuredSet, readJsonl } from '../data';
import { figure, share } from '../figures';
import { useTransport } from '../../test/support/web';
import { causeOf, DEADLINE, missOf, play, scenes } from '../../test/support/faults';

const folder = measuredSet('faults');
if (folder !== undefined) {
  const listed = new Map(
    readJsonl<{ id: string; code: string }>(folder, 'faults.jsonl').map((f) => [f.id, f.code]),
  );
  let slowest = 0;
  let grown = 0;
  for (const transport of ['node:http', 'undici'] as const) {
    useTransport(transport);
    const wrong: string[] = [];
    const played = scenes();
    for (const scene of played) {
      const { answer, ms, leaked, grownMb } = await play(scene);
      slowest = Math.max(slowest, ms);
      grown = Math.max(grown, grownMb);
      const cause = causeOf(answer);
      // A healthy counterpart belongs to its fault: a valid certificate, a page from the same server.
      const codes = ['ok', ...(listed.get(scene.id) ?? '').split(' or ')];
      const reasons = [
        ...(cause === scene.cause && codes.includes(cause) ? [] : [`cause ${cause}`]),
        ...((isFailure(answer) ? answer.kind : undefined) === missOf(scene) ? [] : ['miss']),
        ...(ms <= DEADLINE + 500 ? [] : [`${Math.round(ms)} ms`]),
        ...(leaked === 0 ? [] : [`${leaked} sockets left`]),
        ...(grownMb < 64 ? [] : [`grew ${Math.round(grownMb)} MB`]),
      ];
      if (reasons.length > 0) wrong.push(`${scene.id} ${scene.name}: ${reasons.join(', ')}`);
    }
    const ids = new Set(played.map((s) => s.id));
    share(
      'faults',
      `scenes of ${ids.size} faults with the named cause, ${transport}`,
      played.length - wrong.length,
      played.length,
      { least: 1, worst: wrong },
    );
  }
  figure({
    set: 'faults',
    name: 'slowest scene',
    value: Math.round(slowest),
    unit: 'ms',
    most: DEADLINE + 500,
  });
  figure({ set: 'faults', name: 'largest growth of memory', value: Math.round(grown), unit: 'MB', most: 64 });
}
