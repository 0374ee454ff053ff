/**
 * The shapes in which tools store conversations as JSON, one row each: a value is recognized by its content, never by its file's name. As
 * of 2026-11: Claude Code's and Codex's session files, Copilot's session events and chat export, Gemini CLI's chats, checkpoints and streams,
 * SWE-agent's trajectories, OpenHands' events, opencode's exports, Cline's shown messages, pi's sessions, and the message lists of the
 * Anthropic and OpenAI interfaces.
 */
import type { Conversation, TextPart } from './conversation';
import { isCline, isCopilotEvent, isOpencode, readCline, readCopilotEvent, readOpencode } from './otherLogs';
import type { Json } from '../text/jsonReader';
import { at, isTrue, items, number, word } from './look';
import {
  has,
  hasContent,
  isList,
  readAll,
  readContent,
  readMessage,
  roleIn,
  roleOf,
  typeOf,
  whenOf,
  isMessage,
} from './messageReader';
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
  readonly is: (value: Json) => boolean;
  readonly read: (talk: Conversation, value: Json) => void;
};

const claude: Row = {
  format: 'claude-code',
  is: (value) =>
    has(value, 'message') &&
    ['user', 'assistant'].includes(typeOf(value) ?? '') &&
    hasContent(at(value, 'message') ?? value),
  read(talk, value) {
    talk.worksIn(at(value, 'cwd'));
    talk.session(at(value, 'sessionId'));
    const isSummary = isTrue(value, 'isCompactSummary');
    if (isSummary) talk.compact();
    const as = isSummary || isTrue(value, 'isMeta') ? ('system' as const) : undefined;
    const message = at(value, 'message');
    const result = at(value, 'toolUseResult');
    const stated = {
      ...(isTrue(result, 'interrupted') && { interrupted: true }),
      ...(has(value, 'toolUseResult') &&
        at(result, 'backgroundTaskId')?.kind === 'string' && { background: true }),
    };
    if (message) readMessage(talk, message, whenOf(value), { as, stated });
  },
};

/** Codex stores its messages twice, as items and as events; events count only without items. */
const codex: Row = {
  format: 'codex',
  is: (value) =>
    at(value, 'payload')?.kind === 'object' &&
    ['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted'].includes(typeOf(value) ?? ''),
  read(talk, value) {
    const payload = at(value, 'payload');
    const when = whenOf(value);
    talk.worksIn(at(payload, 'cwd'));
    if (!payload) return;
    const type = typeOf(value);
    if (type === 'session_meta') talk.session(at(payload, 'id'));
    if (type === 'compacted') talk.compact();
    else if (type === 'response_item') readMessage(talk, payload, when);
    else if (type === 'event_msg' && !talk.hasItems) readEvent(talk, payload, when);
  },
};

function readEvent(talk: Conversation, event: Json, when: string | undefined): void {
  const role = { agent_message: 'assistant', user_message: 'user' } as const;
  const type = typeOf(event);
  if (type === 'agent_message' || type === 'user_message')
    readContent(talk, role[type], at(event, 'message'), when);
}

/** `codex exec --json`: completed items. */
const codexExec: Row = {
  format: 'codex',
  is: (value) => typeOf(value) === 'item.completed' && has(value, 'item'),
  read(talk, value) {
    const item = at(value, 'item');
    if (!item) return;
    const type = typeOf(item) ?? word(item, 'item_type');
    if (type === 'agent_message' || type === 'assistant_message')
      readContent(talk, 'assistant', at(item, 'text'), whenOf(value));
    if (type === 'command_execution')
      talk.answer(undefined, at(item, 'aggregated_output'), whenOf(value), {
        given: { name: 'shell', input: talk.arguments(item), json: at(item, 'command') ?? item },
        exit: number(item, 'exit_code'),
      });
  },
};

const copilot: Row = {
  format: 'copilot-chat',
  is: (value) => isList(at(value, 'requests')) || isList(at(value, 'v', 'requests')),
  read(talk, value) {
    for (const request of items(at(value, 'requests') ?? at(value, 'v', 'requests')))
      readRequest(talk, request);
  },
};

