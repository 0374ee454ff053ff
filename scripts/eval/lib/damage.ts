/** Ways in which copying, scanning and typesetting damage a text, and near misses that must not match a quotation. */

/** A source and a judge's quotation from it. */
export type Quoted = { readonly source: string; readonly quote: string };
/** Damages a page of `lines` with a sentence in the lines `from` to `to`; undefined if the kind doesn't apply. */
type Damage = (page: Page, random: () => number) => Quoted | undefined;
/** A text with a sentence at `start` to `end` (UTF-16 offsets). */
export type Page = { readonly text: string; readonly start: number; readonly end: number };

const pick = <T>(all: readonly T[], random: () => number): T => all[Math.floor(random() * all.length)]!;
const sentenceOf = ({ text, start, end }: Page): string => text.slice(start, end);
const around = ({ text, start, end }: Page, sentence: string): string =>
  text.slice(Math.max(0, start - 4_000), start) + sentence + text.slice(end, end + 4_000);

/** The page with another form of its sentence, which is quoted as it was. */
const damaged = (page: Page, sentence: string): Quoted => ({
  source: around(page, sentence),
  quote: sentenceOf(page),
});
/** The same; undefined if the sentence has no such form. */
const damagedIf = (page: Page, sentence: string): Quoted | undefined =>
  sentence === sentenceOf(page) ? undefined : damaged(page, sentence);

/** Puts words into the sentence, and others at the same place into its quotation. */
function withWords(page: Page, random: () => number, shown: string, said: string): Quoted {
  const words = sentenceOf(page).split(' ');
  const at = 2 + Math.floor(random() * Math.max(1, words.length - 4));
  const put = (word: string): string => words.toSpliced(at, 0, word).join(' ');
  return { source: around(page, put(shown)), quote: put(said) };
}

/** Wraps a text at about 70 letters. */
function wrapped(text: string): string {
  let column = 0;
  return text.replace(/[^ \n]+[ \n]?/g, (word) => {
    column += word.length;
    if (column < 70 || !word.endsWith(' ')) return word;
    column = 0;
    return `${word.slice(0, -1)}\n`;
  });
}

/** Inserts a line after a word in the middle of the sentence, and elsewhere on the page. */
function withLine(page: Page, line: (n: number) => string, elsewhere: readonly number[]): Quoted {
  const sentence = sentenceOf(page);
  const middle = sentence.indexOf(' ', sentence.length >> 1);
  const broken = `${sentence.slice(0, middle)}\n${line(2)}\n${sentence.slice(middle + 1)}`;
  const text = around(page, broken);
  const copies = elsewhere.map((n) => `\n${line(n)}\n`);
  return { source: `${copies[0] ?? ''}${text}${copies[1] ?? ''}`, quote: sentence };
}

const GREEK: Readonly<Record<string, string>> = { α: 'alpha', β: 'beta', γ: 'gamma', δ: 'delta', μ: 'mu', σ: 'sigma' }; // prettier-ignore
const MISREAD = 'eoaintsrlcuhm';

