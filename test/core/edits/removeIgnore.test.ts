/** Ignore comments taken back in any text; `cases/ignores.md` has how each is. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { apply } from '../../../src/core/edits/textEdit';
import { unignore } from '../../../src/core/edits/removeIgnore';
import { ignoresIn } from '../../../src/core/text/ignores';

test('unignore shows the code after repeated calls, and changes no other text', () => {
  const comment = fc
    .tuple(
      fc.constantFrom('<!--', '%'),
      fc.constantFrom('line', 'file', 'next-line'),
      fc.array(fc.constantFrom('dead', 'absent', 'typo'), { maxLength: 3 }),
      fc.constantFrom('', ': a note'),
    )
    .map(([open, kind, codes, note]) => {
      const word = `citewright-ignore-${kind} ${codes.join(', ')}${note}`;
      return open === '%' ? `% ${word}\n` : `<!-- ${word} -->`;
    });
  const piece = fc.oneof(comment, fc.constantFrom('cited ', 'One. ', '\n', '\n\n', ' '));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      let text = `cited ${pieces.join('')}`;
      const words = (of: string) => of.replace(/<!--[^]*?-->|%.*$/gm, '').match(/\S+/g) ?? [];
      const before = words(text);
      for (let i = 0; i <= pieces.length; i++) {
        const changes = unignore(text, { start: 0, end: 5 }, 'dead');
        if (!changes) break;
        text = apply(text, changes);
        expect(words(text)).toEqual(before);
      }
      expect(ignoresIn(text)?.({ start: 0, end: 5 }, 'dead')).toBeUndefined();
    }),
  );
});
