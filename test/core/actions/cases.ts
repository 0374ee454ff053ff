/** What is read of sentences that claim work, and of command lines, in the texts of `cases/`. */
import { doingOf } from '../../../src/core/actions/commandKinds';
import { readScript } from '../../../src/core/actions/shellSteps';
import { findClaims } from '../../../src/core/actions/statements';
import { roomOf } from '../../support/cases';

const claims: Parameters<typeof roomOf>[1][string] = (text) =>
  findClaims(text).map(({ action, scope }) => (scope === 'all' ? `all ${action}` : action));

/** What a command proves, edits and covers, each if there is anything to say. */
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

export const room = roomOf('test/core/actions/cases', {
  claims,
  programs: doing,
  lines: (text) => readScript(text).steps.map(({ words }) => words.join(' ')),
  runners: (text) => readScript(text).steps.find(({ words }) => words.includes('pytest'))?.proves,
});
