/** The reason of a finding, for views and reports that show its label, too. */
import { fill, say, type Reason, type Translate } from '../causes';
import { CODES } from '../codes';
import type { Finding } from '../model';
import { detailOf, explain } from './finding';

/** The error of a model's provider that ended judging, if any. */
export const modelTrouble = (findings: readonly Finding[]): Reason | undefined =>
  findings.flatMap((f) => (f.stage === 'unjudged' && f.why === 'model-error' ? [f] : []))[0];

/** Why a finding is what it is, for a place beside its label: the label isn't repeated, and a verdict's reason is enough. */
export function why(finding: Finding, translate?: Translate): string {
  const detail = finding.stage === 'judged' ? detailOf(finding) : undefined;
  const said = detail ? say(detail, translate) : explain(finding, translate);
  const label = `${fill(CODES[finding.code].label, {}, translate)}: `;
  const own = said.startsWith(label) ? said.slice(label.length) : said;
  // A host, a path or an identifier keeps its first letter.
  return /^\p{Ll}+[\s,]/u.test(own) ? own.charAt(0).toLocaleUpperCase() + own.slice(1) : own;
}
