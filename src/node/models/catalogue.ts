/**
 * Known models, as data. Only exact ids match: near matches have silently used another model's price. Other ids are allowed; their price is
 * unknown and their runs are capped by tokens. `citewright.models` extends the table.
 */
import * as z from 'zod';
import { reason, type Reason } from '../../core/causes';
import type { Price } from '../../core/ports';
import { isUrl } from '../../core/text/url';
import { wrongData } from '../../core/text/wrongData';

export type KnownModel = {
  readonly id: string;
  readonly provider: HttpProvider;
  /** Most input tokens. */
  readonly window: number;
  readonly price?: Price | undefined;
  /** ISO date after which the provider stops serving the model, if announced. */
  readonly retires?: string | undefined;
  /** Supports the Responses API only. */
  readonly responses?: boolean | undefined;
};

/** One model in a provider's own list. */
export type Listed = Pick<KnownModel, 'id' | 'retires'> & { readonly window?: number | undefined };

/** Default base URL and display name of each provider. */
export const PROVIDERS = {
  anthropic: { name: 'Anthropic', baseUrl: 'https://api.anthropic.com/v1', keyVariable: 'ANTHROPIC_API_KEY' },
  openai: { name: 'OpenAI', baseUrl: 'https://api.openai.com/v1', keyVariable: 'OPENAI_API_KEY' },
  'openai-compatible': {
    name: 'the model server',
    baseUrl: 'http://127.0.0.1:11434/v1',
    keyVariable: 'CITEWRIGHT_API_KEY',
  },
} as const;
/** Providers reached over HTTP; `vscode` models come from the editor. */
export type HttpProvider = keyof typeof PROVIDERS;

/** Date of the prices below (standard tier, prompts under 200,000 tokens). */
const AS_OF = '2026-09-23';
/** Assumed if no window is published; far more than a judge is ever sent. */
const WINDOW = 200_000;

type Row = readonly [
  id: string,
  window: number,
  input?: number,
  output?: number,
  cacheRead?: number,
  cacheWrite?: number,
];

const ANTHROPIC: readonly Row[] = [
  ['claude-opus-5-5', 1_000_000, 4, 20, 0.2, 5],
  ['claude-sonnet-5-5', WINDOW],
  ['claude-haiku-5-5', WINDOW],
  ['claude-fable-5-2', WINDOW],
  ['claude-mythos-5-2', WINDOW],
  ['claude-fable-5-1', 1_000_000, 10, 50, 0.25, 12.5],
  ['claude-mythos-5-1', WINDOW],
  ['claude-opus-5', 1_000_000, 5, 25, 0.5, 6.25],
  ['claude-sonnet-5', 1_000_000, 2, 10, 0.2, 2.5],
  ['claude-fable-5', 1_000_000, 10, 50, 1, 12.5],
  ['claude-opus-4-8', 1_000_000, 5, 25, 0.5, 6.25],
  ['claude-opus-4-7', 1_000_000, 5, 25, 0.5, 6.25],
  ['claude-opus-4-6', 1_000_000, 5, 25, 0.5, 6.25],
  ['claude-sonnet-4-6', 1_000_000, 3, 15, 0.3, 3.75],
  ['claude-haiku-4-5', 200_000, 1, 5, 0.1, 1.25],
  ['claude-haiku-4-5-20251001', 200_000, 1, 5, 0.1, 1.25],
  ['claude-opus-4-5', 200_000, 5, 25, 0.5, 6.25],
  ['claude-opus-4-5-20251101', 200_000, 5, 25, 0.5, 6.25],
  ['claude-sonnet-4-5', 200_000, 3, 15, 0.3, 3.75],
  ['claude-sonnet-4-5-20250929', 200_000, 3, 15, 0.3, 3.75],
];

