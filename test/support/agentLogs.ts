/** Logs as agent hosts write them: a person asks, the agent runs commands, then says something. */

export type Step = { readonly command: string; readonly output: string; readonly exit?: number };
export type Session = { readonly steps: readonly Step[]; readonly says: string };
export type LogFormat = 'claude-code' | 'codex' | 'copilot-cli' | 'vscode';

/** Values as JSON, one per line. */
export const jsonLines = (...values: readonly unknown[]): string =>
  values.map((value) => JSON.stringify(value)).join('\n');

export type Message = { readonly role: 'user' | 'assistant'; readonly content: unknown };
export const message = (role: Message['role'], content: unknown): Message => ({ role, content });
/** A message as a line of a log of Claude Code. */
export const claudeLine = (said: Message) => ({ type: said.role, message: said });
/** The messages of a tool call and of its result. */
export const toolCall = (name: string, input: object, result: unknown, id = 't', isError = false) =>
  [
    message('assistant', [{ type: 'tool_use', id, name, input }]),
    message('user', [{ type: 'tool_result', tool_use_id: id, content: result, is_error: isError }]),
  ] as const;

const at = (i: number) => new Date(Date.UTC(2026, 10, 1, 10, 0, i)).toISOString();
const ASK = 'Fix the parser and run the tests.';

function claudeCode({ steps, says }: Session) {
  const line = (said: Message, i: number) => ({
    ...claudeLine(said),
    cwd: '/home/dev/app',
    timestamp: at(i),
  });
  return [
    line(message('user', ASK), 0),
    ...steps.flatMap(({ command, output, exit = 0 }, i) =>
      toolCall(
        'Bash',
        { command },
        exit === 0 ? output : `Exit code ${exit}\n${output}`,
        `t${i}`,
        exit !== 0,
      ).map((said) => line(said, i)),
    ),
    line(message('assistant', [{ type: 'text', text: says }]), 50),
  ];
}

function codex({ steps, says }: Session) {
  const item = (payload: object, i: number) => ({ timestamp: at(i), type: 'response_item', payload });
  const said = (role: string, type: string, text: string, i: number) =>
    item({ type: 'message', role, content: [{ type, text }] }, i);
  return [
    said('user', 'input_text', ASK, 0),
    ...steps.flatMap(({ command, output, exit = 0 }, i) => [
      item(
        { type: 'function_call', call_id: `c${i}`, name: 'shell', arguments: JSON.stringify({ command }) },
        i,
      ),
      item(
        {
          type: 'function_call_output',
          call_id: `c${i}`,
          output: JSON.stringify({ output, metadata: { exit_code: exit } }),
        },
        i,
      ),
    ]),
    said('assistant', 'output_text', says, 50),
  ];
}

function copilot({ steps, says }: Session, hasOutput: boolean) {
  const event = (type: string, data: object, i: number) => ({ type, data, timestamp: at(i) });
  return [
    event('session.start', { sessionId: 's', context: { cwd: '/home/dev/app' } }, 0),
    event('user.message', { content: ASK }, 0),
    ...steps.flatMap(({ command, output, exit = 0 }, i) => [
      event(
        'tool.execution_start',
        { toolCallId: `e${i}`, toolName: hasOutput ? 'bash' : 'run_in_terminal', arguments: { command } },
        i,
      ),
      event(
        'tool.execution_complete',
        {
          toolCallId: `e${i}`,
          success: true,
          ...(hasOutput && { result: { content: `${output}\n<exited with exit code ${exit}>` } }),
        },
        i,
      ),
    ]),
    event('assistant.message', { messageId: 'm', content: says, toolRequests: [] }, 50),
  ];
}

const WRITERS: Readonly<Record<LogFormat, (session: Session) => readonly unknown[]>> = {
  'claude-code': claudeCode,
  codex,
  'copilot-cli': (session) => copilot(session, true),
  vscode: (session) => copilot(session, false),
};

/** The log of a session in the format of a host, one value per line. */
export const logOf = (format: LogFormat, session: Session): string =>
  `${jsonLines(...WRITERS[format](session))}\n`;
