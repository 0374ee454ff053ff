/** The settings of the editor as plain data. A change holds from the next call on: nobody keeps what is read here. */
import { Disposable, workspace, type TextDocument, type Uri } from 'vscode';
import { DEFAULTS } from '../core/defaults';
import type { Severities } from '../core/finding';

export type ProviderChoice = 'auto' | 'vscode' | 'anthropic' | 'openai' | 'openai-compatible' | 'none';

export type Settings = {
  readonly scan: {
    readonly onType: boolean;
    readonly languages: readonly string[];
    readonly exclude: readonly string[];
  };
  readonly severities: Severities;
  /** When links are checked without being asked for. */
  readonly checkLinks: 'never' | 'onOpen' | 'onSave';
  readonly editor: { readonly codeLens: boolean; readonly marks: boolean; readonly gutter: boolean };
  readonly model: { readonly provider: ProviderChoice; readonly id: string; readonly baseUrl: string };
  /** Rows for the catalogue of models, as written: `readModels` checks them. */
  readonly models: unknown;
  readonly cost: { readonly maxUsd: number; readonly maxUsdPerDay: number; readonly confirmAboveUsd: number };
  readonly limits: { readonly maxCitations: number; readonly concurrency: number };
  /** False: nothing is kept on disk, neither sources nor verdicts nor findings. */
  readonly keep: boolean;
  readonly network: {
    readonly allowDomains: readonly string[];
    readonly allowHosts: readonly string[];
    readonly proxy: string;
    readonly timeoutMs: number;
    readonly maxBytes: number;
    readonly endpoints: Readonly<Record<string, string>>;
    readonly contact: string;
  };
};

/** Where settings are asked for: a file, a folder, a text with its language. */
type Scope = Uri | Pick<TextDocument, 'uri' | 'languageId'>;

/** What was read since the last change: reading takes a quarter of the time of a keystroke. */
let kept: Map<string, Settings> | undefined;
/** More scopes than this are not in use at once. */
const MOST_SCOPES = 200;

/** Has settings read once between two changes, for as long as what it gives is not disposed of. */
export function keepSettings(): Disposable {
  const forget = () => (kept = new Map());
  forget();
  return Disposable.from(
    workspace.onDidChangeConfiguration(forget),
    workspace.onDidChangeWorkspaceFolders(forget),
    new Disposable(() => (kept = undefined)),
  );
}

/** The settings that hold at `scope`, or everywhere when it is left out. */
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

function read(scope: Scope | undefined): Settings {
  const config = workspace.getConfiguration('citewright', scope);
  const of = <T>(name: string, fallback: T): T => config.get<T>(name, fallback);
  return {
    scan: {
      onType: of('scan.onType', true),
      languages: of('scan.languages', ['markdown', 'plaintext']),
      exclude: of('scan.exclude', []),
    },
    severities: of('severities', {}),
    checkLinks: of<Settings['checkLinks']>('network.checkLinks', 'never'),
    editor: {
      codeLens: of('editor.codeLens', true),
      marks: of('editor.marks', false),
      gutter: of('editor.gutter', false),
    },
    model: {
      provider: of<ProviderChoice>('model.provider', 'auto'),
      id: of('model.id', '').trim(),
      baseUrl: of('model.baseUrl', '').trim(),
    },
    models: of<unknown>('models', []),
    cost: {
      maxUsd: of('cost.maxUsd', DEFAULTS.maxCostUsd),
      maxUsdPerDay: of('cost.maxUsdPerDay', DEFAULTS.maxCostPerDayUsd),
      confirmAboveUsd: of('cost.confirmAboveUsd', DEFAULTS.confirmAboveUsd),
    },
    limits: {
      maxCitations: of('limits.maxCitations', DEFAULTS.maxCitations),
      concurrency: of('limits.concurrency', DEFAULTS.concurrency),
    },
    keep: of('cache.disk', true),
    network: {
      allowDomains: of('network.allowDomains', []),
      allowHosts: of('network.allowHosts', []),
      proxy: of('network.proxy', '').trim(),
      timeoutMs: of('network.timeoutMs', DEFAULTS.timeoutMs),
      maxBytes: of('network.maxBytes', DEFAULTS.maxBytes),
      endpoints: of('network.endpoints', {}),
      contact: of('network.contact', '').trim(),
    },
  };
}
