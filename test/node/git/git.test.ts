import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { findGit } from '../../../src/node/git/binary';
import { driftOf } from '../../../src/node/git/diff';
import { ownFolder } from '../../../src/node/git/ownRepository';
import { Repository } from '../../../src/node/git/repository';
import { createWorkspace, type WorkspaceConfig } from '../../../src/node/workspace';
import { freshRepo } from '../../support/gitRepo';
import { newFolder } from '../../support/newFolder';

const signal = new AbortController().signal;
const repo = freshRepo();
const { git, write, commit } = repo;
const workspace = (more: Partial<WorkspaceConfig> = {}) =>
  createWorkspace({ roots: [repo.root], trusted: true, ...more });
const body = (name: string) =>
  ['// head', '', `export function ${name}() {`, '  return 42;', '}', '', '// tail', ''].join('\n');

describe('a commit', () => {
  it('has its message and its changes against its first parent', async () => {
    write('a.ts', 'one\ntwo\nthree\n');
    const first = commit('Begin');
    write('a.ts', 'one\n2\nthree\n');
    write('sub/new.ts', 'new\n');
    const second = commit('Change the second line\n\nBecause it was wrong.');
    const found = await workspace().commit(second.slice(0, 8), signal);
    expect(found).toMatchObject({
      sha: second,
      message: 'Change the second line\n\nBecause it was wrong.\n',
    });
    expect(found).toHaveProperty(
      'diff',
      [
        '--- a/a.ts',
        '+++ b/a.ts',
        '@@ -1,3 +1,3 @@',
        ' one',
        '-two',
        '+2',
        ' three',
        '--- /dev/null',
        '+++ b/sub/new.ts',
        '@@ -0,0 +1,1 @@',
        '+new',
      ].join('\n'),
    );
    expect(await workspace().commit(first, signal)).toHaveProperty('diff', expect.stringContaining('+two'));
  });

  it('is not found by a non-hash, and then no process is started', async () => {
    const mark = path.join(repo.home, 'ran');
    const fake = path.join(repo.home, 'git');
    writeFileSync(fake, `#!/bin/sh\ntouch ${mark}\nexit 1\n`);
    chmodSync(fake, 0o755);
    write('a', '');
    commit('c');
    for (const name of [
      'HEAD',
      'main',
      '--help',
      '--output=x',
      '-c',
      'abc',
      'deadbeef; id',
      'deadbeef\0x',
      'g123456',
      'a'.repeat(65),
      '',
      'HEAD~1',
    ])
      expect(await workspace({ gitPath: fake }).commit(name, signal), name).toMatchObject({
        kind: 'not-found',
      });
    expect(existsSync(mark)).toBe(false);
    await workspace({ gitPath: fake }).commit('deadbeef', signal);
    expect(existsSync(mark)).toBe(true);
  });

  it('is not found if the repository lacks it, and unknown without a complete repository', async () => {
    write('a', '');
    commit('c');
    expect(await workspace().commit('deadbeefdeadbeef', signal)).toMatchObject({ kind: 'not-found' });
    expect(await workspace({ roots: [repo.home] }).commit('deadbeef', signal)).toMatchObject({
      kind: 'disabled',
    });
    write('.git/shallow', '');
    const tree = path.join(repo.home, 'tree');
    git('worktree', 'add', '-q', tree);
    for (const root of [repo.root, tree])
      expect(await workspace({ roots: [root] }).commit('deadbeefdeadbeef', signal)).toMatchObject({
        kind: 'disabled',
      });
  });

  it.each(['HEAD^', 'HEAD^{tree}', 'HEAD:a', 'HEAD^:a'])('is unknown if the clone lacks %s', async (name) => {
    write('a', 'one');
    commit('b');
    write('a', 'two');
    const sha = commit('c');
    const id = git('rev-parse', name);
    const [object, whole] = [repo.at(`.git/objects/${id.slice(0, 2)}/${id.slice(2)}`), newFolder()];
    cpSync(repo.root, whole, { recursive: true });
    rmSync(object);
    const got = (roots = [repo.root]) => workspace({ roots }).commit(sha, signal);
    expect(await got()).toMatchObject({ cause: 'incomplete_clone', kind: 'disabled' });
    expect(await got([repo.root, whole])).toMatchObject({ sha });
    vi.spyOn(Repository.prototype, 'tree').mockRejectedValueOnce(new Error('git ended'));
    expect(await got([whole])).toMatchObject({ cause: 'git_failed', kind: 'disabled' });
  });

  it('is unknown if git refuses to read the repository, as it does if another user owns it', async () => {
    write('a', '');
    const sha = commit('c');
    appendFileSync(path.join(repo.root, '.git/config'), '[broken');
    expect(await workspace().commit(sha, signal)).toMatchObject({ cause: 'git_failed', kind: 'disabled' });
  });

  it('is cancelled promptly with the run', async () => {
    const slow = path.join(repo.home, 'slow', 'git');
    mkdirSync(path.dirname(slow));
    writeFileSync(slow, '#!/bin/sh\nexec sleep 120\n');
    chmodSync(slow, 0o755);
    const stop = new AbortController();
    const asked = workspace({ gitPath: slow }).commit('deadbeef', stop.signal);
    setTimeout(() => stop.abort(), 50);
    expect(await asked).toMatchObject({ kind: 'cancelled' });
  });

  it('is not a blob or a tree', async () => {
    write('a', 'x');
    commit('c');
    expect(await workspace().commit(git('rev-parse', 'HEAD:a'), signal)).toMatchObject({ kind: 'not-found' });
    expect(await workspace().commit(git('rev-parse', 'HEAD^{tree}'), signal)).toMatchObject({
      kind: 'not-found',
    });
  });
});

