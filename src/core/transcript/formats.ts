/**
 * The shapes in which tools store conversations as JSON, one row each: a value is recognized by its content, never by its file's name. As
 * of 2026-11: Claude Code's and Codex's session files, Copilot's session events and chat export, Gemini CLI's chats, checkpoints and streams,
 * SWE-agent's trajectories, OpenHands' events, opencode's exports, Cline's shown messages, pi's sessions, and the message lists of the
 * Anthropic and OpenAI interfaces.
 */
import type { Conversation, TextPart } from './conversation';
import { isCopilotEvent, readCopilotEvent } from './copilotEvents';
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
import { isCline, isOpencode, readCline, readOpencode } from './otherLogs';
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

/** The states of a call that has ended. */
const ENDED: ReadonlySet<string> = new Set(['success', 'error', 'cancelled']);

function readGemini(talk: Conversation, message: Json): void {
  const { file } = talk;
  const when = whenOf(file, message);
  const role = roleOf(typeOf(file, message)) ?? roleIn(file, message);
  // Tool results come before the words that rely on them.
  for (const call of items(at(message, 'toolCalls'))) {
    const status = word(file, at(call, 'status')) ?? 'success';
    const args = at(call, 'args') ?? call;
    const name = word(file, at(call, 'name')) ?? 'tool';
    if (ENDED.has(status))
      talk.answer(undefined, at(call, 'result') ?? at(call, 'resultDisplay'), when, {
        failed: status !== 'success',
        given: { name, input: talk.arguments(args), json: args },
      });
    else talk.call(word(file, at(call, 'id')), name, args);
  }
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

/** An entry of a session of pi: a message, or the summary of all before it. */
const isEntry = (file: string, value: Json): boolean =>
  has(value, 'id', 'parentId') && ['message', 'compaction'].includes(typeOf(file, value) ?? '');

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
  const row = ROWS.find(({ is }) => is(talk.file, value));
  row?.read(talk, value);
  return row?.format;
}
