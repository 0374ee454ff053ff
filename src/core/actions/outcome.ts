/** Decides whether a command showed what it was run for: its exit code first, then its output, and neither if the command line hides it. */
import type { Span } from '../model';
import { getOrMake, remembered } from '../text/maps';
import { doingOf, type Proof } from './commandKinds';
import { HOST, readOutput, rowsFor, type Reading } from './runners';
import { printedBy, PRINTS, readScript, type Script, type Step } from './shellSteps';
import type { Run, RunOutcome } from './actionLog';

export type Kind = 'tests' | 'build' | 'types' | 'lint' | 'commit' | 'push' | 'deploy' | 'fix' | 'run';

const ROWS_OF = {
  tests: 'tests',
  build: 'builds',
  types: 'checks+builds',
  lint: 'checks',
  commit: 'git',
  push: 'git',
  deploy: 'deploys',
  run: 'any',
  read: 'any',
} as const satisfies Record<Proof, string>;

/** Runners that print nothing on success. */
const QUIET: ReadonlySet<string> = new Set(['compiler', 'linter', 'mypy', 'formatter', 'clippy']);

const lineAt = (text: string, span: Span | undefined): { line?: string } => {
  const line = span && text.slice(span.start, span.end).trim();
  return line ? { line } : {};
};
/** The first line that is not the host's. */
function firstLine(text: string): Span {
  let start = 0;
  for (const line of text.split('\n', 8)) {
    if (line.trim() !== '' && !HOST.test(line.trim()))
      return { start, end: start + Math.min(line.length, 200) };
    start += line.length + 1;
  }
  return { start: 0, end: Math.min(text.length, 200) };
}

/** What a claim of `kind` needs from this command. */
const askedOf = ({ doing: { proofs } }: Run, kind: Kind): Proof =>
  kind === 'fix' || kind === 'run' ? (proofs.find((p) => p !== 'run' && p !== 'read') ?? 'run') : kind;

function rowsOf(run: Run, kind: Kind) {
  const { runner } = run.doing;
  const asked = askedOf(run, kind);
  // `cargo test` also fails with compiler messages.
  const isCompiled = runner !== undefined && (asked === 'build' || asked === 'types');
  return rowsFor(runner, ROWS_OF[asked], isCompiled ? ['compiler'] : []);
}

/** What a run shows for `kind`; computed once. */
export function outcomeOf(run: Run, kind: Kind): RunOutcome {
  // Claims without a command of their own read the output as the command's usual kind.
  const key = kind === 'tests' ? 'claimed' : askedOf(run, kind);
  return getOrMake(run.outcomes, key, () => withWarning(run, outcome(run, kind)));
}

/** Linters that warn may succeed. */
function withWarning({ event }: Run, out: RunOutcome): RunOutcome {
  const warns = out.how === 'fail' && event.ending !== 'failed' && WARNING.test(out.line ?? '');
  if (!warns) return out;
  const found = event.text().slice(0, LONGEST_LIST).match(FOUND) ?? [];
  return found.length > 0 && found.every((line) => line.includes('File ignored'))
    ? { ...out, how: 'pass' }
    : { ...out, warns };
}
/** ESLint's warnings, line by line; being given an ignored file is not a finding. */
const FOUND = /^ *\d+:\d+ +warning .*$/gm;
const LONGEST_LIST = 100_000;
const WARNING = /^(?!.*(?:fail|panic|(?<!\b0 )errors?\b)).*\bwarnings?\b/i;

function outcome(run: Run, kind: Kind): RunOutcome {
  const { event, step, doing } = run;
  if (event.ending === 'none') return { how: 'unanswered' };
  if (run.isShadowed) return { how: 'masked' };
  const shown = shownBy(run, event.text());
  const { text } = shown;
  if (wasStopped(run))
    // A program without an end of its own, such as a server, is stopped.
    return doing.proofs.some((proof) => proof !== 'run' && proof !== 'read')
      ? { how: 'fail', ...lineAt(text, firstLine(text)) }
      : { how: 'unanswered' };
  if (doing.isDry) return { how: 'empty' };
  const isSeen = step.output !== 'changed' && step.output !== 'hidden';
  // A crash may be another command's, as may be what a file or page says that the line shows.
  const own = doing.runner ?? (othersIn(run).length > 0 ? 'one of several' : undefined);
  const reading: Reading = isSeen
    ? readOutput(text, rowsOf(run, kind), own)
    : { isImitation: false, lines: 0 };
  return byStatus(run, reading, text) ?? byItself(run, reading, text) ?? attended(run, kind, reading, shown);
}

