/**
 * What we learned from a server's refusals: how to get JSON from it and which parameters it rejects. Kept per server and model until the
 * process ends, so that each lesson costs one refused request.
 */
import { messageIn, reasonOf } from './errors';
import type { HttpError } from './wire';

export type Quirks = {
  /** The strictest answer format the server accepts: a schema, any JSON object, or text with a request for JSON. */
  readonly format: 'schema' | 'object' | 'text';
  /** Parameters it rejects. */
  readonly dropped: readonly string[];
  readonly responses: boolean;
};

/** Optional parameters, with the words that name them in a refusal. */
const OPTIONAL: Readonly<Record<string, readonly string[]>> = {
  temperature: ['temperature'],
  thinking: ['thinking'],
  reasoning: ['reasoning'],
  cache: ['cache_control'],
  store: ['store'],
  logprobs: ['logprobs'],
  // Dropping it switches to the other name of the limit.
  limit: ['max_tokens', 'max_completion_tokens'],
};
const FORMAT =
  /response_format|json_schema|json_object|output_config|text\.format|structured output|schema|grammar/;
const RESPONSES = /v1\/responses|not a chat model|responses api/;

const lower = (format: Quirks['format'], steps: readonly Quirks['format'][]) =>
  steps[steps.indexOf(format) + 1] ?? format;

/** Updates quirks from a refusal; returns the same object if it teaches nothing. `steps` are the answer formats, strictest first. */
export function learn(quirks: Quirks, error: HttpError, steps: readonly Quirks['format'][]): Quirks {
  const text = (messageIn(error.body) || error.body).toLowerCase();
  const says = (words: readonly string[]) => words.some((w) => text.includes(w));
  if (!quirks.responses && [400, 404].includes(error.status) && RESPONSES.test(text)) {
    return { ...quirks, responses: true };
  }
  if (![400, 422, 500, 501].includes(error.status) || reasonOf(error.status, error.body) === 'too-long')
    return quirks;
  const names = Object.entries(OPTIONAL).filter(
    ([name, words]) => !quirks.dropped.includes(name) && says(words),
  );
  const format = FORMAT.test(text) ? lower(quirks.format, steps) : quirks.format;
  // A refusal that names the answer format is about the format, whatever else it mentions.
  if (format !== quirks.format) return { ...quirks, format };
  return names.length === 0
    ? quirks
    : { ...quirks, dropped: [...quirks.dropped, ...names.map(([name]) => name)] };
}

const memory = new Map<string, Quirks>();

/** The quirks of model `id` at `origin`, initially `first`. */
export function lessonsOf(origin: string, id: string, first: Quirks, steps: readonly Quirks['format'][]) {
  const key = `${origin}\n${id}`;
  const current = () => memory.get(key) ?? first;
  return {
    current,
    /** Whether a request sent with `sent` should be retried. */
    learn(error: HttpError, sent: Quirks): boolean {
      const now = current();
      // Another call has learned since.
      if (now !== sent) return true;
      const next = learn(now, error, steps);
      memory.set(key, next);
      return next !== now;
    },
  };
}

/** Resets all lessons after the user changed a server's settings. */
export const forgetLessons = () => memory.clear();
