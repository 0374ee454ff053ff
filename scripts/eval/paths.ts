/**
 * `data/paths`: file and commit citations that must stay inside the workspace. Each is parsed like a command-line argument and resolved in
 * a real workspace on disk; git is replaced by a program that leaves a trace when run. Errors are listed by id.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isFailure } from '../../src/core/model';
import { parseTarget } from '../../src/core/resolve';
import { credentialsByName } from '../../src/core/text/credentials';
import { createWorkspace } from '../../src/node/workspace';
import { measuredSet, readJsonl } from '../data';
import { share } from '../figures';

type Case = {
  readonly id: string;
  readonly kind: string;
  readonly cite: string;
  readonly expected: string;
  readonly why: string;
};

const data = measuredSet('paths');
if (!data) process.exit(0);
const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'paths-')));
const root = path.join(home, 'ws');
const mark = path.join(home, 'git-ran');
const fakeGit = path.join(home, 'bin', 'git');

/** The result: `read` with the text, `sensitive`, or the kind of failure. */
async function outcome(cite: string): Promise<string> {
  const parsed = parseTarget(cite.replaceAll('<WS>', root));
  // A bare word is a reference in words unless marked as a file; the corpus means files.
  const target = !isFailure(parsed) && parsed.kind === 'work' ? parseTarget(`file:${cite}`) : parsed;
  if (isFailure(target)) return target.kind;
  const signal = AbortSignal.timeout(10_000);
  const workspace = createWorkspace({ roots: [root], trusted: true, gitPath: fakeGit });
  if (target.kind === 'commit') {
    const commit = await workspace.commit(target.sha, signal);
    return isFailure(commit) ? commit.kind : 'read';
  }
  if (target.kind !== 'file') return target.kind;
  const file = await workspace.file(target.path, target.lines, signal);
  if (isFailure(file)) return file.kind;
  if (file.text.includes('TOP SECRET') || file.text.includes('root:')) return 'escaped';
  return file.sensitive === undefined ? 'read' : 'sensitive';
}

const REFUSED = ['outside-workspace', 'not-found', 'bad-scheme', 'ambiguous'];

/** True if the outcome is what the corpus expects. */
function fulfils({ cite, expected }: Case, got: string, gitRan: boolean): boolean {
  if (expected === 'reject_before_spawn') return !gitRan && got !== 'read';
  if (expected === 'plumbing_only') return got !== 'read' || gitRan;
  if (expected === 'allow') return got === 'read';
  // A credential file missing from the fixture would have been marked if present.
  if (expected === 'ask')
    return got === 'sensitive' || (got === 'not-found' && credentialsByName(cite) !== undefined);
  if (expected === 'error_not_crash') return got !== 'escaped' && got !== 'read';
  return REFUSED.includes(got);
}

try {
  execFileSync('sh', [path.join(data, 'make-fixture.sh'), home]);
  execFileSync('mkdir', ['-p', path.dirname(fakeGit)]);
  writeFileSync(fakeGit, `#!/bin/sh\necho "$@" >> ${mark}\nexit 1\n`);
  chmodSync(fakeGit, 0o755);
  const cases = readJsonl<Case>(data, 'dev.jsonl');
  const wrong: string[] = [];
  for (const c of cases) {
    rmSync(mark, { force: true });
    const started = Date.now();
    // The corpus cites a commit by hash alone; the scanner's target marks it as a commit.
    const got = await outcome(c.kind === 'git' ? `git:${c.cite}` : c.cite);
    const ran = existsSync(mark) ? readFileSync(mark, 'utf8') : '';
    const slow = Date.now() - started > 5_000;
    const plumbing = /^(?:-c \S+ )*(?:rev-parse --verify|cat-file --batch)/.test(ran) || ran === '';
    if (process.argv.includes('--all')) console.log(c.id, c.kind, c.expected, '→', got);
    if (!fulfils(c, got, ran !== '') || slow || !plumbing)
      wrong.push(`${c.id} ${c.kind} ${c.expected}: ${got}`);
  }
  share('paths', 'places that end as expected', cases.length - wrong.length, cases.length, {
    least: 1,
    worst: wrong,
  });
} finally {
  rmSync(home, { recursive: true, force: true });
}
