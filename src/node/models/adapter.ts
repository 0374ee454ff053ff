/** What each provider module offers to `llm.ts`. */
import { reason, type Reason } from '../../core/causes';
import { ModelError, type Prompt, type Reply } from '../../core/ports';
import type { KnownModel } from './catalogue';
import type { Asked } from './errors';
import type { Quirks } from './quirks';

/** A model at a base URL, validated. */
export type Endpoint = Asked & {
  readonly timeoutMs: number;
  /** Output tokens reserved for thinking, in addition to the answer. */
  readonly thinking: number;
  readonly responses: boolean;
};

/** One model in a provider's own list. */
export type Listed = Pick<KnownModel, 'id' | 'retires'> & { readonly window?: number | undefined };

export type Adapter = {
  /** What to assume about the server before its first answer. */
  readonly first: Quirks;
  /** Answer formats to try, strictest first. */
  readonly steps: readonly Quirks['format'][];
  ask(prompt: Prompt, quirks: Quirks, signal: AbortSignal): Promise<Reply>;
  list(signal: AbortSignal): Promise<readonly Listed[]>;
};

/** The system prompt with the schema appended, for servers without structured output. */
export const withSchema = ({ system, schema }: Prompt): string =>
  `${system}\n\nAnswer with one JSON object and nothing else. It must match this JSON Schema:\n${JSON.stringify(schema)}`;

/** The error for an answer without the requested content. The answer has cost `usage`. */
export const badResponse = (
  id: string,
  usage: Reply['usage'],
  what: string | Reason = reason('wrong_format'),
): ModelError => new ModelError('bad-response', reason('bad_response', { host: id, what }), usage);
