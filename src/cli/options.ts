/** Every option of the command line. Parsing, help and completion are generated from this table. */
import { CONTRADICTIONS, type Code } from '../core/codes';
import { DEFAULTS } from '../core/defaults';
import { FORMAT_NAMES, LIST_FORMATS, type Format } from '../core/report';

type Row = {
  /** Placeholder of the value; flags have none. */
  readonly value?: string;
  readonly repeats?: boolean;
  /** One-letter alias. */
  readonly short?: string;
  /** The allowed values, for validation and completion. */
  readonly among?: readonly string[];
  readonly help: string;
  /** What it needs to have an effect, if the command offers that. */
  readonly needs?: 'judge' | 'allow-network' | 'workspace';
  /** Options that leave it without effect. */
  readonly without?: readonly string[];
};

const row = (help: string, more: Omit<Row, 'help'> = {}): Row => ({ help, ...more });

export const SEVERITY_CHOICES = ['error', 'warning', 'never'] as const;
export const PROVIDER_CHOICES = ['anthropic', 'openai', 'openai-compatible'] as const;

/** Codes that `hook` can stop an agent for. */
export const BLOCKABLE: readonly Code[] = [...CONTRADICTIONS, 'not-in-log', 'quote-not-found'];

export const OPTIONS = {
  json: row('print JSON (same as --format json)'),
  format: row('output format', { value: 'FORMAT', among: FORMAT_NAMES }),
  output: row('write to this file instead of standard output', { value: 'FILE' }),
  quiet: row('print only errors and warnings, without progress', { short: 'q', without: ['verbose'] }),
  verbose: row('print the evidence of each finding, and progress messages', { short: 'v' }),
  report: row('also write a report in this format to a file', {
    value: 'FORMAT=FILE',
    repeats: true,
    without: ['estimate'],
  }),
  'fail-on': row('lowest severity that gives exit code 1 (default error)', {
    value: 'LEVEL',
    among: SEVERITY_CHOICES,
    without: ['estimate'],
  }),
  'allow-network': row('fetch sources (or set CITEWRIGHT_ALLOW_NETWORK=1)'),
  'allow-domain': row('fetch only from this domain and its subdomains', { value: 'DOMAIN', repeats: true }),
  'allow-host': row('allow this private address', { value: 'HOST:PORT', repeats: true }),
  endpoint: row('base URL of a registry, such as a mirror', { value: 'NAME=URL', repeats: true }),
  proxy: row('proxy for all requests; never taken from the environment', {
    value: 'URL',
    needs: 'allow-network',
  }),
  contact: row('email address to send to registries', { value: 'EMAIL', needs: 'allow-network' }),
  'links-only': row('only check that each source responds'),
  judge: row('model that judges claims (default: none)', { value: 'MODEL', without: ['links-only'] }),
  provider: row('provider of the model (default: inferred from its name)', {
    value: 'PROVIDER',
    among: PROVIDER_CHOICES,
    needs: 'judge',
  }),
  'base-url': row('URL of the model server, with /v1; http only for this computer', {
    value: 'URL',
    needs: 'judge',
  }),
  batch: row('use the batch service of Anthropic or OpenAI (half the price, results within a day)', {
    needs: 'judge',
  }),
  'max-cost': row(`maximum cost of judging per run (default ${DEFAULTS.maxCostUsd})`, {
    value: 'USD',
    needs: 'judge',
  }),
  'max-tokens': row(
    `maximum tokens for judging per run (default ${DEFAULTS.maxTokensUnpriced} for a remote model of unknown price, else none)`,
    { value: 'N', needs: 'judge' },
  ),
  bundle: row('also write findings with their passages, for replay', {
    value: 'FILE',
    without: ['estimate'],
  }),
  estimate: row('print what would be fetched, sent and paid, then exit'),
  'require-verdict': row('exit with 4 if no claim was judged', { without: ['estimate', 'links-only'] }),
  'max-cost-per-day': row('maximum cost of all runs per day, UTC (default: none)', {
    value: 'USD',
    needs: 'judge',
  }),
  'max-citations': row(`maximum citations per run (default ${DEFAULTS.maxCitations})`, { value: 'N' }),
  'timeout-ms': row(`timeout of one attempt to fetch a source (default ${DEFAULTS.timeoutMs})`, {
    value: 'MS',
    needs: 'allow-network',
  }),
  'max-bytes': row(`maximum size of a source in bytes (default ${DEFAULTS.maxBytes})`, { value: 'N' }),
  retries: row(`retries after a temporary failure, at most 2 (default ${DEFAULTS.retries})`, {
    value: 'N',
    needs: 'allow-network',
  }),
  concurrency: row(`sources processed at the same time (default ${DEFAULTS.concurrency})`, { value: 'N' }),
  workspace: row('folder of cited files and commits (default: the current one), or none', { value: 'DIR' }),
  memory: row('JSON file with cited memories', { value: 'FILE' }),
  'as-of': row('when the text was written, to detect cited lines that moved', {
    value: 'DATE|SHA',
    needs: 'workspace',
  }),
  cache: row('folder for sources and verdicts (default: the user’s cache folder)', {
    value: 'DIR|off',
  }),
  changed: row('only files changed since the last commit; without FILE, all documents'),
  since: row('only files changed since this commit, branch or tag; without FILE, all documents', {
    value: 'REV',
    without: ['changed'],
  }),
  shard: row('only this part of the files, such as 1/4', { value: 'I/N' }),
  baseline: row('JSON report whose findings to suppress', { value: 'FILE', without: ['estimate'] }),
  'no-text': row('omit the text of sources', { without: ['estimate'] }),
  store: row('folder of the results of all machines (default citewright-store)', { value: 'DIR' }),
  write: row('change the files instead of printing a patch'),
  every: row('minutes between full checks (default 1440; 0: none)', { value: 'MINUTES' }),
  expect: row('expected claims, one per line or as JSON; missing ones are reported', { value: 'FILE' }),
  block: row('stop the agent for this code (default: all but not-in-log and quote-not-found)', {
    value: 'CODE',
    repeats: true,
    among: BLOCKABLE,
  }),
  deadline: row('milliseconds after which to give up and print nothing (default 2000)', { value: 'MS' }),
  http: row('serve over HTTP on this local port (0: any free one), with a token', { value: 'PORT' }),
  from: row('earliest year', { value: 'YEAR' }),
  to: row('latest year', { value: 'YEAR' }),
  limit: row('maximum number of papers (default 10)', { value: 'N' }),
  help: row('print this help', { short: 'h' }),
  version: row('print the version'),
} as const satisfies Record<string, Row>;

