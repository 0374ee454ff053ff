/** What every command has in common: where it prints, how much, in which format, and which options it refuses. */
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readArgs, UsageError } from '../../src/cli/args';
import { COMMAND_NAMES, commandRow, OPTION_NAMES, optionRow, type OptionName } from '../../src/cli/options';
import { LIST_FORMATS } from '../../src/core/report';
import { pages, reach, runInProcess, serve, type Served } from '../support/cli';
import { newFolder } from '../support/newFolder';

const WALL = 'The wall of the harbour was built in 1910 and is 300 metres long.';
const DRAFT = `${WALL} [a](https://one.example/a) Its lamp is green. [b](https://two.example/b)\n\nNobody knows more [7].\n\n## References\n\n[1] Doe, J. (2001). Walls. https://three.example/c\n`;

let folder: string;
let site: Served;
beforeAll(async () => {
  folder = newFolder();
  site = await serve(pages({ '/wall': `<html><title>Walls</title><body><p>${WALL}</p></body></html>` }));
  await writeFile(path.join(folder, 'a.md'), DRAFT);
  await writeFile(path.join(folder, 'fine.md'), 'Nothing is cited here.\n');
  await writeFile(path.join(folder, 'src.ts'), 'one\n');
});
afterAll(() => site.close());
const cli = (...args: string[]) => runInProcess(args, { cwd: folder });
const network = () => [...reach(site), '--cache', 'off'];

describe('a mistake', () => {
  test.each([
    [['scan', '--formt', 'json', 'a.md'], '--formt (did you mean --format?)'],
    [['scan', '--zzz', 'a.md'], 'unknown option --zzz'],
    [['verify', 'a.md', '--max-tokens', '-1'], '--max-tokens=VALUE'],
    [['scan', '--allow-network', 'a.md'], 'scan has no option --allow-network'],
    [['fix', '--writ', 'a.md'], '--writ (did you mean --write?)'],
    [['scn', 'a.md'], 'scn (did you mean scan?)'],
    [['frobnicate', 'a.md'], 'unknown command frobnicate; the commands are scan,'],
    [['help', 'scn'], 'scn (did you mean scan?)'],
    [['scan'], 'citewright scan --help'],
    [['plan', '-'], 'use verify'],
    [['watch', '-'], 'no file to watch'],
    [['watch', 'none.md', 'other.md'], 'none.md, other.md'],
    [['replay', 'a.md'], 'citewright: a.md: not a bundle'],
  ])('is answered with a suggestion: %j', async (args, told) => {
    const { code, err, out } = await cli(...args);
    expect([code, out, err.trimEnd().split('\n')]).toEqual([2, '', [expect.stringContaining(told)]]);
  });
  test('is not answered with an option that the command lacks', async () => {
    expect((await cli('verify', '--writ', 'a.md')).err).toBe(
      'citewright: unknown option --writ; citewright verify --help lists the options\n',
    );
    expect((await cli('scan', '-V', 'a.md')).err).toBe(
      'citewright: unknown option -V; citewright scan --help lists the options\n',
    );
    expect((await cli('verify', 'a.md', '--cache')).err).toBe('citewright: --cache needs a value\n');
  });
});

