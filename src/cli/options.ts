/** Every option of the command line. Parsing, help and completion are generated from this table. */
import type { Code } from '../core/codes';
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
};

const row = (help: string, more: Omit<Row, 'help'> = {}): Row => ({ help, ...more });

export const SEVERITY_CHOICES = ['error', 'warning', 'never'] as const;
export const PROVIDER_CHOICES = ['anthropic', 'openai', 'openai-compatible'] as const;

/** Codes that `hook` can stop an agent for. */
export const BLOCKABLE = [
  'contradicted-by-log',
  'stale',
  'partial-run',
  'masked',
  'not-in-log',
  'unseen-source',
] as const satisfies readonly Code[];

export const OPTIONS = {
  json: row('print JSON, the same as --format json'),
  format: row('how to print', { value: 'FORMAT', among: FORMAT_NAMES }),
  output: row('write to this file instead of standard output', { value: 'FILE' }),
  quiet: row('print only problems: no notes, no progress, nothing where all is well', { short: 'q' }),
  verbose: row('print the evidence of each finding, and what is done', { short: 'v' }),
  report: row('write a report in this format to a file too', { value: 'FORMAT=FILE', repeats: true }),
  'fail-on': row('from which severity on the exit code is 1 (default error)', {
    value: 'LEVEL',
    among: SEVERITY_CHOICES,
  }),
  'allow-network': row('fetch the sources (or CITEWRIGHT_ALLOW_NETWORK=1)'),
  'allow-domain': row('only this domain and those below it', { value: 'DOMAIN', repeats: true }),
  'allow-host': row('exactly this place, although it is not public', { value: 'HOST:PORT', repeats: true }),
  endpoint: row('another base address of a registry', { value: 'NAME=URL', repeats: true }),
  proxy: row('fetch through this proxy; never taken from the environment', { value: 'URL' }),
  contact: row('mail address that registries are told', { value: 'MAIL' }),
  'links-only': row('ask only whether each source answers'),
  judge: row('let this model judge, none by default', { value: 'MODEL' }),
  provider: row('whose model it is, told from its name when left out', {
    value: 'PROVIDER',
    among: PROVIDER_CHOICES,
  }),
  'base-url': row('the model server, with /v1; http only on this machine', { value: 'URL' }),
  batch: row('judge by the batch service of Anthropic or OpenAI: half the price, answers within a day'),
  'max-cost': row(`what judging may cost (default ${DEFAULTS.maxCostUsd})`, { value: 'USD' }),
  'max-tokens': row(
    `tokens that judging may take (default ${DEFAULTS.maxTokensUnpriced} for a model elsewhere of unknown price, else no cap)`,
    { value: 'N' },
  ),
  estimate: row('print what would be fetched, sent and paid, and do nothing of it'),
  'require-verdict': row('exit code 4 when nothing was judged'),
  'max-cost-per-day': row('what judging may cost in a day (UTC), all runs together; no cap when left out', {
    value: 'USD',
  }),
  'max-citations': row(`citations checked in a run (default ${DEFAULTS.maxCitations})`, { value: 'N' }),
  'timeout-ms': row(`time for one attempt at a source (default ${DEFAULTS.timeoutMs})`, { value: 'MS' }),
  'max-bytes': row(`most bytes read of a source (default ${DEFAULTS.maxBytes})`, { value: 'N' }),
  retries: row(`further attempts after a failure that may pass, 2 at most (default ${DEFAULTS.retries})`, {
    value: 'N',
  }),
  concurrency: row(`sources at a time (default ${DEFAULTS.concurrency})`, { value: 'N' }),
  workspace: row('folder that cited files and commits are in (default: the current one), or none', {
    value: 'DIR',
  }),
  memory: row('JSON store of the memories that are cited', { value: 'FILE' }),
  'as-of': row('when the text was written, for cited lines that moved since', { value: 'DATE|SHA' }),
  cache: row('folder of the cache, or off', { value: 'DIR|off' }),
  changed: row('only files that differ from the last commit; without FILE all texts'),
  since: row('only files that differ from this commit, branch or tag; without FILE all texts', {
    value: 'REV',
  }),
  shard: row('only this part of the files, the first of four: 1/4', { value: 'I/N' }),
  baseline: row('an earlier JSON report whose findings are known', { value: 'FILE' }),
  'no-text': row('leave the text of the sources out of the output'),
  write: row('change the files instead of printing a patch'),
  every: row('minutes between two checks of everything (default 1440, 0 for none)', { value: 'MINUTES' }),
  asked: row('the claims that were asked for, a line each or a JSON list: dropped ones are told', {
    value: 'FILE',
  }),
  block: row('stop the agent for this code only; by default for all of these but not-in-log', {
    value: 'CODE',
    repeats: true,
    among: BLOCKABLE,
  }),
  deadline: row('say nothing when the check takes longer than this (default 2000)', { value: 'MS' }),
  http: row(
    'serve over HTTP on this machine at this port (0: any), with a token, instead of standard input',
    {
      value: 'PORT',
    },
  ),
  from: row('published in this year or later', { value: 'YEAR' }),
  to: row('published in this year or before', { value: 'YEAR' }),
  limit: row('papers at most (default 10)', { value: 'N' }),
  help: row('this page', { short: 'h' }),
  version: row('the version'),
} as const satisfies Record<string, Row>;