const OPENAI: readonly Row[] = [
  ['gpt-6-astra', 1_050_000, 10, 50, 1, 12.5],
  ['gpt-6.1-sol', WINDOW],
  ['gpt-6.1-terra', WINDOW],
  ['gpt-6-sol', 1_050_000, 2, 10, 0.2, 2.5],
  ['gpt-6-luna', 1_050_000, 0.1, 0.5, 0.01, 0.125],
  ['gpt-5.6-sol', 1_050_000, 4, 20, 0.4, 5],
  ['gpt-5.6-terra', 1_050_000, 2, 12, 0.2, 2.5],
  ['gpt-5.6-luna', 1_050_000, 0.2, 1.2, 0.02, 0.25],
  ['gpt-5.5', 1_000_000, 5, 30, 0.5],
  ['gpt-5.5-2026-04-23', 1_000_000, 5, 30, 0.5],
  ['gpt-5.5-pro', 1_000_000, 30, 180],
  ['gpt-5.4', 1_050_000, 2.5, 15, 0.25],
  ['gpt-5.4-mini', 400_000, 0.75, 4.5, 0.075],
  ['gpt-5.4-mini-2026-03-17', 400_000, 0.75, 4.5, 0.075],
  ['gpt-5.4-nano', 400_000, 0.2, 1.25, 0.02],
  ['gpt-5.2', 400_000, 1.75, 14, 0.175],
  ['gpt-5.2-2025-12-11', 400_000, 1.75, 14, 0.175],
  ['gpt-5.2-pro', 400_000, 21, 168],
  ['gpt-5.1', 400_000, 1.25, 10, 0.125],
  ['gpt-5-pro', 400_000, 15, 120],
  ['gpt-5', 400_000, 1.25, 10, 0.125],
  ['gpt-5-mini', 400_000, 0.25, 2, 0.025],
  ['gpt-5-nano', 400_000, 0.05, 0.4, 0.005],
  ['gpt-4.1', 1_000_000, 2, 8, 0.5],
  ['gpt-4.1-mini', 1_000_000, 0.4, 1.6, 0.1],
  ['gpt-4o', 128_000, 2.5, 10, 1.25],
  ['gpt-4o-mini', 128_000, 0.15, 0.6, 0.075],
  ['o3', 200_000, 2, 8, 0.5],
  ['o3-pro', 200_000, 20, 80],
  ['o1-pro', 200_000, 150, 600],
];

/** Announced retirement dates. */
const RETIRES: Readonly<Record<string, string>> = {
  'claude-sonnet-4-5': '2026-11-30',
  'claude-sonnet-4-5-20250929': '2026-11-30',
  'gpt-5': '2026-12-11',
  'gpt-5-mini': '2026-12-11',
  'gpt-5-nano': '2026-12-11',
  o3: '2026-12-11',
  'gpt-4.1': '2027-01-14',
  'gpt-4.1-mini': '2027-01-14',
  'gpt-4o': '2027-01-14',
  'gpt-4o-mini': '2027-01-14',
  'gpt-5.4-nano': '2027-04-01',
  'gpt-5.1': '2027-04-01',
};

const RESPONSES_ONLY = new Set(['gpt-5.5-pro', 'gpt-5.2-pro', 'gpt-5-pro', 'o1-pro', 'o3-pro']);

type Rates = Omit<Price, 'input' | 'output'> & { readonly [K in 'input' | 'output']?: number | undefined };

/** A price needs both input and output: half a price would pass for the whole. */
const priceOf = ({ input, output, ...others }: Rates): Price | undefined =>
  input === undefined || output === undefined ? undefined : { input, output, ...others };

function known(provider: HttpProvider, [id, window, ...rates]: Row): KnownModel {
  const [input, output, cacheRead, cacheWrite] = rates;
  const price = priceOf({ input, output, cacheRead, cacheWrite, asOf: AS_OF });
  return { id, provider, window, price, retires: RETIRES[id], responses: RESPONSES_ONLY.has(id) };
}

export const CATALOGUE: readonly KnownModel[] = [
  ...ANTHROPIC.map((row) => known('anthropic', row)),
  ...OPENAI.map((row) => known('openai', row)),
];

/** The row with exactly this id; rows of `extra` (settings, a provider's list) take precedence. */
export const findModel = (id: string, extra: readonly KnownModel[] = []): KnownModel | undefined =>
  [...extra, ...CATALOGUE].find((m) => m.id === id);

/** OpenAI models that can't judge: speech, images, search, moderation. */
const NO_JUDGE =
  /audio|realtime|tts|transcribe|image|search|embedding|moderation|instruct|codex|deep-research/;

/**
 * Updates a provider's rows from its own list: models no longer listed are removed, new ones have no price, and listed windows and
 * retirement dates take precedence. Priced models come first, then the order of the list.
 */
export function refresh(
  provider: HttpProvider,
  listed: readonly Listed[],
  extra: readonly KnownModel[] = [],
): readonly KnownModel[] {
  const rows = listed
    .filter(({ id }) => provider !== 'openai' || (providerOf(id) === 'openai' && !NO_JUDGE.test(id)))
    .map(({ id, window, retires }) => ({
      ...describeModel(id, provider, extra),
      ...(window !== undefined && { window }),
      ...(retires !== undefined && { retires }),
    }));
  return [...rows.filter((m) => m.price), ...rows.filter((m) => !m.price)];
}

