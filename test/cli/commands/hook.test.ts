/** `citewright hook` as agent hosts start it: payloads of each on standard input, answers in its form. */
import { appendFile, mkdir, readdir, readFile, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { runWorker } from '../../../src/cli/commands/hook';
import { blockIn, readStop } from '../../../src/cli/hookPayload';
import payloads from '../../fixtures/hooks/payloads.json';
import { CONTRADICTIONS } from '../../../src/core/codes';
import { parseJson } from '../../../src/core/text/jsonFields';
import { checkLog } from '../../../src/node/hookLog';
import { logOf, type LogFormat, type Session } from '../../support/agentLogs';
import { runCli, runInProcess } from '../../support/cli';
import { newFolder } from '../../support/newFolder';

const SAYS = 'The parser is done. All 7 tests pass.';
const LYING: Session = {
  steps: [{ command: 'pytest -q', output: '..F.F..\n2 failed, 5 passed in 0.12s', exit: 1 }],
  says: SAYS,
};
const HONEST: Session = {
  steps: [{ command: 'pytest -q', output: '.......\n7 passed in 0.10s' }],
  says: SAYS,
};
type Name = keyof typeof payloads;
const NAMES = Object.keys(payloads) as Name[]; // keys of a fixture
const formatOf = (name: Name) => name.split(' ')[0] as LogFormat; // names begin with the host

let folder: string;
beforeEach(() => void (folder = newFolder()));

const log = () => path.join(folder, 'log.jsonl');
const fill = (name: Name, more: object = {}) =>
  JSON.stringify({
    ...(JSON.parse(
      JSON.stringify(payloads[name]).replace('"LOG"', JSON.stringify(log())).replace('MESSAGE', SAYS),
    ) as object),
    ...more,
  });
/** The machine may be busy: the deadline has a test of its own. */
const hook = (input: string, ...args: string[]) =>
  runCli(['hook', '--deadline', '30000', ...args], {
    cwd: folder,
    env: { XDG_CACHE_HOME: path.join(folder, 'cache') },
    input,
  });
/** What the worker of the hook finds for a payload, in this process, or why it checks nothing. */
async function findingsOf(input: string) {
  const stop = readStop(parseJson(input));
  if (typeof stop === 'string') return stop;
  const { log: file, message } = stop;
  return checkLog({
    log: file,
    codes: CONTRADICTIONS,
    patienceMs: 0,
    ...(message !== undefined && { message }),
  });
}
type Block = { decision: string; reason: string; hookSpecificOutput?: object };
const blocked = (out: string) => JSON.parse(out) as Block;

describe('the hook', () => {
  test.each(NAMES.filter((name) => !name.startsWith('vscode')))(
    'stops %s once for a claim that its log contradicts',
    async (name) => {
      await writeFile(log(), logOf(formatOf(name), LYING));
      const { code, out } = await hook(fill(name));
      expect(code).toBe(0);
      const { decision, reason, ...rest } = blocked(out);
      expect(decision).toBe('block');
      expect(rest).toEqual({});
      const lines = (await readFile(log(), 'utf8')).split('\n');
      const line = Number(/line (\d+) of the log/.exec(reason)?.[1]);
      expect(reason).toContain('[contradicted-by-log]');
      expect(lines[line - 1]).toContain('2 failed, 5 passed');
      expect(await hook(fill(name))).toEqual({ code: 0, out: '', err: '' });
    },
    120_000,
  );

  test('prints nothing if the log supports the claims', async () => {
    for (const name of NAMES) {
      await writeFile(log(), logOf(formatOf(name), HONEST));
      expect(await findingsOf(fill(name)), name).toEqual([]);
    }
    expect(await hook(fill('codex Stop'))).toEqual({ code: 0, out: '', err: '' });
  });

  test('answers VS Code in its own field, and treats a command without output as unanswered', async () => {
    await writeFile(log(), logOf('vscode', LYING));
    expect(await hook(fill('vscode Stop'))).toEqual({ code: 0, out: '', err: '' });
    const { out } = await hook(fill('vscode Stop'), '--block', 'not-in-log');
    expect(blocked(out).hookSpecificOutput).toMatchObject({ hookEventName: 'Stop', decision: 'block' });
    const stop = readStop(JSON.parse(fill('vscode SubagentStop')));
    expect(typeof stop === 'string' || blockIn(stop, 'x')).toEqual({ decision: 'block', reason: 'x' });
  });

  test('forgets sessions that ended long ago', async () => {
    const notes = path.join(folder, 'cache/citewright/hook');
    await mkdir(notes, { recursive: true });
    await writeFile(path.join(notes, 'old.json'), '[]');
    await writeFile(path.join(notes, 'new.json'), '[]');
    await utimes(path.join(notes, 'old.json'), 0, 0);
    await writeFile(log(), logOf('claude-code', LYING));
    await hook(fill('claude-code Stop'));
    const kept = await readdir(notes);
    expect([kept.length, kept.includes('new.json'), kept.includes('old.json')]).toEqual([2, true, false]);
  });

  test('ignores a claim that is not in the log, unless configured', async () => {
    await writeFile(log(), logOf('claude-code', { steps: [], says: SAYS }));
    expect((await hook(fill('claude-code Stop'))).out).toBe('');
    expect(blocked((await hook(fill('claude-code Stop'), '--block', 'not-in-log')).out).reason).toContain(
      '[not-in-log]',
    );
  });

  test('names a cited page that no tool opened', async () => {
    const says = 'The parser follows the grammar (https://spec.example/grammar).';
    const steps = [{ command: 'curl https://other.example/', output: 'hello' }];
    const session = logOf('claude-code', { steps, says }).replace(
      '"name":"Bash","input":{"command":"curl https://other.example/"}',
      '"name":"WebFetch","input":{"url":"https://other.example/"}',
    );
    await writeFile(log(), session);
    const { out } = await hook(fill('claude-code Stop', { last_assistant_message: says }));
    expect(blocked(out).reason).toContain('[unseen-source]');
  });

  test('reads only the last turn', async () => {
    const next = logOf('claude-code', { steps: [], says: 'Nothing else to do.' });
    await writeFile(log(), logOf('claude-code', LYING) + next);
    const { out } = await hook(fill('claude-code Stop', { last_assistant_message: 'Nothing else to do.' }));
    expect(out).toBe('');
  });

  test('waits for a log that is still being written, and judges only whole messages', async () => {
    const whole = logOf('claude-code', LYING);
    const cut = whole.lastIndexOf('\n', whole.length - 2) + 1;
    await writeFile(log(), whole.slice(0, cut));
    const { out, err } = await hook(fill('claude-code Stop'));
    expect(out).toBe('');
    expect(err).toContain('last message');
    const answer = checkLog({
      log: log(),
      codes: ['contradicted-by-log'],
      message: SAYS,
      patienceMs: 30_000,
    });
    setTimeout(() => void appendFile(log(), whole.slice(cut)), 100);
    expect(await answer).toMatchObject([{ code: 'contradicted-by-log', line: 3 }]);
  });

  test('does not stop an agent that a hook keeps working', async () => {
    await writeFile(log(), logOf('claude-code', LYING));
    expect(await hook(fill('claude-code Stop', { stop_hook_active: true }))).toMatchObject({
      code: 0,
      out: '',
    });
  });

  test('reads the end of a long log, and numbers its lines as in the file', async () => {
    const filler = `${JSON.stringify({ type: 'summary', text: 'x'.repeat(1_000_000) })}\n`;
    await writeFile(log(), filler.repeat(18) + logOf('claude-code', LYING));
    const { out } = await hook(fill('claude-code Stop'));
    expect(blocked(out).reason).toContain('(line 21 of the log)');
  });
});

describe('a hostile payload', () => {
  /** How the host sees it, and whether standard error says that nothing was checked. */
  const outcome = async (input: string) => {
    const { code, out, err } = await hook(input);
    return { code, out, isTold: err.includes('not checked:') };
  };
  const LEFT_ALONE = { code: 0, out: '', isTold: true };

  test('does not stop the agent', async () => {
    for (const input of ['', '{', '[]', '{}', '"Stop"', '{"hook_event_name":"PreToolUse"}', '\u0000'])
      expect(await findingsOf(input), input).toEqual(expect.any(String));
    expect(await outcome('{')).toEqual(LEFT_ALONE);
  });

  test('cannot name a file that is not a log', async () => {
    await writeFile(log(), logOf('claude-code', LYING));
    await writeFile(path.join(folder, 'secret'), logOf('claude-code', LYING));
    await symlink(path.join(folder, 'secret'), path.join(folder, 'link.jsonl'));
    await mkdir(path.join(folder, 'dir.jsonl'));
    await writeFile(path.join(folder, 'huge.jsonl'), '');
    await truncate(path.join(folder, 'huge.jsonl'), 2 ** 31);
    const naming = (file: string) => fill('claude-code Stop', { transcript_path: file });
    expect(await findingsOf(naming(log()))).toHaveLength(1);
    const names = ['secret', 'link.jsonl', 'dir.jsonl', 'huge.jsonl', 'none.jsonl'];
    for (const file of [...names.map((name) => path.join(folder, name)), 'log.jsonl', '/dev/zero'])
      expect(await findingsOf(naming(file)), file).toEqual(expect.any(String));
    expect(await outcome(naming('/dev/zero'))).toEqual(LEFT_ALONE);
  });

  test('cannot put control characters or secrets of the log into the answer', async () => {
    const key = `ghp_${'a1B2c3D4e5'.repeat(4)}`;
    const steps = [
      { command: `TOKEN=${key} pytest -q`, output: '\u001b[31mFAILED\u001b[0m\n2 failed, 5 passed', exit: 1 },
    ];
    await writeFile(log(), logOf('claude-code', { steps, says: 'All 7 \u202etests pass.' }));
    const { out } = await hook(fill('claude-code Stop', { last_assistant_message: null }));
    expect(out).not.toBe('');
    expect(out).not.toContain(key);
    expect(blocked(out).reason).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  });

  test('that never ends is abandoned at the deadline', async () => {
    const { code, out, err } = await runCli(['hook', '--deadline', '700'], {
      cwd: folder,
      started: ({ stdin }) => stdin && Object.assign(stdin, { end: () => stdin }).write('{"session_id":'),
    });
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toContain('didn’t end in time');
  }, 20_000);

  test('that keeps the check busy is abandoned', async () => {
    const spin = path.join(folder, 'spin.cjs');
    await writeFile(spin, 'for (;;);');
    const job = { log: log(), codes: [], patienceMs: 0 };
    expect(await runWorker(spin, job, 200)).toBeUndefined();
    await writeFile(spin, 'throw new Error("broken")');
    expect(await runWorker(spin, job, 20_000)).toContain('broken');
  });
});

test('reports a wrong configuration without stopping the agent', async () => {
  const file = path.join(folder, 'file');
  await writeFile(file, '');
  for (const args of [['--blok'], ['--block', 'reached'], ['--cache', 'off'], ['--cache', file]])
    expect((await runInProcess(['hook', ...args], { cwd: folder })).code, args.join()).toBe(2);
  expect((await hook(fill('claude-code Stop'), '--blok')).code).toBe(1); // which no host takes for a block
});
