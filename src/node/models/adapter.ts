/** What each provider's file offers to `llm.ts`. */
import type { Prompt, Reply } from '../../core/ports';
import type { HttpProvider } from './catalogue';
import type { Quirks } from './quirks';

/** One model at one address, all of it checked. */
export type Endpoint = {
  readonly provider: HttpProvider;
  readonly id: string;
  readonly key: string;
  readonly baseUrl: string;
  readonly timeoutMs: number;
  /** Output tokens to leave for thinking, beyond the answer. */
  readonly thinking: number;
  readonly responses: boolean;
};

/** A row of a provider's own list of models. */
export type Listed = { readonly id: string; readonly window?: number; readonly retires?: string };

export type Adapter = {
  /** What to assume of the server before it has said anything. */
  readonly first: Quirks;
  /** The forms of answer to try, strictest first. */
  readonly steps: readonly Quirks['format'][];
  ask(prompt: Prompt, quirks: Quirks, signal: AbortSignal): Promise<Reply>;
  list(signal: AbortSignal): Promise<readonly Listed[]>;
};

/** The system prompt with the schema in words, for a server that cannot be held to one. */
export const withSchema = ({ system, schema }: Prompt): string =>
  `${system}\n\nAnswer with one JSON object and nothing else. It must match this JSON Schema:\n${JSON.stringify(schema)}`;
