/**
 * References in Chinese, Japanese and Korean style: names without commas, CJK punctuation, `[J]` for the type of work (GB/T 7714), titles
 * in 《》 or 「」.
 */
import type { Work } from '../../model';
import { compact, num } from '../jsonFields';

const CJK = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー々';
const OPENS = new RegExp(`^[${CJK}]`, 'u');
/** Names end at a full stop or colon, before a bracketed title, or before a bracketed year. */
const HEAD_END =
  /[.．。:：](?=\D)|[,，]?\s?(?=[《「『“"])|\s?(?=[(（](?:1[5-9]|20)\d\d)|[,，]\s?(?=(?:1[5-9]|20)\d\d[,，.．]\D)/u;
const NAME = new RegExp(`^[${CJK}·・ ]{2,12}$|^[${CJK}]{2,24}(?:[会會院局部]|中心|大学)$`, 'u');
/** Roles after names: “and others”, “editor”, “author”. */
const ROLES = /\s?(?:等|他|ほか|외|主?[编編]著?|著|译|訳)$/u;
const YEAR = /(?<!\d)((?:1[5-9]|20)\d\d)(?!\d)/;
const DATE =
  /^[\s(（]*(?:1[5-9]|20)\d\d[a-z]?\s?[年년]?(?:\s?\d[\d월月일日\s]{1,8}(?=[)）]))?[)）]?[\s.．。,，:：]*/u;
const QUOTED = /^[《「『“"]([^《》「」『』“”"]{2,200})[》」』”"]/u;
const TITLE_END =
  /\s?\[[A-Z]{1,2}(?:\/[A-Z]{1,2})?\]|[.．。](?=\D|$)|[,，]\s?(?=[《「『])|[,，]\s?(?=(?:1[5-9]|20)\d\d)/u;
const VENUE_END = /[,，.．。:：;；\d(（]/u;

/** Sentences, without the title of a work. */
const REMARK = /^[^《》「」『』“”"[\]]*。$/;

/** The fields of a reference in one of these scripts; without authors if none are told; undefined in other scripts. Takes a reference without its label. */
export function readCjkReference(text: string): Omit<Work, 'raw'> | undefined {
  if (!OPENS.test(text)) return undefined;
  const head = HEAD_END.exec(text.slice(0, 120));
  const authors = head && head.index > 0 ? namesIn(text.slice(0, head.index)) : undefined;
  const behind = head && authors ? text.slice(head.index + head[0].length).trimStart() : text;
  // `2020年统计公报` is a title.
  const date = DATE.exec(behind)?.[0] ?? '';
  const dated = !(date.endsWith('年') && OPENS.test(behind.slice(date.length)));
  const { title, after } = titleIn(dated ? behind.slice(date.length) : behind);
  if (title === '') return undefined;
  const year = (dated ? undefined : YEAR.exec(after)?.[1]) ?? YEAR.exec(text)?.[1];
  if (year === undefined && REMARK.test(text)) return {};
  const venue = venueIn(after);
  return compact<Work>({ authors, year: num(year), title, venue });
}

function namesIn(head: string): string[] | undefined {
  const names = head
    .split(/[,，、;；]|(?<=\p{Script=Han})・(?=\p{Script=Han})|·(?=\p{Script=Hangul}{2,4}(?:[,·]|$))/u)
    .map((name) => name.trim().replace(ROLES, ''))
    .filter((name) => name !== '');
  return names.length > 0 && names.every((name) => NAME.test(name)) ? names : undefined;
}

function titleIn(text: string): { title: string; after: string } {
  const quoted = QUOTED.exec(text);
  if (quoted) return { title: quoted[1] ?? '', after: text.slice(quoted[0].length) };
  const end = TITLE_END.exec(text.slice(0, 400));
  if (!end) return { title: text.slice(0, 400).trim(), after: '' };
  return { title: text.slice(0, end.index).trim(), after: text.slice(end.index + end[0].length) };
}

/** The journal, or the publisher after its place: in its own brackets, or first after the title. */
function venueIn(text: string): string {
  const rest = text.replace(/^[\s.．。,，:：]+/u, '');
  const quoted = QUOTED.exec(rest);
  if (quoted) return quoted[1] ?? '';
  const place = /^[^,，.．。:：;；\d(（]{2,8}[:：]\s?(?=\D)/u.exec(rest);
  if (place) return venueIn(rest.slice(place[0].length));
  const end = VENUE_END.exec(rest);
  return (end ? rest.slice(0, end.index) : rest).trim().slice(0, 120);
}
