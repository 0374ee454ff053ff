/**
 * The shapes in which tools keep conversations as JSON, one row each: a value is known by what it holds, never by its file's name.
 * As of 2026-11: Claude Code's and Codex's session files, Copilot's session events and chat export, Gemini CLI's chats and checkpoints,
 * SWE-agent's trajectories, OpenHands' events, opencode's exports, Cline's shown messages, pi's sessions, and the message lists of the
 * Anthropic and OpenAI interfaces.
 */
import { named, type Conversation, type TextPart, type Role } from './conversation';
import { isCopilotEvent, readCopilotEvent } from './copilotEvents';
import type { Json } from '../text/jsonReader';
import { at, isTrue, items, moment, number, word } from './look';
import { isCline, isOpencode, readCline, readOpencode } from './otherLogs';
import type { Stated } from './toolEvents';
import { isOpenHands, isTrajectory, readOpenHands, readTrajectory } from './trajectories';

export type Format =
  | 'claude-code'
  | 'cline'
  | 'codex'
  | 'copilot'
  | 'copilot-chat'
  | 'gemini-cli'
  | 'opencode'
  | 'openhands'
  | 'swe-agent'
  | 'messages'
  | 'markdown';

type Row = {
  readonly format: Format;
  readonly is: (file: string, value: Json) => boolean;
  readonly read: (talk: Conversation, value: Json) => void;
};

const ROLES: Readonly<Record<string, Role>> = {
  ...named('user', 'user|human'),
  ...named('assistant', 'assistant|model|gemini|ai'),
  ...named('system', 'system|developer|info'),
  ...named('tool', 'tool|function|toolResult'),
};
export const roleOf = (name: string | undefined): Role | undefined =>
  name !== undefined && Object.hasOwn(ROLES, name) ? ROLES[name] : undefined;

const CALLS = new Set(
  'tool_use server_tool_use function_call custom_tool_call local_shell_call toolCall'.split(' '),
);
const ANSWERS = new Set(
  'tool_result web_fetch_tool_result web_search_tool_result function_call_output custom_tool_call_output local_shell_call_output'.split(
    ' ',
  ),
);
const THOUGHTS = new Set('thinking redacted_thinking reasoning thought summary_text refusal'.split(' '));

const has = (value: Json, ...names: readonly string[]): boolean =>
  names.every((name) => at(value, name) !== undefined);
const isList = (value: Json | undefined): boolean => value?.kind === 'array';
const typeOf = (file: string, value: Json): string | undefined => word(file, at(value, 'type'));
const roleIn = (file: string, value: Json): Role | undefined => roleOf(word(file, at(value, 'role')));
const hasContent = (value: Json): boolean => has(value, 'content') || isList(at(value, 'parts'));

/** A message or item of any interface: words, calls and results in order. */
function readMessage(
  talk: Conversation,
  value: Json,
  when: string | undefined,
  { as, stated }: { readonly as?: Role | undefined; readonly stated?: Stated } = {},
): void {
  const { file } = talk;
  const type = typeOf(file, value) ?? '';
  if (CALLS.has(type) || ANSWERS.has(type)) {
    readPart(talk, value, when, stated);
    return;
  }
  const role = as ?? roleIn(file, value);
  if (role === undefined) return;
  const content = at(value, 'content') ?? at(value, 'parts');
  const ids = at(value, 'tool_call_id') ?? at(value, 'toolCallId') ?? items(at(value, 'tool_call_ids'))[0];
  const failed = isTrue(file, at(value, 'isError'));
  if (role === 'tool') talk.answer(word(file, ids ?? at(value, 'name')), content, when, { failed });
  else readContent(talk, role, content, when, stated);
  for (const call of items(at(value, 'tool_calls')))
    talk.call(
      word(file, at(call, 'id')),
      word(file, at(call, 'function', 'name')),
      at(call, 'function', 'arguments'),
    );
}