/** All kinds of damage, by name. */
export const DAMAGES: Readonly<Record<string, Damage>> = {
  'pieces far apart': (page) => {
    const sentence = sentenceOf(page);
    const words = sentence.split(' ');
    const [head, tail] = [words.slice(0, 6).join(' '), words.slice(-6).join(' ')];
    const filler = page.text.slice(0, 3_000).replaceAll(head, '').replaceAll(tail, '');
    const text = around(page, `${words.slice(0, 8).join(' ')} ${filler} ${words.slice(8).join(' ')}`);
    return words.length < 16 ? undefined : { source: text, quote: `${head} … ${tail}` };
  },
  'blanks lost': (page, random) =>
    damaged(
      page,
      sentenceOf(page).replace(/ /g, (blank) => (random() < 0.05 ? '' : blank)),
    ),
  'blanks within words': (page, random) =>
    damaged(
      page,
      sentenceOf(page).replace(/(\p{L}{3})(\p{L}{3})/gu, (all, a: string, b: string) =>
        random() < 0.1 ? `${a} ${b}` : all,
      ),
    ),
  'every blank lost in a line': (page) => {
    const words = sentenceOf(page).split(' ');
    const third = Math.floor(words.length / 3);
    const glued = [
      ...words.slice(0, third),
      words.slice(third, third + 4).join(''),
      ...words.slice(third + 4),
    ];
    return words.length < 15 ? undefined : damaged(page, glued.join(' '));
  },
  'hyphens at line ends': (page) =>
    damaged(page, wrapped(sentenceOf(page)).replace(/(\p{L}{3})(\p{L}{3,})\n/gu, '$1-\n$2 ')),
  'running head': (page) =>
    withLine(page, (n) => `${String(110 + n)}  A. Writer and others: On the keeping of records`, [1, 3]),
  'page number': (page) => withLine(page, (n) => `— ${String(40 + n)} —`, []),
  footnote: (page) =>
    withLine(page, (n) => `${String(n)} See the annual report of the office, volume four.`, []),
  'foot and head of a page': (page) =>
    withLine(page, (n) => `${String(30 + n)}\n\fProceedings of the society for records`, [1, 3]),
  'note numbers': (page, random) =>
    damaged(
      page,
      sentenceOf(page).replace(/(\p{L}{4}[,.;]?)(?= )/gu, (all) =>
        random() < 0.15 ? `${all}${String(1 + Math.floor(random() * 40))}` : all,
      ),
    ),
  'line numbers': (page) => {
    const text = wrapped(around(page, sentenceOf(page)).replace(/\n+/g, ' '));
    return {
      source: text
        .split('\n')
        .map((line, n) => `${String(n + 1)} ${line}`)
        .join('\n'),
      quote: sentenceOf(page),
    };
  },
  'ligatures as one letter': (page) =>
    damagedIf(
      page,
      sentenceOf(page)
        .replaceAll('ffi', 'ﬃ')
        .replaceAll('fi', 'ﬁ')
        .replaceAll('fl', 'ﬂ')
        .replaceAll('ff', 'ﬀ'),
    ),
  'ligatures lost': (page) => damagedIf(page, sentenceOf(page).replace(/ffi|ffl|ff|fi|fl/, ' ')),
  'Greek letters by name': (page, random) => {
    const letter = pick(Object.keys(GREEK), random);
    return withWords(page, random, `${letter}-values`, `${GREEK[letter] ?? ''}-values`);
  },
  'superscripts glued': (page, random) =>
    withWords(page, random, 'of 106 cells per m2', 'of 10⁶ cells per m²'),
  'LaTeX against its rendering': (page, random) =>
    withWords(
      page,
      random,
      'about $\\sim 4.5\\,\\mathrm{kg}$ of $\\beta$ \\emph{carotene}',
      'about ~4.5 kg of β carotene',
    ),
  'letters misread': (page, random) => {
    const sentence = sentenceOf(page);
    let until = Math.floor(random() * 200);
    const source = sentence.replace(/\p{Ll}/gu, (letter) =>
      until-- === 0
        ? ((until = 200),
          pick(
            MISREAD.split('').filter((l) => l !== letter),
            random,
          ))
        : letter,
    );
    return damagedIf(page, source);
  },
  'other quotes, dashes and case': (page) =>
    damaged(page, sentenceOf(page).replaceAll('-', '–').replaceAll("'", '’').toUpperCase()),
};

/** Not a note number. */
const NUMBER = /(?<![[\d])\d+/;
const NEGATION = /\b(?:is|was|are|were|has|have|had|can|could|will|would|did|does|do)\b(?! not)/;
const UNIT =
  /\b(?:percent|per cent|million|billion|years|months|days|hours|miles|kilometres|metres|feet|dollars|euros|kg|tons)\b/;
const OTHER_UNIT: Readonly<Record<string, string>> = { percent: 'points', 'per cent': 'points', million: 'billion', billion: 'million', years: 'months', months: 'years', days: 'weeks', hours: 'minutes', miles: 'kilometres', kilometres: 'miles', metres: 'feet', feet: 'metres', dollars: 'euros', euros: 'dollars', kg: 'mg', tons: 'pounds' }; // prettier-ignore

/** Sentences that differ from the page's own in what matters, by kind; undefined if a kind doesn't apply. */
export const NEAR_MISSES: Readonly<
  Record<string, (sentence: string, random: () => number) => string | undefined>
> = {
  'a figure': (sentence) =>
    NUMBER.test(sentence) ? sentence.replace(NUMBER, (n) => String(Number(n.slice(0, 9)) + 1)) : undefined,
  'a negation': (sentence) =>
    NEGATION.test(sentence) ? sentence.replace(NEGATION, (verb) => `${verb} not`) : undefined,
  'a negation left out': (sentence) => (/ not /.test(sentence) ? sentence.replace(' not ', ' ') : undefined),
  'a name': (sentence) => {
    const changed = sentence.replace(/(?<=[a-z,] )\p{Lu}\p{Ll}{3,}/u, (name) =>
      name === 'Marlow' ? 'Denham' : 'Marlow',
    );
    return changed === sentence ? undefined : changed;
  },
  'a unit': (sentence) =>
    UNIT.test(sentence) ? sentence.replace(UNIT, (unit) => OTHER_UNIT[unit] ?? '') : undefined,
  'the order': (sentence, random) => {
    const words = sentence.split(' ');
    const at = 1 + Math.floor(random() * (words.length - 4));
    const [one = '', other = ''] = [words[at], words[at + 2]];
    if (one.toLowerCase() === other.toLowerCase() || !/\p{L}{3}/u.test(one) || !/\p{L}{3}/u.test(other))
      return undefined;
    return words
      .with(at, other)
      .with(at + 2, one)
      .join(' ');
  },
};
