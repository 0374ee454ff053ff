/** What an agent did through its tools, in the order of the log: each call with how it ended, as far as the log says. */
import type { Span } from '../model';
import type { Arguments } from './tools';

/** `none`: the call has no answer in the log. `background`: it was only started. `refused`: a person did not allow it. */
export type Ending = 'ok' | 'failed' | 'refused' | 'interrupted' | 'timeout' | 'background' | 'none';

export type ToolEvent = {
  /** The tool's name as the log has it. */
  readonly tool: string;
  readonly input: Arguments;
  readonly ending: Ending;
  /** The exit code, where the log states one. */
  readonly exit?: number;
  /** Where call and answer stand in the readable text. */
  readonly span: Span;
  /** Offset in the readable text at which the answer's own words begin. */
  readonly shown: number;
  /** ISO 8601, where the log says when. */
  readonly at?: string;
  /** The whole answer, with `\n` for all its line ends; it is decoded when it is asked for. */
  readonly text: () => string;
};

/** What a format states about an answer beside its words. */
export type Stated = {
  readonly failed?: boolean;
  readonly interrupted?: boolean;
  readonly background?: boolean;
  readonly exit?: number | undefined;
};

/** Words that hosts put around what a command printed. They can make a run worse than its flags say, never better. */
const EXIT =
  /^(?:Error: )?(?:Process exited with code|Exit code:?|Command exited with code|Command failed with exit code|\(exit code|Exit status:?) ?(-?\d{1,5})\b/i;
const REFUSED =
  /^(?:The user doesn't want to (?:proceed|take this action)|User rejected|The user (?:rejected|declined|denied)|Permission to use \w+ .{0,40}denied|Tool (?:use|call) (?:was )?rejected|rejected by user)/i;
const INTERRUPTED =
  /^(?:\[Request interrupted|Interrupted by user|<error>.{0,40}interrupted|\^C$|aborted by user)/i;
const TIMEOUT =
  /^(?:Error: )?(?:Command timed out after|command timed out|Timed out after|Timeout after|Execution timed out)/i;
const BACKGROUND =
  /^(?:Command (?:was )?(?:manually backgrounded|running in (?:the )?background)|Process running with session ID|Started in background|Running in background|Command is running in the background)/i;
const ERROR = /^<tool_use_error>|^(?:InputValidationError|Error calling tool|Error executing tool)\b/;

/** As much of an answer's head and tail as hosts write their own words into. */
const EDGE = 600;

function* edgeLines(text: string): Generator<string> {
  const head = text.slice(0, EDGE).split('\n', 8);
  for (const line of head) yield line.trim().slice(0, 200);
  if (text.length <= EDGE) return;
  for (const line of text.slice(-EDGE).split('\n').slice(-3)) yield line.trim().slice(0, 200);
}

/** How a call ended: by what the log states, then by the words of the host around the output. */
export function endingOf(text: string, stated: Stated): Pick<ToolEvent, 'ending' | 'exit'> {
  let { exit } = stated;
  let worse: Ending | undefined = stated.interrupted
    ? 'interrupted'
    : stated.background
      ? 'background'
      : undefined;
  for (const line of edgeLines(text)) {
    const code = EXIT.exec(line)?.[1];
    if (code !== undefined && (exit === undefined || exit === 0)) exit = Number(code);
    if (REFUSED.test(line)) worse ??= 'refused';
    else if (INTERRUPTED.test(line)) worse ??= 'interrupted';
    else if (TIMEOUT.test(line)) worse ??= 'timeout';
    else if (BACKGROUND.test(line)) worse ??= 'background';
    else if (ERROR.test(line)) worse ??= 'failed';
  }
  const code = exit === undefined ? {} : { exit };
  if (worse !== undefined) return { ending: worse, ...code };
  const failed = stated.failed === true || (exit !== undefined && exit !== 0);
  return { ending: failed ? 'failed' : 'ok', ...code };
}
