/**
 * Reads conversations written as text: speakers' names as headings, in bold or before a colon (`## User`, `**Assistant:**`, `_**Agent
 * (claude 2026-02-20 22:46:24Z)**_`, `Human:`), Claude Code's `/export` (`⏺`, `⎿`, `>`) and aider's history. The text is its own readable
 * text.
 */
import { named, type Read, type Role, type Turn } from './conversation';
import { mayBeConversation } from './hint';
import { readMoment } from './look';
import { callsAsText, eventsIn, resultAt } from './markdownEvents';
import { linesIn } from '../text/lines';

const SPEAKERS: Readonly<Record<string, Role>> = {
  ...named('user', 'user|human|you|me|prompt'),
  ...named(
    'assistant',
    'assistant|agent|ai|claude|claude code|codex|copilot|github copilot|gemini|chatgpt|model',
  ),
  ...named('system', 'system|developer'),
  ...named('tool', 'tool|tool result|tool output|tool use'),
};

/** A line that names the next speaker. */
type Label = { readonly role: Role; readonly start: number; readonly words: number; readonly at?: string };

/** `**Name (…):**`, `_**Name**_`, `**Name**:`; `## Name (…)`; `Name:`. One bounded pass per line, without backtracking. */
const BOLD = /^_?\*\*([A-Za-z][A-Za-z ]{0,23})(?: ?\(([^()]{0,120})\))?(?: \(sidechain\))?(:?\*\*_?:?)[ \t]*/;
const HEADING =
  /^#{1,6} +(?:[^\sA-Za-z]{1,8} +)?\*{0,2}([A-Za-z][A-Za-z ]{0,23})(?: ?\(([^()]{0,120})\))?\*{0,2}:?[ \t]*$/;
const PLAIN = /^(User|Human|Assistant|System):(?=\s|$)[ \t]*/;
const LONGEST_LABEL = 200;

function labelAt(line: string, start: number): Label | undefined {
  const found = BOLD.exec(line) ?? HEADING.exec(line) ?? PLAIN.exec(line);
  const name = found?.[1]?.trim().toLowerCase() ?? '';
  if (!found || !Object.hasOwn(SPEAKERS, name)) return undefined;
  // Bold words within a sentence are not a label: a label has a colon, or nothing after it.
  const rest = line.slice(found[0].length).trim();
  if (found[3] !== undefined && !found[3].includes(':') && rest !== '') return undefined;
  const role = SPEAKERS[name];
  const when = /\d{4}-\d\d-\d\d.*$/.exec(found[2] ?? '')?.[0];
  const at = when === undefined ? undefined : readMoment(when);
  return role && { role, start, words: start + found[0].length, ...(at !== undefined && { at }) };
}

/** Blocks in a turn that are not its words: thoughts, tool calls such as `<read_file>`, `<environment_details>`. */
const ASIDE = /^<(tool-use|details|think|thinking|(?!attempt_completion)[a-z]{1,20}(?:_[a-z]{1,20}){1,4})\b/;
/** A call that an exporter writes into the agent's turn; it ends with the turn, or with a rule outside of code and details. */
const CALL = /^(?:🔧 Using tool: \S|Tool use: \*\*\w)/;

