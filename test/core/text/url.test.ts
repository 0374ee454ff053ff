import { describe, expect, it } from 'vitest';
import { isUrl } from '../../../src/core/text/url';

describe('a URL', () => {
  it.each([
    'https://m\u00fcller.example/',
    'https://m\u00fcller.example/a#b',
    ' http://\u00b9 ',
    'https://\u4f8b\u3048.example/',
  ])('is valid on every call: %s', (text) => {
    const answers = new Set<boolean>();
    for (let i = 0; i < 20_000; i++) answers.add(isUrl(text));
    expect([...answers]).toEqual([true]);
  });

  it.each(['', 'm\u00fcller.example', 'http://', 'http://\u00fc b/', 'http://a:99999/\u00e9'])(
    'is not %j',
    (text) => expect(isUrl(text)).toBe(false),
  );

  it('may be relative to another', () => {
    expect(isUrl('/\u00fc', 'https://a.example/b')).toBe(true);
    expect(isUrl('/a')).toBe(false);
  });
});
