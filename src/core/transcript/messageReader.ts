/** Reads the messages of the Anthropic, OpenAI and Gemini interfaces, which most tools keep inside their own records. */
import type { Json } from '../text/jsonReader';
import { named, type Conversation, type Role, type TextPart } from './conversation';
import { at, isTrue, items, moment, word } from './look';
import type { Stated } from './toolEvents';
import { wordSet } from '../text/wordSet';

const ROLES: Readonly<Record<string, Role>> = {
  ...named('user', 'user|human'),
  ...named('assistant', 'assistant|model|gemini|ai'),
  ...named('system', 'system|developer|info'),
  ...named('tool', 'tool|function|toolResult'),
};
export const roleOf = (name: string | undefined): Role | undefined =>
  name !== undefined && Object.hasOwn(ROLES, name) ? ROLES[name] : undefined;

const CALLS = wordSet('tool_use server_tool_use function_call custom_tool_call local_shell_call toolCall');
const ANSWERS = wordSet(
  'tool_result web_fetch_tool_result web_search_tool_result function_call_output custom_tool_call_output local_shell_call_output',
);
const INPUTS = ['input', 'arguments', 'args', 'action', 'parameters'] as const;
const THOUGHTS = wordSet('thinking redacted_thinking reasoning thought summary_text refusal');

export const has = (value: Json, ...names: readonly string[]): boolean =>
  names.every((name) => at(value, name) !== undefined);
export const isList = (value: Json | undefined): boolean => value?.kind === 'array';
export const typeOf = (value: Json): string | undefined => word(value, 'type');
export const roleIn = (value: Json): Role | undefined => roleOf(word(value, 'role'));
export const hasContent = (value: Json): boolean => has(value, 'content') || isList(at(value, 'parts'));

/** A message or item of any interface: words, calls and results in order. */
export function readMessage(
  talk: Conversation,
  value: Json,
  when: string | undefined,
  { as, stated }: { readonly as?: Role | undefined; readonly stated?: Stated } = {},
): void {
  const type = typeOf(value) ?? '';
  if (CALLS.has(type) || ANSWERS.has(type)) {
    readPart(talk, value, when, stated);
    return;
  }
  const role = as ?? roleIn(value);
  if (role === undefined) return;
  const content = at(value, 'content') ?? at(value, 'parts');
  const ids = at(value, 'tool_call_id') ?? at(value, 'toolCallId') ?? items(value, 'tool_call_ids')[0];
  const failed = isTrue(value, 'isError');
  if (role === 'tool') talk.answer(word(ids ?? at(value, 'name')), content, when, { failed });
  else readContent(talk, role, content, when, stated);
  for (const call of items(value, 'tool_calls'))
    talk.call(word(call, 'id'), word(call, 'function', 'name'), at(call, 'function', 'arguments'));
}

/** The words of one message are one turn, unless a tool result separates them. */
export function readContent(
  talk: Conversation,
  role: Role,
  content: Json | undefined,
  when: string | undefined,
  stated?: Stated,
): void {
  if (content?.kind === 'string') {
    talk.say(role, [content], when);
    return;
  }
  let pieces: TextPart[] = [];
  const flush = () => {
    if (pieces.length > 0) talk.say(role, pieces, when);
    pieces = [];
  };
  for (const part of items(content)) {
    const words = wordsOf(part);
    if (words) {
      const [last] = pieces.slice(-1);
      // Blocks with sources are parts of one sentence; others are paragraphs.
      if (last && !has(part, 'citations'))
        pieces.push({ kind: 'made', text: '\n\n', for: { ...words, end: words.start } });
      pieces.push(words);
      for (const source of sourcesOf(part)) pieces.push(source);
    } else {
      if (isAnswer(part)) flush();
      readPart(talk, part, when, stated);
    }
  }
  flush();
}

/** The text of a part; thoughts have none. */
function wordsOf(part: Json): (Json & { kind: 'string' }) | undefined {
  if (part.kind === 'string') return part;
  if (THOUGHTS.has(typeOf(part) ?? '') || isTrue(part, 'thought')) return undefined;
  const words = at(part, 'text');
  return words?.kind === 'string' ? words : undefined;
}

/** Addresses that the interface stores beside the words are citations of these words. */
function sourcesOf(part: Json): readonly TextPart[] {
  const seen = new Set<string>();
  return items(part, 'citations').flatMap((one): TextPart[] => {
    const url = at(one, 'url');
    const address = word(url);
    if (
      url?.kind !== 'string' ||
      address === undefined ||
      seen.has(address) ||
      !/^https?:\/\/[^\s<>]+$/.test(address)
    )
      return [];
    seen.add(address);
    const before = { kind: 'made', text: ' <', for: { ...url, end: url.start } } as const;
    return [before, url, { kind: 'made', text: '>', for: { ...url, start: url.end } }];
  });
}

/** A tool result between words. */
const isAnswer = (part: Json): boolean => ANSWERS.has(typeOf(part) ?? '') || has(part, 'functionResponse');

/** A call or a result among the parts of a message. */
function readPart(talk: Conversation, part: Json, when: string | undefined, stated: Stated = {}): void {
  const type = typeOf(part) ?? '';
  const called = at(part, 'functionCall');
  if (CALLS.has(type) || called) {
    const from = called ?? part;
    const id = at(from, 'call_id') ?? at(from, 'tool_id') ?? at(from, 'id') ?? at(from, 'name');
    const input = INPUTS.map((name) => at(from, name)).find((one) => one !== undefined);
    talk.call(word(id), word(at(from, 'name') ?? at(from, 'tool_name')) ?? type, input);
    return;
  }
  if (!isAnswer(part)) return;
  const from = at(part, 'functionResponse') ?? part;
  const ids = ['tool_use_id', 'call_id', 'tool_id', 'id', 'name'].map((name) => at(from, name));
  const id = ids.find((one) => one !== undefined);
  const output = at(from, 'content') ?? at(from, 'output') ?? at(from, 'response');
  const url = at(output, 'url');
  talk.answer(word(id), output, when, {
    failed: isTrue(from, 'is_error') || word(from, 'status') === 'error',
    isWrapped: type.endsWith('_call_output'),
    ...stated,
    ...(url === undefined ? {} : { given: { name: 'web_fetch', input: talk.arguments(output) } }),
  });
}

export const readAll = (talk: Conversation, list: Json | undefined): void => {
  for (const message of items(list)) readMessage(talk, message, whenOf(message));
};
export const whenOf = (value: Json): string | undefined =>
  moment(
    at(value, 'timestamp') ?? at(value, 'created_at') ?? at(value, 'create_time') ?? at(value, 'created'),
  );

/** A message of an interface, or an item of a response. */
export const isMessage = (value: Json): boolean =>
  (roleIn(value) !== undefined && hasContent(value)) ||
  ((has(value, 'call_id') || has(value, 'tool_id')) && [...CALLS, ...ANSWERS].includes(typeOf(value) ?? ''));
