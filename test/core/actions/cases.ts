/** Reads sentences that claim work and command lines, and judges claims by a log, for the texts of `cases/`. */
import { doingOf } from '../../../src/core/actions/commandKinds';
import { readScript } from '../../../src/core/actions/shellSteps';
import { findClaims } from '../../../src/core/actions/statements';
import { outcomeOfAction } from '../../../src/core/agentLog/actionFinding';
import { scanText } from '../../../src/core/scan/scanText';
import { roomOf } from '../../support/cases';
import { sessionLog } from '../../support/sessionText';

const claims: Parameters<typeof roomOf>[1][string] = (text) =>
  findClaims(text).map(({ action, scope }) => (scope === 'all' ? `all ${action}` : action));

/** What a command proves, edits and covers, without empty parts. */
function doing(line: string) {
  const [step] = readScript(line).steps;
  if (!step) throw new Error('no command');
  const { proofs, edits, only, isDry, isTrivial } = doingOf(step);
  return {
    ...(proofs.length > 0 && { proofs: [...proofs].sort().join(' ') }),
    ...(edits.length > 0 && { edits }),
    ...(only.length > 0 && { only }),
    ...(isDry && { isDry }),
    ...(isTrivial && { isTrivial }),
  };
}

/** What a log says about each claim of its agent. */
export function verdictsIn(log: string) {
  const { citations, log: known } = scanText(log);
  return citations.flatMap((citation) => {
    if (citation.style !== 'action') return [];
    const outcome = outcomeOfAction(citation, known?.get(citation.id) ?? {});
    if (outcome?.stage !== 'judged') throw new Error('a claim without a verdict');
    if (log.slice(citation.marker.start, citation.marker.end) !== citation.raw)
      throw new Error('not the words of its marker');
    return [outcome.verdict];
  });
}
export const codesOf = (log: string) => verdictsIn(log).map((verdict) => verdict.log?.code);
const codes = (session: string): string => codesOf(sessionLog(session)).join(', ');

export const room = roomOf('test/core/actions/cases', {
  claims,
  programs: doing,
  lines: (text) => readScript(text).steps.map(({ words }) => words.join(' ')),
  proofs: codes,
  verdicts: codes,
  hosts: (log) => codesOf(log).join(', '),
  runners: (text) => readScript(text).steps.find(({ words }) => words.includes('pytest'))?.proves,
});
