/** The words and signs for units and multipliers, what converts one unit to another, and reading them after a number. Folded; plural `s` is left out. */

/** Units of each dimension: its names, the first of which represents it, and its size in the smallest common unit. */
const DIMENSIONS: readonly (readonly (readonly [names: string, size: number])[])[] = [
  [['% percent pct percentage prozent procent', 1], ['‰ promille permille', 0.1], ['bp bps', 0.01]],
  [['usd $ us$ dollar', 1]],
  [['eur € euro', 1]],
  [['gbp £', 1]],
  [['jpy ¥ yen 円', 1]],
  [['chf franken', 1]],
  [
    ['ms millisecond millisekunden msec', 1e-3], ['s sec secs second sekunde sekunden seconde segundo 秒', 1],
    ['min mins minute minuten minuto 分钟', 60], ['h hr hrs hour stunde stunden heure hora 小时', 3600], ['day tag tage tagen jour dia 天', 86_400],
    ['week woche wochen semaine semana', 604_800], ['fortnight', 1_209_600], ['month monat monate monaten mois meses', 2_629_800],
    ['year yr jahr jahre jahren yrs annee ano', 31_557_600], ['decade jahrzehnt jahrzehnte', 315_576_000],
    ['century centurie jahrhundert jahrhunderte', 3_155_760_000],
  ],
  [
    ['mm millimetre millimeter', 1e-3], ['cm centimetre centimeter', 0.01], ['m metre meter metro', 1], ['km kms kilometre kilometer kilometro', 1e3],
    ['mile mi', 1609.344], ['yard yd', 0.9144], ['ft foot feet', 0.3048], ['inch inche', 0.0254],
  ],
  [['hectare ha hektar', 1e4], ['acre', 4046.86]],
  [['litre liter l litro', 1e-3], ['ml millilitre milliliter', 1e-6]],
  [['mg milligram', 1e-3], ['g gram gramm gramme', 1], ['kg kilogram kilogramm kilo', 1e3], ['tonne t ton tonnen', 1e6], ['kt kiloton kilotonne', 1e9], ['mt megaton megatonne', 1e12], ['gt gigaton gigatonne', 1e15], ['lb lbs', 453.592], ['oz ounce', 28.3495]],
  // Between 1000 and 1024.
  [['byte', 1 / 1012], ['kb kilobyte kib', 1], ['mb megabyte mib', 1012], ['gb gigabyte gib', 1012 ** 2], ['tb terabyte tib', 1012 ** 3]],
  [['hz hertz', 1], ['khz', 1e3], ['mhz', 1e6], ['ghz', 1e9]],
  [['km/h kph kmh', 1], ['mph', 1.609344], ['m/s', 3.6], ['knot', 1.852]],
  [['°c celsius', 1]],
  [['°f fahrenheit', 5 / 9]],
]; // prettier-ignore

/** Names that may mean several units. */
const AMBIGUOUS: ReadonlyMap<string, readonly string[]> = new Map([['pound', ['gbp', 'lb']]]);

const NAMES = new Map<string, string>();
const SIZES = new Map<string, { readonly dimension: string; readonly size: number }>();
DIMENSIONS.forEach((units, dimension) => {
  for (const [all, size] of units) {
    const [unit = '', ...others] = all.split(' ');
    for (const name of [unit, ...others]) NAMES.set(name, unit);
    SIZES.set(unit, { dimension: `${dimension}`, size });
  }
});

/** The units that a folded word may mean, the likeliest first: `kilometres`, `km2`, `pounds`. `power` is that of `square` and `cubic`. */
export function unitsOf(word: string, power = ''): readonly string[] {
  const single = word.length > 3 ? word.replace(/s$/, '') : word;
  const several = AMBIGUOUS.get(single);
  if (several) return several;
  const unit = NAMES.get(word) ?? NAMES.get(single);
  if (unit !== undefined) return [unit + power];
  const raised = /^(\p{L}{1,10})([23])$/u.exec(word);
  const base = raised && NAMES.get(raised[1] ?? '');
  return base ? [`${base}${raised[2] ?? ''}`] : [];
}

/** What a unit measures, and its size in units that are comparable within a dimension. Areas and volumes are powers of lengths. */
function measure(unit: string): { readonly dimension: string; readonly size: number } | undefined {
  const [, base = unit, power = '1'] = /^(\p{L}+)([23])$/u.exec(unit) ?? [];
  const found = SIZES.get(base);
  if (!found) return undefined;
  // Areas and volumes with names of their own are powers of lengths too.
  const named = /^(?:hectare|acre)$/.test(base) ? '2' : /^(?:litre|ml)$/.test(base) ? '3' : undefined;
  if (named !== undefined)
    return { dimension: `${SIZES.get('m')?.dimension ?? ''}${named}`, size: found.size };
  return { dimension: found.dimension + power, size: found.size ** Number(power) };
}

