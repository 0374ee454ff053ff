/**
 * Measures how `parseReference` reads labelled references that its weights weren't fitted on: half 1 of the folder that the environment
 * variable CITEWRIGHT_REFERENCES names. docs/references.md says where they come from.
 */
import { parseReference } from '../../src/core/text/works/reference';
import { share, skipped } from '../figures';
import { readFolder } from '../fit/labelled';
import { measured } from '../fit/measure';

const folder = process.env['CITEWRIGHT_REFERENCES'];
if (folder === undefined)
  skipped('references', 'CITEWRIGHT_REFERENCES names no folder, see docs/references.md');
else {
  const unseen = readFolder(folder).filter(({ half }) => half === 1);
  for (const [source, counts] of measured(unseen, parseReference)) {
    const set = `references, ${source}`;
    share(set, 'whole references', counts.whole, counts.references);
    share(set, 'titles right', counts.rightTitles, counts.titles);
    share(set, 'titles false', counts.falseTitles, counts.titles);
    share(set, 'authors right', counts.rightAuthors, counts.authors);
    share(set, 'authors false', counts.falseAuthors, counts.authors);
    share(set, 'years right', counts.rightYears, counts.years);
  }
}