describe('a hostile repository', () => {
  /** Every setting that was measured to run a program names one that leaves a mark. */
  function arm(): string {
    const mark = path.join(repo.home, 'mark');
    const program = path.join(repo.home, 'program');
    writeFileSync(program, `#!/bin/sh\necho "$0 $@" >> ${mark}\ncat\n`);
    chmodSync(program, 0o755);
    const settings = [
      'core.fsmonitor', 'core.pager', 'core.sshCommand', 'core.editor', 'diff.external', 'gpg.program', 'alias.cat-file', 'alias.rev-parse',
      'filter.f.clean', 'filter.f.smudge', 'diff.f.textconv', 'diff.f.command', 'remote.origin.uploadpack', 'core.askPass', 'credential.helper',
    ]; // prettier-ignore
    for (const name of settings) git('config', name, name.startsWith('alias') ? `!${program}` : program);
    git('config', 'remote.origin.url', path.join(repo.home, 'elsewhere'));
    git('config', 'remote.origin.promisor', 'true');
    git('config', 'extensions.partialClone', 'origin');
    git('config', 'blame.ignoreRevsFile', '/etc/passwd');
    writeFileSync(path.join(repo.root, '.git/info/attributes'), '* filter=f diff=f\n');
    return mark;
  }

  it('runs no program: not for a commit, a missing one, drift or a date', async () => {
    write('a.ts', body('f'));
    write('draft.md', 'See a.ts:3.');
    const sha = commit('c');
    write('a.ts', `// new\n${body('f')}`);
    commit('d');
    const mark = arm();
    expect(await workspace().commit(sha, signal)).toMatchObject({ sha });
    expect(await workspace().commit('deadbeefdeadbeefdeadbeefdeadbeefdeadbeef', signal)).toMatchObject({
      kind: 'not-found',
    });
    expect(await workspace().commit('deadbee', signal)).toMatchObject({ kind: 'not-found' });
    for (const asOf of [undefined, '2026-01-01', sha]) {
      const file = await workspace(asOf === undefined ? {} : { asOf }).file('a.ts', [3, 3], signal, {
        path: 'draft.md',
        marker: 'a.ts:3',
      });
      expect(file).toMatchObject({ drift: { state: 'moved', lines: [4, 4] } });
    }
    expect(existsSync(mark)).toBe(false);
    git('show', sha); // the traps are armed: the plain command springs them
    expect(existsSync(mark)).toBe(true);
  });

  it('does not bring its own git', async () => {
    const own = path.join(repo.root, 'git');
    writeFileSync(own, '#!/bin/sh\n');
    chmodSync(own, 0o755);
    expect(await findGit([repo.root], ['.', 'bin', repo.root].join(path.delimiter))).toBeUndefined();
    expect(await findGit([repo.root], [repo.root, repo.home].join(path.delimiter))).toBeUndefined();
    const real = await findGit([repo.root]);
    expect(real !== undefined && path.isAbsolute(real) && !real.startsWith(repo.root)).toBe(true);
  });

  it('does not bring its own git by a link into it or out of it, and a folder is no program', async () => {
    const [inside, outside] = [path.join(repo.root, 'bin'), path.join(repo.home, 'bin')];
    const folder = path.join(repo.home, 'folder');
    for (const made of [inside, outside, path.join(folder, 'git')]) mkdirSync(made, { recursive: true });
    for (const file of [path.join(inside, 'program'), path.join(outside, 'program')]) {
      writeFileSync(file, '#!/bin/sh\n');
      chmodSync(file, 0o755);
    }
    symlinkSync(path.join(outside, 'program'), path.join(inside, 'git'));
    symlinkSync(path.join(inside, 'program'), path.join(outside, 'git'));
    expect(await findGit([repo.root], [inside, outside, folder].join(path.delimiter))).toBeUndefined();
    expect(await findGit([], outside)).toBe(path.join(outside, 'git'));
  });
});

