/** Words that open a citation: addresses, identifiers, shas, `memory:`, `guess`. One look at a word's first letter decides. */
import {
  arxivFault,
  doiFault,
  isbnFault,
  isbnOf,
  spell,
  targetOfKey,
  writtenDoiFault,
  type Identifier,
} from '../../text/identifiers';
import { isAlnum, isAlpha, isDigit, isHex, isLetter, isSpace, isWordUnit } from '../../text/chars';
import { isSha } from '../markdown/codeSpans';
import type { Cursor } from './cursor';
import { addUrl } from './links';
import { lineWords, looksLikeFile, shortLines } from './paths';
import { turnWord } from './chatArtifacts';
import { doiEnd, urlEnd } from './urls';

/**
 * A word or number from `i` to `after` of which `mayOpen` is true. Gives the offset behind what was found, else behind the word.
 */
export function word(s: Cursor, i: number, after: number): number {
  const { codes } = s;
  const before = s.at(i - 1);
  // Behind a letter nothing opens, but behind the underscore of emphasis.
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
/** What a word may open, by its first two letters. */
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
 * Can the word from `i` to `after` begin anything? Its first two letters do, or it is long and begins as a sha does, or a `#`
 * follows it. Most words are told by one look into a table.
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
  addUrl(s, s.text(i, end).replace(/\\([_*~&])/g, '$1'), { start: i, end }, 'url');
  s.floor = end;
  return end;
}

