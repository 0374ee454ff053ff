/** What an agent read through its tools: pages by their address, files by their path, commands by their line. */

/** A tool's answer, kept as what the agent saw. */
export type Seen = {
  readonly kind: 'url' | 'file' | 'command';
  /** The address, the path as the tool was given it, the command line. */
  readonly name: string;
  readonly text: string;
  /** Number of the first line of `text`, for a file. */
  readonly line?: number;
  /** The tool's name as the transcript has it. */
  readonly tool: string;
  /** When, where the transcript says so. */
  readonly at?: string;
  /** Where it stands in the readable text. */
  readonly offset: number;
};

/** The arguments of a call: what is neither word, number nor list of words is left out. */
export type Arguments = ReadonlyMap<string, string | number | readonly string[]>;

type Answer = Pick<Seen, 'text' | 'tool' | 'at' | 'offset'>;

const URLS = ['url', 'uri', 'link', 'urls'] as const;
const PATHS = ['file_path', 'filePath', 'absolute_path', 'target_file', 'path', 'filename', 'file'] as const;
const COMMANDS = ['command', 'cmd'] as const;
/** Tools that answer with the text of a file, and those that only sound like it. */
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

/** Addresses in a short request in words, as some fetching tools take it. */
const addressesIn = (prompt: string): readonly string[] =>
  prompt
    .slice(0, 10_000)
    .split(/[\s<>"'`()[\]]/)
    .filter(isAddress);

/** The command line of a call; empty where it runs none. */
export function commandOf(input: Arguments): string {
  const line = words(input, COMMANDS).join(' ').trim();
  return line === 'view' || line === 'create' || line === 'str_replace' || line === 'insert' ? '' : line;
}

/** The path that a call is about. */
export const pathOf = (input: Arguments): string | undefined => words(input, PATHS)[0];

/** What the answer to this call shows the agent: one page, one file or one command's output; nothing that cannot be told. */
export function seenBy(input: Arguments, answer: Answer): readonly Seen[] {
  if (answer.text.trim() === '') return [];
  const line = commandOf(input);
  if (line !== '') return [{ ...answer, kind: 'command', name: line }, ...seenByCommand(line, answer)];
  const urls = words(input, URLS).filter(isAddress);
  const fetched =
    urls.length > 0
      ? urls
      : /fetch|browse/i.test(answer.tool)
        ? addressesIn(words(input, ['prompt'])[0] ?? '')
        : [];
  const [url] = fetched;
  if (url !== undefined) return fetched.length === 1 ? [{ ...answer, kind: 'url', name: url }] : [];
  const [path] = words(input, PATHS);
  const reads = READS.test(answer.tool) && !WRITES.test(answer.tool);
  if (path === undefined || !(reads || input.get('command') === 'view')) return [];
  return [
    fileSeen(path, count(input, 'offset', 'start_line', 'startLine', 'startLineNumberBaseOne'), answer),
  ];
}

/** A file's text as a tool shows it, without the line numbers that it may put in front. */
function fileSeen(name: string, first: number | undefined, answer: Answer): Seen {
  const lines = answer.text.split('\n');
  const marked = lines.map((line) => /^ {0,8}(\d{1,7})(?:→|\t|: |\| ?)(.*)$/.exec(line));
  const last = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  const isMarked = last > 0 && marked.slice(0, last).every((found) => found !== null);
  if (!isMarked) return { ...answer, kind: 'file', name, line: first ?? 1 };
  return {
    ...answer,
    kind: 'file',
    name,
    text: marked.map((found) => found?.[2] ?? '').join('\n'),
    line: Number(marked[0]?.[1] ?? 1),
  };
}

const unquoted = (word: string) => word.replace(/^(['"])(.*)\1$/, '$2');

/** `bash -lc "…"` and `cd DIR && …` are put aside: what is left is the command. */
function bare(line: string): string {
  const shell = /^(?:\S*\/)?(?:bash|sh|zsh) -l?c (.+)$/s.exec(line)?.[1];
  const inner = (shell === undefined ? line : unquoted(shell.trim())).trim();
  return /^cd \S+ && (.+)$/s.exec(inner)?.[1] ?? inner;
}

/** One simple command that prints a file or a page: `cat F`, `sed -n '1,20p' F`, `head -n 5 F`, `curl U`. */
function seenByCommand(line: string, answer: Answer): readonly Seen[] {
  const command = bare(line);
  const numbered = /^nl -ba (\S+) \| (sed -n \S+)$/.exec(command);
  const simple = numbered ? `${numbered[2] ?? ''} ${numbered[1] ?? ''}` : command;
  if (/[|;&<>$\n]/.test(simple) || simple.length > 4_096) return [];
  const parts = simple.split(/\s+/).map(unquoted);
  const [name, ...rest] = parts;
  const last = rest.at(-1) ?? '';
  if (name === 'curl' || name === 'wget') {
    const urls = rest.filter(isAddress);
    return urls.length === 1 ? [{ ...answer, kind: 'url', name: urls[0] ?? '' }] : [];
  }
  if (last === '' || last.startsWith('-')) return [];
  if (name === 'cat' || name === 'nl') {
    return rest.filter((word) => !word.startsWith('-')).length === 1 ? [fileSeen(last, 1, answer)] : [];
  }
  if (name === 'head') return [fileSeen(last, 1, answer)];
  const range = name === 'sed' && rest[0] === '-n' ? /^(\d{1,7})(?:,\d{1,7})?p$/.exec(rest[1] ?? '') : null;
  return range && rest.length === 3 ? [fileSeen(last, Number(range[1]), answer)] : [];
}
