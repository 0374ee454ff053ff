/** opencode's export, whose messages contain calls with their results, and the messages that Cline shows (`ui_messages.json`). */
import type { Json } from '../text/jsonReader';
import { wordSet } from '../text/wordSet';
import type { Conversation } from './conversation';
import { at, isTrue, items, moment, number, word } from './look';
import { commandOf } from './tools';

export const isOpencode = (value: Json): boolean =>
  items(value, 'messages').some((message) => at(message, 'info') && at(message, 'parts'));

export function readOpencode(talk: Conversation, value: Json): void {
  talk.worksIn(at(value, 'info', 'directory'));
  for (const message of items(value, 'messages')) {
    const role = word(message, 'info', 'role') === 'user' ? 'user' : 'assistant';
    const when = moment(message, 'info', 'time', 'created');
    for (const part of items(message, 'parts')) readPart(talk, part, role, when);
  }
}

function readPart(talk: Conversation, part: Json, role: 'user' | 'assistant', when: string | undefined) {
  const type = word(part, 'type');
  const words = at(part, 'text');
  if (type === 'compaction') talk.compact();
  if (type === 'text' && words?.kind === 'string')
    talk.say(isTrue(part, 'synthetic') ? 'system' : role, [words], when);
  if (type !== 'tool') return;
  const name = word(part, 'tool') ?? 'tool';
  const json = at(part, 'state', 'input') ?? part;
  const output = at(part, 'state', 'output') ?? at(part, 'state', 'error');
  if (output)
    talk.answer(undefined, output, when, {
      failed: word(part, 'state', 'status') === 'error',
      exit: number(part, 'state', 'metadata', 'exit'),
      given: { name, input: talk.arguments(json), json },
    });
  else talk.call(word(part, 'callID'), name, json);
}

const SPEAKERS: Readonly<Record<string, 'user' | 'assistant'>> = {
  task: 'user',
  user_feedback: 'user',
  text: 'assistant',
  completion_result: 'assistant',
};

export const isCline = (value: Json): boolean =>
  number(value, 'ts') !== undefined &&
  /^(?:say|ask)$/.test(word(value, 'type') ?? '') &&
  (at(value, 'say') ?? at(value, 'ask'))?.kind === 'string';

/** Only what was said: these messages have no exit codes. A first text is the task. */
export function readCline(talk: Conversation, value: Json): void {
  const speaker = SPEAKERS[word(value, 'say') ?? ''];
  const words = at(value, 'text');
  if (speaker && words?.kind === 'string')
    talk.say(talk.isEmpty ? 'user' : speaker, [words], moment(value, 'ts'));
}

/**
 * The session events that Copilot CLI (`events.jsonl`) and Copilot in VS Code (`transcripts/*.jsonl`) append, one per line: `{ type, data,
 * id, timestamp, parentId }`. Streaming deltas aren't stored. Both pass this file to their hooks.
 */
const TYPES = wordSet(
  'session.start session.resume session.compaction_complete user.message assistant.message tool.execution_start tool.execution_complete',
);

export const isCopilotEvent = (value: Json): boolean =>
  TYPES.has(word(value, 'type') ?? '') && at(value, 'data')?.kind === 'object';

export function readCopilotEvent(talk: Conversation, value: Json): void {
  const data = at(value, 'data');
  const when = moment(value, 'timestamp');
  const content = at(data, 'content');
  const type = word(value, 'type');
  // A message below a call is a sub-agent's; the agent receives it as the result of that call.
  const isOwn = at(data, 'parentToolCallId')?.kind !== 'string';
  if (type === 'session.start' || type === 'session.resume') talk.worksIn(at(data, 'context', 'cwd'));
  else if (type === 'tool.execution_complete') readResult(talk, data, when);
  else if (type === 'tool.execution_start')
    talk.call(word(data, 'toolCallId'), word(data, 'toolName'), at(data, 'arguments'));
  else if (type === 'session.compaction_complete' && isTrue(data, 'success')) talk.compact();
  else if (type === 'user.message' && content?.kind === 'string') talk.say('user', [content], when);
  else if (type === 'assistant.message' && content?.kind === 'string' && isOwn)
    talk.say('assistant', [content], when);
}

/** VS Code stores only whether a call succeeded, not the exit code of its command, so the command has no result. */
function readResult(talk: Conversation, data: Json | undefined, when: string | undefined): void {
  const id = word(data, 'toolCallId');
  const result = at(data, 'result', 'content') ?? at(data, 'result') ?? at(data, 'error', 'message');
  if (result === undefined && commandOf(talk.inputOf(id)) !== '') return;
  talk.answer(id, result, when, {
    failed: at(data, 'success') !== undefined && !isTrue(data, 'success'),
    exit: number(data, 'result', 'exitCode'),
  });
}