const wasStopped = ({ event, step }: Run): boolean =>
  event.ending === 'interrupted' ||
  event.ending === 'timeout' ||
  (event.exit === 124 && step.words.some((word) => /^g?timeout$/.test(word)));

const isEmpty = (reading: Reading): boolean => reading.empty !== undefined && !reading.pass;

/** What the exit code says that the line prints after the command. */
function byStatus(run: Run, reading: Reading, text: string): RunOutcome | undefined {
  const status = statusOf(run, text);
  if (status === undefined || (isEmpty(reading) && status.code === 0)) return undefined;
  const line = reading.fail ? lineAt(text, reading.fail) : { line: status.line };
  return { how: status.code === 0 ? 'pass' : 'fail', ...line };
}

/** What is known of a command whose end the agent didn't wait for, or that wasn't allowed. */
function byItself({ event, step }: Run, reading: Reading, text: string): RunOutcome | undefined {
  if (event.ending !== 'background' && event.ending !== 'refused' && !step.background) return undefined;
  if (reading.fail) return { how: 'fail', ...lineAt(text, reading.fail) };
  return { how: event.ending === 'refused' ? 'unanswered' : 'background' };
}

/** What the end and the output of a command show that ended before the agent went on. */
function attended(run: Run, kind: Kind, reading: Reading, shown: Shown): RunOutcome {
  const { event, step, doing, script } = run;
  const { text } = shown;
  const inside = event.ending === 'ok' ? shown.script?.steps : undefined;
  if (inside?.every(isIdle)) return { how: 'masked', ...lineAt(text, firstLine(text)) };
  const isHidden = doing.hidesFailure || inside?.findLast((s) => !isIdle(s))?.proves === false;
  const isProven = event.ending === 'ok' && step.proves && !step.maybe && !isHidden;
  if (isBuiltForTests(run, kind, text)) return { how: 'pass' };
  const mayBeOthers = () => (reading.pass && doing.runner === undefined) || showsAnything(script);
  if (reading.fail && !(isProven && mayBeOthers())) return { how: 'fail', ...lineAt(text, reading.fail) };
  if (isEmpty(reading)) return { how: 'empty', ...lineAt(text, reading.empty) };
  if (event.ending === 'failed') return failed(run, reading, text);
  if (!isProven) return hidden(run, reading, shown);
  const found = lineAt(text, reading.pass);
  // A target or script of unknown content that prints only a word for success, or a line that the agent wrote.
  if (
    doing.runner === undefined &&
    kind === 'tests' &&
    (reading.isImitation || isForged(run, text, found.line))
  )
    return { how: 'masked', ...lineAt(text, reading.pass ?? firstLine(text)) };
  return { how: 'pass', ...found };
}

const TESTS_RAN =
  /^(?:running \d+ tests?|test result: |--- FAIL: |\?? .*\[no test files\]|.{0,12}Tests run: [1-9])/m;
const NOT_BUILT = /could not compile|\[build failed\]|COMPILATION ERROR|: error CS\d/;
/** Whether the output shows tests, or that there are none, so that what they test was compiled, even if they failed. */
const isBuiltForTests = (run: Run, kind: Kind, text: string): boolean =>
  (kind === 'build' || kind === 'types') &&
  run.doing.proofs.includes('tests') &&
  TESTS_RAN.test(text) &&
  !NOT_BUILT.test(text);

