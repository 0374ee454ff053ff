/** Tool calls and results in a conversation written as text: SpecStory's blocks, Claude Code's `/export`, aider's history, Cline's export. */
import type { Turn } from './conversation';
import { endingOf, type ToolEvent } from './toolEvents';
import type { Arguments } from './tools';
import { parseJson } from '../text/jsonFields';

/** A call in the text; offsets are those of the text. */
type Written = {
  readonly tool: string;
  readonly input: readonly (readonly [string, string])[];
  readonly start: number;
  readonly end: number;
  readonly shown: number;
  /** An expected output is missing. */
  readonly isOpen?: boolean;
};

const BLOCK =
  /<tool-use\b[^>\n]{0,300}data-tool-name="([\w.-]{1,80})"[^>\n]{0,300}>|^Tool use: \*\*([\w.-]{1,80})\*\*/gm;
const FENCE = /^(`{3,}|~{3,})([\w-]{0,20})[ \t]*$/gm;
const SHELLS = /^(?:bash|sh|shell|zsh|console|powershell|pwsh|cmd)$/;
const DONE_TO =
  /(?:The file |File (?:created|written) successfully at: ?|Updated (?:the following files:\s{0,3}[AMD] )?|Wrote to |Applied edit to )([^\s`]{1,400})/;

