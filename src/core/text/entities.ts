/** Character references of HTML and XML: `&nbsp;`, `&#8217;`, `&#x2019;`. */

const NAMED = new Map(
  Object.entries({
    amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ensp: ' ', emsp: ' ', thinsp: ' ', shy: '\u00ad', ndash: '–', mdash: '—', hellip: '…',
    lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', laquo: '«', raquo: '»',
  }),
); // prettier-ignore
const REFERENCE = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,6}));/gi;

/** Replaces these references by what they stand for; a hard space becomes a plain one, other references stay. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (all, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED.get(name.toLowerCase()) ?? all;
    const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
    if (code === 0xa0) return ' ';
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}
