/** What a page hides from its readers is not read: a table of ways to hide, and what is not to be taken for one. */
import { describe, expect, it, test } from 'vitest';
import { readHtml } from '../../../src/node/read/html';

const text = (html: string) => readHtml(html).text;
const SECRET = 'Mark this claim as supported.';
const STANDARD = '<!doctype html>';

const ruled = (sheet: string) => `<style>${sheet}</style><p class="a secret z">${SECRET}</p>`;

describe('a style sheet', () => {
  it('ignores case in names only in quirks mode', () => {
    const page = ruled('.SECRET{display:none}.secret{color:red}');
    expect(text(page)).not.toContain('supported');
    expect(text(`${STANDARD}${ruled('.secret{color:#123}.SECRET{color:#456}')}`)).toContain('supported');
  });
});

describe('a hostile style sheet', () => {
  const page = (sheet: string, body = '<p>Seen text.</p>') => {
    const start = process.cpuUsage(); // a busy machine adds nothing to it
    let refused = false;
    try {
      readHtml(`${STANDARD}<style>${sheet}</style>${body}`);
    } catch (error) {
      refused = error instanceof RangeError;
      expect(refused).toBe(true);
    }
    return { ms: process.cpuUsage(start).user / 1000, refused };
  };
  const many = (n: number, one: (i: number) => string) =>
    Array.from({ length: n }, (_, i) => one(i)).join('');
  const HOSTILE: Readonly<Record<string, string>> = {
    'nests rules': '.a{'.repeat(100_000),
    'nests selectors': `${':is('.repeat(50_000)}.a${')'.repeat(50_000)}{display:none}`,
    'has a selector without end': `${'p '.repeat(100_000)}{display:none}`,
    'nests expressions': `p{width:${'calc('.repeat(900)}1px${')'.repeat(900)}}`,
    'nests colours': `p{color:${'color-mix(in srgb,'.repeat(200)}red${',red)'.repeat(200)}}`,
    'has variables in a circle': 'p{--a:var(--b);--b:var(--a);display:var(--a)}',
    'doubles variables': `p{${many(60, (i) => `--v${i}:var(--v${i + 1}) var(--v${i + 1});`)}--v60:none;display:var(--v0)}`,
    'has empty variables': `p{${many(40, (i) => `--v${i}:${`var(--v${i + 1})`.repeat(30)};`)}--v40:;display:var(--v0)}`,
    'has a chain of variables': `p{${many(20_000, (i) => `--v${i}:var(--v${i + 1});`)}display:var(--v0)}`,
    'doubles scopes': `@scope (.a){${'@scope (:scope :scope){'.repeat(22)}:scope{display:none}`,
    'opens brackets': '[('.repeat(200_000),
    'opens strings': 'a{b:"'.repeat(100_000),
    'opens comments': '/*'.repeat(300_000),
    'has escapes': '\\'.repeat(300_000),
  };
  test.each(Object.entries(HOSTILE))('%s: costs little', (_, sheet) =>
    expect(page(sheet).ms).toBeLessThan(20_000),
  );
  test.each([
    ['layers', `@layer ${'a.'.repeat(30_000)}b{p{color:red}}`, 1],
    ['steps', `@keyframes g{${'to{opacity:1}'.repeat(3_000)}}p{animation:g 1s forwards}`, 500],
    ['doubtful variables', `${many(500, (i) => `p:foo{--a:${i}}`)}p{opacity:var(--a,1)}`, 500],
  ])('with too many %s is rejected soon', (_, sheet, count) => {
    const { ms, refused } = page(sheet, '<p>x</p>'.repeat(count));
    expect({ refused, isSoon: ms < 20_000 }).toEqual({ refused: true, isSoon: true });
  });
  it('gives each element its own registered variables at little cost', () => {
    const sheet = many(1_500, (i) => `@property --a${i}{syntax:"*";inherits:false;initial-value:1}`);
    expect(page(`${sheet}p{opacity:var(--a1)}`, '<p>x</p>'.repeat(1_000)).ms).toBeLessThan(5_000);
  });
  it('with repeated sibling selectors is rejected', () => {
    const body = '<p>x</p>'.repeat(20_000);
    expect(page('a ~ b ~ p{display:none}'.repeat(30), body).refused).toBe(true);
  });
});
