/** Folders that are not on disk: cited files are looked up through the editor's file system, by the same rules as on disk. */
import { isFailure } from '../../../src/core/model';
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createScanner } from '../../../src/core/extract';
import { fileProblems } from '../../../src/core/scan/fileProblems';
import { linkProblems } from '../../../src/core/scan/linkProblems';
import { createVirtualWorkspace } from '../../../src/vscode/services/virtualFiles';
import { until, has } from './stage';

const SCHEME = 'test-shelf';
const never = new AbortController().signal;
const FILES: Readonly<Record<string, string | Uint8Array>> = {
  '/repo/src/tide.ts': 'one\ntwo\nthree\n',
  '/repo/src/other/tide.ts': 'one\n',
  '/repo/lib/moon.ts': 'a\nb\n',
  '/repo/.env': 'KEY=1\n',
  '/repo/docs/caf\u00e9.md': '# Tide\n',
  '/repo/image.bin': new Uint8Array([1, 0, 2]),
  '/repo/wide.md': Buffer.from('\ufeffGröße\n', 'utf16le'),
  '/repo/draft.md': 'The tide (src/tide.ts:9).\n\nNone [7].\n\n## References\n\n[1] A. https://a.example/1\n',
  '/secret.txt': 'outside',
};
const LINK = '/repo/link.ts';
const LARGE = '/repo/large.txt';

/** A folder that lives in memory; keeps what was read. */
class Shelf implements vscode.FileSystemProvider {
  readonly read: string[] = [];
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;
  watch = () => new vscode.Disposable(() => undefined);
  #isFolder = (path: string) =>
    Object.keys(FILES).some((name) => name.startsWith(`${path.replace(/\/$/, '')}/`));
  stat({ path }: vscode.Uri): vscode.FileStat {
    const times = { ctime: 1, mtime: 1 };
    if (path === LINK)
      return { type: vscode.FileType.File | vscode.FileType.SymbolicLink, size: 1, ...times };
    if (path === LARGE) return { type: vscode.FileType.File, size: 2_000_000_000, ...times };
    const file = FILES[path];
    if (file !== undefined) return { type: vscode.FileType.File, size: file.length, ...times };
    if (this.#isFolder(path)) return { type: vscode.FileType.Directory, size: 0, ...times };
    throw vscode.FileSystemError.FileNotFound();
  }
  readDirectory({ path }: vscode.Uri): [string, vscode.FileType][] {
    const start = `${path.replace(/\/$/, '')}/`;
    const below = Object.keys(FILES).filter((name) => name.startsWith(start));
    const names = new Map(
      below.map((name) => {
        const [first = '', ...rest] = name.slice(start.length).split('/');
        return [first, rest.length > 0 ? vscode.FileType.Directory : vscode.FileType.File];
      }),
    );
    return [...names];
  }
  readFile({ path }: vscode.Uri): Uint8Array {
    this.read.push(path);
    const file = FILES[path] ?? '';
    return typeof file === 'string' ? Uint8Array.from(new TextEncoder().encode(file)) : file;
  }
  #no = (): never => {
    throw vscode.FileSystemError.NoPermissions();
  };
  createDirectory = this.#no;
  writeFile = this.#no;
  delete = this.#no;
  rename = this.#no;
}