/** How many of `to` one of `from` is; undefined if they measure different things. */
export function factor(from: string, to: string): number | undefined {
  if (from === to) return 1;
  const [a, b] = [measure(from), measure(to)];
  return a && b && a.dimension === b.dimension ? a.size / b.size : undefined;
}

/** Multipliers after a number, in the languages of common sources. */
const SCALES = new Map<string, number>(
  (
    [
      [12, 'dozen dutzend'], [100, 'hundred hundert'], [1e3, 'thousand k tausend mil mille mila duizend tys тыс 千'], [1e4, '万 萬'], [1e5, 'lakh'],
      [1e6, 'million mn m mio millionen millon millones milhoes milioni miljoen mln млн 百万'], [1e7, 'crore'], [1e8, '亿 億'],
      [1e9, 'billion bn b milliard milliarde milliarden mrd miliardi miljard mld млрд 十亿'], [1e12, 'trillion tn t billionen 兆'],
    ] as const
  ).flatMap(([times, all]) => all.split(' ').map((word): [string, number] => [word, times])),
); // prettier-ignore
/** What a folded word multiplies the number before it by. */
export const scaleOf = (word: string): number | undefined =>
  SCALES.get(word) ?? (word.length > 4 ? SCALES.get(word.replace(/s$/, '')) : undefined);

const PHRASES: readonly (readonly [unit: string, words: RegExp])[] = [
  ['%', /^ ?(?:per|pour|por) ?(?:cent|ciento)(?![a-z])/],
  ['‰', /^ ?(?:per|pour|por) ?mill?e?(?![a-z])/],
  ['usd', /^[ -]?us dollars?/],
  ['bp', /^[ -]?basis points?(?![a-z])/],
];
/** The unit of several words at `at`. */
function unitPhrase(folded: string, at: number): { units: string[]; stop: number } | undefined {
  const text = folded.slice(at, at + 16);
  for (const [unit, words] of PHRASES) {
    const phrase = words.exec(text);
    if (phrase) return { units: [unit], stop: at + phrase[0].length };
  }
  return undefined;
}

/** The multiplier and unit after a number, which may be empty, and where they end. In `£50 m`, a letter is a multiplier. */
export function readUnit(folded: string, at: number, isMoney = false) {
  let scale = 1;
  let stop = at;
  let power = '';
  for (let turn = 0; turn < 4; turn++) {
    const { token, from, end } = nextToken(folded, stop);
    const many = power === '' ? scaleOf(token) : undefined;
    if (many !== undefined && (isMoney || !(token.length === 1 && from > stop && token < 'z'))) {
      scale *= many;
      stop = folded[end] === '.' && token.length < 4 ? end + 1 : end;
      const link = /^ ?(?:de |d')/.exec(folded.slice(stop, stop + 5));
      if (link) stop += link[0].length - 1;
      continue;
    }
    const phrase = /^(?:us|u|s|per|pour|por|basis)$/.test(token) ? unitPhrase(folded, stop) : undefined;
    if (phrase) return { scale, ...phrase };
    if (/^degrees?$/.test(token) && /^ (?:celsius|fahrenheit)/.test(folded.slice(end, end + 11))) {
      stop = end;
      continue;
    }
    if (/^(?:square|sq|cubic)$/.test(token) && power === '') {
      power = token === 'cubic' ? '3' : '2';
      stop = end;
      continue;
    }
    // `the 1990s`
    const units = token === 's' && from === at ? [] : unitsOf(token, power);
    if (units.length > 0) return { scale, units, stop: end };
    break;
  }
  return { scale, units: [''], stop };
}

/** The next word or sign, at most one space or hyphen away. */
export function nextToken(folded: string, at: number) {
  const from = folded[at] === ' ' || folded[at] === '-' ? at + 1 : at;
  const token = TOKEN.exec(folded.slice(from, from + 20))?.[0] ?? '';
  return { token, from, end: from + token.length };
}
const TOKEN =
  /^(?:[%‰€£¥]|us\$|km\/h|m\/s|°[cf]|(?:百万|十亿|分钟|小时)|[\u3400-\u9fff]|[^\P{L}\u3400-\u9fff]+[23]?(?!\d))/u;
