/** What an agent read through its tools: pages by their address, files by their path. */

/** A tool's result, kept as what the agent saw. */
export type Seen = {
  readonly kind: 'url' | 'file';
  /** The address, or the path as passed to the tool. */
  readonly name: string;
  readonly text: string;
  /** Number of the first line of `text`, for a file. */
  readonly line?: number | undefined;
  /** The tool's name in the transcript. */
  readonly tool: string;
  /** When, if the transcript has times. */
  readonly at?: string;
  /** Its span in the readable text. */
  readonly offset: number;
};

/** The arguments of a call: strings, numbers and lists of strings. */
export type Arguments = ReadonlyMap<string, string | number | readonly string[]>;

/** A tool's result; its text is decoded on demand. */
type Answer = Pick<Seen, 'tool' | 'at' | 'offset'> & { readonly text: () => string };

const URLS = ['url', 'uri', 'link', 'urls'] as const;
export const PATHS =
  'file_path filePath absolute_path target_file TargetFile relative_path path filename file notebook_path replacements edits'.split(
    ' ',
  );
const COMMANDS = ['command', 'cmd'] as const;
/** Tools that return the text of a file, and those with similar names that don't. */
const READS = /read|view|open|cat|show|get_file|fetch_file/i;
const WRITES = /write|edit|create|delete|move|replace|patch|insert|search|list|grep|glob|dir/i;

const isAddress = (word: string) => /^https?:\/\//i.test(word) && word.length <= 4_096;

function words(input: Arguments, names: readonly string[]): readonly string[] {
  for (const name of names) {
    const found = input.get(name);
    if (typeof found === 'string') return [found];
    if (typeof found === 'object') return found;
  }
  return [];
}

const count = (input: Arguments, ...names: readonly string[]): number | undefined => {
  for (const name of names) {
    const found = input.get(name);
    if (typeof found === 'number' && found >= 1) return Math.floor(found);
  }
  return undefined;
};

/** Addresses in a short prompt, as some fetching tools take it. */
const addressesIn = (prompt: string): readonly string[] =>
  prompt
    .slice(0, 10_000)
    .split(/[\s<>"'`()[\]]/)
    .filter(isAddress);

/** The command line of a call; empty if it runs none. */
export function commandOf(input: Arguments): string {
  const line = words(input, COMMANDS).join(' ').trim();
  return line === 'view' || line === 'create' || line === 'str_replace' || line === 'insert' ? '' : line;
}

/** The paths that a call is about. */
export const pathsOf = (input: Arguments): readonly string[] => words(input, PATHS);
export const pathOf = (input: Arguments): string | undefined => pathsOf(input)[0];

/** The page or file that the result of this call shows; undefined if unknown. */
export function seenBy(input: Arguments, { text, ...answer }: Answer): Seen | undefined {
  const line = commandOf(input);
  const what = line === '' ? shownByTool(input, answer.tool) : shownByCommand(line);
  if (!what) return undefined;
  const { kind, name } = what;
  let read: Pick<Seen, 'text' | 'line'> | undefined;
  // Decoded when something cites it: most of what an agent reads, nothing does.
  const get = () => (read ??= kind === 'file' ? unnumbered(text(), what.line) : { text: text() });
  return {
    ...answer,
    kind,
    name,
    get text() {
      return get().text;
    },
    get line() {
      return get().line;
    },
  };
}

type Shown = Pick<Seen, 'kind' | 'name' | 'line'>;

function shownByTool(input: Arguments, tool: string): Shown | undefined {
  const urls = words(input, URLS).filter(isAddress);
  const fetched =
    urls.length > 0 ? urls : /fetch|browse/i.test(tool) ? addressesIn(words(input, ['prompt'])[0] ?? '') : [];
  const [url] = fetched;
  if (url !== undefined) return fetched.length === 1 ? { kind: 'url', name: url } : undefined;
  const [path] = words(input, PATHS);
  const reads = READS.test(tool) && !WRITES.test(tool);
  if (path === undefined || !(reads || input.get('command') === 'view')) return undefined;
  const line = count(input, 'offset', 'start_line', 'startLine', 'startLineNumberBaseOne') ?? 1;
  return { kind: 'file', name: path, line };
}

const NUMBER = /^ {0,8}(\d{1,7})(?:→|\t|: |\| ?)/;
const NUMBERS = /^ {0,8}\d{1,7}(?:→|\t|: |\| ?)/m;

/** A file's text without line numbers that a tool added to each line, and the number of its first line. */
function unnumbered(text: string, first = 1): Pick<Seen, 'text' | 'line'> {
  const number = NUMBER.exec(text)?.[1];
  const [, ...lines] = number === undefined ? [] : text.split(NUMBERS);
  const isNumbered = lines.every((line, i) => {
    const end = line.indexOf('\n');
    return end === line.length - 1 || (end < 0 && i === lines.length - 1);
  });
  return number !== undefined && isNumbered
    ? { text: lines.join(''), line: Number(number) }
    : { text, line: first };
}

const unquoted = (word: string) => word.replace(/^(['"])(.*)\1$/, '$2');

/** Unwraps `bash -lc "…"` and `cd DIR && …`. */
function bare(line: string): string {
  const shell = /^(?:\S*\/)?(?:bash|sh|zsh) -l?c (.+)$/s.exec(line)?.[1];
  const inner = (shell === undefined ? line : unquoted(shell.trim())).trim();
  return /^cd \S+ && (.+)$/s.exec(inner)?.[1] ?? inner;
}

/** One simple command that prints a file or a page: `cat F`, `sed -n '1,20p' F`, `head -n 5 F`, `curl U`. */
function shownByCommand(line: string): Shown | undefined {
  const command = bare(line);
  const numbered = /^nl -ba (\S+) \| (sed -n \S+)$/.exec(command);
  const simple = numbered ? `${numbered[2] ?? ''} ${numbered[1] ?? ''}` : command;
  if (/[|;&<>$\n]/.test(simple) || simple.length > 4_096) return undefined;
  const [name, ...rest] = simple.split(/\s+/).map(unquoted);
  const last = rest.at(-1) ?? '';
  if (name === 'curl' || name === 'wget') {
    const urls = rest.filter(isAddress);
    return urls.length === 1 ? { kind: 'url', name: urls[0] ?? '' } : undefined;
  }
  if (last === '' || last.startsWith('-')) return undefined;
  const file = (first: number): Shown => ({ kind: 'file', name: last, line: first });
  if (name === 'cat' || name === 'nl')
    return rest.filter((word) => !word.startsWith('-')).length === 1 ? file(1) : undefined;
  if (name === 'head') return file(1);
  const range = name === 'sed' && rest[0] === '-n' ? /^(\d{1,7})(?:,\d{1,7})?p$/.exec(rest[1] ?? '') : null;
  return range && rest.length === 3 ? file(Number(range[1])) : undefined;
}
