/** Tool calls in log order, each with how it ended, as far as the log says. */
import type { Span } from '../model';
import type { Arguments } from './tools';

/** `none`: the log has no result. `background`: it was only started. `refused`: the user did not allow it. */
export type Ending = 'ok' | 'failed' | 'refused' | 'interrupted' | 'timeout' | 'background' | 'none';

export type ToolEvent = {
  /** The tool's name in the log. */
  readonly tool: string;
  readonly input: Arguments;
  readonly ending: Ending;
  /** The exit code, if the log states one. */
  readonly exit?: number;
  /** Span of call and result in the readable text. */
  readonly span: Span;
  /** Offset in the readable text at which the result's own text starts. */
  readonly shown: number;
  /** The whole result, with `\n` for all line ends; decoded on demand. */
  readonly text: () => string;
};

/** What a format states about a result beside its text. */
export type Stated = {
  readonly failed?: boolean;
  readonly interrupted?: boolean;
  readonly background?: boolean;
  readonly exit?: number | undefined;
  /** The output is JSON with the text and its exit code, as Codex stores it. */
  readonly isWrapped?: boolean;
};

/** Words that hosts add around a command's output. They can make a result worse than its flags say, never better. */
const EXIT =
  /^(?:\[|Error: |Command executed .{0,400}?\. ?)?(?:Process exited with code|Exit code:?|Command exited with code|Command failed with exit code|\(exit code|Exit status:?|<exit_code>|<(?:shellId: [\w-]{1,40} completed|exited) with exit code|\u001b?\]633;D;) ?(-?\d{1,5})\b/i;
const REFUSED =
  /^(?:The user doesn't want to (?:proceed|take this action)|User rejected|The user (?:rejected|declined|denied)|Permission to use \w+ .{0,40}denied|Tool (?:use|call) (?:was )?rejected|rejected by user|\[Operation Cancelled\]|No tools needed for |Hook \w+:\w+ denied )/i;
const INTERRUPTED =
  /^(?:\[Request interrupted|Interrupted by user|<error>.{0,40}interrupted|\^C$|aborted by user|Command was cancelled by user|Signal: [^(\s])/i;
const TIMEOUT =
  /^(?:Error: )?(?:Command timed out after|command timed out|Timed out after|Timeout after|Execution timed out|Command was automatically cancelled)/i;
const BACKGROUND =
  /^(?:<?Command (?:was |is |with \w{1,9}Id: \S{1,40} )?(?:manually backgrounded|(?:running|started) in (?:the )?background|moved to background|(?:is )?still running)|Process running with session ID|Started in background|Running in background|<status>running<)/i;
const ERROR = /^<tool_use_error>|^(?:InputValidationError|Error calling tool|Error executing tool)\b/;

/** Length of the beginning and end of a result in which hosts add words. */
const EDGE = 600;

function* edgeLines(text: string): Generator<string> {
  const head = text.slice(0, EDGE).split('\n', 12);
  for (const line of head) yield line.trim().slice(0, 200);
  if (text.length <= EDGE) return;
  for (const line of text.slice(-EDGE).split('\n').slice(-5)) yield line.trim().slice(0, 200);
}

/** How a call ended: by what the log states, otherwise by the host's words around the output. */
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
  const ending = worse ?? (stated.failed === true || (exit ?? 0) !== 0 ? 'failed' : 'ok');
  return { ending, ...(exit !== undefined && { exit }) };
}
