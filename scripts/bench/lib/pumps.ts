/** Random texts of thousands of pieces that a scanner examines closely, to find cases that we didn't think of. */
import { random } from './draft';

const PIECES = [
  ...'[ ] ( ) [^ ^[ ![ ]( )[ @a -@b ] ` `` * ** _ ~~ < > <a </a> <!-- --> <? &amp; & \\ \\[ { } $ $$ | - 1. # = + ! ? . … ; : " “ ” \' ’ 0 – / % ~'.split(
    ' ',
  ),
  ...'[1] [1,2] [1-50] [^1] [[1]](a) [a][b] 【1】 ¹ ² † §'.split(' '),
  ...'Smith Smith, 2020 (2020) et n.d. ibid. p. Fig. 王明 (2020年) 。 ， （ ） 「 」 A é 😀 \ud83d \u200b \u00a0'.split(
    ' ',
  ),
  ...'http:// https://a.b/ www. 10.1000/ doi: arXiv: 2001.01234 PMID ISBN src/a.ts :12 #L3 abc1234 commit guess memory:'.split(
    ' ',
  ),
  ...'turn0search0 citeturn0search0 utm_source=chatgpt.com oaicite \\cite{ \\cite[ {{ }} <ref> {#a} :::'.split(
    ' ',
  ),
  ...[
    '\n',
    '\n\n',
    '\r\n',
    '\t',
    ' ',
    '    ',
    '> ',
    '- ',
    '1. ',
    '# ',
    '---\n',
    '```\n',
    '| a | b |\n',
    '|-|\n',
  ],
  ...['## References\n', '[1]: ', '[^1]: ', '[@a; ', ', 2020', 'Smith and ', 'see ', ' lines 3', 'in press'],
];

/** `count` makers of texts of a given size; deterministic per seed. */
export function pumps(seed: number, count: number): readonly ((size: number) => string)[] {
  const next = random(seed);
  const pieces = (most: number): string =>
    Array.from(
      { length: Math.floor(next() * (most + 1)) },
      () => PIECES[Math.floor(next() * PIECES.length)] ?? '',
    ).join('');
  return Array.from({ length: count }, () => {
    const [before, pump, other, behind] = [pieces(1), pieces(3) || '?', pieces(2), pieces(2)];
    const times = (unit: string, size: number): string =>
      unit.repeat(unit === '' ? 0 : Math.ceil(size / unit.length));
    return (size) => before + times(pump, size * 0.7) + times(other, size * 0.3) + behind;
  });
}
