/** What a log shows about the work: the commands in order, and the files that changed between them. */
import { commandOf, pathsOf, type ToolEvent } from '../transcript';
import { Authored } from './authored';
import { doingOf, SOURCE, type Doing, type Proof } from './commandKinds';
import { NOTHING } from './commandReaders';
import type { Script, Step } from './shellSteps';
import { getOrMake } from '../text/maps';

/** What a command showed for one kind of claim. */
export type RunOutcome = {
  /** `empty`: it ran nothing. `masked`: success is hidden. `unanswered`: it never returned. */
  readonly how: 'pass' | 'fail' | 'empty' | 'masked' | 'background' | 'unanswered';
  /** The deciding line of the output. */
  readonly line?: string;
  /** The failure is only a warning. */
  readonly warns?: true;
};

/** One command of one call. */
export type Run = {
  readonly event: ToolEvent;
  readonly script: Script;
  readonly step: Step;
  readonly doing: Doing;
  /** Commands and changes are numbered in order of occurrence. */
  readonly order: number;
  /** The names in the path of its folder, lower-case. */
  readonly places: ReadonlySet<string>;
  /** Another program may have run: a function, an alias, or a file that the agent wrote. */
  readonly isShadowed: boolean;
  /** The script that it runs, if the agent wrote it. */
  readonly wrote?: Script;
  /** Whether the agent had written this line before. */
  readonly says: (line: string) => boolean;
  /** What it showed for each kind of claim so far. */
  readonly outcomes: Map<string, RunOutcome>;
};

export type Edit = {
  readonly event: ToolEvent;
  /** `*` if the file is unknown. */
  readonly path: string;
  readonly order: number;
  readonly worked: boolean;
  /** `ages`: it may invalidate earlier results. */
  readonly effect: 'ages' | 'removes' | 'none';
};

export type ActionLog = {
  readonly runs: readonly Run[];
  readonly edits: readonly Edit[];
  readonly events: readonly ToolEvent[];
  /** The commands that prove any of these. */
  readonly proving: (proofs: readonly Proof[]) => readonly Run[];
  /** What sub-agents reported. */
  readonly reports: readonly ToolEvent[];
};

const EDITS =
  /edit|write|^create$|create_?(?:new_?)?file|^patch$|apply_?(?:patch|diff)|replace|insert|append|delete_?file|move_?file|rename|notebook/i;
const NO_EDITS = /todo|plan|memory|task|stdin|search_files|read/i;
const PATCHED = /^\*\*\* (?:Update|Add|Delete) File: (.{1,400})$/gm;

/** The files that a patch among the arguments of a call changes. */
function patchedBy({ input }: ToolEvent): readonly string[] {
  const patch = [...input.values()]
    .flat()
    .find((v) => typeof v === 'string' && v.includes('*** Begin Patch'));
  if (typeof patch !== 'string') return [];
  return [...patch.slice(0, 200_000).matchAll(PATCHED)].map(([, path = '']) => path.trim());
}

/** The files that a tool call changes, according to its patch or arguments; `*` if it names none. */
function editsOf(event: ToolEvent, patched: readonly string[]): readonly string[] {
  const { tool, input, ending } = event;
  if (ending === 'refused') return [];
  if (patched.length > 0) return patched;
  if (!EDITS.test(tool) || NO_EDITS.test(tool) || input.get('command') === 'view') return [];
  const paths = pathsOf(input);
  return paths.length > 0 ? paths : ['*'];
}

/** Tools that do what a command does, by the last part of their names. */
const TOOLS: readonly (readonly [RegExp, readonly Proof[]])[] = [
  [/^(?:push_files|create_or_update_file|git_?push)/i, ['commit', 'push']],
  [/^(?:git_?commit|create_commit)/i, ['commit']],
  [/^(?:deploy|publish)/i, ['deploy']],
  [/^(?:run_?tests?|test_(?:sim|device|mac))(?:_|$)/i, ['tests']],
  [/^(?:build|compile)(?:_|$)/i, ['build']],
  [/lints?$/i, ['lint']],
];
const provedBy = (tool: string): readonly Proof[] =>
  TOOLS.find(([names]) => names.test(tool.replace(/^.*__|^mcp_[a-z\d]+_/i, '')))?.[1] ?? [];

