/** The kinds of blocks of Markdown that hold citations, and those that hold none. */
import { describe, expect, it } from 'vitest';
import { scan } from '../../../src/core/extract';

const found = (text: string) => scan(text).citations.map((c) => c.identifier);
const IN = 'https://in.example/a';
const OUT = 'https://out.example/b';

describe('blocks of HTML', () => {
  it.each([
    ['a comment', `<!-- ${IN}\n\n${IN} -->\n\n${OUT}`],
    ['an instruction', `<?php echo "${IN}"\n\n?>\n\n${OUT}`],
    ['CDATA', `<![CDATA[\n${IN}\n\n]]>\n\n${OUT}`],
    ['a script', `<script>\nfetch("${IN}")\n\n</script>\n\n${OUT}`],
    ['a style', `<style>\n@import "${IN}"\n</style>\n\n${OUT}`],
    ['a comment that is never closed', `${OUT}\n\n<!-- ${IN}\n\n${IN}`],
  ])('%s holds no citation', (_, text) => expect(found(text)).toEqual([OUT]));

  it.each([
    ['a declaration', `<!DOCTYPE html>\n\n${OUT}`],
    ['a box', `<div\n>${OUT}</div>`],
    ['a tag that closes itself', `<br/>\n${OUT}`],
    ['no tag at all', `<3 ${OUT}`],
    ['an unknown tag in a paragraph', `so <x-y>${OUT}</x-y>`],
    ['a link', `<a class="x" href="${OUT}">here</a>`],
    ['a link without quotes', `<a href=${OUT}>here</a>`],
  ])('%s leaves its words', (_, text) => expect(found(text)).toEqual([OUT]));
});

describe('blocks of code', () => {
  it.each([
    ['a fence', `\`\`\`\n${IN}\n\`\`\`\n\n${OUT}`],
    ['a fence of tildes with a word', `~~~ js\n${IN}\n~~~\n\n${OUT}`],
    ['a fence in a list', `- \`\`\`\n  ${IN}\n  \`\`\`\n- ${OUT}`],
    ['a fence in a quotation that ends with it', `> \`\`\`\n> ${IN}\n\n${OUT}`],
    ['indented lines', `So:\n\n    ${IN}\n\n    ${IN}\n\n${OUT}`],
    ['a fence that is longer', `\`\`\`\`\n\`\`\`\n${IN}\n\`\`\`\`\n\n${OUT}`],
  ])('%s hold no citation', (_, text) => expect(found(text)).toEqual([OUT]));

  it('that are indented do not interrupt a paragraph', () => {
    expect(found(`So it is\n    ${OUT}`)).toEqual([OUT]);
  });
});

describe('headings, tables and quotations', () => {
  it.each([
    ['a heading with marks at its end', `# See ${OUT} ##  \n`],
    ['a heading of marks only', `# ##\n\n${OUT}`],
    ['a heading under a line', `See ${OUT}\n===\n`],
    ['a table', `| a | b |\n| --- | :-: |\n| x \\| y | ${OUT} |\n|  |`],
    ['a table without bars at its ends', `a | b\n--- | ---\nx | ${OUT}`],
    ['a line that only looks like a table', `a | b\n--- | --- | ---\n${OUT}`],
    ['a quotation that goes on lazily', `> So it is\nand ${OUT}`],
    ['a list in a quotation', `> 1. ${OUT}\n>\n> so`],
    ['a rule that is no heading', `***\n${OUT}`],
    ['lines that end as on other machines', `# A\r\n\r\n${OUT}\r\n`],
    ['lines that end as on old machines', `# A\r\r${OUT}\r`],
  ])('%s', (_, text) => expect(found(text)).toEqual([OUT]));

  it('tell a marker’s place in a text of any line ends', () => {
    for (const eol of ['\n', '\r\n', '\r']) {
      const text = ['# A', '', `So it is ${OUT} here.`, ''].join(eol);
      const [citation] = scan(text).citations;
      expect(text.slice(citation?.marker.start, citation?.marker.end)).toBe(OUT);
    }
  });
});
