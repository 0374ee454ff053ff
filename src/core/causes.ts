/**
 * Messages about sources and verdicts, except those of codes. A cause is a stable name; hosts translate its sentence, then fill `{name}` from
 * the facts. Causes that can end the search for a source have a default kind of failure; `reasons.ts` has the others.
 */
import { REASONS } from './reasons';

const row = <Kind extends string>(kind: Kind, message: string) => ({ kind, message });

const FAILURES = {
  dns_not_found: row('not-found', 'the host {host} is unknown'),
  not_found: row('not-found', '{host} returned HTTP {status}'),
  timeout: row('timeout', '{host} didn’t respond in time'),
  dns_temporary: row('network', 'the host {host} couldn’t be looked up ({what})'),
  refused: row('network', '{host} refused the connection ({what})'),
  connection_reset: row('network', 'the connection to {host} was lost'),
  incomplete_body: row('network', '{host} closed the connection early'),
  bad_response: row('network', '{host} sent an invalid response ({what})'),
  decode_error: row('network', 'the response of {host} couldn’t be decompressed'),
  tls_error: row('network', 'no secure connection to {host} ({what})'),
  offline: row('network', 'there seems to be no network connection'),
  captive_portal: row('network', 'this network requires you to sign in at {host}'),
  proxy_error: row('network', 'the proxy {host} can’t be used ({what}); check the proxy setting'),
  unexpected_status: row('bad-status', '{host} returned HTTP {status}'),
  bad_redirect: row('bad-status', '{host} redirects to an invalid address'),
  server_error: row('bad-status', '{host} currently has a server error (HTTP {status})'),
  redirect_loop: row('redirect-loop', '{host} redirects in a circle'),
  too_many_redirects: row('redirect-loop', 'more than {max} redirects from {host}'),
  blocked_private: row('ssrf', '{host} is refused: {what}'),
  access_denied: row('blocked', '{host} denies automated access (HTTP {status})'),
  rate_limited: row('blocked', '{host} is limiting requests'),
  thin_page: row('not-text', '{host} shows {what}'),
  header_too_large: row('too-large', '{host} sent oversized headers'),
  too_large: row('too-large', 'the response of {host} is too large'),
  not_text: row('not-text', 'unsupported content: {what}'),
  empty: row('not-text', 'the page has no content'),
  no_text: row('not-text', 'there is no readable text; it may be a scan'),
  bad_pdf: row('not-text', 'the PDF is damaged'),
  pdf_encrypted: row('not-text', 'the PDF is encrypted'),
  parse_timeout: row('not-text', 'the page couldn’t be read within {seconds} s'),
  parse_error: row('not-text', 'the page is too complex to read'),
  cancelled: row('cancelled', 'the run was cancelled'),
  disabled: row('disabled', 'network access is off'),
  unit_missing: row('cancelled', 'the results of unit {unit} are missing'),
  not_approved: row('disabled', 'the source wasn’t approved'),

  // Targets.
  bad_url: row('bad-scheme', 'the address isn’t valid'),
  bad_scheme: row('bad-scheme', 'only http: and https: can be fetched, not {scheme}'),
  not_allowed_domain: row('not-allowed-domain', '{host} isn’t in your allowed domains'),
  empty_target: row('bad-scheme', 'there is nothing to search for'),
  malformed: row('not-found', '{label} isn’t a well-formed identifier'),
  guess: row('guess', 'the author marks this as unverified'),
  dangling: row('dangling', 'no reference found for {label}'),
  left_open: row('disabled', 'it isn’t clear what this refers to'),
  over_limit: row('over-limit', 'only the first {max} citations of a run are checked'),
  internal_error: row('network', 'internal error: {message}'),

  wrong_work: row('wrong-work', '{label} is {work}; different: {fields}'),
  closest_record: row('wrong-work', 'the closest record is {work}; different: {fields}'),
  not_registered: row('not-found', '{label} isn’t registered (asked: {asked})'),
  unlisted: row('not-found', 'not found in {asked}'),
  no_record: row('not-found', 'the registries have no record of it'),

  no_file: row('not-found', 'no file {path} in the workspace'),
  no_path: row('not-found', 'no path is given'),
  file_ambiguous: row('ambiguous', '{count} files match: {names}'),
  file_unsure: row('ambiguous', 'only {names} has matched so far'),
  outside_workspace: row('outside-workspace', '{what}'),
  line_out_of_range: row('line-out-of-range', 'the file ends at line {count}'),
  lines_unread: row('too-large', 'only the first {count} lines were read'),
  file_too_large: row('too-large', '{size} bytes; the limit is {max}'),
  document_too_long: row('too-large', '{count} characters; the limit is {max}'),
  document_too_large: row('too-large', 'more than {max} bytes'),
  no_such_file: row('not-found', 'there is no such file'),
  unreadable: row('not-found', 'the file can’t be read'),
  unreadable_because: row('not-found', 'the file can’t be read: {error}'),
  empty_folder: row('not-text', 'the folder has no files that Citewright reads'),
  markup_unsupported: row('not-text', '{format} isn’t supported; convert it to Markdown first'),
  markup_pandoc: row(
    'not-text',
    '{format} isn’t supported; convert it to Markdown first, for example with: pandoc -f {name} -t markdown',
  ),
  not_a_file: row('not-text', 'this is a folder or a device'),
  lines_changed: row('drifted', '{lines} changed since {commit}'),
  lines_removed: row('drifted', '{lines} removed since {commit}'),
  file_deleted: row('drifted', '{path} deleted since {commit}'),
  gone: row('drifted', 'it existed at {commit}, when this was written'),
  no_store: row('not-found', 'there is no memory file'),
  bad_store: row('not-text', 'the memory file isn’t valid JSON'),
  no_memory: row('not-found', 'the memory file has no memory {id}'),

  untrusted: row('untrusted', 'Git runs only in trusted workspaces'),
  bad_sha: row('not-found', 'a commit is named by 7 to 64 hexadecimal digits'),
  git_failed: row('disabled', 'Git failed'),
  foreign_repository: row('untrusted', 'the Git repository stores its objects outside its own folder'),
  no_repository: row('disabled', 'the workspace has no Git repository, or Git isn’t installed'),
  shallow: row('disabled', '{sha} isn’t part of this shallow clone'),
  no_commit: row('not-found', 'the repository has no commit {sha}'),
  no_git: row('disabled', 'commits can be checked only in folders on disk'),
} as const;

