/** References in Chinese, Japanese and Korean style: names without commas, CJK punctuation, the type as `[J]` (GB/T 7714), 《titles》. */
import type { Work } from '../../model';
import { compact, num } from '../jsonFields';

const CJK = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー々';
const OPENS = new RegExp(`^[${CJK}]`, 'u');
/** The full stop between two Korean names, `김철수.이영희(2012)`, rather than behind the last. */
const BETWEEN_NAMES =
  /(?<=[가-힣].)(?:[가-힣]|(?:\s?[가-힣]{2,4}[.․]){0,8}\s?[가-힣]{2,4}(?:\s?[(（]\d|[,，]\s?['‘]))/u.source;
const YEARS = '(?:1[5-9]|20)\\d\\d';
/** Names end at a full stop or colon, before a quoted title, or before a year. */
const HEAD_END = new RegExp(
  [
    `[.．。:：](?=\\D)(?!${BETWEEN_NAMES})`,
    `[,，]?\\s?(?=[《「『“"'‘])`,
    `\\s?(?=[(（]${YEARS})`,
    `[,，]\\s?(?=${YEARS}[a-z]?[,，.．]\\D)`,
    `\\s(?=${YEARS}[.,]\\s?['‘])`,
  ].join('|'),
  'u',
);
/** `김철수, 이영희, 제목`: names with nothing else before the title. */
const ONE = `[${CJK}]{2,5}(?:\\s[${CJK}]{1,3})?(?:\\s?[외外]\\s?\\d{1,2}[인人]?)?`;
const LISTED = new RegExp(`^(?:${ONE}[,，.․]\\s?){0,8}${ONE}[,，]\\s?(?=[^,，.．。]{5})`, 'u');
const NAME = new RegExp(
  `^[${CJK}·・ ]{2,12}$|^[ァ-ヶー・]{2,24}$|^[${CJK}]{2,24}(?:[会會院局部]|中心|大学)$`,
  'u',
);
/** Roles after names: “and others”, “and 3 others”, “editor”, “author”. */
const ROLES = /\s?(?:等|他|ほか|[외外](?:\s?\d{1,2}\s?[인人]?)?|主?[编編]著?|著|译|訳)$/u;
const YEAR = /(?<!\d)((?:1[5-9]|20)\d\d)(?!\d|\s?[号號호]|년대)/;
const DATE =
  /^[\s(（]*(?:1[5-9]|20)\d\d[a-z]?\s?[年년.]?(?!대)(?:\s?\d[\d월月일日\s]{0,8}(?=[)）]))?[)）]?[\s.．。,，:：]*/u;
const QUOTED =
  /^(?:[《「『“"]([^《》「」『』“”"]{2,200})[》」』”"]|['‘](.{2,200}?)(?:[,，.]['’]|['’](?=[,，.])))/u;
const TITLE_END =
  /\s?\[[A-Z]{1,2}(?:\/[A-Z]{1,2})?\]|[.．。](?=\D|$)(?!(?<=[가-힣].)[가-힣])|[,，]\s?(?=[《「『])|[,，]\s?(?=(?:1[5-9]|20)\d\d)/u;
/** The venue behind a title that ends at a comma, by its volume or pages: `, 저널, 제3권`, `, 저널 3(2),`. */
const VENUE =
  /[,，]\s?[^,，.．。\d"”]{2,40}(?:[,，]\s?(?:(?:통권|[제總]?第?)\s?\(?\d|vol|no|pp?\.)|\d[\d()~:卷巻号號期輯권호집 -]{0,12}(?:[,，.．。(]|$))/iu;
const VENUE_END = /[,，.．。:：;；\d(（]|\s[제第](?=\d)/u;

/** Sentences, without the title of a work. */
const REMARK = /^[^《》「」『』“”"[\]]*。$/;

/** The fields of a reference in one of these scripts; without authors if none are told; undefined in other scripts. Takes a reference without its label. */
export function readCjkReference(text: string): Omit<Work, 'raw'> | undefined {
  if (!OPENS.test(text)) return undefined;
  const head = HEAD_END.exec(text.slice(0, 120));
  let authors = head ? namesIn(text.slice(0, head.index)) : undefined;
  let behind = head && authors ? text.slice(head.index + head[0].length).trimStart() : text;
  const listed = authors ? undefined : LISTED.exec(text)?.[0];
  if (listed !== undefined && VENUE.test(text)) {
    authors = namesIn(listed);
    behind = text.slice(listed.length);
  }
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
    .split(
      /[,，、;；&․]|\.(?=\s?[가-힣])|(?<=\p{Script=Han})・(?=\p{Script=Han})|[·・](?=[가-힣]{2,4}(?:[,·・]|$))/u,
    )
    .map((name) => name.trim().replace(ROLES, ''))
    .filter((name) => name !== '');
  return names.length > 0 && names.every((name) => NAME.test(name)) ? names : undefined;
}

function titleIn(text: string): { title: string; after: string } {
  const quoted = QUOTED.exec(text);
  const own = quoted?.[1] ?? quoted?.[2]?.replace(/\s?\[[A-Z]\]$/u, '');
  if (quoted) return { title: own ?? '', after: text.slice(quoted[0].length) };
  const head = text.slice(0, 400);
  const [end, venue] = [TITLE_END.exec(head), VENUE.exec(head)];
  const from = Math.min(end?.index ?? 400, venue?.index ?? 400);
  return {
    title: head.slice(0, from).trim(),
    after: text.slice(end?.index === from ? from + end[0].length : from),
  };
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
