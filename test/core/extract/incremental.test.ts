/** A scanner that keeps its last text gives what a scan from scratch gives, whatever the text and the edit. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createScanner, scan, type ScanContext } from '../../../src/core/extract';
import { LATEX } from '../../../src/core/extract/latexReader';
import { document, latex, text } from './documents';

/** Where (as a share of the text), how much goes, what comes. */
const edits = fc.array(
  fc.tuple(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.nat(40),
    fc.oneof(text, document, latex, fc.constant('')),
  ),
  { minLength: 1, maxLength: 6 },
);

function edited(old: string, at: number, gone: number, fresh: string): string {
  const start = Math.floor(at * old.length);
  return old.slice(0, start) + fresh + old.slice(start + gone);
}

function follows(context: ScanContext) {
  return (first: string, all: readonly (readonly [number, number, string])[]): void => {
    const scanner = createScanner(context);
    let now = first;
    scanner.scan(now);
    for (const [at, gone, fresh] of all) {
      now = edited(now, at, gone, fresh);
      expect(scanner.scan(now)).toEqual(scan(now, context));
    }
  };
}

const FORMATS = { markdown: 'markdown', text: 'text', latex: LATEX } as const;

describe('a scanner that rescans an edited text', () => {
  const words = 'Some words are here, long enough for a chunk of its own, and more of them. '.repeat(40);
  /** Expects that a scanner given these texts one after another returns what new scans return. */
  const expectSame = (...texts: readonly string[]) => {
    const scanner = createScanner();
    for (const text of texts) expect(scanner.scan(text)).toEqual(scan(text));
  };

  it.each(['markdown', 'text', 'latex'] as const)('returns what a new scan returns, read as %s', (format) => {
    fc.assert(fc.property(document, edits, follows({ format: FORMATS[format], year: 2026 })), {
      numRuns: 60,
    });
  });

  it('returns what a new scan returns for broken LaTeX', () => {
    const context = { format: LATEX, year: 2026 } as const;
    fc.assert(fc.property(latex, edits, follows(context)), { numRuns: 80 });
  });

  it('returns what a new scan returns while a document is typed', () => {
    fc.assert(
      fc.property(document, (whole) => {
        const scanner = createScanner();
        const step = Math.max(1, Math.floor(whole.length / 40));
        for (let n = 0; n <= whole.length; n += step)
          expect(scanner.scan(whole.slice(0, n))).toEqual(scan(whole.slice(0, n)));
      }),
      { numRuns: 15 },
    );
  });

  it('accepts more paragraphs and lists at once than a call takes arguments', () => {
    const paragraph = `${'a'.repeat(126)}\n\n`;
    const pasted = `${paragraph.repeat(121_000)}${'[1] a https://a.example/\n\nb\n\n'.repeat(130_000)}`;
    const scanner = createScanner();
    scanner.scan('It is so [1].');
    const { citations, problems } = scanner.scan(`It is so [1].\n\n${pasted}`);
    expect(citations.length).toBe(130_000);
    expect(problems).toEqual([]);
  }, 60_000);

  it('reads all new text after a cut under the limit of marks', () => {
    const link = `[a ${'[1] b '.repeat(40)}](https://x.example/)`;
    const full = `${`${'[a] '.repeat(40)}\n`.repeat(2_998)}[a] ${link} end.\n\n`;
    const end = 'So (Smith et al., 2020).\n\n';
    const scanner = createScanner();
    scanner.scan(`${full}${'Plain words stand here.\n\n'.repeat(60_000)}${end}`);
    const cut = `${full}New [y](https://n.example/) here.\n\n${end}`;
    expect(scanner.scan(cut)).toEqual(scan(cut));
  }, 60_000);

  it('searches for the end of front matter as far as a new scan', () => {
    const words = 'Words stand here [1], long enough for a line.\n\n'.repeat(20);
    const text = `---\ntitle: x\n---\n\n${words}---\n\nEnd [2].\n`;
    expectSame(text, text.replace('x\n---', 'x\n--'), text);
  });

  it('notices that a paragraph below a list heading becomes a reference, and stops being one', () => {
    const text = `So (Smith 2020).\n\n${words}\n\n## Notes\n\nJones, A. (2019). A title. Press.\n\n${words}\n\nSome words (Smith et al., 2020).\n`;
    expectSame(text, text.replace('Some words (', 'Some Zords ('), text);
  });

  it('notices that a link leads to a reference of the list, and no longer does', () => {
    const text = `So (Lee, 2020). See [it](https://a.example/2).\n\n${`${words}\n\n`.repeat(9)}## References\n\nDay, A. (2019). One tide. https://a.example/1\n\nLee, B. (2020). Two tides. Press.\n`;
    expectSame(text, text.replace('e/2', 'e/1'), text);
  });

  it('decides again whether numbers are indexes', () => {
    const text = `${words}\n\nIt reads levels[4].\n\n${words}\n\nThen levels[5].\n\n${words}\n\nAnd levels[6].\n`;
    const whole = text + `\n\n${words}`.repeat(9);
    const changed = whole.replace('levels[5]', 'peaks[5]');
    expectSame(whole, changed, whole);
    expect(scan(whole).citations.length + scan(whole).problems.length).not.toBe(
      scan(changed).citations.length + scan(changed).problems.length,
    );
  });

  it('updates the claim of sources that a paragraph of their own names', () => {
    const scanner = createScanner();
    for (const gate of ['open', 'shut']) {
      const now = `${words}\n\n${words}\n\n${words}The gate is ${gate}.\n\nSources: [1]\n\n${`${words}\n\n`.repeat(9)}[1]: https://e.example\n`;
      const found = scanner.scan(now);
      expect(found).toEqual(scan(now));
      expect(found.citations[0]?.claim.text).toContain(`The gate is ${gate}.`);
    }
  });

  it('updates the introduction of list items when it changes', () => {
    const scanner = createScanner();
    const contexts = ['has three gates:', 'has two gates:', 'has gates.', 'has three gates:'].map(
      (introduction) => {
        const now = `${words}\n\n${words}The wall ${introduction}\n\n- ${words}\n\n- north [1]\n\n${`${words}\n\n`.repeat(9)}[1]: https://e.example\n`;
        const found = scanner.scan(now);
        expect(found).toEqual(scan(now));
        return found.citations[0]?.context;
      },
    );
    expect(contexts).toMatchObject([
      expect.stringContaining('three gates:'),
      expect.stringContaining('two gates:'),
      expect.not.stringContaining('wall'),
      expect.stringContaining('three gates:'),
    ]);
  });

  it('does not change earlier results', () => {
    fc.assert(
      fc.property(document, edits, (first, all) => {
        const scanner = createScanner();
        const before = scanner.scan(first);
        const copy = structuredClone(before);
        let now = first;
        for (const [at, gone, fresh] of all) scanner.scan((now = edited(now, at, gone, fresh)));
        expect(before).toEqual(copy);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    [
      'a marker that spans two lines of a block quote',
      '> See [a\n> page](https://a.example/).\n\nEnd.\n',
      'x',
      'markdown',
    ],
    [
      'a number with two lists after it, when the first has moved',
      'It is [1].\n\n[1] https://one.example/\n\n[1] https://two.example/\n',
      'A longer beginning. ',
      'markdown',
    ],
    ['a bibliography that is no longer named', '\\cite{a}\n\n\\bibliography{refs}\n', '% ', 'latex'],
  ] as const)('reads %s like a new scan', (_, first, fresh, format) => {
    const context = { format: FORMATS[format] };
    const scanner = createScanner(context);
    scanner.scan(first);
    const last = first.lastIndexOf('\n\n') + 2;
    for (const at of [0, last]) {
      const now = edited(first, at / first.length, 0, fresh);
      expect(scanner.scan(now)).toEqual(scan(now, context));
    }
  });

  it('keeps the reference list of each section while the text grows', () => {
    const words = 'Some words stand here. '.repeat(12);
    const list = (letter: string) => `## References\n\n[1] A, https://e.example/${letter}\n\n`;
    const text = `${words}\n\nSo [1] here.\n\n${list('a')}# Next\n\n${words}So [1] there.\n\n${list('b')}`;
    const scanner = createScanner();
    scanner.scan(text);
    const longer = `${words.repeat(12)}${text}`;
    for (const edited of [longer, longer.replace('So [1] here', 'So it is [1] here')]) {
      expect(scanner.scan(edited)).toEqual(scan(edited));
      expect(scanner.scan(edited).citations.map(({ target }) => target)).toEqual([
        { kind: 'url', url: 'https://e.example/a' },
        { kind: 'url', url: 'https://e.example/b' },
      ]);
    }
  });

  it('decides again whether numbers in parentheses cite the list', () => {
    const list =
      '\n\n## References\n\n1. Smith J. A title. 2010.\n2. Lee K. Another. 2011.\n3. Roe P. A third. 2012.\n';
    const scanner = createScanner();
    for (const words of ['(1,2).', '(1,2) and (3).', '(1,2) and (9).', '(1,2) as.'])
      expect(scanner.scan(`It is so ${words}${list}`)).toEqual(scan(`It is so ${words}${list}`));
  });
});
