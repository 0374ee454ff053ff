/**
 * What a server has taught us about itself: how it can be made to answer in JSON, and which parameters it does not take. Kept for
 * the life of the process per server and model, so that each lesson costs one refused request.
 */
import { messageIn, reasonOf } from './errors';
import type { HttpError } from './wire';

export type Quirks = {
  /** The strictest form of answer the server takes: a schema, any JSON object, or text that is asked to be JSON. */
  readonly format: 'schema' | 'object' | 'text';
  /** Parameters it has refused. */
  readonly dropped: readonly string[];
  readonly responses: boolean;
};

/** Parameters that may be left out, with the words by which a refusal names them. */
const OPTIONAL: Readonly<Record<string, readonly string[]>> = {
  temperature: ['temperature'],
  thinking: ['thinking'],
  reasoning: ['reasoning'],
  cache: ['cache_control'],
  store: ['store'],
  // Left out means: the other name for the same limit.
  limit: ['max_tokens', 'max_completion_tokens'],
};
const FORMAT = [
  'response_format',
  'json_schema',
  'json_object',
  'output_config',
  'text.format',
  'structured output',
  'schema',
  'grammar',
];
const RESPONSES = ['v1/responses', 'not a chat model', 'responses api'];

const lower = (format: Quirks['format'], steps: readonly Quirks['format'][]) =>
  steps[steps.indexOf(format) + 1] ?? format;

/** The same, changed by what a refusal says; the same object when it teaches nothing. `steps` is the ladder of answer forms. */
export function learn(quirks: Quirks, error: HttpError, steps: readonly Quirks['format'][]): Quirks {
  const text = (messageIn(error.body) || error.body).toLowerCase();
  const says = (words: readonly string[]) => words.some((w) => text.includes(w));
  if (!quirks.responses && [400, 404].includes(error.status) && says(RESPONSES)) {
    return { ...quirks, responses: true };
  }
  if (![400, 422, 500, 501].includes(error.status) || reasonOf(error.status, error.body) === 'too-long')
    return quirks;
  const names = Object.entries(OPTIONAL).filter(
    ([name, words]) => !quirks.dropped.includes(name) && says(words),
  );
  const format = says(FORMAT) ? lower(quirks.format, steps) : quirks.format;
  // A refusal that names the form of the answer is about that, whatever else it mentions.
  if (format !== quirks.format) return { ...quirks, format };
  return names.length === 0
    ? quirks
    : { ...quirks, dropped: [...quirks.dropped, ...names.map(([name]) => name)] };
}

const memory = new Map<string, Quirks>();

export type Lessons = {
  current(): Quirks;
  /** True when the request that was sent as `sent` is worth sending again. */
  learn(error: HttpError, sent: Quirks): boolean;
};

/** What is known of the model `id` at `origin`, beginning with `first`. */
export function lessonsOf(
  origin: string,
  id: string,
  first: Quirks,
  steps: readonly Quirks['format'][],
): Lessons {
  const key = `${origin}\n${id}`;
  const current = () => memory.get(key) ?? first;
  return {
    current,
    learn(error, sent) {
      const now = current();
      // Another call has learnt in the meantime.
      if (now !== sent) return true;
      const next = learn(now, error, steps);
      memory.set(key, next);
      return next !== now;
    },
  };
}

/** Forgets all lessons: the user has changed something about a server. */
export const forgetLessons = () => memory.clear();
