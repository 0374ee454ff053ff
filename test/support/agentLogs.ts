/** Logs as agent hosts write them: a person asks, the agent runs its commands, then says something. */

export type Step = { readonly command: string; readonly output: string; readonly exit?: number };
export type Session = { readonly steps: readonly Step[]; readonly says: string };
export type LogFormat = 'claude-code' | 'codex' | 'copilot-cli' | 'vscode';

const lines = (values: readonly unknown[]) => `${values.map((value) => JSON.stringify(value)).join('\n')}\n`;
const at = (i: number) => new Date(Date.UTC(2026, 10, 1, 10, 0, i)).toISOString();
const ASK = 'Fix the parser and run the tests.';

function claudeCode({ steps, says }: Session) {
  const line = (type: string, content: unknown, i: number) => ({
    type,
    cwd: '/home/dev/app',
    message: { role: type, content },
    timestamp: at(i),
  });
  return [
    line('user', ASK, 0),
    ...steps.flatMap(({ command, output, exit = 0 }, i) => [
      line('assistant', [{ type: 'tool_use', id: `t${i}`, name: 'Bash', input: { command } }], i),
      line(
        'user',
        [
          {
            type: 'tool_result',
            tool_use_id: `t${i}`,
            is_error: exit !== 0,
            content: exit === 0 ? output : `Exit code ${exit}\n${output}`,
          },
        ],
        i,
      ),
    ]),
    line('assistant', [{ type: 'text', text: says }], 50),
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

/** The log of a session in the format of a host, one value a line. */
export const logOf = (format: LogFormat, session: Session): string => lines(WRITERS[format](session));
