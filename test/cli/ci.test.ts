/** The action and the hooks, run as a runner and pre-commit run them: with their own scripts and arguments. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { load } from 'js-yaml';
import { pages, runInProcess, serve, type Served } from '../support/cli';
import { runGit } from '../support/gitRepo';
import { newFolder } from '../support/newFolder';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string): unknown => load(readFileSync(path.join(ROOT, file), 'utf8'));

type Step = {
  readonly id?: string;
  readonly run: string;
  readonly shell: string;
  readonly env: Record<string, string>;
  readonly 'working-directory'?: string;
};
type Action = {
  readonly inputs: Record<string, { readonly default: string; readonly description: string }>;
  readonly outputs: Record<string, { readonly value: string }>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
};
type Hook = {
  readonly id: string;
  readonly entry: string;
  readonly args: readonly string[];
  readonly language: string;
};

let folder: string;
let site: Served;
beforeAll(async () => {
  site = await serve(pages({ '/bridge': '<p>A bridge over the river.</p>' }));
});
afterAll(() => site.close());
beforeEach(async () => {
  folder = newFolder();
  await writeFile(path.join(folder, 'good.md'), `See [the bridge](${site.base}/bridge).\n`);
  await writeFile(
    path.join(folder, 'bad.md'),
    `Gone [7] and [gone](${site.base}/gone).\n\n## References\n\n1. A. (2020). B.\n`,
  );
});

type Ended = { readonly code: number; readonly out: string };
const execute = (
  file: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string>,
): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(
      file,
      [...args],
      { cwd, env: { PATH: process.env['PATH'], HOME: folder, ...env } },
      (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, out: stdout + stderr });
      },
    );
  });

describe('action.yml', () => {
  const action = read('action.yml') as Action;

  /** Runs the composite's steps with these inputs; what a runner would see. */
  async function run(inputs: Record<string, string>) {
    for (const name of Object.keys(inputs)) expect(action.inputs).toHaveProperty([name]);
    const given = {
      ...Object.fromEntries(Object.entries(action.inputs).map(([k, v]) => [k, v.default])),
      ...inputs,
    };
    const steps: Record<string, Record<string, string>> = {};
    const filled = (text: string) =>
      text.replace(/\$\{\{ *([\w.-]+) *\}\}/g, (_, name: string) => {
        if (name === 'github.action_path') return ROOT;
        const [kind = '', ...rest] = name.split('.');
        if (kind === 'inputs') return given[rest.join('.')] ?? '';
        if (kind === 'steps') return steps[rest[0] ?? '']?.[rest[2] ?? ''] ?? '';
        throw new Error(`nothing is known of ${name}`);
      });
    let code = 0;
    let out = '';
    for (const [i, step] of action.runs.steps.entries()) {
      expect(step.shell).toBe('bash');
      // A script that holds an expression would run what an input holds.
      expect(step.run).not.toContain('${{');
      const script = path.join(folder, `.step-${i}.sh`);
      const output = path.join(folder, `.output-${i}`);
      await writeFile(script, step.run);
      await writeFile(output, '');
      const env = Object.fromEntries(Object.entries(step.env).map(([k, v]) => [k, filled(v)]));
      const ended = await execute(
        'bash',
        ['--noprofile', '--norc', '-e', '-o', 'pipefail', script],
        path.join(folder, filled(step['working-directory'] ?? '.')),
        {
          ...env,
          GITHUB_OUTPUT: output,
          GITHUB_STEP_SUMMARY: path.join(folder, 'summary'),
          RUNNER_TEMP: folder,
        },
      );
      const lines = (await readFile(output, 'utf8'))
        .trim()
        .split('\n')
        .map((line) => line.split('='));
      if (step.id !== undefined)
        steps[step.id] = Object.fromEntries(lines.map(([k = '', ...v]) => [k, v.join('=')]));
      out += ended.out;
      code = ended.code;
      if (code !== 0) break;
    }
    const outputs = Object.fromEntries(Object.entries(action.outputs).map(([k, v]) => [k, filled(v.value)]));
    return { code, out, outputs };
  }
  const host = () => `--allow-host=127.0.0.1:${site.port}`;

  test('is a composite action whose inputs have a description and a default, and are used', () => {
    expect(action.runs.using).toBe('composite');
    const used = JSON.stringify(action.runs.steps);
    for (const [name, { description, default: value }] of Object.entries(action.inputs)) {
      expect([description, value], name).toEqual([expect.any(String), expect.any(String)]);
      expect(used).toContain(`inputs.${name} `);
    }
  });

  test('passes no file name or text to a shell as a command', async () => {
    const names = ['::error title=forged::boo.md', '##[error]two.md', '##vso[task.complete]three.md'];
    for (const name of names)
      await writeFile(path.join(folder, name), 'A [7] ##[group]x\n\n## References\n\n1. A. (2020). B.\n');
    const { out } = await run({ command: 'scan', files: '**/*.md' });
    const lines = out.split('\n');
    const [stop] = lines.flatMap((line) => /^::stop-commands::(\S{20,})$/.exec(line)?.slice(1) ?? []);
    expect(stop).toBeDefined();
    expect(lines).toContain(`::${stop}::`);
    expect(lines.filter((line) => line.trimStart().startsWith('::'))).toHaveLength(2);
    expect(out).not.toMatch(/##[\w-]*\[/);
    for (const name of ['boo.md', 'two.md', 'three.md']) expect(out).toContain(name);
    const plan = await runInProcess(['plan', '.'], { cwd: folder });
    expect(plan.out).not.toMatch(/##[\w-]*\[/);
    expect(
      plan.out.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as object])),
    ).not.toEqual([]);
  });

  test('passes without problems, fails with them, and writes its reports', async () => {
    const good = await run({ files: 'good.md', args: `${host()}\n--cache=off` });
    expect([good.code, good.outputs['exit-code']]).toEqual([0, '0']);
    const bad = await run({ files: 'good.md\nbad.md', args: `${host()}\n--cache=off` });
    expect([bad.code, bad.outputs['exit-code'], bad.out]).toEqual([
      1,
      '1',
      expect.stringContaining('dangling'),
    ]);
    const sarif = JSON.parse(await readFile(bad.outputs['sarif']!, 'utf8')) as {
      runs: { results: { ruleId: string }[] }[];
    };
    expect(sarif.runs[0]!.results.map((r) => r.ruleId)).toEqual(
      expect.arrayContaining(['dangling', 'not-found']),
    );
    expect(await readFile(path.join(folder, 'summary'), 'utf8')).toContain('# Citations');
    const known = await run({
      files: 'bad.md',
      args: `${host()}\n--cache=off`,
      baseline: bad.outputs['json']!,
    });
    expect(known.code).toBe(0);
  });

  test('takes each input as one argument, whatever it contains', async () => {
    const mark = path.join(folder, 'mark');
    for (const name of Object.keys(action.inputs).filter((input) => input !== 'working-directory'))
      await run({
        files: 'good.md',
        'allow-network': 'false',
        [name]: `"; touch ${mark}; $(touch ${mark}) \`touch ${mark}\``,
      });
    expect(existsSync(mark)).toBe(false);
  });

  test('checks only changes since a commit, offline if so configured', async () => {
    const git = (...args: string[]) => runGit(folder, args);
    git('init', '-q');
    git('add', 'bad.md', 'good.md');
    git('commit', '-q', '-m', 'one');
    const before = site.calls.length;
    expect((await run({ files: '*.md', since: 'HEAD', 'allow-network': 'false' })).code).toBe(0);
    expect((await run({ files: '*.md', command: 'scan' })).code).toBe(1);
    expect(site.calls).toHaveLength(before);
  });
});

