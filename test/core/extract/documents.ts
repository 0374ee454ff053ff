/** Documents as people and programs write and break them: made of small pieces, for property tests. */
import fc from 'fast-check';

const PIECES = [
  'The first is so [1], and the second is not [2]. ',
  'It holds [3, 4–6]. As said [1][2].\n',
  'Known (Smith, 2020; Lee & Kim 2019a, p. 5). Smith et al. (2021) say more.\n',
  'See [the page](https://example.org/a_(b) "title") and <https://example.org/x>.\n',
  '[a][ref] and [ref] and ![picture](a.png)\n',
  '[ref]: https://example.net/ref "Title"\n',
  '\n[1] One: https://one.example/\n[2] Smith, J. (2020). A title. Journal.\n[3] Three. doi:10.1000/xyz\n',
  '\n## References\n\n1. One https://one.example/\n2. Two https://two.example/\n',
  '\n# Sources\n\n- Smith, J. (2020). A title. *Journal*, 1.\n- Lee, K. & Kim, L. (2019a). Another.\n',
  '# A heading\n\n',
  'A heading\n=========\n',
  '- item [1]\n  - nested `src/a.ts:10-20`\n\n    paragraph in it\n',
  '1. one\n2. two (Smith, 2020)\n   more\n',
  '> quoted [1] and\n> more https://example.com/q\nlazy\n\n',
  '| a | b |\n| --- | :-: |\n| x [1] | (Smith, 2020) |\n\n',
  '```ts\nconst a = b[1];\n```\n',
  '~~~\nunclosed [1]\n',
  '    indented [1]\n',
  '```{r, echo=FALSE}\ncite("[@key]")\n```\n',
  '::: {.callout-note}\nIn a box [@key, p. 3; -@other].\n:::\n',
  'A note[^1] and ^[inline https://example.org/n].\n\n[^1]: The note https://example.org/note\n    goes on\n\n',
  '[^unused]: Smith, J. (2020).\n',
  '---\ntitle: x\nbibliography: a.bib\n---\n',
  '---\nreferences:\n- id: key\n  title: T\n---\n\n',
  '<div>\n<a href="https://example.org/h">html [2]</a>\n</div>\n\n',
  '<!-- a comment [1]\n\nstill -->\n',
  '<Component prop={[1]} />\n\nimport X from "./x"\n\n',
  '$E = mc^2$ and \\cite{a,b} % comment [1]\n\\bibliography{refs}\n',
  '他说过【1†source】。第二句。[2]\n',
  'וזה מקור [1] בעברית.\n',
  'العربية (سميث، 2020) هنا [2].\n',
  '\u{1F600} astral [1] \u{20000}\n',
  'word¹² and arXiv:2101.00001 and PMID: 123 and RFC 9110\n',
  'line\r\nline [1]\r\n\r\nafter\r\n',
  'old\rmac [2]\r\r',
  'commit e45daa3 and memory:abc and "source": "guess"\n',
  ':contentReference[oaicite:0] citeturn0search0 https://x.org/?utm_source=chatgpt.com\n',
  '\n\n',
  '\n',
  '  ',
  '\t',
  '[',
  ']',
  '(',
  ')',
  '[[3]](#ref)',
  '**',
  '`',
  '``',
  '\\',
  '<',
  '\0',
  '\ud83d',
  '\udc00',
  '\u2028',
] as const;

/** A document of such pieces, sometimes after a byte order mark. */
export const document = fc
  .tuple(fc.boolean(), fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }))
  .map(([mark, pieces]) => (mark && pieces.length % 5 === 0 ? '\ufeff' : '') + pieces.join(''));

const TEX = [
  '\\documentclass{article}\n',
  '\\begin{document}\n\\title{On $x$}',
  '\\section[Short]{On \\emph{tides} \\cite{a1}}\\label{s}\n',
  'Tides rise~\\cite[p.~3]{a1, b2}, as \\citet{a1} says. % \\cite{c3}\n',
  '% a line of its own\n',
  '\\begin{quote}% why\nWords \\cite{a1}.\n',
  '\n\n',
  `${'Many words fill a paragraph of some length. '.repeat(13)}\n\n`,
  '\\begin{verbatim}\n\\cite{c3}\n\n',
  '\\end{verbatim}\n',
  '\\begin{equation}\nx % y\n',
  '\\end{equation}\n',
  '\\begin{itemize}\n\\item[A] one \\cite{a1}\n\\item two \\url{https://a.example/b%20c_~d}\n\\end{itemize}\n',
  '\\url{https://a.example/',
  '\\footnote{See \\href{https://b.example/x}{the page}.}',
  '$a_1 [3] \\% ',
  '\\[ y ',
  '\\verb|\\cite{c3}|',
  '\\begin{thebibliography}{9}\n\\bibitem{a1} J. Smith, Tides, 2020.\n\n\\bibitem[B]{b2} Lee, K. (2019). Neap.\n',
  '\\end{thebibliography}\n',
];

/** LaTeX of such pieces, as broken as it may be while it is typed. */
export const latex = fc.array(fc.constantFrom(...TEX), { maxLength: 18 }).map((pieces) => pieces.join(''));

/** A few arbitrary units: marks with a meaning, halves of surrogate pairs, white space. */
export const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.string({
    unit: fc.constantFrom(
      ...Array.from('[](){}<>`~*_-+#>|:;,.!?@^\\/"\'=&% \n\r\t019azAZ¹【】（）。\ud83d\udc00'),
    ),
    maxLength: 12,
  }),
);
