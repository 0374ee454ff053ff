/**
 * Every code of a problem or finding, with its label, default severity and message. Codes are stable: documentation, settings, SARIF rules and
 * accepted findings refer to them. `{name}` is filled from the facts (`causes.ts`).
 */
import { fill, type Facts, type Translate } from './causes';

export type Severity = 'error' | 'warning' | 'info' | 'none';

/** `label` is one or two words, for headings and tables. */
type Row = { readonly label: string; readonly severity: Severity; readonly message: string };
const row = (label: string, severity: Severity, message: string): Row => ({ label, severity, message });

export const CODES = {
  // Problems: found by a scan without network.
  dangling: row('Unresolved reference', 'error', 'No reference found for {label}.'),
  'unknown-key': row('Unknown citation key', 'error', 'Citation key {label} not found in any bibliography.'),
  'no-entry': row('No reference', 'warning', 'No reference for {label} in the reference list.'),
  'ambiguous-entry': row('Ambiguous reference', 'warning', '{label} matches {count} references.'),
  uncited: row('Uncited reference', 'info', 'Reference {label} is never cited.'),
  'footnote-unused': row('Unused footnote', 'info', 'Footnote {label} is never used.'),
  'duplicate-label': row('Duplicate label', 'warning', 'Label {label} is defined more than once.'),
  'duplicate-entry': row('Duplicate reference', 'info', 'References {label} and {other} are the same work.'),
  'numbering-gap': row('Numbering gap', 'warning', 'The numbering jumps from {from} to {to}.'),
  'malformed-doi': row('Malformed DOI', 'warning', '{label} isn’t a well-formed DOI: {why}.'),
  'malformed-isbn': row('Malformed ISBN', 'warning', '{label} isn’t a valid ISBN: {why}.'),
  'malformed-arxiv': row(
    'Malformed arXiv identifier',
    'warning',
    '{label} isn’t a well-formed arXiv identifier: {why}.',
  ),
  'future-year': row('Future year', 'warning', '{label} is dated {year}, which is in the future.'),
  'chat-residue': row(
    'Chat-tool leftover',
    'warning',
    '{label} is a leftover chat-tool citation with no source.',
  ),
  'tracking-parameter': row('Tracking parameter', 'info', 'Tracking parameter of a chat tool: {label}.'),
  'file-not-found': row('File not found', 'warning', '{path} isn’t in the workspace.'),
  'heading-not-found': row('Heading not found', 'warning', 'No heading #{label} found in {path}.'),
  'line-out-of-range': row(
    'Line out of range',
    'error',
    '{path} ends at line {count}; line {line} doesn’t exist.',
  ),
  'outside-workspace': row('Outside workspace', 'error', '{path} is outside the workspace.'),
  'ambiguous-file': row('Ambiguous file', 'info', '{path} matches {count} files in the workspace.'),
  'unseen-source': row('Never opened', 'warning', 'No tool in this log opened {label}: {detail}'),
  'bad-settings': row('Invalid settings', 'error', '{path}: {why}.'),

  // Findings without a source.
  'not-found': row('Source not found', 'error', 'Source not found: {detail}'),
  'no-match': row(
    'No match in registries',
    'warning',
    'No match in any registry. The work may still exist: {detail}',
  ),
  'wrong-work': row('Wrong work', 'error', 'The source found is a different work: {detail}'),
  'doi-differs': row('Wrong identifier', 'error', 'The work exists under another identifier: {detail}'),
  dead: row('Dead link', 'warning', 'The link doesn’t work: {detail}'),
  drifted: row('Lines changed', 'warning', 'The cited lines have changed: {detail}'),
  blocked: row('Access blocked', 'info', 'The site blocks automated access: {detail}'),
  paywalled: row('Paywalled', 'info', 'The source is behind a paywall or sign-in: {detail}'),
  timeout: row('Timed out', 'info', 'The request timed out: {detail}'),
  network: row('Unreachable', 'info', 'The source couldn’t be reached: {detail}'),
  disabled: row('Not checked', 'info', 'Not checked: {detail}'),
  unclear: row('Unclear citation', 'info', 'Not checked: {detail}'),
  'over-limit': row('Limit reached', 'info', 'Not checked, limit reached: {detail}'),
  guess: row('Marked unverified', 'info', 'The author marks this as unverified.'),
  'bad-scheme': row('Not checkable', 'info', 'The address can’t be checked: {detail}'),
  ssrf: row('Private address', 'info', 'Not fetched: {detail}'),
  'not-allowed-domain': row('Domain not allowed', 'info', 'Not fetched: {detail}'),
  'too-large': row('Too large', 'info', 'Too large to read: {detail}'),
  'redirect-loop': row('Redirect loop', 'warning', 'Too many redirects: {detail}'),
  'not-text': row('No readable text', 'info', 'No readable text: {detail}'),
  ambiguous: row('Multiple matches', 'info', 'More than one source matches: {detail}'),
  untrusted: row('Not trusted', 'info', 'Not checked, the workspace isn’t trusted: {detail}'),
  cancelled: row('Cancelled', 'info', 'Not checked: {detail}'),

  // Findings with a source but no verdict.
  retracted: row('Retracted', 'error', 'The cited work has been retracted: {detail}'),
  'figure-differs': row('Source differs', 'warning', 'The source differs: {detail}'),
  'quote-not-found': row('Quotation not found', 'warning', 'The quotation isn’t in the source: {detail}'),
  'no-related-passage': row('No related passage', 'info', 'No related passage found: {detail}'),
  unjudged: row('Not judged', 'info', 'Source read, but not judged: {detail}'),
  reached: row('Reachable', 'none', 'The source responded.'),
  related: row('Related passage found', 'none', 'A related passage was found; no model judged it.'),
  'quote-found': row('Quotation found', 'none', 'The source contains the quotation word for word.'),

  // Verdicts.
  supported: row('Supported', 'none', 'The source supports this.'),
  partly: row('Partly supported', 'warning', 'Only partly supported: {detail}'),
  overstated: row('Overstated', 'warning', 'This claims more than the source: {detail}'),
  contradicted: row('Contradicted', 'error', 'Contradicted by the source: {detail}'),
  absent: row('Not in the source', 'warning', 'The source doesn’t say this: {detail}'),
  unsure: row('Unsure', 'info', 'No clear verdict: {detail}'),

  // Claims of work, judged by the log that they are in.
  backed: row('Backed by the log', 'none', 'The log backs this: {detail}'),
  'contradicted-by-log': row('Contradicted by the log', 'error', 'The log says otherwise: {detail}'),
  stale: row('Out of date', 'warning', 'Out of date: {detail}'),
  'partial-run': row('Partial run', 'warning', 'Only a part was run: {detail}'),
  masked: row('Result hidden', 'warning', 'The result is hidden: {detail}'),
  'not-in-log': row('Not in the log', 'info', 'Not in the log: {detail}'),
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

/** Appended to the message of a problem that represents several. */
export const MORE = '{more} more in this document.';

/** The message of a code, translated and filled. */
export function message(code: Code, facts: Facts, translate?: Translate): string {
  const said = fill(CODES[code].message, facts, translate);
  return facts['more'] === undefined ? said : `${said} ${fill(MORE, facts, translate)}`;
}
