/** What a changed link means; `cases/links.md` has the texts. */
import { expect, it } from 'vitest';
import { asGuess } from '../../../src/core/edits/linkEdits';
import { apply } from '../../../src/core/edits/textEdit';
import { doiAddress } from '../../../src/core/text/works/workUrl';
import { scan } from '../../../src/core/extract';
import { draftOf, wrongDoi } from './cases';

it('a guess is read as a guess by the next scan', () => {
  const draft = draftOf('Tides rise [x](https://a.example/p).');
  const guess = apply(draft.text, asGuess(draft, draft.citations[0]!) ?? []);
  expect(scan(guess).citations[0]?.target).toEqual({ kind: 'guess' });
});

it('an identifier of another work is an error, whatever the screening says', () => {
  const [citation] = draftOf('Tides rise (doi:10.1000/ebb).').citations;
  expect(wrongDoi(citation!)).toMatchObject({ code: 'doi-differs', severity: 'error' });
});

it('a DOI in a URL has encoded delimiters, and a replacement for half a surrogate pair', () => {
  expect(doiAddress('10.1000/x(1)#a')).toBe('10.1000/x%281%29%23a');
  expect(doiAddress('10.1000/\ud83d')).toBe('10.1000/%EF%BF%BD');
});
