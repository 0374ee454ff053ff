import type fs from 'node:fs/promises';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { say } from '../../src/core/causes';
import {
  parseConfig,
  readRepository,
  RepositoryConfig,
  suppressionsOf,
  withIgnore,
  withoutIgnore,
  type ConfigError,
} from '../../src/node/config';
import { newFolder } from '../support/newFolder';

/** Owners of files, instead of their own: only root can give a file away. */
const owners = vi.hoisted(() => new Map<string, number>());
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof fs>();
  const owned = (look: typeof real.stat) => async (file: string) => {
    const facts = await look(file);
    return Object.assign(facts, { uid: owners.get(file) ?? facts.uid });
  };
  return { ...real, stat: owned(real.stat), lstat: owned(real.lstat) };
});
afterEach(() => owners.clear());

/** Settings, or in words why there are none. */
const plain = <T extends object>(got: T | ConfigError) =>
  'error' in got ? { ...got, error: say(got.error) } : got;

let folder: string;
beforeEach(async () => {
  folder = newFolder();
  await mkdir(path.join(folder, 'repo/.git'), { recursive: true });
  await mkdir(path.join(folder, 'repo/docs/.citewright'), { recursive: true });
});

test.skipIf(process.getuid === undefined)(
  'settings of another user apply only in that user’s own folder',
  async () => {
    const shared = path.join(folder, 'shared');
    const [work, settings] = [path.join(shared, 'work'), path.join(shared, 'citewright.json')];
    await mkdir(work, { recursive: true });
    await writeFile(settings, '{"exclude":["**"]}');
    const used = { config: { exclude: ['**'] } };
    expect(await readRepository(work)).toMatchObject(used);
    owners.set(settings, 12_345);
    expect(plain(await readRepository(work))).toEqual({
      path: settings,
      error: expect.stringContaining('user') as string,
    });
    owners.set(work, 54_321);
    expect(await readRepository(work)).toHaveProperty('error');
    owners.set(work, 12_345);
    expect(await readRepository(work)).toMatchObject(used);
    owners.clear();
    owners.set(work, 12_345).set(settings, 0);
    expect(await readRepository(work)).toMatchObject(used);
  },
);

test('a file that is invalid JSON is reported by position, without its text', () => {
  expect(plain(parseConfig('hunter2 is my password', 'f'))).toEqual({ path: 'f', error: 'not valid JSON' });
  expect(plain(parseConfig('{"format":"json",}', 'f'))).toEqual({
    path: 'f',
    error: 'not valid JSON at position 17',
  });
});

test('a severity for an unknown code names the code', () => {
  expect(plain(parseConfig('{"severities": {"uncitd": "none"}}', 'f'))).toHaveProperty(
    'error',
    'severities.uncitd isn’t a known key',
  );
});

test.each(['\\n::error::key', '\\u001b[2Jkey', 'key'.repeat(99)])(
  'a message has no line or command of the key %j',
  (key) => {
    for (const name of ['', 'judge'])
      expect(JSON.stringify(plain(parseConfig(`{"${name}${key}": 1}`, 'f')))).toMatch(/^[^\\]{0,200}$/);
  },
);

describe('a hostile repository', () => {
  test.each([
    { allowNetwork: true },
    { allowHosts: ['127.0.0.1:80'] },
    { endpoints: { crossref: 'https://evil.example' } },
    { baseUrl: 'https://evil.example/v1' },
    { provider: 'openai' },
    { proxy: 'http://evil.example' },
    { model: 'gpt-5' },
    { judge: 'gpt-5' },
    { maxCostUsd: 100 },
    { maxCitations: 100_000 },
    { timeoutMs: 600_000 },
    { maxBytes: 1e12 },
    { concurrency: 1000, maxCostUsd: -1 },
    { exclude: [`{${','.repeat(300)}}`] },
    { severities: { 'not-found': 'fatal' } },
    { severities: { 'no-such-code': 'info' } },
    { ignore: [{ host: 'x' }] },
    [],
    null,
  ])('cannot set %j', (value) => {
    expect(parseConfig(JSON.stringify(value), 'citewright.json')).toHaveProperty('error');
  });

  test('has settings that would widen a run refused, with the reason', () => {
    expect(plain(parseConfig('{"allowNetwork":true}', 'f'))).toMatchObject({
      error: 'allowNetwork may not be set in a repository; it is for the command line and your own settings',
    });
  });

  test('may set stricter values in equivalent spellings', () => {
    const value = {
      format: 'markdown',
      maxCostUsd: 0.1,
      maxCitations: 10,
      severities: { uncited: 'none' },
      exclude: ['old/**'],
    };
    expect(parseConfig(JSON.stringify(value), 'f')).toEqual(value);
  });
});

