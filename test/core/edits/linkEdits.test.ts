import { describe, expect, it } from 'vitest';
import { apply, type Draft } from '../../../src/core/edits/textEdit';
import { narrow } from '../../../src/core/edits/narrowClaim';
import { asGuess, readdress, setDoi } from '../../../src/core/edits/linkEdits';
import { doiAddress } from '../../../src/core/text/works/workUrl';
import { suggestedFix } from '../../../src/core/edits/suggestedFix';
import { reason } from '../../../src/core/causes';
import { grade } from '../../../src/core/findings/finding';
import { scan } from '../../../src/core/extract';
import type { Finding } from '../../../src/core/model';
import { judgedOf, sourceOf } from '../../fakes';

const draftOf = (text: string): Draft => ({ text, citations: scan(text).citations });

describe('what a citation points at', () => {
  it('becomes another address, in the text or in its entry', () => {
    const link = draftOf('See [x](http://dead.example/p) now.');
    expect(apply(link.text, readdress(link, link.citations[0]!, 'https://web.example/1')!)).toBe(
      'See [x](https://web.example/1) now.',
    );
    const entry = draftOf('So [1].\n\n## References\n\n[1] X. http://dead.example/p\n');
    expect(apply(entry.text, readdress(entry, entry.citations[0]!, 'https://web.example/1')!)).toContain(
      '[1] X. https://web.example/1\n',
    );
  });

  it('becomes another DOI: bare, in an address, with its prefix kept', () => {
    for (const [before, after] of [
      ['Tides rise (doi:10.1000/old).', 'Tides rise (doi:10.1000/a(b)).'],
      ['Tides rise [x](https://doi.org/10.1000/old).', 'Tides rise [x](https://doi.org/10.1000/a%28b%29).'],
    ] as const) {
      const draft = draftOf(before);
      expect(apply(before, setDoi(draft, draft.citations[0]!, '10.1000/a(b)')!)).toBe(after);
    }
  });

  it('gets a DOI at the end of its entry, written as its neighbours write theirs', () => {
    const draft = draftOf('So [1].\n\n## References\n\n[1] Smith, J. (2020). Tide tables. Tides\n');
    const siblings = ['Adams, A. (2019). One. doi:10.1/a'];
    expect(apply(draft.text, setDoi(draft, draft.citations[0]!, '10.1000/x', { siblings })!)).toContain(
      'Tides. doi:10.1000/x\n',
    );
  });

  it('becomes a guess where the marker is its own', () => {
    const one = draftOf('Tides rise [x](https://a.example/p).');
    const guess = apply(one.text, asGuess(one, one.citations[0]!)!);
    expect(guess).toBe('Tides rise [guess].');
    expect(scan(guess).citations[0]?.target).toEqual({ kind: 'guess' });
    const two = draftOf('So (Smith, 2020; Lee, 2021).');
    expect(asGuess(two, two.citations[0]!)).toBeUndefined();
  });
});

describe('an identifier that is not the work’s', () => {
  const wrong = (draft: Draft): Finding =>
    grade({
      citation: draft.citations[0]!,
      stage: 'unjudged',
      source: sourceOf({
        target: draft.citations[0]!.target,
        location: '',
        record: { doi: '10.1000/tides' },
        notices: [{ kind: 'doi-differs', ...reason('identifier_dead') }],
      }),
      screen: { result: 'related', score: 1 },
      why: 'no-model',
      ...reason('no_model'),
    });
  const fixed = (text: string) => {
    const draft = draftOf(text);
    const fix = suggestedFix(draft, wrong(draft));
    return fix && apply(text, fix.changes);
  };

  it('becomes that of the record, where it stands', () => {
    expect(fixed('Tides rise (doi:10.1000/ebb).')).toBe('Tides rise (doi:10.1000/tides).');
    expect(
      fixed('So [1].\n\n## References\n\n[1] Lee. Tide tables. https://doi.org/10.1000/ebb\n'),
    ).toContain('https://doi.org/10.1000/tides\n');
    expect(fixed('So [1].\n\n## References\n\n[1] Lee, A. (2019). Tide tables. doi:10.1/ebb\n')).toContain(
      'doi:10.1000/tides\n',
    );
  });

  it('is an error of its own, whatever the screening says', () => {
    expect(wrong(draftOf('Tides rise (doi:10.1000/ebb).'))).toMatchObject({
      code: 'doi-differs',
      severity: 'error',
    });
  });

  it('stays where another kind of identifier is wrong', () => {
    expect(fixed('Tides rise (PMID: 7654321).')).toBeUndefined();
  });
});

describe('a narrower claim', () => {
  const finding = (draft: Draft, suggestion: string, n = 0): Finding =>
    grade(judgedOf({ citation: draft.citations[n]! }, { support: 'overstated', suggestion }));

  it('keeps its markers and what stands around it', () => {
    const draft = draftOf('First. Every tide always rises ([tides](https://t.example/x)). Last.');
    expect(apply(draft.text, narrow(draft, finding(draft, 'Spring tides\nrise.'))!)).toBe(
      'First. Spring tides rise ([tides](https://t.example/x)). Last.',
    );
  });

  it('replaces the words of a link that are words of the claim, and keeps its address', () => {
    const draft = draftOf('Later work concluded that [every tide rises far](https://t.example/x). Last.');
    expect(apply(draft.text, narrow(draft, finding(draft, 'Spring tides rise far.'))!)).toBe(
      '[Spring tides rise far](https://t.example/x). Last.',
    );
    const within = draftOf('Later work on [every tide](https://t.example/x) found that they rise far. Last.');
    expect(narrow(within, finding(within, 'Spring tides rise far.'))).toBeUndefined();
  });

  it('is not offered if the claim contains another marker', () => {
    const draft = draftOf('As [a](https://t.example/a) says, every tide rises [b](https://t.example/b).');
    const last = draft.citations.length - 1;
    expect(narrow(draft, finding(draft, 'Some tides rise.', last))).toBeUndefined();
  });
});

describe('a DOI in an address', () => {
  it('has marks that would end it as codes, and half a character as none', () => {
    expect(doiAddress('10.1000/x(1)#a')).toBe('10.1000/x%281%29%23a');
    expect(doiAddress('10.1000/\ud83d')).toBe('10.1000/%EF%BF%BD');
  });
});
