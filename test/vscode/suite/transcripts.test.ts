import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { transcriptUri, Transcripts } from '../../../src/vscode/commands/openTranscript';
import { rowsOf } from '../../../src/vscode/state/resultRows';
import { at, codeOf, diagnosticsOf, dialogs, newSession, until, writeFile, YES } from './stage';

const said = (content: unknown, role = 'assistant') =>
  JSON.stringify({ type: role, timestamp: '2026-02-01T12:00:00Z', message: { role, content } });
const LOG = [
  said('Where is it? Not in src/user.ts:9.', 'user'),
  said([
    {
      type: 'text',
      text: 'The period is "12.42" hours (src/tide.ts:1).\n\nIt is invented (src/nowhere.ts:3).',
    },
  ]),
].join('\n');

const log = () => at('session.jsonl');
const write = (text: string) => writeFile(log(), text);
const transcript = () =>
  vscode.workspace.textDocuments.find(
    ({ uri }) => uri.scheme === 'citewright-transcript' && uri.query === log().toString(),
  );
const opened = async () => {
  await vscode.commands.executeCommand('citewright.openTranscript', log());
  return until(transcript);
};

/** How many watchers of files something creates and keeps. */
async function watched(act: () => PromiseLike<unknown>): Promise<number> {
  const space = vscode.workspace as unknown as Record<string, unknown>;
  const real = vscode.workspace.createFileSystemWatcher;
  let watching = 0;
  space['createFileSystemWatcher'] = (...args: Parameters<typeof real>) => {
    watching++;
    return Object.assign(real(...args), { dispose: () => watching-- });
  };
  try {
    await act();
    return watching;
  } finally {
    space['createFileSystemWatcher'] = real;
  }
}

