/**
 * A session of an agent in short form, and its log as Claude Code writes it. Each line is a step: `ask WORDS` and `say WORDS` are what the
 * person and the agent say, `edit FILE` changes a file, `tool NAME` calls a tool, `$ COMMAND` runs a command, which `> ` continues. What
 * the step prints or writes is indented below it. `exit CODE`, `interrupted`, `background` or `unanswered` below a command is how it ended.
 */
import { claudeLine, jsonLines, message, toolCall, type Message } from './agentLogs';

type Step = { readonly does: string; readonly what: string; readonly shows: string; readonly ended: string };

function stepsOf(text: string): Step[] {
  const steps: { does: string; what: string; shows: string[]; ended: string }[] = [];
  for (const line of text.split('\n')) {
    const [, does = '', what = ''] = /^(\S*) ?(.*)$/.exec(line) ?? [];
    const last = steps.at(-1);
    if (['ask', 'say', 'edit', 'tool', '$'].includes(does)) steps.push({ does, what, shows: [], ended: '' });
    else if (!last) throw new Error(`No step begins with “${line}”.`);
    else if (does === '>') last.what += `\n${what}`;
    else if (does === '') last.shows.push(line.slice(2));
    else last.ended = line;
  }
  return steps.map(({ shows, ...step }) => ({ ...step, shows: shows.join('\n').replace(/\n+$/, '') }));
}

function messagesOf({ does, what, shows, ended }: Step, id: string): readonly Message[] {
  if (does === 'say') return [message('assistant', [{ type: 'text', text: what }])];
  if (does === 'ask') return [message('user', what)];
  if (does === 'edit') {
    const input = { file_path: what, old_string: 'a', new_string: shows || 'b' };
    return toolCall('Edit', input, 'The file has been updated.', id);
  }
  if (does === 'tool') return toolCall(what, { branch: 'main' }, shows || 'done', id);
  const input = { command: what, ...(ended === 'background' && { run_in_background: true }) };
  const [, code] = /^exit (\d+)$/.exec(ended) ?? [];
  const told: Readonly<Record<string, string>> = {
    background: 'Command running in background with ID: b1',
    interrupted: '[Request interrupted by user for tool use]',
  };
  const said = told[ended] ?? (code === undefined ? shows : `Exit code ${code}\n${shows}`);
  const call = toolCall('Bash', input, said, id, code !== undefined || ended === 'interrupted');
  return ended === 'unanswered' ? call.slice(0, 1) : call;
}

/** The log of a session in short form. */
export const sessionLog = (text: string): string =>
  jsonLines(
    ...stepsOf(text)
      .flatMap((step, i) => messagesOf(step, `t${i}`))
      .map(claudeLine),
  );
