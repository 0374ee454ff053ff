/** Entries of a bundle: small, without secrets, and enough to find the same again, whatever the lengths. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sealed } from '../../../src/cli/checksums';
import { Entry, entryOf, replayed } from '../../../src/core/bundle';
import { reason } from '../../../src/core/causes';
import { grade } from '../../../src/core/findings/finding';
import { conclude, searchable } from '../../../src/core/judge/request';
import type { Finding, Source, Support } from '../../../src/core/model';
import { NO_USAGE } from '../../../src/core/ports';
import { screen } from '../../../src/core/resolve/screen';
import { hideCredentials } from '../../../src/core/text/credentials';
import { citationOf, sourceOf, unjudgedOf } from '../../fakes';

const MOST = 2_048;
const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);
const sizeOf = (entry: object) => Buffer.byteLength(sealed(entry));
const making = {
  path: 'a.md',
  at: () => ({ line: 1, column: 1 }),
  parsed: undefined,
  hash,
  fits: (entry: object) => sizeOf(entry) <= MOST,
};
const NOWHERE = { start: 0, end: 0 };
const citation = (claim: string, url: string) =>
  citationOf({
    id: 'c-1',
    raw: url,
    identifier: url,
    claim: { text: claim, span: NOWHERE },
    target: { kind: 'url', url },
  });

/** What the rules make of a model's answer, and its entry. */
function judged(claim: string, support: Support, quote: string, source: Source, url = source.location) {
  const parsed = { support, confidence: 0.9, rationale: 'As the page has it.', quote, places: [] };
  const receipt = { model: 'm', usage: NO_USAGE, latencyMs: 0 };
  const { verdict } = conclude(
    { id: 'c-1', text: claim, context: '' },
    parsed,
    [searchable(source)],
    receipt,
    undefined,
  );
  const finding = grade({
    citation: citation(claim, url),
    stage: 'judged',
    source,
    screen: screen(claim, source),
    evidence: { passages: [], tokens: 0 },
    verdict,
  });
  return { finding, entry: entryOf(finding, { ...making, parsed }) };
}
const screened = (claim: string, source: Source, url = source.location) => {
  const finding = grade(
    unjudgedOf({ citation: citation(claim, url), source, screen: screen(claim, source) }),
  );
  return { finding, entry: entryOf(finding, making) };
};

/** What every entry promises. */
function holds({ finding, entry }: { readonly finding: Finding; readonly entry: Entry }): void {
  expect(sizeOf(entry)).toBeLessThanOrEqual(MOST);
  const read = Entry.parse(JSON.parse(JSON.stringify(entry)));
  const again = replayed(read, NOWHERE);
  expect([again.code, again.severity, entry.code]).toEqual([finding.code, finding.severity, finding.code]);
  expect(entry.source?.sha256[1] ?? hash('')).toBe(hash(entry.passage ?? ''));
  if (sizeOf({ ...entry, claim: finding.citation.claim.text }) > MOST || entry.whole)
    expect(entry.whole?.claim).toBe(hash(finding.citation.claim.text));
}

/** Words of many scripts and lengths, without figures, names or denials. */
const WORDS = 'harbour the лодка стена größere mill road naïve of гавань bell'.split(' ');
const words = (max: number) =>
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: max }).map((all) => all.join(' '));
/** Texts of any length: words, one long word, signs that JSON escapes, halves of pairs. */
const hostile = fc.oneof(
  words(1_500),
  fc.integer({ min: 0, max: 6_000 }).map((n) => 'x'.repeat(n)),
  fc.integer({ min: 0, max: 2_000 }).map((n) => '\u0001"\\'.repeat(n)),
  fc.integer({ min: 0, max: 2_000 }).map((n) => '𝕏'.repeat(n)),
  fc.integer({ min: 0, max: 2_000 }).map((n) => '\ud800'.repeat(n)),
);
const url = hostile.map((text) => `https://a.example/${text}`);

