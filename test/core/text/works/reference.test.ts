import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseReference } from '../../../../src/core/text/works/reference';

describe('parseReference', () => {
  it('reads an entry in APA style', () => {
    expect(
      parseReference(
        '[3] Smith, J., & Lee, K. (2020). Deep things: a study. *Nature*, 5(2), 1–3. https://doi.org/10.1038/nature12373',
      ),
    ).toMatchObject({
      doi: '10.1038/nature12373',
      authors: ['Smith, J.', 'Lee, K.'],
      year: 2020,
      title: 'Deep things: a study',
      venue: 'Nature',
    });
  });

  it.each([
    [
      'full names longer together than the rest, one of them of four words',
      'Ana Lima, Carla Maria Sousa Reis, Bo Carl Ek, Dan Roy (2022). Tides of spring. Sea.',
      ['Lima, Ana', 'Reis, Carla Maria Sousa', 'Ek, Bo Carl', 'Roy, Dan'],
      2022,
      'Tides of spring',
    ],
    [
      'full names of which the second has an initial',
      'Ana Lima, Andrew M. Dale, Bo Ek (2022). {TIDE}: The rise of spring. Sea.',
      ['Lima, Ana', 'Dale, Andrew M.', 'Ek, Bo'],
      2022,
      '{TIDE}: The rise of spring',
    ],
    [
      'a name that is also a word of titles, before its initials',
      'Lima AB, Lo DC. (1996) Tides of spring need wind. Sea 17: 1057.',
      ['Lima, AB', 'Lo, DC'],
      1996,
      'Tides of spring need wind',
    ],
    [
      'initials without their last full stop, and “And” with a capital',
      'Lima, D. A. Jr. And Roy, S. K. Tides of spring, Transactions on Seas, 5 (3), 211-243, 1987.',
      ['Lima, D. A.', 'Roy, S. K.'],
      1987,
      'Tides of spring',
    ],
    [
      'an initial before a title that begins with A',
      'Lima, Ana F. A Framework for Tides. Sea Institute, 1963.',
      ['Lima, Ana F.'],
      1963,
      'A Framework for Tides',
    ],
    [
      'two full names before a colon',
      'Ana Lima, Jan Roy: Tides of spring. In: Sea. 2014, 4/5, 48-53',
      ['Lima, Ana', 'Roy, Jan'],
      2014,
      'Tides of spring',
    ],
    [
      'a date with its day',
      'Lima, A. Tides of spring. Sea, 29/10/2010, n°26.',
      ['Lima, A.'],
      2010,
      'Tides of spring',
    ],
    [
      'a journal without a title',
      'A. Lima and B. Roy, Sea Letters, 2014, 26, 14-19.',
      ['Lima, A.', 'Roy, B.'],
      2014,
      undefined,
    ],
    [
      'a place and a publisher',
      'Lima, A. 2006. Tides of spring, Paris, Marée.',
      ['Lima, A.'],
      2006,
      'Tides of spring',
    ],
    [
      'a year at the end of the title',
      'Lima A. The tides package 2013.',
      ['Lima, A'],
      2013,
      'The tides package',
    ],
    [
      'a quotation mark that closes the wrong way',
      'A. Lima, “Tides of spring, “Sea Letters, vol. 55, pp. 1–9, 2013.',
      ['Lima, A.'],
      2013,
      'Tides of spring',
    ],
    [
      'an organisation without a date',
      'River Health Association. (n.d.). Tides of spring. https://x.example/',
      ['River Health Association'],
      undefined,
      'Tides of spring',
    ],
    [
      'a work in press',
      'Lima, A. (in press). Tides of spring. Sea.',
      ['Lima, A.'],
      undefined,
      'Tides of spring',
    ],
    [
      'a group in the place of authors',
      'River Health Study Group. Tides of spring in slow rivers. Sea. 2002;40(5):679-86.',
      ['River Health Study Group'],
      2002,
      'Tides of spring in slow rivers',
    ],
    [
      'a maker before a title in quotation marks, with a year in it',
      'RIVA. "Tides 2020 mission." Sea Blog, 2022. https://x.example/',
      ['RIVA'],
      2022,
      'Tides 2020 mission',
    ],
    [
      'a maker whose name has capitals within',
      'OpenSea. Tides of spring, a report. arXiv:2303.08774, 2023.',
      ['OpenSea'],
      2023,
      'Tides of spring, a report',
    ],
    [
      'a book behind one author, in capitals',
      '[12] W.-K. Lima, Linear Rivers and Systems. Belmont, CA: Harbour, 1993, pp. 123–135.',
      ['Lima, W.-K.'],
      1993,
      'Linear Rivers and Systems',
    ],
    [
      'a first year in square brackets',
      'Lima, Max [1922] (1980): Tides and Spring. Wien: Hafen.',
      ['Lima, Max'],
      1980,
      'Tides and Spring',
    ],
    [
      'initials before a title that begins as a journal does',
      'Lima, D. A.; Ek, V. J. Application of Rivers to the Sea. River Lett. 2000, 122, 33–46.',
      ['Lima, D. A.', 'Ek, V. J.'],
      2000,
      'Application of Rivers to the Sea',
    ],
    [
      'spaced initials before a title in Russian',
      'Иванов И. И., Петров П. П. Название статьи // Журнал. 2015. Т. 12, № 3. С. 45–67.',
      ['Иванов, И. И.', 'Петров, П. П.'],
      2015,
      'Название статьи',
    ],
    [
      'an article before a family name',
      'Lima, A., al-Ahmar, J. & El-Sayed, M. (2011). Tides of spring. Sea, 3, 4-5.',
      ['Lima, A.', 'al-Ahmar, J.', 'El-Sayed, M.'],
      2011,
      'Tides of spring',
    ],
    [
      'a version behind the title',
      'Lima, A. (2016). Tides Clinical Database (version 1.4). SeaNet.',
      ['Lima, A.'],
      2016,
      'Tides Clinical Database',
    ],
    [
      'a letter for the kind of work',
      'Lima A, Ek B. Tides of spring[J]. Sea, 2020, 43(1): 1-20.',
      ['Lima, A', 'Ek, B'],
      2020,
      'Tides of spring',
    ],
    [
      'a year at the end, which closes no list of names',
      'Lima A, Ek B, Roy D. Tides of spring. Sea 12, 3–5 (2022).',
      ['Lima, A', 'Ek, B', 'Roy, D'],
      2022,
      'Tides of spring',
    ],
    [
      'Vancouver',
      '4. Meyer AB, van der Berg J, O’Brien C, et al. Slow rivers in dry years. J Hydrol. 2019 Mar 18;14(3):153-60.',
      ['Meyer, AB', 'van der Berg, J', 'O’Brien, C'],
      2019,
      'Slow rivers in dry years',
    ],
    [
      'Vancouver with full stops',
      'Meyer A.B., Berg J., 2019, MNRAS, 316, 326',
      ['Meyer, A.B.', 'Berg, J.'],
      2019,
      undefined,
    ],
    [
      'Harvard',
      'Meyer, A. & Berg, J.K., 2019. Slow rivers in dry years, 2nd edn, Press of Utopia, London.',
      ['Meyer, A.', 'Berg, J.K.'],
      2019,
      'Slow rivers in dry years',
    ],
    [
      'MLA',
      'Meyer, Anna, and Jan K. Berg. “Slow Rivers in Dry Years.” Journal of Rivers, vol. 3, 2019, pp. 1–9.',
      ['Meyer, Anna', 'Berg, Jan K.'],
      2019,
      'Slow Rivers in Dry Years',
    ],
    [
      'Chicago',
      'Meyer, Anna. Slow Rivers in Dry Years, 1900–1950. New York: Utopia Press, 2019.',
      ['Meyer, Anna'],
      2019,
      'Slow Rivers in Dry Years, 1900–1950',
    ],
    [
      'IEEE',
      '[7] A. B. Meyer, J. Berg Jr., and C.-D. Li, “Slow rivers in dry years,” IEEE Trans. Rivers, vol. 3, no. 1, pp. 1–9, 2019.',
      ['Meyer, A. B.', 'Berg, J.', 'Li, C.-D.'],
      2019,
      'Slow rivers in dry years',
    ],
    [
      'ACM, names in full',
      'Anna Meyer, Jan K Berg, and Chi-Dong Li. Slow rivers in dry years. In Proceedings of RIVERS, pages 1–9, 2019.',
      ['Meyer, Anna', 'Berg, Jan K', 'Li, Chi-Dong'],
      2019,
      'Slow rivers in dry years',
    ],
    [
      'commas alone',
      'A. Meyer and J. Berg, Slow rivers in dry years, Int. J. Wild Rivers, 19, 606–612, 2019.',
      ['Meyer, A.', 'Berg, J.'],
      2019,
      'Slow rivers in dry years',
    ],
    [
      'ACS, without a title',
      '(1) Meyer, A.; Berg, J. J. Phys. Chem. 2019, 74, 12.',
      ['Meyer, A.', 'Berg, J.'],
      2019,
      undefined,
    ],
    [
      'APS, without a title',
      'A. Meyer and J. Berg, Phys. Rev. B 68, 123 (2019).',
      ['Meyer, A.', 'Berg, J.'],
      2019,
      undefined,
    ],
    [
      'German',
      'Meyer, Anna und Berg, Jan (Hrsg.): „Langsame Flüsse in trockenen Jahren“. In: Flüsse, Bd. 3, Leipzig 2019, S. 1–9.',
      ['Meyer, Anna', 'Berg, Jan'],
      2019,
      'Langsame Flüsse in trockenen Jahren',
    ],
    [
      'French',
      'MEYER, Anne-Lise et BERG, Jean, « Les rivières lentes », Revue des eaux, n°3, 2019, p. 1-9.',
      ['MEYER, Anne-Lise', 'BERG, Jean'],
      2019,
      'Les rivières lentes',
    ],
    [
      'French, place before publisher',
      'Meyer, Anne, Les rivières lentes, Paris, Grasset, 2019.',
      ['Meyer, Anne'],
      2019,
      'Les rivières lentes',
    ],
    [
      'an organisation',
      'World Health Organization. (2019). Rivers and health. Geneva: WHO.',
      ['World Health Organization'],
      2019,
      'Rivers and health',
    ],
    [
      'an organisation in capitals',
      'UNESCO, 2019. “Rivers of the world.” Available at https://x.example/r [accessed 3 May 2021]',
      ['UNESCO'],
      2019,
      'Rivers of the world',
    ],
    ['no author', 'Erratum. (2019). The Journal of Rivers, 77(6), 1131.', undefined, 2019, 'Erratum'],
    [
      'particles',
      'von der Leyen, A., de la Cruz, B., & Le Moullec, C. (2019). Slow rivers. *Rivers*, 1.',
      ['von der Leyen, A.', 'de la Cruz, B.', 'Le Moullec, C.'],
      2019,
      'Slow rivers',
    ],
    [
      'a question with a subtitle',
      'Meyer, A. (2019). Why do rivers slow? A study of dry years. Journal of Rivers, 3, 1–9.',
      ['Meyer, A.'],
      2019,
      'Why do rivers slow? A study of dry years',
    ],
  ])('reads %s', (_, text, authors, year, title) => {
    const work = parseReference(text);
    expect({ authors: work.authors, year: work.year, title: work.title }).toEqual({ authors, year, title });
  });

  it('keeps underscores of a URL', () => {
    expect(parseReference('Tides of _spring_: https://x.example/a_(b)_c').url).toBe(
      'https://x.example/a_(b)_c',
    );
  });

  it.each([
    ['Meyer, A. Slow rivers of the north. J. Am. Chem. Soc. 2019, 141, 12–15.', 'J. Am. Chem. Soc.'],
    ['Meyer, A. Slow rivers of the north. *Catal. Today* **2019**, *36*, 1–9.', 'Catal. Today'],
    [
      'A. Meyer, “Slow rivers of the north,” Proc. Natl. Acad. Sci. U.S.A., vol. 55, 2019.',
      'Proc. Natl. Acad. Sci. U.S.A.',
    ],
    [
      'A. Meyer and J. Berg. Slow rivers of the north. IEEE Trans. Rivers and Lakes, 3(6), 2019.',
      'IEEE Trans. Rivers and Lakes',
    ],
    ['Meyer, A. (2019). Slow rivers of the north. Journal of Rivers. Vol. 3, no. 2.', 'Journal of Rivers'],
    ['Meyer, A. (2019). Slow rivers of the north. Oxford. Clarendon 2019.', 'Oxford'],
    ['Meyer, A. (2019). Slow rivers of the north. London. Springer 12.', 'London'],
    ['Meyer, Anna. “Slow Rivers of the North.” The Alpine Times (July 2, 2019).', 'Alpine Times'],
  ])('reads the containing work completely: %s', (text, venue) =>
    expect(parseReference(text).venue).toBe(venue),
  );

  it('does not take a title for names', () => {
    for (const text of [
      'Deep Learning for River Models. https://x.example/',
      'Fast and Slow Rivers in the Alps. 2019.',
      'How Rivers Flow, Explained. River Blog, 2019.',
    ])
      expect(parseReference(text).authors).toBeUndefined();
  });

  it('never throws', () => {
    for (const text of ['', '(', '\ud83d', '[1]', '2020', '10.1/x', '"'.repeat(5000)])
      expect(parseReference(text)).toBeTypeOf('object');
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseReference(text)));
    const word = fc.constantFrom(
      'Smith',
      'J.',
      ',',
      ' ',
      'and',
      '(2020)',
      '.',
      '“',
      '”',
      'In:',
      'A',
      '&',
      'et al.',
      ':',
      '1',
      '---',
    );
    fc.assert(
      fc.property(fc.array(word), (words) => void parseReference(words.join(' '))),
      { numRuns: 2_000 },
    );
  });
});
