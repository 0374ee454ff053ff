/** Classifies commands: the actions they can prove, their scope, and what they change. */
import { base, has, isFlag, kindsOfScript, MAKE, narrowed, NOTHING, plain, unknown } from './commandReaders';
import type { Doing } from './commandReaders';
import { PROGRAMS, SHELL } from './programs';
import { remembered } from '../text/maps';
import type { Step } from './shellSteps';
import { wordSet } from '../text/wordSet';

export type { Doing, Proof } from './commandReaders';

/** Programs that run the command after them. */
const WRAPPERS = wordSet(
  'sudo env time nice nohup command exec npx bunx pnpx pipx timeout gtimeout stdbuf xvfb-run dotenv cross-env direnv mise asdf doppler op ionice unbuffer caffeinate xargs uvx dbus-run-session',
);
/** A runner of another command, and its subcommand. */
const RUNS =
  /^(?:(?:uv|poetry|pipenv|pdm|hatch|rye|conda|coverage|devbox|pixi|(?:micro)?mamba) run|(?:bundle|composer) exec|(?:pnpm|yarn) (?:exec|dlx)|(?:npm|mise) (?:exec|x)|bun x|nix (?:develop|shell)|dotnet tool)$/;

/** Where the module of `python -u -m pytest` is; 0 if there is none. */
const moduleAfter = (words: readonly string[], at: number): number => {
  const end = words.findIndex((word, i) => i > at && (word === '-m' || !isFlag(word)));
  return words[end] === '-m' ? end + 1 : 0;
};

/** Where a known program begins that `volta run`, `nvm exec 22` or another manager of versions runs; 0 if nowhere. */
function ofVersion(words: readonly string[], at: number): number {
  const from = skipFlags(words, at + 2);
  const program = /^v?\d[\d.]*$/.test(words[from] ?? '') ? from + 1 : from;
  const isKnown = (i: number) => Object.hasOwn(PROGRAMS, base(words[i] ?? ''));
  return !isKnown(at) && isKnown(program) ? program : 0;
}

/** Skips wrappers that only run another command. */
function unwrap(words: readonly string[]): readonly string[] {
  let at = 0;
  for (let n = 0; n < 8; n++) {
    const name = base(words[at] ?? '');
    const next = words[at + 1] ?? '';
    if (/^python[\d.]*$|^py$|^pypy3?$/.test(name) && moduleAfter(words, at) > 0) at = moduleAfter(words, at);
    else if (RUNS.test(`${name} ${next}`)) {
      at = skipFlags(words, at + 2);
      // `hatch run test`: a task of the project, as of make.
      const task = words[at] ?? '';
      if (!Object.hasOwn(PROGRAMS, task) && kindsOfScript(task).length > 0)
        return ['make', ...words.slice(at)];
    } else if (
      /^(?:yarn|pnpm|bun)$/.test(name) &&
      Object.hasOwn(PROGRAMS, next) &&
      !/^(?:build|install|test|publish)$/.test(next)
    )
      at += 1;
    else if (/^(?:run|exec)$/.test(next) && ofVersion(words, at) > 0) at = ofVersion(words, at);
    else if (WRAPPERS.has(name) && at + 1 < words.length) {
      at = skipFlags(words, at + 1);
      if (/^g?timeout$/.test(name)) at++;
    } else break;
    while (/^[A-Za-z_]\w*=/.test(words[at] ?? '')) at++;
  }
  return words.slice(at);
}

/** The program that a step runs, without its folder and wrappers. */
export const programOf = ({ words }: Step): string => base(unwrap(words)[0] ?? '');

const TAKES_VALUE =
  /^(?:-n|-u|-s|-k|--with|--python|-p|--package|--directory|--prefix|--project|--extra|--group|-e|--env|-o|-c|--no-group|--env-file|--signal|--kill-after)$/;
function skipFlags(words: readonly string[], from: number): number {
  let at = from;
  while (at < words.length) {
    const word = words[at] ?? '';
    if (word === '--') return at + 1;
    if (!isFlag(word)) return at;
    at += TAKES_VALUE.test(word) ? 2 : 1;
  }
  return at;
}

