/** A conversation while it is parsed: its readable text, the speakers, and what tools showed. */
import { decode, readJson, skipBlank, unitAt, MOST_VALUES, type Json } from '../text/jsonReader';
import { isTrue, items, number, text, texts, word } from './look';
import { endingOf, type Stated, type ToolEvent } from './toolEvents';
import { commandOf, PATHS, seenBy, type Arguments, type Seen } from './tools';
import { Writer, type Place } from './writer';

export type Role = 'user' | 'assistant' | 'tool' | 'system';

/** The names of a role, separated by `|`. */
export const named = (role: Role, names: string): Readonly<Record<string, Role>> =>
  Object.fromEntries(names.split('|').map((name) => [name, role]));

/** Words of one speaker, in order. */
export type Turn = {
  readonly role: Role;
  /** Offsets into the readable text, without the headings that we add. */
  readonly start: number;
  readonly end: number;
  /** ISO 8601, if the transcript has times. */
  readonly at?: string;
};

/** Why a log may lack what was done: a summary replaces earlier messages, or tool calls are not recorded as such. */
export type Gap = { readonly at: number; readonly cause: 'log_compacted' | 'calls_not_recorded' };

export type Read = {
  readonly text: string;
  readonly place: Place;
  readonly turns: readonly Turn[];
  readonly seen: readonly Seen[];
  /** What the agent did, in order. */
  readonly events: readonly ToolEvent[];
  /** The offset in the readable text from which it is unknown whether something is missing. */
  readonly gap?: Gap | undefined;
  /** Offset in the readable text at which a further session of the file starts. */
  readonly sessions?: readonly number[];
  /** The agent's working folder, if the transcript names it. */
  readonly cwd?: string;
};

const NAMES: Readonly<Record<Role, string>> = {
  user: 'User',
  assistant: 'Assistant',
  tool: 'Tool',
  system: 'System',
};

/** How Claude Code asks for a summary. */
const SUM_UP = 'Your task is to create a detailed summary of ';

/** Longest part of a tool's output that is shown; all of it counts as seen. */
const SHOWN = 4_000;
/** Most outputs kept as sources. */
const MOST_SEEN = 5_000;

type Call = { readonly name: string; readonly input: Arguments; readonly json?: Json };
/** A call without a result so far, and its offset in the readable text. */
type Pending = Call & { readonly offset: number };
type Strings = readonly (Json & { readonly kind: 'string' })[];

/** A message: strings of the file, and words of ours that represent other values. */
export type TextPart = Strings[number] | { readonly kind: 'made'; readonly text: string; readonly for: Json };

export class Conversation {
  readonly #writer: Writer;
  readonly #turns: Turn[] = [];
  readonly #calls = new Map<string, Pending>();
  readonly #seen: Seen[] = [];
  readonly #events: ToolEvent[] = [];
  readonly #sessions: number[] = [];
  #session: string | undefined;
  #gap: Gap | undefined;
  #cwd: string | undefined;

  /** Whether the file has Codex's items, which its events repeat. */
  readonly hasItems: boolean;

  constructor(readonly file: string) {
    this.#writer = new Writer(file);
    this.hasItems = file.includes('"response_item"');
  }

  get isEmpty(): boolean {
    return this.#turns.length === 0;
  }

  /** The first folder named is the base of relative paths. */
  worksIn(value: Json | undefined): void {
    this.#cwd ??= word(value);
  }

  /** Adds what one speaker said at a time. */
  say(role: Role, pieces: readonly TextPart[], when: string | undefined): void {
    if (pieces.every((piece) => piece.kind === 'string' && piece.start === piece.end)) return;
    const first = pieces[0];
    // A log of the agent that sums up another: what it reports was done there.
    if (role === 'user' && first?.kind === 'string' && this.file.startsWith(SUM_UP, first.start))
      this.compact();
    const origin = first === undefined ? 0 : first.kind === 'made' ? first.for.start : first.start;
    this.#head(NAMES[role], when, origin);
    const start = this.#writer.length;
    for (const piece of pieces)
      if (piece.kind === 'made') this.#writer.made(piece.text, piece.for.start, piece.for.end);
      else this.#writer.string(piece.start, piece.end);
    this.#turn(role, start, when);
  }