/** A script that npm, pnpm, yarn or bun shows before it runs it, after a line that names it. */
const SHOWN = /^\s{0,4}(?:> (?<name>.{1,300})\n> |\$ )(?<line>.{1,2000})$/gm;
const MOST_SHOWN = 100_000;
/** What a command printed, and its script: the one that it shows before it runs it, or that the agent wrote. */
function shownBy({ script: { steps }, step, doing, wrote }: Run, all: string): Shown {
  let own: { readonly script: Script; readonly from: number } | undefined;
  for (const { index, groups } of doing.runner === undefined
    ? all.slice(0, MOST_SHOWN).matchAll(SHOWN)
    : []) {
    const name = groups?.['name']?.split(' ').at(-1);
    const isNamed = ({ words }: Step) => name !== undefined && words.includes(name);
    if (own && steps.some((other) => other !== step && isNamed(other)))
      return { script: own.script, text: all.slice(own.from, index) };
    if (!own && (name === undefined || isNamed(step)))
      own = { script: readScript(groups?.['line'] ?? ''), from: name === undefined ? 0 : index };
  }
  return { script: own?.script ?? wrote, text: all.slice(own?.from ?? 0) };
}
type Shown = { readonly script: Script | undefined; readonly text: string };

/** It only prints, or always succeeds. */
export const isIdle = (step: Step): boolean => {
  const { isTrivial, isSpoken } = doingOf(step);
  return isTrivial || isSpoken;
};

/** Other commands of the line that print something. */
const printersIn = ({ script, step }: Run): readonly Step[] =>
  script.steps.filter((other) => other !== step && !other.isPiped && !isIdle(other));

/** Those that do more than print, and so may have made the line fail. */
const othersIn = (run: Run): readonly Step[] =>
  printersIn(run).filter((other) => doingOf(other).proofs.some((proof) => proof !== 'read'));

/** A later command of an `&&` chain printed its result, so this one had succeeded. */
const wasPassed = ({ script: { steps }, step }: Run, text: string): boolean =>
  steps.slice(steps.indexOf(step) + 1).some((later) => {
    const { runner, proofs } = doingOf(later);
    const [proof] = later.proves ? proofs : [];
    const reading = proof && readOutput(text, rowsFor(runner, ROWS_OF[proof]), 'later');
    return reading !== undefined && (reading.pass ?? reading.fail) !== undefined;
  });

/** The line failed: decides whether this command did. */
function failed(run: Run, reading: Reading, text: string): RunOutcome {
  if (reading.pass && othersIn(run).length > 0) return { how: 'pass', ...lineAt(text, reading.pass) };
  if (run.step.proves && wasPassed(run, text)) return { how: 'pass' };
  if (run.step.proves || othersIn(run).length === 0) return { how: 'fail', ...lineAt(text, firstLine(text)) };
  return { how: 'masked' };
}

/** The line's exit code is another command's, so the output decides. */
function hidden(run: Run, reading: Reading, { script: inner, text }: Shown): RunOutcome {
  const { step, doing, script } = run;
  if (isMarked(script, text, step.onFailure, step.onSuccess))
    return { how: 'fail', line: step.onFailure ?? '' };
  if (isMarked(script, text, step.onSuccess, step.onFailure))
    return { how: 'pass', line: step.onSuccess ?? '' };
  const found = lineAt(text, reading.pass);
  if (found.line !== undefined)
    return { how: showsAnything(script) || isForged(run, text, found.line) ? 'masked' : 'pass', ...found };
  const own = doing.runner === undefined ? inner?.steps.at(-1) : step;
  const isQuiet =
    own !== undefined &&
    QUIET.has(doingOf(own).runner ?? '') &&
    ['shown', 'end', 'failures'].includes(step.output);
  const isFiltered = step.output === 'failures' && doing.runner !== undefined;
  if (!(isQuiet || isFiltered) || step.maybe) return { how: 'masked' };
  if (isFiltered) return { how: 'pass' };
  return othersIn(run).length > 0 || reading.lines <= spokenIn(script).length
    ? { how: 'pass' }
    : { how: 'masked' };
}