/** The file of a call of Cursor, as SpecStory writes it: `Read file: a.ts`, `<summary>Edit file: a.ts</summary>`. */
const FILE_OF = /(?:\bfile: |\bApply patch for )(?!undefined\b)([^\n<`]{1,400})/;

type Fence = { readonly language: string; readonly start: number; readonly end: number };

function fencesIn(text: string, start: number, end: number): Fence[] {
  const found: Fence[] = [];
  const block = text.slice(start, end);
  let open: { mark: string; language: string; at: number } | undefined;
  for (const hit of block.matchAll(FENCE)) {
    const [whole, mark = '', language = ''] = hit;
    if (!open) open = { mark, language, at: hit.index + whole.length + 1 };
    else if (mark === open.mark && language === '') {
      found.push({
        language: open.language,
        start: start + open.at,
        end: Math.max(start + open.at, start + hit.index - 1),
      });
      open = undefined;
    }
  }
  return found;
}

/** The command or file that a call has in code, or names. */
const argumentIn = (lead: string): string | undefined =>
  /`([^`\n]{1,4000})`/.exec(lead)?.[1] ?? FILE_OF.exec(lead)?.[1]?.trim();

/** The file that a result says was written. */
const writtenFile = (text: string, { start, end }: Fence): string | undefined =>
  DONE_TO.exec(text.slice(start, Math.min(end, start + 600)))?.[1]?.replace(/[.:,]+$/, '');

/** `<tool-use data-tool-name="Bash"> … </tool-use>`, or `Tool use: **Bash** …`: the command in code, then the output in a fence. */
function blocksIn(text: string, { start, end }: Turn): Written[] {
  const heads = [...text.slice(start, end).matchAll(BLOCK)];
  return heads.map((head, i): Written => {
    const from = start + head.index;
    const to = i + 1 < heads.length ? start + (heads[i + 1]?.index ?? 0) : end;
    const tool = head[1] ?? head[2] ?? 'tool';
    const fences = fencesIn(text, from, to);
    const script = fences[0] && SHELLS.test(fences[0].language) ? fences[0] : undefined;
    const answer = fences.findLast((f) => f !== script);
    const lead = text.slice(from + head[0].length, fences[0]?.start ?? to);
    const given = script ? text.slice(script.start, script.end) : argumentIn(lead);
    const isShell =
      /data-tool-type="shell"|^Tool use: \*\*(?:Bash|run_\w+)\*/.test(head[0]) || script !== undefined;
    const isCommand = isShell && given !== undefined;
    const value = isCommand ? given : ((answer && writtenFile(text, answer)) ?? given);
    const input = value === undefined ? [] : [[isCommand ? 'command' : 'path', value] as const];
    return { tool, input, start: from, end: answer?.end ?? to, shown: answer?.start ?? to };
  });
}

/** `⏺ Bash(npm test)`, and in the next turn `⎿ the output`. */
function exportedIn(text: string, turns: readonly Turn[], i: number): Written[] {
  const turn = turns[i];
  if (!turn) return [];
  const head = /^([A-Z]\w{1,40})\(/.exec(text.slice(turn.start, turn.start + 60));
  if (!head) return [];
  const next = turns[i + 1];
  const isAnswered = next?.role === 'tool' && /^\s{0,6}⎿/.test(text.slice(next.start, next.start + 8));
  const said = text
    .slice(turn.start + head[0].length, turn.end)
    .trimEnd()
    .replace(/\)$/, '');
  const tool = head[1] ?? 'tool';
  const name = /^Bash|Shell|Run/.test(tool) ? 'command' : 'path';
  const shown = isAnswered
    ? next.start + (/^\s{0,6}⎿\s{0,4}/.exec(text.slice(next.start, next.start + 20))?.[0].length ?? 0)
    : turn.end;
  return [
    {
      tool,
      input: [[name, said.replace(/\n {2,}/g, '\n')]],
      start: turn.start,
      end: isAnswered ? next.end : turn.end,
      shown,
      isOpen: !isAnswered,
    },
  ];
}

/** `🔧 Using tool: Bash` and `Input: {…}` as JSON, without output. */
function callsIn(text: string, { start, end }: Turn): Written[] {
  const calls = text.slice(start, end).matchAll(/^🔧 Using tool: ([\w.-]{1,80})[ \t]*\r?\nInput: (?=\{)/gm);
  return [...calls].map((call, i, all): Written => {
    const from = start + call.index;
    const to = all[i + 1] ? start + (all[i + 1]?.index ?? 0) : end;
    const input = parseJson(text.slice(from + call[0].length, to).replace(/\n---\s*$/, ''));
    const given = Object.entries(input ?? {}).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    );
    return { tool: call[1] ?? 'tool', input: given, start: from, end: to, shown: to, isOpen: true };
  });
}

/** aider: `> Applied edit to src/a.py`, `> Commit 1a2b3c4 feat: …`. */
function aiderIn(text: string, { start, end }: Turn): Written[] {
  const found: Written[] = [];
  const lines = /^> (?:Applied edit to (\S{1,400})|Commit ([0-9a-f]{7,40})\b.*)$/gm;
  for (const hit of text.slice(start, end).matchAll(lines)) {
    const at = start + hit.index;
    const span = { start: at, end: at + hit[0].length, shown: at + 2 };
    if (hit[1] !== undefined) found.push({ tool: 'edit', input: [['path', hit[1]]], ...span });
    else found.push({ tool: 'shell', input: [['command', 'git commit']], ...span });
  }
  return found;
}

const RESULT = /^\s*\[([a-z]+(?:_[a-z]+)+)(?: for '([^\0]{0,4000}?)'[^\n]{0,400}?)?\] Result:\s*/;
/** The head of a tool's result as Cline and Roo Code write it in the user's name: `[execute_command for 'npm test'] Result:`. */
export const resultAt = (text: string, { start, end }: Turn): RegExpExecArray | null =>
  RESULT.exec(text.slice(start, Math.min(end, start + 4_200)));

function resultsIn(text: string, turn: Turn): Written[] {
  const [head = '', tool = '', said] = resultAt(text, turn) ?? [];
  if (head === '') return [];
  const input = said === undefined ? [] : [[tool === 'execute_command' ? 'command' : 'path', said] as const];
  return [{ tool, input, start: turn.start, end: turn.end, shown: turn.start + head.length }];
}

/** Where an agent's words first show a command, then its output, each as code, as exporters write calls and an agent could too. */
export function callsAsText(text: string, turns: readonly Turn[]): number | undefined {
  for (const { role, start, end } of turns) {
    if (role !== 'assistant') continue;
    const fences = fencesIn(text, start, end);
    const call = fences.find(({ language, end: from }, i) => {
      const next = fences[i + 1];
      return SHELLS.test(language) && next !== undefined && CLOSE_AND_OPEN.test(text.slice(from, next.start));
    });
    if (call) return call.start;
  }
  return undefined;
}
const CLOSE_AND_OPEN = /^\s{0,3}(?:`{3,9}|~{3,9})\s{1,6}(?:`{3,9}|~{3,9})(?:text)?\s{0,3}$/;

/** The events of a conversation, in the text's own offsets. */
export const eventsIn = (text: string, turns: readonly Turn[]): ToolEvent[] =>
  turns.flatMap((turn, i) => {
    if (turn.role !== 'tool') return [];
    const blocks = blocksIn(text, turn);
    const written =
      blocks.length > 0
        ? blocks
        : [
            ...callsIn(text, turn),
            ...exportedIn(text, turns, i),
            ...aiderIn(text, turn),
            ...resultsIn(text, turn),
          ];
    return written.map(({ tool, input, start, end, shown, isOpen }): ToolEvent => {
      const answer = () => text.slice(shown, end);
      const edges =
        end - shown > 4_000
          ? `${text.slice(shown, shown + 1_500)}\n${text.slice(end - 1_500, end)}`
          : answer();
      const given: Arguments = new Map(input);
      return {
        tool,
        input: given,
        ...(isOpen ? { ending: 'none' as const } : endingOf(edges, {})),
        span: { start, end },
        shown,
        text: answer,
      };
    });
  });
