/** Documents that are slow to link: thousands of markers and thousands of possible targets. */

/** About `size` characters of numbered lines. */
function lines(size: number, line: (i: number) => string): string {
  let text = '';
  for (let i = 0; text.length < size; i++) text += line(i);
  return text;
}

/** A unique name in letters for each number. */
function name(i: number): string {
  let letters = '';
  for (let rest = i + 26; rest > 0; rest = Math.floor(rest / 26))
    letters = String.fromCharCode(97 + (rest % 26)) + letters;
  return `N${letters}`;
}

/** Markers, then their targets. */
const both =
  (marker: (i: number) => string, between: string, entry: (i: number) => string) => (size: number) =>
    lines(size / 2, marker) + between + lines(size / 2, entry);

const LIST = '\n\n# References\n\n';

/** Documents by what they have many of. */
export const LINKED: readonly ((size: number) => string)[] = [
  // Works with the same year, author and title
  both(
    (i) => `It is so (${name(i)}, 2020). `,
    LIST,
    (i) => `${name(i)}, J. (2020). A title of it. Journal.\n\n`,
  ),
  both(
    (i) => `It is so (Smith & ${name(i)}, 2020). `,
    LIST,
    (i) => `Smith, J., & ${name(i)}, K. (2020). A title. Journal.\n\n`,
  ),
  both(
    () => 'It is so (Smith, 2020). ',
    LIST,
    (i) => `Smith, J. (2020). A title of ${i}. Journal.\n\n`,
  ),
  both(
    (i) => `${name(i)} and ${name(i + 7)} (2020) say it. `,
    LIST,
    (i) => `${name(i)}, J., & ${name(i + 7)}, K. (2020). A title. Journal.\n\n`,
  ),
  // A few references, and many markers that could mean each of them, or none
  (size) =>
    lines(size, (i) => `It is so (Smith & ${name(i)}, 2020), and so (${name(i)}, 2020). `) +
    LIST +
    Array.from({ length: 50 }, (_, i) => `Smith, J., Lee, K., & Kim, P. (2020). A title of ${i}.\n\n`).join(
      '',
    ),
  // Lists, sections, labels
  (size) => lines(size, () => '## References\n'),
  (size) =>
    lines(
      size,
      () =>
        'So [1,2].\n\n# References\n\n[1] A. https://a.example/1\n[2] B. https://a.example/2\n\n# Next\n\n',
    ),
  (size) =>
    Array.from(
      { length: 150 },
      (_, k) =>
        `${lines(size / 300, (i) => `so [${k * 1000 + i}] `)}${LIST}${lines(size / 300, (i) => `[${k * 1000 + i}] title\n`)}\n\n# Next\n\n`,
    ).join(''),
  both(
    (i) => `a [${i}] `,
    `${LIST}[x] end\n`,
    (i) => `[${i}] title\n`,
  ),
  both(
    (i) => `so [Smi${i}] `,
    LIST,
    (i) => `[Smi${i}] Smith, J. A title. 2020.\n`,
  ),
  // Footnotes, definitions, keys
  both(
    (i) => `It is so[^${i}]. `,
    '\n\n',
    (i) => `[^${i}]: Smith, J. (2020). A title, https://a.example/${i}\n`,
  ),
  both(
    (i) => `It is [so][d${i}] and [d${i}]. `,
    '\n\n',
    (i) => `[d${i}]: https://a.example/${i}\n`,
  ),
  (size) => lines(size, (i) => `It is [@k${i}; @j${i}]. `),
  // Nearly identical references, and numbers in parentheses
  (size) => `It is [1].${LIST}${lines(size, (i) => `[${i}] A title. https://a.example/1\n`)}`,
  both(
    (i) => `It is so (${i},${i + 1}). `,
    LIST,
    (i) => `${i}. Smith J. A title. J 2020;1:2.\n`,
  ),
];