/** The exit code that the line prints after the command. */
function statusOf({ script, step }: Run, text: string): { code: number; line: string } | undefined {
  const { status } = step;
  if (!status) return undefined;
  const [before, after] = status;
  const lines = text.split('\n').flatMap((raw) => {
    const line = raw.trim();
    if (!line.startsWith(before) || !line.endsWith(after)) return [];
    const code = line.slice(before.length, line.length - after.length).trim();
    return /^\d{1,3}$/.test(code) ? [{ code: Number(code), line }] : [];
  });
  const alike = [...new Set(script.steps.flatMap((s) => (s.status?.[0] === before ? [s.status] : [])))];
  return lines.length === alike.length ? lines[alike.indexOf(status)] : undefined;
}

/** Lines that a script prints literally: they prove nothing, unless the shell prints them on one branch only. */
const spokenIn = ({ steps }: Script): readonly string[] =>
  steps.flatMap(({ words, input }) => [
    ...(printedBy(words)?.split('\n') ?? []),
    ...(input?.split('\n') ?? []),
    ...(PRINTS.has(words[0] ?? '') || /^(?:python[\d.]*|node|ruby|perl)$/.test(words[0] ?? '')
      ? words.slice(1)
      : []),
  ]);

/** Whether the line was written by the agent: on the command line, in a recipe that is shown, or in a file. */
function isForged({ script, says }: Run, text: string, line: string | undefined): boolean {
  if (line === undefined) return false;
  const shown = text.match(/^(?:[+>$] )?(?:echo|printf) .*$/gm) ?? [];
  const isSaid = (printed: string) =>
    printed.includes(line) || (printed.trim().length > 5 && line.includes(printed.trim()));
  return spokenIn(script).some(isSaid) || shown.some((one) => one.includes(line)) || says(line);
}

/** Programs that show any text. Not `grep` if its flags add names or numbers to the lines, or it looks for failures. */
const SHOWS =
  /^(?:(?:cat|tail|head|less|more|bat|cut|tac|jq|yq|nl|column|strings|base64|xxd|curl|wget|http|sed|awk|perl|git (?:log|show|diff|blame)(?!.* --(?:stat|shortstat|name|oneline)))(?: |$)|(?:e?grep|rg) (?!(?:\S+ )*?-\w*[rRnHclq]|.*(?:fail|error|panic)))/i;
/** Words that the shell computes, other than an exit code. */
const COMPUTED = /\$(?!\{?(?:\?|PIPESTATUS|LASTEXITCODE|\w*(?:rc|code|status|exit)\b))|`|%/i;

/** A command whose output may look like a runner's. */
function isFree(step: Step): boolean {
  const { words, output, input, isPiped } = step;
  const line = words.join(' ');
  if (output === 'hidden' || input !== undefined) return false;
  if (isPiped) return /^(?:awk|sed|perl|tr) /.test(line) && !words.some((w) => /^-[a-zA-Z\d]*[ni]/.test(w));
  if (PRINTS.has(words[0] ?? '')) return output === 'changed' || COMPUTED.test(line);
  const { isSpoken, edits } = doingOf(step);
  return isSpoken || (edits.length === 0 && SHOWS.test(line));
}

/** Whether the output of a command line may contain any text. */
const showsAnything = remembered(({ steps }: Script) => steps.some(isFree));

/** Whether the output has what the line prints on this branch, and not what it prints on the other. */
function isMarked({ steps }: Script, text: string, printed: string | undefined, other: string | undefined) {
  if (printed === undefined || printed === other) return false;
  const times = steps.filter(({ words }) => printedBy(words) === printed).length;
  return times <= 1 && text.split('\n').some((line) => line.trim() === printed);
}

/** Whether a failed run shows that the part named by `words` passed. */
export function passedInPart(run: Run, kind: Kind, words: readonly string[]): string | undefined {
  if (words.length === 0) return undefined;
  const rows = rowsOf(run, kind);
  let passed: string | undefined;
  for (const raw of run.event.text().split('\n').slice(0, 20_000)) {
    const line = raw.trim().slice(0, 400);
    const lower = line.toLowerCase();
    if (!words.some((word) => lower.includes(word))) continue;
    if (rows.all.some((row) => row.fail?.test(line))) return undefined;
    if (rows.all.some((row) => row.pass?.test(line))) passed = line;
  }
  return passed;
}
