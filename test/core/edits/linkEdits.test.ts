/** What a changed link means; `cases/links.md` has the texts. */
import { expect, it } from 'vitest';
import { asGuess } from '../../../src/core/edits/linkEdits';
import { apply } from '../../../src/core/edits/textEdit';
import { doiAddress } from '../../../src/core/text/works/workUrl';
import { scan } from '../../../src/core/extract';
import { draftOf, wrongDoi } from './cases';

it('what becomes a guess is read as one', () => {
  const draft = draftOf('Tides rise [x](https://a.example/p).');
  const guess = apply(draft.text, asGuess(draft, draft.citations[0]!) ?? []);
  expect(scan(guess).citations[0]?.target).toEqual({ kind: 'guess' });
});

it('an identifier that is not the work’s is an error, whatever the screening says', () => {
  const [citation] = draftOf('Tides rise (doi:10.1000/ebb).').citations;
  expect(wrongDoi(citation!)).toMatchObject({ code: 'doi-differs', severity: 'error' });
});

it('a DOI in an address has marks that would end it as codes, and half a character as none', () => {
  expect(doiAddress('10.1000/x(1)#a')).toBe('10.1000/x%281%29%23a');
  expect(doiAddress('10.1000/\ud83d')).toBe('10.1000/%EF%BF%BD');
});