/** The words of one message are one turn, unless a tool result comes between them. */
function readContent(
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
    const words = wordsOf(talk.file, part);
    if (words) {
      const [last] = pieces.slice(-1);
      // Blocks with sources are parts of one sentence; others are paragraphs.
      if (last && !has(part, 'citations'))
        pieces.push({ kind: 'made', text: '\n\n', for: { ...words, end: words.start } });
      pieces.push(words);
      for (const source of sourcesOf(talk.file, part)) pieces.push(source);
    } else {
      if (isAnswer(talk.file, part)) flush();
      readPart(talk, part, when, stated);
    }
  }
  flush();
}

/** The text of a part; thoughts have none. */
function wordsOf(file: string, part: Json): (Json & { kind: 'string' }) | undefined {
  if (part.kind === 'string') return part;
  if (THOUGHTS.has(typeOf(file, part) ?? '') || isTrue(file, at(part, 'thought'))) return undefined;
  const words = at(part, 'text');
  return words?.kind === 'string' ? words : undefined;
}

/** Addresses that the interface stores beside the words are citations of these words. */
function sourcesOf(file: string, part: Json): readonly TextPart[] {
  const seen = new Set<string>();
  return items(at(part, 'citations')).flatMap((one): TextPart[] => {
    const url = at(one, 'url');
    const address = word(file, url);
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
const isAnswer = (file: string, part: Json): boolean =>
  ANSWERS.has(typeOf(file, part) ?? '') || has(part, 'functionResponse');

/** A call or a result among the parts of a message. */
function readPart(talk: Conversation, part: Json, when: string | undefined, stated: Stated = {}): void {
  const { file } = talk;
  const type = typeOf(file, part) ?? '';
  const called = at(part, 'functionCall');
  if (CALLS.has(type) || called) {
    const from = called ?? part;
    const id = at(from, 'call_id') ?? at(from, 'id') ?? at(from, 'name');
    const input = at(from, 'input') ?? at(from, 'arguments') ?? at(from, 'args') ?? at(from, 'action');
    talk.call(word(file, id), word(file, at(from, 'name')) ?? type, input);
    return;
  }
  if (!isAnswer(file, part)) return;
  const from = at(part, 'functionResponse') ?? part;
  const id = at(from, 'tool_use_id') ?? at(from, 'call_id') ?? at(from, 'id') ?? at(from, 'name');
  const output = at(from, 'content') ?? at(from, 'output') ?? at(from, 'response');
  const url = at(output, 'url');
  talk.answer(word(file, id), output, when, {
    failed: isTrue(file, at(from, 'is_error')),
    isWrapped: type.endsWith('_call_output'),
    ...stated,
    ...(url === undefined ? {} : { given: { name: 'web_fetch', input: talk.arguments(output) } }),
  });
}

const readAll = (talk: Conversation, list: Json | undefined): void => {
  for (const message of items(list)) readMessage(talk, message, whenOf(talk.file, message));
};
const whenOf = (file: string, value: Json): string | undefined =>
  moment(
    file,
    at(value, 'timestamp') ?? at(value, 'created_at') ?? at(value, 'create_time') ?? at(value, 'created'),
  );

const claude: Row = {
  format: 'claude-code',
  is: (file, value) =>
    has(value, 'message') &&
    ['user', 'assistant'].includes(typeOf(file, value) ?? '') &&
    hasContent(at(value, 'message') ?? value),
  read(talk, value) {
    talk.worksIn(at(value, 'cwd'));
    talk.session(at(value, 'sessionId'));
    const { file } = talk;
    const isSummary = isTrue(file, at(value, 'isCompactSummary'));
    if (isSummary) talk.compact();
    const as = isSummary || isTrue(file, at(value, 'isMeta')) ? ('system' as const) : undefined;
    const message = at(value, 'message');
    const result = at(value, 'toolUseResult');
    const stated = {
      ...(isTrue(file, at(result, 'interrupted')) && { interrupted: true }),
      ...(has(value, 'toolUseResult') &&
        at(result, 'backgroundTaskId')?.kind === 'string' && { background: true }),
    };
    if (message) readMessage(talk, message, whenOf(file, value), { as, stated });
  },
};

/** Codex stores its messages twice, as items and as events; events count only without items. */
const codex: Row = {
  format: 'codex',
  is: (file, value) =>
    at(value, 'payload')?.kind === 'object' &&
    ['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted'].includes(
      typeOf(file, value) ?? '',
    ),
  read(talk, value) {
    const { file } = talk;
    const payload = at(value, 'payload');
    const when = whenOf(file, value);
    talk.worksIn(at(payload, 'cwd'));
    if (!payload) return;
    const type = typeOf(file, value);
    if (type === 'session_meta') talk.session(at(payload, 'id'));
    if (type === 'compacted') talk.compact();
    else if (type === 'response_item') readMessage(talk, payload, when);
    else if (type === 'event_msg' && !talk.hasItems) readEvent(talk, payload, when);
  },
};

function readEvent(talk: Conversation, event: Json, when: string | undefined): void {
  const role = { agent_message: 'assistant', user_message: 'user' } as const;
  const type = typeOf(talk.file, event);
  if (type === 'agent_message' || type === 'user_message')
    readContent(talk, role[type], at(event, 'message'), when);
}

/** `codex exec --json`: completed items. */
const codexExec: Row = {
  format: 'codex',
  is: (file, value) => typeOf(file, value) === 'item.completed' && has(value, 'item'),
  read(talk, value) {
    const { file } = talk;
    const item = at(value, 'item');
    if (!item) return;
    const type = typeOf(file, item) ?? word(file, at(item, 'item_type'));
    if (type === 'agent_message' || type === 'assistant_message')
      readContent(talk, 'assistant', at(item, 'text'), whenOf(file, value));
    if (type === 'command_execution')
      talk.answer(undefined, at(item, 'aggregated_output'), whenOf(file, value), {
        given: { name: 'shell', input: talk.arguments(item), json: at(item, 'command') ?? item },
        exit: number(file, at(item, 'exit_code')),
      });
  },
};

const copilot: Row = {
  format: 'copilot-chat',
  is: (_, value) => isList(at(value, 'requests')) || isList(at(value, 'v', 'requests')),
  read(talk, value) {
    for (const request of items(at(value, 'requests') ?? at(value, 'v', 'requests')))
      readRequest(talk, request);
  },
};

function readRequest(talk: Conversation, request: Json): void {
  const { file } = talk;
  const when = whenOf(file, request);
  readContent(talk, 'user', at(request, 'message', 'text') ?? at(request, 'message'), when);
  const meta = at(request, 'result', 'metadata');
  for (const round of items(at(meta, 'toolCallRounds')))
    for (const call of items(at(round, 'toolCalls'))) {
      const id = word(file, at(call, 'id'));
      talk.call(id, word(file, at(call, 'name')), at(call, 'arguments'));
      if (id !== undefined) talk.answer(id, at(meta, 'toolCallResults', id), when);
    }
  const pieces = items(at(request, 'response')).flatMap((part) => answerOf(file, part));
  if (pieces.length > 0) talk.say('assistant', pieces, when);
}

/** A part of Copilot's answer: Markdown, or a file with its line. */
function answerOf(file: string, part: Json): readonly TextPart[] {
  const kind = word(file, at(part, 'kind'));
  if (kind === undefined || kind === 'markdownContent') {
    const content = at(part, 'content') ?? part;
    const words =
      content.kind === 'string' ? content : (at(content, 'value', 'value') ?? at(content, 'value'));
    return words?.kind === 'string' ? [words] : [];
  }
  const named = kind === 'inlineReference' ? at(part, 'inlineReference') : undefined;
  const place = at(named, 'location') ?? named;
  const path = at(place, 'uri', 'path') ?? at(place, 'path');
  if (path?.kind !== 'string') return [];
  const line = number(file, at(place, 'range', 'startLineNumber'));
  const tail = line === undefined ? '' : `:${line}`;
  return [path, { kind: 'made', text: tail, for: place ?? part }];
}

const copilotEvents: Row = { format: 'copilot', is: isCopilotEvent, read: readCopilotEvent };

const isGemini = (file: string, value: Json): boolean =>
  typeOf(file, value) === 'gemini' && hasContent(value);

const gemini: Row = {
  format: 'gemini-cli',
  is: (file, value) =>
    isGemini(file, value) ||
    (typeOf(file, value) === 'user' && has(value, 'content', 'id', 'timestamp')) ||
    items(at(value, 'messages')).some((m) => isGemini(file, m)) ||
    items(at(value, 'history')).some((m) => has(m, 'parts')),
  read(talk, value) {
    const list = at(value, 'messages') ?? at(value, 'history');
    for (const message of list ? items(list) : [value]) readGemini(talk, message);
  },
};

function readGemini(talk: Conversation, message: Json): void {
  const { file } = talk;
  const when = whenOf(file, message);
  const role = roleOf(typeOf(file, message)) ?? roleIn(file, message);
  // Tool results come before the words that rely on them.
  for (const call of items(at(message, 'toolCalls')))
    talk.answer(undefined, at(call, 'result') ?? at(call, 'resultDisplay'), when, {
      failed: word(file, at(call, 'status')) === 'error',
      given: {
        name: word(file, at(call, 'name')) ?? 'tool',
        input: talk.arguments(at(call, 'args')),
        json: at(call, 'args') ?? call,
      },
    });
  if (role) readMessage(talk, message, when, { as: role });
}

/** Where requests, answers and the first session files of Codex (`items`) keep their messages. */
const LISTS = ['messages', 'input', 'output', 'items', 'history'] as const;

/** Message lists and responses of the Anthropic and OpenAI interfaces, alone or within requests. */
const messages: Row = {
  format: 'messages',
  is: (file, value) =>
    isMessage(file, value) ||
    isEntry(file, value) ||
    isList(at(value, 'choices')) ||
    LISTS.some((name) => items(at(value, name)).some((m) => isMessage(file, m))),
  read(talk, value) {
    readContent(talk, 'system', at(value, 'system') ?? at(value, 'instructions'), undefined);
    const entry = isEntry(talk.file, value) ? (at(value, 'message') ?? value) : value;
    if (typeOf(talk.file, entry) === 'compaction') talk.compact();
    if (isMessage(talk.file, entry)) readMessage(talk, entry, whenOf(talk.file, value));
    for (const name of LISTS) readAll(talk, at(value, name));
    for (const choice of items(at(value, 'choices'))) {
      const message = at(choice, 'message');
      if (message) readMessage(talk, message, whenOf(talk.file, value));
    }
  },
};

const isMessage = (file: string, value: Json): boolean =>
  (roleIn(file, value) !== undefined && hasContent(value)) ||
  (has(value, 'call_id') && [...CALLS, ...ANSWERS].includes(typeOf(file, value) ?? ''));

/** An entry of a session of pi: a message, or the summary of all before it. */
const isEntry = (file: string, value: Json): boolean =>
  has(value, 'id', 'parentId') && ['message', 'compaction'].includes(typeOf(file, value) ?? '');

/** More specific shapes come first. */
const ROWS: readonly Row[] = [
  codex,
  codexExec,
  claude,
  copilotEvents,
  copilot,
  { format: 'opencode', is: isOpencode, read: readOpencode },
  { format: 'cline', is: isCline, read: readCline },
  { format: 'swe-agent', is: isTrajectory, read: readTrajectory },
  { format: 'openhands', is: isOpenHands, read: readOpenHands },
  gemini,
  messages,
];

/** Adds one value to the conversation; false if no row recognises it. A list is read member by member. */
export function readValue(talk: Conversation, value: Json): Format | undefined {
  if (value.kind === 'array') {
    const known = value.items.map((item) => readValue(talk, item));
    return known.find((format) => format !== undefined);
  }
  if (value.kind !== 'object') return undefined;
  const row = ROWS.find(({ is }) => is(talk.file, value));
  row?.read(talk, value);
  return row?.format;
}
