/** Bytes of a document to text: UTF-8, or UTF-16 by its byte order mark, the mark removed; what is no text is refused. */
import { fail, reason } from '../core/causes';
import { DEFAULTS } from '../core/defaults';
import type { Failure } from '../core/model';

/** By the byte order mark. */
export const encodingOf = (bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
};

/** UTF-16 by its byte order mark, else UTF-8; the mark is removed. Bytes that are neither become U+FFFD. */
export const decodeText = (bytes: Uint8Array): string => new TextDecoder(encodingOf(bytes)).decode(bytes);

/** How a PDF begins; the first NUL may come late in it, or never. */
const PDF = [0x25, 0x50, 0x44, 0x46, 0x2d];
const isBinary = (bytes: Uint8Array): boolean =>
  PDF.every((byte, i) => bytes[i] === byte) || bytes.includes(0);

/**
 * The text of a document, its line ends as they are. A failure is `not-text` (a PDF, or a NUL byte anywhere outside UTF-16, as in images and archives) or
 * `too-large` (above `DEFAULTS.maxDocument` UTF-16 units). Bytes that are no UTF-8 become U+FFFD, so that nothing is lost.
 */
export function decodeDocument(bytes: Uint8Array): string | Failure {
  if (encodingOf(bytes) === 'utf-8' && isBinary(bytes))
    return fail('not_text', { what: reason('binary_data') });
  const text = decodeText(bytes);
  const [count, max] = [text.length, DEFAULTS.maxDocument];
  return count > max ? fail('document_too_long', { count, max }) : text;
}

/** Bytes that a document within the limit can take at most: three a unit in UTF-8. */
export const MOST_BYTES = DEFAULTS.maxDocument * 3 + 3;
