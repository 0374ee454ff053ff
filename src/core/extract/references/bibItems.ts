/** The references that a LaTeX text itself holds, and TeX as plain text. Each scan may need them; BibTeX is read with a bibliography. */
import type { Work } from '../../model';
import { parseReference } from '../../text/works/reference';

/** Combining characters by TeX's accent commands. */
const ACCENTS = new Map(
  Array.from(
    '`\u0300\'\u0301^\u0302~\u0303"\u0308=\u0304.\u0307u\u0306v\u030cH\u030bc\u0327k\u0328r\u030ad\u0323b\u0331'.matchAll(
      /(.)(.)/g,
    ),
    ([, command = '', mark = '']) => [command, mark],
  ),
);
const LETTERS = new Map(
  (
    'ss:ß ae:æ AE:Æ oe:œ OE:Œ o:ø O:Ø l:ł L:Ł aa:å AA:Å i:i j:j th:þ dh:ð textendash:– textemdash:— textquoteright:’ ' +
    'ldots:… dots:… textregistered:® texttrademark:™'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

/** `\bibitem[label]{key}` and the reference after it. */
const ITEM =
  /\\bibitem\s{0,9}(?:\[[^\]\n]{0,200}\]\s{0,9})?\{([^{}\s]{1,200})\}([^]{0,2000}?)(?=\\bibitem|\\end\{thebib|\n\s*\n|$)/g;

/** The works of a LaTeX text's own `thebibliography` by key. */
export function bibItems(text: string): ReadonlyMap<string, Work> {
  const works = new Map<string, Work>();
  for (const [, key = '', raw = ''] of text.matchAll(ITEM)) {
    const reference = unTex(raw.replace(/\\href\{([^{}]*)\}/g, '$1 ').replace(/\\newblock/g, ''));
    if (!works.has(key) && reference !== '') works.set(key, parseReference(reference));
  }
  return works;
}

/** TeX's accents, letters, dashes and braces as plain text. */
export function unTex(tex: string): string {
  if (!/[\\{}~$`'-]/.test(tex)) return tex.replace(/\s+/g, ' ').trim();
  return tex
    .replace(/\\url\{([^{}]*)\}/g, '$1')
    .replace(
      /\\([`'^~"=.]|[uvHckrdb](?=[\s{]))\s?\{?\\?([A-Za-z])\}?/g,
      (_, accent: string, letter: string) => `${letter}${ACCENTS.get(accent) ?? ''}`,
    )
    .replace(/\\([A-Za-z]{1,16})(?:\{\}| |(?![A-Za-z]))/g, (_, name: string) => LETTERS.get(name) ?? '')
    .replace(/\\([&%$#_{}~])/g, '$1')
    .replace(/---/g, '—')
    .replace(/--/g, '–')
    .replace(/``|''/g, '"')
    .replace(/[{}$]/g, '')
    .replace(/~|\s+/g, ' ')
    .normalize('NFC')
    .trim();
}
