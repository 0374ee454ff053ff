/** Findings in the editor's storage: how many there may be, and what becomes of them when their text is renamed, deleted or gone. */
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Finding } from '../../../src/core/model';
import * as memory from '../../../src/vscode/memory';
import { Session } from '../../../src/vscode/session';
import { closeAll, folder, until } from './stage';

const NOTHING = { bibliographies: () => Promise.resolve(undefined), problems: () => Promise.resolve([]) };

describe('findings in the storage', () => {
  let home: string;
  let session: Session;
  let kept: memory.Memory;

  beforeEach(async () => {
    home = await fs.mkdtemp(path.join(os.tmpdir(), 'citewright-kept-'));
    session = new Session(NOTHING, 2026);
    kept = memory.register(session, { storageUri: vscode.Uri.file(home) });
  });
  afterEach(async () => {
    await closeAll();
    session.dispose();
    kept.dispose();
    await fs.rm(home, { recursive: true });
  });

  /** How many findings are in the only file of a folder. */
  const count = async (place: string) => {
    const [name] = await fs.readdir(place).catch(() => []);
    return name ? memory.unpack(await fs.readFile(path.join(place, name), 'utf8')).length : 0;
  };
  const at = (name: string) => vscode.Uri.joinPath(folder(), name);
  const found = (uri: vscode.Uri, text: string): Finding => ({
    citation: session.adopt(uri, text, 'markdown').scan.citations[0]!,
    code: 'not-found',
    severity: 'error',
    stage: 'unresolved',
    miss: 'not-found',
    detail: 'x',
  });

  it('are written and come back however many they are', async () => {
    const uri = at('many.md');
    const one = found(uri, 'It is gone ([gone](https://gone.example/)).\n');
    const many = new Map(
      Array.from({ length: 200_000 }, (_, i) => [`id-${i}`, { finding: one, at: i + 1 }] as const),
    );
    const changed = new vscode.EventEmitter<vscode.Uri>();
    let taken = 0;
    const text = {
      known: () => (taken === 0 ? many : new Map<string, never>()),
      onDidChange: changed.event,
      put: () => taken++,
      view: () => session.view(uri),
    };
    const other = path.join(home, 'other');
    const open = () => {
      const opened = memory.register(text, { storageUri: vscode.Uri.file(other) });
      changed.fire(uri);
      return opened;
    };
    const first = open();
    await first.loaded(uri);
    await until(async () => (await count(path.join(other, 'findings'))) === many.size);
    first.dispose();
    taken = 1;
    const second = open();
    await second.loaded(uri);
    second.dispose();
    assert.equal(taken, 1 + many.size);
  });
});