describe('cited lines', () => {
  const cited = (
    from?: { path: string; marker: string },
    more: Partial<WorkspaceConfig> = {},
    file = 'a.ts',
  ) => workspace(more).file(file, [3, 5], signal, from);
  const draft = { path: 'draft.md', marker: 'a.ts:3-5' };

  it('are ok, moved, changed or gone since the draft cited them', async () => {
    write('a.ts', body('answer'));
    write('draft.md', 'Nothing yet.');
    commit('before');
    write('draft.md', 'The answer is in a.ts:3-5.');
    commit('cited');
    expect(await cited(draft)).toMatchObject({ drift: { state: 'ok', lines: [3, 5] } });
    write('a.ts', `// licence\n// year\n${body('answer')}`);
    write('draft.md', 'The answer is in a.ts:3-5. And more.');
    commit('moved');
    expect(await cited(draft)).toMatchObject({ drift: { state: 'moved', lines: [5, 7] } });
    write('a.ts', body('answer').replace('return 42;', 'return 43;'));
    expect(await cited(draft)).toMatchObject({ drift: { state: 'changed', lines: [3, 5] } });
    write('a.ts', '// head\n\n// tail\n');
    expect(await cited(draft)).toMatchObject({ drift: { state: 'gone' } });
  });

  it('of a link are found next to its document, despite other files of that name', async () => {
    write('docs/a.ts', body('answer'));
    write('docs/draft.md', 'The answer is [here](a.ts#L3-L5).');
    commit('cited');
    const from = { path: 'docs/draft.md', marker: '[here](a.ts#L3-L5)', isLink: true };
    write('docs/a.ts', `\n${body('answer')}`);
    expect(await cited(from)).toMatchObject({ path: 'docs/a.ts', drift: { state: 'moved', lines: [4, 6] } });
    rmSync(path.join(repo.root, 'docs/a.ts'));
    expect(await cited(from)).toMatchObject({ kind: 'drifted' });
    write('lib/a.ts', `\n\n${body('answer')}`);
    expect(await cited(from)).toMatchObject({ path: 'lib/a.ts', drift: { state: 'moved', lines: [5, 7] } });
  });

  it('of a link from the workspace folder are followed like others', async () => {
    write('docs/a.ts', body('answer'));
    write('docs/draft.md', 'The answer is [here](/docs/a.ts#L3-L5).');
    commit('cited');
    renameSync(path.join(repo.root, 'docs/a.ts'), path.join(repo.root, 'docs/b.ts'));
    const from = { path: 'docs/draft.md', marker: '[here](/docs/a.ts#L3-L5)', isLink: true };
    expect(await workspace().file('/docs/a.ts', [3, 5], signal, from)).toMatchObject({
      path: 'docs/b.ts',
      drift: { state: 'moved' },
    });
  });

  it('are reported with their current number', async () => {
    write('a.ts', 'one long line\ntwo long lines\n');
    write('draft.md', 'See a.ts:1 and a.ts:1-2.');
    commit('c');
    write('a.ts', 'new first line\none long line\ntwo long lines\n');
    const told = async (lines: readonly [number, number], marker: string) =>
      workspace().file('a.ts', lines, signal, { path: 'draft.md', marker });
    expect(await told([1, 1], 'a.ts:1')).toMatchObject({ drift: { state: 'moved', lines: [2, 2] } });
    expect(await told([1, 2], 'a.ts:1-2')).toMatchObject({ drift: { state: 'moved', lines: [2, 3] } });
  });

  it.each([
    ['a file in UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'), 'ok'],
    [
      'what Git LFS keeps for a file',
      () => 'version https://git-lfs.github.com/spec/v1\noid\nsize 1\n\n\n',
      undefined,
    ],
  ])('are compared with %s', async (_, inRepository, state) => {
    write('a.ts', inRepository(body('answer')));
    write('draft.md', 'The answer is in a.ts:3-5.');
    commit('cited');
    write('a.ts', Buffer.from(`\ufeff${body('answer')}`, 'utf16le'));
    expect(/"state":"(\w+)"/.exec(JSON.stringify(await cited(draft)))?.[1]).toBe(state);
  });

  it('have not drifted if the draft was never committed with them', async () => {
    write('a.ts', body('answer'));
    commit('c');
    write('draft.md', 'The answer is in a.ts:3-5.');
    expect(await cited(draft)).not.toHaveProperty('drift');
    expect(await cited()).not.toHaveProperty('drift');
  });

  it('are compared with a date or commit from the user', async () => {
    write('a.ts', body('answer'));
    const first = commit('one');
    write('a.ts', `\n\n${body('answer')}`);
    commit('two');
    write('a.ts', `\n\n\n\n${body('answer')}`);
    for (const asOf of [first.slice(0, 9), '2026-01-01'])
      expect(await cited(undefined, { asOf })).toMatchObject({ drift: { state: 'moved', lines: [7, 9] } });
    // On the second day the lines 3 to 5 were others: an empty head and the function's beginning.
    expect(await cited(undefined, { asOf: '2026-01-02T13:00:00Z' })).toMatchObject({
      drift: { state: 'moved', lines: [5, 7] },
    });
    expect(await cited(undefined, { asOf: '2025-12-31' })).not.toHaveProperty('drift');
  });

  it('are followed into a renamed file, and gone with a deleted one', async () => {
    write('a.ts', body('answer'));
    commit('one');
    rmSync(path.join(repo.root, 'a.ts'));
    write('lib/b.ts', body('answer'));
    expect(await cited(undefined, { asOf: '2026-01-01' })).toMatchObject({
      path: 'lib/b.ts',
      drift: { state: 'moved', lines: [3, 5] },
    });
    rmSync(path.join(repo.root, 'lib'), { recursive: true });
    expect(await cited(undefined, { asOf: '2026-01-01' })).toMatchObject({ kind: 'drifted' });
  });

  it('are followed if the workspace is a subfolder of the repository', async () => {
    write('sub/a.ts', body('answer'));
    commit('one');
    write('sub/a.ts', `\n${body('answer')}`);
    expect(
      await cited(undefined, { asOf: '2026-01-01', roots: [path.join(repo.root, 'sub')] }),
    ).toMatchObject({ drift: { state: 'moved', lines: [4, 6] } });
  });

  it('are not looked up in git in an untrusted workspace', async () => {
    write('a.ts', body('answer'));
    commit('one');
    write('a.ts', `\n${body('answer')}`);
    expect(await cited(undefined, { asOf: '2026-01-01', trusted: false })).not.toHaveProperty('drift');
  });
});