describe('the settings of a repository', () => {
  const write = (name: string, value: unknown) => writeFile(path.join(folder, name), JSON.stringify(value));

  test('are found in parent folders, up to the repository root', async () => {
    await write('citewright.json', { format: 'csv' });
    expect(await readRepository(path.join(folder, 'repo/docs'))).toMatchObject({ config: {} });
    await write('repo/citewright.json', { format: 'html' });
    expect(await readRepository(path.join(folder, 'repo/docs'))).toMatchObject({
      config: { format: 'html' },
      folder: path.join(folder, 'repo'),
    });
  });

  test('a broken file is reported, never skipped', async () => {
    await writeFile(path.join(folder, 'repo/citewright.json'), '{ not json');
    expect(await readRepository(path.join(folder, 'repo'))).toMatchObject({
      path: path.join(folder, 'repo/citewright.json'),
    });
    await rm(path.join(folder, 'repo/citewright.json'));
    await writeFile(path.join(folder, 'repo/docs/.citewright/accepted.json'), '{}');
    expect(await readRepository(path.join(folder, 'repo/docs'))).toHaveProperty('error');
  });

  test('an unreadable file is reported as such', async () => {
    const file = path.join(folder, 'repo/citewright.json');
    const told = async () => plain(await readRepository(path.join(folder, 'repo')));
    await symlink('gone.json', file);
    expect(await told()).toEqual({ path: file, error: 'the file can’t be read' });
    await rm(file);
    await symlink('citewright.json', file);
    expect(await told()).toEqual({ path: file, error: 'the file can’t be read' });
    await rm(file);
    await writeFile(file, ' '.repeat(4 * 1024 * 1024 + 1));
    expect(await told()).toEqual({ path: file, error: 'more than 4 MB' });
    await rm(file);
    await mkdir(file);
    expect(await told()).toEqual({ path: file, error: 'this is a folder or a device' });
    await rm(file, { recursive: true });
    const marks = path.join(folder, 'repo/docs/.citewright/accepted.json');
    await symlink('gone.json', marks);
    expect(plain(await readRepository(path.join(folder, 'repo/docs')))).toEqual({
      path: marks,
      error: 'the file can’t be read',
    });
    for (const [text, error] of [
      ['[]', 'the file must be of type object'],
      ['{"exclude":"a"}', 'exclude must be of type array'],
      ['{"severities":{"dead":"bad"}}', 'severities.dead must be one of error, warning, info, none'],
      ['{"ignore":[{"code":"danglin"}]}', 'ignore[0].code has an invalid value'],
      [JSON.stringify({ exclude: Array(200).fill('x'.repeat(200)) }), 'exclude is too long'],
      ['{"ignore":[{"note":"why"}]}', 'ignore[0] needs a code, a citation or a path'],
      ['{"timeoutMs":1.5}', 'timeoutMs must be of type integer'],
      ['{"timeoutMs":0}', 'timeoutMs must be more than 0'],
      ['{"maxCostUsd":5}', 'maxCostUsd may only be lowered, to 1 or less'],
    ] as const)
      expect(plain(parseConfig(text, 'f'))).toEqual({ path: 'f', error });
  });

  test('apply to documents whose path a rule or an exclusion matches', async () => {
    const everywhere = { citation: 'src/gone.ts' };
    const inDocs = { code: 'uncited', path: 'docs/*.md', note: 'by habit' };
    await write('repo/citewright.json', {
      ignore: [inDocs, everywhere],
      exclude: ['vendor/**', 'third', 'deep/er/', '/top', '/only.md'],
      severities: { dead: 'info' },
    });
    const repository = await readRepository(path.join(folder, 'repo'));
    if ('error' in repository) throw new Error(say(repository.error));
    const found = suppressionsOf(repository);
    const at = (name: string) => path.join(folder, 'repo', name);
    expect(found.at(at('docs/a.md'))).toMatchObject({
      rules: [inDocs, everywhere],
      severities: { dead: 'info' },
    });
    expect(found.at(at('a.md')).rules).toEqual([everywhere]);
    for (const name of 'vendor/x/a.md third/a.md x/third/y/a.md deep/er/a.md top/a.md only.md'.split(' '))
      expect(found.isExcluded(at(name)), name).toBe(true);
    for (const name of ['docs/a.md', 'third.md', 'x/deep/er/a.md', 'er/a.md', 'x/top/a.md', 'x/only.md'])
      expect(found.isExcluded(at(name)), name).toBe(false);
  });

  test('match the schema that editors complete from', async () => {
    const file = path.resolve(import.meta.dirname, '../../media/citewright.schema.json');
    const made = `${JSON.stringify(z.toJSONSchema(RepositoryConfig, { io: 'input' }), undefined, 2)}\n`;
    if (process.env['UPDATE_FIXTURES']) await writeFile(file, made);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(JSON.parse(made));
  });
});

