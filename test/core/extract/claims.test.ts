import { describe, expect, it } from 'vitest';
import { scan } from '../../../src/core/extract';

const claims = (text: string) => scan(text, { format: 'markdown' }).citations.map((c) => c.claim.text);

describe('the claim of a place in brackets', () => {
  it('does not contain the place, whose line number is no figure of the claim', () => {
    expect(claims('The bell rings every twenty seconds (src/bell.ts:4).')).toEqual([
      'The bell rings every twenty seconds.',
    ]);
    expect(claims('The bell rings (`src/bell.ts:4-9`) in fog.')).toEqual(['The bell rings in fog.']);
  });

  it('does not leave its bracket to the clause that follows', () => {
    expect(claims('It runs for hours (src/bell.ts:7), and it tells nobody (src/bell.ts:16-18).')).toEqual([
      'It runs for hours',
      'and it tells nobody.',
    ]);
  });

  it('keeps a path that is a word of the sentence, and leaves out its line: that is a pointer, no figure', () => {
    expect(claims('The loop in src/bell.ts:12 never ends.')).toEqual(['The loop in src/bell.ts never ends.']);
    expect(claims('In `src/bell.ts`, lines 4–6, the loop ends.')).toEqual(['In src/bell.ts, the loop ends.']);
  });
});

describe('the context of a marker', () => {
  it('begins with the nearest heading above it, be there a blank line below that or not', () => {
    const text =
      '# A\n\nIt is [1].\n# B\nText [2]. More [3].\n## C\n- item [4]\n\n> # D\n> quote [5]\n\nAfter [6].\n';
    expect(scan(text).citations.map(({ context }) => context)).toEqual([
      'A',
      'B',
      'B\nText [2].',
      'C',
      'D',
      'D',
    ]);
  });
});

describe('a footnote that stands below a reference list', () => {
  it('is no entry of the list', () => {
    const text =
      'Lit in 1871[^a], said Smith (Smith, 2020).\n\n## References\n\nSmith, J. (2020). A title.\n\n[^a]: The museum, https://museum.example/light\n';
    const { citations, problems } = scan(text, { format: 'markdown' });
    expect(citations.map((c) => c.style)).toEqual(['footnote', 'author-year']);
    expect(problems).toEqual([]);
  });
});

describe('the claim of a marker in emphasis', () => {
  it.each([
    ['It is *really [1]* so.', 'It is really so.'],
    ['It is *[1] really* so.', 'It is really so.'],
    ['It is **so _and [1]_** here.', 'It is so and here.'],
    ['It is *a*[1] word.', 'It is a word.'],
    ['It is a [1]*word*.', 'It is a word.'],
    ['It holds *(Smith, 2020)*.', 'It holds.'],
    ['It is 2 * 3 [1] here.', 'It is 2 * 3 here.'],
    // Markers that leave nothing between them, and one that leaves its text.
    ['It is *a word [1] [2]* so.', 'It is a word so.'],
    ['It is *a word [1][2] [3]* so.', 'It is a word so.'],
    ['It is *[1] [2] a word* so.', 'It is a word so.'],
    ['It is [a *fine* page](https://a.example/) *too [1]*.', 'It is a fine page too.'],
  ])('keeps no mark of it: %s', (text, claim) => expect(claims(text).at(-1)).toBe(claim));
});

describe('the claim of a marker', () => {
  it.each([
    // Chinese and Japanese
    ['增长了5%[1]。同时，失业率下降了[2]。', ['增长了5%。', '同时，失业率下降了。']],
    ['下降了[1]。“他说过：‘好。’”[2]第三句！', ['下降了。', '“他说过：‘好。’”']],
    ['据《自然》报道【1】，增长5.2%。', ['据《自然》报道，增长5.2%。']],
    ['前の文。「はい。」と言った[1]。次の文[2]。', ['「はい。」と言った。', '次の文。']],
    // German, French, Spanish, Korean, Hebrew and Arabic
    ['Vorher. Nach Abs. 3 Nr. 2 gilt dies [1].', ['Nach Abs. 3 Nr. 2 gilt dies.']],
    ['Vorher. Am 3. Mai 2020 war es so [1].', ['Am 3. Mai 2020 war es so.']],
    ['Vorher. Im 19. Jahrhundert war es so [1].', ['Im 19. Jahrhundert war es so.']],
    ['Er sagt: „Ja.“[1] Danach.', ['Er sagt: „Ja.“']],
    ['Prof. Dr. Weber meint dies z. B. so [1].', ['Prof. Dr. Weber meint dies z. B. so.']],
    ['M. Martin pense ainsi [1]. « Oui », dit-il [2].', ['M. Martin pense ainsi.', '« Oui », dit-il.']],
    ['¿Por qué?[1] ¡Sí![2]', ['¿Por qué?', '¡Sí!']],
    ['이영희는 말했다[1]. 다음 문장이다[2].', ['이영희는 말했다.', '다음 문장이다.']],
    ['זה נכון [1]. וגם זה [2].', ['זה נכון.', 'וגם זה.']],
    ['العربية هنا [1]. وهنا [2].', ['العربية هنا.', 'وهنا.']],
    // Abbreviations, quotes and brackets
    ['Before. It grew as Fig. 3 [1] shows.', ['It grew as Fig. 3 shows.']],
    ['The U.S. grew 3.5% in Fig. 3 [1].', ['The U.S. grew 3.5% in Fig. 3.']],
    ['See No. 5 [1]. It is vs. that [2].', ['See No. 5.', 'It is vs. that.']],
    [
      '"It is."[1] He asked "why?"[2] Then (it is so).[3]',
      ['"It is."', 'He asked "why?"', 'Then (it is so).'],
    ],
    ['𝒳 is 😀 so [1]. A 👩‍👩‍👧 family [2].', ['𝒳 is 😀 so.', 'A 👩‍👩‍👧 family.']],
    // Markup
    ['<div>\n<p>It is <b>so</b> [1].</p>\n</div>', ['It is so.']],
    ['::: {.callout}\nIt is so [1].\n:::', ['It is so.']],
    ['Smith (2020) says so. (Lee, 2019).', ['Smith (2020) says so.', 'Smith (2020) says so.']],
    ['- item\n  continues [1]\n- next [2]', ['item continues', 'next']],
    ['| a [1] | b |\n|---|---|\n| c | d [2] |', ['a', 'd']],
    ['> It is so [1].\n> > Deeper [2].', ['It is so.', 'Deeper.']],
    ['\ufeff# T\r\n\r\nIt is\r\nso [1].\r\n', ['It is so.']],
  ])('is its sentence, cell or item in %j', (text, expected) => {
    expect(claims(text)).toEqual(expected);
    for (const c of scan(text).citations) expect(text.slice(c.marker.start, c.marker.end)).toBe(c.raw);
  });

  it('is looked for neither in comments of MDX nor in formulas', () => {
    expect(claims('{/* so it is [1] */}\n\nHere [2].')).toEqual(['Here.']);
    expect(claims('The value $x_{[1]}$ is so [2].')).toEqual(['The value $x{[1]}$ is so.']);
  });
});
