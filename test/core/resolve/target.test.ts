import { isFailure } from '../../../src/core/model';
import { describe, expect, it } from 'vitest';
import { parseTarget } from '../../../src/core/resolve';

const kinds = (texts: readonly string[]) =>
  texts.map((text) => {
    const target = parseTarget(text);
    return isFailure(target) ? target.kind : target.kind;
  });

describe('parseTarget', () => {
  it.each([
    ['10.1038/nature14539', { kind: 'work', doi: '10.1038/nature14539' }],
    ['https://doi.org/10.1038/nature14539', { kind: 'work', doi: '10.1038/nature14539' }],
    ['arXiv:1706.03762v3', { kind: 'work', arxiv: '1706.03762v3' }],
    ['PMID: 123456', { kind: 'work', pmid: '123456' }],
    ['RFC 9110', { kind: 'work', rfc: '9110' }],
    ['https://site.example/a?b#c', { kind: 'url', url: 'https://site.example/a?b#c' }],
    ['src/a.ts:42', { kind: 'file', path: 'src/a.ts', lines: [42, 42] }],
    ['a.ts:4-9', { kind: 'file', path: 'a.ts', lines: [4, 9] }],
    ['a.ts:4:2', { kind: 'file', path: 'a.ts', lines: [4, 4] }],
    ['src/a.ts#L10-L20', { kind: 'file', path: 'src/a.ts', lines: [10, 20] }],
    ['file:src/a.ts:42', { kind: 'file', path: 'src/a.ts', lines: [42, 42] }],
    ['file:///tmp/a%20b.ts', { kind: 'file', path: '/tmp/a b.ts' }],
    ['git:abc1234', { kind: 'commit', sha: 'abc1234' }],
    ['deadbeef1', { kind: 'commit', sha: 'deadbeef1' }],
    ['memory:m-1', { kind: 'memory', id: 'm-1' }],
    ['guess', { kind: 'guess' }],
  ])('recognizes %s', (text, target) => {
    expect(parseTarget(text)).toEqual(target);
  });

  it('reads what looks like a path as a file, never as a reference', () => {
    const places = [
      'README.md', './x', '../x', '.env', '~/x', '/etc/passwd', 'C:\\Windows\\win.ini', '\\\\server\\share', 'docs/ü ñ.md', 'Makefile:3',
      '$HOME/.ssh/id_rsa', 'src\\a.ts', 'a.ts::$DATA',
    ]; // prettier-ignore
    expect(kinds(places)).toEqual(places.map(() => 'file'));
  });

  it('reads text as a reference, whatever slashes or colons it has', () => {
    const references = [
      'Attention is all you need',
      'Deep learning: a review',
      'Smith, J. (2019). On A/B testing at scale. Journal of Trials. https://doi.org/10.1000/182',
      'Holm I, Ås P. Input/output of small craft. J Coast Light 2015;3:1-9.',
      '深度学习综述',
    ];
    expect(kinds(references)).toEqual(references.map(() => 'work'));
  });

  it('rejects another scheme', () => {
    const schemes = [
      'mailto:a@b.example',
      'ftp://x/y',
      'javascript:alert(1)',
      'vscode-remote://x/etc/passwd',
      'untitled:/x',
      'data:text/plain,x',
    ];
    expect(kinds(schemes)).toEqual(schemes.map(() => 'bad-scheme'));
  });

  it('reports a malformed identifier', () => {
    expect(parseTarget('doi:10.1/x')).toMatchObject({
      kind: 'not-found',
      cause: 'malformed',
    });
    expect(kinds(['ISBN:978-0-00-000000-0', 'arXiv:9999.1', ''])).toEqual([
      'not-found',
      'not-found',
      'bad-scheme',
    ]);
  });

  it('keeps white space at the end of a path', () => {
    expect(parseTarget('src/a.ts ')).toEqual({ kind: 'file', path: 'src/a.ts ' });
  });
});
