/** Words that name a commit, an issue, a memory or a guess: `git:abc1234`, `owner/repo#12`, `memory:id`, `source: guess`. */
import { isAlnum, isAlpha, isDigit, oneOf } from '../../text/chars';
import { isSha } from './codeSpans';
import { digits, type Cursor } from './cursor';
import { looksLikeFile } from '../../text/filePaths';

export function git(s: Cursor, i: number, after: number): number | undefined {
  const name = s.text(i, Math.min(after, i + 6));
  if (name === 'guess') return guess(s, i, after);
  if (name !== 'git' || s.at(after) !== 58) return undefined;
  const end = s.run(after + 1, isAlnum, 41);
  if (!/^[0-9a-f]{4,40}$/i.test(s.text(after + 1, end))) return undefined;
  s.commit(i, end, after + 1);
  return (s.floor = end);
}

/** The word `guess` where a provenance line names a source: `source: guess`, `"source": "guess"`, `[guess]`. */
function guess(s: Cursor, i: number, after: number): number | undefined {
  const before = s.behind(i, 24);
  const bracketed = s.at(i - 1) === 91 && s.at(after) === 93;
  if (!bracketed && !/(?:sources?|provenance|evidence|basis)["'*]{0,3} ?[:=] ?["'*]{0,3}$/i.test(before))
    return undefined;
  if (isAlpha(s.at(after)) || s.at(after) === 45) return undefined;
  s.direct({ style: 'guess', identifier: 'guess', target: { kind: 'guess' } }, { start: i, end: after });
  return after;
}

const isMark = oneOf('-_./:#@');
const isMemoryUnit = (c: number): boolean => isAlnum(c) || isMark(c);

export function memory(s: Cursor, i: number, after: number): number | undefined {
  if (after - i !== 6 || s.at(after) !== 58 || s.at(i - 1) === 45 || s.text(i, after) !== 'memory')
    return undefined;
  const end = s.runWithout(after + 1, isMemoryUnit, 199, isMark);
  if (end <= after + 1) return undefined;
  const id = s.text(after + 1, end);
  // `memory:512Mi` is a size.
  if (/^\d{1,6}(?:\.\d{1,3})?[KMGT]i?B?$/i.test(id)) return undefined;
  return s.take('memory', `memory:${id}`, { kind: 'memory', id }, i, end);
}

/** Text that ends with a word for a commit, followed only by marks or a short word. */
const NAMES_COMMIT =
  /(?:^|[^\p{L}])(?:\w*commit_?sha|commits?|sha1?|hash|revision|rev|head|cherry[- ]pick(?:ed)?|merge[ds]?|revert(?:ed|s)?|fixed in|introduced (?:in|by)|since|changeset|parent|base|tip|pushed|rebased|landed|squashed|amended)\b[^.\p{L}]{0,12}(?:(?:and|or|to|in|of|at|as|is now at|by|from|through|onto|into)\b[^.\p{L}]{0,4})?$/iu;

/** A sha in prose that a word before it calls a commit: `commit e45daa3`, `in abc1234`. */
export function hash(s: Cursor, i: number, after: number): number | undefined {
  if (after - i < 7 || after - i > 40 || !isSha(s.codes, i, after) || s.floor > i) return undefined;
  const around = s.at(after);
  if (around === 45 || (around === 46 && isAlnum(s.at(after + 1)))) return undefined;
  const before = s.behind(i, 40);
  const last = s.hits.at(-1);
  const listed =
    last?.kind === 'direct' &&
    last.style === 'commit' &&
    i - last.end < 8 &&
    /^`?(?:,| and|, and| or|, or|\.{2,3}|\u2026| ?[\u2013\u2014/&] ?) ?`?$/.test(s.text(last.end, i));
  // `abc1234 Fix the thing` as a log has it, `abc1234..def5678`, `the abc1234 commit`
  const logged = i === s.start && (around === 32 || around === 58) && s.leaf?.item !== undefined;
  const ranged = /^\.\.\.?[\da-f]{7}/.test(s.ahead(after, 10));
  const told = logged || ranged || s.ahead(after, 7) === ' commit';
  if (!listed && !told && !NAMES_COMMIT.test(before)) return undefined;
  s.commit(i, after);
  return (s.floor = after);
}

/** `vercel/next.js`: some repositories are named like files. */
const isRepository = (name: string): boolean =>
  name.endsWith('.js') &&
  !/^(?:src|lib|dist|build|app|bin|public|scripts?|tests?|packages|examples)\//.test(name);

/** `owner/repo#12`, read after a word when a `#` with digits follows. */
export function issue(s: Cursor, after: number): number {
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
  const url = `https://github.com/${repo}/issues/${number}`;
  return s.take('identifier', `gh:${repo}#${number}`, { kind: 'url', url }, start, end);
}