describe('virtual workspaces', () => {
  const shelf = new Shelf();
  let registered: vscode.Disposable;
  const root = vscode.Uri.from({ scheme: SCHEME, path: '/repo' });
  const files = createVirtualWorkspace([{ uri: root, name: 'repo' }]);
  const missOf = async (path: string, lines?: readonly [number, number]) => {
    const found = await files.file(path, lines, never);
    return isFailure(found) ? found.kind : found.path;
  };

  before(() => {
    registered = vscode.workspace.registerFileSystemProvider(SCHEME, shelf, { isReadonly: true });
  });
  after(() => {
    registered.dispose();
  });

  it('a cited file is found by path, below its folder’s name, or by a unique suffix', async () => {
    assert.equal(await missOf('src/tide.ts'), 'src/tide.ts');
    assert.equal(await missOf('./repo/src/tide.ts', [1, 3]), 'src/tide.ts');
    assert.equal(await missOf('moon.ts'), 'lib/moon.ts');
    assert.equal(await missOf('docs/cafe\u0301.md'), 'docs/caf\u00e9.md');
    assert.equal(await missOf('tide.ts'), 'ambiguous');
    assert.equal(await missOf('src/none.ts'), 'not-found');
    assert.equal(await missOf('src/tide.ts', [3, 5]), 'line-out-of-range');
  });

  it('nothing outside, no link, folder, device, binary or huge file is read', async () => {
    shelf.read.length = 0;
    for (const path of [
      '../secret.txt',
      'src/../../secret.txt',
      '/secret.txt',
      'file:///etc/passwd',
      '\\\\host\\share\\x',
      'CON',
      '~/x',
      'link.ts',
    ])
      assert.equal(await missOf(path), 'outside-workspace', path);
    assert.equal(await missOf('src'), 'not-text');
    assert.equal(await missOf('large.txt'), 'too-large');
    assert.deepEqual(shelf.read, []);
    assert.equal(await missOf('image.bin'), 'not-text');
  });

  it('a file in UTF-16 is text', async () => {
    const found = await files.file('wide.md', undefined, never);
    assert.deepEqual(!isFailure(found) && [found.text, found.lines], ['Größe\n', 1]);
  });

  it('a file that may hold credentials is recognised by name', async () => {
    const found = await files.file('.env', undefined, never);
    assert.ok(!isFailure(found) && found.sensitive);
  });

  it('a commit can’t be read here, which isn’t a problem', async () => {
    const found = await files.commit('0123abc', never);
    assert.equal(isFailure(found) && found.kind, 'disabled');
  });

  it('file citations of a scan get their problems', async () => {
    const scan = createScanner({ year: 2026 }).scan('See src/tide.ts:9 and src/gone.ts:1.\n');
    const problems = await fileProblems(scan, files, 'draft.md', never);
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['line-out-of-range', 'file-not-found'],
    );
  });

  it('a link starts at its document, a plain path at the root', async () => {
    const text =
      'See [a](tide.ts#L3), [b](../../lib/moon.ts#L2), [c](../../../secret.txt#L1) and src/tide.ts:3. ' +
      'See [d](/src/tide.ts#L3), [e](/src/none.ts#L1), [f](/src/../../secret.txt#L1) and [g](/home/x/tide.ts#L1).\n';
    const scan = createScanner({ year: 2026 }).scan(text);
    const problems = await fileProblems(scan, files, 'src/other/notes.md', never);
    assert.deepEqual(
      problems.map(({ code, facts }) => [code, facts['path']]),
      [
        ['line-out-of-range', 'tide.ts'],
        ['outside-workspace', '../../../secret.txt'],
        ['file-not-found', '/src/none.ts'],
        ['outside-workspace', '/src/../../secret.txt'],
      ],
    );
  });

  it('a link leads to a heading of its file', async () => {
    const scan = createScanner({ year: 2026 }).scan('[a](caf\u00e9.md#tide), [b](caf\u00e9.md#moon).\n');
    const problems = await linkProblems(scan, files, 'docs/draft.md', never);
    assert.deepEqual(
      problems.map(({ code, facts }) => [code, facts['label']]),
      [['heading-not-found', 'moon']],
    );
  });

  it('a document of a virtual folder is scanned', async () => {
    const uri = vscode.Uri.from({ scheme: 'vscode-vfs', authority: 'github', path: '/repo/draft.md' });
    const provider = vscode.workspace.registerFileSystemProvider('vscode-vfs', shelf, { isReadonly: true });
    try {
      const document = await vscode.workspace.openTextDocument(uri);
      await vscode.window.showTextDocument(document);
      await until(() => has(document, 'dangling'));
    } finally {
      provider.dispose();
    }
  });
});
