/** The editor's settings as plain data. Callers read them again at each use, so that changes apply at once. */
import { Disposable, workspace, type TextDocument, type Uri } from 'vscode';
import type { Severity } from '../../core/codes';

const PROVIDER_CHOICES = ['auto', 'vscode', 'anthropic', 'openai', 'openai-compatible', 'none'] as const;
export type ProviderChoice = (typeof PROVIDER_CHOICES)[number];
const CHECKS = ['never', 'onOpen', 'onSave'] as const;
const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info', 'none'];

export type Settings = Readonly<ReturnType<typeof read>>;

/** The scope of settings: a file, a folder, or a text with its language. */
type Scope = Uri | Pick<TextDocument, 'uri' | 'languageId'>;

/** Settings read since the last change: reading takes a quarter of the time of a keystroke. */
let kept: Map<string, Settings> | undefined;
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

const truth = (value: unknown) => (typeof value === 'boolean' ? value : undefined);
const words = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
/** One of these, else the first. */
const oneOf =
  <T extends string>(all: readonly [T, ...(readonly T[])]) =>
  (value: unknown): T =>
    all.find((one) => one === value) ?? all[0];

const isText = (value: unknown): value is string => typeof value === 'string';

/** A string is a list of one: the user means that, and what it excludes must stay excluded. */
function list(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return [value];
  const right = Array.isArray(value) ? value.filter(isText) : [];
  return right.length > 0 || (Array.isArray(value) && value.length === 0) ? right : undefined;
}

/** A number within the range that the manifest gives. */
const number =
  (least = 0, most = Infinity) =>
  (value: unknown) =>
    typeof value === 'number' && !Number.isNaN(value) ? Math.min(most, Math.max(least, value)) : undefined;
const whole = (least: number, most?: number) => (value: unknown) => {
  const read = number(least, most)(value);
  return read === undefined ? undefined : Math.floor(read);
};

/** The entries of a table whose value has the right type. */
const table =
  <T>(isRight: (one: unknown) => one is T) =>
  (value: unknown): Readonly<Record<string, T>> => {
    const entries = typeof value === 'object' && value !== null ? Object.entries<unknown>({ ...value }) : [];
    return Object.fromEntries(entries.flatMap(([name, one]) => (isRight(one) ? [[name, one] as const] : [])));
  };
const isSeverity = (value: unknown): value is Severity => SEVERITIES.some((one) => one === value);

/** Reads all settings. VS Code passes on any value in settings.json; one of the wrong type becomes the default in the manifest. */
function read(scope: Scope | undefined) {
  const config = workspace.getConfiguration('citewright', scope);
  const of = <T>(name: string, accepted: (value: unknown) => T | undefined): T => {
    const value = accepted(config.get(name)) ?? accepted(config.inspect(name)?.defaultValue);
    if (value === undefined) throw new Error(`citewright.${name} has no default`);
    return value;
  };
  return {
    scan: {
      onType: of('scan.onType', truth),
      languages: of('scan.languages', list),
      exclude: of('scan.exclude', list),
    },
    severities: of('severities', table(isSeverity)),
    /** When links are checked automatically. */
    checkLinks: of('network.checkLinks', oneOf(CHECKS)),
    editor: {
      codeLens: of('editor.codeLens', truth),
      marks: of('editor.marks', truth),
      gutter: of('editor.gutter', truth),
    },
    model: {
      provider: of('model.provider', oneOf(PROVIDER_CHOICES)),
      id: of('model.id', words),
      baseUrl: of('model.baseUrl', words),
    },
    /** Rows for the catalogue of models, as written: `readModels` checks them. */
    models: config.get<unknown>('models') ?? [],
    cost: {
      maxUsd: of('cost.maxUsd', number()),
      maxUsdPerDay: of('cost.maxUsdPerDay', number()),
      confirmAboveUsd: of('cost.confirmAboveUsd', number()),
    },
    limits: {
      maxCitations: of('limits.maxCitations', whole(1)),
      concurrency: of('limits.concurrency', whole(1, 32)),
    },
    /** If false, nothing is stored on disk: no sources, verdicts or findings. */
    keep: of('cache.disk', truth),
    network: {
      allowDomains: of('network.allowDomains', list),
      allowHosts: of('network.allowHosts', list),
      timeoutMs: of('network.timeoutMs', whole(500, 120_000)),
      maxBytes: of('network.maxBytes', whole(1_024, 104_857_600)),
      endpoints: of('network.endpoints', table(isText)),
      contact: of('network.contact', words),
    },
  };
}
