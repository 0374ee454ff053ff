/**
 * How runners report success, failure or nothing to do: one row per runner, matched line by line. Lines are truncated, so that reading each
 * takes bounded time. Output that no row matches is decided by the exit code alone.
 */
import type { Span } from '../model';
import { linesIn } from '../text/lines';
import { getOrMake } from '../text/maps';

type Kind = 'tests' | 'checks' | 'builds' | 'deploys' | 'git' | 'any';
type Form = {
  /** The runner's own success summary, which nothing else prints by chance. */
  readonly pass?: RegExp;
  readonly fail?: RegExp;
  /** It ran no tests, or a part of it ran none. */
  readonly empty?: RegExp;
  /** It succeeded, perhaps without a test: a success unless `empty` is shown without `tested`. */
  readonly ended?: RegExp;
  /** A part that tested something. */
  readonly tested?: RegExp;
};
type Row = Form & { readonly name: string; readonly of: Kind };

const rowsIn = (table: Readonly<Record<Kind, Readonly<Record<string, Form>>>>): readonly Row[] =>
  Object.entries(table).flatMap(([of, rows]) =>
    Object.entries(rows).map(([name, form]) => ({ name, of: of as Kind, ...form })),
  );

const RUNNERS = rowsIn({
  tests: {
    pytest: {
      pass: /^=* ?(?:\d+ \w+, ){0,6}[1-9]\d* passed(?:, \d+ [a-z]+){0,6} in \d[\d.:]*|^congratulations :\)|^nox > Session \S{1,80} was successful/,
      fail: /^=* ?(?:\d+ \w+, ){0,6}[1-9]\d* (?:failed|errors?)\b|^(?:FAILED|ERROR) \S+(?:::|\.py)|^evaluation failed :\(|^nox > Session \S{1,80} failed|^ERROR collecting|^ERRORS? =|^INTERNALERROR/,
      empty: /^=* ?no tests ran|^collected 0 items|^=* ?\d+ deselected in|tests? collected in/,
    },
    unittest: {
      ended: /^OK(?: \((?:skipped|expected failures)=\d+.*\))?$/,
      tested: /^Ran [1-9]\d* tests? in/,
      fail: /^FAILED \((?:failures|errors)=/,
      empty: /^Ran 0 tests|^NO TESTS RAN/,
    },
    jest: {
      pass: /^Tests: +(?:\d+ (?:skipped|todo), ){0,2}[1-9]\d* passed, \d+ total/,
      fail: /^Tests: .{0,40}?[1-9]\d* failed|^Test Suites: .{0,40}?[1-9]\d* failed|^FAIL \S/,
      empty: /^No tests found|^Tests: +0 total/,
    },
    vitest: {
      pass: /^Tests +[1-9]\d* passed(?: \| \d+ \w+){0,3} \(\d+\)/,
      fail: /^(?:Tests|Test Files) +[1-9]\d* failed|^Errors +[1-9]|^FAIL +\S|^Error: .{0,80}Test run failed/,
      empty: /^No test files found|^Tests +no tests|^No test suite found/,
    },
    playwright: {
      pass: /^[1-9]\d* passed \(\d[\d.]*(?:ms|s|m)\)$/,
      fail: /^[1-9]\d* failed$/,
      empty: /^Error: No tests found/,
    },
    bun: { pass: /^[1-9]\d* pass$/, fail: /^[1-9]\d* fail$/, empty: /^error: 0 test files matching/ },
    deno: {
      pass: /^ok \| [1-9]\d* passed/,
      fail: /^FAILED \| \d+ passed/,
      empty: /^ok \| 0 passed|^error: No test modules found/,
    },
    mocha: {
      pass: /^[1-9]\d* passing(?: \(\d+\w+\))?$/,
      fail: /^[1-9]\d* failing\b/,
      empty: /^0 passing|^No specs found|^0 specs, |^Executed 0 of 0\b/,
    },
    tap: {
      pass: /^[#ℹ] pass [1-9]\d*$|^# ok$|^All tests successful/,
      fail: /^[#ℹ] (?:fail|cancelled) [1-9]\d*$|^not ok \d+(?! .*# (?:TODO|SKIP))|^Result: FAIL/,
      empty: /^[#ℹ] tests 0$|^1\.\.0|^Result: NOTESTS/,
    },
    go: {
      pass: /^ok +\t?\S+\s+(?:\(cached\)|\d[\d.]*s)(?!.*\[no tests)/,
      fail: /^FAIL\b|^--- FAIL:|^panic: |\[build failed\]|\[setup failed\]/,
      empty:
        /\[no tests? (?:to run|files)\]|^Ran 0 of \d+ Specs|^testing: warning: no tests to run|^no test files/,
    },
    cargo: {
      pass: /^test result: ok\. [1-9]\d* passed|^Summary \[.{1,20}\] [1-9]\d* tests? run: [1-9]\d* passed/,
      fail: /^test result: FAILED|^test .{1,200} \.\.\. FAILED|^error: test failed|tests? run: .{0,40}[1-9]\d* failed/,
      empty:
        /^running 0 tests|^test result: ok\. 0 passed|^Summary \[.{1,20}\] 0 tests run|^error: no tests to run/,
    },
    jvm: {
      ended: /^(?:\[INFO\] )?BUILD SUCCESS(?:FUL)?\b/,
      // An unchanged task was tested before, as in `ok (cached)` of Go.
      tested: /^> Task \S*(?:Test|:test)(?: UP-TO-DATE| FROM-CACHE)?$/,
      pass: /^(?:\[INFO\] )?Tests run: [1-9]\d*, Failures: 0, Errors: 0|^OK \([1-9]\d* tests?\)|^\[ *[1-9]\d* tests successful *\]|^\[info\] All tests passed\./,
      fail: /^(?:\[(?:ERROR|INFO)\] )?(?:BUILD FAIL(?:URE|ED)\b|Tests run: \d+, (?:Failures: [1-9]|Failures: \d+, Errors: [1-9]))|^FAILURE: Build failed|^FAILURES!!!|^\[ *[1-9]\d* tests failed *\]|^\d+ tests completed, [1-9]\d* failed|^> Task .{1,120} FAILED|^\[info\] \*\*\* \d+ (?:TESTS?|SUITES?) \w+ \*\*\*|^\[error\] Failed(?: tests)?:/,
      empty:
        /No tests (?:were|was) (?:executed|found)|No tests to run|^(?:\[INFO\] )?Tests (?:run: 0,|are skipped)|^\[ *0 tests found *\]|^> Task \S*(?:Test|:test) (?:NO-SOURCE|SKIPPED)$/,
    },
    dotnet: {
      pass: /^Passed! +- Failed: +0, Passed: +[1-9]|^Test Run Successful|^Passed!$|^Test summary: total: [1-9]\d*, failed: 0,/,
      fail: /^Failed! +- Failed: +[1-9]|^Test Run Failed|^Test summary: total: \d+, failed: [1-9]/,
      empty: /^No test (?:is available|matches)|^Total tests: 0|Zero tests ran|^Test summary: total: 0,/,
    },
    phpunit: {
      pass: /^OK \([1-9]\d* tests?, \d+ assertions?\)|^OK, but |^Tests: +[1-9]\d* passed \(/,
      fail: /^FAILURES!|^ERRORS!|^Tests: \d+, .*(?:Failures|Errors): [1-9]/,
      empty: /^No tests executed!|^(?:INFO +)?No tests found/,
    },
    rspec: {
      pass: /^[1-9]\d* (?:examples?|runs?|tests), (?:\d+ assertions, )?0 failures(?:, 0 errors)?/,
      fail: /^\d+ (?:examples?|runs?|tests), (?:\d+ assertions, )?(?:[1-9]\d* failures?|\d+ failures?, [1-9]\d* errors?)/,
      empty: /^0 (?:examples|runs|tests), |^No examples found/,
    },
    ctest: {
      pass: /^100% tests passed, 0 tests failed out of [1-9]/,
      fail: /^\d{1,2}% tests passed, [1-9]\d* tests? failed|^The following tests FAILED/,
      empty: /^No tests were found/,
    },
    native: {
      pass: /^\[ {2}PASSED {2}\] [1-9]\d* tests?\.|^All tests passed \(\d+ assertions?|^All \d+ tests passed\.$|; (\d+)\/\1 tests passed|^Testing \S+ tests passed|^\[ FAIL 0 \|.* PASS [1-9]|^\[doctest\] test cases: +[1-9]\d* \| +\d+ passed \| +0 failed/,
      fail: /^\[ {2}FAILED {2}\] |^\[ FAIL [1-9]|^\d+ of \d+ tests passed\.|^ERROR: Package \S+ errored during testing|^test cases: +\d+ \|.* [1-9]\d* failed|^\[doctest\] test cases: .*\| +[1-9]\d* failed/,
      empty:
        /^\[ {2}PASSED {2}\] 0 tests|^No tests ran$|^\[ FAIL 0 \|.* PASS 0\b|^\[doctest\] test cases: +0 /,
    },
    xcodebuild: {
      ended: /^\*\* TEST SUCCEEDED \*\*|^Test Succeeded$/,
      pass: /^Executed [1-9]\d* tests?, with 0 failures|Test run with [1-9]\d* tests? .{0,60}passed/,
      fail: /^\*\* TEST FAILED \*\*|^Testing failed:|^Tests Passed: [1-9]\d* failed|^Executed \d+ tests?, with [1-9]|Test run with \d+ tests? .{0,60}failed/,
      empty: /^Executed 0 tests|Test run with 0 tests/,
    },
    dart: {
      pass: /^\d\d:\d\d \+[1-9]\d*(?: ~\d+)?: All tests passed!/,
      fail: /^(?:\d\d:\d\d \+\d+(?: ~\d+)? -\d+: )?Some tests failed\./,
      empty: /^No tests (?:ran|were found)\./,
    },
    pester: {
      pass: /^Tests Passed: [1-9]\d*, Failed: 0\b/,
      fail: /^Tests Passed: \d+, Failed: [1-9]/,
      empty: /^Tests Passed: 0, Failed: 0\b/,
    },
    bazel: {
      pass: /^Executed \d+ out of \d+ tests?: [1-9]\d* tests? pass|^\/\/\S+ +(?:\(cached\) )?PASSED/,
      fail: /^\/\/\S+ +FAILED|fails? locally/,
      empty: /No test targets were found/,
    },
    scripts: {
      empty:
        /^g?make(?:\[\d+\])?: (?:Nothing to be done for|['`‘].{1,80}['’] is up to date)|^No tasks were executed as part of this run|^None of the (?:selected )?packages has a "/,
    },
  },
  checks: {
    mypy: {
      pass: /^Success: no issues found|^0 errors, 0 warnings|^No errors!|^All checks passed!|^Found 0 errors/,
      fail: /^Found [1-9]\d* errors?|^[1-9]\d* errors?, |: error: |: error TS\d|^Found [1-9]\d* diagnostics?/,
    },
    linter: {
      pass: /^All checks passed!|^0 (?:issues|problems|errors|offenses|violations)\b|^Found 0 (?:errors|problems|violations|warnings)|no offenses detected|^\W*No (?:issues|problems|lint(?:er)? errors|violations)(?: found)?|^Done linting! Found 0|\.{3}Passed$|\d+ fixed, 0 remaining/,
      fail: /severity: (?:error|warning)|^✖ [1-9]\d* problems?(?! \(0 errors)|^Found [1-9]\d* (?:errors?|problems?|issues?|violations?|warnings?)\b(?! \(\d+ fixed, 0 remaining)|\.{3}Failed$|^[1-9]\d* (?:issues?|offenses?|violations?|problems?|errors?)\b|\d+ files? inspected, [1-9]\d* offenses?|^[^\s:]+:\d+:\d+: [A-Z]{1,5}\d{2,5}\b|^\s*\d+:\d+ +error |^(?:error|warning)(?:\[\w+\])?: (?!0 )/,
    },
    clippy: {
      fail: /^(?:warning|error)(?:\[\w+\])?: (?!build failed)|^error: could not compile/,
      pass: /^Finished [`\w]/,
    },
    formatter: {
      pass: /^All matched files use Prettier|^All done!|^\d+ files? (?:already formatted|would be left unchanged)/,
      fail: /^\[warn\] (?!All)|would (?:be )?reformat|^Code style issues|^Diff in |^ERROR: .* Imports are incorrectly/,
    },
  },
  builds: {
    ci: {
      pass: /^All checks were successful|completed with 'success'|"conclusion": ?"success"|^✓ .{1,120}\(ID \d+\)$|\tpass\t/,
      fail: /^Some checks were not successful|completed with '(?!success|skipped|neutral)|"conclusion": ?"(?!success|skipped|neutral|")|^X .{1,200}|\tfail\t/,
      empty: /^Some checks are still pending|\tpending\t|^no checks reported|^\* .{1,120} · \d+$/,
    },
    compiler: {
      pass: /^Finished [`\w]|^Successfully built |^Built target|^Build (?:succeeded|successful|completed successfully)\b|^BUILD SUCCESSFUL|^Compiled (?:\d+ .{1,60})?successfully|^Nothing to compile|^Found 0 errors/,
      fail: /: error TS\d|^error(?:\[E\d+\])?: |: (?:fatal )?error: |^Found [1-9]\d* errors?|^error: could not compile|^# \S+$|undefined: |^Build FAILED|: error CS\d|^\S+:\d+:\d+: (?!warning|note)[a-z].{3,}|^make(?:\[\d+\])?: \*\*\* /,
    },
    bundler: {
      pass: /\b[Cc]ompiled successfully|^✓ built in |^Route \((?:app|pages)\) |^\+ First Load JS shared by all|^(?:created|built) .{1,80} in |^Done in |^⚡ Done/,
      fail: /compiled with [1-9]\d* errors?|^ERROR in |^Failed to compile|^✘ \[ERROR\]|^error during build|^Build failed|Module not found: Error|^Type error: |^Next\.js build worker exited with code: [1-9]/,
    },
    docker: {
      pass: /^Successfully (?:built|tagged) |naming to \S+.* done|exporting to image|digest: sha256:/,
      fail: /^ERROR: failed to (?:solve|build)|^failed to solve|^The command '.{1,200}' returned a non-zero code|denied: |unauthorized: /,
    },
  },
  deploys: {
    deploy: {
      pass: /deployed (?:successfully|to production)|successfully (?:deployed|published|uploaded|rolled out)|^\+ @?[\w./-]+@\d|^Published |digest: sha256:|^Deploy(?:ment)? (?:complete|succeeded|successful)/i,
      fail: /^denied: |requested access to the resource is denied|unauthorized|^npm (?:ERR!|error) |^error: |deployment failed|^deploy(?:ment)? failed|failed to deploy|permission denied|403 Forbidden|rolled back|^(?:│ )?Error: |^✘ \[ERROR\]/,
    },
  },
  git: {
    git: {
      pass: /^\[[^\]]{1,120} [0-9a-f]{7,40}\]|[0-9a-f]{7,40}\.\.[0-9a-f]{7,40} +\S+ -> |\* \[new (?:branch|tag)\]|^Everything up-to-date/,
      fail: /! \[(?:remote )?rejected\]|^error: failed to push|^fatal: |^nothing to commit|^no changes added to commit|nothing added to commit|^error: pathspec|^CONFLICT \(|hook declined|pre-commit hook failed|husky - .{0,40}(?:failed|exited)/,
    },
  },
  any: {
    npm: {
      fail: /^npm (?:ERR!|error) (?:code ELIFECYCLE|Lifecycle script|command failed|Test failed|Missing script)|^ ?ELIFECYCLE |^error Command failed with exit code|^(?:g?make|ninja)(?:\[\d+\])?: (?:\*\*\*|build stopped)|^error: Recipe .{1,80} failed|^error: script .{1,80} exited with code [1-9]/,
    },
  },
});

/** A line that reports failure, whatever the runner. */
const CRASH =
  /^Traceback \(most recent call last\):|^(?:AssertionError|TypeError|ReferenceError|SyntaxError|ImportError|ModuleNotFoundError|NameError|KeyError|ValueError|RuntimeError|AttributeError|Error)\b(?::|$)|^panic: |^thread '.{1,120}' panicked at |^Segmentation fault|^\S+: command not found$|^(?:bash|sh|zsh): .{1,120}: (?:command not found|No such file or directory|Permission denied)|^fatal error: |^Unhandled(?:PromiseRejection)?\b|^Uncaught /;
/** Words that look like success, in a form that no runner prints. */
const IMITATION = /^\W{0,4}(?:all )?\d* ?(?:tests? )?(?:passed|passing|pass|ok|success)\W{0,3}$/i;

/** What hosts add around an output. */
export const HOST =
  /^\(?(?:Bash completed with )?no (?:output|content)\)?$|^(?:Chunk ID|Wall time|Original token count|Process exited with code|Exit code|Command):? |^Output:$|^<\/?(?:stdout|stderr|output)>$|^<(status|exit_code|task_id|task_type|retrieval_status)>.{0,40}<\/\1>$|^Shell cwd was reset to /i;

const LONGEST_LINE = 400;
const LONGEST_IMITATION = 40;
const MOST_LINES = 20_000;
/** Escape sequences of terminals: colours and cursors, links and titles, character sets. */
const ESCAPES =
  /\u001b(?:\[[0-?]{0,40}[ -/]{0,4}[@-~]|\][^\u0007\u001b]{0,400}(?:\u0007|\u001b\\)|[()#][\dA-Z]|[=>78cDEHMNO])/g;

export type Reading = {
  readonly pass?: Span;
  readonly fail?: Span;
  readonly empty?: Span;
  /** Only words that look like success, in no runner's form. */
  readonly isImitation: boolean;
  readonly lines: number;
};

/** The rows that may match an output, with one expression for all their lines. */
export type Rows = { readonly all: readonly Row[]; readonly any: RegExp };

const withAny = (all: readonly Row[]): Rows => {
  const sources = all.flatMap(({ pass, fail, empty, ended, tested }) =>
    [pass, fail, empty, ended, tested].flatMap((form) => form?.source ?? []),
  );
  return { all, any: new RegExp(sources.join('|'), 'i') };
};

type Found = { pass?: Span; fail?: Span; empty?: Span };

/** Adds what a line shows in the form of one runner. */
function addLine(found: Found, { fail, pass, empty }: Row, line: string, span: Span, text: string): void {
  if (fail?.test(line)) found.fail = preferred(found.fail, span, text);
  else if (pass?.test(line)) found.pass = span;
  if (empty?.test(line)) found.empty = span;
}

/** What an output shows. `rows` are the runners that may have written it; spans are offsets into `text`. */
export function readOutput(text: string, rows: Rows, own: string | undefined): Reading {
  const found: Found = {};
  let ended: Span | undefined;
  let isTested = false;
  const isEscaped = text.includes('\u001b');
  let [lines, alike] = [0, 0];
  for (const { start, end } of linesIn(text)) {
    if (lines === MOST_LINES) break;
    const raw = text.slice(start, Math.min(end, start + LONGEST_LINE));
    const line = (isEscaped ? raw.replace(ESCAPES, '') : raw).trim();
    const span = { start, end: start + raw.length };
    if (line === '' || HOST.test(line)) continue;
    lines++;
    if (line.length <= LONGEST_IMITATION && IMITATION.test(line)) alike++;
    if (rows.any.test(line))
      for (const row of rows.all) {
        addLine(found, row, line, span, text);
        if (row.ended?.test(line)) ended = span;
        isTested ||= row.tested?.test(line) === true;
      }
    if (own === undefined && CRASH.test(line)) found.fail ??= span;
  }
  if (isTested) delete found.empty;
  if (ended && !found.empty) found.pass ??= ended;
  return { ...found, lines, isImitation: lines > 0 && alike === lines && !found.pass };
}

/** Of two failure lines, the one with a count is better. */
const preferred = (old: Span | undefined, now: Span, text: string): Span =>
  old && /\d+ (?:tests? )?(?:failed|failing|failures?|errors?)/.test(text.slice(old.start, old.end))
    ? old
    : now;

const rowsOf = new Map<string, Rows>();

/** The rows for the output of a command that proves `kind`: its own, otherwise all of that kind. */
export function rowsFor(
  runner: string | undefined,
  kind: Kind | 'checks+builds',
  more: readonly string[] = [],
): Rows {
  const key = [runner ?? '', kind, ...more].join(' ');
  return getOrMake(rowsOf, key, () => {
    const isOf = ({ of }: Row) =>
      kind === 'checks+builds' ? of === 'checks' || of === 'builds' : of === kind;
    const own = RUNNERS.filter(({ name }) => name === runner);
    const others = RUNNERS.filter(({ name }) => name === 'npm' || more.includes(name));
    const all = [...new Set([...(own.length > 0 ? own : RUNNERS.filter(isOf)), ...others])];
    // What was compiled or checked doesn't depend on whether there are tests.
    return withAny(
      kind === 'tests'
        ? all
        : all.map(({ empty, ...row }) => (row.of === 'tests' || !empty ? row : { ...row, empty })),
    );
  });
}
