import { describe, expect, it } from 'vitest';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { readHtml } from '../../../src/node/read/html';

const pages = path.resolve(import.meta.dirname, '../../fixtures/pages');
const page = (...parts: string[]) => readHtml(readFileSync(path.join(pages, ...parts), 'utf8'));
const WALLS = ['soft-404', 'blocked', 'login', 'paywalled', 'script-only'];

describe('walls', () => {
  for (const file of readdirSync(path.join(pages, 'walls'))) {
    const wall = WALLS.find((w) => file.startsWith(w));
    it(`recognizes ${file} as ${wall ?? 'nothing'}`, () => {
      expect(wall).toBeDefined();
      expect(page('walls', file).wall).toBe(wall);
    });
  }

  for (const file of readdirSync(path.join(pages, 'articles'))) {
    it(`does not mistake ${file} for a wall`, () => {
      expect(page('articles', file).wall).toBeUndefined();
    });
  }

  it('are never found in a long document, whatever its words', () => {
    const paragraph =
      '<p>Subscribe to continue reading is what the page said, and nobody did it, for reasons given here.';
    expect(
      readHtml(`<title>Log in</title><h1>Page not found</h1>${paragraph.repeat(40)}`).wall,
    ).toBeUndefined();
  });
});
