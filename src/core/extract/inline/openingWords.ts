/** Words that open a citation: addresses, identifiers, commits, line numbers. Their first two letters decide. */
import { isHex, isLetter, isWordUnit } from '../../text/chars';
import { turnWord } from './chatArtifacts';
import { git, hash, issue, memory } from './commitWords';
import type { Cursor } from './cursor';
import { arxiv, doi, doiWord, isbn, pubmed, rfc } from './identifierWords';
import { lineWords, shortLines } from './lineWords';
import { referenceWords } from './bareNumbers';
import { addUrl } from './links';
import { unescape } from '../markdown/definitions';
import { urlEnd } from './urls';

/** Reads the word or number from `i` to `after`, for which `mayOpen` holds. Returns the offset after what was found, else `after`. */
export function word(s: Cursor, i: number, after: number): number {
  const { codes } = s;
  const before = s.at(i - 1);
  // Nothing opens after a letter, except after an underscore of emphasis.
  const within = before === 95 ? isWordUnit(s.at(i - 2)) : before > 127 && isLetter(before);
  if (within && !opensUrl(s, i)) return issue(s, after);
  const opener = OPENERS[pair(codes[i] ?? 0, codes[i + 1] ?? 0)] ?? 0;
  const found = opener > 0 ? rows[opener - 1]?.[1](s, i, after) : undefined;
  if (found !== undefined && found > i) return found;
  return hash(s, i, after) ?? issue(s, after);
}

const opensUrl = (s: Cursor, i: number): boolean =>
  s.at(i) === 104 && s.at(i + 1) === 116 && s.at(i + 2) === 116;

type Opener = (s: Cursor, i: number, after: number) => number | undefined;
/** Readers by the first two letters of a word. */
const rows: readonly (readonly [string, Opener])[] = [
  ['ht Ht HT ft FT', url],
  ['ww', www],
  ['10', doi],
  ['do Do DO', doiWord],
  ['ar aR Ar AR', arxiv],
  ['PM pm Pm', pubmed],
  ['IS is Is', isbn],
  ['RF rf Rf', rfc],
  ['gi gu', git],
  ['me', memory],
  ['re Re', referenceWords],
  ['li Li LI', lines],
  ['L1 L2 L3 L4 L5 L6 L7 L8 L9', shortLines],
  ['ci tu fi na im vi', (s, i, after) => (turnWord(s, i, after) ? after : undefined)],
];
const pair = (a: number, b: number): number => (b < 128 ? a * 128 + b : 0);
const OPENERS = new Uint8Array(128 * 128);
rows.forEach(([pairs], n) => {
  for (const p of pairs.split(' ')) OPENERS[pair(p.charCodeAt(0), p.charCodeAt(1))] = n + 1;
});

/**
 * Whether the word from `i` to `after` may begin a citation: by its first two letters, because it is long and begins like a sha, or because
 * a `#` follows it. A table lookup on the first two letters rejects most words.
 */
export function mayOpen(codes: Uint16Array, i: number, after: number): boolean {
  const [a, b] = [codes[i] ?? 0, codes[i + 1] ?? 0];
  return OPENERS[pair(a, b)] !== 0 || codes[after] === 35 || (after - i > 6 && isHex(a) && isHex(b));
}

function url(s: Cursor, i: number, after: number): number | undefined {
  if (s.at(after) !== 58 || s.at(after + 1) !== 47 || s.at(after + 2) !== 47) return undefined;
  const length = after - i;
  if (length < 3 || length > 5 || !/^(?:https?|ftp)$/i.test(s.text(i, after))) return undefined;
  const end = urlEnd(s.codes, after + 3, s.end);
  if (end <= after + 3) return undefined;
  addUrl(s, unescape(s.text(i, end)), { start: i, end }, 'url');
  s.floor = end;
  return end;
}

/** GFM's extended autolink: `www.` and a host with another dot. */
function www(s: Cursor, i: number, after: number): number | undefined {
  if (after - i !== 3 || !/^www\.[A-Za-z\d]/.test(s.ahead(i, 5))) return undefined;
  const before = s.at(i - 1);
  if (before > 32 && before < 128 && !'*_~(["\'|>:='.includes(String.fromCharCode(before))) return undefined;
  const end = urlEnd(s.codes, after + 1, s.end);
  const text = s.text(i, end);
  if (!/^www\.[^/?#]{1,200}\.\p{L}{2,}/u.test(text)) return undefined;
  addUrl(s, `http://${text}`, { start: i, end }, 'url');
  s.floor = end;
  return end;
}

function lines(s: Cursor, i: number, after: number): number | undefined {
  const length = after - i;
  if (length < 4 || length > 5 || (s.at(i + 2) | 32) !== 110 || !/^lines?$/i.test(s.text(i, after)))
    return undefined;
  return lineWords(s, i, after);
}
