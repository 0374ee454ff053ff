import { describe, expect, it } from 'vitest';
import { scan } from '../../../src/core/extract';
import { ignoresIn } from '../../../src/core/text/ignores';

const at = (text: string, word: string) => {
  const start = text.indexOf(word);
  return { start, end: start + word.length };
};

describe('ignore comments', () => {
  it('sets nothing aside where the only code given is none', () => {
    const text = '<!-- citewright-ignore-next-line nosuchcode -->\nOne [7].\n';
    expect(
      ignoresIn(text)?.({ start: text.indexOf('[7]'), end: text.indexOf('[7]') + 3 }, 'dangling'),
    ).toBeUndefined();
  });

  it('set aside what stands on their line, and on no other', () => {
    const text = 'One [7]. <!-- citewright-ignore-line: looked at it -->\nTwo [8].\n';
    const ignores = ignoresIn(text)!;
    expect(ignores(at(text, '[7]'), 'dangling')).toEqual({ by: 'ignore-line', note: 'looked at it' });
    expect(ignores(at(text, '[8]'), 'dangling')).toBeUndefined();
  });

  it.each(['\n', '\r\n', '\r'])('know a line by its break %j', (end) => {
    const text = ['One [6].', 'Two [7]. <!-- citewright-ignore-line -->', 'Three [8].', 'X'].join(end);
    const aside = ['[6]', '[7]', '[8]'].map((word) => ignoresIn(text)?.(at(text, word), 'dangling')?.by);
    expect(aside).toEqual([undefined, 'ignore-line', undefined]);
    const next = ['<!-- citewright-ignore-next-line -->', 'Two [7].', 'Three [8].'].join(end);
    expect(['[7]', '[8]'].map((word) => ignoresIn(next)?.(at(next, word), 'dangling')?.by)).toEqual([
      'ignore-line',
      undefined,
    ]);
  });

  it('set aside the next line, or the whole text', () => {
    const next = '<!-- citewright-ignore-next-line -->\nOne [7].\nTwo [8].\n';
    expect(ignoresIn(next)?.(at(next, '[7]'), 'dangling')).toEqual({ by: 'ignore-line' });
    expect(ignoresIn(next)?.(at(next, '[8]'), 'dangling')).toBeUndefined();
    const file = 'One [7].\n\n<!-- citewright-ignore-file dead, dangling -->\n';
    expect(ignoresIn(file)?.(at(file, '[7]'), 'dangling')).toEqual({ by: 'ignore-file' });
    expect(ignoresIn(file)?.(at(file, '[7]'), 'overstated')).toBeUndefined();
  });

  it('count in the order in which they stand, those for a code and those for all alike', () => {
    const line = 'One [7]. <!-- citewright-ignore-line dead: a --> <!-- citewright-ignore-line: b -->';
    const text = `<!-- citewright-ignore-next-line: first -->\n${line}\n<!-- citewright-ignore-file dangling: last -->\n`;
    const why = (given: string, code: 'dead' | 'dangling') =>
      ignoresIn(given)?.(at(given, '[7]'), code)?.note;
    expect([why(text, 'dead'), why(text, 'dangling')]).toEqual(['first', 'first']);
    expect([why(line, 'dead'), why(line, 'dangling')]).toEqual(['a', 'b']);
    const other = `${line.replace(': b', ' dead: b')}\n<!-- citewright-ignore-file dangling: last -->\n`;
    expect([why(other, 'dead'), why(other, 'dangling')]).toEqual(['a', 'last']);
  });

  it('are LaTeX comments too', () => {
    const text = 'One \\cite{none}. % citewright-ignore-line\n';
    expect(ignoresIn(text)?.(at(text, '\\cite'), 'unknown-key')).toEqual({ by: 'ignore-line' });
  });

  it('say nothing in code, in prose, or half-written', () => {
    for (const text of [
      '```md\n<!-- citewright-ignore-file -->\n```\n',
      'Write `<!-- citewright-ignore-file -->` to ignore.\n',
      'The word citewright-ignore-file alone.\n',
      '<!-- citewright-ignore- -->\n',
    ])
      expect(ignoresIn(text)).toBeUndefined();
  });

  it.each(['\n', '\r', '\r\n'])('are found in one look, however many lines stand before them: %j', (end) => {
    const text = `${`a${end}`.repeat(1_000_000)}One [9]. <!-- citewright-ignore-line -->${end}`;
    expect(ignoresIn(text)?.(at(text, '[9]'), 'dangling')).toEqual({ by: 'ignore-line' });
    expect(ignoresIn(text)?.({ start: 0, end: 1 }, 'dangling')).toBeUndefined();
  });

  it('are honoured by a scan, which keeps the problem and says who set it aside', () => {
    const text =
      'One [1] and none [7]. <!-- citewright-ignore-line dangling: agreed -->\n\n## References\n\n[1] X. https://x.example\n';
    const [problem] = scan(text).problems.filter(({ code }) => code === 'dangling');
    expect(problem?.suppressed).toEqual({ by: 'ignore-line', note: 'agreed' });
  });

  it('change no claim: what was found out stays with its citation', () => {
    const text = 'Tides rise by four metres [1].\n\n## References\n\n[1] X. https://x.example\n';
    const ignored = text.replace('[1].\n', '[1]. <!-- citewright-ignore-line -->\n');
    expect(scan(ignored).citations[0]?.id).toBe(scan(text).citations[0]?.id);
  });
});
