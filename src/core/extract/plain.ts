/** Markdown's marks out of a stretch of words. */

/** Without emphasis and code marks, blanks collapsed, none before a mark, no empty brackets. Linear; most texts pass unchanged. */
export function plain(text: string): string {
  if (isPlain(text)) return text;
  return text
    .replace(/\*\*|__|`|(?<![\p{L}\d\s])\*(?=\S)|(?<=\s|^)[*_](?=\S)|(?<=\S)[*_](?=[\s.,;:!?)]|$)/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/[(（][\s,;]{0,9}[)）]/g, '')
    .replace(/ {2,}/g, ' ')
    .replace(/ ([.,;:!?)，。；：！？])/g, '$1')
    .trim();
}

/** Is there nothing to take out? */
function isPlain(text: string): boolean {
  let before = 32;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 42 || c === 95 || c === 96 || (c < 32 && c > 0)) return false;
    if (before === 32 && (c === 32 || isClosing(c))) return false;
    if ((before === 40 || before === 0xff08) && (c === 41 || c === 0xff09)) return false;
    before = c;
  }
  return before !== 32 || text === '';
}

const isClosing = (c: number): boolean =>
  c === 46 ||
  c === 44 ||
  c === 59 ||
  c === 58 ||
  c === 33 ||
  c === 63 ||
  c === 41 ||
  c === 0xff0c ||
  c === 0x3002 ||
  (c >= 0xff1a && c <= 0xff1f);