function readRequest(talk: Conversation, request: Json): void {
  const when = whenOf(request);
  readContent(talk, 'user', at(request, 'message', 'text') ?? at(request, 'message'), when);
  const meta = at(request, 'result', 'metadata');
  for (const round of items(meta, 'toolCallRounds'))
    for (const call of items(round, 'toolCalls')) {
      const id = word(call, 'id');
      talk.call(id, word(call, 'name'), at(call, 'arguments'));
      if (id !== undefined) talk.answer(id, at(meta, 'toolCallResults', id), when);
    }
  const pieces = items(request, 'response').flatMap(answerOf);
  if (pieces.length > 0) talk.say('assistant', pieces, when);
}

/** A part of Copilot's answer: Markdown, or a file with its line. */
function answerOf(part: Json): readonly TextPart[] {
  const kind = word(part, 'kind');
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
  const line = number(place, 'range', 'startLineNumber');
  const tail = line === undefined ? '' : `:${line}`;
  return [path, { kind: 'made', text: tail, for: place ?? part }];
}

const isGemini = (value: Json): boolean => typeOf(value) === 'gemini' && hasContent(value);

const gemini: Row = {
  format: 'gemini-cli',
  is: (value) =>
    isGemini(value) ||
    (typeOf(value) === 'user' && has(value, 'content', 'id', 'timestamp')) ||
    items(value, 'messages').some(isGemini) ||
    items(value, 'history').some((m) => has(m, 'parts')),
  read(talk, value) {
    const list = at(value, 'messages') ?? at(value, 'history');
    for (const message of list ? items(list) : [value]) readGemini(talk, message);
  },
};

/** The states of a call that has ended. */
const ENDED: ReadonlySet<string> = new Set(['success', 'error', 'cancelled']);

function readGemini(talk: Conversation, message: Json): void {
  const when = whenOf(message);
  const role = roleOf(typeOf(message)) ?? roleIn(message);
  // Tool results come before the words that rely on them.
  for (const call of items(message, 'toolCalls')) {
    const status = word(call, 'status') ?? 'success';
    const args = at(call, 'args') ?? call;
    const name = word(call, 'name') ?? 'tool';
    if (ENDED.has(status))
      talk.answer(undefined, at(call, 'result') ?? at(call, 'resultDisplay'), when, {
        failed: status !== 'success',
        given: { name, input: talk.arguments(args), json: args },
      });
    else talk.call(word(call, 'id'), name, args);
  }
  if (role) readMessage(talk, message, when, { as: role });
}

/** Where requests, answers and the first session files of Codex (`items`) keep their messages. */
const LISTS = ['messages', 'input', 'output', 'items', 'history'] as const;

/** Message lists and responses of the Anthropic and OpenAI interfaces, alone or within requests. */
const messages: Row = {
  format: 'messages',
  is: (value) =>
    isMessage(value) ||
    isEntry(value) ||
    isList(at(value, 'choices')) ||
    LISTS.some((name) => items(value, name).some(isMessage)),
  read(talk, value) {
    readContent(talk, 'system', at(value, 'system') ?? at(value, 'instructions'), undefined);
    const entry = isEntry(value) ? (at(value, 'message') ?? value) : value;
    if (typeOf(entry) === 'compaction') talk.compact();
    if (isMessage(entry)) readMessage(talk, entry, whenOf(value));
    for (const name of LISTS) readAll(talk, at(value, name));
    for (const choice of items(value, 'choices')) {
      const message = at(choice, 'message');
      if (message) readMessage(talk, message, whenOf(value));
    }
  },
};

/** An entry of a session of pi: a message, or the summary of all before it. */
const isEntry = (value: Json): boolean =>
  has(value, 'id', 'parentId') && ['message', 'compaction'].includes(typeOf(value) ?? '');

/** More specific shapes come first. */
const ROWS: readonly Row[] = [
  codex,
  codexExec,
  claude,
  { format: 'copilot', is: isCopilotEvent, read: readCopilotEvent },
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
  if (value.kind === 'array')
    return value.items.map((item) => readValue(talk, item)).find((format) => format !== undefined);
  if (value.kind !== 'object') return undefined;
  const row = ROWS.find(({ is }) => is(value));
  row?.read(talk, value);
  return row?.format;
}
