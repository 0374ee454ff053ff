/** Detects the type of a body: by its first bytes, then the header, then the URL. */
import { fail, reason } from '../../core/causes';
import type { Failure } from '../../core/model';
import { begins } from './decode';

export type Kind = 'html' | 'xml' | 'json' | 'text' | 'markdown' | 'pdf' | 'epub';

/** First bytes in hexadecimal digits. */
const MAGIC: Readonly<Record<string, string>> = {
  PNG: '89504e47', JPEG: 'ffd8ff', GIF: '47494638', gzip: '1f8b', '7z': '377abcaf', RAR: '52617221', ELF: '7f454c46',
  'Microsoft Office': 'd0cf11e0', MP3: '494433', Ogg: '4f676753', WOFF: '774f46', Matroska: '1a45dfa3', RIFF: '52494646',
  WebAssembly: '0061736d',
}; // prettier-ignore

const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to)).replaceAll('\0', '');

/** `%PDF-` may occur anywhere in the first 1,024 bytes. */
export const isPdf = (bytes: Uint8Array): boolean => ascii(bytes, 0, 1024).includes('%PDF-');

/** Drops parameters; lower case. */
export const essence = (contentType: string): string =>
  (contentType.split(';')[0] ?? '').trim().toLowerCase();

/** Control characters that don't occur in text; UTF-16 without a mark has a NUL in every second byte. */
function isBinary(bytes: Uint8Array): boolean {
  const bom = begins(bytes, [0xff, 0xfe]) || begins(bytes, [0xfe, 0xff]);
  if (bom) return false;
  const head = bytes.subarray(0, 2048);
  let [nul, odd] = [0, 0];
  head.forEach((b, i) => {
    if (b === 0) {
      nul++;
      odd += i % 2;
    } else if (b < 9 || (b > 13 && b < 27) || (b > 27 && b < 32)) nul++;
  });
  const utf16 = nul > head.length * 0.3 && (odd === nul || odd === 0);
  return nul > head.length * 0.05 && !utf16;
}

const isEpub = (bytes: Uint8Array): boolean =>
  ascii(bytes, 0, 2) === 'PK' && ascii(bytes, 30, 60).startsWith('mimetypeapplication/epub+zip');

/** Whether a cut file can't be read: its table of contents is at the end. */
export const needsEnd = (bytes: Uint8Array): boolean => isPdf(bytes) || isEpub(bytes);

function byName(url: string): Kind | undefined {
  const path = /^[^?#]*/.exec(url)?.[0] ?? '';
  if (/\.(?:md|markdown|rst)$/i.test(path)) return 'markdown';
  if (/\.(?:txt|text|log|csv|tsv|tex|bib)$/i.test(path)) return 'text';
  if (/\.json(?:ld)?$/i.test(path)) return 'json';
  return undefined;
}

function byContent(head: string): Kind {
  if (/^<\?xml\b/i.test(head) && !/<html\b/i.test(head)) return 'xml';
  if (/<(?:!doctype\s+html|html|head|body|script|p|div|h1|table|title|meta|a|br)[\s>/]/i.test(head))
    return 'html';
  return /^[[{]/.test(head) ? 'json' : 'text';
}

/** The kinds that a header names. */
const TYPES: readonly (readonly [RegExp, Kind])[] = [
  [/^(?:text\/html|application\/xhtml\+xml)$/, 'html'],
  [/^text\/markdown$/, 'markdown'],
  [/^application\/json$|\+json$/, 'json'],
  [/^(?:text|application)\/xml$|\+xml$/, 'xml'],
];

/** The kind of a body, or why it can't be read. */
export function sniff(bytes: Uint8Array, contentType: string, url: string): Kind | Failure {
  const type = essence(contentType);
  if (bytes.length === 0) return type === 'application/pdf' ? fail('bad_pdf') : fail('empty');
  if (isPdf(bytes)) return 'pdf';
  if (isEpub(bytes)) return 'epub';
  if (begins(bytes, [0x50, 0x4b, 3, 4])) return fail('not_text', { what: reason('archive_file') });
  const head8 = Buffer.from(bytes.subarray(0, 8)).toString('hex');
  const magic = Object.entries(MAGIC).find(([, signature]) => head8.startsWith(signature));
  if (magic) return fail('not_text', { what: magic[0] });
  if (isBinary(bytes)) return fail('not_text', { what: reason('binary_data') });
  // A sign-in or error page served as PDF is not what was cited.
  if (type === 'application/pdf') return fail('bad_pdf');
  if (/^(?:image|audio|video|font)\/(?!svg\+xml$)/.test(type)) return fail('not_text', { what: type });
  const head = ascii(bytes, 0, 1024).replace(/^[\u00ef\u00bb\u00bf\u00fe\u00ff\s]+/, '');
  const kind = TYPES.find(([named]) => named.test(type))?.[1];
  if (kind === 'xml' && /<html\b/i.test(head)) return 'html';
  return kind ?? byName(url) ?? (type.startsWith('text/') ? 'text' : byContent(head));
}
