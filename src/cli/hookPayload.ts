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
import * as z from 'zod';

const text = z.string().nullish();
const Payload = z.looseObject({
  session_id: text,
  sessionId: text,
  hook_event_name: text,
  hookEventName: text,
  transcript_path: text,
  transcriptPath: text,
  agent_transcript_path: text,
  agent_id: text,
  agentId: text,
  stop_hook_active: z.boolean().nullish(),
  last_assistant_message: text,
  response: text,
  turn_id: text,
  stop_reason: text,
  stopReason: text,
  timestamp: z.union([z.string(), z.number()]).nullish(),
});
type Payload = z.infer<typeof Payload>;

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

const EVENTS: ReadonlySet<string> = new Set(['Stop', 'SubagentStop']);

function hostOf(given: Payload): Host {
  if (given.turn_id != null) return 'codex';
  if (given.stop_reason != null || given.stopReason != null) return 'copilot-cli';
  return given.timestamp == null ? 'claude-code' : 'vscode';
}

/** Parses a payload. Returns a sentence if it isn't one of a stopping agent, or names no log. */
export function readStop(json: unknown): Stop | string {
  const read = Payload.safeParse(json);
  if (!read.success) return 'not the payload of a hook';
  const given = read.data;
  const event = given.hook_event_name ?? given.hookEventName;
  if (event == null ? given.stopReason == null : !EVENTS.has(event))
    return `${event ?? 'this event'} is not an agent that stops`;
  const host = hostOf(given);
  const agent = given.agent_id ?? given.agentId;
  const own = given.agent_transcript_path;
  const log = own ?? given.transcript_path ?? given.transcriptPath;
  if (!log) return 'the payload names no log';
  const message = given.last_assistant_message ?? given.response;
  return {
    host,
    isSubagent: event === 'SubagentStop' || agent != null,
    session: [host, given.session_id ?? given.sessionId ?? log, agent ?? ''].join('\n'),
    log,
    isContinued: given.stop_hook_active === true,
    ...(message != null && { message }),
  };
}

/** The answer in the host's form. */
export function blockIn({ host, isSubagent }: Stop, why: string): object {
  const decision = { decision: 'block', reason: why };
  return host === 'vscode' && !isSubagent
    ? { ...decision, hookSpecificOutput: { hookEventName: 'Stop', ...decision } }
    : decision;
}
