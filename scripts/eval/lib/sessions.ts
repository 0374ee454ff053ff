/** Converts labelled events of a session to the lines that Claude Code would have stored. */
export type SessionEvent = {
  readonly i: number;
  readonly agent: string;
  readonly type: 'user' | 'assistant' | 'tool_call' | 'tool_result' | 'task_notification';
  readonly text?: string | null;
  readonly call?: string;
  readonly name?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly is_error?: boolean;
  readonly exit_code?: number | null;
  readonly status?: 'ok' | 'failed' | 'interrupted' | 'timeout' | 'background_started';
};

const STATUS: Readonly<Record<string, (text: string) => string>> = {
  interrupted: (text) => `[Request interrupted by user for tool use]\n${text}`,
  timeout: (text) => `Command timed out after 2m 0.0s\n${text}`,
  background_started: () => 'Command running in background with ID: bash_1.',
};

function resultOf({ name, text, status, exit_code }: SessionEvent): string {
  const words = text ?? (name === 'Bash' ? '' : 'The file has been updated successfully.');
  const as = STATUS[status ?? ''];
  if (as) return as(words);
  return status === 'failed' ? `Exit code ${exit_code ?? 1}\n${words}` : words;
}

function contentOf(event: SessionEvent): { role: 'user' | 'assistant'; content: unknown } {
  switch (event.type) {
    case 'user':
      return { role: 'user', content: event.text };
    case 'assistant':
      return { role: 'assistant', content: [{ type: 'text', text: event.text }] };
    case 'tool_call':
      return {
        role: 'assistant',
        content: [{ type: 'tool_use', id: event.call, name: event.name, input: event.input }],
      };
    case 'tool_result': {
      const result = {
        type: 'tool_result',
        tool_use_id: event.call,
        content: resultOf(event),
        is_error: event.is_error === true,
      };
      return { role: 'user', content: [result] };
    }
    case 'task_notification':
      return {
        role: 'user',
        content: `<task-notification><tool-use-id>${event.call ?? ''}</tool-use-id><status>completed</status><summary>exit code ${String(event.exit_code)}</summary></task-notification>`,
      };
  }
}

/** A session file; line `i` is event `i`. */
export function sessionOf(events: readonly SessionEvent[]): string {
  const lines = events.map((event) => {
    const message = contentOf(event);
    const isSidechain = event.agent !== 'main';
    return JSON.stringify({
      type: message.role,
      sessionId: 's',
      cwd: '/home/dev/demo-app',
      isSidechain,
      uuid: `u${event.i}`,
      timestamp: new Date(1_767_000_000_000 + event.i * 1_000).toISOString(),
      message,
    });
  });
  return `${lines.join('\n')}\n`;
}