/** GFM's extended autolink: `www.` and a host with another dot. */
function www(s: Cursor, i: number, after: number): number | undefined {
  if (
    after - i !== 3 ||
    s.at(after) !== 46 ||
    s.at(i + 1) !== 119 ||
    s.at(i + 2) !== 119 ||
    !isAlnum(s.at(after + 1))
  )
    return undefined;
  const before = s.at(i - 1);
  if (before > 32 && before < 128 && !'*_~(["\'|>:='.includes(String.fromCharCode(before))) return undefined;
  const end = urlEnd(s.codes, after + 1, s.end);
  const text = s.text(i, end);
  if (!/^www\.[^/?#]{1,200}\.\p{L}{2,}/u.test(text)) return undefined;
  addUrl(s, `http://${text}`, { start: i, end }, 'url');
  s.floor = end;
  return end;
}

function addDoi(s: Cursor, start: number, at: number): number | undefined {
  const end = doiEnd(s.codes, at, s.end);
  if (end === at) return undefined;
  const identifier = s
    .text(at, end)
    .replace(/\\([_*~<>&])/g, '$1')
    .replace(/&(?:amp|#38);/g, '&')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>');
  if (doiFault(identifier) !== undefined) return undefined;
  s.direct('doi', identifier, { kind: 'work', doi: identifier }, start, end);
  s.floor = end;
  return end;
}

function doi(s: Cursor, i: number, after: number): number | undefined {
  if (after !== i + 2 || s.at(i + 1) !== 48 || s.at(after) !== 46) return undefined;
  const before = s.at(i - 1);
  if (before === 46 || before === 45 || before === 47) return undefined;
  return addDoi(s, i, i);
}

/** `doi:10.…`, `DOI 10.…`, `doi.org/10.…`; a `doi:` with anything else behind it is malformed. */
function doiWord(s: Cursor, i: number, after: number): number | undefined {
  if (after - i !== 3 || !/^doi$/i.test(s.text(i, after))) return undefined;
  if (s.at(after) === 46 && s.text(after, Math.min(s.end, after + 5)) === '.org/')
    return addDoi(s, i, after + 5);
  let at = after;
  const colon = s.at(at) === 58;
  if (colon) at++;
  while (s.at(at) === 32 && at - after < 4) at++;
  if (s.at(at) === 49 && s.at(at + 1) === 48 && s.at(at + 2) === 46) {
    const end = addDoi(s, colon && at === after + 1 ? i : at, at);
    if (end !== undefined) return end;
  } else if (!colon || at > after + 1) return undefined;
  const end = tokenEnd(s, at);
  const label = s.text(at, end);
  const short = targetOfKey(label);
  if (short?.kind === 'url') {
    s.direct('doi', label, short, i, end);
    s.floor = end;
    return end;
  }
  const why = isDigit(s.at(at)) ? writtenDoiFault(label) : undefined;
  if (why === undefined) return undefined;
  s.faults.push({ start: i, end, code: 'malformed-doi', facts: { label, why } });
  return end;
}

/** The end of the blank-free run at `at`, marks at its end left out. */
function tokenEnd(s: Cursor, at: number): number {
  let end = at;
  while (
    end < s.end &&
    end - at < 200 &&
    !isSpace(s.at(end)) &&
    !'<>"`)]'.includes(String.fromCharCode(s.at(end)))
  )
    end++;
  while (end > at && '.,;:!?\'"*_'.includes(String.fromCharCode(s.at(end - 1)))) end--;
  return end;
}

const isColon = (c: number): boolean => c === 58 || c === 0xff1a;

function identifier(s: Cursor, id: Identifier, start: number, end: number): number {
  s.direct('identifier', spell(id), { kind: 'work', ...id }, start, end);
  s.floor = end;
  return end;
}

function arxiv(s: Cursor, i: number, after: number): number | undefined {
  if (after - i !== 5 || !/^arxiv$/i.test(s.text(i, after))) return undefined;
  let at = after;
  const path = /^\.org\/(?:abs|pdf|html)\/(?=.)/.exec(s.text(after, Math.min(s.end, after + 12)))?.[0];
  if (path !== undefined) return arxivAt(s, i, after + path.length);
  const preprint = /^ preprint(?: arXiv)?/.exec(s.text(after, Math.min(s.end, after + 16)));
  if (preprint) at += preprint[0].length;
  const colon = isColon(s.at(at));
  if (colon) at++;
  while (s.at(at) === 32 && at - after < 20) at++;
  if (at === after) return undefined;
  let end = at;
  while (
    end < s.end &&
    end - at < 40 &&
    (isAlnum(s.at(end)) || s.at(end) === 46 || s.at(end) === 47 || s.at(end) === 45)
  )
    end++;
  while (end > at && !isAlnum(s.at(end - 1))) end--;
  const id = s.text(at, end);
  const why = arxivFault(id);
  if (why === undefined) return identifier(s, { arxiv: id }, i, end);
  if (!colon || !/^\d{3,}\.|^[a-z-]+\/\d/.test(id)) return undefined;
  s.faults.push({ start: i, end, code: 'malformed-arxiv', facts: { label: id, why } });
  return end;
}

/** `arxiv.org/abs/2301.12345` without its scheme. */
function arxivAt(s: Cursor, start: number, at: number): number | undefined {
  let end = at;
  while (
    end < s.end &&
    end - at < 40 &&
    (isAlnum(s.at(end)) || '.-/'.includes(String.fromCharCode(s.at(end))))
  )
    end++;
  while (end > at && !isAlnum(s.at(end - 1))) end--;
  const arxiv = s.text(at, end).replace(/\.pdf$/, '');
  return arxivFault(arxiv) === undefined ? identifier(s, { arxiv }, start, end) : undefined;
}

/** Digits at `at`, up to `most`: the offset behind them, or `at`. */
function digits(s: Cursor, at: number, most: number): number {
  let end = at;
  while (end - at <= most && isDigit(s.at(end))) end++;
  return end - at > most || isAlpha(s.at(end)) ? at : end;
}

function pubmed(s: Cursor, i: number, after: number): number | undefined {
  const name = s.text(i, Math.min(after, i + 6)).toUpperCase();
  if (
    name.startsWith('PMC') &&
    s.at(i) === 80 &&
    after - i > 5 &&
    after - i < 13 &&
    /^\d+$/.test(s.text(i + 3, after))
  )
    return identifier(s, { pmcid: s.text(i, after) }, i, after);
  if (name !== 'PMID' && name !== 'PMCID') return undefined;
  let at = after;
  if (isColon(s.at(at))) at++;
  while (s.at(at) === 32 && at - after < 4) at++;
  if (name === 'PMCID') {
    const end = digits(s, at + 3, 9);
    return s.text(at, at + 3) === 'PMC' && end > at + 3
      ? identifier(s, { pmcid: s.text(at, end) }, i, end)
      : undefined;
  }
  const end = digits(s, at, 9);
  return end > at && at > after ? identifier(s, { pmid: s.text(at, end) }, i, end) : undefined;
}

function isbn(s: Cursor, i: number, after: number): number | undefined {
  if (!/^ISBN\d*$/i.test(s.text(i, Math.min(after, i + 20)))) return undefined;
  // `ISBN9783161484100`
  let at = Math.min(after, i + 4);
  if (/^-1[03]/.test(s.text(at, Math.min(s.end, at + 3)))) at += 3;
  if (isColon(s.at(at))) at++;
  while (s.at(at) === 32 && at - after < 8) at++;
  let end = at;
  let count = 0;
  while (end < s.end && count < 13 && end - at < 24) {
    const c = s.at(end);
    if (isDigit(c) || ((c === 88 || c === 120) && count === 9)) count++;
    else if ((c !== 45 && c !== 32 && !(c >= 0x2010 && c <= 0x2013)) || end === at) break;
    end++;
    if (
      count === 10 &&
      /^\s*[^\d\s-]|^\s*$|^ +\d/.test(s.text(end, Math.min(s.end, end + 3))) &&
      isbnFault(s.text(at, end)) === undefined
    )
      break;
  }
  while (end > at && !isAlnum(s.at(end - 1))) end--;
  if (count < 8) return undefined;
  const written = s.text(at, end);
  const why = isbnFault(written);
  if (why !== undefined)
    s.faults.push({ start: i, end, code: 'malformed-isbn', facts: { label: written, why } });
  return identifier(s, { isbn: isbnOf(written) }, i, end);
}

function rfc(s: Cursor, i: number, after: number): number | undefined {
  const name = s.text(i, Math.min(after, i + 9)).toUpperCase();
  if (!name.startsWith('RFC')) return undefined;
  if (after - i > 3)
    return /^RFC\d{1,5}$/.test(name)
      ? identifier(s, { rfc: String(Number(name.slice(3))) }, i, after)
      : undefined;
  let at = after;
  if (s.at(at) === 45 || s.at(at) === 58 || s.at(at) === 32 || s.at(at) === 0xa0) at++;
  if (s.at(at) === 32 && s.at(at - 1) === 58) at++;
  const end = digits(s, at, 5);
  return at > after && end > at ? identifier(s, { rfc: String(Number(s.text(at, end))) }, i, end) : undefined;
}

function git(s: Cursor, i: number, after: number): number | undefined {
  const name = s.text(i, Math.min(after, i + 6));
  if (name === 'guess') return guess(s, i, after);
  if (name !== 'git' || s.at(after) !== 58) return undefined;
  let end = after + 1;
  while (end < s.end && isAlnum(s.at(end))) end++;
  const sha = s.text(after + 1, end);
  if (!/^[0-9a-f]{4,40}$/i.test(sha)) return undefined;
  s.direct('commit', `git:${sha}`, { kind: 'commit', sha }, i, end);
  s.floor = end;
  return end;
}

/** The word `guess` where a provenance line names a source: `source: guess`, `"source": "guess"`, `[guess]`. */
function guess(s: Cursor, i: number, after: number): number | undefined {
  const before = s.text(Math.max(s.start, i - 24), i);
  const bracketed = s.at(i - 1) === 91 && s.at(after) === 93;
  if (!bracketed && !/(?:sources?|provenance|evidence|basis)["'*]{0,3} ?[:=] ?["'*]{0,3}$/i.test(before))
    return undefined;
  if (isAlpha(s.at(after)) || s.at(after) === 45) return undefined;
  s.direct('guess', 'guess', { kind: 'guess' }, i, after);
  return after;
}

function memory(s: Cursor, i: number, after: number): number | undefined {
  if (after - i !== 6 || s.at(after) !== 58 || s.at(i - 1) === 45 || s.text(i, after) !== 'memory')
    return undefined;
  let end = after + 1;
  while (
    end < s.end &&
    end - after < 200 &&
    (isAlnum(s.at(end)) || '-_./:#@'.includes(String.fromCharCode(s.at(end) || 32)))
  )
    end++;
  while (end > after + 1 && !isAlnum(s.at(end - 1))) end--;
  if (end === after + 1) return undefined;
  const id = s.text(after + 1, end);
  // `memory:512Mi` is a size.
  if (/^\d{1,6}(?:\.\d{1,3})?[KMGT]i?B?$/i.test(id)) return undefined;
  s.direct('memory', `memory:${id}`, { kind: 'memory', id }, i, end);
  s.floor = end;
  return end;
}

function lines(s: Cursor, i: number, after: number): number | undefined {
  const length = after - i;
  if ((length !== 4 && length !== 5) || !/^lines?$/i.test(s.text(i, after))) return undefined;
  return lineWords(s, i, after);
}

/** Ends with a word that names a commit, and no more than marks or a small word behind it. */
const NAMES_COMMIT =
  /(?:^|[^\p{L}])(?:commits?|sha1?|hash|revision|rev|head|cherry[- ]pick(?:ed)?|merge[ds]?|revert(?:ed|s)?|fixed in|introduced (?:in|by)|since|changeset|parent|base|tip|pushed|rebased|landed|squashed|amended)\b[^.\p{L}]{0,12}(?:(?:and|or|to|in|of|at|as|is now at|by|from|through|onto|into)\b[^.\p{L}]{0,4})?$/iu;

/** A sha in prose that a word before it names: `commit e45daa3`, `in abc1234`. */
function hash(s: Cursor, i: number, after: number): number | undefined {
  if (after - i < 7 || after - i > 40 || !isSha(s.codes, i, after) || s.floor > i) return undefined;
  const around = s.at(after);
  if (around === 45 || (around === 46 && isAlnum(s.at(after + 1)))) return undefined;
  const before = s.text(Math.max(s.start, i - 40), i);
  const last = s.hits.at(-1);
  const listed =
    last?.kind === 'direct' &&
    last.style === 'commit' &&
    i - last.end < 8 &&
    /^`?(?:,| and|, and| or|, or|\.{2,3}|\u2026| ?[\u2013\u2014/&] ?) ?`?$/.test(s.text(last.end, i));
  const quoted = (s.at(i - 1) === 34 && around === 34) || (s.at(i - 1) === 58 && around === 34);
  // `abc1234 Fix the thing` as a log has it, `abc1234..def5678`, `the abc1234 commit`
  const logged = i === s.start && (around === 32 || around === 58) && s.leaf?.item !== undefined;
  const ranged =
    around === 46 && s.at(after + 1) === 46 && isHex(s.at(after + (s.at(after + 2) === 46 ? 3 : 2)));
  const told = logged || ranged || s.text(after, Math.min(s.end, after + 7)) === ' commit';
  if (!listed && !quoted && !told && !NAMES_COMMIT.test(before)) return undefined;
  const sha = s.text(i, after);
  s.direct('commit', `git:${sha}`, { kind: 'commit', sha }, i, after);
  s.floor = after;
  return after;
}

/** `vercel/next.js`: some repositories are called as files are. */
const isRepository = (name: string): boolean =>
  name.endsWith('.js') &&
  !/^(?:src|lib|dist|build|app|bin|public|scripts?|tests?|packages|examples)\//.test(name);

/** `owner/repo#12`: called behind a word, looks only when a `#` with digits follows. */
function issue(s: Cursor, after: number): number {
  if (s.at(after) !== 35 || !isDigit(s.at(after + 1))) return after;
  const end = digits(s, after + 1, 7);
  if (end === after + 1) return after;
  let start = after;
  let slash = 0;
  while (start > s.floor && after - start < 150) {
    const c = s.at(start - 1);
    if (c === 47 && slash === 0) slash = start - 1;
    else if (!isAlnum(c) && c !== 45 && c !== 46 && c !== 95) break;
    start--;
  }
  if (slash <= start || slash >= after - 1 || s.at(start - 1) === 47) return after;
  const repo = s.text(start, after);
  if (
    (looksLikeFile(repo) && !isRepository(repo)) ||
    !/^[A-Za-z\d][A-Za-z\d-]{0,38}\/[\w.-]{1,100}$/.test(repo)
  )
    return after;
  const number = s.text(after + 1, end);
  s.direct(
    'identifier',
    `gh:${repo}#${number}`,
    { kind: 'url', url: `https://github.com/${repo}/issues/${number}` },
    start,
    end,
  );
  s.floor = end;
  return end;
}