describe('the git program and its environment', () => {
  it('are not inherited from the environment', async () => {
    write('secret.txt', 'TOP SECRET\n');
    const sha = commit('Another project');
    const root = path.join(repo.home, 'own');
    repo.git('init', '-q', root);
    const theirs = path.join(repo.root, '.git');
    for (const [name, value] of [
      ['GIT_DIR', theirs],
      ['GIT_OBJECT_DIRECTORY', path.join(theirs, 'objects')],
      ['GIT_ALTERNATE_OBJECT_DIRECTORIES', path.join(theirs, 'objects')],
    ] as const) {
      vi.stubEnv(name, value);
      expect(
        await createWorkspace({ roots: [root], trusted: true }).commit(sha, signal),
        name,
      ).toHaveProperty('cause');
      vi.unstubAllEnvs();
    }
  });

  it('never fetch, prompt or use replaced objects', async () => {
    write('a', '');
    const sha = commit('c');
    const seen = path.join(repo.home, 'seen');
    const spy = path.join(repo.home, 'spy', 'git');
    mkdirSync(path.dirname(spy));
    writeFileSync(spy, `#!/bin/sh\n{ echo "$@"; env; } >> '${seen}'\nexec git "$@"\n`);
    chmodSync(spy, 0o755);
    vi.stubEnv('GIT_TRACE', '1');
    vi.stubEnv('KEPT', '1');
    expect(await workspace({ gitPath: spy }).commit(sha, signal)).toHaveProperty('diff');
    vi.unstubAllEnvs();
    const lines = readFileSync(seen, 'utf8').split('\n');
    const config = '-c protocol.allow=never -c core.fsmonitor=false -c safe.bareRepository=explicit';
    for (const command of [`rev-parse --verify --quiet --end-of-options ${sha}^{commit}`, 'cat-file --batch'])
      expect(lines).toContain(`${config} -c core.multiPackIndex=false ${command}`);
    const set = lines.filter((line) => /^(?:GIT_|LC_ALL|KEPT)/.test(line));
    expect([...new Set(set)].sort().join(' ')).toBe(
      `GIT_ALLOC_LIMIT=128m GIT_ALLOW_PROTOCOL=none GIT_CEILING_DIRECTORIES=${repo.home} GIT_NO_LAZY_FETCH=1 ` +
        'GIT_NO_REPLACE_OBJECTS=1 GIT_OPTIONAL_LOCKS=0 GIT_PAGER=cat GIT_TERMINAL_PROMPT=0 KEPT=1 LC_ALL=C',
    );
  });

  it('are not found by a relative entry of the search path', async () => {
    const bin = path.join(repo.home, 'bin');
    mkdirSync(bin);
    writeFileSync(path.join(bin, 'git'), '#!/bin/sh\n');
    chmodSync(path.join(bin, 'git'), 0o755);
    expect(await findGit([], bin)).toBe(path.join(bin, 'git'));
    expect(await findGit([], path.relative(process.cwd(), bin))).toBeUndefined();
  });
});

