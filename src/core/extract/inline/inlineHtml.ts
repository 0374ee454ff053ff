/** Reads autolinks, comments, tags and the code of templates (`<% … %>`) at `<`. */
import { tagEnd } from '../markdown/htmlTags';
import { isAlnum, isAlpha } from '../../text/chars';
import type { Cursor } from './cursor';
import { citationCard, supTag } from './chatArtifacts';
import { addWords } from './citeKeys';
import { localTarget } from './localLinks';
import { addUrl, identifierShape } from './links';
import { unescape } from '../markdown/definitions';

export function angle(s: Cursor, i: number): number {
  const next = s.at(i + 1);
  if (next === 33) return comment(s, i);
  if (next === 37) return s.comment(i, i + 2, '%>');
  const read = Math.max(autolink(s, i), citationCard(s, i));
  if (read > i) return read;
  if (!isAlpha(next) && next !== 47) return i + 1;
  const end = s.missing.has('tag') ? -1 : tagEnd(s.codes, i, s.end);
  if (end === -2) s.missing.add('tag');
  if (end < 0) return i + 1;
  s.opaque.push({ start: i, end });
  return tag(s, i, end);
}

/** `<https://…|words>` of Slack, whose words begin behind `bar`: the offset after it, or `i`. */
function slackLink(s: Cursor, i: number, bar: number): number {
  const [all = '', words = ''] = /^\|([^<>|\n]{1,200})>/.exec(s.ahead(bar, 210)) ?? [];
  if (all !== '') addUrl(s, s.text(i + 1, bar), { start: i, end: bar + all.length }, 'link', words);
  return all === '' ? i : bar + all.length;
}

/** `<https://…>`: contains no white space and no `<`. */
function autolink(s: Cursor, i: number): number {
  const { codes, end } = s;
  let j = i + 1;
  while (j < end && isAlnum(codes[j] ?? 0) && j - i < 33) j++;
  if (codes[j] !== 58 || j - i < 3) return i;
  while (j < end) {
    const c = codes[j] ?? 0;
    if (c === 62) {
      const url = s.text(i + 1, j);
      const at = { start: i, end: j + 1 };
      const shape = identifierShape(url);
      if (shape) s.direct(shape, at);
      else addUrl(s, url, at, 'url');
      s.opaque.push(at);
      return j + 1;
    }
    if (c <= 32 || c === 60) return i;
    if (c === 124) return slackLink(s, i, j);
    j++;
  }
  return i;
}

function comment(s: Cursor, i: number): number {
  const opening = /^<!--(?:-?>)?/.exec(s.ahead(i, 6))?.[0] ?? '';
  if (opening === '') return i + 1;
  return opening.length > 4 ? i + opening.length : s.comment(i, i + 4, '-->');
}

const VALUE = `\\s{0,9}=\\s{0,9}(?:"([^"]{1,4000})"|'([^']{1,4000})'|([^\\s"'<>\`]{1,4000}))`;
const HREF = new RegExp(`\\shref${VALUE}`, 'i');
const SRC = new RegExp(`\\ssrc${VALUE}`, 'i');
const CITED = /(\skey\s?=\s?["']?)([^"'<>]{1,4000})/i;
/** Longest tag of a link or image that is read. */
const LONGEST = 8_000;

function tag(s: Cursor, i: number, end: number): number {
  const closing = s.at(i + 1) === 47;
  const name = s.text(i + (closing ? 2 : 1), Math.min(end, i + 12)).toLowerCase();
  if (closing) {
    if (name.startsWith('a>')) closeAnchor(s, end);
    return end;
  }
  if (name.startsWith('a') && !isAlnum(name.charCodeAt(1))) openAnchor(s, i, end);
  if (/^img[\s/]/.test(name)) local(s, i, end, SRC);
  if (name.startsWith('sup>')) return supTag(s, i, end);
  if (/^dt?-cite\s/.test(name)) return citation(s, i, end);
  if (/^pre[\s>]/.test(name)) return unread(s, end, '</pre');
  const isHidden = /^span\s/.test(name) && HIDDEN.test(s.text(i, Math.min(end, i + 200)));
  return isHidden ? unread(s, end, '</span') : end;
}

/** `<d-cite key="a,b"></d-cite>` of Distill: the end of the element. */
function citation(s: Cursor, i: number, end: number): number {
  const keys = end - i > LONGEST ? null : CITED.exec(s.text(i, end));
  if (!keys) return end;
  const close = /^\s?<\/dt?-cite>/.exec(s.ahead(end, 12))?.[0].length ?? 0;
  addWords(s, keys[2] ?? '', i + keys.index + (keys[1]?.length ?? 0), i, end + close);
  return end + close;
}

/** Sources that Perplexity lists after an answer without using them. */
const HIDDEN = /\sstyle\s?=\s?["'][^"']{0,80}display:\s?none/i;

/** The end of the element that begins at `start`: code and program output cite nothing, and what is hidden nobody reads. */
function unread(s: Cursor, start: number, tag: '</pre' | '</span'): number {
  if (s.missing.has(tag)) return start;
  for (let i = start; i < s.end; i++) {
    if (s.at(i) !== 60 || s.at(i + 1) !== 47 || s.ahead(i, tag.length).toLowerCase() !== tag) continue;
    s.opaque.push({ start, end: i });
    return i;
  }
  s.missing.add(tag);
  return start;
}

function openAnchor(s: Cursor, start: number, end: number): void {
  const url = local(s, start, end, HREF);
  if (url === undefined || !/^https?:\/\//i.test(url)) return;
  s.anchor = s.hits.length;
  addUrl(s, url, { start, end }, 'link');
  if (s.hits.length === s.anchor) s.anchor = undefined;
}

/**
 * The URL in a tag's attribute; records one that leads into the workspace. A fragment link without letters in its text is a placeholder, as
 * in tables of contributors (`<a href="#infra-ada">🚇</a>`).
 */
function local(s: Cursor, start: number, end: number, attribute: RegExp): string | undefined {
  if (end - start > LONGEST) return undefined;
  const match = attribute.exec(s.text(start, end));
  const written = match?.[1] ?? match?.[2] ?? match?.[3];
  if (!match || written === undefined) return undefined;
  const url = unescape(written.trim());
  const target = localTarget(url);
  const from = start + match.index + match[0].lastIndexOf(written);
  const isSign = target?.path === undefined && !/^\s*[\p{L}\p{N}]/u.test(s.ahead(end, 40));
  if (target && !isSign) s.locals.push({ ...target, start: from, end: from + written.length });
  return url;
}

/** The marker of an HTML link is all of `<a …>text</a>`; markers inside its text are dropped. */
function closeAnchor(s: Cursor, end: number): void {
  if (s.anchor === undefined) return;
  const hit = s.hits[s.anchor];
  s.hits.length = s.anchor + 1;
  s.anchor = undefined;
  if (hit) hit.end = end;
}
