/**
 * Messages about sources and verdicts, except those of codes. A cause is a stable name; hosts translate its sentence, then fill `{name}` from
 * the facts. Causes that can end the search for a source have a default kind of failure.
 */

import { WORK } from './workCauses';

/** Why there is no source. */
export type FailureKind =
  | 'disabled'
  | 'dangling'
  | 'bad-scheme'
  | 'ssrf'
  | 'not-allowed-domain'
  | 'timeout'
  | 'too-large'
  | 'bad-status'
  | 'redirect-loop'
  | 'not-text'
  | 'cancelled'
  | 'blocked'
  | 'paywalled'
  | 'not-found'
  | 'wrong-work'
  | 'ambiguous'
  | 'untrusted'
  | 'outside-workspace'
  | 'line-out-of-range'
  | 'drifted'
  | 'network'
  | 'over-limit'
  | 'guess';

type Row = { readonly kind: FailureKind; readonly message: string };
const row = (kind: FailureKind, message: string): Row => ({ kind, message });

const FAILURES = {
  dns_not_found: row('not-found', 'the host {host} does not exist'),
  not_found: row('not-found', '{host} reports that the page does not exist (HTTP {status})'),
  timeout: row('timeout', '{host} did not answer in time'),
  dns_temporary: row('network', 'the host {host} could not be looked up ({what})'),
  refused: row('network', '{host} refused the connection ({what})'),
  connection_reset: row('network', 'the connection to {host} was lost'),
  incomplete_body: row('network', '{host} closed the connection early'),
  bad_response: row('network', '{host} sent an invalid response ({what})'),
  decode_error: row('network', 'the response of {host} could not be decompressed'),
  tls_error: row('network', 'no secure connection to {host} ({what})'),
  offline: row('network', 'there seems to be no network connection'),
  captive_portal: row('network', 'the network asks for a sign-in at {host}'),
  proxy_error: row('network', 'the proxy {host} cannot be used ({what}); check the proxy setting'),
  unexpected_status: row('bad-status', '{host} answered HTTP {status}'),
  bad_redirect: row('bad-status', '{host} redirects to an invalid address'),
  server_error: row('bad-status', '{host} currently has a server error (HTTP {status})'),
  redirect_loop: row('redirect-loop', '{host} redirects in a circle'),
  too_many_redirects: row('redirect-loop', 'more than {max} redirects from {host}'),
  blocked_private: row('ssrf', '{host}: {what}'),
  access_denied: row('blocked', '{host} denies automated access (HTTP {status})'),
  rate_limited: row('blocked', '{host} asks for fewer requests'),
  thin_page: row('not-text', '{host} shows {what}'),
  header_too_large: row('too-large', '{host} sent oversized headers'),
  too_large: row('too-large', 'the response of {host} is too large'),
  not_text: row('not-text', 'unsupported content: {what}'),
  empty: row('not-text', 'the page has no content'),
  no_text: row('not-text', 'there is no readable text; it may be a scan'),
  bad_pdf: row('not-text', 'the PDF is damaged'),
  pdf_encrypted: row('not-text', 'the PDF is encrypted'),
  parse_timeout: row('not-text', 'the page could not be read within {seconds} s'),
  parse_error: row('not-text', 'the page is too complex to read'),
  cancelled: row('cancelled', 'the run was cancelled'),
  disabled: row('disabled', 'network access is off'),
  unit_missing: row('cancelled', 'the results of unit {unit} are missing'),
  not_approved: row('disabled', 'the source is not among the approved ones'),

  // Targets.
  bad_url: row('bad-scheme', 'the address is not valid'),
  bad_scheme: row('bad-scheme', 'addresses that begin with {scheme} cannot be checked'),
  not_allowed_domain: row('not-allowed-domain', '{host} isn’t in your allowed domains'),
  empty_target: row('bad-scheme', 'there is nothing to look for'),
  malformed: row('not-found', '{label} is not a well-formed identifier'),
  guess: row('guess', 'the author marks this as unverified'),
  dangling: row('dangling', 'no reference found for {label}'),
  left_open: row('disabled', 'it isn’t clear what this refers to'),
  over_limit: row('over-limit', 'only the first {max} citations of a run are checked'),
  internal_error: row('network', 'internal error: {message}'),

  wrong_work: row('wrong-work', '{label} is {work}; different: {fields}'),
  closest_record: row('wrong-work', 'the closest record is {work}; different: {fields}'),
  not_registered: row('not-found', '{label} is not registered (asked: {asked})'),
  unlisted: row('not-found', 'not found in {asked}'),
  no_record: row('not-found', 'the registries have no record of it'),

  no_file: row('not-found', 'no file {path} in the workspace'),
  no_path: row('not-found', 'no path is given'),
  file_ambiguous: row('ambiguous', '{count} files match: {names}'),
  file_unsure: row('ambiguous', 'so far only {names} matches'),
  outside_workspace: row('outside-workspace', '{what}'),
  line_out_of_range: row('line-out-of-range', 'the file has only {count} lines'),
  lines_unread: row('too-large', 'only the first {count} lines were read'),
  file_too_large: row('too-large', '{size} bytes; the limit is {max}'),
  document_too_long: row('too-large', '{count} characters; the limit is {max}'),
  document_too_large: row('too-large', 'more than {max} bytes'),
  no_such_file: row('not-found', 'there is no such file'),
  unreadable: row('not-found', 'the file cannot be read'),
  unreadable_because: row('not-found', 'the file cannot be read: {error}'),
  empty_folder: row('not-text', 'the folder has no files that Citewright reads'),
  markup_unsupported: row('not-text', '{format} is not supported; convert it to Markdown first'),
  markup_pandoc: row(
    'not-text',
    '{format} is not supported; convert it to Markdown first, for example with: pandoc -f {name} -t markdown',
  ),
  not_a_file: row('not-text', 'this is a folder or a device'),
  lines_changed: row('drifted', '{lines} changed since {commit}'),
  lines_removed: row('drifted', '{lines} removed since {commit}'),
  file_deleted: row('drifted', '{path} deleted since {commit}'),
  gone: row('drifted', 'it existed at {commit}, when this was written'),
  no_store: row('not-found', 'there is no memory file'),
  bad_store: row('not-text', 'the memory file is not valid JSON'),
  no_memory: row('not-found', 'the memory file has no memory {id}'),

  untrusted: row('untrusted', 'Git runs only in trusted workspaces'),
  bad_sha: row('not-found', 'a commit is named by 7 to 64 hexadecimal digits'),
  git_failed: row('disabled', 'Git failed'),
  foreign_repository: row('untrusted', 'the Git repository stores its objects outside its own folder'),
  no_repository: row('disabled', 'the workspace has no Git repository, or Git is not installed'),
  shallow: row('disabled', '{sha} is not part of this shallow clone'),
  no_commit: row('not-found', 'the repository has no commit {sha}'),
  no_git: row('disabled', 'commits can be checked only in folders on disk'),
} as const satisfies Readonly<Record<string, Row>>;

