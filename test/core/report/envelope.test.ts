import { describe, expect, test } from 'vitest';
import type { Target } from '../../../src/core/model';
import { confidenceWord, sourceWord } from '../../../src/core/report/envelope';
import { sourceOf } from '../../fakes';

const source = (target: Target, location: string) => sourceOf({ target, location });

describe('the source of an envelope’s claim', () => {
  test.each<[Target, string]>([
    [{ kind: 'url', url: 'https://site.example/a' }, 'web:https://site.example/a'],
    [{ kind: 'file', path: 'src/a.ts' }, 'file:src/a.ts'],
    [{ kind: 'file', path: 'src/a.ts', lines: [4, 4] }, 'file:src/a.ts:4'],
    [{ kind: 'file', path: 'src/a.ts', lines: [4, 9] }, 'file:src/a.ts:4-9'],
    [{ kind: 'commit', sha: 'deadbeef' }, 'git:deadbeef'],
    [{ kind: 'memory', id: 'm1' }, 'memory:m1'],
    [{ kind: 'guess' }, 'guess'],
    [{ kind: 'dangling', label: '7' }, 'guess'],
    [{ kind: 'work', doi: '10.1/a', arxiv: '2001.00001' }, 'web:https://doi.org/10.1/a'],
    [{ kind: 'work', arxiv: '2001.00001' }, 'web:https://arxiv.org/abs/2001.00001'],
    [{ kind: 'work', pmid: '123' }, 'web:https://pubmed.ncbi.nlm.nih.gov/123/'],
    [{ kind: 'work', pmcid: 'PMC12' }, 'web:https://pmc.ncbi.nlm.nih.gov/articles/PMC12/'],
    [{ kind: 'work', rfc: '9110' }, 'web:https://www.rfc-editor.org/rfc/rfc9110'],
    [{ kind: 'work', title: 'A', url: 'https://site.example/w' }, 'web:https://site.example/w'],
    [{ kind: 'work', title: 'A book that nobody has' }, 'guess'],
  ])('of %j is %s', (target, word) => {
    expect(sourceWord(target)).toBe(word);
  });

  test('of a work without a URL is where it was read, if a reader can open that', () => {
    const work: Target = { kind: 'work', title: 'A' };
    expect(sourceWord(work, source(work, 'https://site.example/found'))).toBe(
      'web:https://site.example/found',
    );
    expect(sourceWord(work, source(work, 'given.pdf'))).toBe('guess');
  });
});

test('confidence is high from 0.8 and med from 0.5', () => {
  expect([1, 0.8, 0.79, 0.5, 0.49, 0].map(confidenceWord)).toEqual([
    'high',
    'high',
    'med',
    'med',
    'low',
    'low',
  ]);
});