describe('an option that a command does not have', () => {
  /** A valid value of each option that needs one. */
  const VALUES: Partial<Record<OptionName, string>> = {
    report: 'json=r.json',
    'allow-host': '127.0.0.1:80',
    endpoint: 'crossref=http://127.0.0.1:9',
    proxy: 'http://127.0.0.1:9',
    contact: 'a@example.org',
    judge: 'claude-haiku-4-5',
    'base-url': 'http://127.0.0.1:9/v1',
    workspace: '.',
    'as-of': '2024-01-31',
    shard: '1/2',
  };
  const option = (name: OptionName, value = VALUES[name]): string[] => {
    const { value: wanted, among } = optionRow(name);
    return wanted === undefined ? [`--${name}`] : [`--${name}`, value ?? among?.[0] ?? '1'];
  };
  /** The options with which each option has no effect, and the ones that it needs, wherever a command has both. */
  const NEEDS: Partial<Record<OptionName, OptionName>> = {
    ...Object.fromEntries(
      ['provider', 'base-url', 'batch', 'max-cost', 'max-tokens', 'max-cost-per-day'].map((name) => [
        name,
        'judge',
      ]),
    ),
    ...Object.fromEntries(
      ['proxy', 'contact', 'timeout-ms', 'retries'].map((name) => [name, 'allow-network']),
    ),
  };
  const WITHOUT: readonly (readonly [OptionName, OptionName])[] = [
    ...(['report', 'bundle', 'fail-on', 'baseline', 'no-text', 'require-verdict'] as const).map(
      (name) => [name, 'estimate'] as const,
    ),
    ...(['judge', 'require-verdict'] as const).map((name) => [name, 'links-only'] as const),
    ['since', 'changed'],
    ['quiet', 'verbose'],
  ];
  const told = (argv: readonly string[], env = {}): string => {
    try {
      readArgs(argv, env);
      return 'taken';
    } catch (error) {
      if (error instanceof UsageError) return error.message;
      throw error;
    }
  };

  test('is rejected by name: every option of every command, alone and with the others', () => {
    let walked = 0;
    for (const command of COMMAND_NAMES) {
      const { options, least, args } = commandRow(command);
      const arg = least > 0 || args.startsWith('[') ? ['x'] : [];
      const has = (name: OptionName) => options.includes(name);
      for (const name of OPTION_NAMES.filter((one) => !['help', 'version'].includes(one))) {
        walked += 1;
        const given = [
          command,
          ...arg,
          ...option(name, name === 'format' ? commandRow(command).formats?.[0] : undefined),
        ];
        const need = NEEDS[name];
        const isFree = command === 'mcp'; // its options are limits of its calls
        if (!has(name)) expect(told(given)).toBe(`${command} has no option --${name}`);
        else if (need && has(need) && !isFree) {
          expect(told(given)).toBe(`--${name} has no effect without --${need}`);
          expect(told([...given, ...option(need)])).toBe('taken');
        } else expect([given, told(given)]).toEqual([given, 'taken']);
        for (const other of OPTION_NAMES.filter((one) => has(name) && has(one) && one !== name)) {
          const isVain = WITHOUT.some(([one, without]) => one === name && without === other);
          const refusal = `--${name} has no effect with --${other}`;
          const said = told([...given, ...option(other), ...(need ? option(need) : [])]);
          expect([name, other, said === refusal]).toEqual([name, other, isVain]);
        }
      }
    }
    expect(walked).toBeGreaterThan(700);
  });

  test('is rejected with the values that exclude it', () => {
    const env = { CITEWRIGHT_ALLOW_NETWORK: '1' };
    expect(told(['verify', 'x', '--retries', '1'], env)).toBe('taken');
    expect(told(['verify', 'x', '--judge', 'none', '--max-cost', '1'])).toContain('without --judge');
    const none = ['verify', 'x', '--workspace', 'none'];
    expect(told([...none, '--as-of', '2024-01-31'])).toContain('without --workspace');
    expect(told([...none, '--workspace', '.'])).toContain('--workspace none');
    for (const command of ['watch', 'plan', 'work']) expect(told([command, '--json'])).toContain('--json');
  });

  test('about the text of sources is rejected for a format without it', async () => {
    for (const [code, ...args] of [
      [2, 'verify', 'fine.md', '--no-text'],
      [0, 'verify', 'fine.md', '--no-text', '--report', 'json=t.json'],
      [2, 'resolve', 'src.ts', '--no-text', '--format', 'csv'],
      [0, 'resolve', 'src.ts', '--no-text', '--json'],
    ] as const)
      expect([args, (await cli(...args)).code]).toEqual([args, code]);
  });

  test('is one for output only if the command prints nothing', () => {
    const printing = COMMAND_NAMES.filter((name) => commandRow(name).options.includes('format'));
    expect(COMMAND_NAMES.filter((name) => !printing.includes(name))).toEqual(['mcp', 'hook', 'completion']);
    for (const name of printing) {
      const { options, formats } = commandRow(name);
      expect(options).toEqual(expect.arrayContaining(['output', 'quiet', 'verbose']));
      expect([name, options.includes('json')]).toEqual([name, formats?.includes('json') ?? true]);
    }
  });

  test('may be a value: the hook has no “--cache off”, because it must record what it reported', async () => {
    expect((await cli('hook', '--help')).out).toMatch(/--cache DIR +/);
    expect((await cli('verify', '--help')).out).toMatch(/--cache DIR\|off +/);
  });

  test('every option but --version belongs to a command', () => {
    const used = new Set(COMMAND_NAMES.flatMap((name) => commandRow(name).options));
    expect(OPTION_NAMES.filter((name) => !used.has(name))).toEqual(['version']);
  });
});