describe('an entry of a bundle', () => {
  test('has at most 2 KB and restores its finding: sources that were not judged', () =>
    fc.assert(
      fc.property(hostile, hostile, url, hostile, (claim, text, address, title) => {
        const page = sourceOf({
          text: `${text}\n${claim}`,
          location: address,
          title,
          record: { title, venue: title },
        });
        holds(screened(claim, page, address));
        holds(screened(`It says “${claim}”.`, { ...page, truncated: true }, address));
      }),
      { numRuns: 12 },
    ));

  test('has at most 2 KB and restores its finding: verdicts with quotations of up to 80 words', () =>
    fc.assert(
      fc.property(
        fc.constantFrom<Support>('supported', 'partly', 'contradicted', 'absent', 'unsure'),
        words(300),
        words(78),
        words(1_500),
        url,
        (support, claim, quote, text, address) => {
          const page = sourceOf({ text: `${text}\n${text} ${quote} ${claim}. ${text}`, location: address });
          holds(judged(`${claim} ${quote}`, support, quote, page, address));
        },
      ),
      { numRuns: 12 },
    ));

  test('has at most 2 KB and restores its finding: failures and notices', () =>
    fc.assert(
      fc.property(hostile, url, (text, address) => {
        const failed = grade({
          citation: citation(text, address),
          stage: 'unresolved',
          kind: 'wrong-work',
          archived: address,
          ...reason('wrong_work', { label: text, work: text, fields: [text, text, text] }),
        });
        holds({ finding: failed, entry: entryOf(failed, { ...making, path: text }) });
        const notice = {
          kind: 'retracted',
          url: address,
          date: text,
          ...reason('retraction', { by: text }),
        } as const;
        const notices = [notice, notice, notice, notice, notice];
        holds(screened(text, sourceOf({ text, location: address, notices }), address));
      }),
      { numRuns: 12 },
    ));

  test('names evidence that is too long, and is not judged', () => {
    const quote = Array.from(
      { length: 20 },
      (_, i) => `${'word'.repeat(400)}${String.fromCharCode(97 + i)}`,
    ).join(' ');
    const { finding, entry } = judged(quote, 'supported', quote, sourceOf({ text: `${quote}.` }));
    expect(finding.code).toBe('supported');
    expect(sizeOf(entry)).toBeLessThanOrEqual(MOST);
    expect([entry.code, entry.unjudged?.cause]).toEqual(['unjudged', 'evidence_too_long']);
  });

  const SECRET = 'aB3dE5gH7jK9mN1pQ3sT5vW7';
  test.each([
    ['a parameter of its address', 'It opens at noon.', `https://a.example/x?access_token=${SECRET}&page=2`],
    ['a short password', 'The password: hunter2 opens the harbour gate.', 'https://a.example/x'],
    ['a key in the claim', `The harbour gate takes api_key=${SECRET} at noon.`, 'https://a.example/x'],
  ])('contains no secret: %s', (_, claim, address) => {
    const page = sourceOf({ text: `Harbour\n${claim} Nobody may pass before.`, location: address });
    for (const { finding, entry } of [
      screened(claim, page, address),
      judged(claim, 'supported', claim, page, address),
    ]) {
      const text = JSON.stringify(entry);
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain('hunter2');
      expect(text).toContain('•••');
      expect(entry.code).toBe(finding.code);
    }
  });
});

describe('hideCredentials', () => {
  test.each([
    'https://a.example/?page=12&sort=new2024',
    'The token costs 12 dollars.',
    'The secret of 1932 is out.',
    'password: ${DB_PASSWORD1}',
    'https://a.example/keynote=abc123',
  ])('leaves %s unchanged', (text) => expect(hideCredentials(text)).toBe(text));

  test.each([
    ['password = "hunter2"', 'password = "•••••••"'],
    ['https://u:m1dnight9@a.example/', 'https://u:•••••••••@a.example/'],
    ['?X-Amz-Signature=ab12cd34ef&x=1', '?X-Amz-Signature=••••••••••&x=1'],
  ])('preserves offsets: %s', (text, hidden) => {
    expect(hideCredentials(text)).toHaveLength(text.length);
    expect(hideCredentials(text)).toBe(hidden);
  });
});
