import { expect, it, test } from 'vitest';
import type { Via } from '../../../src/core/model';
import { credentialsOf, hideTokens, isPrivate } from '../../../src/core/text/credentials';

it('a hostile text is searched for credentials in linear time: within the limit of a test', () => {
  for (const piece of [
    'eyJ-',
    'token=',
    'sk-',
    'a://b:',
    '-----BEGIN A ',
    'secret"  ',
    'xoxb-1',
    'a@',
    ' -u ',
    'login a ',
    'seed words ',
    'seed words\n1. lamp ',
    'mysql -',
    'token ab1/',
    'thin:a/',
  ])
    expect(hideTokens(piece.repeat(1_000_000 / piece.length)).length).toBeGreaterThan(0);
});

test.each<[Via, boolean]>([
  ['workspace', true],
  ['git', true],
  ['memory', true],
  ['user', true],
  ['direct', false],
])('a source from %s is private: %j', (via, own) => {
  expect(isPrivate({ via })).toBe(own);
  expect(credentialsOf({ via, text: `shpat_${'9f86d081'.repeat(4)}` })).toBe(
    own ? 'credentials_text' : undefined,
  );
  expect(credentialsOf({ via, text: 'lamps' })).toBe(undefined);
  expect(credentialsOf({ via, text: 'lamps', sensitive: 'credentials_file' })).toBe('credentials_file');
});