describe('output', () => {
  test('goes to the file of --output, creating its folder', async () => {
    const printed = await cli('scan', '--json', 'a.md');
    const { code, out, err } = await cli('scan', '--json', '--output', 'new/report.json', 'a.md');
    expect([code, out, err]).toEqual([printed.code, '', '']);
    const same = (text: string) => text.replace(/"scanMs": [\d.]+/g, '');
    expect(same(await readFile(path.join(folder, 'new/report.json'), 'utf8'))).toBe(same(printed.out));
  });

  test('is rejected before any work if the file cannot be written', async () => {
    const { code, err } = await cli('scan', '--output', 'a.md/report.json', 'a.md');
    expect([code, err.includes('--output')]).toEqual([2, true]);
  });

  test('is rejected if it would replace an input of the command, under any name', async () => {
    const before = await readFile(path.join(folder, 'a.md'), 'utf8');
    await symlink('a.md', path.join(folder, 'other-name.md'));
    for (const more of [
      ['--output', 'a.md'],
      ['--output', './other-name.md'],
      ['--report', 'json=a.md'],
      ['--bundle', 'a.md'],
      ['--baseline', 'a.md', '--output', 'a.md'],
    ]) {
      const { code, err } = await cli('verify', 'a.md', '--cache', 'off', ...more);
      expect([more, code, err.includes('overwritten')]).toEqual([more, 2, true]);
    }
    await rm(path.join(folder, 'other-name.md'));
    expect(await readFile(path.join(folder, 'a.md'), 'utf8')).toBe(before);
  });

  test('is not read itself if it is in a folder that is read', async () => {
    await mkdir(path.join(folder, 'docs'));
    await writeFile(path.join(folder, 'docs/a.md'), 'One [1].\n');
    const files = ['--output', 'docs/out.md', '--report', 'json=docs/report.json'];
    for (let round = 0; round < 2; round++) {
      await cli('scan', '--format', 'markdown', ...files, 'docs');
      const { documents } = JSON.parse(await readFile(path.join(folder, 'docs/report.json'), 'utf8')) as {
        documents: { path: string }[];
      };
      expect(documents.map((document) => document.path)).toEqual(['docs/a.md']);
    }
  });

  test('is empty with --quiet if there are no problems, else the problems alone', async () => {
    expect(await cli('scan', '-q', 'fine.md')).toEqual({ code: 0, out: '', err: '' });
    const { out, err } = await cli('verify', '--quiet', 'fine.md', 'a.md', '--cache', 'off');
    expect([out.includes('fine.md'), err]).toEqual([false, '']);
    expect(out.split('\n').filter((line) => / (?:error|warning) /.test(line))).toHaveLength(1);
    expect(out).not.toContain('not looked up');
  });

  test('has the claim and the source of each finding with -v', async () => {
    await writeFile(path.join(folder, 'wall.md'), `${WALL} [a](${site.base}/wall)\n`);
    const { out, err } = await cli('verify', '-v', 'wall.md', ...network());
    expect(out).toMatch(new RegExp(`claim +${WALL}`));
    expect(out).toMatch(/source +Walls http:/);
    expect(err).toContain('reading wall.md');
    expect((await cli('scan', '-q', '-v', 'a.md')).code).toBe(2);
  });

  test('is one line for a document whose network is off, and one finding each in JSON', async () => {
    const { out } = await cli('verify', 'a.md', '--cache', 'off');
    expect(out.match(/not looked up/g)).toHaveLength(1);
    expect(out).not.toContain('disabled');
    const { out: lines } = await cli('verify', 'a.md', '--cache', 'off', '--format', 'jsonl');
    const all = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; code?: string });
    expect(all.filter(({ type, code }) => type === 'finding' && code === 'disabled')).toHaveLength(3);
    expect(all.at(-1)).toMatchObject({ type: 'summary', version: 1, found: 4, passed: null });
  });
});

describe('targets and papers', () => {
  test('are printed as they were typed', async () => {
    const { out } = await cli('resolve', 'src.ts:1', './src.ts:9', 'HTTP://One.example/x');
    const [first, second, third] = out.split('\n');
    expect(first).toMatch(/^✓ full {2}src\.ts:1 {2}/);
    expect(second).toMatch(/^✗ line-out-of-range {2}\.\/src\.ts:9 {2}/);
    expect(third).toMatch(/^✗ disabled {2}HTTP:\/\/One\.example\/x {2}/);
  });

  test('are listed in every list format, and rejected in a format that needs a document', async () => {
    for (const format of LIST_FORMATS) {
      const { out } = await cli('resolve', '--format', format, 'src.ts:1');
      expect(out).toContain('src.ts');
      expect((await cli('find', '--format', format, 'walls')).code).toBe(1);
    }
    const { code, err } = await cli('resolve', '--format', 'sarif', 'src.ts:1');
    expect([code, err.includes('sarif')]).toEqual([2, true]);
  });
});

describe('an envelope as text', () => {
  const claim = { claim: 'The file says one.', source: 'file:src.ts:1', evidence: 'one' };
  const envelope = async (...claims: object[]) => {
    await writeFile(path.join(folder, 'e.json'), JSON.stringify({ claims }));
    return 'e.json';
  };

  test('names claims and lines with -v, and only failures with -q', async () => {
    const name = await envelope(
      claim,
      { ...claim, source: null },
      { ...claim, source: 'web:https://a.example/' },
    );
    const plain = await cli('check-envelope', name);
    expect(plain.out.match(/^ {2}[✓✗?]/gm)).toEqual(['  ✓', '  ✗', '  ?']);
    expect(plain.out).not.toContain(claim.claim);
    const verbose = await cli('check-envelope', '-v', name);
    expect(verbose.out).toContain(claim.claim);
    expect(verbose.out).toContain('evidence in line 1');
    const quiet = await cli('check-envelope', '-q', name);
    expect(quiet.out.match(/^ {2}[✓✗?]/gm)).toEqual(['  ✗']);
    expect([plain.code, quiet.code]).toEqual([1, 1]);
    expect(await cli('check-envelope', '-q', await envelope(claim))).toEqual({ code: 0, out: '', err: '' });
  });

  test('neither passes nor fails if no source can be reached', async () => {
    const name = await envelope({ ...claim, source: 'web:https://a.example/' });
    const { code, out } = await cli('check-envelope', '--json', name);
    expect([code, (JSON.parse(out) as { passed: unknown }).passed]).toEqual([0, null]);
  });
});