export type OptionName = keyof typeof OPTIONS;
export const OPTION_NAMES = Object.keys(OPTIONS) as readonly OptionName[]; // keys of a closed table
export const optionRow = (name: OptionName): Row => OPTIONS[name];

const LINES = ['format', 'output', 'quiet', 'verbose', 'help'] as const;
const OUTPUT = ['json', ...LINES] as const;
const LOCAL = ['workspace', 'memory', 'as-of'] as const;
const CHOICE = ['changed', 'since', 'shard'] as const;
const NETWORK = [
  'allow-network',
  'allow-domain',
  'allow-host',
  'endpoint',
  'proxy',
  'contact',
  'timeout-ms',
  'max-bytes',
  'retries',
  'cache',
] as const;
const JUDGE = [
  'judge',
  'provider',
  'base-url',
  'max-cost',
  'max-tokens',
  'max-cost-per-day',
  'max-citations',
  'concurrency',
] as const;

type CommandRow = {
  readonly args: string;
  readonly help: string;
  readonly options: readonly OptionName[];
  /** The formats it supports; all if absent. `mcp`, `hook` and `completion` have none: a protocol, an agent host or a shell sets theirs. */
  readonly formats?: readonly Format[];
  /** Placeholders that differ from those of `OPTIONS`. */
  readonly values?: Partial<Readonly<Record<OptionName, string>>>;
  /** Least number of arguments; at most one if `single`. */
  readonly least: number;
  readonly single?: boolean;
};

