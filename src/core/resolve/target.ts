/** Parses one argument: an address, an identifier, a place in the workspace, a commit, or a written reference. */
import { fail } from '../causes';
import type { Failure, Target } from '../model';
import { parseIdentifier, urlTarget } from '../text/works/identifiers';
import { referencedWork } from '../text/works/reference';
import { decoded } from '../text/url';

const LINES =
  /^(.*?)(?::(\d{1,9})(?:-(\d{1,9})|:\d{1,9})?|#L(\d{1,9})(?:C\d{1,9})?(?:-L?(\d{1,9})(?:C\d{1,9})?)?)$/s;

/** A path with its lines: `a.ts:4`, `a.ts:4-9`, `a.ts:4:2` (line and column), `a.ts#L4-L9`. */
export function parsePlace(text: string): Extract<Target, { kind: 'file' }> {
  const found = LINES.exec(text);
  const from = found?.[2] ?? found?.[4];
  if (!found || from === undefined) return { kind: 'file', path: text };
  return { kind: 'file', path: found[1] ?? '', lines: [Number(from), Number(found[3] ?? found[5] ?? from)] };
}

/** A file URL as a path: decoded once, with its host, so that the workspace can refuse it. */
function parseFile(rest: string): Target {
  if (!rest.startsWith('//')) return parsePlace(rest);
  const address = rest.slice(2).replace(/^localhost(?=\/)/i, '');
  const place = parsePlace(address.startsWith('/') ? address : `//${address}`);
  return { ...place, path: decoded(place.path) };
}

const PREFIXES: ReadonlyMap<string | undefined, (rest: string) => Target | Failure> = new Map([
  ['file', parseFile],
  ['git', (sha: string): Target => ({ kind: 'commit', sha })],
  ['memory', (id: string): Target => ({ kind: 'memory', id: id.trim() })],
  ['web', parseTarget],
]);
const IDENTIFIERS = new Set(['doi', 'arxiv', 'pmid', 'pmcid', 'isbn', 'rfc']);

/** Whether the last word looks like a file name or a place in one. */
const FILE_END = /\.[A-Za-z][A-Za-z0-9]{0,7}(?::\d{1,9}(?:[-:]\d{1,9})?|#L\d[\dCL-]{0,30})?$/;
/** Several words with a year or an identifier are a reference, even with a slash. */
function isReference(text: string): boolean {
  const words = text.split(/\s+/);
  if (words.length < 4) return false;
  if (/https?:\/\/|\b10\.\d{4,9}\/|\barxiv\b/i.test(text)) return true;
  return (
    !FILE_END.test(words[words.length - 1] ?? '') &&
    (/\b(?:1[5-9]|20)\d\d\b|["“”‘’]/.test(text) || words.length >= 6)
  );
}

/** A path separator, a leading dot, a drive letter or a line: what is meant as a file is never sent to a registry. */
function isPlace(text: string): boolean {
  if (/^(?:\.|~|\/|\\|[A-Za-z]:[\\/])/.test(text)) return true;
  if (/[\\/]/.test(text)) return !isReference(text);
  if (/\s/.test(text)) return FILE_END.test(text) && !isReference(text);
  return FILE_END.test(text) || /[^:]:\d{1,9}(?:[-:]\d{1,9})?$|#L\d/.test(text) || /::\$/.test(text);
}

/**
 * Parses a target in this order: explicit prefix (`file:`, `git:`, `memory:`, an identifier's, `http(s):`), bare DOI, anything that looks
 * like a place in the workspace, a bare commit hash, the literal `guess`, otherwise a written reference. Another scheme, or an empty
 * argument, is a failure.
 */
export function parseTarget(text: string): Target | Failure {
  const trimmed = text.trim();
  if (trimmed === '') return fail('empty_target');
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]{1,30}):/.exec(trimmed)?.[1]?.toLowerCase();
  // Trailing white space is part of a path and refused, because Windows would open another file.
  const rest = text.trimStart().slice((scheme?.length ?? 0) + 1);
  if (scheme === 'http' || scheme === 'https')
    return /\s/.test(trimmed) && isReference(trimmed) ? referencedWork(trimmed) : urlTarget(trimmed);
  const read = PREFIXES.get(scheme);
  if (read) return read(rest);
  const id = parseIdentifier(trimmed);
  if (id !== undefined) return { kind: 'work', ...id };
  if (scheme !== undefined && IDENTIFIERS.has(scheme))
    return fail('malformed', { label: trimmed.slice(0, 200) });
  if (trimmed.toLowerCase() === 'guess') return { kind: 'guess' };
  const isForeign = scheme !== undefined && isScheme(trimmed, scheme);
  if (isPlace(text.trimStart()) && !isForeign) return parsePlace(text.trimStart());
  if (isForeign) return fail('bad_scheme', { scheme: `${scheme}:` });
  if (/^[0-9a-f]{7,64}$/i.test(trimmed) && /\d/.test(trimmed) && /[a-f]/i.test(trimmed))
    return { kind: 'commit', sha: trimmed };
  return referencedWork(trimmed);
}

/** `mailto:x` and `vscode-remote://x` have a scheme; `Deep learning: a review` and `a.ts:12` don't. */
const isScheme = (text: string, scheme: string): boolean => {
  const rest = text.slice(scheme.length + 1);
  return (
    !scheme.includes('.') &&
    !/^\s/.test(rest) &&
    !/^\d{1,9}(?:[-:]\d{1,9})?$/.test(rest) &&
    !rest.startsWith(':') &&
    !/\s/.test(text)
  );
};
