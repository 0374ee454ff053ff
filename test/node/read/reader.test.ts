import { CAUSES, say } from '../../../src/core/causes';
import { afterEach, describe, expect, it } from 'vitest';
import path from 'node:path';
import { isFailure, type Failure } from '../../../src/core/model';
import { Reader, type Readable, type ReaderConfig } from '../../../src/node/read/reader';
import { held } from './held';

const worker = path.resolve(import.meta.dirname, '../../../dist/reader.js');
const never = new AbortController().signal;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const html = (text: string) => ({
  bytes: bytes(text),
  url: 'https://example.org/',
  contentType: 'text/html',
});

/** A busy machine takes longer than a user would wait. */
const timeouts = { parseMs: 60_000, pdfMs: 60_000 };

const open: Reader[] = [];
function reader(config: Partial<ReaderConfig> = {}): Reader {
  const one = new Reader({ worker, timeouts, ...config });
  open.push(one);
  return one;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((r) => r.dispose()));
});

function text(answer: Readable | Failure): string {
  if (isFailure(answer)) throw new Error(say(answer));
  return answer.text;
}

/** A PDF of 300 pages with these names. */
function pagesNamed(names: string): string {
  const ids = Array.from({ length: 300 }, (_, i) => i + 4);
  const rest = '/Resources<</Font<</F1 2999 0 R>>>>/Contents 3 0 R';
  return [
    `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R/PageLabels<</Nums[0${names}]>>>>endobj`,
    `2 0 obj<</Type/Pages/Count 300/Kids[${ids.map((id) => `${id} 0 R`).join(' ')}]>>endobj`,
    '3 0 obj<</Length 40>>stream\nBT /F1 12 Tf 72 720 Td (Hi there.) Tj ET\nendstream endobj',
    '2999 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj',
    ...ids.map((id) => `${id} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]${rest}>>endobj`),
    'trailer<</Root 1 0 R>>',
  ].join('\n');
}

/** Widths for four billion glyphs. */
const WIDE =
  '/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[<</Subtype/CIDFontType2/BaseFont/X/W[0 4000000000 500]>>]';

describe('reader', () => {
  it('reads a page to its visible text', async () => {
    const answer = await reader().read(
      html('<title>T</title><h1>Head</h1><p>One <b>t</b>wo.<p hidden>No.'),
      never,
    );
    expect(answer).toMatchObject({ title: 'T', text: 'Head\n\nOne two.', truncated: false });
  });

  it('reads large pages in turn, and a small one in parallel', async () => {
    const one = reader();
    const large = html('<p>Some words of a long page. '.repeat(150_000));
    const order: string[] = [];
    const read = async (name: string, request: typeof large) => {
      expect(text(await one.read({ ...request, bytes: request.bytes.slice() }, never))).not.toBe('');
      order.push(name);
    };
    await Promise.all([read('large', large), read('next', large), read('small', html('<p>Few words.'))]);
    expect(order.indexOf('small')).toBeLessThan(order.indexOf('next'));
    expect(order.indexOf('large')).toBeLessThan(order.indexOf('next'));
  });

  it('reports cancelled at once on abort, and reads the next page', async () => {
    const one = reader();
    const stop = new AbortController();
    const slow = one.read(html('<p>a<b>'.repeat(200_000)), stop.signal);
    setTimeout(() => stop.abort(), 30);
    const started = performance.now();
    expect(await slow).toMatchObject({ kind: 'cancelled' });
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(text(await one.read(html('<p>next'), never))).toBe('next');
  });

  it('stops a page that takes too long and reads the next one', async () => {
    const one = reader({ timeouts: { parseMs: 5 } });
    const answer = await one.read(html('<p>a<b>'.repeat(200_000)), never);
    expect(answer).toMatchObject({ kind: 'not-text' });
    expect(isFailure(answer) && answer.cause).toBe('parse_timeout');
    await one.dispose();
    expect(text(await reader().read(html('<p>next'), never))).toBe('next');
  });

  it('survives a worker that runs out of memory', async () => {
    const one = reader({ memoryMb: 16, threads: 1 });
    const answer = await one.read(html('<p>a'.repeat(1_000_000)), never);
    expect(isFailure(answer) && answer.cause).toBe('parse_error');
    expect(text(await one.read(html('<p>next'), never))).toBe('next');
  });

  it('reads or rejects hostile pages and PDFs, and never blocks the host', async () => {
    const one = reader({ threads: 1 });
    const bodies: [body: string, type: string][] = [
      ['<div>'.repeat(100_000) + 'x', 'text/html'],
      ['<b><i><u>'.repeat(30_000) + 'x<p>'.repeat(100), 'text/html'],
      [`<p ${Array.from({ length: 100_000 }, (_, i) => `a${i}`).join(' ')}>x</p>`, 'text/html'],
      ['&amp;&#x41;&notit;'.repeat(100_000), 'text/html'],
      [`<style>${'@media x{'.repeat(200_000)}</style><p>x`, 'text/html'],
      ['<h2>Related</h2><div>'.repeat(20_000), 'text/html'],
      ['<table><tr><td>'.repeat(20_000) + 'x', 'text/html'],
      ['%PDF-1.7\n' + '1 0 obj<</Kids[1 0 R]>>endobj '.repeat(50_000), 'application/pdf'],
      [`%PDF-1.7\n${'['.repeat(500_000)}`, 'application/pdf'],
      ['[1,'.repeat(12_000) + '1' + ']'.repeat(12_000), 'application/json'],
      [pagesNamed('').replace('/Type1/BaseFont/Helvetica', WIDE), 'application/pdf'],
      [pagesNamed('<</S/A/St 2000000000>>'), 'application/pdf'],
      [pagesNamed('<</S/R/St 2000000000>>'), 'application/pdf'],
    ];
    for (const [body, contentType] of bodies) {
      const content = bytes(body);
      const { value, ms } = await held(() =>
        one.read({ bytes: content, url: 'https://example.org/', contentType }, never),
      );
      if (isFailure(value)) expect(Object.keys(CAUSES)).toContain(value.cause);
      expect(ms).toBeLessThanOrEqual(50);
    }
  });

  it('transfers its bytes instead of copying them', async () => {
    const content = new Uint8Array(200_000).fill(97);
    expect(
      text(await reader().read({ bytes: content, url: '', contentType: 'text/plain' }, never)),
    ).toHaveLength(200_000);
    expect(content).toHaveLength(0);
    const piece = new Uint8Array(10).fill(98).subarray(2, 5);
    expect(text(await reader().read({ bytes: piece, url: '', contentType: 'text/plain' }, never))).toBe(
      'bbb',
    );
    expect(piece).toHaveLength(3);
  });

  it('answers every open request when disposed', async () => {
    const one = reader({ threads: 1 });
    const all = [1, 2, 3].map(() => one.read(html('<p>a'.repeat(100_000)), never));
    await one.dispose();
    for (const answer of await Promise.all(all)) expect(answer).toMatchObject({ kind: 'cancelled' });
  });
});
