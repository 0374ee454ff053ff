/** The library as another program has it: by the package's name, from the build. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLI, pages, serve, type Served } from './support/cli';
import { newFolder } from './support/newFolder';

const ROOT = path.resolve(import.meta.dirname, '..');
const WALL = 'The wall of the harbour was built in 1910 and is 300 metres long.';
const run = promisify(execFile);

let folder: string;
let site: Served;
beforeAll(async () => {
  folder = newFolder();
  site = await serve((request, body, response) => {
    if (request.url === '/closed') response.writeHead(403).end();
    else if (request.url !== '/slow')
      pages({ '/wall': `<html><body><p>${WALL}</p></body></html>` })(request, body, response);
  });
});
afterAll(() => site.close());

/** A program in the root of the package, which knows itself by its name. */
const program = (code: string) =>
  run(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] },
  });
const example = (name: string, ...args: string[]) =>
  run(process.execPath, [path.join(ROOT, 'examples/library', name), ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], LOCAL: `127.0.0.1:${site.port}` },
  });

describe('the examples', () => {
  test('scan.mjs prints citations and problems', async () => {
    const file = path.join(folder, 'a.md');
    await writeFile(
      file,
      `${WALL} [a](https://one.example/a)\n\nNobody knows [2].\n\n## References\n\n[1] Doe, J. (2001). Walls.\n`,
    );
    const { stdout } = await example('scan.mjs', file);
    expect(stdout).toContain('https://one.example/a  ');
    expect(stdout).toContain('! No reference found for [2].');
  });

  test('links.mjs keeps reachable links', async () => {
    const { stdout } = await example(
      'links.mjs',
      `${site.base}/wall`,
      `${site.base}/gone`,
      `${site.base}/closed`,
    );
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      `ok  ${site.base}/wall`,
      `no  ${site.base}/gone  HTTP 404`,
      `no  ${site.base}/closed  HTTP 403`,
    ]);
  });

  test('verify.mjs fails if a source does not exist', async () => {
    const file = path.join(folder, 'b.md');
    await writeFile(file, `${WALL} [a](${site.base}/wall) It is red. [b](${site.base}/gone)\n`);
    await expect(example('verify.mjs', file)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('1 of 2 sources found') as string,
    });
  });
});

describe('the library', () => {
  test('has no side effect on import, and exports its documented names', async () => {
    const { stdout } = await program(
      `const library = await import('citewright');
       await new Promise((done) => setTimeout(done, 20));
       const open = process.getActiveResourcesInfo().filter((name) => !/^(?:Pipe|TTY|FSReq|Timeout)/.test(name));
       console.log(Object.keys(library).sort().join(), open.length);`,
    );
    expect(stdout.trim()).toBe('checkLinks,explain,explainProblem,layers,scan,validateCitations,verify 0');
  });

  test('explains problems and findings', async () => {
    const file = path.join(folder, 'c.md');
    await writeFile(file, 'See src/none.ts:3 for more. Nobody knows [^7].\n\n[^1]: https://one.example/a\n');
    const { stdout } = await program(
      `import { readFileSync } from 'node:fs';
       import { explain, explainProblem, scan, verify } from 'citewright';
       const text = readFileSync(${JSON.stringify(file)}, 'utf8');
       const { findings } = await verify(text, { path: ${JSON.stringify(file)} });
       console.log(JSON.stringify([findings.map(explain), scan(text).problems.map(explainProblem)]));`,
    );
    const [findings, problems] = JSON.parse(stdout) as string[][];
    expect(findings).toContainEqual(expect.stringContaining('src/none.ts'));
    expect(problems?.every((said) => said !== '')).toBe(true);
    expect(problems?.length).toBeGreaterThan(0);
  });

  test('says what a wrong argument should have been', async () => {
    const { stdout } = await program(
      `import { checkLinks, scan, validateCitations, verify } from 'citewright';
       const calls = [() => scan(), () => verify(7), () => verify('', { allownetwork: true }), () => checkLinks('https://a.example/'), () => validateCitations()];
       const told = calls.map((call) => new Promise((done) => done(call())).catch(({ name, message }) => name + ': ' + message));
       console.log(JSON.stringify([...(await Promise.all(told)), verify().catch(() => 0) instanceof Promise]));`,
    );
    const [text, addresses] = [
      'TypeError: the text must be a string',
      'TypeError: the addresses must be an array',
    ];
    const option = 'TypeError: there is no option allownetwork';
    expect(JSON.parse(stdout)).toEqual([text, text, option, addresses, addresses, true]);
  });

  test('distinguishes dead, refused, slow, private and invalid addresses', async () => {
    const { stdout } = await program(
      `import { validateCitations } from 'citewright';
       const base = '${site.base}';
       const urls = [base + '/wall', base + '/gone', base + '/closed', base + '/slow', 'http://127.0.0.1:9/', 'not an address', base + '/wall'];
       console.log(JSON.stringify(await validateCitations(urls, { timeout: 5_000, allowHosts: ['127.0.0.1:${site.port}'] })));`,
    );
    const { valid, invalid, blocked, unchecked, errors } = JSON.parse(stdout) as Record<string, string[]> & {
      errors: Record<string, string>;
    };
    expect(valid).toEqual([`${site.base}/wall`]);
    expect(blocked).toEqual([`${site.base}/closed`]);
    expect(invalid).toEqual([`${site.base}/gone`, `${site.base}/slow`, 'not an address']);
    expect(unchecked).toEqual(['http://127.0.0.1:9/']);
    expect([errors[`${site.base}/gone`], errors[`${site.base}/slow`], errors['not an address']]).toEqual([
      'HTTP 404',
      'Timeout',
      'Invalid URL format',
    ]);
  });

  test('contains no code of the editor, and has types for other programs', async () => {
    const lib = path.join(path.dirname(CLI), 'lib');
    for (const name of await readdir(lib))
      expect(await readFile(path.join(lib, name), 'utf8')).not.toMatch(/from ?"vscode"/);
    await run(process.execPath, ['scripts/types.mjs'], { cwd: ROOT });
    await mkdir(path.join(ROOT, '.cache'), { recursive: true });
    await writeFile(
      path.join(ROOT, '.cache/library-types.mts'),
      `import { scan, verify, validateCitations, type Finding } from 'citewright';
       const found: readonly Finding[] = (await verify('x', { allowNetwork: false })).findings;
       const first: string | undefined = scan('x').citations[0]?.identifier;
       const valid: readonly string[] = (await validateCitations([], { timeout: 1 })).valid;
       // @ts-expect-error a text is no number
       scan(1);
       export { found, first, valid };`,
    );
    const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--ignoreConfig'];
    const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    await run(process.execPath, [tsc, ...flags, '.cache/library-types.mts'], { cwd: ROOT });
  });
});
