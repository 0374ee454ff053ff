/**
 * What agent hosts write to the standard input of a hook when an agent stops, and the answer that keeps it working. A row a host, from
 * its own documentation as of 2026-11; a host that documents no log of the turn is not here.
 *
 * - Claude Code, `Stop` and `SubagentStop` (code.claude.com/docs/en/hooks): `session_id`, `transcript_path`, `cwd`, `permission_mode`,
 *   `hook_event_name`, `stop_hook_active`, `last_assistant_message`; for a sub-agent also `agent_id` and `agent_transcript_path`, the log of
 *   its own. The log is written asynchronously and can lag.
 * - Codex, `Stop` and `SubagentStop` (developers.openai.com/codex/hooks): the same names, with `turn_id` and `model`; `transcript_path` and
 *   `last_assistant_message` may be null, and no other member is allowed in the answer. Its `notify` program gets no log.
 * - Copilot CLI (docs.github.com/en/copilot/reference/hooks-reference): `agentStop` and `subagentStop` with `sessionId`, `transcriptPath`,
 *   `stopReason`, for a sub-agent `response`; named `Stop` and `SubagentStop` in a configuration, the same in snake_case with
 *   `timestamp`. `sessionEnd` gets no log and its output is not read.
 * - VS Code (code.visualstudio.com/docs/agents/reference/hooks-reference): `timestamp`, `cwd`, `sessionId`, `hookEventName`,
 *   `transcript_path`, `stop_hook_active`; names in snake_case too. `Stop` reads its decision from `hookSpecificOutput`.
 */
type Payload = ReadonlyMap<string, unknown>;
/** The first of these members that is text; a host may write any as null. */
const textOf = (given: Payload, ...names: readonly string[]): string | undefined =>
  names.map((name) => given.get(name)).find((value) => typeof value === 'string');

export type Host = 'claude-code' | 'codex' | 'copilot-cli' | 'vscode';

export type Stop = {
  readonly host: Host;
  readonly isSubagent: boolean;
  /** Distinguishes sessions, and the sub-agents of one. */
  readonly session: string;
  /** As the host wrote it, unchecked. */
  readonly log: string;
  /** A hook has already continued the agent. */
  readonly isContinued: boolean;
  readonly message?: string;
};

function hostOf(given: Payload): Host {
  if (textOf(given, 'turn_id') !== undefined) return 'codex';
  if (textOf(given, 'stop_reason', 'stopReason') !== undefined) return 'copilot-cli';
  return given.get('timestamp') == null ? 'claude-code' : 'vscode';
}

/** Parses a payload. Returns a sentence if it isn't one of a stopping agent, or names no log. */
export function readStop(json: unknown): Stop | string {
  if (typeof json !== 'object' || json === null) return 'standard input isn’t a hook payload';
  const given: Payload = new Map(Object.entries(json));
  const event = textOf(given, 'hook_event_name', 'hookEventName');
  if (event === undefined ? textOf(given, 'stopReason') === undefined : !/^(?:Subagent)?Stop$/.test(event))
    return `${event ?? 'this event'} isn’t an agent that stops`;
  const host = hostOf(given);
  const agent = textOf(given, 'agent_id', 'agentId');
  const log = textOf(given, 'agent_transcript_path', 'transcript_path', 'transcriptPath');
  if (!log) return 'the payload names no log';
  const message = textOf(given, 'last_assistant_message', 'response');
  return {
    host,
    isSubagent: event === 'SubagentStop' || agent !== undefined,
    session: [host, textOf(given, 'session_id', 'sessionId') ?? log, agent ?? ''].join('\n'),
    log,
    isContinued: given.get('stop_hook_active') === true,
    ...(message !== undefined && { message }),
  };
}

/** The answer in the host's form. */
export function blockIn({ host, isSubagent }: Stop, why: string): object {
  const decision = { decision: 'block', reason: why };
  return host === 'vscode' && !isSubagent
    ? { ...decision, hookSpecificOutput: { hookEventName: 'Stop', ...decision } }
    : decision;
}