  /** Starts a further session. */
  session(id: Json | undefined): void {
    const name = word(id);
    if (name === undefined || name === this.#session) return;
    if (this.#session !== undefined) this.#sessions.push(this.#writer.length);
    this.#session = name;
  }

  /** Marks everything before as known from a summary only. */
  compact(): void {
    this.#gap = { at: this.#writer.length, cause: 'log_compacted' };
  }

  /** Adds a tool call. It is shown with its result; a call without one stays in the list of events. */
  call(id: string | undefined, name: string | undefined, input: Json | undefined): void {
    const call = { name: name ?? 'tool', input: this.arguments(input), ...(input && { json: input }) };
    const offset = this.#writer.length;
    this.#calls.set(id ?? `#${this.#calls.size}`, { ...call, offset });
  }

  /** The arguments of a call without a result. */
  inputOf(id: string | undefined): Arguments {
    return (id === undefined ? undefined : this.#calls.get(id)?.input) ?? new Map();
  }

  /** Adds the result of the call `id`, or of `input` if the transcript keeps both together. */
  answer(
    id: string | undefined,
    output: Json | undefined,
    when: string | undefined,
    { given, ...stated }: Stated & { readonly given?: Call } = {},
  ): void {
    const strings = texts(output);
    const known = id === undefined ? undefined : this.#calls.get(id);
    const call: Call = given ?? known ?? { name: 'tool', input: new Map() };
    const origin = strings[0] ?? output ?? call.json;
    if (!origin) return;
    if (known && id !== undefined) this.#calls.delete(id);
    const pieces = cut(strings);
    const line = call.json ? commandOf(call.input).slice(0, SHOWN) : '';
    const fence = fenceFor([line, ...pieces.map(backticksOf)]);
    this.#head(`Tool: ${call.name}`, when, origin.start, fence);
    const start = this.#writer.length;
    // A shell's prompt and the command represent the call's arguments.
    if (line !== '' && call.json) this.#writer.made(`$ ${line}\n`, call.json.start, call.json.end);
    const shown = this.#writer.length;
    this.#show(pieces);
    const whole = () =>
      strings
        .map((one) => decode(one.file, one.start, one.end))
        .map((one) => (stated.isWrapped === true ? unwrapped(one) : one))
        .join('\n');
    const isBlank = stated.isWrapped ? whole().trim() === '' : strings.every(isBlankString);
    if (stated.failed !== true && !isBlank) this.#see(call, whole, shown, when);
    this.#event(call, strings, stated, { start, shown, text: whole });
    this.#turn('tool', start, when);
    const end = pieces.at(-1)?.to ?? origin.start;
    this.#writer.made(fence, end, end);
  }

  #event(
    { name, input }: Call,
    strings: Strings,
    stated: Stated,
    { start, shown, text }: Pick<ToolEvent, 'shown' | 'text'> & { readonly start: number },
  ): void {
    const edges = strings.map(edgesOf).join('\n');
    const exit = stated.exit ?? (stated.isWrapped === true ? exitIn(edges) : undefined);
    const background = stated.background === true || input.get('run_in_background') === 'true';
    this.#events.push({
      tool: name,
      input,
      ...endingOf(edges, { ...stated, background, exit }),
      span: { start, end: this.#writer.length },
      shown,
      text,
    });
  }

  arguments(input: Json | undefined): Arguments {
    if (input?.kind !== 'string') return argumentsOf(input);
    const inner = decode(this.file, input.start, input.end);
    const read = readJson(inner, 0, inner.length, { left: MOST_VALUES });
    // Codex passes a patch as it is.
    return read?.kind === 'object' ? argumentsOf(read) : new Map([['input', inner]]);
  }

  /** Properties of the whole conversation. */
  done(): Read {
    for (const { name: tool, input, offset } of this.#calls.values())
      this.#events.push({
        tool,
        input,
        ending: 'none',
        span: { start: offset, end: offset },
        shown: offset,
        text: () => '',
      });
    return {
      ...this.#writer.done(),
      turns: this.#turns,
      seen: this.#seen,
      events: this.#events.sort((a, b) => a.span.start - b.span.start),
      ...(this.#sessions.length > 0 && { sessions: this.#sessions }),
      ...(this.#gap && { gap: this.#gap }),
      ...(this.#cwd === undefined ? {} : { cwd: this.#cwd }),
    };
  }

  #head(name: string, when: string | undefined, origin: number, fence = ''): void {
    const gap = this.#writer.length === 0 ? '' : '\n\n';
    const time = when === undefined ? '' : ` (${when.slice(0, 19).replace('T', ' ')} UTC)`;
    const open = fence === '' ? '' : `${fence}\n`;
    this.#writer.made(`${gap}## ${name}${time}\n\n${open}`, origin, origin);
  }

  #turn(role: Role, start: number, when: string | undefined): void {
    const turn = { role, start, end: this.#writer.length };
    this.#turns.push(when === undefined ? turn : { ...turn, at: when });
  }

  /** Each piece ends with a line end. */
  #show(pieces: readonly Piece[]): void {
    for (const { start, to, end } of pieces) {
      this.#writer.string(start, to);
      if (to < end) this.#writer.made(` … (${end - to} more)\n`, to, end);
      else if (!this.#writer.endsLine) this.#writer.made('\n', to, to);
    }
  }

  #see({ name, input }: Call, text: () => string, offset: number, when: string | undefined): void {
    if (this.#seen.length >= MOST_SEEN) return;
    const seen = seenBy(input, { text, tool: name, offset, ...(when !== undefined && { at: when }) });
    if (seen) this.#seen.push(seen);
  }
}

/** Whether a string has only white space; reads up to the first other character. */
function isBlankString({ file, start, end }: Strings[number]): boolean {
  for (let at = start; at < end;) {
    const { code, next } = unitAt(file, at, end);
    if (/\S/.test(String.fromCharCode(code))) return false;
    at = next;
  }
  return true;
}

/** The shown part of an output's string: `start`–`to` of `start`–`end` in the file. */
type Piece = Pick<Strings[number], 'file' | 'start' | 'end'> & { readonly to: number };

/** The pieces that are shown; the last one may be cut short. */
function cut(strings: Strings): readonly Piece[] {
  const pieces: Piece[] = [];
  let left = SHOWN;
  for (const { file, start, end } of strings) {
    if (left <= 0) break;
    const to = Math.min(end, start + left);
    left -= to - start;
    pieces.push({ file, start, to, end });
  }
  return pieces;
}

/** A string with its backticks, decoded only if an escape may be one. */
function backticksOf({ file, start, to }: Piece): string {
  const content = file.slice(start, to);
  return /\\[u`]/.test(content) ? decode(file, start, to) : content;
}

/** A code fence longer than every run of backticks in `texts`; empty if they are. */
function fenceFor(texts: readonly string[]): string {
  if (texts.every((one) => one === '')) return '';
  let longest = 2;
  for (const one of texts)
    for (const [run] of one.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  return '`'.repeat(longest + 1);
}

/** Beginning and end of an output, where hosts write how it ended. */
function edgesOf({ file, start, end }: Strings[number]): string {
  const most = 1_500;
  if (end - start <= 2 * most) return decode(file, start, end);
  return `${decode(file, start, start + most)}\n${decode(file, end - most, end)}`;
}

/** The exit code beside the output in Codex's wrapper. */
function exitIn(edges: string): number | undefined {
  const code = edges.startsWith('{"output":')
    ? /"exit_code": ?(-?\d{1,5})/.exec(edges.slice(-400))?.[1]
    : undefined;
  return code === undefined ? undefined : Number(code);
}

/** Codex wraps the output of a command in JSON. */
function unwrapped(output: string): string {
  const start = skipBlank(output, 0, output.length);
  if (!output.startsWith('{"output":', start)) return output;
  return text(readJson(output, start, output.length, { left: 1_000 }), 'output') ?? output;
}

/** Arguments by name: strings, numbers and lists of strings. */
function argumentsOf(input: Json | undefined): Arguments {
  const found = new Map<string, string | number | readonly string[]>();
  if (input?.kind !== 'object') return found;
  for (const [name, value] of input.members) {
    const list = items(value).slice(0, 100);
    const one =
      value.kind === 'array'
        ? // Of a list of changes, the files.
          list.flatMap((v) => word(v) ?? PATHS.map((path) => word(v, path)).find(Boolean) ?? [])
        : (text(value) ?? number(value) ?? (isTrue(value) ? 'true' : undefined));
    if (one !== undefined) found.set(name, one);
  }
  return found;
}