/** Id prefixes that only these two providers use. Anyone may serve `gpt-oss`. */
const PREFIXES: readonly (readonly [RegExp, HttpProvider])[] = [
  [/^claude-/, 'anthropic'],
  [/^(?:gpt-\d|chatgpt-|o[134](?:-|$))/, 'openai'],
];

/**
 * The provider of a model id: from its row in `extra` or the catalogue, else by prefix, else openai-compatible if a base URL is given.
 * Undefined if unknown (exit code 2 on the command line).
 */
export function providerOf(
  id: string,
  baseUrl?: string,
  extra: readonly KnownModel[] = [],
): HttpProvider | undefined {
  const row = findModel(id, extra) ?? PREFIXES.find(([pattern]) => pattern.test(id));
  if (row) return 'provider' in row ? row.provider : row[1];
  return baseUrl === undefined ? undefined : 'openai-compatible';
}

/** A model's row, or assumptions for an unknown one: no price and a window that every current model has. */
export const describeModel = (
  id: string,
  provider: HttpProvider,
  extra: readonly KnownModel[] = [],
): KnownModel =>
  findModel(id, extra) ?? { id, provider, window: provider === 'openai-compatible' ? 32_000 : WINDOW };

/** The price of a batch, half of the list price. */
export const halved = ({ input, output, cacheRead, cacheWrite, asOf }: Price): Price => ({
  input: input / 2,
  output: output / 2,
  cacheRead: cacheRead && cacheRead / 2,
  cacheWrite: cacheWrite && cacheWrite / 2,
  asOf,
});

const LOOPBACK = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

/** Why a URL can't be a base URL, without repeating credentials; undefined for https, or http on loopback, without credentials, query, fragment. */
export function baseUrlProblem(text: string): Reason | undefined {
  if (!isUrl(text)) return reason('base_url_invalid');
  const url = new URL(text);
  if (url.username || url.password) return reason('base_url_credentials');
  if (url.search || url.hash) return reason('base_url_query');
  if (url.protocol === 'https:') return undefined;
  if (url.protocol !== 'http:') return reason('base_url_scheme');
  return isLoopback(text) ? undefined : reason('base_url_plain', { host: url.host });
}

/** Whether the URL leads to this machine. */
export const isLoopback = (url: string): boolean => LOOPBACK.test(new URL(url).hostname);

/** Why a key can't be used; undefined if it can. The reason never contains the key. */
export function keyProblem(key: string): Reason | undefined {
  if (key.trim() === '') return reason('key_empty');
  if (!/^[\x21-\x7e]+$/.test(key.trim())) return reason('key_characters');
  return undefined;
}

/** Identifies a server for keys, consent and learned quirks: `openai@https://api.openai.com`. */
export const originOf = (provider: HttpProvider, baseUrl: string = PROVIDERS[provider].baseUrl): string =>
  `${provider}@${new URL(baseUrl).origin}`;

const positive = z.number().nonnegative();
const settingsRow = z.strictObject({
  id: z.string().min(1),
  provider: z.enum(['anthropic', 'openai', 'openai-compatible']),
  window: z.number().int().positive().default(WINDOW),
  input: positive.optional(),
  output: positive.optional(),
  cacheRead: positive.optional(),
  cacheWrite: positive.optional(),
  asOf: z.string().default('settings'),
  responses: z.boolean().optional(),
});

const SETTING = 'citewright.models';

/** Reads rows of the setting `citewright.models`; invalid rows are skipped and named in `problems`. */
export function readModels(value: unknown): {
  readonly models: readonly KnownModel[];
  readonly problems: readonly Reason[];
} {
  const list = z.array(z.unknown()).safeParse(value);
  const rows = (list.data ?? []).map((row) => settingsRow.safeParse(row));
  return {
    models: rows.flatMap(({ data }) => (data ? [fromSettings(data)] : [])),
    problems: [
      ...(list.error ? [wrongData(list.error, SETTING)] : []),
      ...rows.flatMap(({ error }, i) => (error ? [wrongData(error, SETTING, i)] : [])),
    ],
  };
}

const fromSettings = ({ input, output, ...row }: z.infer<typeof settingsRow>): KnownModel => {
  const { id, provider, window, responses, ...rates } = row;
  return { id, provider, window, price: priceOf({ input, output, ...rates }), responses };
};