export const COMMANDS = {
  scan: {
    args: 'FILE…',
    help: 'find citations and problems; no network',
    options: ['report', 'fail-on', 'baseline', ...CHOICE, ...LOCAL, ...OUTPUT],
    least: 1,
  },
  resolve: {
    args: 'TARGET…',
    help: 'follow a URL, DOI, arXiv:, PMID:, path:line, git:sha or written reference to its source',
    options: ['no-text', 'fail-on', ...LOCAL, ...NETWORK, 'concurrency', ...OUTPUT],
    formats: LIST_FORMATS,
    least: 1,
  },
  verify: {
    args: 'FILE…',
    help: 'check that sources exist, are the cited works, and support the text',
    options: [
      'report',
      'fail-on',
      'baseline',
      'links-only',
      'estimate',
      'require-verdict',
      'bundle',
      'batch',
      'no-text',
      ...CHOICE,
      ...LOCAL,
      ...NETWORK,
      ...JUDGE,
      ...OUTPUT,
    ],
    least: 1,
  },
  plan: {
    args: 'FILE…',
    help: 'divide a verification into units for several machines, as JSON Lines; no network',
    options: [
      'links-only',
      'judge',
      'provider',
      'base-url',
      'batch',
      'max-citations',
      ...CHOICE,
      ...LOCAL,
      ...LINES,
    ],
    formats: ['jsonl'],
    least: 1,
  },
  work: {
    args: '',
    help: 'process units from standard input and store the results; skip finished units',
    options: [
      'store',
      'batch',
      ...LOCAL,
      ...NETWORK.filter((name) => name !== 'cache'),
      ...JUDGE.filter((name) => name !== 'max-citations'),
      ...LINES,
    ],
    formats: ['jsonl', 'text'],
    least: 0,
  },
  merge: {
    args: '[PLAN]',
    help: 'print the report of stored results, like verify (default PLAN: the last one worked on); no network',
    options: [
      'store',
      'report',
      'bundle',
      'fail-on',
      'baseline',
      'require-verdict',
      'no-text',
      ...LOCAL,
      ...OUTPUT,
    ],
    least: 0,
    single: true,
  },
  replay: {
    args: 'FILE',
    help: 'apply the rules to a bundle again and print its findings; no network, no key',
    options: ['report', 'fail-on', 'no-text', ...OUTPUT],
    least: 1,
    single: true,
  },
  fix: {
    args: 'FILE…',
    help: 'print a patch of safe fixes: DOIs, archived copies, moved lines, missing references, numbering, tracking parameters',
    options: ['write', ...CHOICE, ...LOCAL, ...NETWORK, 'max-citations', 'concurrency', ...OUTPUT],
    formats: ['text', 'json'],
    least: 1,
  },
  watch: {
    args: 'FILE…',
    help: 'check again on changes and on a schedule; print only what is new',
    options: [
      'every',
      'baseline',
      ...LOCAL,
      ...NETWORK,
      'links-only',
      'max-citations',
      'concurrency',
      ...LINES,
    ],
    formats: ['text', 'jsonl'],
    least: 1,
  },
  find: {
    args: 'QUERY',
    help: 'search the registries for papers',
    options: ['from', 'to', 'limit', ...NETWORK, ...OUTPUT],
    formats: LIST_FORMATS,
    least: 1,
  },
  models: {
    args: '',
    help: 'list models on this computer that can judge, and models to pull',
    options: ['base-url', ...OUTPUT],
    formats: LIST_FORMATS,
    least: 0,
  },
  'check-envelope': {
    args: 'FILE',
    help: 'check the cited claims of another tool',
    options: ['expect', 'fail-on', ...LOCAL, ...NETWORK, ...JUDGE, ...OUTPUT],
    formats: ['text', 'json'],
    least: 1,
    single: true,
  },
  mcp: {
    args: '',
    help: 'run the MCP server on standard input and output',
    options: ['http', ...LOCAL, ...NETWORK, ...JUDGE, 'help'],
    least: 0,
  },
  hook: {
    args: '',
    help: 'check the last turn of an agent, as a Stop hook of Claude Code, VS Code, Copilot CLI or Codex',
    options: ['block', 'deadline', 'cache', 'verbose', 'help'],
    values: { cache: 'DIR' }, // what was reported must be recorded
    least: 0,
  },
  completion: {
    args: 'SHELL',
    help: 'print completion for bash, zsh or fish',
    options: ['help'],
    least: 1,
    single: true,
  },
} as const satisfies Record<string, CommandRow>;

export type CommandName = keyof typeof COMMANDS;
export const COMMAND_NAMES = Object.keys(COMMANDS) as readonly CommandName[]; // keys of a closed table
export const commandRow = (name: CommandName): CommandRow => COMMANDS[name];