const INTERPRETERS =
  /^(?:python[\d.]*|py|pypy3?|node|deno|bun|ruby|perl|php|lua|Rscript|julia|tsx|ts-node|elixir|osascript|groovy|java|scala|pwsh|powershell|bash|sh|zsh)$/;
/** Inline code that only prints constants proves nothing. */
const RUNS_PROJECT = /\b(?:import|require|from|open|exec|spawn|subprocess|fetch|load|library|using)\b|::/;
/** The tests of a package, run from the language's own prompt: of Julia and R. */
const TESTS_PACKAGE = /\bPkg\.test\(|\b(?:devtools::test|test_(?:dir|local|package))\(/;

function interpreted(args: readonly string[], step: Step, name: string): Partial<Doing> {
  const at = args.findIndex((w) => /^(?:-c|-e|--eval|-p|--print|-pe|-r|-lne|-ne)$/.test(w));
  const code =
    at >= 0 ? (args[at + 1] ?? '') : args.every(isFlag) || args[0] === '-' ? step.input : undefined;
  if (code !== undefined) {
    const own = code.replace(/^[ \t]*(?:import|from)\s+(?:sys|os|time|json|re|random|math)\b.*$/gm, '');
    const edits = /\bopen\([^)]{0,300}['"][wa]b?\+?['"]|write_text|writeFileSync|\.write\(|File\.write/.test(
      code,
    )
      ? ['*']
      : [];
    if (TESTS_PACKAGE.test(own)) return { proofs: ['tests'], runner: 'native' };
    return RUNS_PROJECT.test(own)
      ? { proofs: ['run'], edits, change: 'unknown' }
      : { isSpoken: true, edits, change: 'unknown' };
  }
  if (name === 'java' && has(args, /\bjunit\b/)) return { proofs: ['tests'], runner: 'jvm' };
  if (has(args, /^--test$/) && name === 'node')
    return { proofs: ['tests'], runner: 'tap', only: narrowed(plain(args)) };
  const [script = ''] = plain(args, /^(?:-r|--require|--import|--loader|-W|-X|-I)$/);
  if (script === '') return has(args, /version|^-V$|^-v$|--check|^-n$/) ? { proofs: ['read'] } : {};
  if (/^(?:artisan|manage\.py)$/.test(script)) return MAKE(args.slice(args.indexOf(script) + 1));
  const program = base(script).replace(/\.[cm]?js$/, '');
  if (Object.hasOwn(PROGRAMS, program))
    return PROGRAMS[program]?.(args.slice(args.indexOf(script) + 1)) ?? {};
  return ofScriptFile(script);
}

/** A name that starts or ends with what a script does; `download_test_image` tests nothing. */
const DEED =
  /^(?:tests?|specs?|unit|e2e|smoke|integration|build|compile|bundle|package|lint|format|fmt|type|check|verify|validate|ci|deploy|release|publish)(?:$|[-.])|[-.](?:tests?|specs?|e2e|build|lint|typecheck|check)$/i;

/** A script of the project, by name: `./scripts/test.sh`, `bin/deploy`. */
function ofScriptFile(path: string): Partial<Doing> {
  const name = base(path).replace(/\.(?:sh|bash|py|[cm]?js|ts|rb|ps1|bat|cmd|pl|php)$/, '');
  const words = name
    .replace(/^(?:run|do|ci|dev)[_-]/, '')
    .replace(/[_-]?all$/, '')
    .replaceAll('_', '-');
  const proofs = DEED.test(words) ? kindsOfScript(words) : [];
  return proofs.length > 0 ? { proofs: [...proofs, 'run'], only: [] } : { proofs: ['run'] };
}

/** Files that a build or test may depend on; of redirected output, only these count as changes. */
export const SOURCE =
  /\.(?:[cm]?[jt]sx?|py|go|rs|java|kts?|rb|php|cs|c|cc|cpp|hh?|hpp|swift|scala|vue|svelte|s?css|html|toml|ya?ml|sql|proto|sh|ex|exs|lua|zig|dart)$|(?:^|\/)(?:Makefile|Dockerfile|go\.mod)$/;

/** Arguments that make a program report success whatever it finds. */
const FORGIVING =
  / (?:--(?:exit-zero|ignore-errors|warn-only|no-fail|(?:issues-)?exit-code[= ]0)|-Dmaven\.test\.failure\.ignore(?:=true)?)(?: |$)|^make (?:.* )?-[a-z]*i(?: |$)|^ruff .* -e(?: |$)/;

/** Classifies a step of a command line; computed once. */
export const doingOf = remembered((step: Step): Doing => {
  const words = unwrap(step.words);
  const name = base(words[0] ?? '');
  const added =
    step.assigns
      .find((a) => a.startsWith('PYTEST_ADDOPTS='))
      ?.slice(15)
      .split(' ') ?? [];
  const args = [...words.slice(1), ...added];
  const doing = { ...NOTHING, ...rowOf(name, words[0] ?? '', args, step) };
  const files = step.writes.filter((path) => SOURCE.test(path));
  const help = args.length === 1 && /^(?:--help|-h|--version|-V)$/.test(args[0] ?? '');
  const hidesFailure = FORGIVING.test([name, ...args].join(' '));
  const isDry = doing.isDry || help || step.assigns.some((a) => /dry_?run=(?:true|1)$/i.test(a));
  return { ...doing, edits: [...doing.edits, ...files], isDry, hidesFailure };
});

const DOCKER_VALUES =
  /^(?:-e|--env|-v|--volume|-p|-w|--workdir|--name|-u|--user|--network|--entrypoint|--mount|--env-file|--platform)$/;

/** The command that `docker run IMAGE …` or `docker exec NAME …` runs; undefined without one. */
function inContainer(args: readonly string[]): readonly string[] | undefined {
  const at = args.findIndex((word) => word === 'run' || word === 'exec');
  if (at < 0 || args.slice(0, at).some((word) => /^(?:build|push|pull)$/.test(word))) return undefined;
  const rest = args.slice(at + 1);
  if (rest.includes('--')) return rest.slice(rest.indexOf('--') + 1);
  const image = rest.findIndex((word, i) => !isFlag(word) && !DOCKER_VALUES.test(rest[i - 1] ?? ''));
  return image < 0 ? undefined : rest.slice(image + 1);
}

/** A command line in one word. */
const isLine = (word: string) => Object.hasOwn(PROGRAMS, base(/^(\S+)\s+\S/.exec(word)?.[1] ?? ''));

function rowOf(name: string, path: string, args: readonly string[], step: Step): Partial<Doing> {
  const contained = /^(?:docker|podman|docker-compose|kubectl)$/.test(name) ? inContainer(args) : undefined;
  if (contained) {
    const words = unwrap(contained);
    const doing = words[0] === undefined ? {} : rowOf(base(words[0]), words[0], words.slice(1), step);
    return doing.proofs ? doing : { proofs: ['run'] };
  }
  if (name === 'cat' && step.input !== undefined) return { isSpoken: true };
  const table = Object.hasOwn(PROGRAMS, name) ? PROGRAMS : SHELL;
  if (Object.hasOwn(table, name)) return table[name]?.(args) ?? {};
  if (INTERPRETERS.test(name)) return interpreted(args, step, name);
  if (name === '') return {};
  // PowerShell: `$a = 1`, `$a -match 'b'`
  if (name.startsWith('$') && /^(?:[-+]?=|-\w+)$/.test(args[0] ?? '')) return { isTrivial: true };
  const ofProgram = unknown(args);
  // `catkin_make`, `ndk-build`
  if (/[_-](?:make|build|compile)$/.test(name)) return { ...ofProgram, proofs: ['build'] };
  const isScript = ofProgram.proofs?.[0] === 'run' && /\/|\.(?:sh|py|js|ts|rb)$/.test(path);
  // `in_docker.sh "make all"`
  const inner = isScript ? args.find(isLine)?.split(/\s+/) : undefined;
  if (inner) return rowOf(base(inner[0] ?? ''), '', inner.slice(1), step);
  return isScript ? ofScriptFile(path) : ofProgram;
}
