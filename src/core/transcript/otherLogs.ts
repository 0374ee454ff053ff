/** opencode's export, whose messages contain calls with their results, and the messages that Cline shows (`ui_messages.json`). */
import type { Json } from '../text/jsonReader';
import type { Conversation } from './conversation';
import { at, isTrue, items, moment, number, word } from './look';

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

function readPart(
  talk: Conversation,
  part: Json,
  role: 'user' | 'assistant',
  when: string | undefined,
): void {
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