const REASONS = {
  // Clauses that complete or follow a sentence.
  redirected_from: 'redirected from {host}',
  no_answer_from: 'no answer from {names}',
  nor_then: 'nor did it exist at {commit}, when this was written',
  shown_to_agent: 'the agent’s tool {tool} showed a file of this name',
  search_incomplete: 'the workspace is too large to be searched completely',
  now_at: 'now {lines}',
  line: 'line {from}',
  lines: 'lines {from} to {to}',
  field_title: 'title',
  field_authors: 'authors',
  field_year: 'year',
  field_venue: 'venue',
  field_volume: 'volume',
  field_pages: 'pages',
  malformed_response: 'malformed',
  http2_only: 'HTTP/2 only',
  no_response: 'connection closed without an answer',
  unrequested_304: 'HTTP 304 without a request for it',
  wrong_format: 'not the expected format',
  expired: 'certificate expired',
  not_yet_valid: 'certificate not yet valid',
  self_signed: 'self-signed certificate',
  unknown_issuer: 'incomplete chain or unknown issuer',
  other_host: 'certificate issued for another host',
  old_protocol: 'outdated protocol',
  too_slow: 'no answer in time',
  subscribers_only: 'a page for subscribers only',
  login_page: 'a log-in page',
  bot_wall: 'a robot check or cookie wall',
  script_only: 'almost no text without scripts',
  archive_file: 'an archive or office document',
  binary_data: 'binary data',
  credentials_in_url: 'the address contains a user name or password',
  no_public_name: 'not a public host name',
  local_name: 'a local host name',
  private_address: '{address} is not a public address',
  port_denied: 'port {port} is not a web port',
  unchecked_address: 'the connection reached an address that was not checked',
  path_remote: 'the path names another machine or a device',
  path_unsafe: 'the path names a drive, a device or a variable, or is encoded',
  path_elsewhere: 'the path is not below a workspace folder',
  path_climbs: 'the path leads out of the workspace',
  link_out: 'a symbolic link leads out of the workspace',
  link_broken: 'a symbolic link leads nowhere',
  link_unknown: 'where the symbolic link leads cannot be checked',

  // Malformed identifiers.
  doi_start: 'it does not start with "10."',
  doi_slash: 'there is no slash after the prefix',
  doi_registrant: 'the prefix has no registrant of four to nine digits',
  doi_suffix: 'nothing follows the slash',
  doi_space: 'it contains a space',
  arxiv_form: 'it is neither YYMM.NNNNN nor archive/YYMMNNN',
  arxiv_month: '{month} is not a month',
  arxiv_start: 'this scheme began in April 2007',
  arxiv_five: 'identifiers have five digits since 2015',
  arxiv_four: 'identifiers had four digits before 2015',
  isbn_prefix: 'thirteen digits must start with 978 or 979',
  isbn_check: 'the check digit is wrong',
  isbn_length: 'it has {count} digits, not 10 or 13',
  most_citations: 'more than {max} citations; the rest is not checked',
  most_markers: 'more than {max} possible citations; the rest is not checked',

  // No verdict.
  no_model: 'no model was asked',
  links_only: 'only the link was checked',
  points_only: 'the sentence refers to the source but makes no claim',
  cost_cap: 'the budget of this run is used up',
  day_cap: 'the budget of the day is used up',
  day_file: 'the record of today’s spending cannot be used: {file}',
  credentials_folder: 'files in this folder may contain tokens or keys',
  credentials_file: 'files with this name contain keys, tokens or passwords',
  credentials_text: 'the text contains a key, a token or a password',
  judge_refused: 'the model declined to judge this passage',
  judge_malformed: 'the answer could not be used: {what}',
  answer_too_long: 'it is too long',
  answer_cut: 'it was cut off',
  answer_empty: 'it is empty',
  answer_none: 'it contains no verdict of the required form',
  answer_several: 'it contains more than one verdict',
  answer_quoted: 'its JSON is quoted, not given as the verdict',
  answer_contradicts: 'it names a verdict other than the one in its JSON',
  answer_claims: 'its verdicts do not match the claims',
  answer_field: '{field} is missing or invalid',

  // Model providers.
  key_invalid: '{service} rejected the API key (HTTP {status}); set another API key',
  no_credit: 'the account at {service} has no credit or quota left (HTTP {status})',
  model_not_found:
    '{service} has no model {model} (HTTP {status}); select another model or check the base URL',
  no_model_named: 'no model is named for {service}; select one',
  too_long: 'the request is longer than {model} can take',
  overloaded: '{service} is overloaded (HTTP {status})',
  rejected: '{service} rejected the request (HTTP {status})',
  not_an_api: '{service} does not answer like a model API; check the base URL and the proxy',
  unreachable: '{service} cannot be reached ({what})',
  not_running: '{service} does not answer at {origin} ({what}); is it running?',
  model_unsupported: '{model} only supports claim checking',
  bad_base_url: 'the model cannot be asked: {said}',
  bad_key: 'the API key for {service} cannot be used: {said}',
  base_url_invalid: 'the base URL is not valid',
  base_url_credentials: 'the base URL must not contain a user name or password',
  base_url_query: 'the base URL must not have a query or fragment',
  base_url_scheme: 'the base URL must begin with https://',
  base_url_plain: 'the base URL must use https; plain http is only for this computer, not for {host}',
  key_empty: 'the key is empty',
  key_characters: 'the key contains a space, a line break or a character that is not ASCII',
  no_batches: 'only Anthropic and OpenAI offer batches',
  batch_rejected: 'the batch was rejected ({said})',
  batch_lost: 'the batch returned no answer to this request ({said})',
  provider_message: '{said}',

  // Verdicts refused by a rule.
  not_accepted: 'the model answered “{answer}”, but {why}',
  answer_is_supported: 'supported',
  answer_is_partly: 'partly supported',
  answer_is_overstated: 'overstated',
  answer_is_contradicted: 'contradicted',
  answer_is_absent: 'not in the source',
  answer_is_unsure: 'unclear',
  quote_missing: 'the model gave no quotation',
  quote_not_found: 'the quotation is not in the source',
  quote_too_long: 'the quotation is longer than 80 words',
  quote_too_short: 'the quotation is shorter than four words',
  quote_short: 'the quotation is too short to support the whole claim',
  quote_suspicious: 'the quoted passage addresses the model that judges it',
  quote_elsewhere: 'the quotation is not in the cited lines but in line {line}',
  quote_denied: 'the quoted sentence seems to deny what it quotes',
  numbers_missing: '{numbers} not in the sentences relied on',
  words_missing: 'the sentences relied on share too few words with the claim',
  says_otherwise: 'the claim says “{claim}”, the source “{source}”',
  only_abstract: 'only the abstract could be read; the full text may say this',
  only_metadata: 'only the record could be read; the work may say this',
  only_part: 'only a part of the source could be read; the rest may say this',

  match_exact: 'exact quotation',
  match_normalised: 'quotation matches except for typography',
  match_damaged: 'quotation matches despite errors in the source text',

  // Screening.
  quoted: '{text}',
  not_read: 'the source answers; it was not read',
  source_empty: 'the source has no text to compare',
  source_short: 'the source has too little text to compare',
  claim_short: 'the claim is too short to search for',
  other_language: 'claim and source are in different languages',
  few_shared_words: 'no sentence of the source shares enough words with the claim',
  negated: 'either the claim or the passage is negated, not both',
  stands_elsewhere: '“{quoted}” is not in the cited lines but in line {line}',
  defined_elsewhere: '“{quoted}” is not in the cited lines; it is defined in line {line}',
  not_in_source: '“{claim}” is not in the source',
  quotation_missing: 'no passage resembles “{quoted}”',
  quotation_differs: 'the nearest passage differs: {changes}',
  code_found: 'the code shown is in the file',
  code_missing: '{missing} of the {count} lines of code shown are not in the file',

  // Notices about a source.
  retraction: 'Retraction reported by {by}.',
  withdrawal: 'Withdrawal reported by {by}.',
  withdrawn_arxiv: 'Withdrawn from arXiv: {text}',
  concern: 'Expression of concern reported by {by}.',
  correction: 'Correction reported by {by}.',
  own_title: 'the title of the work',
  newer_version: 'There is a newer version.',
  older_version: 'Version {cited} is cited; the latest is version {latest}.',
  preprint: 'This is a preprint of a published article.',
  published: 'A published version exists. {venue}',
  obsoleted: 'Obsoleted by {names}.',
  updated: 'Updated by {names}.',
  doi_hidden: 'The owner removed the DOI from public search.',
  incomplete: 'No answer from {names}.',
  differs: 'The {field} differs: the citation has “{cited}”, the record “{recorded}”.',
  identifier_dead: '{label} is not registered. The work is {work}.',
  identifier_cut: '{label} is cut short. The work is {work}.',
  identifier_malformed: '{label} is malformed. The work is {work}.',
  identifier_taken: '{label} is {other}. The cited work is {work}.',
  archived: 'The page could not be read: {why}. This is the copy in the Internet Archive of {date}.',
  text_changed: 'The text has changed since {date}, when it was last read.',
  page_moved: 'The page has moved permanently.',
  lines_moved: '{lines} moved to {now} since {commit}.',
  file_moved: 'The file is now {path}, since {commit}.',
  fix_tracking: 'Remove tracking parameters.',
  fix_archived: 'Use the archived copy of a page that is gone.',
  fix_moved: 'Follow the cited lines to where they are now.',
  fix_place: 'Cite line {line}, where the quotation is.',
  fix_doi: 'Use the DOI of the registry’s record, {doi}.',
  fix_entry: 'Add the reference of “{title}”, whose record is known.',
  fix_numbering: 'Number references and citations without gaps.',
  no_file_then: 'At {commit}, when this was written, the file did not exist.',
  no_line_then: 'At {commit}, when this was written, the line did not exist.',
  through_proxy:
    '{host} was read through a proxy, which resolved its address; Citewright could not check it.',
  insecure_hop: '{from} redirected from https to http at {to}.',
  page_elsewhere: 'The quotation is on page {page}; page {cited} is cited.',
  section_elsewhere: 'The quotation is outside the cited section, “{cited}”.',
  suspicious_source: 'A passage of this source addresses the model that judges it.',
  seen_no_quote: 'the quotation is not in it',
  lines_read_differ: 'These lines have changed since the agent read them.',

  ...WORK,

  // Envelopes of other tools.
  envelope_no_excerpt: 'no excerpt is given',
  envelope_paraphrase: 'the excerpt is not in the source word for word',
  envelope_other_line: 'the excerpt is in line {line}, not in the lines given',
  envelope_pointer: 'the evidence points to {place}, which does not exist',
  envelope_field: 'the field {field} is missing or invalid',
  envelope_universal: '“{word}” claims more than one source can show',
  envelope_guess: 'list guesses under “unverified”',
  envelope_source: 'the source must be file:path:line, git:sha, web:url, memory:id or guess',
  model_says: '{said}',
} as const satisfies Readonly<Record<string, string>>;

/** A cause that can end the search for a source. */
export type FailureCause = keyof typeof FAILURES;
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