describe('the log of an agent', () => {
  beforeEach(() => write(LOG));
  after(() => vscode.workspace.fs.delete(log()));

  it('opens as readable text, with findings there and in the log', async () => {
    const document = await opened();
    assert.match(
      document.getText(),
      /## Assistant[^\n]*\n\nThe period is "12\.42" hours \(src\/tide\.ts:1\)\./,
    );
    const [shown] = await until(() => {
      const found = diagnosticsOf(document).filter((d) => codeOf(d) === 'file-not-found');
      return found.length > 0 && found;
    });
    assert.equal(shown && document.getText(shown.range), 'src/nowhere.ts:3');
    const file = await vscode.workspace.openTextDocument(log());
    const [inFile, ...more] = await until(() => {
      const found = diagnosticsOf(file);
      return found.length > 0 && found;
    });
    assert.deepEqual(more, []);
    assert.equal(inFile && file.getText(inFile.range), 'src/nowhere.ts:3');
    assert.equal(inFile?.range.start.line, 1);
    assert.equal(inFile.severity, vscode.DiagnosticSeverity.Hint, 'listed twice in Problems');
    assert.equal(vscode.window.activeTextEditor?.document, document);
    const { active } = vscode.window.activeTextEditor.selection;
    assert.ok(active.line > 0 && shown?.range.start.line === active.line, 'not at its first finding');
  });

  it('opens at a contradicted claim of work, one step from the line of the log', async () => {
    const call = { type: 'tool_use', id: 'a', name: 'Bash', input: { command: 'npm test' } };
    const prints = 'Tests: 1 failed, 3 passed, 4 total';
    const result = { type: 'tool_result', tool_use_id: 'a', content: prints };
    const claim = 'All tests pass';
    const talk = [said([call]), said([result], 'user'), said([{ type: 'text', text: `${claim}.` }])];
    await write(`${LOG}\n${talk.join('\n')}`);
    const document = await opened();
    const [shown] = await until(() => {
      const found = diagnosticsOf(document).filter((d) => codeOf(d) === 'contradicted-by-log');
      return found.length > 0 && found;
    });
    assert.equal(shown && document.getText(shown.range), claim);
    const [related] = shown?.relatedInformation ?? [];
    assert.equal(related && document.getText(related.location.range), prints);
    assert.ok(shown);
    await until(() => vscode.window.activeTextEditor?.selection.active.isEqual(shown.range.start));
    const [place] = await vscode.commands.executeCommand<vscode.Location[]>(
      'vscode.executeDefinitionProvider',
      document.uri,
      shown.range.start,
    );
    assert.equal(place && document.getText(place.range), prints);
  });

  it('has contradicted claims at the top of the results, even if they come last', async () => {
    const talk = [
      '> Please mend it',
      '⏺ It is as planned [1]. It has rules [2]. It is old [3].',
      '⏺ Bash(npm test)\n  ⎿  Tests: 1 failed, 3 passed, 4 total',
      '⏺ All tests pass.',
    ];
    const session = newSession();
    const uri = at('exported.md');
    await session.settled(session.adopt(uri, talk.join('\n\n'), 'markdown'));
    const rows = rowsOf(session.view(uri)!);
    assert.deepEqual(
      rows.map(({ code, line }) => `${code} ${line}`),
      ['contradicted-by-log 8', 'dangling 3', 'dangling 3', 'dangling 3'],
    );
  });

  it('is verified like any document: only the agent’s words are claims', async () => {
    const document = await opened();
    await until(() => diagnosticsOf(document).length > 0);
    dialogs(YES);
    const outcome = await vscode.commands.executeCommand<{
      state: string;
      summary: { found: number; resolved: number };
    }>('citewright.verifyDocument', document.uri);
    assert.equal(outcome.state, 'done');
    assert.deepEqual([outcome.summary.found, outcome.summary.resolved], [2, 1]);
  });

  it('is read again when the session continues', async () => {
    const document = await opened();
    await until(() => diagnosticsOf(document).length > 0);
    for (const language of ['plaintext', 'markdown'])
      await vscode.languages.setTextDocumentLanguage(document, language); // Closes and reopens it.
    await write(`${LOG}\n${said('And src/later.ts:1.')}`);
    await until(() => document.getText().includes('src/later.ts:1'));
    await until(() => diagnosticsOf(document).filter((d) => codeOf(d) === 'file-not-found').length === 2);
  });

  it('in Markdown is shown as it is, without a watcher', async () => {
    const notes = at('session-notes.md');
    const text = '## User\n\nWhere is it?\n\n## Assistant\n\nIt is invented (src/nowhere.ts:3).\n';
    await writeFile(notes, text);
    const talk = dialogs();
    const watching = await watched(() => vscode.commands.executeCommand('citewright.openTranscript', notes));
    assert.deepEqual(
      talk.said.map(({ kind }) => kind),
      ['info'],
      'nothing says why no other document opens',
    );
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), notes.toString());
    assert.equal(watching, 0);
  });

  it('that is closed while it is read is not watched', async () => {
    const file = at('session-closed.jsonl');
    await writeFile(file, LOG);
    const transcripts = new Transcripts(newSession(), new vscode.EventEmitter());
    assert.equal(await watched(() => transcripts.provide(transcriptUri(file))), 0);
    transcripts.dispose();
  });

  it('in Markdown is shown only as its own reader scans it', async () => {
    const notes = at('session-first.md');
    const text = '## User\n\nIs it as in [8]?\n\n## Assistant\n\nIt is as in [1].\n';
    const session = newSession();
    const shown: string[][] = [];
    session.onDidChange((uri) => shown.push(session.view(uri)!.scan.citations.map(({ raw }) => raw)));
    await session.settled(session.adopt(notes, text, 'markdown'));
    assert.deepEqual(shown[0], ['[1]']);
  });

  it('is refused with a message if it isn’t one', async () => {
    await write('{"name":"x"}');
    const answers = dialogs();
    await vscode.commands.executeCommand('citewright.openTranscript', log());
    assert.match(answers.texts().join('\n'), /isn’t an agent log/);
    assert.equal(vscode.window.activeTextEditor, undefined);
  });
});
