/**
 * Every code of a problem or finding, with its default severity and message. Codes are stable: documentation, settings, SARIF rules and
 * accepted findings refer to them. `{name}` is filled from the facts (`causes.ts`).
 */
import { fill, type Facts, type Translate } from './causes';

export type Severity = 'error' | 'warning' | 'info' | 'none';

type Row = { readonly severity: Severity; readonly message: string };
const row = (severity: Severity, message: string): Row => ({ severity, message });

export const CODES = {
  // Problems: found by a scan without network.
  dangling: row('error', 'No reference found for {label}.'),
  'unknown-key': row('error', 'Citation key {label} not found in any bibliography.'),
  'no-entry': row('warning', 'No reference for {label} in the reference list.'),
  'ambiguous-entry': row('warning', '{label} matches {count} references.'),
  uncited: row('info', 'Reference {label} is never cited.'),
  'footnote-unused': row('info', 'Footnote {label} is never used.'),
  'duplicate-label': row('warning', 'Label {label} is defined more than once.'),
  'duplicate-entry': row('info', 'References {label} and {other} are the same work.'),
  'numbering-gap': row('warning', 'The numbering jumps from {from} to {to}.'),
  'malformed-doi': row('warning', '{label} is not a well-formed DOI: {why}.'),
  'malformed-isbn': row('warning', '{label} is not a valid ISBN: {why}.'),
  'malformed-arxiv': row('warning', '{label} is not a well-formed arXiv identifier: {why}.'),
  'future-year': row('warning', '{label} is dated {year}, which is in the future.'),
  'chat-residue': row('warning', '{label} is a leftover chat-tool citation with no source.'),
  'tracking-parameter': row('info', '{label} shows that a chat tool gave this address.'),
  'file-not-found': row('warning', '{path} is not in the workspace.'),
  'heading-not-found': row('warning', 'No heading #{label} found in {path}.'),
  'line-out-of-range': row('error', '{path} has only {count} lines; line {line} doesn’t exist.'),
  'outside-workspace': row('error', '{path} is outside the workspace.'),
  'ambiguous-file': row('info', '{path} matches {count} files in the workspace.'),
  'unseen-source': row('warning', 'No tool of this log opened {label}: {detail}'),
  'bad-settings': row('error', '{path}: {why}.'),

  // Findings without a source.
  'not-found': row('error', 'The source does not exist: {detail}'),
  'no-match': row('warning', 'No match in any registry. The work may still exist: {detail}'),
  'wrong-work': row('error', 'The source found is a different work: {detail}'),
  'doi-differs': row('error', 'The work exists under another identifier: {detail}'),
  dead: row('warning', 'The link does not work: {detail}'),
  drifted: row('warning', 'The cited lines have changed: {detail}'),
  blocked: row('info', 'The site blocks automated access: {detail}'),
  paywalled: row('info', 'The source is behind a paywall or log-in: {detail}'),
  timeout: row('info', 'The request timed out: {detail}'),
  network: row('info', 'The source could not be reached: {detail}'),
  disabled: row('info', 'Not checked: {detail}'),
  'over-limit': row('info', 'Not checked, limit reached: {detail}'),
  guess: row('info', 'The author marks this as unverified.'),
  'bad-scheme': row('info', 'The address cannot be checked: {detail}'),
  ssrf: row('info', 'Not fetched, not a public address: {detail}'),
  'not-allowed-domain': row('info', 'Skipped: {detail}'),
  'too-large': row('info', 'Too large to read: {detail}'),
  'redirect-loop': row('warning', 'Too many redirects: {detail}'),
  'not-text': row('info', 'No readable text: {detail}'),
  ambiguous: row('info', 'More than one source matches: {detail}'),
  untrusted: row('info', 'Not checked, the workspace is not trusted: {detail}'),
  cancelled: row('info', 'Not checked: {detail}'),

  // Findings with a source but no verdict.
  retracted: row('error', 'The cited work has been retracted: {detail}'),
  'figure-differs': row('warning', 'The source differs: {detail}'),
  'quote-not-found': row('warning', 'The quotation is not in the source: {detail}'),
  'no-related-passage': row('info', 'No relevant passage found: {detail}'),
  unjudged: row('info', 'Source fetched; not judged: {detail}'),
  reached: row('none', 'The source answers.'),
  related: row('none', 'A related passage was found; no model judged it.'),
  'quote-found': row('none', 'The source contains the quotation word for word.'),

  // Verdicts.
  supported: row('none', 'The source supports this.'),
  partly: row('warning', 'Only partly supported: {detail}'),
  overstated: row('warning', 'This claims more than the source: {detail}'),
  contradicted: row('error', 'Contradicted by the source: {detail}'),
  absent: row('warning', 'The source does not say this: {detail}'),
  unsure: row('info', 'No clear verdict: {detail}'),

  // Claims of work, judged by the log that they are in.
  backed: row('none', 'The log backs this: {detail}'),
  'contradicted-by-log': row('error', 'The log says otherwise: {detail}'),
  stale: row('warning', 'Out of date: {detail}'),
  'partial-run': row('warning', 'Only a part was run: {detail}'),
  masked: row('warning', 'The result is hidden: {detail}'),
  'not-in-log': row('info', 'Not in the log: {detail}'),
} as const satisfies Record<string, Row>;

export type Code = keyof typeof CODES;

/** Codes for which the log speaks against a claim. What is merely not in the log may have been done elsewhere. */
export const CONTRADICTIONS = [
  'contradicted-by-log',
  'stale',
  'partial-run',
  'masked',
  'unseen-source',
] as const satisfies readonly Code[];

/** Appended to the message of a problem that stands for several. */
export const MORE = '{more} more in this document.';

/** The message of a code, translated and filled. */
export function message(code: Code, facts: Facts, translate?: Translate): string {
  const said = fill(CODES[code].message, facts, translate);
  return facts['more'] === undefined ? said : `${said} ${fill(MORE, facts, translate)}`;
}