describe('a repository elsewhere', () => {
  /** Another repository, and a folder of the workspace without one. */
  const elsewhere = () => {
    write('secret.txt', 'TOP SECRET\n');
    const sha = commit('Another project');
    const root = path.join(repo.home, 'checkout');
    mkdirSync(root);
    const found = async () => createWorkspace({ roots: [root], trusted: true }).commit(sha, signal);
    return { root, sha, found, theirs: path.join(repo.root, '.git') };
  };
  const FOREIGN = { kind: 'untrusted' };

  it('is not read through a file or link that names it', async () => {
    const { root, found, theirs } = elsewhere();
    writeFileSync(path.join(root, '.git'), `gitdir: ${theirs}\n`);
    expect(await found()).toMatchObject(FOREIGN);
    rmSync(path.join(root, '.git'));
    symlinkSync(theirs, path.join(root, '.git'));
    expect(await found()).toMatchObject(FOREIGN);
    const tree = path.join(repo.home, 'tree');
    repo.git('worktree', 'add', '-q', tree);
    const real = readFileSync(path.join(tree, '.git'), 'utf8');
    const files = [real, ` ${real}`, `${real}x`, 'nothing\n'];
    const forged = path.join(root, 'forged');
    mkdirSync(forged);
    writeFileSync(path.join(forged, 'gitdir'), '../.git');
    writeFileSync(path.join(forged, 'commondir'), theirs);
    for (const named of ['none', `${theirs}/modules`, 'forged']) files.push(`gitdir: ${named}\n`);
    for (const file of files) {
      rmSync(path.join(root, '.git'));
      writeFileSync(path.join(root, '.git'), file);
      expect(await found(), file).toMatchObject(FOREIGN);
    }
  });

  it('is not read if it is around or in the folder, below an empty .git', async () => {
    const { sha } = elsewhere();
    const inner = path.join(repo.root, 'inner');
    mkdirSync(inner);
    const own = path.join(inner, '.git');
    const found = () => createWorkspace({ roots: [inner], trusted: true }).commit(sha, signal);
    writeFileSync(own, 'gitdir: ../.git\n');
    expect(await found()).toMatchObject(FOREIGN);
    rmSync(own);
    mkdirSync(path.join(own, 'objects'), { recursive: true });
    expect(await found()).toMatchObject({ cause: 'git_failed' });
    execFileSync('git', ['init', '-q', '--bare', inner]);
    writeFileSync(path.join(inner, 'objects/info/alternates'), path.join(repo.root, '.git/objects'));
    expect(await found()).toMatchObject({ cause: 'git_failed' });
  });

  it('is not read through a link to one object, nor with more objects than can be checked', async () => {
    const { root, sha, found, theirs } = elsewhere();
    repo.git('init', '-q', root);
    const own = path.join(root, '.git/objects');
    mkdirSync(path.join(own, sha.slice(0, 2)));
    const link = path.join(own, sha.slice(0, 2), sha.slice(2));
    symlinkSync(path.join(theirs, 'objects', sha.slice(0, 2), sha.slice(2)), link);
    expect(await found()).toMatchObject(FOREIGN);
    rmSync(link);
    writeFileSync(path.join(own, 'no-folder'), '');
    expect(await found()).toMatchObject({ cause: 'no_commit' });
    rmSync(path.join(own, 'no-folder'));
    const names = Array.from({ length: 298 }, (_, i) => path.join(own, `x${i}`));
    for (const name of names.slice(1)) mkdirSync(name);
    expect(await found()).toMatchObject({ cause: 'no_commit' });
    mkdirSync(names[0] ?? '');
    expect(await found()).toMatchObject(FOREIGN);
  });

  it('is not read through object alternates or links, nor through a common folder', async () => {
    const { root, found, theirs } = elsewhere();
    repo.git('init', '-q', root);
    const own = path.join(root, '.git');
    writeFileSync(path.join(own, 'objects/info/alternates'), `${theirs}/objects\n`);
    expect(await found()).toMatchObject(FOREIGN);
    rmSync(path.join(own, 'objects/info/alternates'));
    execFileSync('mkfifo', [path.join(own, 'objects/info/alternates')]);
    expect(await found(), 'a pipe').toMatchObject(FOREIGN);
    rmSync(path.join(own, 'objects/info/alternates'));
    writeFileSync(path.join(own, 'commondir'), `${theirs}\n`);
    expect(await found()).toMatchObject(FOREIGN);
    rmSync(path.join(own, 'commondir'));
    rmSync(path.join(own, 'objects/pack'), { recursive: true });
    symlinkSync(path.join(theirs, 'objects/pack'), path.join(own, 'objects/pack'));
    expect(await found()).toMatchObject(FOREIGN);
    rmSync(path.join(own, 'objects'), { recursive: true });
    symlinkSync(path.join(theirs, 'objects'), path.join(own, 'objects'));
    expect(await found()).toMatchObject(FOREIGN);
  });

  it('is read if it is a worktree or submodule of its own', async () => {
    write('a.txt', 'a\n');
    const sha = commit('Ours');
    const tree = path.join(repo.home, 'tree');
    repo.git('worktree', 'add', '-q', tree);
    expect(await createWorkspace({ roots: [tree], trusted: true }).commit(sha, signal)).toHaveProperty(
      'diff',
    );
    const above = path.join(repo.home, 'above');
    repo.git('init', '-q', above);
    repo.git(
      '-C',
      above,
      '-c',
      'protocol.file.allow=always',
      'submodule',
      '--quiet',
      'add',
      repo.root,
      'sub',
    );
    const sub = path.join(above, 'sub');
    expect(await createWorkspace({ roots: [sub], trusted: true }).commit(sha, signal)).toHaveProperty('diff');
  });
});