/** Code that an exporter opens after the last word of a line: `I```thinking`. */
const GLUED = /^[^`]*[A-Za-z.:]`{3}[a-z]{2,20}$/;

type Aside = { readonly name: string; depth: number; isCode: boolean };
/** Tracks code and asides line by line. */
class Shade {
  #fence: string | undefined;
  #aside: Aside | undefined;

  /** Whether the line is in code or an aside, including the lines that open and close one. */
  covers(line: string): 'code' | 'aside' | undefined {
    if (this.#aside) return this.#inAside(this.#aside, line);
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (this.#fence !== undefined) {
      if (mark?.startsWith(this.#fence) === true) this.#fence = undefined;
      return 'code';
    }
    if (mark !== undefined || GLUED.test(line)) {
      this.#fence = mark ?? '```';
      return 'code';
    }
    const name = CALL.test(line) ? 'turn' : ASIDE.exec(line)?.[1];
    if (name === undefined) return undefined;
    this.#aside = { name, depth: 0, isCode: false };
    return this.#inAside(this.#aside, line);
  }

  #inAside(aside: Aside, line: string): 'aside' {
    if (/^ {0,3}```/.test(line)) aside.isCode = !aside.isCode;
    const name = aside.name === 'turn' ? 'details' : aside.name;
    if (line.startsWith(`<${name}`)) aside.depth++;
    // Not the end that a log shows of another log: numbered, or as a difference.
    const isShown = name === 'tool-use' && !line.startsWith('<');
    if (!isShown && line.trimEnd().endsWith(`</${name}>`)) aside.depth--;
    const isOver = aside.name !== 'turn' || (line.trim() === '---' && !aside.isCode);
    if (aside.depth <= 0 && isOver) this.#aside = undefined;
    return 'aside';
  }

  /** A new speaker ends an open aside. */
  reset(): void {
    this.#aside = undefined;
  }
}

type Line = { readonly label?: Label; readonly aside: boolean; readonly start: number; readonly end: number };

function* read(text: string, labelOf: (line: string, start: number) => Label | undefined): Generator<Line> {
  const shade = new Shade();
  for (const { start, end: stop } of linesIn(text)) {
    const line = text.slice(start, stop).replace(/\r$/, '');
    const covered = shade.covers(line);
    const label =
      covered === 'code' || line === '' ? undefined : labelOf(line.slice(0, LONGEST_LABEL), start);
    // Within an unclosed aside only a whole label line counts.
    const isLabel = label && (covered === undefined || label.words >= start + line.length);
    if (isLabel) shade.reset();
    const end = Math.min(text.length, start + line.length);
    yield isLabel ? { label, aside: false, start, end } : { aside: covered === 'aside', start, end };
  }
}

/** Claude Code's `/export`: `>` marks the user, `⏺` the agent or a call, `⎿` the output. */
function exportLabel(line: string, start: number): Label | undefined {
  if (/^[>❯] \S/.test(line)) return { role: 'user', start, words: start + 2 };
  const said = /^[⏺●] /.exec(line);
  if (said) return { role: /^[⏺●] [A-Z]\w*\(/.test(line) ? 'tool' : 'assistant', start, words: start + 2 };
  return /^ {0,4}⎿/.test(line) ? { role: 'tool', start, words: start } : undefined;
}

/** aider: `####` marks the user, `>` the program; the rest is the model. */
const aiderLabel = (line: string, start: number): Label | undefined =>
  line.startsWith('#### ')
    ? { role: 'user', start, words: start + 5 }
    : line.startsWith('> ') || line.startsWith('# aider chat started at ')
      ? { role: 'tool', start, words: start }
      : undefined;

/** Turns between labels, without asides. `rest` speaks after a user's or tool's lines. */
function turnsOf(text: string, labelOf: typeof labelAt, rest?: Role) {
  const turns: Turn[] = [];
  const roles = new Set<Role>();
  let now: { role: Role; at?: string } = { role: rest ?? 'system' };
  let open: { role: Role; start: number; end: number } | undefined;
  const close = () => {
    if (
      open &&
      open.end > open.start &&
      !/^[\s-]*$/.test(text.slice(open.start, Math.min(open.end, open.start + 2_000)))
    )
      turns.push(now.at === undefined ? open : { ...open, at: now.at });
    open = undefined;
  };
  for (const { label, aside, start, end } of read(text, labelOf)) {
    if (label) {
      close();
      now = label;
      roles.add(label.role);
      open = { role: label.role, start: label.words, end };
      continue;
    }
    const role = aside ? 'tool' : rest !== undefined && now.role !== rest ? rest : now.role;
    if (open?.role !== role) {
      close();
      if (rest !== undefined) now = { role };
      open = { role, start, end };
    } else open.end = end;
  }
  close();
  return { turns, roles };
}

/** The conversation in a text; undefined unless two speakers are named, one of them an agent. */
export function readMarkdown(text: string): Read | undefined {
  if (!mayBeConversation(text)) return undefined;
  const labelled = turnsOf(text, labelAt);
  // Cline, Roo Code and their kin fill a turn of the user with a tool's result.
  const isResult = (turn: Turn) => turn.role === 'user' && resultAt(text, turn);
  const found =
    labelled.roles.has('assistant') && labelled.roles.has('user')
      ? labelled.turns.map((turn): Turn => (isResult(turn) ? { ...turn, role: 'tool' } : turn))
      : (exported(text) ?? aider(text));
  if (!found) return undefined;
  const events = eventsIn(text, found);
  const at = events.length === 0 ? 0 : callsAsText(text, found);
  return {
    text,
    place: (span) => span,
    turns: found,
    seen: [],
    events,
    ...(at !== undefined && { gap: { at, cause: 'calls_not_recorded' } }),
  };
}

function exported(text: string): readonly Turn[] | undefined {
  if (!/[⏺●⎿]/.test(text)) return undefined;
  const { turns, roles } = turnsOf(text, exportLabel);
  return roles.has('assistant') && roles.has('user') && text.includes('⎿') ? turns : undefined;
}

const aider = (text: string): readonly Turn[] | undefined =>
  text.trimStart().startsWith('# aider chat started at ')
    ? turnsOf(text, aiderLabel, 'assistant').turns
    : undefined;
