/**
 * Every code a problem or a finding can carry, with its default severity and its sentence, once.
 * Codes are stable: documentation pages, settings, SARIF rules and accepted marks are keyed on them.
 * `{name}` in a message is filled from the facts; a host may translate the message before filling it.
 */
export type Severity = 'error' | 'warning' | 'info' | 'none';

type Row = { readonly severity: Severity; readonly message: string };
const row = (severity: Severity, message: string): Row => ({ severity, message });

export const CODES = {
  // Problems: what a scan finds without network.
  dangling: row('error', 'Nothing in this document answers {label}.'),
  'unknown-key': row('error', 'No bibliography has an entry {label}.'),
  'no-entry': row('warning', 'The reference list has no entry for {label}.'),
  'ambiguous-entry': row('warning', '{label} could mean {count} entries of the reference list.'),
  uncited: row('info', 'Entry {label} is never cited.'),
  'footnote-unused': row('info', 'Footnote {label} is never used.'),
  'duplicate-label': row('warning', 'Label {label} is defined more than once.'),
  'duplicate-entry': row('info', 'Entries {label} and {other} are the same work.'),
  'numbering-gap': row('warning', 'The numbering jumps from {from} to {to}.'),
  'malformed-doi': row('warning', '{label} is not a well-formed DOI: {why}.'),
  'malformed-isbn': row('warning', '{label} is not a valid ISBN: {why}.'),
  'malformed-arxiv': row('warning', '{label} is not a well-formed arXiv identifier: {why}.'),
  'future-year': row('warning', '{label} is dated {year}, which is in the future.'),
  'chat-residue': row('warning', '{label} was left behind by a chat tool and leads nowhere.'),
  'tracking-parameter': row('info', '{label} shows that a chat tool gave this address.'),
  'file-not-found': row('warning', '{path} is not in the workspace.'),
  'line-out-of-range': row('error', '{path} has no line {line}; its last is {count}.'),
  'outside-workspace': row('error', '{path} lies outside the workspace.'),
  'ambiguous-file': row('info', '{path} could be any of {count} files of the workspace.'),
  'bad-settings': row('error', '{path}: {why}.'),

  // Findings without a source.
  'not-found': row('error', 'The source does not exist: {detail}'),
  'no-match': row('warning', 'No registry lists this work. That does not make it invented: {detail}'),
  'wrong-work': row('error', 'What was found is not the work that is cited here: {detail}'),
  dead: row('warning', 'The source no longer answers: {detail}'),
  drifted: row('warning', 'The cited lines have changed: {detail}'),
  blocked: row('info', 'The source refuses automatic readers: {detail}'),
  paywalled: row('info', 'The source is behind a paywall or log-in: {detail}'),
  timeout: row('info', 'The source did not answer in time: {detail}'),
  network: row('info', 'The source could not be reached: {detail}'),
  disabled: row('info', 'Not checked: {detail}'),
  'over-limit': row('info', 'Not checked, past the limit of this run: {detail}'),
  guess: row('info', 'The author marks this as unverified.'),
  'bad-scheme': row('info', 'Not an address that can be checked: {detail}'),
  ssrf: row('info', 'Not fetched, the address is not public: {detail}'),
  'not-allowed-domain': row('info', 'Not fetched, the site is not on your list: {detail}'),
  'too-large': row('info', 'Too large to read: {detail}'),
  'redirect-loop': row('warning', 'The address redirects without end: {detail}'),
  'not-text': row('info', 'No readable text at the source: {detail}'),
  ambiguous: row('info', 'More than one source fits: {detail}'),
  untrusted: row('info', 'Not checked, the workspace is not trusted: {detail}'),
  cancelled: row('info', 'Not checked, the run was cancelled: {detail}'),

  // Findings with a source, no verdict.
  retracted: row('error', 'The cited work has been retracted: {detail}'),
  'figure-differs': row('warning', 'A figure differs from the source: {detail}'),
  'no-related-passage': row('warning', 'No passage of the source speaks of this: {detail}'),
  unjudged: row('info', 'The source was read, no model has judged it: {detail}'),
  reached: row('none', 'The source answers.'),
  related: row('none', 'A related passage was found; no model has judged it.'),
  'quote-found': row('none', 'The quotation stands in the source word for word.'),

  // Verdicts.
  supported: row('none', 'The source supports this.'),
  partly: row('warning', 'The source supports only a part: {detail}'),
  overstated: row('warning', 'This says more than the source: {detail}'),
  contradicted: row('error', 'The source says otherwise: {detail}'),
  absent: row('warning', 'The source does not say this: {detail}'),
  unsure: row('info', 'The judge is not sure: {detail}'),
} as const satisfies Record<string, Row>;

export type Code = keyof typeof CODES;

/** Follows the sentence of a problem that stands for others. */
export const MORE = '{more} more in this document.';

/** The sentence of a code, its placeholders filled. A fact that is missing leaves its placeholder empty. */
export function message(
  code: Code,
  facts: Readonly<Record<string, string>>,
  template = CODES[code].message,
  more = MORE,
): string {
  const all = facts['more'] === undefined ? template : `${template} ${more}`;
  return all.replace(/\{(\w+)\}/g, (_, name: string) => facts[name] ?? '').trim();
}
