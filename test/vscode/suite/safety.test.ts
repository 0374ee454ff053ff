/** Security requirements that need a real editor; docs/security-requirements.md names these tests. */
import { CAUSES, reason } from '../../../src/core/causes';
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { card, citedOf } from '../../../src/vscode/state/card';
import { render } from '../../../src/vscode/views/hover';
import { readMessage } from '../../../src/vscode/views/results';
import { linkTo } from '../../../src/core/edits/insertCitation';
import { appendPlain } from '../../../src/vscode/state/findingLabels';
import { clean, safeLink } from '../../../src/vscode/state/labels';
import type { Finding } from '../../../src/core/model';
import {
  at,
  cardAt,
  configure,
  diagnosticsOf,
  dialogs,
  extension,
  hoverAt,
  judge,
  judgedBy,
  open,
  pages,
  run,
  sourceOf,
  until,
  writeFile,
  YES,
} from './stage';

const manifest = () =>
  extension().packageJSON as {
    capabilities: { untrustedWorkspaces: { supported: string } };
    contributes: {
      configuration: { properties: Record<string, { scope?: string; default?: unknown }> }[];
      commands: { command: string }[];
    };
  };
const settings = () =>
  manifest().contributes.configuration.flatMap(({ properties }) => Object.entries(properties));

const HOSTILE = [
  '![x](https://beacon.example/x.png)',
  '[click](command:workbench.action.terminal.new)',
  '<img src=x onerror=alert(1)>',
  'https://evil.example/path and www.evil.example and mail@evil.example',
  '**bold** _it_ `code` # head\n\n> quote\n1. list\n- list',
  '$(trash) &lt;b&gt; \u202Ertl\u202C \u200Bzero',
  '</script><script>alert(1)</script>',
  '[ref]: https://evil.example\n[ref]',
];

const finding = (text: string): Finding => ({
  code: 'overstated',
  severity: 'warning',
  stage: 'judged',
  citation: {
    id: 'abc#1',
    style: 'link',
    raw: text,
    marker: { start: 0, end: 1 },
    part: { start: 0, end: 1 },
    identifier: text,
    claim: { text, span: { start: 0, end: 1 } },
    context: text,
    target: { kind: 'url', url: 'https://x.example' },
  },
  source: sourceOf(
    { target: { kind: 'url', url: 'https://x.example' } },
    {
      location: text,
      title: text,
      text,
      notices: [{ kind: 'suspicious', ...reason('model_says', { said: text }) }],
    },
  ),
  screen: { result: 'related', score: 1, why: reason('model_says', { said: text }) },
  evidence: { passages: [], tokens: 0 },
  verdict: {
    support: 'overstated',
    confidence: 1,
    rationale: text,
    quote: { text, span: { start: 0, end: text.length }, match: 'exact' },
    suggestion: text,
    refused: { asked: 'supported', ...reason('model_says', { said: text }) },
    model: text,
    usage: { input: 1, output: 1, cached: 0 },
    latencyMs: 1,
  },
});

describe('settings', () => {
  const STRICT = /^citewright\.(network|model|cost|limits)\./;

  it('a hostile .vscode/settings.json changes none of these', async () => {
    const strict = settings().filter(([name]) => STRICT.test(name));
    const hostile = Object.fromEntries(
      strict.map(([name, { default: d }]) => [
        name,
        typeof d === 'string'
          ? 'https://evil.example/v1'
          : typeof d === 'number'
            ? 99
            : Array.isArray(d)
              ? ['evil.example:80']
              : { crossref: 'https://evil.example' },
      ]),
    );
    const file = at('.vscode/settings.json');
    await writeFile(file, JSON.stringify({ ...hostile, 'citewright.editor.codeLens': false }));
    const config = () => vscode.workspace.getConfiguration();
    try {
      await until(() => config().get('citewright.editor.codeLens') === false);
      for (const [name] of strict) {
        const seen = config().inspect(name);
        assert.equal(seen?.workspaceValue, undefined, name);
        assert.equal(seen?.workspaceFolderValue, undefined, name);
        assert.doesNotMatch(JSON.stringify(config().get(name)), /evil/, name);
      }
    } finally {
      await vscode.workspace.fs.delete(file);
      await until(() => config().get('citewright.editor.codeLens') === true);
    }
  });

  it('variables in these settings are not expanded', async () => {
    await configure({
      'model.provider': 'openai-compatible',
      'model.baseUrl': '${env:HOME}/v1',
      'model.id': 'x',
    });
    const talk = dialogs(YES);
    await open('A claim of some length here ([x](https://x.example/y)).\n');
    assert.equal((await run('verifyDocument')).state, 'failed');
    assert.ok(talk.texts().join('\n').includes(CAUSES.base_url_invalid));
  });
});

