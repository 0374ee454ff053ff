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

type More = Omit<Row, 'help' | 'value'>;
const flag = (help: string, more: More = {}): Row => ({ help, ...more });
const valued = (value: string, help: string, more: More = {}): Row => ({ value, help, ...more });
const FOR_JUDGE: More = { needs: 'judge' };
const FOR_NETWORK: More = { needs: 'allow-network' };
const NOT_IN_ESTIMATE: More = { without: ['estimate'] };

export const SEVERITY_CHOICES = ['error', 'warning', 'never'] as const;
export const PROVIDER_CHOICES = ['anthropic', 'openai', 'openai-compatible'] as const;

/** Codes that `hook` can stop an agent for. */
export const BLOCKABLE: readonly Code[] = [...CONTRADICTIONS, 'not-in-log', 'quote-not-found'];

export const OPTIONS = {
  json: flag('print JSON (same as --format json)'),
  format: valued('FORMAT', 'output format', { among: FORMAT_NAMES }),
  output: valued('FILE', 'write to this file instead of standard output'),
  quiet: flag('print only errors and warnings, without progress', { short: 'q', without: ['verbose'] }),
  verbose: flag('print the evidence of each finding, and progress messages', { short: 'v' }),
  report: valued('FORMAT=FILE', 'also write a report in this format to a file', {
    repeats: true,
    without: ['estimate'],
  }),
  'fail-on': valued('LEVEL', 'lowest severity that gives exit code 1 (default error)', {
    among: SEVERITY_CHOICES,
    without: ['estimate'],
  }),
  'allow-network': flag('fetch sources (or set CITEWRIGHT_ALLOW_NETWORK=1)'),
  'allow-domain': valued('DOMAIN', 'fetch only from this domain and its subdomains', { repeats: true }),
  'allow-host': valued('HOST:PORT', 'allow this private address', { repeats: true }),
  endpoint: valued('NAME=URL', 'base URL of a registry, such as a mirror', { repeats: true }),
  proxy: valued('URL', 'proxy for sources, not for models; never from the environment', FOR_NETWORK),
  contact: valued('EMAIL', 'email address to send to registries', FOR_NETWORK),
  'links-only': flag(`only check that each source responds (default timeout ${DEFAULTS.linkTimeoutMs})`),
  judge: valued('MODEL', 'model that judges claims (default: none)', { without: ['links-only'] }),
  provider: valued('PROVIDER', 'provider of the model (default: inferred from its name)', {
    among: PROVIDER_CHOICES,
    needs: 'judge',
  }),
  'base-url': valued('URL', 'URL of the model server, with /v1; http only for this computer', FOR_JUDGE),
  batch: flag(
    'use the batch service of Anthropic or OpenAI (half the price, results within a day)',
    FOR_JUDGE,
  ),
  'max-cost': valued('USD', `maximum cost of judging per run (default ${DEFAULTS.maxCostUsd})`, FOR_JUDGE),
  'max-tokens': valued(
    'N',
    `maximum tokens for judging per run (default ${DEFAULTS.maxTokensUnpriced} for a remote model of unknown price, else none)`,
    FOR_JUDGE,
  ),
  bundle: valued('FILE', 'also write findings with their passages, for replay', NOT_IN_ESTIMATE),
  estimate: flag('print what would be fetched, sent and paid, then exit'),
  'require-verdict': flag('exit with 4 if no claim was judged', { without: ['estimate', 'links-only'] }),
  'max-cost-per-day': valued('USD', 'maximum cost of all runs per day, UTC (default: none)', FOR_JUDGE),
  'max-citations': valued('N', `maximum citations per run (default ${DEFAULTS.maxCitations})`),
  'timeout-ms': valued(
    'MS',
    `timeout of one attempt to fetch a source (default ${DEFAULTS.timeoutMs})`,
    FOR_NETWORK,
  ),
  'max-bytes': valued('N', `maximum size of a source in bytes (default ${DEFAULTS.maxBytes})`),
  retries: valued(
    'N',
    `retries after a temporary failure, at most 2 (default ${DEFAULTS.retries})`,
    FOR_NETWORK,
  ),
  concurrency: valued('N', `sources processed at the same time (default ${DEFAULTS.concurrency})`),
  workspace: valued('DIR|none', 'folder of cited files and commits (default: the current folder)', {
    repeats: true,
  }),
  memory: valued('FILE', 'JSON file with cited memories'),
  'as-of': valued('DATE|SHA', 'when the text was written, to detect cited lines that moved', {
    needs: 'workspace',
  }),
  cache: valued('DIR|off', 'folder for sources and verdicts (default: the user’s cache folder)'),
  changed: flag('only files changed since the last commit; without FILE, all documents'),
  since: valued('REV', 'only files changed since this commit, branch or tag; without FILE, all documents', {
    without: ['changed'],
  }),
  shard: valued('I/N', 'only this part of the files, such as 1/4'),
  baseline: valued('FILE', 'JSON report whose findings to suppress', NOT_IN_ESTIMATE),
  'no-text': flag('omit the text of sources', NOT_IN_ESTIMATE),
  store: valued('DIR', 'folder of the results of all machines (default citewright-store)'),
  write: flag('change the files instead of printing a patch'),
  every: valued('MINUTES', 'minutes between full checks (default 1440; 0: none)'),
  expect: valued('FILE', 'expected claims, one per line or as JSON; missing ones are reported'),
  block: valued('CODE', 'stop the agent for this code (default: all but not-in-log and quote-not-found)', {
    repeats: true,
    among: BLOCKABLE,
  }),
  deadline: valued('MS', 'milliseconds after which to give up and print nothing (default 2000)'),
  http: valued('PORT', 'serve over HTTP on this local port (0: any free one), with a token'),
  from: valued('YEAR', 'earliest year'),
  to: valued('YEAR', 'latest year'),
  limit: valued('N', 'maximum number of papers (default 10)'),
  help: flag('print this help', { short: 'h' }),
  version: flag('print the version'),
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
