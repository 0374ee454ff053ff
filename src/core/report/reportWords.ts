/** The words of reports for people, as templates: a table in each language of the editor. */
import { fill, type Facts, type Translate } from '../causes';

export const WORDS = {
  problems: 'Problems',
  proven: 'Supported by the source',
  open: 'Neither supported nor contradicted',
  notes: 'For information',
  suppressed: 'Suppressed',
  suppressedOther: 'Suppressed ({by})',
  accepted: 'Accepted',
  ignore: 'Ignored in this workspace',
  'ignore-line': 'Ignored on this line',
  'ignore-file': 'Ignored in this file',
  source: 'Source: {source}',
  closest: 'closest passage',
  page: 'page {page}',
  notInSource: 'not in the source',
  theText: 'The text',
  theSource: 'The source',
  narrower: 'Narrower claim: {claim}',
  judgedBy: 'Judged by {model}, {confidence}% confidence',
  line: 'Line',
  atLine: 'line {line}',
  citation: 'Citation',
  result: 'Result',
  details: 'Details',
  none: 'No citations.',
  notRead: 'Not read',
  title: 'Citations in {scope}',
  files: '{n} files',
  oneCitation: '1 citation',
  citations: '{n} citations',
  oneClaim: '1 claim of work',
  claims: '{n} claims of work',
  oneSource: '{unopened} of 1 source never opened',
  sources: '{unopened} of {n} sources never opened',
  noProblems: 'No problems found',
  oneProblem: '1 problem to look at',
  someProblems: '{n} problems to look at',
  'some-proven': '{n} supported by the source',
  'some-open': '{n} neither supported nor contradicted',
  'some-notes': '{n} for information',
  'some-suppressed': '{n} suppressed',
  caution:
    'A problem is a reason to look, not proof of an error. A citation counts as supported only with words that were located in its source.',
  nothingJudged: 'nothing judged',
  score: '{supported} of {judged} supported ({score})',
  notJudged: '{n} not judged',
  notChecked: '{n} not checked',
  because: '{why}',
  resolved: 'sources found for {n}',
  backed: '{n} backed',
  contradicted: '{n} contradicted',
  stale: '{n} out of date',
  partial: '{n} run in part',
  masked: '{n} hidden',
  notInLog: '{n} not in the log',
  unsure: '{n} unsure',
  unpriced: 'cost unknown ({n} tokens)',
  free: 'no cost',
  judges: 'judged by {models}',
} as const;

/** Fills a template of the table. */
export type Words = (name: keyof typeof WORDS, facts?: Facts) => string;
export const wordsIn =
  (translate?: Translate): Words =>
  (name, facts = {}) =>
    fill(WORDS[name], facts, translate);

/** What suppresses a finding, in words. */
export const suppressedBy = (by: string, words: Words): string =>
  by === 'accepted' || by === 'ignore' || by === 'ignore-line' || by === 'ignore-file'
    ? words(by)
    : words('suppressedOther', { by });