const SESSION =
  /^(?:Process running with session ID|Command running in background with ID:|Command moved to background \(PID:|<command started in background with (?:session|shell)Id:) ([\w-]{1,40})/m;

const placesIn = ({ input }: ToolEvent, folder: string): ReadonlySet<string> =>
  new Set(
    `${String(input.get('workdir') ?? input.get('cwd') ?? '')} ${folder}`.toLowerCase().split(/[\s/\\]+/),
  );

const HAPPENED: ReadonlySet<string> = new Set(['ok', 'none', 'background']);
/** Folders outside any project. */
const ELSEWHERE = /^(?:\/private)?\/(?:tmp|var\/tmp|var\/folders|dev)(?:\/|$)/;
/** Whether a command run in `folder` may write `path` in the project. Where a variable leads is unknown. */
const isInProject = (path: string, folder: string): boolean =>
  path.startsWith('/') || !(ELSEWHERE.test(folder) || folder.startsWith('$'));

/** Tools that report on a command in the background, by the name that its start gave it. */
const REPORTS = /^(?:write_stdin|BashOutput|TaskOutput|read_bash|read_background_output)$/;
const SESSIONS = ['session_id', 'bash_id', 'task_id', 'sessionId', 'shellId', 'pid'] as const;
/** Makes a function that gives an event's command. */
function createLines(): (event: ToolEvent) => string {
  const sessions = new Map<string, string>();
  return ({ tool, input, ending, text }) => {
    const id = SESSIONS.map((name) => input.get(name)).find((one) => one !== undefined);
    const line = REPORTS.test(tool) ? (sessions.get(String(id)) ?? '') : commandOf(input);
    const session = ending === 'background' ? SESSION.exec(text().slice(0, 600))?.[1] : undefined;
    if (session !== undefined && line !== '') sessions.set(session, line);
    return line;
  };
}

/**
 * Makes a function that gives what a step does: nothing while `git stash` has put the agent's work aside, because it is other code then.
 * Work that is never taken back was given up.
 */
function createDoings(events: readonly ToolEvent[]): (step: Step, event: ToolEvent) => Doing {
  const back = events.findLast(({ input }) => /\bstash (?:pop|apply)\b/.test(commandOf(input)));
  let isAside = false;
  return (step, { span }) => {
    const [program, verb, how = 'push'] = step.words;
    const wasAside = isAside;
    if (program === 'git' && verb === 'stash')
      isAside = /^(?:pop|apply)$/.test(how) ? false : wasAside || /^(?:push|save|-.*)$/.test(how);
    const doing = doingOf(step);
    const isGivenUp = !back || back.span.start < span.start;
    return (wasAside || isAside) && !isGivenUp ? { ...doing, proofs: [], edits: [] } : doing;
  };
}

const DEEPEST = 40;

function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let at = path.indexOf('/', 1); at > 0 && folders.length < DEEPEST; at = path.indexOf('/', at + 1))
    folders.push(path.slice(0, at));
  return folders;
}

/** Collects changes of files. `isAway`: whether a folder is outside the project, which begins at `home`. */
function createEdits(home: string) {
  const edits: Edit[] = [];
  const touched = new Set<string>();
  return {
    edits,
    add: (edit: Edit): void => {
      edits.push(edit);
      for (const folder of foldersAbove(edit.path)) touched.add(folder);
    },
    isAway: (folder: string): boolean =>
      ELSEWHERE.test(folder) && !home.startsWith(folder) && !touched.has(folder.replace(/\/$/, '')),
  };
}

/** Makes a function that gives the commands that prove any of `proofs`; each list of proofs is looked up once. */
function createIndex(runs: readonly Run[]): ActionLog['proving'] {
  const known = new Map<readonly Proof[], readonly Run[]>();
  return (proofs) =>
    getOrMake(known, proofs, () =>
      runs.filter(({ doing }) => doing.proofs.some((one) => proofs.includes(one))),
    );
}

