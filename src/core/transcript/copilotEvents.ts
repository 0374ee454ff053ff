/**
 * The session events that Copilot CLI (`events.jsonl`) and Copilot in VS Code (`transcripts/*.jsonl`) append, one per line: `{ type, data,
 * id, timestamp, parentId }`. Streaming deltas aren't stored. Both pass this file to their hooks.
 */
import type { Json } from '../text/jsonReader';
import type { Conversation } from './conversation';
import { at, isTrue, moment, number, word } from './look';
import { commandOf } from './tools';
import { wordSet } from '../text/wordSet';

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