describe('an added rule', () => {
  const rule = { code: 'dead' as const, note: 'moved soon' };

  test('comes after the existing ones', () => {
    const first = withIgnore(undefined, rule, 'citewright.json');
    expect(first).toBe(
      '{\n  "ignore": [\n    {\n      "code": "dead",\n      "note": "moved soon"\n    }\n  ]\n}\n',
    );
    if (typeof first !== 'string') throw new Error(say(first.error));
    const second = withIgnore(
      first.replace('{', '{"exclude":["old/**"],'),
      { path: 'a.md' },
      'citewright.json',
    );
    if (typeof second !== 'string') throw new Error(say(second.error));
    expect(JSON.parse(second)).toEqual({ exclude: ['old/**'], ignore: [rule, { path: 'a.md' }] });
  });

  test('does not overwrite an invalid file', () => {
    for (const text of ['{', '[]', '{"model":"x"}'])
      expect(withIgnore(text, rule, 'citewright.json')).toMatchObject({ path: 'citewright.json' });
  });
});

describe('a removed rule', () => {
  const text = `\ufeff{
  "severities": { "dead": "info" },
  "ignore": [{ "note": "x", "code": "dead" }, { "path": "a.md" }, { "code": "dead", "note": "x" }],
  "exclude": ["old/**"]
}`;

  test('is removed once, in any key order, and everything else is kept', () => {
    const rest = withoutIgnore(text, { code: 'dead', note: 'x' }, 'citewright.json');
    expect(rest).toBe(
      `${JSON.stringify(
        {
          severities: { dead: 'info' },
          ignore: [{ path: 'a.md' }, { code: 'dead', note: 'x' }],
          exclude: ['old/**'],
        },
        undefined,
        2,
      )}\n`,
    );
  });

  test('must be equal; otherwise nothing is written', () => {
    for (const rule of [{ code: 'dead' }, {}, undefined, 'dead', { path: 'a.md', note: 'x' }])
      expect(withoutIgnore(text, rule, 'citewright.json')).toBeUndefined();
    expect(withoutIgnore('{}', {}, 'citewright.json')).toBeUndefined();
  });

  test('is not searched for in an invalid file', () => {
    for (const broken of ['{', '[]', '{"model":"x"}'])
      expect(withoutIgnore(broken, {}, 'citewright.json')).toMatchObject({ path: 'citewright.json' });
  });
});