/** Parses the events of a log once. `home` is the agent's working folder. */
export function readActions(events: readonly ToolEvent[], home = ''): ActionLog {
  const runs: Run[] = [];
  const { edits, add, isAway } = createEdits(home);
  const authored = new Authored();
  let order = 0;
  let isPathChanged = false;
  const doingIn = createDoings(events);
  const lineOf = createLines();
  for (const event of events) {
    const worked = HAPPENED.has(event.ending);
    const patched = patchedBy(event);
    const changed = editsOf(event, patched);
    if (changed.length > 0) authored.edit(event);
    for (const path of changed) add({ event, path, order: order++, worked, effect: effectOf(path) });
    const line = lineOf(event);
    const proofs = line === '' ? provedBy(event.tool) : [];
    if (line === '' && proofs.length === 0) continue;
    const script = authored.parsed(line === '' ? event.tool : inShell(line));
    const isElsewhere: boolean = isPathChanged || script.isPathChanged;
    if (script.steps.some(({ words }) => words[0] === 'export')) isPathChanged = isElsewhere;
    authored.redefine(script);
    let folder = '';
    for (const step of script.steps) {
      const [name = '', argument = ''] = step.words;
      if (name === 'cd') folder = argument;
      const wrote = authored.scriptOf(step.words);
      if (wrote !== undefined && /^(?:source|\.)$/.test(name)) authored.redefine(wrote);
      const known = proofs.length > 0 ? { ...NOTHING, proofs } : doingIn(step, event);
      const doing = isAway(folder) ? { ...known, only: [folder, ...known.only] } : known;
      const { count } = authored;
      runs.push({
        event,
        script,
        step,
        doing,
        order,
        places: placesIn(event, folder),
        isShadowed: isElsewhere || authored.replaces(name, doing.runner !== undefined),
        ...(wrote !== undefined && { wrote }),
        says: (line) => authored.says(line, count),
        outcomes: new Map(),
      });
      if (event.ending === 'refused') continue;
      authored.run(step);
      // A patch names its files, so that none is unknown.
      const written = doing.edits.filter(
        (path) => isInProject(path, folder) && (path !== '*' || !patched[0]),
      );
      for (const path of written) add({ event, path, order, worked, effect: effectOf(path, doing) });
      order++;
    }
  }
  const reports = events.filter(({ tool }) => /agent|^task/i.test(tool));
  return { runs, edits, events, reports, proving: createIndex(runs) };
}

/** A command given as words that starts with a shell: `bash -lc …` keeps its script whole. */
const inShell = (line: string): string =>
  /^(?:\S*\/)?(?:bash|zsh|sh) -l?c (?!['"])([\s\S]+)$/.exec(line)?.[1] ?? line;

/** False for temporary files outside any project. */
export const isProjectFile = (path: string): boolean => !ELSEWHERE.test(path);

const DOCS =
  /\.(?:mdx?|markdown|rst|adoc|txt|png|jpe?g|gif|svg|webp|pdf|log|csv)$|(?:^|\/)(?:mkdocs|LICEN[CS]E|CHANGELOG|README|NOTICE|AUTHORS|\.gitignore|\.editorconfig)[^/]*$|(?:^|\/)\.(?:claude|codex|cursor|gemini|github|vscode)\//i;

/** What a change of a file does to earlier results; `doing` is the command that made it, if not a tool. */
function effectOf(path: string, doing?: Doing): Edit['effect'] {
  if (doing?.change === 'removal') return 'removes';
  const isContent = !doing ? path !== '*' : doing.change === 'content' && (path === '*' || SOURCE.test(path));
  // Where a variable leads is unknown.
  const isRelevant = !DOCS.test(path) && !path.startsWith('$') && isProjectFile(path);
  return isContent && isRelevant ? 'ages' : 'none';
}
