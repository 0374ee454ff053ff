/** Reads the logs and written conversations in `cases/`. */
import { readTranscript } from '../../../src/core/transcript';
import { message, toolCall } from '../../support/agentLogs';
import { roomOf } from '../../support/cases';

/** Speakers with their words, what was seen, and how each call ended. */
function told(file: string) {
  const read = readTranscript(file);
  if (!read) return undefined;
  const { format, broken, cwd, gap, text, turns, seen, events } = read;
  return {
    format,
    ...(cwd !== undefined && { cwd }),
    ...(broken > 0 && { broken }),
    ...(gap && { gap: `${gap.cause} at ${gap.at === text.length ? 'the end' : gap.at}` }),
    turns: turns.map(
      ({ role, at, start, end }) =>
        `${role}${at === undefined ? '' : ` (${at})`}: ${text.slice(start, end).trim()}`,
    ),
    ...(seen.length > 0 && { seen: seen.map((one) => `${shownIn(one)} by ${one.tool}: ${one.text}`) }),
    ...(events.length > 0 && {
      events: events.map(({ tool, input, ending, exit, text: result }) =>
        [tool, input.get('command') ?? input.get('path') ?? input.get('file_path'), ending, exit, result()]
          .filter((part) => part !== undefined && part !== '')
          .join(' · '),
      ),
    }),
  };
}
type Seen = NonNullable<ReturnType<typeof readTranscript>>['seen'][number];
const shownIn = ({ kind, name, line }: Seen): string =>
  `${kind} ${name}${line === undefined ? '' : `:${line}`}`;

export const room = {
  ...roomOf('test/core/transcript/cases', {
    conversations: (text) => {
      const read = readTranscript(text);
      if (read?.text !== text) throw new Error('A written conversation is its own readable text.');
      return told(text);
    },
    logs: told,
    /** The time of a message that is written like this. */
    moments: (json) => readTranscript(`{"role":"user","content":"a","timestamp":${json}}`)?.turns[0]?.at,
    readable: (file) => readTranscript(file)?.text.split('\n'),
    refused: told,
    /** What the answer of a tool contains: `NAME INPUT`. */
    tools: (line) => {
      const [, name = '', input = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
      const log = [message('user', 'Go on.'), ...toolCall(name, JSON.parse(input) as object, 'Tides rise.')];
      return readTranscript(JSON.stringify(log))?.seen.map(shownIn).join();
    },
  }),
  isFlat: false,
};
