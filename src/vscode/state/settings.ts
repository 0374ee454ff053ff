/** The editor's settings as plain data. Callers read them again at each use, so that changes apply at once. */
import { Disposable, workspace, type TextDocument, type Uri } from 'vscode';
import { DEFAULTS } from '../../core/defaults';
import type { Severity } from '../../core/codes';

const PROVIDERS = ['auto', 'vscode', 'anthropic', 'openai', 'openai-compatible', 'none'] as const;
export type ProviderChoice = (typeof PROVIDERS)[number];
const CHECKS = ['never', 'onOpen', 'onSave'] as const;
const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info', 'none'];

export type Settings = Readonly<ReturnType<typeof read>>;

/** The scope of settings: a file, a folder, or a text with its language. */
type Scope = Uri | Pick<TextDocument, 'uri' | 'languageId'>;

/** Settings read since the last change: reading takes a quarter of the time of a keystroke. */
let kept: Map<string, Settings> | undefined;
/** Limit of scopes in use at once. */
const MOST_SCOPES = 200;

/** Reads settings once between two changes, until the result is disposed of. */
export function keepSettings(): Disposable {
  const forget = () => (kept = new Map());
  forget();
  return Disposable.from(
    workspace.onDidChangeConfiguration(forget),
    workspace.onDidChangeWorkspaceFolders(forget),
    new Disposable(() => (kept = undefined)),
  );
}

/** The settings for `scope`, or for all scopes if it is omitted. */
export function readSettings(scope?: Scope): Settings {
  const key =
    scope === undefined
      ? ''
      : 'languageId' in scope
        ? `${scope.languageId} ${scope.uri.toString()}`
        : scope.toString();
  const found = kept?.get(key);
  if (found) return found;
  const settings = read(scope);
  if (kept && kept.size >= MOST_SCOPES) kept.clear();
  kept?.set(key, settings);
  return settings;
}

/** VS Code passes on any value in settings.json; if it isn't a boolean, the default applies. */
const truth = (value: unknown, fallback: boolean) => (typeof value === 'boolean' ? value : fallback);
const words = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
/** One of these, else the first. */
const oneOf = <T extends string>(value: unknown, all: readonly [T, ...(readonly T[])]): T =>
  all.find((one) => one === value) ?? all[0];

const isText = (value: unknown): value is string => typeof value === 'string';

/** A string is a list of one: the user means that, and what it excludes must stay excluded. */
function list(value: unknown, fallback: readonly string[]): readonly string[] {
  if (typeof value === 'string') return [value];
  const right = Array.isArray(value) ? value.filter(isText) : [];
  return right.length > 0 || (Array.isArray(value) && value.length === 0) ? right : fallback;
}

/** A number within the range that the manifest gives. */
const number = (value: unknown, fallback: number, least = 0, most = Infinity): number =>
  typeof value === 'number' && !Number.isNaN(value) ? Math.min(most, Math.max(least, value)) : fallback;
const whole = (value: unknown, fallback: number, least: number, most?: number): number =>
  Math.floor(number(value, fallback, least, most));

/** The entries of a table whose value has the right type. */
function table<T>(value: unknown, isRight: (one: unknown) => one is T): Readonly<Record<string, T>> {
  const entries = typeof value === 'object' && value !== null ? Object.entries<unknown>({ ...value }) : [];
  const right = entries.flatMap(([name, one]) => (isRight(one) ? [[name, one] as const] : []));
  return Object.fromEntries(right);
}
const isSeverity = (value: unknown): value is Severity => SEVERITIES.some((one) => one === value);

/** Languages scanned by default: Markdown and its relatives, prompts and instructions, LaTeX, commit messages. */
const LANGUAGES = [
  'markdown',
  'plaintext',
  'mdx',
  'quarto',
  'rmd',
  'prompt',
  'instructions',
  'chatagent',
  'chatmode',
  'skill',
  'latex',
  'git-commit',
];

/** Reads all settings; values of the wrong type become the default. */
function read(scope: Scope | undefined) {
  const config = workspace.getConfiguration('citewright', scope);
  const of = (name: string) => config.get<unknown>(name);
  return {
    scan: {
      onType: truth(of('scan.onType'), true),
      languages: list(of('scan.languages'), LANGUAGES),
      exclude: list(of('scan.exclude'), []),
    },
    severities: table(of('severities'), isSeverity),
    /** When links are checked automatically. */
    checkLinks: oneOf(of('network.checkLinks'), CHECKS),
    editor: {
      codeLens: truth(of('editor.codeLens'), true),
      marks: truth(of('editor.marks'), false),
      gutter: truth(of('editor.gutter'), false),
    },
    model: {
      provider: oneOf(of('model.provider'), PROVIDERS),
      id: words(of('model.id')),
      baseUrl: words(of('model.baseUrl')),
    },
    /** Rows for the catalogue of models, as written: `readModels` checks them. */
    models: of('models') ?? [],
    cost: {
      maxUsd: number(of('cost.maxUsd'), DEFAULTS.maxCostUsd),
      maxUsdPerDay: number(of('cost.maxUsdPerDay'), DEFAULTS.maxCostPerDayUsd),
      confirmAboveUsd: number(of('cost.confirmAboveUsd'), DEFAULTS.confirmAboveUsd),
    },
    limits: {
      maxCitations: whole(of('limits.maxCitations'), DEFAULTS.maxCitations, 1),
      concurrency: whole(of('limits.concurrency'), DEFAULTS.concurrency, 1, 32),
    },
    /** If false, nothing is stored on disk: no sources, verdicts or findings. */
    keep: truth(of('cache.disk'), true),
    network: {
      allowDomains: list(of('network.allowDomains'), []),
      allowHosts: list(of('network.allowHosts'), []),
      timeoutMs: whole(of('network.timeoutMs'), DEFAULTS.timeoutMs, 500, 120_000),
      maxBytes: whole(of('network.maxBytes'), DEFAULTS.maxBytes, 1_024, 104_857_600),
      endpoints: table(of('network.endpoints'), isText),
      contact: words(of('network.contact')),
    },
  };
}
