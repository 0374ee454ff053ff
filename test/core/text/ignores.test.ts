import { describe, expect, it } from 'vitest';
import { scan } from '../../../src/core/extract';
import type { Code } from '../../../src/core/codes';
import { ignoreProblems, ignoresIn } from '../../../src/core/text/ignores';

const at = (text: string, word: string) => {
  const start = text.indexOf(word);
  return { start, end: start + word.length };
};

/** Unknown words, each read at its place. */
const unknown = (text: string) =>
  ignoreProblems(text).map(({ span, facts }) => {
    expect(text.slice(span.start, span.end)).toBe(facts['label']);
    return facts['label'];
  });

const why = (text: string, word: string, code: Code = 'dangling') =>
  ignoresIn(text)?.(at(text, word), code)?.suppressed;

describe('ignore comments', () => {
  it('suppress nothing if their only code is unknown', () => {
    const text = '<!-- citewright-ignore-next-line nosuchcode -->\nOne [7].\n';
    expect(
      ignoresIn(text)?.({ start: text.indexOf('[7]'), end: text.indexOf('[7]') + 3 }, 'dangling'),
    ).toBeUndefined();
  });

  it('name their unknown words', () => {
    const text =
      'One [7]. <!-- citewright-ignore-line dangling, dedd: a note -->\n<!-- citewright-ignore-file nosuch -->\n';
    expect(why(text, '[7]')).toEqual({ by: 'ignore-line', note: 'a note' });
    expect(unknown(text)).toEqual(['dedd', 'nosuch']);
    expect(unknown('One [7]. <!-- citewright-ignore-line dangling: dedd -->\n')).toEqual([]);
    expect(unknown('One [7]. <!-- citewright-ignore-line-->\n')).toEqual([]);
  });

  it.each(['citewright-ignore', 'citewright-ignore-lines', 'citewright-ignored', 'citewright-ignore-next'])(
    'suppress nothing as %s',
    (word) => {
      const text = `One [7]. <!-- ${word} dangling -->\n`;
      expect(why(text, '[7]')).toBeUndefined();
      expect(unknown(text)).toEqual([word]);
    },
  );

  it('suppress on their own line only', () => {
    const text = 'One [7]. <!-- citewright-ignore-line: looked at it -->\nTwo [8].\n';
    expect(why(text, '[7]')).toEqual({ by: 'ignore-line', note: 'looked at it' });
    expect(why(text, '[8]')).toBeUndefined();
  });

  it.each(['\n', '\r\n', '\r'])('end at the line break %j', (end) => {
    const text = ['One [6].', 'Two [7]. <!-- citewright-ignore-line -->', 'Three [8].', 'X'].join(end);
    const found = ['[6]', '[7]', '[8]'].map((word) => why(text, word)?.by);
    expect(found).toEqual([undefined, 'ignore-line', undefined]);
    const next = ['<!-- citewright-ignore-next-line -->', 'Two [7].', 'Three [8].'].join(end);
    expect(['[7]', '[8]'].map((word) => why(next, word)?.by)).toEqual(['ignore-line', undefined]);
  });

  it('suppress on the next line, or in the whole text', () => {
    const next = '<!-- citewright-ignore-next-line -->\nOne [7].\nTwo [8].\n';
    expect(why(next, '[7]')).toEqual({ by: 'ignore-line' });
    expect(why(next, '[8]')).toBeUndefined();
    const after = next.replace('-->\n', '-->\n\n');
    expect(['[7]', '[8]'].map((word) => why(after, word)?.by)).toEqual(['ignore-line', undefined]);
    expect(why(next.replace('-->\n', '-->\n\n\n'), '[7]')).toBeUndefined();
    const file = 'One [7].\n\n<!-- citewright-ignore-file dead, dangling -->\n';
    expect(why(file, '[7]')).toEqual({ by: 'ignore-file' });
    expect(why(file, '[7]', 'overstated')).toBeUndefined();
  });

  it('apply in their order, with or without a code', () => {
    const line = 'One [7]. <!-- citewright-ignore-line dead: a --> <!-- citewright-ignore-line: b -->';
    const text = `<!-- citewright-ignore-next-line: first -->\n${line}\n<!-- citewright-ignore-file dangling: last -->\n`;
    const notes = (given: string) => [why(given, '[7]', 'dead')?.note, why(given, '[7]')?.note];
    expect(notes(text)).toEqual(['first', 'first']);
    expect(notes(line)).toEqual(['a', 'b']);
    const other = `${line.replace(': b', ' dead: b')}\n<!-- citewright-ignore-file dangling: last -->\n`;
    expect(notes(other)).toEqual(['a', 'last']);
  });

  it('can be LaTeX comments', () => {
    const text = 'One \\cite{none}. % citewright-ignore-line\n';
    expect(why(text, '\\cite', 'unknown-key')).toEqual({ by: 'ignore-line' });
  });

  it('are ignored in code, in prose, and if incomplete', () => {
    for (const text of [
      '```md\n<!-- citewright-ignore-file -->\n```\n',
      'Write `<!-- citewright-ignore-file -->` to ignore.\n',
      'The word citewright-ignore-file alone.\n',
      '<!-- citewright-ignore- -->\n',
    ])
      expect(ignoresIn(text)).toBeUndefined();
  });

  it.each(['\n', '\r', '\r\n'])('are found in one pass, with many lines before them: %j', (end) => {
    const text = `${`a${end}`.repeat(1_000_000)}One [9]. <!-- citewright-ignore-line -->${end}`;
    expect(why(text, '[9]')).toEqual({ by: 'ignore-line' });
    expect(ignoresIn(text)?.({ start: 0, end: 1 }, 'dangling')).toBeUndefined();
  });

  it('do not change claims or ids', () => {
    const text = 'Tides rise by four metres [1].\n\n## References\n\n[1] X. https://x.example\n';
    const ignored = text.replace('[1].\n', '[1]. <!-- citewright-ignore-line -->\n');
    expect(scan(ignored).citations[0]?.id).toBe(scan(text).citations[0]?.id);
  });
});
