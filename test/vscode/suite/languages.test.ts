/** Kinds of texts that are scanned by default, and languages that a user adds. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { configure, diagnosticsOf, dialogs, openFile, run, until, writeFile } from './stage';

/** One marker in prose, one where the kind of text has code or a comment. */
const MARKDOWN = 'Tides rise 【9†source】.\n\n```\n【8†source】\n```\n';
const TEXTS: Readonly<Record<string, string>> = {
  'page.md': MARKDOWN,
  'page.mdx': MARKDOWN,
  'page.qmd': MARKDOWN,
  'page.Rmd': MARKDOWN,
  'ask.prompt.md': MARKDOWN,
  'style.instructions.md': MARKDOWN,
  'reviewer.chatmode.md': MARKDOWN,
  'SKILL.md': MARKDOWN,
  'myst.md': 'Tides rise 【9†source】.\n\n```{code-block} text\n【8†source】\n```\n',
  'paper.tex': 'Tides rise 【9†source】.\n\n% 【8†source】\n',
  COMMIT_EDITMSG:
    'fix: Tides rise 【9†source】.\n\n# On branch 【8†source】\n# ------------------------ >8 ------------------------\n+【7†source】\n',
};

const shown = (document: vscode.TextDocument) =>
  diagnosticsOf(document).map(({ range }) => document.getText(range));

describe('a text in a dialect of Markdown', () => {
  for (const [name, text] of Object.entries(TEXTS))
    it(`is scanned as its own format: ${name}`, async () => {
      const { document } = await openFile(text, `languages/${name}`);
      await until(() => shown(document).length > 0);
      assert.deepEqual(shown(document), ['【9†source】'], document.languageId);
    });

  it('has citations in MyST roles', async () => {
    await writeFile('languages/tides.bib', '@book{smith2020, title = {Tides}}\n');
    const text = '---\nbibliography: [tides.bib]\n---\n\nTides rise {cite:p}`smith2020,nobody2021`.\n';
    const { document } = await openFile(text, 'languages/roles.md');
    await until(() => shown(document).length > 0);
    assert.deepEqual(shown(document), ['nobody2021']);
  });

  it('is offered no ignore comment that its language would reject', async () => {
    const { document } = await openFile(TEXTS['COMMIT_EDITMSG']!, 'languages/COMMIT_EDITMSG');
    const [mark] = await until(() => diagnosticsOf(document).length > 0 && diagnosticsOf(document));
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      mark!.range,
    );
    const titles = actions.map(({ title }) => title);
    assert.ok(titles.some((title) => title.startsWith('Remove')));
    assert.deepEqual(
      titles.filter((title) => /on this line|in this file/.test(title)),
      [],
    );
  });
});

describe('a language that a user adds', () => {
  it('is scanned at once, and no longer after it is removed', async () => {
    const { document } = await openFile('Tides rise 【9†source】.\n', 'languages/page.rst');
    assert.equal(document.languageId, 'restructuredtext');
    assert.deepEqual(shown(document), []);
    const restore = await configure({ 'scan.languages': ['markdown', 'restructuredtext'] });
    await until(() => shown(document).length === 1);
    await restore();
    await until(() => shown(document).length === 0);
  });

  it('is added by a command on one of its documents, which says that it isn’t scanned', async () => {
    const restore = await configure({ 'scan.languages': ['markdown'] });
    dialogs([[/language mode “restructuredtext” aren’t scanned/, 'Scan This Language']]);
    const { document } = await openFile('Tides rise 【9†source】.\n', 'languages/added.rst');
    await run('verifyDocument');
    await until(() => shown(document).length === 1);
    await restore();
    await until(() => shown(document).length === 0);
  });
});