describe('a line diff', () => {
  it('distinguishes repeated lines: an unchanged text has not drifted, inserted lines move the following ones', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('}', '', 'return x;', 'call();'), { minLength: 1, maxLength: 20 }),
        fc.nat(),
        fc.nat(),
        (text, i, n) => {
          const from = (i % text.length) + 1;
          const to = Math.min(text.length, from + (n % 3));
          expect(driftOf(text, text, [from, to])).toEqual({ state: 'ok', lines: [from, to] });
        },
      ),
    );
    const then = ['one();', 'two();', 'three();', '}', 'four();', '}'];
    expect(driftOf(then, ['zero();', ...then], [4, 4])).toEqual({ state: 'moved', lines: [5, 5] });
    expect(driftOf(then, ['zero();', 'nought();', ...then], [6, 6])).toEqual({
      state: 'moved',
      lines: [8, 8],
    });
  });
});

describe('a repository of its own', () => {
  it('is named by a file of one line, and has no alternates or an empty list of them', async () => {
    write('a.txt', 'a\n');
    commit('Ours');
    expect(await ownFolder(repo.home)).toBeUndefined();
    writeFileSync(path.join(repo.root, '.git/objects/info/alternates'), '');
    const tree = path.join(repo.home, 'tree');
    repo.git('worktree', 'add', '-q', tree);
    expect(await Promise.all([repo.root, tree].map(ownFolder))).toEqual(Array(2).fill(repo.at('.git')));
    appendFileSync(path.join(tree, '.git'), 'x\n');
    expect(await ownFolder(tree)).toBeUndefined();
  });
});
