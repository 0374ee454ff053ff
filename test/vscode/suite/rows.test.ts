/** What rows and cards show of a source: names and words for people, code as code, each thing once. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { fail } from '../../../src/core/causes';
import type { Finding, Paper, Source } from '../../../src/core/model';
import { itemOf } from '../../../src/vscode/commands/papers';
import { card } from '../../../src/vscode/state/card';
import { rowsOf } from '../../../src/vscode/state/resultRows';
import { newSession, sourceOf } from './stage';

describe('a displayed source', () => {
  const session = newSession();
  after(() => session.dispose());
  /** The row and card of the first citation of a text, its source missing or read with these properties. */
  const shown = (text: string, read?: Partial<Source>) => {
    const uri = vscode.Uri.parse('untitled:rows.md');
    session.forget(uri);
    const citation = session.adopt(uri, text, 'markdown').scan.citations[0]!;
    const source = sourceOf(citation, read);
    const finding: Finding = read
      ? {
          citation,
          code: 'related',
          severity: 'none',
          ...{ stage: 'unjudged', why: 'no-model', cause: 'no_model', facts: {} },
          source,
          screen: { result: 'related', score: 1, passage: { start: 0, end: source.text.length } },
        }
      : { citation, code: 'not-found', severity: 'error', stage: 'unresolved', ...fail('not_found') };
    session.put(uri, finding, 1);
    return { row: rowsOf(session.view(uri)!)[0]!, card: card(finding, 1, 2) };
  };

  it('is named by its title or URL, not by its number or an internal name', () => {
    const entry = 'Smith, J. (2020). Spring tides. Journal of Tides, 3(2), 1–9. doi:10.5555/none';
    assert.match(shown(`Tides rise [2].\n\n## References\n\n[2] ${entry}\n`).row.source, /Spring tides/);
    const link = 'https://pmc.ncbi.nlm.nih.gov/articles/PMC4673073/';
    const { source, marker } = shown(`Tides rise ([t](${link})).\n`).row;
    assert.equal(marker, 't');
    assert.match(source, /PMC4673073/);
    assert.doesNotMatch(source, /pmcid/);
    const paper: Paper = {
      record: { title: 'Tides' },
      url: 'https://a.example/1',
      via: 'crossref',
      seenIn: ['crossref', 'pubmed'],
      notices: [],
    };
    assert.equal(itemOf(paper).detail, 'Crossref, PubMed');
  });

  it('is called by the words of its reference, where it has no title', () => {
    const text =
      'Bells ring [3].\n\n## References\n\n[3] Harbour Board. Standing orders. https://a.example/o.txt\n';
    assert.equal(shown(text).row.source, 'Harbour Board. Standing orders.');
    assert.equal(shown(text, { title: '' }).row.source, 'Harbour Board. Standing orders.');
    assert.equal(shown(text, { title: 'Orders' }).row.source, 'Orders');
    const led = text.replace('orders. ', 'orders, kept at ');
    assert.equal(shown(led).row.source, 'Harbour Board. Standing orders, kept at https://a.example/o.txt');
  });

  it('has one name, though references call it differently', () => {
    const uri = vscode.Uri.parse('untitled:alike.md');
    const text =
      'Bells ring [1].[^o]\n\n[^o]: Orders of the bell. https://a.example/o.txt\n\n## References\n\n[1] Standing orders. https://a.example/o.txt\n';
    for (const citation of session.adopt(uri, text, 'markdown').scan.citations)
      session.put(
        uri,
        { citation, code: 'not-found', severity: 'error', stage: 'unresolved', ...fail('not_found') },
        1,
      );
    const names = rowsOf(session.view(uri)!).map(({ source }) => source);
    assert.equal(names.length, 2);
    assert.deepEqual([...new Set(names)], [names[0]]);
  });

  it('keeps the lines of code', () => {
    const text = 'function put(key) {\n  this.#map.set(key);\n}\n';
    const { row } = shown('It sets the key (src/cache.ts:1-3).\n', { text });
    assert.equal(row.isCode, true);
    assert.equal(row.quote, text.trimEnd());
    const prose = shown('It sets the key (notes/cache.md:1-3).\n', { text }).row;
    assert.equal(prose.isCode, undefined);
    assert.doesNotMatch(prose.quote ?? '', /\n/);
  });

  it('never mentions that a proxy was used, which applies to every source', () => {
    const notices: Source['notices'] = [
      { kind: 'through-proxy', cause: 'through_proxy', facts: {} },
      { kind: 'retracted', cause: 'retraction', facts: { by: 'Crossref' } },
    ];
    assert.equal(shown('Tides rise ([t](https://a.example/1)).\n', { notices }).card.notes.length, 1);
  });
});