describe('untrusted text on screen', () => {
  it('text of a page, a model or the document is never Markdown in a hover', () => {
    for (const text of HOSTILE) {
      const shown = render(card(finding(text), 0, 1), { text });
      assert.ok(!shown.isTrusted);
      assert.ok(!shown.supportHtml && !shown.supportThemeIcons);
      const bare = shown.value.replace(/\\[\\`*_{}[\]()#+\-!~>$|<]/g, '');
      assert.doesNotMatch(bare, /!\[|\]\(|<img|<script|https?:\/\/|www\.|\w@\w|\$\(/, text);
    }
  });

  it('a hover links only to http(s) addresses', () => {
    const target = (url: string) => ({ ...finding('x').citation, target: { kind: 'url' as const, url } });
    const others =
      'javascript:alert(1) command:workbench.action.quit file:///etc/passwd https://me:pw@a.example/';
    for (const url of others.split(' '))
      assert.equal(citedOf('', target(url), undefined).link, undefined, url);
    const page = 'http://a.example/p#part';
    assert.deepEqual(citedOf('', target(page), undefined), { text: '', link: page }, 'an address once');
    const { link } = citedOf('', target('http://a.example/a)b<c>(d'), undefined);
    assert.equal(link, 'http://a.example/a)b%3Cc%3E(d');
    const shown = render(card(finding('x'), 0, 1), { text: '', link: 'https://a.example/x)<y>' });
    assert.match(shown.value, /\]\(<https:\/\/a\.example\/x\)%3Cy%3E>\)/);
  });

  it('an image in a model’s answer or a page’s title loads nothing in a hover', async () => {
    const beacon = await pages({});
    const image = `![x](${beacon.url('/beacon.png')})`;
    const site = await pages({
      '/p': `<!doctype html><title>${image}</title><p>The first tide tables were printed in the year 1833. ${image}</p>`,
    });
    const model = await judge([
      [
        /./,
        {
          support: 'overstated',
          quote: 'The first tide tables were printed in the year 1833',
          rationale: image,
          suggestion: image,
        },
      ],
    ]);
    await configure({ 'network.allowHosts': [site.host], ...judgedBy(model) });
    dialogs(YES);
    const editor = await open(`The first tide tables were printed in 1833 ([tables](${site.url('/p')})).\n`);
    await run('verifyDocument');
    await until(() => diagnosticsOf(editor.document).length > 0);
    const at = editor.document.positionAt(editor.document.getText().indexOf('[tables') + 2);
    editor.selection = new vscode.Selection(at, at);
    await cardAt(editor.document, '[tables', /./, 2);
    await vscode.commands.executeCommand('editor.action.showHover');
    await new Promise((wake) => setTimeout(wake, 1200));
    assert.deepEqual(beacon.asked, []);
  });

  it('text from a server never becomes a link in a message', async () => {
    const body = JSON.stringify({ error: { message: 'Expired. [Renew it](command:workbench.action.quit)' } });
    const site = await pages({
      '/p': '<!doctype html><title>Tides</title><p>The first tide tables were printed in the year 1833.</p>',
      '/v1/chat/completions': { status: 400, type: 'application/json', body },
    });
    await configure({
      'network.allowHosts': [site.host],
      'model.provider': 'openai-compatible',
      'model.baseUrl': site.url('/v1'),
      'model.id': 'x',
    });
    const talk = dialogs(YES);
    await open(`The first tide tables were printed in 1833 ([tables](${site.url('/p')})).\n`);
    await run('verifyDocument');
    const said = talk.texts().join('\n');
    assert.match(said, /The model failed: .*HTTP 400/);
    assert.doesNotMatch(said, /\]\(/);
  });

  it('command links are only ours and validate their arguments', async () => {
    const { document } = await open('A claim of some length here ([x](https://x.example/y)).\n');
    const texts = await until(async () => {
      const all = await hoverAt(document, '[x](', 1);
      return all.length > 0 && all;
    });
    const trusted = texts.filter(({ isTrusted }) => typeof isTrusted === 'object');
    const allowed = trusted.flatMap(({ isTrusted }) =>
      typeof isTrusted === 'object' ? isTrusted.enabledCommands : [],
    );
    assert.ok(allowed.length > 0 && allowed.every((name) => name.startsWith('citewright.')));
    const talk = dialogs();
    const names =
      'showEvidence openSource reveal verifyCitation verifyDocument moreFixes placeCursor takeBack stopIgnoring accept';
    for (const args of [
      [{}, {}],
      ['file:///etc/passwd', 'x'],
      ['command:x', '#'],
      [undefined, 7],
      ['untitled:none', '../..'],
      ['no scheme:', 'x', 0],
      ['file:////x', 'x', 0],
      [document.uri.toString(), NaN, NaN],
    ])
      for (const name of names.split(' '))
        await vscode.commands.executeCommand(`citewright.${name}`, ...args);
    assert.doesNotMatch(talk.texts().join('\n'), /Citewright: /, 'an error of our own');
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), document.uri.toString());
  });

  it('messages lose control, bidirectional and zero-width characters and are cut at 300', () => {
    assert.equal(clean('a\u202Eb\u200Bc\u0007d\ne'), 'abcd e');
    assert.ok(clean('x'.repeat(5000)).length <= 300);
  });

  it('only well-formed https addresses are links', () => {
    const others = 'http://x.example command:x vscode://x javascript:alert(1) data:text/html,x';
    for (const bad of `${others} file:///etc/passwd https://u:p@x.example x`.split(' '))
      assert.equal(safeLink(bad), undefined, bad);
    assert.equal(safeLink('https://x.example/a b'), 'https://x.example/a%20b');
  });

  it('a paper with a hostile title is cited as a link only', () => {
    for (const title of HOSTILE) {
      const text = linkTo({ record: { title, doi: '10.1000/x(1)' }, url: 'javascript:alert(1)' });
      assert.match(text, /^\[(?:\\.|[^\]\\])*\]\(https:\/\/doi\.org\/10\.1000\/x%281%29\)$/, text);
    }
  });

  it('messages from the view are validated', () => {
    for (const bad of [
      null,
      1,
      'ready',
      {},
      { type: 'run' },
      { type: 'open', uri: 1, id: 'x' },
      { type: 'reveal', uri: 'x' },
    ])
      assert.equal(readMessage(bad), undefined);
    assert.deepEqual(readMessage({ type: 'open', uri: 'a', id: 'b', url: 'https://evil.example' }), {
      type: 'open',
      uri: 'a',
      id: 'b',
    });
  });

  it('plain text is shown unchanged', () => {
    const text = appendPlain(new vscode.MarkdownString(), 'A: b & c. (d) e=f').value;
    assert.equal(
      text
        .replace(/&colon;/g, ':')
        .replace(/&amp;/g, '&')
        .replace(/&period;/g, '.')
        .replace(/&equals;/g, '=')
        .replace(/\\/g, ''),
      'A: b & c. (d) e=f',
    );
  });
});

describe('the manifest', () => {
  it('every command it names exists, and none reveals a key', async () => {
    await extension().activate();
    const there = new Set(await vscode.commands.getCommands(true));
    for (const { command } of manifest().contributes.commands) assert.ok(there.has(command), command);
    assert.equal(extension().exports, undefined);
  });

  it('it is limited in a workspace that is not trusted', () => {
    assert.equal(manifest().capabilities.untrustedWorkspaces.supported, 'limited');
  });

  it('no keybinding conflicts with the editor’s own', async () => {
    const text = (
      await vscode.workspace.openTextDocument(vscode.Uri.parse('vscode://defaultsettings/keybindings.json'))
    ).getText();
    const ours = (
      extension().packageJSON as { contributes: { keybindings: { key: string; command: string }[] } }
    ).contributes.keybindings;
    for (const { key, command } of ours) {
      const taken = text
        .split('\n')
        .filter((line) => line.includes(`"${key}"`) && !line.includes('citewright'));
      assert.deepEqual(taken, [], `${command}: ${key}`);
    }
  });
});
