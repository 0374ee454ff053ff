/** Decodes bytes: by byte order mark, header, declaration in the document, else by statistics. */
import { attempt } from '../../core/attempt';

const DECLARATION_BYTES = 4096;

/** The label of a header or declaration if the platform supports it. */
function known(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  const name = label.trim().replace(/^["']|["']$/g, '');
  return attempt(() => new TextDecoder(name).encoding);
}

function byMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

/** The encoding that a `Content-Type` names, if the platform supports it. */
export const byHeader = (contentType: string): string | undefined =>
  known(/charset\s*=\s*("[^"]{1,40}"|[^\s;,]{1,40})/i.exec(contentType)?.[1]);

/** Finds `<meta charset>`, `<meta http-equiv>` or the XML declaration in the first bytes. */
function byDeclaration(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, DECLARATION_BYTES));
  const label =
    /^\s*<\?xml[^>]{0,100}encoding\s*=\s*["']([\w.:-]{1,40})/i.exec(head)?.[1] ??
    /<meta\b[^>]{0,300}?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(head)?.[1];
  const name = known(label);
  // A declaration readable as ASCII can't be in UTF-16.
  return name?.startsWith('utf-16') ? 'utf-8' : name;
}

/** UTF-16 without a mark: every second byte of Western text is zero. */
function byZeros(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, 512);
  const zeros = [0, 0];
  head.forEach((b, i) => {
    if (b === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > head.length / 5 && even === 0) return 'utf-16le';
  return even > head.length / 5 && odd === 0 ? 'utf-16be' : undefined;
}

/** Encodings detected by statistics, bytes per letter, and the letters that indicate each. */
const SCRIPTS: readonly (readonly [encoding: string, bytes: number, letters: RegExp, needed?: RegExp])[] = [
  ['shift_jis', 2, /[\u3040-\u30ff\u4e00-\u9fa5。、]/g, /[\u3040-\u30ff]/g],
  ['euc-jp', 2, /[\u3040-\u30ff\u4e00-\u9fa5。、]/g, /[\u3040-\u30ff]/g],
  ['euc-kr', 2, /[\uac00-\ud7a3]/g],
  ['gb18030', 2, /[\u4e00-\u9fa5，。、]/g],
  ['big5', 2, /[\u4e00-\u9fa5，。、]/g],
  // Cyrillic comes in runs; single letters are the accented letters of Western text.
  ['windows-1251', 1, /(?<=[\u0430-\u044f])[\u0430-\u044f]/g],
  ['koi8-r', 1, /(?<=[\u0430-\u044f])[\u0430-\u044f]/g],
];

/** Share of the non-ASCII bytes that decode to the encoding's own script, minus invalid characters. */
function fit(sample: Uint8Array, high: number, [encoding, bytes, letters, needed]: (typeof SCRIPTS)[number]) {
  const text = new TextDecoder(encoding).decode(sample);
  const count = (test: RegExp): number => text.match(test)?.length ?? 0;
  const found = count(letters);
  // Japanese without kana is misread Chinese.
  if (needed && count(needed) < found * 0.2) return 0;
  const wrong = count(/[\ufffd\u0080-\u009f\ue000-\uf8ff\uff61-\uff9f]/g);
  return (found * bytes - wrong * 4) / high;
}

/** The encoding that fits best, else windows-1252. */
function byLooks(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, 65_536);
  let high = 0;
  for (const b of sample) if (b > 127) high++;
  let best = 'windows-1252';
  let most = 0.5;
  for (const script of high < 8 ? [] : SCRIPTS) {
    const share = fit(sample, high, script);
    if (share > most + 0.02) {
      best = script[0];
      most = share;
    }
  }
  return best;
}

/**
 * Decodes a body. A mark beats the header, the header beats the declaration, and valid UTF-8 beats a declared single-byte label, which
 * servers send by default. Invalid bytes become U+FFFD; never throws.
 */
export function decode(bytes: Uint8Array, contentType: string): { text: string; encoding: string } {
  const mark = byMark(bytes);
  if (mark) return { text: new TextDecoder(mark).decode(bytes), encoding: mark };
  const declared = [byHeader(contentType), byDeclaration(bytes)].filter((e) => e !== undefined);
  const single = declared.length === 0 || declared[0] === 'windows-1252' || declared[0] === 'utf-8';
  const utf8 = single ? validUtf8(bytes) : undefined;
  const zeros = byZeros(bytes);
  if (zeros) return { text: new TextDecoder(zeros).decode(bytes), encoding: zeros };
  if (utf8 !== undefined) return { text: utf8, encoding: 'utf-8' };
  // A false UTF-8 label shows in many invalid bytes; a few are a damaged UTF-8 page. Other encodings hardly have valid ones.
  const isUtf8 = mostlyUtf8(bytes, declared[0] === 'utf-8' ? 1 : 4);
  const isLabelled = declared.length === 0 || declared[0] === 'utf-8';
  const encoding = isLabelled && isUtf8 ? 'utf-8' : (declared.find((e) => e !== 'utf-8') ?? byLooks(bytes));
  return { text: new TextDecoder(encoding).decode(bytes), encoding };
}

/** The text of valid UTF-8. A cut one may end inside a character, if it has others beyond ASCII. */
function validUtf8(bytes: Uint8Array): string | undefined {
  const text = attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }));
  const isSure = (bytes.at(-1) ?? 0) < 128 || /[\u0080-\uffff]/.test(text ?? '');
  return isSure ? text : undefined;
}

/** Whether there are `times` as many characters beyond ASCII as invalid bytes. */
function mostlyUtf8(bytes: Uint8Array, times: number): boolean {
  const text = new TextDecoder('utf-8').decode(bytes.subarray(0, 1_000_000));
  let [broken, fine] = [0, 0];
  for (const c of text) {
    if (c === '\ufffd') broken++;
    else if (c > '\u007f') fine++;
  }
  return broken * times <= fine;
}