describe('.pre-commit-hooks.yaml', () => {
  const hooks = read('.pre-commit-hooks.yaml') as readonly Hook[];
  /** As pre-commit runs a script of the hook's repository: its path there, then arguments, then the staged files. */
  const run = (id: string, files: readonly string[], args?: readonly string[]) => {
    const hook = hooks.find((h) => h.id === id)!;
    expect(hook.language).toBe('script');
    const [script = '', ...words] = hook.entry.split(' ');
    return execute(path.join(ROOT, script), [...words, ...(args ?? hook.args), ...files], folder, {});
  };

  test('rejects a commit with a dangling citation, and accepts another', async () => {
    const bad = await run('citewright', ['good.md', 'bad.md']);
    expect([bad.code, bad.out]).toEqual([1, expect.stringContaining('dangling')]);
    const good = await run('citewright', ['good.md']);
    expect(good.code).toBe(0);
  });

  test('accepts a file whose name begins with a dash', async () => {
    await writeFile(path.join(folder, '--help.md'), 'Nothing is cited here.\n');
    const { code, out } = await run('citewright', ['--help.md']);
    expect([code, out]).toEqual([0, expect.stringContaining('--help.md')]);
  });

  test('checks links only in the other hook', async () => {
    const args = [`--allow-host=127.0.0.1:${site.port}`, '--cache=off', '--'];
    expect((await run('citewright-links', ['good.md'], args)).code).toBe(0);
    const { code, out } = await run('citewright-links', ['bad.md'], args);
    expect([code, out]).toEqual([1, expect.stringContaining('not-found')]);
    expect(site.calls).toContain('HEAD /gone');
  });
});