/** A cause that can end the search for a source. */
export type FailureCause = keyof typeof FAILURES;
/** Why there is no source. */
export type FailureKind = (typeof FAILURES)[FailureCause]['kind'] | 'paywalled';
export type Cause = FailureCause | keyof typeof REASONS;

/** The sentence of every cause. */
export const CAUSES = {
  ...REASONS,
  ...Object.fromEntries(Object.entries(FAILURES).map(([cause, { message }]) => [cause, message])),
} as Readonly<Record<Cause, string>>; // both tables, merged by key

/** Fills a placeholder: text of others as it is, or a reason, which is translated too. Lists are joined by commas. */
export type Fact = string | number | Reason | readonly (string | Reason)[];
export type Facts = Readonly<Record<string, Fact>>;

/** An explanation as data. */
export type Reason = {
  readonly cause: Cause;
  readonly facts: Facts;
  /** Another explanation that follows. */
  readonly also?: Reason;
};

export const reason = (cause: Cause, facts: Facts = {}): Reason => ({ cause, facts });
/** Picks the reason from an object that extends it. */
export const reasonOf = ({ cause, facts, also }: Reason): Reason => ({ cause, facts, ...(also && { also }) });

/** Makes the parts of a failure that the cause decides; pass `kind` if the usual one is wrong. */
export const fail = (
  cause: FailureCause,
  facts: Facts = {},
  kind: FailureKind = FAILURES[cause].kind,
): Reason & { readonly kind: FailureKind } => ({ kind, cause, facts });

/** Lines of a file, 1-based and inclusive. */
export const linesReason = ([from, to]: readonly [from: number, to: number]): Reason =>
  from === to ? reason('line', { from }) : reason('lines', { from, to });

/** Translates a template; returns the English one if there is no translation. */
export type Translate = (template: string) => string;
const english: Translate = (template) => template;

function factText(fact: Fact | undefined, translate: Translate): string {
  if (fact === undefined) return '';
  if (typeof fact !== 'object') return String(fact);
  if ('cause' in fact) return say(fact, translate);
  return fact.map((one) => factText(one, translate)).join(', ');
}

/** Fills a template; placeholders without a fact become empty. */
export const fill = (template: string, facts: Facts, translate: Translate = english): string =>
  translate(template)
    .replace(/\{(\w+)\}/g, (_, name: string) => factText(facts[name], translate))
    .trim();

/** Facts as strings, for JSON. */
export const plainFacts = (facts: Facts): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(facts).map((name) => [name, fill(`{${name}}`, facts)]));

/** Formats a reason as text. */
export function say({ cause, facts, also }: Reason, translate: Translate = english): string {
  const said = fill(CAUSES[cause], facts, translate);
  return also ? `${said}; ${say(also, translate)}` : said;
}
