/**
 * What research agents log: SWE-agent's trajectories (`.traj`: actions, each with its observation) and the events of OpenHands, in their
 * first form (`action`, `observation`) and that of its SDK (`kind`).
 */
import type { Json } from '../text/jsonReader';
import type { Conversation } from './conversation';
import { at, isTrue, items, moment, number, text, word } from './look';
import { readContent } from './messageReader';
import { wordSet } from '../text/wordSet';

const isText = (value: Json | undefined): value is Json & { kind: 'string' } => value?.kind === 'string';

export const isTrajectory = (value: Json): boolean =>
  items(value, 'trajectory').some((step) => at(step, 'action') && at(step, 'observation'));

/** The history repeats the steps; only what precedes them is read there. */
export function readTrajectory(talk: Conversation, value: Json): void {
  for (const message of items(value, 'history')) {
    const role = word(message, 'role');
    if (role === 'assistant') break;
    readContent(talk, role === 'user' ? 'user' : 'system', at(message, 'content'), undefined);
  }
  for (const step of items(value, 'trajectory')) {
    readContent(talk, 'assistant', at(step, 'thought') ?? at(step, 'response'), undefined);
    const json = at(step, 'action');
    const command = text(json);
    if (json && command)
      talk.answer(undefined, at(step, 'observation'), undefined, {
        given: { name: 'shell', input: new Map([['command', command.trim()]]), json },
      });
  }
}

const KINDS = wordSet('MessageEvent ActionEvent ObservationEvent');

export const isOpenHands = (value: Json): boolean =>
  isText(at(value, 'source')) &&
  (isText(at(value, 'action')) || isText(at(value, 'observation')) || KINDS.has(word(value, 'kind') ?? ''));

export function readOpenHands(talk: Conversation, value: Json): void {
  const when = moment(value, 'timestamp');
  const seen = at(value, 'observation');
  if (seen) {
    readObservation(talk, value, seen, when);
    return;
  }
  const role = word(value, 'source') === 'user' ? 'user' : 'assistant';
  const details = at(value, 'args') ?? at(value, 'action');
  const words = ['final_thought', 'message', 'content', 'thought'].map((name) => at(details, name));
  const name = word(value, 'action') ?? word(value, 'action', 'kind');
  const own =
    name === undefined || /message|finish/i.test(name) ? words.find(Boolean) : at(details, 'thought');
  readContent(talk, role, at(value, 'llm_message', 'content') ?? own ?? at(value, 'thought'), when);
  const id = word(value, 'tool_call_id');
  if (id !== undefined) talk.call(id, word(value, 'tool_name'), at(value, 'action'));
}

/** A result: of the call that it names, or with its own arguments. */
function readObservation(talk: Conversation, value: Json, seen: Json, when: string | undefined): void {
  const details = at(value, 'extras') ?? seen;
  const code = at(details, 'exit_code') ?? at(details, 'metadata', 'exit_code');
  talk.answer(word(value, 'tool_call_id'), at(value, 'content') ?? seen, when, {
    exit: number(code),
    failed: isTrue(details, 'is_error') || word(seen) === 'error',
    ...(isText(seen) && {
      given: { name: word(seen) ?? 'tool', input: talk.arguments(details), json: details },
    }),
  });
}