export type OptionName = keyof typeof OPTIONS;
export const OPTION_NAMES = Object.keys(OPTIONS) as readonly OptionName[]; // keys of a closed table
export const optionRow = (name: OptionName): Row => OPTIONS[name];

const OUTPUT = ['format', 'json', 'output', 'quiet', 'verbose', 'help'] as const;
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
  /** The formats it supports; all if absent. */
  readonly formats?: readonly Format[];
  /** Least number of arguments; at most one if `single`. */
  readonly least: number;
  readonly single?: boolean;
};

export const COMMANDS = {
  scan: {
    args: 'FILE…',
    help: 'find the citations and what is wrong with them; no network',
    options: ['report', 'fail-on', 'baseline', ...CHOICE, ...LOCAL, ...OUTPUT],
    least: 1,
  },
  resolve: {
    args: 'TARGET…',
    help: 'follow a URL, DOI, arXiv:, PMID:, path:line, git:sha or a reference in words to its source',
    options: ['no-text', 'fail-on', ...LOCAL, ...NETWORK, 'concurrency', ...OUTPUT],
    formats: LIST_FORMATS,
    least: 1,
  },
  verify: {
    args: 'FILE…',
    help: 'check that the sources exist, are what the text says they are, and support it',
    options: [
      'report',
      'fail-on',
      'baseline',
      'links-only',
      'estimate',
      'require-verdict',
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
  fix: {
    args: 'FILE…',
    help: 'print a patch of the safe fixes: the right DOI, an archived copy, moved lines, numbering, tracking parameters',
    options: ['write', ...CHOICE, ...LOCAL, ...NETWORK, 'max-citations', 'concurrency', ...OUTPUT],
    formats: ['text', 'json'],
    least: 1,
  },
  watch: {
    args: 'FILE…',
    help: 'check again when a file changes and on a schedule; print only what is new',
    options: [
      'every',
      'baseline',
      ...LOCAL,
      ...NETWORK,
      'links-only',
      'max-citations',
      'concurrency',
      ...OUTPUT,
    ],
    formats: ['text', 'jsonl'],
    least: 1,
  },
  find: {
    args: 'QUERY',
    help: 'find papers in the registries',
    options: ['from', 'to', 'limit', ...NETWORK, ...OUTPUT],
    formats: LIST_FORMATS,
    least: 1,
  },
  'check-envelope': {
    args: 'FILE',
    help: "check another tool's envelope of cited claims, claim by claim",
    options: ['asked', 'fail-on', ...LOCAL, ...NETWORK, ...JUDGE, ...OUTPUT],
    formats: ['text', 'json'],
    least: 1,
    single: true,
  },
  mcp: {
    args: '',
    help: 'serve agents over the Model Context Protocol on standard input and output',
    options: ['http', ...LOCAL, ...NETWORK, ...JUDGE, 'help'],
    least: 0,
  },
  hook: {
    args: '',
    help: 'check the last turn of an agent: the Stop hook of Claude Code, VS Code, Copilot CLI and Codex',
    options: ['block', 'deadline', 'cache', 'verbose', 'help'],
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
