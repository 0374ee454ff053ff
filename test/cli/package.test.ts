/** The package as a stranger gets it: packed, installed without a network, run by npx. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { newFolder } from '../support/newFolder';

const ROOT = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const folder = newFolder();

/** No registry is there: what is not in the package is missing. */
const env = () => ({
  PATH: process.env['PATH'],
  HOME: folder,
  npm_config_offline: 'true',
  npm_config_update_notifier: 'false',
  npm_config_cache: path.join(folder, 'cache'),
});

test(
  'the tarball installs offline, contains no sources, and runs with npx',
  { timeout: 120_000 },
  async () => {
    const packed = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
      cwd: ROOT,
      env: env(),
    });
    const [{ files, filename }] = JSON.parse(packed.stdout) as [
      { files: { path: string }[]; filename: string },
    ];
    const names = files.map((f) => f.path);
    expect(names).toEqual(expect.arrayContaining(['dist/cli.js', 'dist/reader.js']));
    expect(
      names.filter((name) => /^(?:src|test|node_modules|\.|dist\/(?:extension|web|meta))/.test(name)),
    ).toEqual([]);
    for (const name of names.filter((file) => file.endsWith('js')))
      expect(readFileSync(path.join(ROOT, name), 'utf8'), name).not.toContain('require("vscode")');

    await writeFile(path.join(folder, 'package.json'), '{"private":true}');
    await run('npm', ['install', '--no-audit', '--no-fund', path.join(folder, filename)], {
      cwd: folder,
      env: env(),
    });
    expect(await readdir(path.join(folder, 'node_modules/.bin'))).toContain('citewright');
    await mkdir(path.join(folder, 'src'));
    await writeFile(path.join(folder, 'src/one.ts'), 'one\n');
    await writeFile(path.join(folder, 'x.md'), 'See src/none.ts:3 for more.\n');
    const told = await run(
      'npx',
      ['--no-install', 'citewright', 'verify', '--json', '--fail-on', 'never', 'x.md'],
      { cwd: folder, env: env() },
    );
    expect(JSON.parse(told.stdout)).toMatchObject({
      documents: [{ path: 'x.md', findings: [{ code: 'file-not-found' }] }],
    });
  },
);
